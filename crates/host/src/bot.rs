//! A bot for a match whose rules are not known by type.

use rulebook_bots::{Advice, Advise, Line, Make, Worth};
use rulebook_kernel::{Budget, Info, Key, Rng, Rules, Seat, Turn, Viewer};
use rulebook_matches::{AnyMatch, Match, Staged};
use std::any::Any;
use std::sync::Arc;

/// Somebody who can play a seat of one game, whichever. It looks at the match through the view of its seat only.
pub trait AnyBot: Send {
    /// The index of its choice among the legal moves of `seat`, which is due: for [`AnyMatch::nth_text`] or
    /// [`AnyMatch::play_nth`]. Zero if there are none.
    ///
    /// # Panics
    /// If the match is of another game than the bot.
    fn pick(&mut self, game: &dyn AnyMatch, seat: Seat) -> usize;

    /// The same with reasons.
    ///
    /// # Panics
    /// If the match is of another game than the bot.
    fn advise(&mut self, game: &dyn AnyMatch, seat: Seat) -> AnyAdvice;

    /// How long it thinks; no playouts if it does not.
    fn budget(&self) -> Budget;
}

/// What a bot would do, and why, in texts.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyAdvice {
    /// The index of the choice among the legal moves.
    pub choice: usize,
    /// What was considered, the best first.
    pub lines: Vec<AnyLine>,
    /// Playouts, or positions, all together.
    pub effort: u64,
    /// How far it looked ahead in every line, where that is known.
    pub depth: Option<u32>,
}

/// A move that was considered.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyLine {
    /// Its text.
    pub text: String,
    /// How often it was tried.
    pub visits: u64,
    /// What it is worth.
    pub worth: Worth,
    /// How the game may go on, this move first: seats and move texts. In a game with secrets it is one of many ways.
    pub line: Vec<(Seat, String)>,
}

/// Makes a bot with a [`Make`] that was erased.
type Pair = fn(&dyn Any, &Info, &str, Key) -> Result<Box<dyn AnyBot>, String>;

/// Makes bots for the rules of one game, erased.
#[derive(Clone)]
pub struct Bots {
    pair: Pair,
    /// A [`Make`] for the rules.
    make: Arc<dyn Any + Send + Sync>,
}

impl Bots {
    /// With what makes them for the concrete rules.
    #[must_use]
    pub fn new<R: Staged>(make: Make<R>) -> Bots {
        Bots { pair: pair::<R>, make: Arc::new(make) }
    }

    /// A bot from its spec.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the spec.
    pub fn bot(&self, info: &Info, spec: &str, key: Key) -> Result<Box<dyn AnyBot>, String> {
        (self.pair)(&*self.make, info, spec, key)
    }

    /// What makes them for the concrete rules, if these are the rules.
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

/// Where a move that bots are offered is in the list that people are offered.
fn among_legal<R: Staged>(game: &Match<R>, seat: Seat, mv: &R::Move) -> usize {
    game.moves(seat).iter().position(|legal| legal == mv).expect("the short list is a part of the legal moves")
}

/// Advice in texts; `moves` is what the bot was offered. Lines are told as they would go in a state that fits the view: no match is looked at.
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

/// The texts of a row of moves, as far as it is possible from this state.
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
