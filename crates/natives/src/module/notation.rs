//! Intents as text: `6H hand->battle-1`, `KC KD KH hand->melds`, `? deck->hand`, or the id of a button. A player's own pile
//! goes without its number.

use super::{Action, Card, Cards, Intent, MOST_CARDS, Native, Pile, RuleModule, State};
use rulebook_kernel::{Illegal, Notation, Seat};
use rulebook_table::ZoneId;

impl<M: RuleModule> Notation for Native<M> {
    fn text(&self, state: &State<M>, seat: Seat, mv: &Intent) -> String {
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

    fn parse(&self, state: &State<M>, seat: Seat, text: &str) -> Result<Intent, Illegal> {
        let text = text.trim();
        if text == Action::START_TEXT {
            return Ok(Intent::Action(Action::START));
        }
        if let Some(action) = M::ACTIONS.iter().position(|(id, _)| *id == text) {
            return Ok(Intent::Action(Action(action as u8)));
        }
        let wrong = || Illegal::new("that is no move: a button, or cards and piles such as `6H hand->table`");
        let (before, to) = text.split_once("->").ok_or_else(wrong)?;
        let (cards, from) = before.rsplit_once(' ').ok_or_else(wrong)?;
        let pile = |id: &str| {
            let found = self.find_pile(state, seat, id);
            found.ok_or_else(|| Illegal::new("there is no such pile"))
        };
        let (from, to) = (pile(from)?, pile(to)?);
        if cards == "?" {
            return Ok(Intent::blind(from, to));
        }
        let cards: Option<Vec<Card>> = cards.split(' ').map(Card::parse).collect();
        let cards = cards.ok_or_else(|| Illegal::new("there is no such card"))?;
        if cards.len() > MOST_CARDS {
            return Err(Illegal::new("these are too many cards at once"));
        }
        Ok(Intent::Move { from, to, cards: cards.into_iter().collect::<Cards>() })
    }
}

impl<M: RuleModule> Native<M> {
    fn pile_id(&self, state: &State<M>, seat: Seat, pile: Pile) -> &str {
        let shape = &self.board(state.core.seats).shape;
        let zone = shape.zone(pile.zone());
        if zone.owners.has(seat) { &shape.def(pile.zone()).id } else { &zone.id }
    }

    fn find_pile(&self, state: &State<M>, seat: Seat, id: &str) -> Option<Pile> {
        let count = self.board(state.core.seats).shape.zones().len();
        (0..count).map(|zone| Pile::from(ZoneId(zone as u16))).find(|&pile| self.pile_id(state, seat, pile) == id)
    }
}
