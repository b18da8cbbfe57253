//! Start positions, and the values of a position.

use rulebook_boards::{Boards, Game, VisitBoards, visit_boards};
use rulebook_matches::{AnyMatch, Match};

/// The game with another start position.
///
/// # Errors
/// Returns a sentence that says what is wrong with the position.
pub fn start_from(game: &Game, text: &str) -> Result<Game, String> {
    game.from_position(text)
}

/// Values of a position besides the places of the pieces, such as castling rights: names and values. Empty if the match
/// belongs to another game.
#[must_use]
pub fn values(game: &Game, table: &dyn AnyMatch) -> Vec<(String, String)> {
    visit_boards(game, Values(table))
}

struct Values<'a>(&'a dyn AnyMatch);

impl VisitBoards for Values<'_> {
    type Out = Vec<(String, String)>;

    fn visit<const W: usize, const N: usize>(self, _: Boards<W, N>) -> Self::Out {
        let table = self.0.as_any().downcast_ref::<Match<Boards<W, N>>>();
        table.map(|table| table.rules().inspect(table.state())).unwrap_or_default()
    }
}
