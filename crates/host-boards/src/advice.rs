//! The advice of a bot about a position that is given as text.

use rulebook_boards::{Boards, Game, VisitBoards, visit_boards};
use rulebook_host::{AnyAdvice, explain};
use rulebook_kernel::{Key, Notation, Rules, Seat};
use std::time::Instant;

/// The advice of a bot about one decision.
#[derive(Clone, Debug)]
pub struct Advised {
    /// The seat for which the bot chooses.
    pub seat: Seat,
    /// The text of the chosen move.
    pub choice: String,
    /// The moves that the bot considered. Its `choice` is an index in the short list (`Rules::shortlist`).
    pub advice: AnyAdvice,
    /// Whether the bot had only one move to choose from.
    pub only: bool,
    /// The time in seconds that the bot took.
    pub seconds: f64,
}

/// The reason why a bot cannot advise.
#[derive(Clone, Debug)]
pub enum AdviceError {
    /// The position is wrong. The sentence says why.
    Position(String),
    /// The spec of the bot is wrong. The sentence says why.
    Bot(String),
    /// The game is over in this position.
    Over,
}

/// Asks the bot `spec` for a move in a position. `key` is the key of its random numbers.
///
/// # Errors
/// Returns an error if the position or the spec is wrong, or if the game is over.
pub fn advise(game: &Game, position: &str, spec: &str, key: Key) -> Result<Advised, AdviceError> {
    visit_boards(game, Ask { position, spec, key })
}

struct Ask<'a> {
    position: &'a str,
    spec: &'a str,
    key: Key,
}

impl VisitBoards for Ask<'_> {
    type Out = Result<Advised, AdviceError>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let Ask { position, spec, key } = self;
        let state = rules.position_from(position).map_err(AdviceError::Position)?;
        let made = rulebook_bots::make_open::<Boards<W, N>>(rules.info(), spec, key);
        let (mut bot, budget) = made.map_err(AdviceError::Bot)?;
        let seat = rules.turn(&state).seats().lowest().ok_or(AdviceError::Over)?;
        let mut moves = Vec::new();
        rules.shortlist(&state, seat, &mut moves);
        let begin = Instant::now();
        let advice = bot.advise(&rules, seat, &state, &moves, budget);
        let seconds = begin.elapsed().as_secs_f64();
        let choice = rules.text(&state, seat, &moves[advice.choice]);
        let advice = explain(&rules, &state, seat, &moves, advice);
        Ok(Advised { seat, choice, advice, only: moves.len() == 1, seconds })
    }
}
