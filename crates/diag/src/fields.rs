//! A map with known keys, read strictly.

use crate::{Diagnostic, Diagnostics, Key, Node, Value, codes, nearest};

/// What is to be said of a key that a map does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stray {
    /// It belongs elsewhere: a mistake.
    Elsewhere(String),
    /// Nobody reads it, and it may be there.
    Ignored(String),
}

/// More unknown keys than this are the wrong file, not misspellings.
const MOST_UNKNOWN: usize = 20;

/// Reads a map key by key; [`finish`](Fields::finish) reports the keys that nobody asked for.
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
    /// The keys that must be there and are not, each in all its spellings.
    missing: Vec<Vec<&'static str>>,
    diags: &'d mut Diagnostics,
}

impl<'n, 'd> Fields<'n, 'd> {
    /// The fields of a map. Anything else is reported once and has no fields.
    pub fn of(node: &'n Node, diags: &'d mut Diagnostics) -> Fields<'n, 'd> {
        let entries = Value::of(node, diags).map().unwrap_or_default();
        Fields { node, entries, known: Vec::new(), missing: Vec::new(), diags }
    }

    /// A key that must be there.
    pub fn required(&mut self, key: &'static str) -> Value<'n, '_> {
        self.required_any(&[key])
    }

    /// A key that may be absent, or null, which is the same.
    pub fn optional(&mut self, key: &'static str) -> Value<'n, '_> {
        self.optional_any(&[key])
    }

    /// A key of several spellings, the best first, that must be there in one of them.
    pub fn required_any(&mut self, keys: &[&'static str]) -> Value<'n, '_> {
        let node = self.find(keys);
        // What is no map was reported as that.
        if node.is_none() && self.node.as_map().is_some() {
            self.diags.push(missing(self.node, keys));
            self.missing.push(keys.to_vec());
        }
        Value::maybe(node, self.diags)
    }

    /// A key of several spellings, the best first, that may be absent or null.
    pub fn optional_any(&mut self, keys: &[&'static str]) -> Value<'n, '_> {
        let node = self.find(keys).filter(|node| !node.is_null());
        Value::maybe(node, self.diags)
    }

    /// The map itself.
    pub fn node(&self) -> &'n Node {
        self.node
    }

    /// Where to report what the getters cannot know.
    pub fn diags(&mut self) -> &mut Diagnostics {
        self.diags
    }

    /// The entries that no key was asked for, to be read in another way instead of calling `finish`.
    pub fn rest(self) -> impl Iterator<Item = &'n (Key, Node)> {
        self.entries.iter().filter(move |(key, _)| !self.known.contains(&key.text.as_str()))
    }

    /// Reports the keys that were not asked for, with the nearest that was.
    pub fn finish(self) {
        self.finish_with(|_| None);
    }

    /// The same, with words about keys that are none of the map's.
    pub fn finish_with(self, stray: impl Fn(&str) -> Option<Stray>) {
        let Fields { node, entries, known, missing: absent, diags } = self;
        let unknown = entries.iter().filter(|(key, _)| !known.contains(&key.text.as_str()));
        let mut meant: Vec<&str> = Vec::new();
        diags.extend(unknown.take(MOST_UNKNOWN).map(|(key, _)| {
            // A spelling that is there already is hardly meant.
            let others = known.iter().copied().filter(|known| entries.iter().all(|(other, _)| other.text != *known));
            let message = format!("unknown key `{}`", key.text);
            let found = Diagnostic::error(codes::UNKNOWN_KEY, key.span, message.clone()).label("not known here");
            match stray(&key.text) {
                Some(Stray::Elsewhere(help)) => found.help(help),
                Some(Stray::Ignored(help)) => {
                    Diagnostic::warning(codes::UNKNOWN_KEY, key.span, message).label("left alone").help(help)
                }
                None => {
                    let near = nearest(&key.text, others);
                    meant.extend(near);
                    found.did_you_mean(near, key.quoted)
                }
            }
        }));
        // A key that is there misspelt is one mistake, not two.
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
                .label("again here")
                .secondary(first.span, "first here")
        }));
        Some(node)
    }
}

fn missing(node: &Node, keys: &[&str]) -> Diagnostic {
    // The first key stands for its map: of an empty one we have only the whole.
    let first = node.as_map().and_then(<[_]>::first);
    let span = first.map_or(node.span, |(key, _)| key.span);
    let message = format!("the key `{}` is missing", keys[0]);
    Diagnostic::error(codes::MISSING_KEY, span, message).label("in the map that starts here")
}
