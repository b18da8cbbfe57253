//! Compares `plays/soak.hashes`, the digests of 200 random matches. If a digest changes, the game plays differently,
//! although the moves are the same. Then its `semantics` version must go up, because the verification of logs relies on
//! this version.
//!
//! ```text
//! semantics 1
//! 1 2 5f0c…    seed, seats, digest of everything that happened and of the last state
//! ```

use crate::bless::{BLESS, blessing, check_or_write};
use rulebook_kernel::{Digest, Rng, Rules, Setup, Turn};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Number of matches in the file.
pub const MATCHES: usize = 200;

/// The content of the file. Seeds count from `1`, and the numbers of seats are used in turn.
#[must_use]
pub fn hashes<R: Rules>(rules: &R, matches: usize) -> String {
    let info = rules.info();
    let mut text = format!("semantics {}\n", info.semantics);
    for nth in 0..matches {
        let seats = info.min_seats + nth % (info.max_seats - info.min_seats + 1);
        let seed = (nth + 1).to_string();
        writeln!(text, "{seed} {seats} {}", fingerprint(rules, &Setup::seats(seats), &seed)).expect("text");
    }
    text
}

/// The digest of one random match: of all its facts in order, and of its last state. A move is chosen by its index, so
/// a changed order of moves gives another match.
#[must_use]
pub fn fingerprint<R: Rules>(rules: &R, setup: &Setup, seed: &str) -> Digest {
    let mut draws = Rng::seeded(&format!("soak {seed}")).draws();
    let (mut facts, mut moves) = (Vec::new(), Vec::new());
    let mut state = rules.start(setup, Rng::seeded(seed), &mut facts);
    let mut digest = Digest::of(&facts);
    for _ in 0..=rules.info().max_moves {
        let Turn::Seats(due) = rules.turn(&state) else { break };
        let Some(seat) = due.iter().nth(draws.below(due.len().max(1) as u32) as usize) else { break };
        moves.clear();
        rules.moves(&state, seat, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = &moves[draws.below(moves.len() as u32) as usize];
        facts.clear();
        rules.play(&mut state, seat, mv, &mut facts);
        digest = Digest::of(&(digest, seat, &facts));
    }
    Digest::of(&(digest, state))
}

/// Compares the digests with the file. If tests rewrite expected results, rewrites the file instead.
///
/// # Errors
/// The first match that differs. The file is not rewritten if the digests have changed and the `semantics` version has
/// not gone up. For games that have no logged matches yet, `RULEBOOK_BLESS=anyway` rewrites it nevertheless.
pub fn check<R: Rules>(rules: &R, path: &Path) -> Result<(), String> {
    let insist = std::env::var(BLESS).is_ok_and(|value| value == "anyway");
    check_text(path, &hashes(rules, MATCHES), blessing(), insist)
}

/// Compares `text`, which holds the digests, with the file. If `bless` is set, rewrites the file instead.
///
/// # Errors
/// The first match that differs. With `bless`, an error if the digests have changed, the `semantics` version has not gone
/// up and `insist` is false.
pub fn check_text(path: &Path, text: &str, bless: bool, insist: bool) -> Result<(), String> {
    if bless
        && !insist
        && let Ok(old) = fs::read_to_string(path)
        && old.lines().next() == text.lines().next()
        && !old.lines().eq(text.lines())
    {
        let semantics = text.lines().next().unwrap_or_default();
        return Err(format!(
            "{}: the same moves give other facts, so the number in `{semantics}` must go up first",
            path.display()
        ));
    }
    check_or_write(path, text, bless).map_err(|why| match fs::exists(path) {
        Ok(true) => {
            format!("{why}\n  other facts for the same moves: raise `semantics` in the game's Info, then bless")
        }
        _ => why,
    })
}
