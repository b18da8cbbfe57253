//! Finds sentences that are too long, in Markdown and in doc comments.
//!
//! A sentence ends at `.`, `?` or `!` before a space, and at the end of its paragraph, list item or table cell. Code
//! blocks and headings are skipped, and inline code counts as one word. A short sentence is not always clear, but a
//! long one rarely is.

use super::repo::Repo;
use super::report::{Finding, Report};

/// Maximum number of words in a sentence. A longer sentence is an error.
const MAX_WORDS: usize = 40;
/// Number of words of a long sentence that the message quotes.
const QUOTED_WORDS: usize = 9;
/// Files that are generated from pages which are checked themselves.
const GENERATED: [&str; 3] = ["docs/conformance.md", "docs/reference/", "web/src/messages.ts"];

pub fn check(repo: &Repo) -> Report {
    let mut report = Report::default();
    for file in repo.files().iter().filter(|file| !GENERATED.iter().any(|folder| file.starts_with(folder))) {
        let Some(extract) = extractor(file) else { continue };
        let Some(text) = repo.text(file) else { continue };
        report.errors.extend(judge(file, &extract(&text)));
    }
    report
}

/// The function that extracts the prose of a file, or `None` if the file has none.
fn extractor(file: &str) -> Option<fn(&str) -> Vec<Line>> {
    match file.rsplit_once('.')?.1 {
        "md" => Some(markdown),
        "rs" => Some(rust_comments),
        "ts" | "tsx" => Some(block_comments),
        _ => None,
    }
}

/// A line of prose, with its line number in the file. A line without text ends a paragraph.
struct Line {
    number: usize,
    text: String,
}

fn markdown(text: &str) -> Vec<Line> {
    text.lines().enumerate().map(|(n, line)| Line { number: n + 1, text: line.to_string() }).collect()
}

/// The prose in doc comments of Rust (`///`, `//!`). Every other line ends a paragraph.
fn rust_comments(text: &str) -> Vec<Line> {
    let doc = |line: &str| {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        Some(doc.strip_prefix(' ').unwrap_or(doc).to_string())
    };
    text.lines().enumerate().map(|(n, line)| Line { number: n + 1, text: doc(line).unwrap_or_default() }).collect()
}

/// The prose in doc comments of TypeScript (`/** … */`).
fn block_comments(text: &str) -> Vec<Line> {
    let mut inside = false;
    let mut lines = Vec::new();
    for (n, line) in text.lines().enumerate() {
        let mut rest = line.trim();
        if let Some(first) = rest.strip_prefix("/**") {
            (inside, rest) = (true, first);
            lines.push(Line { number: n + 1, text: String::new() });
        }
        let shown =
            if inside { rest.split("*/").next().unwrap_or_default().trim_start_matches('*').trim() } else { "" };
        lines.push(Line { number: n + 1, text: shown.to_string() });
        inside &= !rest.contains("*/");
    }
    lines
}

/// The words of the current sentence.
#[derive(Default)]
struct Sentence {
    line: usize,
    words: usize,
    quote: Vec<String>,
}

impl Sentence {
    fn push(&mut self, word: &str, line: usize) {
        if self.words == 0 {
            self.line = line;
        }
        if self.words < QUOTED_WORDS {
            self.quote.push(word.to_string());
        }
        self.words += 1;
    }

    /// Ends the sentence and reports it if it is too long.
    fn end(&mut self, file: &str, found: &mut Vec<Finding>) {
        let done = std::mem::take(self);
        if done.words > MAX_WORDS {
            let text =
                format!("a sentence of {} words (at most {MAX_WORDS}): “{} …”", done.words, done.quote.join(" "));
            found.push(Finding::at(file, done.line, text));
        }
    }
}

fn judge(file: &str, lines: &[Line]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut sentence = Sentence::default();
    let mut fenced = false;
    for line in lines {
        let text = line.text.trim();
        let fence = text.starts_with("```") || text.starts_with("~~~");
        fenced ^= fence;
        if fence || fenced || text.is_empty() || text.starts_with('#') || text.starts_with("---") {
            sentence.end(file, &mut found);
        } else if text.starts_with('|') {
            for cell in text.split('|') {
                read(cell, line.number, file, &mut sentence, &mut found);
                sentence.end(file, &mut found);
            }
        } else {
            if starts_item(text) {
                sentence.end(file, &mut found);
            }
            read(text, line.number, file, &mut sentence, &mut found);
        }
    }
    sentence.end(file, &mut found);
    found
}

/// Whether a line starts a list item, a quotation or a definition.
fn starts_item(text: &str) -> bool {
    let numbered =
        text.split_once(['.', ')']).is_some_and(|(n, _)| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    numbered || ["- ", "* ", "+ ", "> "].iter().any(|mark| text.starts_with(mark))
}

fn read(text: &str, line: usize, file: &str, sentence: &mut Sentence, found: &mut Vec<Finding>) {
    for word in one_word_code(text).split_whitespace() {
        // A dash or another symbol is not a word.
        if word.chars().any(char::is_alphanumeric) {
            sentence.push(word, line);
        }
        if word.trim_end_matches(['*', '_', ')', '"', '”', '’', ']']).ends_with(['.', '?', '!']) {
            sentence.end(file, found);
        }
    }
}

/// Replaces each piece of inline code by one word without punctuation.
fn one_word_code(text: &str) -> String {
    let spans = text.split('`').enumerate();
    spans.map(|(n, span)| if n % 2 == 1 { "code" } else { span }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(count: usize) -> String {
        vec!["word"; count].join(" ")
    }

    #[test]
    fn a_long_sentence_is_refused_where_it_starts() {
        let text = format!("Short one.\n\n{}\n{}.\n", words(20), words(21));
        let found = judge("a.md", &markdown(&text));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].line, found[0].text.starts_with("a sentence of 41 words")), (3, true));
        assert!(judge("a.md", &markdown(&format!("{}. {}.", words(40), words(40)))).is_empty());
    }

    #[test]
    fn code_headings_cells_and_items_are_no_sentences_together() {
        let block = format!("```\n{}\n```\n", words(50));
        let cells = format!("| {} | {} |\n", words(30), words(30));
        let items = format!("- {}\n- {}\n1. {}\n", words(30), words(30), words(30));
        let code = format!("{} `{}` end.\n", words(30), words(30));
        for text in [block, cells, items, code] {
            assert!(judge("a.md", &markdown(&text)).is_empty(), "{text}");
        }
        assert_eq!(judge("a.md", &markdown(&format!("| {} |", words(41)))).len(), 1);
    }

    #[test]
    fn doc_comments_are_read_and_code_is_not() {
        let long = words(41);
        assert_eq!(judge("a.rs", &rust_comments(&format!("fn a() {{}}\n    /// {long}\n"))).len(), 1);
        assert!(judge("a.rs", &rust_comments(&format!("// {long}\nlet s = \"{long}\";"))).is_empty());
        assert!(
            judge("a.rs", &rust_comments(&format!("/// {}\nfn a() {{}}\n/// {}", words(30), words(30)))).is_empty()
        );
        assert_eq!(judge("a.ts", &block_comments(&format!("/** {long} */\nconst a = 1;"))).len(), 1);
        assert_eq!(judge("a.ts", &block_comments(&format!("/**\n * {}\n * {} */", words(20), words(21)))).len(), 1);
        assert!(judge("a.ts", &block_comments(&format!("const a = '{long}';"))).is_empty());
    }
}
