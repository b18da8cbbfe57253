//! Handles HTTP requests for games of visitors.

use super::protocol::{Call, Checked, CheckedGame, Upload};
use super::worker_process::{Worker, WorkerFault};
use super::{CHECK_TIME, KIND, PREFIX, Uploaded, has_room, remove_game, upload};
use crate::bodies::busy;
use crate::clock::now;
use crate::http::{Refused, Shared, bearer, missing};
use crate::limits::{network, too_many_games};
use crate::malformed::explained;
use crate::messages::{UploadResult, UploadedGame};
use crate::refusals;
use crate::shelf::kept_files;
use crate::store::Item;
use crate::tokens;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rulebook_room::{Refusal, RefusalCode};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The body of an upload, if it is not a zip archive.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UploadBody {
    /// File texts by name.
    files: BTreeMap<String, String>,
}

/// The first bytes of every zip archive.
const ZIP: &[u8] = b"PK\x03\x04";

fn not_allowed(reason: impl Into<std::borrow::Cow<'static, str>>) -> Refused {
    Refusal::new(RefusalCode::NotAllowed, reason).into()
}

fn read(headers: &HeaderMap, body: &Bytes) -> Result<Upload, Refused> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("application/zip") || body.starts_with(ZIP) {
        return Ok(Upload::Zip(upload::hex(body)));
    }
    let parsed: Result<UploadBody, _> = serde_json::from_slice(body);
    let parsed = parsed.map_err(|error| {
        let error = explained(&error.to_string());
        let why = format!("Send a zip archive, or JSON like {{\"files\": {{\"game.cgml\": \"…\"}}}}: {error}.");
        Refusal::new(RefusalCode::Malformed, why)
    })?;
    Ok(Upload::Files(parsed.files))
}

/// Handler: checks the rules of a visitor. If they have no errors, keeps them, so that tables can be opened.
pub(crate) async fn check(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refused> {
    let settings = &app.config.visitors;
    let Some(program) = settings.worker.clone().filter(|_| settings.workers > 0) else {
        return Err(not_allowed("This server plays only its own games."));
    };
    let upload = read(&headers, &body)?;
    drop(body);
    if let Err(wait) = app.uploads.take(from.ip(), Instant::now()) {
        app.hall.metrics.limited.fetch_add(1, Relaxed);
        let refused =
            Refused(StatusCode::TOO_MANY_REQUESTS, Refusal::new(RefusalCode::NotAllowed, too_many_games(wait)));
        return Ok(([(header::RETRY_AFTER, wait.as_secs().to_string())], refused).into_response());
    }
    let Ok(slot) = app.checks.take(Some(from.ip())) else { return Ok(busy()) };
    let id = format!("{PREFIX}{}", &tokens::fresh()[..16]);
    let own = id.clone();
    app.hall.metrics.uploads.fetch_add(1, Relaxed);
    let checked = tokio::task::spawn_blocking(move || {
        let worker = Worker::start(&program, slot, |_| {}).map_err(WorkerFault)?;
        worker.call_for::<Result<Checked, String>>(Call::Check { id: own, upload }, CHECK_TIME)
    });
    let checked = checked.await.map_err(|_| refusals::rules_failed())?;
    let Checked { diagnostics, game } = match checked {
        Ok(Ok(checked)) => checked,
        Ok(Err(reason)) => return Err(Refusal::new(RefusalCode::Malformed, reason).into()),
        Err(WorkerFault(why)) => {
            tracing::info!(from = %from.ip(), why, "game of a visitor exceeded a limit");
            return Err(not_allowed(format!("This game was refused, because {why}.")));
        }
    };
    let diagnostics = serde_json::from_str(diagnostics.get()).unwrap_or_default();
    let Some(CheckedGame { name, source, min_seats, max_seats, files }) = game else {
        return Ok(Json(UploadResult { diagnostics, game: None }).into_response());
    };
    let owner_token = tokens::fresh();
    let Ok(files) = serde_json::to_string(&kept_files(&id, files)) else {
        return Err(refusals::cannot_save().into());
    };
    let bytes = files.len();
    let uploaded = Uploaded {
        name: name.clone(),
        source: source.to_string(),
        owner: tokens::hash(&owner_token),
        from: network(from.ip()).to_string(),
        bytes,
    };
    let Ok(value) = serde_json::to_string(&uploaded) else { return Err(refusals::cannot_save().into()) };
    let store = &app.hall.store;
    has_room(&**store, &uploaded.from, bytes).await.map_err(|_| refusals::cannot_read())?.map_err(not_allowed)?;
    // Store the description last, because a game exists as soon as its description does.
    let kept = async {
        store.keep_rules(&id, files).await?;
        store.put_item(KIND, Item { key: id.clone(), at: now(), value }).await
    };
    kept.await.map_err(|error| {
        tracing::error!(%error, "game of a visitor not stored");
        refusals::cannot_save()
    })?;
    tracing::info!(from = %from.ip(), id, bytes, "a visitor brought a game");
    let source = source.to_string();
    let game = Some(UploadedGame { id, name, source, min_seats, max_seats, owner_token });
    Ok((StatusCode::CREATED, Json(UploadResult { diagnostics, game })).into_response())
}

/// Handler: removes the game of the visitor who has this token.
pub(crate) async fn remove(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Refused> {
    let found = Uploaded::find(&*app.hall.store, &id).await.map_err(|_| refusals::cannot_read())?;
    let uploaded = found.ok_or_else(missing)?;
    if bearer(&headers).is_none_or(|token| tokens::hash(token) != uploaded.owner) {
        return Err(refusals::invalid_link().into());
    }
    remove_game(&app.hall, &id, "its owner removed the game").await.map_err(|_| refusals::cannot_save())?;
    Ok(StatusCode::NO_CONTENT)
}
