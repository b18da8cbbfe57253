//! What a document compiles to: names are numbers, effects are flat code, conditions are typed trees.
//!
//! A [`Program`] is made for one number of seats, so that every zone and variable is a number. `check` makes it (no name
//! is looked up after that), `run` steps it. Nothing in here can be wrong for a reason that could have been known: the
//! machine indexes without asking.
//!
//! | file | what |
//! |---|---|
//! | `program.rs` | the whole: shape, symbols, properties, units, listeners |
//! | `value.rs` | scalars, kinds, where values are kept |
//! | `expr.rs` | typed expression trees: scalars, cards, seats, zones, lists |
//! | `op.rs` | the steps of an effect |
//! | `ask.rs` | what a player can be asked |
//! | `flow.rs` | states, phases, transitions, the end |
//! | `presentation.rs` | how the game is shown |
//! | `walk.rs`, `constant_fold.rs` | every part of an expression; what is known before play is computed before play |
//! | `inline_rules.rs`, `suits.rs` | which effects are over at once, which texts are suits |
//! | `observation_slots.rs` | where the scalars of effects stand in an observation |
//! | `memoize.rs` | what is computed once as long as the table does not change |
//! | `listing.rs`, `listing_expr.rs` | code as a text |

mod ask;
mod constant_fold;
mod expr;
mod flow;
mod inline_rules;
mod listing;
mod listing_expr;
mod memoize;
mod observation_slots;
mod op;
mod presentation;
mod program;
mod suits;
mod value;
pub(crate) mod walk;

pub use ask::{Ask, Many, Options};
pub use expr::{
    Arith, Attempt, Cards, Compare, Expr, Extreme, Item, Keys, List, Masks, Quantifier, Seats, Share, Test, Zones,
};
pub use flow::{Flow, Order, Phase, StateCode, Transition, Win};
pub use listing::Listing;
pub use observation_slots::{Columns, ITEMS};
pub use op::{Change, Emitted, Gather, Held, Instruction, Kept, Noted, Op, OrderBy, Put, Round, Sight, Target, When};
pub use presentation::{Audience, Board, Column, Computed, Presentation, Shown, Source, Standing};
pub use program::{
    EventCode, Listeners, Message, OncePer, Piece, Program, Property, Role, RuleCode, Unit, VarCode, ZoneCode,
};
pub use value::{At, Field, Kind, ListId, MISSING, SlotId, SlotInfo, Symbol, Symbols, TempId, Value, card};
