//! Checks that moves do not allocate if there is no sink for facts. This covers listing moves, playing a move, and
//! copying a state into a used buffer.

use rulebook_kernel::{Rng, Rules, Setup};
use rulebook_matches::{Staged, Visit};
use rulebook_natives::katko::Katko;
use rulebook_natives::module::Native;
use rulebook_spaces::Row;
use std::sync::Arc;

/// Plays games as a search does: moves come from the shortlist, and buffers are reused.
struct Playouts;

impl Visit for Playouts {
    /// The number of steps and of allocations.
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
        // Buffers grow in the first run; the second run is measured.
        all();
        let counted = allocation_counter::measure(&mut all);
        (steps / 2, counted.count_total)
    }
}

/// A game allocates only for its result: once for the box and once for its contents.
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
    /// The number of rows written and of allocations.
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

/// Observations must not allocate, because training programs observe every move of millions of games.
#[test]
fn observing_allocates_nothing_in_any_game() {
    for id in rulebook_natives::IDS {
        let (rows, allocations) = rulebook_natives::visit(id, Observed).expect("a native game has rules");
        assert!(rows > 10 && allocations == 0, "{id}: {allocations} allocations in {rows} rows");
    }
}

/// Checks that the counter works. Otherwise the tests above could not fail.
#[test]
fn the_counter_sees_an_allocation() {
    let rules = Native::<Katko>::new();
    let state = rules.start(&Setup::seats(2), Rng::seeded("1"), &mut ());
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(state.clone()))).count_total > 0);
}
