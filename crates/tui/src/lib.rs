//! The table in a terminal: a scene drawn with colours, the legal moves as a list that is typed into, keys and mouse.
//!
//! [`Screen`] is the whole of it without a terminal: what is shown, and what a key or a click means ([`Wish`]). It draws into
//! any ratatui frame, so tests look at what people look at. [`Terminal`] is the real one. No game is known here.

mod board;
mod cards;
mod flow;
mod input;
mod moves;
mod overlay;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;

pub use ratatui::crossterm::event::Event;
pub use screen::{Screen, Wish};
pub use terminal::Terminal;
