//! Intents as text: `6H hand->battle-1`, `KC KD KH hand->melds`, `? deck->hand`, or the id of a button. A player's own
//! pile is written without its number. A player may omit the piles if the cards have only one legal move.

use super::{Action, Card, Cards, Intent, MOST_CARDS, ModuleState, Native, Pile, RuleModule};
use rulebook_kernel::{Illegal, Notation, Rules, Seat};
use rulebook_table::ZoneId;

impl<M: RuleModule> Notation for Native<M> {
    fn text(&self, state: &ModuleState<M>, seat: Seat, mv: &Intent) -> String {
        match mv {
            Intent::Action(Action::START) => Action::START_TEXT.to_owned(),
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
        if text == Action::START_TEXT {
            return Ok(Intent::Action(Action::START));
        }
        if let Some(action) = M::ACTIONS.iter().position(|(id, _)| *id == text) {
            return Ok(Intent::Action(Action(action as u8)));
        }
        let Some((before, to)) = text.split_once("->") else { return self.without_piles(state, seat, text) };
        let (cards, from) = before.trim_end().rsplit_once(' ').ok_or_else(|| self.no_move(state, seat))?;
        let pile = |id: &str| {
            let found = self.find_pile(state, seat, id.trim());
            found.ok_or_else(|| Illegal::new(format!("there is no pile `{}`", shortened(id.trim()))))
        };
        let (from, to) = (pile(from)?, pile(to)?);
        Ok(Intent::Move { from, to, cards: cards_of(cards)? })
    }
}

fn cards_of(text: &str) -> Result<Cards, Illegal> {
    if text == "?" {
        return Ok(Cards::BLIND);
    }
    let cards: Option<Vec<Card>> = text.split_whitespace().map(Card::parse).collect();
    let cards = cards.ok_or_else(|| Illegal::new("there is no such card"))?;
    if cards.len() > MOST_CARDS {
        return Err(Illegal::new("there are too many cards in one move"));
    }
    Ok(cards.into_iter().collect())
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

    fn find_pile(&self, state: &ModuleState<M>, seat: Seat, id: &str) -> Option<Pile> {
        let shape = &self.board(state.core.seats).shape;
        let is = |pile: &Pile| self.pile_id(state, seat, *pile) == id || shape.zone(pile.zone()).id == id;
        (0..shape.zones().len()).map(|zone| Pile::from(ZoneId(zone as u16))).find(is)
    }

    /// Parses a text of cards without piles. Succeeds if these cards have exactly one legal move.
    fn without_piles(&self, state: &ModuleState<M>, seat: Seat, text: &str) -> Result<Intent, Illegal> {
        let Some(named) = cards_of(text).ok().filter(|cards| !cards.is_empty()) else {
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
