//! A seat played by a language model.

use crate::failure::Failure;
use rulebook_kernel::{Seat, Viewer};
use rulebook_llm::{Fatal, Model, Settings, Trace, TraceLine};
use rulebook_matches::AnyMatch;
use rulebook_policy::{CandidateList, Context, MAX_SEEN, ModelTurn, Style};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

/// The settings and rules that all language models at the table share.
pub struct Models {
    model: Model,
    game: String,
    rules: Arc<str>,
    /// The schema of actions, if the game has actions.
    schema: Option<String>,
    candidates: CandidateList,
    /// The id of the game, for the trace.
    id: String,
    log: Option<Trace>,
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
    pub fn open(
        id: &str,
        game: &str,
        rules: Arc<str>,
        schema: Option<String>,
        candidates: CandidateList,
        log: Option<&Path>,
    ) -> Result<Models, Failure> {
        let config = match Settings::read(|name| std::env::var(name).ok()) {
            Ok(Settings::On(config)) => config,
            Ok(Settings::Off(why)) => {
                let help = "set BACKEND_LLM_ENABLED=1, LLM_BASE_URL, LLM_API_KEY and LLM_MODEL";
                return Err(Failure::Usage(format!("--players: cannot use a language model: {why}; {help}")));
            }
            Err(why) => return Err(Failure::Usage(why)),
        };
        let opened = |path: &Path| {
            let trace = Trace::open(path);
            trace.map_err(|error| Failure::Input(format!("{}: cannot write: {error}", path.display())))
        };
        let log = log.map(opened).transpose()?;
        let (model, game, id) = (Model::new(config), game.to_owned(), id.to_owned());
        Ok(Models { model, game, rules, schema, candidates, id, log })
    }

    /// The next move of the seat as text. The inner error says why the model gave no move.
    pub fn decide(
        &mut self,
        who: &mut ModelSeat,
        game: &dyn AnyMatch,
        seat: Seat,
    ) -> Result<Result<String, Fatal>, Failure> {
        if let Some(text) = who.chosen.pop_front() {
            return Ok(Ok(text));
        }
        let candidates = rulebook_policy::candidates(game, seat, self.candidates);
        let brief = game.brief(seat);
        let recap = rulebook_policy::history(&brief.recap, &who.recap);
        let context = Context { game: &self.game, rules: &self.rules, recap: &recap, facts: &brief.facts };
        let mut turn = ModelTurn::new(&game.scene(Viewer::Seat(seat)), context, candidates);
        if let (Style::Schema, Some(schema)) = (self.model.style(), &self.schema) {
            turn = turn.with_actions(game, seat, context, schema);
        }
        let moves: Vec<Vec<String>> = turn.candidates().iter().map(|candidate| candidate.moves.clone()).collect();
        let decision = self.model.decide(turn, Some(&*rulebook_policy::actions(game, seat)));
        if let Some(log) = &self.log {
            for exchange in &decision.log {
                let (seat, ask) = (seat.index() + 1, game.answered(seat));
                log.append(&TraceLine { game: &self.id, id: None, seat, ask, exchange })?;
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
