//! Expands Betza notation, the shorthand of fairy chess, into explicit moves.
//!
//! A Betza atom is a capital letter. Lower-case letters before it restrict its directions and actions. A suffix says
//! how often the step repeats: a number, `0` for unlimited, or the same letter again.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Action, Condition, MoveSpec, Occupant, Offset, Repeat};
use crate::limits::{MAX_MOVES, MAX_SIDE};

/// The capital letters with their leaps. The flag says whether the leap repeats by default.
const ATOMS: [(char, &[Offset], bool); 13] = [
    ('W', &[(0, 1)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(0, 2)], false),
    ('N', &[(1, 2)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(0, 3)], false),
    ('C', &[(1, 3)], false),
    ('Z', &[(2, 3)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(0, 1), (1, 1)], false),
    ('R', &[(0, 1)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(0, 1), (1, 1)], true),
];

/// The regular expression of all texts that [`expand`] can read, for the schema. The expression reads a doubled
/// capital, such as `WW`, as two atoms.
pub(crate) const PATTERN: &str = "^([mcnpgifblrvs]*[WFDNAHCZGKRBQ][0-9]*)*$";

/// The moves of a piece in Betza notation.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The moves. No two of them are possible at the same time with the same target, as far as their conditions can be
    /// compared.
    pub moves: Vec<MoveSpec>,
    /// Whether the text gave a move twice, as `QK` does. The list of moves has it once.
    pub overlaps: bool,
}

/// Expands a text into moves, with ids from `first_id` on. The error says what is wrong with the text.
pub(super) fn expand(text: &str, first_id: i64) -> Result<Expansion, String> {
    let mut rides = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest
            .find(|c: char| !c.is_ascii_lowercase())
            .ok_or("lower-case letters must be followed by a capital letter")?;
        let (letters, after) = rest.split_at(start);
        let capital = after.chars().next().unwrap_or_default();
        let Some((_, leaps, repeats)) = ATOMS.iter().find(|(letter, ..)| *letter == capital) else {
            return Err(format!("`{capital}` is not a Betza piece; use W F D N A H C Z G K R B Q"));
        };
        let mut after = &after[1..];
        let doubled = after.starts_with(capital);
        if doubled {
            after = &after[1..];
        }
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let times: Option<u32> = (digits > 0).then(|| after[..digits].parse().unwrap_or(0));
        rest = &after[digits..];
        let most = match times {
            Some(0) => MAX_SIDE as u8,
            Some(times) => times.min(MAX_SIDE as u32) as u8,
            None if *repeats || doubled => MAX_SIDE as u8,
            None => 1,
        };
        let marks = Rc::new(Marks::read(letters)?);
        let most = if marks.hops_close { MAX_SIDE as u8 } else { most };
        for step in leaps.iter().flat_map(|leap| turned(*leap)).filter(|step| marks.allows(*step)) {
            rides.push(Ride { step, most, marks: Rc::clone(&marks) });
        }
        if rides.len() > MAX_MOVES {
            return Err(format!("this notation gives more than {MAX_MOVES} moves"));
        }
    }
    let kept = once(&rides);
    let mut moves = Vec::new();
    for (ride, kept) in rides.iter().zip(&kept) {
        ride.write(kept, first_id, &mut moves);
    }
    let all = rides.iter().map(|ride| ride.lengths().count() * ride.marks.states().len()).sum::<usize>();
    Ok(Expansion { moves, overlaps: kept.iter().map(Vec::len).sum::<usize>() < all })
}

/// One Betza atom in one direction.
struct Ride {
    step: Offset,
    most: u8,
    marks: Rc<Marks>,
}

/// A number of steps of a ride, and the content of the square where the ride then ends.
type Length = (u8, Occupant);

impl Ride {
    /// The numbers of steps that can stay on a board. A hop that repeats takes at least two steps, because one step
    /// passes over no piece.
    fn lengths(&self) -> impl Iterator<Item = u8> + use<> {
        let longest = self.step.0.abs().max(self.step.1.abs()).max(1);
        let first = if self.marks.hop().is_some() && self.most > 1 { 2 } else { 1 };
        first..=self.most.min(((MAX_SIDE as i16 - 1) / longest).max(1) as u8)
    }

    fn target(&self, length: u8) -> Offset {
        (self.step.0 * i16::from(length), self.step.1 * i16::from(length))
    }

    /// The squares that must be empty for this number of steps: the end of each step except the last, and the legs of a
    /// lame leap.
    fn empty(&self, length: u8) -> Vec<Offset> {
        let legs = if self.marks.lame { legs(self.step) } else { vec![] };
        let mut squares = Vec::new();
        for at in 0..length {
            let (x, y) = self.target(at);
            squares.extend((at > 0).then_some((x, y)));
            squares.extend(legs.iter().map(|leg| (x + leg.0, y + leg.1)));
        }
        squares
    }

    /// Whether this ride, with `length` steps, reaches the same target as the other ride, with `others` steps, whenever
    /// the other ride can reach that target.
    fn covers(&self, length: u8, other: &Ride, others: u8) -> bool {
        let hop = |ride: &Ride| ride.marks.hop().map(|close| (close, ride.step));
        if self.target(length) != other.target(others) || (self.marks.first && !other.marks.first) {
            return false;
        }
        match (hop(self), hop(other)) {
            (None, None) => {
                let empty = other.empty(others);
                self.empty(length).iter().all(|square| empty.contains(square))
            }
            (None, Some(_)) => self.empty(length).is_empty(),
            (mine, its) => mine == its,
        }
    }

    /// Writes the moves of this ride for the lengths in `kept`.
    fn write(&self, kept: &[Length], first_id: i64, moves: &mut Vec<MoveSpec>) {
        let of = |state| kept.iter().filter(move |(_, kept)| *kept == state).map(|(length, _)| *length).collect();
        let states = self.marks.states();
        let kept: Vec<Vec<u8>> = states.iter().map(|state| of(*state)).collect();
        let mut add = |step: Offset, states: &[Occupant], legs: Vec<Offset>, repeat: Option<Repeat>| {
            let id = first_id + moves.len() as i64;
            moves.push(self.marks.expand(id, step, states, legs, repeat));
        };
        let alike = kept.windows(2).all(|pair| pair[0] == pair[1]);
        let groups: Vec<&[Occupant]> = if alike { vec![states] } else { states.chunks(1).collect() };
        for (states, lengths) in groups.into_iter().zip(&kept) {
            if self.marks.lame && self.most > 1 && !legs(self.step).is_empty() {
                for length in lengths {
                    add(self.target(*length), states, self.empty(*length), None);
                }
                continue;
            }
            let whole = lengths.len() == self.lengths().count();
            let prefix = lengths.iter().zip(self.lengths()).take_while(|(length, at)| *length == at).count();
            let most = if whole { self.most } else { prefix.checked_sub(1).map_or(0, |last| lengths[last]) };
            let legs = || if self.marks.lame { legs(self.step) } else { vec![] };
            if most > 0 {
                add(self.step, states, legs(), (most > 1).then_some(Repeat { most, exact: false }));
            }
            for length in &lengths[prefix..] {
                add(self.step, states, legs(), Some(Repeat { most: *length, exact: true }));
            }
        }
    }
}

/// For each ride: the lengths that no other ride covers. If two rides cover each other, the longer ride keeps the
/// length, or the first if both are equally long.
fn once(rides: &[Ride]) -> Vec<Vec<Length>> {
    let mut by_target: BTreeMap<Offset, Vec<(usize, u8)>> = BTreeMap::new();
    for (at, ride) in rides.iter().enumerate() {
        for length in ride.lengths() {
            by_target.entry(ride.target(length)).or_default().push((at, length));
        }
    }
    let wins = |one: usize, other: usize| (rides[other].most, one) < (rides[one].most, other);
    let covered = |at: usize, length: u8, state: Occupant| {
        by_target[&rides[at].target(length)].iter().any(|&(other, others)| {
            other != at
                && rides[other].marks.states().contains(&state)
                && rides[other].covers(others, &rides[at], length)
                && (wins(other, at) || !rides[at].covers(length, &rides[other], others))
        })
    };
    let kept = |(at, ride): (usize, &Ride)| {
        let all = ride.lengths().flat_map(|length| ride.marks.states().iter().map(move |state| (length, *state)));
        all.filter(|&(length, state)| !covered(at, length, state)).collect()
    };
    rides.iter().enumerate().map(kept).collect()
}

/// The four or eight leaps that result from rotating and mirroring one leap.
fn turned((x, y): Offset) -> Vec<Offset> {
    let mut all = Vec::new();
    for (a, b) in [(x, y), (y, x)] {
        for step in [(a, b), (-a, b), (a, -b), (-a, -b)] {
            if !all.contains(&step) {
                all.push(step);
            }
        }
    }
    all.sort_by_key(|&(x, y)| (-y, x));
    all
}

#[derive(Default)]
struct Marks {
    moves: bool,
    captures: bool,
    lame: bool,
    hops: bool,
    hops_close: bool,
    first: bool,
    /// Pairs of direction letters. A single letter is paired with a blank.
    directions: Vec<(char, char)>,
}

impl Marks {
    fn read(letters: &str) -> Result<Marks, String> {
        let mut marks = Marks::default();
        let mut directions = Vec::new();
        for letter in letters.chars() {
            match letter {
                'm' => marks.moves = true,
                'c' => marks.captures = true,
                'n' => marks.lame = true,
                'p' => marks.hops = true,
                'g' => marks.hops_close = true,
                'i' => marks.first = true,
                'f' | 'b' | 'l' | 'r' | 'v' | 's' => directions.push(letter),
                _ => return Err(format!("`{letter}` is not a Betza modifier; use m c n p g i f b l r v s")),
            }
        }
        if !marks.moves && !marks.captures {
            (marks.moves, marks.captures) = (true, true);
        }
        let mut at = 0;
        while at < directions.len() {
            let (first, second) = (directions[at], directions.get(at + 1).copied().unwrap_or(' '));
            // `lf` means the same as `fl`.
            let (along, across) = if matches!(first, 'f' | 'b') { (first, second) } else { (second, first) };
            let crossed = matches!((along, across), ('f' | 'b', 'l' | 'r' | 's'));
            let joined = crossed || first == second;
            marks.directions.push(match (crossed, joined) {
                (true, _) => (along, across),
                (_, true) => (first, second),
                _ => (first, ' '),
            });
            at += if joined { 2 } else { 1 };
        }
        Ok(marks)
    }

    fn allows(&self, (x, y): Offset) -> bool {
        let steep = y.abs() > x.abs();
        let straight = x == 0 || y == 0;
        let single = |letter: char| match letter {
            'f' => y > 0 && (!straight || x == 0),
            'b' => y < 0 && (!straight || x == 0),
            'l' => x < 0 && (!straight || y == 0),
            'r' => x > 0 && (!straight || y == 0),
            'v' => {
                if straight {
                    x == 0
                } else {
                    steep || x.abs() == y.abs()
                }
            }
            _ => {
                if straight {
                    y == 0
                } else {
                    !steep
                }
            }
        };
        self.directions.is_empty()
            || self.directions.iter().any(|&(first, second)| match second {
                ' ' => single(first),
                // For straight leaps, `fl` means forwards or left. For other leaps, it means forwards and left at the
                // same time.
                _ if straight => single(first) || single(second),
                's' => single(first) && !steep,
                _ if first == second => single(first) && steep == matches!(first, 'f' | 'b'),
                _ => single(first) && single(second),
            })
    }

    /// The contents that the target may have.
    fn states(&self) -> &'static [Occupant] {
        match (self.moves, self.captures) {
            (true, false) => &[Occupant::Empty],
            (false, true) => &[Occupant::Enemy],
            _ => &[Occupant::Empty, Occupant::Enemy],
        }
    }

    /// Whether a hopper lands directly behind the piece that it jumps over. `None` if the piece does not hop.
    fn hop(&self) -> Option<bool> {
        (self.hops || self.hops_close).then_some(self.hops_close)
    }

    fn expand(
        &self,
        id: i64,
        step: Offset,
        states: &[Occupant],
        legs: Vec<Offset>,
        repeat: Option<Repeat>,
    ) -> MoveSpec {
        let mut conditions = Vec::new();
        if self.first {
            conditions.push(Condition::FirstMove);
        }
        if self.lame {
            conditions.push(Condition::SquaresEmpty(legs));
        }
        if let Some(close) = self.hop() {
            conditions.push(Condition::PathCount { min: 1, max: 1, beyond: close.then_some(1), never_over: 0 });
        }
        let action = |state: &Occupant| Action { state: *state, conditions: vec![], effects: vec![] };
        let actions = states.iter().map(action).collect();
        MoveSpec { id, step, actions, conditions, modifiers: vec![], effects: vec![], repeat, again: false }
    }
}

/// The squares that block a lame leap: first the steps along its longer side, then the diagonal steps.
fn legs((x, y): Offset) -> Vec<Offset> {
    let (mut at, mut legs) = ((0, 0), Vec::new());
    loop {
        let (left_x, left_y): Offset = (x - at.0, y - at.1);
        let (dx, dy) = (left_x.signum(), left_y.signum());
        let straight = left_x.abs() != left_y.abs();
        let wide = left_x.abs() > left_y.abs();
        at.0 += if straight && !wide { 0 } else { dx };
        at.1 += if straight && wide { 0 } else { dy };
        if at == (x, y) {
            return legs;
        }
        legs.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<Offset> {
        let mut steps: Vec<Offset> = expand(text, 0).unwrap().moves.iter().map(|mv| mv.step).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn directions_restrict_atoms() {
        assert_eq!(steps("N").len(), 8);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fN").len(), 4);
        assert_eq!(steps("fmWfcF"), [(-1, 1), (0, 1), (1, 1)]);
        assert_eq!(steps("WfF").len(), 6);
        assert_eq!(steps("flF"), [(-1, 1)]);
        assert_eq!(steps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(steps("QN").len(), 16);
    }

    #[test]
    fn riders_hoppers_and_lame_leapers_get_their_clauses() {
        assert_eq!(expand("NN", 0).unwrap().moves[0].repeat.unwrap().most, MAX_SIDE as u8);
        assert_eq!(expand("W3", 7).unwrap().moves[1].id, 8);
        assert!(matches!(
            expand("cpR", 0).unwrap().moves[0].conditions[0],
            Condition::PathCount { min: 1, max: 1, .. }
        ));
        assert_eq!(legs((1, 2)), [(0, 1)]);
        assert_eq!(legs((2, 2)), [(1, 1)]);
        assert_eq!(legs((-3, 1)), [(-1, 0), (-2, 0)]);
    }

    #[test]
    fn the_order_of_direction_letters_is_free() {
        for (one, other) in [("flF", "lfF"), ("brN", "rbN"), ("fsN", "sfN"), ("flbrB", "lfrbB")] {
            assert_eq!(steps(one), steps(other), "{one} {other}");
        }
        assert_eq!(steps("lrF").len(), 4);
    }

    #[test]
    fn every_leg_of_a_lame_rider_must_be_free() {
        let moves = expand("fnDD", 0).unwrap().moves;
        assert_eq!(moves.iter().map(|mv| mv.step).collect::<Vec<_>>(), (1..=7).map(|n| (0, 2 * n)).collect::<Vec<_>>());
        assert!(
            matches!(&moves[1].conditions[..], [Condition::SquaresEmpty(legs)] if legs[..] == [(0, 1), (0, 2), (0, 3)])
        );
        assert_eq!(expand("nWW", 0).unwrap().moves.len(), 4);
    }

    #[test]
    fn equal_moves_are_listed_once() {
        let count = |text| {
            let all = expand(text, 0).unwrap();
            (all.moves.len(), all.overlaps)
        };
        assert_eq!(count("QN"), (16, false));
        assert_eq!(count("QK"), (8, true));
        assert_eq!(count("KQ"), (8, true));
        assert_eq!(count("mWcW"), (8, false));
        assert_eq!(count("WmW"), (4, true));
        // A slide and a hop in one direction have no target in common.
        assert_eq!(count("mRpR"), (8, false));
        // The leap is not merged into the slide. The slide keeps the lengths one, and three or more.
        let rook = expand("fRfD", 0).unwrap();
        let lengths: Vec<_> = rook.moves.iter().map(|mv| (mv.step, mv.repeat.map(|r| (r.most, r.exact)))).collect();
        assert_eq!(lengths[..3], [((0, 1), None), ((0, 1), Some((3, true))), ((0, 1), Some((4, true)))]);
        assert_eq!(lengths.last(), Some(&((0, 2), None)));
        // The first step of the double step equals the plain step, so it is dropped.
        let pawn = expand("fmWifmW2", 0).unwrap();
        assert_eq!(pawn.moves.len(), 2);
        assert_eq!(pawn.moves[1].repeat.map(|r| (r.most, r.exact)), Some((2, true)));
    }

    #[test]
    fn the_pattern_has_every_letter() {
        for (letter, ..) in ATOMS {
            assert!(PATTERN.contains(letter), "{letter}");
        }
        let (marks, atoms) = PATTERN.trim_start_matches("^([").split_once("]*[").unwrap();
        assert!(Marks::read(marks).is_ok());
        assert_eq!(atoms.find(']'), Some(ATOMS.len()));
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        assert!(expand("xW", 0).unwrap_err().contains("`x`"));
        assert!(expand("Y", 0).unwrap_err().contains("`Y`"));
        assert!(expand("fm", 0).is_err());
        assert_eq!(expand("W99999999999", 0).unwrap().moves[0].repeat.map(|r| r.most), Some(16));
    }
}
