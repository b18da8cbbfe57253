//! Defines small numbers that identify entries, faces, zones and variables. Names are resolved to these numbers once,
//! when rules are compiled.

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
    /// The number of a card, a token or a copy that can lie in a zone. Deck entries are numbered in the order of their
    /// faces, so a predicate on faces is a fixed set of entries. Views never contain entries.
    Entry
);
index!(
    /// The printed side of a card. Copies of a card have the same face.
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
