//! Limits of the compiler.

/// Limits of compiled games. Exceeding one is an error.
#[derive(Clone, Copy, Debug)]
pub struct Limits;

impl Limits {
    /// Maximum number of cards in all decks, including created cards. This is the size of a card set in the
    /// interpreter.
    pub const CARDS: usize = 512;
    /// Maximum number of zones, for all seats together.
    pub const ZONES: usize = rulebook_table::MAX_ZONES;
    /// Maximum number of seats.
    pub const SEATS: usize = rulebook_kernel::MAX_SEATS;
    /// Maximum number of decks. Each deck has its own back.
    pub const DECKS: usize = 64;
    /// Maximum number of table variables, for all seats together.
    pub const VARIABLES: usize = 4_096;
    /// Maximum number of each: rules, states, phases, transitions, events, and variables with the fields of records.
    pub const NAMED: usize = 1_024;
    /// Maximum number of properties written for a card.
    pub const PROPERTIES: usize = 256;
    /// Maximum number of errors. Compilation stops there, because more errors do not help the author, and each error
    /// searches all names for a similar one.
    pub const MISTAKES: usize = 200;
    /// Maximum number of instructions in one effect.
    pub const STEPS: usize = 30_000;
    /// Maximum number of scalars, and of lists, in one effect.
    pub const SLOTS: usize = 4_096;
    /// Maximum number of expressions compiled for one number of seats. The expression of a computed value counts each
    /// time a rule reads the value.
    pub const EXPRESSIONS: usize = 100_000;
    /// Maximum nesting of computed variables, bindings and groups.
    pub const UNFOLDED: usize = 48;
    /// Maximum number of cards that can exist because of `CREATE_CARD`.
    pub const MADE: usize = 128;
}
