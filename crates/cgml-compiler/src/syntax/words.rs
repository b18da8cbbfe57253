//! Values that are one of several words.

/// Declares an enum whose variants are words of the language:
///
/// ```text
/// words! {
///     /// Facing of a card.
///     pub enum Face {
///         /// The face is visible.
///         Up = "up",
///         /// The back is visible.
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
            /// Every word with its value.
            pub const ALL: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),+];

            /// The word as written in a document.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word),+
                }
            }
        }

        impl $crate::syntax::part::Part for $name {
            fn read(node: &rulebook_diag::Node, cx: &mut $crate::syntax::part::ReadContext<'_>) -> Option<Self> {
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
