//! Compiles actions that change the flow (CGML 13.4, 13.5).

use super::super::unknown_names::unknown;
use super::super::{Compiler, codes};
use crate::code::{Change, Expr, Op};
use crate::syntax::{
    Action, EndGame, ExtraTurn, InsertPhase, Keep, Name, NextSeat, RemovePhase, SetPhase, SetState, SkipTurn,
};
use rulebook_diag::Diagnostic;

impl<'a> Compiler<'a> {
    pub(super) fn change(&mut self, change: Change) {
        self.unit.emit(Op::Flow(change));
    }

    /// The number of a state. Reports an unknown name.
    pub(in super::super) fn state(&mut self, name: &Name) -> Option<u16> {
        let found = self.states.iter().position(|state| *state == name.text);
        if found.is_none() {
            let mistake = unknown(codes::UNKNOWN_STATE, "state", name, self.states.iter().map(String::as_str));
            self.report(mistake);
        }
        found.map(|number| number as u16)
    }

    /// The number of a phase. Reports an unknown name.
    pub(in super::super) fn phase(&mut self, name: &Name) -> Option<u16> {
        let found = self.phases.iter().position(|phase| *phase == name.text);
        if found.is_none() {
            let mistake = unknown(codes::UNKNOWN_PHASE, "phase", name, self.phases.iter().map(String::as_str));
            self.report(mistake);
        }
        found.map(|number| number as u16)
    }

    pub(super) fn act_set_state(&mut self, act: &'a SetState) {
        if let Some(state) = self.state(&act.state) {
            self.change(Change::State(state));
        }
    }

    pub(super) fn act_set_phase(&mut self, act: &'a SetPhase) {
        if let Some(phase) = self.phase(&act.phase) {
            self.change(Change::Phase(phase));
        }
    }

    /// Warns about an action on turns in a game without turns.
    pub(super) fn needs_turns(&mut self, action: &'a Action) {
        if self.game.simultaneous {
            let message = format!("{} has no effect: a simultaneous game has no turns", action.verb.word());
            self.report(Diagnostic::warning(codes::NEVER_FIRES, action.span, message).label("has no effect"));
        }
    }

    pub(super) fn act_skip_turn(&mut self, act: &'a SkipTurn, action: &'a Action) {
        self.needs_turns(action);
        let who = self.who(&act.player, None, action.span);
        self.change(Change::Skip(who));
    }

    pub(super) fn act_extra_turn(&mut self, act: &'a ExtraTurn, action: &'a Action) {
        self.needs_turns(action);
        let who = self.who(&act.player, None, action.span);
        self.change(Change::Extra(who));
    }

    pub(super) fn act_insert_phase(&mut self, act: &'a InsertPhase, action: &'a Action) {
        let after = act.after.as_ref().map(|name| self.phase(name));
        let Some(phase) = self.phase(&act.phase) else { return };
        if after == Some(None) {
            return;
        }
        self.change(Change::Insert { after: after.flatten(), phase, for_ever: for_ever(action) });
    }

    pub(super) fn act_remove_phase(&mut self, act: &'a RemovePhase, action: &'a Action) {
        if let Some(phase) = self.phase(&act.name) {
            self.change(Change::Remove { phase, for_ever: for_ever(action) });
        }
    }

    pub(super) fn act_next_seat(&mut self, act: &'a NextSeat, action: &'a Action) {
        self.needs_turns(action);
        let who: Expr = self.who_one(&act.player, action.span);
        self.change(Change::Next(who));
    }

    pub(super) fn act_end_game(&mut self, act: &'a EndGame, action: &'a Action) {
        let reason = act.reason.as_ref().map(|reason| self.message(reason));
        if let (Some(_), Some(ranking)) = (&act.winners, &act.ranking) {
            self.error(codes::ACTION, ranking.span, "give either `winners` or `ranking`, not both");
        }
        let change = if let Some(winners) = &act.winners {
            Change::Won(self.who(winners, None, action.span), reason)
        } else if let Some(ranking) = &act.ranking {
            let value = self.lower(ranking);
            Change::Ranked(self.seats(value, ranking.span), reason)
        } else {
            if let Some(message) = reason {
                let all = crate::code::Seats::These((0..self.game.seats as u8).collect());
                self.unit.emit(Op::Say(message, all));
            }
            Change::Over
        };
        self.change(change);
    }
}

/// Whether a change of phases lasts for the whole game (`keep: game`) and not only for the turn.
fn for_ever(action: &Action) -> bool {
    action.common.keep.is_some_and(|keep| keep.value == Keep::Game)
}
