//! States, phases, transitions, the end (CGML 9, 16).

use super::expr::{Expr, List, Seats};
use super::op::Op;
use super::program::{Listeners, Program};
use super::value::Symbol;

/// The flow.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The states.
    pub states: Vec<StateCode>,
    /// The phases: of all states, and those that exist only by `INSERT_PHASE`.
    pub phases: Vec<Phase>,
    /// The state that play starts in.
    pub initial: u16,
    /// Whose turn is next.
    pub order: Order,
    /// The transitions, in the order in which they are tested.
    pub transitions: Vec<Transition>,
    /// Rules on the begin of a turn,
    pub turn_begin: Listeners,
    /// and on its end.
    pub turn_end: Listeners,
    /// Does nobody listen to turns, and does nothing end with one? Found out when the program is folded.
    pub quiet_turns: bool,
    /// Who has won.
    pub win: Option<Win>,
    /// Is a game won that is played alone, or by all together?
    pub won: Option<Expr>,
    /// Does the state that play starts in first of all put cards together and shuffle them? Then a hand that leads back to
    /// it has been counted. Found out when the program is folded.
    pub redeals: bool,
}

/// See [`Flow::quiet_turns`].
pub(super) fn quiet_turns(p: &Program) -> bool {
    let heard = |listeners: &Listeners| !listeners.is_empty() || !listeners.recaps.is_empty();
    let ends = !p.turn_globals.is_empty() || !p.turn_lists.is_empty() || p.rules.iter().any(|rule| rule.once.is_some());
    p.flow.order != Order::Simultaneous && !heard(&p.flow.turn_begin) && !heard(&p.flow.turn_end) && !ends
}

/// See [`Flow::redeals`].
pub(super) fn redeals(p: &Program) -> bool {
    let Some(start) = p.flow.states.get(p.flow.initial as usize) else { return false };
    let Some(phase) = start.phases.first().and_then(|&phase| p.flow.phases.get(phase as usize)) else { return false };
    let rules = &phase.rules;
    let quiet = start.enter.is_empty() && p.flow.turn_begin.is_empty();
    let first = rules.pre.iter().chain(&rules.replace).chain(&rules.post).next();
    let first = first.map(|&rule| &p.rules[rule as usize]).filter(|rule| quiet && rule.when.is_none());
    first.is_some_and(|rule| {
        let mut steps = rule.unit.code.iter().map(|step| &step.op).skip_while(|op| matches!(op, Op::Move { .. }));
        matches!(steps.next(), Some(Op::Shuffle(_)))
    })
}

/// Whose turn is next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The next seat.
    #[default]
    Clockwise,
    /// The seat before.
    Counterclockwise,
    /// Rounds, not turns.
    Simultaneous,
}

/// A state.
#[derive(Clone, Debug)]
pub struct StateCode {
    /// Its name.
    pub name: Symbol,
    /// Its phases. Without any the game ends here.
    pub phases: Vec<u16>,
    /// Rules on entering it,
    pub enter: Listeners,
    /// and on leaving it.
    pub exit: Listeners,
}

/// A phase.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: Symbol,
    /// Rules on entering it.
    pub rules: Listeners,
}

/// From a state to another.
#[derive(Clone, Debug)]
pub struct Transition {
    /// From.
    pub from: u16,
    /// To.
    pub to: u16,
    /// When; without it always.
    pub when: Option<Expr>,
    /// Does that depend on the table alone? Found out when the program is folded.
    pub steady: bool,
}

/// How the winners are found (CGML 16.2).
#[derive(Clone, Debug)]
pub enum Win {
    /// One seat or several: they share the first place, the others the last.
    Winners(Seats, Option<usize>),
    /// All seats, the best first.
    Ranking(Seats, Option<usize>),
    /// A number for each seat: the greatest wins, or the least. They become the scores.
    ByNumber {
        /// One for each seat, in order.
        numbers: List,
        /// Does the least win?
        least: bool,
        /// The reason, in `Program::messages`.
        reason: Option<usize>,
    },
}
