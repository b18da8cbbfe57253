//! Hides useless spells from bots. It is legal to cast an instant or sorcery that affects nothing on the battlefield,
//! but it wastes a card. In a bot's search, random playouts are too noisy to show this loss. So the moves for bots do
//! not contain such a spell.

use super::Duel;
use super::compiled_cards::{Code, CompiledAbility, DefId, Op, flag, type_bit};
use super::eval::{EvalContext, only_field};
use super::moves::Move;
use super::resolve::main_obj;
use super::state::{CastWay, DuelState, Id};
use crate::ir::{Act, CardType, Filter, ManaSymbol, Obj, Who};
use rulebook_kernel::Seat;

impl Duel {
    /// Whether the move casts an instant or sorcery that would affect nothing on the battlefield.
    pub(crate) fn is_useless(&self, s: &DuelState, seat: Seat, mv: Move) -> bool {
        let def = match mv {
            Move::Cast(face, CastWay::Usual | CastWay::Instead) => Some(self.face(s, face).1),
            Move::CastFrom(id, CastWay::Usual | CastWay::Free) => self.thing(s, id).map(|thing| thing.def),
            _ => None,
        };
        def.is_some_and(|def| self.spell_is_useless(s, seat, def))
    }

    fn spell_is_useless(&self, s: &DuelState, seat: Seat, def: DefId) -> bool {
        let d = &self.cards.defs[def as usize];
        let spell = type_bit(CardType::Instant) | type_bit(CardType::Sorcery);
        // With X in the cost, the effect is not known yet.
        let x = || d.cost.as_ref().is_some_and(|cost| cost.iter().any(|symbol| matches!(symbol, ManaSymbol::X)));
        if d.types & spell == 0 || d.abilities.is_empty() || x() {
            return false;
        }
        // If the spell has a keyword, a cost or a triggered ability, casting it may still be useful.
        d.abilities.iter().all(|ab| match &self.cards.abilities[*ab as usize] {
            CompiledAbility::Spell(code) => self.finds_nothing(s, seat, &self.cards.codes[*code as usize]),
            _ => false,
        })
    }

    fn finds_nothing(&self, s: &DuelState, seat: Seat, code: &Code) -> bool {
        let all = EvalContext::of(Id::NONE, seat);
        code.modes.is_none()
            && !code.ops.is_empty()
            && code.ops.iter().all(|op| match op {
                Op::Act(Act::Sacrifice { who, what: Obj::Choose { filter, .. } }, _) => {
                    let of_others = matches!(who, Who::Target(_) | Who::Each(_) | Who::A(_) | Who::Opponents);
                    of_others && s.opponents(seat).iter().all(|other| !self.has_to_give(s, seat, *other, filter))
                }
                // A filter may refer to a target, which is not chosen yet. So only codes without targets are tested.
                Op::Act(act, _) if code.targets.is_empty() => match main_obj(act) {
                    Some(Obj::Every { filter, .. }) => only_field(filter) && self.every(s, &all, filter).is_empty(),
                    _ => false,
                },
                _ => false,
            })
    }

    /// Whether this player controls a permanent that the spell would make them sacrifice.
    fn has_to_give(&self, s: &DuelState, seat: Seat, other: Seat, filter: &Filter) -> bool {
        let cx = EvalContext { subject: Some(other), ..EvalContext::of(Id::NONE, seat) };
        self.every(s, &cx, filter).iter().any(|id| {
            s.there(*id).is_some_and(|o| o.chars.controller == other && o.chars.rules & flag::NO_SACRIFICE == 0)
        })
    }
}
