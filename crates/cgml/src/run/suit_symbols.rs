//! Shows suits that are letters in the file as ♣♦♥♠. Logs keep the letters. Only values that are suits become symbols.
//! A letter in a fixed text of the file stays a letter.

use super::message;
use crate::code::{Kind, Message, MessagePart, Program, Value};

/// The text of a value other than a card, as shown to players.
pub(super) fn shown(p: &Program, value: Value, kind: Kind) -> String {
    let plain = message::plain(p, value, kind);
    match sign(p, &plain) {
        Some(sign) if kind == Kind::Text => sign.to_owned(),
        _ => plain,
    }
}

/// The text of a move that chooses a value, as shown to players.
pub(super) fn label(p: &Program, text: &str) -> String {
    sign(p, text).unwrap_or(text).to_owned()
}

/// The text of a message, with suit symbols in place of the suit letters that were inserted as values.
pub(super) fn said(p: &Program, text: &str) -> String {
    let letter = |word: &str| sign(p, word).is_some();
    if p.suits.is_empty() || !text.split(|c: char| !c.is_alphanumeric()).any(letter) {
        return text.to_owned();
    }
    let literal = |message: &Message| matches!(message.parts.as_slice(), [MessagePart::Text(whole)] if whole == text);
    if p.messages.iter().any(literal) {
        return text.to_owned();
    }
    let made = p.messages.iter().find_map(|message| again(p, &message.parts, text));
    made.unwrap_or_else(|| text.to_owned())
}

/// Renders a text again from the parts of its message, with symbols. `None` if the text does not match the parts.
fn again(p: &Program, parts: &[MessagePart], text: &str) -> Option<String> {
    let (part, behind) = match parts {
        [] => return text.is_empty().then(String::new),
        [part, behind @ ..] => (part, behind),
    };
    let many = match part {
        MessagePart::Text(plain) => {
            let rest = again(p, behind, text.strip_prefix(plain.as_str())?)?;
            return Some(format!("{plain}{rest}"));
        }
        MessagePart::Value(..) => false,
        MessagePart::List(..) => true,
    };
    // A value ends where the next fixed text begins. Two values without a fixed text between them cannot be separated.
    let end = match behind {
        [] => text.len(),
        [MessagePart::Text(next), ..] => text.find(next.as_str())?,
        _ => return None,
    };
    let (value, rest) = text.split_at(end);
    let rest = again(p, behind, rest)?;
    let value = match many {
        true => value.split(", ").map(|item| label(p, item)).collect::<Vec<String>>().join(", "),
        false => label(p, value),
    };
    Some(format!("{value}{rest}"))
}

/// The symbol of a suit letter. `None` if the text is not a suit of this game.
fn sign(p: &Program, text: &str) -> Option<&'static str> {
    let sign = match text {
        "C" => "♣",
        "D" => "♦",
        "H" => "♥",
        "S" => "♠",
        _ => return None,
    };
    p.suits.iter().any(|&suit| p.symbols.text(suit) == text).then_some(sign)
}
