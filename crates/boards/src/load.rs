//! From a file to rules of the right width.

use rulebook_diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use rulebook_kernel::{Digest, Info};
use rulebook_stage::Visit;

use crate::plan::{Plan, Planes};
use crate::rules::Boards;
use crate::spec::{self, Spec};
use crate::{SEMANTICS, codes};

/// A game that was read and checked, not planned yet.
#[derive(Clone, Debug)]
pub struct Game {
    spec: Spec,
    info: Info,
}

/// How wide the sets of a position must be, and how many there are.
const SIZES: [(usize, usize); 5] = [(1, 10), (1, 24), (2, 14), (2, 28), (4, 14)];

/// Reads and checks a game. There is one exactly if there is no error among the diagnostics.
pub fn load(sources: &Sources, file: FileId, id: &str) -> (Option<Game>, Diagnostics) {
    let (spec, mut diags) = spec::read(sources, file);
    let Some(spec) = spec else { return (None, diags) };
    if size(&spec).is_none() {
        let squares = usize::from(spec.board.cols) * usize::from(spec.board.rows);
        let most = SIZES.iter().filter(|(words, _)| squares <= 64 * words).map(|(_, sets)| sets).max().unwrap_or(&0);
        let message = format!("too many pieces, players and flags for a board of {squares} squares");
        let found = Diagnostic::error(codes::TOO_MANY, Span::new(file, 0..1), message);
        diags.push(found.help(format!("at most {} all together", most - 1)));
        return (None, diags);
    }
    let players = spec.players.len();
    let info = Info {
        id: id.to_owned(),
        name: spec.name.clone(),
        min_seats: players,
        max_seats: players,
        source: Digest::of_bytes(sources.text(file).as_bytes()),
        semantics: SEMANTICS,
        max_moves: u32::from(spec.clauses.max_plies),
        options: vec![],
    };
    (Some(Game { spec, info }), diags)
}

fn size(spec: &Spec) -> Option<(usize, usize)> {
    let squares = usize::from(spec.board.cols) * usize::from(spec.board.rows);
    let sets = Planes::new(spec).count;
    SIZES.into_iter().find(|(words, most)| squares <= 64 * words && sets <= *most)
}

impl Game {
    /// What is true of every match.
    #[must_use]
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The rules for sets of this width and number, if those are the ones that fit.
    #[must_use]
    pub fn rules<const W: usize, const N: usize>(&self) -> Option<Boards<W, N>> {
        (size(&self.spec) == Some((W, N))).then(|| plan(self))
    }

    /// With another id or name, such as those of its folder.
    #[must_use]
    pub fn with_info(mut self, change: impl FnOnce(&mut Info)) -> Game {
        change(&mut self.info);
        self
    }
}

/// Somebody who does the same thing with boards of any width.
pub trait VisitBoards: Sized {
    /// What comes of it.
    type Out;
    /// Does it with these rules.
    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out;
}

/// Plans a game for the width that fits, and shows it to a visitor who knows boards.
pub fn visit_boards<V: VisitBoards>(game: &Game, visitor: V) -> V::Out {
    match size(&game.spec) {
        Some((1, 10)) => visitor.visit(plan::<1, 10>(game)),
        Some((1, _)) => visitor.visit(plan::<1, 24>(game)),
        Some((2, 14)) => visitor.visit(plan::<2, 14>(game)),
        Some((2, _)) => visitor.visit(plan::<2, 28>(game)),
        _ => visitor.visit(plan::<4, 14>(game)),
    }
}

fn plan<const W: usize, const N: usize>(game: &Game) -> Boards<W, N> {
    Boards::new(game.info.clone(), Plan::new(&game.spec))
}

/// Plans a game and shows it to a visitor who knows only the traits.
pub fn visit<V: Visit>(game: &Game, visitor: V) -> V::Out {
    struct Any<V>(V);
    impl<V: Visit> VisitBoards for Any<V> {
        type Out = V::Out;
        fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> V::Out {
            self.0.visit_open(std::sync::Arc::new(rules))
        }
    }
    visit_boards(game, Any(visitor))
}
