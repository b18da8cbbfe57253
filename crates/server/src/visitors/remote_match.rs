//! Rules and matches that run in a worker. They implement the same traits as rules in this process, so rooms and tables
//! do not know the difference.
//!
//! These traits have no errors for a process that has ended. So a call that fails unwinds with a [`WorkerFault`], and the
//! table of the match catches it.

use super::CHECK_TIME;
use super::protocol::{Call, FactsText, Loaded, MatchCall, NewMatch, PlayedText, TurnText};
use super::worker_process::{Worker, WorkerFault};
use rulebook_catalog::{AnyAdvice, AnyBot, Meta, stop_flag};
use rulebook_kernel::{Budget, Corrupt, Digest, Illegal, Info, Key, Outcome, Seat, SeatSet, Setup, Turn, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Brief, Declares, FactSource, Facts, Numbered, Played};
use rulebook_scene::layout::Layouts;
use rulebook_scene::{Ask, EngineIds, Gesture, Offer, Scene, Step};
use rulebook_spaces::{Extent, Spaces};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The value of a call, or unwinds with the fault.
fn or_unwind<T>(answer: Result<T, WorkerFault>) -> T {
    answer.unwrap_or_else(|fault| std::panic::resume_unwind(Box::new(fault)))
}

/// A game of a visitor with its worker.
pub(crate) struct RemoteGame {
    pub meta: Meta,
    pub rules_text: Arc<str>,
    pub layouts: Arc<Layouts>,
    pub rules: Arc<RemoteRules>,
}

impl RemoteGame {
    /// Loads the files of a game in a new worker.
    ///
    /// # Errors
    /// The fault of the worker, or the mistakes in the rules.
    pub fn load(worker: Arc<Worker>, id: &str, files: BTreeMap<String, String>) -> Result<RemoteGame, WorkerFault> {
        let call = Call::Load { id: id.to_owned(), files };
        let loaded: Result<Loaded, String> = worker.call_for(call, CHECK_TIME)?;
        let loaded = loaded.map_err(WorkerFault)?;
        let engine_ids = loaded.engine_ids();
        let rules = RemoteRules {
            worker,
            info: Info::from(loaded.info),
            is_dealt: loaded.is_dealt,
            action_schema: loaded.action_schema,
            engine_ids,
            declares: Declares { buttons: loaded.buttons, actions: loaded.actions },
        };
        let (meta, layouts) = (loaded.meta, Arc::new(loaded.layouts));
        Ok(RemoteGame { meta, rules_text: loaded.rules_text.into(), layouts, rules: Arc::new(rules) })
    }

    /// Whether the worker of this game has ended.
    pub fn is_gone(&self) -> bool {
        self.rules.worker.is_gone()
    }

    /// A bot that thinks in the worker.
    ///
    /// # Errors
    /// A sentence about the mistake in the spec.
    pub fn bot(&self, spec: &str, key: Key) -> Result<Box<dyn AnyBot>, String> {
        let checked = self.rules.worker.call::<Result<(bool, u32), String>>(Call::CheckBot { spec: spec.to_owned() });
        let (in_millis, size) = checked.map_err(|WorkerFault(why)| why)??;
        let budget = if in_millis { Budget::Millis(size) } else { Budget::Playouts(size) };
        Ok(Box::new(RemoteBot { spec: spec.to_owned(), key, budget }))
    }
}

/// Rules in a worker.
pub(crate) struct RemoteRules {
    worker: Arc<Worker>,
    info: Info,
    is_dealt: bool,
    action_schema: Option<String>,
    engine_ids: EngineIds,
    declares: Declares,
}

impl RemoteRules {
    fn resume(&self, saved: &[u8], head: Option<Digest>) -> Result<Box<dyn AnyMatch>, Corrupt> {
        let call = Call::Resume { saved: saved.to_vec(), head };
        let found: Result<NewMatch, String> = or_unwind(self.worker.call(call));
        found.map(|made| self.made(made)).map_err(Corrupt::new)
    }

    fn made(&self, NewMatch { game, setup }: NewMatch) -> Box<dyn AnyMatch> {
        Box::new(RemoteMatch { worker: Arc::clone(&self.worker), info: self.info.clone(), game, setup })
    }
}

impl AnyRules for RemoteRules {
    fn info(&self) -> &Info {
        &self.info
    }

    fn is_dealt(&self) -> bool {
        self.is_dealt
    }

    fn start(&self, setup: &Setup, key: Key) -> Result<Box<dyn AnyMatch>, Illegal> {
        let begun: Result<NewMatch, String> = or_unwind(self.worker.call(Call::Start { setup: setup.clone(), key }));
        begun.map(|made| self.made(made)).map_err(Illegal::new)
    }

    fn load(&self, saved: &[u8]) -> Result<Box<dyn AnyMatch>, Corrupt> {
        self.resume(saved, None)
    }

    fn adopt(&self, saved: &[u8], head: Digest) -> Result<Box<dyn AnyMatch>, Corrupt> {
        self.resume(saved, Some(head))
    }

    fn facts(&self, json: &str) -> Result<Facts, Corrupt> {
        let call = Call::ParseFacts { json: json.to_owned() };
        let found: Result<FactsText, String> = or_unwind(self.worker.call(call));
        found.map(|text| facts(&self.worker, text)).map_err(Corrupt::new)
    }

    fn action_schema(&self) -> Option<String> {
        self.action_schema.clone()
    }

    fn declares(&self) -> Declares {
        self.declares.clone()
    }

    fn engine_ids(&self) -> EngineIds {
        self.engine_ids.clone()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn facts(worker: &Arc<Worker>, text: FactsText) -> Facts {
    Facts::from_source(Arc::new(RemoteFacts { worker: Arc::clone(worker), text }))
}

fn played(worker: &Arc<Worker>, text: PlayedText) -> Played {
    let PlayedText { seat, ask, text, facts: told, record, before, digest } = text;
    Played { seat, ask, text, facts: facts(worker, told), record: record.map(Arc::new), before, digest }
}

/// Facts of rules in a worker.
struct RemoteFacts {
    worker: Arc<Worker>,
    text: FactsText,
}

impl FactSource for RemoteFacts {
    fn canonical(&self) -> Vec<u8> {
        or_unwind(self.worker.call(Call::Canonical { json: self.text.json.clone() }))
    }

    fn json(&self) -> String {
        self.text.json.clone()
    }

    fn witnessed(&self, viewer: Viewer) -> Vec<Value> {
        or_unwind(self.worker.call(Call::Witnessed { json: self.text.json.clone(), viewer }))
    }

    fn steps(&self, who: Viewer) -> Vec<Step> {
        let found = self.text.steps.iter().find(|(viewer, _)| *viewer == who);
        found.map(|(_, steps)| steps.clone()).unwrap_or_default()
    }

    fn len(&self) -> usize {
        self.text.count
    }
}

/// A match in a worker.
pub(crate) struct RemoteMatch {
    worker: Arc<Worker>,
    info: Info,
    /// The number of the match in the worker.
    game: u64,
    setup: Setup,
}

impl Drop for RemoteMatch {
    fn drop(&mut self) {
        self.worker.forget(self.game);
    }
}

impl RemoteMatch {
    fn ask_about<T: DeserializeOwned>(&self, about: MatchCall) -> T {
        or_unwind(self.worker.call(Call::Ask { game: self.game, about }))
    }

    fn checked<T: DeserializeOwned>(&self, about: MatchCall) -> Result<T, Illegal> {
        self.ask_about::<Result<T, String>>(about).map_err(Illegal::new)
    }

    fn copy(&self, about: MatchCall) -> Box<dyn AnyMatch> {
        let NewMatch { game, setup } = self.ask_about(about);
        Box::new(RemoteMatch { worker: Arc::clone(&self.worker), info: self.info.clone(), game, setup })
    }
}

impl AnyMatch for RemoteMatch {
    fn info(&self) -> &Info {
        &self.info
    }

    fn setup(&self) -> &Setup {
        &self.setup
    }

    fn seats(&self) -> usize {
        self.setup.seats
    }

    fn turn(&self) -> Turn {
        self.ask_about::<TurnText>(MatchCall::Turn).into()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ask_about(MatchCall::Outcome)
    }

    fn answered(&self, seat: Seat) -> u32 {
        self.ask_about(MatchCall::Answered(seat))
    }

    fn ask(&self, seat: Seat) -> Option<Ask> {
        self.ask_about(MatchCall::OpenAsk(seat))
    }

    fn offered(&self, seat: Seat) -> Vec<Offer> {
        self.ask_about(MatchCall::Offered(seat))
    }

    fn legal_count(&self, seat: Seat) -> usize {
        self.legal_texts(seat).len()
    }

    fn legal_texts(&self, seat: Seat) -> Vec<String> {
        self.ask_about(MatchCall::LegalTexts(seat))
    }

    fn nth_text(&self, seat: Seat, n: usize) -> Option<String> {
        self.legal_texts(seat).into_iter().nth(n)
    }

    fn check(&self, seat: Seat, text: &str) -> Result<(), Illegal> {
        self.checked(MatchCall::Check(seat, text.to_owned()))
    }

    fn row(&self, seat: Seat, text: &str) -> Result<Vec<String>, Illegal> {
        self.checked(MatchCall::Row(seat, text.to_owned()))
    }

    fn actions(&self, seat: Seat) -> Vec<String> {
        self.ask_about(MatchCall::Actions(seat))
    }

    fn meant(&self, seat: Seat, gesture: &Gesture) -> Option<String> {
        self.ask_about(MatchCall::Meant(seat, gesture.clone()))
    }

    fn why_not(&self, seat: Seat, gesture: &Gesture) -> Option<String> {
        self.ask_about(MatchCall::WhyNot(seat, gesture.clone()))
    }

    fn play(&mut self, seat: Seat, text: &str) -> Result<Played, Illegal> {
        let entry: PlayedText = self.checked(MatchCall::Play(seat, text.to_owned()))?;
        Ok(played(&self.worker, entry))
    }

    fn play_nth(&mut self, seat: Seat, n: usize) -> Result<(), Illegal> {
        self.checked(MatchCall::PlayNth(seat, n))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.ask_about(MatchCall::Scene(viewer))
    }

    fn brief(&self, seat: Seat) -> Brief {
        let (recap, facts) = self.ask_about(MatchCall::Brief(seat));
        Brief { recap, facts }
    }

    fn opening(&self) -> Played {
        played(&self.worker, self.ask_about(MatchCall::Opening))
    }

    fn open_log(&mut self, header: Digest) -> Result<Played, Illegal> {
        let entry: PlayedText = self.checked(MatchCall::OpenLog(header))?;
        Ok(played(&self.worker, entry))
    }

    fn log_head(&self) -> Option<Digest> {
        self.ask_about(MatchCall::LogHead)
    }

    fn commitment(&self) -> Digest {
        self.ask_about(MatchCall::Commitment)
    }

    fn published_key(&self) -> Option<Key> {
        self.ask_about(MatchCall::PublishedKey)
    }

    fn digest(&self) -> Digest {
        self.ask_about(MatchCall::Digest)
    }

    fn has_secrets(&self) -> bool {
        self.ask_about(MatchCall::HasSecrets)
    }

    fn alike(&self, viewer: Viewer, key: Key) -> Box<dyn AnyMatch> {
        self.copy(MatchCall::Alike(viewer, key))
    }

    fn is_alike(&self, other: &dyn AnyMatch, viewer: Viewer) -> bool {
        let other = other.as_any().downcast_ref::<RemoteMatch>();
        other.is_some_and(|other| {
            Arc::ptr_eq(&self.worker, &other.worker) && self.ask_about(MatchCall::IsAlike(other.game, viewer))
        })
    }

    fn save(&self) -> Vec<u8> {
        self.ask_about(MatchCall::Save)
    }

    fn fork(&self) -> Box<dyn AnyMatch> {
        self.copy(MatchCall::Fork)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A match in a worker has no spaces: programs that learn run the rules in their own process.
impl Numbered for RemoteMatch {
    fn spaces(&self) -> Spaces {
        Spaces::default()
    }

    fn due(&self) -> SeatSet {
        self.turn().seats()
    }

    fn legal_numbers(&mut self, _: Extent, _: Seat) -> &[u32] {
        &[]
    }

    fn list_moves(&mut self, seat: Seat) -> usize {
        self.legal_count(seat)
    }

    fn nth_of_text(&mut self, seat: Seat, text: &str) -> Result<usize, Illegal> {
        self.check(seat, text)?;
        let found = self.legal_texts(seat).iter().position(|legal| legal == text);
        found.ok_or_else(|| Illegal::new("no legal move has this text"))
    }

    fn step(&mut self, seat: Seat, n: usize) -> Result<(), Illegal> {
        self.play_nth(seat, n)
    }

    fn observe(&self, _: Seat, _: &mut [i16]) {}

    fn key(&self) -> Key {
        self.ask_about(MatchCall::Key)
    }

    fn disown(&mut self, key: Key) {
        self.ask_about(MatchCall::Disown(key))
    }

    fn restart(&mut self, key: Key) {
        self.ask_about(MatchCall::Restart(key))
    }

    fn view_json(&self, viewer: Viewer) -> String {
        self.ask_about(MatchCall::ViewJson(viewer))
    }
}

/// A bot that thinks in the worker of its match.
struct RemoteBot {
    spec: String,
    key: Key,
    budget: Budget,
}

impl AnyBot for RemoteBot {
    fn pick(&mut self, game: &dyn AnyMatch, seat: Seat) -> usize {
        let game = game.as_any().downcast_ref::<RemoteMatch>().expect("a match of this game");
        let call = Call::Pick { game: game.game, seat, spec: self.spec.clone(), key: self.key.clone() };
        let stop = stop_flag();
        // The spec was checked, so the worker can make the bot.
        or_unwind(game.worker.pick(call, stop.as_deref())).unwrap_or(0)
    }

    fn advise(&mut self, game: &dyn AnyMatch, seat: Seat) -> AnyAdvice {
        AnyAdvice { choice: self.pick(game, seat), lines: Vec::new(), effort: 0, depth: None }
    }

    fn budget(&self) -> Budget {
        self.budget
    }
}
