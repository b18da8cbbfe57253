//! Machines that decide for seats: bots, which take a core, and language models, which take their time elsewhere.

use crate::messages::{AiExchange, AiSaid};
use crate::tokens;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_llm::{Fatal, Mode, Model, Settings};
use rulebook_room::{Code, Driver, Refusal};
use rulebook_stage::AnyMatch;
use rulebook_stage::policy::{self, Context, Exchange, ModelTurn};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// So many models may be asked at once; each waits on a thread.
const MODELS_AT_ONCE: usize = 64;
/// What the model is called that always takes the first candidate.
const FIRST_CANDIDATE: &str = "first-candidate";

/// The machines of this server.
pub struct Machines {
    /// Turns for bots to think.
    bots: Arc<Semaphore>,
    models: Option<Models>,
}

struct Models {
    name: String,
    model: Arc<Model>,
    turns: Arc<Semaphore>,
}

/// What a machine chose, and how it came to that.
pub struct Choice {
    /// The moves of one decision, in their order; or why there is none, in words for everybody.
    pub moves: Result<Vec<String>, String>,
    /// For the log of the seat: holds what the seat knows, and nothing else.
    pub told: String,
    /// What was asked and answered, for the same log.
    pub exchanges: Vec<AiExchange>,
}

impl Choice {
    /// The rest of a decision that was made, and told of, before.
    pub fn planned(moves: Vec<String>) -> Choice {
        Choice { moves: Ok(moves), told: String::new(), exchanges: Vec::new() }
    }

    fn failed(why: String) -> Choice {
        Choice { told: why.clone(), moves: Err(why), exchanges: Vec::new() }
    }
}

/// What a model is told besides the scene.
pub struct Story {
    /// What the seat saw happen.
    pub recap: Vec<String>,
}

impl Machines {
    /// Bots on every core; models where the settings name one.
    #[must_use]
    pub fn new(settings: Settings) -> Machines {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let models = match settings {
            Settings::Off(_) => None,
            Settings::On(config) => {
                let name = match &config.mode {
                    Mode::Llm(endpoint) => endpoint.model.clone(),
                    Mode::FirstCandidate => FIRST_CANDIDATE.to_owned(),
                };
                let turns = Arc::new(Semaphore::new(MODELS_AT_ONCE));
                Some(Models { name, model: Arc::new(Model::new(config)), turns })
            }
        };
        Machines { bots: Arc::new(Semaphore::new(cores)), models }
    }

    /// The models that may play here.
    pub fn models(&self) -> Vec<String> {
        self.models.iter().map(|models| models.name.clone()).collect()
    }

    /// A machine that does not exist is refused before it sits down.
    ///
    /// # Errors
    /// Why it cannot play here.
    pub fn check(&self, driver: &Driver, game: &Game) -> Result<(), Refusal> {
        match driver {
            Driver::Person | Driver::Sponsored => Ok(()),
            Driver::Bot { spec } => {
                let made = game.bot(spec, Key::from_bytes([0; 32]));
                made.map(drop).map_err(|why| Refusal::new(Code::Malformed, why))
            }
            Driver::Llm { model } => match &self.models {
                None => Err(Refusal::new(Code::NotAllowed, "this server runs no language models")),
                Some(models) if models.name == *model => Ok(()),
                Some(models) => {
                    Err(Refusal::new(Code::Malformed, format!("the model of this server is {:?}", models.name)))
                }
            },
        }
    }

    /// Lets a bot choose. As many at once as there are cores: the rest of the server must breathe.
    pub fn bot(
        &self,
        game: Game,
        spec: String,
        now: Box<dyn AnyMatch>,
        seat: Seat,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let turns = Arc::clone(&self.bots);
        async move {
            let _turn = turns.acquire_owned().await;
            let picked = tokio::task::spawn_blocking(move || {
                let mut bot = game.bot(&spec, Key::from_bytes(tokens::random()))?;
                let at = bot.pick(&*now, seat);
                now.nth_text(seat, at).ok_or_else(|| "it chose a move that is not there".to_owned())
            });
            match picked.await.unwrap_or_else(|_| Err("it broke down while it was thinking".to_owned())) {
                Ok(text) => Choice { told: format!("{seat} answers {text}"), moves: Ok(vec![text]), exchanges: vec![] },
                Err(why) => Choice::failed(why),
            }
        }
    }

    /// Lets a model choose. It is told what its seat may see, and its answer is one of the legal decisions or none.
    pub fn model(
        &self,
        game: Game,
        story: Story,
        now: Box<dyn AnyMatch>,
        seat: Seat,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let models = self.models.as_ref().map(|models| (Arc::clone(&models.model), Arc::clone(&models.turns)));
        async move {
            let Some((model, turns)) = models else {
                return Choice::failed("this server runs no language models".to_owned());
            };
            let _turn = turns.acquire_owned().await;
            let asked = tokio::task::spawn_blocking(move || decide(&model, &game, &story, &*now, seat));
            asked.await.unwrap_or_else(|_| Choice::failed("it broke down while it was thinking".to_owned()))
        }
    }
}

fn decide(model: &Model, game: &Game, story: &Story, now: &dyn AnyMatch, seat: Seat) -> Choice {
    let candidates = policy::candidates(now, seat);
    let brief = now.brief(seat);
    let recap = brief.recap_or(&story.recap);
    let context = Context { game: &game.meta.game_name, rules: &game.rules_text, recap, facts: &brief.facts };
    let turn = ModelTurn::new(&now.scene(Viewer::Seat(seat)), context, candidates.clone());
    let decision = model.decide(turn, None);
    let exchanges = decision.log.iter().map(exchange).collect();
    match decision.choice {
        Ok(index) => {
            let told = format!("{seat} answers {}", candidates[index].summary);
            Choice { moves: Ok(candidates[index].moves.clone()), told, exchanges }
        }
        // Details go into the log of the seat alone: a model that failed may have quoted its cards.
        Err(Fatal { message, detail }) => {
            let told = detail.map_or(message.clone(), |detail| format!("{message}: {detail}"));
            Choice { moves: Err(message), told, exchanges }
        }
    }
}

fn exchange(exchange: &Exchange) -> AiExchange {
    let said = |message: &policy::Message| AiSaid {
        role: format!("{:?}", message.role).to_lowercase(),
        content: message.content.clone(),
    };
    AiExchange {
        asked: exchange.asked.iter().map(said).collect(),
        answer: exchange.answer.as_ref().ok().cloned(),
        meaning: exchange.meaning.clone(),
    }
}
