//! What a document may ask of the compiler.

/// Limits of compiled games. Each is a diagnostic where it is exceeded.
#[derive(Clone, Copy, Debug)]
pub struct Limits;

impl Limits {
    /// The cards of all decks together, made ones included: what a set of the machine holds.
    pub const CARDS: usize = 512;
    /// Zones, over all seats.
    pub const ZONES: usize = rulebook_table::MAX_ZONES;
    /// Seats.
    pub const SEATS: usize = rulebook_kernel::MAX_SEATS;
    /// Decks: each has a back of its own.
    pub const DECKS: usize = 64;
    /// Variables of a table, over all seats.
    pub const VARIABLES: usize = 4_096;
    /// Rules, states, phases, transitions, events, variables with the fields of records: each.
    pub const NAMED: usize = 1_024;
    /// Properties that are written of a card.
    pub const PROPERTIES: usize = 256;
    /// After so many mistakes the rest is not looked at: nobody reads more, and each costs a look at all names.
    pub const MISTAKES: usize = 200;
    /// Steps of one effect.
    pub const STEPS: usize = 30_000;
    /// Scalars, and lists, of one effect.
    pub const SLOTS: usize = 4_096;
    /// How many expressions are compiled for one number of seats. What is computed is compiled wherever it is read.
    pub const EXPRESSIONS: usize = 100_000;
    /// How deeply computed variables, bindings and groups may be built on one another.
    pub const UNFOLDED: usize = 48;
    /// How many cards can be made at once by `CREATE_CARD`.
    pub const MADE: usize = 128;
}
