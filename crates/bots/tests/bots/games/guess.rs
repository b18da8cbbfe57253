//! One card of a known deck lies face down. Seat 1 names a face. If the guess is right, seat 1 wins; otherwise seat 2
//! wins. A seat that could see the card would always win.

use rulebook_kernel::*;
use serde::{Deserialize, Serialize};

/// The faces in the deck: `B` is the best guess.
pub const DECK: &str = "ABBBCD";
const GUESSER: Seat = Seat::new(0);

pub struct Guess {
    info: Info,
    /// Whether samples omit the guess `D`. This is a deliberate bug that the bots must detect.
    forgetful: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Table {
    pub card: char,
    /// The faces that may be named.
    pub faces: String,
    pub guess: Option<char>,
}

/// The view of a seat. The card becomes visible after the guess.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    card: Option<char>,
    guess: Option<char>,
}

impl Guess {
    pub fn new() -> Guess {
        Guess { info: super::info("guess", 2, 1), forgetful: false }
    }

    pub fn forgetful() -> Guess {
        Guess { forgetful: true, ..Guess::new() }
    }

    /// A match with this card face down.
    pub fn with_card(&self, card: char) -> Table {
        Table { card, faces: "ABCD".to_owned(), guess: None }
    }
}

impl Rules for Guess {
    type State = Table;
    type Move = char;
    type Fact = char;

    fn info(&self) -> &Info {
        &self.info
    }
    fn seats(&self, _: &Table) -> usize {
        2
    }
    fn start<S: Sink<char>>(&self, _: &Setup, mut rng: Rng, _: &mut S) -> Table {
        self.with_card(DECK.as_bytes()[rng.below(DECK.len() as u32) as usize] as char)
    }
    fn validate_state(&self, s: &Table) -> Result<(), Corrupt> {
        if DECK.contains(s.card) { Ok(()) } else { Err(Corrupt::new("no such card")) }
    }
    fn turn(&self, s: &Table) -> Turn {
        let Some(guess) = s.guess else { return Turn::of(GUESSER) };
        Turn::Over(Outcome::win(2, Seat::new(usize::from(guess != s.card)), "the card is turned up"))
    }
    fn moves(&self, s: &Table, seat: Seat, into: &mut Vec<char>) {
        if seat == GUESSER && s.guess.is_none() {
            into.extend(s.faces.chars());
        }
    }
    fn check(&self, s: &Table, seat: Seat, face: &char) -> Result<(), Illegal> {
        let legal = seat == GUESSER && s.guess.is_none() && s.faces.contains(*face);
        if legal { Ok(()) } else { Err(Illegal::new("name a face of the deck")) }
    }
    fn play<S: Sink<char>>(&self, s: &mut Table, _: Seat, face: &char, out: &mut S) {
        assert!(s.faces.contains(*face), "{face} cannot be named here");
        s.guess = Some(*face);
        out.tell(|| *face);
    }
}

impl Hidden for Guess {
    type View = Seen;

    fn view(&self, s: &Table, who: Viewer) -> Seen {
        let up = s.guess.is_some() || who == Viewer::God;
        Seen { card: up.then_some(s.card), guess: s.guess }
    }
    fn sample(&self, v: &Seen, rng: &mut Rng) -> Table {
        let card = v.card.unwrap_or_else(|| DECK.as_bytes()[rng.below(DECK.len() as u32) as usize] as char);
        let mut table = self.with_card(card);
        table.guess = v.guess;
        if self.forgetful && rng.below(2) == 0 {
            table.faces.pop();
        }
        table
    }
    fn witness(&self, fact: &char, _: Viewer) -> Option<char> {
        Some(*fact)
    }
}
