//! The settings of a simulation. All of them except `threads` and `log` change the results.

use crate::seed;
use rulebook_catalog::BotGame;
use rulebook_kernel::{Key, Setup};
use std::path::PathBuf;

#[derive(Clone)]
pub struct Plan {
    /// Id of the game.
    pub id: String,
    pub games: u64,
    pub seed: String,
    /// The key that is derived from the seed.
    pub key: Key,
    pub setup: Setup,
    /// One bot for each seat.
    pub bots: Vec<String>,
    pub threads: usize,
    pub max_moves: u32,
    pub log: Option<PathBuf>,
    /// Whether a game is only one hand.
    pub one_hand: bool,
}

impl Plan {
    /// The settings of game `index`.
    pub fn game(&self, index: u64) -> BotGame<'_> {
        BotGame {
            setup: &self.setup,
            deal: self.key.child(index),
            for_bots: seed::for_bots(&self.key).child(index),
            bots: &self.bots,
            max_moves: self.max_moves,
            one_hand: self.one_hand,
        }
    }

    /// Whether any bot searches. Such games are slow, so each game becomes a job of its own.
    pub fn thinks(&self) -> bool {
        self.bots.iter().any(|bot| !matches!(bot.as_str(), "random" | "first"))
    }

    /// Whether any bot has a time budget. Then the results differ from run to run.
    pub fn by_the_clock(&self) -> bool {
        self.bots.iter().any(|bot| by_the_clock(bot))
    }
}

/// Whether this bot has a time budget.
pub fn by_the_clock(bot: &str) -> bool {
    matches!(bot, "hard" | "expert") || bot.split_once(':').is_some_and(|(_, budget)| budget.contains("ms"))
}
