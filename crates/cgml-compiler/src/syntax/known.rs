//! The declared zones, variables and functions and the stored values of a document. If an expression contains one of these names
//! as a bare word, the diagnostic suggests its path.

use rulebook_diag::{Diagnostic, Node};

use super::codes;

/// The names of a document.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Names with their paths. The first entry for a name counts.
    paths: Vec<(String, String)>,
    /// The names of functions.
    pub functions: Vec<String>,
}

impl Known {
    /// Collects the names of a document.
    pub fn of(root: &Node) -> Known {
        let mut known = Vec::new();
        for (key, among) in [("zones", "zones."), ("variables", "")] {
            let declared = root.get("components").and_then(|components| components.get(key));
            for item in declared.and_then(Node::as_seq).unwrap_or_default() {
                let Some(name) = item.get("name").and_then(Node::as_text) else { continue };
                let says = |key: &str| item.get(key).and_then(Node::as_text);
                let own = item.get("per_player").and_then(Node::as_bool) == Some(true)
                    || says("owner_scope") == Some("player")
                    || says("scope") == Some("per_player");
                let shared = !own
                    && matches!(says("owner_scope"), None | Some("global"))
                    && matches!(says("scope"), None | Some("global"));
                // A team or a card has several values, and only the author knows which one is meant.
                match (own, shared) {
                    (true, _) => known.push((name.to_owned(), format!("$currentPlayer.{among}{name}"))),
                    (_, true) => known.push((name.to_owned(), format!("$.{among}{name}"))),
                    _ => {}
                }
            }
        }
        stored(root, &mut known);
        Known { paths: known, functions: super::functions::declared(root) }
    }

    /// Corrects a bare word that names a zone, a variable or a stored value. The author probably did not mean a text.
    pub fn correct(&self, word: &str, found: &mut Diagnostic) {
        if found.code != codes::BARE_WORD {
            return;
        }
        let Some((_, path)) = self.paths.iter().find(|(name, _)| name == word) else { return };
        found.help = Some(format!("did you mean `{path}`? A text needs quotes: `'{word}'`"));
        if let Some(suggestion) = &mut found.suggestion {
            suggestion.replacement.clone_from(path);
        }
    }
}

/// Collects the names that actions and loops store.
fn stored(node: &Node, known: &mut Vec<(String, String)>) {
    for (key, value) in node.as_map().unwrap_or_default() {
        if let ("store_as" | "as", Some(name)) = (key.text.as_str(), value.as_text()) {
            known.push((name.to_owned(), format!("ref:{name}")));
        }
        stored(value, known);
    }
    for item in node.as_seq().unwrap_or_default() {
        stored(item, known);
    }
}
