//! Measures how many cards of a card file compile, and why other cards do not.

use crate::compile::compile;
use crate::database::RawCard;
use crate::ir::Card;
use crate::lexicon::Lexicon;
use crate::parse::Why;
use std::collections::BTreeMap;

/// The result for one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The card compiles, and the engine plays all of it.
    Compiled,
    /// The card compiles, but the engine does not support the named part of it.
    NotRun(String),
    /// The card does not compile. Contains the reason, the clause with `>` where parsing failed, and the face if
    /// there are several.
    Refused(Why, String, Option<String>),
}

/// Tests whether a card compiles and can be played. `gate` returns a part of the card that the engine does not support,
/// or `None`.
pub fn judge(card: &RawCard, lexicon: &Lexicon, gate: &dyn Fn(&Card) -> Option<String>) -> Verdict {
    match compile(card, lexicon) {
        Err(refused) => {
            let faces = card.faces();
            let face = faces.get(refused.face).filter(|_| faces.len() > 1).map(|face| face.name().to_owned());
            Verdict::Refused(refused.refusal.why, refused.refusal.clause, face)
        }
        Ok(compiled) => gate(&compiled).map_or(Verdict::Compiled, Verdict::NotRun),
    }
}

impl Verdict {
    /// The reason why the card cannot be played, in one line. `None` if the engine plays the card.
    pub fn line(&self) -> Option<String> {
        match self {
            Verdict::Compiled => None,
            Verdict::NotRun(why) => Some(why.clone()),
            Verdict::Refused(Why::NotUnderstood, clause, None) => Some(clause.clone()),
            Verdict::Refused(why, clause, None) => Some(format!("{}: {clause}", reason(*why))),
            Verdict::Refused(why, clause, Some(face)) => Some(format!("{face}: {}: {clause}", reason(*why))),
        }
    }
}

/// The totals for one card file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The number of cards.
    pub cards: usize,
    /// The number of cards that compile and that the engine can play.
    pub compiled: usize,
    /// The number of cards that compile, whether or not the engine can play them.
    pub printed_back: usize,
    /// The number of cards that cannot be played, by reason.
    pub reasons: BTreeMap<&'static str, usize>,
    /// The causes, each with its number of cards and an example. A cause is a part without engine code, or the words
    /// around the place where parsing failed.
    pub clauses: BTreeMap<String, (usize, String)>,
}

impl Coverage {
    /// Adds the result of one card to the totals.
    pub fn add(&mut self, name: &str, verdict: &Verdict) {
        self.cards += 1;
        let (reason, shape) = match verdict {
            Verdict::Compiled => {
                self.compiled += 1;
                self.printed_back += 1;
                return;
            }
            Verdict::NotRun(node) => {
                self.printed_back += 1;
                ("no engine code", node.clone())
            }
            Verdict::Refused(why, clause, _) => (reason(*why), shape(*why, clause)),
        };
        *self.reasons.entry(reason).or_default() += 1;
        let example = || match verdict {
            Verdict::Refused(_, clause, _) => format!("{name}: {clause}"),
            _ => name.to_string(),
        };
        self.clauses.entry(shape).or_insert_with(|| (0, example())).0 += 1;
    }

    /// The causes in `clauses` with their number of cards and an example, the most frequent first.
    pub fn frequent(&self) -> Vec<(&str, usize, &str)> {
        let all = self.clauses.iter();
        let mut list: Vec<_> =
            all.map(|(shape, (times, example))| (shape.as_str(), *times, example.as_str())).collect();
        list.sort_by_key(|(_, times, _)| std::cmp::Reverse(*times));
        list
    }
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::NotUnderstood => "not understood",
        Why::Ambiguous => "ambiguous",
        Why::NotPrintedBack => "not printed back",
        Why::Pronoun => "two meanings of a pronoun",
        Why::Characteristic => "odd characteristic",
    }
}

/// The words on both sides of the place where parsing failed. If the card was refused for another reason, returns the
/// name of that reason.
fn shape(why: Why, clause: &str) -> String {
    let Some((before, after)) = clause.split_once('>').filter(|_| why == Why::NotUnderstood) else {
        return reason(why).to_string();
    };
    let before: Vec<&str> = before.split_whitespace().collect();
    let after: Vec<&str> = after.split_whitespace().take(3).collect();
    let near = before[before.len().saturating_sub(2)..].join(" ");
    format!("{near} > {}", after.join(" ")).trim().to_string()
}
