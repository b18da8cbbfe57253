//! Tests chess in the plain language (version 1), with the castling and en passant examples of its document unchanged.

use rulebook_boards::Boards;
use rulebook_kernel::{Heuristic, Notation, Rng, Rules, Seat, Setup, Turn};

fn plain() -> Boards<1, 10> {
    let text = include_str!("../data/plain-chess.json");
    crate::common::written(text).unwrap_or_else(|report| panic!("{report}")).rules().expect("64 squares and ten sets")
}

#[test]
fn the_usual_positions_are_exact() {
    let rules = plain();
    for (position, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8902, 197281][..]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[48, 2039, 97862, 4085603]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2812, 43238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9467, 422333]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89890]),
    ] {
        let state = rules.position_from(position).unwrap_or_else(|why| panic!("{position}: {why}"));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(rules.perft(&state, depth, true), *count, "{position} depth {depth}");
        }
    }
}

// clause: Boards 15-2
#[test]
fn castling_has_no_holes() {
    let rules = plain();
    let castles = |position: &str| {
        let state = rules.position_from(position).unwrap_or_else(|why| panic!("{position}: {why}"));
        let seat = Seat::new(usize::from(position.contains(" b ")));
        let side = if seat.index() == 0 { ["e1g1", "e1c1"] } else { ["e8g8", "e8c8"] };
        side.map(|text| rules.parse(&state, seat, text).is_ok())
    };
    assert_eq!(castles("4k3/8/8/8/8/8/8/R3K2R w KQ -"), [true, true]);
    assert_eq!(castles("r3k2r/8/8/8/8/8/8/4K3 b kq -"), [true, true]);
    assert_eq!(castles("4k3/8/8/8/8/8/8/RN2K1NR w KQ -"), [false, false], "knights in the way");
    assert_eq!(castles("4k3/8/8/8/8/8/P7/4K3 w - -"), [false, false], "no rook at all");
    assert_eq!(castles("4k3/4r3/8/8/8/8/8/R3K2R w KQ -"), [false, false], "in check");
    assert_eq!(castles("4k3/5r2/8/8/8/8/8/R3K2R w KQ -"), [false, true], "through an attack");
    assert_eq!(castles("4k3/1r6/8/8/8/8/8/R3K2R w KQ -"), [true, true], "the rook may pass one");
}

/// Position texts of other programs can contain the number of checks that are left.
#[test]
fn checks_that_are_left_are_read() {
    let rules: Boards<1, 10> = crate::common::shipped("three-check").rules().expect("64 squares and ten sets");
    let read = |checks: &str| rules.position_from(&format!("4k3/8/8/8/8/8/3Q4/K7 w - - {checks} 0 1"));
    let mut state = read("1+3").unwrap();
    let mv = rules.parse(&state, Seat::new(0), "d2e2").unwrap();
    rules.play(&mut state, Seat::new(0), &mv, &mut ());
    let Turn::Over(outcome) = rules.turn(&state) else { panic!("the third check was given") };
    assert_eq!(outcome.winners().single(), Some(Seat::new(0)));
    let mut state = read("2+1").unwrap();
    rules.play(&mut state, Seat::new(0), &mv, &mut ());
    assert!(!rules.turn(&state).is_over(), "one more to give");
    for wrong in ["4+3", "0+3", "3+", "+", "3+3+3", "a+b"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
    assert!(plain().position_from("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1").is_err(), "chess counts none");
}

/// A file may give values of pieces for bots and for display. No rule depends on them.
#[test]
fn bots_use_the_declared_piece_values() {
    let chess = include_str!("../../../../games/chess/game.json");
    let rules = |text: &str| -> Result<Boards<1, 10>, String> {
        Ok(crate::common::written(text)?.rules().expect("64 squares and ten sets"))
    };
    let (before, after) = chess.split_once(r#""code": "KNIGHT","#).expect("a knight");
    let declared = |value: &str| {
        let after = after.replacen(r#""value": 300"#, &format!(r#""value": {value}"#), 1);
        rules(&format!(r#"{before}"code": "KNIGHT",{after}"#))
    };
    let (usual, dear) = (rules(chess).unwrap(), declared("5000").unwrap());
    let knight_up = |rules: &Boards<1, 10>| {
        let state = rules.position_from("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1").unwrap();
        rules.value(&state, Seat::new(0))
    };
    assert!(knight_up(&dear) - knight_up(&usual) > 4000, "{} and {}", knight_up(&dear), knight_up(&usual));
    let start = |rules: &Boards<1, 10>| rules.start(&Setup::seats(2), Rng::seeded("value"), &mut ());
    assert_eq!(usual.perft(&start(&usual), 3, true), dear.perft(&start(&dear), 3, true));
    assert!(declared("-1").is_err_and(|why| why.contains("out of range")));
    assert!(declared("\"much\"").is_err_and(|why| why.contains("a whole number")));
}
