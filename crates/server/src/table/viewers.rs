//! Keeps the connected viewers of a table, and sends them notifications.

use super::{Message, MessageSource, TableActor};
use crate::limits::network;
use crate::messages::{AiEntry, Reaction, ViewMessage};
use crate::refusals;
use crate::tokens;
use rulebook_kernel::{Seat, Viewer};
use rulebook_matchlog::{with_names, witness_log};
use rulebook_room::{Effect, Input, Phase, Refusal, SeatInfo, Sender, Since, Status};
use serde_json::value::{RawValue, to_raw_value};
use std::net::IpAddr;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Waiting time before the table tries again to open a rematch table.
const AGAIN: Duration = Duration::from_secs(2);

/// A notification to a viewer.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum Notification<'a> {
    /// A new view: the message `game:view`.
    View(&'a RawValue),
    /// The public status. `news` says whether this is the first status that contains the rematch table.
    Status { status: &'a Status, news: bool },
    /// An action of a bot. Sent only to viewers who may see the information of the bot.
    Machine(&'a AiEntry),
    /// A reaction.
    Reaction { seat: Seat, reaction: Reaction },
    /// The connection has lost the right to its seat. `looked` says whether the connection had the view of this seat.
    Unseated { looked: bool },
    /// The table was unloaded, or the viewer may no longer have this view. The client should reconnect.
    Lost,
}

/// The callback of a viewer. A callback must not block.
pub type Outlet = Arc<dyn Fn(&str, Notification<'_>) + Send + Sync>;

/// A connection that joins a table.
pub(super) struct Connection {
    pub socket: u64,
    pub viewer: Viewer,
    /// The seat that this connection may play, and its occupancy number.
    pub right: Option<(Seat, u32)>,
    /// The address of the client.
    pub from: Option<IpAddr>,
}

pub(super) struct Watcher {
    socket: u64,
    viewer: Viewer,
    /// The seat that this connection may play, and its occupancy number.
    right: Option<(Seat, u32)>,
    from: Option<IpAddr>,
    pub outlet: Outlet,
    since: Since,
    /// Whether this viewer knows the rematch table.
    next: bool,
}

impl TableActor {
    pub(super) fn join(&mut self, connection: Connection, since: Option<Since>, outlet: Outlet) -> Result<(), Refusal> {
        let Connection { socket, viewer, right, from } = connection;
        let sits = right.is_none_or(|(seat, sitting)| self.room.sits(seat, sitting));
        if !sits || viewer.seat().is_some_and(|seat| right.is_none_or(|(own, _)| own != seat)) {
            return Err(refusals::invalid_link());
        }
        if viewer == Viewer::Spectator && right.is_none() && self.has_enough_spectators(socket, from) {
            return Err(refusals::too_many_spectators());
        }
        let was_away = viewer.seat().is_some_and(|seat| self.room.is_away(seat));
        let effects = self.room.join(viewer, since)?;
        self.drop_watcher(socket, viewer);
        let attended = self.attended();
        let next = self.room.status().next.is_some();
        self.watchers.push(Watcher { socket, viewer, right, from, outlet, since: Since::default(), next });
        for effect in &effects {
            // All viewers learn that a player is back.
            let all = was_away && matches!(effect, Effect::Status(_));
            let first = if all { 0 } else { self.watchers.len() - 1 };
            self.tell(first..self.watchers.len(), effect);
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

    /// Whether an address has as many connections to this table as it may have. The limit exists because the server
    /// computes a view for each connection after every move. A connection that already watches may join again.
    fn has_enough_spectators(&self, socket: u64, from: Option<IpAddr>) -> bool {
        let Some(from) = from.map(network) else { return false };
        let watches = self.watchers.iter().any(|watcher| watcher.socket == socket);
        let same = |watcher: &&Watcher| watcher.from.map(network) == Some(from);
        !watches && self.watchers.iter().filter(same).count() >= self.hall.spectators_each
    }

    /// The connected viewers and their addresses.
    pub(super) fn viewers(&self) -> Vec<(Viewer, Option<IpAddr>)> {
        self.watchers.iter().map(|watcher| (watcher.viewer, watcher.from)).collect()
    }

    /// The address of the viewer who has watched for the longest time. `None` if nobody watches.
    pub(super) fn first_viewer(&self) -> Option<IpAddr> {
        self.watchers.first().and_then(|watcher| watcher.from)
    }

    /// Whether at least one player is connected. Spectators do not count.
    pub(super) fn attended(&self) -> bool {
        let plays = |seat: Seat| self.room.place(seat).is_some_and(|place| !place.driver.is_hosted());
        self.watchers.iter().any(|watcher| watcher.viewer.seat().is_some_and(plays))
    }

    pub(super) fn leave(&mut self, socket: u64) {
        if let Some(viewer) = self.forget(socket)
            && !self.watchers.iter().any(|watcher| watcher.viewer == viewer)
        {
            self.watcher_left(viewer);
        }
    }

    /// Removes a viewer without connections from the room, and tells the others that a player is away.
    fn watcher_left(&mut self, viewer: Viewer) {
        for effect in self.room.leave(viewer, self.clock.now()) {
            self.tell(0..self.watchers.len(), &effect);
        }
    }

    /// Removes the old view of a connection that joins again with another view.
    fn drop_watcher(&mut self, socket: u64, now: Viewer) {
        if let Some(before) = self.forget(socket)
            && before != now
            && !self.watchers.iter().any(|watcher| watcher.viewer == before)
        {
            self.watcher_left(before);
        }
    }

    fn forget(&mut self, socket: u64) -> Option<Viewer> {
        let at = self.watchers.iter().position(|watcher| watcher.socket == socket)?;
        Some(self.watchers.swap_remove(at).viewer)
    }

    /// Notifies connections whose player has lost the seat, and closes their view of the seat. Disconnects the host who
    /// watches all cards, if nobody may see them any more.
    pub(super) fn show_out(&mut self) {
        let mut closed = Vec::new();
        self.watchers.retain_mut(|watcher| {
            if watcher.viewer == Viewer::God && !self.room.sees(Viewer::God) {
                (watcher.outlet)(&self.id, Notification::Lost);
                closed.push(watcher.viewer);
                return false;
            }
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
                self.watcher_left(viewer);
            }
        }
    }

    /// Sends all viewers the changes that they missed before a reload.
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
                self.tell(at..at + 1, effect);
            }
        }
    }

    /// Sends a reaction to all viewers. Reactions are not stored.
    pub(super) fn react(&mut self, from: MessageSource, reaction: Reaction) -> Result<(), Refusal> {
        self.is_theirs(from)?;
        self.may_speak(from)?;
        let Sender::Seat(seat) = from.who else {
            return Err(refusals::only_players_react());
        };
        for watcher in &self.watchers {
            (watcher.outlet)(&self.id, Notification::Reaction { seat, reaction });
        }
        Ok(())
    }

    /// The log that a viewer may see. After the match it is the whole log. Before the end, it contains only the entries
    /// that the viewer saw.
    pub(super) fn log(&self, viewer: Viewer) -> Option<String> {
        let log = self.room.log()?;
        if self.room.phase() == Phase::Over {
            let names: Vec<String> = self.room.status().seats.iter().map(SeatInfo::name).collect();
            return Some(with_names(log, &names));
        }
        witness_log(log, &**self.room.rules(), viewer).ok()
    }

    /// Notifies the viewers with these indexes. A view is written as JSON only once, however many viewers get it.
    fn tell(&mut self, some: Range<usize>, effect: &Effect) {
        let id = &self.id;
        match effect {
            Effect::Show(show) => {
                let mut text = None;
                for watcher in self.watchers[some].iter_mut().filter(|watcher| watcher.viewer == show.viewer) {
                    watcher.since = show.since;
                    let text =
                        text.get_or_insert_with(|| to_raw_value(&ViewMessage { id, view: show }).unwrap_or_default());
                    (watcher.outlet)(id, Notification::View(text));
                }
            }
            Effect::Status(status) => {
                for watcher in &mut self.watchers[some] {
                    let news = status.next.is_some() && !std::mem::replace(&mut watcher.next, status.next.is_some());
                    (watcher.outlet)(id, Notification::Status { status, news });
                }
            }
            _ => {}
        }
    }

    /// Carries out the effects of a room after its records were written.
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
                _ => self.tell(0..self.watchers.len(), effect),
            }
        }
    }

    /// Sends an action of a bot to the viewers who may see it now, and starts to store it. The caller awaits the result
    /// before it handles the next message, so that entries are stored in order.
    pub(super) fn keep_log(&mut self, entry: AiEntry) -> JoinHandle<()> {
        for watcher in self.watchers.iter().filter(|watcher| may_read(watcher.viewer, false, &entry)) {
            (watcher.outlet)(&self.id, Notification::Machine(&entry));
        }
        let (hall, id, line) = (Arc::clone(&self.hall), self.id.clone(), serde_json::to_string(&entry));
        if self.ai_log.len() == MOST_LOGGED {
            self.ai_log.pop_front();
        }
        self.ai_log.push_back(entry);
        tokio::spawn(async move {
            let Ok(line) = line else { return };
            if let Err(error) = hall.store.add_ai_entry(&id, line).await {
                tracing::warn!(id, %error, "action of a bot not logged");
            }
        })
    }

    /// Loads the latest actions of bots from the store. Entries that cannot be read are dropped.
    pub(super) async fn load_log(&mut self) {
        let found = self.hall.store.ai_log(&self.id, MOST_LOGGED).await;
        match found {
            Ok(lines) => self.ai_log = lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect(),
            Err(error) => tracing::warn!(id = self.id, %error, "log of the bots cannot be read"),
        }
    }

    /// When the match ends, sends the log of the bots to the viewers who were not allowed to see it before. Other nodes
    /// may have run some of the bots, so the log is read from the store.
    pub(super) async fn publish_log(&mut self) {
        if self.room.phase() != Phase::Over || std::mem::replace(&mut self.published, true) {
            return;
        }
        let known = std::mem::take(&mut self.ai_log);
        self.load_log().await;
        if self.ai_log.is_empty() {
            self.ai_log.clone_from(&known);
        }
        for watcher in &self.watchers {
            let had = |entry: &&AiEntry| may_read(watcher.viewer, false, entry) && known.contains(entry);
            for entry in self.ai_log.iter().filter(|entry| !had(entry)) {
                (watcher.outlet)(&self.id, Notification::Machine(entry));
            }
        }
    }

    /// Opens the rematch table and records its id here. Tokens of this table are valid at the rematch table too.
    fn again(&self, practice: bool) {
        let (again, own) = (self.room.again(practice), self.own.clone());
        let secret = if practice { *self.secret.bytes() } else { tokens::random() };
        let (hall, game) = (Arc::clone(&self.hall), self.game.clone());
        let (from, seats) = ((self.id.clone(), *self.secret.bytes()), again.seats.clone());
        tokio::spawn(async move {
            let message = match hall.rematch(&game, secret, again, &from).await {
                Ok(id) => {
                    let (done, _) = oneshot::channel();
                    Message::Input { from: Sender::Clock.into(), input: Input::Next { id, seats }, done }
                }
                Err(why) => {
                    tracing::error!(from = from.0, why, "rematch table could not be opened");
                    tokio::time::sleep(AGAIN).await;
                    Message::GoOn
                }
            };
            let _ = own.send(message).await;
        });
    }
}

/// Maximum number of bot actions kept for later viewers.
const MOST_LOGGED: usize = 64;

/// Whether a viewer may see the information and the reasoning of a bot.
fn may_read(viewer: Viewer, over: bool, entry: &AiEntry) -> bool {
    over || viewer == Viewer::God || viewer.seat().is_some_and(|seat| u8::from(seat) == entry.seat)
}
