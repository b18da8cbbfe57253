//! Time, as the host hands it in.
//!
//! A *round* lasts from one thing that everybody sees to the next. Time is charged when it ends: while several seats decide under
//! seal, a clock that stopped would tell who has answered.

use crate::terms::Clock;
use rulebook_kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The clocks of a match.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Clocks {
    left: Vec<u64>,
    since: u64,
    /// Those who were due when the round began.
    due: SeatSet,
    /// Those who have answered, and how long they took.
    used: Vec<(Seat, u64)>,
    stopped: Option<u64>,
    /// Until when time that was nobody's has been given back.
    #[serde(default)]
    back: u64,
}

/// What everybody may know of the clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClockFace {
    /// What each seat had left of the match when the round began.
    pub left_ms: Vec<u64>,
    /// The seats that were asked when the round began: their clocks run.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub running: Vec<Seat>,
    /// When the round began, by the host's clock.
    pub since: u64,
    /// Do they stand still?
    pub stopped: bool,
}

impl Clocks {
    /// Are they those of a table with so many seats?
    pub fn fit(&self, seats: usize) -> bool {
        let known = |seat: &Seat| seat.index() < seats;
        (self.left.is_empty() || self.left.len() == seats)
            && self.due.iter().all(|seat| known(&seat))
            && self.used.iter().all(|(seat, _)| known(seat))
    }

    pub fn start(&mut self, clock: Clock, seats: usize, due: SeatSet, now: u64) {
        *self = Clocks { left: vec![clock.game_ms; seats], back: self.back, ..Clocks::default() };
        self.begin(due, now);
    }

    /// Begins a round without charging the one before.
    pub fn begin(&mut self, due: SeatSet, now: u64) {
        self.due = due;
        self.since = now;
        self.used.clear();
        self.stopped = self.stopped.map(|_| now);
    }

    /// A seat has answered. `told`: something happened that others saw; `due`: who is asked now.
    pub fn answered(&mut self, clock: Clock, seat: Seat, told: bool, due: SeatSet, now: u64) {
        let took = now.saturating_sub(self.since);
        if !told && !due.is_empty() && due.minus(self.due).is_empty() {
            if !due.has(seat) {
                self.used.push((seat, took));
            }
            return;
        }
        if clock.game_ms > 0 {
            for seat in self.due.iter() {
                let took = self.used.iter().find(|(who, _)| *who == seat).map_or(took, |(_, took)| *took);
                let left = &mut self.left[seat.index()];
                *left = left.saturating_sub(took).saturating_add(clock.increment_ms);
            }
        }
        self.begin(due, now);
    }

    /// Has this seat answered under seal in this round?
    pub fn has_answered(&self, seat: Seat) -> bool {
        self.used.iter().any(|(who, _)| *who == seat)
    }

    pub fn stop(&mut self, now: u64) {
        self.stopped.get_or_insert(now);
    }

    pub fn go_on(&mut self, now: u64) {
        if let Some(stopped) = self.stopped.take() {
            self.since += now.saturating_sub(stopped);
        }
    }

    /// From then until then nobody could be here. Is any of it time that runs?
    pub fn lost(&self, from: u64, to: u64) -> bool {
        self.stopped.is_none() && to > from.max(self.since).max(self.back)
    }

    /// Gives it back, once.
    pub fn give_back(&mut self, from: u64, to: u64) {
        if self.lost(from, to) {
            self.since += to - from.max(self.since).max(self.back);
            self.back = to;
        }
    }

    /// When a seat that is due runs out of time.
    fn runs_out(&self, clock: Clock, seat: Seat) -> Option<u64> {
        let game = (clock.game_ms > 0).then(|| self.left[seat.index()]);
        let one = (clock.move_ms > 0).then_some(clock.move_ms);
        let limit = [game, one].into_iter().flatten().min()?;
        Some(self.since.saturating_add(limit))
    }

    /// When the first of those who are due runs out of time.
    pub fn deadline(&self, clock: Clock, due: SeatSet) -> Option<u64> {
        if self.stopped.is_some() {
            return None;
        }
        due.iter().filter_map(|seat| self.runs_out(clock, seat)).min()
    }

    /// Those of the due who have run out of time.
    pub fn out(&self, clock: Clock, due: SeatSet, now: u64) -> SeatSet {
        if self.stopped.is_some() {
            return SeatSet::NONE;
        }
        due.iter().filter(|seat| self.runs_out(clock, *seat).is_some_and(|at| at <= now)).collect()
    }

    pub fn face(&self) -> ClockFace {
        let running = self.due.iter().collect();
        ClockFace { left_ms: self.left.clone(), running, since: self.since, stopped: self.stopped.is_some() }
    }
}
