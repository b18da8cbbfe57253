//! How much of a card file compiles, and why the rest does not.

use crate::compile::compile;
use crate::database::RawCard;
use crate::ir::Card;
use crate::lexicon::Lexicon;
use crate::parse::Why;
use std::collections::BTreeMap;

/// What became of one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Understood, printed back, and an engine runs all of it.
    Compiled,
    /// Understood and printed back, but the engine does not run something of it: what.
    NotRun(String),
    /// Refused: why, the clause with a `>` where understanding ended, and of several faces the one that it stands on.
    Refused(Why, String, Option<String>),
}

/// Judges a card. `gate` names what an engine cannot run of it, if there is such a thing.
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
    /// Why a card is refused, in a line; nothing if it is not.
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

/// The verdicts of a file, added up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Cards counted.
    pub cards: usize,
    /// Understood, printed back and run.
    pub compiled: usize,
    /// Understood and printed back.
    pub printed_back: usize,
    /// Refused, by reason.
    pub reasons: BTreeMap<&'static str, usize>,
    /// Refused clauses by their shape around the place where understanding ended, with one example.
    pub clauses: BTreeMap<String, (usize, String)>,
}

impl Coverage {
    /// Counts one more card.
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

    /// Shapes of refused clauses, the most frequent first.
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
        Why::Characteristic => "odd characteristic",
    }
}

/// A few words on both sides of the place.
fn shape(why: Why, clause: &str) -> String {
    let Some((before, after)) = clause.split_once('>').filter(|_| why == Why::NotUnderstood) else {
        return reason(why).to_string();
    };
    let before: Vec<&str> = before.split_whitespace().collect();
    let after: Vec<&str> = after.split_whitespace().take(3).collect();
    let near = before[before.len().saturating_sub(2)..].join(" ");
    format!("{near} > {}", after.join(" ")).trim().to_string()
}

/// A gate that lets every card through: what is asked of the grammar alone.
pub fn no_gate(_: &Card) -> Option<String> {
    None
}
