//! The table in a terminal: a scene drawn with colours, the legal moves as a list that is typed into, keys and mouse.
//!
//! [`Screen`] is the whole of it without a terminal: what is shown, and what a key or a click means ([`Wish`]). It draws into
//! any ratatui frame, so tests look at what people look at. [`Terminal`] is the real one. [`Reader`] follows a match with the eyes
//! of one viewer: in which words it is told, which cards lie at which places, what is there for a moment only. No game is
//! known here.

mod animation_frames;
mod apply_step;
mod board;
mod card_grid;
mod card_text;
mod cards;
mod escape;
mod flow;
mod inline;
mod input;
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
mod widgets;
mod words;

pub use animation_frames::AnimationFrame;
pub use ratatui::crossterm::event::Event;
pub use reader::{Reader, Seen};
pub use screen::{Screen, Wish};
pub use terminal::Terminal;
