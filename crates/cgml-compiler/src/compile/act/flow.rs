//! Compiles actions that change the flow (CGML 13.4, 13.5).

use super::super::unknown_names::unknown;
use super::super::value::Val;
use super::super::{Compiler, codes};
use crate::code::{Change, Expr, FlowTarget, Kind, MISSING, Op, Symbol};
use crate::syntax::{
    Action, EndGame, ExtraTurn, FlowName, InsertPhase, Keep, Name, NextSeat, RemovePhase, SetPhase, SetState, SkipTurn,
};
use rulebook_diag::{Diagnostic, nearest};

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

    /// The state or phase of an action. `find` looks up a name and reports an unknown one. `None` if the operand cannot
    /// name a state or phase.
    fn flow_target(
        &mut self,
        to: &'a FlowName,
        what: &str,
        find: impl FnOnce(&mut Compiler<'a>, &Name) -> Option<u16>,
    ) -> Option<FlowTarget> {
        let expr = match to {
            FlowName::Name(name) => return find(self, name).map(FlowTarget::Known),
            FlowName::Expr(expr) => expr,
        };
        let named = match self.lower(expr) {
            Val::One(Kind::Text, named) => named,
            Val::Group(group, key) if group.key_kind == Kind::Text => key,
            // The mistake is reported already.
            Val::Hole => return None,
            value => {
                let wanted = format!("the name of a {what}");
                let message = format!("expected {wanted}, found {}", value.describe());
                self.report(Diagnostic::error(codes::TYPE, expr.span, message).label(format!("must be {wanted}")));
                return None;
            }
        };
        if let Expr::Const(symbol) = named
            && symbol != MISSING
        {
            let name = Name::new(self.game.symbols.text(symbol).to_owned(), expr.span);
            return find(self, &name).map(FlowTarget::Known);
        }
        // Check the texts among which the operand chooses.
        let mut written = Vec::new();
        constants(&named, &mut written);
        let names = if what == "state" { self.states.clone() } else { self.phases.clone() };
        for symbol in written {
            let name = self.game.symbols.text(symbol).to_owned();
            if names.contains(&name) {
                continue;
            }
            let code = if what == "state" { codes::UNKNOWN_STATE } else { codes::UNKNOWN_PHASE };
            let found = Diagnostic::error(code, expr.span, format!("no {what} is called `{name}`"));
            let found = found.label("may give an unknown name");
            self.report(match nearest(&name, names.iter().map(String::as_str)) {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found,
            });
            return None;
        }
        Some(FlowTarget::Named(named))
    }

    pub(super) fn act_set_state(&mut self, act: &'a SetState) {
        if let Some(state) = self.flow_target(&act.state, "state", Compiler::state) {
            self.change(Change::State(state));
        }
    }

    pub(super) fn act_set_phase(&mut self, act: &'a SetPhase) {
        if let Some(phase) = self.flow_target(&act.phase, "phase", Compiler::phase) {
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
        let after = act.after.as_ref().map(|name| self.flow_target(name, "phase", Compiler::phase));
        let Some(phase) = self.flow_target(&act.phase, "phase", Compiler::phase) else { return };
        if after == Some(None) {
            return;
        }
        self.change(Change::Insert { after: after.flatten(), phase, for_ever: for_ever(action) });
    }

    pub(super) fn act_remove_phase(&mut self, act: &'a RemovePhase, action: &'a Action) {
        if let Some(phase) = self.flow_target(&act.name, "phase", Compiler::phase) {
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

/// Adds the constant texts that an expression can give: the branches of a condition, and the body of a `let`.
fn constants(expr: &Expr, out: &mut Vec<Symbol>) {
    match expr {
        Expr::Const(MISSING) => {}
        Expr::Const(symbol) => out.push(*symbol),
        Expr::If(_, yes, no) => {
            constants(yes, out);
            constants(no, out);
        }
        Expr::Let(_, _, body) | Expr::LetList(_, _, body) | Expr::For(_, _, body) => constants(body, out),
        _ => {}
    }
}
