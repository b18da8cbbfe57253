//! One table: a room with a mailbox. Inputs one after the other; what comes of one is on the disk before anybody hears of it.

use crate::hall::Hall;
use crate::limits::Bucket;
use crate::machines::{Choice, Story};
use crate::messages::{AiEntry, Reaction};
use crate::opening::{self, Trouble};
use crate::store::{Append, Header, StoreError};
use crate::tokens;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Seat, Viewer};
use rulebook_room::{
    Answer, Code, Deal, Driver, Effect, Entry, Input, Phase, Record, Refusal, Room, Show, Since, Status, Who,
};
use rulebook_stage::Gesture;
use rulebook_stage::log::witness_log;
use rulebook_stage::policy::MAX_RECAP;
use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{mpsc, oneshot};

/// A table that nobody looks at and where no machine is due is put away after this long; it is read again when somebody comes.
const IDLE: Duration = Duration::from_secs(120);
/// So much of what machines did is kept for those who come later.
const MOST_LOGGED: usize = 64;
/// A snapshot is taken when so many records are new, and of a table that is put away when there are a few.
const MANY: u64 = 200;
const FEW: u64 = 40;
/// Who gives hints.
const HINT_BOT: &str = "medium";
/// How often an input is tried when other nodes write to the same match.
const TRIES: usize = 20;

/// What somebody at a table hears.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Heard<'a> {
    /// What is new to see.
    View(&'a Show),
    /// How the table stands.
    Status(&'a Status),
    /// What a machine did: only for who may see what it saw.
    Machine(&'a AiEntry),
    /// Everybody agreed to play again, there.
    Again { id: &'a str },
    /// Somebody made a sign.
    Reaction { seat: Seat, reaction: Reaction },
    /// The seat is somebody else's now.
    Unseated,
}

/// Where somebody hears it. Must not block.
pub type Outlet = Arc<dyn Fn(&str, Heard<'_>) + Send + Sync>;

/// A message to a table.
#[allow(missing_docs, reason = "fields are called what they are")]
pub enum Message {
    /// Somebody wants something.
    Input { who: Who, input: Input, done: oneshot::Sender<Result<(), Refusal>> },
    /// Somebody comes to look.
    Join {
        socket: u64,
        viewer: Viewer,
        since: Option<Since>,
        outlet: Outlet,
        done: oneshot::Sender<Result<(), Refusal>>,
    },
    /// Somebody goes.
    Leave { socket: u64 },
    /// How does it stand?
    Status { done: oneshot::Sender<Status> },
    /// The log, as somebody may have it.
    Log { viewer: Viewer, done: oneshot::Sender<Option<String>> },
    /// What would a bot do in this seat? Nothing if it is not asked.
    Hint { seat: Seat, done: oneshot::Sender<Option<String>> },
    /// Why may this seat not do that?
    Why { seat: Seat, gesture: Gesture, done: oneshot::Sender<Option<String>> },
    /// Somebody makes a sign.
    React { seat: Seat, reaction: Reaction, done: oneshot::Sender<Result<(), Refusal>> },
    /// Another node may have written, up to this version.
    Follow { version: u64 },
    /// What a machine chose.
    Chosen { seat: Seat, ask: u32, choice: Choice },
    /// Do the records that a snapshot stands for still fit?
    Check { done: oneshot::Sender<()> },
    /// The server goes down.
    Stop,
}

struct Watcher {
    socket: u64,
    viewer: Viewer,
    outlet: Outlet,
    since: Since,
}

/// A table that is in memory.
pub struct Table {
    hall: Arc<Hall>,
    id: String,
    secret: Key,
    game: Game,
    room: Room,
    watchers: Vec<Watcher>,
    /// Who sat where when that was last looked at.
    owners: Vec<Option<String>>,
    /// Moves of decisions that machines have made and not played yet: by seat, the ask of the next one.
    planned: BTreeMap<Seat, (u32, VecDeque<String>)>,
    /// What machines did lately.
    ai_log: VecDeque<AiEntry>,
    /// How fast seats speak.
    speeds: BTreeMap<Seat, Bucket>,
    /// How many records the last snapshot has seen.
    snapped: u64,
    own: mpsc::Sender<Message>,
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Table {
    /// Takes a match from the store.
    pub(crate) async fn load(hall: Arc<Hall>, header: Header, own: mpsc::Sender<Message>) -> Result<Table, Trouble> {
        let game = hall.shelf.of_match(&header.game, &header.source).await?;
        let room = match opening::open(&hall, &header, &game).await {
            Err(Trouble::Meaning(_)) if header.live => opening::rebase(&hall, &header, &game).await?,
            room => room?,
        };
        let secret = Key::from_bytes(header.secret);
        let mut table = Table {
            hall,
            id: header.id,
            secret,
            game,
            room,
            watchers: Vec::new(),
            owners: Vec::new(),
            planned: BTreeMap::new(),
            ai_log: VecDeque::new(),
            speeds: BTreeMap::new(),
            snapped: 0,
            own,
        };
        table.snapped = table.room.version();
        if table.room.status().seats.iter().any(|place| matches!(place.driver, Driver::Llm { .. })) {
            // A model is told what happened.
            table.make_whole().await;
        }
        table.show_out();
        Ok(table)
    }

    pub(crate) async fn run(mut self, mut mailbox: mpsc::Receiver<Message>) {
        let resumed = self.room.resume();
        self.deliver(&resumed);
        loop {
            let late = self.room.deadline().map_or(IDLE, |at| Duration::from_millis(at.saturating_sub(now()).max(1)));
            let message = tokio::time::timeout(late.min(IDLE), mailbox.recv()).await;
            match message {
                Ok(None | Some(Message::Stop)) => {
                    // The next release may give the rules another meaning: then the match goes on from exactly here.
                    self.snap(1).await;
                    break;
                }
                Ok(Some(Message::Check { done })) => {
                    let fits = self.check().await;
                    let _ = done.send(());
                    if !fits {
                        break;
                    }
                }
                Ok(Some(message)) => self.handle(message).await,
                Err(_) if self.room.deadline().is_some() => drop(self.input(Who::Clock, Input::Tick).await),
                Err(_) => {
                    if self.watchers.is_empty() && !self.machine_due() && self.hall.retire(&self.id, &mailbox) {
                        self.snap(FEW).await;
                        break;
                    }
                }
            }
        }
    }

    fn machine_due(&self) -> bool {
        let Some(game) = self.room.game().filter(|_| self.room.phase() == Phase::Playing) else { return false };
        game.turn().seats().iter().any(|seat| self.room.place(seat).is_some_and(|place| place.driver.is_hosted()))
    }

    async fn handle(&mut self, message: Message) {
        match message {
            Message::Input { who, input, done } => {
                if !matches!(input, Input::Answer(_)) {
                    // Something else than a move: what machines had planned may not fit any more.
                    self.planned.clear();
                }
                let result = if self.may_speak(who) {
                    self.input(who, input).await
                } else {
                    self.hall.metrics.limited.fetch_add(1, Relaxed);
                    Err(Refusal::new(Code::NotAllowed, "too fast: wait a moment"))
                };
                let _ = done.send(result);
            }
            Message::Join { socket, viewer, since, outlet, done } => {
                let _ = done.send(self.join(socket, viewer, since, outlet));
            }
            Message::Leave { socket } => self.leave(socket),
            Message::Status { done } => drop(done.send(self.room.status())),
            Message::Log { viewer, done } => {
                self.make_whole().await;
                drop(done.send(self.log(viewer)));
            }
            Message::Hint { seat, done } => self.hint(seat, done),
            Message::Why { seat, gesture, done } => {
                drop(done.send(self.room.game().and_then(|game| game.why_not(seat, &gesture))));
            }
            Message::React { seat, reaction, done } => drop(done.send(self.react(seat, reaction))),
            Message::Follow { version } if version <= self.room.version() => {}
            Message::Follow { .. } => self.follow().await,
            Message::Chosen { seat, ask, choice } => self.chosen(seat, ask, choice).await,
            Message::Check { .. } | Message::Stop => {}
        }
    }

    /// Whoever came from a snapshot is compared with the records, when nobody has to wait for it. Says whether it may go on.
    async fn check(&mut self) -> bool {
        if self.room.is_whole() {
            return true;
        }
        let Ok(Some(header)) = self.hall.store.find(&self.id).await else { return true };
        match opening::replay(&self.hall, &header, &self.game).await {
            Ok(_) | Err(Trouble::Store(_)) => true,
            Err(trouble) => {
                self.hall.freeze(&header, trouble).await;
                false
            }
        }
    }

    /// A seat may not speak faster than one connection, over however many connections it speaks.
    fn may_speak(&mut self, who: Who) -> bool {
        let (Who::Seat(seat) | Who::Machine(seat)) = who else { return true };
        let (rate, now) = (self.hall.seat_rate, Instant::now());
        self.speeds.entry(seat).or_insert_with(|| Bucket::new(rate, now)).take(rate, now)
    }

    /// Checks, writes, tells. Whatever is refused has changed nothing.
    async fn input(&mut self, who: Who, input: Input) -> Result<(), Refusal> {
        let unavailable = || Refusal::new(Code::Unavailable, "the server cannot write now; send it again");
        if matches!(input, Input::Agree(Deal::Undo) | Input::Drive { driver: Driver::Llm { .. }, .. }) {
            self.make_whole().await;
        }
        for _ in 0..TRIES {
            let expected = self.room.version();
            let effects = self.room.handle(who, input.clone(), now());
            let reply = effects.iter().find_map(|effect| match effect {
                Effect::Reply(result) => Some(result.clone()),
                _ => None,
            });
            let reply = reply.unwrap_or_else(|| Err(unavailable()));
            let lines: Vec<(String, Option<String>)> = effects.iter().filter_map(written).collect();
            if lines.is_empty() {
                self.deliver(&effects);
                return reply;
            }
            let live = self.room.phase() != Phase::Over;
            let begun = Instant::now();
            let appended = self.hall.store.append(Append { id: self.id.clone(), expected, lines, live }).await;
            self.hall.metrics.appended(begun.elapsed());
            match appended {
                Ok(()) => {
                    self.deliver(&effects);
                    self.snap(MANY).await;
                    return reply;
                }
                Err(StoreError::Conflict) => {
                    self.hall.metrics.conflicts.fetch_add(1, Relaxed);
                    self.reload().await.map_err(|_| unavailable())?;
                }
                Err(error) => {
                    self.hall.metrics.store_errors.fetch_add(1, Relaxed);
                    tracing::error!(id = self.id, %error, "an append failed");
                    // It may have been written all the same: only the store knows.
                    self.reload().await.map_err(|_| unavailable())?;
                    return Err(unavailable());
                }
            }
        }
        Err(unavailable())
    }

    /// Keeps a snapshot if so many records are new: whoever opens the match then need not play them again.
    async fn snap(&mut self, records: u64) {
        let version = self.room.version();
        if version < self.snapped + records {
            return;
        }
        let Some(text) = self.room.snapshot() else { return };
        self.snapped = version;
        let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
        let kept = async move {
            if let Err(error) = hall.store.keep_snapshot(&id, version, text).await {
                tracing::warn!(id, %error, "a snapshot was not kept");
            }
        };
        // Nobody waits for a cache, except who will not be there much longer.
        if records == MANY { drop(tokio::spawn(kept)) } else { kept.await }
    }

    /// What a snapshot left out is read when somebody needs it.
    async fn make_whole(&mut self) {
        if self.room.is_whole() {
            return;
        }
        if let Ok(Some(header)) = self.hall.store.find(&self.id).await
            && let Ok(whole) = opening::replay(&self.hall, &header, &self.game).await
        {
            self.room.complete(whole);
        }
    }

    /// Forgets what is in memory and takes what is in the store.
    async fn reload(&mut self) -> Result<(), String> {
        let mut tries = 0;
        let room = loop {
            let found = match self.hall.store.find(&self.id).await {
                Ok(Some(header)) => opening::replay(&self.hall, &header, &self.game).await,
                Ok(None) => Err(Trouble::Broken("the match is gone".to_owned())),
                Err(error) => Err(error.into()),
            };
            match found {
                Ok(room) => break room,
                Err(Trouble::Store(why)) if tries < 50 => {
                    tries += 1;
                    tracing::warn!(id = self.id, why, "cannot be read now");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
                Err(Trouble::Store(why) | Trouble::Broken(why) | Trouble::Meaning(why)) => return Err(why),
            }
        };
        self.room = room;
        self.planned.clear();
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
        let resumed = self.room.resume();
        self.deliver(&resumed);
        Ok(())
    }

    async fn follow(&mut self) {
        let Ok(lines) = self.hall.store.read(&self.id, self.room.version()).await else {
            // Whoever looks on here must not wait until somebody writes again.
            let own = self.own.clone();
            return drop(tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(200)).await;
                let _ = own.send(Message::Follow { version: u64::MAX }).await;
            }));
        };
        for line in lines {
            let followed = Entry::parse(&line).ok().and_then(|entry| self.room.follow(&entry).ok());
            match followed {
                Some(effects) => self.deliver(&effects),
                None => return drop(self.reload().await),
            }
        }
    }

    /// Whoever got up, or was made to, does not look with the eyes of that seat any more and does not play it.
    fn show_out(&mut self) {
        let owners: Vec<Option<String>> = self.room.status().seats.into_iter().map(|place| place.owner).collect();
        let gone = |seat: Seat| {
            let owner = |owners: &[Option<String>]| owners.get(seat.index()).cloned().flatten();
            owner(&self.owners).is_some() && owner(&self.owners) != owner(&owners)
        };
        let (out, stay) = std::mem::take(&mut self.watchers)
            .into_iter()
            .partition::<Vec<_>, _>(|watcher| watcher.viewer.seat().is_some_and(&gone));
        self.watchers = stay;
        for watcher in out {
            (watcher.outlet)(&self.id, Heard::Unseated);
            self.room.leave(watcher.viewer);
        }
        self.owners = owners;
    }

    fn join(&mut self, socket: u64, viewer: Viewer, since: Option<Since>, outlet: Outlet) -> Result<(), Refusal> {
        self.leave(socket);
        let effects = self.room.join(viewer, since)?;
        self.watchers.push(Watcher { socket, viewer, outlet, since: Since::default() });
        for effect in &effects {
            self.tell(self.watchers.len() - 1, effect);
        }
        let (watcher, over) = (&self.watchers[self.watchers.len() - 1], self.room.phase() == Phase::Over);
        for entry in self.ai_log.iter().filter(|entry| may_read(viewer, over, entry)) {
            (watcher.outlet)(&self.id, Heard::Machine(entry));
        }
        Ok(())
    }

    /// A sign is told and forgotten.
    fn react(&mut self, seat: Seat, reaction: Reaction) -> Result<(), Refusal> {
        if !self.may_speak(Who::Seat(seat)) {
            self.hall.metrics.limited.fetch_add(1, Relaxed);
            return Err(Refusal::new(Code::NotAllowed, "too fast: wait a moment"));
        }
        for watcher in &self.watchers {
            (watcher.outlet)(&self.id, Heard::Reaction { seat, reaction });
        }
        Ok(())
    }

    fn leave(&mut self, socket: u64) {
        let Some(at) = self.watchers.iter().position(|watcher| watcher.socket == socket) else { return };
        let viewer = self.watchers.swap_remove(at).viewer;
        if !self.watchers.iter().any(|watcher| watcher.viewer == viewer) {
            self.room.leave(viewer);
        }
    }

    /// What a viewer may have of the log: all of it when the match is over, what it saw until then.
    fn log(&self, viewer: Viewer) -> Option<String> {
        let log = self.room.log()?;
        if self.room.phase() == Phase::Over && self.room.status().closed.is_none() {
            return Some(log.to_owned());
        }
        witness_log(log, &**self.room.rules(), viewer).ok()
    }

    fn tell(&mut self, at: usize, effect: &Effect) {
        let watcher = &mut self.watchers[at];
        match effect {
            Effect::Show(show) if show.viewer == watcher.viewer => {
                watcher.since = show.since;
                (watcher.outlet)(&self.id, Heard::View(show));
            }
            Effect::Status(status) => (watcher.outlet)(&self.id, Heard::Status(status)),
            _ => {}
        }
    }

    fn deliver(&mut self, effects: &[Effect]) {
        if effects.iter().any(|effect| matches!(effect, Effect::Status(_))) {
            self.show_out();
        }
        for effect in effects {
            match effect {
                Effect::Think { seat, ask } => self.think(*seat, *ask),
                Effect::NextHand => self.post(Who::Clock, Input::Start),
                Effect::Again { practice } => self.again(*practice),
                _ => (0..self.watchers.len()).for_each(|at| self.tell(at, effect)),
            }
        }
    }

    /// Sends itself an input, to be handled after this one.
    fn post(&self, who: Who, input: Input) {
        let (done, _) = oneshot::channel();
        // A mailbox that is full has somebody in it who will make the table look again.
        let _ = self.own.try_send(Message::Input { who, input, done });
    }

    fn think(&mut self, seat: Seat, ask: u32) {
        let Some(now) = self.room.game().map(rulebook_stage::AnyMatch::fork) else { return };
        let Some(place) = self.room.place(seat) else { return };
        let (game, own, machines) = (self.game.clone(), self.own.clone(), &self.hall.machines);
        let planned = self.planned.remove(&seat).filter(|(next, moves)| *next == ask && !moves.is_empty());
        let choice: Pin<Box<dyn Future<Output = Choice> + Send>> = match &place.driver {
            Driver::Bot { spec } => Box::pin(machines.bot(game, spec.clone(), now, seat)),
            Driver::Llm { .. } => match planned {
                Some((_, moves)) => Box::pin(async { Choice::planned(moves.into()) }),
                None => {
                    let story = Story { recap: self.room.recap(Viewer::Seat(seat), MAX_RECAP) };
                    Box::pin(machines.model(game, story, now, seat))
                }
            },
            Driver::Person | Driver::Sponsored => return,
        };
        tokio::spawn(async move {
            let choice = choice.await;
            let _ = own.send(Message::Chosen { seat, ask, choice }).await;
        });
    }

    /// Beside the match: nothing changes, nobody else hears of it.
    fn hint(&self, seat: Seat, done: oneshot::Sender<Option<String>>) {
        let open = self.room.game().filter(|game| self.room.phase() == Phase::Playing && game.turn().seats().has(seat));
        let Some(now) = open.map(rulebook_stage::AnyMatch::fork) else { return drop(done.send(None)) };
        let choice = self.hall.machines.bot(self.game.clone(), HINT_BOT.to_owned(), now, seat);
        tokio::spawn(async move {
            let moves = choice.await.moves.unwrap_or_default();
            let _ = done.send(moves.into_iter().next());
        });
    }

    async fn chosen(&mut self, seat: Seat, ask: u32, choice: Choice) {
        let Choice { moves, told, exchanges } = choice;
        if !told.is_empty() {
            // Before the answer is played: what it leads to may end the match, and the seat that is gone hears no more.
            self.keep_log(AiEntry { seat: u8::from(seat), ask, text: told, exchanges });
        }
        let who = Who::Machine(seat);
        let _ = match moves {
            Ok(moves) => {
                let mut moves = VecDeque::from(moves);
                let Some(first) = moves.pop_front() else { return };
                self.planned.insert(seat, (ask + 1, moves));
                let answer = Answer { ask, moves: vec![first], key: tokens::match_id() };
                self.input(who, Input::Answer(answer)).await
            }
            Err(why) => {
                self.hall.metrics.faults.fetch_add(1, Relaxed);
                tracing::warn!(id = self.id, %seat, why, "a machine could not answer");
                self.input(who, Input::Fault(why)).await
            }
        };
    }

    fn keep_log(&mut self, entry: AiEntry) {
        for watcher in self.watchers.iter().filter(|watcher| may_read(watcher.viewer, false, &entry)) {
            (watcher.outlet)(&self.id, Heard::Machine(&entry));
        }
        if self.ai_log.len() == MOST_LOGGED {
            self.ai_log.pop_front();
        }
        self.ai_log.push_back(entry);
    }

    /// Opens the next table and tells everybody where it is. Tokens of this table's seats are good there too.
    fn again(&self, practice: bool) {
        let again = self.room.again(practice);
        let secret = if practice { *self.secret.bytes() } else { tokens::random() };
        let (hall, game, from) = (Arc::clone(&self.hall), self.game.clone(), self.id.clone());
        let places: Vec<_> = self.room.status().seats;
        let outlets: Vec<Outlet> = self.watchers.iter().map(|watcher| Arc::clone(&watcher.outlet)).collect();
        tokio::spawn(async move {
            match hall.rematch(&game, secret, again, &places, &from).await {
                Ok(id) => outlets.iter().for_each(|outlet| outlet(&from, Heard::Again { id: &id })),
                Err(why) => tracing::error!(from, why, "a rematch could not be opened"),
            }
        });
    }
}

/// Who may see what a machine saw and thought.
fn may_read(viewer: Viewer, over: bool, entry: &AiEntry) -> bool {
    over || viewer == Viewer::God || viewer.seat().is_some_and(|seat| u8::from(seat) == entry.seat)
}

/// A line to be written, with the key of the answer in it.
fn written(effect: &Effect) -> Option<(String, Option<String>)> {
    let Effect::Write(entry) = effect else { return None };
    let answer = match &entry.record {
        Record::Played { seat, key, .. } => Some(format!("{}:{key}", seat.index())),
        _ => None,
    };
    Some((entry.line(), answer))
}
