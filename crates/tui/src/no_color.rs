//! A terminal without colours: what was told by a colour is told by the way letters are shown.

use crate::cards::{DIM_PAPER, LIT};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// Takes the colours out. What was lit is reversed, what cannot be used is faint.
pub(crate) fn plain(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        match cell.bg {
            LIT => cell.modifier |= Modifier::REVERSED,
            DIM_PAPER => cell.modifier |= Modifier::DIM,
            _ => {}
        }
        (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
    }
}
