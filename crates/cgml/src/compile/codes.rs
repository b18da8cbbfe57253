//! The codes of mistakes in the meaning of a document: names, types, scopes. Warnings are from `C2101` on.

/// There is no such deck, or no such deck type (CGML 7).
pub const UNKNOWN_DECK: &str = "C2001";
/// There is no such zone, or no such zone type (CGML 7).
pub const UNKNOWN_ZONE: &str = "C2002";
/// There is no such variable, binding or root (CGML 6).
pub const UNKNOWN_NAME: &str = "C2003";
/// Nothing was stored under this name here (CGML 11).
pub const UNKNOWN_REF: &str = "C2004";
/// There is no such state (CGML 9).
pub const UNKNOWN_STATE: &str = "C2005";
/// There is no such phase (CGML 9).
pub const UNKNOWN_PHASE: &str = "C2006";
/// There is no such event.
pub const UNKNOWN_EVENT: &str = "C2007";
/// No card has such a property.
pub const UNKNOWN_PROPERTY: &str = "C2008";
/// This has no such field (CGML 14).
pub const UNKNOWN_FIELD: &str = "C2009";
/// An anchor that means nothing here (CGML 6.3, 10.2).
pub const NOT_HERE: &str = "C2010";
/// There is no such seat, player or team.
pub const UNKNOWN_PLAYER: &str = "C2011";
/// Two things of one name.
pub const TWICE: &str = "C2012";
/// A value of one type where another is needed.
pub const TYPE: &str = "C2013";
/// Two values that cannot be compared, or that cannot be items of one list.
pub const KINDS: &str = "C2014";
/// Ranks are compared with `rank_value` (CGML 15).
pub const RANK_ORDER: &str = "C2015";
/// A rank with several places: the deck types do not agree.
pub const RANK_AMBIGUOUS: &str = "C2016";
/// A list where one thing is needed.
pub const SEVERAL: &str = "C2017";
/// A variable, a stored value or an event's field that is of two types.
pub const TWO_TYPES: &str = "C2018";
/// Computed variables that need one another.
pub const CYCLE: &str = "C2019";
/// A computed variable without an expression, or one that is assigned.
pub const COMPUTED: &str = "C2020";
/// `current` where play is simultaneous, outside of FOR_EACH_PLAYER.
pub const NO_CURRENT: &str = "C2021";
/// Several zones hold the same deck at the start.
pub const TWO_HOMES: &str = "C2022";
/// `DEAL` to several recipients (CGML 13.1).
pub const DEAL_TO_MANY: &str = "C2023";
/// No zone has the role that the action needs.
pub const NO_ROLE: &str = "C2024";
/// An action that cannot be done for all players at once (CGML 9.3).
pub const NOT_AT_ONCE: &str = "C2025";
/// Something that is needed for this action, or does not fit the rest of it.
pub const ACTION: &str = "C2026";
/// A win condition that names nobody (CGML 16.2).
pub const WIN: &str = "C2027";
/// Limit: a number that is too large.
pub const NUMBER: &str = "C2029";
/// Limit: named in the message.
pub const LIMIT: &str = "C2030";
/// The numbers of players make no sense, or are too large; or there are more ids than players. Warning: there are fewer.
pub const PLAYERS: &str = "C2031";
/// A value of groups where it cannot be: they live inside of one expression or loop.
pub const GROUPS: &str = "C2032";

/// A name that the language has, for something of the document.
pub const RESERVED: &str = "C2033";

/// A path as other engines have it: `$.variables.name`.
pub const OLD_PATH: &str = "C2034";

/// Warning: never true, or never there: a comparison with `null` or with a name that nothing has, a division by zero.
pub const NEVER_EQUAL: &str = "C2101";
/// Warning: a rule that can never fire.
pub const NEVER_FIRES: &str = "C2102";
/// Warning: a variable that is never read.
pub const NEVER_READ: &str = "C2103";
/// Warning: a state that is never left.
pub const NEVER_LEFT: &str = "C2104";
/// Warning: a zone into which no card can come.
pub const NEVER_FILLED: &str = "C2105";
/// Warning: a game that cannot end.
pub const NO_END: &str = "C2106";
/// Warning: a name that hides another one.
pub const HIDES: &str = "C2107";
/// Warning: options that tell what the asked player cannot see.
pub const TELLS: &str = "C2108";
/// Warning: cards that are in no zone.
pub const HOMELESS: &str = "C2109";
/// Warning: a property is compared with a value that no card has.
pub const NO_CARD_HAS: &str = "C2110";
/// Warning: a state that play never comes to.
pub const NEVER_ENTERED: &str = "C2112";
/// Warning: a phase that no rule is about.
pub const NEVER_HEARD: &str = "C2114";
/// Warning: a rule that makes its own event, again and again.
pub const ENDLESS: &str = "C2113";
/// Warning: a zone whose cards somebody shall see and nobody does: they lie face down.
pub const FACE_DOWN: &str = "C2116";
/// Warning: a variable begins with a text that has quotes of its own.
pub const QUOTED: &str = "C2117";
/// Warning: `!=` with a variable that is nothing at first: then it is false, too.
pub const NOT_SET: &str = "C2115";
/// Warning: ranks of a deck that its hierarchy does not have (CGML 15).
pub const UNRANKED: &str = "C2111";
/// Warning: a seed without `deterministic: true`, or that without a seed (CGML 4).
pub const SEED: &str = "C2118";
