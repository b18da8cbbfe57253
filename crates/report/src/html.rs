//! Escapes text for HTML and SVG, and formats numbers.

use crate::stats::Interval;

/// Escapes special characters.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Control characters are not allowed in HTML and XML.
            c if c.is_control() && !matches!(c, '\n' | '\t') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Escapes text and turns backticks into `<code>`.
#[must_use]
pub fn coded(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // With an unpaired backtick, turn no backtick into `<code>`.
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    parts.iter().enumerate().map(part).collect()
}

/// Shortens text to this number of characters, with `…` at the end.
#[must_use]
pub fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).collect::<String>().trim_end().to_owned() + "…"
}

/// Formats a share: `12.3 %`.
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Formats a share with its interval: `48.2 % (46.0 to 50.4 %)`.
#[must_use]
pub fn percent_of(share: Interval) -> String {
    format!("{} ({:.1} to {:.1} %)", percent(share.value), 100.0 * share.low, 100.0 * share.high)
}

/// Formats a number with few digits, depending on its size.
#[must_use]
pub fn number(value: f64) -> String {
    let size = value.abs();
    let text = if size >= 1000.0 {
        return grouped(value.round() as i64);
    } else if size >= 100.0 || value == value.round() {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else {
        format!("{value:.2}")
    };
    if text == "-0" { "0".to_owned() } else { text }
}

/// Formats a number with thousands separators: `1,234,567`.
#[must_use]
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a count with its noun: `1 game`, `2 games`.
#[must_use]
pub fn counted(count: u64, one: &str) -> String {
    if count == 1 {
        format!("1 {one}")
    } else {
        format!("{} {one}s", grouped(i64::try_from(count).unwrap_or(i64::MAX)))
    }
}

/// Renders a table from column heads and rows of cells. The first column is text, the others are numbers.
#[must_use]
pub fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let cells = |tag: &str, texts: &[String]| -> String {
        texts.iter().map(|text| format!("<{tag}>{}</{tag}>", escaped(text))).collect()
    };
    let heads: Vec<String> = heads.iter().map(|head| (*head).to_owned()).collect();
    let body: String = rows.iter().map(|row| format!("<tr>{}</tr>", cells("td", row))).collect();
    format!(
        "<div class=\"scroll\"><table><thead><tr>{}</tr></thead><tbody>{body}</tbody></table></div>",
        cells("th", &heads)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_a_text() {
        assert_eq!(escaped("<a href='x'>&\"\u{7}"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd}");
        assert_eq!(coded("`a<b` is `c`."), "<code>a&lt;b</code> is <code>c</code>.");
        assert_eq!(coded("a ` b"), "a ` b");
        assert!(!table(&["a"], &[vec!["<script>".into()]]).contains("<script>"));
    }

    #[test]
    fn numbers_for_people() {
        let told: Vec<String> = [0.0, 2.0, 2.345, 12.34, 123.4, 12_345.6, -0.001].map(number).to_vec();
        assert_eq!(told, ["0", "2", "2.35", "12.3", "123", "12,346", "-0.00"]);
        assert_eq!(
            (grouped(-1234), counted(1, "game"), counted(1000, "game")),
            ("-1,234".into(), "1 game".into(), "1,000 games".into())
        );
        assert_eq!((short("abcdef", 4), short("abc", 4)), ("abc…".to_owned(), "abc".to_owned()));
    }
}
