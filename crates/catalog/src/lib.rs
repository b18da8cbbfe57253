#![warn(missing_docs)]
//! The catalog of games, by id or path: reads folders, checks their files, selects the family, and pairs rules with
//! bots.
//!
//! A folder `games/ID/` is a game. `meta.json` describes it, `rules.md` explains it to people, and `layout*.json` lay
//! out its table. Its rules are a file (`game.cgml`, `game.json`, or `cards.json` with `decks/`) or, without one, a
//! native module of the engine with the same id. Only the rules affect a digest.
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
//! Mistakes in a folder are diagnostics, all in one [`Report`]. This crate reads files and writes none. All
//! reading goes through the module `source`: the loader is the same for folders and for games in the program.

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
mod report;
mod scenarios;
mod source;

pub use catalog::{Catalog, Fixed};
pub use cgml::{KEPT_PACKAGES, packages};
pub use game::Game;
pub use meta::{Meta, is_id};
pub use report::Report;
pub use rulebook_host::{AnyAdvice, AnyBot, AnyLine, Worth, explain, until};
pub use rulebook_mtg::load::List;

/// The example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
