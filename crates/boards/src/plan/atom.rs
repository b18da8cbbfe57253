//! What a move of the file becomes: one atom for each player and action, with everything that is known at load time
//! folded into masks.

use super::geometry::Geometry;
use crate::bits::Set;
use crate::spec::{Occupant, Offset, Owner};

/// One move and action of one kind of piece of one player.
#[derive(Clone, Debug)]
pub struct Atom<const W: usize> {
    /// Whose it is.
    pub player: u8,
    /// Which kind.
    pub kind: u8,
    /// The id of the move in the file.
    pub id: i64,
    /// What it is, and what it needs to make its targets.
    pub form: Form<W>,
    /// What must stand on the target. `None`: anything but an own piece.
    pub lands: Option<Occupant>,
    /// The squares it may start from: all that is known at load time.
    pub sources: Set<W>,
    /// The squares it may end on.
    pub targets: Set<W>,
    /// What depends on the position, the cheap things first.
    pub tests: Vec<Test<W>>,
    /// Attacks that must not be there.
    pub safe: Option<Safe>,
    /// Promotions, the first that fits.
    pub promotions: Vec<Promotion<W>>,
    /// Flags that the piece gets.
    pub flags: Vec<Given>,
    /// What happens on other squares.
    pub effects: Vec<Effect<W>>,
    /// The squares strictly between the ends of a straight leap, as rotations from its source.
    pub between: Vec<u8>,
    /// Nothing but a piece going from one square to another, perhaps transformed, perhaps flagged.
    pub simple: bool,
    /// Do its effects touch different squares, so that their order does not matter?
    pub tame: bool,
    /// Is it a link of a chain of jumps?
    pub again: bool,
    /// A capture on another square than the target.
    pub captures_aside: bool,
    /// Can no sequence of such moves ever come back?
    pub forward: bool,
}

/// A flag that a move gives its piece.
#[derive(Clone, Debug)]
pub struct Given {
    /// Which.
    pub flag: u8,
    /// The sets that say so, and for how long.
    pub planes: Vec<usize>,
}

/// How a move gets about.
#[derive(Clone, Debug)]
pub enum Form<const W: usize> {
    /// From one square to another: a rotation of the whole set.
    Leap { step: Offset, by: u8 },
    /// Along a ray up to the first piece.
    Slide { step: Offset, rays: Vec<Set<W>>, ascends: bool },
    /// Along a ray over a number of pieces. `last_only`: the far end alone is a target.
    Hop { step: Offset, rays: Vec<Set<W>>, ascends: bool, min: u8, max: u8, beyond: u8, last_only: bool },
    /// Everything that is plain about a kind, merged: see `Plain`.
    Merged,
    /// From the hand onto the board.
    Drop(u8),
    /// Nothing at all.
    Pass,
}

impl<const W: usize> Form<W> {
    /// The step, where there is one.
    pub(crate) fn step(&self) -> Option<Offset> {
        match self {
            Form::Leap { step, .. } | Form::Slide { step, .. } | Form::Hop { step, .. } => Some(*step),
            Form::Merged | Form::Drop(_) | Form::Pass => None,
        }
    }
}

/// A condition that depends on the position, tested for all sources at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test<const W: usize> {
    /// The piece never moved.
    Unmoved,
    /// What stands at an offset: `back` rotates a set there to the sources; `valid` are sources whose offset exists.
    At { back: u8, valid: Set<W>, want: Want, negated: bool },
    /// One of these atoms (by number) could land somewhere.
    Lands(Vec<u16>),
    /// One of these finds its piece: rotation back, valid sources, kind.
    Finds(Vec<(u8, Set<W>, Option<u8>)>),
}

/// What is asked about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Nothing there.
    Empty,
    /// A piece that never moved.
    Unmoved,
    /// A piece with this flag.
    Flag(u8),
    /// A piece.
    Piece(Option<u8>, Owner),
    /// Something that is not an own, unmoved piece of that kind.
    NoPartner(Option<u8>),
}

/// Attacks that must not be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    /// On the target.
    Target,
    /// On the source, the target, or between.
    Path,
}

/// A promotion with its conditions folded into masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion<const W: usize> {
    /// From here.
    pub sources: Set<W>,
    /// To here.
    pub targets: Set<W>,
    /// What depends on the position.
    pub tests: Vec<Test<W>>,
    /// Attacks that must not be there.
    pub safe: Option<Safe>,
    /// The choices.
    pub options: Vec<u8>,
}

/// A square at an offset from another: a rotation, and the squares for which it exists.
#[derive(Clone, Copy, Debug)]
pub struct Spot<const W: usize> {
    /// The rotation.
    pub by: u8,
    /// From here it exists.
    pub valid: Set<W>,
    /// How far away it is.
    pub distance: u8,
}

impl<const W: usize> Spot<W> {
    pub(super) fn new(geometry: &Geometry<W>, offset: Offset) -> Spot<W> {
        let distance = offset.0.abs().max(offset.1.abs()) as u8;
        Spot { by: geometry.rotation(offset), valid: geometry.sources(offset), distance }
    }

    /// The square at this offset.
    #[inline(always)]
    pub fn from(&self, square: u8) -> Option<u8> {
        self.valid.has(square).then(|| square.wrapping_add(self.by) & (64 * W - 1) as u8)
    }
}

/// What happens on another square.
#[derive(Clone, Debug)]
pub enum Effect<const W: usize> {
    /// The piece there is removed.
    Capture(Spot<W>),
    /// The piece there goes elsewhere.
    Shift { kind: Option<u8>, from: Spot<W>, to: Spot<W> },
}
