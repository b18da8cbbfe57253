//! A fair key. The server commits to a secret before any player takes a seat. The players then add texts, and the key is
//! computed from the secret and the texts. The server does not know the texts when it commits. The players do not know
//! the secret when they choose their texts. So neither side can choose the deal.

use rulebook_kernel::{Digest, Key};
use serde::{Deserialize, Serialize};

/// The inputs of the key that the header of a log publishes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// The server's commitment to its secret, shown before any player took a seat.
    pub commitment: Digest,
    /// The texts that the players added, by seat. If a player added no text, the entry is empty.
    pub entropy: Vec<String>,
}

impl Fair {
    /// The header field for this secret and these texts.
    #[must_use]
    pub fn new(secret: &Key, entropy: Vec<String>) -> Fair {
        Fair { commitment: secret.commitment(), entropy }
    }

    /// The key of the match: the BLAKE3 hash of a fixed text, the secret and the players' texts, encoded with postcard.
    #[must_use]
    pub fn key(&self, secret: &Key) -> Key {
        Key::from_bytes(*Digest::of(&("rulebook 2026 fair key", secret.bytes(), &self.entropy)).bytes())
    }
}
