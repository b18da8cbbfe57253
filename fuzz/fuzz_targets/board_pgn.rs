//! Reads any text as chess games in PGN. The text is either refused with a line number, or written and read again with
//! the same result.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_boards::{Boards, Pgn, load};
use rulebook_diag::Sources;
use std::sync::LazyLock;

static RULES: LazyLock<Boards<1, 10>> = LazyLock::new(|| {
    let mut sources = Sources::new();
    let file = sources.add("game.json", include_str!("../../games/chess/game.json"));
    load(&sources, file, "fuzz").0.and_then(|game| game.rules()).expect("chess")
});

fuzz_target!(|text: &str| {
    for game in Pgn::read_all(text).unwrap_or_default() {
        let Ok(followed) = RULES.follow(&game) else { continue };
        let written = RULES.pgn(&game.tags, &followed, game.result.as_deref());
        let again = Pgn::read_all(&written).expect("what we write can be read");
        assert_eq!(RULES.follow(&again[0]).expect("the same moves").end, followed.end);
    }
});
