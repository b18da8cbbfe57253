//! Makes scenes, offers and animation steps for any module.

use super::{Action, Card, Fact, Intent, Native, RuleModule, Shown, View};
use rulebook_kernel::{Illegal, Rules, Seat};
use rulebook_matches::{Brief, Declares, Staged};
use rulebook_scene::{Button, CardSpot, EngineIds, Gesture, Offer, OfferKind, Scene, Step};
use rulebook_spaces::{Row, Spaces};
use rulebook_table::{Face, ZoneId};

/// The maximum length of a recap line, and of the value of a fact, in characters.
const LINE: usize = 200;
/// The maximum number of facts in the description for AI seats.
const FACTS: usize = 40;

fn card(face: Face) -> Card {
    Card::from_index(face.index())
}

impl<M: RuleModule> Staged for Native<M> {
    fn spaces(&self, seats: usize) -> Spaces {
        self.spaces_for(seats)
    }

    fn number(&self, seats: usize, seat: Seat, mv: &Intent) -> Option<u32> {
        self.number_of(seats, seat, mv)
    }

    fn observe(&self, state: &Self::State, seat: Seat, row: &mut Row<'_>) {
        self.write(state, seat, row);
    }

    /// Lists the notes of the module. They describe the important events in fewer lines than the moves of cards.
    fn brief(&self, view: &Self::View) -> Brief {
        let cut = |text: String| text.chars().take(LINE).collect::<String>();
        let facts = self.module.facts(&self.shown(view)).into_iter().take(FACTS);
        Brief {
            recap: view.notes.iter().map(|note| cut(self.module.words(note))).collect(),
            facts: facts.map(|(name, value)| (name.to_owned(), cut(value))).collect(),
        }
    }

    fn scene(&self, view: &Self::View) -> Scene {
        let shown = self.shown(view);
        let shape = &shown.board.shape;
        let mut zones = shape.zone_scenes(&view.table, |face| card(face).face());
        for &(number, degrees) in &view.visuals {
            let CardSpot { zone, at, .. } = shape.card_spot(&view.table, number);
            if let Some(card) = zones.get_mut(zone).and_then(|zone| zone.cards.get_mut(at)) {
                card.rotation = i32::from(degrees);
            }
        }
        for (pile, zone) in shown.piles().zip(&mut zones) {
            for (nth, card) in zone.cards.iter_mut().enumerate() {
                card.controller = self.module.laid_by(&shown, pile, nth);
            }
        }
        let mine = shown.current_player().is_some() && shown.viewer().seat() == shown.current_player();
        let fresh = view.notes.len() - (view.core.fresh as usize).min(view.notes.len());
        Scene {
            seats: shown.seats(),
            zones,
            scoreboards: self.module.scoreboards(&shown),
            buttons: if shown.is_over() { Vec::new() } else { buttons::<M>(view, mine) },
            prompt: match (mine, shown.between_hands()) {
                (true, true) => "The hand is over. Start the next one.".to_owned(),
                (true, false) => self.module.prompt(&shown),
                _ => String::new(),
            },
            phase: match () {
                () if shown.is_over() => None,
                () if shown.between_hands() => Some("next round".to_owned()),
                () => self.module.phase(&shown),
            },
            between_hands: !shown.is_over() && shown.between_hands(),
            due: shown.current_player().into_iter().collect(),
            announcements: view.notes[fresh..].iter().map(|note| self.module.words(note)).collect(),
            ..Scene::default()
        }
    }

    fn offer(&self, view: &Self::View, mv: &Intent) -> Offer {
        let shown = self.shown(view);
        let shape = &shown.board.shape;
        let gesture = match mv {
            // `start-game` is not one of the game's buttons. The client sends it from its overlay, or when the player
            // clicks on the deck.
            Intent::Action(Action::START) => match shown.board.shuffled.first() {
                Some(&deck) => Gesture::Zone { zone: shape.zone(deck).id.clone() },
                None => Gesture::Number { value: 0 },
            },
            Intent::Action(action) => {
                let id = M::ACTIONS.get(action.0 as usize).map_or("", |(id, _)| id);
                Gesture::Button { id: id.to_owned() }
            }
            Intent::Move { from, cards, .. } if cards.is_blind() => {
                Gesture::Zone { zone: shape.zone(from.zone()).id.clone() }
            }
            Intent::Move { to, .. } => {
                Gesture::Drag { cards: spots::<M>(&shown, mv), to: shape.zone(to.zone()).id.clone() }
            }
        };
        let kind = match mv {
            Intent::Action(Action::START) => OfferKind::StartHand,
            _ => self.module.offer_kind(&shown, mv),
        };
        Offer::new(self.module.label(&shown, mv), gesture).with_kind(kind)
    }

    fn row(&self, state: &Self::State, seat: Seat, text: &str) -> Result<Vec<Intent>, Illegal> {
        self.moves_of(state, seat, text)
    }

    fn meant(&self, scene: &Scene, gesture: &Gesture) -> Option<String> {
        let Gesture::Drag { cards, to } = gesture else { return None };
        // In the text of a move, the piles of the moving player have no seat number.
        let own = scene.viewer.and_then(|viewer| viewer.seat());
        let end = own.map(|seat| format!(".{}", seat.index())).unwrap_or_default();
        let named = |id: &str| {
            let mine = own.is_some() && scene.zones.iter().any(|zone| zone.id == id && zone.owner == own);
            if mine { id.strip_suffix(&end).unwrap_or(id).to_owned() } else { id.to_owned() }
        };
        // The name of a pile follows its cards.
        let mut words: Vec<String> = Vec::with_capacity(cards.len() + 1);
        for (nth, spot) in cards.iter().enumerate() {
            let from = scene.zones.get(spot.zone)?;
            words.push(from.cards.get(spot.at)?.face.as_ref()?.id.clone());
            if cards.get(nth + 1).is_none_or(|next| next.zone != spot.zone) {
                words.push(named(&from.id));
            }
        }
        (!cards.is_empty()).then(|| format!("{}->{}", words.join(" "), named(to)))
    }

    fn declares(&self) -> Declares {
        let actions = M::ACTIONS.iter().map(|(id, _)| (*id).to_owned()).collect();
        Declares { buttons: Some(!M::ACTIONS.is_empty()), actions }
    }

    fn engine_ids(&self) -> EngineIds {
        self.ids.clone()
    }

    fn steps(&self, witnessed: &<Self as Rules>::Fact) -> Vec<Step> {
        // A pile has the same number for every number of seats. The board for the most seats has all piles.
        let shape = &self.boards[self.boards.len() - 1].shape;
        match witnessed {
            Fact::Table(fact) => shape.steps(fact, |face| card(face).id(), |_, _| None),
            Fact::Note(note) => vec![Step::say(self.module.words(note))],
            Fact::Dealt { deal } if *deal > 1 => vec![Step::say(format!("hand {deal} is dealt"))],
            Fact::HandOver => vec![Step::say("the hand is over")],
            Fact::Over(outcome) => vec![Step::say(format!("the game is over: {}", outcome.reason()))],
            _ => Vec::new(),
        }
    }
}

impl<M: RuleModule> Native<M> {
    pub(crate) fn shown<'a>(&'a self, view: &'a View<M::Public, M::Private, M::Note>) -> Shown<'a, M> {
        Shown { board: self.board(view.core.seats), view }
    }
}

/// The buttons of a scene. The current player sees the buttons that may be pressed. Other viewers see all buttons that
/// exist.
fn buttons<M: RuleModule>(view: &View<M::Public, M::Private, M::Note>, mine: bool) -> Vec<Button> {
    let there = if mine { view.may } else { view.core.actions };
    let named = there.iter().filter_map(|action| M::ACTIONS.get(action.0 as usize));
    named.map(|(id, label)| Button { id: (*id).to_owned(), label: (*label).to_owned() }).collect()
}

/// The positions of an intent's cards in the scene. Each position is used only once, even if there are copies of a
/// card.
fn spots<M: RuleModule>(shown: &Shown<'_, M>, mv: &Intent) -> Vec<CardSpot> {
    let Intent::Move { from, cards, .. } = mv else { return Vec::new() };
    let zone: ZoneId = from.zone();
    let mut lying: Vec<(u16, Card)> =
        shown.view.table.zone(zone).filter_map(|(number, view)| Some((number, card(view.face?)))).collect();
    let wanted = cards.iter().filter_map(|wanted| {
        let at = lying.iter().position(|(_, card)| *card == wanted)?;
        Some(shown.board.shape.card_spot(&shown.view.table, lying.remove(at).0))
    });
    wanted.collect()
}
