//! Saved matches: the state with a checksum. A damaged save is refused before the engine uses it.

use super::state::DuelState;
use rulebook_kernel::Digest;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The state of a match. When saved, a digest of its content is added.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Match(pub(crate) DuelState);

impl Match {
    /// Reads a save in JSON and ignores its digest. Tests damage states with it.
    ///
    /// # Errors
    /// The text is not a save.
    #[doc(hidden)]
    pub fn read_unchecked(json: &str) -> Result<Match, serde_json::Error> {
        let (_, state): (Digest, DuelState) = serde_json::from_str(json)?;
        Ok(Match(state))
    }
}

impl Clone for Match {
    fn clone(&self) -> Match {
        Match(self.0.clone())
    }

    fn clone_from(&mut self, other: &Match) {
        self.0.clone_from(&other.0);
    }
}

impl Serialize for Match {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (Digest::of(&self.0), &self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Match {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Match, D::Error> {
        let (seal, state) = <(Digest, DuelState)>::deserialize(deserializer)?;
        if Digest::of(&state) != seal {
            return Err(serde::de::Error::custom("the save is damaged"));
        }
        Ok(Match(state))
    }
}
