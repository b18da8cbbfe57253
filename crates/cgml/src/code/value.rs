//! Scalars, and where values are kept.

use rulebook_table::Entry;
use std::collections::BTreeMap;

/// A scalar: a number, a symbol, a truth value (0 or 1), an entry, a zone, a seat. Which of them was decided when it was
/// compiled.
pub type Value = i32;

/// There is no such value. Comparisons with it are false, and it equals nothing, not even itself.
pub const MISSING: Value = i32::MIN;

/// What a scalar means: for views, texts and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A number.
    Number,
    /// A text: its place in [`Symbols`].
    Text,
    /// 0 or 1.
    Bool,
    /// An entry of the table. Never shown as a number.
    Card,
    /// A zone of the table.
    Zone,
    /// A seat.
    Seat,
    /// A team.
    Team,
}

/// A text by number.
pub type Symbol = Value;

/// Every text that values can be, in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    texts: Vec<String>,
    numbers: BTreeMap<String, Symbol>,
}

impl Symbols {
    /// The number of a text.
    pub fn intern(&mut self, text: &str) -> Symbol {
        self.find(text).unwrap_or_else(|| {
            let number = self.texts.len() as Symbol;
            self.texts.push(text.to_owned());
            self.numbers.insert(text.to_owned(), number);
            number
        })
    }

    /// The number of a text, if it was met.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.get(text).copied()
    }

    /// The text of a number; nothing of what is missing.
    pub fn text(&self, symbol: Symbol) -> &str {
        usize::try_from(symbol).ok().and_then(|i| self.texts.get(i)).map_or("", String::as_str)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// A place in the code of a unit.
pub type At = u16;

/// A scalar of a frame: stored by `store_as`, a loop, an event, an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub u16);

/// A list of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListId(pub u16);

/// A scalar that lives only while an expression is evaluated: the item of a filter, a `let`. At most
/// [`TempId::MOST`] nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TempId(pub u8);

impl TempId {
    /// How deeply filters and lets can nest.
    pub const MOST: usize = 16;
}

/// What a slot or list holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotInfo {
    /// Its name in the document; for what has none, what it is for.
    pub name: String,
    /// What its value, or each item, is.
    pub kind: Kind,
}

/// A field of an event's context (CGML 10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// `$.card`.
    Card,
    /// `$.from`; of `on.play` also `$.zone`.
    From,
    /// `$.to`.
    To,
    /// `$.player`.
    Player,
    /// `$.phase`.
    Phase,
    /// `$.state`.
    State,
    /// `$.turn_index`.
    TurnIndex,
    /// The n-th field of a declared event.
    Declared(u8),
}

/// An entry as a scalar.
pub fn card(entry: Entry) -> Value {
    Value::from(entry.0)
}
