//! How often each part of the rules is used, how often it cannot be done, and how a match stands before it is over: for
//! reports on how a game plays.

use super::choice;
use super::fact::{Fact, Reason};
use super::rules::Cgml;
use super::state::{CgmlState, SETUP};
use super::win;
use crate::code::Piece;
use rulebook_kernel::{Outcome, Rng, Rules, Seat, Setup, Sink};
use std::collections::BTreeMap;

/// In the place of the number of an action: the rule as a whole.
const WHOLE: u16 = u16::MAX;

/// The part that a rule is.
pub(super) fn fired(rule: u16) -> u32 {
    done(rule, WHOLE)
}

/// The part that an action of a rule is.
pub(super) fn done(rule: u16, action: u16) -> u32 {
    u32::from(rule) << 16 | u32::from(action)
}

/// Counts what is used, and what fails, in one game; added up, in several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    used: BTreeMap<u32, u64>,
    failed: BTreeMap<u32, Failed>,
}

/// How often an action could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// All together.
    pub times: u64,
    /// In how many games.
    pub games: u64,
    /// Why, the first time.
    pub reason: Reason,
}

impl Sink<Fact> for Profile {
    const ON: bool = true;
    #[inline]
    fn tell(&mut self, fact: impl FnOnce() -> Fact) {
        if let Fact::Failed { rule, action, reason, .. } = fact() {
            self.failed.entry(done(rule, action)).or_insert(Failed { times: 0, games: 1, reason }).times += 1;
        }
    }
    #[inline]
    fn used(&mut self, part: u32) {
        *self.used.entry(part).or_default() += 1;
    }
}

impl Profile {
    /// How often the rule with this number fired.
    pub fn fired(&self, rule: usize) -> u64 {
        u16::try_from(rule).map_or(0, |rule| self.count(fired(rule)))
    }

    /// How many steps of an action of that rule were done. Actions are counted from 0 as written, nested ones included.
    pub fn done(&self, rule: usize, action: usize) -> u64 {
        let numbers = u16::try_from(rule).ok().zip(u16::try_from(action).ok());
        numbers.map_or(0, |(rule, action)| self.count(done(rule, action)))
    }

    /// The same for an action of the setup.
    pub fn set_up(&self, action: usize) -> u64 {
        self.done(SETUP as usize, action)
    }

    /// What was counted elsewhere, too.
    pub fn add(&mut self, other: &Profile) {
        other.used.iter().for_each(|(&part, count)| *self.used.entry(part).or_default() += count);
        for (&part, failed) in &other.failed {
            let all = self.failed.entry(part).or_insert(Failed { times: 0, games: 0, ..*failed });
            all.times += failed.times;
            all.games += failed.games;
        }
    }

    /// How often an action of the rule with this number could not be done.
    pub fn failed(&self, rule: usize, action: usize) -> Option<Failed> {
        let numbers = u16::try_from(rule).ok().zip(u16::try_from(action).ok());
        numbers.and_then(|(rule, action)| self.failed.get(&done(rule, action)).copied())
    }

    /// The same for an action of the setup.
    pub fn failed_in_setup(&self, action: usize) -> Option<Failed> {
        self.failed(SETUP as usize, action)
    }

    fn count(&self, part: u32) -> u64 {
        self.used.get(&part).copied().unwrap_or(0)
    }
}

/// A question as it is written: the rule that asks, and its words with `…` for values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// The id of the rule.
    pub rule: String,
    /// The prompt, which may be empty.
    pub prompt: String,
}

impl Cgml {
    /// Begins a match and counts.
    pub fn start_counted(&self, setup: &Setup, rng: Rng, profile: &mut Profile) -> CgmlState {
        self.start(setup, rng, profile)
    }

    /// Makes a legal move and counts.
    pub fn play_counted(&self, state: &mut CgmlState, seat: Seat, mv: &super::Move, profile: &mut Profile) {
        self.play(state, seat, mv, profile);
    }

    /// Who would have won if it were over now; `None` where the file does not say how that is found out.
    pub fn outcome_between_hands(&self, state: &CgmlState) -> Option<Outcome> {
        let p = self.of(state.seats);
        p.flow.win.as_ref().map(|_| win::outcome(p, state))
    }

    /// What a seat is asked; `None` if it is not, or if all it can do is go on.
    pub fn question(&self, state: &CgmlState, seat: Seat) -> Option<Question> {
        let p = self.of(state.seats);
        let open = choice::open(p, state, seat)?;
        let pieces = open.ask.prompt.map(|prompt| p.messages[prompt].pieces.as_slice()).unwrap_or_default();
        let words = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Value(..) | Piece::List(..) => "…",
        });
        Some(Question { rule: p.rule_name(open.here.rule).to_owned(), prompt: words.collect() })
    }

    /// The team of each seat.
    pub fn teams(&self, seats: usize) -> &[u8] {
        &self.program(seats).teams
    }
}
