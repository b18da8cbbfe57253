//! One match as a pure state machine: inputs in, effects out. No IO, no clock, no game.
//!
//! A [`Room`] holds a match, its log and those who look on. An [`Answer`] names the ask it answers and carries a key of the
//! sender's choice, so that a message that arrives twice is answered twice and played once. Effects are what the host
//! must do, in this order: write the log, then tell people.
//!
//! Nobody can tell who has answered a simultaneous ask: a viewer hears something only when its own scene, ask or steps have
//! changed, and until the last sealed answer those of the others do not.

mod seen;

use rulebook_kernel::{Illegal, Seat, Viewer};
use rulebook_stage::log::LogWriter;
use rulebook_stage::{AnyMatch, Ask, Played, Scene, Step};
use seen::Seen;
use std::collections::BTreeMap;

/// The longest idempotency key, in bytes.
pub const MAX_KEY: usize = 64;
/// The most picks in one answer.
pub const MAX_BATCH: usize = 256;

/// A seat's answer to its open ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Which of its asks.
    pub ask: u32,
    /// The move; or the picks of one decision, which are played all or none.
    pub moves: Vec<String>,
    /// Chosen by the sender; the same key is the same answer.
    pub key: String,
}

/// What the host must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Write these lines, durably, before anything that follows. Secret: they hold every move and every card.
    Log(String),
    /// Tell the sender.
    Reply {
        /// Who sent it.
        seat: Seat,
        /// With which key.
        key: String,
        /// Accepted, or why not.
        result: Result<(), Illegal>,
    },
    /// Show a viewer what is new.
    Show {
        /// Whom.
        viewer: Viewer,
        /// What happened, to be animated.
        steps: Vec<Step>,
        /// What there is now: the truth.
        scene: Box<Scene>,
        /// What the viewer is asked.
        ask: Option<Ask>,
    },
}

/// A match with people round it.
pub struct Room {
    game: Box<dyn AnyMatch>,
    log: LogWriter,
    seen: Vec<Seen>,
    shown: BTreeMap<Viewer, (Scene, Option<Ask>)>,
}

impl Room {
    /// Seats people (by name) at a fresh match. The log's first lines come as an effect.
    ///
    /// # Errors
    /// If a move was already made in the match.
    pub fn open(mut game: Box<dyn AnyMatch>, names: &[String]) -> Result<(Room, Vec<Effect>), Illegal> {
        let mut log = LogWriter::open(&mut *game, names, None)?;
        let first = Effect::Log(log.take());
        let seen = (0..game.seats()).map(|_| Seen::default()).collect();
        Ok((Room { game, log, seen, shown: BTreeMap::new() }, vec![first]))
    }

    /// The match, for the host.
    #[must_use]
    pub fn game(&self) -> &dyn AnyMatch {
        &*self.game
    }

    /// A viewer comes, or comes back: shows everything there is.
    pub fn join(&mut self, viewer: Viewer) -> Vec<Effect> {
        self.shown.remove(&viewer);
        self.look(viewer, &[]).into_iter().collect()
    }

    /// A viewer goes.
    pub fn leave(&mut self, viewer: Viewer) {
        self.shown.remove(&viewer);
    }

    /// A seat answers.
    pub fn answer(&mut self, seat: Seat, answer: Answer) -> Vec<Effect> {
        let Answer { ask, moves, key } = answer;
        let reply = |result: Result<(), Illegal>, key: String| Effect::Reply { seat, key, result };
        if seat.index() >= self.seen.len() {
            return vec![reply(Err(Illegal::new("there is no such seat")), key)];
        }
        if key.is_empty() || key.len() > MAX_KEY {
            return vec![reply(Err(Illegal::new("an answer has a key of 1 to 64 bytes")), key)];
        }
        if let Some(earlier) = self.seen[seat.index()].get(&key) {
            return vec![reply(earlier.clone(), key)];
        }
        match self.try_answer(seat, ask, &moves) {
            Err(why) => {
                self.seen[seat.index()].put(key.clone(), Err(why.clone()));
                vec![reply(Err(why), key)]
            }
            Ok(played) => {
                self.seen[seat.index()].put(key.clone(), Ok(()));
                let mut effects = vec![Effect::Log(self.log.take()), reply(Ok(()), key)];
                let viewers: Vec<Viewer> = self.shown.keys().copied().collect();
                effects.extend(viewers.into_iter().filter_map(|viewer| self.look(viewer, &played)));
                effects
            }
        }
    }

    /// All picks or none: they are tried on a copy.
    fn try_answer(&mut self, seat: Seat, ask: u32, moves: &[String]) -> Result<Vec<Played>, Illegal> {
        if self.game.turn().is_over() {
            return Err(Illegal::new("the game is over"));
        }
        if self.game.answered(seat) != ask {
            return Err(Illegal::new("that ask is not open any more"));
        }
        if moves.is_empty() || moves.len() > MAX_BATCH {
            return Err(Illegal::new("an answer is one move, or the picks of one decision"));
        }
        let mut game = self.game.fork();
        let mut played: Vec<Played> = Vec::with_capacity(moves.len());
        for text in moves {
            if played.last().is_some_and(|last| !last.facts.is_empty()) {
                // Something happened: whoever sends on could not know it yet.
                return Err(Illegal::new("an answer holds the picks of one decision only"));
            }
            played.push(game.play(seat, text)?);
        }
        for entry in &played {
            self.log.record(entry)?;
        }
        self.log.close(&*game);
        self.game = game;
        Ok(played)
    }

    /// What is new for a viewer, if anything is.
    fn look(&mut self, viewer: Viewer, played: &[Played]) -> Option<Effect> {
        let steps: Vec<Step> = played.iter().flat_map(|entry| self.game.steps(viewer, entry)).collect();
        let now = (self.game.scene(viewer), viewer.seat().and_then(|seat| self.game.ask(seat)));
        if steps.is_empty() && self.shown.get(&viewer) == Some(&now) {
            return None;
        }
        self.shown.insert(viewer, now.clone());
        Some(Effect::Show { viewer, steps, scene: Box::new(now.0), ask: now.1 })
    }
}
