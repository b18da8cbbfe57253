//! Verifies logs.

use super::explain_mismatch;
use super::line::{EntryLine, RebaseLine, line};
use super::read::Log;
use super::replay::{Replay, closed_rightly};
use rulebook_kernel::{Digest, Outcome};
use rulebook_matches::{AnyRules, chain};
use serde_json::value::RawValue;
use std::fmt;

/// The reason why a log is refused, in one sentence.
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

/// The result of verifying a log that has no errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of entries after the deal.
    pub entries: usize,
    /// The digest of the last entry.
    pub head: Digest,
    /// The result. It is computed by the replay if the rules ended the match. It is taken from the closing line if the
    /// match ended early or the `semantics` version changed.
    pub outcome: Option<Outcome>,
    /// Whether the match ended early, for example by a resignation.
    pub early: bool,
    /// Whether the log has its closing line. If not, the match was still running, or the end of the log was cut off.
    pub closed: bool,
    /// Whether everything was replayed from the key. If not, only the chain was checked, because the key is not
    /// published yet or the `semantics` version changed.
    pub replayed: bool,
    /// The reason why the table was closed, if the match ended that way. Such a match has no result.
    pub reason: Option<String>,
    /// The `semantics` version of the log, if these rules have another version but the replay gives the same bytes.
    pub other: Option<u32>,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = match self.entries {
            1 => "1 entry".to_owned(),
            n => format!("{n} entries"),
        };
        if let Some(reason) = &self.reason {
            let proven = if self.replayed { "verified: " } else { "" };
            let how = if self.replayed { "every byte" } else { "and the chain fits" };
            return write!(f, "{proven}{entries}, {how}; the table was closed: {reason}");
        }
        let told = match (&self.outcome, self.closed, self.replayed) {
            (Some(outcome), true, false) => write!(
                f,
                "{entries}, and the chain fits; the rules changed during the match, so no engine can replay all of it; it ended: {}",
                outcome.reason()
            ),
            (Some(outcome), true, true) if self.early => {
                write!(f, "verified: {entries}, every byte; the players ended it: {}", outcome.reason())
            }
            (Some(outcome), true, true) => write!(f, "verified: {entries}, every byte; it ended: {}", outcome.reason()),
            (Some(_), false, _) => write!(f, "unfinished: the closing line after {entries} is missing"),
            (None, _, true) => write!(f, "unfinished: {entries}, and the log ends before the game is over"),
            (None, _, false) => write!(
                f,
                "unfinished: {entries} and no closing line; the chain fits, the deal can be checked when the key is published"
            ),
        };
        told?;
        match self.other {
            Some(theirs) => {
                write!(f, " (made with semantics {theirs}; these rules have another number, but give the same result)")
            }
            None => Ok(()),
        }
    }
}

/// Checks a log against these rules. Replays it from its key, and accepts it only if the replay writes the same bytes.
/// A log that stops before the end is accepted if it has no mistake so far. [`Verified::closed`] is then `false`.
///
/// If the `semantics` version changed and these rules do not reach the same state, only the chain is checked.
///
/// # Errors
/// Returns the first mistake.
pub fn verify(log: &str, rules: &dyn AnyRules) -> Result<Verified, Refused> {
    let read = Log::read(log, rules)?;
    let Some(key) = read.key()? else {
        read.means_the_same(rules.info())?;
        return chained(&read, rules);
    };
    let (same, changed) = (read.means_the_same(rules.info()).is_ok(), !read.rebases.is_empty());
    let mut replay = match Replay::new(read, rules, key) {
        Err(_) if same && changed => return verify_chain(log, rules),
        replay => replay?,
    };
    let played = replay.by_ref().try_for_each(|played| played.map(drop));
    match played.and_then(|()| replay.finish()) {
        Err(_) if same && !replay.is_past_changes() => return verify_chain(log, rules),
        done => done?,
    }
    let (head, closed, played) = (replay.head(), replay.closed(), replay.game().outcome());
    let (reason, other) = (replay.reason().map(str::to_owned), replay.other());
    let early = closed && played.is_none() && reason.is_none();
    let outcome = played.or_else(|| replay.told().cloned());
    Ok(Verified { entries: replay.entries(), head, outcome, early, closed, replayed: true, reason, other })
}

/// Checks only the form of a log and its chain of digests. Does not replay it, so any `semantics` version is accepted.
///
/// # Errors
/// Returns the first mistake.
pub fn verify_chain(log: &str, rules: &dyn AnyRules) -> Result<Verified, Refused> {
    let log = Log::read(log, rules)?;
    log.key()?;
    chained(&log, rules)
}

fn chained(log: &Log<'_>, rules: &dyn AnyRules) -> Result<Verified, Refused> {
    let facts = |at: usize, json: &RawValue| {
        let facts = rules.facts(json.get()).map_err(|e| Refused::new(format!("entry {at}: {e}")))?;
        if facts.json() != json.get() { Err(explain_mismatch::form(at)) } else { Ok(facts.canonical()) }
    };
    let deal = &log.deal.1;
    if line(deal) != log.deal.0 {
        return Err(explain_mismatch::form(0));
    }
    let mut head = chain(&log.header.digest(), None, 0, "", &facts(0, &deal.facts)?);
    if head != deal.digest {
        return Err(Refused::new("entry 0: the header or the deal was changed: the digest chain does not fit"));
    }
    let mut rebases = log.rebases.iter().peekable();
    for ((given, entry), at) in log.entries.iter().zip(1..) {
        while let Some((_, given, rebase)) = rebases.next_if(|(after, ..)| *after < at) {
            head = rebased(head, given, rebase)?;
        }
        let EntryLine { seat, ask, text, .. } = entry;
        head = chain(&head, Some(*seat), *ask, text, &facts(at, &entry.facts)?);
        if head != entry.digest {
            return Err(Refused::new(format!("entry {at} was changed: the digest chain does not fit")));
        }
        if line(entry) != *given {
            return Err(explain_mismatch::form(at));
        }
    }
    for (_, given, rebase) in rebases {
        head = rebased(head, given, rebase)?;
    }
    let mut outcome = None;
    if let Some((given, closing)) = &log.closing {
        if line(closing) != *given {
            return Err(Refused::new("the closing line is not in the form of a log"));
        }
        explain_mismatch::ending(log, &head, &closing.key(), None)?;
        head = closing.digest.unwrap_or(head);
        outcome = Some(closing.outcome.clone());
    }
    let early = log.closing.as_ref().is_some_and(|(_, closing)| closing.early.is_some());
    let mut reason = None;
    if let Some((given, closed)) = &log.closed {
        closed_rightly(log, &head, given, closed)?;
        head = closed.digest;
        reason = Some(closed.closed.clone());
    }
    let closed = outcome.is_some() || reason.is_some();
    let (entries, other) = (log.entries.len(), None);
    Ok(Verified { entries, head, closed, early, outcome, replayed: false, reason, other })
}

fn rebased(head: Digest, given: &str, rebase: &RebaseLine) -> Result<Digest, Refused> {
    let ours = RebaseLine::new(&head, rebase.rebase, rebase.state);
    if line(&ours) != given {
        return Err(Refused::new("the line about the change of rules was changed"));
    }
    Ok(ours.digest)
}
