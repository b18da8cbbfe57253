#![warn(missing_docs)]
//! Speaks to language models: any endpoint with the chat completions of OpenAI, over HTTP.
//!
//! What is asked and what the answers mean is decided in [`rulebook_policy`]; here are only the settings, the wire and
//! the clock. No game, no match, and no key of the endpoint in any text that is told or logged.

mod config;
mod wire;

pub use config::{Config, Endpoint, Mode, Settings};

use rulebook_policy::{Exchange, ModelTurn, Normalise, Verdict};
use std::time::{Duration, Instant};

/// So long an endpoint that failed is left alone before it is asked once more, unless it says how long.
const PAUSE: Duration = Duration::from_millis(500);
/// So long it may say, where the settings have no limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// A model that can be asked.
pub struct Model {
    config: Config,
    agent: ureq::Agent,
}

/// How a decision of a model ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The candidate, or why there is none: people are told and may try again. Never a move that nobody chose.
    pub choice: Result<usize, Fatal>,
    /// What was asked and answered.
    pub log: Vec<Exchange>,
}

/// Why a model made no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fatal {
    /// For everybody.
    pub message: String,
    /// More, where the settings allow that people see it.
    pub detail: Option<String>,
}

impl Model {
    /// A model with these settings.
    #[must_use]
    pub fn new(config: Config) -> Model {
        let agent = ureq::Agent::config_builder()
            // A status of failure is an answer like another, and a redirect could carry the key elsewhere.
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        Model { config, agent: agent.into() }
    }

    /// Lets the model decide. Takes at least the least time of the settings and at most about the most. Where there is
    /// nothing to choose nobody is asked, and it takes no time.
    pub fn decide(&self, mut turn: ModelTurn, normalise: Option<&Normalise>) -> Decision {
        if turn.candidates().len() == 1 {
            return Decision { choice: Ok(0), log: Vec::new() };
        }
        let begin = Instant::now();
        let choice = match &self.config.mode {
            Mode::FirstCandidate if turn.candidates().is_empty() => Err("nothing to choose from".to_owned()),
            Mode::FirstCandidate => Ok(0),
            Mode::Llm(endpoint) => self.ask(endpoint, &mut turn, normalise, begin),
        };
        if let Some(rest) = self.config.min_think.and_then(|least| least.checked_sub(begin.elapsed())) {
            std::thread::sleep(rest);
        }
        let choice = choice.map_err(|why| Fatal {
            message: "the model did not choose a move".to_owned(),
            detail: self.config.show_exceptions.then_some(why),
        });
        Decision { choice, log: turn.log().to_vec() }
    }

    /// How long an endpoint is left alone: as it says itself, else no longer than an eighth of the time that is left. Nothing if it
    /// wants more time than there is.
    fn pause(&self, after: Option<Duration>, begin: Instant) -> Option<Duration> {
        let left = self.config.timeout.map(|most| most.saturating_sub(begin.elapsed()));
        match after {
            Some(after) => (after < left.unwrap_or(PATIENCE)).then_some(after),
            None => Some(left.map_or(PAUSE, |left| PAUSE.min(left / 8))),
        }
    }

    fn ask(
        &self,
        endpoint: &Endpoint,
        turn: &mut ModelTurn,
        normalise: Option<&Normalise>,
        begin: Instant,
    ) -> Result<usize, String> {
        loop {
            let left = match self.config.timeout.map(|most| most.checked_sub(begin.elapsed())) {
                Some(None | Some(Duration::ZERO)) => return Err("it took too long".to_owned()),
                Some(left) => left,
                None => None,
            };
            let said = wire::complete(&self.agent, endpoint, turn.messages(), left);
            let (verdict, failed) = match said {
                Ok(said) if said.cut_off => (turn.hear_part(said.text), None),
                Ok(said) => (turn.hear(Ok(said.text), normalise), None),
                Err(failed) => (turn.hear(Err(failed.why.clone()), normalise), Some(failed)),
            };
            match (verdict, failed) {
                (Verdict::Chosen(index), _) => return Ok(index),
                // Whoever is overloaded is not asked again at once.
                (Verdict::Again, Some(failed)) => match self.pause(failed.after, begin) {
                    Some(pause) => std::thread::sleep(pause),
                    None => return Err(failed.why),
                },
                (Verdict::Again, None) => {}
                (Verdict::Fatal(why), _) => return Err(why),
            }
        }
    }
}
