//! Whole games between bots, for rules whose type is erased.
//!
//! The loop over the moves of a game is generic over the rules, so that random games are fast. A caller makes one call
//! through an erased type for each game, not for each move.

use rulebook_bots::{Advise, Make, Trained, Training};
use rulebook_kernel::{Budget, Digest, Draws, Hidden, Illegal, Key, Outcome, Rng, Rules, Seat, Setup, Turn, Viewer};
use rulebook_matches::{AnyMatch, Hosted, Staged};
use rulebook_matchlog::LogWriter;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The settings of a game between bots.
pub struct BotGame<'a> {
    /// The setup of the game.
    pub setup: &'a Setup,
    /// The key of the deal.
    pub deal: Key,
    /// The key from which the key of each bot is derived.
    pub for_bots: Key,
    /// The bot of each seat, as a text that [`crate::Bots::bot`] accepts.
    pub bots: &'a [String],
    /// The game stops after this many moves.
    pub max_moves: u32,
    /// The game stops at the end of the first hand, and its result is the standing at that point. A logged game ignores
    /// this.
    pub one_hand: bool,
}

/// The result of one game.
pub struct Record {
    /// Number of moves.
    pub moves: u32,
    /// Number of moves from which bots could choose, summed over all decisions.
    pub offered: u64,
    /// The largest number of moves from which a bot could choose in one decision.
    pub widest: u32,
    /// How the game ended.
    pub end: End,
    /// Digest of how the game ended, the number of moves and the last state.
    pub digest: Digest,
}

/// How a game between bots can end.
pub enum End {
    /// The game ended by its rules, possibly with a fault.
    Over(Outcome),
    /// The game reached the limit of moves.
    Unfinished,
    /// A seat has to move and has no legal move, or no seat has to move and the game is not over.
    Stuck,
    /// A panic.
    Bug(String),
}

impl Record {
    /// The record of a game that ended with a panic.
    #[must_use]
    pub fn bug(index: u64, message: String) -> Record {
        let digest = Digest::of(&("bug", index));
        Record { moves: 0, offered: 0, widest: 0, end: End::Bug(message), digest }
    }
}

/// Plays games between bots. The type of the rules is erased.
pub trait SelfPlay: Send + Sync {
    /// Makes a player of games. A player keeps a buffer between games, so each thread needs its own player.
    fn player(&self) -> Box<dyn GamePlayer + '_>;

    /// Learns a policy for these rules from self-play: see [`rulebook_bots::train`].
    ///
    /// # Errors
    /// Returns a sentence if no policy can be learned for these rules.
    fn train(&self, training: &Training, progress: &mut dyn FnMut(&str)) -> Result<Trained, String>;
}

/// The type of [`rulebook_bots::train`] for given rules.
pub(crate) type Train<R> = fn(&R, &Training, &mut dyn FnMut(&str)) -> Result<Trained, String>;

/// Plays one game after another.
pub trait GamePlayer {
    /// Plays a game without a log.
    fn play(&mut self, game: &BotGame) -> Record;

    /// Plays a game and returns its log.
    ///
    /// # Errors
    /// Returns an error if the rules refuse a move that they offer.
    fn play_logged(&mut self, game: &BotGame) -> Result<(Record, String), Illegal>;

    /// Plays a game and returns whether the same state occurred twice. If so, the game may loop without end.
    fn repeats_a_state(&mut self, game: &BotGame) -> bool;
}

/// The rules of a game with the function that makes its bots.
pub(crate) struct Typed<R: Staged> {
    pub(crate) rules: Arc<Hosted<R>>,
    pub(crate) make: Make<R>,
    /// `None` if nothing is hidden in the game, because its bots do not use a policy.
    pub(crate) train: Option<Train<R>>,
}

impl<R: Staged> SelfPlay for Typed<R> {
    fn player(&self) -> Box<dyn GamePlayer + '_> {
        Box::new(TypedPlayer { of: self, moves: Vec::new() })
    }

    fn train(&self, training: &Training, progress: &mut dyn FnMut(&str)) -> Result<Trained, String> {
        let Some(train) = self.train else {
            return Err(
                "nothing is hidden in this game, and only games with hidden information have a policy".to_owned()
            );
        };
        train(self.rules.rules(), training, progress)
    }
}

struct TypedPlayer<'a, R: Staged> {
    of: &'a Typed<R>,
    /// A buffer for the legal moves.
    moves: Vec<R::Move>,
}

impl<R: Staged> GamePlayer for TypedPlayer<'_, R> {
    fn play(&mut self, game: &BotGame) -> Record {
        self.silent(game, None)
    }

    fn play_logged(&mut self, game: &BotGame) -> Result<(Record, String), Illegal> {
        let hosted = &self.of.rules;
        let mut players = BotSeats::<R>::new(hosted.rules(), self.of.make, game);
        let mut playing = hosted.begin(game.setup, game.deal.clone())?;
        let mut log = LogWriter::open(&mut playing, game.bots, None)?;
        let mut count = Count::default();
        let end = loop {
            let due = match playing.turn() {
                Turn::Over(outcome) => break End::Over(outcome),
                Turn::Seats(_) if count.moves == game.max_moves => break End::Unfinished,
                Turn::Seats(due) => due,
            };
            let Some(seat) = due.lowest() else { break End::Stuck };
            let moves = playing.shortlist(seat);
            if moves.is_empty() {
                break End::Stuck;
            }
            count.offer(moves.len());
            let choice = players.pick(hosted.rules(), playing.state(), seat, &moves);
            let text = hosted.rules().text(playing.state(), seat, &moves[choice]);
            log.record(&playing.play(seat, &text)?)?;
            count.moves += 1;
        };
        log.close(&playing);
        Ok((count.record(&**hosted.rules(), end, playing.state().clone()), log.take()))
    }

    fn repeats_a_state(&mut self, game: &BotGame) -> bool {
        let mut seen = HashSet::new();
        let mut twice = false;
        let mut look = |state: &R::State| {
            let mut hasher = DefaultHasher::new();
            state.hash(&mut hasher);
            twice |= !seen.insert(hasher.finish());
        };
        self.silent(game, Some(&mut look));
        twice
    }
}

/// A function that is called with every state of a game.
type Look<'a, R> = dyn FnMut(&<R as Rules>::State) + 'a;

impl<R: Staged> TypedPlayer<'_, R> {
    /// Plays a game without a log. `look` is called with every state.
    fn silent(&mut self, game: &BotGame, mut look: Option<&mut Look<'_, R>>) -> Record {
        let (rules, moves) = (&**self.of.rules.rules(), &mut self.moves);
        let mut players = BotSeats::<R>::new(rules, self.of.make, game);
        let mut state = rules.start(game.setup, Rng::new(game.deal.clone()), &mut ());
        if look.is_none() && !players.need_views() {
            rules.drop_lore(&mut state);
        }
        let mut count = Count::default();
        loop {
            if let Some(look) = &mut look {
                look(&state);
            }
            let due = match rules.turn(&state) {
                Turn::Over(outcome) => return count.record(rules, End::Over(outcome), state),
                Turn::Seats(_) if count.moves == game.max_moves => return count.record(rules, End::Unfinished, state),
                Turn::Seats(due) => due,
            };
            // If several seats decide at once, they answer in seat order. The rules hide the answers until the last
            // seat has answered.
            let Some(seat) = due.lowest() else { return count.record(rules, End::Stuck, state) };
            moves.clear();
            rules.shortlist(&state, seat, moves);
            if moves.is_empty() {
                return count.record(rules, End::Stuck, state);
            }
            count.offer(moves.len());
            let choice = players.pick(rules, &state, seat, moves);
            count.moves += 1;
            if !game.one_hand {
                rules.play(&mut state, seat, &moves[choice], &mut ());
            } else if let Some(standing) = rules.play_in_playout(&mut state, seat, &moves[choice], &mut ()) {
                return count.record(rules, End::Over(standing), state);
            }
        }
    }
}

/// Counters of a running game.
#[derive(Default)]
struct Count {
    moves: u32,
    offered: u64,
    widest: u32,
}

impl Count {
    #[inline]
    fn offer(&mut self, moves: usize) {
        self.offered += moves as u64;
        self.widest = self.widest.max(moves as u32);
    }

    fn record<R: Staged>(self, rules: &R, end: End, mut state: R::State) -> Record {
        // A game between bots without views drops the lore. Drop it here too, so that the digest is the same in both
        // cases.
        rules.drop_lore(&mut state);
        let (outcome, kind) = match &end {
            End::Over(outcome) => (Some(outcome), 0),
            End::Unfinished => (None, 1),
            End::Stuck => (None, 2),
            End::Bug(_) => (None, 3),
        };
        let digest = Digest::of(&(kind, self.moves, outcome, &state));
        Record { moves: self.moves, offered: self.offered, widest: self.widest, end, digest }
    }
}

/// The bots at the seats of one game. Bots that choose at random or take the first move get no view, because making a
/// view would take longer than their choice.
pub struct BotSeats<R: Hidden> {
    minds: Vec<SeatBot<R>>,
    /// The random numbers shared by all seats that play at random.
    draws: Draws,
}

enum SeatBot<R: Hidden> {
    Random,
    First,
    Thinks(Box<dyn Advise<R>>, Budget),
}

impl<R: Hidden> BotSeats<R> {
    /// Creates the bots of a game.
    ///
    /// # Panics
    /// Panics if a bot name is wrong.
    #[must_use]
    pub fn new(rules: &R, make: Make<R>, game: &BotGame) -> BotSeats<R> {
        let mind = |(spec, seat): (&String, u64)| match spec.as_str() {
            "random" => SeatBot::Random,
            "first" => SeatBot::First,
            spec => {
                let made = make(rules.info(), spec, game.for_bots.child(seat));
                let (bot, budget) = made.expect("the name of each bot is valid");
                SeatBot::Thinks(bot, budget)
            }
        };
        let minds = game.bots.iter().zip(0..).map(mind).collect();
        BotSeats { minds, draws: Rng::new(game.for_bots.clone()).draws() }
    }

    /// Whether a bot at this table gets views.
    fn need_views(&self) -> bool {
        self.minds.iter().any(|mind| matches!(mind, SeatBot::Thinks(..)))
    }

    /// The index of the move that a seat chooses. `moves` must not be empty.
    #[inline]
    pub fn pick(&mut self, rules: &R, state: &<R as Rules>::State, seat: Seat, moves: &[R::Move]) -> usize {
        match &mut self.minds[seat.index()] {
            SeatBot::Random => self.draws.below(moves.len() as u32) as usize,
            SeatBot::First => 0,
            SeatBot::Thinks(bot, budget) => {
                let view = rules.view(state, Viewer::Seat(seat));
                bot.pick(rules, seat, &view, moves, *budget)
            }
        }
    }
}
