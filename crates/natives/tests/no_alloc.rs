//! A move that nobody listens to allocates nothing: not its list of moves, not its play, not a copy into an old buffer.

use rulebook_kernel::{Draws, Rng, Rules, Setup};
use rulebook_natives::crazy_eights::{CrazyEights, Move, State};

fn random_game(rules: &CrazyEights, state: &mut State, moves: &mut Vec<Move>, draws: &mut Draws) -> usize {
    let mut played = 0;
    while let Some(seat) = rules.turn(state).seats().lowest() {
        moves.clear();
        rules.moves(state, seat, moves);
        let pick = draws.below(moves.len() as u32) as usize;
        rules.play(state, seat, &moves[pick], &mut ());
        played += 1;
    }
    played
}

#[test]
fn whole_games_of_crazy_eights_allocate_nothing() {
    let rules = CrazyEights::new();
    let mut draws = Rng::seeded("picks").draws();
    let mut moves = Vec::with_capacity(64);
    let mut played = 0;
    for seats in 2..=5 {
        let starts: Vec<State> =
            (0..20).map(|seed| rules.start(&Setup::seats(seats), Rng::seeded(&seed.to_string()), &mut ())).collect();
        let mut state = starts[0].clone();
        let counted = allocation_counter::measure(|| {
            for start in &starts {
                state.clone_from(start);
                played += random_game(&rules, &mut state, &mut moves, &mut draws);
            }
        });
        assert_eq!(counted.count_total, 0, "{seats} seats");
    }
    assert!(played > 5_000, "reshuffles and all: {played} moves");
}

/// The counter counts: a test that cannot fail would be worth nothing.
#[test]
fn the_counter_sees_an_allocation() {
    let rules = CrazyEights::new();
    let state = rules.start(&Setup::seats(2), Rng::seeded("1"), &mut ());
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(state.clone()))).count_total > 0);
}
