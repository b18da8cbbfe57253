//! The codes of this crate's diagnostics: everything that can be wrong with a game's folder, its rules file apart.

/// There is no folder of games.
pub const NO_ROOT: &str = "G0001";
/// There is no game with this id, and no such path.
pub const NO_GAME: &str = "G0002";
/// A file or folder cannot be read.
pub const UNREADABLE: &str = "G0003";
/// A file that every game has is missing.
pub const MISSING_FILE: &str = "G0004";
/// `rulesId` is not the name of the folder.
pub const OTHER_ID: &str = "G0005";
/// An id that is not lower-case words joined by hyphens.
pub const BAD_ID: &str = "G0006";
/// `minPlayers` is larger than `maxPlayers`.
pub const SEATS_CROSSED: &str = "G0007";
/// `meta.json` promises other seats than the rules have.
pub const OTHER_SEATS: &str = "G0008";
/// A text that must say something is empty.
pub const EMPTY: &str = "G0009";
/// A text that would break a line or a terminal: too long, or with control characters.
pub const BAD_TEXT: &str = "G0010";
/// No rules file, and no native rules of that id.
pub const NO_NATIVE: &str = "G0012";
/// Rules files of two families in one folder.
pub const TWO_FAMILIES: &str = "G0013";
/// A file larger than such a file may be.
pub const TOO_LARGE: &str = "G0014";
/// A `.json` file that is YAML, but not JSON.
pub const NOT_JSON: &str = "G0015";
/// A card file or a deck list that nobody can play with.
pub const BAD_DECK: &str = "G0017";
/// A layout file whose name nobody asks for.
pub const UNKNOWN_LAYOUT: &str = "G0016";
/// `supportsActions` is not what the rules have.
pub const OTHER_ACTIONS: &str = "G0017";
/// An initial state that is not the one the engine was built with. A warning.
pub const OTHER_INITIAL: &str = "G0018";
/// A folder without a layout. A warning.
pub const NO_LAYOUT: &str = "G0019";
/// A scenario of another game, or with steps that are none.
pub const BAD_SCENARIO: &str = "G0020";
/// A scenario that does not go as it says.
pub const UNTRUE_SCENARIO: &str = "G0021";
/// Rules that broke down while a match was played.
pub const FAULT: &str = "G0022";
