//! Reads the answer of a model: files in fences, and the questions that the rules leave open.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The file with the rules. Every game has it.
pub const RULES: &str = "game.cgml";

/// The endings of files that a model may write.
const ENDINGS: [&str; 4] = ["cgml", "yaml", "md", "csv"];

/// An answer of a model.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The texts of the written files, by name.
    pub files: BTreeMap<String, String>,
    /// What the rules leave open, and what the model assumed.
    pub questions: Vec<String>,
}

impl Answer {
    /// Reads the fences `LANGUAGE file NAME` and `questions`. A fence ends at a line with at least as many backticks as
    /// its first line, so a page with fences of its own has four.
    ///
    /// # Errors
    /// Returns the reason why the answer cannot be used. The model reads it.
    pub fn read(text: &str) -> Result<Answer, String> {
        let mut answer = Answer::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let Some((ticks, info)) = fence(line) else { continue };
            let ends = |line: &&str| fence(line).is_some_and(|(own, info)| own >= ticks && info.is_empty());
            let mut body = String::new();
            let mut closed = false;
            for line in lines.by_ref() {
                closed = ends(&line);
                if closed {
                    break;
                }
                body.push_str(line);
                body.push('\n');
            }
            let words: Vec<&str> = info.split_whitespace().collect();
            match words[..] {
                [_, "file", name] | ["file", name] => {
                    if !closed {
                        return Err(format!("the fence of `{name}` does not end; close it with {ticks} backticks"));
                    }
                    answer.files.insert(safe(name)?, body);
                }
                [.., "questions"] => {
                    let items = body.lines().map(|line| line.trim_start_matches(['-', '*', ' ']).trim().to_owned());
                    answer.questions = items.filter(|line| !line.is_empty()).collect();
                }
                _ => {}
            }
        }
        match answer.files.is_empty() {
            true => Err("the answer has no file; write each file in a fence such as ```yaml file game.cgml".to_owned()),
            false => Ok(answer),
        }
    }
}

/// The number of backticks at the start of the line, and the text behind them. `None` if it is not a fence.
fn fence(line: &str) -> Option<(usize, &str)> {
    let line = line.trim();
    let info = line.trim_start_matches('`');
    let ticks = line.len() - info.len();
    (ticks >= 3 && !info.contains('`')).then(|| (ticks, info.trim()))
}

/// The name of a file, if it stays in the folder of the game.
fn safe(name: &str) -> Result<String, String> {
    let fine = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
    };
    let ending = name.rsplit('.').next().is_some_and(|end| ENDINGS.contains(&end));
    let depth = name.split('/').count();
    if ending && depth <= 2 && name.split('/').all(fine) && name.len() <= 80 {
        return Ok(name.to_owned());
    }
    Err(format!("`{name}` is not a file of a game; write game.cgml, rules.md, scenarios/NAME.md or NAME.csv"))
}

/// The files as an answer would show them.
pub fn shown(files: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    for (name, body) in files {
        let most = body.lines().filter_map(|line| fence(line)).map(|(ticks, _)| ticks).max().unwrap_or(2);
        let ticks = "`".repeat(most.max(2) + 1);
        let language = if name.ends_with(".md") {
            "markdown"
        } else if name.ends_with(".csv") {
            "csv"
        } else {
            "yaml"
        };
        let _ = writeln!(text, "{ticks}{language} file {name}\n{}\n{ticks}\n", body.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_questions_are_read() {
        let text = "Here it is.\n```yaml file game.cgml\na: 1\n```\n````markdown file scenarios/a.md\n# A\n\n```play\nturn: p1\n```\n````\n\
                    ```text questions\n- Who begins? The youngest.\n\n* Ties? Shared.\n```\n```\nnot a file\n```\n";
        let answer = Answer::read(text).expect("an answer");
        assert_eq!(answer.files["game.cgml"], "a: 1\n");
        assert_eq!(answer.files["scenarios/a.md"], "# A\n\n```play\nturn: p1\n```\n");
        assert_eq!(answer.questions, ["Who begins? The youngest.", "Ties? Shared."]);
        assert_eq!(Answer::read(&shown(&answer.files)).expect("the same").files, answer.files);
    }

    #[test]
    fn other_answers_are_refused_with_a_reason() {
        for (text, why) in [
            ("I cannot do that.", "has no file"),
            ("```yaml file game.cgml\na: 1\n", "does not end"),
            ("```yaml file ../game.cgml\na: 1\n```", "not a file of a game"),
            ("```yaml file /etc/x.md\na: 1\n```", "not a file of a game"),
            ("```sh file run.sh\na: 1\n```", "not a file of a game"),
            ("```yaml file .git/x.yaml\na: 1\n```", "not a file of a game"),
        ] {
            assert!(Answer::read(text).is_err_and(|found| found.contains(why)), "{text}");
        }
    }
}
