//! Plays a planned game: positions, moves, move generators, and the end of a game.

mod attack;
mod chain;
mod choices;
mod conditions;
mod drops;
mod end;
mod generate;
mod legal;
mod legal_by_trial;
mod make;
mod movegen_context;
mod pins;
mod position;
mod random_move;
mod sink;
mod special;

pub(crate) use drops::around;
pub use end::{End, Reason};
pub(crate) use generate::reach;
pub(crate) use legal::{could_move, decisions, draw_now};
pub use legal::{count, has_move, in_check, legal};
pub use position::Position;
pub use sink::{Move, Moves};
