//! **Damage.** A damaged save never causes a panic. Either it cannot be decoded, or `validate_state` refuses it, or the
//! match can continue from it. So every value that `validate_state` accepts must be a possible state of this game.

use super::{Plan, Verdict, Walk, guard::guarded};
use rulebook_kernel::{Draws, Rng, Viewer};
use rulebook_matches::Staged;

pub const NAME: &str = "damage";

/// Maximum number of states in a match from which damaged saves are made.
const STATES: usize = 6;
/// Maximum number of moves that are played from an accepted state.
const MOVES: usize = 24;

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    let mut draws = Rng::seeded(&format!("damage {}", walk.seed)).draws();
    for at in walk.looks(STATES) {
        let Ok(bytes) = postcard::to_stdvec(&walk.states[at]) else { continue };
        for _ in 0..plan.damages {
            let (damaged, how) = damage(bytes.clone(), &mut draws);
            // A panic in the decoder breaks the law, too.
            let played = guarded(|| match postcard::from_bytes::<R::State>(&damaged) {
                Ok(state) if rules.validate_state(&state).is_ok() => play_on(rules, state, &mut draws),
                _ => {}
            });
            played.or_else(|panic| walk.broken(NAME, at, format!("{how}, admitted, and then a panic: {panic}")))?;
        }
    }
    Ok(())
}

fn damage(mut bytes: Vec<u8>, draws: &mut Draws) -> (Vec<u8>, String) {
    let at = draws.below(bytes.len().max(1) as u32) as usize;
    if bytes.is_empty() {
        return (bytes, "nothing to damage".to_owned());
    }
    match draws.below(8) {
        0 => {
            bytes.truncate(at);
            (bytes, format!("cut after byte {at}"))
        }
        1 => {
            bytes[at] = draws.below(256) as u8;
            (bytes.clone(), format!("byte {at} set to {}", bytes[at]))
        }
        2 => {
            // Small numbers are likely to be indexes or counts, so they get past more checks.
            bytes[at] = draws.below(4) as u8;
            (bytes.clone(), format!("byte {at} set to {}", bytes[at]))
        }
        _ => {
            let bit = draws.below(8);
            bytes[at] ^= 1 << bit;
            (bytes, format!("bit {bit} of byte {at} flipped"))
        }
    }
}

fn play_on<R: Staged>(rules: &R, mut state: R::State, draws: &mut Draws) {
    let mut moves = Vec::new();
    for nth in 0..MOVES {
        // After some of the moves, also make the scenes of all viewers.
        if nth % 8 == 0 {
            for who in Viewer::limited(rules.seats(&state)).chain([Viewer::God]) {
                let _ = rules.scene(&rules.view(&state, who));
            }
        }
        let due = rules.turn(&state).seats();
        let Some(seat) = due.iter().nth(draws.below(due.len().max(1) as u32) as usize) else { return };
        moves.clear();
        rules.moves(&state, seat, &mut moves);
        if moves.is_empty() {
            return;
        }
        let mv = &moves[draws.below(moves.len() as u32) as usize];
        rules.play(&mut state, seat, mv, &mut Vec::new());
    }
}
