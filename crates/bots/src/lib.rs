#![warn(missing_docs)]
//! Somebody to play against, for every game: bots are written against the traits of the kernel and know no game.
//!
//! One bot is one file; [`BotKind`] lists them, and [`make`] builds one from its name. Floats, threads and clocks are
//! allowed here and in no other crate of these rows. No state of a match ever comes in: a bot is handed a view.
//!
//! ```
//! use rulebook_bots::make;
//! use rulebook_kernel::{Hidden, Key, Seat};
//!
//! fn reply<R: Hidden>(rules: &R, seat: Seat, view: &R::View, moves: &[R::Move]) -> usize {
//!     let (mut bot, budget) = make::<R>("ismcts:200", Key::from_seed("7")).unwrap();
//!     bot.pick(rules, seat, view, moves, budget)
//! }
//! ```
//!
//! The same with a state instead of a view does not compile:
//!
//! ```compile_fail,E0308
//! use rulebook_bots::make;
//! use rulebook_kernel::{Hidden, Key, Seat};
//!
//! fn cheat<R: Hidden>(rules: &R, seat: Seat, state: &R::State, moves: &[R::Move]) -> usize {
//!     let (mut bot, budget) = make::<R>("ismcts:200", Key::from_seed("7")).unwrap();
//!     bot.pick(rules, seat, state, moves, budget)
//! }
//! ```

mod allowance;
mod first;
mod ismcts;
mod playout;
mod random;
mod registry;
mod rewards;
mod tree;

pub use first::FirstCandidate;
pub use ismcts::Ismcts;
pub use playout::playout;
pub use random::RandomBot;
pub use registry::{BotKind, make};
pub use rewards::{Rewards, rewards};
