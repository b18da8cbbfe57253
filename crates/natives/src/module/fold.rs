//! Rebuilds a match from its facts alone. The random generator and the counters are not rebuilt.

use super::apply::note_visibility;
use super::event::Visibility;
use super::native::MOST_NOTES;
use super::{Fact, ModuleState, Native, RuleModule};
use rulebook_kernel::{Fold, Outcome, Rules, Seat, Setup};
use rulebook_table::Table;

/// The part of a match state that the facts rebuild.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded<P, V, N> {
    table: Table,
    current: Option<Seat>,
    dealt: bool,
    deal: u16,
    actions: super::ActionSet,
    scores: Vec<i32>,
    public: P,
    private: Vec<V>,
    notes: Vec<N>,
    visuals: Vec<(u16, i16)>,
    seen: Vec<(u8, Visibility)>,
    winner: Option<Box<Outcome>>,
}

impl<M: RuleModule> Fold for Native<M> {
    type Folded = Folded<M::Public, M::Private, M::Note>;

    fn folded(&self, state: &ModuleState<M>) -> Self::Folded {
        Folded {
            table: state.table.clone(),
            current: state.core.current,
            dealt: state.core.dealt,
            deal: state.core.deal,
            actions: state.core.actions,
            scores: state.core.scores[..state.core.seats as usize].to_vec(),
            public: state.public.clone(),
            private: state.private.clone(),
            notes: state.notes.clone(),
            visuals: state.visuals.clone(),
            seen: state.seen.clone(),
            winner: state.winner.clone(),
        }
    }

    fn fold(&self, setup: &Setup, facts: &[<Self as Rules>::Fact]) -> Self::Folded {
        let shape = &self.board(setup.seats as u8).shape;
        let mut folded = Folded {
            table: Table::new(shape),
            current: None,
            dealt: false,
            deal: 0,
            actions: super::ActionSet::NONE,
            scores: vec![0; setup.seats],
            public: self.module.initial(setup),
            private: vec![M::Private::default(); setup.seats],
            notes: Vec::new(),
            visuals: Vec::new(),
            seen: Vec::new(),
            winner: None,
        };
        for fact in facts {
            match fact.clone() {
                Fact::Table(fact) => {
                    folded.drop_visuals(&fact);
                    folded.table.fold(shape, &fact);
                }
                Fact::Dealt { deal } => (folded.deal, folded.dealt) = (deal, true),
                Fact::HandOver => folded.dealt = false,
                Fact::Turn(seat) => folded.current = seat,
                Fact::Rules(rules) => folded.public = rules,
                Fact::Private { seat, value } => folded.private[seat.index()] = value,
                Fact::Scores(scores) => folded.scores = scores,
                Fact::Actions(actions) => folded.actions = actions,
                Fact::Seen { pile, visibility } => note_visibility(&mut folded.seen, pile, visibility),
                Fact::Rotated(cards) => {
                    folded.visuals = cards.iter().filter_map(|&(card, _, _, degrees)| Some((card?, degrees))).collect();
                }
                Fact::Note(note) => {
                    if folded.notes.len() == MOST_NOTES {
                        folded.notes.remove(0);
                    }
                    folded.notes.push(note);
                }
                Fact::Over(outcome) => (folded.winner, folded.current) = (Some(outcome), None),
            }
        }
        folded
    }
}

impl<P, V, N> Folded<P, V, N> {
    /// Removes the rotation of cards that this fact moves or shuffles.
    fn drop_visuals(&mut self, fact: &rulebook_table::Fact) {
        match fact {
            rulebook_table::Fact::Moved(motions) => {
                let moved = |card: u16| motions.iter().any(|m| m.spot.entry.is_some_and(|entry| entry.0 == card));
                self.visuals.retain(|(card, _)| !moved(*card));
            }
            rulebook_table::Fact::Shuffled { order, .. } => {
                self.visuals.retain(|(card, _)| order.iter().all(|entry| entry.0 != *card));
            }
            _ => {}
        }
    }
}
