//! The compiled form of a document: names are numbers, effects are flat code, conditions are typed trees.
//!
//! A [`Program`] is made for one number of seats, so that every zone and variable is a number. `compile` makes it and
//! `run` runs it; no name is looked up after compilation. The compiler guarantees that every index is valid, so the
//! machine does not check them.
//!
//! | file | contents |
//! |---|---|
//! | `program.rs` | the program: shape, symbols, properties, units, listeners |
//! | `value.rs` | scalars, their kinds, and where they are stored |
//! | `expr.rs` | typed expression trees: scalars, cards, seats, zones, lists |
//! | `op.rs` | the instructions of an effect |
//! | `ask.rs` | questions to a player |
//! | `flow.rs` | states, phases, transitions, the end |
//! | `presentation.rs` | how the game is shown |
//! | `walk.rs` | visits every part of an expression |
//! | `constant_fold.rs` | computes constants before play |
//! | `memoize.rs` | marks the expressions that are cached until the table changes |
//! | `inline_lets.rs` | replaces names by their values in conditions and options |
//! | `linear.rs`, `linearize.rs` | register code of effects and turns, and its compiler |
//! | `framing.rs` | finds out when an effect needs a frame |
//! | `lore_reads.rs` | finds programs that need lore in playouts |
//! | `suits.rs` | finds texts that are suits |
//! | `observation_slots.rs` | positions of scalars in an observation |
//! | `listing.rs` | code and expressions as text |

mod ask;
mod constant_fold;
mod expr;
mod flow;
mod framing;
mod inline_lets;
pub mod linear;
mod linearize;
mod listing;
mod lore_reads;
mod memoize;
mod observation_slots;
mod op;
mod presentation;
mod program;
mod suits;
mod value;
pub mod walk;

pub use ask::{Ask, Button, Many, Options};
pub use expr::{
    Arith, Attempt, Binding, Cards, Compare, Expr, Extreme, Item, Keys, List, Masks, Quantifier, Seats, Share, Test,
    Zones,
};
pub use flow::{Flow, Order, Phase, StateCode, Transition, Win};
pub use listing::Listing;
pub use observation_slots::{Columns, ITEMS};
pub use op::{
    Change, Emitted, FlowTarget, Gather, Held, Instruction, Kept, NoteSubject, Op, OrderBy, Put, Round, Sight, Target,
    When,
};
pub use presentation::{Audience, Board, Column, Computed, Presentation, Shown, Source, Standing};
pub use program::{
    EventCode, Framing, Listeners, Message, MessagePart, OncePer, Program, Property, Role, RuleCode, SETUP, Unit,
    VarCode, ZoneCode,
};
pub use value::{
    At, Field, Kind, LIST, ListId, MISSING, RANGE, SlotId, SlotInfo, Symbol, Symbols, TempId, TempListId, Value, card,
};
