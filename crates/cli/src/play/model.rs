//! A seat played by a language model.

use crate::failure::Failure;
use rulebook_kernel::{Seat, Viewer};
use rulebook_llm::{Fatal, Model, Settings};
use rulebook_matches::AnyMatch;
use rulebook_policy::{Context, MAX_SEEN, ModelTurn};
use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// The settings and rules that all language models at the table share.
pub struct Models {
    model: Model,
    game: String,
    rules: Arc<str>,
    log: Option<File>,
}

/// A language model in a seat.
pub struct ModelSeat {
    /// Everything that the seat has seen, one line for each step.
    recap: Vec<String>,
    /// Moves that the model has chosen in one answer and that are not played yet.
    chosen: VecDeque<String>,
}

impl Models {
    /// Reads the settings of the models from environment variables.
    pub fn open(game: &str, rules: Arc<str>, log: Option<&Path>) -> Result<Models, Failure> {
        let config = match Settings::read(|name| std::env::var(name).ok()) {
            Ok(Settings::On(config)) => config,
            Ok(Settings::Off(why)) => {
                let help = "set BACKEND_LLM_ENABLED=1, LLM_BASE_URL, LLM_API_KEY and LLM_MODEL";
                return Err(Failure::Usage(format!("--players: cannot use a language model: {why}; {help}")));
            }
            Err(why) => return Err(Failure::Usage(why)),
        };
        let log = log.map(super::create).transpose()?;
        Ok(Models { model: Model::new(config), game: game.to_owned(), rules, log })
    }

    /// The next move of the seat as text. The inner error says why the model gave none.
    pub fn decide(
        &mut self,
        who: &mut ModelSeat,
        game: &dyn AnyMatch,
        seat: Seat,
    ) -> Result<Result<String, Fatal>, Failure> {
        if let Some(text) = who.chosen.pop_front() {
            return Ok(Ok(text));
        }
        let candidates = rulebook_policy::candidates(game, seat);
        let moves: Vec<Vec<String>> = candidates.iter().map(|candidate| candidate.moves.clone()).collect();
        let brief = game.brief(seat);
        let recap = rulebook_policy::history(&brief.recap, &who.recap);
        let context = Context { game: &self.game, rules: &self.rules, recap: &recap, facts: &brief.facts };
        let turn = ModelTurn::new(&game.scene(Viewer::Seat(seat)), context, candidates);
        let decision = self.model.decide(turn, Some(&*rulebook_policy::actions(game, seat)));
        if let Some(log) = &mut self.log {
            for exchange in &decision.log {
                let line =
                    serde_json::json!({"seat": seat.index() + 1, "ask": game.answered(seat), "exchange": exchange});
                writeln!(log, "{line}")?;
            }
        }
        match decision.choice {
            Err(fatal) => Ok(Err(fatal)),
            Ok(index) => {
                let acted = rulebook_policy::acted(game, seat, &decision.log);
                let row = acted.and_then(|action| game.row(seat, &action).ok());
                who.chosen.extend(row.unwrap_or_else(|| moves[index].clone()));
                match who.chosen.pop_front() {
                    Some(text) => Ok(Ok(text)),
                    None => Err(Failure::Input(format!(
                        "{seat} has to move and has no legal move, which is a bug in the rules"
                    ))),
                }
            }
        }
    }
}

impl ModelSeat {
    pub fn new() -> ModelSeat {
        ModelSeat { recap: Vec::new(), chosen: VecDeque::new() }
    }

    /// Adds steps to the lines that the model is shown.
    pub fn saw(&mut self, lines: impl IntoIterator<Item = String>) {
        self.recap.extend(lines);
        let extra = self.recap.len().saturating_sub(MAX_SEEN);
        self.recap.drain(..extra);
    }
}
