//! Tagged maps, such as `action: MOVE` or `type: template`. Each kind is a record.

use rulebook_diag::{Diagnostic, Fields, Node, Span, nearest};
use serde_json::{Map, Value, json};

use super::codes;
use super::part::ReadContext;
use super::record::{Field, Record, Values, deprecated};
use super::schema::{Defs, Object};

/// One kind of a tagged map.
pub(crate) struct Kind<T> {
    /// The word for this kind, then its deprecated spellings.
    pub names: &'static [&'static str],
    pub about: &'static [&'static str],
    pub fields: &'static [Field],
    pub build: fn(&mut Values<'_>, Span, &mut ReadContext<'_>) -> Option<T>,
}

/// A value that is one of several records. A word in the map says which record it is. Declared with [`tagged!`].
pub(crate) trait Tagged: Sized + 'static {
    /// The key that holds the word.
    const TAG: &'static str;
    /// A noun with its article for the kinds, such as `an action`. Used in messages.
    const WHAT: &'static str;
    const KINDS: &'static [Kind<Self>];

    fn record_into(&self, out: &mut Map<String, Value>);
}

/// Reads a tagged map. All kinds share the fields of `C`, except fields that a kind declares itself.
pub(crate) fn read<T: Tagged, C: Record>(node: &Node, cx: &mut ReadContext<'_>) -> Option<(T, C)> {
    let kind = kind::<T>(node, cx)?;
    let mut map = Fields::of(node, cx.diags);
    let _ = map.optional(T::TAG).node();
    let mut own = Values::take(kind.fields, &[], &mut map);
    let mut common = Values::take(C::FIELDS, kind.fields, &mut map);
    map.finish();
    let own = (kind.build)(&mut own, node.span, cx);
    let common = C::build(&mut common, node.span, cx);
    Some((own?, common?))
}

fn kind<T: Tagged>(node: &Node, cx: &mut ReadContext<'_>) -> Option<&'static Kind<T>> {
    let (tag, what) = (T::TAG, T::WHAT);
    let entries = rulebook_diag::Value::of(node, cx.diags).map()?;
    let Some((_, word)) = entries.iter().find(|(key, _)| key.text == tag) else {
        // Report at the first key, or at the whole map if it is empty.
        let at = entries.first().map(|(key, _)| key);
        let misspelt = entries.iter().map(|(key, _)| key).find(|key| nearest(&key.text, [tag]).is_some());
        let found = Diagnostic::error(
            codes::MISSING_TAG,
            misspelt.or(at).map_or(node.span, |key| key.span),
            format!("this map needs the key `{tag}:` with the name of {what}"),
        );
        cx.report(match misspelt {
            Some(key) => found.did_you_mean(Some(tag), key.quoted),
            None => found.label("the map starts here"),
        });
        return None;
    };
    let name = rulebook_diag::Value::of(word, cx.diags).scalar()?;
    if let Some(kind) = T::KINDS.iter().find(|kind| kind.names.contains(&name)) {
        if name != kind.names[0] {
            cx.report(deprecated(word.span, name, kind.names[0], word.quoted));
        }
        return Some(kind);
    }
    let known = T::KINDS.iter().map(|kind| kind.names[0]);
    cx.report(
        Diagnostic::error(codes::UNKNOWN_KIND, word.span, format!("`{name}` is not {what}"))
            .label("unknown name")
            .did_you_mean(nearest(name, known), word.quoted),
    );
    None
}

pub(crate) fn write<T: Tagged, C: Record>(tagged: &T, common: &C) -> Value {
    let mut out = Map::new();
    // Write the fields of the kind last, because they take precedence.
    common.write_into(&mut out);
    tagged.record_into(&mut out);
    Value::Object(out)
}

pub(crate) fn schema<T: Tagged, C: Record>(defs: &mut Defs) -> Value {
    let kinds = T::KINDS.iter().map(|kind| {
        defs.define(kind.names[0], |defs| {
            Object::new(kind.about)
                .must(T::TAG, json!({ "enum": kind.names }))
                .fields(kind.fields, &[], defs)
                .fields(C::FIELDS, kind.fields, defs)
                .finish()
        })
    });
    json!({ "oneOf": kinds.collect::<Value>() })
}

/// Declares an enum of records that are distinguished by a word:
///
/// ```text
/// tagged! {
///     /// What an action does.
///     pub enum Verb by "action", "an action" {
///         Move = "MOVE",
///         SetState = "SET_STATE" | "SET_GAME_STATE",
///     }
/// }
/// ```
macro_rules! tagged {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident by $tag:literal, $what:literal {
            $( $kind:ident = $word:literal $(| $old:literal)* ),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $(
                #[doc = concat!("`", $word, "`")]
                $kind(Box<$kind>),
            )+
        }

        impl $name {
            /// The words for the kinds.
            pub const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word for this kind.
            pub fn word(&self) -> &'static str {
                match self {
                    $($name::$kind(_) => $word),+
                }
            }
        }

        impl $crate::syntax::tagged::Tagged for $name {
            const TAG: &'static str = $tag;
            const WHAT: &'static str = $what;
            const KINDS: &'static [$crate::syntax::tagged::Kind<$name>] = &[$(
                $crate::syntax::tagged::Kind {
                    names: &[$word $(, $old)*],
                    about: <$kind as $crate::syntax::record::Record>::ABOUT,
                    fields: <$kind as $crate::syntax::record::Record>::FIELDS,
                    build: |values, span, cx| {
                        let record = <$kind as $crate::syntax::record::Record>::build(values, span, cx)?;
                        Some($name::$kind(Box::new(record)))
                    },
                },
            )+];

            fn record_into(&self, out: &mut serde_json::Map<String, serde_json::Value>) {
                out.insert($tag.into(), self.word().into());
                match self {
                    $($name::$kind(record) => $crate::syntax::record::Record::write_into(&**record, out)),+
                }
            }
        }
    };
}

pub(crate) use tagged;
