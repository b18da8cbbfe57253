//! Checks the form of sentences about a player. When the player reads such a sentence, the subject becomes `you`, and
//! only the first verb is changed to fit. So a sentence must not have a second verb.

use std::fs;
use std::path::Path;

const VERBS: [&str; 16] = [
    "begins", "discards", "draws", "gets", "goes", "has", "is", "keeps", "lays", "leads", "loses", "plays", "scores",
    "shuts", "takes", "wins",
];

#[test]
fn a_sentence_about_a_player_has_one_verb() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut told = 0;
    for id in rulebook_natives::IDS {
        let Ok(plays) = fs::read_dir(games.join(id).join("plays")) else { continue };
        for play in plays {
            let text = fs::read_to_string(play.unwrap().path()).unwrap();
            for line in text.lines().filter_map(|line| line.trim().strip_prefix("said: seat ")) {
                let words: Vec<&str> = line.split([' ', ',', '.', ':']).collect();
                let second = words.windows(2).any(|pair| pair[0] == "and" && VERBS.contains(&pair[1]));
                // Sentences about a side may have two verbs, because both verbs already fit: `your side gets 3 and has
                // 9`.
                assert!(!second || line.contains("'s side "), "{id}: seat {line}");
                told += 1;
            }
        }
    }
    assert!(told > 100, "{told}");
}
