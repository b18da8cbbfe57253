//! `rulebook write`: a language model writes a card game from a text of rules.
//!
//! The model answers with files. Each answer is repaired (`rulebook fix`), checked, its scenarios are played, and then
//! 1,000 random games. The first of these steps that finds something wrong ends the round: its findings go back to the
//! model. The command succeeds only if a round passes all steps.
//!
//! | file | what |
//! |---|---|
//! | `prompt.rs` | the prompt: reference, keys, scenarios, recipes that fit |
//! | `author.rs` | the model at an endpoint, or its recorded answers |
//! | `answer.rs` | the files and questions in an answer |
//! | `verdict.rs` | check, scenarios and random games of the written files |

mod answer;
mod author;
mod prompt;
mod verdict;

use crate::failure::Failure;
use crate::games::Games;
use crate::numbers::counted;
use answer::Answer;
use author::Author;
use clap::Args;
use rulebook_policy::{Message, Role};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as Output;
use std::path::{Path, PathBuf};
use verdict::Verdict;

/// Maximum size of a text of rules, in bytes. A longer text leaves no room for the reference in most models.
const LONGEST: usize = 100_000;

/// Lets a language model write a card game from a text of rules, and checks what it writes
///
/// Needs `LLM_BASE_URL`, `LLM_API_KEY` and `LLM_MODEL`. The files are done when `rulebook check` finds no error, all
/// scenarios hold, and 1,000 random games end. Until then, the findings go back to the model.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook write rules.txt -o games/orchard\n  rulebook write \"Each player …\" -o games/orchard"
)]
pub struct Write {
    /// A file with the rules, or the rules themselves
    #[arg(value_name = "RULES")]
    rules: String,
    /// The folder for the game; its last part is the id of the game
    #[arg(long, short, value_name = "DIR")]
    output: PathBuf,
    /// Number of answers after which to give up
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// Append every question and answer to FILE, as JSON lines
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Take the answers from a file that `--record` wrote, and ask no model
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    replay: Option<PathBuf>,
    /// Scenarios that the model does not see, played at the end: for benchmarks
    #[arg(long, value_name = "FILE")]
    hidden: Option<PathBuf>,
    #[command(flatten)]
    games: Games,
}

impl Write {
    pub fn run(self, before: &Games, out: &mut dyn Output) -> Result<(), Failure> {
        let catalog = self.games.catalog(before)?;
        let rules = self.text()?;
        let id = self.id()?;
        let occupied = self.output.read_dir().is_ok_and(|mut entries| entries.next().is_some());
        if occupied {
            let told = format!("{} is not empty; choose a new folder", self.output.display());
            return Err(Failure::Input(told));
        }
        let mut author = match &self.replay {
            Some(file) => Author::recorded(file)?,
            None => Author::model(self.record.as_deref())?,
        };
        let mut conversation =
            vec![message(Role::System, prompt::system(&rules)), message(Role::User, prompt::task(&rules))];
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        let mut questions: Vec<String> = Vec::new();
        let mut last = None;
        for round in 1..=self.rounds {
            let text = author.answer(&conversation)?;
            let found = match Answer::read(&text) {
                Err(why) => Verdict::unreadable(why),
                Ok(answer) => {
                    files.extend(answer.files);
                    questions = if answer.questions.is_empty() { questions } else { answer.questions };
                    self.write_files(&id, &files)?;
                    Verdict::of(&catalog, &self.output)?
                }
            };
            writeln!(out, "round {round}: {}", found.summary())?;
            // The fixed files, not the written ones, are the base of the next round.
            files = self.read_back(files);
            conversation.truncate(2);
            conversation.push(message(Role::Assistant, answer::shown(&files)));
            conversation.push(message(Role::User, prompt::repair(&found)));
            let passed = found.passed;
            last = Some(found);
            if passed {
                break;
            }
        }
        if !questions.is_empty() {
            writeln!(out, "\nThe text leaves these questions open; the game assumes an answer:")?;
            questions.iter().try_for_each(|question| writeln!(out, "- {question}"))?;
        }
        let Some(last) = last.filter(|last| last.passed) else {
            writeln!(out, "\nNot done: {} still has mistakes", self.output.display())?;
            return Err(Failure::Told);
        };
        for note in &last.notes {
            writeln!(out, "note: {note}")?;
        }
        if let Some(hidden) = &self.hidden {
            let wrong = verdict::hidden(&catalog, &self.output, hidden)?;
            if !wrong.is_empty() {
                wrong.iter().try_for_each(|why| writeln!(out, "hidden scenario: {why}"))?;
                return Err(Failure::Told);
            }
            writeln!(out, "All hidden scenarios hold")?;
        }
        let path = self.output.display();
        writeln!(
            out,
            "\nDone: no mistakes, {}, {}",
            counted(last.scenarios, "scenario"),
            counted(last.games, "random game")
        )?;
        writeln!(out, "Play it: rulebook play {path}")?;
        Ok(())
    }

    /// The rules: the content of the file up to its first code block, or the argument itself if there is no such file.
    fn text(&self) -> Result<String, Failure> {
        let path = Path::new(&self.rules);
        let looks_like_a_file = !self.rules.contains(char::is_whitespace);
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if looks_like_a_file => {
                return Err(Failure::Input(format!("{}: cannot read: {error}", path.display())));
            }
            Err(_) => self.rules.clone(),
        };
        // The pages of the benchmark have a solution below the rules.
        let end = text.find("\n```").unwrap_or(text.len());
        let text = text[..end].to_owned();
        match text.trim().is_empty() || text.len() > LONGEST {
            true => Err(Failure::Input(format!("the rules need 1 to {LONGEST} bytes, found {}", text.len()))),
            false => Ok(text),
        }
    }

    fn id(&self) -> Result<String, Failure> {
        let name = self.output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        match rulebook_catalog::is_id(&name) {
            true => Ok(name),
            false => {
                let told = "is the id of the game: lower-case words and digits, separated by hyphens";
                Err(Failure::Usage(format!("--output: the last part of the folder {told}")))
            }
        }
    }

    fn write_files(&self, id: &str, files: &BTreeMap<String, String>) -> Result<(), Failure> {
        let rules = files.get(answer::RULES).map_or("", String::as_str);
        let meta = prompt::meta(id, rules);
        for (name, text) in files.iter().map(|(name, text)| (name.as_str(), text)).chain([("meta.json", &meta)]) {
            let path = self.output.join(name);
            let wrong = |error: std::io::Error| Failure::Input(format!("cannot write {}: {error}", path.display()));
            fs::create_dir_all(path.parent().unwrap_or(&self.output)).map_err(wrong)?;
            fs::write(&path, text).map_err(wrong)?;
        }
        Ok(())
    }

    /// The files as they are now, after `fix`.
    fn read_back(&self, files: BTreeMap<String, String>) -> BTreeMap<String, String> {
        let read = |(name, text): (String, String)| {
            let now = fs::read_to_string(self.output.join(&name)).unwrap_or(text);
            (name, now)
        };
        files.into_iter().map(read).collect()
    }
}

fn message(role: Role, content: String) -> Message {
    Message { role, content }
}
