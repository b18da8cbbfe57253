//! The table in a terminal: a coloured scene, a searchable list of legal moves, keys and mouse.
//!
//! [`Screen`] holds the displayed scene, translates keys and clicks into requests ([`PlayerRequest`]), and draws into
//! any ratatui frame. It needs no terminal, so tests see the same screen as players. [`Terminal`] is the real terminal.
//! [`Reader`] follows a match from the point of view of one viewer: it puts messages into words, keeps the places of
//! cards, and finds animation frames. The crate knows no particular game.

mod animation_frames;
mod apply_step;
mod board;
mod card_grid;
mod card_text;
mod cards;
mod chooser;
mod columns;
mod escape;
mod flow;
mod inline;
mod input;
mod melds;
mod moves;
mod news_filter;
mod no_color;
mod overlay;
mod pile_grid;
mod places;
mod reader;
mod screen;
mod small_layout;
mod table;
mod terminal;
mod trick;
mod widgets;
mod words;

pub use animation_frames::AnimationFrame;
pub use chooser::{Choice, Chooser};
pub use columns::columns;
pub use ratatui::crossterm::event::Event;
pub use reader::{Reader, SeenDecision};
pub use screen::{PlayerRequest, Screen, wrapped};
pub use terminal::Terminal;
pub use words::on_one_line;
