//! The list of all bots, and the functions that make a bot from its spec.

use crate::advice::Advise;
use crate::{AlphaBeta, FirstCandidate, Flat, Greedy, Ismcts, Mcts, ParallelTrees, PolicyBot, RandomBot, Spec};
use rulebook_kernel::{Budget, Heuristic, Hidden, Info, Key, Open};

/// The kinds of bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// [`RandomBot`].
    Random,
    /// [`FirstCandidate`].
    First,
    /// [`Greedy`].
    Greedy,
    /// [`Flat`].
    Flat,
    /// [`Mcts`].
    Mcts,
    /// [`Mcts::guided`].
    Puct,
    /// [`AlphaBeta`].
    AlphaBeta,
    /// [`Ismcts`].
    Ismcts,
    /// [`Ismcts::multi`].
    MoIsmcts,
    /// [`Ismcts::guided`].
    Guided,
    /// [`PolicyBot`].
    Policy,
}

impl BotKind {
    /// All bots, simplest first.
    pub const ALL: [BotKind; 11] = [
        BotKind::Random,
        BotKind::First,
        BotKind::Greedy,
        BotKind::Flat,
        BotKind::Mcts,
        BotKind::Puct,
        BotKind::AlphaBeta,
        BotKind::Ismcts,
        BotKind::MoIsmcts,
        BotKind::Guided,
        BotKind::Policy,
    ];

    /// The name of the bot in a spec, such as `mcts`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::First => "first",
            BotKind::Greedy => "greedy",
            BotKind::Flat => "flat",
            BotKind::Mcts => "mcts",
            BotKind::Puct => "puct",
            BotKind::AlphaBeta => "alphabeta",
            BotKind::Ismcts => "ismcts",
            BotKind::MoIsmcts => "mo-ismcts",
            BotKind::Guided => "guided",
            BotKind::Policy => "policy",
        }
    }

    /// The default budget. `None` if the bot does not use a budget.
    #[must_use]
    pub const fn budget(self) -> Option<Budget> {
        match self {
            BotKind::Random | BotKind::First | BotKind::Greedy => None,
            BotKind::Policy => Some(Budget::Playouts(30)),
            BotKind::Flat | BotKind::Mcts | BotKind::Puct | BotKind::Ismcts | BotKind::MoIsmcts | BotKind::Guided => {
                Some(Budget::Playouts(1000))
            }
            BotKind::AlphaBeta => Some(Budget::Playouts(20_000)),
        }
    }

    /// Whether the bot plays only games without hidden information.
    #[must_use]
    pub const fn needs_open(self) -> bool {
        matches!(self, BotKind::Mcts | BotKind::Puct | BotKind::AlphaBeta)
    }

    /// Whether several trees of this bot can search in parallel and add up their results.
    #[must_use]
    pub const fn grows(self) -> bool {
        !matches!(self, BotKind::AlphaBeta | BotKind::Policy) && self.budget().is_some()
    }

    /// Makes a bot of this kind. `None` if this kind cannot play games with hidden information.
    #[must_use]
    pub fn make<R: Hidden>(self, key: Key) -> Option<Box<dyn Advise<R>>> {
        Some(match self {
            BotKind::Random => Box::new(RandomBot::new(key)),
            BotKind::First => Box::new(FirstCandidate),
            BotKind::Greedy => Box::new(Greedy::new(key)),
            BotKind::Flat => Box::new(Flat::new(key)),
            BotKind::Ismcts => Box::new(Ismcts::new(key)),
            BotKind::MoIsmcts => Box::new(Ismcts::multi(key)),
            BotKind::Guided => Box::new(Ismcts::guided(key)),
            BotKind::Policy => Box::new(PolicyBot::new(key, 1)),
            BotKind::Mcts | BotKind::Puct | BotKind::AlphaBeta => return None,
        })
    }

    /// Makes a bot of this kind for a game without hidden information that has a heuristic. In such a game every sample
    /// is the state itself, so a search over information sets is [`Mcts`].
    #[must_use]
    pub fn make_open<R: Open + Heuristic>(self, key: Key) -> Box<dyn Advise<R>> {
        match self {
            BotKind::Random => Box::new(RandomBot::new(key)),
            BotKind::First => Box::new(FirstCandidate),
            BotKind::Greedy => Box::new(Greedy::by_value(key)),
            BotKind::Flat => Box::new(Flat::new(key)),
            BotKind::Mcts | BotKind::Ismcts | BotKind::MoIsmcts | BotKind::Guided | BotKind::Policy => {
                Box::new(Mcts::new(key))
            }
            BotKind::Puct => Box::new(Mcts::guided(key)),
            BotKind::AlphaBeta => Box::new(AlphaBeta::new(key)),
        }
    }
}

/// A bot and its budget.
pub type Made<R> = (Box<dyn Advise<R>>, Budget);

/// The type of [`make`] and [`make_open`], which make bots for given rules.
pub type Make<R> = fn(&Info, &str, Key) -> Result<Made<R>, String>;

/// Makes the bot of a spec, and returns it with its budget: see [`Spec::read`].
///
/// # Errors
/// Returns a sentence that says what is wrong with the spec and which bots exist.
pub fn make<R: Hidden>(info: &Info, spec: &str, key: Key) -> Result<Made<R>, String> {
    let spec = Spec::read(spec, false, info)?;
    let one = |key| -> Box<dyn Advise<R>> {
        match spec.kind {
            BotKind::Ismcts => Box::new(Ismcts::<R>::new(key).between(spec.least, spec.most)),
            BotKind::Guided => Box::new(Ismcts::<R>::guided(key).between(spec.least, spec.most)),
            BotKind::Policy => Box::new(PolicyBot::<R>::new(key, spec.softness)),
            kind => kind.make::<R>(key).expect("the spec was checked for a game with hidden cards"),
        }
    };
    Ok(several(spec, key, one))
}

/// Like [`make`], for rules without hidden information that have a heuristic. All kinds of bots can play such games.
///
/// # Errors
/// Returns the same errors as [`make`].
pub fn make_open<R: Open + Heuristic>(info: &Info, spec: &str, key: Key) -> Result<Made<R>, String> {
    let spec = Spec::read(spec, true, info)?;
    let one = |key| -> Box<dyn Advise<R>> {
        match spec.kind {
            BotKind::AlphaBeta => Box::new(AlphaBeta::<R>::new(key).at_most(spec.most)),
            kind => kind.make_open::<R>(key),
        }
    };
    Ok(several(spec, key, one))
}

fn several<R: Hidden>(spec: Spec, key: Key, one: impl Fn(Key) -> Box<dyn Advise<R>>) -> Made<R> {
    let bot = if spec.trees > 1 { Box::new(ParallelTrees::new(spec.trees as usize, &key, one)) } else { one(key) };
    (bot, spec.budget)
}
