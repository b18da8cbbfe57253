//! Merges one document over another (CGML 5.1).

use std::collections::{BTreeMap, BTreeSet};

use rulebook_diag::{Diagnostic, Diagnostics, Key, Kind, Node, Span, nearest};

use super::codes;
use super::draft::{Collection, Draft, Entry, Identity, Life};
use super::merge_policy::ListNaming;

/// Maximum number of spelling suggestions. Each suggestion scans all names, so further mistakes get no suggestion.
const GUESSES: usize = 100;

/// Diagnostics and overrides collected during merging.
#[derive(Default)]
pub(super) struct Notes {
    pub diags: Diagnostics,
    pub overrides: Vec<Override>,
    guesses: usize,
}

impl Notes {
    /// The known name that is most similar to `name`. `None` if no name is similar enough.
    pub fn meant<'n>(&mut self, name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        self.guesses += 1;
        if self.guesses > GUESSES { None } else { nearest(name, known) }
    }
}

/// An entry of a base that a later file changed or deleted. `check --explain` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// The entry, such as ``rule `draw` ``.
    pub what: String,
    /// The span of the earlier declaration.
    pub was: Span,
    /// The span of the change.
    pub now: Span,
    /// Whether the entry was deleted.
    pub deleted: bool,
}

/// Merges `over` into `base`.
pub(super) fn merge(base: Draft, over: Draft, notes: &mut Notes) -> Draft {
    match (base, over) {
        (base, Draft::Nothing(_)) => base,
        (Draft::Nothing(_), over) | (Draft::Whole(_), over @ Draft::Whole(_)) => over,
        (Draft::Map(_, base), Draft::Map(span, over)) => {
            Draft::Map(span, overlay(base, over, |base, over| merge(base, over, notes)))
        }
        (Draft::Named(base), Draft::Named(over)) if base.is_map == over.is_map => {
            Draft::Named(collections(base, over, notes))
        }
        (base, over) => {
            let message = format!("{} cannot be merged with {}", shape(&over), shape(&base));
            let found = Diagnostic::error(codes::SHAPES_DIFFER, over.span(), message);
            notes.diags.push(found.label("here").secondary(base.span(), "the base has this"));
            // Keep the value with the expected shape, because the rest of the game refers to the names in it.
            if matches!(over, Draft::Whole(_)) { base } else { over }
        }
    }
}

fn shape(draft: &Draft) -> String {
    match draft {
        Draft::Nothing(node) | Draft::Whole(node) => node.describe(),
        Draft::Map(..) => "a map".into(),
        Draft::Named(collection) => if collection.is_map { "a map" } else { "a list" }.into(),
    }
}

fn collections(base: Collection, over: Collection, notes: &mut Notes) -> Collection {
    let naming = over.naming;
    let mut entries = base.entries;
    let known = |entry: &Entry| !matches!(entry.identity, Identity::None(_));
    let by_identity: BTreeMap<Identity, usize> = entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| known(entry))
        .map(|(at, entry)| (entry.identity.clone(), at))
        .collect();
    let shared: BTreeSet<(String, String)> = entries
        .iter()
        .filter_map(|entry| if let Identity::None(way) = &entry.identity { way.clone() } else { None })
        .collect();
    // Transitions by `id` alone; `None` if several have the same `id`.
    let mut with_id: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate() {
        if let Identity::Step { id: Some(id), .. } = &entry.identity {
            with_id.entry(id).and_modify(|one| *one = None).or_insert(Some(at));
        }
    }
    let place = |identity: &Identity| by_identity.get(identity).copied();
    let places: Vec<Option<usize>> = over
        .entries
        .iter()
        .map(|new| match &new.identity {
            Identity::Id(id) => with_id.get(id.as_str()).copied().flatten().or_else(|| place(&new.identity)),
            // If two zones have this name, match the zone with the same scope.
            Identity::Name(name) if new.is_of_players() => {
                place(&Identity::OfPlayers(name.clone())).or_else(|| place(&new.identity))
            }
            identity => place(identity).filter(|_| known(new)),
        })
        .collect();
    for (new, place) in over.entries.into_iter().zip(places) {
        match place {
            Some(at) => compose(&mut entries[at], new, naming, notes),
            None => {
                if let Identity::Step { from, to, id: None } = &new.identity
                    && shared.contains(&(from.clone(), to.clone()))
                {
                    let message =
                        format!("several transitions go {}, so this one overrides none of them", new.identity);
                    let found = Diagnostic::warning(codes::WHICH_TRANSITION, new.node.span, message);
                    notes.diags.push(
                        found.help("give each of these transitions an `id`, and name the one to override by its `id`"),
                    );
                }
                entries.push(new);
            }
        }
    }
    Collection { span: over.span, naming, is_map: over.is_map, entries }
}

/// Merges an entry over the entry of the same identity.
pub(super) fn compose(base: &mut Entry, over: Entry, naming: &ListNaming, notes: &mut Notes) {
    let deleted = matches!(over.life, Life::Deleted(_));
    notes.overrides.push(Override {
        what: format!("{} {}", naming.noun, over.identity),
        was: base.node.span,
        now: over.node.span,
        deleted,
    });
    let life = match (base.life, over.life) {
        (_, life @ (Life::Deleted(_) | Life::Fresh)) => life,
        (Life::Deleted(_) | Life::Fresh, Life::Changed) => Life::Fresh,
        (Life::Changed, Life::Changed) => Life::Changed,
    };
    let is_change = matches!((base.life, over.life), (Life::Changed | Life::Fresh, Life::Changed));
    let before = std::mem::replace(&mut base.node, over.node);
    if is_change {
        let over = std::mem::replace(&mut base.node, Node::new(Kind::Null, before.span));
        base.node = fields(before, over);
    }
    // Diagnostics point at the key or name in the overriding file.
    base.key = over.key.or(base.key.take());
    base.life = life;
    base.met = true;
}

/// The fields of `over` merged over the fields of `base`. The merge is shallow: each field is replaced completely. A
/// null field overrides nothing.
pub(super) fn fields(mut base: Node, mut over: Node) -> Node {
    match (&mut base.kind, &mut over.kind) {
        (Kind::Map(below), Kind::Map(above)) => {
            let more = take_added(above);
            if above.iter().any(|(key, _)| key.text == COMPOSITION) {
                // A new composition replaces the inherited one, with all that was added to it.
                take_added(below);
            }
            *above = overlay(std::mem::take(below), std::mem::take(above), |_, above| above);
            append(above, more, ADD);
            over
        }
        (_, Kind::Null) => base,
        _ => over,
    }
}

/// The key of a deck type whose items are added to the composition of its base.
const ADD: &str = "add";
const COMPOSITION: &str = "composition";

/// Turns `add` of a complete deck type into the end of its composition.
pub(super) fn settle_added(entry: &mut Node) {
    if let Kind::Map(entry) = &mut entry.kind {
        let more = take_added(entry);
        append(entry, more, COMPOSITION);
    }
}

/// Removes the list below `add`.
fn take_added(entry: &mut Vec<(Key, Node)>) -> Option<(Key, Node)> {
    let at = entry.iter().position(|(key, value)| key.text == ADD && value.as_seq().is_some())?;
    Some(entry.remove(at))
}

/// Appends the items of a list to the composition. Without a composition, they stay below the key `otherwise`.
fn append(entry: &mut Vec<(Key, Node)>, more: Option<(Key, Node)>, otherwise: &str) {
    let Some((key, Node { kind: Kind::Seq(more), span, .. })) = more else { return };
    let is_list = |node: &Node| matches!(node.kind, Kind::Seq(_));
    let place = [COMPOSITION, ADD]
        .iter()
        .find_map(|name| entry.iter().position(|(key, value)| key.text == *name && is_list(value)));
    match place {
        Some(at) => {
            if let Kind::Seq(items) = &mut entry[at].1.kind {
                items.extend(more);
            }
        }
        None => entry.push((Key { text: otherwise.into(), ..key }, Node::new(Kind::Seq(more), span))),
    }
}

/// The entries of `over` merged over the entries of `base`. A key in both keeps its position in `base`; new keys
/// follow.
pub(super) fn overlay<T>(base: Vec<(Key, T)>, over: Vec<(Key, T)>, mut join: impl FnMut(T, T) -> T) -> Vec<(Key, T)> {
    let places: BTreeMap<String, usize> =
        base.iter().enumerate().map(|(at, (key, _))| (key.text.clone(), at)).collect();
    // `join` takes its values by move, so a slot is empty while `join` runs.
    let mut slots: Vec<(Key, Option<T>)> = base.into_iter().map(|(key, value)| (key, Some(value))).collect();
    for (key, value) in over {
        match places.get(&key.text).map(|&at| &mut slots[at]) {
            Some(slot) => {
                let below = slot.1.take();
                *slot = (key, below.map(|below| join(below, value)));
            }
            None => slots.push((key, Some(value))),
        }
    }
    slots.into_iter().filter_map(|(key, value)| value.map(|value| (key, value))).collect()
}
