//! What every game is tested with, whatever its family.
//!
//! * [`laws`]: what is true of every game: nothing leaks, replay is exact, saving loses nothing.
//! * [`play_file`]: a match as a readable transcript, compared after every change.
//! * [`soak`]: fingerprints of random matches, tied to the game's `semantics` number.
//! * [`scenario`]: JSON scenarios over any game: a setup, intents, expectations.
//! * [`pages`]: Markdown pages that are tests.
//! * [`perft`]: counting positions.
//! * [`connect_four`]: the open proving game, on bits.
//! * [`cruel`]: the hidden one, on the table.
//! * [`five`]: five cards and two seats, for tests of matches and logs.
//! * [`scratch`]: a folder for one test.
//! * [`endpoint`]: somebody on this machine who is asked over HTTP.
//!
//! A development crate: it may read files and the environment, and listen. It knows the traits and no family.

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
