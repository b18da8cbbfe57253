//! The author of a game: a language model at an endpoint, or the answers that were recorded from one.

use crate::failure::Failure;
use rulebook_llm::{Endpoint, Mode, Model, Settings};
use rulebook_policy::{Message, Role};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Maximum time for one answer. A game is a long answer.
const PATIENCE: Duration = Duration::from_secs(600);
/// Number of times that a model may continue an answer that the token limit has cut off.
const PARTS: usize = 4;

/// Something that answers questions.
pub enum Author {
    /// A model, and the file to which its answers are appended.
    Model(Box<Model>, String, Option<File>),
    /// Recorded answers, in order.
    Recorded(VecDeque<String>),
}

impl Author {
    /// The model that the environment names.
    pub fn model(record: Option<&Path>) -> Result<Author, Failure> {
        // The command itself switches models on.
        let variable = |name: &str| match name {
            "BACKEND_LLM_ENABLED" => Some("1".to_owned()),
            "LLM_POLICY_MODE" => None,
            name => std::env::var(name).ok(),
        };
        let config = match Settings::read(variable).map_err(Failure::Usage)? {
            Settings::On(config) => config,
            Settings::Off(why) => {
                let help = "set LLM_BASE_URL, LLM_API_KEY and LLM_MODEL";
                return Err(Failure::Usage(format!("cannot ask a language model: {why}; {help}")));
            }
        };
        let name = match &config.mode {
            Mode::Llm(Endpoint { model, .. }) => model.clone(),
            Mode::FirstCandidate => String::new(),
        };
        let opened = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|error| Failure::Input(format!("{}: cannot write: {error}", path.display())))
        };
        Ok(Author::Model(Box::new(Model::new(config)), name, record.map(opened).transpose()?))
    }

    /// The answers in a file that [`Author::answer`] has recorded.
    pub fn recorded(path: &Path) -> Result<Author, Failure> {
        let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot read: {error}")))?;
        let mut answers = VecDeque::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let read: Option<Value> = serde_json::from_str(line).ok();
            let answer = read.as_ref().and_then(|line| line["answer"].as_str()).map(str::to_owned);
            answers.push_back(answer.ok_or_else(|| wrong(format!("line {} has no answer", number + 1)))?);
        }
        Ok(Author::Recorded(answers))
    }

    /// The answer to a conversation.
    pub fn answer(&mut self, conversation: &[Message]) -> Result<String, Failure> {
        match self {
            Author::Recorded(answers) => {
                answers.pop_front().ok_or_else(|| Failure::Input("the recorded answers have ended".to_owned()))
            }
            Author::Model(model, name, record) => {
                let answer = whole(model, conversation)?;
                if let Some(file) = record {
                    let asked: Vec<&str> = conversation.iter().skip(1).map(|part| part.content.as_str()).collect();
                    writeln!(file, "{}", json!({ "model": name, "asked": asked, "answer": answer }))?;
                }
                Ok(answer)
            }
        }
    }
}

/// The complete answer of a model, which may send it in several parts.
fn whole(model: &Model, conversation: &[Message]) -> Result<String, Failure> {
    let mut conversation = conversation.to_vec();
    let mut text = String::new();
    for _ in 0..PARTS {
        let part = model.complete(&conversation, PATIENCE).map_err(Failure::Input)?;
        text.push_str(&part.text);
        if !part.cut_off {
            break;
        }
        conversation.push(Message { role: Role::Assistant, content: part.text });
        let more = "Continue exactly where your answer stopped. Repeat nothing.";
        conversation.push(Message { role: Role::User, content: more.to_owned() });
    }
    Ok(text)
}
