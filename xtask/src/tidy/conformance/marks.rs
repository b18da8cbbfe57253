//! Marks: lines beside a page or test that name the clauses it shows.
//!
//! | place | mark | departure |
//! |---|---|---|
//! | a page (Markdown) | a line in italics: `*CGML 13.1-4 13.1-5*` | `*Departs from CGML 13.1-7: reason.*` |
//! | a test in Rust, TypeScript or JavaScript | `// clause: Cards 8.5-2` above it | `// departs: Cards 6.1-17: reason` |
//! | a test in Python, a scenario of Magic | `# clause: Magic 9-1` | `# departs: Magic 17-2: reason` |
//!
//! A line in italics may name other things besides clauses: pages of CGML also name actions and decisions in this line.
//! A mark in a scenario is below the title of the scenario.

use super::Finding;

/// One clause that a page or test shows, or from which it departs.
pub struct Mark {
    pub document: String,
    pub clause: String,
    pub file: String,
    pub line: usize,
    /// The name of the test, or the heading of the page.
    pub proof: String,
    /// The reason of a departure.
    pub departs: Option<String>,
}

/// Whether a file of the repository can have marks.
pub fn may_have_marks(file: &str) -> bool {
    let Some((_, kind)) = file.rsplit_once('.') else { return false };
    match kind {
        "md" => file.starts_with("conformance/") || file.starts_with("games/"),
        "txt" => file.starts_with("conformance/mtg/"),
        // The tests of this check contain marks as examples.
        "rs" => !file.starts_with("xtask/src/tidy/conformance"),
        "ts" | "mjs" | "py" => true,
        _ => false,
    }
}

/// The marks of a file, and everything that is wrong with them.
pub fn read(file: &str, text: &str) -> (Vec<Mark>, Vec<Finding>) {
    let lines: Vec<&str> = text.lines().collect();
    let kind = file.rsplit_once('.').map_or("", |(_, kind)| kind);
    let (mut marks, mut errors, mut fenced) = (Vec::new(), Vec::new(), false);
    for (at, line) in lines.iter().enumerate() {
        fenced ^= kind == "md" && line.starts_with("```");
        let found = match kind {
            "md" if fenced => continue,
            "md" => italics(line),
            _ => comment(line, if matches!(kind, "py" | "txt") { "# " } else { "// " }),
        };
        let Some((departs, text)) = found else { continue };
        match one(kind, departs, text).and_then(|(clauses, reason)| Ok((clauses, reason, proof(kind, &lines, at)?))) {
            Err(why) => errors.push(Finding::at(file, at + 1, why)),
            Ok((clauses, reason, proof)) => marks.extend(clauses.into_iter().map(|(document, clause)| Mark {
                document,
                clause,
                file: file.to_owned(),
                line: at + 1,
                proof: proof.clone(),
                departs: reason.clone(),
            })),
        }
    }
    (marks, errors)
}

/// The text of a line in italics, and whether it is a departure.
fn italics(line: &str) -> Option<(bool, &str)> {
    let text = line.strip_prefix('*')?.strip_suffix('*').filter(|text| !text.is_empty() && !text.starts_with('*'))?;
    Some(text.strip_prefix("Departs from ").map_or((false, text), |text| (true, text)))
}

/// The text of a comment that is a mark, and whether it is a departure.
fn comment<'a>(line: &'a str, sign: &str) -> Option<(bool, &'a str)> {
    let text = line.trim_start().strip_prefix(sign)?;
    let clause = text.strip_prefix("clause: ").map(|text| (false, text));
    clause.or_else(|| text.strip_prefix("departs: ").map(|text| (true, text)))
}

type Clauses = Vec<(String, String)>;

/// The clauses of a mark, and the reason of a departure.
fn one(kind: &str, departs: bool, text: &str) -> Result<(Clauses, Option<String>), String> {
    let (text, reason) = match departs {
        false => (text, None),
        true => {
            let parts = text.split_once(':').filter(|(_, reason)| !reason.trim().is_empty());
            let (text, reason) =
                parts.ok_or_else(|| format!("a departure needs a reason: `{}: REASON`", text.trim_end_matches(':')))?;
            (text, Some(reason.trim().trim_end_matches('.').to_owned()))
        }
    };
    let (mut document, mut clauses) = ("", Vec::new());
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        if is_clause(word) {
            if document.is_empty() {
                return Err(format!("{word} of which document?"));
            }
            clauses.push((document.to_owned(), word.to_owned()));
        } else if kind == "md" && !departs {
            // A page also names sections, actions and decisions. Appendices are sections with a single letter.
            let name = word.len() > 1 && word.chars().all(char::is_alphabetic) && word.starts_with(char::is_uppercase);
            document = if name { word } else { document };
        } else if word.starts_with(char::is_uppercase) {
            document = word;
        } else {
            return Err(format!("`{word}` is not a clause; write a mark such as `Cards 8.5-2 8.5-3`"));
        }
    }
    match clauses.is_empty() && (kind != "md" || departs) {
        true => Err("a mark names a clause, such as `Cards 8.5-2`".to_owned()),
        false => Ok((clauses, reason)),
    }
}

/// Whether a word is the number of a clause: `13.1-4`, `P4-1`.
fn is_clause(word: &str) -> bool {
    let section = |text: &str| {
        let text = text.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(text);
        text.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    word.rsplit_once('-').is_some_and(|(before, after)| !before.is_empty() && section(before) && number(after))
}

/// The heading of the page that has the mark, or the name of the test.
fn proof(kind: &str, lines: &[&str], at: usize) -> Result<String, String> {
    let below = || lines[at + 1..].iter().map(|line| line.trim_start());
    let nothing = || "this mark stands before no test".to_owned();
    match kind {
        "md" => {
            let heading = lines.iter().find_map(|line| line.strip_prefix("# "));
            heading.map(str::to_owned).ok_or_else(|| "the page has no heading".to_owned())
        }
        "txt" => {
            let title = lines[..at].iter().rev().find_map(|line| line.strip_prefix("== "));
            title.map(str::to_owned).ok_or_else(|| "this mark must stand below the title of a scenario".to_owned())
        }
        "rs" => {
            let mut test = false;
            for line in below() {
                match line {
                    _ if line.starts_with("#[") => test |= line.contains("test"),
                    _ if line.starts_with("//") => {}
                    _ => {
                        let name = line.split_once("fn ").and_then(|(_, rest)| rest.split('(').next());
                        return name.filter(|_| test).map(str::to_owned).ok_or_else(nothing);
                    }
                }
            }
            Err(nothing())
        }
        "py" => {
            let line = below().find(|line| !line.starts_with('#') && !line.starts_with('@')).unwrap_or_default();
            let name = line.strip_prefix("def ").and_then(|rest| rest.split('(').next());
            name.filter(|name| name.starts_with("test_")).map(str::to_owned).ok_or_else(nothing)
        }
        _ => {
            let line = below().find(|line| !line.starts_with("//")).unwrap_or_default();
            let rest = ["it(", "test(", "["].into_iter().find_map(|start| line.strip_prefix(start));
            let quote = rest.and_then(|rest| rest.chars().next()).filter(|c| "'\"`".contains(*c));
            let name = rest.zip(quote).and_then(|(rest, quote)| rest[1..].split(quote).next());
            name.filter(|name| !name.is_empty()).map(str::to_owned).ok_or_else(nothing)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The marks of a file as `DOCUMENT CLAUSE PROOF`, or the first error.
    fn told(file: &str, text: &str) -> Vec<String> {
        let (marks, errors) = read(file, text);
        let marks = marks.iter().map(|mark| format!("{} {} {}", mark.document, mark.clause, mark.proof));
        marks.chain(errors.iter().map(|error| error.text.clone())).collect()
    }

    #[test]
    fn pages_name_clauses_in_italics() {
        let page =
            "# Moves\n\n*CGML A 13.1-1, 13.1-2 `MOVE`, decision 6, Cards P6-1*\n\n```yaml\n*Cards 1-1*\n```\n*so*\n";
        assert_eq!(told("conformance/a.md", page), ["CGML 13.1-1 Moves", "CGML 13.1-2 Moves", "Cards P6-1 Moves"]);
        assert_eq!(told("conformance/a.md", "*CGML 1-1*\n"), ["the page has no heading"]);
    }

    #[test]
    fn tests_have_their_mark_above_them() {
        let rust = "// clause: Cards 1-1\n/// Words.\n#[tokio::test]\nasync fn it_runs() {}\n";
        assert_eq!(told("a.rs", rust), ["Cards 1-1 it_runs"]);
        let python = "# clause: Cards 1-1\n@all\ndef test_it(game):\n";
        assert_eq!(told("a.py", python), ["Cards 1-1 test_it"]);
        let script = "  // clause: Cards 1-1\n  it('turns, too', () => {\n";
        assert_eq!(told("a.test.ts", script), ["Cards 1-1 turns, too"]);
        let browser = "  // clause: Cards 1-1\n  ['a drop', async ({ page }) => {\n";
        assert_eq!(told("a.mjs", browser), ["Cards 1-1 a drop"]);
        let scenario = "== A title\n# clause: Magic 1-1\nrules 704.5g\n";
        assert_eq!(told("conformance/mtg/a.txt", scenario), ["Magic 1-1 A title"]);
    }

    #[test]
    fn a_mark_without_a_test_or_a_clause_is_an_error() {
        let nothing = "this mark stands before no test";
        assert_eq!(told("a.rs", "// clause: Cards 1-1\nfn plain() {}\n"), [nothing]);
        assert_eq!(told("a.rs", "// clause: Cards 1-1\nlet a = 3;\n"), [nothing]);
        assert_eq!(told("a.rs", "// clause: Cards 1-1"), [nothing]);
        assert_eq!(told("a.py", "# clause: Cards 1-1\ndef helper():\n"), [nothing]);
        assert_eq!(told("a.test.ts", "// clause: Cards 1-1\nconst a = 3;\n"), [nothing]);
        assert_eq!(told("a.rs", "// clause: 1-1\n#[test]\nfn a() {}"), ["1-1 of which document?"]);
        assert_eq!(
            told("a.rs", "// clause: Cards\n#[test]\nfn a() {}"),
            ["a mark names a clause, such as `Cards 8.5-2`"]
        );
        let word = "`moves` is not a clause; write a mark such as `Cards 8.5-2 8.5-3`";
        assert_eq!(told("a.rs", "// clause: Cards moves\n#[test]\nfn a() {}"), [word]);
    }
}
