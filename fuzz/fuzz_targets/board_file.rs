//! Reads any text as the file of a board game. The text is either refused with diagnostics, or compiled and played for
//! a few moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_boards::{Boards, VisitBoards, load, visit_boards};
use rulebook_diag::Sources;
use rulebook_kernel::{Rng, Rules, Setup};

struct Play;

impl VisitBoards for Play {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let mut state = rules.start(&Setup::seats(rules.info().min_seats), Rng::seeded("fuzz"), &mut ());
        let mut moves = Vec::new();
        for turn in 0..20 {
            let Some(seat) = rules.turn(&state).seats().lowest() else { return };
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[turn % moves.len()];
            rules.play(&mut state, seat, &mv, &mut ());
            rules.validate_state(&state).expect("a state that was played to");
        }
    }
}

fuzz_target!(|text: &str| {
    let mut sources = Sources::new();
    let file = sources.add("game.json", text);
    let (game, diagnostics) = load(&sources, file, "fuzz");
    match game {
        Some(game) => visit_boards(&game, Play),
        None => assert!(!diagnostics.is_empty(), "refused without a word"),
    }
});
