//! Reads the movement notation of the ini format and writes it in the board language.
//!
//! Most parts mean the same in both notations. These parts become explicit moves: first moves, captures in passing,
//! chiral leaps, and directions of oblique leaps that the two notations read differently.

use serde_json::{Value, json};

/// One direction of one part of a notation, as seen by a player who moves up the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stride {
    pub step: (i16, i16),
    /// The maximum number of steps. Zero means no limit. One means a leap.
    pub most: i16,
    pub moves: bool,
    pub captures: bool,
    pub hops: bool,
    /// For a hop: the maximum number of squares behind the piece that is jumped over. Zero means unlimited.
    pub beyond: i16,
    pub lame: bool,
    pub initial: bool,
}

/// One part of a notation: its text in the board language if it has one, and its strides.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub text: Option<String>,
    pub strides: Vec<Stride>,
}

/// A letter, its steps, and whether it is a rider.
type AtomRow = (char, &'static [(i16, i16)], bool);

const ATOMS: [AtomRow; 15] = [
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('L', &[(3, 1)], false),
    ('C', &[(3, 1)], false),
    ('J', &[(3, 2)], false),
    ('Z', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
];

/// The longest notation of a piece, in bytes.
const MOST_SIGNS: usize = 256;

/// Reads a notation. The error contains the unknown sign.
pub(crate) fn read(text: &str) -> Result<Vec<Part>, String> {
    if text.len() > MOST_SIGNS {
        return Err(format!("the notation has {} signs; the limit is {MOST_SIGNS}", text.len()));
    }
    let signs: Vec<char> = text.chars().filter(|sign| !sign.is_whitespace()).collect();
    let mut parts = Vec::new();
    let mut part = Prefix::default();
    let mut at = 0;
    while at < signs.len() {
        let sign = signs[at];
        at += 1;
        match sign {
            'm' => part.moves = true,
            'c' => part.captures = true,
            'p' => part.hops = true,
            'g' => (part.hops, part.close) = (true, true),
            'n' => part.lame = true,
            'i' => part.initial = true,
            'e' => {}
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let along = |sign: char| matches!(sign, 'f' | 'b' | 'v' | 'h');
                let across = |sign: char| matches!(sign, 'r' | 'l' | 's' | 'h');
                let joined = signs
                    .get(at)
                    .copied()
                    .filter(|next| *next == sign || (along(sign) && across(*next)) || (across(sign) && along(*next)));
                part.directions.push((sign, joined.unwrap_or(sign)));
                at += usize::from(joined.is_some());
            }
            _ => {
                let Some((_, leaps, rides)) = ATOMS.iter().find(|(letter, ..)| *letter == sign) else {
                    return Err(format!("`{sign}` is not a sign of the notation"));
                };
                let mut suffix = String::new();
                let mut limit = None;
                if let Some(next) = signs.get(at).copied().filter(|next| *next == sign || next.is_ascii_digit()) {
                    at += 1;
                    suffix.push(next);
                    limit = Some(next.to_digit(10).unwrap_or(0) as i16);
                }
                parts.push(std::mem::take(&mut part).finish(sign, leaps, *rides, limit, &suffix));
            }
        }
    }
    Ok(parts)
}

#[derive(Default)]
struct Prefix {
    moves: bool,
    captures: bool,
    hops: bool,
    close: bool,
    lame: bool,
    initial: bool,
    directions: Vec<(char, char)>,
}

impl Prefix {
    fn finish(mut self, atom: char, leaps: &[(i16, i16)], rides: bool, limit: Option<i16>, suffix: &str) -> Part {
        if !self.moves && !self.captures {
            (self.moves, self.captures) = (true, true);
        }
        let most = match limit {
            Some(limit) => limit,
            None if rides => 0,
            None => 1,
        };
        let mut strides = Vec::new();
        for leap in leaps {
            // For a straight leap, a pair of letters means both directions.
            let split = leaps.len() == 1 && leap.1 == 0;
            let mut directions = Vec::new();
            for (first, second) in &self.directions {
                if split && first != second {
                    directions.extend([(*first, *first), (*second, *second)]);
                } else {
                    directions.push((*first, *second));
                }
            }
            for step in steps(*leap, &directions) {
                let stride = Stride {
                    step,
                    most: if self.hops && most <= 1 { 0 } else { most },
                    moves: self.moves,
                    // In the ini format, first moves never capture.
                    captures: self.captures && !self.initial,
                    hops: self.hops,
                    beyond: i16::from(self.close),
                    lame: self.lame,
                    initial: self.initial,
                };
                if (stride.moves || stride.captures) && !strides.contains(&stride) {
                    strides.push(stride);
                }
            }
        }
        Part { text: self.text(atom, leaps, rides, suffix), strides }
    }

    /// The part in the board language. `None` if the part means something else there.
    fn text(&self, atom: char, leaps: &[(i16, i16)], rides: bool, suffix: &str) -> Option<String> {
        let oblique = leaps.iter().any(|(long, short)| *short != 0 && long != short);
        let diagonal = leaps.iter().any(|(long, short)| long == short);
        let hop_of_any_length = self.hops && (!rides || !matches!(suffix, "" | "0"));
        if self.initial || hop_of_any_length || matches!(atom, 'L' | 'J') {
            return None;
        }
        let across = |sign: &char| matches!(sign, 'l' | 'r' | 's');
        let both_axes = self.directions.iter().any(|pair| across(&pair.0)) && self.directions.len() > 1;
        let odd_pair = |(first, second): &(char, char)| first != second && (*first == 'v' || across(first) && diagonal);
        if (diagonal && both_axes) || self.directions.iter().any(odd_pair) {
            return None;
        }
        let mut text = String::new();
        for (first, second) in &self.directions {
            if [first, second].contains(&&'h') || (leaps.len() > 1 && first != second) {
                return None;
            }
            match (first == second, oblique) {
                (true, true) if matches!(first, 'f' | 'b' | 'l' | 'r') => text.extend([*first, *first]),
                (true, _) => text.push(*first),
                (false, true) if *second == 's' => text.extend([*first, *second]),
                (false, true) => return None,
                (false, false) => text.extend([*first, *second]),
            }
        }
        for (sign, given) in [('m', self.moves && !self.captures), ('c', self.captures && !self.moves)] {
            text.extend(given.then_some(sign));
        }
        text.extend((self.hops && !self.close).then_some('p'));
        text.extend(self.close.then_some('g'));
        text.extend(self.lame.then_some('n'));
        text.push(atom);
        text.push_str(suffix);
        Some(text)
    }
}

/// The leaps of an atom in these directions: columns and rows.
fn steps((long, short): (i16, i16), directions: &[(char, char)]) -> Vec<(i16, i16)> {
    let has = |pairs: &[&str]| {
        directions.is_empty()
            || directions.iter().any(|(one, other)| pairs.iter().any(|pair| pair.chars().eq([*one, *other])))
    };
    // Each row has a leap, and the pairs of direction letters that select it.
    let all: [(i16, i16, &[&str]); 8] = [
        (short, long, &["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
        (-short, -long, &["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
        (long, -short, &["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
        (-long, short, &["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
        (long, short, &["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
        (-long, -short, &["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
        (short, -long, &["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
        (-short, long, &["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
    ];
    let mut found = Vec::new();
    for (x, y, pairs) in all {
        if has(pairs) && !found.contains(&(x, y)) {
            found.push((x, y));
        }
    }
    found
}

/// The squares that must be empty for a lame leap.
fn legs((x, y): (i16, i16)) -> Vec<(i16, i16)> {
    let (mut at, mut legs) = ((0i16, 0i16), Vec::new());
    while at != (x, y) {
        let (left_x, left_y) = (x - at.0, y - at.1);
        if left_x.abs() >= left_y.abs() {
            at.0 += left_x.signum();
        }
        if left_y.abs() >= left_x.abs() {
            at.1 += left_y.signum();
        }
        legs.push(at);
    }
    legs.pop();
    legs
}

impl Stride {
    /// The stride as an explicit move.
    pub fn explicit(&self, id: usize, conditions: Vec<Value>, effects: Vec<Value>) -> Value {
        let mut actions = Vec::new();
        if self.moves {
            actions.push(json!({ "state": "EMPTY", "action": "MOVE" }));
        }
        if self.captures {
            actions.push(json!({ "state": "ENEMY", "action": "CAPTURE" }));
        }
        let mut all = conditions;
        if self.hops {
            let mut over = json!({ "condition": "PATH_PIECE_COUNT", "min": 1 });
            if self.beyond > 0 {
                over["beyond"] = json!(self.beyond);
            }
            all.push(over);
        }
        if self.lame && self.most == 1 && !legs(self.step).is_empty() {
            all.push(json!({ "condition": "SQUARES_EMPTY", "positions": legs(self.step) }));
        }
        let mut written = json!({ "id": id, "step": self.step, "actions": actions });
        if !all.is_empty() {
            written["conditions"] = Value::Array(all);
        }
        if self.most != 1 || self.hops {
            let times = if self.most == 0 { json!({ "loop": true }) } else { json!({ "times": self.most }) };
            written["repeat"] = times;
        }
        if !effects.is_empty() {
            written["side_effects"] = Value::Array(effects);
        }
        written
    }

    /// Whether the set of strides changes when left and right are exchanged.
    pub fn is_lopsided(strides: &[Stride]) -> bool {
        strides.iter().any(|stride| {
            let mirrored = Stride { step: (-stride.step.0, stride.step.1), ..stride.clone() };
            !strides.contains(&mirrored)
        })
    }
}
