//! Computes the move of a bot without blocking the session.

use rulebook_catalog::AnyBot;
use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;
use std::sync::{Arc, Mutex, PoisonError};

/// A bot, shared between the session and the thread in which the bot thinks.
pub(super) type Bot = Arc<Mutex<Box<dyn AnyBot>>>;

/// A bot move to compute: the seat, its bot, and a copy of the match.
pub struct Thought {
    pub(super) seat: Seat,
    pub(super) table: Box<dyn AnyMatch>,
    pub(super) bot: Bot,
    /// The number of the deal and the number of moves at the time of the copy. If they differ later, the move is
    /// outdated.
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
