//! Reads and writes positions as text, similar to FEN: rows from the top, player to move, rights, passed square,
//! clocks.
//!
//! The letters of pieces come from the file: upper case for the first player, lower case for the second. With more
//! players, the number of the player is before every piece, as in `2:K`. The player number always has the same number
//! of digits. Any digits before the player number count empty squares. If a kind has its whole code as letter, the code
//! is in brackets.

use rulebook_kernel::{Notation, Rules, Seat};

use crate::bits::Set;
use crate::notation::{square_named, square_text};
use crate::plan::{Effect, Form, Given, Test};
use crate::play::Position;
use crate::rules::Boards;
use crate::spec::Win;
use crate::state::BoardState;

/// Maximum length of a text, in bytes.
const MAX_TEXT: usize = 4096;

/// The first character of the field with the chosen move, if the player must still choose the square of its wall.
const CHOSEN: char = '>';

/// The first character of the field with unmoved pieces and flags.
const MARKS: char = '!';

/// The right to make a move that needs two unmoved pieces, such as castling.
struct Right {
    player: u8,
    /// The name in the text: `K` or `q`, and `3:K` with more than two players.
    name: String,
    mover: u8,
    partner: u8,
}

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The position of a state as text.
    #[must_use]
    pub fn position_text(&self, state: &BoardState<W, N>) -> String {
        let position = &state.position;
        let plan = &self.plan;
        let mut fields = vec![self.rows_text(position), self.mover_text(position)];
        let unmoved = position.unmoved(plan);
        let rights: String = self
            .rights()
            .iter()
            .filter(|right| self.holds(position, right) && unmoved.has(right.mover) && unmoved.has(right.partner))
            .map(|right| right.name.as_str())
            .collect();
        let singles = self.singles();
        let covered = |square: u8| {
            let held =
                |right: &Right| self.holds(position, right) && unmoved.has(right.mover) && unmoved.has(right.partner);
            self.rights().iter().any(|right| held(right) && [right.mover, right.partner].contains(&square))
        };
        let mut rights = rights + &self.castles_text(position);
        for (player, square) in singles {
            if (position.player(plan, player) & unmoved).has(square) && !covered(square) {
                rights += &self.single_text(player, square);
            }
        }
        fields.push(if rights.is_empty() { "-".to_owned() } else { rights });
        let passed = self.flag_steps().into_iter().find_map(|(player, given, step)| {
            let piece = (position.flagged(plan, given.flag) & position.player(plan, player)).iter().next()?;
            plan.geometry.step(piece, (-step.0, -step.1))
        });
        fields.push(passed.map_or_else(|| "-".to_owned(), |square| square_text(plan, square)));
        if let (Some(first), Some(times)) = (plan.checks, self.check_limit()) {
            let left = |player: u8| times.saturating_sub(position.counters[(first + player) as usize]);
            if plan.planes.players == 2 {
                fields.push(format!("{}+{}", left(1), left(0)));
            }
        }
        let passes = plan.passes.map_or(0, |counter| position.counters[counter as usize]);
        if passes > 0 {
            fields.push(format!("x{passes}"));
        }
        fields.push(position.clock.to_string());
        fields.push((usize::from(position.ply) / plan.order.len() + 1).to_string());
        fields.extend(self.marks_text(position, &fields.join(" ")));
        if let Some(mv) = state.chosen {
            let first = BoardState { chosen: None, ..state.clone() };
            fields.push(format!("{CHOSEN}{}", self.move_text(&first, &mv)));
        }
        fields.join(" ")
    }

    /// The state of a match that starts with the position of a text.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the text.
    pub fn position_from(&self, text: &str) -> Result<BoardState<W, N>, String> {
        let plan = &self.plan;
        let (position, chosen) = self.read_position(text)?;
        if !plan.leaders.is_empty() {
            for player in 0..plan.planes.players as u8 {
                let own = position.all_leaders(plan) & position.player(plan, player);
                if plan.is_led(player) && own.is_empty() {
                    return Err(format!("{} has no leader", plan.names.players[player as usize]));
                }
                let leads = |(owner, kind, _): &&(u8, u8, u8)| *owner == player && plan.leaders.contains(kind);
                let usual = plan.start.iter().filter(leads).count();
                if position.leaders(plan, player).len() as usize > usual && !plan.crowns() {
                    return Err(format!("{} has more leaders than at the start", plan.names.players[player as usize]));
                }
            }
            let due = position.mover(plan);
            let exposed = plan.sides[due as usize].enemies.iter().any(|enemy| position.is_threatened(plan, *enemy));
            if exposed && plan.alternates() {
                return Err("the player who is not to move is in check".to_owned());
            }
        }
        let mut state = self.match_from(position);
        if let Some(chosen) = chosen {
            let seat = Seat::new(state.position.mover(plan) as usize);
            let mv = self.parse(&state, seat, chosen).map_err(|why| format!("the chosen move {chosen:?}: {why}"))?;
            if !self.needs_wall(&mv) {
                return Err(format!("no wall follows the move {chosen:?}"));
            }
            self.play(&mut state, seat, &mv, &mut ());
        }
        match self.validate_state(&state) {
            Ok(()) => Ok(state),
            Err(why) => Err(why.to_string()),
        }
    }

    /// Reads all fields of a text: the position, and the text of the chosen move.
    fn read_position<'t>(&self, text: &'t str) -> Result<(Position<W, N>, Option<&'t str>), String> {
        if text.len() > MAX_TEXT {
            return Err("the position is too long".to_owned());
        }
        let plan = &self.plan;
        let mut fields = text.split_whitespace().peekable();
        let numeric = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
        let passes = |field: &&str| field.strip_prefix('x').is_some_and(|count| !count.is_empty() && numeric(&count));
        let mut position = Position::empty(plan);
        self.read_rows(fields.next().ok_or("the position has no rows")?, &mut position)?;
        if let Some(turn) = fields.next() {
            position.turn = self.read_turn(turn)?;
        }
        let rights = fields.next_if(|field| !numeric(field) && !field.contains('+'));
        self.read_rights(rights, &mut position)?;
        match fields.next_if(|field| !numeric(field) && !field.contains('+') && !passes(field)) {
            None | Some("-") => {}
            Some(square) => self.read_passed(square, &mut position)?,
        }
        if let Some(checks) = fields.next_if(|field| field.contains('+')) {
            self.read_checks(checks, &mut position)?;
        }
        if let Some(passes) = fields.next_if(passes) {
            let count = passes[1..].parse::<u8>().ok().filter(|count| (1..=2).contains(count));
            let counter = plan.passes.ok_or_else(|| format!("this game does not count passes: {passes:?}"))?;
            let count = count.ok_or_else(|| format!("the passes in a row are x1 or x2, not {passes:?}"))?;
            position.counters[counter as usize] = count;
        }
        let mut number = |what: &str, default: u16| match fields.next() {
            None | Some("-") => Ok(default),
            Some(text) => text.parse::<u16>().map_err(|_| format!("{what} must be a number, not {text:?}")),
        };
        position.clock = number("the clock", 0)?;
        let round = number("the move", 1)?.max(1) - 1;
        let due = position.mover(plan);
        if plan.check_series.is_some() {
            let checked = position.is_threatened(plan, due);
            position.note_series(plan, due, checked);
        }
        if let Some(marks) = fields.next_if(|field| field.starts_with(MARKS)) {
            self.read_marks(&marks[1..], &mut position)?;
        }
        let chosen = fields.next_if(|field| field.starts_with(CHOSEN)).map(|field| &field[1..]);
        let ply = usize::from(round) * plan.order.len() + usize::from(position.turn);
        // Limit the move number, so that a match from a late position still has at least half of its turns.
        position.ply = ply.min(usize::from(plan.clauses.max_plies / 2)) as u16;
        if fields.next().is_some() {
            return Err("there is extra text after the position".to_owned());
        }
        Ok((position, chosen))
    }

    /// The unmoved pieces and the flags that the other fields of the text do not say. `None` if there are none.
    fn marks_text(&self, position: &Position<W, N>, text: &str) -> Option<String> {
        let plan = &self.plan;
        let relevant = self.relevant_unmoved(position);
        if relevant.is_empty() && !position.has_flags(plan) && plan.check_series.is_none() {
            return None;
        }
        let (read, _) = self.read_position(text).ok()?;
        let squares = |set: Set<W>| set.iter().map(|square| square_text(plan, square)).collect::<Vec<_>>().join(".");
        let mut marks = Vec::new();
        let unmoved = position.unmoved(plan) & relevant;
        if unmoved != read.unmoved(plan) & relevant {
            marks.push(format!("u:{}", squares(unmoved)));
        }
        let flags = position.sets[plan.planes.first_flag..plan.planes.count].iter();
        let implied = &read.sets[plan.planes.first_flag..plan.planes.count];
        for (at, (flag, _)) in flags.zip(implied).enumerate().filter(|(_, (flag, implied))| flag != implied) {
            marks.push(format!("{at}:{}", squares(*flag)));
        }
        let series = self.leaders_in_series(position);
        if series != self.leaders_in_series(&read) {
            marks.push(format!("c:{}", squares(series)));
        }
        (!marks.is_empty()).then(|| format!("{MARKS}{}", marks.join(",")))
    }

    /// The leaders to whom a piece of the clause `checkmate.without` has given check since they were last out of check.
    fn leaders_in_series(&self, position: &Position<W, N>) -> Set<W> {
        let plan = &self.plan;
        let Some(first) = plan.check_series else { return Set::EMPTY };
        let noted = |player: &u8| position.counters[(first + player) as usize] > 0;
        let players = (0..plan.planes.players as u8).filter(noted);
        players.fold(Set::EMPTY, |all, player| all | position.leaders(plan, player))
    }

    /// Reads the marks that [`Boards::position_text`] has written.
    fn read_marks(&self, text: &str, position: &mut Position<W, N>) -> Result<(), String> {
        let plan = &self.plan;
        let flags = plan.planes.first_flag..plan.planes.count;
        for mark in text.split(',') {
            let wrong = || format!("a mark is written like u:a1.h1 or 0:e4, not {mark:?}");
            let (name, list) = mark.split_once(':').ok_or_else(wrong)?;
            let mut squares = Set::EMPTY;
            for square in list.split('.').filter(|square| !square.is_empty()) {
                squares.insert(square_named(plan, square).ok_or_else(wrong)?);
            }
            if squares.minus(position.occupied(plan).minus(position.walls(plan))).any() {
                return Err(format!("the mark {mark:?} names a square without a piece"));
            }
            if let Some(first) = plan.check_series.filter(|_| name == "c") {
                for player in 0..plan.planes.players as u8 {
                    let noted = (squares & position.leaders(plan, player)).any();
                    position.counters[(first + player) as usize] = u8::from(noted);
                }
            } else if name == "u" {
                let rest = position.unmoved(plan).minus(self.relevant_unmoved(position));
                position.sets[plan.planes.unmoved] = rest | squares;
            } else {
                let plane = name.parse::<usize>().ok().map(|at| flags.start + at).filter(|plane| flags.contains(plane));
                position.sets[plane.ok_or_else(wrong)?] = squares;
            }
        }
        Ok(())
    }

    /// The pieces for which a rule other than castling asks whether they have moved. Castling has a field of its own in
    /// the text.
    fn relevant_unmoved(&self, position: &Position<W, N>) -> Set<W> {
        let plan = &self.plan;
        let mut found = plan.gates.iter().fold(Set::EMPTY, |all, gate| all | *gate);
        for atom in &plan.atoms {
            let carries = atom.effects.iter().any(|effect| matches!(effect, Effect::Shift { .. }));
            let asks = atom.tests.iter().chain(atom.promotions.iter().flat_map(|promotion| &promotion.tests));
            let asks: Vec<&Test<W>> = asks.collect();
            if !carries && !asks.is_empty() {
                let pieces = position.player(plan, atom.player) & position.kind(atom.kind) & atom.sources;
                asks.iter().for_each(|test| found |= test.about_unmoved(pieces, atom.sources));
            }
        }
        found & position.occupied(plan).minus(position.walls(plan))
    }

    fn rows_text(&self, position: &Position<W, N>) -> String {
        let plan = &self.plan;
        let mut rows = Vec::new();
        for y in (0..plan.geometry.rows as u8).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for x in 0..plan.geometry.cols as u8 {
                let square = plan.geometry.square((x, y));
                let piece = match position.at(plan, square) {
                    Some((player, kind)) => self.piece_text(player, kind),
                    None if !plan.geometry.all.has(square) || position.walls(plan).has(square) => "*".to_owned(),
                    None => {
                        empty += 1;
                        continue;
                    }
                };
                if empty > 0 {
                    row += &std::mem::take(&mut empty).to_string();
                }
                row += &piece;
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        let mut text = rows.join("/");
        if plan.held.iter().any(Option::is_some) {
            text += &format!("[{}]", self.hands_text(position));
        }
        text
    }

    fn hands_text(&self, position: &Position<W, N>) -> String {
        let plan = &self.plan;
        let mut text = String::new();
        for player in 0..plan.planes.players as u8 {
            for kind in 0..plan.planes.kinds as u8 {
                if let Some(counter) = plan.held(player, kind) {
                    let count = position.counters[counter as usize] as usize;
                    text += &self.piece_text(player, kind).repeat(count);
                }
            }
        }
        text
    }

    fn piece_text(&self, player: u8, kind: u8) -> String {
        self.lettered(player, &self.plan.names.letters[kind as usize])
    }

    /// The text of a piece with this letter.
    fn lettered(&self, player: u8, letter: &str) -> String {
        match (self.plan.planes.players, player) {
            (1 | 2, 0) => letter.to_owned(),
            // If a letter has no lower case form, its case cannot show the player, so the text names the player by
            // number.
            (2, _) if letter.to_lowercase() == letter => format!("{}:{letter}", player + 1),
            (1 | 2, _) => letter.to_lowercase(),
            _ => format!("{:0width$}:{letter}", player + 1, width = self.player_digits()),
        }
    }

    /// The number of digits of a player number before a piece.
    fn player_digits(&self) -> usize {
        if self.plan.planes.players < 10 { 1 } else { 2 }
    }

    fn mover_text(&self, position: &Position<W, N>) -> String {
        if self.plan.order.len() == 2 && self.plan.planes.players == 2 {
            return if position.mover(&self.plan) == 0 { "w" } else { "b" }.to_owned();
        }
        (position.turn + 1).to_string()
    }

    fn read_turn(&self, text: &str) -> Result<u8, String> {
        let order = &self.plan.order;
        let two = order.len() == 2 && self.plan.planes.players == 2;
        let turn = match text {
            "w" if two => order.iter().position(|player| *player == 0),
            "b" if two => order.iter().position(|player| *player == 1),
            _ => text.parse::<usize>().ok().filter(|turn| (1..=order.len()).contains(turn)).map(|turn| turn - 1),
        };
        turn.map(|turn| turn as u8).ok_or_else(|| format!("no player is called {text:?}"))
    }

    fn read_rows(&self, text: &str, position: &mut Position<W, N>) -> Result<(), String> {
        let plan = &self.plan;
        let (text, hands) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((rows, hands)) => (rows, Some(hands)),
            None => (text, None),
        };
        let (cols, rows) = (plan.geometry.cols as usize, plan.geometry.rows as usize);
        let mut lines: Vec<&str> = text.split('/').collect();
        // Some programs write the hands as an additional row.
        let hands = match hands {
            None if plan.held.iter().any(Option::is_some) && lines.len() == rows + 1 => lines.pop(),
            hands => hands,
        };
        if lines.len() != rows {
            return Err(format!("the position has {} rows, but the board has {rows}", lines.len()));
        }
        for (line, y) in lines.into_iter().zip((0..rows as u8).rev()) {
            let (mut x, mut rest) = (0, line);
            while !rest.is_empty() {
                if x >= cols {
                    return Err(format!("the row {line:?} is wider than the board"));
                }
                let square = plan.geometry.square((x as u8, y));
                let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                // The last digits before a colon are the player number. Digits before them count empty squares.
                let free =
                    digits.saturating_sub(if rest[digits..].starts_with(':') { self.player_digits() } else { 0 });
                if free > 0 {
                    let number = rest[..free].parse::<usize>().ok().filter(|n| *n <= cols);
                    x += number.ok_or("a row contains an invalid number")?;
                    rest = &rest[free..];
                    continue;
                }
                x += 1;
                if let Some(after) = rest.strip_prefix('*') {
                    match plan.planes.walls {
                        _ if !plan.geometry.all.has(square) => {}
                        Some(plane) => position.sets[plane].insert(square),
                        None => return Err(format!("{} exists", square_text(plan, square))),
                    }
                    rest = after;
                    continue;
                }
                let (player, kind, length) = self.read_piece(rest)?;
                if !plan.geometry.all.has(square) {
                    return Err(format!("there is no square {}", square_text(plan, square)));
                }
                position.put(plan, player, kind, square);
                rest = &rest[length..];
            }
            if x != cols {
                return Err(format!("the row {line:?} has {x} squares, but the board has {cols} columns"));
            }
        }
        let mut rest = hands.unwrap_or_default().trim_matches('-');
        while !rest.is_empty() {
            let (player, kind, length) = self.read_piece(rest)?;
            let counter = plan.held(player, kind).ok_or("a hand contains a piece that cannot be dropped")?;
            let count = &mut position.counters[counter as usize];
            *count = count
                .checked_add(1)
                .filter(|n| i64::from(*n) <= crate::limits::MAX_HELD)
                .ok_or("a hand contains too many pieces")?;
            rest = &rest[length..];
        }
        Ok(())
    }

    /// Reads the piece at the start of a text: its player, its kind and the length of its text.
    fn read_piece(&self, text: &str) -> Result<(u8, u8, usize), String> {
        let plan = &self.plan;
        let pieces = (0..plan.planes.players as u8).flat_map(|p| (0..plan.planes.kinds as u8).map(move |k| (p, k)));
        let fitting = pieces.flat_map(|(player, kind)| {
            let aliases = plan.names.aliases[kind as usize].iter().map(move |alias| self.lettered(player, alias));
            [self.piece_text(player, kind)].into_iter().chain(aliases).map(move |text| (player, kind, text))
        });
        // Take the longest name that fits: `+P` before `P`.
        let best = fitting.filter(|(.., name)| text.starts_with(name.as_str())).max_by_key(|(.., name)| name.len());
        let (player, kind, name) =
            best.ok_or_else(|| format!("no piece is written {:?}", text.chars().take(8).collect::<String>()))?;
        Ok((player, kind, name.len()))
    }

    /// All rights, by the moves and start squares of the file. The king's side comes first.
    fn rights(&self) -> Vec<Right> {
        let plan = &self.plan;
        let mut rights = Vec::new();
        for atom in plan.atoms.iter().filter(|atom| atom.tests.contains(&Test::Unmoved)) {
            for effect in &atom.effects {
                let Effect::Shift { kind, from, .. } = effect else { continue };
                for &(player, _, mover) in plan.start.iter().filter(|(p, k, _)| (*p, *k) == (atom.player, atom.kind)) {
                    let Some(partner) = from.from(mover) else { continue };
                    let starts =
                        |(p, k, s): &(u8, u8, u8)| *p == player && kind.is_none_or(|kind| kind == *k) && *s == partner;
                    if !plan.start.iter().any(starts) {
                        continue;
                    }
                    let side =
                        if plan.geometry.column_row(partner) > plan.geometry.column_row(mover) { 'K' } else { 'Q' };
                    let name = match player {
                        _ if plan.planes.players > 2 => format!("{}:{side}", player + 1),
                        0 => side.to_string(),
                        _ => side.to_ascii_lowercase().to_string(),
                    };
                    rights.push(Right { player, name, mover, partner });
                }
            }
        }
        rights.sort_by(|one, two| (one.player, &one.name).cmp(&(two.player, &two.name)));
        rights.dedup_by_key(|right| (right.mover, right.partner));
        rights
    }

    /// Whether both pieces of a castling right stand on their start squares.
    fn holds(&self, position: &Position<W, N>, right: &Right) -> bool {
        [right.mover, right.partner].iter().all(|square| {
            let start = self.plan.start.iter().find(|(.., start)| start == square);
            start.is_some_and(|(player, kind, _)| position.at(&self.plan, *square) == Some((*player, *kind)))
        })
    }

    /// Marks pieces on their start squares as unmoved. If the text contains rights, they decide which of the pieces
    /// that can have a right are unmoved.
    fn read_rights(&self, text: Option<&str>, position: &mut Position<W, N>) -> Result<(), String> {
        let plan = &self.plan;
        let mut unmoved = Set::EMPTY;
        for &(player, kind, square) in &plan.start {
            if position.at(plan, square) == Some((player, kind)) {
                unmoved.insert(square);
            }
        }
        position.sets[plan.planes.unmoved] = unmoved;
        let left = self.read_castles(text, position)?;
        unmoved = position.unmoved(plan);
        let rights = self.rights();
        if text.is_some() {
            let singles = self.singles();
            for right in &rights {
                unmoved = unmoved.minus(Set::one(right.mover) | Set::one(right.partner));
            }
            singles.iter().for_each(|(_, square)| unmoved = unmoved.minus(Set::one(*square)));
            let mut rest = left.trim_start_matches('-');
            while let Some(next) = rest.chars().next() {
                let named = |right: &&Right| rest.starts_with(&right.name);
                let single = singles.iter().find_map(|(player, square)| {
                    let name = self.single_text(*player, *square);
                    rest.starts_with(&name).then_some((name.len(), *player, *square))
                });
                if let Some((length, player, square)) = single.filter(|_| !rights.iter().any(|right| named(&right))) {
                    if !position.player(plan, player).has(square) {
                        return Err(format!("the right {next:?} needs a piece on its starting square"));
                    }
                    rest = rest[length..].trim_start_matches('-');
                    unmoved.insert(square);
                    continue;
                }
                let right = rights.iter().find(named).ok_or_else(|| format!("no castling right is called {next:?}"))?;
                if !self.holds(position, right) {
                    return Err(format!(
                        "the castling right {:?} needs both pieces on their starting squares",
                        right.name
                    ));
                }
                rest = rest[right.name.len()..].trim_start_matches('-');
                unmoved = unmoved | Set::one(right.mover) | Set::one(right.partner);
            }
        }
        position.sets[plan.planes.unmoved] = unmoved;
        Ok(())
    }

    /// The moves that set a flag, such as the double step of a pawn. Each has its player, the flag with its sets, and
    /// half of its step: the offset from the passed square to the piece.
    fn flag_steps(&self) -> Vec<(u8, &Given, (i16, i16))> {
        let atoms = self.plan.atoms.iter();
        let steps = atoms.filter_map(|atom| Some((atom.player, atom.flags.first()?, atom.form.step()?)));
        steps.map(|(player, flag, step)| (player, flag, (step.0 / 2, step.1 / 2))).collect()
    }

    /// The number of checks that ends the game.
    fn check_limit(&self) -> Option<u8> {
        let wins = &self.plan.clauses.wins;
        wins.iter().find_map(|win| if let Win::Checks(times) = win { Some(*times) } else { None })
    }

    /// The squares whose single piece keeps a right until it moves: gates, and pieces with a special first move.
    fn singles(&self) -> Vec<(u8, u8)> {
        let plan = &self.plan;
        let gate = |player: u8| plan.gates.get(player as usize).copied().unwrap_or(Set::EMPTY);
        let start = plan.start.iter().filter(|(player, _, square)| (plan.rights | gate(*player)).has(*square));
        start.map(|(player, _, square)| (*player, *square)).collect()
    }

    /// A single right as text: the letter of its column, or `@` and the square if that letter is not unique.
    fn single_text(&self, player: u8, square: u8) -> String {
        let plan = &self.plan;
        let column = |square: u8| plan.geometry.column_row(square).0;
        let alone = self.singles().iter().filter(|(p, s)| *p == player && column(*s) == column(square)).count() == 1;
        let letter = char::from(b'a' + column(square));
        // `k` and `q` already mean castling.
        let free = !matches!(letter, 'k' | 'q');
        match (plan.planes.players, player) {
            (1 | 2, 0) if alone && free => letter.to_ascii_uppercase().to_string(),
            (1 | 2, _) if alone && free => letter.to_string(),
            _ => format!("@{}", square_text(plan, square)),
        }
    }

    /// The rights of the clause `castling`: `K` or `Q` for the outermost partner, otherwise the letter of its column.
    fn castles_text(&self, position: &Position<W, N>) -> String {
        let plan = &self.plan;
        let mut text = String::new();
        for player in 0..plan.planes.players as u8 {
            for right in [true, false] {
                let pairs = self.castle_pairs(position, player, right);
                let unmoved = position.unmoved(plan);
                for (_, partner) in pairs.iter().filter(|(piece, other)| unmoved.has(*piece) && unmoved.has(*other)) {
                    let outer = pairs.last().is_some_and(|(_, last)| last == partner);
                    let column = char::from(b'A' + plan.geometry.column_row(*partner).0);
                    let letter = match (outer, right) {
                        (true, true) => 'K',
                        (true, false) => 'Q',
                        _ => column,
                    };
                    text.push(if player == 0 { letter } else { letter.to_ascii_lowercase() });
                }
            }
        }
        text
    }

    /// The pieces of the clause `castling` with their possible partners on one side, from the piece outwards.
    fn castle_pairs(&self, position: &Position<W, N>, player: u8, right: bool) -> Vec<(u8, u8)> {
        let plan = &self.plan;
        let own = position.player(plan, player);
        let mut found = Vec::new();
        for number in &plan.sides[player as usize].castles {
            let atom = &plan.atoms[*number as usize];
            let Form::Castle(castle) = &atom.form else { continue };
            let piece = (position.kind(atom.kind) & own).has(castle.piece);
            let partner = (position.of_kinds(plan, castle.partners) & own).has(castle.partner);
            if piece && partner && (castle.partner > castle.piece) == right {
                found.push((castle.piece.abs_diff(castle.partner), castle.piece, castle.partner));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, piece, partner)| (piece, partner)).collect()
    }

    /// Marks the pieces of the rights of the clause `castling` as unmoved. `text` has the rights, or `None` if all
    /// possible rights hold.
    fn read_castles(&self, text: Option<&str>, position: &mut Position<W, N>) -> Result<String, String> {
        let plan = &self.plan;
        let Some(castling) = &plan.clauses.castling else { return Ok(text.unwrap_or_default().to_owned()) };
        let mut pieces = position.of_kinds(plan, castling.partners) | position.kind(castling.piece);
        position.sets[plan.planes.unmoved] = position.unmoved(plan).minus(pieces);
        let mut rest = String::new();
        let all = if plan.planes.players == 2 { "KQkq" } else { "KQ" };
        for letter in text.unwrap_or(all).chars() {
            let player = u8::from(letter.is_ascii_lowercase());
            let upper = letter.to_ascii_uppercase();
            let partners = |right| self.castle_pairs(position, player, right).into_iter().map(|(_, partner)| partner);
            let sides = [true, false].map(|right| partners(right).collect::<Vec<u8>>());
            let partner = match upper {
                'K' => sides[0].last().copied(),
                'Q' => sides[1].last().copied(),
                _ => sides.iter().flatten().copied().find(|s| plan.geometry.column_row(*s).0 + b'A' == upper as u8),
            };
            let Some(partner) = partner else {
                if text.is_some() {
                    rest.push(letter);
                }
                continue;
            };
            let castles = plan.sides[player as usize].castles.iter().map(|number| &plan.atoms[*number as usize].form);
            let own = position.player(plan, player) & position.kind(castling.piece);
            let piece = castles
                .filter_map(|form| if let Form::Castle(castle) = form { Some(castle) } else { None })
                .find(|castle| castle.partner == partner && own.has(castle.piece));
            pieces = pieces.minus(Set::one(partner));
            let unmoved = &mut position.sets[plan.planes.unmoved];
            unmoved.insert(partner);
            piece.iter().for_each(|castle| unmoved.insert(castle.piece));
        }
        Ok(rest)
    }

    /// Reads the remaining checks of both players, as other programs write them: `3+2`.
    fn read_checks(&self, text: &str, position: &mut Position<W, N>) -> Result<(), String> {
        let plan = &self.plan;
        let (Some(first), Some(times)) = (plan.checks, self.check_limit()) else {
            return Err(format!("this game does not count checks: {text:?}"));
        };
        let part = |text: &str| text.parse::<u8>().ok().filter(|left| (1..=times).contains(left));
        let Some((one, other)) = text.split_once('+').and_then(|(one, other)| part(one).zip(part(other))) else {
            return Err(format!("the remaining checks are at most {times}+{times}, not {text:?}"));
        };
        // The checks that one player has given are the checks that the other has received.
        position.counters[first as usize] = times - other;
        position.counters[first as usize + 1] = times - one;
        Ok(())
    }

    /// Reads the square that a piece has just passed over, as in en passant.
    fn read_passed(&self, text: &str, position: &mut Position<W, N>) -> Result<(), String> {
        let plan = &self.plan;
        let squares = squares_in(text)
            .map(|square| square_named(plan, square).ok_or_else(|| format!("there is no square {square:?}")));
        let squares = squares.collect::<Result<Vec<u8>, String>>()?;
        let due = position.mover(plan);
        // Some programs list all squares between source and target, and the target.
        let passed = |square: &&u8| squares.len() == 1 || !position.occupied(plan).has(**square);
        for square in squares.iter().filter(passed) {
            for (player, given, step) in self.flag_steps().into_iter().filter(|(player, ..)| *player != due) {
                if let Some(piece) = plan.geometry.step(*square, step)
                    && position.player(plan, player).has(piece)
                {
                    given.planes.iter().for_each(|plane| position.sets[*plane].insert(piece));
                    return Ok(());
                }
            }
        }
        Err(format!("no piece can have just passed over {text}"))
    }
}

/// The names of squares in a text without separators: `c5c6`.
fn squares_in(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.char_indices().filter(|(at, sign)| *at > 0 && !sign.is_ascii_digit()).map(|(at, _)| at);
    let ends: Vec<usize> = starts.chain([text.len()]).collect();
    let mut from = 0;
    ends.into_iter().map(move |end| &text[std::mem::replace(&mut from, end)..end])
}
