//! Implements Connect Four on bitboards, as the test game without hidden information. The game also shows how fast a
//! game can be when it is called through the traits.
//!
//! A column has seven bits, and its lowest row comes first. The seventh bit is never set, so that four in a row cannot
//! continue in the next column. A state is `Copy` and has 24 bytes.

use rulebook_kernel::{
    Corrupt, Digest, Fold, Illegal, Info, Notation, Outcome, Rng, Rules, Seat, Setup, Sink, Turn, open_information,
};
use rulebook_matches::Staged;
use rulebook_scene::{BoardScene, Gesture, MoveRecord, Offer, PieceScene, Scene, Square, SquareChange, Step};
use serde::{Deserialize, Serialize};

/// Number of columns of the board.
pub const WIDTH: usize = 7;
/// Number of rows of the board.
pub const HEIGHT: usize = 6;

/// Number of bits from one column to the next.
const STRIDE: u32 = HEIGHT as u32 + 1;
/// The lowest square of every column.
const FLOOR: u64 = {
    let (mut bits, mut column) = (0, 0);
    while column < WIDTH as u32 {
        bits |= 1 << (column * STRIDE);
        column += 1;
    }
    bits
};
/// All squares.
const BOARD: u64 = FLOOR * ((1 << HEIGHT) - 1);

/// The rules.
#[derive(Debug)]
pub struct ConnectFour(Info);

/// A position: the stones of both seats, the number of stones, and whether the last stone won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Position {
    stones: [u64; 2],
    plies: u8,
    won: bool,
}

/// A move: the column into which a stone is dropped. The leftmost column is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Column(pub u8);

/// The fact that a seat dropped a stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dropped {
    /// The seat.
    pub seat: Seat,
    /// The column.
    pub column: Column,
}

impl Position {
    #[inline]
    fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    #[inline]
    fn due(&self) -> usize {
        usize::from(self.plies & 1)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.won || self.plies as usize == WIDTH * HEIGHT
    }

    /// The lowest free square of each column that is not full.
    #[inline]
    fn landings(&self) -> u64 {
        (self.taken() + FLOOR) & BOARD
    }

    #[inline]
    fn drop(&mut self, column: Column) {
        let due = self.due();
        self.stones[due] |= self.landings() & (((1 << HEIGHT) - 1) << (u32::from(column.0) * STRIDE));
        self.won = has_four(self.stones[due]);
        self.plies += 1;
    }
}

#[inline]
fn has_four(stones: u64) -> bool {
    let line = |step: u32| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    };
    // The four directions are vertical, horizontal, and the two diagonals.
    line(1) || line(STRIDE) || line(STRIDE - 1) || line(STRIDE + 1)
}

impl ConnectFour {
    /// The rules of Connect Four.
    #[must_use]
    pub fn new() -> ConnectFour {
        ConnectFour(Info {
            id: "connect-four".to_owned(),
            name: "Connect Four".to_owned(),
            min_seats: 2,
            max_seats: 2,
            source: Digest::of_bytes(b"connect four, native, 1"),
            semantics: 1,
            max_moves: (WIDTH * HEIGHT) as u32,
            few_points: false,
            options: vec![],
        })
    }
}

impl Default for ConnectFour {
    fn default() -> Self {
        ConnectFour::new()
    }
}

impl Rules for ConnectFour {
    type State = Position;
    type Move = Column;
    type Fact = Dropped;

    fn info(&self) -> &Info {
        &self.0
    }

    fn is_dealt(&self) -> bool {
        false
    }

    fn seats(&self, _: &Position) -> usize {
        2
    }

    fn start<S: Sink<Dropped>>(&self, _: &Setup, _: Rng, _: &mut S) -> Position {
        Position::default()
    }

    fn validate_state(&self, state: &Position) -> Result<(), Corrupt> {
        let [first, second] = state.stones;
        let corrupt = |why| Err(Corrupt::new(why));
        if (first | second) & !BOARD != 0 || first & second != 0 {
            return corrupt("a stone is off the board, or two are on one square");
        }
        // Every stone must lie on another stone or on the floor.
        if (first | second) & !((first | second) << 1 | FLOOR) != 0 {
            return corrupt("a stone floats");
        }
        let counts = [first.count_ones(), second.count_ones()];
        if counts[0] + counts[1] != u32::from(state.plies) || counts[0] != counts[1] + u32::from(state.plies & 1) {
            return corrupt("the stones do not match the number of turns");
        }
        let due = state.due();
        if has_four(state.stones[due]) || has_four(state.stones[1 - due]) != state.won {
            return corrupt("the result does not match the stones");
        }
        Ok(())
    }

    #[inline]
    fn turn(&self, state: &Position) -> Turn {
        if !state.is_over() {
            return Turn::of(Seat::new(state.due()));
        }
        Turn::Over(if state.won {
            Outcome::win(2, Seat::new(1 - state.due()), "four in a row")
        } else {
            Outcome::draw(2, "the board is full")
        })
    }

    #[inline]
    fn moves(&self, state: &Position, seat: Seat, into: &mut Vec<Column>) {
        if state.is_over() || seat.index() != state.due() {
            return;
        }
        let mut landings = state.landings();
        while landings != 0 {
            into.push(Column((landings.trailing_zeros() / STRIDE) as u8));
            landings &= landings - 1;
        }
    }

    fn check(&self, state: &Position, seat: Seat, mv: &Column) -> Result<(), Illegal> {
        let column = usize::from(mv.0);
        if state.is_over() {
            return Err(Illegal::new("the game is over"));
        }
        if seat.index() != state.due() {
            return Err(Illegal::new("it is not your turn"));
        }
        if column >= WIDTH {
            return Err(Illegal::new("there are seven columns"));
        }
        if state.taken() >> (column as u32 * STRIDE + STRIDE - 2) & 1 == 1 {
            return Err(Illegal::new("that column is full"));
        }
        Ok(())
    }

    #[inline]
    fn play<S: Sink<Dropped>>(&self, state: &mut Position, seat: Seat, mv: &Column, out: &mut S) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        state.drop(*mv);
        out.tell(|| Dropped { seat, column: *mv });
    }
}

open_information!(ConnectFour);

impl Notation for ConnectFour {
    fn text(&self, _: &Position, _: Seat, mv: &Column) -> String {
        (mv.0 + 1).to_string()
    }

    fn parse(&self, _: &Position, _: Seat, text: &str) -> Result<Column, Illegal> {
        match text.as_bytes() {
            [digit @ b'1'..=b'7'] => Ok(Column(digit - b'1')),
            _ => Err(Illegal::new("name a column by its number, 1 to 7")),
        }
    }
}

impl Fold for ConnectFour {
    type Folded = Position;

    fn folded(&self, state: &Position) -> Position {
        *state
    }

    fn fold(&self, _: &Setup, facts: &[Dropped]) -> Position {
        let mut position = Position::default();
        facts.iter().for_each(|fact| position.drop(fact.column));
        position
    }
}

/// A stone of a seat on a square.
fn stone(seat: usize, at: Square) -> PieceScene {
    let (kind, glyph) = [("red", "X"), ("yellow", "O")][seat];
    PieceScene { at, kind: kind.to_owned(), glyph: glyph.to_owned(), owner: Some(Seat::new(seat)), letter: None }
}

/// The square on which a stone in this column lands.
fn landing(view: &Position, mv: Column) -> Square {
    let column = view.taken() >> (u32::from(mv.0) * STRIDE) & ((1 << HEIGHT) - 1);
    Square { x: mv.0, y: column.count_ones() as u8 }
}

impl Staged for ConnectFour {
    fn scene(&self, view: &Position) -> Scene {
        let mut board = BoardScene { width: WIDTH, height: HEIGHT, ..BoardScene::default() };
        for (seat, mut stones) in view.stones.into_iter().enumerate() {
            while stones != 0 {
                let bit = stones.trailing_zeros();
                let at = Square { x: (bit / STRIDE) as u8, y: (bit % STRIDE) as u8 };
                board.pieces.push(stone(seat, at));
                stones &= stones - 1;
            }
        }
        let turn = self.turn(view);
        let due: Vec<Seat> = turn.seats().iter().collect();
        let prompt = match (&turn, due.first()) {
            (Turn::Over(outcome), _) => outcome.reason().to_owned(),
            (_, Some(seat)) => format!("{seat} drops a stone"),
            (_, None) => String::new(),
        };
        let outcome = if let Turn::Over(outcome) = turn { Some(outcome) } else { None };
        Scene { seats: 2, board: Some(board), prompt, due, outcome, ..Scene::default() }
    }

    fn offer(&self, view: &Position, mv: &Column) -> Offer {
        let at = landing(view, *mv);
        Offer::new(format!("drop a stone into column {}", mv.0 + 1), Gesture::Square { at })
    }

    fn record(&self, state: &Position, seat: Seat, mv: &Column) -> Option<MoveRecord> {
        let at = landing(state, *mv);
        let piece = stone(seat.index(), at);
        Some(MoveRecord {
            number: u32::from(state.plies),
            seat,
            text: (mv.0 + 1).to_string(),
            piece: Some(piece.clone()),
            from: None,
            to: Some(at),
            takes: false,
            promotes: false,
            may_promote: false,
            check: false,
            squares: vec![SquareChange { at, before: None, after: Some(piece) }],
            hands: vec![],
        })
    }

    fn steps(&self, fact: &Dropped) -> Vec<Step> {
        vec![Step::say(format!("{} dropped a stone into column {}", fact.seat, fact.column.0 + 1))]
    }
}
