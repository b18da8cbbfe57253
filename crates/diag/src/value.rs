//! Reads one value and checks its type. A value of the wrong type is reported.

use std::ops::RangeInclusive;

use crate::{Diagnostic, Diagnostics, Fields, Key, Kind, Node, codes, nearest};

/// A value to be read. Each getter returns `None` if the value is absent or has the wrong type. A wrong type is
/// reported, so the caller need not report it.
#[must_use]
pub struct Value<'n, 'd> {
    node: Option<&'n Node>,
    diags: &'d mut Diagnostics,
}

impl<'n, 'd> Value<'n, 'd> {
    /// The value of a node, such as an item of a list.
    pub fn of(node: &'n Node, diags: &'d mut Diagnostics) -> Value<'n, 'd> {
        Value { node: Some(node), diags }
    }

    pub(crate) fn maybe(node: Option<&'n Node>, diags: &'d mut Diagnostics) -> Value<'n, 'd> {
        Value { node, diags }
    }

    /// The node itself.
    pub fn node(self) -> Option<&'n Node> {
        self.node
    }

    /// A text. `"10"` is a text, but `10` is a number.
    pub fn text(self) -> Option<&'n str> {
        self.expect("text", Node::as_text)
    }

    /// The text of any scalar except null: `10` and `"10"` both give `10`.
    pub fn scalar(self) -> Option<&'n str> {
        self.expect("a single value", |node| node.scalar().filter(|_| !node.is_null()))
    }

    /// `true` or `false`.
    pub fn bool(self) -> Option<bool> {
        self.expect("`true` or `false`", Node::as_bool)
    }

    /// An integer in this range, with the type of the range: `int(1..=16_u8)`.
    pub fn int<T: Copy + Into<i64> + TryFrom<i64>>(self, range: RangeInclusive<T>) -> Option<T> {
        let (low, high): (i64, i64) = ((*range.start()).into(), (*range.end()).into());
        let Value { node, diags } = self;
        let value = Value::maybe(node, diags).expect("a whole number", Node::as_int)?;
        if !(low..=high).contains(&value) {
            let message = format!("{value} is out of range");
            diags.extend(node.map(|node| {
                Diagnostic::error(codes::OUT_OF_RANGE, node.span, message)
                    .label(format!("must be from {low} to {high}"))
            }));
            return None;
        }
        T::try_from(value).ok()
    }

    /// Text for one line of a screen. It must not contain line breaks and invisible characters, see [`is_plain`].
    pub fn line(self) -> Option<&'n str> {
        let Value { node, diags } = self;
        let text = Value::maybe(node, diags).text()?;
        if let (Some(node), false) = (node, text.chars().all(is_plain)) {
            let message = "this text contains a line break or an invisible character";
            diags.push(Diagnostic::error(codes::NOT_PLAIN, node.span, message));
            return None;
        }
        Some(text)
    }

    /// A list.
    pub fn seq(self) -> Option<&'n [Node]> {
        self.expect("a list", Node::as_seq)
    }

    /// A map whose keys the author chooses freely. For a map with known keys use [`Value::fields`].
    pub fn map(self) -> Option<&'n [(Key, Node)]> {
        self.expect("a map", Node::as_map)
    }

    /// A map with known keys.
    pub fn fields(self) -> Option<Fields<'n, 'd>> {
        self.node.map(|node| Fields::of(node, self.diags))
    }

    /// One of these words.
    pub fn one_of<'c>(self, words: &[&'c str]) -> Option<&'c str> {
        let choices: Vec<(&str, &'c str)> = words.iter().map(|&word| (word, word)).collect();
        self.choice(&choices)
    }

    /// The value that belongs to one of these words: `choice(&[("top", End::Top), ("bottom", End::Bottom)])`.
    pub fn choice<T: Clone>(self, choices: &[(&str, T)]) -> Option<T> {
        let Value { node, diags } = self;
        let word = Value::maybe(node, diags).expect("text", Node::as_text)?;
        if let Some((_, meaning)) = choices.iter().find(|(name, _)| *name == word) {
            return Some(meaning.clone());
        }
        let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
        diags.extend(node.map(|node| {
            Diagnostic::error(codes::NOT_ONE_OF, node.span, format!("`{word}` is not allowed here"))
                .label(format!("must be one of `{}`", names.join("`, `")))
                .did_you_mean(nearest(word, names.iter().copied()), node.quoted)
        }));
        None
    }

    fn expect<T>(self, what: &str, read: impl FnOnce(&'n Node) -> Option<T>) -> Option<T> {
        let node = self.node?;
        let value = read(node);
        if value.is_none() {
            let message = format!("expected {what}, found {}", node.describe());
            let found = Diagnostic::error(codes::WRONG_TYPE, node.span, message).label(format!("must be {what}"));
            self.diags.push(match (&node.kind, what) {
                (Kind::Int(_) | Kind::Decimal(_) | Kind::Bool(_), "text") => found.help("put it in quotes"),
                _ => found,
            });
        }
        value
    }
}

/// Whether the character is drawn as itself. Control characters can move the cursor. Direction marks and zero-width
/// characters can make a text look like another text.
#[must_use]
pub fn is_plain(c: char) -> bool {
    let unseen = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !c.is_control() && !unseen
}

/// Makes text from a file or a log safe to print on a terminal. Escapes every character that is not [plain](is_plain),
/// except line breaks.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if !is_plain(c) && c != '\n' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_control_characters_are_escaped() {
        assert_eq!(plain("Ann \u{1b}[2Jé\n"), "Ann \\u{1b}[2Jé\n");
    }
}
