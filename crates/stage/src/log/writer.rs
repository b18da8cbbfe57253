//! Writes the log of a match as it goes.

use super::form::{ClosingLine, Header, entry_line, line};
use crate::{AnyMatch, Played, chain};
use rulebook_kernel::{Digest, Illegal};

/// The log of one match so far. Lines pile up in it until they are taken.
#[derive(Clone, Debug)]
pub struct LogWriter {
    text: String,
    head: Digest,
    closed: bool,
}

impl LogWriter {
    /// Begins the log of a fresh match: the header and the deal. A `seed` in the header tells every reader every card; give it
    /// only where nothing is at stake, as in simulations.
    ///
    /// # Errors
    /// If a move was already made, or there is not one name a seat.
    pub fn open(game: &mut dyn AnyMatch, seats: &[String], seed: Option<&str>) -> Result<LogWriter, Illegal> {
        if seats.len() != game.seats() {
            return Err(Illegal::new(format!("{} seats and {} names", game.seats(), seats.len())));
        }
        let header = Header::new(game.info(), game.setup(), game.commitment(), seats, seed);
        LogWriter::begin(&header, game).map(|(writer, _)| writer)
    }

    pub(super) fn begin(header: &Header, game: &mut dyn AnyMatch) -> Result<(LogWriter, Played), Illegal> {
        let deal = game.open_log(header.digest())?;
        let mut writer = LogWriter { text: String::new(), head: header.digest(), closed: false };
        writer.push(&header.line());
        writer.record(&deal)?;
        Ok((writer, deal))
    }

    /// Writes an answer.
    ///
    /// # Errors
    /// If it does not follow the last entry of this log: another match, a missed or a repeated entry.
    pub fn record(&mut self, played: &Played) -> Result<(), Illegal> {
        let Played { seat, ask, text, facts, digest } = played;
        if self.closed || *digest != chain(&self.head, *seat, *ask, text, &facts.canonical()) {
            return Err(Illegal::new("this entry does not follow the last one of the log"));
        }
        self.head = *digest;
        self.push(&entry_line(played));
        Ok(())
    }

    /// Writes the closing line if the match is over. Says whether it is.
    pub fn close(&mut self, game: &dyn AnyMatch) -> bool {
        let (Some(outcome), Some(key)) = (game.outcome(), game.published_key()) else { return false };
        if !self.closed {
            self.closed = true;
            self.push(&line(&ClosingLine::new(outcome, &key, game.digest())));
        }
        true
    }

    /// What was written and not taken.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Takes what was written: to append it to a file, say.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The digest of the last entry.
    #[must_use]
    pub fn head(&self) -> Digest {
        self.head
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}
