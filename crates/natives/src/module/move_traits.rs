//! Writes the traits of intents, for learned policies. Works for any module.

use super::fields::FieldTraits;
use super::native::ModuleState;
use super::{Card, Fields, Intent, Native, RuleModule};
use rulebook_kernel::{MoveTraits, Seat};
use rulebook_table::{Face, MoveForm, NO_CLASS, Shape, TraitPlan, mix};
use smallvec::SmallVec;

/// The plan for the faces of all modules. Aces are high.
pub(super) fn plan(shape: &Shape) -> TraitPlan {
    TraitPlan::new(shape, |face| {
        let card = Card::from_index(face.index());
        if card.is_joker() { (NO_CLASS, 13) } else { (card.suit() as u8, card.high_rank() as u8 - 1) }
    })
}

impl<M: RuleModule> Native<M> {
    pub(super) fn write_traits(&self, state: &ModuleState<M>, seat: Seat, moves: &[Intent], into: &mut MoveTraits) {
        let board = self.board(state.core.seats);
        let (shape, plan) = (&board.shape, &board.traits);
        let mut fields = FieldTraits::default();
        self.module
            .fields(&self.seat_state(state, seat), &mut Fields::traits(&mut fields, seat, state.core.seats.into()));
        let known = plan.situation(&state.table, shape, seat, &fields.suits, &[], &fields.items);
        for mv in moves {
            let choice = |value: i32| MoveForm::Choice { value, suit: NO_CLASS, rank: NO_CLASS };
            match mv {
                Intent::Action(action) => {
                    plan.describe(&known, mix(fields.phase, 1), choice(action.0.into()), None, into);
                }
                Intent::Move { from, to, cards } => {
                    let zone = |pile: &super::Pile| shape.zone_from(pile.zone(), seat).index() as u32;
                    let kind = mix(mix(fields.phase, 2 + zone(from)), zone(to));
                    if cards.is_blind() {
                        plan.describe(&known, kind, choice(0), None, into);
                        continue;
                    }
                    let faces: SmallVec<[Face; 8]> = cards.iter().map(|card| Face(card.index() as u16)).collect();
                    let source = plan.source(&state.table, shape, from.zone());
                    plan.describe(&known, kind, MoveForm::Cards(&faces), source, into);
                }
            }
        }
    }
}
