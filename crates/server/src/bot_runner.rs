//! Runs bots and language models. A bot keeps a core busy, and a request to a model blocks a thread. Queues limit how
//! many of both run at once.

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

/// Maximum number of concurrent model requests. Each request blocks a thread.
const MODELS_AT_ONCE: usize = 64;
/// Maximum thinking time for one answer. A bot then answers with its best move so far.
const MOST_THINKING: Duration = Duration::from_secs(5);
/// Maximum number of playouts in a bot spec.
const MOST_PLAYOUTS: u32 = 1_000_000;
/// The name of the test model that always takes the first candidate.
const FIRST_CANDIDATE: &str = "first-candidate";

/// The bots and models of this server.
pub struct BotRunner {
    /// Queue for searching bots.
    searching: Arc<Semaphore>,
    /// Queue for searching bots at tables where no player is connected.
    unattended: Arc<Semaphore>,
    /// Queue for bots that answer at once.
    quick: Arc<Semaphore>,
    /// Queue for hints.
    hints: Arc<Semaphore>,
    models: Option<Models>,
}

struct Models {
    name: String,
    model: Arc<Model>,
    turns: Arc<Semaphore>,
    /// Whether the log of a seat contains the error texts of the endpoint.
    told: bool,
}

/// The choice of a bot or model, with texts for the log of its seat.
pub struct Choice {
    /// The moves of one decision in order, or a public error text.
    pub moves: Result<Vec<String>, String>,
    /// A line for the log of the seat. It contains only information that the seat knows.
    pub told: String,
    /// The exchanges with a model, for the same log.
    pub exchanges: Vec<AiExchange>,
}

impl Choice {
    /// The remaining moves of an earlier decision.
    pub fn planned(moves: Vec<String>) -> Choice {
        Choice { moves: Ok(moves), told: String::new(), exchanges: Vec::new() }
    }

    fn failed(why: String) -> Choice {
        Choice { told: why.clone(), moves: Err(why), exchanges: Vec::new() }
    }
}

/// The information that a model gets in addition to the scene.
pub struct Story {
    /// The commentary for the seat.
    pub recap: Vec<String>,
}

impl BotRunner {
    /// Creates the queues, and the model if the settings have one. The number of slots in a queue depends on the number
    /// of cores.
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

    /// The names of the models.
    pub fn models(&self) -> Vec<String> {
        self.models.iter().map(|models| models.name.clone()).collect()
    }

    /// Checks that a bot or model exists and is within the limits.
    ///
    /// # Errors
    /// If this bot or model cannot play here.
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
                        format!("Bots of this server may use at most {millis} ms or {playouts} playouts for a move.");
                    return Err(Refusal::new(RefusalCode::NotAllowed, why));
                }
                Ok(())
            }
            Driver::Llm { model } => match &self.models {
                None => Err(Refusal::new(RefusalCode::NotAllowed, "This server has no AI model.")),
                Some(models) if models.name == *model => Ok(()),
                Some(models) => Err(Refusal::new(
                    RefusalCode::Malformed,
                    format!("The AI model of this server is {:?}.", models.name),
                )),
            },
        }
    }

    /// Lets a bot choose until `stop` is set. At most as many searches run as there are cores. If `attended` is
    /// `false`, no player is connected and the search waits in a separate queue.
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

    /// Computes a hint until `stop` is set.
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

    /// Lets a model choose. The model sees only the information of its seat and can answer only with a legal decision.
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
                return Choice::failed("This server has no AI model.".to_owned());
            };
            let turn = turns.acquire_owned().await;
            let asked = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                decide(&model, &game, &story, &*now, seat, told)
            });
            asked.await.unwrap_or_else(|_| Choice::failed("The bot crashed while it was thinking".to_owned()))
        }
    }
}

/// Waits for a queue slot and lets a bot choose.
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
        // Hold the queue slot until the search has really stopped, even after a cancellation.
        let _turn = turn;
        let mut bot = made?;
        let at = until(&stop, || bot.pick(&*now, seat));
        now.nth_text(seat, at).ok_or_else(|| "The bot chose a move that does not exist".to_owned())
    });
    let timer = tokio::spawn(async move {
        tokio::time::sleep(MOST_THINKING).await;
        enough.store(true, Relaxed);
    });
    let picked = picked.await;
    timer.abort();
    match picked.unwrap_or_else(|_| Err("The bot crashed while it was thinking".to_owned())) {
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
            // If the model answered with an action, pass it on unchanged. The room turns it into moves.
            let acted = rulebook_policy::acted(now, seat, &decision.log);
            let moves = acted.map_or_else(|| candidates[index].moves.clone(), |action| vec![action]);
            Choice { moves: Ok(moves), told, exchanges }
        }
        // Only the log of the seat contains the details, because the model may have quoted the seat's cards.
        Err(Fatal { message, detail }) => {
            let told = detail.map_or(message.clone(), |detail| format!("{message}: {detail}"));
            Choice { moves: Err(message), told, exchanges }
        }
    }
}

/// An exchange for the log of the seat. Error texts of the endpoint may contain accounts or keys, so they are hidden by
/// default.
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
