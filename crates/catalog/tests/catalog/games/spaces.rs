//! Tests of action and observation spaces: legal moves have different numbers, and an observation reveals no hidden
//! information.

use super::with_every_game;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Rng, Seat, Setup, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_spaces::Extent;

const MOVES: usize = 60;

// clause: Cards P5-1 P5-3
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
        // Sampling is slow, so only every twelfth position is tested.
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

/// Number of moves of a position that are compared with each other.
const SIBLINGS: usize = 6;

/// Games whose observations leave out a small part of the view, each with a description of that part.
const LEFT_OUT: &[(&str, &str)] =
    &[("duel", "which effects last and what they do, which abilities were used, what is beyond the places there are")];

/// In such a game, at most one in `RARE` moves may differ only in the part that is left out.
const RARE: usize = 10;

/// If a seat is asked again after its move, it knows which move it chose. If the views after two moves differ, the
/// observations must differ too. Otherwise a program could not learn the difference.
#[test]
fn an_observation_shows_the_move_just_chosen() {
    with_every_game(|game| {
        let info = game.rules.info();
        let seats = 3.clamp(info.min_seats, info.max_seats);
        let (told, merged) = one_step(game, seats)?;
        let left_out = LEFT_OUT.iter().any(|(id, _)| *id == game.id);
        match &merged[..] {
            [] => Ok(()),
            some if left_out && some.len() * RARE <= told => Ok(()),
            [first, ..] => Err(format!("{} of {told}: {first}", merged.len())),
        }
    });
}

/// Plays a match and compares the observations after several moves of each position. Returns the number of moves whose
/// observations differ, and a message for each move whose observation does not differ.
fn one_step(game: &Game, seats: usize) -> Result<(usize, Vec<String>), String> {
    let start = game.rules.start(&Setup::seats(seats), Key::from_seed("one step")).map_err(|why| why.to_string());
    let (mut told, mut merged) = (0, Vec::new());
    let mut table = start?;
    let extent = table.extent();
    let mut draws = Rng::seeded("one step").draws();
    for at in 0..MOVES {
        let Some(seat) = table.due().lowest() else { break };
        let count = table.list_moves(seat);
        let mut asked: Vec<(Vec<i16>, Box<dyn AnyMatch>)> = Vec::new();
        for nth in (0..count).step_by(count.div_ceil(SIBLINGS).max(1)) {
            let mut child = table.fork();
            child.step(seat, nth).map_err(|why| why.to_string())?;
            if !child.due().has(seat) {
                continue;
            }
            let one = observed(&*child, extent, seat)?;
            let viewer = Viewer::Seat(seat);
            let twin = asked.iter().find(|(other, sibling)| one == *other && !child.is_alike(&**sibling, viewer));
            match twin {
                Some(_) => {
                    merged.push(format!("move {at}: {seat} cannot tell what it chose: {}", child.scene(viewer).prompt))
                }
                None => told += 1,
            }
            asked.push((one, child));
        }
        let n = draws.below(count as u32) as usize;
        table.step(seat, n).map_err(|why| why.to_string())?;
    }
    Ok((told, merged))
}

/// Tests that the blocks of an observation have fixed sizes and together fill the whole row.
#[test]
fn every_block_keeps_its_place() {
    with_every_game(|game| {
        let seats = game.rules.info().min_seats;
        let start = game.rules.start(&Setup::seats(seats), Key::from_seed("blocks")).map_err(|why| why.to_string());
        let mut table = start?;
        let spaces = table.spaces();
        let mut names: Vec<&str> = spaces.observation.iter().map(|block| block.name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|two| two[0] == two[1]) {
            return Err(format!("two blocks are called {}", twice[0]));
        }
        if let Some(mute) = spaces.observation.iter().find(|block| block.about.is_empty()) {
            return Err(format!("nobody says what {} is", mute.name));
        }
        let mut draws = Rng::seeded("blocks").draws();
        for at in 0..MOVES {
            let Some(seat) = table.due().lowest() else { break };
            // The row has one extra element, to detect writes beyond its end. Two different fill values detect elements
            // that are not written.
            let size = spaces.observed();
            let [mut one, mut other] = [vec![-7; size + 1], vec![-8; size + 1]];
            table.observe(seat, &mut one);
            table.observe(seat, &mut other);
            if one[..size] != other[..size] || (one[size], other[size]) != (-7, -8) {
                return Err(format!("move {at}: a row is not {size} numbers"));
            }
            let count = table.list_moves(seat) as u32;
            table.step(seat, draws.below(count) as usize).map_err(|why| why.to_string())?;
        }
        if table.spaces() == spaces { Ok(()) } else { Err("other spaces than before".to_owned()) }
    });
}

/// The observation of a seat. Checks that every element is written.
fn observed(table: &dyn AnyMatch, extent: Extent, seat: Seat) -> Result<Vec<i16>, String> {
    let size = extent.observed as usize;
    let [mut one, mut other] = [vec![-7; size], vec![-8; size]];
    table.observe(seat, &mut one);
    table.observe(seat, &mut other);
    if one == other { Ok(one) } else { Err(format!("{seat} does not observe all {size} numbers")) }
}
