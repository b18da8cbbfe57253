//! The mode for `NO_COLOR`: replaces colours by text attributes.

use crate::cards::{DIM_PAPER, LIT};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// Removes the colours. Highlights become reversed, and unavailable things become dim.
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
