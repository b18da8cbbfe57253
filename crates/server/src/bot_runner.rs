//! Machines that decide for seats: bots, which take a core, and language models, which take their time elsewhere.

use crate::messages::{AiExchange, AiSaid};
use crate::tokens;
use rulebook_catalog::{AnyBot, Game, until};
use rulebook_kernel::{Budget, Key, Seat, Viewer};
use rulebook_llm::{Fatal, Mode, Model, Settings};
use rulebook_matches::AnyMatch;
use rulebook_policy::{Context, Exchange, ModelTurn};
use rulebook_room::{Driver, Refusal, RefusalCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::Semaphore;

/// So many models may be asked at once; each waits on a thread.
const MODELS_AT_ONCE: usize = 64;
/// A bot thinks no longer about one answer, whatever its spec says: it then answers with what it has found.
const MOST_THINKING: Duration = Duration::from_secs(5);
/// And a spec says no more than this.
const MOST_PLAYOUTS: u32 = 1_000_000;
/// What the model is called that always takes the first candidate.
const FIRST_CANDIDATE: &str = "first-candidate";

/// The machines of this server.
pub struct BotRunner {
    /// Turns for bots that search.
    searching: Arc<Semaphore>,
    /// Turns for bots that search where nobody plays against them now: whoever plays does not wait for those.
    unattended: Arc<Semaphore>,
    /// Turns for bots that answer at once: they do not wait for those that search.
    quick: Arc<Semaphore>,
    /// Turns for hints: no table waits for them, and no table's bot waits for one.
    hints: Arc<Semaphore>,
    models: Option<Models>,
}

struct Models {
    name: String,
    model: Arc<Model>,
    turns: Arc<Semaphore>,
    /// May people see what the endpoint said when it failed?
    told: bool,
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

impl BotRunner {
    /// Bots on every core; models where the settings name one.
    #[must_use]
    pub fn new(settings: Settings) -> BotRunner {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let models = match settings {
            Settings::Off(_) => None,
            Settings::On(config) => {
                let name = match &config.mode {
                    Mode::Llm(endpoint) => endpoint.model.clone(),
                    Mode::FirstCandidate => FIRST_CANDIDATE.to_owned(),
                };
                let turns = Arc::new(Semaphore::new(MODELS_AT_ONCE));
                let told = config.show_exceptions;
                Some(Models { name, model: Arc::new(Model::new(config)), turns, told })
            }
        };
        let lane = |turns| Arc::new(Semaphore::new(turns));
        let (searching, unattended) = (lane(cores), lane((cores / 2).max(1)));
        BotRunner { searching, unattended, quick: lane(cores), hints: lane((cores / 4).max(1)), models }
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
                let bot = made.map_err(|why| Refusal::new(RefusalCode::Malformed, why))?;
                let much = match bot.budget() {
                    Budget::Millis(millis) => u128::from(millis) > MOST_THINKING.as_millis(),
                    Budget::Playouts(playouts) => playouts > MOST_PLAYOUTS,
                };
                if much {
                    let (millis, playouts) = (MOST_THINKING.as_millis(), MOST_PLAYOUTS);
                    let why =
                        format!("a bot of this server thinks for at most {millis} ms or {playouts} playouts a move");
                    return Err(Refusal::new(RefusalCode::NotAllowed, why));
                }
                Ok(())
            }
            Driver::Llm { model } => match &self.models {
                None => Err(Refusal::new(RefusalCode::NotAllowed, "this server runs no language models")),
                Some(models) if models.name == *model => Ok(()),
                Some(models) => {
                    Err(Refusal::new(RefusalCode::Malformed, format!("the model of this server is {:?}", models.name)))
                }
            },
        }
    }

    /// Lets a bot choose, until `stop` is set. As many search at once as there are cores: the rest of the server must breathe. Those of
    /// tables that are not `attended` by anybody who plays there have turns of their own.
    pub fn bot(
        &self,
        game: Game,
        spec: String,
        now: Box<dyn AnyMatch>,
        seat: Seat,
        stop: Arc<AtomicBool>,
        attended: bool,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let made = game.bot(&spec, Key::from_bytes(tokens::random()));
        let at_once = |bot: &dyn AnyBot| bot.budget() == Budget::Playouts(0);
        let lane = match attended {
            _ if made.as_ref().is_ok_and(|bot| at_once(&**bot)) => &self.quick,
            true => &self.searching,
            false => &self.unattended,
        };
        choose(Arc::clone(lane), made, now, seat, stop)
    }

    /// What a bot would do, for who asks for a hint, until `stop` is set.
    pub fn hint(
        &self,
        game: &Game,
        spec: &str,
        now: Box<dyn AnyMatch>,
        seat: Seat,
        stop: Arc<AtomicBool>,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let made = game.bot(spec, Key::from_bytes(tokens::random()));
        choose(Arc::clone(&self.hints), made, now, seat, stop)
    }

    /// Lets a model choose. It is told what its seat may see, and its answer is one of the legal decisions or none.
    pub fn model(
        &self,
        game: Game,
        story: Story,
        now: Box<dyn AnyMatch>,
        seat: Seat,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let known = |models: &Models| (Arc::clone(&models.model), Arc::clone(&models.turns), models.told);
        let models = self.models.as_ref().map(known);
        async move {
            let Some((model, turns, told)) = models else {
                return Choice::failed("this server runs no language models".to_owned());
            };
            let turn = turns.acquire_owned().await;
            let asked = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                decide(&model, &game, &story, &*now, seat, told)
            });
            asked.await.unwrap_or_else(|_| Choice::failed("it broke down while it was thinking".to_owned()))
        }
    }
}

/// Waits for its turn and lets a bot choose.
async fn choose(
    turns: Arc<Semaphore>,
    made: Result<Box<dyn AnyBot>, String>,
    now: Box<dyn AnyMatch>,
    seat: Seat,
    stop: Arc<AtomicBool>,
) -> Choice {
    let turn = turns.acquire_owned().await;
    let enough = Arc::clone(&stop);
    let picked = tokio::task::spawn_blocking(move || {
        // Whoever waits for this turn waits until the core is free, not until nobody asks for the answer.
        let _turn = turn;
        let mut bot = made?;
        let at = until(&stop, || bot.pick(&*now, seat));
        now.nth_text(seat, at).ok_or_else(|| "it chose a move that is not there".to_owned())
    });
    let timer = tokio::spawn(async move {
        tokio::time::sleep(MOST_THINKING).await;
        enough.store(true, Relaxed);
    });
    let picked = picked.await;
    timer.abort();
    match picked.unwrap_or_else(|_| Err("it broke down while it was thinking".to_owned())) {
        Ok(text) => Choice { told: format!("{seat} answers {text}"), moves: Ok(vec![text]), exchanges: vec![] },
        Err(why) => Choice::failed(why),
    }
}

fn decide(model: &Model, game: &Game, story: &Story, now: &dyn AnyMatch, seat: Seat, told: bool) -> Choice {
    let candidates = rulebook_policy::candidates(now, seat);
    let brief = now.brief(seat);
    let recap = rulebook_policy::history(&brief.recap, &story.recap);
    let context = Context { game: &game.meta.game_name, rules: &game.rules_text, recap: &recap, facts: &brief.facts };
    let turn = ModelTurn::new(&now.scene(Viewer::Seat(seat)), context, candidates.clone());
    let decision = model.decide(turn, Some(&*rulebook_policy::actions(now, seat)));
    let exchanges = decision.log.iter().map(|asked| exchange(asked, told)).collect();
    match decision.choice {
        Ok(index) => {
            let told = format!("{seat} answers {}", candidates[index].summary);
            // The room knows what an action of the game stands for.
            let acted = rulebook_policy::acted(now, seat, &decision.log);
            let moves = acted.map_or_else(|| candidates[index].moves.clone(), |action| vec![action]);
            Choice { moves: Ok(moves), told, exchanges }
        }
        // Details go into the log of the seat alone: a model that failed may have quoted its cards.
        Err(Fatal { message, detail }) => {
            let told = detail.map_or(message.clone(), |detail| format!("{message}: {detail}"));
            Choice { moves: Err(message), told, exchanges }
        }
    }
}

/// For the log of the seat. What an endpoint says when it fails is not what a model says: it may quote accounts and keys.
fn exchange(exchange: &Exchange, told: bool) -> AiExchange {
    let said = |message: &rulebook_policy::Message| AiSaid {
        role: format!("{:?}", message.role).to_lowercase(),
        content: message.content.clone(),
    };
    AiExchange {
        asked: exchange.asked.iter().map(said).collect(),
        answer: exchange.answer.as_ref().ok().cloned(),
        meaning: match &exchange.answer {
            Err(_) if !told => "gave up: the endpoint did not answer".to_owned(),
            _ => exchange.meaning.clone(),
        },
    }
}
