//! Those who look on at a table, and what they hear.

use super::{Message, MessageSource, TableActor};
use crate::messages::{AiEntry, Reaction};
use crate::tokens;
use rulebook_kernel::{Seat, Viewer};
use rulebook_matchlog::witness_log;
use rulebook_room::{Effect, Input, Phase, Refusal, RefusalCode, Sender, Show, Since, Status};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// A next table that could not be opened is tried again after this long.
const AGAIN: Duration = Duration::from_secs(2);

/// What somebody at a table hears.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Notification<'a> {
    /// What is new to see.
    View(&'a Show),
    /// How the table stands. `news`: does it tell for the first time where everybody plays on?
    Status { status: &'a Status, news: bool },
    /// What a machine did: only for who may see what it saw.
    Machine(&'a AiEntry),
    /// Somebody made a sign.
    Reaction { seat: Seat, reaction: Reaction },
    /// The seat that they had the right to play is free, or somebody else's. `looked`: did they look with its eyes?
    Unseated { looked: bool },
    /// The table is gone from memory: come again.
    Lost,
}

/// Where somebody hears it. Must not block.
pub type Outlet = Arc<dyn Fn(&str, Notification<'_>) + Send + Sync>;

pub(super) struct Watcher {
    socket: u64,
    viewer: Viewer,
    /// The seat that this connection may play, and as the how many-th who sat down there.
    right: Option<(Seat, u32)>,
    pub outlet: Outlet,
    since: Since,
    /// Where everybody plays on, as far as this one was told.
    next: bool,
}

impl TableActor {
    pub(super) fn join(
        &mut self,
        socket: u64,
        viewer: Viewer,
        right: Option<(Seat, u32)>,
        since: Option<Since>,
        outlet: Outlet,
    ) -> Result<(), Refusal> {
        let sits = right.is_none_or(|(seat, sitting)| self.room.sits(seat, sitting));
        if !sits || viewer.seat().is_some_and(|seat| right.is_none_or(|(own, _)| own != seat)) {
            return Err(Refusal::new(RefusalCode::NotYours, "that token is not good here"));
        }
        let effects = self.room.join(viewer, since)?;
        self.drop_watcher(socket, viewer);
        let attended = self.attended();
        let next = self.room.status().next.is_some();
        self.watchers.push(Watcher { socket, viewer, right, outlet, since: Since::default(), next });
        for effect in &effects {
            self.tell(self.watchers.len() - 1, effect);
        }
        let (watcher, over) = (&self.watchers[self.watchers.len() - 1], self.room.phase() == Phase::Over);
        for entry in self.ai_log.iter().filter(|entry| may_read(viewer, over, entry)) {
            (watcher.outlet)(&self.id, Notification::Machine(entry));
        }
        if !attended && self.attended() {
            self.hurry();
        }
        Ok(())
    }

    /// Is somebody here who plays, and not only looks on?
    pub(super) fn attended(&self) -> bool {
        let plays = |seat: Seat| self.room.place(seat).is_some_and(|place| !place.driver.is_hosted());
        self.watchers.iter().any(|watcher| watcher.viewer.seat().is_some_and(plays))
    }

    pub(super) fn leave(&mut self, socket: u64) {
        if let Some(viewer) = self.forget(socket)
            && !self.watchers.iter().any(|watcher| watcher.viewer == viewer)
        {
            self.room.leave(viewer);
        }
    }

    /// Somebody looks with other eyes now: those of before close, unless they are the same or somebody else's too.
    fn drop_watcher(&mut self, socket: u64, now: Viewer) {
        if let Some(before) = self.forget(socket)
            && before != now
            && !self.watchers.iter().any(|watcher| watcher.viewer == before)
        {
            self.room.leave(before);
        }
    }

    fn forget(&mut self, socket: u64) -> Option<Viewer> {
        let at = self.watchers.iter().position(|watcher| watcher.socket == socket)?;
        Some(self.watchers.swap_remove(at).viewer)
    }

    /// Whoever got up, or was made to, does not look with the eyes of that seat any more, does not play it, and hears so.
    pub(super) fn show_out(&mut self) {
        let mut closed = Vec::new();
        self.watchers.retain_mut(|watcher| {
            let gone = watcher.right.is_some_and(|(seat, sitting)| !self.room.sits(seat, sitting));
            if !gone {
                return true;
            }
            let looked = watcher.viewer.seat().is_some();
            watcher.right = None;
            (watcher.outlet)(&self.id, Notification::Unseated { looked });
            if looked {
                closed.push(watcher.viewer);
            }
            !looked
        });
        for viewer in closed {
            if !self.watchers.iter().any(|watcher| watcher.viewer == viewer) {
                self.room.leave(viewer);
            }
        }
    }

    /// The room was taken from the store again: everybody who looks on is shown what they missed.
    pub(super) fn show_again(&mut self) {
        self.show_out();
        let mut told = Vec::new();
        for at in 0..self.watchers.len() {
            let (viewer, since) = (self.watchers[at].viewer, self.watchers[at].since);
            if let Ok(effects) = self.room.join(viewer, Some(since)) {
                told.push((at, effects));
            }
        }
        for (at, effects) in told {
            for effect in &effects {
                self.tell(at, effect);
            }
        }
    }

    /// A sign is told and forgotten.
    pub(super) fn react(&mut self, from: MessageSource, reaction: Reaction) -> Result<(), Refusal> {
        self.is_theirs(from)?;
        self.may_speak(from)?;
        let Sender::Seat(seat) = from.who else {
            return Err(Refusal::new(RefusalCode::NotYours, "only who sits at the table makes signs"));
        };
        for watcher in &self.watchers {
            (watcher.outlet)(&self.id, Notification::Reaction { seat, reaction });
        }
        Ok(())
    }

    /// What a viewer may have of the log: all of it when the match is over or closed and its key is told, what it saw until then.
    pub(super) fn log(&self, viewer: Viewer) -> Option<String> {
        let log = self.room.log()?;
        if self.room.phase() == Phase::Over {
            return Some(log.to_owned());
        }
        witness_log(log, &**self.room.rules(), viewer).ok()
    }

    fn tell(&mut self, at: usize, effect: &Effect) {
        let watcher = &mut self.watchers[at];
        match effect {
            Effect::Show(show) if show.viewer == watcher.viewer => {
                watcher.since = show.since;
                (watcher.outlet)(&self.id, Notification::View(show));
            }
            Effect::Status(status) => {
                let news = status.next.is_some() && !std::mem::replace(&mut watcher.next, status.next.is_some());
                (watcher.outlet)(&self.id, Notification::Status { status, news });
            }
            _ => {}
        }
    }

    /// Does what a room asks for, after it was written.
    pub(super) fn deliver(&mut self, effects: &[Effect]) {
        if effects.iter().any(|effect| matches!(effect, Effect::Status(_))) {
            self.show_out();
        }
        self.drop_thoughts();
        for effect in effects {
            match effect {
                Effect::Think { seat, .. } => self.think(*seat),
                Effect::NextHand => self.post(Sender::Clock, Input::Start),
                Effect::Again { practice } => self.again(*practice),
                _ => (0..self.watchers.len()).for_each(|at| self.tell(at, effect)),
            }
        }
    }

    pub(super) fn keep_log(&mut self, entry: AiEntry) {
        for watcher in self.watchers.iter().filter(|watcher| may_read(watcher.viewer, false, &entry)) {
            (watcher.outlet)(&self.id, Notification::Machine(&entry));
        }
        if self.ai_log.len() == MOST_LOGGED {
            self.ai_log.pop_front();
        }
        self.ai_log.push_back(entry);
    }

    /// Opens the next table, and has it written where it is. Tokens of this table's seats are good there too.
    fn again(&self, practice: bool) {
        let (again, own) = (self.room.again(practice), self.own.clone());
        let secret = if practice { *self.secret.bytes() } else { tokens::random() };
        let (hall, game) = (Arc::clone(&self.hall), self.game.clone());
        let from = (self.id.clone(), *self.secret.bytes());
        tokio::spawn(async move {
            let message = match hall.rematch(&game, secret, again, &from).await {
                Ok(id) => {
                    let (done, _) = oneshot::channel();
                    Message::Input { from: Sender::Clock.into(), input: Input::Next(id), done }
                }
                Err(why) => {
                    tracing::error!(from = from.0, why, "a rematch could not be opened");
                    tokio::time::sleep(AGAIN).await;
                    Message::GoOn
                }
            };
            let _ = own.send(message).await;
        });
    }
}

/// So much of what machines did is kept for those who come later.
const MOST_LOGGED: usize = 64;

/// Who may see what a machine saw and thought.
fn may_read(viewer: Viewer, over: bool, entry: &AiEntry) -> bool {
    over || viewer == Viewer::God || viewer.seat().is_some_and(|seat| u8::from(seat) == entry.seat)
}
