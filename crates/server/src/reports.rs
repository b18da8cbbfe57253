//! Reports of abuse. Players send them, and the operator reads them with `rulebook admin reports`.

use crate::admin::REPORT;
use crate::clock::now;
use crate::http::{Body, Refused, Shared, authorize, bearer};
use crate::limits::too_many_reports;
use crate::messages::Report;
use crate::refusals;
use crate::store::{Item, Right};
use crate::tokens;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rulebook_room::{Refusal, RefusalCode};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Maximum length of a report, in characters.
const MAX_REPORT: usize = 1000;

/// Handler: stores a report for the operator.
pub(crate) async fn send(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(Report { seat, text }): Body<Report>,
) -> Result<Response, Refused> {
    let (status, right) = authorize(&app, &id, bearer(&headers)).await?;
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_REPORT {
        return Err(Refusal::new(RefusalCode::Malformed, "Write what happened, in at most 1000 characters.").into());
    }
    let about = match seat {
        None => None,
        Some(seat) => match status.seats.get(usize::from(seat)) {
            Some(place) => Some(place.name()),
            None => return Err(Refusal::new(RefusalCode::Malformed, "This table has no such seat.").into()),
        },
    };
    if let Err(wait) = app.reports.take(from.ip(), Instant::now()) {
        app.hall.metrics.limited.fetch_add(1, Relaxed);
        let refusal = Refusal::new(RefusalCode::NotAllowed, too_many_reports(wait));
        let refused = Refused(StatusCode::TOO_MANY_REQUESTS, refusal);
        return Ok(([(header::RETRY_AFTER, wait.as_secs().to_string())], refused).into_response());
    }
    let by = match right {
        Some(Right::Seat(seat, _)) => json!(seat),
        Some(Right::Host) => json!("host"),
        _ => json!("guest"),
    };
    let at = now();
    let key = format!("{at:013}-{}", &tokens::fresh()[..8]);
    let value = json!({"table": id, "game": status.game, "seat": seat, "name": about, "by": by,
        "from": from.ip().to_string(), "text": text});
    let kept = app.hall.store.put_item(REPORT, Item { key, at, value: value.to_string() }).await;
    kept.map_err(|error| {
        tracing::error!(%error, "report not stored");
        refusals::cannot_save()
    })?;
    app.hall.metrics.reports.fetch_add(1, Relaxed);
    tracing::warn!(id, ?seat, "a player reported abuse: see `rulebook admin reports`");
    Ok(StatusCode::NO_CONTENT.into_response())
}
