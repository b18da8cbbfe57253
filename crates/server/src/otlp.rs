//! Sends traces to a collector of OpenTelemetry. With `--otlp http://COLLECTOR:4318`, the server sends a span for each
//! request, each message of a socket and each append, as OTLP over HTTP with JSON.
//!
//! A full queue drops spans: traces must not slow down the server. Spans contain no names, tokens or moves.

use serde_json::{Value, json};
use std::fmt::Debug;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Span, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Maximum number of spans that wait to be sent. Further spans are dropped and counted.
const MOST_WAITING: usize = 4096;
/// Maximum number of spans in one request, and maximum time until a span is sent.
const BATCH: usize = 512;
const EVERY: Duration = Duration::from_secs(1);
/// Maximum time to connect to the collector, and to wait for its answer.
const PATIENCE: Duration = Duration::from_secs(5);

static QUEUE: OnceLock<SyncSender<Value>> = OnceLock::new();
static DROPPED: AtomicU64 = AtomicU64::new(0);

/// Starts to send spans to a collector.
///
/// # Errors
/// A sentence that says what is wrong with the address.
pub fn start(url: &str) -> Result<(), String> {
    let (host, path) = parts(url)?;
    let (queue, spans) = sync_channel(MOST_WAITING);
    if QUEUE.set(queue).is_err() {
        return Err("spans are sent already".to_owned());
    }
    let spawned = std::thread::Builder::new().name("otlp".to_owned()).spawn(move || send_all(&spans, &host, &path));
    spawned.map(drop).map_err(|error| format!("cannot start a thread: {error}"))
}

/// The host with its port, and the path of an address.
fn parts(url: &str) -> Result<(String, String), String> {
    let wrong = || "the address of a collector looks like http://127.0.0.1:4318".to_owned();
    let rest = url.strip_prefix("http://").ok_or_else(wrong)?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    if host.is_empty() {
        return Err(wrong());
    }
    let host =
        if host.rsplit(']').next().unwrap_or(host).contains(':') { host.to_owned() } else { format!("{host}:4318") };
    let path = if path.is_empty() { "v1/traces" } else { path };
    Ok((host, format!("/{path}")))
}

/// A span for work that this function's caller starts. Empty if no spans are sent, so that it costs nothing.
pub(crate) fn span(make: impl FnOnce() -> Span) -> Span {
    if QUEUE.get().is_some() { make() } else { Span::none() }
}

/// The layer that turns spans into OTLP. It does nothing until [`start`] is called.
pub(crate) struct Otlp;

/// The data of an open span.
struct OpenSpan {
    trace: String,
    id: String,
    parent: Option<String>,
    begun: u128,
    fields: Vec<Value>,
}

/// Collects the fields of a span as OTLP attributes.
struct Fields<'a>(&'a mut Vec<Value>);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.push(json!({"key": field.name(), "value": {"stringValue": format!("{value:?}")}}));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.push(json!({"key": field.name(), "value": {"stringValue": value}}));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.push(json!({"key": field.name(), "value": {"intValue": value.to_string()}}));
    }
}

fn nanos() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos()
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Otlp {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if QUEUE.get().is_none() {
            return;
        }
        let Some(span) = context.span(id) else { return };
        let random = crate::tokens::fresh();
        let parent = span.parent().and_then(|parent| {
            let parts = parent.extensions();
            parts.get::<OpenSpan>().map(|open| (open.trace.clone(), open.id.clone()))
        });
        let (trace, parent) = match parent {
            Some((trace, parent)) => (trace, Some(parent)),
            None => (random[..32].to_owned(), None),
        };
        let mut fields = Vec::new();
        attributes.record(&mut Fields(&mut fields));
        let open = OpenSpan { trace, id: random[32..48].to_owned(), parent, begun: nanos(), fields };
        span.extensions_mut().insert(open);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(open) = span.extensions_mut().get_mut::<OpenSpan>()
        {
            values.record(&mut Fields(&mut open.fields));
        }
    }

    fn on_close(&self, id: Id, context: Context<'_, S>) {
        let (Some(queue), Some(span)) = (QUEUE.get(), context.span(&id)) else { return };
        let Some(open) = span.extensions_mut().remove::<OpenSpan>() else { return };
        let mut told = json!({"traceId": open.trace, "spanId": open.id, "name": span.name(), "kind": 2,
            "startTimeUnixNano": open.begun.to_string(), "endTimeUnixNano": nanos().to_string(),
            "attributes": open.fields});
        if let Some(parent) = open.parent {
            told["parentSpanId"] = json!(parent);
        }
        if queue.try_send(told).is_err() {
            DROPPED.fetch_add(1, Relaxed);
        }
    }
}

/// Sends spans until the server ends. If the collector does not answer, spans are lost, and nothing else fails.
fn send_all(spans: &Receiver<Value>, host: &str, path: &str) {
    let mut failing = false;
    loop {
        let mut batch = match spans.recv() {
            Ok(first) => vec![first],
            Err(_) => return,
        };
        while batch.len() < BATCH {
            match spans.recv_timeout(EVERY) {
                Ok(span) => batch.push(span),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        let service = json!([{"key": "service.name", "value": {"stringValue": "rulebook"}},
            {"key": "service.version", "value": {"stringValue": env!("CARGO_PKG_VERSION")}}]);
        let body = json!({"resourceSpans": [{"resource": {"attributes": service},
            "scopeSpans": [{"scope": {"name": "rulebook-server"}, "spans": batch}]}]});
        match post(host, path, &body.to_string()) {
            Ok(()) => failing = false,
            Err(error) if !std::mem::replace(&mut failing, true) => {
                tracing::warn!(host, %error, dropped = DROPPED.load(Relaxed), "spans not sent");
            }
            Err(_) => {}
        }
    }
}

fn post(host: &str, path: &str, body: &str) -> std::io::Result<()> {
    let address = host.to_socket_addrs()?.next().ok_or(std::io::ErrorKind::NotFound)?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = [0; 64];
    let read = stream.read(&mut answer)?;
    let status = String::from_utf8_lossy(&answer[..read]);
    match status.split(' ').nth(1) {
        Some(code) if code.starts_with('2') => Ok(()),
        code => Err(std::io::Error::other(format!("the collector answers {}", code.unwrap_or("nothing")))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_collector_has_defaults() {
        let of = |url: &str| parts(url).map(|(host, path)| format!("{host}{path}"));
        assert_eq!(of("http://127.0.0.1:4318").unwrap(), "127.0.0.1:4318/v1/traces");
        assert_eq!(of("http://collector/").unwrap(), "collector:4318/v1/traces");
        assert_eq!(of("http://[::1]:1/other/path").unwrap(), "[::1]:1/other/path");
        assert!(of("https://collector").is_err() && of("http://").is_err());
    }
}
