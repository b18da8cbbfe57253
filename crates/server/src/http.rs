//! Serves the HTTP API, and sets the headers of every response.

use crate::admin;
use crate::app::{App, Config, Health, MAX_BYTES};
use crate::bodies::{Packets, busy};
use crate::bot_queue::{AddressClass, BotQueue};
use crate::busy::thread_time;
use crate::cancel::Cancel;
use crate::clock::now;
use crate::codes;
use crate::connections::Line;
use crate::games;
use crate::hall::Hall;
use crate::limits::{CLIENT, client, too_many};
use crate::load_match::LoadError;
use crate::malformed;
use crate::messages::{ActionIntent, NewTable, SatDown, SeatActions, ServerConfig, SitDown, TableOpened, TableRow};
use crate::openapi::openapi;
use crate::otlp;
use crate::proxies::ProxyHeader;
use crate::refusals;
use crate::replays::{self, Part};
use crate::reports;
use crate::responses;
use crate::shelf::ShelfGame;
use crate::store::{Header, Right};
use crate::table::{Message, MessageSource};
use crate::tokens;
use crate::visitors;
use crate::web_files;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, MatchedPath, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rulebook_kernel::{Seat, Setup, Viewer};
use rulebook_room::{Input, Phase, Refusal, RefusalCode, SeatInfo, Sender, Status};
use rulebook_scene::Gesture;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use socketioxide::layer::SocketIoLayer;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};
use tracing::Instrument;

/// Number of appends that must fail in a row before the server counts as unhealthy.
const FAILURES: u64 = 3;
/// Time after the last failure during which the server counts as unhealthy, in milliseconds.
const FAILING_FOR: u64 = 10_000;
/// Maximum number of rows in one list.
const MOST_ROWS: usize = 100;

pub(crate) type Shared = State<Arc<App>>;

pub fn router(app: Arc<App>, sockets: SocketIoLayer) -> Router {
    Router::new()
        .route("/games", get(games::all).post(visitors::check))
        .route("/games/{id}", get(games::one).delete(visitors::remove))
        .route("/games/{id}/scene", get(games::picture))
        .route("/games/{id}/art/{*path}", get(games::art))
        .route("/games/{id}/schema", get(games::action_schema))
        .route("/rules/{source}", get(games::rules))
        .route("/active-games", get(tables).post(open))
        .route("/active-games/{id}", get(table))
        .route("/active-games/{id}/game", get(games::of_table))
        .route("/active-games/{id}/seats", post(sit))
        .route("/active-games/{id}/code", post(codes::of_table))
        .route("/active-games/{id}/reports", post(reports::send))
        .route("/admin", post(admin::act))
        .route("/codes/{code}", get(codes::find))
        .route("/active-games/{id}/log", get(log))
        .route("/active-games/{id}/replay", get(replay))
        .route("/active-games/{id}/actions", get(actions).post(act))
        .route("/active-games/{id}/hint", post(hint))
        .route("/active-games/{id}/why", post(why))
        .route("/replays", post(replay_file))
        .route("/config", get(config))
        .route("/openapi.json", get(api))
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics))
        .fallback(get(files))
        // `Bodies` limits the size of bodies before the handlers run, so the limit of the framework is off.
        .layer(DefaultBodyLimit::disable())
        .layer(sockets)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard))
        .with_state(app)
}

/// A refusal as an HTTP response.
pub(crate) struct Refused(pub(crate) StatusCode, pub(crate) Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        let status = match refusal.code {
            RefusalCode::Malformed => StatusCode::BAD_REQUEST,
            RefusalCode::NotYours => StatusCode::FORBIDDEN,
            RefusalCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::CONFLICT,
        };
        Refused(status, refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

/// A request body, parsed from JSON as a `T`. If the body cannot be parsed, the client gets a refusal in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refused> {
        let refused =
            |status: StatusCode, reason: String| Refused(status, Refusal::new(RefusalCode::Malformed, reason));
        let Json(value) = Json::<Value>::from_request(request, state)
            .await
            .map_err(|rejection| refused(rejection.status(), malformed::shortened(&rejection.body_text())))?;
        let read = malformed::read(value);
        read.map(Body).map_err(|why| refused(StatusCode::BAD_REQUEST, format!("This request is not valid: {why}.")))
    }
}

pub(crate) fn missing() -> Refused {
    Refused(StatusCode::NOT_FOUND, Refusal::new(RefusalCode::Malformed, "Not found."))
}

/// Middleware of every request: origin check, rate limit and response headers.
async fn guard(State(app): Shared, mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>().copied() {
        // From here on, the address in the request is the address of the client, not of the proxy.
        let client = app.config.proxies.client(peer.ip(), request.headers());
        if let Some(line) = request.extensions().get::<Arc<Line>>() {
            line.is_for(client);
        }
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(client, peer.port())));
    }
    let is_flood = floods(&app, &request);
    let own = request.headers().get(header::ORIGIN).cloned();
    let is_ours = is_called_right(request.headers(), &app.config) && is_welcome(&request, &app.config.origins);
    let mut answer = if is_flood {
        slow_down(&app)
    } else if !is_ours {
        let origin = own.as_ref().map(|own| malformed::shortened(&String::from_utf8_lossy(own.as_bytes())));
        tracing::info!(?origin, "origin refused");
        let refusal = Refusal::new(RefusalCode::NotYours, "This page may not use this server.");
        Refused(StatusCode::FORBIDDEN, refusal).into_response()
    } else if let Some(reason) = banned(&app, &request) {
        let refusal = Refusal::new(RefusalCode::NotAllowed, format!("You may not use this server: {reason}"));
        Refused(StatusCode::FORBIDDEN, refusal).into_response()
    } else if own.is_some() && asks_first(&request) {
        StatusCode::NO_CONTENT.into_response()
    } else if is_too_fast(&app, &request) {
        slow_down(&app)
    } else {
        let from = address(&request);
        app.bodies.read(request, from, |request| served(&app, request, next)).await
    };
    app.hall.metrics.answered_with(answer.status().as_u16());
    let headers = answer.headers_mut();
    if is_flood {
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self' https: ws: wss: http://localhost:* \
             http://127.0.0.1:*; \
             frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(origin) = own.filter(|_| is_ours) {
        welcome(headers, origin);
    }
    answer
}

/// Counts a request of any kind. Returns whether the address floods the server, so that its connection is closed. The
/// connections of a proxy stay open, because others use them too.
fn floods(app: &App, request: &Request) -> bool {
    let line = request.extensions().get::<Arc<Line>>();
    let is_flood = address(request).is_some_and(|from| !app.request_floods.take(from));
    if is_flood && let Some(line) = line {
        line.count_flood();
    }
    is_flood && line.is_none_or(|line| !app.config.proxies.trusts(line.peer()))
}

/// The network address of the client.
fn address(request: &Request) -> Option<IpAddr> {
    request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

/// The reason why the operator has banned the client. The health check answers everybody, and operators can undo a ban
/// of their own address.
fn banned(app: &App, request: &Request) -> Option<String> {
    let from = address(request).filter(|_| !matches!(request.uri().path(), "/healthz" | "/admin"))?;
    app.bans.of_address(from)
}

/// The response to a client that exceeds its budget.
fn slow_down(app: &App) -> Response {
    app.hall.metrics.limited.fetch_add(1, Relaxed);
    let refused = Refused(StatusCode::TOO_MANY_REQUESTS, refusals::too_fast());
    ([(header::RETRY_AFTER, "1")], refused).into_response()
}

/// Passes a request on to its handler, with its whole body.
async fn served(app: &App, request: Request, next: Next) -> Response {
    if !request.uri().path().starts_with("/socket.io") {
        let begun = Instant::now();
        let span = otlp::span(|| {
            // The path of the route contains no ids and no codes. Files of the page have no route.
            let route = request.extensions().get::<MatchedPath>().map_or("files", MatchedPath::as_str);
            tracing::info_span!("request", method = request.method().as_str(), route, status = tracing::field::Empty)
        });
        // Files of the page are in memory anyway, and compressed.
        let is_file = request.extensions().get::<MatchedPath>().is_none();
        let packs = request.method() == Method::GET && responses::accepts_gzip(request.headers());
        let from = address(&request);
        let answer = in_form(CLIENT.scope(from, next.run(request).instrument(span.clone())).await);
        let answer = if is_file { answer } else { responses::finished(app, answer, from, packs).await };
        span.record("status", u64::from(answer.status().as_u16()));
        app.hall.metrics.requests.add(begun.elapsed());
        return answer;
    }
    if app.closing.load(Relaxed) && !request.uri().query().is_some_and(|query| query.contains("sid=")) {
        // A new socket would be closed in a moment. The client tries again, and a proxy leads it to another node.
        return busy();
    }
    if let Some(packets) = request.extensions().get::<Packets>()
        && address(&request).is_some_and(|from| !app.floods.take_many(from, packets.0))
    {
        return slow_down(app);
    }
    let (line, from) = (request.extensions().get::<Arc<Line>>().cloned(), address(&request));
    let answer = next.run(request).await;
    if let Some(line) = line.filter(|_| answer.status() == StatusCode::SWITCHING_PROTOCOLS) {
        line.is_socket(app.config.socket_rate, &app.frames, from.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    }
    answer
}

/// The router of a server whose connections are all in use.
pub fn reserve(app: Arc<App>) -> Router {
    Router::new().route("/healthz", get(healthz)).fallback(async || busy()).with_state(app)
}

fn is_too_fast(app: &App, request: &Request) -> bool {
    let from = address(request);
    let watched = matches!(request.uri().path(), "/healthz" | "/metrics");
    !watched && from.is_some_and(|from| !app.requests.take(from))
}

/// Turns error responses of the web framework into JSON refusals.
fn in_form(answer: Response) -> Response {
    let (status, headers) = (answer.status(), answer.headers());
    let kind = headers.get(header::CONTENT_TYPE);
    if !status.is_client_error() || kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json")) {
        return answer;
    }
    let reason = match status {
        StatusCode::METHOD_NOT_ALLOWED => "This address does not accept that method.",
        StatusCode::PAYLOAD_TOO_LARGE => "That is too long.",
        _ => "The request is not valid.",
    };
    let mut refused = Refused(status, Refusal::new(RefusalCode::Malformed, reason)).into_response();
    if let Some(allowed) = headers.get(header::ALLOW) {
        refused.headers_mut().insert(header::ALLOW, allowed.clone());
    }
    refused
}

/// Whether this is a CORS preflight request.
fn asks_first(request: &Request) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

/// Adds the CORS headers for an allowed origin.
fn welcome(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    let allowed = [
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE"),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
        // Pages can read only the response headers listed here.
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, "link, retry-after"),
    ];
    for (name, value) in allowed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Checks the `Host` header of a server on a loopback address. This prevents DNS rebinding, in which a foreign page
/// makes its own name point to this server.
fn is_called_right(headers: &HeaderMap, config: &Config) -> bool {
    let Some(host) = headers.get(header::HOST).filter(|_| config.addr.ip().is_loopback()) else { return true };
    let Ok(host) = host.to_str() else { return false };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let listed = |origin: &String| origin.split_once("://").is_some_and(|(_, known)| known == host);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        || config.origins.iter().any(listed)
}

/// Whether the request has no origin, the server's own origin, or an origin in the list.
fn is_welcome(request: &Request, origins: &[String]) -> bool {
    let Some(origin) = request.headers().get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, rest)| rest);
    origins.iter().any(|known| known == origin) || (own.is_some() && own == host)
}

/// Handler: the description of all requests. The text is generated once and kept, because generating it takes
/// milliseconds.
async fn api() -> impl IntoResponse {
    static TEXT: LazyLock<String> = LazyLock::new(|| openapi().to_string());
    ([(header::CONTENT_TYPE, "application/json")], TEXT.as_str())
}

/// The query of the table list.
#[derive(Deserialize)]
struct Rows {
    /// List the tables after this id.
    #[serde(default)]
    after: Option<String>,
}

/// A table as a row of the list.
pub(crate) fn row(header: Header) -> TableRow {
    let Header { id, game, live, begun, opened, .. } = header;
    TableRow { id, game, live, begun, opened }
}

/// Handler: public tables, newest first. A `Link` header points to the next page.
async fn tables(State(app): Shared, Query(rows): Query<Rows>) -> Result<Response, Refused> {
    if rows.after.as_deref().is_some_and(|id| !tokens::is_match_id(id)) {
        return Err(Refusal::new(RefusalCode::Malformed, "That is not the id of a table.").into());
    }
    let found = app.hall.store.newest(rows.after.as_deref(), MOST_ROWS + 1).await;
    let mut found = found.map_err(|_| refusals::cannot_read())?;
    let more = found.len() > MOST_ROWS;
    found.truncate(MOST_ROWS);
    let next = found.last().filter(|_| more).map(|last| format!("</active-games?after={}>; rel=\"next\"", last.id));
    // Frozen tables are not listed.
    let here = |header: &Header| app.hall.frozen(&header.id).is_none();
    let listed: Vec<TableRow> = found.into_iter().filter(here).map(row).collect();
    let mut answer = Json(listed).into_response();
    if let Some(next) = next.and_then(|next| HeaderValue::from_str(&next).ok()) {
        answer.headers_mut().insert(header::LINK, next);
    }
    Ok(answer)
}

/// The game with this id.
pub(crate) async fn found(app: &App, id: &str) -> Result<ShelfGame, Refused> {
    match app.hall.shelf.find(id).await {
        Ok(game) => game.ok_or_else(missing),
        Err(LoadError::Store(why)) => {
            tracing::warn!(id, why, "game of a visitor cannot be loaded now");
            Err(refusals::cannot_read().into())
        }
        Err(LoadError::Broken(why) | LoadError::OtherSemantics(why)) => {
            let reason = format!("This game cannot be played: {why}.");
            Err(Refusal::new(RefusalCode::NotAllowed, reason).into())
        }
    }
}

async fn open(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(new): Body<NewTable>,
) -> Result<Response, Refused> {
    let game = found(&app, &new.game).await?;
    let mut new = new;
    // Only people with a link may see the games of visitors.
    new.terms.private |= visitors::is_visitors(&game.id);
    if new.terms.practice {
        return Err(Refusal::new(
            RefusalCode::NotAllowed,
            "A new table cannot be a practice deal. Finish a game first and replay its deal.",
        )
        .into());
    }
    if let Err(wait) = app.openings.take(from.ip(), Instant::now()) {
        app.hall.metrics.limited.fetch_add(1, Relaxed);
        tracing::info!(from = %from.ip(), "an address has opened too many tables");
        let refused = Refused(StatusCode::TOO_MANY_REQUESTS, Refusal::new(RefusalCode::NotAllowed, too_many(wait)));
        return Ok(([(header::RETRY_AFTER, wait.as_secs().to_string())], refused).into_response());
    }
    let seats = new.seats.map_or(game.rules.info().min_seats, usize::from);
    let setup = Setup { seats, options: new.options };
    let opened = app.hall.open(&game, setup, new.terms, new.key.as_deref()).await;
    let opened = opened.inspect_err(|refusal| {
        // After a failed write the table may exist, so it still counts toward the limit of this address.
        if refusal.code != RefusalCode::Unavailable {
            app.openings.give_back(from.ip());
        }
    })?;
    let (id, host_token, invite_token, watch_token) = (opened.id, opened.host, opened.invite, opened.watch);
    Ok((StatusCode::CREATED, Json(TableOpened { id, host_token, invite_token, watch_token })).into_response())
}

pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The status of a table and the right of the token. For a private table, requests without a token get "not found".
pub(crate) async fn authorize(app: &App, id: &str, token: Option<&str>) -> Result<(Status, Option<Right>), Refused> {
    if !tokens::is_match_id(id) {
        return Err(missing());
    }
    let right = app.hall.right(id, token).await?;
    let status = app.hall.status(id).await.map_err(|refusal| match refusal.code {
        RefusalCode::Malformed => missing(),
        _ => refusal.into(),
    })?;
    if status.terms.private && right.is_none() {
        return Err(missing());
    }
    // The token of a player who has left is invalid. After the match everything is public, so the token is accepted
    // again.
    if let Some(Right::Seat(seat, sitting)) = right
        && status.phase != Phase::Over
        && status.seats.get(usize::from(seat)).is_none_or(|place| place.owner.is_none() || place.sat != sitting)
    {
        return Err(refusals::invalid_link().into());
    }
    Ok((status, right))
}

async fn table(State(app): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Json<Status>, Refused> {
    Ok(Json(authorize(&app, &id, bearer(&headers)).await?.0))
}

/// Lets a player return to the seat that the player left during the match. The old token of the seat becomes valid
/// again. `None` if the request has no such token.
async fn comes_back(app: &App, id: &str, sit: &SitDown) -> Result<Option<String>, Refused> {
    let Some(token) = sit.token.as_deref().filter(|_| tokens::is_match_id(id)) else { return Ok(None) };
    let Some(Right::Seat(own, sitting)) = app.hall.right(id, Some(token)).await? else { return Ok(None) };
    let status = app.hall.status(id).await?;
    let kept = |place: &SeatInfo| place.owner.is_none() && place.left.is_some() && place.sat == sitting;
    let runs = own == sit.seat && status.phase == Phase::Playing;
    if !runs || !status.seats.get(usize::from(own)).is_some_and(kept) {
        return Ok(None);
    }
    let seat = refusals::seat(own)?;
    app.hall.input(id, Sender::Guest, Input::Return { seat, sitting }).await?;
    Ok(Some(token.to_owned()))
}

async fn sit(
    State(app): Shared,
    Path(id): Path<String>,
    Body(sit): Body<SitDown>,
) -> Result<(StatusCode, Json<SatDown>), Refused> {
    if let Some(token) = comes_back(&app, &id, &sit).await? {
        return Ok((StatusCode::CREATED, Json(SatDown { token })));
    }
    let (status, right) = authorize(&app, &id, sit.token.as_deref()).await?;
    if status.terms.private && !matches!(right, Some(Right::Host | Right::Invite)) {
        return Err(Refusal::new(RefusalCode::NotYours, "This table is private. You need an invitation.").into());
    }
    if status.terms.god_view && right == Some(Right::Host) {
        return Err(refusals::host_sees_all().into());
    }
    if let Some(reason) = app.bans.of_name(&sit.name) {
        let reason = format!("You may not use this name: {reason}");
        return Err(Refusal::new(RefusalCode::NotAllowed, reason).into());
    }
    let seat = refusals::seat(sit.seat)?;
    let token = app.hall.sit(&id, seat, &sit.name, sit.key.as_deref()).await?;
    Ok((StatusCode::CREATED, Json(SatDown { token })))
}

/// Handler: the log of a match. Until the end of the match it contains only entries that this viewer saw.
async fn log(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let Ok(_slot) = app.bodies.downloads.take(Some(from.ip())) else { return Ok(busy()) };
    let (status, right) = authorize(&app, &id, bearer(&headers)).await?;
    let viewer = match right {
        Some(Right::Seat(seat, _)) => Seat::try_from(seat).map(Viewer::Seat).unwrap_or(Viewer::Spectator),
        _ => Viewer::Spectator,
    };
    if viewer == Viewer::Spectator && !status.terms.spectators && status.phase != Phase::Over {
        return Err(refusals::no_spectators().into());
    }
    let text = app.hall.log(&id, viewer).await?;
    let text = text.ok_or_else(refusals::not_started)?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")], text).into_response())
}

/// Handler: a page of the replay of a finished match.
async fn replay(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    Query(part): Query<Part>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let Ok(_slot) = app.bodies.downloads.take(Some(from.ip())) else { return Ok(busy()) };
    let (status, _) = authorize(&app, &id, bearer(&headers)).await?;
    if status.phase != Phase::Over {
        return Err(Refusal::new(RefusalCode::WrongPhase, "The game is not over.").into());
    }
    if matches!(replays::viewer(part.eyes.as_deref())?, Viewer::Seat(seat) if seat.index() >= status.setup.seats) {
        return Err(Refusal::new(RefusalCode::Malformed, "This table has no such seat.").into());
    }
    let text = app.hall.log(&id, Viewer::Spectator).await?;
    let text = text.ok_or_else(refusals::not_started)?;
    let game = app.hall.shelf.of_match(&status.game, &status.source.to_string()).await;
    let game = game.map_err(|_| refusals::no_rules())?;
    again(&app, text, game, part).await.map_err(|Refused(status, refusal)| match refusal.code {
        // The request is valid, but these rules cannot replay the match.
        RefusalCode::Malformed => Refusal::new(RefusalCode::NotAllowed, refusal.reason).into(),
        _ => Refused(status, refusal),
    })
}

/// Handler: a page of the replay of an uploaded log. Uses the rules that the log was recorded with, if the server has
/// them.
async fn replay_file(State(app): Shared, Query(part): Query<Part>, text: String) -> Result<Response, Refused> {
    let (id, source) = replays::rules_of(&text)?;
    let game = match app.hall.shelf.of_match(&id, &source).await {
        Ok(game) => game,
        // The server does not have the rules of the log. A replay with its current rules reports the first difference.
        Err(_) => app.hall.shelf.game(&id).ok_or_else(missing)?.clone(),
    };
    again(&app, text, game, part).await
}

/// Replays a log. Only a few replays run at once, because running matches have priority. A replay stops if the client
/// disconnects. Its computing time is charged to the client. The page is written as JSON on the same thread, because it may
/// have several megabytes.
async fn again(app: &App, text: String, game: ShelfGame, part: Part) -> Result<Response, Refused> {
    let costs = Arc::clone(&app.hall.machines.costs);
    let payer = client();
    if payer.is_some_and(|payer| costs.are_too_many(payer)) {
        return Err(refusals::too_fast().into());
    }
    let turn = Arc::clone(&app.replays).acquire_owned().await;
    let waits = Cancel::default();
    let stop = Arc::clone(&waits.0);
    let played = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let begun = thread_time();
        let page = replays::page(&text, &*game.rules, &part, &stop);
        let page = page.map(|page| Json(page).into_response());
        costs.charge(payer, thread_time().saturating_sub(begun), 0);
        page
    });
    let page = played.await.map_err(|_| refusals::rules_failed())?;
    Ok(page?)
}

/// Handler: a hint, which is the move that a bot would choose. The bot gets only the information of the seat.
async fn hint(State(app): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Json<Value>, Refused> {
    let (_, right) = authorize(&app, &id, bearer(&headers)).await?;
    let Some(Right::Seat(seat, _)) = right else {
        return Err(Refusal::new(RefusalCode::NotYours, "Only players can ask for hints.").into());
    };
    let seat = refusals::seat(seat)?;
    let text = app.hall.ask(&id, |done| Message::Hint { seat, done }).await?;
    let text = text.ok_or_else(|| Refusal::new(RefusalCode::WrongPhase, "It is not your turn."))?;
    Ok(Json(json!({"text": text})))
}

/// Handler: the legal actions of a seat.
async fn actions(State(app): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Json<SeatActions>, Refused> {
    let (_, right) = authorize(&app, &id, bearer(&headers)).await?;
    let Some(Right::Seat(seat, sitting)) = right else {
        return Err(Refusal::new(RefusalCode::NotYours, "Only players have legal actions.").into());
    };
    let seat = refusals::seat(seat)?;
    let from = MessageSource { who: Sender::Seat(seat), sitting: Some(sitting) };
    Ok(Json(app.hall.ask(&id, |done| Message::Actions { from, seat, done }).await?))
}

/// Handler: a seat answers its open ask with an action in the schema of the game, or with a move text.
async fn act(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(action): Body<ActionIntent>,
) -> Result<Json<Value>, Refused> {
    let (_, right) = authorize(&app, &id, bearer(&headers)).await?;
    let Some(Right::Seat(seat, sitting)) = right else {
        return Err(Refusal::new(RefusalCode::NotYours, "Only players can move.").into());
    };
    let from = MessageSource { who: Sender::Seat(refusals::seat(seat)?), sitting: Some(sitting) };
    app.hall.input(&id, from, Input::Intent(action.into_intent())).await?;
    Ok(Json(json!({"accepted": true})))
}

/// Handler: the reason why a gesture is not legal, if the rules give a reason.
async fn why(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(gesture): Body<Gesture>,
) -> Result<Json<Value>, Refused> {
    let (_, right) = authorize(&app, &id, bearer(&headers)).await?;
    let Some(Right::Seat(seat, _)) = right else {
        return Err(Refusal::new(RefusalCode::NotYours, "Only players can ask why a move is not legal.").into());
    };
    let seat = refusals::seat(seat)?;
    let told = app.hall.ask(&id, |done| Message::Why { seat, gesture: gesture.clone(), done }).await?;
    Ok(Json(json!({"why": told})))
}

async fn config(State(app): Shared) -> Json<ServerConfig> {
    let (rate, models) = (app.config.socket_rate, app.hall.machines.models());
    Json(ServerConfig {
        version: env!("CARGO_PKG_VERSION"),
        max_bytes: MAX_BYTES,
        burst: rate.burst,
        per_second: rate.per_second,
        backend_llm: !models.is_empty(),
        models,
        visitor_games: app.config.visitors.worker.is_some() && app.config.visitors.workers > 0,
    })
}

/// Handler: whether the server can write to its store and still accepts work.
async fn healthz(State(app): Shared) -> Response {
    if app.stopping.load(Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match health(&app).await {
        Ok(()) => match app.hall.metrics.frozen.load(Relaxed) {
            0 => (StatusCode::OK, "ok\n").into_response(),
            1 => (StatusCode::OK, "ok, but 1 match cannot be read\n").into_response(),
            // The other matches can be played, so the server stays in service.
            frozen => (StatusCode::OK, format!("ok, but {frozen} matches cannot be read\n")).into_response(),
        },
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, why).into_response(),
    }
}

/// The health of the store. Asks the store at most once a second, because the check writes.
async fn health(app: &App) -> Health {
    let mut last = app.health.lock().await;
    if let Some((_, known)) = last.filter(|(at, _)| at.elapsed() < Duration::from_secs(1)) {
        return known;
    }
    let asked = tokio::time::timeout(Duration::from_secs(2), app.hall.store.healthy()).await;
    let found = match asked {
        Ok(Ok(())) if is_failing(&app.hall) => Err("the store fails\n"),
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            tracing::error!(%error, "health check failed");
            app.hall.metrics.unhealthy.fetch_add(1, Relaxed);
            Err(if error.to_string().contains("disk is full") { "the disk is full\n" } else { "the store fails\n" })
        }
        Err(_) => Err("the store does not answer\n"),
    };
    *last = Some((Instant::now(), found));
    found
}

/// Whether appends of matches fail, even if the write of the health check succeeds. After some time without a failure,
/// only the write of the health check counts, because a server without traffic writes nothing else.
fn is_failing(hall: &Hall) -> bool {
    hall.failing.load(Relaxed) >= FAILURES && now().saturating_sub(hall.failed_at.load(Relaxed)) < FAILING_FOR
}

/// The router of the separate metrics address.
pub fn watched(app: Arc<App>) -> Router {
    Router::new().route("/metrics", get(numbers)).route("/healthz", get(healthz)).with_state(app)
}

async fn numbers(State(app): Shared) -> Response {
    let text = app.hall.metrics_text() + &busyness(&app);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// The metrics of connections, tables, workers and of the queues of bots.
fn busyness(app: &App) -> String {
    let machines = &app.hall.machines;
    let queues = [("search", &machines.searching), ("unattended", &machines.unattended), ("hint", &machines.hints)];
    let shelf = &app.hall.shelf;
    let gauges = [
        ("rulebook_connections", "gauge", "Open connections", app.gate.open() as u64),
        ("rulebook_mailboxes", "gauge", "Messages that wait in the mailboxes of tables", app.hall.mail() as u64),
        ("rulebook_workers", "gauge", "Workers that run games of visitors", shelf.workers.taken() as u64),
        ("rulebook_worker_faults_total", "counter", "Workers that exceeded a limit", shelf.worker_faults.load(Relaxed)),
    ];
    let mut text = String::new();
    for (name, kind, help, value) in gauges {
        text += &format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
    }
    let name = "rulebook_bot_address_seconds_total";
    text += &format!("# HELP {name} Computing time of searches by the class of the address\n# TYPE {name} counter\n");
    for (class, label) in AddressClass::ALL {
        let millis: u64 = queues.iter().map(|(_, queue)| queue.spent_by[class as usize].load(Relaxed)).sum();
        text += &format!("{name}{{class=\"{label}\"}} {}.{:03}\n", millis / 1000, millis % 1000);
    }
    type Series = (&'static str, &'static str, &'static str, fn(&BotQueue) -> String);
    let series: [Series; 3] = [
        ("rulebook_bots_waiting", "gauge", "Searches that wait for a core", |queue| queue.waiting().to_string()),
        ("rulebook_bot_seconds_total", "counter", "Computing time of searches", |queue| {
            let millis = queue.spent.load(Relaxed);
            format!("{}.{:03}", millis / 1000, millis % 1000)
        }),
        ("rulebook_bots_shortened_total", "counter", "Searches ended early because others waited", |queue| {
            queue.shortened.load(Relaxed).to_string()
        }),
    ];
    for (name, kind, help, value) in series {
        text += &format!("# HELP {name} {help}\n# TYPE {name} {kind}\n");
        for (queue, bots) in queues {
            text += &format!("{name}{{queue=\"{queue}\"}} {}\n", value(bots));
        }
    }
    text
}

/// Names of headers that proxies add to requests. Names that start with `x-forwarded-` are checked separately.
const HANDED_ON: [&str; 5] = ["forwarded", "via", "x-real-ip", "cf-connecting-ip", "true-client-ip"];

/// Handler: the metrics. Refuses requests from other machines or through a proxy. The counters grow with every answer,
/// so they would show players when a sealed answer was given.
async fn metrics(app: Shared, ConnectInfo(from): ConnectInfo<SocketAddr>, headers: HeaderMap) -> Response {
    let handed_on = headers.keys().any(|name| {
        let name = name.as_str();
        HANDED_ON.contains(&name) || name.starts_with("x-forwarded-")
    });
    // With the PROXY protocol, a proxy need not say who the client is.
    let proxies = &app.config.proxies;
    let handed_on = handed_on || proxies.header == ProxyHeader::Protocol && proxies.trusts(from.ip());
    if app.config.metrics.is_some() || handed_on || !from.ip().to_canonical().is_loopback() {
        return missing().into_response();
    }
    numbers(app).await
}

async fn files(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let found = web_files::file(uri.path(), &headers).filter(|_| matches!(method, Method::GET | Method::HEAD));
    found.unwrap_or_else(|| missing().into_response())
}
