//! What the host allows at this table: said at its creation, the same for everybody, never changed.

use rulebook_kernel::Illegal;
use serde::{Deserialize, Serialize};

/// The longest time on a clock: thirty days.
const MAX_MS: u64 = 30 * 24 * 3600 * 1000;

/// What the host allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Terms {
    /// Not listed; only who has a link comes in.
    pub private: bool,
    /// May people watch?
    pub spectators: bool,
    /// May the host watch everything? Everybody at the table is told.
    pub god_view: bool,
    /// May answers be taken back by agreement?
    pub undo: bool,
    /// May somebody new take over a free seat in the middle of a match? Everybody at the table is told: who does sees what the
    /// seat holds.
    pub newcomers: bool,
    /// The clocks.
    pub clock: Clock,
    /// The deal is public: an earlier one again.
    pub practice: bool,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            private: false,
            spectators: true,
            god_view: false,
            undo: true,
            newcomers: false,
            clock: Clock::default(),
            practice: false,
        }
    }
}

impl Terms {
    pub(crate) fn check(&self) -> Result<(), Illegal> {
        let Clock { move_ms, game_ms, increment_ms } = self.clock;
        if [move_ms, game_ms, increment_ms].into_iter().any(|ms| ms > MAX_MS) {
            return Err(Illegal::new("a clock has at most thirty days"));
        }
        if increment_ms > 0 && game_ms == 0 {
            return Err(Illegal::new("an increment needs a time for the whole game"));
        }
        Ok(())
    }
}

/// How long a seat may think. Zero: for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Clock {
    /// For one decision.
    pub move_ms: u64,
    /// For all decisions of the match together.
    pub game_ms: u64,
    /// What a decision gives back to the time of the match.
    pub increment_ms: u64,
}

impl Clock {
    /// Does it limit anything?
    pub(crate) fn runs(self) -> bool {
        self.move_ms > 0 || self.game_ms > 0
    }
}
