//! Four tiny games: two without hidden information, for two and for three seats; one with a hidden card; one with
//! sealed answers.

pub mod guess;
pub mod nim;
pub mod sealed;
pub mod third;

use rulebook_kernel::{Digest, Info};

fn info(id: &str, seats: usize, max_moves: u32) -> Info {
    Info {
        id: id.into(),
        name: id.into(),
        min_seats: seats,
        max_seats: seats,
        source: Digest::of_bytes(id.as_bytes()),
        semantics: 1,
        max_moves,
        few_points: false,
        options: vec![],
    }
}
