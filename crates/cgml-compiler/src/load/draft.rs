//! A document while its files are merged. It has the structure of the YAML tree. Each entry of a merged list or map also
//! has the identity by which entries of different files are matched. A deleted entry stays as a tombstone, because the
//! base that declares it may be merged later.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rulebook_diag::{Diagnostic, FileId, Key, Kind, Node, Span};

use super::codes;
use super::merge::{self, Notes};
use super::merge_policy::{By, Form, ListNaming, MergeRule};

/// A part of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Draft {
    /// An empty value in a place that merges, such as `rules:` without items. It adds nothing.
    Nothing(Node),
    /// A value that a later layer replaces completely.
    Whole(Node),
    /// A map that merges key by key.
    Map(Span, Vec<(Key, Draft)>),
    /// Entries that merge by identity.
    Named(Collection),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Collection {
    pub span: Span,
    pub naming: &'static ListNaming,
    /// `true` for a map, `false` for a list.
    pub is_map: bool,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub identity: Identity,
    /// The key, if the collection is a map.
    pub key: Option<Key>,
    /// The fields, without `disabled`.
    pub node: Node,
    pub life: Life,
    /// Whether this entry has been merged with another one of the same identity.
    pub met: bool,
}

/// The identity of an entry, by which entries of different files are matched.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Identity {
    Name(String),
    /// A zone of each player, if the same file also has a shared zone of that name. The two have different paths (CGML
    /// 7.3).
    OfPlayers(String),
    Step {
        from: String,
        to: String,
        id: Option<String>,
    },
    /// A transition identified by its `id` alone, whatever its `from` and `to`.
    Id(String),
    /// No identity: the entry is appended. Holds `from` and `to` of transitions without `id` that occur more than once
    /// in one list.
    None(Option<(String, String)>),
}

/// The effect of an entry on the entry of the same identity in the layer below. These effects are associative, so the
/// result does not depend on which files are merged first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// The fields of this entry override the fields below.
    Changed,
    /// The entry below was deleted, and this entry replaces it.
    Fresh,
    /// The entry below is deleted by `disabled: true` at this span.
    Deleted(Span),
}

impl Entry {
    /// Whether this is a zone of players or teams. Entries of other kinds are never zones of players.
    pub fn is_of_players(&self) -> bool {
        of_players(&self.node)
    }
}

impl Draft {
    /// Converts a tree to a draft. Merges nothing, except list items that were included from different files.
    pub fn of(mut node: Node, place: MergeRule, notes: &mut Notes) -> Draft {
        let span = node.span;
        if node.is_null() && place.is_merged() {
            return Draft::Nothing(node);
        }
        match (place, node.kind) {
            (MergeRule::Whole, kind) => {
                node.kind = kind;
                Draft::Whole(node)
            }
            (MergeRule::Named(naming), Kind::Map(entries)) if naming.form != Form::List => {
                let entries = entries.into_iter().map(|(key, node)| {
                    let identity = Identity::Name(key.text.clone());
                    entry(identity, Some(key), node, notes)
                });
                let entries = entries.collect();
                Draft::Named(Collection { span, naming, is_map: true, entries })
            }
            (MergeRule::Named(naming), Kind::Seq(items)) => match naming.form {
                Form::Map if !items.iter().all(|item| name_of(item).is_some()) => {
                    node.kind = Kind::Seq(items);
                    Draft::Whole(node)
                }
                form => {
                    let is_map = form == Form::Map;
                    let entries = list(items, naming, is_map, notes);
                    Draft::Named(Collection { span, naming, is_map, entries })
                }
            },
            (place, Kind::Map(entries)) if !matches!(place, MergeRule::Named(_)) => {
                let parts = entries.into_iter().map(|(key, node)| {
                    let below = place.below(&key.text);
                    (key, Draft::of(node, below, notes))
                });
                Draft::Map(span, parts.collect())
            }
            (_, kind) => {
                node.kind = kind;
                Draft::Whole(node)
            }
        }
    }

    pub fn span(&self) -> Span {
        match self {
            Draft::Nothing(node) | Draft::Whole(node) => node.span,
            Draft::Map(span, _) => *span,
            Draft::Named(collection) => collection.span,
        }
    }
}

fn name_of(node: &Node) -> Option<&Node> {
    node.get("name").filter(|name| !name.is_null() && name.scalar().is_some())
}

fn list(items: Vec<Node>, naming: &'static ListNaming, is_map: bool, notes: &mut Notes) -> Vec<Entry> {
    let mut identities = identities(&items, naming.by);
    if naming.noun == "zone" {
        by_scope(&items, &mut identities);
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(items.len());
    let mut seen: BTreeMap<Identity, usize> = BTreeMap::new();
    for (mut item, identity) in items.into_iter().zip(identities) {
        let key = if is_map { take_name(&mut item) } else { None };
        let new = entry(identity, key, item, notes);
        let known = !matches!(new.identity, Identity::None(_));
        match seen.get(&new.identity).filter(|_| known) {
            None => {
                seen.insert(new.identity.clone(), entries.len());
                entries.push(new);
            }
            // An item from another file overrides an earlier item, as a layer overrides its base. A second item from
            // the same file is a mistake.
            Some(&at) if entries[at].node.span.file != new.node.span.file => {
                merge::compose(&mut entries[at], new, naming, notes);
            }
            Some(&at) => {
                let message = format!("the {} {} is declared twice", naming.noun, new.identity);
                let found = Diagnostic::error(codes::GIVEN_TWICE, new.node.span, message).label("second declaration");
                notes.diags.push(found.secondary(entries[at].node.span, "first declaration"));
                // Keep the second rule, so that mistakes inside it are reported in the same run.
                if naming.extends() {
                    entries.push(Entry { identity: Identity::None(None), ..new });
                }
            }
        }
    }
    entries
}

/// Removes the `name` of an item and returns it as a key.
fn take_name(item: &mut Node) -> Option<Key> {
    let name = name_of(item)?;
    let key = Key { text: name.scalar()?.to_owned(), span: name.span, quoted: name.quoted };
    if let Kind::Map(fields) = &mut item.kind {
        fields.retain(|(field, _)| field.text != "name");
    }
    Some(key)
}

fn identities(items: &[Node], by: By) -> Vec<Identity> {
    let text = |item: &Node, field: &str| {
        let value = item.get(field).filter(|value| !value.is_null())?;
        value.scalar().map(str::to_owned)
    };
    let mut found: Vec<Identity> = items
        .iter()
        .map(|item| match by {
            By::Field(field) => text(item, field).map_or(Identity::None(None), Identity::Name),
            By::Step => match (text(item, "from"), text(item, "to")) {
                (Some(from), Some(to)) => Identity::Step { from, to, id: text(item, "id") },
                (None, None) => text(item, "id").map_or(Identity::None(None), Identity::Id),
                _ => Identity::None(None),
            },
        })
        .collect();
    // Transitions without `id` that occur more than once in one file have no identity.
    let mut seen = BTreeSet::new();
    let mut shared = BTreeSet::new();
    for (identity, item) in found.iter().zip(items) {
        if matches!(identity, Identity::Step { id: None, .. }) && !seen.insert((identity.clone(), item.span.file)) {
            shared.insert(identity.clone());
        }
    }
    for identity in found.iter_mut().filter(|identity| shared.contains(identity)) {
        if let Identity::Step { from, to, .. } = identity {
            *identity = Identity::None(Some((std::mem::take(from), std::mem::take(to))));
        }
    }
    found
}

/// Whether a zone belongs to players or teams.
fn of_players(item: &Node) -> bool {
    let word = |field: &str| item.get(field).and_then(Node::scalar);
    word("per_player").is_some_and(|text| text == "true")
        || word("owner_scope").is_some_and(|text| text == "player" || text == "team")
}

/// Gives a zone of players another identity if its file has a shared zone of the same name. Zone names are unique only
/// within their scope.
fn by_scope(items: &[Node], identities: &mut [Identity]) {
    let shared: BTreeSet<(Identity, FileId)> = items
        .iter()
        .zip(identities.iter())
        .filter(|(item, _)| !of_players(item))
        .map(|(item, identity)| (identity.clone(), item.span.file))
        .collect();
    for (item, identity) in items.iter().zip(identities).filter(|(item, _)| of_players(item)) {
        if shared.contains(&(identity.clone(), item.span.file))
            && let Identity::Name(name) = identity
        {
            *identity = Identity::OfPlayers(std::mem::take(name));
        }
    }
}

/// Makes an entry from a node of one file. Removes `disabled` and records its meaning in `life`.
fn entry(identity: Identity, key: Option<Key>, mut node: Node, notes: &mut Notes) -> Entry {
    let mut life = Life::Changed;
    if let Kind::Map(fields) = &mut node.kind
        && let Some(at) = fields.iter().position(|(field, _)| field.text == "disabled")
    {
        let (_, value) = fields.remove(at);
        match value.kind {
            Kind::Bool(true) => life = Life::Deleted(value.span),
            Kind::Bool(false) | Kind::Null => {}
            _ => notes.diags.push(
                Diagnostic::error(codes::BAD_DISABLED, value.span, "`disabled` must be `true` or `false`")
                    .label(format!("this is {}", value.describe())),
            ),
        }
    }
    Entry { identity, key, node, life, met: false }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Identity::Name(name) | Identity::Id(name) => write!(f, "`{name}`"),
            Identity::OfPlayers(name) => write!(f, "`{name}` of players"),
            Identity::Step { from, to, id: None } => write!(f, "from `{from}` to `{to}`"),
            Identity::Step { from, to, id: Some(id) } => write!(f, "`{id}` from `{from}` to `{to}`"),
            Identity::None(_) => f.write_str("without a name"),
        }
    }
}
