//! Counts how often each rule and action is used and fails, and computes the outcome of a running match. Reports on a
//! game use the counts and the outcome.

use super::choice;
use super::fact::{Fact, Reason};
use super::rules::Cgml;
use super::state::{CgmlState, SETUP};
use super::win;
use crate::code::MessagePart;
use crate::syntax::Role;
use rulebook_kernel::{Outcome, Rng, Rules, Seat, Setup, Sink};
use rulebook_table::{Face, Fact as TableFact};
use std::collections::BTreeMap;

/// The action number that means the whole rule.
const WHOLE: u16 = u16::MAX;

/// The number under which uses of a rule are counted.
pub(super) fn fired(rule: u16) -> u32 {
    done(rule, WHOLE)
}

/// The number under which uses of an action of a rule are counted.
pub(super) fn done(rule: u16, action: u16) -> u32 {
    u32::from(rule) << 16 | u32::from(action)
}

/// Counts the use and the failures of rules and actions, in one game or added up over several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    used: BTreeMap<u32, u64>,
    failed: BTreeMap<u32, Failed>,
    /// The events since they were last taken. `None` if they are not watched.
    events: Option<Events>,
}

/// What happened in a match, in the order in which it happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// The cards that moved.
    pub moves: Vec<CardMove>,
    /// The seats whose turns began.
    pub turns: Vec<Seat>,
}

/// A card that moved from zone to zone. [`Cgml::card_names`] and [`Cgml::zone_use`] explain the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardMove {
    /// The number of the face.
    pub card: usize,
    /// The number of the old zone.
    pub from: usize,
    /// The number of the new zone.
    pub to: usize,
}

/// The failures of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The number of failures.
    pub times: u64,
    /// The number of games with a failure.
    pub games: u64,
    /// The reason of the first failure.
    pub reason: Reason,
}

impl Sink<Fact> for Profile {
    const ON: bool = true;
    #[inline]
    fn tell(&mut self, fact: impl FnOnce() -> Fact) {
        match (fact(), &mut self.events) {
            (Fact::Failed { rule, action, reason, .. }, _) => {
                self.failed.entry(done(rule, action)).or_insert(Failed { times: 0, games: 1, reason }).times += 1;
            }
            (Fact::Turn { seat, .. }, Some(events)) => events.turns.push(seat),
            (Fact::Table(TableFact::Moved(motions)), Some(events)) => {
                let moved = motions.iter().filter_map(|motion| {
                    let (card, to) = (motion.spot.face?.index(), motion.spot.zone.index());
                    Some(CardMove { card, from: motion.from.index(), to })
                });
                events.moves.extend(moved);
            }
            _ => {}
        }
    }
    #[inline]
    fn used(&mut self, part: u32) {
        *self.used.entry(part).or_default() += 1;
    }
}

impl Profile {
    /// A profile that also watches cards and turns.
    pub fn watching() -> Profile {
        Profile { events: Some(Events::default()), ..Profile::default() }
    }

    /// The events since the last call. Empty if they are not watched.
    pub fn take_events(&mut self) -> Events {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The number of times the rule with this number fired.
    pub fn fired(&self, rule: usize) -> u64 {
        u16::try_from(rule).map_or(0, |rule| self.count(fired(rule)))
    }

    /// The number of executed instructions of an action of the rule. Actions are counted from 0 in the order of the
    /// file, including nested actions.
    pub fn done(&self, rule: usize, action: usize) -> u64 {
        let numbers = u16::try_from(rule).ok().zip(u16::try_from(action).ok());
        numbers.map_or(0, |(rule, action)| self.count(done(rule, action)))
    }

    /// The number of executed instructions of an action of the setup.
    pub fn set_up(&self, action: usize) -> u64 {
        self.done(SETUP as usize, action)
    }

    /// Adds the counts of another profile.
    pub fn add(&mut self, other: &Profile) {
        other.used.iter().for_each(|(&part, count)| *self.used.entry(part).or_default() += count);
        for (&part, failed) in &other.failed {
            let all = self.failed.entry(part).or_insert(Failed { times: 0, games: 0, ..*failed });
            all.times += failed.times;
            all.games += failed.games;
        }
    }

    /// The failures of an action of the rule with this number.
    pub fn failed(&self, rule: usize, action: usize) -> Option<Failed> {
        let numbers = u16::try_from(rule).ok().zip(u16::try_from(action).ok());
        numbers.and_then(|(rule, action)| self.failed.get(&done(rule, action)).copied())
    }

    /// The failures of an action of the setup.
    pub fn failed_in_setup(&self, action: usize) -> Option<Failed> {
        self.failed(SETUP as usize, action)
    }

    fn count(&self, part: u32) -> u64 {
        self.used.get(&part).copied().unwrap_or(0)
    }
}

/// A question as written in the file: the rule that asks, and its prompt with `…` for values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// The id of the rule.
    pub rule: String,
    /// The prompt; may be empty.
    pub prompt: String,
}

impl Cgml {
    /// Starts a match and counts the used rules and actions in `profile`.
    pub fn start_counted(&self, setup: &Setup, rng: Rng, profile: &mut Profile) -> CgmlState {
        self.start(setup, rng, profile)
    }

    /// Plays a legal move and counts the used rules and actions in `profile`.
    pub fn play_counted(&self, state: &mut CgmlState, seat: Seat, mv: &super::Move, profile: &mut Profile) {
        self.play(state, seat, mv, profile);
    }

    /// The outcome if the match ended now. `None` if the file has no win condition.
    pub fn outcome_between_hands(&self, state: &CgmlState) -> Option<Outcome> {
        let p = self.of(state.seats);
        p.flow.win.as_ref().map(|_| win::outcome(p, state))
    }

    /// The question to a seat. `None` if the seat is not asked, or can only answer `continue`.
    pub fn question(&self, state: &CgmlState, seat: Seat) -> Option<Question> {
        let p = self.of(state.seats);
        let open = choice::open(p, state, seat)?;
        let parts = open.ask.prompt.map(|prompt| p.messages[prompt].parts.as_slice()).unwrap_or_default();
        let words = parts.iter().map(|part| match part {
            MessagePart::Text(text) => text.as_str(),
            MessagePart::Value(..) | MessagePart::List(..) => "…",
        });
        Some(Question { rule: p.rule_name(open.here.rule).to_owned(), prompt: words.collect() })
    }

    /// The names of all faces, by number.
    pub fn card_names(&self, seats: usize) -> Vec<String> {
        let p = self.program(seats);
        (0..p.shape.face_count()).map(|face| super::staged::face_name(p, Face(face as u16))).collect()
    }

    /// The seat that owns the zone with this number, and the role of the zone.
    pub fn zone_use(&self, seats: usize, zone: usize) -> (Option<Seat>, Option<Role>) {
        let found = self.program(seats).zones.get(zone);
        found.map_or((None, None), |zone| (zone.owner.map(|owner| Seat::new(usize::from(owner))), zone.role))
    }

    /// The team of each seat.
    pub fn teams(&self, seats: usize) -> &[u8] {
        &self.program(seats).teams
    }
}
