//! Records: maps with known keys. The type, reader, writer and schema of a record come from one declaration.

use rulebook_diag::{Diagnostic, Fields, Key, Kind, Node, Span, StrayKey, nearest};
use serde_json::{Map, Value};

use super::codes;
use super::part::{Part, ReadContext};
use super::schema::Defs;

/// A key of a record.
pub(crate) struct Field {
    /// The key, then its deprecated spellings.
    pub names: &'static [&'static str],
    pub about: &'static [&'static str],
    pub optional: bool,
    pub default: Option<fn() -> Value>,
    pub schema: fn(&mut Defs) -> Value,
}

impl Field {
    pub fn name(&self) -> &'static str {
        self.names[0]
    }
}

/// A map with known keys. Declared with [`record!`].
pub(crate) trait Record: Sized {
    const NAME: &'static str;
    const ABOUT: &'static [&'static str];
    const FIELDS: &'static [Field];

    /// Builds the record from the values of its fields, in order.
    fn build(values: &mut Values<'_>, span: Span, cx: &mut ReadContext<'_>) -> Option<Self>;
    fn write_into(&self, out: &mut Map<String, Value>);
}

/// The values of the fields of a record, in order.
pub(crate) struct Values<'n>(std::vec::IntoIter<Option<&'n Node>>);

impl<'n> Values<'n> {
    /// Takes the fields from a map. Fields in `claimed` belong to another record and count as absent.
    pub fn take(of: &'static [Field], claimed: &[Field], map: &mut Fields<'n, '_>) -> Values<'n> {
        let mut values = Vec::with_capacity(of.len());
        for field in of {
            values.push(if claimed.iter().any(|other| other.name() == field.name()) {
                None
            } else if field.optional {
                map.optional_any(field.names).node()
            } else {
                map.required_any(field.names).node()
            });
            let entries = map.node().as_map().unwrap_or_default();
            let old = entries.iter().filter(|(key, _)| field.names[1..].contains(&key.text.as_str()));
            let warnings: Vec<Diagnostic> = old.map(|(key, _)| deprecated_key(key, field.name())).collect();
            map.diags().extend(warnings);
        }
        Values(values.into_iter())
    }

    /// Reads the next field: the written value, else the default, else a placeholder.
    pub fn next<T: Part>(&mut self, default: Option<T>, span: Span, cx: &mut ReadContext<'_>) -> Option<T> {
        match self.0.next().flatten() {
            Some(node) => T::read(node, cx).or_else(|| T::hole(node.span)).or(default),
            None => default.or_else(T::absent).or_else(|| T::hole(span)),
        }
    }
}

fn deprecated_key(key: &Key, name: &str) -> Diagnostic {
    deprecated(key.span, &key.text, name, key.quoted)
}

/// The warning for a deprecated spelling.
pub(crate) fn deprecated(span: Span, old: &str, name: &str, quoted: bool) -> Diagnostic {
    let replacement = if quoted { format!("\"{name}\"") } else { name.into() };
    Diagnostic::warning(codes::DEPRECATED, span, format!("`{old}` is an old spelling of `{name}`"))
        .label("deprecated")
        .help(format!("write `{name}`"))
        .suggest(span, replacement)
}

/// Whether a record allows unknown keys. `meta` does, so that other tools can store data (CGML 4).
pub(crate) fn is_open(record: &str) -> bool {
    record == "Meta"
}

/// The help for an unknown key, if there is a specific one.
fn stray(record: &str, fields: &[Field], key: &str) -> Option<StrayKey> {
    let of_a_type = ["ordering", "visibility", "default_face", "allows_reorder"].contains(&key);
    match record {
        "Zone" if of_a_type => Some(StrayKey::Elsewhere(format!("put this key into the type: `type: {{ {key}: … }}`"))),
        open if is_open(open) && nearest(key, fields.iter().map(Field::name)).is_none() => {
            Some(StrayKey::Ignored(format!("put data for other tools into a nested `meta`: `meta: {{ {key}: … }}`")))
        }
        _ => None,
    }
}

pub(crate) fn read<T: Record>(node: &Node, cx: &mut ReadContext<'_>) -> Option<T> {
    // An empty value such as `Over:` is an empty map if all fields are optional.
    let empty = Node::new(Kind::Map(Vec::new()), node.span);
    let node = if node.is_null() && T::FIELDS.iter().all(|field| field.optional) { &empty } else { node };
    let mut map = Fields::of(node, cx.diags);
    let mut values = Values::take(T::FIELDS, &[], &mut map);
    map.finish_with(|key| stray(T::NAME, T::FIELDS, key));
    node.as_map()?;
    T::build(&mut values, node.span, cx)
}

pub(crate) fn write<T: Record>(record: &T) -> Value {
    let mut out = Map::new();
    record.write_into(&mut out);
    Value::Object(out)
}

/// Declares a record. The doc comments become descriptions in the schema:
///
/// ```text
/// record! {
///     /// What the record is.
///     pub struct If {
///         /// A required key.
///         condition: Expr,
///         /// A key that is not a Rust name, or has a deprecated spelling.
///         then: Vec<Action> as "then" | "do",
///         /// A key with a default.
///         otherwise: Vec<Action> as "else" = Vec::new(),
///         /// An optional key.
///         note: Option<Name>,
///     }
/// }
/// ```
///
/// Every record also has its source `span`.
macro_rules! record {
    (
        $(#[doc = $about:literal])+
        pub struct $name:ident $(as $schema_name:literal)? {
            $(
                $(#[doc = $doc:literal])+
                $field:ident : $ty:ty $(as $key:literal $(| $old:literal)*)? $(= $default:expr)?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $(
                $(#[doc = $doc])+
                pub $field: $ty,
            )*
            /// The source span.
            pub span: rulebook_diag::Span,
        }

        impl $crate::syntax::record::Record for $name {
            const NAME: &'static str = $crate::syntax::record::names!($name $(, $schema_name)?)[0];
            const ABOUT: &'static [&'static str] = &[$($about),+];
            const FIELDS: &'static [$crate::syntax::record::Field] = &[$(
                $crate::syntax::record::Field {
                    names: $crate::syntax::record::names!($field $(, $key $(, $old)*)?),
                    about: &[$($doc),+],
                    optional: <$ty as $crate::syntax::part::Part>::OPTIONAL || $crate::syntax::record::given!($($default)?),
                    default: $crate::syntax::record::default!($ty $(, $default)?),
                    schema: <$ty as $crate::syntax::part::Part>::schema,
                },
            )*];

            #[allow(unused_variables)]
            fn build(
                values: &mut $crate::syntax::record::Values<'_>,
                span: rulebook_diag::Span,
                cx: &mut $crate::syntax::part::ReadContext<'_>,
            ) -> Option<Self> {
                $(let $field = values.next::<$ty>(None$(.or(Some($default)))?, span, cx);)*
                Some($name { $($field: $field?,)* span })
            }

            #[allow(unused_variables)]
            fn write_into(&self, out: &mut serde_json::Map<String, serde_json::Value>) {
                $(
                    let key = $crate::syntax::record::names!($field $(, $key)?)[0];
                    out.extend($crate::syntax::part::Part::written(&self.$field).map(|value| (key.into(), value)));
                )*
            }
        }

        impl $crate::syntax::part::Part for $name {
            fn read(node: &rulebook_diag::Node, cx: &mut $crate::syntax::part::ReadContext<'_>) -> Option<Self> {
                $crate::syntax::record::read(node, cx)
            }

            fn write(&self) -> serde_json::Value {
                $crate::syntax::record::write(self)
            }

            fn schema(defs: &mut $crate::syntax::schema::Defs) -> serde_json::Value {
                defs.record::<Self>()
            }
        }
    };
}

/// The spellings of a key. If the record gives none, the only spelling is the name of the field.
macro_rules! names {
    ($field:ident) => {
        &[stringify!($field)]
    };
    ($field:ident, $($name:literal),+) => {
        &[$($name),+]
    };
}

/// The text of the default value. `None` if there is no default.
macro_rules! default {
    ($ty:ty) => {
        None
    };
    ($ty:ty, $default:expr) => {
        Some(|| <$ty as $crate::syntax::part::Part>::write(&$default))
    };
}

/// Whether the field has a default.
macro_rules! given {
    () => {
        false
    };
    ($default:expr) => {
        true
    };
}

pub(crate) use {default, given, names, record};
