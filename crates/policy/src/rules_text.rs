//! Makes the rules text for models from the rules for people, without sections that give advice. A model should find
//! its own strategy.

/// Words in headings of sections with advice on playing well.
const ADVICE: [&str; 11] = [
    "strategy",
    "strategies",
    "strategic",
    "tactics",
    "tactic",
    "tactical",
    "tips",
    "tip",
    "hints",
    "advice",
    "beginners",
];

/// Removes the sections whose headings contain a word about strategy, with their subsections.
#[must_use]
pub fn without_strategy(markdown: &str) -> String {
    let mut kept = String::with_capacity(markdown.len());
    let mut skipped: Option<usize> = None;
    let mut fence = false;
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        fence ^= line.trim_start().starts_with("```");
        let level = level(line).or_else(|| underlined(line, lines.peek().copied()));
        if let (false, Some(level)) = (fence, level) {
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

/// The level of a `#` heading. `None` if the line is not such a heading.
fn level(line: &str) -> Option<usize> {
    let marks = line.len() - line.trim_start_matches('#').len();
    ((1..=6).contains(&marks) && line[marks..].starts_with(' ')).then_some(marks)
}

/// The level of a heading that is underlined with `=` or `-` in the next line. `None` if it is not underlined.
fn underlined(line: &str, below: Option<&str>) -> Option<usize> {
    let signs = below.map(str::trim_end).filter(|below| below.len() >= 3 && !line.trim().is_empty())?;
    let all = |sign: u8| signs.bytes().all(|byte| byte == sign);
    if all(b'=') { Some(1) } else { all(b'-').then_some(2) }
}
