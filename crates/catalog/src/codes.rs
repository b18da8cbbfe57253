//! Codes of the diagnostics about a game's folder, except its rules file.

/// The folder of games does not exist.
pub const NO_ROOT: &str = "G0001";
/// No game has this id, and there is no such path.
pub const NO_GAME: &str = "G0002";
/// A file or folder cannot be read.
pub const UNREADABLE: &str = "G0003";
/// A required file is missing.
pub const MISSING_FILE: &str = "G0004";
/// `rulesId` differs from the name of the folder.
pub const OTHER_ID: &str = "G0005";
/// An id is invalid. Ids are lower-case words joined by hyphens.
pub const BAD_ID: &str = "G0006";
/// `minPlayers` is larger than `maxPlayers`.
pub const SEATS_CROSSED: &str = "G0007";
/// `meta.json` gives other numbers of seats than the rules.
pub const OTHER_SEATS: &str = "G0008";
/// A required text is empty.
pub const EMPTY: &str = "G0009";
/// A text is too long or contains control characters.
pub const BAD_TEXT: &str = "G0010";
/// The folder has no rules file, and the engine has no native rules with that id.
pub const NO_NATIVE: &str = "G0012";
/// The folder has rules files of two families.
pub const TWO_FAMILIES: &str = "G0013";
/// A file is larger than the limit.
pub const TOO_LARGE: &str = "G0014";
/// A layout file has an unknown name.
pub const UNKNOWN_LAYOUT: &str = "G0016";
/// `supportsActions` contradicts the rules.
pub const OTHER_ACTIONS: &str = "G0017";
/// The rules cannot be played from the initial state in the folder.
pub const OTHER_INITIAL: &str = "G0018";
/// Warning: the folder has no layout.
pub const NO_LAYOUT: &str = "G0019";
/// A scenario belongs to another game or has invalid steps.
pub const BAD_SCENARIO: &str = "G0020";
/// The assertions of a scenario fail.
pub const UNTRUE_SCENARIO: &str = "G0021";
/// The rules stopped with an error during a match.
pub const FAULT: &str = "G0022";
/// A card file or a deck list cannot be used.
pub const BAD_DECK: &str = "G0023";
/// A folder has two files with the same meaning, such as `layout.json` and `ID.layout.json`.
pub const TWO_FILES: &str = "G0024";
/// Warning: the picture of a card does not exist, or is not a picture that the table can show.
pub const NO_PICTURE: &str = "G0025";
/// Warning: the file `values.json` or `network.bin` of a board game cannot be used.
pub const BAD_VALUES: &str = "G0026";
/// Warning: the folder has no rules for people.
pub const NO_RULES_TEXT: &str = "G0027";
/// Warning: the file `policy.json` of a card game cannot be used.
pub const BAD_POLICY: &str = "G0028";
