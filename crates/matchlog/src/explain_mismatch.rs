//! Explains why a line of a log does not match. The replay refuses the log by comparing bytes. This module only writes
//! the message.

use super::line::{ClosingLine, EntryLine, line};
use super::read::Log;
use super::verify::Refused;
use rulebook_kernel::{Digest, Illegal, Key};
use rulebook_matches::{AnyMatch, AnyRules, Played, chain};

const BROKEN: &str = "the digest chain does not fit";

/// The refusal of a line that has the right content but other bytes.
pub(super) fn form(at: usize) -> Refused {
    Refused::new(format!("entry {at} was changed: it is not in the form of a log"))
}

/// The refusal of a log whose first entry is not the deal of its key.
pub(super) fn deal(log: &Log<'_>, ours: &Played, rules: &dyn AnyRules) -> Refused {
    let given = &log.deal.1;
    let Ok(facts) = rules.facts(given.facts.get()) else {
        return Refused::new("entry 0: the deal has facts that this game does not have");
    };
    let followed = log.entries.first().is_some_and(|(_, next)| chains(next, &given.digest, rules));
    Refused::new(match (facts == ours.facts, given.digest == ours.digest) {
        (true, true) => return form(0),
        (true, false) if followed => format!("the header was changed: {BROKEN}"),
        (true, false) => format!("entry 0: the header or the digest was changed: {BROKEN}"),
        (false, true) => format!("entry 0: the facts of the deal were changed: {BROKEN}"),
        (false, false) => "entry 0: this is not the deal of this key".to_owned(),
    })
}

/// The refusal of an entry that differs from the entry of the replay.
pub(super) fn entry(
    log: &Log<'_>,
    at: usize,
    before: &dyn AnyMatch,
    head: Digest,
    answer: Result<Played, Illegal>,
    rules: &dyn AnyRules,
) -> Refused {
    let given = &log.entries[at].1;
    let number = at + 1;
    let say = |what: String| Refused::new(format!("entry {number}: {what}"));
    if before.turn().is_over() {
        return say("it comes after the end of the game".to_owned());
    }
    let Ok(facts) = rules.facts(given.facts.get()) else {
        return say(format!("its facts are not facts of this game: {BROKEN}"));
    };
    let broken = !chains(given, &head, rules);
    match answer {
        Ok(ours) if given.digest == ours.digest => match given {
            _ if facts != ours.facts => say(format!("the facts were changed: {BROKEN}")),
            _ if given.ask != ours.ask => say(format!("the number of the ask was changed: {BROKEN}")),
            _ if given.text != ours.text => say(format!("the move text was changed: {BROKEN}")),
            _ => form(number),
        },
        Ok(ours) if facts == ours.facts && given.ask == ours.ask && given.text == ours.text => {
            say(format!("the digest was changed: {BROKEN}"))
        }
        _ if broken => say(format!("{}: {BROKEN}", changed(given, before, head, &facts.canonical()))),
        Err(illegal) => say(format!("the move {:?} is not legal there: {illegal}", given.text)),
        Ok(ours) if given.ask != ours.ask => {
            say(format!("it answers ask {}, but the open ask of {} is number {}", given.ask, given.seat, ours.ask))
        }
        Ok(ours) if given.text != ours.text => {
            say(format!("the move {:?} must be written {:?}", given.text, ours.text))
        }
        Ok(_) => say(format!("these facts do not follow from {:?}", given.text)),
    }
}

/// The refusal of a closing line that differs from the closing line of the replay.
pub(super) fn closing(given: &ClosingLine, ours: &ClosingLine) -> Refused {
    Refused::new(if given.outcome != ours.outcome {
        format!("the outcome was changed: the match ended differently ({})", ours.outcome.reason())
    } else if given.state != ours.state {
        "the digest of the last state was changed".to_owned()
    } else {
        "the closing line was changed: it is not in the form of a log".to_owned()
    })
}

/// Checks the closing line of a match that ended early: it must follow from the chain, the ending and the last state.
/// Without a replay the last state is unknown, so it is not checked.
pub(super) fn ending(log: &Log<'_>, head: &Digest, key: &Key, state: Option<Digest>) -> Result<(), Refused> {
    let Some((given, closing)) = &log.closing else { return Ok(()) };
    let Some(ending) = &closing.early else { return Ok(()) };
    if state.is_some_and(|state| state != closing.state) {
        return Err(Refused::new(
            "the closing line belongs to another match: its state digest differs from the last state",
        ));
    }
    let Some(ours) = ClosingLine::early(ending, log.header.setup.seats, head, key, closing.state) else {
        return Err(Refused::new("the closing line has an ending that is impossible with this number of seats"));
    };
    if ours.outcome != closing.outcome {
        let told = ours.outcome.reason();
        return Err(Refused::new(format!("the outcome was changed: the ending gives another one ({told})")));
    }
    if ours.digest != closing.digest {
        return Err(Refused::new(format!("the ending was changed: {BROKEN}")));
    }
    let secret = closing.secret.filter(|_| log.header.fair.is_some());
    if line(&ClosingLine { secret, ..ours }) != *given {
        return Err(Refused::new("the closing line was changed: it is not in the form of a log"));
    }
    Ok(())
}

fn chains(entry: &EntryLine, head: &Digest, rules: &dyn AnyRules) -> bool {
    let EntryLine { seat, ask, text, facts, digest } = entry;
    let canonical = rules.facts(facts.get()).map(|facts| facts.canonical());
    canonical.is_ok_and(|facts| *digest == chain(head, Some(*seat), *ask, text, &facts))
}

/// Says whether the seat or the move text was changed: tries which legal move fits the digest of the entry.
fn changed(given: &EntryLine, before: &dyn AnyMatch, head: Digest, facts: &[u8]) -> &'static str {
    for seat in before.turn().seats().iter() {
        for text in before.legal_texts(seat) {
            if chain(&head, Some(seat), before.answered(seat), &text, facts) == given.digest {
                return match (seat == given.seat, text == given.text) {
                    (true, false) => "the move text was changed",
                    (false, true) => "the seat was changed",
                    _ => "the seat or the move text was changed",
                };
            }
        }
    }
    "it was changed"
}
