//! Crazy Eights written in Rust. The same game written in CGML (`games/crazy-eights`) is compared with it.
//!
//! The tests check that both offer the same moves for the same seeds. The whole state is on the table: cards are in
//! zones, and other values are variables. So the facts are enough to rebuild the state.

mod play;
mod show;
#[cfg(test)]
mod tests;

use play::Decision;
use rulebook_kernel::{
    Corrupt, Digest, Fold, Hidden, Illegal, Info, Notation, Outcome, Rng, Rules, Seat, Setup, Sink, Turn, Viewer,
};
use rulebook_natives::cards;
use rulebook_table::behavior::{DeckBehavior, DrawFrom, Reshuffle};
use rulebook_table::{
    Audience, CardNumbering, Entry, Face, Fact, Ordering, Shape, Table, TableView, VarId, ZoneDef, ZoneId,
    ZoneVisibility, sample,
};
use serde::{Deserialize, Serialize};

const SEATS: std::ops::RangeInclusive<usize> = 2..=5;
/// Maximum number of turns. After that, the match ends as if no player could play.
const MAX_TURNS: i32 = 400;
const EIGHT: usize = 7;

/// The rules of Crazy Eights.
#[derive(Debug)]
pub struct CrazyEights {
    info: Info,
    boards: Vec<Board>,
    /// For each top card, the set of cards that may be played on it if no suit was named.
    fits: [u64; 52],
    /// For each suit, the set of its cards.
    suits: [u64; 4],
}

/// The table for one number of seats, with the ids of its zones and variables.
#[derive(Debug)]
struct Board {
    shape: Shape,
    stock: ZoneId,
    discard: ZoneId,
    hands: Vec<ZoneId>,
    due: VarId,
    suit: VarId,
    step: VarId,
    passes: VarId,
    turns: VarId,
}

/// The state of a match.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    seats: u8,
    table: Table,
    rng: Rng,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { seats: self.seats, table: self.table.clone(), rng: self.rng.clone() }
    }

    fn clone_from(&mut self, other: &State) {
        self.seats = other.seats;
        self.table.clone_from(&other.table);
        self.rng.clone_from(&other.rng);
    }
}

/// The knowledge of one viewer about a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    seats: u8,
    table: TableView,
}

/// One move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Play this card.
    Play(Face),
    /// Draw a card.
    Draw,
    /// Pass.
    Pass,
    /// Name a suit after an eight.
    Name(u8),
}

impl Default for CrazyEights {
    fn default() -> Self {
        CrazyEights::new()
    }
}

impl CrazyEights {
    /// Builds the rules.
    #[must_use]
    pub fn new() -> CrazyEights {
        let suits = std::array::from_fn(|suit| 0x1fff << (suit * 13));
        let rank = |rank: usize| (0..4).fold(0u64, |set, suit| set | 1 << (suit * 13 + rank));
        let fits = std::array::from_fn(|card| {
            let suits: [u64; 4] = suits;
            suits[card / 13] | rank(card % 13) | rank(EIGHT)
        });
        let info = Info {
            id: "crazy-eights, by hand".into(),
            name: "Crazy Eights".into(),
            min_seats: *SEATS.start(),
            max_seats: *SEATS.end(),
            source: Digest::of_bytes(b"crazy-eights: native rules"),
            semantics: 1,
            // A turn has at most three moves: draw, play a card, name a suit.
            max_moves: 3 * MAX_TURNS as u32 + 3,
            few_points: false,
            options: Vec::new(),
        };
        CrazyEights { info, boards: SEATS.map(Board::new).collect(), fits, suits }
    }

    fn board(&self, seats: u8) -> &Board {
        &self.boards[seats as usize - SEATS.start()]
    }

    /// The cards that the seat may play, as a set.
    #[inline]
    fn playable(&self, board: &Board, table: &Table, seat: Seat) -> u64 {
        let hand = table.set(&board.shape, board.hands[seat.index()])[0];
        let top = table.top(&board.shape, board.discard).map_or(0, Entry::index);
        let fits = if top % 13 == EIGHT {
            self.suits[table.var(&board.shape, board.suit) as usize] | self.fits[top] & !self.suits[top / 13]
        } else {
            self.fits[top]
        };
        hand & fits
    }
}

impl Board {
    fn new(seats: usize) -> Board {
        let mut b = Shape::build(seats);
        let behavior = DeckBehavior {
            draw_from: DrawFrom::Top,
            reshuffle_from: Some("discard".into()),
            reshuffle: Reshuffle::WhenEmpty,
            keep_top: 1,
        };
        let stock = ZoneDef::shared("stock")
            .ordered(Ordering::Shuffled)
            .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
        let stock = b.zone(stock.face_down().category("deck").deck(behavior));
        let discard = b.zone(
            ZoneDef::shared("discard").levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly).category("discard"),
        );
        let hand = ZoneDef::per_seat("hand")
            .ordered(Ordering::Unordered)
            .levels(ZoneVisibility::All, ZoneVisibility::CountOnly);
        let hand = b.zone(hand.category("hand"));
        let blue = b.back("blue");
        let first = Seat::new(0);
        for card in 0..52 {
            let face = b.face(&cards::id(card / 13, card % 13), blue);
            b.card(face, stock, first, None);
        }
        let [due, suit, step, passes, turns] =
            ["due", "suit", "step", "passes", "turns"].map(|id| b.var(id, 0, Audience::Everyone));
        let shape = b.finish();
        let (stock, discard) = (shape.zone_of(stock, first), shape.zone_of(discard, first));
        let hands = Seat::all(seats).map(|seat| shape.zone_of(hand, seat)).collect();
        let var = |def| shape.var_of(def, first);
        let (due, suit, step, passes, turns) = (var(due), var(suit), var(step), var(passes), var(turns));
        Board { shape, stock, discard, hands, due, suit, step, passes, turns }
    }

    #[inline]
    fn step(&self, table: &Table) -> Decision {
        Decision::from_value(table.var(&self.shape, self.step)).unwrap_or(Decision::Blocked)
    }

    #[inline]
    fn due(&self, table: &Table) -> Seat {
        Seat::new(table.var(&self.shape, self.due) as usize)
    }

    /// The penalty points of the cards left in a hand.
    fn points(&self, table: &Table, seat: Seat) -> i32 {
        table.entries(&self.shape, self.hands[seat.index()]).map(|entry| points(entry.index())).sum()
    }
}

impl Rules for CrazyEights {
    type State = State;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.info
    }

    fn start<S: Sink<Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> State {
        let seats = setup.seats as u8;
        let board = self.board(seats);
        let mut state = State { seats, table: Table::new(&board.shape), rng };
        board.deal(&mut state, out);
        state
    }

    fn validate_state(&self, state: &State) -> Result<(), Corrupt> {
        if !SEATS.contains(&(state.seats as usize)) {
            return Err(Corrupt::new("Crazy Eights needs two to five players"));
        }
        let board = self.board(state.seats);
        state.table.validate_state(&board.shape)?;
        board.validate_state(&state.table)
    }

    fn seats(&self, state: &State) -> usize {
        state.seats as usize
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        let board = self.board(state.seats);
        let reason = match board.step(&state.table) {
            Decision::Won => "a hand is empty",
            Decision::Blocked if state.table.var(&board.shape, board.turns) >= MAX_TURNS => "the last turn is over",
            Decision::Blocked => "nobody can play",
            _ => return Turn::of(board.due(&state.table)),
        };
        let mut scores = [0; rulebook_kernel::MAX_SEATS];
        for seat in Seat::all(state.seats as usize) {
            scores[seat.index()] = -board.points(&state.table, seat);
        }
        Turn::Over(Outcome::highest(&scores[..state.seats as usize], reason))
    }

    #[inline]
    fn moves(&self, state: &State, seat: Seat, into: &mut Vec<Move>) {
        let board = self.board(state.seats);
        let step = board.step(&state.table);
        if step.is_over() || seat != board.due(&state.table) {
            return;
        }
        if step == Decision::Name {
            into.extend((0..4).map(Move::Name));
            return;
        }
        let mut cards = self.playable(board, &state.table, seat);
        while cards != 0 {
            into.push(Move::Play(Face(cards.trailing_zeros() as u16)));
            cards &= cards - 1;
        }
        into.push(if step == Decision::Act && board.can_draw(&state.table) { Move::Draw } else { Move::Pass });
    }

    fn check(&self, state: &State, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let board = self.board(state.seats);
        let step = board.step(&state.table);
        if step.is_over() {
            return Err(Illegal::new("the game is over"));
        }
        if seat != board.due(&state.table) {
            return Err(Illegal::new("it is not your turn"));
        }
        match mv {
            Move::Name(suit) if step == Decision::Name && *suit < 4 => Ok(()),
            Move::Name(_) if step == Decision::Name => Err(Illegal::new("there is no such suit")),
            Move::Name(_) => Err(Illegal::new("a suit is named only after an eight")),
            _ if step == Decision::Name => Err(Illegal::new("name a suit for your eight first")),
            Move::Play(face) if face.index() >= 52 => Err(Illegal::new("there is no such card")),
            Move::Play(face) => self.check_card(board, &state.table, seat, *face),
            Move::Draw if step != Decision::Act => Err(Illegal::new("you have drawn already: play a card or pass")),
            Move::Draw if !board.can_draw(&state.table) => Err(Illegal::new("there is nothing left to draw")),
            Move::Pass if step == Decision::Act && board.can_draw(&state.table) => {
                Err(Illegal::new("draw a card before you pass"))
            }
            Move::Draw | Move::Pass => Ok(()),
        }
    }

    fn drop_lore(&self, state: &mut State) {
        state.table.drop_lore(&self.board(state.seats).shape);
    }

    #[inline]
    fn play<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, mv: &Move, out: &mut S) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        self.board(state.seats).play(state, seat, *mv, out);
    }
}

impl CrazyEights {
    fn check_card(&self, board: &Board, table: &Table, seat: Seat, face: Face) -> Result<(), Illegal> {
        let card = 1 << face.index();
        let name = || cards::name(face.index() / 13, face.index() % 13);
        if table.set(&board.shape, board.hands[seat.index()])[0] & card == 0 {
            return Err(Illegal::new(format!("the {} is not in your hand", name())));
        }
        if self.playable(board, table, seat) & card == 0 {
            let wanted = board.wanted(table);
            return Err(Illegal::new(format!("the {} does not fit: {wanted}", name())));
        }
        Ok(())
    }
}

impl Hidden for CrazyEights {
    type View = View;

    fn view(&self, state: &State, who: Viewer) -> View {
        let shape = &self.board(state.seats).shape;
        View { seats: state.seats, table: CardNumbering::new(shape, who, &state.table, &[], &[]).view() }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let sampled = sample(&self.board(view.seats).shape, &view.table, &[], rng);
        State { seats: view.seats, table: sampled.table, rng: rng.split() }
    }

    fn witness(&self, fact: &Fact, who: Viewer) -> Option<Fact> {
        fact.witness(who)
    }
}

impl Notation for CrazyEights {
    fn text(&self, _: &State, _: Seat, mv: &Move) -> String {
        match mv {
            Move::Play(face) => cards::id(face.index() / 13, face.index() % 13),
            Move::Draw => "draw".into(),
            Move::Pass => "pass".into(),
            Move::Name(suit) => cards::SUITS[*suit as usize].1.into(),
        }
    }

    fn parse(&self, _: &State, _: Seat, text: &str) -> Result<Move, Illegal> {
        let text = text.trim();
        match text {
            "draw" => return Ok(Move::Draw),
            "pass" => return Ok(Move::Pass),
            _ => {}
        }
        if let Some(suit) = cards::SUITS.iter().position(|(_, name)| *name == text) {
            return Ok(Move::Name(suit as u8));
        }
        let card = self.boards[0].shape.find_face(text);
        card.map(Move::Play)
            .ok_or_else(|| Illegal::new("that is not a move: write a card such as QH, a suit, draw or pass"))
    }
}

impl Fold for CrazyEights {
    type Folded = Table;

    fn folded(&self, state: &State) -> Table {
        state.table.clone()
    }

    fn fold(&self, setup: &Setup, facts: &[Fact]) -> Table {
        Table::folded(&self.board(setup.seats as u8).shape, facts)
    }
}

/// Penalty points of a card.
fn points(card: usize) -> i32 {
    match card % 13 {
        EIGHT => 50,
        rank => (rank as i32 + 1).min(10),
    }
}
