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
