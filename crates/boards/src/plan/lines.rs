//! Lines of slides: finds the squares that a slider sees from a square, with two masks for each line.

use super::geometry::Geometry;
use crate::bits::Set;
use crate::spec::Offset;

/// A slide: its step and the maximum number of steps.
pub type Ray = (Offset, u8);

/// The squares of a line below a square, and the squares above it.
pub type Line<const W: usize> = (Set<W>, Set<W>);

/// Slides that are always looked up together, such as the slides of a rook.
#[derive(Clone, Debug)]
pub struct Class<const W: usize> {
    lines: Lines<W>,
    /// For each square: the squares visible from it on an empty board.
    open: Vec<Set<W>>,
    /// Whether visibility is symmetric: if one square sees another, the other sees it too.
    pub(crate) mutual: bool,
}

/// The lines through each square. Loops over two or four lines are unrolled; other numbers are padded with empty lines.
#[derive(Clone, Debug)]
enum Lines<const W: usize> {
    Two(Vec<[Line<W>; 2]>),
    Four(Vec<[Line<W>; 4]>),
    Many(usize, Vec<Line<W>>),
}

impl<const W: usize> Class<W> {
    pub(crate) fn new(geometry: &Geometry<W>, rays: &[Ray]) -> Class<W> {
        // Opposite rays share a line. A ray without an opposite has its own line.
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
        let squares = (geometry.cols * geometry.rows) as u16;
        let line = |square: u16, at: usize| -> Line<W> {
            let mask = |ray: Option<Ray>| -> Set<W> {
                ray.map_or(Set::EMPTY, |(step, most)| geometry.ray(square as u8, step, most).into_iter().collect())
            };
            pairs.get(at).map_or((Set::EMPTY, Set::EMPTY), |(down, up)| (mask(*down), mask(*up)))
        };
        let lines = match pairs.len() {
            0..=2 => Lines::Two((0..squares).map(|square| [0, 1].map(|at| line(square, at))).collect()),
            3..=4 => Lines::Four((0..squares).map(|square| [0, 1, 2, 3].map(|at| line(square, at))).collect()),
            more => {
                let line = &line;
                Lines::Many(more, (0..squares).flat_map(|square| (0..more).map(move |at| line(square, at))).collect())
            }
        };
        let mutual = rays.iter().all(|((x, y), most)| rays.contains(&((-x, -y), *most)));
        let mut class = Class { lines, open: Vec::new(), mutual };
        class.open = (0..squares).map(|square| class.seen(square as u8, Set::EMPTY)).collect();
        class
    }

    /// The lines through a square.
    #[inline(always)]
    pub(crate) fn lines(&self, square: u8) -> &[Line<W>] {
        match &self.lines {
            Lines::Two(lines) => &lines[square as usize],
            Lines::Four(lines) => &lines[square as usize],
            Lines::Many(each, lines) => &lines[square as usize * each..][..*each],
        }
    }

    /// The squares visible from a square of an empty board.
    #[inline(always)]
    pub(crate) fn open(&self, square: u8) -> Set<W> {
        self.open[square as usize]
    }

    /// The squares visible from a square: on every ray up to and including the first piece.
    #[inline(always)]
    pub(crate) fn seen(&self, square: u8, occupied: Set<W>) -> Set<W> {
        let along = |(lower, upper): Line<W>| Set::seen(lower, upper, occupied);
        match &self.lines {
            Lines::Two(lines) => {
                let [one, two] = lines[square as usize];
                along(one) | along(two)
            }
            Lines::Four(lines) => {
                let [one, two, three, four] = lines[square as usize];
                along(one) | along(two) | along(three) | along(four)
            }
            Lines::Many(..) => self.lines(square).iter().fold(Set::EMPTY, |seen, line| seen | along(*line)),
        }
    }
}
