//! The codes of the diagnostics in this crate. They start with `D`; other crates use other letters.

/// The file is not UTF-8.
pub const NOT_UTF8: &str = "D0001";
/// The file is not valid YAML. JSON files are read as YAML, too.
pub const SYNTAX: &str = "D0002";
/// A control character at a place where it is not allowed.
pub const CONTROL_CHARACTER: &str = "D0003";
/// A map has the same key twice.
pub const DUPLICATE_KEY: &str = "D0004";
/// A key that is a list or a map.
pub const KEY_NOT_SCALAR: &str = "D0005";
/// The file has a second document.
pub const MANY_DOCUMENTS: &str = "D0006";
/// An alias (`*name`) without an anchor (`&name`) before it.
pub const UNKNOWN_ANCHOR: &str = "D0007";
/// An alias inside the node whose anchor it names.
pub const CYCLIC_ALIAS: &str = "D0008";
/// A merge key `<<` whose value is not a map or a list of maps.
pub const BAD_MERGE: &str = "D0009";
/// A tag such as `!!int` on a value of another type.
pub const BAD_TAG: &str = "D0010";

/// The document has too many bytes.
pub const TOO_LARGE: &str = "D0011";
/// Lists and maps are nested too deeply.
pub const TOO_DEEP: &str = "D0012";
/// The document has too many nodes.
pub const TOO_MANY_NODES: &str = "D0013";
/// Aliases expand to too many nodes.
pub const TOO_MUCH_ALIASED: &str = "D0014";
/// The document has too many mistakes, so the rest of it is not read.
pub const TOO_MANY_MISTAKES: &str = "D0015";

/// A value of the wrong type.
pub const WRONG_TYPE: &str = "D0021";
/// A required key is missing.
pub const MISSING_KEY: &str = "D0022";
/// An unknown key.
pub const UNKNOWN_KEY: &str = "D0023";
/// A number outside its range.
pub const OUT_OF_RANGE: &str = "D0024";
/// A word that is not one of the allowed words.
pub const NOT_ONE_OF: &str = "D0025";
/// A one-line text contains a line break or an invisible character.
pub const NOT_PLAIN: &str = "D0026";
/// A JSON file has comments.
pub const COMMENT: &str = "D0027";
/// A JSON file has trailing commas.
pub const TRAILING_COMMA: &str = "D0028";
/// A JSON file contains YAML that is not JSON.
pub const YAML: &str = "D0029";
/// A sheet without any row.
pub const EMPTY_SHEET: &str = "D0030";
/// A column of a sheet whose name is missing, given twice, or cannot be the name of a property.
pub const COLUMN: &str = "D0031";
