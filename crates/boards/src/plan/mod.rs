//! What a game is played from: everything that can be known before the first move, worked out once.

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

/// A game, ready to be played on sets of `W` words.
#[derive(Clone, Debug)]
pub struct Plan<const W: usize> {
    pub(crate) geometry: Geometry<W>,
    pub(crate) planes: Planes,
    pub(crate) names: Names,
    /// Who moves when.
    pub(crate) order: Vec<u8>,
    pub(crate) start_at: u8,
    pub(crate) leaders: Vec<u8>,
    pub(crate) mode: Mode,
    /// Does anybody capture in a way that needs a closer look?
    pub(crate) odd: bool,
    /// Do attacks depend on nothing but who attacks and which squares are occupied?
    pub(crate) steady: bool,
    pub(crate) atoms: Vec<Atom<W>>,
    pub(crate) classes: Vec<Class<W>>,
    pub(crate) sides: Vec<Side<W>>,
    /// The atom of doing nothing.
    pub(crate) pass: u16,
    pub(crate) clauses: Clauses,
    /// For each of `clauses.wins`: zones by player, or rows of squares.
    pub(crate) win_zones: Vec<Vec<Set<W>>>,
    /// Where a game is won by arriving or by having nothing left, and by nothing else: who has pieces and none of them
    /// here has not won. By player; empty where that does not tell.
    pub(crate) goals: Vec<Set<W>>,
    /// Players who start with a leader, a bit each: the others cannot lose one.
    pub(crate) led: u16,
    /// Can a leader be captured at all? Where two take turns, nobody leaves one to be captured.
    pub(crate) beheads: bool,
    /// Must every position be looked at for the end of the game, beyond having no move?
    pub(crate) watched: bool,
    /// Can a line belong to the player who is due: by pieces carried along, or two turns in a row?
    pub(crate) due_lines: bool,
    /// What a captured piece becomes in a hand.
    pub(crate) demoted: Vec<u8>,
    /// What a kind is worth, where the file says so.
    pub(crate) values: Vec<Option<i32>>,
    /// The counter of a hand: `player · kinds + kind`; `None` for what is never held.
    pub(crate) held: Vec<Option<u8>>,
    /// The first counter of checks, by player.
    pub(crate) checks: Option<u8>,
    /// Pieces at the start: player, kind, square.
    pub(crate) start: Vec<(u8, u8, u8)>,
    /// Pieces in hands at the start: counter and number.
    pub(crate) start_held: Vec<(u8, u8)>,
    /// Squares whose piece having moved or not can matter to repetition.
    pub(crate) rights: Set<W>,
    /// Squares of two pieces of a player of which it matters only whether neither has moved: castling.
    pub(crate) pairs: Vec<(u8, Set<W>)>,
    /// How each kind is dropped.
    pub(crate) drops: Vec<Option<DropPlan<W>>>,
    /// The file of each square, as its board lies.
    pub(crate) files: Vec<Set<W>>,
    /// The eight directions: rotations, and the squares from which they stay on the board.
    pub(crate) around: Vec<(u8, Set<W>)>,
    /// Keys of pieces: `(kind · players + player) · squares + square`.
    pub(crate) keys: Vec<u64>,
}

/// How a kind is dropped.
#[derive(Clone, Debug)]
pub struct DropPlan<const W: usize> {
    pub(crate) one_a_file: bool,
    pub(crate) not_mate: bool,
    pub(crate) flips: bool,
    /// Where a piece, or the edge, must be: rotation from there, and the squares for which it exists.
    pub(crate) supported: Option<(u8, Set<W>)>,
}

/// How a move is shown not to leave a leader attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// There are no leaders: everything goes.
    Free,
    /// One leader, and every attack is an unconditional leap or ray: checks and pins decide.
    Pins,
    /// Make the move and look, unless it is far from everything that matters.
    Tested,
}

/// The moves of one player.
#[derive(Clone, Debug)]
pub struct Side<const W: usize> {
    pub(crate) kinds: Vec<KindPlan<W>>,
    /// Atoms that edit other squares, test attacks, or move a leader conditionally.
    pub(crate) specials: Vec<Special<W>>,
    pub(crate) attacks: Attacks<W>,
    /// How the others attack.
    pub(crate) foes: Foes<W>,
    /// For a leader on each square: squares whose occupation can decide whether it is attacked.
    pub(crate) influence: Vec<Set<W>>,
    /// The other players.
    pub(crate) enemies: Vec<u8>,
    /// Drops: the atom of each.
    pub(crate) drops: Vec<u16>,
    /// Has any kind a chain of jumps?
    pub(crate) jumps: bool,
}

/// The generators of one kind.
#[derive(Clone, Debug)]
pub struct KindPlan<const W: usize> {
    pub(crate) kind: u8,
    pub(crate) plains: Vec<Plain<W>>,
    /// Atoms that leap, all sources at once.
    pub(crate) shifts: Vec<Shift<W>>,
    /// Atoms that slide or hop, source by source.
    pub(crate) walks: Vec<u16>,
    /// Links of chains of jumps.
    pub(crate) jumps: Vec<u16>,
}

/// Plain moves of a kind, merged: onto every square of the table or the lines that holds no own piece.
#[derive(Clone, Debug)]
pub struct Plain<const W: usize> {
    pub(crate) atom: u16,
    /// Leaps by source, empty if there are none.
    pub(crate) table: Vec<Set<W>>,
    /// Its lines, if it slides.
    pub(crate) class: Option<usize>,
    /// May it transform its piece?
    pub(crate) promotes: bool,
}

impl<const W: usize> Plan<W> {
    /// How many squares the board has, disabled ones included.
    pub(crate) fn squares(&self) -> usize {
        (self.geometry.cols * self.geometry.rows) as usize
    }

    /// Do two players take turns?
    pub(crate) fn alternates(&self) -> bool {
        self.planes.players == 2 && matches!(self.order[..], [one, other] if one != other)
    }

    /// Can a piece become a leader?
    pub(crate) fn crowns(&self) -> bool {
        let promotions = self.atoms.iter().flat_map(|atom| &atom.promotions);
        let becomes = promotions.flat_map(|promotion| &promotion.options).any(|kind| self.leaders.contains(kind));
        becomes || self.leaders.iter().any(|kind| self.drops[*kind as usize].is_some())
    }

    /// Does this player start with a leader?
    #[inline(always)]
    pub(crate) fn is_led(&self, player: u8) -> bool {
        self.led >> player & 1 == 1
    }

    /// The counter of pieces of a kind in a player's hand.
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
