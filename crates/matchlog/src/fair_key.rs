//! A fair key. The host commits to a secret before any player sits down, the players add words, and the key is mixed
//! from both. The host does not know the words when it commits, and the players do not know the secret when they choose
//! them.

use rulebook_kernel::{Digest, Key};
use serde::{Deserialize, Serialize};

/// The origin of the key, as the header of a log states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// The host's commitment to its secret, shown before any player sat down.
    pub commitment: Digest,
    /// The words that the seats added, by seat. Empty if a seat added none.
    pub entropy: Vec<String>,
}

impl Fair {
    /// The header part for this secret and these words.
    #[must_use]
    pub fn new(secret: &Key, entropy: Vec<String>) -> Fair {
        Fair { commitment: secret.commitment(), entropy }
    }

    /// The key of the match: BLAKE3 over the postcard of a fixed text, the secret and the words.
    #[must_use]
    pub fn key(&self, secret: &Key) -> Key {
        Key::from_bytes(*Digest::of(&("rulebook 2026 fair key", secret.bytes(), &self.entropy)).bytes())
    }
}
