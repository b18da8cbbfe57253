//! The geometry of the board: squares, steps, rotations of sets.

use crate::bits::Set;
use crate::spec::{Board, BoardSquare, Offset};

/// The size of the board and the squares that exist.
#[derive(Clone, Debug)]
pub struct Geometry<const W: usize> {
    /// Columns.
    pub cols: i16,
    /// Rows.
    pub rows: i16,
    /// The squares that exist.
    pub all: Set<W>,
    /// For each column: [`Geometry::part`].
    parts: Vec<u8>,
}

impl<const W: usize> Geometry<W> {
    pub(crate) fn new(board: &Board) -> Geometry<W> {
        let (cols, rows) = (i16::from(board.cols), i16::from(board.rows));
        let part = |column: u8| board.cuts.iter().filter(|cut| **cut <= column).count() as u8;
        let mut geometry = Geometry { cols, rows, all: Set::EMPTY, parts: (0..board.cols).map(part).collect() };
        let count = cols * rows;
        geometry.all = (0..count).map(|square| square as u8).collect();
        let disabled: Set<W> = board.disabled.iter().map(|place| geometry.square(*place)).collect();
        geometry.all = geometry.all.minus(disabled);
        geometry
    }

    /// The index of a square.
    #[must_use]
    pub fn square(&self, (x, y): BoardSquare) -> u8 {
        (i16::from(y) * self.cols + i16::from(x)) as u8
    }

    /// Column and row of a square.
    #[must_use]
    pub fn column_row(&self, square: u8) -> BoardSquare {
        let square = i16::from(square);
        ((square % self.cols) as u8, (square / self.cols) as u8)
    }

    /// The target of a step. `None` if the target is off the board or disabled.
    #[must_use]
    pub fn step(&self, from: u8, (dx, dy): Offset) -> Option<u8> {
        let (column, y) = self.column_row(from);
        let (x, y) = (i16::from(column) + dx, i16::from(y) + dy);
        if x < 0 || y < 0 || x >= self.cols || y >= self.rows || self.part(column) != self.part(x as u8) {
            return None;
        }
        Some((y * self.cols + x) as u8).filter(|square| self.all.has(*square))
    }

    /// The number of cuts up to a column. No step leads to a column with another number.
    pub(crate) fn part(&self, column: u8) -> u8 {
        self.parts[column as usize]
    }

    /// The columns whose left edge no step crosses.
    pub(crate) fn cuts(&self) -> Vec<usize> {
        (1..self.parts.len()).filter(|column| self.parts[*column] != self.parts[column - 1]).collect()
    }

    /// The squares from which a step stays on the board.
    #[must_use]
    pub fn sources(&self, step: Offset) -> Set<W> {
        self.all.iter().filter(|square| self.step(*square, step).is_some()).collect()
    }

    /// The rotation that moves every square of a set by this step. The caller masks the set with [`Geometry::sources`]
    /// first.
    #[must_use]
    pub fn rotation(&self, (dx, dy): Offset) -> u8 {
        (dy * self.cols + dx).rem_euclid(64 * W as i16) as u8
    }

    /// The squares of a slide: up to `most` steps, until the edge or the first disabled square.
    #[must_use]
    pub fn ray(&self, from: u8, step: Offset, most: u8) -> Vec<u8> {
        let mut squares = Vec::new();
        let mut at = from;
        while squares.len() < usize::from(most)
            && let Some(next) = self.step(at, step)
        {
            squares.push(next);
            at = next;
        }
        squares
    }

    /// Whether a step leads to a square with a higher number.
    #[must_use]
    pub fn ascends(&self, (dx, dy): Offset) -> bool {
        dy * self.cols + dx > 0
    }
}
