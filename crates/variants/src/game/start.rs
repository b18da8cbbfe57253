//! Reads the position at the start.

use crate::variant::{Square, Variant};

/// The position at the start.
pub(super) struct Start {
    /// The player, the letter, whether a plus stands before the letter, and the square.
    pub(super) pieces: Vec<(usize, char, bool, Square)>,
    pub(super) hands: [Vec<char>; 2],
    pub(super) walls: Vec<Square>,
    pub(super) turn: usize,
    pub(super) rights: String,
    pub(super) checks: Option<i64>,
}

/// The maximum number of pieces in a hand at the start.
const MOST_HELD: usize = 250;

/// Reads the starting position of a variant.
pub(super) fn start(variant: &Variant) -> Result<Start, String> {
    let mut fields = variant.start.split_whitespace();
    let board = fields.next().ok_or("the start has no board")?;
    let (rows, hand) = match board.split_once('[') {
        Some((rows, hand)) => (rows, hand.trim_end_matches(']')),
        None => (board, ""),
    };
    let mut start =
        Start { pieces: vec![], hands: [vec![], vec![]], walls: vec![], turn: 0, rights: String::new(), checks: None };
    let lines: Vec<&str> = rows.split('/').collect();
    if lines.len() > usize::from(variant.ranks) {
        return Err(format!("the start has {} ranks, but the board has {}", lines.len(), variant.ranks));
    }
    for (at, line) in lines.iter().enumerate() {
        let rank = variant.ranks - 1 - at as u8;
        let (mut file, mut number, mut plus) = (0usize, 0usize, false);
        for sign in line.chars() {
            if let Some(digit) = sign.to_digit(10) {
                number = (number * 10 + digit as usize).min(99);
                continue;
            }
            file += std::mem::take(&mut number);
            if sign == '+' {
                plus = true;
                continue;
            }
            if sign == '~' {
                continue;
            }
            if file >= usize::from(variant.files) {
                return Err(format!("the rank `{line:.40}` of the start is wider than the board"));
            }
            let square = (file as u8, rank);
            if sign == '*' {
                start.walls.push(square);
            } else if sign.is_ascii_alphabetic() {
                let player = usize::from(sign.is_ascii_lowercase());
                start.pieces.push((player, sign.to_ascii_lowercase(), std::mem::take(&mut plus), square));
            } else {
                return Err(format!("the start contains the unknown sign `{sign}`"));
            }
            file += 1;
        }
    }
    for sign in hand.chars().filter(char::is_ascii_alphabetic) {
        start.hands[usize::from(sign.is_ascii_lowercase())].push(sign.to_ascii_lowercase());
    }
    if let Some(hand) = start.hands.iter().find(|hand| hand.len() > MOST_HELD) {
        return Err(format!("a hand of the start has {} pieces; the limit is {MOST_HELD}", hand.len()));
    }
    for field in fields {
        match field {
            "w" => start.turn = 0,
            "b" if start.rights.is_empty() => start.turn = 1,
            _ if field.contains('+') => start.checks = field.split('+').next().and_then(|n| n.parse().ok()),
            _ if field.chars().all(|c| c.is_ascii_alphabetic()) => start.rights = field.to_owned(),
            _ => {}
        }
    }
    Ok(start)
}
