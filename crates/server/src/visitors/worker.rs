//! The worker: a process that runs the rules of one visitor. It reads calls from stdin and writes answers to stdout.
//!
//! Before the first call, the worker gives up every right that it does not need. It starts with three file descriptors
//! and may have no more, so it cannot open a file or a socket.

use super::protocol::{
    Call, Checked, FactsText, InfoText, Loaded, MatchCall, NewMatch, PlayedText, Request, Response, TurnText,
};
use super::upload;
use super::{CALL_CPU, CHECK_CPU, MAX_MOVES, PICK_TIME};
use rulebook_catalog::{Catalog, Game, until};
use rulebook_kernel::{Budget, Seat};
use rulebook_matches::AnyMatch;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Runs a worker until stdin ends.
///
/// # Errors
/// If the process cannot be limited, or if a pipe fails.
pub fn run() -> Result<(), String> {
    limits::give_up_rights()?;
    let mut rules = LoadedRules::default();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let Request { number, call } = serde_json::from_str(&line).map_err(|error| error.to_string())?;
        match call {
            Call::Pick { game, seat, spec, key } => {
                let made = rules.game.as_ref().map(|rules| rules.bot(&spec, key));
                let now = rules.matches.get(&game).map(|game| game.fork());
                let (Some(made), Some(now)) = (made, now) else {
                    answer(number, None)?;
                    continue;
                };
                let stop = Arc::new(AtomicBool::new(false));
                rules.bots().insert(number, Arc::clone(&stop));
                limits::allow_cpu(CALL_CPU + PICK_TIME.as_secs(), rules.bots().len());
                let bots = Arc::clone(&rules.bots);
                std::thread::spawn(move || {
                    let picked =
                        catch_unwind(AssertUnwindSafe(|| made.map(|mut bot| until(&stop, || bot.pick(&*now, seat)))));
                    bots.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
                    let _ = answer(number, picked.ok().and_then(|picked| to_raw_value(&picked).ok()));
                });
            }
            Call::Stop { number } => {
                if let Some(stop) = rules.bots().get(&number) {
                    stop.store(true, Relaxed);
                }
            }
            Call::Forget { game } => drop(rules.matches.remove(&game)),
            call => {
                let seconds = if matches!(call, Call::Check { .. } | Call::Load { .. }) { CHECK_CPU } else { CALL_CPU };
                limits::allow_cpu(seconds, rules.bots().len());
                // A panic is a bug of the engine. It ends only the match of this call.
                let told = catch_unwind(AssertUnwindSafe(|| rules.handle(call)));
                answer(number, told.ok().flatten())?;
            }
        }
    }
    Ok(())
}

/// Writes an answer as one line.
fn answer(number: u64, answer: Option<Box<RawValue>>) -> Result<(), String> {
    let failed = answer.is_none();
    let answer = answer.unwrap_or_else(|| RawValue::NULL.to_owned());
    let line = serde_json::to_string(&Response { number, failed, answer }).map_err(|error| error.to_string())?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| error.to_string())
}

fn told<T: Serialize>(value: T) -> Option<Box<RawValue>> {
    to_raw_value(&value).ok()
}

/// The stop flags of the running bots, by the number of their call.
type Bots = Arc<Mutex<BTreeMap<u64, Arc<AtomicBool>>>>;

/// The rules of this worker and their matches.
#[derive(Default)]
struct LoadedRules {
    game: Option<Game>,
    matches: BTreeMap<u64, Box<dyn AnyMatch>>,
    next: AtomicU64,
    bots: Bots,
}

impl LoadedRules {
    fn bots(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Arc<AtomicBool>>> {
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a match and returns its number.
    fn keep(&mut self, game: Box<dyn AnyMatch>) -> NewMatch {
        let number = self.next.fetch_add(1, Relaxed);
        let setup = game.setup().clone();
        self.matches.insert(number, game);
        NewMatch { game: number, setup }
    }

    fn handle(&mut self, call: Call) -> Option<Box<RawValue>> {
        match call {
            Call::Check { id, upload } => told(check(&id, upload)),
            Call::Load { id, files } => {
                let catalog = Catalog::in_memory(&id, files);
                // Errors in the presentation must not end a match.
                let found = catalog.find(&id).or_else(|_| catalog.find_rules(&id));
                let loaded = found.map_err(|report| report.to_string()).map(|game| {
                    let loaded = loaded(&game);
                    self.game = Some(game);
                    loaded
                });
                told(loaded)
            }
            Call::Start { setup, key } => {
                let begun = self.game.as_ref()?.rules.start(&setup, key);
                told(begun.map(|game| self.keep(game)).map_err(|illegal| illegal.reason().to_owned()))
            }
            Call::Resume { saved, head } => {
                let rules = &self.game.as_ref()?.rules;
                let found = match head {
                    None => rules.load(&saved),
                    Some(head) => rules.adopt(&saved, head),
                };
                told(found.map(|game| self.keep(game)).map_err(|corrupt| corrupt.to_string()))
            }
            Call::ParseFacts { json } => {
                let rules = &self.game.as_ref()?.rules;
                let found = rules.facts(&json).map(|facts| FactsText::new(&facts, rules.info().max_seats));
                told(found.map_err(|corrupt| corrupt.to_string()))
            }
            Call::Canonical { json } => told(self.game.as_ref()?.rules.facts(&json).ok()?.canonical()),
            Call::Witnessed { json, viewer } => told(self.game.as_ref()?.rules.facts(&json).ok()?.witnessed(viewer)),
            Call::Ask { game, about } => self.ask(game, about),
            Call::CheckBot { spec } => {
                let bot = self.game.as_ref()?.bot(&spec, rulebook_kernel::Key::from_bytes([0; 32]));
                told(bot.map(|bot| match bot.budget() {
                    Budget::Millis(millis) => (true, millis),
                    Budget::Playouts(playouts) => (false, playouts),
                }))
            }
            Call::Pick { .. } | Call::Stop { .. } | Call::Forget { .. } => None,
        }
    }

    fn ask(&mut self, number: u64, about: MatchCall) -> Option<Box<RawValue>> {
        let made: Option<Box<dyn AnyMatch>> = match &about {
            MatchCall::Fork => Some(self.matches.get(&number)?.fork()),
            MatchCall::Alike(viewer, key) => Some(self.matches.get(&number)?.alike(*viewer, key.clone())),
            _ => None,
        };
        if let Some(made) = made {
            return told(self.keep(made));
        }
        if let MatchCall::IsAlike(other, viewer) = about {
            return told(self.matches.get(&number)?.is_alike(&**self.matches.get(&other)?, viewer));
        }
        let game = self.matches.get_mut(&number)?;
        let seats = game.seats();
        let why = |illegal: rulebook_kernel::Illegal| illegal.reason().to_owned();
        match about {
            MatchCall::Turn => told(TurnText::from(game.turn())),
            MatchCall::Outcome => told(game.outcome()),
            MatchCall::Answered(seat) => told(game.answered(seat)),
            MatchCall::OpenAsk(seat) => told(game.ask(seat)),
            MatchCall::Offered(seat) => told(game.offered(seat)),
            MatchCall::LegalTexts(seat) => told(game.legal_texts(seat)),
            MatchCall::Check(seat, text) => told(game.check(seat, &text).map_err(why)),
            MatchCall::Row(seat, text) => told(game.row(seat, &text).map_err(why)),
            MatchCall::Actions(seat) => told(game.actions(seat)),
            MatchCall::Meant(seat, gesture) => told(game.meant(seat, &gesture)),
            MatchCall::WhyNot(seat, gesture) => told(game.why_not(seat, &gesture)),
            MatchCall::Play(seat, text) => {
                let answers = Seat::all(seats).map(|seat| game.answered(seat)).fold(0, u32::saturating_add);
                let played = match answers >= MAX_MOVES {
                    true => Err(format!("This game has reached the limit of {MAX_MOVES} moves. Close the table.")),
                    false => game.play(seat, &text).map(|played| PlayedText::new(&played, seats)).map_err(why),
                };
                told(played)
            }
            MatchCall::PlayNth(seat, n) => told(game.play_nth(seat, n).map_err(why)),
            MatchCall::Scene(viewer) => told(game.scene(viewer)),
            MatchCall::Brief(seat) => {
                let brief = game.brief(seat);
                told((brief.recap, brief.facts))
            }
            MatchCall::Opening => told(PlayedText::new(&game.opening(), seats)),
            MatchCall::OpenLog(header) => {
                told(game.open_log(header).map(|played| PlayedText::new(&played, seats)).map_err(why))
            }
            MatchCall::LogHead => told(game.log_head()),
            MatchCall::Commitment => told(game.commitment()),
            MatchCall::PublishedKey => told(game.published_key()),
            MatchCall::Key => told(game.key()),
            MatchCall::Disown(key) => {
                game.disown(key);
                told(())
            }
            MatchCall::Restart(key) => {
                game.restart(key);
                told(())
            }
            MatchCall::Digest => told(game.digest()),
            MatchCall::HasSecrets => told(game.has_secrets()),
            MatchCall::ViewJson(viewer) => told(game.view_json(viewer)),
            MatchCall::Save => told(game.save()),
            MatchCall::Fork | MatchCall::Alike(..) | MatchCall::IsAlike(..) => None,
        }
    }
}

/// The properties of loaded rules that the server keeps.
fn loaded(game: &Game) -> Loaded {
    let (ids, declares) = (game.rules.engine_ids(), game.rules.declares());
    Loaded {
        info: InfoText::from(game.rules.info()),
        is_dealt: game.rules.is_dealt(),
        meta: game.meta.clone(),
        rules_text: game.rules_text.to_string(),
        layouts: (*game.layouts).clone(),
        action_schema: game.rules.action_schema(),
        players: ids.players,
        teams: ids.teams,
        cards: ids.cards,
        buttons: declares.buttons,
        actions: declares.actions,
    }
}

/// Unpacks an upload and checks it like `rulebook check`.
fn check(id: &str, upload: super::Upload) -> Result<Checked, String> {
    let files = upload::files(id, upload)?;
    upload::check(id, files)
}

/// The limits that the operating system enforces.
#[cfg(unix)]
mod limits {
    use super::super::MEMORY;
    use rustix::process::{Resource, Rlimit, getrlimit, nice, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    /// Limits the memory and files of this process, and lowers its priority. The limits cannot be raised later.
    pub fn give_up_rights() -> Result<(), String> {
        let fixed = |limit: u64| Rlimit { current: Some(limit), maximum: Some(limit) };
        // The process may have three open files: stdin, stdout and stderr.
        let limits = [
            (Resource::Nofile, fixed(3)),
            (Resource::Fsize, fixed(0)),
            (Resource::Core, fixed(0)),
            (Resource::As, fixed(MEMORY)),
        ];
        for (resource, limit) in limits {
            setrlimit(resource, limit).map_err(|error| format!("cannot limit {resource:?}: {error}"))?;
        }
        // A worker has a lower priority than the server. If the system refuses this, the worker runs with the normal
        // priority.
        let _ = nice(10);
        Ok(())
    }

    /// Allows this process `seconds` more of computing time. The system ends the process if it needs more.
    pub fn allow_cpu(seconds: u64, bots: usize) {
        let spent = clock_gettime(ClockId::ProcessCPUTime).tv_sec.unsigned_abs();
        // Bots run at the same time as calls, and the system adds up the computing time of both. Add one second,
        // because the system counts whole seconds.
        let bots = super::PICK_TIME.as_secs().saturating_mul(bots as u64);
        let current = Some(spent + 1 + seconds + bots);
        let maximum = getrlimit(Resource::Cpu).maximum;
        let _ = setrlimit(Resource::Cpu, Rlimit { current, maximum });
    }
}

#[cfg(not(unix))]
mod limits {
    pub fn give_up_rights() -> Result<(), String> {
        Err("this system cannot limit a process".to_owned())
    }

    pub fn allow_cpu(_: u64, _: usize) {}
}
