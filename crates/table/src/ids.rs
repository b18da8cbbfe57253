//! Small numbers that identify entries, faces, zones and variables. They are resolved once, when rules are compiled.

use serde::{Deserialize, Serialize};

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u16);

        impl $name {
            /// The number as a `usize`, for indexing.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// Something that lies in a zone: a card, a token, a copy. Deck entries are numbered by their face, so that a
    /// predicate on faces is a fixed set of entries. Never part of a view.
    Entry
);
index!(
    /// The printed side of a card.
    Face
);
index!(
    /// One zone of one match: a shared zone, or the instance of one seat or team.
    ZoneId
);
index!(
    /// One variable of one match: a shared variable, or the instance of one seat or team.
    VarId
);
