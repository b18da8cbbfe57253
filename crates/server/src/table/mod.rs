//! One table: a room with a mailbox. Inputs one after the other; what comes of one is on the disk before anybody hears of it.
//!
//! What is in memory is what is in the store, or nobody is served from it: a table whose write failed is *spoilt*, and is taken from
//! the store again before the next message is looked at (`keeping`).

mod bots;
mod persistence;
mod viewers;

use crate::bot_runner::Choice;
use crate::hall::Hall;
use crate::limits::Bucket;
use crate::load_match::{self, LoadError};
use crate::messages::{AiEntry, Reaction};
use crate::store::Header;
use bots::{Hint, Thought};
use persistence::Stale;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_room::{Driver, Input, Phase, Refusal, RefusalCode, Room, Sender, Since, Status};
use rulebook_scene::Gesture;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};
use viewers::Watcher;
pub use viewers::{Notification, Outlet};

/// A table that nobody looks at and where no machine is due is put away after this long; it is read again when somebody comes.
const IDLE: Duration = Duration::from_secs(120);

/// Where an answer goes.
pub type Done<T> = oneshot::Sender<Result<T, Refusal>>;

/// Who speaks: and if it is the person in a seat, the how many-th who sat down there. Whoever got up says nothing for who came after.
#[derive(Clone, Copy, Debug)]
pub struct MessageSource {
    /// Who.
    pub who: Sender,
    /// Which of those who have sat there.
    pub sitting: Option<u32>,
}

impl From<Sender> for MessageSource {
    fn from(who: Sender) -> MessageSource {
        MessageSource { who, sitting: None }
    }
}

/// A message to a table.
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Message {
    /// Somebody wants something.
    Input { from: MessageSource, input: Input, done: Done<()> },
    /// Somebody sits down; told as the how many-th there.
    Sit { seat: Seat, name: String, done: Done<u32> },
    /// Somebody comes to look, perhaps with the right to play a seat.
    Join {
        socket: u64,
        viewer: Viewer,
        right: Option<(Seat, u32)>,
        since: Option<Since>,
        outlet: Outlet,
        done: Done<()>,
    },
    /// Somebody goes.
    Leave { socket: u64 },
    /// How does it stand?
    Status { done: Done<Status> },
    /// The log, as somebody may have it.
    Log { viewer: Viewer, done: Done<Option<String>> },
    /// What would a bot do in this seat? Nothing if it is not asked.
    Hint { seat: Seat, done: Done<Option<String>> },
    /// Why may this seat not do that?
    Why { seat: Seat, gesture: Gesture, done: Done<Option<String>> },
    /// Somebody makes a sign.
    React { from: MessageSource, reaction: Reaction, done: Done<()> },
    /// Another node may have written, up to this version.
    Follow { version: u64 },
    /// What a machine chose, and which thought it was.
    Chosen { seat: Seat, ticket: u64, choice: Choice },
    /// The table where everybody plays on could not be opened: once more.
    GoOn,
    /// Nobody has come to this match for a long time, and it had so many records then.
    Abandon { version: u64, done: Done<()> },
    /// Do the records that a snapshot stands for still fit?
    Check { done: Done<()> },
    /// The server goes down.
    Stop,
}

impl Message {
    /// Nobody is answered from a room that may not be what is stored.
    fn refuse(self) {
        let no = || Refusal::new(RefusalCode::Unavailable, "the server cannot read or write now; send it again");
        match self {
            Message::Input { done, .. } | Message::Join { done, .. } | Message::React { done, .. } => {
                drop(done.send(Err(no())));
            }
            Message::Check { done } | Message::Abandon { done, .. } => drop(done.send(Err(no()))),
            Message::Sit { done, .. } => drop(done.send(Err(no()))),
            Message::Status { done } => drop(done.send(Err(no()))),
            Message::Log { done, .. } | Message::Hint { done, .. } | Message::Why { done, .. } => {
                drop(done.send(Err(no())));
            }
            Message::Leave { .. } | Message::Follow { .. } | Message::Chosen { .. } | Message::GoOn | Message::Stop => {
            }
        }
    }
}

/// A table that is in memory.
pub struct TableActor {
    hall: Arc<Hall>,
    id: String,
    secret: Key,
    game: Game,
    room: Room,
    /// Set when what is in memory may not be what is stored.
    stale: Option<Stale>,
    /// The match itself does not fit any more: it is frozen before the next message.
    broken: Option<LoadError>,
    /// It is.
    frozen: bool,
    watchers: Vec<Watcher>,
    /// What machines are thinking about, by seat.
    thoughts: BTreeMap<Seat, Thought>,
    /// The hints that somebody waits for, by seat.
    hints: BTreeMap<Seat, Hint>,
    /// How many thoughts there were.
    tickets: u64,
    /// Moves of decisions that machines have made and not played yet: by seat, the ask of the next one.
    planned: BTreeMap<Seat, (u32, VecDeque<String>)>,
    /// What machines did lately.
    ai_log: VecDeque<AiEntry>,
    /// How fast seats speak.
    speeds: BTreeMap<Seat, Bucket>,
    /// How many records the last snapshot has seen.
    snapped: u64,
    /// When it was last said that somebody looks on.
    visit: Option<Instant>,
    /// Held while clocks run here.
    ticking: Option<crate::clock_heartbeat::Ticking>,
    own: mpsc::Sender<Message>,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl TableActor {
    /// Takes a match from the store.
    pub(crate) async fn load(
        hall: Arc<Hall>,
        header: Header,
        own: mpsc::Sender<Message>,
    ) -> Result<TableActor, LoadError> {
        let game = load_match::rules_of(&hall, &header).await?;
        let (room, snapped) = match load_match::open(&hall, &header, &game).await {
            Err(LoadError::OtherSemantics(_)) if header.live => {
                let room = load_match::rebase(&hall, &header, &game).await?;
                // That is a record, and holds one.
                let version = room.version();
                (room, version)
            }
            opened => opened?,
        };
        let secret = Key::from_bytes(header.secret);
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
            speeds: BTreeMap::new(),
            snapped,
            visit: None,
            ticking: None,
            own,
        };
        if table.room.status().seats.iter().any(|place| matches!(place.driver, Driver::Llm { .. })) {
            // A model is told what happened.
            table.make_whole().await;
        }
        Ok(table)
    }

    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        if let Some((from, to)) = self.hall.away {
            self.give_back(from, to).await;
        }
        let resumed = self.room.resume();
        self.deliver(&resumed);
        while !self.frozen {
            let deadline = self.room.deadline().filter(|_| self.stale.is_none());
            self.ticking =
                deadline.is_some().then(|| self.ticking.take().unwrap_or_else(|| self.hall.clocks.ticking()));
            let late = deadline.map_or(IDLE, |at| Duration::from_millis(at.saturating_sub(now()).max(1))).min(IDLE);
            let late = if self.stale.is_some() { persistence::PAUSE } else { late };
            let message = tokio::time::timeout(late, mailbox.recv()).await;
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
                    // The next release may give the rules another meaning: then the match goes on from exactly here.
                    self.snap(1).await;
                    break;
                }
                Ok(Some(message)) => self.handle(message).await,
                Err(_) if self.room.deadline().is_some() => drop(self.input(Sender::Clock.into(), Input::Tick).await),
                Err(_) => {
                    if self.watchers.is_empty() && !self.room.is_due() && self.hall.retire(&self.id, &mailbox) {
                        // Until somebody comes again there may be another release.
                        self.snap(1).await;
                        break;
                    }
                }
            }
            self.freeze().await;
            self.visited();
        }
    }

    /// Somebody looks on: that is said now and then, and the match is not one that nobody plays any more.
    fn visited(&mut self) {
        let told = self.visit.is_some_and(|at| at.elapsed() < self.hall.visits);
        if told || self.watchers.is_empty() || self.room.phase() != Phase::Playing {
            return;
        }
        self.visit = Some(Instant::now());
        let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
        tokio::spawn(async move {
            if let Err(error) = hall.store.visited(&id, now()).await {
                tracing::warn!(id, %error, "it cannot be said that somebody looks on");
            }
        });
    }

    /// A match whose records do not fit is not served from memory either.
    async fn freeze(&mut self) {
        if let Some(trouble) = self.broken.take() {
            self.frozen = true;
            if let Ok(Some(header)) = self.hall.store.find(&self.id).await {
                self.hall.freeze(&header, trouble).await;
            }
        }
    }

    async fn handle(&mut self, message: Message) {
        match message {
            Message::Input { from, input, done } => {
                if !matches!(input, Input::Answer(_)) {
                    // Something else than a move: what machines had planned may not fit any more.
                    self.planned.clear();
                }
                let result = match self.may_speak(from) {
                    Ok(()) => self.input(from, input).await,
                    Err(refusal) => Err(refusal),
                };
                let _ = done.send(result);
            }
            Message::Sit { seat, name, done } => {
                self.planned.clear();
                let sat = self.input(Sender::Guest.into(), Input::Sit { seat, name }).await;
                let _ = done.send(sat.map(|()| self.room.place(seat).map_or(0, |place| place.sat)));
            }
            Message::Join { socket, viewer, right, since, outlet, done } => {
                if since.is_some() {
                    // What was missed may be from before the snapshot.
                    self.make_whole().await;
                }
                let _ = done.send(self.join(socket, viewer, right, since, outlet));
            }
            Message::Leave { socket } => self.leave(socket),
            Message::Status { done } => drop(done.send(Ok(self.room.status()))),
            Message::Log { viewer, done } => {
                self.make_whole().await;
                drop(done.send(Ok(self.log(viewer))));
            }
            Message::Hint { seat, done } => self.hint(seat, done),
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
                    false => Err(Refusal::new(RefusalCode::WrongPhase, "somebody looks on")),
                };
                let _ = done.send(left);
            }
            Message::Check { done } => {
                self.check().await;
                self.freeze().await;
                let _ = done.send(Ok(()));
            }
            Message::Stop => {}
        }
    }

    /// A seat may not speak faster than one connection, over however many connections it speaks.
    fn may_speak(&mut self, from: MessageSource) -> Result<(), Refusal> {
        let (Sender::Seat(seat) | Sender::Machine(seat)) = from.who else { return Ok(()) };
        let (rate, now) = (self.hall.seat_rate, Instant::now());
        if self.speeds.entry(seat).or_insert_with(|| Bucket::new(rate, now)).take(rate, now) {
            return Ok(());
        }
        self.hall.metrics.limited.fetch_add(1, Relaxed);
        Err(Refusal::new(RefusalCode::NotAllowed, "too fast: wait a moment"))
    }

    /// Does who speaks for a seat still sit there?
    fn is_theirs(&self, from: MessageSource) -> Result<(), Refusal> {
        let (Sender::Seat(seat) | Sender::Machine(seat), Some(sitting)) = (from.who, from.sitting) else {
            return Ok(());
        };
        if self.room.sits(seat, sitting) {
            return Ok(());
        }
        Err(Refusal::new(RefusalCode::NotYours, "you do not sit there any more"))
    }

    /// Sends itself an input, to be handled after this one.
    fn post(&self, who: Sender, input: Input) {
        let (done, _) = oneshot::channel();
        // A mailbox that is full has somebody in it who will make the table look again.
        let _ = self.own.try_send(Message::Input { from: who.into(), input, done });
    }
}

impl Drop for TableActor {
    /// Whoever still looks on, when a bug or a damaged match ends the table, comes again and hears what there is.
    fn drop(&mut self) {
        for watcher in &self.watchers {
            (watcher.outlet)(&self.id, Notification::Lost);
        }
    }
}
