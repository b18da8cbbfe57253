//! The codes of the diagnostics for board games. A code never changes its meaning.

/// A board is too small or too large.
pub const BOARD_SIZE: &str = "B0001";
/// A position is off the board.
pub const OFF_BOARD: &str = "B0002";
/// A square is disabled, so no piece can stand there.
pub const DISABLED: &str = "B0003";
/// A square is listed twice.
pub const DUPLICATE_SQUARE: &str = "B0004";
/// No piece has this code.
pub const UNKNOWN_PIECE: &str = "B0005";
/// A code, a name or an id is used twice.
pub const DUPLICATE_NAME: &str = "B0006";
/// A direction is not a rotation or reflection of the board.
pub const BAD_DIRECTION: &str = "B0007";
/// No player has this name.
pub const UNKNOWN_PLAYER: &str = "B0008";
/// No condition has this name.
pub const UNKNOWN_CONDITION: &str = "B0009";
/// A move uses a condition of the type `STATE`, which moves cannot use.
pub const STATE_CONDITION: &str = "B0010";
/// Moves depend on each other in a cycle, or on a move that does not exist.
pub const BAD_DEPENDENCE: &str = "B0011";
/// An action cannot happen, such as a plain move onto a piece or a capture on an empty square.
pub const BAD_ACTION: &str = "B0012";
/// A step has length zero, or is longer than any board.
pub const BAD_STEP: &str = "B0013";
/// No piece can reach the squares of a promotion.
pub const UNREACHABLE_PROMOTION: &str = "B0014";
/// Two moves of a piece can land on the same square with different effects.
pub const OVERLAPPING_MOVES: &str = "B0015";
/// Several codes look alike on a text board.
pub const AMBIGUOUS_PREFIX: &str = "B0016";
/// The file has more items of one kind than the limit.
pub const TOO_MANY: &str = "B0017";
/// A list is empty but must not be.
pub const NOTHING_THERE: &str = "B0018";
/// A position is not a pair of whole numbers.
pub const BAD_POSITION: &str = "B0019";
/// A text in Betza notation cannot be parsed.
pub const BAD_BETZA: &str = "B0020";
/// A condition tests a flag that no move sets.
pub const UNKNOWN_FLAG: &str = "B0021";
/// A player has no leader.
pub const NO_LEADER: &str = "B0022";
/// Two clauses contradict each other.
pub const CONFLICT: &str = "B0023";
/// A file that declares version 1 uses an extension of version 2.
pub const NEEDS_VERSION: &str = "B0024";
/// A text has invisible characters, or characters that change how others are shown.
pub const UNSEEN_TEXT: &str = "B0025";
/// A global condition has the name of a condition of the language.
pub const BUILT_IN_NAME: &str = "B0027";
/// A text in Betza notation gives the same move twice.
pub const REPEATED_BETZA: &str = "B0028";
/// A kind has rules for drops, but no player can ever hold it.
pub const IDLE_DROP: &str = "B0029";
/// A win condition for two players does nothing in a game for another number of players.
pub const IDLE_WIN: &str = "B0030";
