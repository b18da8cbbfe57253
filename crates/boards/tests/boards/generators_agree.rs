//! Tests that the two generators of legal moves agree in every game: by checks and pins, and by trial.

use rulebook_boards::{Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Notation, Rng, Rules, Setup, Turn};

/// Plays random turns and compares both generators in every position. Returns the number of compared moves.
struct Compare<'a> {
    id: &'a str,
    games: usize,
}

impl VisitBoards for Compare<'_> {
    type Out = usize;

    fn visit<const W: usize, const N: usize>(self, fast: Boards<W, N>) -> usize {
        let slow: Boards<W, N> = crate::common::shipped(self.id).unproven().rules().expect("the same size");
        let setup = Setup::seats(fast.info().min_seats);
        let mut draws = Rng::seeded(self.id).draws();
        let mut compared = 0;
        for _ in 0..self.games {
            let mut state = fast.start(&setup, Rng::seeded("agree"), &mut ());
            for _ in 0..120 {
                let Turn::Seats(due) = fast.turn(&state) else { break };
                let seat = due.lowest().expect("somebody is due");
                let names = |rules: &Boards<W, N>| {
                    let mut moves = Vec::new();
                    rules.moves(&state, seat, &mut moves);
                    let mut names: Vec<_> = moves.iter().map(|mv| (mv.from(), mv.to(), mv.promotion())).collect();
                    names.sort_unstable();
                    (names, moves)
                };
                let ((found, moves), (expected, _)) = (names(&fast), names(&slow));
                assert_eq!(found, expected, "{}: {}", self.id, fast.position_text(&state));
                compared += found.len();
                let mv = moves[draws.below(moves.len() as u32) as usize];
                let text = fast.text(&state, seat, &mv);
                assert_eq!(fast.parse(&state, seat, &text), Ok(mv), "{text}");
                fast.play(&mut state, seat, &mv, &mut ());
            }
        }
        compared
    }
}

#[test]
fn pins_agree_with_trying_every_move() {
    for id in crate::common::ids() {
        let compared = visit_boards(&crate::common::shipped(&id), Compare { id: &id, games: 5 });
        assert!(compared > 100, "{id}: {compared}");
    }
}
