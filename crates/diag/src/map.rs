//! Builds a map while it is parsed: pairs keys with values, refuses duplicate keys, and applies the merge key `<<`.

use std::collections::BTreeMap;

use crate::{Diagnostic, Key, Kind, Node, Span, codes};

#[derive(Default)]
pub(crate) struct MapReader {
    entries: Vec<(Key, Node)>,
    seen: BTreeMap<String, Span>,
    slot: Slot,
    /// The value of the merge key `<<`, and the number of entries before this key.
    merge: Option<(usize, Node)>,
}

/// The role of the next node of the map: a key or a value.
#[derive(Default)]
enum Slot {
    #[default]
    Key,
    Value(Key),
    Merge,
    /// The value of a refused key. It is dropped.
    Nothing,
}

impl MapReader {
    /// Takes the next key or value.
    pub fn accept(&mut self, node: Node) -> Result<(), Box<Diagnostic>> {
        match std::mem::take(&mut self.slot) {
            Slot::Key => return self.key(node),
            Slot::Value(key) => self.entries.push((key, node)),
            Slot::Merge => self.merge = Some((self.entries.len(), node)),
            Slot::Nothing => {}
        }
        Ok(())
    }

    fn key(&mut self, node: Node) -> Result<(), Box<Diagnostic>> {
        let Some(text) = node.scalar() else {
            self.slot = Slot::Nothing;
            return Err(Diagnostic::error(codes::KEY_NOT_SCALAR, node.span, "a key must be a single word or text")
                .label(format!("this key is {}", node.describe()))
                .into());
        };
        let key = Key { text: text.into(), span: node.span, quoted: node.quoted };
        if let Some(&first) = self.seen.get(text) {
            self.slot = Slot::Nothing;
            return Err(Diagnostic::error(
                codes::DUPLICATE_KEY,
                key.span,
                format!("the key `{}` is given twice", key.text),
            )
            .label("second use")
            .secondary(first, "first use")
            .help("remove one of them")
            .into());
        }
        self.seen.insert(key.text.clone(), key.span);
        let merge = key.text == "<<" && !key.quoted;
        self.slot = if merge { Slot::Merge } else { Slot::Value(key) };
        Ok(())
    }

    /// The entries of the map. The merged entries are inserted where `<<` was. The map's own keys take precedence over
    /// merged keys, and earlier merged maps over later ones.
    pub fn finish(mut self) -> (Vec<(Key, Node)>, Option<Diagnostic>) {
        let Some((at, node)) = self.merge.take() else { return (self.entries, None) };
        let mut problem = None;
        let mut merged = Vec::new();
        let span = node.span;
        let maps = match node.kind {
            Kind::Seq(items) => items,
            _ => vec![node],
        };
        for map in maps {
            match map.kind {
                Kind::Map(entries) => {
                    for (key, value) in entries {
                        if !self.seen.contains_key(&key.text) {
                            self.seen.insert(key.text.clone(), key.span);
                            merged.push((key, value));
                        }
                    }
                }
                _ => {
                    problem = Some(
                        Diagnostic::error(codes::BAD_MERGE, span, "the value of `<<` must be a map or a list of maps")
                            .help("to use it as an ordinary key, put it in quotes: \"<<\""),
                    );
                }
            }
        }
        self.entries.splice(at..at, merged);
        (self.entries, problem)
    }
}
