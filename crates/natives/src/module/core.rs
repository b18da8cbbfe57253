//! The part of a match state that the engine keeps for every game.

use super::event::{RECENT, Recent};
use super::{Action, ActionSet, Intent};
use rulebook_kernel::{MAX_SEATS, Seat};
use serde::{Deserialize, Serialize};

/// The part of a match state that the engine keeps for every game. All of it is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Core {
    pub(crate) seats: u8,
    pub(crate) current: Option<Seat>,
    pub(crate) dealt: bool,
    pub(crate) deal: u16,
    pub(crate) moves: u32,
    pub(crate) actions: ActionSet,
    pub(crate) scores: [i32; MAX_SEATS],
    /// The number of notes that the last move announced. They are at the end of the list of notes.
    pub(crate) fresh: u8,
    /// A ring buffer of the last events. The next event is written at index `written % RECENT`.
    pub(crate) recent: [Option<Recent>; RECENT],
    pub(crate) written: u32,
}

impl Core {
    pub(crate) fn new(seats: usize) -> Core {
        Core {
            seats: seats as u8,
            current: None,
            dealt: false,
            deal: 0,
            moves: 0,
            actions: ActionSet::NONE,
            scores: [0; MAX_SEATS],
            fresh: 0,
            recent: [None; RECENT],
            written: 0,
        }
    }

    /// Begins a hand if the intent is [`Action::START`]. Returns whether it did.
    pub(crate) fn begin(&mut self, intent: &Intent) -> bool {
        let starts = *intent == Intent::Action(Action::START);
        if starts {
            self.dealt = true;
            self.deal = self.deal.saturating_add(1);
        }
        starts
    }

    pub(crate) fn remember(&mut self, recent: Recent) {
        self.recent[self.written as usize % RECENT] = Some(recent);
        self.written = self.written.wrapping_add(1);
    }

    pub(crate) fn forget_recent(&mut self) {
        (self.recent, self.written) = ([None; RECENT], 0);
    }

    /// The last events, the newest first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = &Recent> {
        let last = self.written as usize + RECENT - 1;
        (0..RECENT).filter_map(move |back| self.recent[(last - back) % RECENT].as_ref())
    }
}
