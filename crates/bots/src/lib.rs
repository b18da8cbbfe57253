#![warn(missing_docs)]
//! Bots for every game. They use only the traits of the kernel and know no particular game.
//!
//! Each bot has its own module. [`BotKind`] lists them, and [`make`] builds a bot from a spec such as `ismcts:200`.
//! Bots may use floats, threads and clocks; rules may not. A bot never gets the state of a match, only a view.
//!
//! ```
//! use rulebook_bots::make;
//! use rulebook_kernel::{Hidden, Key, Seat};
//!
//! fn reply<R: Hidden>(rules: &R, seat: Seat, view: &R::View, moves: &[R::Move]) -> usize {
//!     let (mut bot, budget) = make::<R>(rules.info(), "ismcts:200", Key::from_seed("7")).unwrap();
//!     bot.pick(rules, seat, view, moves, budget)
//! }
//! ```
//!
//! Passing a state instead of a view does not compile:
//!
//! ```compile_fail,E0308
//! use rulebook_bots::make;
//! use rulebook_kernel::{Hidden, Key, Seat};
//!
//! fn cheat<R: Hidden>(rules: &R, seat: Seat, state: &R::State, moves: &[R::Move]) -> usize {
//!     let (mut bot, budget) = make::<R>(rules.info(), "ismcts:200", Key::from_seed("7")).unwrap();
//!     bot.pick(rules, seat, state, moves, budget)
//! }
//! ```

mod advice;
mod alphabeta;
mod budget_meter;
mod first;
mod flat;
mod greedy;
mod guided;
mod ismcts;
mod mcts;
mod parallel_trees;
mod playout;
mod playout_score;
mod policy_bot;
mod random;
mod registry;
mod rewards;
mod shares;
mod spec;
mod stop;
mod threads;
mod training;

pub use advice::{Advice, Advise, Line, Worth};
pub use alphabeta::{AlphaBeta, Limits};
pub use first::FirstCandidate;
pub use flat::Flat;
pub use greedy::Greedy;
pub use ismcts::Ismcts;
pub use mcts::Mcts;
pub use parallel_trees::ParallelTrees;
pub use playout::playout;
pub use policy_bot::PolicyBot;
pub use random::RandomBot;
pub use registry::{BotKind, Made, Make, make, make_open};
pub use rewards::{Rewards, rewards};
pub use spec::{Level, Spec};
pub use stop::{current as stop_flag, until};
pub use training::{Trained, Training, train};
