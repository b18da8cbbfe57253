//! The trace: a file to which every exchange with a model is appended, one JSON object per line.

use rulebook_policy::Exchange;
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// An open trace. Lines of earlier runs stay in the file. Several threads may append to it.
#[derive(Debug)]
pub struct Trace(Mutex<File>);

/// One exchange with a model.
#[derive(Clone, Copy, Debug)]
pub struct TraceLine<'a> {
    /// The game.
    pub game: &'a str,
    /// The id of the match. `None` for a match without a server.
    pub id: Option<&'a str>,
    /// The seat of the model, counted from one.
    pub seat: usize,
    /// The number of the ask.
    pub ask: u32,
    /// The question and the answer.
    pub exchange: &'a Exchange,
}

/// A line of the file.
#[derive(Serialize)]
struct Written<'a> {
    /// Milliseconds since 1970.
    at: u64,
    game: &'a str,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    seat: usize,
    ask: u32,
    exchange: &'a Exchange,
}

impl Trace {
    /// Opens a file for appending, or creates it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Trace> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Trace(Mutex::new(file)))
    }

    /// Appends a line.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written.
    pub fn append(&self, line: &TraceLine<'_>) -> io::Result<()> {
        let TraceLine { game, id, seat, ask, exchange } = *line;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let at = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        let mut text = serde_json::to_string(&Written { at, game, id, seat, ask, exchange })?;
        text.push('\n');
        // Write each line at once, so that the lines of two processes do not mix.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes())
    }
}
