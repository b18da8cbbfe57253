//! Tests games in which a player chooses a move, and then the square of a wall.

use rulebook_boards::{BoardState, Boards, Pgn, VisitBoards, visit_boards};
use rulebook_kernel::{Notation, Rng, Rules, Setup};
use rulebook_matches::Staged;
use rulebook_spaces::Spaces;
use std::collections::BTreeSet;

fn start<const W: usize, const N: usize>(rules: &Boards<W, N>) -> BoardState<W, N> {
    rules.start(&Setup::seats(2), Rng::seeded("walls"), &mut ())
}

/// Plays random games. The moves of each decision have different numbers. The two decisions together give the turns
/// that the generator lists.
struct Decisions;

impl VisitBoards for Decisions {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let id = &rules.info().id;
        let spaces: Spaces = rules.spaces(2);
        let mut rng = Rng::seeded(id);
        let (mut state, mut walls) = (start(&rules), 0);
        for step in 0..60 {
            let Some(seat) = rules.turn(&state).seats().lowest() else { break };
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            let numbers: BTreeSet<u32> = moves.iter().filter_map(|mv| rules.number(2, seat, mv)).collect();
            assert_eq!(numbers.len(), moves.len(), "{id}: two moves have one number");
            assert!(numbers.last().is_some_and(|number| (*number as usize) < spaces.numbered()), "{id}");
            if rules.chosen(&state).is_none() {
                let mut both = 0;
                for mv in &moves {
                    let mut next = state.clone();
                    rules.play(&mut next, seat, mv, &mut ());
                    assert_eq!(rules.turn(&next).seats().lowest(), Some(seat), "{id}: the same player places the wall");
                    both += rules.turns(&next).len();
                }
                assert_eq!(both, rules.turns(&state).len(), "{id}");
            } else {
                walls += 1;
            }
            if step % 20 < 2 {
                let texts = rules.turns(&state).into_iter().map(|mv| (mv, rules.turn_text(&state, &mv)));
                assert_eq!(rules.turn_texts(&state), texts.collect::<Vec<_>>(), "{id}");
            }
            let text = rules.position_text(&state);
            let read = rules.position_from(&text).unwrap_or_else(|why| panic!("{id}: {text}: {why}"));
            assert_eq!(rules.position_text(&read), text, "{id}");
            assert_eq!(rules.chosen(&read), rules.chosen(&state), "{id}: {text}");
            let saved = serde_json::to_string(&state).expect("a state can be saved");
            assert_eq!(serde_json::from_str::<BoardState<W, N>>(&saved).expect("it can be read"), state, "{id}");
            let mv = moves[rng.below(moves.len() as u32) as usize];
            rules.play(&mut state, seat, &mv, &mut ());
        }
        assert!(walls > 10, "{id}: {walls} walls");
    }
}

#[test]
fn a_move_and_its_wall_are_two_decisions() {
    for id in ["amazons", "duck"] {
        visit_boards(&crate::common::shipped(id), Decisions);
    }
}

/// A player may type only the square of the wall. A text that is no square is refused with a sentence about walls.
#[test]
fn a_wall_is_typed_as_its_square() {
    let rules: Boards<2, 14> = crate::common::shipped("amazons").rules().expect("two words");
    let mut state = start(&rules);
    let seat = rules.turn(&state).seats().lowest().expect("somebody begins");
    let mv = rules.parse(&state, seat, "d1d7").expect("a move");
    rules.play(&mut state, seat, &mv, &mut ());
    let wall = rules.parse(&state, seat, "g7").expect("a wall");
    assert_eq!(rules.text(&state, seat, &wall), "*@g7");
    assert!(rules.parse(&state, seat, "e9e8").expect_err("a move").reason().contains("wall"));
    let scene = rules.scene(&state);
    assert_eq!(scene.prompt, "White to place an arrow");
    assert!(scene.board.expect("a board").pieces.iter().any(|piece| (piece.at.x, piece.at.y) == (3, 6)));
}

#[test]
fn games_with_walls_are_written_as_pgn() {
    let rules: Boards<2, 14> = crate::common::shipped("amazons").rules().expect("two words");
    let games = Pgn::read_all("1. d1d7,d7g7 d10d8 *@a5 2. d7d1 *@d7 *").expect("readable");
    let followed = rules.follow(&games[0]).expect("legal moves");
    let text = rules.pgn(&[], &followed, None);
    assert_eq!(text.lines().last(), Some("1. Qdd7 *@g7 Qd8 *@a5 2. Qdd1 *@d7 *"), "{text}");
}
