//! Defines the terms of a table. The host sets them when the table is opened, and they never change.

use rulebook_kernel::Illegal;
use rulebook_policy::CandidateList;
use serde::{Deserialize, Serialize};

/// Maximum time on a clock in milliseconds: thirty days.
const MAX_MS: u64 = 30 * 24 * 3600 * 1000;

/// The terms of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Terms {
    /// Whether the table is unlisted and needs a link.
    pub private: bool,
    /// Whether spectators are allowed.
    pub spectators: bool,
    /// Whether the host can see all cards while at most one person plays. The table shows a warning about this.
    pub god_view: bool,
    /// Whether an answer can be undone if all players agree.
    pub undo: bool,
    /// Whether a new player may take an open seat during the match and see its cards. The table shows a warning about
    /// this to all players.
    pub newcomers: bool,
    /// Whether players may ask for hints and let a bot take over in a timed match between people. Other matches always
    /// allow both.
    pub assistance: bool,
    /// The clocks.
    pub clock: Clock,
    /// Whether this is a practice deal: an earlier deal played again.
    pub practice: bool,
    /// The moves from which the language models of the server choose.
    pub candidates: CandidateList,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            private: false,
            spectators: true,
            god_view: false,
            undo: true,
            newcomers: false,
            assistance: false,
            clock: Clock::default(),
            practice: false,
            candidates: CandidateList::All,
        }
    }
}

impl Terms {
    pub(crate) fn check(&self) -> Result<(), Illegal> {
        let Clock { move_ms, game_ms, increment_ms } = self.clock;
        if [move_ms, game_ms, increment_ms].into_iter().any(|ms| ms > MAX_MS) {
            return Err(Illegal::new("A clock may have at most thirty days."));
        }
        if increment_ms > 0 && game_ms == 0 {
            return Err(Illegal::new("An increment needs a time for the whole game."));
        }
        Ok(())
    }
}

/// Time limits in milliseconds. Zero means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Clock {
    /// Time for one decision.
    pub move_ms: u64,
    /// Time for all decisions of a match.
    pub game_ms: u64,
    /// Time added to the match clock after each decision.
    pub increment_ms: u64,
}

impl Clock {
    /// Whether there is any limit.
    pub(crate) fn runs(self) -> bool {
        self.move_ms > 0 || self.game_ms > 0
    }
}
