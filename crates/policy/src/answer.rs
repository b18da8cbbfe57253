//! Parses the answer of a model strictly.

use serde::Deserialize;
use std::fmt;

/// Maximum length of an answer in bytes. A longer answer is refused.
const MAX_ANSWER: usize = 1 << 18;

/// The reason why an answer chooses no candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The answer is empty.
    Empty,
    /// The answer is too long.
    TooLong,
    /// The answer has no `<answer>` and is not JSON. Text in `<think>` is not an answer.
    NoAnswer,
    /// The answer was cut off.
    CutOff,
    /// The answer is not `{"id": "cX"}`.
    NoId,
    /// No candidate has this id.
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

/// The index of the candidate that an answer names. The id must be in an `<answer>` element; if there are several, the
/// last one counts. If there is no such element, the whole text must be JSON.
///
/// # Errors
/// The reason why the answer names no candidate. The parser never guesses one.
pub fn chosen(text: &str, candidates: usize) -> Result<usize, Refused> {
    let json = said(text)?;
    let Ok(Answer { id }) = serde_json::from_str(json) else { return Err(Refused::NoId) };
    let number = id.strip_prefix('c').filter(|digits| {
        // `c03` and `c+3` are not ids of candidates.
        digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits.len() == 1 || !digits.starts_with('0'))
    });
    let index = number.and_then(|digits| digits.parse::<usize>().ok()).filter(|index| *index < candidates);
    index.ok_or_else(|| Refused::NoCandidate(id.chars().take(40).collect()))
}

/// The JSON of an answer: the last `<answer>` of the text, or the whole text.
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
    // Converting to ASCII lower case does not change byte positions. A model may quote the form of an answer before it
    // gives its own, so the last `<answer>` counts.
    let answer = spoken.iter().rev().copied().find_map(|part| {
        let at = part.to_ascii_lowercase().rfind(OPEN)?;
        Some(&part[at + OPEN.len()..])
    });
    let json = match (answer, &spoken[..]) {
        // An answer without its end tag is accepted if its JSON is complete.
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

/// The non-empty parts of the text outside `<think>`. Thinking without an end tag extends to the end of the text. Some
/// servers drop the start tag. Then everything before the end tag is thinking.
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

/// The content of a Markdown code fence, if the text has exactly one. Otherwise returns the text itself.
fn fenced(text: &str) -> &str {
    // Strings in JSON may contain code fences, so JSON is not searched for them.
    if text.starts_with('{') {
        return text;
    }
    let mut parts = text.split("```");
    match [(); 4].map(|()| parts.next()) {
        [Some(_), Some(inside), Some(_), None] => inside.trim_start_matches(char::is_alphanumeric).trim(),
        _ => text,
    }
}
