//! Makes texts that try to break a parser. All these texts are short enough that `matches` passes them to the parser.

use rulebook_matches::MAX_MOVE_TEXT;

/// Nonsense from a fixed list, and legal texts that were damaged in simple ways.
pub(super) fn texts(good: &[String]) -> Vec<String> {
    let mut texts: Vec<String> = FIXED.iter().map(|&text| text.to_owned()).collect();
    texts.push("9".repeat(MAX_MOVE_TEXT));
    texts.push("a ".repeat(MAX_MOVE_TEXT / 2));
    texts.push("(".repeat(MAX_MOVE_TEXT));
    texts.push("🂡".repeat(MAX_MOVE_TEXT / 4));
    for text in good.iter().take(6) {
        texts.extend(spoilt(text));
    }
    texts
}

fn spoilt(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut texts = vec![
        text.to_uppercase(),
        text.to_lowercase(),
        chars.iter().rev().collect(),
        format!(" {text}\t"),
        format!("{text}\n{text}"),
        format!("{text} {text}"),
        format!("{text}{text}"),
        format!("-{text}"),
        format!("{text}\0"),
        format!("{text}\u{301}"),
        text.replace(' ', ""),
        text.replace(' ', "  "),
    ];
    for cut in 0..chars.len().min(24) {
        texts.push(chars[..cut].iter().collect());
        texts.push(chars[cut..].iter().collect());
        let mut swapped = chars.clone();
        swapped[cut] = 'é';
        texts.push(swapped.iter().collect());
        // The next letter or digit may give the text of another card, square or number.
        swapped[cut] = char::from_u32(chars[cut] as u32 + 1).unwrap_or('x');
        texts.push(swapped.iter().collect());
    }
    texts
}

const FIXED: &[&str] = &[
    "",
    " ",
    "\n",
    "\0",
    "\u{7f}\u{1b}[2J",
    "\r\n\r\n",
    "0",
    "1",
    "-1",
    "00000000000000000000",
    "2147483648",
    "18446744073709551616",
    "-9223372036854775809",
    "340282366920938463463374607431768211456",
    "1e999",
    "NaN",
    "null",
    "true",
    "undefined",
    "{}",
    "[]",
    "\"",
    "'; drop table matches; --",
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "%s%n%x",
    "${jndi:ldap://x}",
    "a1a1a1",
    "z9",
    "e2e4e5e6",
    "é",
    "ß",
    "İ",
    "ﬀ",
    "🂡",
    "👩‍👩‍👧‍👦",
    "\u{202e}abc",
    "\u{feff}1",
    "١",
    "pass",
    "done",
    "none",
    "God",
    "seat 17",
    ":",
    "::",
    "@",
    "@@@",
    ",",
    ",,,,",
    "->",
    "=",
    "#",
    ".",
    "..",
    "/",
    "\\",
    "*",
];
