//! Moves as texts: coordinates for the log, and the short notation of chess players for those who type it.

use rulebook_kernel::{Illegal, Notation, Seat};

use crate::bits::Set;
use crate::plan::{Effect, Form, Plan};
use crate::play::{self, Move, Moves, Position};
use crate::rules::Boards;
use crate::state::State;

/// `e4`: a letter for the column, a number from one for the row.
pub(crate) fn square_text<const W: usize>(plan: &Plan<W>, square: u8) -> String {
    let (x, y) = plan.geometry.place(square);
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// The square with this name, if the board has it.
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
    /// Coordinates: `e2e4`, `e7e8q`, `P@e5`, `c3e5g7` for a chain, `pass`. Not always unique.
    fn coordinates(&self, position: &Position<W, N>, mv: &Move) -> String {
        let plan = &self.plan;
        let atom = &plan.atoms[mv.atom as usize];
        let mut text = match atom.form {
            Form::Pass => return "pass".to_owned(),
            Form::Drop(kind) => return format!("{}@{}", plan.names.letters[kind as usize], square_text(plan, mv.to)),
            _ => square_text(plan, mv.from),
        };
        let stops = if mv.path == 0 { vec![mv.to] } else { position.stops(plan, *mv) };
        stops.iter().for_each(|stop| text += &square_text(plan, *stop));
        if mv.promotion > 0 {
            text += &plan.names.letters[mv.promotion as usize - 1].to_lowercase();
        }
        text
    }

    /// The text of a move: its coordinates, and a number where several moves share them.
    pub(crate) fn move_text(&self, state: &State<W, N>, mv: &Move) -> String {
        let mut moves = Moves::new();
        play::legal(&self.plan, &state.position, &mut moves);
        let drops = |other: &Move| matches!(self.plan.atoms[other.atom as usize].form, Form::Drop(_) | Form::Pass);
        let alike = |other: &&Move| {
            (other.from, other.to, other.promotion, other.path) == (mv.from, mv.to, mv.promotion, mv.path)
                && !drops(mv)
                && !drops(other)
        };
        let twins: Vec<&Move> = moves.iter().filter(alike).collect();
        let text = self.coordinates(&state.position, mv);
        match twins.iter().position(|other| *other == mv) {
            Some(at) if at > 0 => format!("{text}#{}", at + 1),
            _ => text,
        }
    }

    /// The short notation of chess players: `Nf3`, `exd5`, `O-O`, `e8=Q#`.
    #[must_use]
    pub fn san(&self, state: &State<W, N>, mv: &Move) -> String {
        let mut moves = Moves::new();
        play::legal(&self.plan, &state.position, &mut moves);
        let mut after = state.position;
        after.make(&self.plan, *mv);
        let sign = match (play::in_check(&self.plan, &after), play::has_move(&self.plan, &after)) {
            (true, false) => "#",
            (true, true) => "+",
            _ => "",
        };
        self.short(&state.position, &moves, mv) + sign
    }

    /// The short notation without the sign of a check.
    fn short(&self, position: &Position<W, N>, moves: &[Move], mv: &Move) -> String {
        let plan = &self.plan;
        let atom = &plan.atoms[mv.atom as usize];
        if matches!(atom.form, Form::Drop(_) | Form::Pass) || mv.path != 0 {
            return self.coordinates(position, mv);
        }
        if let Some(distance) = self.partner_distance(position, mv) {
            return if distance <= 3 { "O-O" } else { "O-O-O" }.to_owned();
        }
        let takes = position.occupied(plan).has(mv.to) || atom.captures_aside;
        let from = square_text(plan, mv.from);
        let (column, row) = from.split_at(1);
        let mut text = String::new();
        // Kinds that only go forward are the foot soldiers: no letter, and the column when they take.
        if self.is_foot(atom.kind) {
            if takes {
                text += column;
            }
        } else {
            text += &plan.names.letters[atom.kind as usize];
            let same = |other: &&Move| {
                let other_atom = &plan.atoms[other.atom as usize];
                other.to == mv.to
                    && other.from != mv.from
                    && other_atom.kind == atom.kind
                    && other.path == 0
                    && !matches!(other_atom.form, Form::Drop(_) | Form::Pass)
            };
            let rivals: Vec<(u8, u8)> = moves.iter().filter(same).map(|m| plan.geometry.place(m.from)).collect();
            let (x, y) = plan.geometry.place(mv.from);
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
        text += &square_text(plan, mv.to);
        if mv.promotion > 0 {
            text += "=";
            text += &plan.names.letters[mv.promotion as usize - 1];
        }
        text
    }

    /// How far away the piece stands that moves along: the mark of castling.
    fn partner_distance(&self, position: &Position<W, N>, mv: &Move) -> Option<u8> {
        let effects = self.plan.atoms[mv.atom as usize].effects.iter();
        effects
            .filter_map(|effect| {
                let Effect::Shift { kind, from, .. } = effect else { return None };
                let square = from.from(mv.from)?;
                position.is_kind(&self.plan, square, *kind).then_some(from.distance)
            })
            .next()
    }

    fn is_foot(&self, kind: u8) -> bool {
        let mut atoms =
            self.plan.atoms.iter().filter(|atom| atom.kind == kind && atom.form.step().is_some()).peekable();
        atoms.peek().is_some() && atoms.all(|atom| atom.forward)
    }
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// Where the piece of a chain of jumps comes down, one square after another.
    fn stops(&self, plan: &Plan<W>, mv: Move) -> Vec<u8> {
        let mut stops = Vec::new();
        let mut links = 0;
        let total = (31 - mv.path.leading_zeros()) / 3;
        while links < total {
            links += 1;
            let part = mv.path & ((1 << (3 * links)) - 1) | 1 << (3 * links);
            let mut after = *self;
            after.place(plan, Move { path: part, promotion: 0, ..mv });
            let own = plan.atoms[mv.atom as usize].player;
            let before = self.player(plan, own).minus(Set::one(mv.from));
            stops.extend(after.player(plan, own).minus(before).iter().next());
        }
        stops
    }
}

impl<const W: usize, const N: usize> Notation for Boards<W, N> {
    fn text(&self, state: &State<W, N>, _: Seat, mv: &Move) -> String {
        self.move_text(state, mv)
    }

    fn parse(&self, state: &State<W, N>, seat: Seat, text: &str) -> Result<Move, Illegal> {
        let mut moves = Moves::new();
        rulebook_kernel::Rules::moves(self, state, seat, &mut moves);
        if moves.is_empty() {
            return Err(Illegal::new("it is not your turn"));
        }
        let plain = text.split('#').next().unwrap_or_default();
        let same = moves.iter().filter(|mv| self.coordinates(&state.position, mv) == plain);
        if let Some(mv) = same.clone().find(|mv| self.move_text(state, mv) == text) {
            return Ok(*mv);
        }
        let short = text.trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
        let short = if short.contains("O-O") { short } else { text.trim_end_matches(['+', '#', '!', '?']).to_owned() };
        let mut found = moves.iter().filter(|mv| self.short(&state.position, &moves, mv) == short);
        match (found.next(), found.next()) {
            (Some(mv), None) => Ok(*mv),
            (Some(_), Some(_)) => Err(Illegal::new("several moves are called that: give both squares")),
            (None, _) => Err(Illegal::new("no legal move is called that; write it like e2e4")),
        }
    }
}
