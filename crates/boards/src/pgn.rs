//! Reads and writes PGN: tag pairs, moves in short algebraic notation, and a result.
//!
//! The reader is strict about tags, moves and results. It skips comments, annotation glyphs and variations.

use rulebook_kernel::{Notation, Outcome, Rng, Rules, Setup, Turn};
use std::fmt;

use crate::play::Move;
use crate::rules::Boards;
use crate::state::BoardState;

/// The maximum nesting depth of variations.
const MOST_NESTED: usize = 64;

/// The maximum number of characters in a line of moves.
const WIDTH: usize = 79;

/// One game of a PGN text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// The tag pairs, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// The line number and the text of each move.
    pub moves: Vec<(usize, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`. `None` if the text has no result.
    pub result: Option<String>,
}

/// An error in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line number, starting with one.
    pub line: usize,
    /// The message for the user.
    pub why: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for PgnError {}

/// A game after its moves were replayed.
#[derive(Clone, Debug)]
pub struct Followed<const W: usize, const N: usize> {
    /// The state before the first move.
    pub start: BoardState<W, N>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The state after the last move.
    pub end: BoardState<W, N>,
}

impl Pgn {
    /// The value of a tag. `None` if the game has no such tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Reads all games of a text.
    ///
    /// # Errors
    /// Returns the first mistake in the text.
    pub fn read_all(text: &str) -> Result<Vec<Pgn>, PgnError> {
        Reader { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line: 1 }.games()
    }
}

/// The parser.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Reader<'a> {
    fn games(mut self) -> Result<Vec<Pgn>, PgnError> {
        let (mut games, mut game, mut nested) = (Vec::new(), Pgn::default(), 0);
        let is_result = |word: &str| matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*");
        while let Some(sign) = self.peek() {
            match sign {
                '[' if nested == 0 => {
                    // Tags after moves start the next game, even if the result is missing.
                    if !game.moves.is_empty() {
                        games.push(std::mem::take(&mut game));
                    }
                    game.tags.push(self.tag()?);
                }
                '{' => self.comment()?,
                ';' => self.skip_line(),
                '%' if self.starts_line() => self.skip_line(),
                '(' => {
                    nested += 1;
                    self.step();
                    if nested > MOST_NESTED {
                        return Err(self.wrong("variations are nested too deeply"));
                    }
                }
                ')' if nested > 0 => {
                    nested -= 1;
                    self.step();
                }
                '}' | ')' | ']' | '[' => return Err(self.wrong(&format!("unexpected {sign:?}"))),
                sign if sign.is_whitespace() || sign == '.' => self.step(),
                _ => {
                    let (line, word) = (self.line, self.word());
                    if nested > 0 || word.starts_with('$') {
                        continue;
                    }
                    if is_result(word) {
                        game.result = Some(word.to_owned());
                        games.push(std::mem::take(&mut game));
                    } else if let Some(text) = move_of(word) {
                        game.moves.push((line, text.to_owned()));
                    }
                }
            }
        }
        if nested > 0 {
            return Err(self.wrong("a variation is not closed"));
        }
        if game != Pgn::default() {
            games.push(game);
        }
        Ok(games)
    }

    fn wrong(&self, why: &str) -> PgnError {
        PgnError { line: self.line, why: why.to_owned() }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn step(&mut self) {
        if let Some(sign) = self.peek() {
            self.at += sign.len_utf8();
            self.line += usize::from(sign == '\n');
        }
    }

    fn starts_line(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    fn skip_line(&mut self) {
        while self.peek().is_some_and(|sign| sign != '\n') {
            self.step();
        }
    }

    fn comment(&mut self) -> Result<(), PgnError> {
        let open = self.wrong("a comment is not closed");
        loop {
            match self.peek() {
                None => return Err(open),
                Some('}') => {
                    self.step();
                    return Ok(());
                }
                Some(_) => self.step(),
            }
        }
    }

    /// Parses `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let wrong = self.wrong("a tag is written like [White \"Anna\"]");
        self.step();
        let start = self.at;
        while self.peek().is_some_and(|sign| sign != '"' && sign != ']' && sign != '\n') {
            self.step();
        }
        let name = self.text[start..self.at].trim().to_owned();
        if name.is_empty() || name.contains(char::is_whitespace) || self.peek() != Some('"') {
            return Err(wrong);
        }
        self.step();
        let mut value = String::new();
        loop {
            let Some(sign) = self.peek().filter(|sign| *sign != '\n') else { return Err(wrong) };
            self.step();
            match sign {
                '"' => break,
                '\\' if matches!(self.peek(), Some('"' | '\\')) => {
                    value.extend(self.peek());
                    self.step();
                }
                sign => value.push(sign),
            }
        }
        while self.peek().is_some_and(|sign| sign == ' ' || sign == '\t') {
            self.step();
        }
        if self.peek() != Some(']') {
            return Err(wrong);
        }
        self.step();
        Ok((name, value))
    }

    fn word(&mut self) -> &'a str {
        let start = self.at;
        let ends = |sign: char| sign.is_whitespace() || matches!(sign, '{' | '}' | '(' | ')' | '[' | ']' | ';');
        while self.peek().is_some_and(|sign| !ends(sign)) {
            self.step();
        }
        // Read `a8(Q)` as one word, because it is a promotion. Otherwise `(` would start a variation.
        if self.at > start
            && let [b'(', letter, b')', ..] = self.text.as_bytes()[self.at..]
            && letter.is_ascii_uppercase()
        {
            self.at += 3;
            while self.peek().is_some_and(|sign| !ends(sign)) {
                self.step();
            }
        }
        &self.text[start..self.at]
    }
}

/// Removes the move number from a word. `None` if the rest is empty, an annotation or `e.p.`.
fn move_of(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let rest = if digits.len() < word.len() && digits.starts_with('.') { digits.trim_start_matches('.') } else { word };
    if rest == "e.p." {
        return None;
    }
    let bare = rest.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, '!' | '?' | '.'));
    (!bare).then_some(rest)
}

impl<const W: usize, const N: usize> Boards<W, N> {
    /// Replays a PGN game from the position of its tag `FEN`, or from the start position.
    ///
    /// # Errors
    /// Returns the first tag or move that is not possible.
    pub fn follow(&self, game: &Pgn) -> Result<Followed<W, N>, PgnError> {
        let first = game.moves.first().map_or(1, |(line, _)| *line);
        let start = match game.tag("FEN") {
            Some(text) => {
                self.position_from(text).map_err(|why| PgnError { line: first, why: format!("FEN: {why}") })?
            }
            None if self.is_dealt() => {
                let why = "this game starts with shuffled pieces, so it needs the tag FEN".to_owned();
                return Err(PgnError { line: first, why });
            }
            None => self.start(&Setup::seats(self.plan.planes.players), Rng::seeded("pgn"), &mut ()),
        };
        let (mut end, mut moves) = (start.clone(), Vec::new());
        for (line, text) in &game.moves {
            let wrong = |why: String| PgnError { line: *line, why: format!("{text}: {why}") };
            self.unclaimed(&mut end);
            let Some(seat) = self.turn(&end).seats().lowest() else {
                let why = self.outcome_of(&end).map_or_else(String::new, |outcome| format!(": {}", outcome.reason()));
                return Err(wrong(format!("the game ends before this move{why}")));
            };
            for text in self.decision_texts(text) {
                let mv = self.parse(&end, seat, &text).map_err(|why| wrong(why.to_string()))?;
                self.play(&mut end, seat, &mv, &mut ());
                moves.push(mv);
            }
        }
        Ok(Followed { start, moves, end })
    }

    /// Continues a game that has ended in a draw which players must claim. The players of the recorded game may not
    /// have claimed the draw.
    fn unclaimed(&self, state: &mut BoardState<W, N>) {
        if state.end.is_some_and(|end| end.reason.is_claimed()) {
            state.end = None;
        }
    }

    /// The outcome. `None` if the match is not over.
    fn outcome_of(&self, state: &BoardState<W, N>) -> Option<Outcome> {
        if let Turn::Over(outcome) = self.turn(state) { Some(outcome) } else { None }
    }

    /// Writes a game as PGN. The given tags come first. Adds the tag `Result`, and the tag `FEN` if the start position
    /// is not the usual one. `given` is the result if the match ended in another way, for example by agreement.
    #[must_use]
    pub fn pgn(&self, tags: &[(String, String)], game: &Followed<W, N>, given: Option<&str>) -> String {
        let claimed = game.end.end.is_some_and(|end| end.reason.is_claimed());
        let result = match (self.outcome_of(&game.end), given) {
            (Some(_), Some(given)) if claimed => given,
            (Some(outcome), _) => result_of(&outcome),
            (None, given) => given.unwrap_or("*"),
        };
        let added = ["Result", "SetUp", "FEN"];
        let mut tags: Vec<(&str, String)> = (tags.iter())
            .filter(|(name, _)| !added.contains(&name.as_str()))
            .map(|(name, value)| (name.as_str(), value.clone()))
            .collect();
        // Put `Result` after the players, because readers expect it there.
        let after = tags.iter().position(|(name, _)| *name == "Black").map_or(tags.len(), |at| at + 1);
        tags.insert(after, ("Result", result.to_owned()));
        let usual = self.start(&Setup::seats(self.plan.planes.players), Rng::seeded("pgn"), &mut ());
        if !self.plan.clauses.shuffled.kinds.is_empty() || usual.position != game.start.position {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", self.position_text(&game.start)));
        }
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
            text += &format!("[{name} \"{value}\"]\n");
        }
        text.push('\n');
        wrap(&mut text, self.words(game).iter().map(String::as_str).chain([result]));
        text
    }

    /// The state before each move and the state at the end.
    #[must_use]
    pub fn states(&self, game: &Followed<W, N>) -> Vec<BoardState<W, N>> {
        let mut states = vec![game.start.clone()];
        for mv in &game.moves {
            let mut next = states[states.len() - 1].clone();
            self.unclaimed(&mut next);
            let Some(seat) = self.turn(&next).seats().lowest() else { break };
            self.play(&mut next, seat, mv, &mut ());
            states.push(next);
        }
        states
    }

    /// The words of the move text: move numbers and moves.
    fn words(&self, game: &Followed<W, N>) -> Vec<String> {
        let round = self.plan.order.len();
        let (mut state, mut words) = (game.start.clone(), Vec::new());
        for (at, mv) in game.moves.iter().enumerate() {
            self.unclaimed(&mut state);
            let Some(seat) = self.turn(&state).seats().lowest() else { break };
            let number = usize::from(state.position.ply) / round + 1;
            match usize::from(state.position.turn) {
                _ if state.chosen.is_some() => {}
                0 => words.push(format!("{number}.")),
                _ if at == 0 => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(self.san(&state, mv));
            self.play(&mut state, seat, mv, &mut ());
        }
        words
    }
}

fn result_of(outcome: &Outcome) -> &'static str {
    let winners: Vec<usize> = outcome.winners().iter().map(|seat| seat.index()).collect();
    match (outcome.seats(), &winners[..]) {
        (2, [0]) => "1-0",
        (2, [1]) => "0-1",
        (2, _) => "1/2-1/2",
        _ => "*",
    }
}

fn wrap<'a>(text: &mut String, words: impl Iterator<Item = &'a str>) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        *text += word;
        width += length;
    }
    text.push('\n');
}
