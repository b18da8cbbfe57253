//! The merge rule of CGML 5.1 for each part of a document.
//!
//! CGML says that maps merge "shallowly by key", and also that entries deep inside them merge by identity. To satisfy
//! both, the engine merges the maps on the path to such entries, and replaces every other value completely.
//! [`MergeRule`] says for each map of a document which of the two happens.

/// The merge rule of one part of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MergeRule {
    /// The whole document: its sections merge, each by its own rule.
    Document,
    /// `components`.
    Components,
    /// `components.component_types`: every kind of type, by the name of the type.
    ComponentTypes,
    /// `flow`.
    Flow,
    /// A map whose keys are replaced one by one: `meta`, and sections of extensions.
    Section,
    /// Entries that have an identity.
    Named(&'static ListNaming),
    /// A value that is replaced completely: `setup`, `flow.win_condition`, every field of an entry.
    Whole,
}

/// The identity of the entries of a place, and the noun for one entry.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListNaming {
    /// The noun in messages, such as `rule`.
    pub noun: &'static str,
    /// Whether the entries are a list or a map.
    pub form: Form,
    /// The identity of an item in a list.
    pub by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A list.
    List,
    /// A map by name. A list of maps with a `name` is converted, because CGML 5.1 writes decks as an array and 7.2 as a
    /// map.
    Map,
    /// The author may write these entries as a list or as a map.
    Either,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The value of this field.
    Field(&'static str),
    /// The values of `from`, `to` and, if given, `id`.
    Step,
}

const RULES: ListNaming = ListNaming { noun: "rule", form: Form::List, by: By::Field("id") };
const DECKS: ListNaming = ListNaming { noun: "deck", form: Form::Map, by: By::Field("name") };
const ZONES: ListNaming = ListNaming { noun: "zone", form: Form::List, by: By::Field("name") };
const VARIABLES: ListNaming = ListNaming { noun: "variable", form: Form::List, by: By::Field("name") };
const TYPES: ListNaming = ListNaming { noun: "component type", form: Form::Map, by: By::Field("name") };
const STATES: ListNaming = ListNaming { noun: "state", form: Form::Map, by: By::Field("name") };
const TRANSITIONS: ListNaming = ListNaming { noun: "transition", form: Form::List, by: By::Step };
/// Custom events and teams (extensions) are identified by name.
const EVENTS: ListNaming = ListNaming { noun: "event", form: Form::Either, by: By::Field("name") };
const TEAMS: ListNaming = ListNaming { noun: "team", form: Form::Either, by: By::Field("name") };

impl MergeRule {
    /// The merge rule for the value of `key`.
    pub fn below(self, key: &str) -> MergeRule {
        match (self, key) {
            (MergeRule::Document, "components") => MergeRule::Components,
            (MergeRule::Document, "flow") => MergeRule::Flow,
            (MergeRule::Document, "rules") => MergeRule::Named(&RULES),
            (MergeRule::Document, _) => MergeRule::Section,
            (MergeRule::Components, "component_types") => MergeRule::ComponentTypes,
            (MergeRule::Components, "decks") => MergeRule::Named(&DECKS),
            (MergeRule::Components, "zones") => MergeRule::Named(&ZONES),
            (MergeRule::Components, "variables") => MergeRule::Named(&VARIABLES),
            (MergeRule::Components, "events") => MergeRule::Named(&EVENTS),
            (MergeRule::Components, "teams") => MergeRule::Named(&TEAMS),
            (MergeRule::ComponentTypes, _) => MergeRule::Named(&TYPES),
            (MergeRule::Flow, "states") => MergeRule::Named(&STATES),
            (MergeRule::Flow, "transitions") => MergeRule::Named(&TRANSITIONS),
            _ => MergeRule::Whole,
        }
    }

    /// Whether a later layer adds to this value instead of replacing it. If so, an empty value in a later layer changes
    /// nothing.
    pub fn is_merged(self) -> bool {
        self != MergeRule::Whole
    }
}

impl ListNaming {
    /// Whether these entries can have a composition, and `add` in its place.
    pub fn has_compositions(&self) -> bool {
        *self == TYPES
    }

    /// Whether these entries can use `extends`. Only rules can use it (CGML 5.1).
    pub fn extends(&self) -> bool {
        *self == RULES
    }
}
