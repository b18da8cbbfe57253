//! Compares chess from its file with a hand-written chess crate. Moves, checks and results must be the same at every
//! turn of random games. The tests also use positions that shallow move counts do not reach.

use cozy_chess::{Board, GameStatus, util::display_uci_move};
use rulebook_boards::Boards;
use rulebook_kernel::{Notation, Rng, Rules, Seat, Setup, Turn};
use rulebook_matches::Staged;
use rulebook_scene::Step;
use std::collections::BTreeSet;

type Chess = Boards<1, 10>;

fn chess() -> Chess {
    crate::common::shipped("chess").rules().expect("64 squares and ten sets")
}

fn ours(rules: &Chess, fen: &str) -> BTreeSet<String> {
    let state = rules.position_from(fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
    let seat = rules.turn(&state).seats().lowest().expect("somebody is due");
    let mut moves = Vec::new();
    rules.moves(&state, seat, &mut moves);
    moves.iter().map(|mv| rules.text(&state, seat, mv)).collect()
}

fn theirs(board: &Board) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    board.generate_moves(|moves| {
        texts.extend(moves.into_iter().map(|mv| display_uci_move(board, mv).to_string()));
        false
    });
    texts
}

#[test]
fn random_games_agree_with_a_chess_crate() {
    let rules = chess();
    let mut draws = Rng::seeded("differential").draws();
    for _ in 0..120 {
        let mut board = Board::default();
        let mut state = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
        let mut moves = Vec::new();
        loop {
            let seat = Seat::new(usize::from(board.side_to_move() == cozy_chess::Color::Black));
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            let fen = rules.position_text(&state);
            assert_eq!(rules.is_check(&state), !board.checkers().is_empty(), "{fen}");
            if let Turn::Over(outcome) = rules.turn(&state) {
                match (board.status(), outcome.reason()) {
                    (GameStatus::Won, "checkmate") => assert_eq!(outcome.winners().single(), Some(seat.after(1, 2))),
                    (GameStatus::Drawn, "no legal move") => assert!(theirs(&board).is_empty()),
                    (GameStatus::Drawn, "too many turns without progress") => assert_eq!(board.halfmove_clock(), 100),
                    (GameStatus::Ongoing, "the position was repeated" | "nobody has enough pieces left to win") => {}
                    (status, reason) => panic!("{fen}: {status:?}, and we say {reason}"),
                }
                break;
            }
            assert_eq!(board.status(), GameStatus::Ongoing, "{fen}");
            let texts: BTreeSet<String> = moves.iter().map(|mv| rules.text(&state, seat, mv)).collect();
            assert_eq!(texts, theirs(&board), "{fen}");
            let mv = moves[draws.below(moves.len() as u32) as usize];
            let text = rules.text(&state, seat, &mv);
            board.play(cozy_chess::util::parse_uci_move(&board, &text).expect("a move of theirs"));
            rules.play(&mut state, seat, &mv, &mut ());
        }
    }
}

#[test]
fn positions_that_shallow_counts_do_not_test() {
    let rules = chess();
    for fen in [
        // A knight that has never moved stands between king and rook.
        "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1",
        // Without a rook, castling is not possible.
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        // The king is in check, would pass over an attacked square, or would arrive on one.
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
        "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1",
        "4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1",
        // The rook passes an attacked square. This is allowed.
        "4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1",
        // Black may castle to both sides.
        "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
        "rn2k2r/8/8/8/8/8/8/4K3 b kq - 0 1",
        // The capture en passant would open the row or the diagonal to the king.
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        // The capture en passant takes the pawn that gives check.
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        // Double check: only the king may move.
        "4k3/8/8/8/4r3/5n2/8/R3K2R w KQ - 0 1",
        // A pinned piece may move along the line of its pin.
        "4r1k1/8/8/8/4Q3/8/4K3/8 w - - 0 1",
    ] {
        let board: Board = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(ours(&rules, fen), theirs(&board), "{fen}");
    }
}

#[test]
fn a_rook_captured_at_home_takes_the_right_with_it() {
    let rules = chess();
    let mut state = rules.position_from("r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1").unwrap();
    for text in ["g2a8", "e8e7", "a8g2", "e7e8", "g2f3", "e8f8"] {
        let seat = rules.turn(&state).seats().lowest().unwrap();
        let mv = rules.parse(&state, seat, text).unwrap();
        rules.play(&mut state, seat, &mv, &mut ());
    }
    assert_eq!(rules.position_text(&state), "5k1r/8/8/8/8/5B2/8/R3K2R w KQ - 5 4");
    // The rook on h1 has moved before, so castling to that side is not allowed.
    let state = rules.position_from("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1").unwrap();
    assert!(rules.parse(&state, Seat::new(0), "e1g1").is_err());
    assert!(rules.parse(&state, Seat::new(0), "O-O-O").is_ok());
}

#[test]
fn a_rook_that_never_moved_means_nothing_once_its_king_has() {
    let rules = chess();
    let mut state = rules.position_from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    // The kings move and return, then the rooks, then the kings again. So the starting arrangement without castling
    // rights occurs three times.
    let kings = ["Kd1", "Kd8", "Ke1", "Ke8"];
    let rooks = ["Rb1", "Rb8", "Ra1", "Ra8"];
    for text in kings.iter().chain(&rooks).chain(&kings) {
        assert!(!rules.turn(&state).is_over(), "over before {text}");
        let seat = rules.turn(&state).seats().lowest().unwrap();
        let mv = rules.parse(&state, seat, text).unwrap();
        rules.play(&mut state, seat, &mv, &mut ());
    }
    assert!(rules.turn(&state).is_over());
}

#[test]
fn short_notation_is_read_and_written() {
    let rules = chess();
    let mut state = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
    let game = "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1 Bg4 f3 Be6 Nc3 Bd6 Be3 b6 a4 O-O-O";
    for text in game.split_whitespace() {
        let seat = rules.turn(&state).seats().lowest().unwrap();
        let mv = rules.parse(&state, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(rules.san(&state, &mv), text);
        rules.play(&mut state, seat, &mv, &mut ());
    }
    let text = rules.position_text(&state);
    assert_eq!(text, "2kr2nr/2p3pp/pp1bbp2/2p5/P3P3/1NN1BP2/1PP3PP/R2R2K1 w - - 1 14");
    assert_eq!(rules.position_text(&rules.position_from(&text).unwrap()).split(' ').next(), text.split(' ').next());
    let state = rules.position_from("4k3/P7/8/8/8/8/8/R3K2R w KQ -").unwrap();
    let seat = Seat::new(0);
    assert_eq!(rules.parse(&state, seat, "a8=N").unwrap(), rules.parse(&state, seat, "a7a8n").unwrap());
    assert_eq!(rules.parse(&state, seat, "0-0").unwrap(), rules.parse(&state, seat, "e1g1").unwrap());
    assert!(rules.parse(&state, seat, "Ra2+").is_ok() && rules.parse(&state, seat, "Rb2").is_err());
}

#[test]
fn steps_describe_the_whole_move() {
    let rules = chess();
    for (fen, text, told) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "O-O", "White: king e1 to g1, with the rook"),
        ("8/8/8/K2pP3/8/8/8/4k3 w - d6", "exd6", "White: pawn e5 to d6, takes in passing"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "axb8=N", "White: pawn a7 to b8, takes a knight, becomes a knight"),
    ] {
        let mut state = rules.position_from(fen).unwrap_or_else(|why| panic!("{fen}: {why}"));
        let (seat, mut facts) = (Seat::new(0), Vec::new());
        let mv = rules.parse(&state, seat, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        rules.play(&mut state, seat, &mv, &mut facts);
        assert_eq!(rules.steps(&facts[0]), [Step::say(told)]);
    }
}

#[test]
fn a_position_is_small_and_plain() {
    assert_eq!(Chess::POSITION_BYTES, 120);
    const { assert!(Boards::<1, 24>::POSITION_BYTES <= 512 && Boards::<2, 14>::POSITION_BYTES <= 512) };
    const { assert!(Boards::<2, 28>::POSITION_BYTES <= 512 && Boards::<4, 14>::POSITION_BYTES <= 512) };
}

#[test]
fn texts_of_positions_that_are_wrong_are_refused_with_a_reason() {
    let rules = chess();
    for (text, why) in [
        ("", "rows"),
        ("8/8/8 w - -", "3 rows"),
        ("9/8/8/8/8/8/8/8 w", "invalid number"),
        ("4k3/8/8/8/8/8/8/4K4 w - -", "squares"),
        ("4k3/8/8/8/8/8/8/4X3 w - -", "no piece"),
        ("4k3/8/8/8/8/8/8/8 w - -", "no leader"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "no player is called"),
        ("4k3/8/8/8/8/8/8/4K3 w K -", "right"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6", "passed"),
        ("4k3/8/8/8/8/8/8/4K3 w - z9", "square"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - -", "in check"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "number"),
        ("é", "rows"),
    ] {
        let error = rules.position_from(text).expect_err(text);
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn an_illegal_move_text_is_refused_with_the_reason() {
    let rules = chess();
    let said = |position: &str, text: &str, words: &str| {
        let state = rules.position_from(position).expect("a position");
        assert_eq!(rules.parse(&state, Seat::new(0), text).expect_err(text).to_string(), words, "{text}");
    };
    let checked = "4k3/1P6/8/8/8/8/4P3/R3K2r w - - 0 1";
    said(checked, "e9", "the board has no square e9; squares are a1 to h8; you are in check");
    said(checked, "Nf3", "WHITE has no knight; you are in check");
    let quiet = "4k3/1P6/8/8/8/8/4P2r/R3K3 w - - 0 1";
    said(quiet, "Rb3", "no rook can go to b3");
    said(quiet, "exd3", "there is nothing to capture on d3");
    said(quiet, "b8", "this move promotes: write b8=Q or b8=R or b8=B or b8=N");
    said(quiet, "d3", "no pawn can go to d3");
    said(quiet, "castle", "illegal move; write moves like e2e3");
}

#[test]
fn a_move_to_a_wrong_square_is_refused_with_the_reason() {
    let rules = chess();
    let why = |fen: &str, text: &str| {
        let state = rules.position_from(fen).unwrap();
        let seat = rules.turn(&state).seats().lowest().unwrap();
        rules.parse(&state, seat, text).unwrap_err().reason().to_owned()
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(why(start, "e2e5"), "the pawn on e2 can go to e3, e4, not to e5");
    assert_eq!(why(start, "e5e6"), "there is no piece on e5");
    assert_eq!(why(start, "e7e5"), "the pawn on e7 belongs to black");
    assert_eq!(why(start, "a1a2"), "your own pawn stands on a2");
    assert_eq!(why(start, "a1a5"), "the rook on a1 cannot move now");
    let check = "4k3/8/8/8/8/8/4r3/N3K3 w - - 0 1";
    assert_eq!(why(check, "a1b3"), "you are in check, and the knight on a1 cannot stop it");
    assert_eq!(why(check, "e1e3"), "you are in check: the king on e1 can go to d1, f1, e2, not to e3");
    assert_eq!(why(start, "Qh5"), "no queen can go to h5");
    let state = rules.position_from(start).unwrap();
    assert_eq!(rules.scene(&state).prompt, "White to move");
}
