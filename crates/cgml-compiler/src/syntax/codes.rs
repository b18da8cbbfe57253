//! Codes for syntax errors of a document. Errors that any strict file can have use the codes `D00xx` of `diag`: missing
//! and unknown keys, wrong types, unknown words.

/// Warning: a name or key that has a newer spelling.
pub const DEPRECATED: &str = "C1001";
/// A map without the key that says what it is, such as `action:` or `type:`.
pub const MISSING_TAG: &str = "C1002";
/// An unknown action (CGML 13) or kind of card list (CGML 7.1).
pub const UNKNOWN_KIND: &str = "C1003";
/// An unknown operator (CGML 12).
pub const UNKNOWN_OPERATOR: &str = "C1004";
/// Too few or too many operands.
pub const OPERANDS: &str = "C1005";
/// A map with no operator or with several, where an expression needs one (CGML 12.7).
pub const ONE_OPERATOR: &str = "C1006";
/// A list without `list:` (CGML 6.6).
pub const BARE_LIST: &str = "C1007";
/// A word in an expression that has no quotes and is neither a call nor a reference.
pub const BARE_WORD: &str = "C1008";
/// An expression or path that cannot be read.
pub const EXPRESSION: &str = "C1009";
/// A path that does not start at `$` (CGML 6.1).
pub const NOT_ROOTED: &str = "C1010";
/// An unknown anchor (CGML 6.3).
pub const UNKNOWN_ANCHOR: &str = "C1012";
/// An unknown filter in brackets (CGML 6.1).
pub const UNKNOWN_FILTER: &str = "C1013";
/// A value that is not a path, where only a path is valid.
pub const NOT_A_PATH: &str = "C1014";
/// An invalid trigger (CGML 10.1).
pub const UNKNOWN_TRIGGER: &str = "C1015";
/// A number with a fraction. CGML has whole numbers only.
pub const FRACTION: &str = "C1016";
/// Limit: nesting of actions and expressions.
pub const TOO_DEEP: &str = "C1017";
/// Limit: the length of an expression string.
pub const TOO_LONG: &str = "C1018";
/// `canPerform` in an expression string. Its action can only be written in the nested form.
pub const NESTED_ONLY: &str = "C1019";
/// An invalid name.
pub const BAD_NAME: &str = "C1020";
