//! Tests for every game, of any family.
//!
//! * [`laws`]: the laws of every game: nothing leaks, replay is exact, saving loses nothing.
//! * [`play_file`]: a match as a readable transcript, compared after every change.
//! * [`soak`]: digests of random matches, tied to the game's `semantics` version.
//! * [`scenario`]: JSON scenarios over any game: a setup, intents, expectations.
//! * [`pages`]: Markdown pages that are tests.
//! * [`perft`]: counting positions.
//! * [`connect_four`]: the test game with open information, on bitboards.
//! * [`cruel`]: the test game with hidden information, on a table of cards.
//! * [`five`]: five cards and two seats, for tests of matches and logs.
//! * [`scratch`]: a temporary folder for one test.
//! * [`endpoint`]: a local HTTP server.
//!
//! A development crate: it may read files and the environment, and open ports. It knows the traits and no family.

pub mod bless;
pub mod connect_four;
pub mod cruel;
pub mod endpoint;
mod files;
pub mod five;
pub mod laws;
pub mod pages;
pub mod perft;
pub mod play_file;
pub mod scenario;
mod scene_lines;
pub mod scratch;
pub mod soak;
pub mod visit;

use files::files;
