//! Witnesses: incomplete logs that contain only the information of one viewer. Viewers may download them while a match
//! runs.

use super::line::{Header, line};
use super::read::Log;
use super::verify::Refused;
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyRules;
use serde::Serialize;
use serde_json::Value;

/// One line of a witness. For an answer of another seat it contains only the facts. So it does not show which seat gave
/// a sealed answer, or when.
#[derive(Serialize)]
struct Witnessed<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ask: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    facts: Vec<Value>,
}

/// Returns the part of a log that one viewer saw: the facts that the viewer learnt, and its own moves. The header names
/// the viewer and has no seed. There are no digests, because they depend on hidden facts. Pass only your own log,
/// because its facts are not checked.
///
/// # Errors
/// Returns the reason why the text is not a log of these rules.
pub fn witness_log(log: &str, rules: &dyn AnyRules, viewer: Viewer) -> Result<String, Refused> {
    let log = Log::read(log, rules)?;
    let facts = |at: usize, json: &str| match rules.facts(json) {
        Ok(facts) => Ok(facts.witnessed(viewer)),
        Err(e) => Err(Refused::new(format!("entry {at}: {e}"))),
    };
    let mut text = line(&Header { seed: None, witness: Some(viewer), ..log.header.clone() }) + "\n";
    let dealt = facts(0, log.deal.1.facts.get())?;
    text += &(line(&Witnessed { seat: None, ask: None, text: None, facts: dealt }) + "\n");
    for ((_, entry), at) in log.entries.iter().zip(1..) {
        let facts = facts(at, entry.facts.get())?;
        let own = viewer == Viewer::God || viewer.seat() == Some(entry.seat);
        let shown = own.then_some(entry);
        if own || !facts.is_empty() {
            let (seat, ask) = (shown.map(|e| e.seat), shown.map(|e| e.ask));
            text += &(line(&Witnessed { seat, ask, text: shown.map(|e| e.text.as_str()), facts }) + "\n");
        }
    }
    Ok(text)
}

/// Compares a witness that a viewer downloaded with the log of the match. Returns the number of compared lines.
///
/// # Errors
/// Returns the first line that differs, or the reason why the two cannot be compared.
pub fn compare(witness: &str, log: &str, rules: &dyn AnyRules) -> Result<usize, Refused> {
    let first = witness.lines().next().unwrap_or_default();
    let header: Header =
        serde_json::from_str(first).map_err(|e| Refused::new(format!("the witness has no header: {e}")))?;
    let viewer = header
        .witness
        .ok_or_else(|| Refused::new("this is a whole log, not a witness: verify it without a second log"))?;
    let whole = witness_log(log, rules, viewer)?;
    let mut ours = whole.lines();
    for (line, at) in witness.lines().zip(1..) {
        if ours.next() != Some(line) {
            return Err(Refused::new(match at {
                1 => "the witness belongs to another match".to_owned(),
                _ => format!(
                    "{viewer} saw something else than this log tells: line {at} of the witness is not in it there"
                ),
            }));
        }
    }
    Ok(witness.lines().count())
}
