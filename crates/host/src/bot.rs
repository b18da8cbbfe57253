//! Bots for matches whose type is erased.

use rulebook_bots::{Advice, Advise, Line, Make, Worth};
use rulebook_kernel::{Budget, Info, Key, Rng, Rules, Seat, Turn, Viewer};
use rulebook_matches::{AnyMatch, Match, Staged};
use std::any::Any;
use std::sync::Arc;

/// A bot for a seat of one game. It sees the match only through the view of its seat.
pub trait AnyBot: Send {
    /// Chooses a move for `seat`, which must be asked. Returns its index among the legal moves, for
    /// [`AnyMatch::nth_text`] or [`AnyMatch::play_nth`]. Zero if there are no moves.
    ///
    /// # Panics
    /// Panics if the match belongs to another game.
    fn pick(&mut self, game: &dyn AnyMatch, seat: Seat) -> usize;

    /// Chooses a move like [`AnyBot::pick`] and explains the choice.
    ///
    /// # Panics
    /// Panics if the match belongs to another game.
    fn advise(&mut self, game: &dyn AnyMatch, seat: Seat) -> AnyAdvice;

    /// The budget of the bot. Zero playouts if the bot does not search.
    fn budget(&self) -> Budget;
}

/// The advice of a bot, as texts.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyAdvice {
    /// The index of the chosen move in the list that the bot was given.
    pub choice: usize,
    /// The moves that the bot considered, best first.
    pub lines: Vec<AnyLine>,
    /// Total number of playouts, or of examined positions.
    pub effort: u64,
    /// Search depth, if the bot has one.
    pub depth: Option<u32>,
}

/// A move that the bot considered.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyLine {
    /// The text of the move.
    pub text: String,
    /// The number of times that the search tried this move.
    pub visits: u64,
    /// The estimated value of the move.
    pub worth: Worth,
    /// The expected continuation, starting with this move: seats and move texts. With hidden information, it is only
    /// one of many possible continuations.
    pub line: Vec<(Seat, String)>,
}

/// A function that makes a bot from a [`Make`] whose type is erased.
type Pair = fn(&dyn Any, &Info, &str, Key) -> Result<Box<dyn AnyBot>, String>;

/// Makes bots for the rules of one game. The type of the rules is erased.
#[derive(Clone)]
pub struct Bots {
    pair: Pair,
    /// A [`Make`] for the type of the rules. Only `pair` can turn it back into its type.
    make: Arc<dyn Any + Send + Sync>,
}

impl Bots {
    /// Wraps the functions that make bots for one type of rules, and erases the type.
    #[must_use]
    pub fn new<R: Staged>(make: Make<R>) -> Bots {
        Bots { pair: pair::<R>, make: Arc::new(make) }
    }

    /// Makes the bot that `spec` describes.
    ///
    /// # Errors
    /// Returns a sentence about the mistake in the spec.
    pub fn bot(&self, info: &Info, spec: &str, key: Key) -> Result<Box<dyn AnyBot>, String> {
        (self.pair)(&*self.make, info, spec, key)
    }

    /// The function that makes bots, with its type. `None` if it is for rules other than `R`.
    #[must_use]
    pub fn make<R: Staged>(&self) -> Option<Make<R>> {
        self.make.downcast_ref().copied()
    }
}

fn pair<R: Staged>(make: &dyn Any, info: &Info, spec: &str, key: Key) -> Result<Box<dyn AnyBot>, String> {
    let make: &Make<R> = make.downcast_ref().expect("bots for these rules");
    let (bot, budget) = make(info, spec, key)?;
    Ok(Box::new(Paired { bot, budget }))
}

struct Paired<R: Staged> {
    bot: Box<dyn Advise<R>>,
    budget: Budget,
}

fn known<R: Staged>(game: &dyn AnyMatch) -> &Match<R> {
    game.as_any().downcast_ref().expect("a match of the game this bot was made for")
}

impl<R: Staged> AnyBot for Paired<R> {
    fn pick(&mut self, game: &dyn AnyMatch, seat: Seat) -> usize {
        let game = known::<R>(game);
        let offered = game.shortlist(seat);
        let choice = match offered.len() {
            0 => return 0,
            1 => 0,
            _ => self.bot.pick(game.rules(), seat, &game.view(Viewer::Seat(seat)), &offered, self.budget),
        };
        among_legal(game, seat, &offered[choice])
    }

    fn advise(&mut self, game: &dyn AnyMatch, seat: Seat) -> AnyAdvice {
        let game = known::<R>(game);
        let offered = game.shortlist(seat);
        if offered.is_empty() {
            return AnyAdvice { choice: 0, lines: Vec::new(), effort: 0, depth: None };
        }
        let view = game.view(Viewer::Seat(seat));
        let advice = self.bot.advise(&**game.rules(), seat, &view, &offered, self.budget);
        let choice = among_legal(game, seat, &offered[advice.choice]);
        AnyAdvice { choice, ..explain(&**game.rules(), &view, seat, &offered, advice) }
    }

    fn budget(&self) -> Budget {
        self.budget
    }
}

/// Bots choose from a short list of moves. Returns the index of such a move among all legal moves.
fn among_legal<R: Staged>(game: &Match<R>, seat: Seat, mv: &R::Move) -> usize {
    game.moves(seat).iter().position(|legal| legal == mv).expect("the short list is a part of the legal moves")
}

/// Converts advice into texts. `moves` are the moves that the bot could choose from. The continuations are replayed on
/// a sample of the view, not on the match, so they reveal no hidden information.
pub fn explain<R: Staged>(
    rules: &R,
    view: &R::View,
    seat: Seat,
    moves: &[R::Move],
    advice: Advice<R::Move>,
) -> AnyAdvice {
    let sample = rules.sample(view, &mut Rng::seeded("line"));
    let line = |line: Line<R::Move>| AnyLine {
        text: moves.get(line.index).map(|mv| rules.text(&sample, seat, mv)).unwrap_or_default(),
        visits: line.visits,
        worth: line.worth,
        line: told(rules, &sample, &line.moves),
    };
    let lines = advice.lines.into_iter().map(line).collect();
    AnyAdvice { choice: advice.choice, lines, effort: advice.effort, depth: advice.depth }
}

/// The texts of these moves, played from this state. Stops at the first illegal move.
fn told<R: Staged>(rules: &R, from: &R::State, moves: &[(Seat, R::Move)]) -> Vec<(Seat, String)> {
    let mut state = from.clone();
    let mut texts = Vec::new();
    for (seat, mv) in moves {
        let due = matches!(rules.turn(&state), Turn::Seats(due) if due.has(*seat));
        if !due || Rules::check(rules, &state, *seat, mv).is_err() {
            break;
        }
        texts.push((*seat, rules.text(&state, *seat, mv)));
        rules.play(&mut state, *seat, mv, &mut ());
    }
    texts
}
