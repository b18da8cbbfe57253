//! Explains why a piece cannot move to a square, for players who drag a piece or type squares.

use crate::notation::{square_named, square_text};
use crate::plan::Form;
use crate::play::{self, Move};
use crate::rules::Boards;
use crate::scene::a;
use crate::state::BoardState;

/// The maximum number of squares that a reason lists.
const MOST_LISTED: usize = 6;

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The reason why no legal move goes between the two squares of a text such as `e2e4`, or makes the drop of a text
    /// such as `P@e5`. `None` if the text has neither of these two forms. It is also `None` if such a move is legal but
    /// ambiguous.
    pub(crate) fn why_not(&self, state: &BoardState<W, N>, moves: &[Move], text: &str) -> Option<String> {
        if state.chosen.is_some() {
            let (wall, _) = moves.first()?.choice()?;
            let end = square_text(&self.plan, wall);
            let what = if self.plan.planes.walls.is_some() { "wall" } else { "piece" };
            return Some(format!("choose a square for the {what}, such as {end}"));
        }
        if let Some((letter, square)) = text.split_once('@') {
            return self.why_no_drop(state, moves, letter, square);
        }
        let (from, to) = self.two_squares(text)?;
        let (plan, position) = (&self.plan, &state.position);
        let mover = position.mover(plan);
        let [start, end] = [from, to].map(|square| square_text(plan, square));
        let Some((owner, kind)) = position.at(plan, from) else { return Some(format!("there is no piece on {start}")) };
        let piece = &plan.names.kinds[kind as usize];
        if owner != mover {
            let whose = plan.names.players[owner as usize].to_lowercase();
            return Some(format!("the {piece} on {start} belongs to {whose}"));
        }
        let steps = |mv: &&Move| mv.from() == from && self.dropped(mv).is_none();
        if moves.iter().filter(steps).any(|mv| mv.to() == to) {
            return None;
        }
        if let Some((_, kind)) = position.at(plan, to).filter(|(owner, _)| *owner == mover && from != to) {
            return Some(format!("your own {} stands on {end}", plan.names.kinds[kind as usize]));
        }
        let mut goals: Vec<u8> = moves.iter().filter(steps).map(|mv| mv.to()).collect();
        goals.dedup();
        let checked = play::in_check(plan, position);
        Some(match (goals.is_empty(), checked) {
            (true, true) => format!("you are in check, and the {piece} on {start} cannot stop it"),
            (true, false) if moves.iter().all(|mv| mv.path() != 0) => {
                format!("you must capture, and the {piece} on {start} cannot")
            }
            (true, false) => format!("the {piece} on {start} cannot move now"),
            (false, _) => {
                let names: Vec<String> = goals.iter().take(MOST_LISTED).map(|goal| square_text(plan, *goal)).collect();
                let more = if goals.len() > MOST_LISTED { ", …" } else { "" };
                let because = if checked { "you are in check: " } else { "" };
                format!("{because}the {piece} on {start} can go to {}{more}, not to {end}", names.join(", "))
            }
        })
    }

    fn why_no_drop(&self, state: &BoardState<W, N>, moves: &[Move], letter: &str, square: &str) -> Option<String> {
        let (plan, position) = (&self.plan, &state.position);
        let at = square_named(plan, square)?;
        let kind = plan.names.letters.iter().position(|known| known.eq_ignore_ascii_case(letter))?;
        let piece = &plan.names.kinds[kind];
        if let Some((_, other)) = position.at(plan, at) {
            return Some(format!("{} stands on {square}", a(&plan.names.kinds[other as usize])));
        }
        let here = |mv: &Move| self.dropped(mv) == Some(kind) && mv.to() == at;
        if moves.iter().any(here) {
            return None;
        }
        let able = moves.iter().any(|mv| self.dropped(mv) == Some(kind));
        Some(match (able, play::in_check(plan, position)) {
            (true, true) => format!("you are in check, and {} on {square} does not stop it", a(piece)),
            (true, false) => format!("{} cannot be dropped on {square}", a(piece)),
            (false, _) => format!("you have no {piece} to drop now"),
        })
    }

    /// The kind of piece that a move drops. `None` if the move is not a drop.
    fn dropped(&self, mv: &Move) -> Option<usize> {
        match self.plan.atoms[mv.atom() as usize].form {
            Form::Drop(kind) => Some(kind as usize),
            _ => None,
        }
    }

    /// The two squares of a text such as `e2e4` or `a10b10`. A suffix may follow.
    fn two_squares(&self, text: &str) -> Option<(u8, u8)> {
        let text = text.split('#').next().unwrap_or_default();
        let second = text.char_indices().skip(1).find(|(_, c)| c.is_ascii_lowercase())?.0;
        let (from, rest) = text.split_at(second);
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        Some((square_named(&self.plan, from)?, square_named(&self.plan, &rest[..=digits])?))
    }
}
