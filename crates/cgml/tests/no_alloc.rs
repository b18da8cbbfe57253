//! Tests that a move with the silent sink allocates nothing. This includes listing the moves, playing one, and copying
//! the state into an old buffer. Only the outcome of the last move allocates its text.

use rulebook_cgml::compile::compile;
use rulebook_cgml::load::{MemoryFiles, load};
use rulebook_cgml::run::{Cgml, CgmlState};
use rulebook_cgml::syntax;
use rulebook_diag::{Diagnostics, Sources};
use rulebook_kernel::{Digest, Draws, Rng, Rules, Setup};

fn rules(text: &str) -> Cgml {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let mut files = MemoryFiles::from_iter([("game.cgml", text)]);
    let merged = load("game.cgml", &mut files, &mut sources, &mut diags).expect("it can be read");
    let document = syntax::read(&merged.node, &sources, &mut diags).expect("it is a document");
    let programs = compile(&document, &mut diags).expect("it compiles");
    Cgml::new("game", "Game", Digest::of_bytes(text.as_bytes()), programs)
}

/// Plays games one after the other in one buffer and returns the number of moves. The first game fills the buffers.
fn plays_without_allocation(text: &str, seats: usize) -> usize {
    let rules = rules(text);
    let mut draws: Draws = Rng::seeded("picks").draws();
    let start = |seed: usize| rules.start(&Setup::seats(seats), Rng::seeded(&seed.to_string()), &mut ());
    let starts: Vec<CgmlState> = (0..8).map(start).collect();
    let (mut state, mut moves, mut played) = (starts[0].clone(), Vec::with_capacity(64), 0);
    for (game, start) in starts.iter().chain(&starts).enumerate() {
        let copied = allocation_counter::measure(|| state.clone_from(start));
        assert!(game == 0 || copied.count_total == 0, "a copy");
        while let Some(seat) = rules.turn(&state).seats().lowest() {
            let listed = allocation_counter::measure(|| {
                moves.clear();
                rules.moves(&state, seat, &mut moves);
            });
            let mv = moves[draws.below(moves.len() as u32) as usize];
            // A debug build checks each move again and allocates a list for it.
            let checked = allocation_counter::measure(|| assert_eq!(rules.check(&state, seat, &mv), Ok(())));
            let checked = if cfg!(debug_assertions) { checked.count_total } else { 0 };
            let counted = allocation_counter::measure(|| rules.play(&mut state, seat, &mv, &mut ()));
            played += 1;
            let over = rules.turn(&state).seats().is_empty();
            let none = listed.count_total == 0 && counted.count_total == checked;
            assert!(game == 0 || over || none, "move {played}: {listed:?}, {counted:?}");
        }
    }
    played
}

#[test]
fn hearts_allocates_nothing() {
    assert!(plays_without_allocation(include_str!("../../../games/hearts/game.cgml"), 4) > 5_000);
}

#[test]
fn go_fish_allocates_nothing() {
    for seats in 2..=6 {
        assert!(plays_without_allocation(include_str!("../../../games/go-fish/game.cgml"), seats) > 500);
    }
}

/// Tests that the counter notices an allocation.
#[test]
fn the_counter_sees_an_allocation() {
    let rules = rules(include_str!("../../../games/hearts/game.cgml"));
    let state = rules.start(&Setup::seats(4), Rng::seeded("1"), &mut ());
    assert!(allocation_counter::measure(|| drop(std::hint::black_box(state.clone()))).count_total > 0);
}
