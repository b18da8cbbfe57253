//! Which rule of CGML 5.1 holds where.
//!
//! The document says that maps merge "shallowly by key" and also that what lies deep inside them merges by identity.
//! Both are true if the maps on the way to an identity are merged, and everything else is one value that a child
//! replaces whole. This file is that map of ways; anything it does not name is replaced.

/// A place in a document, as far as merging is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MergeRule {
    /// The document: its sections merge, each by its own rule.
    Document,
    /// `components`.
    Components,
    /// `components.component_types`: any kind of type, by the name of the type.
    ComponentTypes,
    /// `flow`.
    Flow,
    /// A map of which each key is replaced: `meta`, and sections that extensions bring.
    Section,
    /// Entries that have an identity.
    Named(&'static ListNaming),
    /// A value that is replaced whole: `setup`, `flow.win_condition`, every field of an entry.
    Whole,
}

/// How the entries of a place are told apart, and what one is called.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListNaming {
    /// For messages: `rule`.
    pub noun: &'static str,
    /// How they are written.
    pub form: Form,
    /// What tells the items of a list apart.
    pub by: By,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A list.
    List,
    /// A map by name. A list of maps with a `name` is read as one: 5.1 speaks of decks as an array, 7.2 as a map.
    Map,
    /// Whichever the author takes.
    Either,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// A field.
    Field(&'static str),
    /// `from`, `to` and, if given, `id`.
    Step,
}

const RULES: ListNaming = ListNaming { noun: "rule", form: Form::List, by: By::Field("id") };
const DECKS: ListNaming = ListNaming { noun: "deck", form: Form::Map, by: By::Field("name") };
const ZONES: ListNaming = ListNaming { noun: "zone", form: Form::List, by: By::Field("name") };
const VARIABLES: ListNaming = ListNaming { noun: "variable", form: Form::List, by: By::Field("name") };
const TYPES: ListNaming = ListNaming { noun: "component type", form: Form::Map, by: By::Field("name") };
const STATES: ListNaming = ListNaming { noun: "state", form: Form::Map, by: By::Field("name") };
const TRANSITIONS: ListNaming = ListNaming { noun: "transition", form: Form::List, by: By::Step };
/// Our extensions (custom events, teams): by name, like everything else that is declared.
const EVENTS: ListNaming = ListNaming { noun: "event", form: Form::Either, by: By::Field("name") };
const TEAMS: ListNaming = ListNaming { noun: "team", form: Form::Either, by: By::Field("name") };

impl MergeRule {
    /// The place of the value of `key` in a map at this place.
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

    /// Does a child add to what stands here? Then an empty value adds nothing, instead of replacing all.
    pub fn is_merged(self) -> bool {
        self != MergeRule::Whole
    }
}

impl ListNaming {
    /// Can these entries refine one another with `extends`? (CGML 5.1: rules.)
    pub fn extends(&self) -> bool {
        *self == RULES
    }
}
