//! Whole conversations.

use super::*;
use rulebook_boards::{VisitBoards, visit_boards};
use rulebook_catalog::Catalog;
use std::io::Cursor;
use std::path::Path;

struct Talk<'a>(&'a str);

impl VisitBoards for Talk<'_> {
    type Out = String;
    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> String {
        let mut out = Vec::new();
        talk(&rules, "Rulebook", Cursor::new(self.0.to_owned()), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }
}

fn said(game: &str, lines: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let found = Catalog::open(folder).find(game).map_err(|report| report.to_string()).unwrap();
    visit_boards(found.board().unwrap(), Talk(&(lines.join("\n") + "\n")))
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let text = said("chess", &["uci", "isready", "quit"]);
    assert!(text.starts_with("id name Rulebook\nid author"), "{text}");
    assert!(text.contains("\nuciok\nreadyok\n"), "{text}");
    assert!(!text.contains("bestmove"));
}

#[test]
fn a_mate_is_found_and_told() {
    let fen = "position fen 6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1";
    let text = said("chess", &["uci", "ucinewgame", fen, "go depth 3", "quit"]);
    assert!(last(&text).starts_with("bestmove a1a8"), "{text}");
    assert!(text.contains("score mate 1") && text.contains(" pv a1a8"), "{text}");
    let lost = said("chess", &["position fen R5k1/6pp/8/8/8/8/8/4K2R b - - 0 1 moves g8f7", "go depth 2"]);
    assert!(last(&lost).starts_with("bestmove "), "{lost}");
}

#[test]
fn moves_are_played_on_and_promotions_have_their_letter() {
    let moves = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1";
    assert!(last(&said("chess", &[moves, "go nodes 2000"])).starts_with("bestmove "));
    let fen = "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert!(last(&said("chess", &[fen, "go depth 4"])).starts_with("bestmove a7a8q"));
}

#[test]
fn it_thinks_until_it_is_told_to_stop_and_answers_meanwhile() {
    let text = said("chess", &["position startpos", "go infinite", "isready", "go movetime 5", "stop", "isready"]);
    assert!(text.contains("readyok") && text.contains("still thinking"), "{text}");
    assert_eq!(text.matches("bestmove").count(), 1);
    let timed = said("chess", &["position startpos", "go wtime 2000 btime 2000 winc 0 binc 0"]);
    assert_eq!(timed.matches("bestmove").count(), 1);
}

#[test]
fn nonsense_is_survived() {
    let lines = [
        "",
        "position",
        "position fen",
        "position fen x",
        "position startpos moves e2e5",
        "position startpos moves e2e4 \u{1b}[2J",
        "setoption name Hash value many",
        "setoption name Hash value 0",
        "go depth x nodes -5 movetime",
        "hello",
        "stop",
        "quit",
    ];
    let text = said("chess", &lines);
    assert_eq!(text.matches("info string").count(), 6, "{text}");
    assert!(text.contains("bestmove (none)"), "no move is made in another position than was meant: {text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    let again = said("chess", &["position fen x", "position startpos", "go depth 1"]);
    assert!(!again.contains("(none)"), "{again}");
    let over = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(last(&said("chess", &[over, "go depth 1"])), "bestmove (none)");
}

#[test]
fn the_other_dialect_has_its_own_squares_and_hands() {
    let text = said("shogi", &["usi", "isready", "usinewgame", "position startpos moves 7g7f 3c3d", "go nodes 500"]);
    assert!(text.contains("usiok\nreadyok"), "{text}");
    let chosen = last(&text).strip_prefix("bestmove ").unwrap();
    assert!(chosen.as_bytes()[0].is_ascii_digit() && chosen.as_bytes()[1].is_ascii_lowercase(), "{chosen}");
    // A gold in front of the king, with another one in the hand: dropped there it is mate.
    let mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2g 1";
    let text = said("shogi", &["usi", mate, "go depth 2"]);
    assert!(last(&text).starts_with("bestmove G*5b") && text.contains("score mate 1"), "{text}");
    assert!(said("shogi", &["usi", mate, "go mate infinite"]).ends_with("checkmate notimplemented\n"));
}

#[test]
fn several_lines_are_told_and_some_moves_may_be_left_out() {
    let text = said("chess", &["setoption name MultiPV value 3", "position startpos", "go depth 2"]);
    for nth in 1..=3 {
        assert!(text.contains(&format!("info depth 2 multipv {nth} score ")), "{text}");
    }
    assert!(!text.contains("multipv 4"), "{text}");
    let text = said("chess", &["position startpos", "go depth 2 searchmoves a2a3"]);
    assert!(last(&text).starts_with("bestmove a2a3"), "{text}");
    let text = said("chess", &["position startpos", "go searchmoves a2a3 h2h3 depth 2"]);
    assert!(["bestmove a2a3", "bestmove h2h3"].iter().any(|best| last(&text).starts_with(best)), "{text}");
}

#[test]
fn after_the_expected_move_the_clock_runs() {
    let text = said("chess", &["position startpos moves e2e4 e7e5", "go ponder movetime 30", "isready", "ponderhit"]);
    assert!(text.contains("readyok"), "{text}");
    assert!(last(&text).starts_with("bestmove "), "{text}");
    let told = said("chess", &["position startpos", "go depth 3"]);
    assert!(last(&told).contains(" ponder "), "{told}");
}

#[test]
fn programs_that_know_several_games_are_told_which_one_this_is() {
    let variant = |game| said(game, &["uci", "quit"]);
    assert!(variant("chess").contains("\noption name UCI_Variant type combo default chess var chess\n"));
    assert!(variant("king-of-the-hill").contains(" default kingofthehill "));
    assert!(variant("three-check").contains(" default 3check "));
    assert!(!said("shogi", &["usi", "quit"]).contains("UCI_Variant"));
}
