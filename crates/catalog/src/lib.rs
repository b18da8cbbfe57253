#![warn(missing_docs)]
//! The catalog finds games by id or path. It reads their folders, checks the files, selects the family of rules, and
//! pairs the rules with bots.
//!
//! A folder `games/ID/` is a game. `meta.json` describes it, `rules.md` explains it to players, and `layout*.json`
//! arrange its table. The rules are in a file: `game.cgml`, `game.json`, or `cards.json` with `decks/`. Without such a
//! file, they are a native module of the engine with the same id. Only the rules affect the digest of the game.
//!
//! ```no_run
//! use rulebook_catalog::Catalog;
//! use rulebook_kernel::{Key, Setup};
//!
//! let catalog = Catalog::open("games");
//! let game = catalog.find("crazy-eights").map_err(|report| report.to_string()).unwrap();
//! let table = game.rules.start(&Setup::seats(2), Key::from_seed("7")).unwrap();
//! let mut bot = game.bot("ismcts:200", Key::from_seed("8")).unwrap();
//! let seat = table.turn().seats().lowest().unwrap();
//! println!("{:?}", table.nth_text(seat, bot.pick(&*table, seat)));
//! ```
//!
//! All mistakes in a folder are collected as diagnostics in one [`Report`]. This crate reads files but never writes
//! them. It reads only through the module `source`, so folders on the disk and games in the program are loaded in the
//! same way.

mod catalog;
mod cgml;
pub mod codes;
mod duel;
mod family;
mod files;
mod game;
mod layouts;
mod load;
mod meta;
mod native;
mod pictures;
pub mod policy;
mod report;
mod scenarios;
mod source;

pub use catalog::{Catalog, Fixed, Listed};
pub use cgml::{KEPT_PACKAGES, embedded as embedded_file, packages};
pub use game::Game;
pub use meta::{Meta, is_id};
pub use report::Report;
pub use rulebook_host::{
    AnyAdvice, AnyBot, AnyLine, BotGame, BotSeats, End, GamePlayer, Record, Trained, Training, Worth, stop_flag, until,
};
pub use rulebook_mtg::load::List;

/// Runs the example in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
