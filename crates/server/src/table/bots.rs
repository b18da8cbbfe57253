//! Runs the bots of a table: at most one task for each seat. A task is cancelled when its answer is no longer needed.

use super::{Done, Message, TableActor};
use crate::bot_queue::Payer;
use crate::bot_runner::{Choice, ModelContext};
use crate::cancel::Cancel;
use crate::messages::AiEntry;
use crate::store::Claim;
use crate::tokens;
use rulebook_kernel::{Seat, Viewer};
use rulebook_policy::MAX_SEEN;
use rulebook_room::{Answer, Driver, Input, Phase, Refusal, RefusalCode, Sender};
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

/// The bot that gives hints.
const HINT_BOT: &str = "medium";
/// Lease time of the claim that a node takes while its bot thinks.
const CLAIMED: Duration = Duration::from_secs(4);
/// Interval at which the claim is renewed or tried again.
const LOOK: Duration = Duration::from_secs(1);

/// A running task of a bot. Dropping it cancels the task.
pub(super) struct Thought {
    ticket: u64,
    driver: Driver,
    epoch: u32,
    ask: u32,
    /// Whether the task is in the queue of tables without connected players.
    later: bool,
    stop: Arc<AtomicBool>,
    task: AbortHandle,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        self.task.abort();
    }
}

/// A hint that is being computed. Dropping this value cancels the computation.
pub(super) struct Hint {
    ask: u32,
    ends: oneshot::Sender<()>,
}

impl TableActor {
    /// Starts the bot of a seat, unless the bot is already running for this ask.
    pub(super) fn think(&mut self, seat: Seat) {
        let Some((driver, epoch, ask)) = self.room.awaits(seat) else { return };
        let same = |thought: &Thought| (&thought.driver, thought.epoch, thought.ask) == (driver, epoch, ask);
        if self.thoughts.get(&seat).is_some_and(same) {
            return;
        }
        let Some(now) = self.room.game().map(rulebook_matches::AnyMatch::fork) else { return };
        let (driver, stop) = (driver.clone(), Arc::new(AtomicBool::new(false)));
        let attended = self.attended();
        let later = !attended && matches!(driver, Driver::Bot { .. });
        let (game, machines) = (self.game.clone(), &self.hall.machines);
        let planned = self.planned.remove(&seat).filter(|(next, moves)| *next == ask && !moves.is_empty());
        let choice: Pin<Box<dyn Future<Output = Choice> + Send>> = match &driver {
            Driver::Bot { spec } => {
                let payer = self.payer();
                Box::pin(machines.bot(game, spec.clone(), now, seat, Arc::clone(&stop), payer, attended))
            }
            Driver::Llm { .. } => match planned {
                Some((_, moves)) => Box::pin(async { Choice::planned(moves.into()) }),
                None => {
                    let recap = self.room.recap(Viewer::Seat(seat), MAX_SEEN);
                    let candidates = self.room.terms().candidates;
                    let story = ModelContext { id: self.id.clone(), recap, candidates };
                    Box::pin(machines.model(game, story, now, seat))
                }
            },
            Driver::Person | Driver::Sponsored => return,
        };
        self.tickets += 1;
        let (ticket, own, hall) = (self.tickets, self.own.clone(), Arc::clone(&self.hall));
        let millis = u32::try_from(CLAIMED.as_millis()).unwrap_or(u32::MAX);
        let claim = Claim { id: self.id.clone(), seat: u8::from(seat), node: hall.node.clone(), millis };
        let task = tokio::spawn(async move {
            // Only one node runs the bot. If that node dies, its claim expires and another node runs the bot.
            while !hall.store.claim(claim.clone()).await.unwrap_or(false) {
                tokio::time::sleep(LOOK).await;
            }
            let mut choice = choice;
            let choice = loop {
                match tokio::time::timeout(LOOK, &mut choice).await {
                    Ok(choice) => break choice,
                    Err(_) => drop(hall.store.claim(claim.clone()).await),
                }
            };
            let _ = own.send(Message::Chosen { seat, ticket, choice }).await;
        });
        let task = task.abort_handle();
        self.thoughts.insert(seat, Thought { ticket, driver, epoch, ask, later, stop, task });
    }

    /// The payer for the bots of this table: the address that set them up. After a restart this address is not known, so
    /// a viewer pays.
    pub(super) fn payer(&self) -> Payer {
        let address = self.hall.machines.payer(&self.id).or_else(|| self.first_viewer());
        Payer::new(&self.id, address)
    }

    /// Moves bots from the queue of empty tables to the normal queue when a player connects.
    pub(super) fn hurry(&mut self) {
        let later: Vec<Seat> =
            self.thoughts.iter().filter(|(_, thought)| thought.later).map(|(seat, _)| *seat).collect();
        for seat in later {
            self.thoughts.remove(&seat);
            self.think(seat);
        }
    }

    /// Cancels tasks and hints whose ask is closed.
    pub(super) fn drop_thoughts(&mut self) {
        let room = &self.room;
        self.thoughts.retain(|seat, thought| {
            room.awaits(*seat).is_some_and(|awaited| awaited == (&thought.driver, thought.epoch, thought.ask))
        });
        let mut hints = std::mem::take(&mut self.hints);
        hints.retain(|seat, hint| !hint.ends.is_closed() && self.asked(*seat) == Some(hint.ask));
        self.hints = hints;
    }

    /// Computes a hint. The match does not change, and no other viewer learns of the hint. Each seat has at most one
    /// running hint.
    pub(super) fn hint(&mut self, seat: Seat, mut done: Done<Option<String>>) {
        if let Err(refusal) = self.may_speak(Sender::Seat(seat).into()) {
            return drop(done.send(Err(refusal)));
        }
        if let Err(refusal) = self.room.may_assist() {
            return drop(done.send(Err(refusal)));
        }
        let Some(ask) = self.asked(seat) else { return drop(done.send(Ok(None))) };
        if self.hints.get(&seat).is_some_and(|hint| hint.ask == ask && !hint.ends.is_closed()) {
            let refusal = Refusal::new(RefusalCode::NotAllowed, "A hint is already being computed.");
            return drop(done.send(Err(refusal)));
        }
        let Some(now) = self.room.game().map(rulebook_matches::AnyMatch::fork) else { return };
        let stop = Cancel::default();
        let choice = {
            let (machines, stop) = (&self.hall.machines, Arc::clone(&stop.0));
            machines.hint(&self.game, HINT_BOT, now, seat, stop, self.payer())
        };
        let (ends, ended) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let _stop = stop;
            tokio::select! {
                choice = choice => drop(done.send(Ok(choice.moves.unwrap_or_default().into_iter().next()))),
                // The client has disconnected.
                () = done.closed() => {}
                _ = ended => drop(done.send(Ok(None))),
            }
        });
        self.hints.insert(seat, Hint { ask, ends });
    }

    /// The number of the open ask of a seat.
    fn asked(&self, seat: Seat) -> Option<u32> {
        let game = self.room.game().filter(|_| self.room.phase() == Phase::Playing)?;
        game.turn().seats().has(seat).then(|| game.answered(seat))
    }

    pub(super) async fn chosen(&mut self, seat: Seat, ticket: u64, choice: Choice) {
        // A cancelled task may have just finished.
        if self.thoughts.get(&seat).is_none_or(|thought| thought.ticket != ticket) {
            return;
        }
        let Some(ask) = self.thoughts.remove(&seat).map(|thought| thought.ask) else { return };
        let Choice { moves, told, exchanges } = choice;
        // Log before playing, because the answer may end the match and disconnect the seat.
        let logged =
            (!told.is_empty()).then(|| self.keep_log(AiEntry { seat: u8::from(seat), ask, text: told, exchanges }));
        let who = Sender::Machine(seat);
        match moves {
            Ok(moves) => {
                let mut moves = VecDeque::from(moves);
                if let Some(first) = moves.pop_front() {
                    self.planned.insert(seat, (ask + 1, moves));
                    let answer = Answer { ask, moves: vec![first], key: tokens::match_id() };
                    let _ = self.input(who.into(), Input::Answer(answer)).await;
                }
            }
            Err(why) => {
                self.hall.metrics.faults.fetch_add(1, Relaxed);
                tracing::warn!(id = self.id, %seat, why, "bot failed to answer");
                let _ = self.input(who.into(), Input::Fault { ask, text: why }).await;
                // Release the claim, so that every node can run the bot when it is asked again.
                let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
                tokio::spawn(async move { hall.store.release(&id, u8::from(seat)).await });
            }
        }
        if let Some(logged) = logged {
            let _ = logged.await;
        }
    }
}
