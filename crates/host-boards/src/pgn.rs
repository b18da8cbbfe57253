//! Writes games as PGN, and draws the positions of PGN games.

use rulebook_boards::{BoardState, Boards, Followed, Game, Pgn, VisitBoards, visit_boards};
use rulebook_kernel::{Hidden, Notation, Rng, Rules, Setup, Viewer};
use rulebook_matches::Staged;
use rulebook_scene::text_scene;

/// Writes a PGN game in standard form, with these tags. Replays all moves.
///
/// # Errors
/// Returns a sentence that says which move or tag is wrong.
pub fn rewrite(game: &Game, pgn: &Pgn, tags: &[(String, String)]) -> Result<String, String> {
    visit_boards(game, Rewrite { pgn, tags })
}

struct Rewrite<'a> {
    pgn: &'a Pgn,
    tags: &'a [(String, String)],
}

impl VisitBoards for Rewrite<'_> {
    type Out = Result<String, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let followed = rules.follow(self.pgn).map_err(|why| why.to_string())?;
        Ok(rules.pgn(self.tags, &followed, self.pgn.result.as_deref()))
    }
}

/// Writes the moves of a match as PGN, with these tags. `moves` are the texts that a log records.
///
/// # Errors
/// Returns a sentence that says which move is wrong. Also returns an error if the game starts with shuffled pieces.
pub fn from_moves(game: &Game, setup: &Setup, moves: &[String], tags: &[(String, String)]) -> Result<String, String> {
    visit_boards(game, FromMoves { setup, moves, tags })
}

struct FromMoves<'a> {
    setup: &'a Setup,
    moves: &'a [String],
    tags: &'a [(String, String)],
}

impl VisitBoards for FromMoves<'_> {
    type Out = Result<String, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        if rules.is_dealt() {
            return Err("starts with shuffled pieces, and PGN cannot express that".to_owned());
        }
        let start = rules.start(self.setup, Rng::seeded("pgn"), &mut ());
        let (mut end, mut moves) = (start.clone(), Vec::new());
        for text in self.moves {
            let seat = rules.turn(&end).seats().lowest().ok_or("has moves after the end of the game")?;
            let mv = rules.parse(&end, seat, text).map_err(|why| format!("{text}: {why}"))?;
            rules.play(&mut end, seat, &mv, &mut ());
            moves.push(mv);
        }
        Ok(rules.pgn(self.tags, &Followed { start, moves, end }, None))
    }
}

/// A PGN game after its replay, as texts.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The moves in standard form, without tags.
    pub moves: String,
    /// The drawn positions, from the start to the end. Contains only the last position if `steps` is not set.
    pub pictures: Vec<String>,
    /// The last position as text.
    pub position: String,
}

/// Replays a PGN game. `steps` says whether to draw every position, or only the last.
///
/// # Errors
/// Returns a sentence that says which move or tag is wrong.
pub fn replay(game: &Game, pgn: &Pgn, steps: bool) -> Result<Replayed, String> {
    visit_boards(game, Replay { pgn, steps })
}

struct Replay<'a> {
    pgn: &'a Pgn,
    steps: bool,
}

impl VisitBoards for Replay<'_> {
    type Out = Result<Replayed, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let followed = rules.follow(self.pgn).map_err(|why| why.to_string())?;
        let picture =
            |state: &BoardState<W, N>| text_scene(&rules.scene(&Hidden::view(&rules, state, Viewer::Spectator)));
        let pictures = match self.steps {
            true => rules.states(&followed).iter().map(picture).collect(),
            false => vec![picture(&followed.end)],
        };
        let moves = rules.pgn(&[], &followed, self.pgn.result.as_deref());
        let moves = moves.split_once("\n\n").map_or("", |(_, moves)| moves).trim_end().to_owned();
        Ok(Replayed { moves, pictures, position: rules.position_text(&followed.end) })
    }
}
