//! Tests of whole conversations with a chess program.

use rulebook_boards::load;
use rulebook_diag::{Paint, Sources};
use rulebook_host_boards::uci::talk;
use std::path::Path;

fn said(game: &str, lines: &[&str]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game).join("game.json");
    let mut sources = Sources::new();
    let file = sources.add("game.json", std::fs::read_to_string(path).unwrap());
    let (found, diags) = load(&sources, file, game);
    let found = found.unwrap_or_else(|| panic!("{}", diags.to_text(&sources, Paint::Plain)));
    let (text, mut out) = (lines.join("\n") + "\n", Vec::new());
    talk(&found, &mut text.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let text = said("chess", &["uci", "isready", "quit"]);
    assert!(text.starts_with("id name Rulebook Chess\nid author"), "{text}");
    assert!(text.contains("\nuciok\nreadyok\n"), "{text}");
    assert!(!text.contains("bestmove"));
}

#[test]
fn a_mate_is_found_and_reported() {
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
fn the_search_runs_until_stop_and_the_engine_answers_meanwhile() {
    let text = said("chess", &["position startpos", "go infinite", "isready", "go movetime 5", "stop", "isready"]);
    assert!(text.contains("readyok") && text.contains("still searching"), "{text}");
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
    assert_eq!(text.matches("info string").count(), 8, "{text}");
    assert!(text.contains("bestmove (none)"), "no move is made in another position than was meant: {text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    let again = said("chess", &["position fen x", "position startpos", "go depth 1"]);
    assert!(!again.contains("(none)"), "{again}");
    let over = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(last(&said("chess", &[over, "go depth 1"])), "bestmove (none)");
}

#[test]
fn refusals_write_moves_in_uci_notation() {
    let pawn = "position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves";
    let text = said("chess", &[&format!("{pawn} a7a8"), "go depth 1"]);
    assert!(text.contains("a7a8 needs a promotion: write a7a8"), "{text}");
    assert!(!text.contains('=') && text.contains("no position is set") && !text.contains("due"), "{text}");
    let text = said("chess", &["position startpos moves E2E4", "go depth 1"]);
    assert!(!text.contains("(none)"), "{text}");
}

#[test]
fn a_king_that_takes_its_rook_castles() {
    let fen = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
    for (castling, rook) in [("e1h1 e8a8", "f1"), ("e1a1 e8h8", "d1"), ("e1g1 e8c8", "f1")] {
        let text = said("chess", &[&format!("{fen} {castling}"), &format!("go depth 1 searchmoves {rook}e1")]);
        assert!(last(&text).starts_with(&format!("bestmove {rook}e1")) && !text.contains("info string"), "{text}");
    }
    let moved = "position fen r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1 moves e1h1";
    assert!(said("chess", &[moved, "go depth 1"]).contains("bestmove (none)"));
    let text = said("chess", &["setoption name UCI_Chess960 value true", "setoption name UCI_Chess960 value false"]);
    assert_eq!(text.matches("info string").count(), 1, "{text}");
}

#[test]
fn an_option_that_is_not_taken_is_answered() {
    let answers = [
        ("Level value nonsense", "nonsense is not a level"),
        ("UCI_Variant value crazyhouse", "this engine plays chess, not crazyhouse"),
        ("MultiPV value 900000", "multipv must be 1 to "),
        ("Hash value x", "x is not a number"),
        ("Threads value 2", "unknown option threads"),
        ("Clear Hash", "unknown option"),
    ];
    for (option, answer) in answers {
        let text = said("chess", &[&format!("setoption name {option}"), "quit"]);
        assert!(text.starts_with(&format!("info string {answer}")), "{option}: {text}");
    }
    for option in
        ["Level value Easy", "UCI_Variant value chess", "MultiPV value 2", "Ponder value true", "Hash value 8"]
    {
        assert_eq!(said("chess", &[&format!("setoption name {option}"), "quit"]), "", "{option}");
    }
}

#[test]
fn the_other_dialect_has_its_own_squares_and_hands() {
    let text = said("shogi", &["usi", "isready", "usinewgame", "position startpos moves 7g7f 3c3d", "go nodes 500"]);
    assert!(text.contains("usiok\nreadyok"), "{text}");
    let chosen = last(&text).strip_prefix("bestmove ").unwrap();
    assert!(chosen.as_bytes()[0].is_ascii_digit() && chosen.as_bytes()[1].is_ascii_lowercase(), "{chosen}");
    // The pawn protects a square from which a gold general, dropped from the hand, gives mate.
    let mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2g 1";
    let text = said("shogi", &["usi", mate, "go depth 2"]);
    assert!(last(&text).starts_with("bestmove G*5b") && text.contains("score mate 1"), "{text}");
    assert!(said("shogi", &["usi", mate, "go mate infinite"]).ends_with("checkmate notimplemented\n"));
}

#[test]
fn multipv_lists_several_lines_and_searchmoves_limits_them() {
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
fn programs_for_several_games_learn_the_variant() {
    let variant = |game| said(game, &["uci", "quit"]);
    assert!(variant("chess").contains("\noption name UCI_Variant type combo default chess var chess\n"));
    assert!(variant("king-of-the-hill").contains(" default kingofthehill "));
    assert!(variant("three-check").contains(" default 3check "));
    assert!(!said("shogi", &["usi", "quit"]).contains("UCI_Variant"));
}

/// The `position` command for the moves of a game from its start.
fn after(moves: &str) -> String {
    format!("position startpos moves {moves}")
}

#[test]
fn draws_that_are_claimed_do_not_end_its_moves() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let third = said("chess", &[&after(there_and_back.trim()), "go depth 2"]);
    assert!(last(&third).starts_with("bestmove ") && !third.contains("(none)"), "{third}");
    let past = said("chess", &[&after(&(there_and_back + "g1f3 g8f6 f3g1")), "go depth 2"]);
    assert!(last(&past).starts_with("bestmove ") && !past.contains("info string"), "{past}");
    let quiet = said("chess", &["position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 100 100", "go depth 3"]);
    assert!(quiet.contains("score mate 1") && last(&quiet).starts_with("bestmove g1g7"), "{quiet}");
    let bare = said("chess", &["position fen 7k/8/5K2/8/8/8/8/8 w - - 0 1", "go depth 2"]);
    assert!(last(&bare).starts_with("bestmove f6"), "{bare}");
}

#[test]
fn it_judges_moves_after_a_draw_that_nobody_claimed() {
    // By the fifty-move rule a player could claim a draw. The engine plays on and takes the free rook.
    let text = said("chess", &["position fen 4k3/8/8/8/r7/8/8/Q3K3 w - - 100 80", "go depth 3"]);
    assert!(last(&text).starts_with("bestmove a1a4"), "{text}");
    let text = said("chess", &["position fen 4k3/8/8/r7/8/8/8/Q3K3 b - - 120 80", "go depth 3"]);
    assert!(last(&text).starts_with("bestmove a5a1"), "{text}");
    // The engine also distinguishes quiet moves: it moves the attacked rook and not the king.
    let text = said("chess", &["position fen 4k3/8/8/8/8/1p6/R7/4K3 w - - 100 80", "go depth 3"]);
    assert!(!last(&text).starts_with("bestmove e1"), "{text}");
}

#[test]
fn promotions_are_written_as_other_programs_write_them() {
    let fen = "position fen 4k3/7P/8/8/8/8/8/4K3[] w - - 0 1";
    let text = said("crazyhouse", &[fen, "go depth 2"]);
    assert!(last(&text).starts_with("bestmove h7h8q") && !text.contains('~'), "{text}");
    for promotion in ["h7h8q", "h7h8q~"] {
        let text = said("crazyhouse", &[&format!("{fen} moves {promotion} e8d7"), "go depth 1 searchmoves h8h7"]);
        assert!(last(&text).starts_with("bestmove h8h7") && !text.contains("info string"), "{text}");
    }
    let text = said("crazyhouse", &[fen, "go depth 1 searchmoves h7h8n"]);
    assert!(last(&text).starts_with("bestmove h7h8n") && !text.contains('~'), "{text}");
    assert!(said("crazyhouse", &[&format!("{fen} moves h7h8k"), "go depth 1"]).contains("bestmove (none)"));
}

#[test]
fn hands_may_stand_in_a_row_of_their_own() {
    let written = "position fen 4k3/8/8/8/8/8/8/4K3/Nnp w - - 0 1";
    let text = said("crazyhouse", &[written, "go depth 1 searchmoves N@e4"]);
    assert!(last(&text).starts_with("bestmove N@e4"), "{text}");
    let empty = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1";
    assert!(last(&said("crazyhouse", &[empty, "go depth 1"])).starts_with("bestmove "));
    let strange = said("crazyhouse", &["position fen 4k3/8/8/8/8/8/8/4K3/NK w - - 0 1"]);
    assert!(strange.contains("a hand contains a piece that cannot be dropped"), "{strange}");
    assert!(said("chess", &["position fen 4k3/8/8/8/8/8/8/4K3/ w - - 0 1"]).contains("the position has 9 rows"));
}

#[test]
fn levels_can_be_asked_for() {
    assert!(said("chess", &["uci", "quit"]).contains("\noption name Level type combo default full var easy "));
    let nodes = |level: &str| {
        let text = said("chess", &[&format!("setoption name Level value {level}"), "position startpos", "go depth 8"]);
        assert!(last(&text).starts_with("bestmove "), "{text}");
        let told = text.lines().rev().find_map(|line| line.split_once(" nodes ")).unwrap().1.to_owned();
        told.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let (easy, medium, full) = (nodes("easy"), nodes("Medium"), nodes("full"));
    assert!(easy < 200 && easy < medium && medium <= 3000 && medium < full, "{easy} {medium} {full}");
    assert_eq!(nodes("20"), full, "a level that is none says nothing");
}

#[test]
fn a_search_without_end_waits_also_where_there_is_nothing_to_find() {
    let over = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for go in ["go infinite", "go ponder"] {
        let text = said("chess", &[over, go, "isready", "stop"]);
        assert!(text.ends_with("readyok\nbestmove (none)\n"), "{text}");
    }
    assert!(said("chess", &[over, "go infinite"]).ends_with("bestmove (none)\n"), "nobody is there to say stop");
}

#[test]
fn rows_of_moves_are_counted() {
    let text = said("chess", &["position startpos", "go perft 3"]);
    assert!(text.starts_with("a2a3: 380\n") && text.ends_with("\n\nNodes searched: 8902\n"), "{text}");
    assert!(!text.contains("bestmove"), "{text}");
    assert!(said("chess", &["position startpos", "go perft 4"]).ends_with("Nodes searched: 197281\n"));
    assert!(said("chess", &["go perft 0"]).ends_with("Nodes searched: 1\n"));
    let stopped = said("chess", &["position startpos", "go perft 20", "isready", "quit"]);
    assert!(stopped.contains("readyok") && stopped.ends_with("info string perft was stopped\n"), "{stopped}");
    for wrong in ["go perft", "go perft x", "go perft 65", "go perft -1"] {
        assert!(said("chess", &[wrong]).starts_with("info string perft needs a position and a depth"), "{wrong}");
    }
    let shogi = said("shogi", &["usi", "position startpos", "go perft 1"]);
    assert!(shogi.contains("\n7g7f: 1\n") && shogi.ends_with("Nodes searched: 30\n"), "{shogi}");
    let over = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert!(said("chess", &[over, "go perft 2"]).ends_with("Nodes searched: 0\n"));
}

/// White has reached the goal and Black cannot follow. Other programs regard the game as over, so they accept no reply.
#[test]
fn a_race_is_over_when_nobody_can_follow() {
    let over = said("racing-kings", &["position fen 2K5/8/8/3R4/3B1N2/8/4Q3/2k2BR1 b - - 0 1", "go depth 2"]);
    assert_eq!(last(&over), "bestmove (none)");
    let before = said("racing-kings", &["position fen 8/2K5/8/3R4/3B1N2/8/4Q3/2k2BR1 w - - 0 1", "go depth 3"]);
    assert!(last(&before).starts_with("bestmove c7") && !before.contains(" ponder "), "{before}");
    let follows = said("racing-kings", &["position fen 2K5/7k/8/8/8/8/8/8 b - - 0 1", "go depth 2"]);
    assert!(last(&follows).starts_with("bestmove h7") && last(&follows).contains('8'), "{follows}");
}

/// A move and its wall are two decisions, but one move of the chess program.
#[test]
fn walls_stand_behind_their_moves() {
    let after = "position startpos moves d1d7,d7g7 d10d8,d8a5";
    let text = said("amazons", &[after, "go nodes 500"]);
    let best = last(&text).split(' ').nth(1).unwrap_or_default();
    let (mv, wall) = best.split_once(',').unwrap_or_else(|| panic!("{text}"));
    assert!(mv.len() >= 4 && wall.len() >= 4, "{text}");
    let followed = said("amazons", &[&format!("{after} {best}"), "go nodes 500"]);
    assert!(last(&followed).contains(','), "{followed}");
    assert!(said("amazons", &["position startpos", "go perft 1"]).ends_with("Nodes searched: 2176\n"));
    let half = said("amazons", &["position startpos moves d1d7", "go nodes 100"]);
    assert!(last(&half).starts_with("bestmove d1d7,d7"), "{half}");
    let wrong = said("amazons", &["position startpos moves d1d7,d7a1", "go nodes 100"]);
    assert!(wrong.contains("choose a square for the wall"), "{wrong}");
}
