//! Scalars and their storage.

use rulebook_table::Entry;
use std::collections::BTreeMap;

/// A scalar: a number, a symbol, a truth value (0 or 1), an entry, a zone, a seat or a team. The compiler knows its
/// kind.
pub type Value = i32;

/// The missing value. Every comparison with it is false, even a comparison with itself.
pub const MISSING: Value = i32::MIN;

/// Maximum number of items in one list.
pub const LIST: usize = 4096;
/// Maximum number of numbers offered in one ask, and of items of a `range`.
pub const RANGE: i32 = 1000;

/// The kind of a scalar, needed for views, texts and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A number.
    Number,
    /// A text: its index in [`Symbols`].
    Text,
    /// 0 or 1.
    Bool,
    /// An entry of the table. Players never see its number.
    Card,
    /// A zone of the table.
    Zone,
    /// A seat.
    Seat,
    /// A team.
    Team,
}

/// The number of a text.
pub type Symbol = Value;

/// All texts that can be values, in the order in which the compiler found them.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    texts: Vec<String>,
    numbers: BTreeMap<String, Symbol>,
}

impl Symbols {
    /// Returns the number of a text and adds it if necessary.
    pub fn intern(&mut self, text: &str) -> Symbol {
        self.find(text).unwrap_or_else(|| {
            let number = self.texts.len() as Symbol;
            self.texts.push(text.to_owned());
            self.numbers.insert(text.to_owned(), number);
            number
        })
    }

    /// The number of a text. `None` if the text is not a symbol.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.get(text).copied()
    }

    /// The text of a symbol, or an empty string for `MISSING`.
    pub fn text(&self, symbol: Symbol) -> &str {
        usize::try_from(symbol).ok().and_then(|i| self.texts.get(i)).map_or("", String::as_str)
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// An index into the code of a unit.
pub type At = u16;

/// A scalar of a frame: set by `store_as`, a loop, an event or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub u16);

/// A list of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListId(pub u16);

/// A scalar that exists only during the evaluation of an expression: the item of a filter, or a `let`. At most
/// [`TempId::MOST`] can nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TempId(pub u8);

impl TempId {
    /// Maximum nesting of filters and `let`s.
    pub const MOST: usize = 16;
}

/// A list that exists only during the evaluation of an expression: the value of a `let`. At most
/// [`TempListId::MOST`] can nest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TempListId(pub u8);

impl TempListId {
    /// Maximum nesting of `let`s that name lists.
    pub const MOST: usize = 64;
}

/// The name and kind of a slot or list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotInfo {
    /// The name in the document. If the document does not name the slot, a text that describes the slot.
    pub name: String,
    /// The kind of the value or of each item.
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
#[inline]
pub fn card(entry: Entry) -> Value {
    Value::from(entry.0)
}
