//! Explains the words of both languages. The texts come from the schemas and from the pages in `docs/`.

use rulebook_cgml::syntax::{Op, Verb};
use serde_json::Value;

/// The language page of this release.
const CGML: &str = include_str!("../../../docs/cgml.md");
const BOARDS: &str = include_str!("../../../docs/boards.md");

/// The words of one language.
pub struct Words {
    schema: Value,
    page: &'static str,
}

impl Words {
    pub fn cgml() -> Words {
        Words { schema: rulebook_cgml::syntax::schema(), page: CGML }
    }

    pub fn board() -> Words {
        Words { schema: rulebook_boards::schema(), page: BOARDS }
    }

    /// The meaning of a word in Markdown. `action` is the action around the word, if the word is a parameter.
    pub fn about(&self, word: &str, action: Option<&str>) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        if let Some(op) = Op::named(word) {
            let sign = op.infix().map(|infix| format!(", also written `{}`", infix.sign)).unwrap_or_default();
            parts.push(format!("**{word}**{sign}  \n{}", op.about()));
        }
        if let Some(verb) = self.action(word) {
            parts.push(format!("**{word}**  \n{}", described(verb)));
        }
        if parts.is_empty()
            && let Some(field) =
                action.and_then(|action| self.action(action)).and_then(|verb| verb["properties"].get(word))
        {
            parts.push(format!("**{word}** of {}  \n{}", action.unwrap_or_default(), described(field)));
        }
        if parts.is_empty()
            && let Some(field) = self.fields(word).first()
        {
            parts.push(format!("**{word}**  \n{field}"));
        }
        parts.extend(self.clause(word));
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }

    /// All different descriptions of a key in the schema.
    fn fields(&self, word: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (_, definition) in self.definitions() {
            let about = definition["properties"].get(word).map(described).unwrap_or_default();
            if !about.is_empty() && !found.contains(&about) {
                found.push(about);
            }
        }
        found
    }

    fn definitions(&self) -> impl Iterator<Item = (&str, &Value)> {
        let defs = self.schema["$defs"].as_object().into_iter().flatten();
        defs.map(|(name, definition)| (name.as_str(), definition)).chain([("", &self.schema)])
    }

    /// The schema of an action.
    fn action(&self, word: &str) -> Option<&Value> {
        self.schema["$defs"].get(word).filter(|kind| kind["properties"].get("action").is_some())
    }

    /// The parameters of an action with their descriptions.
    pub fn parameters(&self, action: &str) -> Vec<(String, String)> {
        let properties = self.action(action).and_then(|verb| verb["properties"].as_object());
        let fields = properties.into_iter().flatten().filter(|(name, _)| *name != "action");
        fields.map(|(name, field)| (name.clone(), described(field))).collect()
    }

    /// All actions with their descriptions.
    pub fn actions(&self) -> Vec<(String, String)> {
        Verb::WORDS
            .iter()
            .map(|word| ((*word).to_owned(), self.action(word).map(described).unwrap_or_default()))
            .collect()
    }

    /// The part of the schema that describes a path.
    fn at(&self, path: &[String]) -> Option<&Value> {
        let mut place = self.followed(&self.schema);
        for key in path {
            let next = if key == "[]" {
                place.get("items")
            } else {
                place["properties"].get(key).or_else(|| place.get("additionalProperties"))
            };
            place = self.followed(next.filter(|next| next.is_object())?);
        }
        Some(place)
    }

    /// The allowed words for the value at a path. `action` is the action around the value, if its key is a parameter.
    pub fn choices(&self, path: &[String], action: Option<&str>) -> Vec<String> {
        let Some((key, around)) = path.split_last() else { return Vec::new() };
        let of_action = action.and_then(|action| self.action(action)).and_then(|verb| verb["properties"].get(key));
        let field = of_action.or_else(|| self.at(around)?["properties"].get(key));
        let words = field.and_then(|field| self.followed(field)["enum"].as_array());
        words.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// The allowed keys of a map at `path`, with their descriptions.
    pub fn keys(&self, path: &[String]) -> Vec<(String, String)> {
        let Some(place) = self.at(path) else { return Vec::new() };
        let options: Vec<&Value> = std::iter::once(place)
            .chain(["oneOf", "anyOf"].into_iter().flat_map(|key| place[key].as_array().into_iter().flatten()))
            .collect();
        let mut keys: Vec<(String, String)> = Vec::new();
        for option in options {
            for (name, field) in self.followed(option)["properties"].as_object().into_iter().flatten() {
                if !keys.iter().any(|(known, _)| known == name) {
                    keys.push((name.clone(), described(field)));
                }
            }
        }
        keys
    }

    /// Resolves references in the schema. If there are alternatives, returns the first alternative that has items or
    /// properties.
    fn followed<'a>(&'a self, place: &'a Value) -> &'a Value {
        let mut place = place;
        for _ in 0..8 {
            let Some(name) = place["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/")) else {
                break;
            };
            place = &self.schema["$defs"][name];
        }
        let forms = ["anyOf", "oneOf"].into_iter().flat_map(|key| place[key].as_array().into_iter().flatten());
        if place.get("properties").is_none() && place.get("items").is_none() {
            for form in forms {
                let form = if form.get("$ref").is_some() { self.followed(form) } else { form };
                if form.get("items").is_some() || form.get("properties").is_some() {
                    return form;
                }
            }
        }
        place
    }

    /// The row about a word in a table of the language page, with the heading of its section.
    fn clause(&self, word: &str) -> Option<String> {
        let quoted = format!("`{word}`");
        let mut section = "";
        for line in self.page.lines() {
            if let Some(head) = line.strip_prefix("## ") {
                section = head;
            }
            let first = line.strip_prefix("| ").and_then(|row| row.split(" | ").next());
            if first.is_some_and(|cell| cell.contains(&quoted)) {
                // An escaped bar is part of the text, not a column separator.
                let row = line.trim_matches(['|', ' ']).replace("\\|", "\0");
                let cells = row.split('|').skip(1).map(str::trim).filter(|cell| !cell.is_empty());
                let told = cells.collect::<Vec<_>>().join(": ").replace('\0', "|");
                return Some(format!("{told}  \n*{section}*"));
            }
        }
        None
    }
}

fn described(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let words =
        schema["enum"].as_array().map(|words| words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("`, `"));
    match words {
        Some(words) if !words.is_empty() => format!("{text} One of `{words}`."),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_operators_and_keys_have_words() {
        let words = Words::cgml();
        let told = |word: &str| words.about(word, None).unwrap_or_default();
        assert!(told("DEAL_ROUND_ROBIN").contains("to each recipient"), "{}", told("DEAL_ROUND_ROBIN"));
        assert!(told("count").contains("number of items"), "{}", told("count"));
        assert!(told("player_order").contains("order of turns"), "{}", told("player_order"));
        assert!(words.about("prompt", Some("REQUEST_INPUT")).is_some());
        assert!(words.about("no_such_word", None).is_none());
        assert!(!told("rank_value").contains('|'), "{}", told("rank_value"));
        assert!(told("REORDER").contains("top|bottom"), "a bar that is meant: {}", told("REORDER"));
        assert!(told("$currentPlayer").contains("whose turn it is"), "{}", told("$currentPlayer"));
        assert!(words.actions().len() > 40 && words.actions().iter().all(|(_, about)| !about.is_empty()));
    }

    #[test]
    fn keys_by_their_place() {
        let words = Words::cgml();
        let keys = |path: &[&str]| -> Vec<String> {
            let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
            words.keys(&path).into_iter().map(|(name, _)| name).collect()
        };
        assert!(keys(&[]).contains(&"components".to_owned()), "{:?}", keys(&[]));
        assert!(keys(&["components", "zones", "[]"]).contains(&"of_deck".to_owned()));
        assert!(keys(&["rules", "[]"]).contains(&"trigger".to_owned()));
        let choices = |path: &[&str], action| {
            words.choices(&path.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>(), action)
        };
        assert_eq!(choices(&["flow", "player_order"], None), ["clockwise", "counterclockwise", "simultaneous"]);
        assert_eq!(choices(&["order"], Some("FOR_EACH_PLAYER")).len(), 3);
        assert!(choices(&["flow", "initial_state"], None).is_empty());
        assert!(!Words::board().keys(&[]).is_empty());
    }
}
