//! A bot for a match whose rules are not known by type.

use rulebook_kernel::{Bot, Budget, Key, Seat, Viewer};
use rulebook_stage::{AnyMatch, Match, Staged};

/// Somebody who can play a seat of one game, whichever. It looks at the match through the view of its seat only.
pub trait AnyBot: Send {
    /// The index of its choice among the legal moves of `seat`, which is due: for [`AnyMatch::nth_text`] or
    /// [`AnyMatch::play_nth`]. Zero if there are none.
    ///
    /// # Panics
    /// If the match is of another game than the bot.
    fn pick(&mut self, game: &dyn AnyMatch, seat: Seat) -> usize;
}

/// Makes a bot for the rules it was compiled for.
pub(crate) type MakeBot = fn(&str, Key) -> Result<Box<dyn AnyBot>, String>;

pub(crate) fn make<R: Staged>(spec: &str, key: Key) -> Result<Box<dyn AnyBot>, String> {
    let (bot, budget) = rulebook_bots::make::<R>(spec, key)?;
    Ok(Box::new(Paired { bot, budget }))
}

struct Paired<R: Staged> {
    bot: Box<dyn Bot<R>>,
    budget: Budget,
}

impl<R: Staged> AnyBot for Paired<R> {
    fn pick(&mut self, game: &dyn AnyMatch, seat: Seat) -> usize {
        let game: &Match<R> = game.as_any().downcast_ref().expect("a match of the game this bot was made for");
        let moves = game.moves(seat);
        if moves.len() < 2 {
            return 0;
        }
        self.bot.pick(game.rules(), seat, &game.view(Viewer::Seat(seat)), &moves, self.budget)
    }
}
