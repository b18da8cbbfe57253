//! Runs bots and language models. A bot keeps a core busy, and a request to a model blocks a thread. Queues limit how
//! many of both run at once. The queues of searching bots are fair ([`BotQueue`]).

use crate::bot_queue::{BotQueue, Payer, Turn};
use crate::limits::{Addresses, Costs, Rate};
use crate::messages::{AiExchange, AiSaid};
use crate::shelf::ShelfGame;
use crate::tokens;
use rulebook_catalog::{AnyBot, until};
use rulebook_kernel::{Budget, Key, Seat, Viewer};
use rulebook_llm::{Fatal, Mode, Model, Settings, Trace, TraceLine};
use rulebook_matches::AnyMatch;
use rulebook_policy::{CandidateList, Context, Exchange, ModelTurn, Style};
use rulebook_room::{Driver, Refusal, RefusalCode};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of concurrent model requests. Each request blocks a thread.
const MODELS_AT_ONCE: usize = 64;
/// Maximum thinking time for one answer. A bot then answers with its best move so far.
const MOST_THINKING: Duration = Duration::from_secs(5);
/// Time after which a bot tries again, if its address has caused too many costs: the shortest and the longest.
const PAUSE: Duration = Duration::from_millis(20);
const MOST_PAUSE: Duration = Duration::from_secs(1);
/// Maximum number of playouts in a bot spec.
const MOST_PLAYOUTS: u32 = 1_000_000;
/// The name of the test model that always takes the first candidate.
const FIRST_CANDIDATE: &str = "first-candidate";

/// The bots and models of this server.
pub struct BotRunner {
    /// Queue for searching bots.
    pub(crate) searching: Arc<BotQueue>,
    /// Queue for searching bots at tables where no player is connected.
    pub(crate) unattended: Arc<BotQueue>,
    /// Queue for bots that answer at once.
    quick: Arc<Semaphore>,
    /// The budgets of the addresses for bots that answer at once. Such a bot costs little, but every viewer of its
    /// table gets a view of its move.
    answers: Arc<Addresses>,
    /// Queue for hints.
    pub(crate) hints: Arc<BotQueue>,
    /// The costs of each address at the tables. A bot moves only if its payer may cause more costs.
    pub(crate) costs: Arc<Costs>,
    /// The addresses that pay for the bots of the tables in memory.
    payers: Mutex<HashMap<String, IpAddr>>,
    models: Option<Models>,
}

struct Models {
    name: String,
    model: Arc<Model>,
    turns: Arc<Semaphore>,
    /// Whether the log of a seat may contain the error texts of the endpoint.
    told: bool,
    /// The file to which every exchange is appended.
    trace: Option<Arc<Trace>>,
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

/// The match that a model plays, and the information that the model needs besides the scene.
pub struct ModelContext {
    /// The id of the match, for the trace.
    pub id: String,
    /// The commentary for the seat.
    pub recap: Vec<String>,
    /// The moves from which the model chooses.
    pub candidates: CandidateList,
}

impl BotRunner {
    /// Creates the queues, and the model if the settings have one. The number of slots in a queue depends on the number
    /// of cores. Bots that answer at once answer at this `rate` for each address. Every exchange with the model is
    /// appended to `trace`.
    #[must_use]
    pub fn new(settings: Settings, trace: Option<Trace>, rate: Rate) -> BotRunner {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let models = match settings {
            Settings::Off(why) => {
                tracing::info!(why, "language models are off");
                None
            }
            Settings::On(config) => {
                let name = match &config.mode {
                    Mode::Llm(endpoint) => endpoint.model.clone(),
                    Mode::FirstCandidate => FIRST_CANDIDATE.to_owned(),
                };
                let turns = Arc::new(Semaphore::new(MODELS_AT_ONCE));
                let told = config.show_exceptions;
                let trace = trace.map(Arc::new);
                Some(Models { name, model: Arc::new(Model::new(config)), turns, told, trace })
            }
        };
        BotRunner {
            searching: BotQueue::new(cores),
            unattended: BotQueue::new(cores / 2),
            quick: Arc::new(Semaphore::new(cores)),
            answers: Arc::new(Addresses::new(rate)),
            hints: BotQueue::new(cores / 4),
            costs: Arc::new(Costs::new(rate)),
            payers: Mutex::default(),
            models,
        }
    }

    fn payers(&self) -> MutexGuard<'_, HashMap<String, IpAddr>> {
        self.payers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Charges the bots of a table to the address that set them up.
    pub(crate) fn pays(&self, table: &str, from: IpAddr) {
        self.payers().insert(table.to_owned(), from);
    }

    /// Charges the bots of a rematch table to the address that paid at the old table.
    pub(crate) fn pays_again(&self, old: &str, table: &str) {
        let mut payers = self.payers();
        if let Some(from) = payers.get(old).copied() {
            payers.insert(table.to_owned(), from);
        }
    }

    /// Forgets a table that is unloaded.
    pub(crate) fn forget(&self, table: &str) {
        self.payers().remove(table);
    }

    /// The address that has set up the bots of a table. `None` if it is not known, because the server was restarted.
    pub(crate) fn payer(&self, table: &str) -> Option<IpAddr> {
        self.payers().get(table).copied()
    }

    /// The names of the models.
    pub fn models(&self) -> Vec<String> {
        self.models.iter().map(|models| models.name.clone()).collect()
    }

    /// Checks that a bot or model exists and is within the limits.
    ///
    /// # Errors
    /// If this bot or model cannot play here.
    pub fn check(&self, driver: &Driver, game: &ShelfGame) -> Result<(), Refusal> {
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
    #[allow(clippy::too_many_arguments, reason = "all are needed for one search")]
    pub(crate) fn bot(
        &self,
        game: ShelfGame,
        spec: String,
        now: Box<dyn AnyMatch>,
        seat: Seat,
        stop: Arc<AtomicBool>,
        payer: Payer,
        attended: bool,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let made = game.bot(&spec, Key::from_bytes(tokens::random()));
        let (costs, address) = (Arc::clone(&self.costs), payer.address);
        let at_once = |bot: &dyn AnyBot| bot.budget() == Budget::Playouts(0);
        let lane = match attended {
            _ if made.as_ref().is_ok_and(|bot| at_once(&**bot)) => {
                Lane::Quick(Arc::clone(&self.quick), Arc::clone(&self.answers), payer)
            }
            true => Lane::Fair(Arc::clone(&self.searching), payer),
            false => Lane::Fair(Arc::clone(&self.unattended), payer),
        };
        async move {
            loop {
                let wait = costs.wait_of_bot(address);
                if wait.is_zero() {
                    return choose(lane, made, now, seat, stop).await;
                }
                tokio::time::sleep(wait.clamp(PAUSE, MOST_PAUSE)).await;
            }
        }
    }

    /// Computes a hint until `stop` is set.
    pub(crate) fn hint(
        &self,
        game: &ShelfGame,
        spec: &str,
        now: Box<dyn AnyMatch>,
        seat: Seat,
        stop: Arc<AtomicBool>,
        payer: Payer,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let made = game.bot(spec, Key::from_bytes(tokens::random()));
        choose(Lane::Fair(Arc::clone(&self.hints), payer), made, now, seat, stop)
    }

    /// Lets a model choose. The model sees only the information of its seat and can answer only with a legal decision.
    pub fn model(
        &self,
        game: ShelfGame,
        story: ModelContext,
        now: Box<dyn AnyMatch>,
        seat: Seat,
    ) -> impl Future<Output = Choice> + Send + use<> {
        let known =
            |models: &Models| (Arc::clone(&models.model), Arc::clone(&models.turns), models.told, models.trace.clone());
        let models = self.models.as_ref().map(known);
        async move {
            let Some((model, turns, told, trace)) = models else {
                return Choice::failed("This server has no AI model.".to_owned());
            };
            let turn = turns.acquire_owned().await;
            let asked = tokio::task::spawn_blocking(move || {
                let _turn = turn;
                decide(&model, &game, &story, &*now, seat, told, trace.as_deref())
            });
            asked.await.unwrap_or_else(|_| Choice::failed("The bot crashed while it was thinking".to_owned()))
        }
    }
}

/// The queue of a bot.
enum Lane {
    Quick(Arc<Semaphore>, Arc<Addresses>, Payer),
    Fair(Arc<BotQueue>, Payer),
}

/// A slot of a queue, held while a bot computes.
enum HeldSlot {
    Quick(#[allow(dead_code, reason = "held until the bot has chosen")] Option<OwnedSemaphorePermit>),
    Fair(#[allow(dead_code, reason = "held until the bot has chosen")] Turn),
}

/// Waits for a queue slot and lets a bot choose.
async fn choose(
    lane: Lane,
    made: Result<Box<dyn AnyBot>, String>,
    now: Box<dyn AnyMatch>,
    seat: Seat,
    stop: Arc<AtomicBool>,
) -> Choice {
    let turn = match lane {
        Lane::Quick(turns, answers, payer) => {
            while payer.address.is_some_and(|address| !answers.take(address)) {
                tokio::time::sleep(PAUSE).await;
            }
            HeldSlot::Quick(turns.acquire_owned().await.ok())
        }
        Lane::Fair(queue, payer) => HeldSlot::Fair(queue.turn(payer, Arc::clone(&stop)).await),
    };
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

fn decide(
    model: &Model,
    game: &ShelfGame,
    story: &ModelContext,
    now: &dyn AnyMatch,
    seat: Seat,
    told: bool,
    trace: Option<&Trace>,
) -> Choice {
    let candidates = rulebook_policy::candidates(now, seat, story.candidates);
    let brief = now.brief(seat);
    let recap = rulebook_policy::history(&brief.recap, &story.recap);
    let context = Context { game: &game.meta.game_name, rules: &game.rules_text, recap: &recap, facts: &brief.facts };
    let mut turn = ModelTurn::new(&now.scene(Viewer::Seat(seat)), context, candidates);
    if let (Style::Schema, Some(schema)) = (model.style(), game.rules.action_schema()) {
        turn = turn.with_actions(now, seat, context, &schema);
    }
    let candidates = turn.candidates().to_vec();
    let decision = model.decide(turn, Some(&*rulebook_policy::actions(now, seat)));
    if let Some(trace) = trace {
        for asked in &decision.log {
            let hidden = Exchange { answer: Err(NO_ANSWER.to_owned()), meaning: gave_up(), ..asked.clone() };
            let exchange = if asked.answer.is_err() && !told { &hidden } else { asked };
            let (seat, ask) = (seat.index() + 1, now.answered(seat));
            let line = TraceLine { game: &game.id, id: Some(&story.id), seat, ask, exchange };
            if let Err(error) = trace.append(&line) {
                tracing::warn!(id = story.id, %error, "exchange with a model not traced");
            }
        }
    }
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

/// The public error text of an endpoint.
const NO_ANSWER: &str = "the endpoint did not answer";

fn gave_up() -> String {
    format!("gave up: {NO_ANSWER}")
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
            Err(_) if !told => gave_up(),
            _ => exchange.meaning.clone(),
        },
    }
}
