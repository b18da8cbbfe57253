//! Names and writes the fields of the rules state, for machine learning. Each field has a name and a fixed position
//! that does not depend on the state.
//!
//! A module lists its fields once ([`super::RuleModule::fields`]). The same code produces either the names or the
//! numbers. Seats are rotated so that the viewing seat comes first. A missing value is written as zeros of the same
//! width.

use super::Card;
use rulebook_kernel::Seat;
use rulebook_spaces::{Block, Row};
use smallvec::SmallVec;

/// The unit for large numbers. They are written as two numbers: the thousands and the rest.
const THOUSAND: i32 = 1000;

/// Receives the fields of a module, as names or as numbers.
#[derive(Debug)]
pub struct Fields<'a, 'r> {
    to: To<'a, 'r>,
    seat: Seat,
    seats: usize,
}

#[derive(Debug)]
enum To<'a, 'r> {
    Names(&'a mut Vec<Block>),
    Row(&'a mut Row<'r>),
    Traits(&'a mut FieldTraits),
}

/// The fields in the form that the traits of moves use.
#[derive(Debug, Default)]
pub struct FieldTraits {
    /// The suits that the rules have stored, such as the trump. `u8::MAX` stands for none.
    pub suits: SmallVec<[u8; 3]>,
    /// Small values with the index of their field.
    pub items: SmallVec<[(u32, i32); 16]>,
    /// A hash of all words that are no suits, such as the phase.
    pub phase: u32,
    field: u32,
}

impl FieldTraits {
    fn add(&mut self, value: i32) {
        self.items.push((self.field, value));
    }
}

/// The words that name a suit, in the order of the suits.
const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

impl<'a, 'r> Fields<'a, 'r> {
    /// Collects only names and widths.
    pub fn naming(names: &'a mut Vec<Block>, seat: Seat, seats: usize) -> Fields<'a, 'r> {
        Fields { to: To::Names(names), seat, seats }
    }

    /// Writes the numbers.
    pub fn writing(row: &'a mut Row<'r>, seat: Seat, seats: usize) -> Fields<'a, 'r> {
        Fields { to: To::Row(row), seat, seats }
    }

    /// Collects traits.
    pub fn traits(traits: &'a mut FieldTraits, seat: Seat, seats: usize) -> Fields<'a, 'r> {
        Fields { to: To::Traits(traits), seat, seats }
    }

    /// The position of a seat, counted from the viewing seat. The viewing seat has position 0.
    #[must_use]
    pub fn turned(&self, seat: Seat) -> usize {
        (seat.index() + self.seats - self.seat.index()) % self.seats
    }

    fn begin(&mut self, id: &str, shape: &[usize], about: impl FnOnce() -> String) {
        match &mut self.to {
            To::Names(names) => names.push(Block::new(&format!("rules.{id}"), shape, &about())),
            To::Traits(traits) => traits.field += 1,
            To::Row(_) => {}
        }
    }

    /// Adds a trait if traits are collected.
    fn put_trait(&mut self, value: impl FnOnce() -> i32) {
        if let To::Traits(traits) = &mut self.to {
            traits.add(value());
        }
    }

    fn put(&mut self, number: i32) {
        if let To::Row(row) = &mut self.to {
            row.put(number);
        }
    }

    /// Adds a number.
    pub fn number(&mut self, id: &str, about: &str, number: impl Into<i32>) {
        self.begin(id, &[1], || about.to_owned());
        let number = number.into();
        self.put_trait(|| number);
        self.put(number);
    }

    /// Adds a flag: 1 for true, 0 for false.
    pub fn flag(&mut self, id: &str, about: &str, yes: bool) {
        self.begin(id, &[1], || format!("1 if {about}"));
        self.put_trait(|| yes.into());
        self.put(yes.into());
    }

    /// Adds a number that may be missing, as a flag and the number.
    pub fn maybe(&mut self, id: &str, about: &str, number: Option<i32>) {
        self.begin(id, &[2], || format!("{about}: 1 if there is such a number, and the number"));
        self.put_trait(|| number.unwrap_or(-1));
        self.put(number.is_some().into());
        self.put(number.unwrap_or(0));
    }

    /// Adds numbers that may be too large for one position. Each gets two positions.
    pub fn large<const N: usize>(&mut self, id: &str, about: &str, numbers: [i32; N]) {
        self.begin(id, &[N, 2], || format!("{about}: thousands, and the rest"));
        for number in numbers {
            self.put(number.div_euclid(THOUSAND));
            self.put(number.rem_euclid(THOUSAND));
        }
    }

    /// Adds one of several words, with one position for each word. `None` means no word.
    pub fn word(&mut self, id: &str, about: &str, words: &[&str], which: Option<usize>) {
        self.begin(id, &[words.len()], || {
            format!("{about}: 1 at the position of the word, among: {}", words.join(", "))
        });
        if let To::Traits(traits) = &mut self.to {
            match words.iter().any(|word| SUITS.contains(word)) {
                true => {
                    let suit = which.and_then(|which| SUITS.iter().position(|suit| *suit == words[which]));
                    traits.suits.push(suit.map_or(u8::MAX, |suit| suit as u8));
                }
                false => traits.phase = rulebook_table::mix(traits.phase, which.map_or(99, |which| which as u32)),
            }
        }
        (0..words.len()).for_each(|word| self.put((which == Some(word)).into()));
    }

    /// Adds a seat, with one position for each seat. `None` means no seat.
    pub fn seat(&mut self, id: &str, about: &str, seat: Option<Seat>) {
        self.begin(id, &[self.seats], || {
            format!("{about}: 1 at the position of this seat; the observing seat has the first position")
        });
        let at = seat.map(|seat| self.turned(seat));
        self.put_trait(|| at.map_or(-1, |at| at as i32));
        (0..self.seats).for_each(|place| self.put((at == Some(place)).into()));
    }

    /// Adds one number for each seat.
    pub fn each(&mut self, id: &str, about: &str, number: impl Fn(Seat) -> i32) {
        self.begin(id, &[self.seats], || format!("{about}: one number for each seat, the observing seat first"));
        let seat = self.seat;
        self.put_trait(|| number(seat));
        for after in 0..self.seats {
            self.put(number(self.seat.after(after, self.seats)));
        }
    }

    /// Adds several numbers for each seat.
    pub fn each_of<const N: usize>(&mut self, id: &str, about: &str, numbers: impl Fn(Seat) -> [i32; N]) {
        self.begin(id, &[self.seats, N], || format!("{about}: one row for each seat, the observing seat first"));
        for after in 0..self.seats {
            numbers(self.seat.after(after, self.seats)).into_iter().for_each(|number| self.put(number));
        }
    }

    /// Adds one number for each of two sides. Partners sit opposite each other.
    pub fn sides(&mut self, id: &str, about: &str, numbers: [i32; 2]) {
        self.begin(id, &[2], || format!("{about}: one number for each side, the side of the observing seat first"));
        let own = self.seat.index() % 2;
        self.put(numbers[own]);
        self.put(numbers[1 - own]);
    }

    /// Adds a card as a number. `None` means no card.
    pub fn card(&mut self, id: &str, about: &str, card: Option<Card>) {
        let order = "clubs, diamonds, hearts and spades, each from the ace to the king, jokers";
        self.begin(id, &[1], || format!("{about}, by its place among {order}, from 1; 0 for none"));
        self.put(card.map_or(0, |card| card.index() as i32 + 1));
    }

    /// Adds `N` numbers.
    pub fn list<const N: usize>(&mut self, id: &str, about: &str, numbers: [i32; N]) {
        self.begin(id, &[N], || about.to_owned());
        numbers.into_iter().for_each(|number| self.put(number));
    }
}
