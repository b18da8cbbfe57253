//! The real terminal: taken over while it is there, given back when it goes.

use crate::Screen;
use crate::escape;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::execute;
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// A terminal that shows a [`Screen`].
pub struct Terminal {
    inner: DefaultTerminal,
    /// What was done and not yet asked for.
    done: VecDeque<Event>,
}

impl Terminal {
    /// Takes the terminal over. A panic gives it back before it is told.
    ///
    /// # Errors
    /// If it cannot be had.
    pub fn open() -> io::Result<Terminal> {
        let inner = ratatui::try_init()?;
        let terminal = Terminal { inner, done: VecDeque::new() };
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }

    /// Draws what has changed.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn draw(&mut self, screen: &mut Screen) -> io::Result<()> {
        self.inner.draw(|frame| screen.draw(frame)).map(drop)
    }

    /// The next thing that somebody does; `None` if nobody did anything for so long.
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
        // Nothing can be done about a terminal that is gone.
        let _ = execute!(io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}
