//! Lines of slides: what a rider sees from a square, with two masks a line and no other table.

use super::geometry::Geometry;
use crate::bits::Set;
use crate::spec::Offset;

/// A slide: a step and how often it repeats at most.
pub type Ray = (Offset, u8);

/// Slides that are always looked along together.
#[derive(Clone, Debug)]
pub struct Class<const W: usize> {
    /// The part below and the part above each square, line by line: `square · lines + line`.
    masks: Vec<(Set<W>, Set<W>)>,
    lines: usize,
    /// Everything that is seen from each square of an empty board.
    open: Vec<Set<W>>,
}

impl<const W: usize> Class<W> {
    pub(crate) fn new(geometry: &Geometry<W>, rays: &[Ray]) -> Class<W> {
        // Opposite rays share a line; a ray without an opposite has one to itself.
        let mut pairs: Vec<(Option<Ray>, Option<Ray>)> = Vec::new();
        for &ray in rays.iter().filter(|(step, _)| geometry.ascends(*step)) {
            pairs.push((None, Some(ray)));
        }
        for &(step, most) in rays.iter().filter(|(step, _)| !geometry.ascends(*step)) {
            let opposite = |pair: &&mut (Option<Ray>, Option<Ray>)| {
                pair.0.is_none() && pair.1.is_some_and(|(up, _)| up == (-step.0, -step.1))
            };
            match pairs.iter_mut().find(opposite) {
                Some(pair) => pair.0 = Some((step, most)),
                None => pairs.push((Some((step, most)), None)),
            }
        }
        let squares = (geometry.cols * geometry.rows) as usize;
        let mut class = Class { masks: Vec::new(), lines: pairs.len(), open: Vec::new() };
        for square in 0..squares {
            let mut open = Set::EMPTY;
            for (down, up) in &pairs {
                let mask = |ray: &Option<Ray>| -> Set<W> {
                    ray.map_or(Set::EMPTY, |(step, most)| geometry.ray(square as u8, step, most).into_iter().collect())
                };
                let (lower, upper) = (mask(down), mask(up));
                open |= lower | upper;
                class.masks.push((lower, upper));
            }
            class.open.push(open);
        }
        class
    }

    /// The lines through a square.
    #[inline(always)]
    pub(crate) fn lines(&self, square: u8) -> &[(Set<W>, Set<W>)] {
        let at = square as usize * self.lines;
        &self.masks[at..at + self.lines]
    }

    /// What is seen from a square of an empty board.
    #[inline(always)]
    pub(crate) fn open(&self, square: u8) -> Set<W> {
        self.open[square as usize]
    }

    /// What is seen from a square: up to and with the first piece on every ray.
    #[inline(always)]
    pub(crate) fn seen(&self, square: u8, occupied: Set<W>) -> Set<W> {
        let mut seen = Set::EMPTY;
        for &(lower, upper) in self.lines(square) {
            seen |= Set::seen(lower, upper, occupied);
        }
        seen
    }
}
