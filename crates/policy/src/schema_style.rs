//! Prompts in the style `schema`: the model sees the legal actions as JSON and answers with an action, instead of the
//! id of a candidate. Games without actions have only candidates.

use super::answer::said;
use super::{Candidate, Context, ModelTurn, without_strategy};
use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;
use std::fmt;
use std::sync::Arc;

/// How a prompt offers the legal decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Candidates with ids.
    #[default]
    Candidates,
    /// Legal actions in the JSON schema of the game.
    Schema,
}

/// The heading of the list of candidates in a question.
const CANDIDATES: &str = "\n## candidates\n";

/// A function that finds the candidate with which an action begins.
type ReadAction = dyn Fn(&str, &[Candidate]) -> Result<usize, String> + Send + Sync;

/// Reads the answers of a model as actions.
#[derive(Clone)]
pub(super) struct ActionReader(Arc<ReadAction>);

impl fmt::Debug for ActionReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ActionReader")
    }
}

impl ActionReader {
    fn new(game: &dyn AnyMatch, seat: Seat) -> ActionReader {
        let game = game.fork();
        ActionReader(Arc::new(move |text, candidates| {
            let json = said(text).map_err(|refused| refused.to_string())?;
            let row = game.row(seat, json).map_err(|illegal| illegal.to_string())?;
            let begins = |candidate: &Candidate| row.starts_with(&candidate.moves);
            let found = candidates.iter().position(begins);
            found.ok_or_else(|| "this action is not in the list".to_owned())
        }))
    }

    /// The index of the candidate with which the action begins.
    ///
    /// # Errors
    /// The reason why the answer is not a legal action.
    pub fn read(&self, text: &str, candidates: &[Candidate]) -> Result<usize, String> {
        (self.0)(text, candidates)
    }

    /// The request for another answer.
    pub fn repair(why: &str) -> String {
        format!(
            "That was not a legal action: {why}. Answer with only one line that contains one legal action as JSON: \
             <answer>{{\"type\": \"…\"}}</answer>"
        )
    }
}

impl ModelTurn {
    /// Returns this decision in the style `schema`. Returns the decision unchanged if the game has no actions.
    /// [`acted`] returns the action of the answer.
    ///
    /// [`acted`]: super::acted
    #[must_use]
    pub fn with_actions(mut self, game: &dyn AnyMatch, seat: Seat, context: Context<'_>, schema: &str) -> ModelTurn {
        let actions = game.actions(seat);
        let moves = game.legal_texts(seat);
        if actions.len() < moves.len() || moves.is_empty() {
            return self;
        }
        self.candidates = (moves.into_iter().zip(&actions))
            .map(|(text, action)| Candidate { moves: vec![text], summary: action.clone(), kinds: Vec::new() })
            .collect();
        if let [system, question, ..] = &mut self.messages[..] {
            system.content = system_text(context, schema);
            let end = question.content.find(CANDIDATES).unwrap_or(question.content.len());
            question.content.truncate(end);
            question.content += "\n## legal actions\n\n";
            self.candidates.iter().for_each(|action| question.content += &format!("{}\n", action.summary));
        }
        self.actions = Some(ActionReader::new(game, seat));
        self
    }
}

fn system_text(context: Context<'_>, schema: &str) -> String {
    let rules = without_strategy(context.rules);
    let name = if context.game.is_empty() { "a tabletop game" } else { context.game };
    let rules = if rules.trim().is_empty() { String::new() } else { format!("\n\nThe rules:\n\n{}\n", rules.trim()) };
    format!(
        "You play one seat of {name}. You see the table as your seat sees it, the recent events, and the legal actions \
         as JSON. Choose exactly one action. If it has `options`, you may add `targets` and other parts from them, so \
         that it is complete. You may think first. End your answer with one line:\n\
         <answer>{{\"type\": \"…\"}}</answer>\nwith your action as JSON.\n\n\
         The JSON Schema of an action:\n\n{schema}{rules}"
    )
}
