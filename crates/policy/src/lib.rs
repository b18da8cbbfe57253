//! Language models as players: builds their prompts and reads their answers.
//!
//! This crate does no IO: another crate sends the prompts to a model. A prompt contains only the scene of the seat,
//! lines that the seat saw, and the rules as text. So neither a prompt nor a log of prompts reveals information that
//! the seat may not have. A model chooses among candidates by id: all legal moves, or the short list of the bots. An
//! answer that names no candidate is never played.

mod action_answers;
mod answer;
mod candidates;
mod history;
mod rules_text;
mod schema_style;
mod stages;
#[cfg(test)]
mod tests;

pub use action_answers::{acted, actions};
pub use answer::{Refused, chosen};
pub use candidates::{Candidate, CandidateList, candidates};
pub use history::{MAX_SEEN, history};
pub use rules_text::without_strategy;
pub use schema_style::Style;

use rulebook_scene::{Scene, text_scene};
use schema_style::ActionReader;
use serde::{Deserialize, Serialize};
use stages::Listed;

/// Maximum number of lines of history in a prompt. Older lines are dropped.
pub const MAX_RECAP: usize = 90;
/// Maximum number of times that a model is asked again after an unreadable answer.
const REPAIRS: usize = 1;
/// Maximum number of characters that are quoted from an unreadable answer when the model is asked again.
const QUOTED: usize = 2000;

/// The author of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Instructions for the whole game.
    System,
    /// The question.
    User,
    /// The answer of the model.
    Assistant,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The author.
    pub role: Role,
    /// The text.
    pub content: String,
}

/// Information for the seat in addition to the scene.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The rules of the game as Markdown text.
    pub rules: &'a str,
    /// The events that this seat saw, oldest first: see [`history()`].
    pub recap: &'a [String],
    /// Facts about the position that the game gives to a model in this seat, by name.
    pub facts: &'a [(String, String)],
}

/// The next action after an answer of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Play this candidate.
    Chosen(usize),
    /// The model chose a kind of move. Ask again: the new messages list the moves of this kind.
    Narrowed,
    /// Ask again. The new messages contain the mistake.
    Again,
    /// Give up and show the reason to the players. The engine does not choose a move instead of the model.
    Fatal(String),
}

/// A function that maps the answer of a model to the index of a candidate. It runs before the strict parser, for
/// callers that accept other forms of answers.
pub type Normalise = dyn Fn(&str, &[Candidate]) -> Option<usize> + Send + Sync;

/// One decision of a model, from the first prompt to the choice.
#[derive(Clone, Debug)]
pub struct ModelTurn {
    candidates: Vec<Candidate>,
    /// The lines from which the model chooses now.
    listed: Vec<Listed>,
    messages: Vec<Message>,
    repairs: usize,
    log: Vec<Exchange>,
    /// Reads answers in the style `schema`.
    actions: Option<ActionReader>,
}

/// One question and its answer, for the log of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The messages that are new in this exchange.
    pub asked: Vec<Message>,
    /// The answer, or the reason why there is none.
    pub answer: Result<String, String>,
    /// A text that says how the answer was understood.
    pub meaning: String,
}

impl ModelTurn {
    /// Starts a decision between these candidates. `scene` must be the scene of the seat that is asked. If there are
    /// more than 96 candidates, the model first chooses a kind of move, and then a move of this kind.
    #[must_use]
    pub fn new(scene: &Scene, context: Context<'_>, candidates: Vec<Candidate>) -> ModelTurn {
        let all: Vec<usize> = (0..candidates.len()).collect();
        let listed = stages::listed(&candidates, &all);
        let messages = vec![
            Message { role: Role::System, content: system(context, &listed) },
            Message { role: Role::User, content: question(scene, context, &listed) },
        ];
        ModelTurn { candidates, listed, messages, repairs: 0, log: Vec::new(), actions: None }
    }

    /// The candidates.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
    }

    /// The messages to send to the model now.
    #[must_use]
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// All exchanges so far.
    #[must_use]
    pub fn log(&self) -> &[Exchange] {
        &self.log
    }

    /// Reads an answer of the model. If the model gave no answer, `answer` is the reason.
    pub fn hear(&mut self, answer: Result<String, String>, normalise: Option<&Normalise>) -> Verdict {
        let read = match (&answer, &self.actions) {
            (Ok(text), Some(reader)) => reader.read(text, &self.candidates).map(Read::Candidate),
            (Ok(text), None) => match normalise.and_then(|normalise| normalise(text, &self.candidates)) {
                Some(index) if index < self.candidates.len() => Ok(Read::Candidate(index)),
                _ => chosen(text, self.listed.len()).map(Read::Line).map_err(|refused| refused.to_string()),
            },
            (Err(why), _) => Err(why.clone()),
        };
        self.conclude(answer, read)
    }

    /// Reads an answer that was cut off. It counts as unreadable, because a candidate in it may not be the final
    /// choice.
    pub fn hear_part(&mut self, text: String) -> Verdict {
        self.conclude(Ok(text), Err(Refused::CutOff.to_string()))
    }

    fn conclude(&mut self, answer: Result<String, String>, read: Result<Read, String>) -> Verdict {
        let told = if self.log.is_empty() { 0 } else { self.messages.len() - 1 };
        let asked = self.messages[told..].to_vec();
        let (verdict, meaning) = match read {
            Ok(Read::Candidate(index)) => {
                (Verdict::Chosen(index), format!("c{index}: {}", self.candidates[index].summary))
            }
            Ok(Read::Line(line)) => {
                let meaning = format!("c{line}: {}", self.listed[line].summary);
                match self.listed[line].members[..] {
                    [index] => (Verdict::Chosen(index), meaning),
                    _ => {
                        self.narrow(line, answer.as_deref().unwrap_or_default());
                        (Verdict::Narrowed, meaning)
                    }
                }
            }
            Err(why) if self.repairs < REPAIRS => {
                self.repairs += 1;
                self.repair(answer.as_deref().ok(), &why);
                (Verdict::Again, format!("asked again: {why}"))
            }
            Err(why) => (Verdict::Fatal(why.clone()), format!("gave up: {why}")),
        };
        self.log.push(Exchange { asked, answer, meaning });
        verdict
    }

    /// Lists the moves of the kind in this line and adds the question for them.
    fn narrow(&mut self, line: usize, said: &str) {
        let kind = self.listed.swap_remove(line);
        self.listed = stages::listed(&self.candidates, &kind.members);
        self.repairs = 0;
        let quoted = said.chars().take(QUOTED).collect();
        self.messages.push(Message { role: Role::Assistant, content: quoted });
        let content = format!("You chose: {}. Now choose one of these.\n{}", kind.summary, lines(&self.listed));
        self.messages.push(Message { role: Role::User, content });
    }

    fn repair(&mut self, said: Option<&str>, why: &str) {
        let Some(said) = said else { return };
        let quoted = said.chars().take(QUOTED).collect();
        self.messages.push(Message { role: Role::Assistant, content: quoted });
        if self.actions.is_some() {
            self.messages.push(Message { role: Role::User, content: ActionReader::repair(why) });
            return;
        }
        let content = format!(
            "That was not an answer: {why}. Answer with only one line that contains the id of one candidate: \
             <answer>{{\"id\": \"cX\"}}</answer>"
        );
        self.messages.push(Message { role: Role::User, content });
    }
}

/// The meaning of an answer: a line of the list, or a candidate.
enum Read {
    Line(usize),
    Candidate(usize),
}

fn system(context: Context<'_>, listed: &[Listed]) -> String {
    let rules = without_strategy(context.rules);
    let staged = match listed.iter().any(|line| line.members.len() > 1) {
        true => " A line with a number of moves is a kind of move: if you choose it, you are asked which move.",
        false => "",
    };
    let name = if context.game.is_empty() { "a tabletop game" } else { context.game };
    let rules = if rules.trim().is_empty() { String::new() } else { format!("\n\nThe rules:\n\n{}\n", rules.trim()) };
    format!(
        "You play one seat of {name}. You see the table as your seat sees it, the recent events, and the legal moves, \
         each with an id. Choose exactly one move.{staged} You may think first. End your answer with one line:\n\
         <answer>{{\"id\": \"cX\"}}</answer>\nwhere cX is the id of your choice.{rules}"
    )
}

fn question(scene: &Scene, context: Context<'_>, listed: &[Listed]) -> String {
    let mut text = format!("## now\n\n{}\n", text_scene(scene).trim_end());
    let recap = &context.recap[context.recap.len().saturating_sub(MAX_RECAP)..];
    text += "\n## context\n\n";
    if let Some(seat) = scene.viewer.and_then(|viewer| viewer.seat()) {
        text += &format!("- you are {seat} of {}\n", scene.seats);
    }
    for (name, value) in context.facts {
        // Skip the phase if the scene already shows it. Skip empty values, because they would confuse the model.
        let told = name == "phase" && scene.phase_text().as_ref() == Some(value);
        if !told && !value.trim().is_empty() {
            text += &format!("- {name}: {value}\n");
        }
    }
    if !recap.is_empty() {
        text += "\nwhat happened, the newest last:\n";
        recap.iter().for_each(|line| text += &format!("- {line}\n"));
    }
    text + &lines(listed)
}

/// The candidates of a question, each with its id.
fn lines(listed: &[Listed]) -> String {
    let mut text = "\n## candidates\n\n".to_owned();
    for (number, line) in listed.iter().enumerate() {
        text += &format!("c{number}: {}\n", line.summary);
    }
    text
}
