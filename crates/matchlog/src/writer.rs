//! Writes the log of a running match.

use super::ending::Ending;
use super::line::{ClosedLine, ClosingLine, Header, RebaseLine, entry_line, line};
use rulebook_kernel::{Digest, Illegal, Key};
use rulebook_matches::{AnyMatch, Played};
use serde::Deserialize;

/// Writes the log of one match. It collects the lines until [`LogWriter::take`] is called.
#[derive(Clone, Debug)]
pub struct LogWriter {
    text: String,
    head: Digest,
    closed: bool,
    secret: Option<Key>,
}

impl LogWriter {
    /// Begins the log of a new match: the header and the deal. A `seed` in the header reveals every card to every
    /// reader. Set it only if the cards need not be secret, as in simulations.
    ///
    /// # Errors
    /// Returns an error if a move was already made, or the number of names is not the number of seats.
    pub fn open(game: &mut dyn AnyMatch, seats: &[String], seed: Option<&str>) -> Result<LogWriter, Illegal> {
        if seats.len() != game.seats() {
            return Err(Illegal::new(format!("{} seats and {} names", game.seats(), seats.len())));
        }
        let header = Header::new(game.info(), game.setup(), game.commitment(), seats, seed);
        LogWriter::begin(&header, game).map(|(writer, _)| writer)
    }

    /// Begins the log of a new match with this header. Also returns the entry of the deal.
    ///
    /// # Errors
    /// Returns an error if a move was already made.
    pub fn begin(header: &Header, game: &mut dyn AnyMatch) -> Result<(LogWriter, Played), Illegal> {
        let deal = game.open_log(header.digest())?;
        let mut writer = LogWriter { text: String::new(), head: header.digest(), closed: false, secret: None };
        writer.push(&header.line());
        writer.record(&deal)?;
        Ok((writer, deal))
    }

    /// Writes an entry.
    ///
    /// # Errors
    /// Returns an error if the entry does not follow the last entry of this log: it belongs to another match, is
    /// repeated, or an entry is missing.
    pub fn record(&mut self, played: &Played) -> Result<(), Illegal> {
        if self.closed || played.before != self.head {
            return Err(Illegal::new("this entry does not follow the last entry of the log"));
        }
        self.head = played.digest;
        self.push(&entry_line(played));
        Ok(())
    }

    /// Continues a log whose last entry has this digest. The writer contains none of the earlier lines.
    #[must_use]
    pub fn resume(head: Digest, secret: Key) -> LogWriter {
        LogWriter { text: String::new(), head, closed: false, secret: Some(secret) }
    }

    /// Writes a `rebase` line: the new `semantics` version of the rules, and the digest of the state. Returns the
    /// digest of this line. The next entry depends on it, so pass it to [`rulebook_matches::AnyRules::adopt`].
    pub fn rebase(&mut self, semantics: u32, state: Digest) -> Digest {
        let rebase = RebaseLine::new(&self.head, semantics, state);
        self.head = rebase.digest;
        self.push(&line(&rebase));
        self.head
    }

    /// The secret that the closing line will publish.
    #[must_use]
    pub fn secret(&self) -> Option<&Key> {
        self.secret.as_ref()
    }

    /// Sets the secret that the closing line will publish. The caller must do this if the header has a [`super::Fair`]
    /// key.
    pub fn keep_secret(&mut self, secret: Key) {
        self.secret = Some(secret);
    }

    /// Writes the closing line if the match is over. Returns whether it is over.
    pub fn close(&mut self, game: &dyn AnyMatch) -> bool {
        let (Some(outcome), Some(key)) = (game.outcome(), game.published_key()) else { return false };
        self.end(ClosingLine::new(outcome, &key, game.digest()));
        true
    }

    /// Writes the closing line of a match that ended early.
    ///
    /// # Errors
    /// Returns an error if a match with this number of seats cannot have this ending.
    pub fn close_early(&mut self, game: &dyn AnyMatch, ending: &Ending, key: &Key) -> Result<(), Illegal> {
        let closing = ClosingLine::early(ending, game.seats(), &self.head, key, game.digest());
        let closing = closing.ok_or_else(|| Illegal::new("this match cannot end in this way"))?;
        self.head = closing.digest.unwrap_or(self.head);
        self.end(closing);
        Ok(())
    }

    /// Writes the last line of a match that was closed without a result. The line publishes the key.
    pub fn close_without_result(&mut self, reason: &str, key: &Key) {
        if !self.closed {
            self.closed = true;
            let closed = ClosedLine::new(reason, &self.head, key, self.secret.as_ref());
            self.head = closed.digest;
            self.push(&line(&closed));
        }
    }

    fn end(&mut self, closing: ClosingLine) {
        if !self.closed {
            self.closed = true;
            let secret = self.secret.as_ref().map(|secret| Digest::from_bytes(*secret.bytes()));
            self.push(&line(&ClosingLine { secret, ..closing }));
        }
    }

    /// The lines that were written since the last [`LogWriter::take`].
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the collected lines and clears them. The caller can append them to a file, for example.
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

/// The digest of a line. The digest of the next line depends on it.
#[derive(Deserialize)]
struct Chained {
    digest: Digest,
}

/// Appends the line for a closed match to a log. A caller needs this function if it has the log as text but no
/// [`LogWriter`]. The text is trusted. Returns `None` if the text is not the log of a running match.
#[must_use]
pub fn closed_log(log: &str, reason: &str, key: &Key, secret: Option<&Key>) -> Option<String> {
    let last =
        log.lines().next_back().filter(|last| !last.starts_with("{\"outcome\"") && !last.starts_with("{\"closed\""))?;
    let Chained { digest } = serde_json::from_str(last).ok()?;
    Some(format!("{log}{}\n", line(&ClosedLine::new(reason, &digest, key, secret))))
}
