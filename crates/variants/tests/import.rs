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
    (1..100_000).for_each(|at| chain += &format!("[s{at}:s{}]\n", at - 1));
    let library = Library::read(&chain).expect("readable");
    assert!(library.import("s99999").expect_err("too deep").contains("ancestors"));
    assert!(library.import("s9").is_ok());
    let twice = Library::read("[a:b]\n[b:a]\n").expect("readable");
    assert!(twice.import("b").is_err(), "sections inherit only from earlier sections");
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
