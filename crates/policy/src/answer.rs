//! What a model said, read strictly.

use serde::Deserialize;
use std::fmt;

/// The longest answer that is looked at, in bytes.
const MAX_ANSWER: usize = 1 << 18;

/// Why an answer chooses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Nothing was said.
    Empty,
    /// Too long to be read.
    TooLong,
    /// No `<answer>` and no JSON by itself. What stands in `<think>` is no answer.
    NoAnswer,
    /// It ended before the model had said everything.
    CutOff,
    /// An answer that is not `{"id": "cX"}`.
    NoId,
    /// An id that no candidate has.
    NoCandidate(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Empty => f.write_str("the answer is empty"),
            Refused::TooLong => f.write_str("the answer is too long"),
            Refused::NoAnswer => f.write_str("there is no <answer> in it"),
            Refused::CutOff => f.write_str("it was cut off before its end"),
            Refused::NoId => f.write_str("the answer is not {\"id\": \"cX\"}"),
            Refused::NoCandidate(id) => write!(f, "no candidate is called {id:?}"),
        }
    }
}

#[derive(Deserialize)]
struct Answer {
    id: String,
}

/// The candidate that an answer names: in the last `<answer>` of the text, or as JSON by itself.
///
/// # Errors
/// What is wrong with it. Nothing is guessed.
pub fn chosen(text: &str, candidates: usize) -> Result<usize, Refused> {
    let json = said(text)?;
    let Ok(Answer { id }) = serde_json::from_str(json) else { return Err(Refused::NoId) };
    let number = id.strip_prefix('c').filter(|digits| {
        // `c03` and `c+3` are not names of candidates.
        digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits.len() == 1 || !digits.starts_with('0'))
    });
    let index = number.and_then(|digits| digits.parse::<usize>().ok()).filter(|index| *index < candidates);
    index.ok_or_else(|| Refused::NoCandidate(id.chars().take(40).collect()))
}

/// The JSON of an answer: in the last `<answer>` of the text, or by itself.
pub(super) fn said(text: &str) -> Result<&str, Refused> {
    const OPEN: &str = "<answer>";
    const CLOSE: &str = "</answer>";
    if text.len() > MAX_ANSWER {
        return Err(Refused::TooLong);
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(Refused::Empty);
    }
    let spoken = spoken(text);
    // Lower case has the same places, byte by byte. A model that thinks aloud may quote the form before it uses it: the last
    // one counts.
    let answer = spoken.iter().rev().copied().find_map(|part| {
        let at = part.to_ascii_lowercase().rfind(OPEN)?;
        Some(&part[at + OPEN.len()..])
    });
    let json = match (answer, &spoken[..]) {
        // An answer that lacks its end tag is whole all the same if its JSON is.
        (Some(inside), _) => &inside[..inside.to_ascii_lowercase().find(CLOSE).unwrap_or(inside.len())],
        (None, [alone]) => fenced(alone),
        (None, _) => return Err(Refused::NoAnswer),
    };
    let json = fenced(json.trim());
    if !json.starts_with('{') {
        return Err(if answer.is_some() { Refused::NoId } else { Refused::NoAnswer });
    }
    Ok(json)
}

/// What was said outside of thinking, without the empty parts. Thinking that has no end goes on to the end of the text, and
/// some servers swallow its beginning: then everything up to its end is thinking.
fn spoken(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut thinks) = (Vec::new(), 0, false);
    for (at, _) in text.match_indices('<') {
        let is_here = |tag: &&str| text.get(at..at + tag.len()).is_some_and(|here| here.eq_ignore_ascii_case(tag));
        let tag = |tags: [&'static str; 2]| tags.into_iter().find(is_here);
        if let Some(end) = tag(["</think>", "</thinking>"]) {
            if !thinks {
                parts.clear();
            }
            (from, thinks) = (at + end.len(), false);
        } else if !thinks && tag(["<think>", "<thinking>"]).is_some() {
            parts.push(text[from..at].trim());
            thinks = true;
        }
    }
    if !thinks {
        parts.push(text[from..].trim());
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// What stands in a fence of Markdown, if there is one and no other; what is said around it is no answer.
fn fenced(text: &str) -> &str {
    // What JSON says is its own.
    if text.starts_with('{') {
        return text;
    }
    let mut parts = text.split("```");
    match [(); 4].map(|()| parts.next()) {
        [Some(_), Some(inside), Some(_), None] => inside.trim_start_matches(char::is_alphanumeric).trim(),
        _ => text,
    }
}
