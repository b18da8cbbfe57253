//! Tests of captured pieces in the scene.

use crate::common::{shipped, written};
use rulebook_boards::{Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Rng, Rules, Setup};
use rulebook_matches::Staged;
use rulebook_scene::CapturedScene;

/// Chess. Its file gives values of pieces.
fn chess() -> Boards<1, 10> {
    shipped("chess").rules().expect("64 squares and ten sets")
}

fn captured(rules: &Boards<1, 10>, position: &str) -> Vec<CapturedScene> {
    let state = rules.position_from(position).unwrap_or_else(|why| panic!("{position}: {why}"));
    rules.scene(&state).board.expect("a board").captured
}

fn told(side: &CapturedScene) -> String {
    side.pieces.iter().map(|gone| format!("{}{}×{} ", gone.glyph, gone.kind, gone.count)).collect()
}

#[test]
fn captured_pieces_are_listed_by_value() {
    let sides = captured(&chess(), "rnb1kbnr/ppp1p1pp/8/8/8/8/PPPPPPPP/RN1QKBNR w - - 0 1");
    assert_eq!(sides.iter().map(told).collect::<Vec<_>>(), ["♗bishop×1 ", "♛queen×1 ♟pawn×2 "]);
    assert_eq!(sides.iter().map(|side| side.ahead).collect::<Vec<_>>(), [800, 0]);
    assert_eq!(sides[0].pieces[0].letter.as_deref(), Some("B"));
}

/// White has two queens, so one of them is a promoted pawn. This pawn does not count as captured.
#[test]
fn a_promoted_pawn_does_not_count_as_captured() {
    let sides = captured(&chess(), "rnbqkbnr/pppppppp/8/8/8/8/PPP2PPP/RNBQKBNQ w - - 0 1");
    assert_eq!(sides.iter().map(told).collect::<Vec<_>>(), ["♖rook×1 ♙pawn×1 ", ""]);
    assert_eq!(sides[0].ahead, 200, "a queen for a rook and two pawns");
}

/// Values that the planner computes for bots are not shown to players.
#[test]
fn no_lead_is_shown_without_declared_piece_values() {
    let unsaid = written(include_str!("../data/plain-chess.json")).unwrap().rules().expect("64 squares and ten sets");
    let sides = captured(&unsaid, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    assert_eq!(sides.iter().map(|side| (side.pieces.len(), side.ahead)).collect::<Vec<_>>(), [(0, 0), (1, 0)]);
}

/// Returns the number of players with captured pieces in the scene at the start, and the number of these pieces.
struct Sides;

impl VisitBoards for Sides {
    type Out = (usize, usize);

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let start = rules.start(&Setup::seats(rules.info().max_seats), Rng::seeded("captured"), &mut ());
        let sides = rules.scene(&start).board.expect("a board").captured;
        (sides.len(), sides.iter().map(|side| side.pieces.len()).sum())
    }
}

/// Three kinds of games show no captured pieces: captured pieces go to a hand, are flipped, or pieces are only dropped.
/// In these games the board and the hands already show everything.
#[test]
fn only_pieces_that_left_the_game_are_listed() {
    for (id, sides) in [
        ("chess", 2),
        ("draughts", 2),
        ("xiangqi", 2),
        ("four-player-chess", 4),
        ("crazyhouse", 0),
        ("shogi", 0),
        ("reversi", 0),
        ("connect-four", 0),
    ] {
        assert_eq!(visit_boards(&shipped(id), Sides), (sides, 0), "{id}");
    }
}
