//! Completion. It uses the text before the cursor, because an unfinished file often cannot be parsed.

use crate::fields;
use crate::mention::{Kind, Owner, is_word};
use crate::project::{Language, Project};
use crate::words::Words;
use rulebook_cgml::load::PACKAGES;
use rulebook_cgml::syntax::{BUILT_IN_ZONE_TYPES, Op};

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub text: String,
    /// A short description.
    pub what: &'static str,
    pub about: String,
}

/// The completions at the byte `offset` of a text.
pub fn complete(language: Language, text: &str, offset: usize, project: &Project, words: &Words) -> Vec<Item> {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    match language {
        Language::Cgml => cgml(text, offset, project, words),
        Language::Board => {
            let (path, key) = json_place(&text[..offset]);
            let keys = if key { words.keys(&path) } else { Vec::new() };
            keys.into_iter().map(|(text, about)| Item { text, what: "key", about }).collect()
        }
    }
}

fn cgml(text: &str, offset: usize, project: &Project, words: &Words) -> Vec<Item> {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let line = &text[start..offset];
    let before = line.trim_end_matches(is_word);
    let names = |kind: Kind| defined(project, kind);
    let ends = |end: &str| before.ends_with(end);
    if let Some(whose) = before.strip_suffix("zones.") {
        return owned(project, Kind::Zone, if whose.ends_with("$.") { Owner::Game } else { Owner::Player });
    }
    if ends("ref:") {
        return names(Kind::Stored);
    }
    if ends("on.phase.") {
        return names(Kind::Phase);
    }
    if ends("on.state.enter.") || ends("on.state.exit.") {
        return names(Kind::State);
    }
    if ends("on.") {
        let shapes =
            ["phase.", "state.enter.", "state.exit.", "turn.begin", "turn.end", "draw", "play", "discard", "move"];
        let shapes = shapes.iter().map(|shape| Item { text: (*shape).into(), what: "trigger", about: String::new() });
        return shapes.chain(names(Kind::Event)).collect();
    }
    if let Some(path) = before.strip_suffix('.') {
        let (fixed, owners) = fields::of(path);
        let fixed = fixed.iter().map(|field| Item { text: (*field).into(), what: "field", about: String::new() });
        return fixed.chain(owners.iter().flat_map(|owner| owned(project, Kind::Variable, *owner))).collect();
    }
    if ends("$") {
        let anchors = ["currentPlayer", "player", "turnOrder", "activeState", "currentPhase", "teammates", "card"];
        return anchors
            .iter()
            .map(|anchor| Item { text: (*anchor).into(), what: "anchor", about: String::new() })
            .collect();
    }
    if line.contains("!include") {
        return PACKAGES
            .iter()
            .map(|package| Item { text: package.name.into(), what: "package", about: String::new() })
            .collect();
    }
    let CompletionSite { path, key, action } = site(text, start, offset);
    if path.last().is_some_and(|last| last == "action") && !key {
        return words.actions().into_iter().map(|(text, about)| Item { text, what: "action", about }).collect();
    }
    if key {
        let keys = match &action {
            Some(action) => words.parameters(action),
            None => words.keys(&path),
        };
        return keys.into_iter().map(|(text, about)| Item { text, what: "key", about }).collect();
    }
    let choices = words.choices(&path, action.as_deref());
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path.as_slice() {
        [.., "zones", "[]", "type"] => {
            let built = BUILT_IN_ZONE_TYPES.iter().map(|name| Item {
                text: (*name).into(),
                what: "zone type",
                about: String::new(),
            });
            built.chain(names(Kind::ZoneType)).collect()
        }
        [.., "decks", _, "type"] => names(Kind::DeckType),
        [.., "of_deck"] => names(Kind::Deck),
        [.., "trigger"] => vec![Item { text: "on.".into(), what: "trigger", about: String::new() }],
        [.., "initial_state"] | [.., "transitions", "[]", "from" | "to"] => names(Kind::State),
        [.., "state"] if action.as_deref() == Some("SET_STATE") => names(Kind::State),
        [.., "phases"] | [.., "phases", "[]"] => names(Kind::Phase),
        [.., "phase" | "after"] => names(Kind::Phase),
        [.., "extends"] => names(Kind::Rule),
        [.., "event" | "emit"] => names(Kind::Event),
        // New action: add it if it has a key that names a state, phase, event, variable or stored value.
        _ if !choices.is_empty() => {
            choices.into_iter().map(|text| Item { text, what: "word", about: String::new() }).collect()
        }
        _ => {
            let operator =
                |(word, op): &(&str, Op)| Item { text: (*word).into(), what: "operator", about: op.about().into() };
            names(Kind::Function).into_iter().chain(Op::ALL.iter().map(operator)).collect()
        }
    }
}

/// The names of this kind that the game defines, without duplicates.
fn defined(project: &Project, kind: Kind) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for mention in project.mentions.iter().filter(|mention| mention.kind == kind && mention.defines) {
        if !items.iter().any(|item| item.text == mention.name) {
            items.push(Item { text: mention.name.clone(), what: kind.name(), about: mention.about.clone() });
        }
    }
    items
}

/// The names of this kind with this owner. A definition without a stated owner belongs to the game.
fn owned(project: &Project, kind: Kind, owner: Owner) -> Vec<Item> {
    let whose = |name: &str| {
        let defined = project.mentions.iter().filter(|mention| mention.kind == kind && mention.defines);
        defined.filter(|mention| mention.name == name).find_map(|mention| mention.owner).unwrap_or(Owner::Game)
    };
    defined(project, kind).into_iter().filter(|item| whose(&item.text) == owner).collect()
}

/// The position of the cursor in the structure of the file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CompletionSite {
    /// The keys around the cursor, from the outside in. `[]` means an item of a list. If the cursor is in a value, the
    /// last key is the key of that value.
    pub path: Vec<String>,
    /// Whether the cursor is in a key.
    pub key: bool,
    /// The action that contains the cursor.
    pub action: Option<String>,
}

/// Finds the position of the byte `offset` in the structure of the file, by indents and brackets. The line of
/// `offset` begins at `start`.
pub fn site(text: &str, start: usize, offset: usize) -> CompletionSite {
    let line = &text[start..offset];
    let mut outer: Vec<String> = Vec::new();
    let (mut indent, own) = entry(line);
    // Keys of lines above that contain this line, from the inside out. Such lines have less indent.
    let mut found: Vec<String> = Vec::new();
    let mut above = text[..start].lines().rev();
    let item_here = line.trim_start().starts_with("- ") || line.trim() == "-";
    if item_here {
        found.push("[]".into());
        indent -= 2;
    }
    while indent > 0 || found.last().is_some_and(|last| last == "[]") {
        let Some(line) = above.next() else { break };
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let dash = line.len() - line.trim_start().len();
        let (column, key) = entry(line);
        let listed = line.trim_start().starts_with("- ");
        // The items of a list may have the same indent as the key of the list.
        let holds = column < indent || (column == indent && !listed && found.last().is_some_and(|last| last == "[]"));
        if holds && let Some(key) = key {
            found.push(key);
            indent = column;
        }
        if listed && dash < indent + usize::from(holds) * 2 && column <= indent {
            found.push("[]".into());
            indent = dash;
        }
    }
    outer.extend(found.into_iter().rev());
    let (flow, key) = brackets(line, own.as_deref());
    outer.extend(flow);
    let action = action_near(text, start, offset);
    CompletionSite { path: outer, key, action }
}

/// The column at which the content of a line begins, after list markers, and the key at that column.
fn entry(line: &str) -> (usize, Option<String>) {
    let mut rest = line.trim_start();
    let mut column = line.len() - rest.len();
    while let Some(after) = rest.strip_prefix("- ") {
        let trimmed = after.trim_start();
        column += rest.len() - trimmed.len();
        rest = trimmed;
    }
    if rest == "-" {
        return (column + 2, None);
    }
    let key = rest.split_once(':').map(|(key, _)| key.trim().trim_matches('"')).filter(|key| key.chars().all(is_word));
    (column, key.filter(|key| !key.is_empty()).map(str::to_owned))
}

/// The keys of the open brackets in a line, and whether the cursor is in a key. The line ends at the cursor.
fn brackets(line: &str, own: Option<&str>) -> (Vec<String>, bool) {
    let body = line.trim_start().trim_start_matches("- ");
    let mut path: Vec<String> = Vec::new();
    let mut pending: Option<String> = None;
    let mut word = String::new();
    let mut depth: Vec<usize> = Vec::new();
    for c in body.chars() {
        match c {
            '{' | '[' => {
                depth.push(path.len());
                path.extend(pending.take());
                if c == '[' {
                    path.push("[]".into());
                }
                word.clear();
            }
            '}' | ']' => {
                path.truncate(depth.pop().unwrap_or(0));
                pending = None;
                word.clear();
            }
            ':' if !word.is_empty() => pending = Some(std::mem::take(&mut word)),
            ',' => {
                pending = None;
                word.clear();
            }
            c if is_word(c) => word.push(c),
            _ => word.clear(),
        }
    }
    match pending {
        Some(key) => {
            path.push(key);
            (path, false)
        }
        None => {
            let in_list = path.last().is_some_and(|last| last == "[]") && !depth.is_empty();
            (path, !in_list && (own.is_none() || !depth.is_empty()))
        }
    }
}

/// The action of the map that contains the position. It is in the same brackets, or on another line of the same map.
fn action_near(text: &str, start: usize, offset: usize) -> Option<String> {
    let end = text[offset..].find('\n').map_or(text.len(), |at| offset + at);
    let line = &text[start..end];
    let named = |part: &str| {
        let after = &part[part.find("action:")? + "action:".len()..];
        let word: String = after.trim_start().trim_start_matches('"').chars().take_while(|c| is_word(*c)).collect();
        (!word.is_empty()).then_some(word)
    };
    if let Some(open) = text[start..offset].rfind('{') {
        let whole = &line[open..];
        let close = whole.find('}').map_or(whole, |close| &whole[..close]);
        if let Some(word) = named(close) {
            return Some(word);
        }
    }
    let (column, own) = entry(line);
    if own.as_deref() == Some("action") {
        return named(line);
    }
    // The lines of the same map have the same indent as this line.
    let mut lines: Vec<&str> = Vec::new();
    if !line.trim_start().starts_with("- ") {
        for above in text[..start].lines().rev() {
            let (depth, _) = entry(above);
            if !above.trim().is_empty() && depth < column {
                break;
            }
            lines.push(above);
            if depth == column && above.trim_start().starts_with("- ") {
                break;
            }
        }
    }
    for below in text[end..].lines().skip(1) {
        let (depth, _) = entry(below);
        if !below.trim().is_empty() && (depth < column || (depth == column && below.trim_start().starts_with("- "))) {
            break;
        }
        lines.push(below);
    }
    let same = lines.into_iter().filter(|line| entry(line).0 == column && entry(line).1.as_deref() == Some("action"));
    same.into_iter().find_map(named)
}

/// The keys around the end of an incomplete JSON text, and whether the text ends in a key.
fn json_place(text: &str) -> (Vec<String>, bool) {
    let mut path: Vec<String> = Vec::new();
    let mut stack: Vec<char> = Vec::new();
    let (mut string, mut last) = (None::<String>, String::new());
    let mut after_colon = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if let Some(open) = &mut string {
            match c {
                '\\' => {
                    open.extend(chars.next());
                }
                '"' => last = string.take().unwrap_or_default(),
                c => open.push(c),
            }
            continue;
        }
        match c {
            '"' => string = Some(String::new()),
            ':' => {
                path.push(std::mem::take(&mut last));
                after_colon = true;
            }
            '{' => {
                stack.push('{');
                after_colon = false;
            }
            '[' => {
                stack.push('[');
                path.push("[]".into());
                after_colon = false;
            }
            '}' | ']' => {
                // A list or a map ends here. Remove its entry from the path.
                if c == ']' || after_colon {
                    path.pop();
                }
                stack.pop();
                if stack.last() == Some(&'{') {
                    path.pop();
                }
                after_colon = false;
            }
            ',' => {
                if stack.last() == Some(&'{') && after_colon {
                    path.pop();
                }
                after_colon = false;
            }
            _ => {}
        }
    }
    (path, stack.last() == Some(&'{') && !after_colon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::tests::{GAME, opened};

    /// The completions at the position of `|` in the text.
    fn offered(text: &str) -> Vec<String> {
        let at = text.find('|').expect("a place");
        let text = text.replace('|', "");
        let (path, open) = opened(GAME);
        let project = Project::of(&path, &open);
        complete(Language::Cgml, &text, at, &project, &Words::cgml()).into_iter().map(|item| item.text).collect()
    }

    #[test]
    fn names_after_their_signs() {
        assert_eq!(offered("from: $.zones.|"), ["deck"]);
        assert_eq!(offered("to: $currentPlayer.zones.|"), ["hand"]);
        assert_eq!(offered("to: $player.|"), ["id", "index", "name", "team", "zones", "score"]);
        assert!(!offered("value: $.|").contains(&"score".to_owned()), "a player's");
        assert_eq!(offered("trigger: on.phase.P|"), ["Play"]);
        assert_eq!(offered("trigger: on.state.enter.|"), ["Playing", "Over"]);
        assert!(offered("value: $player.sc|").contains(&"score".to_owned()));
        assert!(offered("  - { action: |").contains(&"DEAL_ROUND_ROBIN".to_owned()));
        assert!(offered("condition: cou|").contains(&"count".to_owned()));
        assert!(offered("  - !include |").contains(&"standard_52".to_owned()));
    }

    #[test]
    fn keys_by_where_they_stand() {
        assert!(offered("|").contains(&"components".to_owned()));
        assert!(offered("flow:\n  |").contains(&"initial_state".to_owned()), "{:?}", offered("flow:\n  |"));
        let zone = offered("components:\n  zones:\n    - name: x\n      |");
        assert!(zone.contains(&"of_deck".to_owned()), "{zone:?}");
        let zone = offered("components:\n  zones:\n    - { name: x, |");
        assert!(zone.contains(&"of_deck".to_owned()), "{zone:?}");
        let rule = offered("rules:\n  - id: a\n    |\n    effect: []\n");
        assert!(rule.contains(&"trigger".to_owned()), "{rule:?}");
        let action = offered("rules:\n  - id: a\n    effect:\n      - action: REQUEST_INPUT\n        |");
        assert!(action.contains(&"prompt".to_owned()) && !action.contains(&"trigger".to_owned()), "{action:?}");
        let action = offered("    effect:\n      - { action: DEAL, |}");
        assert!(action.contains(&"count".to_owned()) && !action.contains(&"prompt".to_owned()), "{action:?}");
    }

    #[test]
    fn values_by_their_keys() {
        assert!(offered("components:\n  zones:\n    - { name: x, type: |").contains(&"hand".to_owned()));
        assert_eq!(offered("flow:\n  initial_state: |"), ["Playing", "Over"]);
        assert_eq!(offered("flow:\n  player_order: |"), ["clockwise", "counterclockwise", "simultaneous"]);
    }

    #[test]
    fn keys_of_json() {
        assert_eq!(json_place("{ \"a\": { \"b\": [ { \""), (vec!["a".into(), "b".into(), "[]".into()], true));
        assert_eq!(json_place("{ \"a\": { \"b\": 1 }, "), (vec![], true));
        assert_eq!(json_place("{ \"a\": "), (vec!["a".into()], false));
        let words = Words::board();
        let project = Project::default();
        assert!(!complete(Language::Board, "{ ", 2, &project, &words).is_empty());
    }
}
