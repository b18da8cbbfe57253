//! A document (CGML 3) and its `meta` (CGML 4).

use rulebook_diag::{Node, Span};
use serde_json::{Value, json};

use super::action::Action;
use super::basics::At;
use super::components::Components;
use super::flow::Flow;
use super::functions::Functions;
use super::name::{Name, Word};
use super::part::{Part, ReadContext};
use super::presentation::Presentation;
use super::record::record;
use super::rule::Rule;
use super::schema::Defs;
use crate::load::VERSION;

record! {
    /// A game as written, after all imports are merged (CGML 3).
    pub struct Document {
        /// The version of the language.
        version: Version as "cgml_version",
        /// Information about the game, and settings for engines.
        meta: Meta,
        /// Files that are merged before this one.
        imports: Option<Node>,
        /// The file that this one is based on.
        inherit: Option<Node>,
        /// The decks, zones, variables, teams and events of the game, and types of decks and zones.
        components: Components,
        /// Functions, such as `worth(cards, bonus): …` (extension).
        functions: Functions = Functions::default(),
        /// Actions before the first turn.
        setup: Vec<Action>,
        /// States, phases, turns and the end of the game.
        flow: Flow,
        /// The rules: triggers, conditions and effects.
        rules: Vec<Rule>,
        /// Scoreboards, labels, messages and facts that the game shows (extension).
        presentation: Option<Presentation>,
    }
}

record! {
    /// Information about the game, and settings for engines (CGML 4).
    pub struct Meta {
        /// The name of the game.
        name: Name,
        /// The author of the game.
        author: Option<Name>,
        /// A description in one sentence.
        description: Option<At<String>>,
        /// Number of players.
        players: Players,
        /// Settings for random numbers.
        rng: Option<RngHints>,
        /// Free for other tools; the engine ignores it.
        meta: Option<Node>,
    }
}

record! {
    /// Number of players, and their ids in rules.
    pub struct Players {
        /// Minimum number of players.
        min: At<u16>,
        /// Maximum number of players.
        max: At<u16>,
        /// The ids of the players in rules, in seat order. Default: `p1`, `p2`, … (extension).
        ids: Option<Vec<Word>>,
    }
}

record! {
    /// Settings for random numbers (CGML 18). A fixed seed is for simulation.
    pub struct RngHints {
        /// Whether every match uses the same random numbers.
        deterministic: bool = false,
        /// The seed of the random numbers.
        seed: Option<Name>,
    }
}

/// The `cgml_version` of a document. The loader has already checked the version, so only its span is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The source span.
    pub span: Option<Span>,
}

impl Part for Version {
    // The loader reports a missing version. `schema.rs` lists the key as required.
    const OPTIONAL: bool = true;

    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Version> {
        rulebook_diag::Value::of(node, cx.diags).scalar().map(|_| Version { span: Some(node.span) })
    }

    fn write(&self) -> Value {
        VERSION.into()
    }

    fn schema(_: &mut Defs) -> Value {
        // YAML reads `1.3` as a number. The schema accepts it, and the loader reads it as text.
        let number: Value = serde_json::from_str(VERSION).unwrap_or_default();
        json!({ "enum": [VERSION, number] })
    }

    fn absent() -> Option<Version> {
        Some(Version { span: None })
    }
}
