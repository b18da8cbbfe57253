//! Values that are one of some words.

/// Declares an enum whose variants are words of the language:
///
/// ```text
/// words! {
///     /// Which way a card lies.
///     pub enum Face {
///         /// For all to see.
///         Up = "up",
///         /// Its back.
///         Down = "down",
///     }
/// }
/// ```
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident {
            $( $(#[doc = $doc:literal])+ $variant:ident = $word:literal ),+ $(,)?
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $( $(#[doc = $doc])+ $variant, )+
        }

        impl $name {
            /// Every word and what it stands for.
            pub const ALL: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),+];

            /// The word, as written.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }
        }

        impl $crate::syntax::part::Part for $name {
            fn read(node: &rulebook_diag::Node, cx: &mut $crate::syntax::part::Cx<'_>) -> Option<Self> {
                rulebook_diag::Value::of(node, cx.diags).choice(Self::ALL)
            }

            fn write(&self) -> serde_json::Value {
                self.word().into()
            }

            fn schema(_: &mut $crate::syntax::schema::Defs) -> serde_json::Value {
                serde_json::json!({ "enum": [$($word),+] })
            }
        }
    };
}

pub(crate) use words;
