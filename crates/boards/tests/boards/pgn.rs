//! Tests of PGN: games are read, replayed and written again.

use rulebook_boards::{Boards, Pgn};
use rulebook_kernel::{Rng, Rules, Setup, Turn};

fn chess() -> Boards<1, 10> {
    crate::common::shipped("chess").rules().expect("64 squares and ten sets")
}

fn followed(text: &str) -> Result<String, String> {
    let rules = chess();
    let games = Pgn::read_all(text).map_err(|why| why.to_string())?;
    let [game] = &games[..] else { return Err(format!("{} games", games.len())) };
    let followed = rules.follow(game).map_err(|why| why.to_string())?;
    Ok(rules.position_text(&followed.end))
}

const MATE: &str = "[White \"Anna\"]\n[Black \"Ben \\\"B\\\" Bo\"]\n\n1. e4 e5 2. Bc4 {a comment (with brackets)} Nc6
3.Qh5 $6 (3. Nf3 Nf6 (3... d6)) 3... Nf6?! ; the rest of the line\n% not for us\n4.Qxf7# 1-0\n";

#[test]
fn comments_glyphs_and_variations_are_for_people() {
    let games = Pgn::read_all(MATE).expect("a game");
    assert_eq!(games.len(), 1);
    let moves: Vec<&str> = games[0].moves.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(moves, ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6?!", "Qxf7#"]);
    assert_eq!((games[0].tag("black"), games[0].result.as_deref()), (Some("Ben \"B\" Bo"), Some("1-0")));
    assert_eq!(followed(MATE).as_deref(), Ok("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"));
}

#[test]
fn a_written_pgn_reads_back_the_same() {
    let rules = chess();
    let game = &Pgn::read_all(MATE).expect("a game")[0];
    let written = rules.pgn(&game.tags, &rules.follow(game).expect("legal moves"), None);
    let expected = "[White \"Anna\"]\n[Black \"Ben \\\"B\\\" Bo\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";
    assert_eq!(written, expected);
    let again = &Pgn::read_all(&written).expect("a game")[0];
    assert_eq!(rules.pgn(&again.tags, &rules.follow(again).expect("legal moves"), None), written);
}

/// Random games are written as PGN and read again. The result must be the same, and no line may be too long.
#[test]
fn random_games_survive_being_written_down() {
    for id in ["chess", "antichess", "knightmate", "king-of-the-hill", "three-check"] {
        let rules: Boards<1, 10> = crate::common::shipped(id).rules().expect("64 squares and ten sets");
        for seed in 0..12 {
            let mut draws = Rng::seeded(&format!("pgn {seed}")).draws();
            let mut end = rules.start(&Setup::seats(2), Rng::seeded("pgn"), &mut ());
            let (start, mut moves, mut legal) = (end.clone(), Vec::new(), Vec::new());
            while let Turn::Seats(due) = rules.turn(&end) {
                let seat = due.lowest().expect("somebody is due");
                legal.clear();
                rules.moves(&end, seat, &mut legal);
                let mv = legal[draws.below(legal.len() as u32) as usize];
                rules.play(&mut end, seat, &mv, &mut ());
                moves.push(mv);
            }
            let text =
                rules.pgn(&[], &rulebook_boards::Followed { start, moves: moves.clone(), end: end.clone() }, None);
            assert!(text.lines().all(|line| line.len() < 80), "{text}");
            let read = Pgn::read_all(&text).expect("our own text can be read");
            let followed = rules.follow(&read[0]).unwrap_or_else(|why| panic!("{id}: {why}\n{text}"));
            assert_eq!((followed.moves, followed.end), (moves, end), "{id}");
        }
    }
}

#[test]
fn a_position_to_begin_with_and_its_clocks_are_honoured() {
    let fen = "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQq c6 7 31";
    let rules = chess();
    let state = rules.position_from(fen).expect("a position");
    assert_eq!(rules.position_text(&state), fen);
    let end = followed(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n31. dxc6 e.p. O-O-O 32. 0-0 *"));
    assert_eq!(end.as_deref(), Ok("2kr3r/8/2P5/8/8/8/8/R4RK1 b - - 2 32"));
    // Black may no longer castle on the king's side, and a capture en passant is possible only at once.
    for illegal in ["31. O-O O-O", "31. O-O Kd8 32. dxc6", "31. O-O-O O-O"] {
        assert!(followed(&format!("[FEN \"{fen}\"]\n{illegal}")).is_err(), "{illegal}");
    }
    let game = &Pgn::read_all(&format!("[FEN \"{}\"]\nKe7 O-O", fen.replace(" w ", " b ").replace("c6", "-")))
        .expect("a game")[0];
    let written = rules.pgn(&game.tags, &rules.follow(game).expect("legal moves"), None);
    assert!(written.contains("[SetUp \"1\"]\n[FEN \"r3k2r/8/8/2pP4/8/8/8/R3K2R b KQq - 7 31\"]"), "{written}");
    assert!(written.ends_with("\n31... Ke7 32. O-O *\n"), "{written}");
}

#[test]
fn moves_may_say_more_than_they_must() {
    for text in
        ["1. e2e4 e7-e5 2. Ng1f3 Nb8-c6 3. Bb5", "1. e4 e5 2. Ngf3 N8c6 3. Bf1b5!!", "1.Pe4 Pe5 2.Nf3 Nc6 3.Bb5"]
    {
        let end = followed(text);
        assert_eq!(end.as_deref(), Ok("r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"), "{text}");
    }
    let fen = "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n";
    for text in ["a8=Q", "a8Q", "a8/Q", "a8(Q)", "a7-a8(Q)!", "a7a8q", "a7-a8=Q+"] {
        assert_eq!(followed(&format!("{fen}{text}")).as_deref(), Ok("Q7/7k/8/8/8/8/8/K7 b - - 0 1"), "{text}");
    }
    let open = followed(&format!("{fen}a8")).expect_err("a promotion says to what");
    assert!(open.ends_with("write a8=Q or a8=R or a8=B or a8=N"), "{open}");
}

#[test]
fn a_game_may_go_on_where_a_draw_was_not_claimed() {
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ";
    assert!(followed(&format!("{} e4", there_and_back.repeat(3))).is_ok());
    let mated = followed(&MATE.replace("1-0", "Kd8"));
    assert!(
        mated.as_ref().is_err_and(|why| why.contains("line 7") && why.contains("ends before this move")),
        "{mated:?}"
    );
}

#[test]
fn pgn_mistakes_are_reported_with_their_line() {
    let wrong = |text: &str| followed(text).expect_err(text);
    assert_eq!(wrong("[White \"A\"]\n\n1. e4 e5\n2. Ke3"), "line 4: Ke3: no king can go to e3");
    assert_eq!(wrong("[White A]\n1. e4"), "line 1: a tag is written like [White \"Anna\"]");
    assert_eq!(wrong("1. e4 {never\nclosed"), "line 1: a comment is not closed");
    assert_eq!(wrong("1. e4 (1. d4"), "line 1: a variation is not closed");
    assert_eq!(wrong("1. e4 )"), "line 1: unexpected ')'");
    assert!(wrong(&"(".repeat(100_000)).contains("nested too deeply"));
    assert!(wrong("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\ne4").contains("FEN: WHITE has no leader"));
    for text in
        ["", "\u{feff}", "[", "[A", "[A \"", "[A \"\\", "1.", "1...", "!?", "$", "é4", "[É \"é\"] é", "*", "* * *", "]"]
    {
        for game in Pgn::read_all(text).unwrap_or_default() {
            let _ = chess().follow(&game);
        }
    }
}

#[test]
fn one_file_holds_many_games() {
    let text = "1. e4 1-0\n\n1. d4 *\n[White \"C\"]\n1. c4\n[White \"D\"]\n1. d3 d6 1/2-1/2";
    let games = Pgn::read_all(text).expect("games");
    assert_eq!(games.iter().map(|game| game.moves.len()).collect::<Vec<_>>(), [1, 1, 1, 2]);
    assert_eq!(games[2].result, None);
}
