//! A key that nobody chose alone: the host commits to a secret before anybody sits down, players add words of their own, and the
//! key is mixed from all of it. The host cannot know the words when it commits; the players cannot know the secret when
//! they speak.

use rulebook_kernel::{Digest, Key};
use serde::{Deserialize, Serialize};

/// How a header tells where its key came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fair {
    /// The host's commitment to its secret, shown before anybody sat down.
    pub commitment: Digest,
    /// What the seats added, by seat; empty where a seat added nothing.
    pub entropy: Vec<String>,
}

impl Fair {
    /// What a host with this secret shows, with what the seats added.
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
