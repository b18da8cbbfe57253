//! Keeps the clocks of a match. The caller passes the current time.
//!
//! A *round* runs from one public event to the next. The used time of all seats is subtracted when the round ends. A
//! clock that stopped earlier would show that its seat has already given a sealed answer.

use crate::terms::Clock;
use rulebook_kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The clocks of a match.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Clocks {
    left: Vec<u64>,
    since: u64,
    /// The seats that were asked when the round began.
    due: SeatSet,
    /// The seats that have given a sealed answer in this round, and the milliseconds that each seat used.
    used: Vec<(Seat, u64)>,
    stopped: Option<u64>,
    /// The end of the last server downtime that was already given back to the clocks.
    #[serde(default)]
    back: u64,
}

/// The public part of the clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ClockFace {
    /// The milliseconds that each seat had left when the round began.
    pub left_ms: Vec<u64>,
    /// The seats that were asked when the round began. Their clocks run.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub running: Vec<Seat>,
    /// When the round began, in milliseconds since 1970.
    pub since: u64,
    /// Whether the clocks are stopped.
    pub stopped: bool,
}

impl Clocks {
    /// Whether these clocks fit a table with this number of seats.
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

    /// Starts a round. Does not subtract the time of the previous round.
    pub fn begin(&mut self, due: SeatSet, now: u64) {
        self.due = due;
        self.since = now;
        self.used.clear();
        self.stopped = self.stopped.map(|_| now);
    }

    /// Records an answer of a seat. `told` says whether the answer caused a public event. `due` contains the seats that
    /// are asked after the answer.
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

    /// Whether this seat has given a sealed answer in this round.
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

    /// Whether a clock ran between `from` and `to`, and that time was not given back before.
    pub fn lost(&self, from: u64, to: u64) -> bool {
        self.stopped.is_none() && to > from.max(self.since).max(self.back)
    }

    /// Gives the time between `from` and `to` back to the running clocks. Time that was given back before is not given
    /// back again.
    pub fn give_back(&mut self, from: u64, to: u64) {
        if self.lost(from, to) {
            self.since += to - from.max(self.since).max(self.back);
            self.back = to;
        }
    }

    /// The time at which a seat that is asked runs out of time. `None` if the seat has no time limit.
    fn runs_out(&self, clock: Clock, seat: Seat) -> Option<u64> {
        let game = (clock.game_ms > 0).then(|| self.left[seat.index()]);
        let one = (clock.move_ms > 0).then_some(clock.move_ms);
        let limit = [game, one].into_iter().flatten().min()?;
        Some(self.since.saturating_add(limit))
    }

    /// The time at which the first of these seats runs out of time. `None` if the clocks are stopped or have no limit.
    pub fn deadline(&self, clock: Clock, due: SeatSet) -> Option<u64> {
        if self.stopped.is_some() {
            return None;
        }
        due.iter().filter_map(|seat| self.runs_out(clock, seat)).min()
    }

    /// The seats in `due` that have run out of time.
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
