//! A move that nobody listens to allocates nothing: not its list of moves, not its play, not a copy into an old buffer.

use rulebook_kernel::{Draws, Rng, Rules, Setup};
use rulebook_matches::{Staged, Visit};
use rulebook_natives::crazy_eights::{CrazyEights, Move, State};
use rulebook_spaces::Row;
use std::sync::Arc;

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

/// As a search plays out a game: by what bots are offered, into buffers that were used before.
struct Playouts;

impl Visit for Playouts {
    /// Steps, and allocations, of whole games.
    type Out = (usize, u64);

    fn visit<R: Staged>(self, rules: Arc<R>) -> (usize, u64) {
        const GAMES: u64 = 6;
        let setup = Setup::seats(rules.info().min_seats);
        let start = |seed: u64| rules.start(&setup, Rng::seeded(&seed.to_string()), &mut ());
        let starts: Vec<R::State> = (0..GAMES).map(start).collect();
        let (mut state, mut moves, mut steps) = (starts[0].clone(), Vec::new(), 0);
        let mut all = || {
            let mut draws = Rng::seeded("picks").draws();
            for start in &starts {
                state.clone_from(start);
                while let Some(seat) = rules.turn(&state).seats().lowest() {
                    moves.clear();
                    rules.shortlist(&state, seat, &mut moves);
                    let pick = draws.below(moves.len() as u32) as usize;
                    rules.play(&mut state, seat, &moves[pick], &mut ());
                    steps += 1;
                }
            }
        };
        // The first time buffers grow; the second time nothing is new.
        all();
        let counted = allocation_counter::measure(&mut all);
        (steps / 2, counted.count_total)
    }
}

/// Nothing but the result of a game is allocated, and that once: a box, and what is in it.
#[test]
fn no_step_of_a_playout_allocates_in_any_game() {
    for id in rulebook_natives::IDS {
        let (steps, allocations) = rulebook_natives::visit(id, Playouts).expect("a native game has rules");
        assert!(steps > 100 && allocations <= 6 * 6, "{id}: {allocations} allocations in {steps} steps");
    }
}

/// Observes every decision of a game.
struct Observed;

impl Visit for Observed {
    /// Rows that were written, and allocations.
    type Out = (usize, u64);

    fn visit<R: Staged>(self, rules: Arc<R>) -> (usize, u64) {
        let setup = Setup::seats(rules.info().min_seats);
        let mut state = rules.start(&setup, Rng::seeded("observed"), &mut ());
        let mut numbers = vec![0; rules.spaces(setup.seats).observed()];
        let mut draws = Rng::seeded("picks").draws();
        let (mut moves, mut rows, mut allocations) = (Vec::new(), 0, 0);
        while let Some(seat) = rules.turn(&state).seats().lowest().filter(|_| rows < 300) {
            let look = || rules.observe(&state, seat, &mut Row::new(&mut numbers));
            allocations += allocation_counter::measure(look).count_total;
            rows += 1;
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            let pick = draws.below(moves.len() as u32) as usize;
            rules.play(&mut state, seat, &moves[pick], &mut ());
        }
        (rows, allocations)
    }
}

/// Learning programs look at every move of millions of games.
#[test]
fn observing_allocates_nothing_in_any_game() {
    for id in rulebook_natives::IDS {
        let (rows, allocations) = rulebook_natives::visit(id, Observed).expect("a native game has rules");
        assert!(rows > 10 && allocations == 0, "{id}: {allocations} allocations in {rows} rows");
    }
}

/// The counter counts: a test that cannot fail would be worth nothing.
#[test]
fn the_counter_sees_an_allocation() {
    let rules = CrazyEights::new();
    let state = rules.start(&Setup::seats(2), Rng::seeded("1"), &mut ());
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(state.clone()))).count_total > 0);
}
