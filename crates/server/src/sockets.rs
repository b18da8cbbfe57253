//! Serves the socket.io API. The server acknowledges every message and pushes views.

use crate::app::App;
use crate::bans::Bans;
use crate::connections::Line;
use crate::limits::{Budget, CLIENT, Slot, too_many};
use crate::malformed;
use crate::messages::{
    Ack, ActionIntent, ActionsMessage, AgainMessage, AiLogMessage, AskActions, Command, CommandMessage,
    DisconnectedMessage, EndedMessage, EngineIntent, Eyes, Intent, Join, Leave, MoveText, ReactMessage,
    ReactionMessage, SeatsMessage, StatusMessage, UnseatedMessage, ValidationMessage,
};
use crate::otlp;
use crate::refusals;
use crate::store::Right;
use crate::table::{Message, MessageSource, Notification, Outlet};
use crate::tokens;
use axum::extract::ConnectInfo;
use rulebook_kernel::{Seat, Setup, Viewer};
use rulebook_room::{Answer, CardIntent, Driver, Input, Phase, ProposalKind, Refusal, RefusalCode, Sender, Status};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use socketioxide::SocketIo;
use socketioxide::adapter::Adapter;
use socketioxide::extract::{AckSender, SocketRef, TryData};
use socketioxide::handler::FromMessageParts;
use socketioxide::socket::Socket;
use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tracing::Instrument;

/// Maximum time that a message waits until its socket is connected.
const CONNECT_TIME: Duration = Duration::from_secs(5);
/// Maximum number of messages of one socket that are handled at the same time.
const MOST_AT_ONCE: usize = 128;
/// Maximum number of tables that one socket may join.
const MOST_TABLES: usize = 8;

/// A connected socket.
struct Session {
    app: Arc<App>,
    number: u64,
    from: Option<IpAddr>,
    /// The budget of messages.
    budget: Budget,
    /// The budget above which the socket floods the server.
    flood: Budget,
    /// One permit for each message that may be handled at the same time.
    work: Arc<Semaphore>,
    stage: watch::Sender<Stage>,
    /// The connection below the socket.
    line: Option<Arc<Line>>,
    /// The slots of this socket. They are free again when the socket is dropped.
    _slots: (Slot, Option<Slot>),
    /// Whether the log already says that this socket exceeded its rate limit.
    warned: AtomicBool,
    /// The tables that this socket has joined, and its rights at each.
    joined: Mutex<BTreeMap<String, Rights>>,
}

/// The stage of a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The library drops all messages to the client.
    Connecting,
    Connected,
    /// The socket is closed, or the server has refused to serve it.
    Gone,
}

/// The rights of one socket at one table.
#[derive(Clone, Copy, Debug, Default)]
struct Rights {
    host: bool,
    /// A seat and its occupancy number.
    seat: Option<(Seat, u32)>,
}

static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// Registers the handlers of a new socket.
///
/// # Errors
/// If too many sockets are open.
pub fn prepare(socket: &SocketRef, app: Arc<App>) -> Result<(), &'static str> {
    let parts = &socket.req_parts().extensions;
    let from = parts.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let line = parts.get::<Arc<Line>>().cloned();
    // The bytes that wait for a client of the transport `polling` have no limit, so the server allows only a few such
    // clients.
    let polling =
        if line.as_ref().is_some_and(|line| line.is_websocket()) { None } else { Some(app.polling.take(from)) };
    let slots = app.sockets.take(from).and_then(|slot| Ok((slot, polling.transpose()?)));
    let Ok(slots) = slots else {
        app.hall.metrics.turned_away.fetch_add(1, Relaxed);
        return Err("Too many connections are open. Try again shortly.");
    };
    app.hall.metrics.sockets.fetch_add(1, Relaxed);
    let rate = app.config.socket_rate;
    let session = Arc::new(Session {
        number: NUMBERS.fetch_add(1, Relaxed),
        budget: Budget::new(rate),
        flood: Budget::new(rate.flood()),
        work: Arc::new(Semaphore::new(MOST_AT_ONCE)),
        stage: watch::Sender::new(Stage::Connecting),
        app,
        from,
        line,
        _slots: slots,
        warned: AtomicBool::new(false),
        joined: Mutex::default(),
    });
    socket.extensions.insert(Arc::clone(&session));
    on::<Join>(socket, "game:join", &session);
    on::<Leave>(socket, "game:leave", &session);
    on::<AnyIntent>(socket, "game:intent", &session);
    on::<AskActions>(socket, "game:actions", &session);
    on::<CommandMessage>(socket, "game:command", &session);
    on::<ReactMessage>(socket, "game:react", &session);
    let fallback = Arc::clone(&session);
    socket.on_fallback(async move |_admitted: Admitted, ack: AckSender| {
        if !fallback.connected().await {
            return;
        }
        fallback.app.hall.metrics.malformed.fetch_add(1, Relaxed);
        tracing::info!(from = ?fallback.from, socket = fallback.number, "unknown message refused");
        let _ = ack.send(&Ack::from(refuse(RefusalCode::Malformed, "There is no such message.")));
    });
    socket.on_disconnect(async move || session.gone().await);
    Ok(())
}

/// Notes that the library has connected the socket. From now on messages reach the client.
pub fn ready(socket: &SocketRef) {
    if let Some(session) = socket.extensions.get::<Arc<Session>>() {
        session.stage.send_if_modified(|stage| {
            let connects = *stage == Stage::Connecting;
            if connects {
                *stage = Stage::Connected;
            }
            connects
        });
    }
}

/// Disconnects the sockets whose address is banned.
pub(crate) fn disconnect_banned(io: &SocketIo, bans: &Bans) {
    for socket in io.sockets() {
        let from = socket.extensions.get::<Arc<Session>>().and_then(|session| session.from);
        if let Some(reason) = from.and_then(|from| bans.of_address(from)) {
            let reason = format!("You may not use this server: {reason}");
            let _ = socket.emit("game:disconnected", &DisconnectedMessage { reason: &reason });
            let _ = socket.disconnect();
        }
    }
}

/// A message that is within the limits of its socket and address. The library makes this value in the loop that reads
/// the socket, before it starts a task for the message. For messages beyond the limits, no task is started.
struct Admitted {
    _work: OwnedSemaphorePermit,
}

/// The error for a message that is not handled. The client has already been answered.
#[derive(Debug)]
struct NotAdmitted;

impl std::fmt::Display for NotAdmitted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the message exceeds a limit")
    }
}

impl std::error::Error for NotAdmitted {}

impl<A: Adapter> FromMessageParts<A> for Admitted {
    type Error = NotAdmitted;

    fn from_message_parts(
        socket: &Arc<Socket<A>>,
        value: &mut socketioxide::handler::Value,
        ack: &Option<i64>,
    ) -> Result<Admitted, NotAdmitted> {
        let session = socket.extensions.get::<Arc<Session>>().ok_or(NotAdmitted)?;
        if *session.stage.borrow() == Stage::Gone {
            return Err(NotAdmitted);
        }
        if session.floods() {
            session.stage.send_replace(Stage::Gone);
            let told = DisconnectedMessage { reason: "You sent too many messages. Wait a moment and connect again." };
            let _ = socket.emit("game:disconnected", &told);
            let _ = Arc::clone(socket).disconnect();
            if let Some(line) = &session.line {
                line.close_soon();
            }
            return Err(NotAdmitted);
        }
        let refusal = match session.may_speak() {
            Err(refusal) => refusal,
            Ok(()) => match Arc::clone(&session.work).try_acquire_owned() {
                Ok(work) => return Ok(Admitted { _work: work }),
                Err(_) => refusals::too_fast(),
            },
        };
        let refused: Done = Err(refusal);
        if let Ok(ack) = AckSender::<A>::from_message_parts(socket, value, ack)
            && ack.send(&Ack::from(refused)).is_err()
        {
            // The client does not read its answers.
            match session.line.as_ref().filter(|line| line.is_websocket()) {
                Some(line) => line.close(),
                None => drop(Arc::clone(socket).disconnect()),
            }
        }
        Err(NotAdmitted)
    }
}

/// Registers the handler of one kind of message. It parses the message and sends an acknowledgement.
fn on<T: Handled>(socket: &SocketRef, event: &'static str, session: &Arc<Session>) {
    let session = Arc::clone(session);
    socket.on(event, async move |_admitted: Admitted, socket: SocketRef, TryData::<Value>(data), ack: AckSender| {
        if !session.connected().await {
            return;
        }
        let begun = Instant::now();
        let read = data.map_err(|error| malformed::explained(&error.to_string())).and_then(malformed::read::<T>);
        let result = match read {
            Ok(data) => {
                let span = otlp::span(|| tracing::info_span!("message", event));
                CLIENT.scope(session.from, data.handle(&session, &socket).instrument(span)).await
            }
            Err(why) => {
                session.app.hall.metrics.malformed.fetch_add(1, Relaxed);
                Err(Refusal::new(RefusalCode::Malformed, format!("This is not a valid {event} message: {why}.")))
            }
        };
        session.app.hall.metrics.messages.add(begun.elapsed());
        if let Err(refusal) = &result {
            session.app.hall.metrics.refused_with(refusal.code);
        }
        if let Err(refusal) = &result
            && matches!(refusal.code, RefusalCode::NotYours | RefusalCode::Malformed)
        {
            // A reason may repeat a long text of the client, such as the spec of a bot.
            let (from, code, reason) = (session.from, refusal.code, malformed::shortened(&refusal.reason));
            tracing::info!(?from, socket = session.number, event, ?code, %reason, "refused");
        }
        if ack.send(&Ack::from(result)).is_err() {
            // The acknowledgement cannot be sent. The client will reconnect and send the message again.
            drop_connection(&socket, session.line.as_ref(), Line::close);
        }
    });
}

type Done = Result<(), Refusal>;

/// A message from a client.
trait Handled: DeserializeOwned + Send + Sync + 'static {
    fn handle(self, session: &Arc<Session>, socket: &SocketRef) -> impl Future<Output = Done> + Send;
}

impl Handled for Join {
    async fn handle(self, session: &Arc<Session>, socket: &SocketRef) -> Done {
        session.join(socket, self).await
    }
}

impl Handled for Leave {
    async fn handle(self, session: &Arc<Session>, _: &SocketRef) -> Done {
        session.leave(&self.id).await
    }
}

/// Sends the result of an intent to its sender.
fn validated(socket: &SocketRef, id: &str, key: &str, result: Done) -> Done {
    let ack = Ack::from(result.clone());
    let told = ValidationMessage { id, key, ack: &ack };
    let _ = socket.emit("game:validation", &told);
    if result.is_err() {
        let _ = socket.emit("game:invalid", &told);
    }
    result
}

/// An intent in any of its shapes: with move texts, with cards and piles, or with an action. Only the second has a
/// `type`, and only the third an `action`.
enum AnyIntent {
    Text(Intent),
    Engine(EngineIntent),
    Action(ActionIntent),
}

impl<'de> Deserialize<'de> for AnyIntent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AnyIntent, D::Error> {
        let value = Value::deserialize(from)?;
        let read = match (value.get("type"), value.get("action")) {
            (Some(_), _) => serde_path_to_error::deserialize(value).map(AnyIntent::Engine),
            (None, Some(_)) => serde_path_to_error::deserialize(value).map(AnyIntent::Action),
            (None, None) => serde_path_to_error::deserialize(value).map(AnyIntent::Text),
        };
        read.map_err(serde::de::Error::custom)
    }
}

impl Handled for AnyIntent {
    async fn handle(self, session: &Arc<Session>, socket: &SocketRef) -> Done {
        match self {
            AnyIntent::Text(Intent { id, ask, moves, key, machine }) => {
                let moves = moves.into_iter().map(MoveText::into_text).collect();
                let input = Input::Answer(Answer { ask, moves, key: key.clone() });
                session.intent(socket, &id, key, input, machine).await
            }
            AnyIntent::Action(mut action) => {
                let id = std::mem::take(&mut action.id);
                let intent = action.into_intent();
                session.intent(socket, &id, intent.key.clone(), Input::Intent(intent), false).await
            }
            AnyIntent::Engine(intent) => {
                let (id, ask, player) = (intent.game_id.clone(), intent.ask, intent.player_id.clone());
                let key = intent.key.clone().unwrap_or_else(tokens::match_id);
                let input = intent
                    .action()
                    .map_err(|why| Refusal::new(RefusalCode::Malformed, why))
                    .map(|action| Input::Intent(CardIntent { ask, player, action, key: key.clone() }));
                match input {
                    Ok(input) => session.intent(socket, &id, key, input, false).await,
                    Err(refusal) => validated(socket, &id, &key, Err(refusal)),
                }
            }
        }
    }
}

impl Handled for AskActions {
    async fn handle(self, session: &Arc<Session>, socket: &SocketRef) -> Done {
        let Some(Rights { seat: Some((seat, sitting)), .. }) = session.rights(&self.id) else {
            return refuse(RefusalCode::NotYours, "Join the table first with the token of your seat.");
        };
        let from = MessageSource { who: Sender::Seat(seat), sitting: Some(sitting) };
        let found = session.app.hall.ask(&self.id, |done| Message::Actions { from, seat, done }).await?;
        let _ = socket.emit("game:actions", &ActionsMessage { id: &self.id, actions: &found });
        Ok(())
    }
}

impl Handled for CommandMessage {
    async fn handle(self, session: &Arc<Session>, _: &SocketRef) -> Done {
        session.command(self).await
    }
}

impl Handled for ReactMessage {
    async fn handle(self, session: &Arc<Session>, _: &SocketRef) -> Done {
        let ReactMessage { id, reaction } = self;
        let Some(Rights { seat: Some((seat, sitting)), .. }) = session.rights(&id) else {
            return Err(refusals::only_players_react());
        };
        let from = MessageSource { who: Sender::Seat(seat), sitting: Some(sitting) };
        session.app.hall.ask(&id, |done| Message::React { from, reaction, done }).await
    }
}

fn refuse(code: RefusalCode, reason: &'static str) -> Done {
    Err(Refusal::new(code, reason))
}

impl Session {
    /// Waits until the socket is connected. Returns `false` if it is gone.
    async fn connected(&self) -> bool {
        let mut stage = self.stage.subscribe();
        let settled = tokio::time::timeout(CONNECT_TIME, stage.wait_for(|stage| *stage != Stage::Connecting)).await;
        settled.is_ok_and(|stage| stage.is_ok_and(|stage| *stage == Stage::Connected))
    }

    /// Counts a message toward the flood limits. Returns `true` if the socket must be disconnected.
    fn floods(&self) -> bool {
        if self.flood.take() && self.from.is_none_or(|from| self.app.floods.take(from)) {
            return false;
        }
        if let Some(line) = &self.line {
            line.count_flood();
        }
        tracing::warn!(from = ?self.from, socket = self.number, "socket disconnected: too many messages");
        true
    }

    fn may_speak(&self) -> Done {
        if self.budget.take() && self.from.is_none_or(|from| self.app.messages.take(from)) {
            return Ok(());
        }
        self.app.hall.metrics.limited.fetch_add(1, Relaxed);
        if !self.warned.swap(true, Relaxed) {
            // Log once for each connection, so that a flood does not fill the log.
            tracing::warn!(from = ?self.from, socket = self.number, "rate limit exceeded by a connection");
        }
        Err(refusals::too_fast())
    }

    fn rights(&self, id: &str) -> Option<Rights> {
        self.joined.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied()
    }

    async fn join(self: &Arc<Session>, socket: &SocketRef, join: Join) -> Done {
        let Join { id, token, eyes, since } = join;
        if !tokens::is_match_id(&id) {
            return refuse(RefusalCode::Malformed, "There is no such game.");
        }
        let right = self.app.hall.right(&id, token.as_deref()).await?;
        let seat = match right {
            Some(Right::Seat(seat, sitting)) => {
                let seat = refusals::seat(seat)?;
                Some((seat, sitting))
            }
            _ => None,
        };
        let viewer = match (right, eyes) {
            (Some(Right::Seat(..)), None | Some(Eyes::Seat)) => {
                seat.map_or(Viewer::Spectator, |(own, _)| Viewer::Seat(own))
            }
            (Some(Right::Host), Some(Eyes::God)) => Viewer::God,
            (_, None | Some(Eyes::Spectator)) => Viewer::Spectator,
            _ => return refuse(RefusalCode::NotYours, "You are not allowed to see this view."),
        };
        if viewer == Viewer::God && self.plays_at(&id) {
            return refuse(RefusalCode::NotYours, "Players cannot see all cards.");
        }
        let hosts = right == Some(Right::Host) || self.rights(&id).is_some_and(|rights| rights.host);
        let plays = seat.is_some() || self.plays_at(&id);
        if hosts && plays && self.app.hall.status(&id).await?.terms.god_view {
            return Err(refusals::host_sees_all());
        }
        if !matches!(right, Some(Right::Host | Right::Seat(..))) {
            let Status { terms, phase, .. } = self.app.hall.status(&id).await?;
            if right.is_none() && terms.private {
                return refuse(RefusalCode::NotAllowed, "This table is private. You need a link.");
            }
            // If the terms forbid spectators, guests see the lobby and the finished match, but not the running match.
            if !terms.spectators && phase == Phase::Playing {
                return Err(refusals::no_spectators());
            }
        }
        let before = self.rights(&id);
        let mut rights = before.unwrap_or_default();
        match (right, viewer) {
            (Some(Right::Host), _) => rights.host = true,
            (_, Viewer::Seat(_)) => rights.seat = seat,
            _ => {}
        }
        if !self.take_rights(&id, rights) {
            return refuse(RefusalCode::NotAllowed, "This connection has joined too many tables.");
        }
        let outlet = outlet(socket.clone(), Arc::downgrade(self));
        let (number, outlet, right, from) = (self.number, &outlet, rights.seat, self.from);
        let joined = self.app.hall.ask(&id, |done| {
            let outlet = Arc::clone(outlet);
            Message::Join { socket: number, viewer, right, from, since, outlet, done }
        });
        let joined = joined.await;
        if joined.is_err() {
            let ended = self.app.hall.ended(&id).await;
            if let Some(ended) = &ended {
                // A finished match with changed rules has no scene, only its final status.
                outlet(&id, Notification::Status { status: &ended.status, news: ended.status.next.is_some() });
            }
            // Restore the earlier rights.
            let mut all = self.joined.lock().unwrap_or_else(PoisonError::into_inner);
            match before {
                Some(before) => drop(all.insert(id, before)),
                None => drop(all.remove(&id)),
            }
            return if ended.is_some() { Ok(()) } else { joined };
        }
        joined
    }

    /// Stores the rights before the table is joined, because the table may revoke them at once. Returns `false` if the
    /// socket has joined too many tables.
    fn take_rights(&self, id: &str, rights: Rights) -> bool {
        let mut joined = self.joined.lock().unwrap_or_else(PoisonError::into_inner);
        let room = joined.len() < MOST_TABLES || joined.contains_key(id);
        if room {
            joined.insert(id.to_owned(), rights);
        }
        room
    }

    fn plays_at(&self, id: &str) -> bool {
        self.rights(id).is_some_and(|rights| rights.seat.is_some())
    }

    async fn leave(&self, id: &str) -> Done {
        self.joined.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.app.hall.tell(id, Message::Leave { socket: self.number }).await;
        Ok(())
    }

    async fn intent(&self, socket: &SocketRef, id: &str, key: String, input: Input, machine: bool) -> Done {
        let result = self.answer(id, input, machine).await;
        validated(socket, id, &key, result)
    }

    async fn answer(&self, id: &str, input: Input, machine: bool) -> Done {
        let (seat, sitting) = match self.rights(id) {
            Some(Rights { seat: Some(seat), .. }) => seat,
            Some(_) => return refuse(RefusalCode::NotYours, "Only a seated player can move."),
            None => return refuse(RefusalCode::NotYours, "Join the table first with the token of your seat."),
        };
        let who = if machine {
            self.is_sponsored(id, seat).await?;
            Sender::Machine(seat)
        } else {
            Sender::Seat(seat)
        };
        self.app.hall.input(id, MessageSource { who, sitting: Some(sitting) }, input).await
    }

    async fn command(&self, message: CommandMessage) -> Done {
        let CommandMessage { id, command } = message;
        let seat = refusals::seat;
        let Some(rights) = self.rights(&id) else {
            return refuse(RefusalCode::NotYours, "Join the table first with your token.");
        };
        // A host who also plays acts as the host only for these commands, and as a player for all others.
        let for_host = match &command {
            Command::Setup { .. } | Command::Close { .. } => true,
            Command::Stand { seat } | Command::Drive { seat, .. } => {
                rights.seat.map(|(own, _)| u8::from(own)) != Some(*seat)
            }
            _ => false,
        };
        let mut who = match rights {
            Rights { host: true, seat } if for_host || seat.is_none() => Sender::Host,
            Rights { seat: Some((own, _)), .. } => Sender::Seat(own),
            _ => return refuse(RefusalCode::NotYours, "Spectators cannot do that."),
        };
        let input = match command {
            Command::Stand { seat: at } => Input::Stand { seat: seat(at)? },
            Command::Drive { seat: at, driver } => {
                self.check_machine(&id, &driver).await?;
                if let Some(from) = self.from {
                    self.app.hall.machines.pays(&id, from);
                }
                Input::Drive { seat: seat(at)?, driver }
            }
            Command::Setup { seats, options } => Input::Setup(Setup { seats: usize::from(seats), options }),
            Command::Entropy { text } => Input::Entropy(text),
            Command::Start => Input::Start,
            Command::Agree { deal } => Input::Agree(deal),
            Command::Decline { deal } => Input::Decline(deal),
            Command::Resign => Input::Resign,
            Command::Pause { on } => Input::Pause(on),
            Command::Fault { ask } => {
                if let Sender::Seat(own) = who {
                    self.is_sponsored(&id, own).await?;
                    who = Sender::Machine(own);
                }
                Input::Fault { ask, text: String::new() }
            }
            Command::Retry => Input::Retry,
            Command::Close { reason } if reason.len() > 500 => {
                return refuse(RefusalCode::Malformed, "That is too long.");
            }
            Command::Close { reason } => Input::Close(reason),
        };
        let sitting = rights.seat.filter(|_| who != Sender::Host).map(|(_, sitting)| sitting);
        // Read the occupancy number now, because another player may take the seat before the tokens are deleted.
        let stands = match &input {
            Input::Stand { seat } => {
                let status = self.app.hall.status(&id).await?;
                status.seats.get(seat.index()).map(|place| (u8::from(*seat), place.sat))
            }
            _ => None,
        };
        let counted = self.may_go_on(&id, &input).await?;
        let done = self.app.hall.input(&id, MessageSource { who, sitting }, input).await;
        if let (Some(from), Err(_)) = (counted, &done) {
            self.app.openings.give_back(from);
        }
        done?;
        // During a match the seat is reserved, and the token stays valid for returning to it.
        if let Some((seat, sittings)) = stands
            && !self.is_kept(&id, seat).await
            && let Err(error) = self.app.hall.store.revoke(&id, seat, sittings).await
        {
            // The token is already invalid, because the seat has a new occupancy number.
            tracing::warn!(id, %error, "expired token not deleted");
        }
        Ok(())
    }

    /// Counts a rematch as an opened table. Returns the address that was charged, so that the caller can undo this if
    /// the input is refused. `None` if nothing was counted.
    async fn may_go_on(&self, id: &str, input: &Input) -> Result<Option<IpAddr>, Refusal> {
        let (Input::Agree(deal @ (ProposalKind::Rematch | ProposalKind::Practice)), Some(from)) = (input, self.from)
        else {
            return Ok(None);
        };
        let status = self.app.hall.status(id).await?;
        if status.next.is_some() || status.offers.iter().any(|offer| offer.deal == *deal) {
            // The rematch is already proposed or open, so it was counted before.
            return Ok(None);
        }
        self.app.openings.take(from, Instant::now()).map_err(|wait| {
            self.app.hall.metrics.limited.fetch_add(1, Relaxed);
            tracing::info!(%from, "an address has opened too many tables");
            Refusal::new(RefusalCode::NotAllowed, too_many(wait))
        })?;
        Ok(Some(from))
    }

    /// Whether the seat is reserved for the player who left. Returns `true` if the status cannot be read, so that the
    /// token stays valid.
    async fn is_kept(&self, id: &str, seat: u8) -> bool {
        let Ok(status) = self.app.hall.status(id).await else { return true };
        status.seats.get(usize::from(seat)).is_some_and(|place| place.left.is_some())
    }

    async fn check_machine(&self, id: &str, driver: &Driver) -> Done {
        let status = self.app.hall.status(id).await?;
        let game = self.app.hall.shelf.of_match(&status.game, &status.source.to_string()).await;
        let game = game.map_err(|_| refusals::no_rules())?;
        self.app.hall.machines.check(driver, &game)
    }

    /// Checks that the driver of this seat is a model in the player's browser.
    async fn is_sponsored(&self, id: &str, seat: Seat) -> Done {
        let status = self.app.hall.status(id).await?;
        if status.seats.get(seat.index()).is_none_or(|place| place.driver != Driver::Sponsored) {
            return refuse(RefusalCode::NotYours, "No AI of yours plays this seat.");
        }
        Ok(())
    }

    async fn gone(&self) {
        self.stage.send_replace(Stage::Gone);
        let joined = std::mem::take(&mut *self.joined.lock().unwrap_or_else(PoisonError::into_inner));
        for id in joined.into_keys() {
            self.app.hall.tell(&id, Message::Leave { socket: self.number }).await;
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.app.hall.metrics.sockets.fetch_sub(1, Relaxed);
    }
}

/// Sends an event. Returns `false` if the client reads too slowly.
fn send(socket: &SocketRef, line: Option<&Arc<Line>>, event: &'static str, message: &impl Serialize) -> bool {
    to_raw_value(message).is_ok_and(|text| send_text(socket, line, event, &text))
}

/// Sends an event whose message is JSON already.
fn send_text(socket: &SocketRef, line: Option<&Arc<Line>>, event: &'static str, text: &RawValue) -> bool {
    line.is_none_or(|line| !line.is_websocket() || line.queue(text.get().len())) && socket.emit(event, text).is_ok()
}

/// Closes the connection of a socket with `close`, so that the client connects again. A client that gets the packet
/// `disconnect` stays away, so this packet is only for the transport `polling`.
fn drop_connection(socket: &SocketRef, line: Option<&Arc<Line>>, close: fn(&Line)) {
    match line.filter(|line| line.is_websocket()) {
        Some(line) => close(line),
        None => drop(socket.clone().disconnect()),
    }
}

/// Sends notifications to a socket. The connection of a client that reads too slowly is closed. The client can reconnect
/// with `since`.
fn outlet(socket: SocketRef, session: Weak<Session>) -> Outlet {
    let line = session.upgrade().and_then(|session| session.line.clone());
    Arc::new(move |id, heard| {
        let line = line.as_ref();
        let sent = match heard {
            Notification::Unseated { looked } => {
                if let Some(session) = session.upgrade() {
                    let mut joined = session.joined.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(rights) = joined.get_mut(id) {
                        rights.seat = None;
                    }
                }
                send(&socket, line, "game:unseated", &UnseatedMessage { id, looked })
            }
            Notification::Lost => return drop_connection(&socket, line, Line::close),
            Notification::View(view) => send_text(&socket, line, "game:view", view),
            Notification::Machine(entry) => send(&socket, line, "game:ai-log", &AiLogMessage { id, entry }),
            Notification::Reaction { seat, reaction } => {
                send(&socket, line, "game:reaction", &ReactionMessage { id, seat: u8::from(seat), reaction })
            }
            Notification::Status { status, news } => {
                let (seats, warnings, warning_kinds) = (&status.seats, &status.warnings, &status.warning_kinds);
                let seats = SeatsMessage { id, seats, warnings, warning_kinds };
                let mut sent = send(&socket, line, "game:status", &StatusMessage { id, status });
                sent = sent && send(&socket, line, "game:seats", &seats);
                if status.phase == Phase::Over {
                    let (outcome, key, secret) = (&status.outcome, &status.key, &status.secret);
                    sent = sent && send(&socket, line, "game:ended", &EndedMessage { id, outcome, key, secret });
                }
                if let Some(next) = status.next.as_deref().filter(|_| news) {
                    sent = sent && send(&socket, line, "game:again", &AgainMessage { id, next });
                }
                sent
            }
        };
        if !sent {
            // If the client has not left, it reads too slowly.
            drop_connection(&socket, line, if socket.connected() { Line::close_slow } else { Line::close });
        }
    })
}
