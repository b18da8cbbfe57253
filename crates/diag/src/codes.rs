//! The codes of this crate's own diagnostics. Other areas bring their own letters.

/// The file is not UTF-8.
pub const NOT_UTF8: &str = "D0001";
/// The file is not YAML (nor JSON, which is YAML).
pub const SYNTAX: &str = "D0002";
/// A control character where none may stand.
pub const CONTROL_CHARACTER: &str = "D0003";
/// A key is given twice in one map.
pub const DUPLICATE_KEY: &str = "D0004";
/// A key that is a list or a map.
pub const KEY_NOT_SCALAR: &str = "D0005";
/// A second document in the file.
pub const MANY_DOCUMENTS: &str = "D0006";
/// An alias without an anchor before it.
pub const UNKNOWN_ANCHOR: &str = "D0007";
/// An alias inside the very node it names.
pub const CYCLIC_ALIAS: &str = "D0008";
/// A merge key `<<` whose value is not a map or a list of maps.
pub const BAD_MERGE: &str = "D0009";
/// A tag such as `!!int` on something that is not one.
pub const BAD_TAG: &str = "D0010";

/// Limit: bytes in a document.
pub const TOO_LARGE: &str = "D0011";
/// Limit: nesting.
pub const TOO_DEEP: &str = "D0012";
/// Limit: nodes in a document.
pub const TOO_MANY_NODES: &str = "D0013";
/// Limit: what aliases expand to.
pub const TOO_MUCH_ALIASED: &str = "D0014";
/// Limit: mistakes reported for one document.
pub const TOO_MANY_MISTAKES: &str = "D0015";

/// A value of another type than the key asks for.
pub const WRONG_TYPE: &str = "D0021";
/// A key that must be there is not.
pub const MISSING_KEY: &str = "D0022";
/// A key that means nothing here.
pub const UNKNOWN_KEY: &str = "D0023";
/// A number outside its range.
pub const OUT_OF_RANGE: &str = "D0024";
/// A word that is not among those allowed.
pub const NOT_ONE_OF: &str = "D0025";
/// A text for a line of a screen holds a line break or something that cannot be seen.
pub const NOT_PLAIN: &str = "D0026";
