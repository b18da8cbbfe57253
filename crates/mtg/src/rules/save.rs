//! Saved matches: the state with a checksum. A damaged save is refused before the engine uses it.

use super::state::DuelState;
use rulebook_kernel::Digest;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The state of a duel. A save of this state contains a digest, so loading detects a damaged save.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SealedState(pub(crate) DuelState);

impl SealedState {
    /// Reads a save and ignores its digest. Tests use it to load broken states. The format is a parameter, so that only
    /// the tests compile it.
    ///
    /// # Errors
    /// Returns an error if the input is not a save.
    #[doc(hidden)]
    pub fn read_unchecked<'de, D: Deserializer<'de>>(save: D) -> Result<SealedState, D::Error> {
        let (_, state) = <(Digest, DuelState)>::deserialize(save)?;
        Ok(SealedState(state))
    }
}

impl Clone for SealedState {
    fn clone(&self) -> SealedState {
        SealedState(self.0.clone())
    }

    fn clone_from(&mut self, other: &SealedState) {
        self.0.clone_from(&other.0);
    }
}

impl Serialize for SealedState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (Digest::of(&self.0), &self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SealedState {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SealedState, D::Error> {
        let (seal, state) = <(Digest, DuelState)>::deserialize(deserializer)?;
        if Digest::of(&state) != seal {
            return Err(serde::de::Error::custom("the save is damaged"));
        }
        Ok(SealedState(state))
    }
}
