//! One table: an actor that owns a room. It handles one message at a time, and stores the result before it answers or
//! notifies viewers.
//!
//! A table never serves state that is not in the store. If a write fails, the table is *stale*: it reloads from the
//! store before it handles the next message (`persistence`).

mod bots;
mod persistence;
mod viewers;

use crate::bot_runner::Choice;
use crate::busy::Busy;
use crate::clock::MatchClock;
pub(crate) use crate::clock::now;
use crate::hall::Hall;
use crate::limits::Budget;
use crate::load_match::{self, LoadError};
use crate::messages::{AiEntry, Reaction, SeatActions};
use crate::refusals;
use crate::shelf::ShelfGame;
use crate::store::Header;
use bots::{Hint, Thought};
use persistence::Stale;
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_room::{Input, Phase, Refusal, RefusalCode, Room, Sender, Since, Status};
use rulebook_scene::Gesture;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use viewers::{Connection, Watcher};
pub use viewers::{Notification, Outlet};

/// A table is unloaded after this time, if it has no viewers and no bot has to decide.
const IDLE: Duration = Duration::from_secs(120);
/// This time replaces [`IDLE`] if the node has more than [`MANY_TABLES`] tables in memory. So nobody fills the memory
/// by asking for one table after the other.
const IDLE_IF_MANY: Duration = Duration::from_secs(10);
const MANY_TABLES: i64 = 2000;

/// The channel for the answer to a message.
pub type Done<T> = oneshot::Sender<Result<T, Refusal>>;

/// A sender and, for a player, the occupancy number of the seat. With this number, the table refuses messages of a
/// player who has left the seat.
#[derive(Clone, Copy, Debug)]
pub struct MessageSource {
    /// The sender.
    pub who: Sender,
    /// The occupancy number of the seat.
    pub sitting: Option<u32>,
}

impl From<Sender> for MessageSource {
    fn from(who: Sender) -> MessageSource {
        MessageSource { who, sitting: None }
    }
}

/// A message to a table.
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum Message {
    /// An input to the room.
    Input { from: MessageSource, input: Input, done: Done<()> },
    /// Takes a seat, and stores the hash of its token. Answers with the occupancy number.
    Sit { seat: Seat, name: String, hash: String, done: Done<u32> },
    /// Adds a viewer, perhaps with the right to play a seat.
    Join {
        socket: u64,
        viewer: Viewer,
        right: Option<(Seat, u32)>,
        from: Option<IpAddr>,
        since: Option<Since>,
        outlet: Outlet,
        done: Done<()>,
    },
    /// Asks for the connected viewers and their addresses, for the operator.
    Viewers { done: Done<Vec<(Viewer, Option<IpAddr>)>> },
    /// The records were changed, because a name was erased. The table reads them again.
    Reload,
    /// Removes a viewer.
    Leave { socket: u64 },
    /// Asks for the public status.
    Status { done: Done<Status> },
    /// Asks for the part of the log that a viewer may see.
    Log { viewer: Viewer, done: Done<Option<String>> },
    /// Asks for the move that a bot would make in this seat. The answer is `None` if the seat has no open ask.
    Hint { seat: Seat, done: Done<Option<String>> },
    /// Asks for the legal actions of a seat.
    Actions { from: MessageSource, seat: Seat, done: Done<SeatActions> },
    /// Asks why a gesture is not legal.
    Why { seat: Seat, gesture: Gesture, done: Done<Option<String>> },
    /// Sends a reaction.
    React { from: MessageSource, reaction: Reaction, done: Done<()> },
    /// Another node may have written records up to this version.
    Follow { version: u64 },
    /// The choice of a bot, with the number of its task.
    Chosen { seat: Seat, ticket: u64, choice: Choice },
    /// Opens the rematch table again, because the last attempt failed.
    GoOn,
    /// Closes an abandoned match, if it still has this version.
    Abandon { version: u64, done: Done<()> },
    /// Compares a match loaded from a snapshot with its records.
    Check { done: Done<()> },
    /// A message of a client. The costs of the message are charged to this address.
    Charged { client: IpAddr, message: Box<Message> },
    /// The server stops.
    Stop,
}

impl Message {
    /// The seat and the occupancy number of the token that came with this message.
    fn right(&self) -> Option<(Seat, u32)> {
        match self {
            Message::Join { right, .. } => *right,
            Message::Actions { from: MessageSource { who: Sender::Seat(seat), sitting }, .. } => {
                sitting.map(|sitting| (*seat, sitting))
            }
            // If an input is refused, `TableActor::was_behind` looks for new records.
            _ => None,
        }
    }

    /// Refuses the message, because the table is stale.
    fn refuse(self) {
        let no = || Refusal::new(RefusalCode::Unavailable, "The server cannot read or write its data now. Try again.");
        match self {
            Message::Input { done, .. } | Message::Join { done, .. } | Message::React { done, .. } => {
                drop(done.send(Err(no())));
            }
            Message::Check { done } | Message::Abandon { done, .. } => drop(done.send(Err(no()))),
            Message::Sit { done, .. } => drop(done.send(Err(no()))),
            Message::Status { done } => drop(done.send(Err(no()))),
            Message::Actions { done, .. } => drop(done.send(Err(no()))),
            Message::Log { done, .. } | Message::Hint { done, .. } | Message::Why { done, .. } => {
                drop(done.send(Err(no())));
            }
            Message::Viewers { done } => drop(done.send(Err(no()))),
            Message::Charged { message, .. } => message.refuse(),
            Message::Leave { .. }
            | Message::Reload
            | Message::Follow { .. }
            | Message::Chosen { .. }
            | Message::GoOn
            | Message::Stop => {}
        }
    }
}

/// A loaded table.
pub struct TableActor {
    hall: Arc<Hall>,
    id: String,
    secret: Key,
    game: ShelfGame,
    room: Room,
    /// Set if memory may differ from the store.
    stale: Option<Stale>,
    /// Set if the match is damaged. The table freezes the match before it handles the next message.
    broken: Option<LoadError>,
    /// Whether the match was frozen. If so, the actor ends.
    frozen: bool,
    watchers: Vec<Watcher>,
    /// The running bot tasks, by seat.
    thoughts: BTreeMap<Seat, Thought>,
    /// For each seat, the hint that is being computed for it now.
    hints: BTreeMap<Seat, Hint>,
    /// The number of the last bot task.
    tickets: u64,
    /// The remaining moves of decisions that models have already made. For each seat: the number of the next ask, and
    /// the moves.
    planned: BTreeMap<Seat, (u32, VecDeque<String>)>,
    /// The latest actions of bots. The store has them too.
    ai_log: VecDeque<AiEntry>,
    /// Whether all viewers got the log of the bots, because the match is over.
    published: bool,
    /// Rate limits of the seats.
    speeds: BTreeMap<Seat, Budget>,
    /// The time of the match.
    clock: MatchClock,
    /// The version of the last snapshot.
    snapped: u64,
    /// The time at which a visit was last recorded.
    visit: Option<Instant>,
    /// Counts this table among the tables with running clocks. `None` while no clock runs.
    ticking: Option<crate::clock_heartbeat::Ticking>,
    own: mpsc::Sender<Message>,
}

impl TableActor {
    /// Loads a match.
    pub(crate) async fn load(
        hall: Arc<Hall>,
        header: Header,
        own: mpsc::Sender<Message>,
    ) -> Result<TableActor, LoadError> {
        let game = load_match::rules_of(&hall, &header).await?;
        let (room, snapped) = match load_match::open(&hall, &header, &game).await {
            Err(LoadError::OtherSemantics(_)) if header.live => {
                let room = load_match::rebase(&hall, &header, &game).await?;
                // The record of the rebase contains a snapshot, so the current version is also the version of the last
                // snapshot.
                let version = room.version();
                (room, version)
            }
            opened => opened?,
        };
        let secret = Key::from_bytes(header.secret);
        let clock = MatchClock::after(room.latest(), hall.store.age(&header.id).await?);
        let mut table = TableActor {
            hall,
            id: header.id,
            secret,
            game,
            room,
            stale: None,
            broken: None,
            frozen: false,
            watchers: Vec::new(),
            thoughts: BTreeMap::new(),
            hints: BTreeMap::new(),
            tickets: 0,
            planned: BTreeMap::new(),
            ai_log: VecDeque::new(),
            published: false,
            speeds: BTreeMap::new(),
            clock,
            snapped,
            visit: None,
            ticking: None,
            own,
        };
        if table.room.has_model() {
            table.make_whole().await;
        }
        table.load_log().await;
        table.published = table.room.phase() == Phase::Over;
        Ok(table)
    }

    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        if let Some((from, to)) = self.hall.away {
            self.give_back(from, to).await;
        }
        let resumed = self.room.resume();
        self.deliver(&resumed);
        let mut used = Instant::now();
        while !self.frozen {
            let deadline = self.room.deadline().filter(|_| self.stale.is_none());
            self.ticking =
                deadline.is_some().then(|| self.ticking.take().unwrap_or_else(|| self.hall.clocks.ticking()));
            let late = match deadline {
                Some(at) => Duration::from_millis(at.saturating_sub(self.clock.now()).max(1)).min(IDLE),
                None => IDLE_IF_MANY,
            };
            let late = if self.stale.is_some() { persistence::PAUSE } else { late };
            let message = tokio::time::timeout(late, mailbox.recv()).await;
            if message.is_ok() {
                used = Instant::now();
            }
            if !self.is_fresh().await {
                match message {
                    Ok(None | Some(Message::Stop)) => break,
                    Ok(Some(Message::Leave { socket })) => self.leave(socket),
                    Ok(Some(message)) => message.refuse(),
                    Err(_) => {}
                }
                self.freeze().await;
                continue;
            }
            match message {
                Ok(None | Some(Message::Stop)) => {
                    // Take a snapshot, because an update of the server may change the rules before the next start.
                    // After such an update, the match continues from the snapshot.
                    self.snap(1).await;
                    break;
                }
                Ok(Some(message)) => self.handle_charged(message).await,
                Err(_) if self.room.deadline().is_some() => drop(self.input(Sender::Clock.into(), Input::Tick).await),
                Err(_) => {
                    let many = self.hall.metrics.tables.load(Relaxed) > MANY_TABLES;
                    let idle = used.elapsed() >= if many { IDLE_IF_MANY } else { IDLE };
                    let unused = idle && self.watchers.is_empty() && !self.room.is_due();
                    if unused && self.hall.retire(&self.id, &mailbox) {
                        // Take a snapshot, because the server may be updated before the next visit.
                        self.snap(1).await;
                        break;
                    }
                }
            }
            self.publish_log().await;
            self.freeze().await;
            self.visited();
        }
    }

    /// Records a visit from time to time while the table has viewers, so that the match does not count as abandoned.
    fn visited(&mut self) {
        let told = self.visit.is_some_and(|at| at.elapsed() < self.hall.visits);
        if told || self.watchers.is_empty() || self.room.phase() != Phase::Playing {
            return;
        }
        self.visit = Some(Instant::now());
        let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
        tokio::spawn(async move {
            if let Err(error) = hall.store.visited(&id, now()).await {
                tracing::warn!(id, %error, "visit not recorded");
            }
        });
    }

    /// Freezes a damaged match.
    async fn freeze(&mut self) {
        if let Some(trouble) = self.broken.take() {
            self.frozen = true;
            if let Ok(Some(header)) = self.hall.store.find(&self.id).await {
                self.hall.freeze(&header, trouble).await;
            }
        }
    }

    /// Handles a message. Charges its computing time and its records to the client who sent it, or to the address that
    /// pays for the bot.
    async fn handle_charged(&mut self, message: Message) {
        let (payer, message) = match message {
            Message::Charged { client, message } => (Some(client), *message),
            Message::Chosen { .. } => (self.payer().address, message),
            message => return self.handle(message).await,
        };
        let version = self.room.version();
        let ((), time) = Busy::new(self.handle(message)).await;
        let records = self.room.version().saturating_sub(version);
        self.hall.machines.costs.charge(payer, time, records);
    }

    async fn handle(&mut self, message: Message) {
        if message.right().is_some_and(|(seat, sitting)| !self.room.sits(seat, sitting)) {
            // The store knows the token of this seat. The record of the seat may come from another node, whose
            // notification has not arrived yet.
            self.follow().await;
        }
        match message {
            Message::Input { from, input, done } => {
                if !matches!(input, Input::Answer(_) | Input::Intent(_)) {
                    // An input other than a move may change the match, so the planned moves are dropped.
                    self.planned.clear();
                }
                let result = match self.may_speak(from) {
                    Ok(()) => self.input(from, input).await,
                    Err(refusal) => Err(refusal),
                };
                let _ = done.send(result);
            }
            Message::Sit { seat, name, hash, done } => {
                self.planned.clear();
                let sat = self.input_with(Sender::Guest.into(), Input::Sit { seat, name }, Some((seat, hash))).await;
                let _ = done.send(sat.map(|()| self.room.place(seat).map_or(0, |place| place.sat)));
            }
            Message::Viewers { done } => drop(done.send(Ok(self.viewers()))),
            Message::Reload => self.read_again().await,
            Message::Join { socket, viewer, right, from, since, outlet, done } => {
                if since.is_some() && !self.room.has_forgotten() {
                    // The steps that the viewer missed may be older than the snapshot. Entries that the room has
                    // forgotten are not loaded again, because a viewer could demand this again and again.
                    self.make_whole().await;
                }
                let _ = done.send(self.join(Connection { socket, viewer, right, from }, since, outlet));
            }
            Message::Leave { socket } => self.leave(socket),
            Message::Status { done } => drop(done.send(Ok(self.room.status()))),
            Message::Log { viewer, done } => {
                self.make_whole().await;
                drop(done.send(Ok(self.log(viewer))));
            }
            Message::Hint { seat, done } => self.hint(seat, done),
            Message::Actions { from, seat, done } => drop(done.send(self.actions(from, seat))),
            Message::Why { seat, gesture, done } => {
                drop(done.send(Ok(self.room.game().and_then(|game| game.why_not(seat, &gesture)))));
            }
            Message::React { from, reaction, done } => drop(done.send(self.react(from, reaction))),
            Message::Follow { version } if version <= self.room.version() => {}
            Message::Follow { .. } => self.follow().await,
            Message::Chosen { seat, ticket, choice } => self.chosen(seat, ticket, choice).await,
            Message::GoOn => {
                let resumed = self.room.resume();
                self.deliver(&resumed);
            }
            Message::Abandon { version, done } => {
                let left = match self.watchers.is_empty() {
                    true => self.input(Sender::Clock.into(), Input::Abandon { version }).await,
                    false => Err(Refusal::new(RefusalCode::WrongPhase, "Somebody is watching.")),
                };
                let _ = done.send(left);
            }
            Message::Check { done } => {
                self.check().await;
                self.freeze().await;
                let _ = done.send(Ok(()));
            }
            // `handle_charged` has taken the message out.
            Message::Charged { .. } | Message::Stop => {}
        }
    }

    /// The legal actions of a seat.
    fn actions(&mut self, from: MessageSource, seat: Seat) -> Result<SeatActions, Refusal> {
        self.may_speak(from)?;
        self.is_theirs(from)?;
        let game = self.room.game().ok_or_else(refusals::not_started)?;
        // Each action is JSON of the rules themselves.
        let actions = game.actions(seat).iter().filter_map(|action| serde_json::from_str(action).ok()).collect();
        Ok(SeatActions { ask: game.answered(seat), actions })
    }

    /// Applies the rate limit of a seat, over all its connections.
    fn may_speak(&mut self, from: MessageSource) -> Result<(), Refusal> {
        let (Sender::Seat(seat) | Sender::Machine(seat)) = from.who else { return Ok(()) };
        let rate = self.hall.seat_rate;
        if self.speeds.entry(seat).or_insert_with(|| Budget::new(rate)).take() {
            return Ok(());
        }
        self.hall.metrics.limited.fetch_add(1, Relaxed);
        Err(refusals::too_fast())
    }

    /// Checks that the sender still sits in the seat.
    fn is_theirs(&self, from: MessageSource) -> Result<(), Refusal> {
        let (Sender::Seat(seat) | Sender::Machine(seat), Some(sitting)) = (from.who, from.sitting) else {
            return Ok(());
        };
        if self.room.sits(seat, sitting) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotYours, "You have left this seat."))
    }

    /// Sends an input to this table, to be handled after the current message.
    fn post(&self, who: Sender, input: Input) {
        let (done, _) = oneshot::channel();
        // If the mailbox is full, the input is dropped. After the next message, the table notices again that the input
        // is due.
        let _ = self.own.try_send(Message::Input { from: who.into(), input, done });
    }
}

impl Drop for TableActor {
    /// Disconnects the remaining viewers when the table ends because of a bug or damage. Their clients will reconnect.
    fn drop(&mut self) {
        for watcher in &self.watchers {
            (watcher.outlet)(&self.id, Notification::Lost);
        }
        self.hall.machines.forget(&self.id);
    }
}
