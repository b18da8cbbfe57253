//! Expands Betza notation, the shorthand of fairy chess, into explicit moves.
//!
//! A Betza atom is a capital letter. Lower-case letters before it restrict its directions and actions. A suffix says
//! how often the step repeats: a number, `0` for unlimited, or the same letter again.

use super::{Action, Condition, Move, Occupant, Offset, Repeat};
use crate::limits::MAX_SIDE;

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

/// Expands a text into moves, with ids from `first_id` on. The error says what is wrong with the text.
pub(super) fn expand(text: &str, first_id: i64) -> Result<Vec<Move>, String> {
    let mut moves = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let start = rest
            .find(|c: char| !c.is_ascii_lowercase())
            .ok_or("lower-case letters must be followed by a capital letter")?;
        let (letters, after) = rest.split_at(start);
        let capital = after.chars().next().unwrap_or_default();
        let Some((_, leaps, rides)) = ATOMS.iter().find(|(letter, ..)| *letter == capital) else {
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
            None if *rides || doubled => MAX_SIDE as u8,
            None => 1,
        };
        let marks = Marks::read(letters)?;
        for leap in *leaps {
            for step in turned(*leap).into_iter().filter(|step| marks.allows(*step)) {
                let id = first_id + moves.len() as i64;
                moves.push(marks.expand(id, step, most));
            }
        }
    }
    Ok(moves)
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
            let joined = matches!((first, second), ('f' | 'b', 'l' | 'r' | 's')) || first == second;
            marks.directions.push((first, if joined { second } else { ' ' }));
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

    fn expand(&self, id: i64, step: Offset, most: u8) -> Move {
        let mut conditions = Vec::new();
        if self.first {
            conditions.push(Condition::FirstMove);
        }
        if self.lame {
            conditions.push(Condition::SquaresEmpty(legs(step)));
        }
        if self.hops || self.hops_close {
            conditions.push(Condition::PathCount { min: 1, max: 1, beyond: self.hops_close.then_some(1) });
        }
        let action = |state| Action { state, conditions: vec![], effects: vec![] };
        let mut actions = Vec::new();
        if self.moves {
            actions.push(action(Occupant::Empty));
        }
        if self.captures {
            actions.push(action(Occupant::Enemy));
        }
        let most = if self.hops_close { MAX_SIDE as u8 } else { most };
        let repeat = (most > 1).then_some(Repeat { most, exact: false });
        Move { id, step, actions, conditions, modifiers: vec![], effects: vec![], repeat, again: false }
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
        let mut steps: Vec<Offset> = expand(text, 0).unwrap().iter().map(|mv| mv.step).collect();
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
        assert_eq!(expand("NN", 0).unwrap()[0].repeat.unwrap().most, MAX_SIDE as u8);
        assert_eq!(expand("W3", 7).unwrap()[1].id, 8);
        assert!(matches!(expand("cpR", 0).unwrap()[0].conditions[0], Condition::PathCount { min: 1, max: 1, .. }));
        assert_eq!(legs((1, 2)), [(0, 1)]);
        assert_eq!(legs((2, 2)), [(1, 1)]);
        assert_eq!(legs((-3, 1)), [(-1, 0), (-2, 0)]);
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        assert!(expand("xW", 0).unwrap_err().contains("`x`"));
        assert!(expand("Y", 0).unwrap_err().contains("`Y`"));
        assert!(expand("fm", 0).is_err());
        assert_eq!(expand("W99999999999", 0).unwrap()[0].repeat.map(|r| r.most), Some(16));
    }
}
