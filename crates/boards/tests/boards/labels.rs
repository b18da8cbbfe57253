//! Tests that the short texts of all moves at a decision are different, and that parsing a text gives its move.

use rulebook_boards::{Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Notation, Rng, Rules, Setup};
use rulebook_matches::Staged;
use std::collections::BTreeSet;

/// Plays this number of decisions and checks the short texts of each.
struct TellApart(usize);

impl VisitBoards for TellApart {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let id = &rules.info().id;
        let mut rng = Rng::seeded(id);
        let mut state = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
        for _ in 0..self.0 {
            let Some(seat) = rules.turn(&state).seats().lowest() else { return };
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            let mut known = BTreeSet::new();
            for mv in &moves {
                let short = rules.san(&state, mv);
                assert_eq!(rules.parse(&state, seat, &short).as_ref(), Ok(mv), "{id}: {short}");
                assert!(known.insert(short.clone()), "{id}: {short} twice");
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            rules.play(&mut state, seat, &mv, &mut ());
        }
    }
}

#[test]
fn short_move_texts_are_unambiguous() {
    for id in ["chess", "draughts", "breakthrough", "makruk", "mini-shogi", "shogi", "xiangqi", "crazyhouse"] {
        visit_boards(&crate::common::shipped(id), TellApart(40));
    }
}

#[test]
fn origins_and_letters_stand_where_they_are_needed() {
    let rules: Boards<1, 10> = crate::common::shipped("breakthrough").rules().expect("one word");
    let state = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
    let seat = rules.turn(&state).seats().lowest().expect("somebody begins");
    for (text, short) in [("a2a3", "a2-a3"), ("b2a3", "b2-a3")] {
        let mv = rules.parse(&state, seat, text).expect("a move of the beginning");
        assert_eq!(rules.san(&state, &mv), short);
    }
    assert!(rules.parse(&state, seat, "a3").is_err(), "several moves are called that");
    let rules: Boards<2, 28> = crate::common::shipped("shogi").rules().expect("two words");
    let state = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
    let mv = rules.parse(&state, seat, "a1a2").expect("a step of the lance");
    assert_eq!(rules.san(&state, &mv), "La2");
}

/// The signs of the pieces on a text board at the start.
struct Glyphs;

impl VisitBoards for Glyphs {
    type Out = Vec<String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Vec<String> {
        let state = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
        rules.scene(&state).board.expect("a board").pieces.into_iter().map(|piece| piece.glyph).collect()
    }
}

// clause: Boards 6-5
#[test]
fn a_board_of_text_shows_three_letters_of_a_code() {
    let page = include_str!("../../../../conformance/boards/piece-name.md");
    let file = page.split("```").nth(1).and_then(|block| block.strip_prefix("json game")).expect("a game");
    let game = crate::common::written(file).unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(visit_boards(&game, Glyphs), ["WAL", "wal"]);
}

/// Shoots with a cannon, and compares the text of the step.
struct Shot;

impl VisitBoards for Shot {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let text = "4t5/10/10/10/4s5/10/4S5/4S5/4S5/4T5[] w - - 0 1";
        let mut state = rules.position_from(text).unwrap_or_else(|why| panic!("{why}"));
        let seat = rules.turn(&state).seats().lowest().expect("dark begins");
        let mv = rules.parse(&state, seat, "e4e6").unwrap_or_else(|why| panic!("{why}"));
        let mut facts = Vec::new();
        rules.play(&mut state, seat, &mv, &mut facts);
        let steps = rules.steps(&facts[0]);
        assert_eq!(steps, [rulebook_scene::Step::say("Dark: soldier e4 to e6, takes a soldier, goes back".to_owned())]);
        assert!(rules.position_text(&state).starts_with("4t5/10/10/10/10/10/4S5/4S5/4S5/4T5"));
    }
}

#[test]
fn a_piece_that_captures_from_a_distance_goes_back() {
    visit_boards(&crate::common::shipped("cannon"), Shot);
}
