//! What is simulated. Everything but `threads` and `log` decides the results.

use crate::seed;
use rulebook_kernel::{Key, Setup};
use std::path::PathBuf;

#[derive(Clone)]
pub struct Plan {
    /// The id of the game.
    pub game: String,
    pub games: u64,
    pub seed: String,
    /// The key of the seed.
    pub key: Key,
    pub setup: Setup,
    /// A spec a seat.
    pub bots: Vec<String>,
    pub threads: usize,
    pub max_moves: u32,
    pub log: Option<PathBuf>,
}

impl Plan {
    /// The key of a game's deal.
    pub fn deal(&self, index: u64) -> Key {
        self.key.child(index)
    }

    /// What the keys of a game's bots are made from.
    pub fn for_bots(&self, index: u64) -> Key {
        seed::for_bots(&self.key).child(index)
    }

    /// Does any bot think? Then a game is long, and is shared out by itself.
    pub fn thinks(&self) -> bool {
        self.bots.iter().any(|bot| !matches!(bot.as_str(), "random" | "first"))
    }

    /// Does a bot think by the clock? Then nothing is the same twice.
    pub fn by_the_clock(&self) -> bool {
        self.bots.iter().any(|bot| by_the_clock(bot))
    }
}

/// Does this bot think by the clock?
pub fn by_the_clock(bot: &str) -> bool {
    bot == "hard" || bot.split_once(':').is_some_and(|(_, budget)| budget.contains("ms"))
}
