//! Tokens: the client gets 32 random bytes, and the store keeps only their hash. So a copy of the store does not give
//! access to any seat.

use rulebook_kernel::Digest;

/// 32 random bytes of the operating system.
///
/// # Panics
/// If the operating system has no random source.
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

/// Minimum and maximum length of the idempotency key of a request, in bytes. A short key could be guessed, and
/// everybody who can repeat a request gets its tokens.
pub const KEY_LENGTH: std::ops::RangeInclusive<usize> = 16..=64;

/// The token that a request with this idempotency key gets, each time it is sent. `purpose` says what the token is for.
#[must_use]
pub fn derived(secret: &[u8; 32], purpose: &[&str], key: &str) -> String {
    Digest::of(&("rulebook 2026 request", Digest::from_bytes(*secret).to_string(), purpose, key)).to_string()
}

/// A random match id. It cannot be guessed, but is short enough for a link.
#[must_use]
pub fn match_id() -> String {
    fresh()[..24].to_owned()
}

/// The hash of a token. The store keeps this hash instead of the token.
#[must_use]
pub fn hash(token: &str) -> String {
    Digest::of(&("rulebook 2026 token", token)).to_string()
}

/// Whether this text has the form of a match id. The server never looks up other texts in the store.
#[must_use]
pub fn is_match_id(text: &str) -> bool {
    text.len() == 24 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Whether this text has the form of a token.
#[must_use]
pub fn is_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())
}
