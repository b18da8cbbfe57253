//! Reads and writes intents as text: `6H hand->battle-1`, `KC KD KH hand->melds`, `? deck->hand`, or the id of a
//! button.
//!
//! - A player's own pile is written without its number.
//! - The first pile may be left out if the cards can come from only one pile: `6H -> battle-1`.
//! - Both piles may be left out if the cards have only one legal move: `6H`.
//! - The arrow may also be written `→`.
//! - The names of the initial state are understood too: `17 P1-hand->battle-1`.
//! - Cards of several piles are written with their piles: `4D hand 3S AC table->won` (see `joint_moves.rs`).

use super::{Action, Card, Cards, Intent, MOST_COPIES, ModuleState, Native, Pile, RuleModule};
use rulebook_kernel::{Illegal, Notation, Rules, Seat, SeatSet};
use rulebook_scene::{START_HAND, plain_card};
use rulebook_table::ZoneId;

impl<M: RuleModule> Notation for Native<M> {
    fn text(&self, state: &ModuleState<M>, seat: Seat, mv: &Intent) -> String {
        match mv {
            Intent::Action(Action::START) => START_HAND.to_owned(),
            Intent::Action(action) => M::ACTIONS.get(action.0 as usize).map_or("?", |(id, _)| id).to_owned(),
            Intent::Move { from, to, cards } => {
                let mut names: Vec<String> = cards.iter().map(Card::id).collect();
                if cards.is_blind() {
                    names.push("?".to_owned());
                }
                format!("{} {}->{}", names.join(" "), self.pile_id(state, seat, *from), self.pile_id(state, seat, *to))
            }
        }
    }

    fn parse(&self, state: &ModuleState<M>, seat: Seat, text: &str) -> Result<Intent, Illegal> {
        let text = text.trim();
        if text == START_HAND {
            return Ok(Intent::Action(Action::START));
        }
        let exact = M::ACTIONS.iter().position(|(id, _)| *id == text);
        let action = exact.or_else(|| {
            let plain = plain_card(text);
            M::ACTIONS.iter().position(|(id, _)| plain_card(id) == plain)
        });
        if let Some(action) = action {
            return Ok(Intent::Action(Action(action as u8)));
        }
        let Some((before, to)) = text.split_once("->").or_else(|| text.split_once('→')) else {
            return self.without_piles(state, seat, text);
        };
        let pile = |id: &str| {
            let found = self.find_pile(state, seat, id.trim());
            found.ok_or_else(|| Illegal::new(format!("there is no pile `{}`", shortened(id.trim()))))
        };
        let before = before.trim();
        let (cards, from) = match before.rsplit_once(char::is_whitespace) {
            _ if before.split_whitespace().all(|word| self.is_card(word)) && !before.is_empty() => (before, None),
            Some((cards, from)) => (cards, Some(from)),
            None => return Err(self.no_move(state, seat)),
        };
        match from {
            Some(from) => Ok(Intent::Move { from: pile(from)?, to: pile(to)?, cards: self.cards_of(cards)? }),
            None => {
                let (to, cards) = (pile(to)?, self.cards_of(cards)?);
                Ok(Intent::Move { from: self.source(state, seat, to, &cards)?, to, cards })
            }
        }
    }
}

/// The text that a player typed, cut to 30 characters for a message.
fn shortened(text: &str) -> String {
    text.chars().take(30).collect()
}

impl<M: RuleModule> Native<M> {
    fn pile_id(&self, state: &ModuleState<M>, seat: Seat, pile: Pile) -> &str {
        let shape = &self.board(state.core.seats).shape;
        let zone = shape.zone(pile.zone());
        if zone.owners.has(seat) { &shape.def(pile.zone()).id } else { &zone.id }
    }

    pub(super) fn find_pile(&self, state: &ModuleState<M>, seat: Seat, id: &str) -> Option<Pile> {
        let shape = &self.board(state.core.seats).shape;
        let is = |pile: &Pile| self.pile_id(state, seat, *pile) == id || shape.zone(pile.zone()).id == id;
        let mut piles = (0..shape.zones().len()).map(|zone| Pile::from(ZoneId(zone as u16)));
        let is_named = |pile: &Pile| {
            let zone = shape.zone(pile.zone());
            let team = if zone.seat.is_none() { zone.owners } else { SeatSet::NONE };
            self.ids.is_name_of(id, &zone.id, team)
        };
        piles.clone().find(is).or_else(|| piles.find(is_named))
    }

    /// The card with this text, or with this id in the initial state. The exact text of a card wins over an id, and an
    /// id over a text in lower case or with a suit sign.
    pub(super) fn card(&self, word: &str) -> Option<Card> {
        let found = Card::parse(word);
        let exact = found.filter(|card| card.id() == word);
        exact.or_else(|| Card::parse(self.ids.face(word)))
    }

    fn is_card(&self, word: &str) -> bool {
        word == "?" || self.card(word).is_some()
    }

    pub(super) fn cards_of(&self, text: &str) -> Result<Cards, Illegal> {
        if text == "?" {
            return Ok(Cards::BLIND);
        }
        let cards: Option<Vec<Card>> = text.split_whitespace().map(|word| self.card(word)).collect();
        let cards = cards.ok_or_else(|| Illegal::new("there is no such card"))?;
        let copies = |card: &Card| cards.iter().filter(|other| *other == card).count();
        if cards.iter().any(|card| copies(card) > MOST_COPIES) {
            return Err(Illegal::new("the deck does not have so many copies of a card"));
        }
        Ok(cards.into_iter().collect())
    }

    /// The pile from which these cards can go to `to`. This is the only pile that has a legal move there. If no or
    /// several piles have one, it is the only pile in which the seat knows all these cards.
    fn source(&self, state: &ModuleState<M>, seat: Seat, to: Pile, cards: &Cards) -> Result<Pile, Illegal> {
        let seen = self.seat_state(state, seat);
        let mut moves = Vec::new();
        self.moves(state, seat, &mut moves);
        let piles = (0..self.board(state.core.seats).shape.zones().len()).map(|zone| Pile::from(ZoneId(zone as u16)));
        let mut lying: Vec<Pile> = piles.filter(|pile| *pile != to && seen.holds(*pile, cards)).collect();
        let leads = |pile: &Pile| {
            moves.iter().any(|mv| matches!(mv, Intent::Move { from, to: there, .. } if from == pile && *there == to))
        };
        if lying.iter().any(leads) {
            lying.retain(leads);
        }
        match lying[..] {
            [only] => Ok(only),
            [] => Err(Illegal::new("you do not see all of these cards in one pile")),
            [first, ..] => {
                let id = self.pile_id(state, seat, first);
                Err(Illegal::new(format!("say where the cards lie, such as `{id}->`")))
            }
        }
    }

    /// Parses a text of cards without piles. Succeeds if these cards have exactly one legal move.
    fn without_piles(&self, state: &ModuleState<M>, seat: Seat, text: &str) -> Result<Intent, Illegal> {
        let Some(named) = self.cards_of(text).ok().filter(|cards| !cards.is_empty()) else {
            return Err(self.no_move(state, seat));
        };
        let mut moves = Vec::new();
        self.moves(state, seat, &mut moves);
        let fits = |intent: &&Intent| matches!(intent, Intent::Move { cards, .. } if *cards == named);
        let found: Vec<&Intent> = moves.iter().filter(fits).collect();
        match found[..] {
            [only] => Ok(*only),
            [] => {
                // If all legal moves go between the same two piles, assume these piles. The rules then explain why this
                // card cannot be played.
                let mut ways = moves.iter().filter_map(|intent| match intent {
                    Intent::Move { from, to, .. } => Some((*from, *to)),
                    Intent::Action(_) => None,
                });
                let way = ways.next().filter(|way| ways.all(|other| other == *way));
                let (from, to) = way.ok_or_else(|| self.no_move(state, seat))?;
                Ok(Intent::Move { from, to, cards: named })
            }
            _ => {
                let texts: Vec<String> = found.iter().map(|mv| format!("`{}`", self.text(state, seat, mv))).collect();
                Err(Illegal::new(format!("say where the cards go: {}", texts.join(" or "))))
            }
        }
    }

    /// An error that explains the notation with one of the seat's legal moves.
    fn no_move(&self, state: &ModuleState<M>, seat: Seat) -> Illegal {
        let mut moves = Vec::new();
        self.moves(state, seat, &mut moves);
        let example = moves.iter().find(|mv| matches!(mv, Intent::Move { .. })).or(moves.first());
        Illegal::new(match example {
            Some(mv) => {
                format!("that is not a legal move: write one as in the list, such as `{}`", self.text(state, seat, mv))
            }
            None => "that is not a legal move: press a button, or write cards and piles".to_owned(),
        })
    }
}
