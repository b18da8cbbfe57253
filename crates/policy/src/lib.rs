//! A seat played by a language model: what it is asked, and what its answers mean.
//!
//! Pure: somebody else speaks to the model. Everything that is asked comes from the scene of the seat, from lines that the
//! seat saw and from the rules for people, so neither a prompt nor a log of prompts tells what the seat may not know.
//! A model chooses among candidates with names that mean nothing; what is not the name of a candidate is never played.

mod action_answers;
mod answer;
mod candidates;
mod history;
mod rules_text;
#[cfg(test)]
mod tests;

pub use action_answers::{acted, actions};
pub use answer::{Refused, chosen};
pub use candidates::{Candidate, candidates};
pub use history::{MAX_SEEN, history};
pub use rules_text::without_strategy;

use rulebook_scene::{Scene, text_scene};
use serde::{Deserialize, Serialize};

/// The most lines of what happened that are told.
pub const MAX_RECAP: usize = 90;
/// A model that was told once more how to answer is not told again.
const REPAIRS: usize = 1;
/// So much of a wrong answer is repeated to the model.
const QUOTED: usize = 2000;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What holds for the whole game.
    System,
    /// What is asked.
    User,
    /// The model.
    Assistant,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// By whom.
    pub role: Role,
    /// What.
    pub content: String,
}

/// What the seat knows besides the scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The rules for people, in Markdown.
    pub rules: &'a str,
    /// What happened, as far as this seat saw it, the oldest first: see [`history()`].
    pub recap: &'a [String],
    /// What the game says of the position to a model in this seat, by name.
    pub facts: &'a [(String, String)],
}

/// What to do after an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Play this candidate.
    Chosen(usize),
    /// Ask again: the messages say what was wrong.
    Again,
    /// Give up and tell people; never a move that nobody chose.
    Fatal(String),
}

/// Maps what a model says to a candidate before the strict reading, for surfaces that accept sloppy answers.
pub type Normalise = dyn Fn(&str, &[Candidate]) -> Option<usize> + Send + Sync;

/// One decision of a model, from the first question to the choice.
#[derive(Clone, Debug)]
pub struct ModelTurn {
    candidates: Vec<Candidate>,
    messages: Vec<Message>,
    repairs: usize,
    log: Vec<Exchange>,
}

/// One question and its answer, for the log of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// What the model was told that it had not been told before in this turn.
    pub asked: Vec<Message>,
    /// What it said, or why it said nothing.
    pub answer: Result<String, String>,
    /// What that meant.
    pub meaning: String,
}

impl ModelTurn {
    /// Asks for one of these candidates in this scene, which is of the seat that is due.
    #[must_use]
    pub fn new(scene: &Scene, context: Context<'_>, candidates: Vec<Candidate>) -> ModelTurn {
        let messages = vec![
            Message { role: Role::System, content: system(context) },
            Message { role: Role::User, content: question(scene, context, &candidates) },
        ];
        ModelTurn { candidates, messages, repairs: 0, log: Vec::new() }
    }

    /// What may be chosen.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// What to send to the model now.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// What was asked and answered so far.
    #[must_use]
    pub fn log(&self) -> &[Exchange] {
        &self.log
    }

    /// What the model said, or why it said nothing.
    pub fn hear(&mut self, answer: Result<String, String>, normalise: Option<&Normalise>) -> Verdict {
        let read = match &answer {
            Ok(text) => match normalise.and_then(|normalise| normalise(text, &self.candidates)) {
                Some(index) if index < self.candidates.len() => Ok(index),
                _ => chosen(text, self.candidates.len()).map_err(|refused| refused.to_string()),
            },
            Err(why) => Err(why.clone()),
        };
        self.conclude(answer, read)
    }

    /// What the model said before it was cut off: whatever it names there may not be its last word.
    pub fn hear_part(&mut self, text: String) -> Verdict {
        self.conclude(Ok(text), Err(Refused::CutOff.to_string()))
    }

    fn conclude(&mut self, answer: Result<String, String>, read: Result<usize, String>) -> Verdict {
        let told = if self.log.is_empty() { 0 } else { self.messages.len() - 1 };
        let asked = self.messages[told..].to_vec();
        let verdict = match read {
            Ok(index) => Verdict::Chosen(index),
            Err(why) if self.repairs < REPAIRS => {
                self.repairs += 1;
                self.repair(answer.as_deref().ok(), &why);
                self.log.push(Exchange { asked, answer, meaning: format!("asked again: {why}") });
                return Verdict::Again;
            }
            Err(why) => Verdict::Fatal(why),
        };
        let meaning = match &verdict {
            Verdict::Chosen(index) => format!("c{index}: {}", self.candidates[*index].summary),
            Verdict::Fatal(why) => format!("gave up: {why}"),
            Verdict::Again => String::new(),
        };
        self.log.push(Exchange { asked, answer, meaning });
        verdict
    }

    fn repair(&mut self, said: Option<&str>, why: &str) {
        let Some(said) = said else { return };
        let quoted = said.chars().take(QUOTED).collect();
        self.messages.push(Message { role: Role::Assistant, content: quoted });
        let content = format!(
            "That was not an answer: {why}. Answer with one line and nothing else, with the id of one of the candidates: \
             <answer>{{\"id\": \"cX\"}}</answer>"
        );
        self.messages.push(Message { role: Role::User, content });
    }
}

fn system(context: Context<'_>) -> String {
    let rules = without_strategy(context.rules);
    let name = if context.game.is_empty() { "a tabletop game" } else { context.game };
    let rules = if rules.trim().is_empty() { String::new() } else { format!("\n\nThe rules:\n\n{}\n", rules.trim()) };
    format!(
        "You play one seat of {name}. You are shown what your seat may see, what happened, and the moves that are legal \
         now, each with an id. Choose exactly one of them. You may think first; your answer ends with one line:\n\
         <answer>{{\"id\": \"cX\"}}</answer>\nwhere cX is the id of your choice.{rules}"
    )
}

fn question(scene: &Scene, context: Context<'_>, candidates: &[Candidate]) -> String {
    let mut text = format!("## now\n\n{}\n", text_scene(scene).trim_end());
    let recap = &context.recap[context.recap.len().saturating_sub(MAX_RECAP)..];
    text += "\n## context\n\n";
    if let Some(seat) = scene.viewer.and_then(|viewer| viewer.seat()) {
        text += &format!("- you are {seat} of {}\n", scene.seats);
    }
    for (name, value) in context.facts {
        // The scene tells the phase, and an empty value would be a riddle.
        let told = name == "phase" && scene.phase.as_ref() == Some(value);
        if !told && !value.trim().is_empty() {
            text += &format!("- {name}: {value}\n");
        }
    }
    if !recap.is_empty() {
        text += "\nwhat happened, the newest last:\n";
        recap.iter().for_each(|line| text += &format!("- {line}\n"));
    }
    text += "\n## candidates\n\n";
    for (candidate, number) in candidates.iter().zip(0..) {
        text += &format!("c{number}: {}\n", candidate.summary);
    }
    text
}
