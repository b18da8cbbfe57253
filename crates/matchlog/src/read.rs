//! Parses a log. The text is untrusted.

use super::line::{ClosedLine, ClosingLine, DealLine, EntryLine, FORM, Header, NamesLine, RebaseLine, line};
use super::verify::Refused;
use rulebook_kernel::{Info, Key};
use rulebook_matches::AnyRules;
use serde::Deserialize;

/// Maximum size of a log in bytes. Larger logs are refused.
pub const MAX_LOG: usize = 256 << 20;
/// Maximum length of a line in bytes. Longer lines are refused.
pub const MAX_LINE: usize = 16 << 20;

/// The part of a header that all format versions share.
#[derive(Deserialize)]
struct Form {
    rulebook: u32,
}

/// A parsed log. Each part keeps the text of its line, to compare it with the line that a replay writes.
pub(super) struct Log<'a> {
    pub header: Header,
    pub deal: (&'a str, DealLine),
    pub entries: Vec<(&'a str, EntryLine)>,
    /// The changes of the `semantics` version, each with the number of entries before it.
    pub rebases: Vec<(usize, &'a str, RebaseLine)>,
    pub closing: Option<(&'a str, ClosingLine)>,
    /// The last line of a match that was closed without a result.
    pub closed: Option<(&'a str, ClosedLine)>,
}

impl<'a> Log<'a> {
    /// Parses a log of these rules. Their `semantics` version may be any.
    pub fn read(text: &'a str, rules: &dyn AnyRules) -> Result<Log<'a>, Refused> {
        let log = Log::parse(text)?;
        check_header(&log.header, rules.info())?;
        Ok(log)
    }

    /// Checks that the log ends with the `semantics` version of these rules.
    pub fn means_the_same(&self, info: &Info) -> Result<(), Refused> {
        let (theirs, ours) = (self.semantics(), info.semantics);
        if theirs == ours {
            return Ok(());
        }
        Err(Refused::new(format!("made with semantics {theirs}, this engine has {ours}")))
    }

    /// Parses a log without its rules. Checks only the form.
    pub fn parse(text: &'a str) -> Result<Log<'a>, Refused> {
        if text.len() > MAX_LOG {
            return Err(Refused::new(format!("the log is longer than {} MiB", MAX_LOG >> 20)));
        }
        let Some(body) = text.strip_suffix('\n') else {
            let cut = text.split('\n').count();
            return Err(Refused::new(format!("line {cut} is cut off: a log ends with the end of a line")));
        };
        let (body, names) = split_names(body);
        let mut lines = body.split('\n').zip(1..);
        let first = lines.next().map_or("", |(line, _)| line);
        let Form { rulebook } = parse(first, 1, "the header of a log")?;
        if rulebook != FORM {
            return Err(Refused::new(format!("this log has format {rulebook}, but this engine reads format {FORM}")));
        }
        let header: Header = parse(first, 1, "the header of a log")?;
        if header.line() != first {
            return Err(Refused::new("the header was changed: it is not in the form of a log"));
        }
        if let Some(viewer) = header.witness {
            return Err(Refused::new(format!(
                "this is a witness of a running match, seen by {viewer}: it proves nothing alone; compare it with the whole log after the match"
            )));
        }
        if let Some(names) = names {
            let at = body.split('\n').count() + 1;
            let NamesLine { names } = parse(names, at, "a line of names")?;
            if names.len() != header.seats.len() {
                return Err(Refused::new(format!("{} names for {} seats", names.len(), header.seats.len())));
            }
        }
        let Some((second, at)) = lines.next() else { return Err(Refused::new("the log ends before the deal")) };
        let deal = (second, parse(second, at, "the deal of a match")?);
        let mut log = Log { header, deal, entries: Vec::new(), rebases: Vec::new(), closing: None, closed: None };
        for (line, at) in lines {
            if log.closing.is_some() || log.closed.is_some() {
                return Err(Refused::new(format!("line {at} comes after the closing line")));
            }
            if line.starts_with("{\"outcome\"") {
                log.closing = Some((line, parse(line, at, "the closing line of a log")?));
            } else if line.starts_with("{\"closed\"") {
                log.closed = Some((line, parse(line, at, "the closing line of a log")?));
            } else if line.starts_with("{\"rebase\"") {
                log.rebases.push((log.entries.len(), line, parse(line, at, "a change of the semantics version")?));
            } else {
                log.entries.push((line, parse(line, at, "an entry of a log")?));
            }
        }
        Ok(log)
    }

    /// The `semantics` number at the end of the log.
    pub fn semantics(&self) -> u32 {
        self.rebases.last().map_or(self.header.semantics, |(_, _, rebase)| rebase.rebase)
    }

    /// The published key, checked against the commitment. `None` if the log does not publish it.
    pub fn key(&self) -> Result<Option<Key>, Refused> {
        let fits = |key: &Key| key.commitment() == self.header.commitment;
        let seeded = self.header.seed.as_deref().map(Key::from_seed);
        if seeded.as_ref().is_some_and(|key| !fits(key)) {
            return Err(Refused::new("the seed does not match the commitment of the header"));
        }
        let ended = self.closing.as_ref().map(|(_, closing)| (closing.key(), closing.secret()));
        let told = ended.or_else(|| self.closed.as_ref().map(|(_, closed)| (closed.key(), closed.secret())));
        let (published, secret) = told.map_or((None, None), |(key, secret)| (Some(key), secret));
        if published.as_ref().is_some_and(|key| !fits(key)) {
            return Err(Refused::new("the key does not match the commitment of the header"));
        }
        if let (Some(fair), true) = (&self.header.fair, published.is_some()) {
            let Some(secret) = secret else {
                return Err(Refused::new("the closing line lacks the secret from which the key was computed"));
            };
            if secret.commitment() != fair.commitment {
                return Err(Refused::new("the secret does not match the server's commitment"));
            }
            if Some(fair.key(&secret)) != published {
                return Err(Refused::new(
                    "the key of the deal was not computed from the server's secret and the words that the players added",
                ));
            }
        }
        Ok(published.or(seeded))
    }
}

/// Splits off the last line of a log if it contains names.
fn split_names(body: &str) -> (&str, Option<&str>) {
    match body.rsplit_once('\n') {
        Some((before, last)) if last.starts_with("{\"names\"") => (before, Some(last)),
        _ => (body, None),
    }
}

/// Appends the names of the players to a log. They are not part of the chain of digests.
#[must_use]
pub fn with_names(log: &str, names: &[String]) -> String {
    format!("{log}{}\n", line(&NamesLine { names: names.to_vec() }))
}

/// The names of the players of a log, by seat. If the log has no names, returns the names of the seats in its header.
/// Empty if the text is not a log.
#[must_use]
pub fn names_of(log: &str) -> Vec<String> {
    let (body, names) = split_names(log.trim_end_matches('\n'));
    let header = || serde_json::from_str::<Header>(body.lines().next().unwrap_or_default()).ok();
    let names = names.and_then(|names| serde_json::from_str::<NamesLine>(names).ok());
    names.map(|line| line.names).or_else(|| header().map(|header| header.seats)).unwrap_or_default()
}

fn parse<'a, T: Deserialize<'a>>(line: &'a str, at: usize, what: &str) -> Result<T, Refused> {
    if line.len() > MAX_LINE {
        return Err(Refused::new(format!("line {at} is longer than {} MiB", MAX_LINE >> 20)));
    }
    serde_json::from_str(line).map_err(|e| Refused::new(format!("line {at} is not {what}: {e}")))
}

fn check_header(header: &Header, info: &Info) -> Result<(), Refused> {
    if header.game != info.id {
        return Err(Refused::new(format!("a match of {:?}, not of {:?}", header.game, info.id)));
    }
    if header.source != info.source {
        let (theirs, ours) = (header.source.short(), info.source.short());
        return Err(Refused::new(format!(
            "made with another version of the rules of {:?}: the log has digest {theirs}, these rules have {ours}",
            info.id
        )));
    }
    info.admits(&header.setup).map_err(|e| Refused::new(format!("the setup of the header: {e}")))?;
    if header.seats.len() != header.setup.seats {
        let (names, seats) = (header.seats.len(), header.setup.seats);
        return Err(Refused::new(format!("the header has {names} names for {seats} seats")));
    }
    Ok(())
}
