//! Codes of semantic errors in a document: names, types, scopes. Warnings start at `C2101`.

/// An unknown deck or deck type (CGML 7).
pub const UNKNOWN_DECK: &str = "C2001";
/// An unknown zone or zone type (CGML 7).
pub const UNKNOWN_ZONE: &str = "C2002";
/// An unknown variable, binding or root (CGML 6).
pub const UNKNOWN_NAME: &str = "C2003";
/// No value is stored under this name here (CGML 11).
pub const UNKNOWN_REF: &str = "C2004";
/// An unknown state (CGML 9).
pub const UNKNOWN_STATE: &str = "C2005";
/// An unknown phase (CGML 9).
pub const UNKNOWN_PHASE: &str = "C2006";
/// An unknown event.
pub const UNKNOWN_EVENT: &str = "C2007";
/// A property that no card has.
pub const UNKNOWN_PROPERTY: &str = "C2008";
/// A field that the value does not have (CGML 14).
pub const UNKNOWN_FIELD: &str = "C2009";
/// An anchor that is not bound here (CGML 6.3, 10.2).
pub const NOT_HERE: &str = "C2010";
/// An unknown seat, player or team.
pub const UNKNOWN_PLAYER: &str = "C2011";
/// Two declarations with the same name.
pub const TWICE: &str = "C2012";
/// A value of the wrong type.
pub const TYPE: &str = "C2013";
/// Two values that cannot be compared, or that cannot be items of one list.
pub const KINDS: &str = "C2014";
/// An order comparison of ranks without `rank_value` (CGML 15).
pub const RANK_ORDER: &str = "C2015";
/// A rank with different positions in several deck types.
pub const RANK_AMBIGUOUS: &str = "C2016";
/// A list in a place that needs a single value.
pub const SEVERAL: &str = "C2017";
/// A variable, stored value or event field with two types.
pub const TWO_TYPES: &str = "C2018";
/// Computed variables or functions that depend on each other in a cycle.
pub const CYCLE: &str = "C2019";
/// A computed variable without an expression, or an assignment to a computed variable.
pub const COMPUTED: &str = "C2020";
/// `current` in a simultaneous game, outside FOR_EACH_PLAYER.
pub const NO_CURRENT: &str = "C2021";
/// Several zones hold the same deck at the start.
pub const TWO_HOMES: &str = "C2022";
/// `DEAL` to several recipients (CGML 13.1).
pub const DEAL_TO_MANY: &str = "C2023";
/// No zone has the role that the action needs.
pub const NO_ROLE: &str = "C2024";
/// An action that cannot run for all players at once (CGML 9.3).
pub const NOT_AT_ONCE: &str = "C2025";
/// A key of an action is missing or conflicts with another key.
pub const ACTION: &str = "C2026";
/// A win condition that names no player (CGML 16.2).
pub const WIN: &str = "C2027";
/// Limit: a number is too large.
pub const NUMBER: &str = "C2029";
/// A limit of the compiler is exceeded. The message says which one.
pub const LIMIT: &str = "C2030";
/// Invalid numbers of players, or more ids than players. Warning: fewer ids than players.
pub const PLAYERS: &str = "C2031";
/// A value that no variable can store: groups of groups, or a path that is incomplete.
pub const NOT_STORED: &str = "C2032";

/// A name that the language reserves.
pub const RESERVED: &str = "C2033";

/// The path `$.variables.name` of other engines.
pub const OLD_PATH: &str = "C2034";

/// A zone, a variable or a path of teams in a game without teams.
pub const NO_TEAMS: &str = "C2035";

/// Warning: a comparison that is never true, such as a comparison with `null` or with an unknown name, or a division by
/// zero.
pub const NEVER_EQUAL: &str = "C2101";
/// Warning: a rule that can never fire.
pub const NEVER_FIRES: &str = "C2102";
/// Warning: a variable that is never read, or a function that is never called.
pub const NEVER_READ: &str = "C2103";
/// Warning: a state without an exit.
pub const NEVER_LEFT: &str = "C2104";
/// Warning: a zone that no card can enter.
pub const NEVER_FILLED: &str = "C2105";
/// Warning: a game that cannot end.
pub const NO_END: &str = "C2106";
/// Warning: a name that shadows another one.
pub const HIDES: &str = "C2107";
/// Warning: options that leak hidden information to the asked player.
pub const TELLS: &str = "C2108";
/// Warning: a deck whose cards start in no zone.
pub const HOMELESS: &str = "C2109";
/// Warning: a property is compared with a value that no card has.
pub const NO_CARD_HAS: &str = "C2110";
/// Warning: a state that is never entered.
pub const NEVER_ENTERED: &str = "C2112";
/// Warning: a phase without rules.
pub const NEVER_HEARD: &str = "C2114";
/// Warning: a rule that triggers itself without end.
pub const ENDLESS: &str = "C2113";
/// Warning: a zone that is visible by its type, although its cards always stay face down.
pub const FACE_DOWN: &str = "C2116";
/// Warning: an initial text that contains its own quotes.
pub const QUOTED: &str = "C2117";
/// Warning: `!=` with a variable that starts without a value. The comparison is false until the variable is set.
pub const NOT_SET: &str = "C2115";
/// Warning: ranks that are missing in the hierarchy of the deck type (CGML 15).
pub const UNRANKED: &str = "C2111";
/// Warning: a `REORDER` of a zone whose type leaves out `allows_reorder` (CGML 7.1).
pub const NOT_REORDERED: &str = "C2119";
/// Warning: in a simultaneous loop, all players take the same card (CGML 9.3).
pub const SAME_CARD: &str = "C2120";
/// Warning: a message to one player with a value that this player cannot read.
pub const UNREADABLE: &str = "C2121";
/// Warning: a seed without `deterministic: true`, or `deterministic: true` without a seed (CGML 4).
pub const SEED: &str = "C2118";
