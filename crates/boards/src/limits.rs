//! What a file may ask for. Every limit is refused with a message that names it.

/// Columns and rows of a board.
pub const MAX_SIDE: i64 = 16;
/// Kinds of pieces.
pub const MAX_PIECES: usize = 48;
/// Moves of one piece, those that shorthand expands to among them.
pub const MAX_MOVES: usize = 256;
/// Moves times actions of all pieces, for all players together.
pub const MAX_ATOMS: usize = 8192;
/// Players.
pub const MAX_PLAYERS: usize = 16;
/// Entries in the order of turns.
pub const MAX_ORDER: usize = 64;
/// Global conditions.
pub const MAX_ZONES: usize = 64;
/// Flags of different names.
pub const MAX_FLAGS: usize = 32;
/// The longest countdown of a flag.
pub const MAX_DURATION: i64 = 255;
/// Kinds of pieces in hands, over all players, and counters of checks.
pub const COUNTERS: usize = 16;
/// The most that a piece may be worth: all pieces of a board together are still less than a won game.
pub const MAX_VALUE: i32 = 10_000;
/// Pieces of one kind in a hand.
pub const MAX_HELD: i64 = 250;
/// Ways in which one kind of piece may jump on.
pub const MAX_LINKS: usize = 8;
/// Bits for a chain of jumps: twelve jumps of a piece with up to four ways, eight of others. A chain that is as long ends.
pub const PATH_BITS: u32 = 25;
/// Every game ends after so many turns, as a draw, unless the file sets another number.
pub const MAX_PLIES: u16 = 4000;
/// The largest number of turns that a file may set.
pub const MOST_PLIES: i64 = 20_000;
/// Letters of a code or a name.
pub const MAX_NAME: usize = 64;
