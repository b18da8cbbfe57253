//! Register code: one list of instructions over registers, with jumps. It holds each effect of a program, and the turns
//! of each state.
//!
//! `linearize.rs` compiles this code from the program, and `run/linear.rs` executes it. An effect has one [`Block`]. In
//! the turns of a state, the conditions and effects of its rules, the transitions and the change of turn follow one
//! another without a call. So a rule of a turn has a block of its own there. Constructs that the registers cannot hold
//! stay expression trees ([`Ins::Eval`], [`Ins::Set`]) or instructions ([`Ins::Exec`]).
//!
//! Registers exist only within one instruction of an effect: [`REGISTERS`] scalars, and [`SETS`] sets of cards.

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
    /// Sets of entries. Each has as many words as the sets of the game.
    pub masks: Vec<u64>,
    /// The zones of unions.
    pub zones: Vec<u16>,
    /// The expressions of [`Ins::Eval`].
    pub exprs: Vec<Expr>,
    /// The cards of [`Ins::Set`].
    pub cards: Vec<Cards>,
    /// The effects: the setup, then each rule.
    pub effects: Vec<(Vec<Ins>, Block)>,
    /// The turns of each state.
    pub turns: Vec<Turns>,
}

/// An effect in register code.
#[derive(Clone, Debug)]
pub struct Block {
    /// The rule, or `SETUP`.
    pub rule: u16,
    /// The first register instruction for each instruction of the effect, and at last for its end.
    pub starts: Vec<u16>,
    /// For a rule in the turns of a state: the event that it listens to, and the index of the next rule.
    pub of: Option<(Moment, u16)>,
}

/// The turns of one state.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// The instructions.
    pub code: Vec<Ins>,
    /// The number and the first register instruction of each phase: first the phases of the state, in order, then the
    /// phases that an action can insert.
    pub phases: Vec<(u16, u16)>,
    /// The number of phases of the state.
    pub own: usize,
    /// The instructions at which the flow can enter the turn.
    pub entries: Entries,
    /// The rules.
    pub blocks: Vec<Block>,
}

/// The instructions at which the flow can enter a turn, apart from its phases.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entries {
    /// A turn begins.
    pub begin: u16,
    /// A phase is over.
    pub after_phase: u16,
    /// All phases are over.
    pub end: u16,
    /// The rules at the end of the turn have run.
    pub ended: u16,
    /// The next turn.
    pub next: u16,
}

impl Linear {
    /// The code and the block of an effect.
    #[inline]
    pub fn effect(&self, rule: u16) -> &(Vec<Ins>, Block) {
        // The setup has the greatest number.
        &self.effects[rule.wrapping_add(1) as usize]
    }

    /// The turns of a state, and the block of a rule in them.
    #[inline]
    pub fn in_turns(&self, state: u16, rule: u16, of: (Moment, u16)) -> Option<(&Turns, &Block)> {
        let turns = &self.turns[state as usize];
        let block = turns.blocks.iter().find(|block| block.rule == rule && block.of == Some(of))?;
        Some((turns, block))
    }
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

/// The bits of [`When`]: jumps if the first value is less, equal or greater, and inverts the result.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const INVERTED: u8 = 8;

impl When {
    /// Jumps if the comparison gives `result`.
    pub fn new(sign: Compare, result: bool) -> When {
        let holds = match sign {
            Compare::Eq => EQUAL,
            Compare::Ne => LESS | GREATER,
            Compare::Lt => LESS,
            Compare::Le => LESS | EQUAL,
            Compare::Gt => GREATER,
            Compare::Ge => GREATER | EQUAL,
        };
        When(if result { holds } else { holds | INVERTED })
    }

    /// Returns whether to jump.
    #[inline(always)]
    pub fn jumps(self, a: Value, b: Value) -> bool {
        let order = LESS << (u8::from(a >= b) + u8::from(a > b));
        let holds = (self.0 & order != 0) & (a != MISSING) & (b != MISSING);
        holds != (self.0 & INVERTED != 0)
    }
}

/// A register instruction. `d` is the register of the result; `a`, `b`, `card`, `seat` and `zone` are scalar registers;
/// `s` and `t` are set registers. `to` is the instruction to continue at.
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
    Eval { d: u8, expr: u32 },
    /// Sets a temporary of expressions that stay trees.
    Temp { temp: u8, a: u8 },
    /// Jumps if the value of a shared expression is cached, and puts it into the register.
    Recall { d: u8, variables: bool, number: u16, to: u16 },
    /// Caches the value of a shared expression.
    Remember { a: u8, variables: bool, number: u16 },
    /// Charges work for a loop, or jumps if there is too little left.
    Burn { items: u16, to: u16 },
    /// Charges work for a loop over the cards of a set. If there is too little left, the set becomes empty.
    BurnCards { s: u8 },
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
    Set { s: u8, cards: u32 },

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

    /// An instruction of the effect begins. It uses one unit of fuel.
    Step(u16),
    /// The instruction of the effect, as a whole.
    Exec,
    /// Jumps if the state has no lore and nobody reads facts.
    IfUnwatched(u16),
    /// The effect has ended.
    End,
    /// Sets a scalar of the frame.
    SetSlot { a: u8, slot: u16 },
    /// Sets a global scalar.
    SetGlobal { a: u8, slot: u16 },
    /// Sets a shared variable.
    SetVar { a: u8, var: u16 },
    /// Sets the variable of a seat. Fails if there is no such seat.
    SetVarOf { a: u8, seat: u8, def: u16 },
    /// Adds to a number. A missing number counts as 0. Fails if there is no sum.
    Sum { d: u8, a: u8, b: u8 },
    /// Moves one card to the top of a zone. Fails if there is no card but it is needed.
    Move { card: u8, zone: u8, facing: Facing, needed: bool },
    /// Moves the cards of a set to the top of a zone. Fails if there are none but they are needed.
    MoveSet { s: u8, zone: u8, facing: Facing, needed: bool },
    /// Draws one card from a deck into another zone. No rule listens.
    Draw { from: u8, to: u8 },
    /// Fails if the register holds no zone.
    IsZone { zone: u8 },
    /// Fails if the set has cards, because a note would be false.
    IsEmpty { s: u8 },
    /// Takes the next item of a loop into a scalar of the frame, or jumps if there is none.
    NextItem { left: u16, item: u16, to: u16 },
    /// Fails if the register holds no seat.
    IsSeat { seat: u8 },
    /// Names the seat of the next turn. Fails if there is no such seat.
    Next { seat: u8 },
    /// Asks the current player to choose one of the cards. Fails if there are none but one must be chosen.
    AskCards { s: u8, must: bool },

    /// A rule of a turn: its block. It uses one unit of fuel. Its condition follows.
    Rule(u16),
    /// The condition of the rule holds: makes room for its scalars and lists.
    Begin,
    /// Removes the scalars and lists of a rule.
    EndRule,
    /// The rule fires once: jumps if it has fired.
    IfFired { mark: u8, to: u16 },
    /// Records that the rule has fired.
    Fired { mark: u8 },
    /// Runs the rules of an event of a turn from this rule on, because one of them can run only with frames.
    Listen(Moment, u16),
    /// Tells the recaps of an event of a turn.
    Recap(Moment),
    /// A turn begins: its rules follow.
    BeginTurn,
    /// Goes to the current phase, or to the end of the turn.
    ToPhase,
    /// A phase begins: its rules follow.
    Phase,
    /// A phase is over: the transitions follow.
    AfterPhase,
    /// Ends the match if the conditions or transitions before it have exceeded the work budget.
    Beyond,
    /// Leaves the state.
    LeaveTo(u16),
    /// Goes to the next phase, or to the end of the turn.
    NextPhase,
    /// All phases are over, and no rule listens to it: the next turn begins, and `to` follows. Does nothing if no seat
    /// was asked.
    PassTurn { to: u16 },
    /// All phases are over: the rules at the end of the turn follow.
    EndTurn,
    /// Waits for a player to continue if no seat was asked in this turn.
    Idle,
    /// The seat of the next turn has the turn.
    NextTurn,
    /// Leaves this code if a change of the flow was requested.
    Pending,
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
            | Ins::Burn { to, .. }
            | Ins::IfUnwatched(to)
            | Ins::NextItem { to, .. }
            | Ins::PassTurn { to }
            | Ins::IfFired { to, .. } => Some(to),
            _ => None,
        }
    }
}
