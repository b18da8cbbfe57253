//! The codes of mistakes in the syntax of a document. `D00xx` of `diag` serve for what any strict file can have wrong:
//! a missing or unknown key, a wrong type, a word that is not among those allowed.

/// Warning: a name or key that has a newer spelling.
pub const DEPRECATED: &str = "C1001";
/// A map that must say what it is, by `action:` or `type:`, does not.
pub const MISSING_TAG: &str = "C1002";
/// There is no such action (CGML 13), or no such kind of card list (CGML 7.1).
pub const UNKNOWN_KIND: &str = "C1003";
/// There is no such operator (CGML 12).
pub const UNKNOWN_OPERATOR: &str = "C1004";
/// Too few or too many operands.
pub const OPERANDS: &str = "C1005";
/// A map with none or several operators where one is expected (CGML 12.7).
pub const ONE_OPERATOR: &str = "C1006";
/// A list without `list:` (CGML 6.6).
pub const BARE_LIST: &str = "C1007";
/// A word in an expression that is neither quoted nor a call nor a reference.
pub const BARE_WORD: &str = "C1008";
/// An expression or path that cannot be read.
pub const EXPRESSION: &str = "C1009";
/// A path that does not start at `$` (CGML 6.1).
pub const NOT_ROOTED: &str = "C1010";
/// There is no such anchor (CGML 6.3).
pub const UNKNOWN_ANCHOR: &str = "C1012";
/// There is no such filter in brackets (CGML 6.1).
pub const UNKNOWN_FILTER: &str = "C1013";
/// Something else where only a path will do.
pub const NOT_A_PATH: &str = "C1014";
/// A trigger that is none (CGML 10.1).
pub const UNKNOWN_TRIGGER: &str = "C1015";
/// A number with a fraction: rules count in whole numbers.
pub const FRACTION: &str = "C1016";
/// Limit: nesting of actions and expressions.
pub const TOO_DEEP: &str = "C1017";
/// Limit: the length of an expression string.
pub const TOO_LONG: &str = "C1018";
/// `canPerform` in an expression string: its action can only be written nested.
pub const NESTED_ONLY: &str = "C1019";
/// A name that cannot be one.
pub const BAD_NAME: &str = "C1020";
