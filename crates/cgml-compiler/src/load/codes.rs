//! Codes of the diagnostics that the loader reports. A code never changes its meaning. The codes of later stages start
//! at `C1000`.

/// A file named by an include, an import or `inherit` does not exist or cannot be read.
pub const FILE_MISSING: &str = "C0001";
/// An absolute path.
pub const PATH_ABSOLUTE: &str = "C0002";
/// A path with more `..` than folders, which would leave the folder of the game.
pub const PATH_LEAVES_ROOT: &str = "C0003";
/// A path with a backslash, a colon (drive letters), a control character, or a part that ends in a dot or space.
pub const PATH_CHARACTER: &str = "C0004";
/// An address or short name that matches no package of the engine.
pub const UNKNOWN_PACKAGE: &str = "C0005";
/// `!include` or `!inherit` on something that is not a path.
pub const BAD_INCLUDE: &str = "C0006";
/// A tag other than `!include` and `!inherit`, or an `!inherit` in a place that cannot inherit.
pub const BAD_TAG: &str = "C0007";
/// A file that includes, imports or inherits from itself, directly or through others.
pub const CYCLE: &str = "C0008";
/// A game or a base that is not a map of sections.
pub const NOT_A_DOCUMENT: &str = "C0009";
/// `imports` is not a list of files, or `inherit` is not one file.
pub const BAD_IMPORTS: &str = "C0010";

/// A game or package with another version than the file asks for.
pub const OTHER_VERSION: &str = "C0017";

/// A sheet of cards at a place that is not a list of cards.
pub const SHEET_PLACE: &str = "C0016";

/// Limit: depth of includes.
pub const TOO_DEEP: &str = "C0011";
/// Limit: number of files in one game.
pub const TOO_MANY_FILES: &str = "C0012";
/// Limit: total size of all files in bytes.
pub const TOO_LARGE: &str = "C0013";
/// Limit: number of keys and values in the merged tree.
pub const TOO_MANY_NODES: &str = "C0014";
/// Limit: nesting depth of lists and maps after includes are resolved.
pub const NESTED_TOO_DEEPLY: &str = "C0015";

/// One file has a list and another has a map at the same place, so they cannot be merged.
pub const SHAPES_DIFFER: &str = "C0021";
/// Two entries of one list in one file have the same identity.
pub const GIVEN_TWICE: &str = "C0022";
/// `disabled: true` on an entry that no base declares.
pub const DISABLES_NOTHING: &str = "C0023";
/// `disabled` is neither `true` nor `false`.
pub const BAD_DISABLED: &str = "C0024";
/// A rule extends a rule that does not exist.
pub const EXTENDS_UNKNOWN: &str = "C0025";
/// Rules that extend one another in a cycle.
pub const EXTENDS_CYCLE: &str = "C0026";
/// A transition without `id` that matches several transitions of a base.
pub const WHICH_TRANSITION: &str = "C0027";

/// The game has no `cgml_version`.
pub const VERSION_MISSING: &str = "C0031";
/// The file has version 1.1 or 1.2.
pub const VERSION_OLD: &str = "C0032";
/// The file has a version that this engine does not support.
pub const VERSION_UNKNOWN: &str = "C0033";
/// The deprecated action `SET_GAME_STATE`, now `SET_STATE`.
pub const OLD_ACTION: &str = "C0034";
/// The removed root `$.shared_zones`, now `$.zones`.
pub const OLD_ROOT: &str = "C0035";
