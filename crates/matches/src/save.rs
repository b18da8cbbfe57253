//! Saves. A save has three parts: a preamble that names the game, the match, and a digest of both.
//!
//! The preamble is read first. A save of another game or engine is refused with a reason and never decoded. The digest
//! detects damage. `Rules::validate_state` checks that the state belongs to this game.

use rulebook_kernel::{Corrupt, Digest, Info, Key, Rules, Setup};
use rulebook_scene::KeyRing;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format. Raise it when the format changes.
const FORMAT: u32 = 1;
const MAGIC: [u8; 8] = *b"rulebook";
const DIGEST: usize = 32;

#[derive(Serialize, Deserialize)]
struct Preamble {
    magic: [u8; 8],
    format: u32,
    game: String,
    source: Digest,
    semantics: u32,
}

/// The content of a save after the preamble.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "S: Serialize", deserialize = "S: serde::de::DeserializeOwned"))]
pub(crate) struct Saved<S> {
    // The fields of a `Setup`. `Setup` itself skips empty options when it is written, so a format without field names
    // could not read it back.
    seats: u32,
    options: BTreeMap<String, String>,
    pub key: Key,
    pub state: S,
    pub asks: Vec<u32>,
    pub head: Option<Digest>,
    pub rings: Vec<KeyRing>,
}

impl<S: Serialize + serde::de::DeserializeOwned> Saved<S> {
    pub fn new(setup: &Setup, key: Key, state: S, asks: Vec<u32>, head: Option<Digest>, rings: Vec<KeyRing>) -> Self {
        Saved { seats: setup.seats as u32, options: setup.options.clone(), key, state, asks, head, rings }
    }

    pub fn setup(&self) -> Setup {
        Setup { seats: self.seats as usize, options: self.options.clone() }
    }
}

/// Encodes a match.
pub(crate) fn write<S: Serialize>(info: &Info, saved: &Saved<S>) -> Vec<u8> {
    let preamble = Preamble {
        magic: MAGIC,
        format: FORMAT,
        game: info.id.clone(),
        source: info.source,
        semantics: info.semantics,
    };
    let mut bytes = postcard::to_stdvec(&(preamble, saved)).expect("a match can be encoded");
    let digest = Digest::of_bytes(&bytes);
    bytes.extend_from_slice(digest.bytes());
    bytes
}

/// Decodes the preamble of a save.
fn preamble(bytes: &[u8]) -> Result<(Preamble, &[u8]), Corrupt> {
    let read = postcard::take_from_bytes::<Preamble>(bytes).ok().filter(|(preamble, _)| preamble.magic == MAGIC);
    read.ok_or_else(|| Corrupt::new("this is not a saved match"))
}

/// The `semantics` number of the rules when the match was saved.
pub(crate) fn semantics(bytes: &[u8]) -> Result<u32, Corrupt> {
    Ok(preamble(bytes)?.0.semantics)
}

/// Decodes a match of these rules that was saved with this `semantics` number. The bytes are untrusted.
pub(crate) fn read<R: Rules>(rules: &R, bytes: &[u8], semantics: u32) -> Result<Saved<R::State>, Corrupt> {
    let info = rules.info();
    let (preamble, rest) = preamble(bytes)?;
    if preamble.format != FORMAT {
        let theirs = preamble.format;
        return Err(Corrupt::new(format!("saved in format {theirs}, this engine reads format {FORMAT}")));
    }
    if preamble.game != info.id {
        return Err(Corrupt::new(format!("this is a match of {:?}, not of {:?}", preamble.game, info.id)));
    }
    if preamble.semantics != semantics {
        let (theirs, ours) = (preamble.semantics, semantics);
        return Err(Corrupt::new(format!("saved with semantics {theirs}, this engine has {ours}")));
    }
    if preamble.source != info.source {
        return Err(Corrupt::new(format!("saved with another version of the rules of {:?}", info.id)));
    }
    let damaged = || Corrupt::new("the saved match is damaged");
    let end = bytes.len().checked_sub(DIGEST).filter(|end| *end >= bytes.len() - rest.len()).ok_or_else(damaged)?;
    if bytes[end..] != *Digest::of_bytes(&bytes[..end]).bytes() {
        return Err(damaged());
    }
    let body = &rest[..rest.len() - DIGEST];
    let (saved, rest) = postcard::take_from_bytes::<Saved<R::State>>(body).map_err(|_| damaged())?;
    if !rest.is_empty() {
        return Err(damaged());
    }
    validate_state(rules, &saved)?;
    Ok(saved)
}

fn validate_state<R: Rules>(rules: &R, saved: &Saved<R::State>) -> Result<(), Corrupt> {
    let setup = saved.setup();
    rules.info().admits(&setup).map_err(|e| Corrupt::new(format!("the saved setup: {e}")))?;
    rules.validate_state(&saved.state)?;
    if rules.seats(&saved.state) != setup.seats || saved.asks.len() != setup.seats {
        return Err(Corrupt::new("the saved match has another number of seats than its setup"));
    }
    Ok(())
}
