//! Tests that import sections, including hostile ones.

use rulebook_variants::Library;

#[test]
fn every_built_in_variant_is_written() {
    let library = Library::read("").expect("an empty file is a file");
    for name in library.built_in() {
        let imported = library.import(name).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert!(imported.game.contains("\"pieces\""), "{name}");
    }
}

#[test]
fn sections_inherit_from_earlier_sections() {
    let library =
        Library::read("[small:chess]\nmaxRank = 6\n[smaller:small]\nmaxFile = e\nstartFen = 4k/5/5/5/5/K4 w\n");
    let imported = library.expect("readable").import("smaller").expect("imported");
    assert!(imported.game.contains("\"dimensions\": [5, 6]"), "{}", imported.game);
}

#[test]
fn pieces_of_chess_have_their_signs() {
    let library = Library::read("[a:makruk]\n").expect("readable");
    let game = library.import("a").expect("imported").game;
    assert!(game.contains("\"♘\"") && game.contains("\"♚\"") && !game.contains("\"♕\""), "{game}");
}

fn game(text: &str) -> serde_json::Value {
    let imported = Library::read(text).expect("readable").import("a").expect("imported");
    assert!(!imported.notes.iter().any(|note| note.matters), "{:?}", imported.notes);
    serde_json::from_str(&imported.game).expect("the game is JSON")
}

fn piece(text: &str, code: &str) -> serde_json::Value {
    let game = game(text);
    let pieces = game["pieces"].as_array().expect("pieces");
    pieces.iter().find(|piece| piece["code"] == code).expect("the piece exists").clone()
}

#[test]
fn parts_that_mean_something_else_in_betza_become_moves() {
    let kind = |notation: &str| piece(&format!("[a:chess]\ncustomPiece1 = n:{notation}\n"), "PIECE_N");
    // A hop over any distance; the steep leaps of a pair that selects none; two directions, not their diagonal.
    for (notation, moves) in [("pW", 4), ("vsN", 0), ("ffrrF", 3)] {
        let kind = kind(notation);
        assert!(kind.get("betza").is_none(), "{notation}: {kind}");
        assert_eq!(kind["moves"].as_array().map(Vec::len), Some(moves), "{notation}: {kind}");
    }
    // First moves do not capture.
    let first = kind("iN");
    assert!(first["moves"].as_array().is_some_and(|moves| moves.len() == 8), "{first}");
    assert!(!first.to_string().contains("CAPTURE"), "{first}");
    // In the board language, a second `R` directly after the first would make a rider.
    let kind = kind("pRhrNR");
    assert_eq!((&kind["betza"], kind["moves"].as_array().map(Vec::len)), (&"pR".into(), Some(8)), "{kind}");
}

#[test]
fn a_king_that_must_stand_in_check_can_capture_the_checker() {
    let king = piece("[a:makruk]\nmakpongRule = true\n", "KING");
    let has = |condition: &str| {
        let moves = king["moves"].as_array().expect("moves").iter();
        moves.filter(|mv| mv["conditions"].to_string().contains(condition)).count()
    };
    assert_eq!((has("IN_CHECK"), has("TAKES_CHECKER")), (8, 8));
}

#[test]
fn pawns_without_promotions_stop_before_the_last_row() {
    let pawn = |options: &str| piece(&format!("[a:chess]\npromotionPieceTypes = -\n{options}"), "PAWN");
    assert!(pawn("")["conditions"].to_string().contains("\"not\":true"));
    assert!(pawn("mandatoryPawnPromotion = false\n").get("conditions").is_none());
    let others = piece("[a:chess]\npromotionPawnTypes = n\n", "PAWN");
    assert!(others.to_string().contains("TRANSFORM"), "pawns promote even if the option names other pieces");
}

#[test]
fn a_player_without_pieces_cannot_pass() {
    let ends = |parent: &str| game(&format!("[a:{parent}]\n"))["win_conditions"].to_string().contains("EXTINCT");
    assert!(ends("ataxx") && ends("flipello"));
    assert!(!ends("flipersi"), "the board is empty at the start");
}

#[test]
fn kings_castle_with_the_piece_that_stands_there() {
    let king = piece("[a:perfect]\n", "KING").to_string();
    assert!(king.contains("\"piece\":\"ROOK\"") && king.contains("\"piece\":\"CHANCELLOR\""), "{king}");
}

#[test]
fn two_boards_make_a_game_of_two_pairs() {
    let game = game("[a:bughouse]\n");
    assert_eq!(game["board"], serde_json::json!({ "dimensions": [16, 8], "cuts": [8] }));
    assert_eq!((game["players"].as_array().map(Vec::len), &game["captured"]), (Some(4), &"to_partner".into()));
    assert!(game["conditions"].to_string().contains("\"BLACK RIGHT\":[[8,"), "{}", game["conditions"]);
    let differs = |parent: &str, why: &str| {
        let text = format!("[a:{parent}]\n");
        let notes = Library::read(&text).expect("readable").import("a").expect("imported").notes;
        assert!(notes.iter().any(|note| note.matters && note.text.contains(why)), "{parent}: {notes:?}");
    };
    differs("koedem", "EXTINCT");
    differs("supply", "9 files");
}

#[test]
fn older_names_of_options_mean_the_same() {
    let pairs = [
        ("promotionRank = 6", "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1"),
        ("doubleStepRank = 3", "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6"),
        ("doubleStepRankMin = 1", "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *8 *7"),
        ("castlingRookPiece = b", "castlingRookPieces = b"),
        ("pieceDrops = true\ndropOnTop = true", "pieceDrops = true\nenclosingDrop = top"),
        ("flagPiece = k\nwhiteFlag = *8\nblackFlag = *1", "flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1"),
        (
            "pieceDrops = true\ncapturesToHand = true\nwhiteDropRegion = *3",
            "pieceDrops = true\ncapturesToHand = true\ndropRegionWhite = *3",
        ),
    ];
    for (old, new) in pairs {
        assert_eq!(game(&format!("[a:chess]\n{old}\n")), game(&format!("[a:chess]\n{new}\n")), "{old}");
    }
    let both = game("[a:chess]\npromotionRegionWhite = *8\npromotionRank = 6\n");
    assert_ne!(both, game("[a:chess]\npromotionRank = 6\n"), "the newer option wins");
}

#[test]
fn other_programs_write_a_promoted_piece_with_a_plus() {
    let aliases = |options: &str| {
        let text = format!("[a:chess]\npromotedPieceType = b:q r:q\npromotionRegionWhite = *8\n{options}");
        piece(&text, "QUEEN")["aliases"].clone()
    };
    assert_eq!(aliases(""), serde_json::json!(["+B", "+R"]));
    assert!(aliases("pieceDrops = true\ncapturesToHand = true\n").is_null(), "the kinds have letters of their own");
}

#[test]
fn double_steps_that_a_parent_forbids_need_the_option_and_a_region() {
    let leaps = |options: &str| {
        let text = format!("[parent:chess]\ndoubleStep = false\n[a:parent]\n{options}\n");
        piece(&text, "PAWN").to_string().contains("PATH_EMPTY")
    };
    assert!(!leaps("doubleStep = true"));
    assert!(!leaps("doubleStepRegionWhite = *2"));
    assert!(leaps("doubleStep = true\ndoubleStepRegionWhite = *2"));
}

#[test]
fn passing_on_stalemate_wins_over_passing() {
    assert_eq!(game("[a:chess]\npass = true\npassOnStalemate = true\n")["pass"], "forced");
    assert_eq!(game("[a:chess]\npass = true\n")["pass"], "allowed");
}

#[test]
fn a_king_leaps_first_and_a_rook_can_stop_it() {
    let king = piece("[a:cambodian]\n", "KING").to_string();
    assert!(king.contains("[-2,1]") && king.contains("[2,1]") && king.contains("FIRST_MOVE"), "{king}");
    let game = game("[a:cambodian]\n");
    assert_eq!(game["after_move"][0]["action"], "MOVED");
    assert_eq!(game["after_move"][0]["offsets"].as_array().map(Vec::len), Some(28));
}

#[test]
fn pawns_promote_in_place() {
    let pawn = piece("[a:sittuyin]\n", "PAWN");
    let moves = pawn["moves"].as_array().expect("moves");
    let promotions: Vec<_> = moves.iter().filter(|mv| mv.get("modifiers").is_some()).collect();
    // In place and four steps, each in the zone and for the last pawn.
    assert_eq!(promotions.len(), 10);
    assert_eq!(promotions.iter().filter(|mv| mv["step"] == serde_json::json!([0, 0])).count(), 2);
    assert!(pawn.get("modifiers").is_none(), "no pawn promotes by an ordinary move");
}

#[test]
fn the_result_of_a_mate_depends_on_the_checking_pieces() {
    let mate = &game("[a:shatar]\n")["checkmate"];
    assert_eq!(mate["only_by"]["pieces"], serde_json::json!(["KNIGHT"]));
    assert_eq!(mate["without"]["result"], "draw");
}

#[test]
fn moves_flip_enclosed_pieces() {
    let flips = |text: &str| game(text)["after_move"].to_string().contains("enclosed");
    assert!(flips("[a:chess]\nking = -\ncommoner = k\nflipEnclosedPieces = reversi\n"));
    assert!(!flips("[a:flipersi]\n"), "a drop flips without the effect");
}

#[test]
fn numbers_beyond_the_board_are_left_out() {
    let game = game("[a:chess]\nconnectN = 99\nconnectNxN = 99\ncollinearN = 99\n");
    assert!(game.get("win_conditions").is_none(), "{game}");
    let held = format!("[a:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{}] w\n", "Q".repeat(300));
    let why = Library::read(&held).expect("readable").import("a").expect_err("too many pieces");
    assert!(why.contains("300"), "{why}");
}

#[test]
fn unknown_options_are_reported_with_their_line() {
    let library = Library::read("[odd:chess]\n\nnoSuchOption = 7\nmustCapture = perhaps\n").expect("readable");
    let notes = library.import("odd").expect("imported").notes;
    let lines: Vec<usize> = notes.iter().map(|note| note.line).collect();
    assert_eq!(lines, [3, 4]);
    assert!(notes[0].text.contains("noSuchOption"));
}

#[test]
fn hostile_files_are_refused_with_a_sentence() {
    for text in ["[", "[]", "key = value", "[a]\nno value", "\u{0}", "[a:b:c"] {
        assert!(Library::read(text).is_err(), "{text:?}");
    }
    let tricky = [
        "[a:a]\n",
        "[a:missing]\n",
        "[a]\nstartFen = \n",
        "[a]\nking = k\nstartFen = 99999999999999999999k/8 w\n",
        "[a]\nking = k\nstartFen = k/k/k/k/k/k/k/k/k/k/k/k/k/k/k/k/k/k w\n",
        "[a]\nking = k\nstartFen = é w\n",
        "[a]\ncustomPiece1 = a:?!\nstartFen = a7/8/8/8/8/8/8/8 w\n",
    ];
    for text in tricky {
        let library = Library::read(text).expect("readable");
        assert!(library.import("a").is_err(), "{text:?}");
    }
    let odd =
        ["[a:chess]\npromotionRegionWhite = zz\n", "[a:chess]\nmaxRank = 900\n", "[a:chess]\ncastlingRank = -5\n"];
    for text in odd {
        let _ = Library::read(text).expect("readable").import("a");
    }
}

#[test]
fn huge_files_and_long_chains_are_refused_with_a_sentence() {
    let long = "[a:chess]\n".to_owned() + &"# nothing\n".repeat(1_000_000);
    assert!(Library::read(&long).expect_err("too long").contains("the limit is"));
    let mut chain = "[s0:chess]\n".to_owned();
    (1..4096).for_each(|at| chain += &format!("[s{at}:s{}]\n", at - 1));
    let library = Library::read(&chain).expect("readable");
    assert!(library.import("s4095").expect_err("too deep").contains("ancestors"));
    assert!(library.import("s9").is_ok());
    let many = Library::read(&(chain + "[last:chess]\n")).expect_err("too many sections");
    assert_eq!(many, "line 4097: a file has at most 4096 sections");
    let twice = Library::read("[a:b]\n[b:a]\n").expect("readable");
    let why = twice.import("b").expect_err("sections inherit only from earlier sections");
    assert_eq!(why, "the section `a` inherits from `b`, which is neither an earlier section nor built in");
    let notation = format!("[a:chess]\ncustomPiece1 = n:{}\n", "N".repeat(100_000));
    assert!(Library::read(&notation).expect("readable").import("a").expect_err("too long").contains("the limit is"));
}

/// If an option has a nonsense value, the import returns a game, a note or an error. Neither the import nor the board
/// language panics.
#[test]
fn nonsense_values_do_no_harm() {
    let keys = [
        "maxRank",
        "maxFile",
        "startFen",
        "castlingRank",
        "castlingKingFile",
        "castlingKingsideFile",
        "connectN",
        "connectNxN",
        "collinearN",
        "flagPieceCount",
        "extinctionPieceCount",
        "dropNoDoubledCount",
        "nMoveRule",
        "nFoldRule",
        "soldierPromotionRank",
        "promotionLimit",
        "promotedPieceType",
        "promotionPieceTypes",
        "pawnTypes",
        "flagRegionWhite",
        "doubleStepRegionWhite",
        "mobilityRegionWhiteKing",
        "enclosingDrop",
        "wallingRule",
        "castlingWins",
        "king",
        "pawn",
        "customPiece1",
        "extinctionPieceTypes",
        "stalemateValue",
        "materialCounting",
    ];
    let values = [
        "",
        "-",
        "0",
        "-1",
        "1",
        "9223372036854775807",
        "z",
        "*",
        "a1",
        "p16 *1 a*",
        "true",
        "é",
        "p:q:r",
        "k:",
        "n:mfWcfF",
        "::",
        "KQkq",
        "8/8/8/8/8/8/8/8 w",
        "k7/8/8/8/8/8/8/K7[QQqq~+] b KQ a9 9+9 99999999",
        "duck",
        "arrow",
        "pnbrqk",
    ];
    for parent in ["minishogi", "ataxx"] {
        for key in keys {
            for value in values {
                let text = format!("[a:{parent}]\n{key} = {value}\n");
                let library = Library::read(&text).expect("readable");
                if let Ok(imported) = library.import("a") {
                    let mut sources = rulebook_diag::Sources::default();
                    let file = sources.add("game.json", &imported.game);
                    let (game, diags) = rulebook_boards::load(&sources, file, "a");
                    assert!(game.is_some() || !diags.sorted().is_empty(), "{text}");
                }
            }
        }
    }
}
