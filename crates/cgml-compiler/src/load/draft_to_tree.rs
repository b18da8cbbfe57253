//! Converts the merged draft back to a tree: drops deleted entries and resolves `extends`.

use rulebook_diag::{Diagnostic, Kind, Node};

use super::budget::{Budget, Stop};
use super::codes;
use super::draft::{Collection, Draft, Entry, Identity, Life};
use super::extends;
use super::merge::{self, Notes};

/// The tree of a fully merged draft.
pub(super) fn finish(draft: Draft, budget: &mut Budget, notes: &mut Notes) -> Result<Node, Stop> {
    match draft {
        Draft::Nothing(node) | Draft::Whole(node) => Ok(node),
        Draft::Map(span, entries) => {
            let entries = entries.into_iter().map(|(key, draft)| Ok((key, finish(draft, budget, notes)?)));
            Ok(Node::new(Kind::Map(entries.collect::<Result<_, _>>()?), span))
        }
        Draft::Named(collection) => named(collection, budget, notes),
    }
}

fn named(collection: Collection, budget: &mut Budget, notes: &mut Notes) -> Result<Node, Stop> {
    let Collection { span, naming, is_map, entries } = collection;
    let (deleted, mut alive): (Vec<Entry>, Vec<Entry>) =
        entries.into_iter().partition(|entry| matches!(entry.life, Life::Deleted(_)));
    for entry in deleted.iter().filter(|entry| !entry.met && says_nothing_else(entry)) {
        let Life::Deleted(at) = entry.life else { continue };
        let message = format!("there is no {} {} to disable", naming.noun, entry.identity);
        let found = Diagnostic::warning(codes::DISABLES_NOTHING, at, message).label("this has no effect");
        let near = match &entry.identity {
            Identity::Name(name) | Identity::Id(name) => notes.meant(name, names(&alive)),
            _ => None,
        };
        notes.diags.push(match near {
            Some(name) => found.help(format!("did you mean `{name}`?")),
            None => found,
        });
    }
    if naming.has_compositions() {
        alive.iter_mut().for_each(|entry| merge::settle_added(&mut entry.node));
    }
    if naming.extends() {
        extends::resolve(&mut alive, &deleted, budget, notes)?;
    }
    let kind = if is_map {
        Kind::Map(alive.into_iter().filter_map(|entry| Some((entry.key?, entry.node))).collect())
    } else {
        Kind::Seq(alive.into_iter().map(|entry| entry.node).collect())
    };
    Ok(Node::new(kind, span))
}

/// Whether the entry has no fields except its identity. Then its only purpose is to delete an entry of a base. An
/// author may also switch off a complete entry in place, without a warning.
fn says_nothing_else(entry: &Entry) -> bool {
    let said = entry.node.as_map().unwrap_or_default();
    said.iter().all(|(field, _)| matches!(field.text.as_str(), "id" | "name" | "from" | "to"))
}

/// The names of the entries that have a name.
pub(super) fn names(entries: &[Entry]) -> impl Iterator<Item = &str> {
    entries.iter().filter_map(|entry| match &entry.identity {
        Identity::Name(name) | Identity::Step { id: Some(name), .. } => Some(name.as_str()),
        _ => None,
    })
}
