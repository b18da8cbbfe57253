//! Register code: the turns of a state as one list of instructions, with one program counter.
//!
//! The effects of rules, their conditions, the transitions and the change of turn follow one another without frames.
//! `linearize.rs` compiles this code from the program, and `run/linear.rs` executes it if nobody reads facts. Constructs
//! that the registers cannot hold stay expression trees ([`Ins::Eval`], [`Ins::Set`], [`Ins::Exec`]). If the state has
//! lore, instructions that store values or notes stay as they are ([`Ins::WithLore`]), because they compute audiences.
//!
//! Registers exist only between two asks: [`REGISTERS`] scalars, and [`SETS`] sets of cards.

use super::expr::{Arith, Cards, Compare, Expr, Extreme};
use super::value::{MISSING, Value};
use rulebook_table::Facing;

/// The number of scalar registers.
pub const REGISTERS: usize = 16;
/// The number of set registers.
pub const SETS: usize = 8;

/// The register code of a program.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// The instructions.
    pub code: Vec<Ins>,
    /// Sets of entries. Each has as many words as the sets of the game.
    pub masks: Vec<u64>,
    /// The zones of unions.
    pub zones: Vec<u16>,
    /// The expressions of [`Ins::Eval`].
    pub exprs: Vec<Expr>,
    /// The cards of [`Ins::Set`].
    pub cards: Vec<Cards>,
    /// The questions of [`Ins::Ask`] and [`Ins::AskCards`].
    pub asks: Vec<AskCode>,
    /// The states by number. `None` if a state has no register code.
    pub states: Vec<Option<LinearState>>,
}

/// The register code of one state.
#[derive(Clone, Debug)]
pub struct LinearState {
    /// The first instruction of each phase. `None` if the phase has no register code.
    pub phases: Vec<Option<u16>>,
    /// For each rule of these phases and turns: its first register instruction for each of its own instructions, and at
    /// last for its end.
    pub rules: Vec<(u16, Vec<u16>)>,
}

impl Linear {
    /// The register instruction for an instruction of a rule. `None` if the state has no code for this rule.
    #[inline]
    pub fn find(&self, state: u16, rule: u16, at: u16) -> Option<usize> {
        let state = self.states.get(state as usize)?.as_ref()?;
        let (_, starts) = state.rules.iter().find(|(own, _)| *own == rule)?;
        starts.get(at as usize).map(|&start| start as usize)
    }
}

/// Where a question stands: what the frames of the state must record while it is open.
#[derive(Clone, Copy, Debug)]
pub struct AskCode {
    /// The rule.
    pub rule: u16,
    /// The asking instruction of the rule.
    pub at: u16,
    /// The index of the next rule of the event.
    pub next: u16,
    /// The event that the rule listens to.
    pub event: Moment,
}

/// An event of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A phase begins.
    Phase(u16),
    /// A turn begins.
    TurnBegin,
    /// A turn ends.
    TurnEnd,
}

/// A comparison, and the result for which an instruction jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When(u8);

impl When {
    /// Jumps if the comparison gives `result`.
    pub fn new(sign: Compare, result: bool) -> When {
        When(sign as u8 | u8::from(result) << 3)
    }

    /// Returns whether to jump.
    #[inline(always)]
    pub fn jumps(self, a: Value, b: Value) -> bool {
        let holds = match self.0 & 7 {
            0 => a == b,
            1 => a != b,
            2 => a < b,
            3 => a <= b,
            4 => a > b,
            _ => a >= b,
        };
        (holds && a != MISSING && b != MISSING) == (self.0 & 8 != 0)
    }
}

/// A register instruction. `d` is the register of the result; `a`, `b`, `card`, `seat` and `zone` are scalar registers;
/// `s` and `t` are set registers. `to` is the instruction to continue at, and `fail` the instruction after a failed
/// action.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the comment above and the comment of each instruction describe the operands")]
pub enum Ins {
    /// A constant.
    Const { d: u8, n: Value },
    /// A copy of another register.
    Copy { d: u8, a: u8 },
    /// A scalar of the frame.
    Slot { d: u8, slot: u16 },
    /// A global scalar.
    Global { d: u8, slot: u16 },
    /// A shared variable.
    Var { d: u8, var: u16 },
    /// The variable of a seat.
    VarOf { d: u8, seat: u8, def: u16 },
    /// The player whose turn it is.
    Current { d: u8 },
    /// The seat that is some places after another seat.
    After { d: u8, seat: u8, steps: i16 },
    /// The number of turns before the current turn.
    Turn { d: u8 },
    /// The zone of a seat.
    ZoneOf { d: u8, seat: u8, def: u16 },
    /// The zone of the current player.
    OwnZone { d: u8, def: u16 },
    /// The top card of a zone.
    Top { d: u8, zone: u8 },
    /// A property of a card.
    Property { d: u8, card: u8, property: u16 },
    /// The rank of a card.
    Rank { d: u8, card: u8 },
    /// Arithmetic.
    Arith { sign: Arith, d: u8, a: u8, b: u8 },
    /// Arithmetic with a constant.
    ArithConst { sign: Arith, d: u8, a: u8, n: i16 },
    /// The number of cards in a set.
    Count { d: u8, s: u8 },
    /// Any other expression.
    Eval { d: u8, expr: u16, rule: u16 },
    /// Sets a temporary of expressions that stay trees.
    Temp { temp: u8, a: u8 },
    /// Jumps if the value of a shared expression is cached, and puts it into the register.
    Recall { d: u8, variables: bool, number: u16, to: u16 },
    /// Caches the value of a shared expression.
    Remember { a: u8, variables: bool, number: u16 },
    /// Charges work for a loop.
    Burn(u16),
    /// Charges work for a loop over the cards of a set.
    BurnCards { s: u8, rule: u16 },
    /// Keeps the item `a` with the greatest or least key `b`. The best item is in `d`, and its key in the next register.
    Best { which: Extreme, a: u8, b: u8, d: u8 },
    /// Counts a register up, and jumps if it is still less than `n`.
    Loop { d: u8, n: u8, to: u16 },

    /// The cards of a zone.
    Zone { s: u8, zone: u16 },
    /// The cards of a zone of the current player.
    Own { s: u8, def: u16 },
    /// The cards of the zone in a register.
    ZoneAt { s: u8, zone: u8 },
    /// The cards of several zones: the first one in the list of zones, and their number.
    Union { s: u8, count: u8, first: u16 },
    /// One card, or no card.
    One { s: u8, card: u8 },
    /// The cards that are also in a mask.
    Mask { s: u8, mask: u16 },
    /// The cards with the value in the register: the first of the masks, and their number.
    ByValue { s: u8, a: u8, first: u16, count: u16 },
    /// The cards with a value compared with the value in the register: the first of the masks, and their number.
    ByOrder { s: u8, a: u8, first: u16, count: u16 },
    /// A copy of another set.
    CopySet { s: u8, t: u8 },
    /// Adds a set.
    Join { s: u8, t: u8 },
    /// Removes a set.
    Minus { s: u8, t: u8 },
    /// The set without cards.
    Empty { s: u8 },
    /// Replaces a set by another one that is not empty.
    Prefer { s: u8, t: u8 },
    /// Takes the first card out of a set, or jumps if the set is empty.
    NextCard { d: u8, s: u8, to: u16 },
    /// Adds a card.
    Put { s: u8, card: u8 },
    /// Any other cards.
    Set { s: u8, cards: u16, rule: u16 },

    /// Jumps.
    Jump(u16),
    /// Jumps if a comparison of two registers has the wanted result.
    If { when: When, a: u8, b: u8, to: u16 },
    /// The same with a constant.
    IfConst { when: When, a: u8, n: i16, to: u16 },
    /// The same with a shared variable and a constant.
    IfVar { when: When, var: u16, n: i16, to: u16 },
    /// The same with the number of cards in a set and a constant.
    IfCount { when: When, s: u8, n: i16, to: u16 },
    /// Jumps if a set has cards or not.
    IfCards { s: u8, some: bool, to: u16 },
    /// Jumps if a value is there or not.
    IfThere { a: u8, there: bool, to: u16 },

    /// Uses fuel. If there is too little, the match ends with a fault in this rule.
    Fuel { count: u16, rule: u16 },
    /// Makes room for the scalars and lists of a rule.
    Begin { rule: u16 },
    /// Removes the scalars and lists of a rule.
    End,
    /// Sets a scalar of the frame.
    SetSlot { a: u8, slot: u16 },
    /// Sets a global scalar.
    SetGlobal { a: u8, slot: u16 },
    /// Sets a shared variable.
    SetVar { a: u8, var: u16 },
    /// Sets the variable of a seat.
    SetVarOf { a: u8, seat: u8, def: u16, fail: u16 },
    /// Adds to a number. A missing number counts as 0.
    Sum { d: u8, a: u8, b: u8, fail: u16 },
    /// Moves one card to the top of a zone.
    Move { card: u8, zone: u8, facing: Facing, needed: bool, fail: u16 },
    /// Moves the cards of a set to the top of a zone.
    MoveSet { s: u8, zone: u8, facing: Facing, needed: bool, fail: u16 },
    /// Fails if the register holds no zone.
    IsZone { zone: u8, fail: u16 },
    /// Names the seat of the next turn.
    Next { seat: u8, fail: u16 },
    /// Any other instruction of a rule.
    Exec { rule: u16, at: u16 },
    /// If the state has lore, executes an instruction of a rule. The register instructions that follow do the same
    /// without lore.
    WithLore { rule: u16, at: u16 },
    /// Asks the current player to choose one of the cards.
    AskCards { s: u8, must: bool, ask: u16, fail: u16 },
    /// Any other question.
    Ask { ask: u16 },

    /// A phase begins.
    Phase(u16),
    /// Leaves this code before a phase.
    LeaveBefore { phase: u16 },
    /// Leaves this code if a change of the flow was requested. If the turn begins again, continues at `to`.
    Pending { again: bool, to: u16 },
    /// A turn ends: its rules follow.
    EndTurn { phases: u16 },
    /// The next turn begins: its rules follow.
    NextTurn,
    /// Ends a turn and begins the next one, if no rule listens to turns and nothing expires with them.
    PassTurn { phases: u16 },
    /// The turn begins again: its rules follow.
    Again,
    /// Leaves this code. The flow continues.
    Leave,
}

impl Ins {
    /// The instruction to jump to.
    pub(super) fn target(&mut self) -> Option<&mut u16> {
        match self {
            Ins::Jump(to)
            | Ins::If { to, .. }
            | Ins::IfConst { to, .. }
            | Ins::IfVar { to, .. }
            | Ins::IfCount { to, .. }
            | Ins::IfCards { to, .. }
            | Ins::IfThere { to, .. }
            | Ins::Recall { to, .. }
            | Ins::Loop { to, .. }
            | Ins::NextCard { to, .. }
            | Ins::Pending { to, .. }
            | Ins::SetVarOf { fail: to, .. }
            | Ins::Sum { fail: to, .. }
            | Ins::Move { fail: to, .. }
            | Ins::MoveSet { fail: to, .. }
            | Ins::IsZone { fail: to, .. }
            | Ins::Next { fail: to, .. }
            | Ins::AskCards { fail: to, .. } => Some(to),
            _ => None,
        }
    }
}
