//! Replays a log and compares each line with the line that the match writes now.

use super::explain_mismatch;
use super::line::{ClosedLine, ClosingLine, EntryLine, Header, entry_line, line};
use super::read::Log;
use super::verify::Refused;
use super::writer::LogWriter;
use rulebook_kernel::{Digest, Key, Outcome};
use rulebook_matches::{AnyMatch, AnyRules, Played};

/// A match that is replayed from its log. It is an iterator: each step plays one answer. It returns the entry, or the
/// reason why the entry differs from the log. [`Replay::game`] is the match after the last step.
pub struct Replay<'a> {
    rules: &'a dyn AnyRules,
    log: Log<'a>,
    deal: Played,
    game: Box<dyn AnyMatch>,
    writer: LogWriter,
    at: usize,
    /// The number of `semantics` changes that the replay has passed.
    rebased: usize,
    failed: bool,
}

/// Replays a log with the key or the seed that it contains.
///
/// # Errors
/// Returns the reason why the log cannot be replayed: it belongs to other rules, its key is not published yet, or its
/// deal differs.
pub fn replay<'a>(log: &'a str, rules: &'a dyn AnyRules) -> Result<Replay<'a>, Refused> {
    let log = Log::read(log, rules)?;
    let Some(key) = log.key()? else {
        return Err(Refused::new("the match is not over and its key is not published: it cannot be replayed yet"));
    };
    Replay::new(log, rules, key)
}

/// Replays a log with a key that the log does not publish.
///
/// # Errors
/// Returns the reason why the log cannot be replayed: it belongs to other rules or another key, or its deal differs.
pub fn replay_with<'a>(log: &'a str, rules: &'a dyn AnyRules, key: &Key) -> Result<Replay<'a>, Refused> {
    let log = Log::read(log, rules)?;
    log.key()?;
    if key.commitment() != log.header.commitment {
        return Err(Refused::new("this is not the key of this match"));
    }
    Replay::new(log, rules, key.clone())
}

/// Continues an unfinished log after a crash of the server. Returns the replayed match and a writer for the next lines.
/// The writer contains none of the earlier lines.
///
/// # Errors
/// Returns the first line that does not match.
pub fn recover(log: &str, rules: &dyn AnyRules, key: &Key) -> Result<(Box<dyn AnyMatch>, LogWriter), Refused> {
    // Only rules of the same `semantics` version may continue a match.
    Log::read(log, rules)?.means_the_same(rules.info())?;
    let mut replay = replay_with(log, rules, key)?;
    replay.by_ref().try_for_each(|played| played.map(drop))?;
    replay.finish()?;
    let Replay { game, mut writer, .. } = replay;
    writer.take();
    Ok((game, writer))
}

impl<'a> Replay<'a> {
    pub(super) fn new(log: Log<'a>, rules: &'a dyn AnyRules, key: Key) -> Result<Replay<'a>, Refused> {
        let mut game = rules.start(&log.header.setup, key).map_err(|e| Refused::new(e.to_string()))?;
        let (mut writer, deal) = LogWriter::begin(&log.header, &mut *game).map_err(|e| Refused::new(e.to_string()))?;
        writer.take();
        if entry_line(&deal) != log.deal.0 {
            let why = explain_mismatch::deal(&log, &deal, rules);
            return Err(other_meaning(&log, 0, rules).unwrap_or(why));
        }
        Ok(Replay { rules, log, deal, game, writer, at: 0, rebased: 0, failed: false })
    }

    /// Whether the replay has passed all `semantics` changes. A mismatch after the last change is an error.
    pub(super) fn is_past_changes(&self) -> bool {
        self.rebased == self.log.rebases.len()
    }

    /// Passes the `semantics` changes at this point of the log. The line of a change contains the digest of the state.
    /// If these rules reach the same state, all earlier moves had the same effect.
    fn pass_changes(&mut self) -> Result<(), Refused> {
        while let Some((after, given, change)) = self.log.rebases.get(self.rebased)
            && *after <= self.at
        {
            let head = self.writer.rebase(change.rebase, self.game.digest());
            if self.writer.take().trim_end() != *given {
                return Err(Refused::new("the line about the change of rules belongs to another match"));
            }
            self.game = self.rules.adopt(&self.game.save(), head).map_err(|why| Refused::new(why.to_string()))?;
            self.rebased += 1;
        }
        Ok(())
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.log.header
    }

    /// Entry zero.
    #[must_use]
    pub fn deal(&self) -> &Played {
        &self.deal
    }

    /// The match after the entries so far.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// The number of entries after the deal.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.log.entries.len()
    }

    /// The number of entries played so far.
    #[must_use]
    pub fn played(&self) -> usize {
        self.at
    }

    /// Whether the log has a closing line.
    #[must_use]
    pub fn closed(&self) -> bool {
        self.log.closing.is_some() || self.log.closed.is_some()
    }

    /// The reason why the table was closed, if the match ended that way.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        self.log.closed.as_ref().map(|(_, closed)| &*closed.closed)
    }

    /// The `semantics` version at the end of the log, if these rules have another version.
    pub(super) fn other(&self) -> Option<u32> {
        Some(self.log.semantics()).filter(|theirs| *theirs != self.rules.info().semantics)
    }

    /// The result in the closing line.
    #[must_use]
    pub fn told(&self) -> Option<&Outcome> {
        self.log.closing.as_ref().map(|(_, closing)| &closing.outcome)
    }

    pub(super) fn head(&self) -> Digest {
        self.writer.head()
    }

    fn advance(&mut self, at: usize) -> Result<Played, Refused> {
        self.pass_changes()?;
        let before = self.game.fork();
        let (given, EntryLine { seat, text, .. }) = &self.log.entries[at];
        let answer = self.game.play(*seat, text);
        match answer {
            Ok(played) if entry_line(&played) == *given => {
                self.writer.record(&played).map_err(|e| Refused::new(e.to_string()))?;
                self.writer.take();
                Ok(played)
            }
            answer => Err(explain_mismatch::entry(&self.log, at, &*before, self.writer.head(), answer, self.rules)),
        }
    }

    /// Checks the closing line after the last entry.
    pub(super) fn finish(&mut self) -> Result<(), Refused> {
        let done = self.pass_changes().and_then(|()| self.finish_here());
        done.map_err(|why| other_meaning(&self.log, self.rebased, self.rules).unwrap_or(why))
    }

    fn finish_here(&mut self) -> Result<(), Refused> {
        if let Some((given, closed)) = &self.log.closed {
            if self.game.outcome().is_some() {
                return Err(Refused::new(
                    "the log says that the table was closed early, but the game was already over",
                ));
            }
            closed_rightly(&self.log, &self.writer.head(), given, closed)?;
            self.writer.close_without_result(&closed.closed, &closed.key());
            return Ok(());
        }
        let Some((given, closing)) = &self.log.closing else { return Ok(()) };
        if let Some(ending) = &closing.early {
            if self.game.outcome().is_some() {
                return Err(Refused::new(
                    "the log says that the players ended the match early, but the game was already over",
                ));
            }
            explain_mismatch::ending(&self.log, &self.writer.head(), &closing.key(), Some(self.game.digest()))?;
            let closed = self.writer.close_early(&*self.game, ending, &closing.key());
            return closed.map_err(|illegal| Refused::new(illegal.to_string()));
        }
        let (Some(outcome), Some(key)) = (self.game.outcome(), self.game.published_key()) else {
            let last = self.log.entries.len();
            return Err(Refused::new(format!("the log is closed after entry {last}, before the game is over")));
        };
        let secret = closing.secret.filter(|_| self.log.header.fair.is_some());
        let ours = ClosingLine { secret, ..ClosingLine::new(outcome, &key, self.game.digest()) };
        if line(&ours) != *given {
            return Err(explain_mismatch::closing(closing, &ours));
        }
        self.writer.close(&*self.game);
        Ok(())
    }
}

/// Explains a mismatch by another `semantics` version: at the end of the log, or before a change that the replay has
/// not passed. `None` if the versions are the same.
fn other_meaning(log: &Log<'_>, passed: usize, rules: &dyn AnyRules) -> Option<Refused> {
    if let Err(other) = log.means_the_same(rules.info()) {
        return Some(other);
    }
    let (after, _, change) = log.rebases.get(passed)?;
    let before = passed.checked_sub(1).and_then(|at| log.rebases.get(at));
    let (old, new) = (before.map_or(log.header.semantics, |(_, _, change)| change.rebase), change.rebase);
    Some(Refused::new(format!(
        "the rules changed after entry {after} from semantics {old} to {new}; no engine can replay both"
    )))
}

/// Checks that the last line of a closed match fits the digest of the entry before it.
pub(super) fn closed_rightly(log: &Log<'_>, head: &Digest, given: &str, closed: &ClosedLine) -> Result<(), Refused> {
    let secret = closed.secret().filter(|_| log.header.fair.is_some());
    if line(&ClosedLine::new(&closed.closed, head, &closed.key(), secret.as_ref())) != given {
        return Err(Refused::new("the reason for closing was changed: the digest chain does not fit"));
    }
    Ok(())
}

impl Iterator for Replay<'_> {
    type Item = Result<Played, Refused>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.at == self.log.entries.len() {
            return None;
        }
        let played = self.advance(self.at);
        self.failed = played.is_err();
        self.at += usize::from(played.is_ok());
        Some(played.map_err(|why| other_meaning(&self.log, self.rebased, self.rules).unwrap_or(why)))
    }
}
