//! Moves, and the sinks that receive them from the generators. A sink lists the moves, counts them, or only checks
//! whether there is one.

use crate::bits::Set;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

/// One whole turn in eight bytes. From the lowest bit: source (8 bits), target (8), atom (16), promotion (6), path
/// (26). If the highest bit is set, the path holds a further choice instead: a square (8 bits) and a kind (6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u64);

const PROMOTION: u32 = 32;
const PATH: u32 = 38;
/// The bit of the path that marks a further choice.
const CHOICE: u32 = 1 << 25;
/// The number that means a wall instead of a kind.
const WALL: u32 = 63;

impl Move {
    #[inline(always)]
    pub(crate) fn new(from: u8, to: u8, atom: u16) -> Move {
        Move(u64::from(from) | u64::from(to) << 8 | u64::from(atom) << 16)
    }

    /// The move with a promotion to another kind. The argument is the number of that kind plus one.
    #[inline(always)]
    pub(crate) fn promoted(self, kind: u8) -> Move {
        Move(self.0 & !(63 << PROMOTION) | u64::from(kind) << PROMOTION)
    }

    /// The move with the path of a chain of jumps.
    #[inline(always)]
    pub(crate) fn along(self, path: u32) -> Move {
        Move(self.0 & ((1 << PATH) - 1) | u64::from(path) << PATH)
    }

    /// The move with a wall on a square.
    pub(crate) fn walled(self, square: u8) -> Move {
        self.along(CHOICE | WALL << 8 | u32::from(square))
    }

    /// The move as one number.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The move of such a number.
    pub(crate) fn from_bits(bits: u64) -> Move {
        Move(bits)
    }

    /// The move without its path or further choice.
    pub(crate) fn bare(self) -> Move {
        self.along(0)
    }

    /// The move with a piece of this kind from the hand on a square.
    pub(crate) fn gated(self, square: u8, kind: u8) -> Move {
        self.along(CHOICE | u32::from(kind) << 8 | u32::from(square))
    }

    /// The further choice of the move: a square, and the kind of the piece that is put there. Without a kind, a wall
    /// is put there. `None` if the move has no further choice.
    #[must_use]
    pub fn choice(self) -> Option<(u8, Option<u8>)> {
        let path = self.tail();
        let kind = path >> 8 & 63;
        (path & CHOICE != 0).then(|| (path as u8, (kind != WALL).then_some(kind as u8)))
    }

    /// The path or the further choice. Zero if the move has neither.
    #[inline(always)]
    pub(crate) fn tail(self) -> u32 {
        (self.0 >> PATH) as u32
    }

    /// The source square. For drops it equals the target.
    #[inline(always)]
    #[must_use]
    pub fn from(self) -> u8 {
        self.0 as u8
    }

    /// The target square.
    #[inline(always)]
    #[must_use]
    pub fn to(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// The number of the atom. The atom determines the piece, the move in the file and the action.
    #[inline(always)]
    #[must_use]
    pub fn atom(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The kind after promotion, plus one. Zero if the move does not promote.
    #[inline(always)]
    #[must_use]
    pub fn promotion(self) -> u8 {
        (self.0 >> PROMOTION & 63) as u8
    }

    /// The jumps of a chain. The first jump has the lowest bits, and a one bit above the last jump marks the end. Zero
    /// if the move is not a chain.
    #[inline(always)]
    #[must_use]
    pub fn path(self) -> u32 {
        let tail = self.tail();
        if tail & CHOICE == 0 { tail } else { 0 }
    }
}

/// The serialised form of a move, with named fields.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename = "Move")]
struct Parts {
    from: u8,
    to: u8,
    atom: u16,
    promotion: u8,
    path: u32,
}

impl From<Move> for Parts {
    fn from(mv: Move) -> Parts {
        Parts { from: mv.from(), to: mv.to(), atom: mv.atom(), promotion: mv.promotion(), path: mv.tail() }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Parts::from(*self).fmt(f)
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Parts::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        let Parts { from, to, atom, promotion, path } = Parts::deserialize(deserializer)?;
        if promotion > 63 || path >> (64 - PATH) != 0 {
            return Err(D::Error::custom("no such move"));
        }
        Ok(Move::new(from, to, atom).promoted(promotion).along(path))
    }
}

/// Receives moves from a generator. One call passes the moves to a whole set of targets.
pub(crate) trait Sink<const W: usize> {
    /// Receives moves of one piece to each of these squares.
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16);

    /// Receives moves of several pieces to these targets. All pieces move by the same rotation.
    #[inline(always)]
    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        for square in to {
            self.plain(source::<W>(square, by), Set::one(square), atom);
        }
    }

    /// Receives moves of one piece to each of these squares, with promotion to one of these kinds.
    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]);

    /// Receives moves of several pieces by the same rotation, with promotion to one of these kinds.
    #[inline(always)]
    fn shifted_promoted(&mut self, by: u8, to: Set<W>, atom: u16, options: &[u8]) {
        for square in to {
            self.promoted(source::<W>(square, by), Set::one(square), atom, options);
        }
    }

    /// Receives a drop onto each of these squares.
    #[inline(always)]
    fn drops(&mut self, to: Set<W>, atom: u16) {
        for square in to {
            self.one(Move::new(square, square, atom));
        }
    }

    /// Receives any other move.
    fn one(&mut self, mv: Move);

    /// The current number of moves. Pass it to [`Sink::back_to`] to drop later moves.
    fn mark(&self) -> u64;

    /// Drops the moves that came after a mark.
    fn back_to(&mut self, mark: u64);

    /// Whether the sink needs no more moves.
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }

    /// Whether the sink needs each move only once, with any of its walls.
    fn wants_one_wall(&self) -> bool {
        false
    }
}

/// The methods of [`Sink`] about the number of moves, for a sink that passes its moves on to the sink `inner`.
macro_rules! counted_by_inner {
    () => {
        fn mark(&self) -> u64 {
            self.inner.mark()
        }

        fn back_to(&mut self, mark: u64) {
            self.inner.back_to(mark);
        }

        #[inline(always)]
        fn is_full(&self) -> bool {
            self.inner.is_full()
        }

        fn wants_one_wall(&self) -> bool {
            self.inner.wants_one_wall()
        }
    };
}
pub(crate) use counted_by_inner;

/// Passes everything to the sink behind the reference.
impl<const W: usize> Sink<W> for &mut dyn Sink<W> {
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        (**self).plain(from, to, atom);
    }

    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        (**self).shifted(by, to, atom);
    }

    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        (**self).promoted(from, to, atom, options);
    }

    fn shifted_promoted(&mut self, by: u8, to: Set<W>, atom: u16, options: &[u8]) {
        (**self).shifted_promoted(by, to, atom, options);
    }

    fn drops(&mut self, to: Set<W>, atom: u16) {
        (**self).drops(to, atom);
    }

    fn one(&mut self, mv: Move) {
        (**self).one(mv);
    }

    fn mark(&self) -> u64 {
        (**self).mark()
    }

    fn back_to(&mut self, mark: u64) {
        (**self).back_to(mark);
    }

    fn is_full(&self) -> bool {
        (**self).is_full()
    }

    fn wants_one_wall(&self) -> bool {
        (**self).wants_one_wall()
    }
}

/// The square from which a rotation leads to `to`.
#[inline(always)]
pub(crate) fn source<const W: usize>(to: u8, by: u8) -> u8 {
    to.wrapping_sub(by) & (64 * W - 1) as u8
}

/// A list of moves.
pub type Moves = Vec<Move>;

impl<const W: usize> Sink<W> for Moves {
    #[inline(always)]
    fn plain(&mut self, from: u8, to: Set<W>, atom: u16) {
        for to in to {
            self.push(Move::new(from, to, atom));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, by: u8, to: Set<W>, atom: u16) {
        if to.is_empty() {
            return;
        }
        // All pieces move by the same rotation, so the source follows from the target.
        let square = |to: u8| u64::from(to) << 8 | u64::from(to);
        let first = to.lowest();
        let base = Move::new(source::<W>(first, by), first, atom).0.wrapping_sub(square(first));
        for to in to {
            self.push(Move(base.wrapping_add(square(to))));
        }
    }

    #[inline(always)]
    fn promoted(&mut self, from: u8, to: Set<W>, atom: u16, options: &[u8]) {
        for to in to {
            let chosen = |kind: &u8| Move::new(from, to, atom).promoted(kind + 1);
            self.extend(options.iter().map(chosen));
        }
    }

    #[inline(always)]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }

    fn mark(&self) -> u64 {
        self.len() as u64
    }

    fn back_to(&mut self, mark: u64) {
        self.truncate(mark as usize);
    }
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Count {
    pub found: u64,
}

impl<const W: usize> Sink<W> for Count {
    #[inline(always)]
    fn plain(&mut self, _: u8, to: Set<W>, _: u16) {
        self.found += u64::from(to.len());
    }

    #[inline(always)]
    fn shifted(&mut self, _: u8, to: Set<W>, _: u16) {
        self.found += u64::from(to.len());
    }

    #[inline(always)]
    fn promoted(&mut self, _: u8, to: Set<W>, _: u16, options: &[u8]) {
        self.found += u64::from(to.len()) * options.len() as u64;
    }

    #[inline(always)]
    fn shifted_promoted(&mut self, _: u8, to: Set<W>, _: u16, options: &[u8]) {
        self.found += u64::from(to.len()) * options.len() as u64;
    }

    #[inline(always)]
    fn drops(&mut self, to: Set<W>, _: u16) {
        self.found += u64::from(to.len());
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.found += 1;
    }

    #[inline(always)]
    fn mark(&self) -> u64 {
        self.found
    }

    #[inline(always)]
    fn back_to(&mut self, mark: u64) {
        self.found = mark;
    }
}

/// Checks whether there is a move. The generators stop at the first move.
#[derive(Default)]
pub(crate) struct Any {
    pub found: bool,
}

impl<const W: usize> Sink<W> for Any {
    #[inline(always)]
    fn plain(&mut self, _: u8, to: Set<W>, _: u16) {
        self.found |= to.any();
    }

    #[inline(always)]
    fn shifted(&mut self, _: u8, to: Set<W>, _: u16) {
        self.found |= to.any();
    }

    #[inline(always)]
    fn promoted(&mut self, _: u8, to: Set<W>, _: u16, options: &[u8]) {
        self.found |= to.any() && !options.is_empty();
    }

    #[inline(always)]
    fn drops(&mut self, to: Set<W>, _: u16) {
        self.found |= to.any();
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.found = true;
    }

    // This sink drops nothing: a generator drops moves only after it has found another move, so `found` stays true.
    fn mark(&self) -> u64 {
        0
    }

    fn back_to(&mut self, _: u64) {}

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.found
    }
}
