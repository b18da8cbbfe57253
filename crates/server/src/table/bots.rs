//! Machines at a table: one thought a seat, for as long as the table waits for it.

use super::{Done, Message, TableActor};
use crate::bot_runner::{Choice, Story};
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

/// Who gives hints.
const HINT_BOT: &str = "medium";
/// A node that lets a machine think says so for this long, and says it again in time.
const CLAIMED: Duration = Duration::from_secs(4);
/// How often others look whether it still does.
const LOOK: Duration = Duration::from_secs(1);

/// A machine that thinks. When nobody waits for it any more it ends.
pub(super) struct Thought {
    ticket: u64,
    driver: Driver,
    epoch: u32,
    ask: u32,
    /// Does it take its turn with those that nobody waits for?
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

/// A hint that somebody waits for. It ends when this is dropped.
pub(super) struct Hint {
    ask: u32,
    ends: oneshot::Sender<()>,
}

impl TableActor {
    /// Lets the machine of a seat think about its ask, unless it does.
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
            Driver::Bot { spec } => Box::pin(machines.bot(game, spec.clone(), now, seat, Arc::clone(&stop), attended)),
            Driver::Llm { .. } => match planned {
                Some((_, moves)) => Box::pin(async { Choice::planned(moves.into()) }),
                None => {
                    let story = Story { recap: self.room.recap(Viewer::Seat(seat), MAX_SEEN) };
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
            // Of all nodes that have the table in memory one lets the machine think; if it dies another one does.
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

    /// Somebody who plays has come: bots that took their turns with those of empty tables do not any more.
    pub(super) fn hurry(&mut self) {
        let later: Vec<Seat> =
            self.thoughts.iter().filter(|(_, thought)| thought.later).map(|(seat, _)| *seat).collect();
        for seat in later {
            self.thoughts.remove(&seat);
            self.think(seat);
        }
    }

    /// Thoughts about what is not asked any more end: the seat has another driver, the table goes on, stops or is over.
    pub(super) fn drop_thoughts(&mut self) {
        let room = &self.room;
        self.thoughts.retain(|seat, thought| {
            room.awaits(*seat).is_some_and(|awaited| awaited == (&thought.driver, thought.epoch, thought.ask))
        });
        let mut hints = std::mem::take(&mut self.hints);
        hints.retain(|seat, hint| !hint.ends.is_closed() && self.asked(*seat) == Some(hint.ask));
        self.hints = hints;
    }

    /// Beside the match: nothing changes, nobody else hears of it. One at a time for a seat, for as long as somebody waits for it
    /// and the seat is asked that.
    pub(super) fn hint(&mut self, seat: Seat, mut done: Done<Option<String>>) {
        if let Err(refusal) = self.may_speak(Sender::Seat(seat).into()) {
            return drop(done.send(Err(refusal)));
        }
        let Some(ask) = self.asked(seat) else { return drop(done.send(Ok(None))) };
        if self.hints.get(&seat).is_some_and(|hint| hint.ask == ask && !hint.ends.is_closed()) {
            let refusal = Refusal::new(RefusalCode::NotAllowed, "a hint is on its way: wait for it");
            return drop(done.send(Err(refusal)));
        }
        let Some(now) = self.room.game().map(rulebook_matches::AnyMatch::fork) else { return };
        let stop = Cancel::default();
        let choice = self.hall.machines.hint(&self.game, HINT_BOT, now, seat, Arc::clone(&stop.0));
        let (ends, ended) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let _stop = stop;
            tokio::select! {
                choice = choice => drop(done.send(Ok(choice.moves.unwrap_or_default().into_iter().next()))),
                // Whoever asked has gone.
                () = done.closed() => {}
                _ = ended => drop(done.send(Ok(None))),
            }
        });
        self.hints.insert(seat, Hint { ask, ends });
    }

    /// What a seat is asked now.
    fn asked(&self, seat: Seat) -> Option<u32> {
        let game = self.room.game().filter(|_| self.room.phase() == Phase::Playing)?;
        game.turn().seats().has(seat).then(|| game.answered(seat))
    }

    pub(super) async fn chosen(&mut self, seat: Seat, ticket: u64, choice: Choice) {
        // A thought that was given up may have ended at that very moment.
        if self.thoughts.get(&seat).is_none_or(|thought| thought.ticket != ticket) {
            return;
        }
        let Some(ask) = self.thoughts.remove(&seat).map(|thought| thought.ask) else { return };
        let Choice { moves, told, exchanges } = choice;
        if !told.is_empty() {
            // Before the answer is played: what it leads to may end the match, and the seat that is gone hears no more.
            self.keep_log(AiEntry { seat: u8::from(seat), ask, text: told, exchanges });
        }
        let who = Sender::Machine(seat);
        match moves {
            Ok(moves) => {
                let mut moves = VecDeque::from(moves);
                let Some(first) = moves.pop_front() else { return };
                self.planned.insert(seat, (ask + 1, moves));
                let answer = Answer { ask, moves: vec![first], key: tokens::match_id() };
                let _ = self.input(who.into(), Input::Answer(answer)).await;
            }
            Err(why) => {
                self.hall.metrics.faults.fetch_add(1, Relaxed);
                tracing::warn!(id = self.id, %seat, why, "a machine could not answer");
                let _ = self.input(who.into(), Input::Fault { ask, text: why }).await;
                // Whoever asks it again may be on another node.
                let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
                tokio::spawn(async move { hall.store.release(&id, u8::from(seat)).await });
            }
        }
    }
}
