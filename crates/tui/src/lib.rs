//! The table in a terminal: a scene drawn with colours, the legal moves as a list that is typed into, keys and mouse.
//!
//! [`Screen`] is the whole of it without a terminal: what is shown, and what a key or a click means ([`Wish`]). It draws into
//! any ratatui frame, so tests look at what people look at. [`Terminal`] is the real one. [`Reader`] follows a match with the eyes
//! of one viewer: in which words it is told, which cards lie at which places, what is there for a moment only. No game is
//! known here.

mod board;
mod cards;
mod escape;
mod flow;
mod happen;
mod inline;
mod input;
mod laid;
mod mono;
mod moves;
mod overlay;
mod pictures;
mod places;
mod printed;
mod reader;
mod screen;
mod shared;
mod table;
mod terminal;
mod tight;
mod told;
mod widgets;
mod words;

pub use pictures::Picture;
pub use ratatui::crossterm::event::Event;
pub use reader::{Reader, Seen};
pub use screen::{Screen, Wish};
pub use terminal::Terminal;
