//! Lets a bot think without blocking the session.

use rulebook_catalog::AnyBot;
use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;
use std::sync::{Arc, Mutex, PoisonError};

/// A bot that is shared with the thread in which it thinks.
pub(super) type Bot = Arc<Mutex<Box<dyn AnyBot>>>;

/// A seat whose bot has to move, with a copy of the match.
pub struct Thought {
    pub(super) seat: Seat,
    pub(super) table: Box<dyn AnyMatch>,
    pub(super) bot: Bot,
    /// Number of the deal and number of moves.
    pub(super) stands: (u64, usize),
}

impl Thought {
    /// The index of the move that the bot chooses.
    pub fn think(&self) -> usize {
        pick(&self.bot, &*self.table, self.seat)
    }
}

pub(super) fn pick(bot: &Bot, table: &dyn AnyMatch, seat: Seat) -> usize {
    bot.lock().unwrap_or_else(PoisonError::into_inner).pick(table, seat)
}
