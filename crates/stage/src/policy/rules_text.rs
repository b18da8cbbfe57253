//! The rules for people, without advice: facts are told, choices are the model's.

/// Words of headings under which stands how to play well, not how to play.
const ADVICE: [&str; 6] = ["strategy", "strategies", "tactics", "tips", "hints", "advice"];

/// Markdown without the sections whose headings speak of strategy, their subsections included.
#[must_use]
pub fn without_strategy(markdown: &str) -> String {
    let mut kept = String::with_capacity(markdown.len());
    let mut skipped: Option<usize> = None;
    let mut fence = false;
    for line in markdown.lines() {
        fence ^= line.trim_start().starts_with("```");
        if let (false, Some(level)) = (fence, level(line)) {
            if skipped.is_some_and(|above| level <= above) {
                skipped = None;
            }
            let words = line.to_lowercase();
            let advises = words.split(|c: char| !c.is_alphanumeric()).any(|word| ADVICE.contains(&word));
            if skipped.is_none() && advises {
                skipped = Some(level);
            }
        }
        if skipped.is_none() {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// How deep a heading is.
fn level(line: &str) -> Option<usize> {
    let marks = line.len() - line.trim_start_matches('#').len();
    ((1..=6).contains(&marks) && line[marks..].starts_with(' ')).then_some(marks)
}
