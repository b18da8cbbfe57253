//! Records one random match: every state, move and fact. The laws check the recording.

use super::{Broken, Verdict, guard::guarded};
use rulebook_kernel::{Digest, Outcome, Rng, Rules, Seat, SeatSet, Setup, Turn};
use std::cell::Cell;
use std::collections::HashSet;

/// A recorded match. `states` is one longer than `plays`.
pub struct Walk<R: Rules> {
    /// The id of the game.
    pub game: String,
    /// The setup.
    pub setup: Setup,
    /// The seed.
    pub seed: String,
    /// The facts before the first decision.
    pub opening: Vec<R::Fact>,
    /// The state before each play, and the last one.
    pub states: Vec<R::State>,
    /// The decisions.
    pub plays: Vec<Play<R>>,
    /// For each state, the seats that were asked together: several while answers are sealed.
    pub asked: Vec<SeatSet>,
    /// Moves that were legal for some seat at some time: candidates that are often illegal elsewhere.
    pub pool: Vec<R::Move>,
    /// The reason why the recording ended.
    pub ending: Ending,
    /// The state that a law is checking, so that a panic can be located.
    looking: Cell<usize>,
}

/// One decision.
pub struct Play<R: Rules> {
    /// The seat that decided.
    pub seat: Seat,
    /// The move.
    pub mv: R::Move,
    /// The facts that followed.
    pub facts: Vec<R::Fact>,
}

/// Why a recording ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The match is over.
    Over(Outcome),
    /// The match went on after `max_moves` decisions.
    Endless,
    /// A due seat has no move, or no seat is due although the match is not over.
    Stuck,
    /// A listed move is refused by `check`.
    Refused,
    /// A panic while playing.
    Panic(String),
}

/// Maximum number of candidates kept for the laws about moves.
const POOL: usize = 300;

impl<R: Rules> Walk<R> {
    /// Plays a random match. In a simultaneous turn, the order of answers is random too. If the rules are broken,
    /// records the match up to the failure.
    ///
    /// # Panics
    /// If `start` panics, or the setup is not admitted.
    pub fn random(rules: &R, setup: &Setup, seed: &str) -> Walk<R> {
        rules.info().admits(setup).expect("a setup of this game");
        let mut opening = Vec::new();
        let state = rules.start(setup, Rng::seeded(seed), &mut opening);
        let mut walk = Walk {
            game: rules.info().id.clone(),
            setup: setup.clone(),
            seed: seed.to_owned(),
            opening,
            asked: vec![rules.turn(&state).seats()],
            states: vec![state],
            plays: vec![],
            pool: vec![],
            ending: Ending::Endless,
            looking: Cell::new(0),
        };
        let mut draws = Rng::seeded(&format!("walk {seed}")).draws();
        let (mut moves, mut seen) = (Vec::new(), HashSet::new());
        for _ in 0..=rules.info().max_moves {
            let state = walk.states.last().expect("the first state");
            let due = match rules.turn(state) {
                Turn::Over(outcome) => {
                    walk.ending = Ending::Over(outcome);
                    break;
                }
                Turn::Seats(due) => due,
            };
            let Some(seat) = due.iter().nth(draws.below(due.len().max(1) as u32) as usize) else {
                walk.ending = Ending::Stuck;
                break;
            };
            moves.clear();
            rules.moves(state, seat, &mut moves);
            walk.pool.extend(moves.iter().filter(|mv| seen.insert((*mv).clone())).cloned());
            if moves.is_empty() {
                walk.ending = Ending::Stuck;
                break;
            }
            let mv = moves.swap_remove(draws.below(moves.len() as u32) as usize);
            if rules.check(state, seat, &mv).is_err() {
                walk.ending = Ending::Refused;
                break;
            }
            if let Err(panic) = walk.step(rules, due, seat, mv) {
                walk.ending = Ending::Panic(panic);
                break;
            }
        }
        walk.thin_pool();
        walk
    }

    fn step(&mut self, rules: &R, due: SeatSet, seat: Seat, mv: R::Move) -> Result<(), String> {
        let mut next = self.states.last().expect("the first state").clone();
        let mut facts = Vec::new();
        let now = guarded(|| {
            rules.play(&mut next, seat, &mv, &mut facts);
            rules.turn(&next).seats()
        })?;
        // A question to several seats continues while other seats are due, or while the last seat is in the middle of a
        // chain of picks. No fact is reported before the last answer.
        let asked = *self.asked.last().expect("the first ask");
        let others_answer = asked.len() > 1 && !due.without(seat).is_empty();
        let last_still_picks = asked.len() > 1 && now == SeatSet::one(seat) && facts.is_empty();
        self.asked.push(if others_answer || last_still_picks { asked } else { now });
        self.states.push(next);
        self.plays.push(Play { seat, mv, facts });
        Ok(())
    }

    fn thin_pool(&mut self) {
        let every = self.pool.len().div_ceil(POOL).max(1);
        let mut index = 0;
        self.pool.retain(|_| {
            index += 1;
            (index - 1) % every == 0
        });
    }

    /// Up to `most` indexes of states, evenly spread, with the first and the last.
    pub fn looks(&self, most: usize) -> impl Iterator<Item = usize> {
        spread(self.states.len(), most).inspect(|&at| self.looking.set(at))
    }

    /// Like [`Walk::looks`], for plays: state `i` is the state before play `i`.
    pub fn plays(&self, most: usize) -> impl Iterator<Item = usize> {
        spread(self.plays.len(), most).inspect(|&at| self.looking.set(at))
    }

    /// Whether state `at` contains or could contain a sealed answer.
    #[must_use]
    pub fn is_sealed(&self, at: usize) -> bool {
        self.asked[at].len() > 1
    }

    /// Plays up to `most` recorded moves from `state`, which replaces state `at`. Everything must be as recorded.
    pub(super) fn follow(&self, rules: &R, mut state: R::State, at: usize, most: usize) -> Result<(), String> {
        let same = |state: &R::State, at: usize| {
            let recorded = &self.states[at];
            if state != recorded {
                return Err(format!("after {at} moves the state is {state:?}, and was {recorded:?}"));
            }
            if Digest::of(state) != Digest::of(recorded) {
                return Err(format!("after {at} moves equal states have different digests: {state:?}"));
            }
            Ok(())
        };
        same(&state, at)?;
        for (i, play) in self.plays.iter().enumerate().skip(at).take(most) {
            let mut facts = Vec::new();
            rules.play(&mut state, play.seat, &play.mv, &mut facts);
            same(&state, i + 1)?;
            if facts != play.facts {
                return Err(format!("move {} told {facts:?}, and told {:?} before", i + 1, play.facts));
            }
        }
        Ok(())
    }

    /// A verdict against these rules.
    pub(super) fn broken(&self, law: &'static str, at: usize, message: impl Into<String>) -> Verdict {
        Err(Box::new(self.charge(law, at, message)))
    }

    pub(super) fn charge(&self, law: &'static str, at: usize, message: impl Into<String>) -> Broken {
        let last = match at.checked_sub(1).and_then(|i| self.plays.get(i)) {
            Some(Play { seat, mv, .. }) => format!(" [the move before it: {seat} {mv:?}]"),
            None => String::new(),
        };
        let message = message.into() + &last;
        Broken { law, game: self.game.clone(), setup: self.setup.clone(), seed: self.seed.clone(), at, message }
    }

    /// The state that was checked last.
    pub(super) fn looking_at(&self) -> usize {
        self.looking.get()
    }
}

fn spread(len: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = len.min(most.max(2));
    (0..count).map(move |i| if count < 2 { i } else { i * (len - 1) / (count - 1) })
}
