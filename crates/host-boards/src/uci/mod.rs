//! The bot as an engine for chess programs, in the protocols UCI and USI.

mod dialogue;
pub mod go_limits;
pub mod moves;
mod perft;
pub mod strength;
pub mod usi;

use rulebook_boards::{Boards, Game, VisitBoards, visit_boards};
use std::io::{self, BufRead, Write};

/// Answers a chess program until it quits. `game` must have two seats.
///
/// # Errors
/// Returns an error if the answers cannot be written.
pub fn talk(game: &Game, input: &mut (dyn BufRead + Send), out: &mut dyn Write) -> io::Result<()> {
    visit_boards(game, UciVisitor { name: &format!("Rulebook {}", game.info().name), input, out })
}

struct UciVisitor<'a> {
    /// The name that the engine sends to the chess program.
    name: &'a str,
    input: &'a mut (dyn BufRead + Send),
    out: &'a mut dyn Write,
}

impl VisitBoards for UciVisitor<'_> {
    type Out = io::Result<()>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        dialogue::talk(&rules, self.name, self.input, self.out)
    }
}
