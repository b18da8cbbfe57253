//! Lines of slides: what a rider sees from a square, with two masks a line and no other table.

use super::geometry::Geometry;
use crate::bits::Set;
use crate::spec::Offset;

/// A slide: a step and how often it repeats at most.
pub type Ray = (Offset, u8);

/// Slides that are always looked along together.
#[derive(Clone, Debug)]
pub struct Class<const W: usize> {
    /// The part below and the part above each square, two lines at a time: `square · pairs + pair`. A class with an odd
    /// number of lines has an empty one.
    masks: Vec<[(Set<W>, Set<W>); 2]>,
    pairs: usize,
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
        let mut class = Class { masks: Vec::new(), pairs: pairs.len().div_ceil(2), open: Vec::new() };
        for square in 0..squares {
            let mut open = Set::EMPTY;
            let mask = |ray: &Option<Ray>| -> Set<W> {
                ray.map_or(Set::EMPTY, |(step, most)| geometry.ray(square as u8, step, most).into_iter().collect())
            };
            for two in pairs.chunks(2) {
                let masks =
                    std::array::from_fn(|at| two.get(at).map_or((Set::EMPTY, Set::EMPTY), |(d, u)| (mask(d), mask(u))));
                open = masks.iter().fold(open, |all, (lower, upper)| all | *lower | *upper);
                class.masks.push(masks);
            }
            class.open.push(open);
        }
        class
    }

    /// The lines through a square.
    #[inline(always)]
    pub(crate) fn lines(&self, square: u8) -> &[[(Set<W>, Set<W>); 2]] {
        let at = square as usize * self.pairs;
        &self.masks[at..at + self.pairs]
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
        for [one, other] in self.lines(square) {
            seen |= Set::seen(one.0, one.1, occupied) | Set::seen(other.0, other.1, occupied);
        }
        seen
    }
}
