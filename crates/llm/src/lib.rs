#![warn(missing_docs)]
//! Asks language models over HTTP, at any endpoint that is compatible with the OpenAI chat completions API.
//!
//! [`rulebook_policy`] writes the prompts and reads the answers. This crate reads the settings, sends the requests and
//! applies the time limits. It does not depend on games. If an endpoint repeats the API key, the key is removed from
//! the answer or error before anybody sees it. Answers keep a key shorter than 8 bytes, because such a key is a
//! placeholder such as `none`.

mod config;
mod trace;
mod wire;

pub use config::{Config, Endpoint, Mode, Settings};
pub use trace::{Trace, TraceLine};
pub use wire::Completion;

use rulebook_policy::{Exchange, Message, ModelTurn, Normalise, Style, Verdict};
use std::time::{Duration, Instant};

/// Pause before a failed endpoint is asked again, if its response contains no retry delay.
const PAUSE: Duration = Duration::from_millis(500);
/// Maximum retry delay that is accepted from an endpoint, if the settings have no time limit.
const PATIENCE: Duration = Duration::from_secs(60);

/// A language model.
pub struct Model {
    config: Config,
    agent: ureq::Agent,
}

/// The result of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The chosen candidate, or an error that players see. If the model fails, no move is made for it.
    pub choice: Result<usize, Fatal>,
    /// The exchanges with the model.
    pub log: Vec<Exchange>,
}

/// The error of a model that made no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fatal {
    /// The public message.
    pub message: String,
    /// Details, if the settings allow players to see them.
    pub detail: Option<String>,
}

impl Model {
    /// A model with these settings.
    #[must_use]
    pub fn new(config: Config) -> Model {
        let agent = ureq::Agent::config_builder()
            // Read the body of error responses as well. Do not follow redirects, because they could leak the key.
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        Model { config, agent: agent.into() }
    }

    /// How prompts offer the legal decisions.
    #[must_use]
    pub fn style(&self) -> Style {
        self.config.style
    }

    /// Lets the model decide within the time limits of the settings. Returns at once if there is only one candidate.
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

    /// Returns the model's answer to a conversation. Repeats a request that fails, until the time is over.
    ///
    /// # Errors
    /// Returns the reason why there is no answer. It does not contain the API key.
    pub fn complete(&self, messages: &[Message], timeout: Duration) -> Result<Completion, String> {
        let Mode::Llm(endpoint) = &self.config.mode else { return Err("no model is set".to_owned()) };
        let begin = Instant::now();
        let mut pause = PAUSE;
        loop {
            let left = timeout.saturating_sub(begin.elapsed());
            match wire::complete(&self.agent, endpoint, messages, Some(left)) {
                Ok(answer) => return Ok(answer),
                Err(failed) => {
                    let wait = failed.after.unwrap_or(pause);
                    pause *= 2;
                    if wait >= timeout.saturating_sub(begin.elapsed()) || pause > PATIENCE {
                        return Err(failed.why);
                    }
                    std::thread::sleep(wait);
                }
            }
        }
    }

    /// The pause before a retry: the delay in the response of the endpoint, or else `PAUSE`, but at most an eighth of
    /// the remaining time. `None` if the delay is longer than the remaining time.
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
                (Verdict::Fatal(why), _) => return Err(why),
                // Pause first, because the endpoint may be overloaded.
                (Verdict::Again, Some(failed)) => match self.pause(failed.after, begin) {
                    Some(pause) => std::thread::sleep(pause),
                    None => return Err(failed.why),
                },
                (Verdict::Again | Verdict::Narrowed, _) => {}
            }
        }
    }
}
