//! Is this log true?

use super::blame;
use super::form::{EntryLine, line};
use super::read::Log;
use super::replay::Replay;
use crate::{AnyRules, chain};
use rulebook_kernel::{Digest, Outcome};
use serde_json::value::RawValue;
use std::fmt;

/// Why a log is not accepted: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(String);

impl Refused {
    pub(super) fn new(reason: impl Into<String>) -> Refused {
        Refused(reason.into())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// What was found about a log in which nothing is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Entries after the deal.
    pub entries: usize,
    /// The digest of the last entry.
    pub head: Digest,
    /// The result, where the replay came to the end of the game.
    pub outcome: Option<Outcome>,
    /// Has the log its closing line? If not, the match was not over when it was written, or the end was cut off.
    pub closed: bool,
    /// Was everything replayed from the key? If not, the key is not published yet, and only the chain was checked.
    pub replayed: bool,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = match self.entries {
            1 => "1 entry".to_owned(),
            n => format!("{n} entries"),
        };
        match (&self.outcome, self.closed, self.replayed) {
            (Some(outcome), true, _) => write!(f, "verified: {entries}, every byte; it ended: {}", outcome.reason()),
            (Some(_), false, _) => write!(f, "unfinished: the closing line after {entries} is missing"),
            (None, _, true) => write!(f, "unfinished: {entries}, and the log ends before the game is over"),
            (None, _, false) => write!(
                f,
                "unfinished: {entries} and no closing line; the chain fits, the deal can be checked when the key is published"
            ),
        }
    }
}

/// Checks a log against these rules: replays it from its key and accepts it only if that writes the same bytes. A log that stops
/// before the end and fits so far is not refused: it is
/// [`Verified`], not closed.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(log: &str, rules: &dyn AnyRules) -> Result<Verified, Refused> {
    let log = Log::read(log, rules)?;
    let Some(key) = log.key()? else { return verify_chain(&log, rules) };
    let mut replay = Replay::new(log, rules, key)?;
    replay.by_ref().try_for_each(|played| played.map(drop))?;
    replay.finish()?;
    let (head, outcome, closed) = (replay.head(), replay.game().outcome(), replay.closed());
    Ok(Verified { entries: replay.entries(), head, outcome, closed, replayed: true })
}

/// Without a key: do the entries chain, and are they written as a log writes them?
fn verify_chain(log: &Log<'_>, rules: &dyn AnyRules) -> Result<Verified, Refused> {
    let facts = |at: usize, json: &RawValue| {
        let facts = rules.facts(json.get()).map_err(|e| Refused::new(format!("entry {at}: {e}")))?;
        if facts.json() != json.get() { Err(blame::form(at)) } else { Ok(facts.canonical()) }
    };
    let deal = &log.deal.1;
    if line(deal) != log.deal.0 {
        return Err(blame::form(0));
    }
    let mut head = chain(&log.header.digest(), None, 0, "", &facts(0, &deal.facts)?);
    if head != deal.digest {
        return Err(Refused::new("entry 0: the header or the deal was changed: the digest chain does not fit"));
    }
    for ((given, entry), at) in log.entries.iter().zip(1..) {
        let EntryLine { seat, ask, text, .. } = entry;
        head = chain(&head, Some(*seat), *ask, text, &facts(at, &entry.facts)?);
        if head != entry.digest {
            return Err(Refused::new(format!("entry {at} was changed: the digest chain does not fit")));
        }
        if line(entry) != *given {
            return Err(blame::form(at));
        }
    }
    Ok(Verified { entries: log.entries.len(), head, outcome: None, closed: false, replayed: false })
}
