//! An atom: one move with one action of one kind of piece of one player. Its masks contain everything known at load
//! time.

use super::geometry::Geometry;
use crate::bits::Set;
use crate::spec::{Base, ChangeTo, Kinds, Occupant, Offset, Owner};

/// One move with one action of one kind of piece of one player.
#[derive(Clone, Debug)]
pub struct Atom<const W: usize> {
    /// The player who owns the piece.
    pub player: u8,
    /// The kind of piece.
    pub kind: u8,
    /// The id of the move in the file.
    pub id: i64,
    /// How the targets follow from the source.
    pub form: Form<W>,
    /// The required content of the target. `None` allows anything but a friendly piece.
    pub lands: Option<Occupant>,
    /// The squares from which the move can start, as far as this is known at load time.
    pub sources: Set<W>,
    /// The possible target squares.
    pub targets: Set<W>,
    /// The conditions on the position, cheapest first.
    pub tests: Vec<Test<W>>,
    /// The squares that no enemy may attack.
    pub safe: Option<Safe>,
    /// A set of squares. An enemy must attack at least one of them.
    pub risky: Option<Safe>,
    /// The kinds that may stand on the target. `None` allows every kind.
    pub prey: Option<Kinds>,
    /// If this is `Some(true)`, the target must hold the only piece that gives check. If it is `Some(false)`, the
    /// target must not hold that piece.
    pub checker: Option<bool>,
    /// The conditions on the position after the move.
    pub after: Vec<AfterTest>,
    /// The promotions. If several apply, the first is used.
    pub promotions: Vec<Promotion<W>>,
    /// The flags that the piece gets.
    pub flags: Vec<Given>,
    /// The effects on other squares.
    pub effects: Vec<Effect<W>>,
    /// For a leap: the squares strictly between source and target, as rotations from the source.
    pub between: Vec<u8>,
    /// Whether the move changes only its own piece. The piece may promote or get a flag.
    pub simple: bool,
    /// Whether the effects concern different squares, so that the order of the effects does not matter.
    pub tame: bool,
    /// Whether the move is one jump of a chain of jumps.
    pub again: bool,
    /// Whether the move captures on a square other than its target.
    pub captures_aside: bool,
    /// Whether no sequence of moves of this kind of piece can return to an earlier square.
    pub forward: bool,
}

impl<const W: usize> Atom<W> {
    /// Whether the piece always goes back to its source.
    pub(crate) fn returns(&self) -> bool {
        self.effects.iter().any(|effect| {
            let Effect::Change(change) = effect else { return false };
            let moved = change.kinds >> self.kind & 1 == 1 && change.owner != Owner::Enemy;
            let there = change.base == Base::Target && change.spots.iter().any(|spot| spot.distance == 0);
            change.change == ChangeTo::Back && moved && there
        })
    }
}

/// A condition on the position after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterTest {
    /// The kinds of enemy pieces of which the moved piece must attack one. `None`: the move must give check.
    pub attacks: Option<Kinds>,
    /// Whether the condition must fail.
    pub negated: bool,
}

/// A flag that a move gives its piece.
#[derive(Clone, Debug)]
pub struct Given {
    /// The index of the flag.
    pub flag: u8,
    /// The bit sets that store the flag and its duration.
    pub planes: Vec<usize>,
}

/// The form of a move, which determines its target squares.
#[derive(Clone, Debug)]
pub enum Form<const W: usize> {
    /// A leap. It is generated for all pieces at once, by rotating the whole set.
    Leap { step: Offset, by: u8 },
    /// A slide along a ray up to the first piece.
    Slide { step: Offset, rays: Vec<Set<W>>, ascends: bool },
    /// A slide along a ray that jumps over `min` to `max` pieces. If `last_only`, only the last square of the ray is a
    /// target.
    Hop {
        step: Offset,
        rays: Vec<Set<W>>,
        ascends: bool,
        min: u8,
        max: u8,
        beyond: u8,
        last_only: bool,
        /// The kinds over which the piece never jumps.
        never_over: Kinds,
    },
    /// All plain moves of a kind in one atom: see `Plain`.
    Merged,
    /// Castling: the piece on `piece` and its partner on `partner` go to other squares. The target of the move is the
    /// square of the partner.
    Castle(Box<CastlePlan<W>>),
    /// A drop of this kind from the hand.
    Drop(u8),
    /// A pass.
    Pass,
}

impl<const W: usize> Form<W> {
    /// The step of the move. `None` for merged moves, drops and passes.
    pub(crate) fn step(&self) -> Option<Offset> {
        match self {
            Form::Leap { step, .. } | Form::Slide { step, .. } | Form::Hop { step, .. } => Some(*step),
            Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass => None,
        }
    }
}

/// A condition on the position. It is tested for all source squares at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test<const W: usize> {
    /// The piece has never moved.
    Unmoved,
    /// The square at an offset has the wanted content. `back` rotates a set from that square to the sources. `valid`
    /// are the sources for which that square exists.
    At { back: u8, valid: Set<W>, want: Want, negated: bool },
    /// At least one of the atoms with these numbers has a target.
    Lands(Vec<u16>),
    /// A leader of the player is attacked.
    Checked,
    /// Between `min` and `max` pieces of these kinds and this owner are on the board.
    Count { kinds: Kinds, owner: Owner, min: u8, max: u8 },
    /// Between `min` and `max` of these squares hold a piece of these kinds and this owner.
    CountAt { places: Vec<Spot<W>>, kinds: Kinds, owner: Owner, min: u8, max: u8 },
    /// At least one of these tests fails.
    Not(Vec<Test<W>>),
    /// At least one of these castling partners is in its place. Each entry has the rotation from the partner back to
    /// the source, the sources for which the square of the partner exists, and the kind of the partner.
    Finds(Vec<(u8, Set<W>, Option<u8>)>),
}

impl<const W: usize> Test<W> {
    /// The squares on which this test asks whether a piece has moved, if the pieces of the atom stand on `pieces`.
    /// `sources` are all squares from which the atom can start.
    pub(crate) fn about_unmoved(&self, pieces: Set<W>, sources: Set<W>) -> Set<W> {
        match self {
            Test::Unmoved => pieces,
            Test::At { back, valid, want: Want::Unmoved | Want::Moved | Want::NoPartner(_), .. } => {
                (sources & *valid).rotated((64 * W) as u32 - u32::from(*back))
            }
            Test::Not(tests) => tests.iter().fold(Set::EMPTY, |all, test| all | test.about_unmoved(pieces, sources)),
            _ => Set::EMPTY,
        }
    }
}

/// The required content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The square is empty.
    Empty,
    /// A piece that has never moved stands on the square.
    Unmoved,
    /// A piece that has moved stands on the square.
    Moved,
    /// A piece with this flag stands on the square.
    Flag(u8),
    /// A piece of this kind (`None`: any kind) and this owner stands on the square.
    Piece(Option<u8>, Owner),
    /// The square holds anything except a friendly, unmoved piece of this kind.
    NoPartner(Option<u8>),
}

/// The squares that no enemy may attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    /// The target.
    Target,
    /// The source, the target and all squares between them.
    Path,
}

/// A promotion, with its conditions compiled into masks and tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion<const W: usize> {
    /// The squares from which the piece may promote.
    pub sources: Set<W>,
    /// The squares on which the piece may promote.
    pub targets: Set<W>,
    /// The conditions on the position.
    pub tests: Vec<Test<W>>,
    /// The squares that no enemy may attack.
    pub safe: Option<Safe>,
    /// A set of squares. An enemy must attack at least one of them.
    pub risky: Option<Safe>,
    /// The kinds that may stand on the target. `None` allows every kind, and an empty square.
    pub prey: Option<Kinds>,
    /// If this is `Some(true)`, the target must hold the only piece that gives check. If it is `Some(false)`, the
    /// target must not hold that piece.
    pub checker: Option<bool>,
    /// The kinds from which the player chooses.
    pub options: Vec<u8>,
    /// Whether the available options depend on the position.
    pub limited: bool,
}

impl<const W: usize> Promotion<W> {
    /// Whether the promotion depends on attacks, or on the piece on the target.
    pub fn depends_on_target(&self) -> bool {
        self.safe.is_some() || self.risky.is_some() || self.prey.is_some() || self.checker.is_some()
    }
}

/// A square at an offset from another square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot<const W: usize> {
    /// The rotation that leads to the square.
    pub by: u8,
    /// The squares from which the offset stays on the board.
    pub valid: Set<W>,
    /// The length of the offset, in squares.
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

/// An effect of a move on another square.
#[derive(Clone, Debug)]
pub enum Effect<const W: usize> {
    /// Removes the piece on this square.
    Capture(Spot<W>),
    /// Moves the piece on the square `from`, if it has this kind.
    Shift { kind: Option<u8>, from: Spot<W>, to: Spot<W> },
    /// Changes the pieces on some squares.
    Change(ChangePlan<W>),
}

/// A change of the pieces on some squares.
#[derive(Clone, Debug)]
pub struct ChangePlan<const W: usize> {
    /// The square from which the offsets count.
    pub base: Base,
    /// The fixed square, if `base` is one.
    pub square: u8,
    /// The changed squares.
    pub spots: Vec<Spot<W>>,
    /// The kinds of pieces that change.
    pub kinds: Kinds,
    /// The owner of the pieces that change.
    pub owner: Owner,
    /// The result of the change.
    pub change: ChangeTo,
    /// Whether the change needs a friendly neighbour of the target if the move is a drop.
    pub drop_beside_own: bool,
    /// Whether the changed squares are the rows of enemy pieces between the base square and a piece of the mover.
    pub enclosed: bool,
}

/// Castling of two pieces on given squares.
#[derive(Clone, Debug)]
pub struct CastlePlan<const W: usize> {
    /// The square of the piece.
    pub piece: u8,
    /// The square of its partner.
    pub partner: u8,
    /// The square where the piece arrives.
    pub piece_to: u8,
    /// The square where the partner arrives.
    pub partner_to: u8,
    /// The kinds of the partner.
    pub partners: Kinds,
    /// The squares that must be empty.
    pub clear: Set<W>,
    /// The squares that no enemy may attack. Empty if the piece is not a leader.
    pub calm: Set<W>,
}
