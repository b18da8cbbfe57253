//! The real terminal. It is switched to full screen while a [`Terminal`] exists, and restored when the value is
//! dropped.

use crate::{Chooser, Screen, escape};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// A terminal that shows a [`Screen`] or a [`Chooser`].
pub struct Terminal {
    inner: DefaultTerminal,
    /// Events that were read but not yet returned.
    done: VecDeque<Event>,
}

impl Terminal {
    /// Switches the terminal to full screen. If the program panics, the terminal is restored before the message is
    /// printed.
    ///
    /// # Errors
    /// If the terminal cannot be switched.
    pub fn open() -> io::Result<Terminal> {
        let inner = ratatui::try_init()?;
        let terminal = Terminal { inner, done: VecDeque::new() };
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }

    /// Draws the screen. Only cells that have changed are sent to the terminal.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn draw(&mut self, screen: &mut Screen) -> io::Result<()> {
        self.inner.draw(|frame| screen.draw(frame)).map(drop)
    }

    /// Draws a list.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn draw_list(&mut self, list: &mut Chooser) -> io::Result<()> {
        self.inner.draw(|frame| list.draw(frame)).map(drop)
    }

    /// The next event; `None` after the timeout.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn event(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        if self.done.is_empty()
            && let Some(first) = read(wait)?
        {
            self.done.extend(escape::meant(first, read)?);
        }
        Ok(self.done.pop_front())
    }
}

fn read(wait: Duration) -> io::Result<Option<Event>> {
    if event::poll(wait)? { event::read().map(Some) } else { Ok(None) }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // If the terminal is closed, it cannot be restored, so errors are ignored.
        let _ = execute!(io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}
