//! The packages shipped with the engine: what an address or a short name stands for. Nothing is ever fetched.

use rulebook_diag::{Diagnostic, Span, nearest};

use super::codes;

/// Where the document's own examples look for packages.
const ADDRESS: &str = "https://cgml.io/core-components/v1/";

/// Endings that may follow a name in an address.
const ENDINGS: [&str; 3] = [".yaml", ".yml", ".cgml"];

/// A document that every game can import.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Package {
    /// The short name, also the last part of the address.
    pub name: &'static str,
    /// The document.
    pub text: &'static str,
}

macro_rules! packages {
    ($($name:literal),* $(,)?) => {
        &[$(Package { name: $name, text: include_str!(concat!("../../../../games/lib/", $name, ".yaml")) }),*]
    };
}

/// All of them, from `games/lib/`.
pub const PACKAGES: &[Package] = packages![
    "standard_52",
    "jokers",
    "ace_low_52",
    "standard_54",
    "standard_36",
    "piquet_32",
    "spanish_40",
    "trick_taking",
    "deck_builder",
    "deals",
    "scoring",
    "partners",
    "drafting",
    "standard_24",
    "tarot_78",
];

/// The package that `text`, an address or a short name, stands for.
pub(super) fn find(text: &str, span: Span) -> Result<&'static Package, Box<Diagnostic>> {
    let name = text.strip_prefix(ADDRESS).unwrap_or(text);
    let name = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    PACKAGES.iter().find(|package| package.name == name).ok_or_else(|| unknown(text, span).into())
}

fn unknown(text: &str, span: Span) -> Diagnostic {
    let names = PACKAGES.iter().map(|package| package.name);
    let is_address = text.contains("://");
    // Of an address only the last part can be misspelt in a way we could guess.
    let tail = text.rsplit('/').next().unwrap_or(text);
    let tail = tail.split_once('.').map_or(tail, |(name, _)| name);
    let meant = nearest(tail, names.clone()).map(|name| match is_address {
        true => format!("{ADDRESS}{name}.yaml"),
        false => name.to_owned(),
    });
    let shown: String = text.chars().take(120).collect();
    let message = match is_address {
        true => format!("no package of this engine has the address `{shown}`"),
        false => format!("this engine has no package `{shown}`"),
    };
    let known = names.collect::<Vec<_>>().join("`, `");
    let help =
        format!("the packages are `{known}`, also as `{ADDRESS}<name>.yaml`; nothing is fetched from the network");
    let found = Diagnostic::error(codes::UNKNOWN_PACKAGE, span, message);
    match meant {
        Some(meant) => found
            .label("not known here")
            .help(format!("did you mean `{meant}`? {help}"))
            .suggest(span, format!("'{meant}'")),
        None => found.label("not known here").help(help),
    }
}
