#![warn(missing_docs)]
//! Every game there is, by id or by path: reads folders, checks all they hold, picks the family, pairs rules with bots.
//!
//! A folder `games/ID/` is a game: `meta.json` says what it is called, `rules.md` explains it to people, `layout*.json`
//! lay its table out, and what decides how it plays is either a file of its own (`game.cgml`, `game.json`, `cards.json` with `decks/`) or, where there
//! is none, a native module of the engine with the same id. Nothing but that last part touches a digest.
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
//! Mistakes in a folder are diagnostics, all of them in one [`Report`]. This crate reads files and writes none.

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
mod roots;
mod scenarios;

pub use catalog::{Catalog, Fixed};
pub use cgml::{KEPT_PACKAGES, packages};
pub use game::Game;
pub use meta::{Meta, is_id};
pub use report::Report;
pub use roots::Root;
pub use rulebook_host::{AnyAdvice, AnyBot, AnyLine, Worth, explain, until};
pub use rulebook_mtg::load::List;

/// The example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
