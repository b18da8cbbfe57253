//! Plays random matches and calls a function at each move.

use rulebook_kernel::{Rng, Rules, Seat, Setup, Turn};
use rulebook_natives::module::{Intent, Native, RuleModule};

/// Plays matches with 2 to `numbers + 1` seats in turn. Calls `look` with every state and the move that is made in it.
/// `name` seeds the choice of moves.
pub fn walk<M: RuleModule>(
    name: &str,
    matches: usize,
    numbers: usize,
    mut look: impl FnMut(&Native<M>, &<Native<M> as Rules>::State, Seat, &Intent),
) {
    let rules = Native::<M>::new();
    let mut moves = Vec::new();
    for seed in 0..matches {
        let mut draws = Rng::seeded(&format!("{name} {seed}")).draws();
        let mut state = rules.start(&Setup::seats(2 + seed % numbers), Rng::seeded(&seed.to_string()), &mut ());
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[draws.below(moves.len() as u32) as usize];
            look(&rules, &state, seat, &mv);
            rules.play(&mut state, seat, &mv, &mut ());
        }
    }
}
