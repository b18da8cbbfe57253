//! Draws without colours if `NO_COLOR` is set: replaces them by reversed and dim text.

use crate::cards::{DIM_PAPER, LIT};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// Removes all colours. Highlighted text becomes reversed, and text for things that cannot be used becomes dim.
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
