//! Reads and prints mana symbols and mana costs.

use crate::ir::{Color, Colors, ManaCost, ManaSymbol};

fn letter(text: &str) -> Option<Color> {
    let mut letters = text.chars();
    let first = letters.next()?.to_ascii_uppercase();
    if letters.next().is_some() {
        return None;
    }
    Color::ALL.into_iter().find(|color| color.letter() == first)
}

/// The mana symbol of a token such as `{2}` or `{w/u}`. `None` for `{T}` and other symbols that are not mana.
pub fn symbol(token: &str) -> Option<ManaSymbol> {
    let inner = token.strip_prefix('{')?.strip_suffix('}')?;
    if inner.eq_ignore_ascii_case("x") {
        return Some(ManaSymbol::X);
    }
    if inner.eq_ignore_ascii_case("c") {
        return Some(ManaSymbol::Colorless);
    }
    if inner.eq_ignore_ascii_case("s") {
        return Some(ManaSymbol::Snow);
    }
    if let Ok(generic) = inner.parse::<u8>() {
        return Some(ManaSymbol::Generic(generic));
    }
    if let Some(color) = letter(inner) {
        return Some(ManaSymbol::Color(color));
    }
    let parts: Vec<&str> = inner.split('/').collect();
    match parts.as_slice() {
        ["2", color] => Some(ManaSymbol::TwoOr(letter(color)?)),
        [one, "p" | "P"] => Some(ManaSymbol::Phyrexian(letter(one)?)),
        ["c" | "C", color] => Some(ManaSymbol::ColorlessOr(letter(color)?)),
        [one, other] => Some(ManaSymbol::Hybrid(letter(one)?, letter(other)?)),
        [one, other, "p" | "P"] => Some(ManaSymbol::HybridPhyrexian(letter(one)?, letter(other)?)),
        _ => None,
    }
}

/// Parses a printed mana cost. `None` if it contains an unknown symbol.
pub fn cost(printed: &str) -> Option<ManaCost> {
    let mut symbols = Vec::new();
    let mut rest = printed.trim();
    while !rest.is_empty() {
        let end = rest.find('}')?;
        symbols.push(symbol(&rest[..=end])?);
        rest = &rest[end + 1..];
    }
    Some(symbols)
}

/// The colors of a card with this mana cost (CR 202.2).
pub fn colors(cost: &[ManaSymbol]) -> Colors {
    cost.iter().fold(Colors::default(), |colors, symbol| match *symbol {
        ManaSymbol::Color(one) | ManaSymbol::TwoOr(one) | ManaSymbol::ColorlessOr(one) | ManaSymbol::Phyrexian(one) => {
            colors.with(one)
        }
        ManaSymbol::Hybrid(one, other) | ManaSymbol::HybridPhyrexian(one, other) => colors.with(one).with(other),
        ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Colorless | ManaSymbol::Snow => colors,
    })
}

/// The symbol in lower case, as it is written in the normal text: `{w/u}`.
pub fn print(symbol: ManaSymbol) -> String {
    let low = |color: Color| color.letter().to_ascii_lowercase();
    match symbol {
        ManaSymbol::Generic(number) => format!("{{{number}}}"),
        ManaSymbol::X => "{x}".into(),
        ManaSymbol::Color(color) => format!("{{{}}}", low(color)),
        ManaSymbol::Colorless => "{c}".into(),
        ManaSymbol::Snow => "{s}".into(),
        ManaSymbol::Hybrid(one, other) => format!("{{{}/{}}}", low(one), low(other)),
        ManaSymbol::TwoOr(color) => format!("{{2/{}}}", low(color)),
        ManaSymbol::ColorlessOr(color) => format!("{{c/{}}}", low(color)),
        ManaSymbol::Phyrexian(color) => format!("{{{}/p}}", low(color)),
        ManaSymbol::HybridPhyrexian(one, other) => format!("{{{}/{}/p}}", low(one), low(other)),
    }
}
