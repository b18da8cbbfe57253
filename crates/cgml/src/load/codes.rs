//! The codes of the loader's diagnostics. A code never changes its meaning; the other stages go on from `C0100`.

/// A file that an include, an import or an `inherit` names is not there or cannot be read.
pub const FILE_MISSING: &str = "C0001";
/// A path that starts at the root of the machine.
pub const PATH_ABSOLUTE: &str = "C0002";
/// A path with more `..` than folders: it would leave the folder of the game.
pub const PATH_LEAVES_ROOT: &str = "C0003";
/// A path with a backslash, a colon (drive letters), a control character, or a part that ends in a dot or space.
pub const PATH_CHARACTER: &str = "C0004";
/// An address or a short name that no package shipped with the engine answers to.
pub const UNKNOWN_PACKAGE: &str = "C0005";
/// `!include` or `!inherit` on something that is not a path.
pub const BAD_INCLUDE: &str = "C0006";
/// A tag that is neither `!include` nor `!inherit`, or an `!inherit` where nothing can be inherited.
pub const BAD_TAG: &str = "C0007";
/// A file that includes, imports or inherits from itself, directly or through others.
pub const CYCLE: &str = "C0008";
/// A game or a base that is not a map of sections.
pub const NOT_A_DOCUMENT: &str = "C0009";
/// `imports` that are not a list of files, or an `inherit` that is not one file.
pub const BAD_IMPORTS: &str = "C0010";

/// Limit: how deep files include one another.
pub const TOO_DEEP: &str = "C0011";
/// Limit: how many files one game may be made of.
pub const TOO_MANY_FILES: &str = "C0012";
/// Limit: how many bytes all files have together.
pub const TOO_LARGE: &str = "C0013";
/// Limit: how many keys and values the merged tree may have.
pub const TOO_MANY_NODES: &str = "C0014";
/// Limit: how deep lists and maps are nested once included files are in their places.
pub const NESTED_TOO_DEEPLY: &str = "C0015";

/// One file has a list where another has a map: they cannot be merged.
pub const SHAPES_DIFFER: &str = "C0021";
/// Two entries of one list in one file have the same identity.
pub const GIVEN_TWICE: &str = "C0022";
/// `disabled: true` on something that no base has.
pub const DISABLES_NOTHING: &str = "C0023";
/// `disabled` is neither `true` nor `false`.
pub const BAD_DISABLED: &str = "C0024";
/// A rule extends a rule that does not exist.
pub const EXTENDS_UNKNOWN: &str = "C0025";
/// Rules that extend one another in a circle.
pub const EXTENDS_CYCLE: &str = "C0026";
/// A transition without `id` that could override any of several.
pub const WHICH_TRANSITION: &str = "C0027";

/// The game does not say which version of the language it is written in.
pub const VERSION_MISSING: &str = "C0031";
/// The file says version 1.2.
pub const VERSION_OLD: &str = "C0032";
/// The file says a version that we do not know.
pub const VERSION_UNKNOWN: &str = "C0033";
/// `SET_GAME_STATE`, which is called `SET_STATE` now.
pub const OLD_ACTION: &str = "C0034";
/// `$.shared_zones`, which is `$.zones` now.
pub const OLD_ROOT: &str = "C0035";
