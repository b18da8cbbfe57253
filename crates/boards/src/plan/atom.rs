//! An atom: one move and action of one kind of piece of one player. Its masks contain everything known at load time.

use super::geometry::Geometry;
use crate::bits::Set;
use crate::spec::{Occupant, Offset, Owner};

/// One move and action of one kind of piece of one player.
#[derive(Clone, Debug)]
pub struct Atom<const W: usize> {
    /// The player.
    pub player: u8,
    /// The kind.
    pub kind: u8,
    /// The id of the move in the file.
    pub id: i64,
    /// The form of the move.
    pub form: Form<W>,
    /// The required content of the target. `None`: anything but an own piece.
    pub lands: Option<Occupant>,
    /// The possible sources, from everything known at load time.
    pub sources: Set<W>,
    /// The possible targets.
    pub targets: Set<W>,
    /// Conditions on the position, cheapest first.
    pub tests: Vec<Test<W>>,
    /// Squares that must not be attacked.
    pub safe: Option<Safe>,
    /// The promotions, of which the first that applies counts.
    pub promotions: Vec<Promotion<W>>,
    /// Flags that the piece gets.
    pub flags: Vec<Given>,
    /// Effects on other squares.
    pub effects: Vec<Effect<W>>,
    /// The squares strictly between source and target of a straight leap, as rotations from its source.
    pub between: Vec<u8>,
    /// Whether the move only moves a piece, with an optional promotion or flag.
    pub simple: bool,
    /// Whether the effects touch different squares, so that their order does not matter.
    pub tame: bool,
    /// Whether the move is a link of a chain of jumps.
    pub again: bool,
    /// Whether the move captures on a square other than the target.
    pub captures_aside: bool,
    /// Whether no sequence of such moves can return to an earlier square.
    pub forward: bool,
}

/// A flag that a move gives its piece.
#[derive(Clone, Debug)]
pub struct Given {
    /// The index of the flag.
    pub flag: u8,
    /// The sets that encode the flag and its duration.
    pub planes: Vec<usize>,
}

/// The form of a move, which determines its targets.
#[derive(Clone, Debug)]
pub enum Form<const W: usize> {
    /// A leap: a rotation of the whole set.
    Leap { step: Offset, by: u8 },
    /// A slide along a ray up to the first piece.
    Slide { step: Offset, rays: Vec<Set<W>>, ascends: bool },
    /// A slide along a ray over a number of pieces. If `last_only`, only the far end is a target.
    Hop { step: Offset, rays: Vec<Set<W>>, ascends: bool, min: u8, max: u8, beyond: u8, last_only: bool },
    /// All plain moves of a kind, merged: see `Plain`.
    Merged,
    /// A drop from the hand.
    Drop(u8),
    /// A pass.
    Pass,
}

impl<const W: usize> Form<W> {
    /// The step, if there is one.
    pub(crate) fn step(&self) -> Option<Offset> {
        match self {
            Form::Leap { step, .. } | Form::Slide { step, .. } | Form::Hop { step, .. } => Some(*step),
            Form::Merged | Form::Drop(_) | Form::Pass => None,
        }
    }
}

/// A condition on the position, tested for all sources at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test<const W: usize> {
    /// The piece has never moved.
    Unmoved,
    /// The content of the square at an offset. `back` rotates a set from that square to the sources. `valid` are the
    /// sources for which that square exists.
    At { back: u8, valid: Set<W>, want: Want, negated: bool },
    /// One of these atoms, given by number, has a target.
    Lands(Vec<u16>),
    /// One of these partners is found. Each has a rotation back to the source, its valid sources, and a kind.
    Finds(Vec<(u8, Set<W>, Option<u8>)>),
}

/// The required content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Empty.
    Empty,
    /// A piece that has never moved.
    Unmoved,
    /// A piece with this flag.
    Flag(u8),
    /// A piece.
    Piece(Option<u8>, Owner),
    /// Any content except an own, unmoved piece of that kind.
    NoPartner(Option<u8>),
}

/// Squares that must not be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    /// The target.
    Target,
    /// The source, the target and all squares between.
    Path,
}

/// A promotion with its conditions folded into masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion<const W: usize> {
    /// The squares from which the piece may promote.
    pub sources: Set<W>,
    /// The squares on which the piece may promote.
    pub targets: Set<W>,
    /// Conditions on the position.
    pub tests: Vec<Test<W>>,
    /// Squares that must not be attacked.
    pub safe: Option<Safe>,
    /// The kinds from which the player chooses.
    pub options: Vec<u8>,
}

/// A square at an offset from another square: a rotation, and the squares for which the offset exists.
#[derive(Clone, Copy, Debug)]
pub struct Spot<const W: usize> {
    /// The rotation.
    pub by: u8,
    /// The squares for which the offset exists.
    pub valid: Set<W>,
    /// The distance of the offset.
    pub distance: u8,
}

impl<const W: usize> Spot<W> {
    pub(super) fn new(geometry: &Geometry<W>, offset: Offset) -> Spot<W> {
        let distance = offset.0.abs().max(offset.1.abs()) as u8;
        Spot { by: geometry.rotation(offset), valid: geometry.sources(offset), distance }
    }

    /// The square at the offset from this square. `None` if it does not exist.
    #[inline(always)]
    pub fn from(&self, square: u8) -> Option<u8> {
        self.valid.has(square).then(|| square.wrapping_add(self.by) & (64 * W - 1) as u8)
    }
}

/// An effect on another square.
#[derive(Clone, Debug)]
pub enum Effect<const W: usize> {
    /// Removes the piece there.
    Capture(Spot<W>),
    /// Moves the piece there.
    Shift { kind: Option<u8>, from: Spot<W>, to: Spot<W> },
}
