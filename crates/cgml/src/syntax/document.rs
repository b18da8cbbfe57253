//! A document (CGML 3) and its `meta` (CGML 4).

use rulebook_diag::{Diagnostic, Node, Span};
use serde_json::{Value, json};

use super::action::Action;
use super::basics::{At, Name};
use super::codes;
use super::components::Components;
use super::flow::Flow;
use super::part::{Cx, Part};
use super::record::record;
use super::rule::Rule;
use super::schema::Defs;

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
        presentation: Option<Node>,
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
    /// How many can play.
    pub struct Players {
        /// At least.
        min: At<u16>,
        /// At most.
        max: At<u16>,
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

/// The version of the language that a document is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Where it was written.
    pub span: Span,
}

impl Version {
    /// The one version there is.
    pub const CURRENT: &str = "1.3";
    /// Read as the current one, with a warning.
    const OLDER: &str = "1.2";
}

impl Part for Version {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Version> {
        let text = rulebook_diag::Value::of(node, cx.diags).scalar()?;
        let current = Version::CURRENT;
        let fix = format!("\"{current}\"");
        match text {
            Version::CURRENT => {}
            Version::OLDER => cx.report(
                Diagnostic::warning(codes::OLD_VERSION, node.span, format!("CGML {text} is read as {current}"))
                    .label("an older version")
                    .help(format!("write `{fix}`"))
                    .suggest(node.span, fix),
            ),
            _ => cx.report(
                Diagnostic::error(codes::UNKNOWN_VERSION, node.span, format!("there is no CGML {text}"))
                    .label(format!("must be `{fix}`"))
                    .suggest(node.span, fix),
            ),
        }
        Some(Version { span: node.span })
    }

    fn write(&self) -> Value {
        Version::CURRENT.into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "anyOf": [{ "const": Version::CURRENT }, { "type": "number", "minimum": 1.3, "maximum": 1.3 }] })
    }

    fn hole(span: Span) -> Option<Version> {
        Some(Version { span })
    }
}
