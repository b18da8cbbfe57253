//! Checks when a text allows a spell to be cast or an ability to be activated (CR 601.3, 602.5).

use super::Duel;
use super::compiled_cards::CompiledAbility;
use super::eval::{EvalContext, Thing};
use super::state::{DuelState, ObjectOrPlayer, TurnStep};
use crate::ir::{Phase, Static, When};
use rulebook_kernel::Seat;

impl Duel {
    /// Whether the limit allows the player to act now. `times` is how often the ability was used this turn.
    pub(super) fn is_time(&self, s: &DuelState, cx: &EvalContext<'_>, when: &When, times: u8) -> bool {
        let seat = cx.you;
        match when {
            When::Sorcery => self.sorcery_time(s, seat),
            When::Instant => true,
            When::OnceEachTurn => times == 0,
            When::TimesEachTurn(n) => times < *n,
            When::YourTurn => s.active == seat,
            When::OpponentsTurn => s.active != seat,
            When::Combat => (TurnStep::BeginCombat..=TurnStep::EndCombat).contains(&s.step),
            When::BeforeAttackers => s.active == seat && s.step < TurnStep::Attackers,
            When::Attackers => s.step == TurnStep::Attackers,
            When::Blockers => s.step == TurnStep::Blockers,
            When::BeforeBlockers => matches!(s.step, TurnStep::BeginCombat | TurnStep::Attackers),
            When::AfterBlockers => (TurnStep::Blockers..=TurnStep::EndCombat).contains(&s.step),
            When::Attacked => {
                s.step == TurnStep::Attackers && s.attackers.iter().any(|a| a.whom == ObjectOrPlayer::Seat(seat))
            }
            When::YourPhase(Phase::Upkeep) => s.active == seat && s.step == TurnStep::Upkeep,
            When::If(cond) => self.cond(s, cx, cond),
            _ => false,
        }
    }

    /// Whether the spell's own text allows it to be cast now.
    pub(super) fn may_cast_now(&self, s: &DuelState, seat: Seat, thing: &Thing) -> bool {
        let cx = EvalContext::of(thing.id, seat);
        self.cards.defs[thing.def as usize].abilities.iter().all(|ab| match &self.cards.abilities[*ab as usize] {
            CompiledAbility::Static(Static::CastOnly(list)) => list.iter().all(|when| self.is_time(s, &cx, when, 0)),
            _ => true,
        })
    }
}
