//! The limits of a game file. A file beyond a limit is refused with a message that names the limit.

/// Maximum number of columns or rows of a board.
pub const MAX_SIDE: i64 = 16;
/// Maximum number of kinds of pieces.
pub const MAX_PIECES: usize = 48;
/// Maximum number of moves of one piece, including moves from Betza notation.
pub const MAX_MOVES: usize = 256;
/// Maximum number of atoms. An atom is one move with one action of one kind of piece of one player.
pub const MAX_ATOMS: usize = 8192;
/// Maximum number of players.
pub const MAX_PLAYERS: usize = 16;
/// Maximum number of entries in the order of turns.
pub const MAX_ORDER: usize = 64;
/// Maximum number of global conditions.
pub const MAX_ZONES: usize = 64;
/// Maximum number of flags with different names.
pub const MAX_FLAGS: usize = 32;
/// The longest countdown of a flag, in turns.
pub const MAX_DURATION: i64 = 255;
/// Maximum number of counters: one for each kind of piece in each player's hand, plus the counters of checks and passes.
pub const COUNTERS: usize = 24;
/// Maximum value of a piece. With this limit, all pieces of a board together stay below the value of a won game.
pub const MAX_VALUE: i32 = 10_000;
/// Maximum number of pieces of one kind in a hand.
pub const MAX_HELD: i64 = 250;
/// Maximum number of moves by which one kind of piece can continue a chain of jumps.
pub const MAX_LINKS: usize = 8;
/// Number of bits that store a chain of jumps. They hold twelve jumps if a piece has at most four kinds of jumps,
/// otherwise eight. A chain ends when no further jump fits into these bits.
pub const PATH_BITS: u32 = 25;
/// Default number of turns after which a game is drawn.
pub const MAX_PLIES: u16 = 4000;
/// Maximum number of turns that a file may set.
pub const MOST_PLIES: i64 = 20_000;
/// Maximum number of letters of a code or a name.
pub const MAX_NAME: usize = 64;
