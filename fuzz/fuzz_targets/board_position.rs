//! Reads any text as a position, in games with boards of several sizes. The text is either refused with a sentence, or
//! written. Reading and writing it again must give the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rulebook_boards::{Boards, Game, VisitBoards, load, visit_boards};
use rulebook_diag::Sources;
use std::sync::LazyLock;

const FILES: [&str; 4] = [
    include_str!("../../games/chess/game.json"),
    include_str!("../../games/shogi/game.json"),
    include_str!("../../games/four-player-chess/game.json"),
    include_str!("../../games/reversi/game.json"),
];

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| FILES.iter().map(|text| game(text)).collect());

fn game(text: &str) -> Game {
    let mut sources = Sources::new();
    let file = sources.add("game.json", text);
    load(&sources, file, "fuzz").0.expect("a shipped game")
}

struct Read<'a>(&'a str);

impl VisitBoards for Read<'_> {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let Ok(state) = rules.position_from(self.0) else { return };
        let text = rules.position_text(&state);
        let again = rules.position_from(&text).expect("what we write can be read");
        assert_eq!(rules.position_text(&again), text);
        let _ = rules.perft(&state, 2, true);
    }
}

fuzz_target!(|text: &str| GAMES.iter().for_each(|game| visit_boards(game, Read(text))));
