//! States, phases, transitions and the end of the game (CGML 9, 16).

use super::expr::{Expr, List, Seats};
use super::op::Op;
use super::program::{Listeners, Program};
use super::value::Symbol;

/// The flow.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    /// The states.
    pub states: Vec<StateCode>,
    /// The phases of all states, and the phases that exist only through `INSERT_PHASE`.
    pub phases: Vec<Phase>,
    /// The initial state.
    pub initial: u16,
    /// The turn order.
    pub order: Order,
    /// The transitions, in the order in which they are tested.
    pub transitions: Vec<Transition>,
    /// The rules that fire at the beginning of a turn.
    pub turn_begin: Listeners,
    /// The rules that fire at the end of a turn.
    pub turn_end: Listeners,
    /// The win condition.
    pub win: Option<Win>,
    /// The condition under which a solo or cooperative game is won.
    pub won: Option<Expr>,
    /// Whether the initial state first gathers and shuffles the cards. If so, a return to the initial state means that
    /// a hand has been scored. Constant folding fills this field.
    pub redeals: bool,
}

/// Computes [`Flow::redeals`].
pub(super) fn redeals(p: &Program) -> bool {
    let Some(start) = p.flow.states.get(p.flow.initial as usize) else { return false };
    let Some(phase) = start.phases.first().and_then(|&phase| p.flow.phases.get(phase as usize)) else { return false };
    let rules = &phase.rules;
    let quiet = start.enter.is_empty() && p.flow.turn_begin.is_empty();
    let first = rules.pre.iter().chain(&rules.replace).chain(&rules.post).next();
    let first = first.map(|&rule| &p.rules[rule as usize]).filter(|rule| quiet && rule.when.is_none());
    first.is_some_and(|rule| {
        // New instruction: add it if it can belong to the start of a new deal.
        let mut steps = rule.unit.code.iter().map(|step| &step.op).skip_while(|op| matches!(op, Op::Move { .. }));
        matches!(steps.next(), Some(Op::Shuffle(_)))
    })
}

/// The turn order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The next seat has the next turn.
    #[default]
    Clockwise,
    /// The previous seat has the next turn.
    Counterclockwise,
    /// The game has rounds instead of turns.
    Simultaneous,
}

/// A state.
#[derive(Clone, Debug)]
pub struct StateCode {
    /// The name of the state.
    pub name: Symbol,
    /// The phases. A state without phases ends the game.
    pub phases: Vec<u16>,
    /// The rules that fire when the state is entered.
    pub enter: Listeners,
    /// The rules that fire when the state is left.
    pub exit: Listeners,
}

/// A phase.
#[derive(Clone, Debug)]
pub struct Phase {
    /// The name of the phase.
    pub name: Symbol,
    /// The rules that fire when the phase begins.
    pub rules: Listeners,
}

/// A transition between states.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The state before the transition.
    pub from: u16,
    /// The state after the transition.
    pub to: u16,
    /// The condition; `None` means always.
    pub when: Option<Expr>,
}

/// The rule that determines the winners (CGML 16.2).
#[derive(Clone, Debug)]
pub enum Win {
    /// One or several winners. They share the first rank, and all other seats share the last.
    Winners(Seats, Option<usize>),
    /// A ranking of all seats, the best first.
    Ranking(Seats, Option<usize>),
    /// A number for each seat, which becomes its score. The greatest or the least wins.
    ByNumber {
        /// One number for each seat, in seat order.
        numbers: List,
        /// Whether the least number wins.
        least: bool,
        /// The reason, in `Program::messages`.
        reason: Option<usize>,
    },
}
