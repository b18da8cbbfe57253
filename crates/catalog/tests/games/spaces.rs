//! Moves by number and views as numbers: every move has a number, no two have one, and nothing is told that a seat may not know.

use super::with_every_game;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Rng, Seat, Setup, Viewer};
use rulebook_stage::{AnyMatch, Extent};

const MOVES: usize = 60;

#[test]
fn every_move_has_a_number_and_no_observation_leaks() {
    with_every_game(|game| {
        let info = game.rules.info();
        let sizes = [info.min_seats, info.max_seats];
        sizes.iter().try_for_each(|&seats| look(game, seats).map_err(|why| format!("{seats} seats: {why}")))
    });
}

fn look(game: &Game, seats: usize) -> Result<(), String> {
    let start = |key| game.rules.start(&Setup::seats(seats), key).map_err(|why| why.to_string());
    let mut table = start(Key::from_seed("spaces"))?;
    let extent = table.extent();
    let mut draws = Rng::seeded("moves").draws();
    for at in 0..MOVES {
        let Some(seat) = table.due().lowest() else { break };
        let numbers = table.legal_numbers(extent, seat).to_vec();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != numbers.len() || sorted.last().is_none_or(|&last| last as usize >= extent.moves()) {
            return Err(format!("move {at}: numbers {numbers:?} of {}", extent.moves()));
        }
        // Sampling is slow: a few moments are enough.
        if at % 12 == 0 {
            for seat in Seat::all(seats) {
                let mut alike = table.alike(Viewer::Seat(seat), Key::from_seed(&format!("{at} {seat}")));
                if observed(&*table, extent, seat)? != observed(&*alike, extent, seat)? {
                    return Err(format!("move {at}: {seat} observes what it cannot know"));
                }
                if table.legal_numbers(extent, seat) != alike.legal_numbers(extent, seat) {
                    return Err(format!("move {at}: {seat} has other numbers for the same moves"));
                }
            }
        }
        let n = draws.below(numbers.len() as u32) as usize;
        table.step(seat, n).map_err(|why| why.to_string())?;
    }
    table.restart(Key::from_seed("again"));
    let fresh = start(Key::from_seed("again"))?;
    if table.digest() != fresh.digest() { Err("a match begun anew is another".to_owned()) } else { Ok(()) }
}

/// What a seat observes; that every place is written, and none beyond.
fn observed(table: &dyn AnyMatch, extent: Extent, seat: Seat) -> Result<Vec<i16>, String> {
    let size = extent.observed as usize;
    let [mut one, mut other] = [vec![-7; size], vec![-8; size]];
    table.observe(seat, &mut one);
    table.observe(seat, &mut other);
    if one == other { Ok(one) } else { Err(format!("{seat} does not observe all {size} numbers")) }
}
