//! Reads a map whose keys are known, and reports unknown and missing keys.

use crate::{Diagnostic, Diagnostics, Key, Node, Value, codes, nearest};

/// What to report about a key that a map should not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StrayKey {
    /// The key belongs to another place. [`Fields::finish`] reports it as an error with this explanation.
    Elsewhere(String),
    /// The key is allowed but has no effect. [`Fields::finish`] reports it as a warning with this explanation.
    Ignored(String),
}

/// Maximum number of unknown keys that are reported for one map. If there are more, the author probably passed the
/// wrong file.
const MOST_UNKNOWN: usize = 20;

/// Reads a map key by key. [`finish`](Fields::finish) reports the keys that were not requested.
///
/// ```
/// # use rulebook_diag::{Diagnostics, Fields, Limits, Sources, Value, parse};
/// # let mut sources = Sources::new();
/// # let file = sources.add("behaviour.yaml", "drawFrom: bottom\nzones: [deck, 3]\n");
/// # let node = parse(&sources, file, &Limits::default()).0.unwrap();
/// let mut diags = Diagnostics::new();
/// let mut fields = Fields::of(&node, &mut diags);
/// let from_top = fields.optional_any(&["draw_from", "drawFrom"]).choice(&[("top", true), ("bottom", false)]);
/// let zones = fields.required("zones").seq().unwrap_or_default();
/// let names: Vec<&str> = zones.iter().filter_map(|zone| Value::of(zone, fields.diags()).text()).collect();
/// fields.finish();
///
/// assert_eq!((from_top, names), (Some(false), vec!["deck"]));
/// assert_eq!(diags.summary(), "1 error"); // 3 is not text
/// ```
#[must_use = "call finish() to report unknown keys"]
pub struct Fields<'n, 'd> {
    node: &'n Node,
    entries: &'n [(Key, Node)],
    known: Vec<&'static str>,
    /// The required keys that are missing. Each entry lists all spellings of one key.
    missing: Vec<Vec<&'static str>>,
    diags: &'d mut Diagnostics,
}

impl<'n, 'd> Fields<'n, 'd> {
    /// The fields of a map. If the node is not a map, this is reported once, and every key counts as absent.
    pub fn of(node: &'n Node, diags: &'d mut Diagnostics) -> Fields<'n, 'd> {
        let entries = Value::of(node, diags).map().unwrap_or_default();
        Fields { node, entries, known: Vec::new(), missing: Vec::new(), diags }
    }

    /// Reads a required key.
    pub fn required(&mut self, key: &'static str) -> Value<'n, '_> {
        self.required_any(&[key])
    }

    /// Reads an optional key. Null counts as absent.
    pub fn optional(&mut self, key: &'static str) -> Value<'n, '_> {
        self.optional_any(&[key])
    }

    /// Reads a required key with several spellings, the preferred one first.
    pub fn required_any(&mut self, keys: &[&'static str]) -> Value<'n, '_> {
        let node = self.find(keys);
        // A node that is not a map was already reported.
        if node.is_none() && self.node.as_map().is_some() {
            self.diags.push(missing(self.node, keys));
            self.missing.push(keys.to_vec());
        }
        Value::maybe(node, self.diags)
    }

    /// Reads an optional key with several spellings, the preferred one first. Null counts as absent.
    pub fn optional_any(&mut self, keys: &[&'static str]) -> Value<'n, '_> {
        let node = self.find(keys).filter(|node| !node.is_null());
        Value::maybe(node, self.diags)
    }

    /// The node of the map.
    pub fn node(&self) -> &'n Node {
        self.node
    }

    /// The collection into which callers can put diagnostics of their own.
    pub fn diags(&mut self) -> &mut Diagnostics {
        self.diags
    }

    /// The entries that were not requested. A caller can read these entries instead of calling `finish`.
    pub fn rest(self) -> impl Iterator<Item = &'n (Key, Node)> {
        self.entries.iter().filter(move |(key, _)| !self.known.contains(&key.text.as_str()))
    }

    /// Reports the keys that were not requested, and suggests the most similar known key for each.
    pub fn finish(self) {
        self.finish_with(|_| None);
    }

    /// Like [`Fields::finish`]. `stray` explains unknown keys that people are likely to write.
    pub fn finish_with(self, stray: impl Fn(&str) -> Option<StrayKey>) {
        let Fields { node, entries, known, missing: absent, diags } = self;
        let unknown = entries.iter().filter(|(key, _)| !known.contains(&key.text.as_str()));
        let mut meant: Vec<&str> = Vec::new();
        diags.extend(unknown.take(MOST_UNKNOWN).map(|(key, _)| {
            // A key that the map already has is not suggested.
            let others = known.iter().copied().filter(|known| entries.iter().all(|(other, _)| other.text != *known));
            let message = format!("unknown key `{}`", key.text);
            let found = Diagnostic::error(codes::UNKNOWN_KEY, key.span, message.clone()).label("not known here");
            match stray(&key.text) {
                Some(StrayKey::Elsewhere(help)) => found.help(help),
                Some(StrayKey::Ignored(help)) => {
                    Diagnostic::warning(codes::UNKNOWN_KEY, key.span, message).label("ignored").help(help)
                }
                None => {
                    let near = nearest(&key.text, others);
                    meant.extend(near);
                    found.did_you_mean(near, key.quoted)
                }
            }
        }));
        // A misspelt required key is both unknown and missing. It is reported only once.
        for keys in absent.iter().filter(|keys| keys.iter().any(|key| meant.contains(key))) {
            diags.take_back(&missing(node, keys));
        }
    }

    fn find(&mut self, keys: &[&'static str]) -> Option<&'n Node> {
        self.known.extend(keys);
        let mut given = self.entries.iter().filter(|(key, _)| keys.contains(&key.text.as_str()));
        let (first, node) = given.next()?;
        self.diags.extend(given.map(|(again, _)| {
            let message = format!("`{}` and `{}` are the same key", first.text, again.text);
            Diagnostic::error(codes::DUPLICATE_KEY, again.span, message)
                .label("second use")
                .secondary(first.span, "first use")
        }));
        Some(node)
    }
}

fn missing(node: &Node, keys: &[&str]) -> Diagnostic {
    // The first key marks the place of the map. An empty map has no key, so its whole span is used.
    let first = node.as_map().and_then(<[_]>::first);
    let span = first.map_or(node.span, |(key, _)| key.span);
    let message = format!("the key `{}` is missing", keys[0]);
    Diagnostic::error(codes::MISSING_KEY, span, message).label("in the map that starts here")
}
