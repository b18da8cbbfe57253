//! Tokens: 32 random bytes for their bearer, a hash for the store. Who reads the store cannot play.

use rulebook_kernel::Digest;

/// 32 bytes of the system's generator.
///
/// # Panics
/// If the system has no randomness: then nothing here is safe.
#[must_use]
pub fn random() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// A fresh token, in hexadecimal.
#[must_use]
pub fn fresh() -> String {
    Digest::from_bytes(random()).to_string()
}

/// An id that cannot be guessed, short enough for a link.
#[must_use]
pub fn match_id() -> String {
    fresh()[..24].to_owned()
}

/// What the store keeps of a token.
#[must_use]
pub fn hash(token: &str) -> String {
    Digest::of(&("rulebook 2026 token", token)).to_string()
}

/// Is this the form of a match id? Nothing else is looked up.
#[must_use]
pub fn is_match_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Is this the form of a token?
#[must_use]
pub fn is_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}
