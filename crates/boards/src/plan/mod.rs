//! The plan of a game: everything that can be computed before the first move.

mod atom;
mod attacks;
mod build;
mod compile;
mod enemy_attacks;
mod geometry;
mod group;
mod lines;
mod names;
mod planes;
mod prepared_atoms;
mod rights;

pub use atom::{Atom, Effect, Form, Given, Promotion, Safe, Test, Want};
pub use attacks::Attacks;
pub use enemy_attacks::{Foes, Owners};
pub use geometry::Geometry;
pub use lines::Class;
pub use names::Names;
pub use planes::Planes;
pub use prepared_atoms::{Promotes, Shift, Special};

use crate::bits::Set;
use crate::spec::Clauses;

/// A game, planned for bit sets of `W` words.
#[derive(Clone, Debug)]
pub struct Plan<const W: usize> {
    pub(crate) geometry: Geometry<W>,
    pub(crate) planes: Planes,
    pub(crate) names: Names,
    /// The order of turns, as a cycle of players.
    pub(crate) order: Vec<u8>,
    pub(crate) start_at: u8,
    pub(crate) leaders: Vec<u8>,
    pub(crate) mode: Mode,
    /// Whether any capture must be tested on its own: see [`Attacks::odd`].
    pub(crate) odd: bool,
    /// Whether attacks depend only on the attackers and on the occupied squares.
    pub(crate) steady: bool,
    pub(crate) atoms: Vec<Atom<W>>,
    pub(crate) classes: Vec<Class<W>>,
    pub(crate) sides: Vec<Side<W>>,
    /// The number of the atom that stands for a pass.
    pub(crate) pass: u16,
    pub(crate) clauses: Clauses,
    /// For each way to win in `clauses.wins`: the zone of each player, or the rows of squares.
    pub(crate) win_zones: Vec<Vec<Set<W>>>,
    /// The goal squares of each player, if a game is won only by reaching them or by having no pieces. Then a player
    /// with pieces, but none on these squares, has not won. Empty if there are other ways to win.
    pub(crate) goals: Vec<Set<W>>,
    /// The players who start with a leader, as bits. The other players have no leader to lose.
    pub(crate) led: u16,
    /// Whether a leader can ever be captured. With two alternating players it usually cannot, because no player may
    /// leave a leader attacked.
    pub(crate) beheads: bool,
    /// Whether each position must be tested for the end of the game. If `false`, a game ends only when a player has no
    /// moves.
    pub(crate) watched: bool,
    /// Whether the player to move can already have a winning line. This needs pieces carried by another player, or two
    /// turns in a row.
    pub(crate) due_lines: bool,
    /// For each kind: the kind that it becomes in the hand of its captor.
    pub(crate) demoted: Vec<u8>,
    /// For each kind: its value, if the file gives one.
    pub(crate) values: Vec<Option<i32>>,
    /// The counter of each kind in each hand, at the index `player · kinds + kind`. `None` for kinds that are never in
    /// a hand.
    pub(crate) held: Vec<Option<u8>>,
    /// The first counter of checks. The counters follow in the order of the players.
    pub(crate) checks: Option<u8>,
    /// The pieces at the start: player, kind, square.
    pub(crate) start: Vec<(u8, u8, u8)>,
    /// The pieces in hands at the start: the counter and its value.
    pub(crate) start_held: Vec<(u8, u8)>,
    /// The squares on which the repetition rule distinguishes moved and unmoved pieces.
    pub(crate) rights: Set<W>,
    /// Castling pairs. For such a pair of squares, the repetition rule only tests whether both pieces are unmoved.
    pub(crate) pairs: Vec<(u8, Set<W>)>,
    /// The drop rules of each kind. `None` if the kind cannot be dropped.
    pub(crate) drops: Vec<Option<DropPlan<W>>>,
    /// For each square: the squares of its file. Files are the columns of the board for all players.
    pub(crate) files: Vec<Set<W>>,
    /// The eight directions: for each the rotation, and the squares from which it stays on the board.
    pub(crate) around: Vec<(u8, Set<W>)>,
    /// The Zobrist keys of pieces, at the index `(kind · players + player) · squares + square`.
    pub(crate) keys: Vec<u64>,
}

/// The rules for dropping a kind.
#[derive(Clone, Debug)]
pub struct DropPlan<const W: usize> {
    pub(crate) one_a_file: bool,
    pub(crate) not_mate: bool,
    pub(crate) flips: bool,
    /// The square that must be occupied or off the board. Contains its rotation, and the squares for which it exists.
    pub(crate) supported: Option<(u8, Set<W>)>,
}

/// The method that tests whether a move leaves a leader attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// There are no leaders, so every move is safe.
    Free,
    /// There is one leader, and every attack is an unconditional leap or ray. Then checks and pins decide.
    Pins,
    /// Each move is made and tested. Moves on squares that cannot affect an attack on a leader need no test.
    Tested,
}

/// The moves of one player.
#[derive(Clone, Debug)]
pub struct Side<const W: usize> {
    pub(crate) kinds: Vec<KindPlan<W>>,
    /// The atoms that change other squares, test attacks, or move a leader conditionally.
    pub(crate) specials: Vec<Special<W>>,
    pub(crate) attacks: Attacks<W>,
    /// The attacks of all other players on this player.
    pub(crate) foes: Foes<W>,
    /// For a leader on each square: the squares whose content can decide whether the leader is attacked.
    pub(crate) influence: Vec<Set<W>>,
    /// The other players.
    pub(crate) enemies: Vec<u8>,
    /// The atoms of drops.
    pub(crate) drops: Vec<u16>,
    /// Whether any kind has a chain of jumps.
    pub(crate) jumps: bool,
}

/// The generators of one kind.
#[derive(Clone, Debug)]
pub struct KindPlan<const W: usize> {
    pub(crate) kind: u8,
    pub(crate) plains: Vec<Plain<W>>,
    /// Leaps, generated for all pieces at once.
    pub(crate) shifts: Vec<Shift<W>>,
    /// Slides and hops, generated for each piece.
    pub(crate) walks: Vec<u16>,
    /// The jumps of chains.
    pub(crate) jumps: Vec<u16>,
}

/// The merged plain moves of a kind. A piece moves to every square of its table or lines that has no own piece.
#[derive(Clone, Debug)]
pub struct Plain<const W: usize> {
    pub(crate) atom: u16,
    /// For each source: the targets of the leaps. Empty if the kind has no leaps.
    pub(crate) table: Vec<Set<W>>,
    /// The class of lines along which the kind slides. `None` if it does not slide.
    pub(crate) class: Option<usize>,
    /// Whether the kind may promote.
    pub(crate) promotes: bool,
}

impl<const W: usize> Plan<W> {
    /// Number of squares, including disabled ones.
    pub(crate) fn squares(&self) -> usize {
        (self.geometry.cols * self.geometry.rows) as usize
    }

    /// Whether there are two players who take turns.
    pub(crate) fn alternates(&self) -> bool {
        self.planes.players == 2 && matches!(self.order[..], [one, other] if one != other)
    }

    /// Whether a piece can become a leader.
    pub(crate) fn crowns(&self) -> bool {
        let promotions = self.atoms.iter().flat_map(|atom| &atom.promotions);
        let becomes = promotions.flat_map(|promotion| &promotion.options).any(|kind| self.leaders.contains(kind));
        becomes || self.leaders.iter().any(|kind| self.drops[*kind as usize].is_some())
    }

    /// Whether this player starts with a leader.
    #[inline(always)]
    pub(crate) fn is_led(&self, player: u8) -> bool {
        self.led >> player & 1 == 1
    }

    /// The counter for pieces of a kind in a player's hand. `None` if such pieces are never in a hand.
    #[inline]
    pub(crate) fn held(&self, player: u8, kind: u8) -> Option<u8> {
        self.held[player as usize * self.planes.kinds + kind as usize]
    }

    #[inline]
    pub(crate) fn key(&self, kind: u8, player: u8, square: u8) -> u64 {
        let piece = kind as usize * self.planes.players + player as usize;
        self.keys[piece * self.squares() + square as usize]
    }
}
