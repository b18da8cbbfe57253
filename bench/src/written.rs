//! Measures the games written in CGML, and compares them with the same games written in Rust.

use crate::choose::Job;
use crate::measure::Row;
use rulebook_catalog::{Catalog, Game};

/// Prefix of the row of a CGML game. For example, `cgml/hearts` is compared with `hearts by hand`.
pub const PREFIX: &str = "cgml/";

/// The games of the shelf, and the games in `bench/games`, which exist only to be measured.
const GAMES: [(&str, &[usize]); 7] = [
    ("go-fish", &[2, 4]),
    ("hearts", &[4]),
    ("crazy-eights", &[2, 4]),
    ("skitter", &[4]),
    ("big-two", &[4]),
    ("holdem", &[2, 4]),
    ("nine-piles", &[2]),
];

/// One job for each CGML game in the games folder.
pub fn jobs(catalog: &Catalog) -> Vec<Job> {
    let there = GAMES.into_iter().filter(|(id, _)| game(catalog, id).is_some());
    there.flat_map(|(id, seats)| seats.iter().map(move |&seats| Job::new(&format!("{PREFIX}{id}"), seats))).collect()
}

/// The game compiled from its rules file in `games` or `bench/games`. `None` if there is no such file.
pub fn game(catalog: &Catalog, id: &str) -> Option<Game> {
    let folders = [crate::GAMES, concat!(env!("CARGO_MANIFEST_DIR"), "/games")];
    let mut files = folders.iter().map(|folder| std::path::Path::new(folder).join(id).join("game.cgml"));
    files.find(|file| file.is_file()).and_then(|file| catalog.find(&file.to_string_lossy()).ok())
}

/// One line for each CGML game that was measured in the same run as its counterpart in Rust.
pub fn compare(rows: &[Row]) -> Vec<String> {
    let pairs = rows.iter().filter_map(|written| {
        let twin = written.name().strip_prefix(PREFIX)?.replacen(" (", " by hand (", 1);
        let native = rows.iter().find(|row| row.name() == twin)?;
        Some((written, native))
    });
    let share = |(written, native): (&Row, &Row)| {
        let share = written.decisions() / native.decisions();
        format!("{} makes {share:.2} of the decisions of {}", written.name(), native.name())
    };
    pairs.map(share).collect()
}
