//! **Random picks.** `pick_random` draws every move of `shortlist` with the same probability, and no other move. A
//! chi-squared test compares the draws with an even distribution. The test is needed because a
//! game may draw a move without listing all moves.

use super::{Plan, Verdict, Walk};
use rulebook_kernel::Rng;
use rulebook_matches::Staged;

pub const NAME: &str = "random picks";

/// Average number of draws for each move.
const EACH: usize = 40;
/// Maximum number of moves in a tested list. Longer lists would need too many draws.
const LONGEST: usize = 60;
/// Number of states of a match that are tested.
const STATES: usize = 4;
/// The accepted quantile of chi-squared, in standard deviations of a normal distribution. An even distribution exceeds
/// it about once in a thousand million tests.
const DEVIATIONS: f64 = 6.0;

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, _: &Plan<R>) -> Verdict {
    let mut draws = Rng::seeded(&format!("random picks {}", walk.seed)).draws();
    let (mut moves, mut buffer) = (Vec::new(), Vec::new());
    for at in walk.looks(STATES) {
        let state = &walk.states[at];
        for seat in rules.turn(state).seats().iter() {
            moves.clear();
            rules.shortlist(state, seat, &mut moves);
            if moves.len() > LONGEST {
                continue;
            }
            let mut counts = vec![0_usize; moves.len()];
            for _ in 0..EACH * moves.len() {
                let picked = rules.pick_random(state, seat, &mut draws, &mut buffer);
                let Some(nth) = picked.as_ref().and_then(|mv| moves.iter().position(|listed| listed == mv)) else {
                    return walk.broken(NAME, at, format!("{seat} picked {picked:?}, which is not listed"));
                };
                counts[nth] += 1;
            }
            let distance = |count: &usize| (*count as f64 - EACH as f64).powi(2) / EACH as f64;
            let squares = counts.iter().map(distance).sum::<f64>();
            if counts.contains(&0) || squares > limit(moves.len().saturating_sub(1)) {
                return walk.broken(NAME, at, format!("{seat} picked the moves {moves:?} {counts:?} times"));
            }
        }
    }
    Ok(())
}

/// The greatest accepted chi-squared for this number of degrees of freedom, by the approximation of Wilson and Hilferty.
fn limit(freedom: usize) -> f64 {
    let freedom = freedom.max(1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + DEVIATIONS * spread.sqrt()).powi(3)
}
