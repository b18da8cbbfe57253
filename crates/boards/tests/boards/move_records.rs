//! Tests of the records that a move list is made from.

use crate::common::{ids, shipped};
use rulebook_boards::{Boards, VisitBoards, visit_boards};
use rulebook_kernel::{Notation, Rng, Rules, Seat, Setup};
use rulebook_matches::Staged;
use rulebook_scene::{MoveRecord, PieceScene, Scene, Square};

fn chess() -> Boards<1, 10> {
    shipped("chess").rules().expect("64 squares and ten sets")
}

/// The record of a move in a position, given by its coordinates.
fn record(position: &str, mv: &str) -> MoveRecord {
    let rules = chess();
    let state = rules.position_from(position).unwrap_or_else(|why| panic!("{position}: {why}"));
    let seat = rules.turn(&state).seats().lowest().expect("a player is to move");
    let mv = rules.parse(&state, seat, mv).expect("a legal move");
    rules.record(&state, seat, &mv).expect("boards have move lists")
}

const fn at(x: u8, y: u8) -> Square {
    Square { x, y }
}

#[test]
fn a_record_has_the_notation_and_the_changed_squares() {
    let found = record("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "e4d5");
    assert_eq!((&*found.text, found.seat, found.takes, found.check), ("exd5", Seat::new(0), true, false));
    assert_eq!((found.from, found.to), (Some(at(4, 3)), Some(at(3, 4))));
    let changes: Vec<_> = found.squares.iter().map(|one| (one.at, one.before.is_some(), one.after.is_some())).collect();
    assert_eq!(changes, [(at(4, 3), true, false), (at(3, 4), true, true)]);
    let castled = record("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1");
    assert_eq!((&*castled.text, castled.squares.len(), castled.takes), ("O-O", 4, false));
    let passing = record("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "d4e3");
    assert_eq!((&*passing.text, passing.squares.len(), passing.takes), ("dxe3", 3, true));
    let promoted = record("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q");
    assert_eq!((&*promoted.text, promoted.promotes, promoted.may_promote), ("e8=Q", true, true));
}

/// The pieces of a scene and the numbers of pieces in hand, in a fixed order.
fn shown(scene: &Scene) -> (Vec<PieceScene>, Vec<(usize, String)>) {
    let mut pieces = scene.board.as_ref().expect("a board").pieces.clone();
    pieces.sort_by_key(|piece| (piece.at.y, piece.at.x));
    let held = scene.zones.iter().enumerate().flat_map(|(zone, cards)| {
        cards.cards.iter().map(move |card| (zone, card.face.as_ref().expect("an open piece").id.clone()))
    });
    (pieces, held.collect())
}

/// Takes a move back in a scene, as clients do.
fn taken_back(record: &MoveRecord, after: &Scene) -> (Vec<PieceScene>, Vec<(usize, String)>) {
    let (mut pieces, mut held) = shown(after);
    for change in &record.squares {
        pieces.retain(|piece| piece.at != change.at);
        pieces.extend(change.before.clone());
    }
    pieces.sort_by_key(|piece| (piece.at.y, piece.at.x));
    for change in &record.hands {
        let one = (change.seat.index(), change.face.id.clone());
        for _ in 0..change.by {
            held.swap_remove(held.iter().position(|other| *other == one).expect("a piece to remove"));
        }
        for _ in change.by..0 {
            held.push(one.clone());
        }
    }
    held.sort();
    (pieces, held)
}

struct EveryMove;

impl VisitBoards for EveryMove {
    type Out = u32;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> u32 {
        let mut rng = Rng::seeded("records");
        let mut state = rules.start(&Setup::seats(rules.info().min_seats), rng.clone(), &mut ());
        let mut count = 0;
        while let Some(seat) = rules.turn(&state).seats().lowest().filter(|_| count < 120) {
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            let record = rules.record(&state, seat, &mv).expect("boards have move lists");
            let (pieces, mut held) = shown(&rules.scene(&state));
            held.sort();
            rules.play(&mut state, seat, &mv, &mut ());
            assert_eq!(taken_back(&record, &rules.scene(&state)), (pieces, held), "{}", record.text);
            count += 1;
        }
        count
    }
}

#[test]
fn every_move_of_every_game_can_be_taken_back_with_its_record() {
    for id in ids() {
        assert!(visit_boards(&shipped(&id), EveryMove) > 3, "{id}");
    }
}

struct LineOfFour;

impl VisitBoards for LineOfFour {
    type Out = Vec<Square>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Vec<Square> {
        let mut state = rules.start(&Setup::seats(2), Rng::seeded("line"), &mut ());
        for text in ["S@a1", "S@a2", "S@b1", "S@b2", "S@c1", "S@c2", "S@d1"] {
            let seat = rules.turn(&state).seats().lowest().expect("a player is to move");
            let mv = rules.parse(&state, seat, text).expect("a legal move");
            rules.play(&mut state, seat, &mv, &mut ());
        }
        let board = rules.scene(&state).board.expect("a board");
        board.marks.into_iter().filter(|(_, word)| word == "line").map(|(at, _)| at).collect()
    }
}

#[test]
fn a_completed_line_is_marked() {
    assert_eq!(visit_boards(&shipped("connect-four"), LineOfFour), [at(0, 0), at(1, 0), at(2, 0), at(3, 0)]);
}
