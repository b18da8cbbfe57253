//! A document (CGML 3) and its `meta` (CGML 4).

use rulebook_diag::{Node, Span};
use serde_json::{Value, json};

use super::action::Action;
use super::basics::At;
use super::components::Components;
use super::flow::Flow;
use super::name::{Name, Word};
use super::part::{Cx, Part};
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
        /// The game and hints for engines.
        meta: Meta,
        /// Done by the loader; what is left of it is ignored.
        imports: Option<Node>,
        /// Done by the loader; what is left of it is ignored.
        inherit: Option<Node>,
        /// Types and instances of decks, zones and variables.
        components: Components,
        /// What is done before play.
        setup: Vec<Action>,
        /// States, phases, turns, the end.
        flow: Flow,
        /// What happens when.
        rules: Vec<Rule>,
        /// How the game is shown (extension).
        presentation: Option<Presentation>,
    }
}

record! {
    /// The game and hints for engines (CGML 4).
    pub struct Meta {
        /// Its name.
        name: Name,
        /// Who made it.
        author: Option<Name>,
        /// One sentence.
        description: Option<At<String>>,
        /// How many can play.
        players: Players,
        /// Chance.
        rng: Option<RngHints>,
        /// Anything, for others.
        meta: Option<Node>,
    }
}

record! {
    /// How many can play, and what rules call them.
    pub struct Players {
        /// At least.
        min: At<u16>,
        /// At most.
        max: At<u16>,
        /// What rules call them, in the order of the seats; else `p1`, `p2`, … (extension).
        ids: Option<Vec<Word>>,
    }
}

record! {
    /// Chance (CGML 18). A seed is for simulation.
    pub struct RngHints {
        /// Is every match the same?
        deterministic: bool = false,
        /// The seed.
        seed: Option<Name>,
    }
}

/// The version of the language that a document is written in. The loader has judged it: here it is only kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Where it was written.
    pub span: Option<Span>,
}

impl Part for Version {
    // To leave it out is a mistake that the loader reports; `schema.rs` has it among the required keys.
    const OPTIONAL: bool = true;

    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Version> {
        rulebook_diag::Value::of(node, cx.diags).scalar().map(|_| Version { span: Some(node.span) })
    }

    fn write(&self) -> Value {
        VERSION.into()
    }

    fn schema(_: &mut Defs) -> Value {
        // A number is the same to YAML, and floats are none of ours: it is read as the text is.
        let number: Value = serde_json::from_str(VERSION).unwrap_or_default();
        json!({ "enum": [VERSION, number] })
    }

    fn absent() -> Option<Version> {
        Some(Version { span: None })
    }
}
