//! Codes of the diagnostics about a game's folder, except its rules file.

/// There is no folder of games.
pub const NO_ROOT: &str = "G0001";
/// No game has this id, and there is no such path.
pub const NO_GAME: &str = "G0002";
/// A file or folder cannot be read.
pub const UNREADABLE: &str = "G0003";
/// A file that every game has is missing.
pub const MISSING_FILE: &str = "G0004";
/// `rulesId` differs from the name of the folder.
pub const OTHER_ID: &str = "G0005";
/// An id that is not lower-case words joined by hyphens.
pub const BAD_ID: &str = "G0006";
/// `minPlayers` is larger than `maxPlayers`.
pub const SEATS_CROSSED: &str = "G0007";
/// `meta.json` gives other numbers of seats than the rules.
pub const OTHER_SEATS: &str = "G0008";
/// A required text is empty.
pub const EMPTY: &str = "G0009";
/// A text that is too long, or contains control characters.
pub const BAD_TEXT: &str = "G0010";
/// No rules file, and no native rules of that id.
pub const NO_NATIVE: &str = "G0012";
/// Rules files of two families in one folder.
pub const TWO_FAMILIES: &str = "G0013";
/// A file larger than such a file may be.
pub const TOO_LARGE: &str = "G0014";
/// A `.json` file that is YAML but not JSON.
pub const NOT_JSON: &str = "G0015";
/// A layout file with an unknown name.
pub const UNKNOWN_LAYOUT: &str = "G0016";
/// `supportsActions` contradicts the rules.
pub const OTHER_ACTIONS: &str = "G0017";
/// An initial state that differs from the one built into the engine. A warning.
pub const OTHER_INITIAL: &str = "G0018";
/// A folder without a layout. A warning.
pub const NO_LAYOUT: &str = "G0019";
/// A scenario of another game, or with invalid steps.
pub const BAD_SCENARIO: &str = "G0020";
/// A scenario whose assertions fail.
pub const UNTRUE_SCENARIO: &str = "G0021";
/// Rules that stopped with an error during a match.
pub const FAULT: &str = "G0022";
/// A card file or a deck list that cannot be used.
pub const BAD_DECK: &str = "G0023";
