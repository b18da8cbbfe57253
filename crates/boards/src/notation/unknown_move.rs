//! Explains why a typed text is not a legal move.

use rulebook_kernel::Illegal;

use super::square_named;
use crate::play::{Move, Position, in_check};
use crate::rules::Boards;

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The reason why a text is not a legal move, if it does not have two squares. For texts with two squares, see
    /// [`Boards::why_not`].
    pub(super) fn unread(&self, position: &Position<W, N>, moves: &[Move], text: &str) -> Illegal {
        let promotes = |mv: &&Move| mv.promotion() > 0 && self.is_called(position, &mv.promoted(0), text);
        let options: Vec<String> = moves.iter().filter(promotes).map(|mv| self.short(position, moves, mv)).collect();
        if !options.is_empty() {
            return Illegal::new(format!("this move promotes: write {}", options.join(" or ")));
        }
        let names = squares(text);
        let unknown = names.iter().find(|name| square_named(&self.plan, name).is_none());
        let reason = match (unknown, &names[..]) {
            (Some(name), _) => {
                let (columns, rows) = (self.plan.geometry.cols, self.plan.geometry.rows);
                let last = char::from(b'a' + columns.clamp(1, 26) as u8 - 1);
                Some(format!("the board has no square {name}; squares are a1 to {last}{rows}"))
            }
            (_, [to]) => self.none_goes(position, text, to),
            _ => None,
        };
        let example = moves.iter().map(|mv| self.coordinates(position, mv)).next().unwrap_or_default();
        let unread = || format!("illegal move; write moves like {example}");
        let checked = if reason.is_some() && in_check(&self.plan, position) { "; you are in check" } else { "" };
        Illegal::new(reason.unwrap_or_else(unread) + checked)
    }

    /// The reason why a text such as `Nf3` or `exd5` is not a legal move. Such a text names a kind of piece and its
    /// target.
    fn none_goes(&self, position: &Position<W, N>, text: &str, to: &str) -> Option<String> {
        let plan = &self.plan;
        let target = square_named(plan, to)?;
        let head = &text[..text.find(to)?];
        let letters = plan.names.letters.iter().map(String::as_str);
        let of_letter = letters.enumerate().filter(|(_, letter)| head.starts_with(letter)).max_by_key(|(_, l)| l.len());
        let kind = match of_letter {
            Some((kind, _)) => kind,
            None if head.starts_with(|first: char| first.is_ascii_uppercase()) => return None,
            None => (0..plan.planes.kinds).find(|kind| self.is_foot(*kind as u8))?,
        };
        let name = &plan.names.kinds[kind];
        let me = position.mover(plan);
        if (position.player(plan, me) & position.kind(kind as u8)).is_empty() {
            return Some(format!("{} has no {name}", plan.names.players[me as usize]));
        }
        if head.ends_with(['x', ':']) && position.at(plan, target).is_none() {
            return Some(format!("there is nothing to capture on {to}"));
        }
        Some(format!("no {name} can go to {to}"))
    }
}

/// The parts of a text that look like squares (a lower-case letter and a number), in order.
fn squares(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_lowercase()) {
        let digits = rest[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        if (1..=3).contains(&digits) {
            found.push(&rest[at..=at + digits]);
        }
        rest = &rest[at + 1 + digits..];
    }
    found
}
