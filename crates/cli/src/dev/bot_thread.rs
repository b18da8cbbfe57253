//! A bot that thinks while everything else goes on.

use rulebook_catalog::AnyBot;
use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;
use std::sync::{Arc, Mutex, PoisonError};

/// Shared with whoever lets it think: the session does not wait for that.
pub(super) type Bot = Arc<Mutex<Box<dyn AnyBot>>>;

/// A seat whose bot is asked, and the match as it stands: all that is needed to think.
pub struct Thought {
    pub(super) seat: Seat,
    pub(super) table: Box<dyn AnyMatch>,
    pub(super) bot: Bot,
    /// Of which deal, after how many moves.
    pub(super) stands: (u64, usize),
}

impl Thought {
    /// What the bot chooses.
    pub fn think(&self) -> usize {
        pick(&self.bot, &*self.table, self.seat)
    }
}

pub(super) fn pick(bot: &Bot, table: &dyn AnyMatch, seat: Seat) -> usize {
    bot.lock().unwrap_or_else(PoisonError::into_inner).pick(table, seat)
}
