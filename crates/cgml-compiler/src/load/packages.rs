//! The packages shipped with the engine, found by address or short name. The engine never fetches anything.

use rulebook_diag::{Diagnostic, Span, nearest};

use super::codes;

/// The address prefix of packages in the examples of the CGML document.
const ADDRESS: &str = "https://cgml.io/core-components/v1/";

/// File extensions allowed after a name in an address.
const ENDINGS: [&str; 3] = [".yaml", ".yml", ".cgml"];

/// A document that every game can import.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Package {
    /// The short name, which is also the last part of the address.
    pub name: &'static str,
    /// The text of the document.
    pub text: &'static str,
}

macro_rules! packages {
    ($($name:literal),* $(,)?) => {
        &[$(Package { name: $name, text: include_str!(concat!("../../../../games/lib/", $name, ".yaml")) }),*]
    };
}

/// All packages, from `games/lib/`.
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

/// Finds the package that `text` names. `text` is an address or a short name.
pub(super) fn find(text: &str, span: Span) -> Result<&'static Package, Box<Diagnostic>> {
    let name = text.strip_prefix(ADDRESS).unwrap_or(text);
    let name = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
    PACKAGES.iter().find(|package| package.name == name).ok_or_else(|| unknown(text, span).into())
}

fn unknown(text: &str, span: Span) -> Diagnostic {
    let names = PACKAGES.iter().map(|package| package.name);
    let is_address = text.contains("://");
    // Only the last part of an address can have a spelling mistake that we can correct.
    let tail = text.rsplit('/').next().unwrap_or(text);
    let tail = tail.split_once('.').map_or(tail, |(name, _)| name);
    let meant = nearest(tail, names.clone()).map(|name| match is_address {
        true => format!("{ADDRESS}{name}.yaml"),
        false => name.to_owned(),
    });
    let shown: String = text.chars().take(120).collect();
    let message = match is_address {
        true => format!("this engine has no package with the address `{shown}`"),
        false => format!("there is no package and no game called `{shown}`"),
    };
    let known = names.collect::<Vec<_>>().join("`, `");
    let help = format!(
        "the packages are `{known}`. You can also write `{ADDRESS}<name>.yaml`: the engine contains these packages and downloads nothing"
    );
    let found = Diagnostic::error(codes::UNKNOWN_PACKAGE, span, message);
    match meant {
        Some(meant) => found
            .label("unknown package")
            .help(format!("did you mean `{meant}`? {help}"))
            .suggest(span, format!("'{meant}'")),
        None => found.label("unknown package").help(help),
    }
}
