//! Move texts: coordinates for logs, and short algebraic notation for players who type their moves.

mod unknown_move;

use rulebook_kernel::{Illegal, Notation, Seat};
use std::collections::BTreeMap;

use crate::bits::Set;
use crate::plan::{Effect, Form, Plan, Test};
use crate::play::{self, Move, Moves, Position};
use crate::rules::Boards;
use crate::state::BoardState;

/// The name of a square: a letter for the column and a number for the row, starting with `a1`.
pub(crate) fn square_text<const W: usize>(plan: &Plan<W>, square: u8) -> String {
    let mut text = String::new();
    push_square(plan, square, &mut text);
    text
}

/// Appends the name of a square. Uses no formatter, because this function must be fast: each typed move is compared
/// with the texts of all moves.
fn push_square<const W: usize>(plan: &Plan<W>, square: u8, text: &mut String) {
    let (x, y) = plan.geometry.column_row(square);
    text.push(char::from(b'a' + x));
    if y >= 9 {
        text.push(char::from(b'0' + (y + 1) / 10));
    }
    text.push(char::from(b'0' + (y + 1) % 10));
}

/// The square with this name. `None` if the board has no such square.
pub(crate) fn square_named<const W: usize>(plan: &Plan<W>, text: &str) -> Option<u8> {
    let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u8 = text[1..].parse().ok().filter(|row| (1..=16).contains(row) && !text[1..].starts_with(['+', '0']))?;
    let (x, y) = (letter - b'a', row - 1);
    if i16::from(x) >= plan.geometry.cols || i16::from(y) >= plan.geometry.rows {
        return None;
    }
    Some(plan.geometry.square((x, y))).filter(|square| plan.geometry.all.has(*square))
}

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The move as coordinates: `e2e4`, `e7e8q`, `P@e5`, `c3e5g7` for a chain, `pass`. Two moves can have the same
    /// coordinates.
    fn coordinates(&self, position: &Position<W, N>, mv: &Move) -> String {
        let mut text = String::new();
        self.write_coordinates(position, mv, &mut text);
        text
    }

    fn write_coordinates(&self, position: &Position<W, N>, mv: &Move, text: &mut String) {
        let plan = &self.plan;
        let atom = &plan.atoms[mv.atom() as usize];
        match atom.form {
            Form::Pass => {
                let Some((square, _)) = mv.choice() else { return text.push_str("pass") };
                text.push_str("*@");
                return push_square(plan, square, text);
            }
            Form::Drop(kind) => {
                let placed = if mv.promotion() > 0 { mv.promotion() - 1 } else { kind };
                text.push_str(&plan.names.letters[placed as usize]);
                text.push('@');
                return push_square(plan, mv.to(), text);
            }
            _ => push_square(plan, mv.from(), text),
        }
        if mv.path() == 0 {
            push_square(plan, mv.to(), text);
        } else {
            position.stops(plan, *mv).iter().for_each(|stop| push_square(plan, *stop, text));
        }
        if mv.promotion() > 0 {
            text.push_str(&plan.names.letters[mv.promotion() as usize - 1].to_lowercase());
        }
        match mv.choice() {
            Some((square, None)) => {
                text.push(',');
                push_square(plan, mv.to(), text);
                push_square(plan, square, text);
            }
            Some((square, Some(kind))) => {
                text.push_str(&plan.names.letters[kind as usize].to_lowercase());
                if square != mv.from() {
                    text.push('@');
                    push_square(plan, square, text);
                }
            }
            None => {}
        }
    }

    /// The text of the turn that a decision ends: the chosen move and its wall, or the move itself. The text of a move
    /// whose wall is still open is the text of the move alone.
    #[must_use]
    pub fn turn_text(&self, state: &BoardState<W, N>, mv: &Move) -> String {
        let whole = self.whole(state, mv);
        match whole.choice() {
            Some((square, None)) if self.plan.staged => {
                let first = BoardState { chosen: None, ..state.clone() };
                let target = square_text(&self.plan, whole.to());
                format!("{},{target}{}", self.move_text(&first, &whole.bare()), square_text(&self.plan, square))
            }
            _ => self.move_text(state, mv),
        }
    }

    /// The legal moves of whole turns with their texts, as [`Boards::turns`] and [`Boards::turn_text`] give them. Lists
    /// the moves only once, so it is fast for positions with thousands of moves.
    #[must_use]
    pub fn turn_texts(&self, state: &BoardState<W, N>) -> Vec<(Move, String)> {
        let first = BoardState { chosen: None, ..state.clone() };
        let where_to = |mv: &Move| (mv.from(), mv.to(), mv.promotion(), mv.tail());
        let drops = |mv: &Move| matches!(self.plan.atoms[mv.atom() as usize].form, Form::Drop(_) | Form::Pass);
        let (mut twins, mut numbers) = (BTreeMap::new(), BTreeMap::new());
        for mv in self.decisions(&first).iter().filter(|mv| !drops(mv)) {
            let number = twins.entry(where_to(mv)).or_insert(0u32);
            *number += 1;
            numbers.insert(*mv, *number);
        }
        let text_of = |mv: Move| {
            let wall = mv.choice().filter(|(_, kind)| self.plan.staged && kind.is_none());
            let bare = if wall.is_some() { mv.bare() } else { mv };
            let mut text = self.coordinates(&state.position, &bare);
            if let Some(number) = numbers.get(&bare).filter(|number| **number > 1) {
                text += &format!("#{number}");
            }
            if let Some((square, _)) = wall {
                text += &format!(",{}{}", square_text(&self.plan, mv.to()), square_text(&self.plan, square));
            }
            (mv, text)
        };
        self.turns(state).into_iter().map(text_of).collect()
    }

    /// The texts of the decisions in the text of a turn. `d1d7,d7g7` is a move and the wall that follows it.
    #[must_use]
    pub fn decision_texts(&self, turn: &str) -> Vec<String> {
        if self.plan.staged
            && let Some((mv, wall)) = turn.split_once(',')
            && let Some(square) = wall.rfind(|letter: char| letter.is_ascii_lowercase())
        {
            return vec![mv.to_owned(), format!("*@{}", &wall[square..])];
        }
        vec![turn.to_owned()]
    }

    /// The text of a move: its coordinates, followed by a number if several moves have the same coordinates.
    pub(crate) fn move_text(&self, state: &BoardState<W, N>, mv: &Move) -> String {
        let text = self.coordinates(&state.position, mv);
        let drops = |other: &Move| matches!(self.plan.atoms[other.atom() as usize].form, Form::Drop(_) | Form::Pass);
        let atom = &self.plan.atoms[mv.atom() as usize];
        if drops(mv) || !self.plan.alike[atom.player as usize * self.plan.planes.kinds + atom.kind as usize] {
            return text;
        }
        let moves = self.decisions(state);
        let where_to = |mv: &Move| (mv.from(), mv.to(), mv.promotion(), mv.tail());
        let mut twins = moves.iter().filter(|other| where_to(other) == where_to(mv) && !drops(other));
        match twins.position(|other| other == mv) {
            Some(at) if at > 0 => format!("{text}#{}", at + 1),
            _ => text,
        }
    }

    /// The move in short algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
    #[must_use]
    pub fn san(&self, state: &BoardState<W, N>, mv: &Move) -> String {
        let moves = self.decisions(state);
        if self.needs_wall(mv) {
            return self.short(&state.position, &moves, mv);
        }
        let mut after = state.position;
        after.make(&self.plan, self.whole(state, mv));
        let sign = match (play::in_check(&self.plan, &after), play::has_move(&self.plan, &after)) {
            (true, false) => "#",
            (true, true) => "+",
            _ => "",
        };
        self.short(&state.position, &moves, mv) + sign
    }

    /// Whether the move captures a piece.
    pub(crate) fn takes(&self, position: &Position<W, N>, mv: &Move) -> bool {
        let atom = &self.plan.atoms[mv.atom() as usize];
        let leaps = mv.from() != mv.to() && !matches!(atom.form, Form::Drop(_) | Form::Pass);
        leaps && position.occupied(&self.plan).has(mv.to()) || atom.captures_aside || mv.path() > 1
    }

    /// Short algebraic notation without the check sign.
    fn short(&self, position: &Position<W, N>, moves: &[Move], mv: &Move) -> String {
        let plan = &self.plan;
        let atom = &plan.atoms[mv.atom() as usize];
        if matches!(atom.form, Form::Drop(_) | Form::Pass) || mv.tail() != 0 {
            return self.coordinates(position, mv);
        }
        if let Some(distance) = self.partner_distance(position, mv) {
            let short = |distance: u8| distance <= 3;
            let same =
                |other: &&Move| self.partner_distance(position, other).is_some_and(|d| short(d) == short(distance));
            return match moves.iter().filter(same).count() {
                0 | 1 => if short(distance) { "O-O" } else { "O-O-O" }.to_owned(),
                _ => self.coordinates(position, mv),
            };
        }
        let takes = self.takes(position, mv);
        let from = square_text(plan, mv.from());
        let (column, row) = from.split_at(1);
        let mut text = String::new();
        let same = |other: &&Move| {
            let other_atom = &plan.atoms[other.atom() as usize];
            other.to() == mv.to()
                && other.from() != mv.from()
                && other_atom.kind == atom.kind
                && other.tail() == 0
                && !matches!(other_atom.form, Form::Drop(_) | Form::Pass)
        };
        let rivals: Vec<(u8, u8)> = moves.iter().filter(same).map(|m| plan.geometry.column_row(m.from())).collect();
        let (x, y) = plan.geometry.column_row(mv.from());
        // Pawn-like pieces have no letter. When they capture, their column is written.
        if self.goes_without_letter(atom.kind) {
            match takes {
                true if rivals.iter().all(|rival| rival.0 != x) => text += column,
                true => text += &from,
                // `ba2` would look like a capture, so both squares are written: `b1-a2`.
                false if !rivals.is_empty() => text += &format!("{from}-"),
                false => {}
            }
        } else {
            text += &plan.names.letters[atom.kind as usize];
            if !rivals.is_empty() {
                if rivals.iter().all(|rival| rival.0 != x) {
                    text += column;
                } else if rivals.iter().all(|rival| rival.1 != y) {
                    text += row;
                } else {
                    text += &from;
                }
            }
        }
        if takes {
            text += "x";
        }
        text += &square_text(plan, mv.to());
        if mv.promotion() > 0 {
            text += "=";
            text += &plan.names.letters[mv.promotion() as usize - 1];
        }
        text
    }

    /// Whether a typed text names this move. The text may contain more columns, rows, squares and symbols than necessary.
    fn is_called(&self, position: &Position<W, N>, mv: &Move, text: &str) -> bool {
        let plan = &self.plan;
        let atom = &plan.atoms[mv.atom() as usize];
        if matches!(atom.form, Form::Drop(_) | Form::Pass) || mv.tail() != 0 {
            let coordinates = self.coordinates(position, mv);
            // The square of a wall is enough.
            return coordinates.eq_ignore_ascii_case(text) || coordinates.strip_prefix("*@") == Some(text);
        }
        let letter = &plan.names.letters[atom.kind as usize];
        let rest = match text.strip_prefix(letter.as_str()) {
            Some(rest) => rest,
            None if self.is_foot(atom.kind) => text,
            None => return false,
        };
        let promotion = match mv.promotion() {
            0 => "",
            kind => &plan.names.letters[kind as usize - 1],
        };
        let rest = match rest.to_ascii_uppercase().strip_suffix(&format!("({promotion})")) {
            Some(_) => &rest[..rest.len() - promotion.len() - 2],
            None if rest.to_ascii_uppercase().ends_with(promotion) => {
                rest[..rest.len() - promotion.len()].trim_end_matches(['=', '/'])
            }
            None => return false,
        };
        let Some(rest) = rest.strip_suffix(&square_text(plan, mv.to())) else { return false };
        let rest = rest.trim_end_matches(['x', ':', '-']);
        let from = square_text(plan, mv.from());
        let (column, row) = from.split_at(1);
        rest.is_empty() || rest == column || rest == row || rest == from
    }

    /// The distance between the leader and its partner in a castling move. `None` for other moves.
    fn partner_distance(&self, position: &Position<W, N>, mv: &Move) -> Option<u8> {
        self.partner(position, mv).map(|(_, distance)| distance)
    }

    /// A castling move as some programs write it: the leader moves to the square of its partner. So `e1h1` means
    /// `e1g1`. `None` for other moves.
    #[must_use]
    pub fn castling_text(&self, state: &BoardState<W, N>, mv: &Move) -> Option<String> {
        let (partner, _) = self.partner(&state.position, mv)?;
        Some(square_text(&self.plan, mv.from()) + &square_text(&self.plan, partner))
    }

    /// Whether a piece castles with a partner on any square of its rank, by the clause `castling`.
    #[must_use]
    pub fn castles_by_partner(&self) -> bool {
        self.plan.clauses.castling.is_some()
    }

    /// The partner of a castling move: its square and its distance. A castling move is a move of an unmoved leader that
    /// also moves another friendly piece.
    fn partner(&self, position: &Position<W, N>, mv: &Move) -> Option<(u8, u8)> {
        let atom = &self.plan.atoms[mv.atom() as usize];
        if let Form::Castle(castle) = &atom.form {
            // A partner to the right means castling on the short side.
            return Some((castle.partner, if castle.partner > castle.piece { 2 } else { 4 }));
        }
        if !self.plan.leaders.contains(&atom.kind) || !atom.tests.contains(&Test::Unmoved) {
            return None;
        }
        let own = position.player(&self.plan, atom.player);
        atom.effects.iter().find_map(|effect| {
            let Effect::Shift { kind, from, .. } = effect else { return None };
            let square = from.from(mv.from()).filter(|square| own.has(*square))?;
            position.is_kind(&self.plan, square, *kind).then_some((square, from.distance))
        })
    }

    /// Whether the kind is written without a letter. This holds for a kind that only moves forward, like a pawn, if it
    /// is the only such kind.
    fn goes_without_letter(&self, kind: u8) -> bool {
        let kinds = self.plan.names.letters.len() as u8;
        self.is_foot(kind) && (0..kinds).all(|other| other == kind || !self.is_foot(other))
    }

    fn is_foot(&self, kind: u8) -> bool {
        let mut atoms = self
            .plan
            .atoms
            .iter()
            .filter(|atom| atom.kind == kind && atom.form.step().is_some() && !atom.stays())
            .peekable();
        atoms.peek().is_some() && atoms.all(|atom| atom.forward)
    }
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// The squares on which a piece lands during a chain of jumps, in order.
    fn stops(&self, plan: &Plan<W>, mv: Move) -> Vec<u8> {
        let mut stops = Vec::new();
        let atom = &plan.atoms[mv.atom() as usize];
        let kinds = &plan.sides[atom.player as usize].kinds;
        let Some(width) = kinds.iter().find(|kind| kind.kind == atom.kind).map(|kind| kind.link()) else {
            return stops;
        };
        let total = (31 - mv.path().leading_zeros()) / width;
        for links in 1..=total {
            let part = mv.path() & ((1 << (width * links)) - 1) | 1 << (width * links);
            let mut after = *self;
            after.place(plan, mv.promoted(0).along(part));
            let before = self.player(plan, atom.player).minus(Set::one(mv.from()));
            stops.extend(after.player(plan, atom.player).minus(before).iter().next());
        }
        stops
    }
}

impl<const W: usize, const N: usize> Notation for Boards<W, N> {
    fn text(&self, state: &BoardState<W, N>, _: Seat, mv: &Move) -> String {
        self.move_text(state, mv)
    }

    fn parse(&self, state: &BoardState<W, N>, seat: Seat, text: &str) -> Result<Move, Illegal> {
        let mut moves = Moves::new();
        rulebook_kernel::Rules::moves(self, state, seat, &mut moves);
        if moves.is_empty() {
            return Err(Illegal::new("it is not your turn"));
        }
        let plain = text.split('#').next().unwrap_or_default();
        let mut written = String::new();
        for mv in &moves {
            written.clear();
            self.write_coordinates(&state.position, mv, &mut written);
            if written == plain && self.move_text(state, mv) == text {
                return Ok(*mv);
            }
        }
        let short = text.trim_end_matches(['+', '#', '!', '?']).trim_end_matches("e.p.").trim_end();
        let castling = short.replace('0', "O");
        let short = if castling.contains("O-O") { castling } else { short.to_owned() };
        let named = |mv: &&Move| self.short(&state.position, &moves, mv) == short;
        let alike = |mv: &&Move| self.is_called(&state.position, mv, &short);
        let mut found: Vec<&Move> = moves.iter().filter(named).collect();
        if found.is_empty() {
            found = moves.iter().filter(alike).collect();
        }
        match found[..] {
            [mv] => Ok(*mv),
            [_, _, ..] => Err(Illegal::new("several moves have this notation; write both squares")),
            [] => Err(match self.why_not(state, &moves, text) {
                Some(reason) => Illegal::new(reason),
                None => self.unread(&state.position, &moves, &short),
            }),
        }
    }
}
