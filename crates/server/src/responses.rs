//! Compresses long responses, and counts them until their clients have read them.
//!
//! A client can ask for many long responses and never read them. So the server limits the size of all responses that wait
//! for their clients.

use crate::app::App;
use crate::bodies::busy;
use crate::busy::thread_time;
use crate::limits::{Slot, Slots};
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Frame, SizeHint};
use std::convert::Infallible;
use std::io::Write;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

/// Minimum size of a response that is compressed, in bytes.
const MIN_PACKED: usize = 1 << 10;
/// Minimum size of a response that is counted until its client has read it, in bytes. Such a response is compressed on a
/// thread of its own, and sent in parts of this size.
const LONG: usize = 64 << 10;
/// Maximum size of all long responses that wait for their clients, in KB, and of those for one address. A longer response
/// waits alone.
const UNREAD: usize = 64 << 10;
const UNREAD_EACH: usize = 16 << 10;

/// The slots for long responses: one for each KB.
pub(crate) fn slots() -> Arc<Slots> {
    Slots::new(UNREAD, UNREAD_EACH)
}

/// Whether the client accepts responses that are compressed with gzip.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let list = headers.get(header::ACCEPT_ENCODING).and_then(|list| list.to_str().ok());
    list.is_some_and(|list| list.split(',').any(|one| one.trim().starts_with("gzip")))
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Whether the response is text that is not compressed yet.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    let is_text = kind.starts_with(b"application/json") || kind.starts_with(b"text/");
    is_text && !headers.contains_key(header::CONTENT_ENCODING)
}

/// Compresses a response if `packs`, and counts it if it is long. If too many long responses wait for this client,
/// returns a refusal instead.
pub(crate) async fn finished(app: &App, answer: Response, of: Option<IpAddr>, packs: bool) -> Response {
    let size = answer.body().size_hint().exact().and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    let packs = packs && size >= MIN_PACKED && is_text(answer.headers());
    if !packs && size < LONG {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    // The handlers make the whole body before they answer, so this does not wait.
    let Ok(mut bytes) = to_bytes(body, usize::MAX).await else { return busy() };
    if packs {
        parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(packed) = packed(app, bytes.clone(), of).await {
            bytes = packed;
            parts.headers.remove(header::CONTENT_LENGTH);
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    if bytes.len() < LONG {
        return Response::from_parts(parts, Body::from(bytes));
    }
    match app.bodies.unread.take_many(of, bytes.len() >> 10) {
        Ok(slot) => Response::from_parts(parts, Body::new(Unread { bytes, _slot: slot })),
        Err(_) => busy(),
    }
}

/// The compressed bytes. `None` if the client has used too much computing time, for which this work counts too.
async fn packed(app: &App, bytes: Bytes, of: Option<IpAddr>) -> Option<Bytes> {
    let costs = Arc::clone(&app.hall.machines.costs);
    if of.is_some_and(|of| costs.are_too_many(of)) {
        return None;
    }
    let is_long = bytes.len() >= LONG;
    let work = move || {
        let begun = thread_time();
        let packed = gzip(&bytes).ok().map(Bytes::from);
        costs.charge(of, thread_time().saturating_sub(begun), 0);
        packed
    };
    if is_long { tokio::task::spawn_blocking(work).await.ok()? } else { work() }
}

/// A long response. It is sent in parts, so that its slot is free when the client has read all but the last part.
struct Unread {
    bytes: Bytes,
    _slot: Slot,
}

impl HttpBody for Unread {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let size = self.bytes.len().min(LONG);
        let part = self.bytes.split_to(size);
        Poll::Ready((!part.is_empty()).then(|| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.bytes.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;
    use std::io::Read;

    #[tokio::test]
    async fn a_long_response_keeps_its_slots_until_it_is_read() {
        let slots = slots();
        let bytes = Bytes::from(vec![7; 3 * LONG + 5]);
        let slot = slots.take_many(None, bytes.len() >> 10).ok().unwrap();
        let mut body = Unread { bytes, _slot: slot };
        let mut read = 0;
        while let Some(part) = body.frame().await {
            read += part.unwrap().into_data().unwrap().len();
            assert_eq!(slots.taken(), 192);
        }
        assert_eq!((read, body.is_end_stream()), (3 * LONG + 5, true));
        drop(body);
        assert_eq!(slots.taken(), 0);
    }

    #[test]
    fn compressed_text_can_be_unpacked() {
        let text = "[\"text\"]".repeat(1000);
        let packed = gzip(text.as_bytes()).unwrap();
        let mut unpacked = String::new();
        flate2::read::GzDecoder::new(&*packed).read_to_string(&mut unpacked).unwrap();
        assert!(packed.len() < text.len() && unpacked == text);
    }
}
