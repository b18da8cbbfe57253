//! Finds definitions and uses of names. This works for every file that can be parsed, even if the file has other
//! errors.

use rulebook_diag::{Key, Kind as Shape, Node, Sources, Span};

/// The kind of thing that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Zone,
    Variable,
    State,
    Phase,
    Event,
    Rule,
    Deck,
    DeckType,
    ZoneType,
    Team,
    /// A stored value: `store_as`, `as`, `ref:`.
    Stored,
    Function,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Zone => "zone",
            Kind::Variable => "variable",
            Kind::State => "state",
            Kind::Phase => "phase",
            Kind::Event => "event",
            Kind::Rule => "rule",
            Kind::Deck => "deck",
            Kind::DeckType => "deck type",
            Kind::ZoneType => "zone type",
            Kind::Team => "team",
            Kind::Stored => "stored value",
            Kind::Function => "function",
        }
    }
}

/// The owner of a zone or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The game: there is one instance.
    Game,
    /// The players or teams: each has an instance.
    Player,
    /// The cards: each has an instance.
    Card,
}

/// An occurrence of a name in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    pub kind: Kind,
    pub name: String,
    pub span: Span,
    /// Whether this occurrence defines the name.
    pub defines: bool,
    /// The description in the file. Empty unless this occurrence defines the name.
    pub about: String,
    /// The owner, if this occurrence defines the name and states the owner.
    pub owner: Option<Owner>,
    /// The text that a rename must insert before the new name. Empty if the file writes the name itself.
    pub before: String,
}

/// All mentions in a tree, in the order of the text. The list may contain words that only look like names of variables
/// or functions. [`resolve`] removes these words.
pub fn mentions(root: &Node, sources: &Sources) -> Vec<Mention> {
    let mut walk = Walk { sources, found: Vec::new() };
    walk.node(root, &mut Vec::new(), None);
    walk.found
}

/// Removes mentions of variables and functions that no file of the game defines.
pub fn resolve(all: &mut Vec<Mention>) {
    let of = |kind: Kind| matches!(kind, Kind::Variable | Kind::Function);
    let known: Vec<(Kind, String)> = all
        .iter()
        .filter(|mention| of(mention.kind) && mention.defines)
        .map(|mention| (mention.kind, mention.name.clone()))
        .collect();
    all.retain(|mention| {
        !of(mention.kind) || known.iter().any(|(k, name)| *k == mention.kind && *name == mention.name)
    });
}

struct Walk<'a> {
    sources: &'a Sources,
    found: Vec<Mention>,
}

impl Walk<'_> {
    fn node<'n>(&mut self, node: &'n Node, path: &mut Vec<&'n str>, around: Option<&'n Node>) {
        match &node.kind {
            Shape::Map(entries) => {
                self.implied(node);
                for (key, value) in entries {
                    self.key(key, value, path);
                    path.push(&key.text);
                    self.node(value, path, Some(node));
                    path.pop();
                }
            }
            Shape::Seq(items) => {
                path.push("[]");
                items.iter().for_each(|item| self.node(item, path, around));
                path.pop();
            }
            _ => self.scalar(node, path, around),
        }
    }

    /// Collects names that are written as keys.
    fn key(&mut self, key: &Key, value: &Node, path: &[&str]) {
        if path == ["functions"] {
            return self.function(key, value);
        }
        let kind = match path {
            [.., "flow", "states"] => Kind::State,
            [.., "components", "decks"] => Kind::Deck,
            [.., "component_types", "deck_types"] => Kind::DeckType,
            [.., "component_types", "zone_types"] => Kind::ZoneType,
            _ => return,
        };
        self.push(kind, &key.text, inside(key.span, key.quoted), true, described(Some(value)));
    }

    /// Collects the name of a function from its heading `name(a, b)`.
    fn function(&mut self, key: &Key, value: &Node) {
        let name = key.text.split('(').next().unwrap_or_default().trim_end();
        let span = inside(key.span, key.quoted);
        let span = Span { end: span.start + name.len() as u32, ..span };
        let about = format!("`{}: {}`", key.text, value.scalar().unwrap_or("…"));
        self.push(Kind::Function, name, span, true, about);
    }

    fn scalar<'n>(&mut self, node: &'n Node, path: &[&str], around: Option<&'n Node>) {
        let Some(text) = node.scalar() else { return };
        let action = around.and_then(|around| around.get("action")).and_then(Node::scalar).unwrap_or_default();
        let named = match path {
            [.., "components", "zones", "[]", "name"] => Some((Kind::Zone, true)),
            [.., "components", "variables", "[]", "name"] => Some((Kind::Variable, true)),
            [.., "components", "events", "[]", "name"] => Some((Kind::Event, true)),
            [.., "components", "teams", "[]", "name"] => Some((Kind::Team, true)),
            [.., "components", "decks", _, "type"] => Some((Kind::DeckType, false)),
            [.., "components", "zones", "[]", "type"] => Some((Kind::ZoneType, false)),
            [.., "of_deck"] => Some((Kind::Deck, false)),
            [.., "behavior", "reshuffle_from"] => Some((Kind::Zone, false)),
            [.., "states", _, "phases", "[]"] => Some((Kind::Phase, true)),
            [.., "flow", "initial_state"] => Some((Kind::State, false)),
            [.., "flow", "transitions", "[]", "from" | "to"] => Some((Kind::State, false)),
            [.., "rules", "[]", "id"] => Some((Kind::Rule, true)),
            [.., "rules", "[]", "extends"] => Some((Kind::Rule, false)),
            // New action: add it if it has a key that names or declares a state, phase, event, variable or stored
            // value.
            [.., "store_as"] => Some((Kind::Stored, true)),
            [.., "as"] if action == "FOR_EACH" => Some((Kind::Stored, true)),
            [.., "state"] if action == "SET_STATE" => Some((Kind::State, false)),
            [.., "phase" | "after"] if matches!(action, "SET_PHASE" | "INSERT_PHASE") => Some((Kind::Phase, false)),
            [.., "name"] if action == "REMOVE_PHASE" => Some((Kind::Phase, false)),
            [.., "event"] if action == "EMIT" => Some((Kind::Event, false)),
            [.., "variable"] if action == "SCORE" => Some((Kind::Variable, false)),
            [.., "emit"] if !matches!(text, "none" | "draw" | "play" | "discard" | "move") => {
                Some((Kind::Event, false))
            }
            _ => None,
        };
        match named {
            Some((kind, defines)) => {
                let about = if defines { described(around) } else { String::new() };
                self.push(kind, text, inside(node.span, node.quoted), defines, about);
                if let Some(pushed) = self.found.last_mut().filter(|_| defines) {
                    pushed.owner = owner(kind, around);
                }
            }
            None if path.last() == Some(&"trigger") => self.trigger(node, text),
            None if matches!(path.last(), Some(&"description" | &"author")) => {}
            None => self.expression(node),
        }
    }

    /// Collects an implied name: `SCORE` without a `variable` means the variable `score`.
    fn implied(&mut self, node: &Node) {
        let Some(action) = node.get("action").filter(|action| action.scalar() == Some("SCORE")) else { return };
        if node.get("variable").is_some() {
            return;
        }
        let before = if self.sources.slice(node.span).starts_with('{') {
            "SCORE, variable: ".to_owned()
        } else {
            // Insert a new line with the same indent as the action.
            let above = &self.sources.text(action.span.file)[..action.span.start as usize];
            let line = &above[above.rfind('\n').map_or(0, |at| at + 1)..];
            format!("SCORE\n{}variable: ", " ".repeat(line.find("action").unwrap_or(0)))
        };
        self.push(Kind::Variable, "score", action.span, false, String::new());
        if let Some(pushed) = self.found.last_mut() {
            pushed.before = before;
        }
    }

    fn trigger(&mut self, node: &Node, text: &str) {
        let shapes = [("on.phase.", Kind::Phase), ("on.state.enter.", Kind::State), ("on.state.exit.", Kind::State)];
        let shaped = shapes.iter().find_map(|(start, kind)| Some((text.strip_prefix(start)?, *kind)));
        let known = ["on.turn.begin", "on.turn.end", "on.draw", "on.play", "on.discard", "on.move"];
        let custom = || text.strip_prefix("on.").filter(|_| !known.contains(&text)).map(|name| (name, Kind::Event));
        let Some((name, kind)) = shaped.or_else(custom) else { return };
        let span = inside(node.span, node.quoted);
        let start = span.start + (text.len() - name.len()) as u32;
        self.push(kind, name, Span { start, ..span }, false, String::new());
    }

    /// Collects names in an expression or in a text with braces. The characters before a name determine its kind.
    fn expression(&mut self, node: &Node) {
        let raw = self.sources.slice(node.span);
        let mut at = 0;
        while let Some(begin) = raw[at..].find(is_word).map(|found| at + found) {
            let end = raw[begin..].find(|c| !is_word(c)).map_or(raw.len(), |found| begin + found);
            let (before, word) = (&raw[..begin], &raw[begin..end]);
            at = end;
            let kind = if before.ends_with("zones.") {
                Kind::Zone
            } else if before.ends_with("ref:") {
                Kind::Stored
            } else if before.ends_with("team=") {
                Kind::Team
            } else if before.ends_with('.') && !word.starts_with(|c: char| c.is_ascii_digit()) {
                Kind::Variable
            } else if raw[end..].starts_with('(') {
                Kind::Function
            } else if let Some(kind) = compared(before) {
                kind
            } else {
                continue;
            };
            let start = node.span.start + begin as u32;
            let span = Span { start, end: start + word.len() as u32, ..node.span };
            let name = word.to_owned();
            self.push(kind, &name, span, false, String::new());
        }
    }

    fn push(&mut self, kind: Kind, name: &str, span: Span, defines: bool, about: String) {
        let (owner, before) = (None, String::new());
        self.found.push(Mention { kind, name: name.to_owned(), span, defines, about, owner, before });
    }
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The kind of name in a quoted text, from the comparison before it: in `$currentPhase == 'Play'` it is a phase.
fn compared(before: &str) -> Option<Kind> {
    let rest = before.strip_suffix(['\'', '"'])?.trim_end();
    let rest = rest.strip_suffix("==").or_else(|| rest.strip_suffix("!="))?.trim_end();
    let names = [("$currentPhase", Kind::Phase), ("$activeState", Kind::State)];
    names.into_iter().find(|(name, _)| rest.ends_with(name)).map(|(_, kind)| kind)
}

/// The owner of the zone or variable that a map defines, if the map states one.
fn owner(kind: Kind, node: Option<&Node>) -> Option<Owner> {
    let text = |key: &str| node.and_then(|node| node.get(key)).and_then(Node::scalar);
    match kind {
        Kind::Zone if text("per_player") == Some("true") => Some(Owner::Player),
        Kind::Zone => matches!(text("owner_scope"), Some("player" | "team")).then_some(Owner::Player),
        Kind::Variable => match text("scope")? {
            "per_player" | "per_team" => Some(Owner::Player),
            "per_card" => Some(Owner::Card),
            _ => Some(Owner::Game),
        },
        _ => None,
    }
}

/// The span of a text without its quotes.
fn inside(span: Span, quoted: bool) -> Span {
    if quoted && span.end >= span.start + 2 { Span { start: span.start + 1, end: span.end - 1, ..span } } else { span }
}

/// The description of a name, from the map that defines it.
fn described(node: Option<&Node>) -> String {
    let Some(node) = node else { return String::new() };
    let text = |key: &str| node.get(key).and_then(Node::scalar).map(str::to_owned);
    let mut parts = Vec::new();
    parts.extend(text("description"));
    for key in ["type", "scope", "initial_value", "expression", "role", "trigger"] {
        parts.extend(text(key).map(|value| format!("`{key}: {value}`")));
    }
    parts.join("  \n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_diag::{Limits, parse};

    fn found(text: &str) -> Vec<(Kind, String, bool)> {
        let mut sources = Sources::new();
        let file = sources.add("game.cgml", text);
        let mut all = mentions(&parse(&sources, file, &Limits::default()).0.expect("YAML"), &sources);
        resolve(&mut all);
        for mention in all.iter().filter(|mention| mention.before.is_empty()) {
            assert_eq!(sources.slice(mention.span), mention.name, "{mention:?}");
        }
        all.into_iter().map(|mention| (mention.kind, mention.name, mention.defines)).collect()
    }

    #[test]
    fn names_are_found_where_they_are_written() {
        let text = "components:\n  decks: { cards: { type: standard_52 } }\n  zones: [ { name: hand, of_deck: cards } ]\n  \
            variables: [ { name: \"score\" } ]\nflow: { states: { Play: { phases: [Draw] } }, initial_state: Play }\nrules:\n  \
            - { id: a, trigger: on.phase.Draw, condition: \"count($player.zones.hand) > $.score + $.turn\", effect: [ { action: MOVE, store_as: x, from: ref:x } ] }\n";
        let all = found(text);
        for wanted in [
            (Kind::Deck, "cards", true),
            (Kind::Deck, "cards", false),
            (Kind::DeckType, "standard_52", false),
            (Kind::Zone, "hand", true),
            (Kind::Zone, "hand", false),
            (Kind::Variable, "score", true),
            (Kind::Variable, "score", false),
            (Kind::State, "Play", true),
            (Kind::State, "Play", false),
            (Kind::Phase, "Draw", true),
            (Kind::Phase, "Draw", false),
            (Kind::Rule, "a", true),
            (Kind::Stored, "x", true),
            (Kind::Stored, "x", false),
        ] {
            let wanted = (wanted.0, wanted.1.to_owned(), wanted.2);
            assert!(all.contains(&wanted), "{wanted:?} is not in {all:?}");
        }
        assert!(!all.iter().any(|(_, name, _)| name == "turn"), "a field is not a variable");
    }

    #[test]
    fn names_that_are_compared_with_and_names_that_are_meant() {
        let text = "components:\n  variables: [ { name: score, scope: per_player } ]\nrules:\n  - id: a\n    \
            condition: \"$currentPhase == 'Draw' and $activeState != 'Over'\"\n    effect:\n      - action: SCORE\n        \
            points: 1\n      - { action: SCORE, points: 2 }\n      - { action: SCORE, variable: score, points: 3 }\n";
        let all = found(text);
        assert!(all.contains(&(Kind::Phase, "Draw".into(), false)), "{all:?}");
        assert!(all.contains(&(Kind::State, "Over".into(), false)), "{all:?}");
        let mut sources = Sources::new();
        let file = sources.add("game.cgml", text);
        let all = mentions(&parse(&sources, file, &Limits::default()).0.expect("YAML"), &sources);
        let meant = |mention: &&Mention| mention.kind == Kind::Variable && !mention.before.is_empty();
        let before: Vec<&str> = all.iter().filter(meant).map(|mention| mention.before.as_str()).collect();
        assert_eq!(before, ["SCORE\n        variable: ", "SCORE, variable: "]);
        assert!(all.iter().any(|mention| mention.defines && mention.owner == Some(Owner::Player)), "{all:?}");
    }
}
