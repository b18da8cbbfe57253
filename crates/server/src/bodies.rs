//! Reads request bodies. A request needs a slot before the server reads its body, and a body has to arrive in time. So
//! the memory for bodies is bounded, and slow clients do not keep others waiting.

use crate::app::MAX_BYTES;
use crate::http::Refused;
use crate::limits::Slots;
use crate::responses;
use crate::visitors::MAX_UPLOAD;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use rulebook_room::{Refusal, RefusalCode};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Maximum size of an uploaded log, in bytes.
const MAX_LOG: usize = 8 << 20;
/// Maximum time for a body of a message, and for an uploaded log.
const MESSAGE_TIME: Duration = Duration::from_secs(10);
const LOG_TIME: Duration = Duration::from_secs(30);
/// Seconds after which a client should try again, if there was no slot.
const RETRY: u64 = 2;

/// Separates the packets in a body of the socket.io transport `polling`.
const SEPARATOR: u8 = 0x1e;

/// The number of socket.io packets in a request body of the transport `polling`.
#[derive(Clone, Copy)]
pub(crate) struct Packets(pub usize);

/// The slots for bodies and for other work that takes memory.
pub(crate) struct Bodies {
    /// Slots for the bodies of messages, each at most 64 KB long.
    messages: Arc<Slots>,
    /// Slots for uploaded logs, each at most 8 MB long.
    logs: Arc<Slots>,
    /// Slots for uploaded games: at most 1 MB each.
    uploads: Arc<Slots>,
    /// Slots for downloads of logs and replays.
    pub downloads: Arc<Slots>,
    /// Slots for long responses that wait for their clients.
    pub unread: Arc<Slots>,
}

impl Default for Bodies {
    fn default() -> Bodies {
        Bodies {
            messages: Slots::new(256, 32),
            logs: Slots::new(6, 3),
            uploads: Slots::new(8, 2),
            downloads: Slots::new(32, 8),
            unread: responses::slots(),
        }
    }
}

/// The response if the server has no slot left.
pub(crate) fn busy() -> Response {
    let refusal = Refusal::new(RefusalCode::Unavailable, "The server is busy. Try again in a moment.");
    let refused = Refused(StatusCode::SERVICE_UNAVAILABLE, refusal);
    ([(header::RETRY_AFTER, RETRY.to_string())], refused).into_response()
}

fn refused(status: StatusCode, reason: &'static str) -> Response {
    Refused(status, Refusal::new(RefusalCode::Malformed, reason)).into_response()
}

impl Bodies {
    /// Reads the body of a request and passes the request on. The slot of the body is free again after the response is
    /// ready, because the handler still uses the memory.
    pub async fn read<F: Future<Output = Response>>(
        &self,
        request: Request,
        from: Option<IpAddr>,
        next: impl FnOnce(Request) -> F,
    ) -> Response {
        if request.body().is_end_stream() {
            return next(request).await;
        }
        let (slots, most, patience) = match request.uri().path() {
            "/replays" => (&self.logs, MAX_LOG, LOG_TIME),
            "/games" => (&self.uploads, MAX_UPLOAD, LOG_TIME),
            _ => (&self.messages, MAX_BYTES, MESSAGE_TIME),
        };
        if request.body().size_hint().lower() > most as u64 {
            return refused(StatusCode::PAYLOAD_TOO_LARGE, "That is too long.");
        }
        let Ok(_slot) = slots.take(from) else { return busy() };
        let (parts, body) = request.into_parts();
        match tokio::time::timeout(patience, to_bytes(body, most)).await {
            Ok(Ok(bytes)) => {
                let packets = Packets(bytes.iter().filter(|byte| **byte == SEPARATOR).count() + 1);
                let mut request = Request::from_parts(parts, Body::from(bytes));
                request.extensions_mut().insert(packets);
                next(request).await
            }
            Ok(Err(error)) if is_too_long(&error) => refused(StatusCode::PAYLOAD_TOO_LARGE, "That is too long."),
            Ok(Err(_)) => refused(StatusCode::BAD_REQUEST, "The request ended too early."),
            Err(_) => {
                let mut late = refused(StatusCode::REQUEST_TIMEOUT, "The request took too long.");
                late.headers_mut().insert(header::CONNECTION, header::HeaderValue::from_static("close"));
                late
            }
        }
    }
}

/// Whether the body has more bytes than allowed.
fn is_too_long(error: &axum::Error) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return true;
        }
        cause = error.source();
    }
    false
}
