//! Records one random match: every state, move and fact. The laws then check this record.

use super::{Broken, Verdict, guard::guarded};
use rulebook_kernel::{Digest, Outcome, Rng, Rules, Seat, SeatSet, Setup, Turn};
use std::cell::Cell;
use std::collections::HashSet;

/// A recorded match. There is one state more than plays.
pub struct Walk<R: Rules> {
    /// The id of the game.
    pub game: String,
    /// The setup.
    pub setup: Setup,
    /// The seed.
    pub seed: String,
    /// The facts that were reported before the first decision.
    pub opening: Vec<R::Fact>,
    /// The state before each play, and the last state.
    pub states: Vec<R::State>,
    /// The decisions.
    pub plays: Vec<Play<R>>,
    /// For each state, the seats that were asked at the same time. A state has several such seats only while their
    /// answers are sealed.
    pub asked: Vec<SeatSet>,
    /// Moves that were legal for some seat at some time. The laws try these moves in other states, where they are often
    /// illegal.
    pub pool: Vec<R::Move>,
    /// The reason why the recording ended.
    pub ending: Ending,
    /// The index of the state that a law is checking. The report of a panic contains this index.
    looking: Cell<usize>,
}

/// One decision.
pub struct Play<R: Rules> {
    /// The seat that decided.
    pub seat: Seat,
    /// The move.
    pub mv: R::Move,
    /// The facts that the move reported.
    pub facts: Vec<R::Fact>,
}

/// The reason why a recording ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The match is over.
    Over(Outcome),
    /// The match was not over after `max_moves` decisions.
    Endless,
    /// A seat has to decide but has no move. Or no seat has to decide although the match is not over.
    Stuck,
    /// `check` refuses a move that `moves` lists.
    Refused,
    /// The rules panicked.
    Panic(String),
}

/// Maximum number of moves that are kept in `pool`.
const POOL: usize = 300;

impl<R: Rules> Walk<R> {
    /// Plays a random match. If several seats are asked at once, they answer in random order. If the rules fail, the
    /// recording ends at that move.
    ///
    /// # Panics
    /// If `start` panics, or if the rules do not allow the setup.
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
        // Several seats were asked at once, and the question is still open. Either other seats still have to answer, or
        // the last seat has to make more picks. No fact is reported before the last answer.
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

    /// The indexes of up to `most` states, evenly spread, including the first and the last.
    pub fn looks(&self, most: usize) -> impl Iterator<Item = usize> {
        spread(self.states.len(), most).inspect(|&at| self.looking.set(at))
    }

    /// The indexes of up to `most` plays, evenly spread. Play `i` follows state `i`.
    pub fn plays(&self, most: usize) -> impl Iterator<Item = usize> {
        spread(self.plays.len(), most).inspect(|&at| self.looking.set(at))
    }

    /// Whether several seats are asked at once in state `at`, so that it may contain secret answers.
    #[must_use]
    pub fn is_sealed(&self, at: usize) -> bool {
        self.asked[at].len() > 1
    }

    /// Plays up to `most` recorded moves from `state`, which must equal state `at`. All states and facts must be as
    /// recorded.
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
                return Err(format!("move {} reports {facts:?}, and reported {:?} before", i + 1, play.facts));
            }
        }
        Ok(())
    }

    /// The report that this match breaks a law.
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

    /// The index of the state that was checked last.
    pub(super) fn looking_at(&self) -> usize {
        self.looking.get()
    }
}

fn spread(len: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = len.min(most.max(2));
    (0..count).map(move |i| if count < 2 { i } else { i * (len - 1) / (count - 1) })
}
