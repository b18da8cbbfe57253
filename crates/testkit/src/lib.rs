//! Tests that every game must pass, and tools for other tests.
//!
//! * [`laws`]: properties that every game must have, for example that nothing leaks and that saving loses nothing.
//! * [`play_file`]: transcripts of matches, which are compared after every change.
//! * [`soak`]: digests of random matches. If one changes, the game needs a new `semantics` version.
//! * [`scenario`]: tests written in JSON: a setup, moves, and expected results.
//! * [`pages`]: Markdown pages whose examples are tests.
//! * [`json_schema`]: checks values against the JSON Schemas of the languages.
//! * [`perft`]: counts move sequences and compares them with published numbers.
//! * [`connect_four`]: a test game without hidden information, on bitboards.
//! * [`cruel`]: a test game with much hidden information, on a table of cards.
//! * [`five`]: a test game with five cards and two seats, for tests of matches and logs.
//! * [`scratch`]: a temporary folder for one test.
//! * [`endpoint`]: a local HTTP server whose replies the test decides.
//!
//! This crate is used only in development. It may read files and the environment, and open ports. It uses the traits of
//! games and knows no family of games.

pub mod bless;
pub mod connect_four;
pub mod cruel;
pub mod endpoint;
mod files;
pub mod five;
pub mod json_schema;
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
