//! Rebuilds the table of the duel from its facts.

use super::duel::{Duel, Fact, State};
use super::fault::Fault;
use super::table::Card;
use rulebook_kernel::{Fold, Setup};

impl Fold for Duel {
    type Folded = (Vec<Vec<Card>>, Vec<Card>, Vec<u8>);

    fn folded(&self, state: &State) -> Self::Folded {
        (state.table.hands.clone(), state.table.discard.clone(), state.table.scores.clone())
    }

    fn fold(&self, setup: &Setup, facts: &[Fact]) -> Self::Folded {
        let (mut hands, mut discard, mut scores) = (vec![vec![]; setup.seats], vec![], vec![0; setup.seats]);
        for fact in facts {
            match fact {
                Fact::Dealt(seat, card) | Fact::Kept { seat, card, .. } => hands[seat.index()].push(*card),
                Fact::Tossed(..) if self.has(Fault::FoldDiffers) => {}
                Fact::Tossed(_, card) => discard.push(*card),
                Fact::Revealed(seat, card) => {
                    hands[seat.index()].retain(|held| held != card);
                    discard.push(*card);
                }
                Fact::Scored(seat) => scores[seat.index()] += 1,
                Fact::Looked(..) | Fact::Leads(_) => {}
            }
        }
        hands.iter_mut().for_each(|hand: &mut Vec<Card>| hand.sort_unstable());
        (hands, discard, scores)
    }
}
