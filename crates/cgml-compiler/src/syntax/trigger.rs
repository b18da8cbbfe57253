//! Triggers of rules (CGML 10.1), and the events that moves trigger.

use rulebook_diag::{Diagnostic, Node, Span, Value as Reader, nearest};
use serde_json::{Value, json};

use super::codes;
use super::name::Name;
use super::part::{Part, ReadContext};
use super::schema::Defs;
use super::source_map::SourceMap;
use super::words::words;

/// The trigger of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// The event.
    pub event: Event,
    /// The source span.
    pub span: Span,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// `on.state.enter.Name`.
    StateEnter(Name),
    /// `on.state.exit.Name`.
    StateExit(Name),
    /// `on.phase.Name`.
    Phase(Name),
    /// `on.turn.begin`.
    TurnBegin,
    /// `on.turn.end`.
    TurnEnd,
    /// `on.draw`, `on.play`, `on.discard`, `on.move`.
    Card(CardEvent),
    /// `on.name`, an event declared under `events`.
    Custom(Name),
}

words! {
    /// The events of cards.
    pub enum CardEvent {
        /// A card moves from a deck to a hand.
        Draw = "draw",
        /// A card moves from a hand into play.
        Play = "play",
        /// A card moves to a discard pile.
        Discard = "discard",
        /// A card moves anywhere.
        Move = "move",
    }
}

/// The forms of a trigger, for suggestions.
const SHAPES: [&str; 9] = [
    "on.state.enter.",
    "on.state.exit.",
    "on.phase.",
    "on.turn.begin",
    "on.turn.end",
    "on.draw",
    "on.play",
    "on.discard",
    "on.move",
];

impl Trigger {
    fn event(text: &str, place: &SourceMap) -> Option<Event> {
        // A name is always the last part of a trigger.
        let named = |name: &str| {
            let span = place.span(text.len() - name.len()..text.len());
            is_name(name).then(|| Name::new(name, span))
        };
        let (head, rest) = text.strip_prefix("on.").map(|rest| rest.split_once('.').unwrap_or((rest, "")))?;
        Some(match (head, rest) {
            ("turn", "begin") => Event::TurnBegin,
            ("turn", "end") => Event::TurnEnd,
            ("phase", name) => Event::Phase(named(name)?),
            ("state", rest) => match rest.split_once('.')? {
                ("enter", name) => Event::StateEnter(named(name)?),
                ("exit", name) => Event::StateExit(named(name)?),
                _ => return None,
            },
            ("turn", _) => return None,
            (word, "") => match CardEvent::ALL.iter().find(|(known, _)| *known == word) {
                Some((_, event)) => Event::Card(*event),
                None => Event::Custom(named(word)?),
            },
            _ => return None,
        })
    }

    /// The most similar form of a trigger, with the name that the author wrote.
    fn meant(text: &str) -> Option<String> {
        let (head, name) = text.rsplit_once('.').unwrap_or((text, ""));
        if head == "on.state" {
            return None; // The author may mean `enter` or `exit`.
        }
        let shapes = SHAPES.into_iter().filter(|shape| shape.ends_with('.'));
        let whole = nearest(text, SHAPES.into_iter().filter(|shape| !shape.ends_with('.'))).map(str::to_owned);
        whole.or_else(|| {
            let shape = nearest(&format!("{head}."), shapes)?;
            is_name(name).then(|| format!("{shape}{name}"))
        })
    }
}

/// Whether the text can name a state, a phase or an event. Spaces and dots are not allowed.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

impl Part for Trigger {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Trigger> {
        let text = Reader::of(node, cx.diags).text()?;
        let event = Trigger::event(text, &SourceMap::of(node, text, cx.sources));
        if event.is_none() {
            let message = format!("`{text}` is not a trigger");
            let found = Diagnostic::error(codes::UNKNOWN_TRIGGER, node.span, message)
                .label("write for example `on.phase.Play`, `on.turn.begin`, `on.state.enter.Over`, `on.play`");
            let of_the_game = text.split('.').nth(1).is_some_and(|word| matches!(word, "game" | "match" | "setup"));
            cx.report(match of_the_game {
                true => found.help("put actions before the first turn under `setup:`"),
                false => found.did_you_mean(Trigger::meant(text).as_deref(), node.quoted),
            });
        }
        Some(Trigger { event: event?, span: node.span })
    }

    fn write(&self) -> Value {
        match &self.event {
            Event::StateEnter(name) => format!("on.state.enter.{name}"),
            Event::StateExit(name) => format!("on.state.exit.{name}"),
            Event::Phase(name) => format!("on.phase.{name}"),
            Event::TurnBegin => "on.turn.begin".into(),
            Event::TurnEnd => "on.turn.end".into(),
            Event::Card(event) => format!("on.{}", event.word()),
            Event::Custom(name) => format!("on.{name}"),
        }
        .into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": "string", "pattern": r"^on\.(state\.(enter|exit)\.[^. ]+|phase\.[^. ]+|turn\.(begin|end)|[^. ]+)$" })
    }
}

/// The event that the moves of an action trigger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Emits {
    /// `none`.
    Nothing,
    /// `draw`, `play`, `discard`, `move`.
    Card(CardEvent),
    /// An event declared under `events`.
    Custom(Name),
}

impl Part for Emits {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Emits> {
        let name = Name::read(node, cx)?;
        let card = CardEvent::ALL.iter().find(|(word, _)| *word == name.text);
        Some(match card {
            Some((_, event)) => Emits::Card(*event),
            None if name.text == "none" => Emits::Nothing,
            None => Emits::Custom(name),
        })
    }

    fn write(&self) -> Value {
        match self {
            Emits::Nothing => "none".into(),
            Emits::Card(event) => event.write(),
            Emits::Custom(name) => name.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        Name::schema(defs)
    }
}
