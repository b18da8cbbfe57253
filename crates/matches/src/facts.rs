//! Facts whose type is erased, and the log entry of one answer.

use crate::Staged;
use rulebook_kernel::{Corrupt, Digest, Seat, Viewer};
use rulebook_scene::{MoveRecord, Step};
use serde_json::Value;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The facts of one answer, or of the deal. A clone is cheap, because it shares the facts. JSON, steps and canonical
/// bytes are computed on demand.
#[derive(Clone)]
pub struct Facts(Arc<dyn FactSource>);

/// One entry of a match: the deal, or an answer and everything that followed from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The seat that answered. `None` for the deal.
    pub seat: Option<Seat>,
    /// The number of the answered ask of this seat, from zero.
    pub ask: u32,
    /// The move in the notation of the rules, even if the player typed it differently. It can be secret, so only the
    /// seat and the log may see it.
    pub text: String,
    /// All facts of the entry. A viewer may see only some of them.
    pub facts: Facts,
    /// The record of the move, if the game has a move list. The log does not contain it.
    pub record: Option<Arc<MoveRecord>>,
    /// The digest of the entry before this entry.
    pub before: Digest,
    /// The digest of this entry. It depends on all entries before it. See [`chain`].
    pub digest: Digest,
}

/// Computes the digest of an entry from the previous digest, the seat, the ask, the move text and the canonical facts.
#[must_use]
pub fn chain(previous: &Digest, seat: Option<Seat>, ask: u32, text: &str, canonical: &[u8]) -> Digest {
    Digest::of(&("rulebook entry", previous, seat, ask, text, canonical))
}

impl Facts {
    pub(crate) fn new<R: Staged>(rules: Arc<R>, facts: Arc<Vec<R::Fact>>) -> Facts {
        Facts(Arc::new(Told { rules, facts }))
    }

    /// The facts of this source, for rules that run elsewhere.
    pub fn from_source(source: Arc<dyn FactSource>) -> Facts {
        Facts(source)
    }

    /// Reads facts from the JSON of a log. Checks only their form. A replay must show that they are true.
    pub(crate) fn parse<R: Staged>(rules: Arc<R>, json: &str) -> Result<Facts, Corrupt> {
        let facts: Vec<R::Fact> =
            serde_json::from_str(json).map_err(|e| Corrupt::new(format!("these are not facts of this game: {e}")))?;
        postcard::to_stdvec(&facts).map_err(|e| Corrupt::new(format!("these facts cannot be encoded: {e}")))?;
        Ok(Facts::new(rules, Arc::new(facts)))
    }

    /// The canonical encoding (postcard), which digests are computed from.
    #[must_use]
    pub fn canonical(&self) -> Vec<u8> {
        self.0.canonical()
    }

    /// All facts as a JSON array, for the complete log.
    #[must_use]
    pub fn json(&self) -> String {
        self.0.json()
    }

    /// The facts that `who` learns, as JSON.
    #[must_use]
    pub fn witnessed(&self, who: Viewer) -> Vec<Value> {
        self.0.witnessed(who)
    }

    /// The steps that `who` sees.
    #[must_use]
    pub fn steps(&self, who: Viewer) -> Vec<Step> {
        self.0.steps(who)
    }

    /// The number of facts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no facts. Sealed answers and picks have no facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The facts with their type, for code that knows the game. `None` if they belong to other rules.
    #[must_use]
    pub fn of<R: Staged>(&self) -> Option<&[R::Fact]> {
        self.0.typed()?.downcast_ref::<Vec<R::Fact>>().map(Vec::as_slice)
    }
}

impl PartialEq for Facts {
    fn eq(&self, other: &Facts) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Eq for Facts {}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.json())
    }
}

/// Facts without their type. Rules that run in another process implement it.
#[allow(clippy::len_without_is_empty, reason = "`Facts` has both")]
pub trait FactSource: Send + Sync {
    /// The canonical encoding: see [`Facts::canonical`].
    fn canonical(&self) -> Vec<u8>;
    /// All facts as a JSON array.
    fn json(&self) -> String;
    /// The facts that `who` learns, as JSON.
    fn witnessed(&self, who: Viewer) -> Vec<Value>;
    /// The steps that `who` sees.
    fn steps(&self, who: Viewer) -> Vec<Step>;
    /// The number of facts.
    fn len(&self) -> usize;
    /// The facts as a `Vec` with their type. `None` if this process does not know the type.
    fn typed(&self) -> Option<&dyn Any> {
        None
    }
}

struct Told<R: Staged> {
    rules: Arc<R>,
    facts: Arc<Vec<R::Fact>>,
}

/// The panic message for a fact that cannot be serialised, which is a bug in its type.
const WRITABLE: &str = "a fact can be written";

impl<R: Staged> FactSource for Told<R> {
    fn canonical(&self) -> Vec<u8> {
        postcard::to_stdvec(&*self.facts).expect(WRITABLE)
    }

    fn json(&self) -> String {
        serde_json::to_string(&*self.facts).expect(WRITABLE)
    }

    fn witnessed(&self, who: Viewer) -> Vec<Value> {
        let seen = self.facts.iter().filter_map(|fact| self.rules.witness(fact, who));
        seen.map(|fact| serde_json::to_value(&fact).expect(WRITABLE)).collect()
    }

    fn steps(&self, who: Viewer) -> Vec<Step> {
        steps(&*self.rules, &self.facts, who)
    }

    fn len(&self) -> usize {
        self.facts.len()
    }

    fn typed(&self) -> Option<&dyn Any> {
        Some(&*self.facts)
    }
}

/// The steps of these facts that `who` sees.
pub(crate) fn steps<R: Staged>(rules: &R, facts: &[R::Fact], who: Viewer) -> Vec<Step> {
    facts.iter().filter_map(|fact| rules.witness(fact, who)).flat_map(|seen| rules.steps(&seen)).collect()
}
