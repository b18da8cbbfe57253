//! Accepts connections: limits how many are open, and closes connections that are slow or that flood the server.
//!
//! A few connections above the limits are accepted too. They can only ask for the health of the server. So a health
//! check gets an answer even if the server is full.

use crate::app::App;
use crate::http;
use crate::limits::{Accounts, Addresses, Budget, Rate, Slot, Slots};
use crate::metrics::Metrics;
use crate::proxies::{ProxyHeader, read_protocol};
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Sleep;
use tower::ServiceExt;

/// Default of the maximum number of open connections. The limit of open files may allow fewer.
pub(crate) const CONNECTIONS: usize = 20_000;
/// Maximum time until the header of a request is complete. An idle connection is closed after this time too.
const HEADER_TIME: Duration = Duration::from_secs(15);
/// Maximum time for the header on a connection of the reserve.
const RESERVE_TIME: Duration = Duration::from_secs(2);
/// A connection is closed if the client reads nothing for this time while the server has data for it.
const WRITE_TIME: Duration = Duration::from_secs(30);
/// Maximum time for which a connection waits before it looks again whether its address may receive more bytes.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// Maximum size of the header of a request, in bytes.
const MAX_HEADER: usize = 32 << 10;
/// Number of connections above the limits that may ask for the health of the server.
const RESERVE: usize = 32;
/// Number of connections of the reserve for one address.
const RESERVE_EACH: usize = 4;
/// Number of file descriptors that connections may not use. They are kept for the store, logs, web files, and the
/// connections of the reserve.
const OTHER_FILES: u64 = 96;
/// Waiting time before a flooder is disconnected, so that the client can read the reason.
const GRACE: Duration = Duration::from_millis(200);
/// Bytes that a WebSocket may send for each message that its rate allows.
const BYTES_PER_MESSAGE: u32 = 2048;
/// Minimum burst of bytes of a WebSocket: four messages of the maximum size.
const MIN_BYTES: u32 = 256 << 10;
/// Frames that a WebSocket or an address may send for each message that its flood limit allows. Most frames are messages.
pub(crate) const FRAMES_PER_MESSAGE: u32 = 2;
/// Maximum number of bytes that wait until the client of a WebSocket reads them. Beyond it, the connection is closed. A
/// single message may be longer.
const MAX_QUEUED: usize = 512 << 10;
/// If more bytes wait for all WebSockets together, connections for which more than [`MAX_QUEUED_IF_MANY`] bytes wait are
/// closed. So many clients that read slowly cannot use up the memory.
const MANY_QUEUED: usize = 128 << 20;
const MAX_QUEUED_IF_MANY: usize = 64 << 10;

/// The response to a connection that is refused at once.
const TURNED_AWAY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\nconnection: close\r\n\
content-type: application/json\r\ncontent-length: 84\r\n\r\n\
{\"code\":\"unavailable\",\"reason\":\"Too many connections are open. Try again shortly.\"}\n";

/// The limits of open connections.
pub(crate) struct Gate {
    open: Arc<Slots>,
    reserve: Arc<Slots>,
    /// The connections of the clients of a proxy that speaks the PROXY protocol.
    behind_proxy: Arc<Slots>,
}

impl Gate {
    /// Allows `wanted` connections in all and `each` for one address. Raises the limit of open files if the system
    /// allows it, and allows fewer connections if it does not. Warns only if the operator has asked for more: without
    /// `wanted`, the maximum is [`CONNECTIONS`].
    pub fn new(wanted: Option<usize>, each: usize) -> Gate {
        let most = wanted.unwrap_or(CONNECTIONS);
        let files = open_files(most as u64 + OTHER_FILES);
        let possible = files.map_or(most, |files| usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(most));
        match wanted {
            Some(wanted) if possible < wanted => {
                tracing::warn!(possible, wanted, "the limit of open files allows fewer connections (see ulimit -n)");
            }
            _ => tracing::debug!(possible, "the maximum number of open connections"),
        }
        let possible = possible.clamp(1, most.max(1));
        let (open, behind_proxy) = (Slots::new(possible, each), Slots::new(possible, each));
        Gate { open, reserve: Slots::new(RESERVE, RESERVE_EACH), behind_proxy }
    }

    /// The number of open connections.
    pub fn open(&self) -> usize {
        self.open.taken()
    }
}

/// Raises the limit of open files to `wanted`, or as far as the system allows. Returns the new limit. `None` if the
/// system has no such limit.
#[cfg(unix)]
fn open_files(wanted: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let now = current?;
    if now >= wanted {
        return Some(now);
    }
    let raised = maximum.map_or(wanted, |maximum| maximum.min(wanted));
    match setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }) {
        Ok(()) => Some(raised),
        Err(_) => Some(now),
    }
}

#[cfg(not(unix))]
fn open_files(_: u64) -> Option<u64> {
    None
}

/// The handle of one connection. Requests and sockets use it to close the connection.
pub(crate) struct Line {
    closed: AtomicBool,
    /// Whether the server reads nothing more, because it closes the connection soon.
    closing: AtomicBool,
    /// Whether the client has sent exactly the header of one request since the last response.
    is_at_head_end: AtomicBool,
    /// Whether the metrics count this connection as a flood.
    flooded: AtomicBool,
    reader: Mutex<Option<Waker>>,
    /// Set when the connection becomes a WebSocket.
    socket: OnceLock<SocketLimits>,
    /// The number of bytes that wait to be sent.
    queued: AtomicUsize,
    /// The accounts of sent bytes, and the client that pays for the bytes of this connection.
    account: Arc<Accounts>,
    client: Mutex<IpAddr>,
    metrics: Arc<Metrics>,
    from: SocketAddr,
}

/// The limits of a WebSocket.
struct SocketLimits {
    bytes: Budget,
    frames: Budget,
    /// The limit of all sockets of an address, and this address.
    of_address: (Arc<Addresses>, IpAddr),
}

impl SocketLimits {
    /// Takes what a client has sent from the budgets. Returns `false` if it exceeds one of them.
    fn take(&self, bytes: usize, frames: usize) -> bool {
        let (all, from) = &self.of_address;
        self.bytes.take_many(bytes) && self.frames.take_many(frames) && all.take_many(*from, frames)
    }
}

impl Line {
    fn new(from: SocketAddr, metrics: Arc<Metrics>, account: Arc<Accounts>) -> Line {
        let no = || AtomicBool::new(false);
        let (closed, closing, is_at_head_end, flooded) = (no(), no(), no(), no());
        let (reader, socket, queued) = (Mutex::default(), OnceLock::new(), AtomicUsize::new(0));
        let client = Mutex::new(from.ip());
        Line { closed, closing, is_at_head_end, flooded, reader, socket, queued, account, client, metrics, from }
    }

    /// Charges the next bytes to this client. A proxy sends the requests of many clients over one connection.
    pub fn is_for(&self, client: IpAddr) {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client;
    }

    /// The address at the other end of the connection: of a client, or of a proxy.
    pub fn peer(&self) -> IpAddr {
        self.from.ip()
    }

    fn client(&self) -> IpAddr {
        *self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the connection has become a WebSocket.
    pub fn is_websocket(&self) -> bool {
        self.socket.get().is_some()
    }

    /// Counts bytes that wait to be sent over a WebSocket. Returns `false` if too many wait, because the client reads
    /// too slowly.
    pub fn queue(&self, count: usize) -> bool {
        if self.closed.load(Relaxed) {
            return false;
        }
        let before = self.queued.fetch_add(count, Relaxed);
        let all = self.metrics.queued.fetch_add(count, Relaxed).saturating_add(count);
        let most = if all > MANY_QUEUED { MAX_QUEUED_IF_MANY } else { MAX_QUEUED };
        before == 0 || before.saturating_add(count) <= most
    }

    /// Counts bytes that were sent.
    fn sent(&self, count: usize) {
        self.account.charge(self.client(), count as f64, Instant::now());
        let queued = self.queued.fetch_update(Relaxed, Relaxed, |queued| Some(queued.saturating_sub(count)));
        self.metrics.queued.fetch_sub(queued.unwrap_or_default().min(count), Relaxed);
    }

    /// Closes the connection, because the client reads too slowly. The metrics count it once.
    pub fn close_slow(&self) {
        if !self.closed.load(Relaxed) {
            self.metrics.slow.fetch_add(1, Relaxed);
        }
        self.close();
    }

    /// Limits the bytes and frames that the client may send from now on, because the connection is a WebSocket. A client
    /// that has sent more than the header of its request is disconnected: the frames could not be counted.
    pub fn is_socket(&self, rate: Rate, all: &Arc<Addresses>, from: IpAddr) {
        let (mut bytes, frames) = (rate.flood().times(BYTES_PER_MESSAGE), rate.flood().times(FRAMES_PER_MESSAGE));
        bytes.burst = bytes.burst.max(MIN_BYTES);
        let (bytes, frames, of_address) = (Budget::new(bytes), Budget::new(frames), (Arc::clone(all), from));
        let _ = self.socket.set(SocketLimits { bytes, frames, of_address });
        if !self.is_at_head_end.load(Relaxed) {
            self.close();
        }
    }

    /// Counts a flood in the metrics, once for each connection.
    pub fn count_flood(&self) {
        if !self.flooded.swap(true, Relaxed) {
            self.metrics.floods.fetch_add(1, Relaxed);
        }
    }

    /// Closes the connection after a short time, in which the client can read the reason. The server reads nothing more.
    pub fn close_soon(self: &Arc<Line>) {
        self.closing.store(true, Relaxed);
        let line = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(GRACE).await;
            line.close();
        });
    }

    /// Closes the connection.
    pub fn close(&self) {
        self.closed.store(true, Relaxed);
        if let Some(reader) = self.reader.lock().unwrap_or_else(PoisonError::into_inner).take() {
            reader.wake();
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.metrics.queued.fetch_sub(*self.queued.get_mut(), Relaxed);
    }
}

/// A connection with its limits.
struct LimitedStream {
    stream: TcpStream,
    line: Arc<Line>,
    /// A timer that runs while the client does not read. When it ends, the connection is closed.
    stalled: Option<Pin<Box<Sleep>>>,
    /// A timer that runs while the address of the client has received too many bytes.
    throttled: Option<Pin<Box<Sleep>>>,
    head: FirstHead,
    frames: FrameCounter,
    _slots: (Slot, Option<Slot>),
}

/// Finds the end of the first header in the bytes that a client sends between two responses. A header ends with an empty
/// line. As for the HTTP parser, `\r` is optional.
#[derive(Default)]
struct FirstHead {
    /// Whether the line that is being read is empty so far.
    is_empty_line: bool,
    /// Whether the first header is complete.
    has_ended: bool,
    /// Whether more bytes follow the first header, such as a body.
    has_more: bool,
    /// The number of bytes so far.
    size: usize,
}

impl FirstHead {
    /// Reads the next bytes. Returns whether all bytes so far are the header of one request. Does not look at the bytes
    /// after the header, because a body may be long.
    fn read(&mut self, bytes: &[u8]) -> bool {
        self.size += bytes.len();
        let mut bytes = bytes.iter();
        // After the answer `100 Continue`, the client sends a body without a header.
        if !self.has_ended && self.size <= MAX_HEADER {
            for byte in bytes.by_ref() {
                self.has_ended = *byte == b'\n' && self.is_empty_line;
                self.is_empty_line = *byte == b'\n' || *byte == b'\r' && self.is_empty_line;
                if self.has_ended {
                    break;
                }
            }
        }
        self.has_more |= bytes.len() > 0;
        self.has_ended && !self.has_more
    }
}

/// Counts the WebSocket frames in the bytes of a client. Each frame may start a task of the library, even if it is not a
/// message.
#[derive(Default)]
struct FrameCounter {
    /// The part of the header of a frame that was read so far.
    header: Vec<u8>,
    /// The rest of the frame: mask and payload.
    rest: u64,
}

impl FrameCounter {
    /// Returns how many headers of frames end in the next bytes.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut frames = 0;
        loop {
            let skipped = bytes.len().min(usize::try_from(self.rest).unwrap_or(usize::MAX));
            self.rest -= skipped as u64;
            let Some((byte, after)) = bytes[skipped..].split_first() else { return frames };
            bytes = after;
            self.header.push(*byte);
            if let Some(rest) = rest_of_frame(&self.header) {
                self.header.clear();
                self.rest = rest;
                frames += 1;
            }
        }
    }
}

/// The number of bytes that follow the header of a frame, with its mask. `None` if the header is not complete.
fn rest_of_frame(header: &[u8]) -> Option<u64> {
    let (&[_, second], length) = header.split_first_chunk::<2>()?;
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let payload = match second & 0x7f {
        126 => u64::from(u16::from_be_bytes(length.try_into().ok()?)),
        127 => u64::from_be_bytes(length.try_into().ok()?),
        short => u64::from(short),
    };
    Some(payload.saturating_add(mask))
}

fn cut(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, why)
}

impl LimitedStream {
    /// Waits while the address of the client has received more bytes than it may. Fails if the server has closed the
    /// connection meanwhile.
    fn may_send(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            if self.line.closed.load(Relaxed) {
                return Poll::Ready(Err(cut("closed by the server")));
            }
            if let Some(timer) = &mut self.throttled {
                ready!(timer.as_mut().poll(cx));
            }
            let wait = self.line.account.wait(self.line.client(), 1.0, Instant::now());
            if wait.is_zero() {
                self.throttled = None;
                return Poll::Ready(Ok(()));
            }
            self.line.metrics.throttled.fetch_add(1, Relaxed);
            self.throttled = Some(Box::pin(tokio::time::sleep(wait.min(MAX_WAIT))));
        }
    }

    /// Fails if the client has read nothing for [`WRITE_TIME`].
    fn written(&mut self, cx: &mut Context<'_>, sent: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = &sent {
            self.stalled = None;
            self.head = FirstHead::default();
            self.line.sent(result.as_ref().map_or(0, |count| *count));
            return sent;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(WRITE_TIME)));
        ready!(stalled.as_mut().poll(cx));
        self.line.metrics.slow.fetch_add(1, Relaxed);
        Poll::Ready(Err(cut("the client does not read")))
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let own = &mut *self;
        if own.line.closed.load(Relaxed) {
            return Poll::Ready(Err(cut("closed by the server")));
        }
        let before = buffer.filled().len();
        let read = match own.line.closing.load(Relaxed) {
            false => Pin::new(&mut own.stream).poll_read(cx, buffer),
            true => Poll::Pending,
        };
        if read.is_pending() {
            *own.line.reader.lock().unwrap_or_else(PoisonError::into_inner) = Some(cx.waker().clone());
            // Check again, because the server may have closed the connection before the waker was stored.
            if own.line.closed.load(Relaxed) {
                return Poll::Ready(Err(cut("closed by the server")));
            }
        }
        ready!(read)?;
        let new = &buffer.filled()[before..];
        match own.line.socket.get() {
            None => own.line.is_at_head_end.store(own.head.read(new), Relaxed),
            Some(socket) if socket.take(new.len(), own.frames.count(new)) => {}
            Some(_) => {
                own.line.count_flood();
                tracing::warn!(from = %own.line.from, "connection closed: too many bytes or frames");
                own.line.closed.store(true, Relaxed);
                return Poll::Ready(Err(cut("too many bytes or frames")));
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.may_send(cx))?;
        let sent = Pin::new(&mut self.stream).poll_write(cx, data);
        self.written(cx, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.may_send(cx))?;
        let sent = Pin::new(&mut self.stream).poll_write_vectored(cx, data);
        self.written(cx, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Serves connections until `stop` resolves. Then waits for the open requests.
pub(crate) async fn serve(listener: TcpListener, app: Arc<App>, router: Router, stop: impl Future<Output = ()>) {
    // Each connection holds a receiver of this channel. So the channel closes when the last connection is closed.
    let stopping = watch::Sender::new(());
    let mut stop = pin!(stop);
    let full = http::reserve(Arc::clone(&app));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, from) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The client has gone, or there are no file descriptors left. Do not try again at once.
                tracing::debug!(%error, "connection not accepted");
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        // All clients of a proxy share its connections, so the limit per address does not apply to a proxy.
        let by_proxy = app.config.proxies.trusts(from.ip());
        let counted = Some(from.ip()).filter(|_| !by_proxy);
        if counted.is_some_and(|from| !app.connects.take(from)) {
            // An address that connects this often gets no answer, because answers would cost more.
            app.hall.metrics.turned_away.fetch_add(1, Relaxed);
            continue;
        }
        let (slot, is_full) = match app.gate.open.take(counted) {
            Ok(slot) => (Ok(slot), false),
            // Such a connection gets a whole answer, even if it is a refusal. Data that is sent before a sudden end of the
            // connection may be lost.
            Err(_) => (app.gate.reserve.take(counted), true),
        };
        let Ok(slot) = slot else {
            app.hall.metrics.turned_away.fetch_add(1, Relaxed);
            let _ = stream.try_write(TURNED_AWAY);
            continue;
        };
        // Disable Nagle's algorithm, so that small messages are sent at once.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY");
        }
        let router = if is_full { full.clone() } else { router.clone() };
        let speaks_first = by_proxy && app.config.proxies.header == ProxyHeader::Protocol;
        let (metrics, mut stops) = (Arc::clone(&app.hall.metrics), stopping.subscribe());
        let (behind_proxy, sent) = (Arc::clone(&app.gate.behind_proxy), Arc::clone(&app.sent));
        tokio::spawn(async move {
            let mut stream = stream;
            let mut client_slot = None;
            let from = match speaks_first {
                false => from,
                true => match tokio::time::timeout(RESERVE_TIME, read_protocol(&mut stream)).await {
                    Ok(Ok(None)) => from,
                    Ok(Ok(Some(client))) => {
                        // The limit per address counts the clients of the proxy.
                        let Ok(taken) = behind_proxy.take(Some(client)) else {
                            metrics.turned_away.fetch_add(1, Relaxed);
                            let _ = stream.try_write(TURNED_AWAY);
                            return;
                        };
                        client_slot = Some(taken);
                        SocketAddr::new(client, from.port())
                    }
                    Ok(Err(error)) => return tracing::debug!(%from, %error, "connection refused"),
                    Err(_) => return tracing::debug!(%from, "no PROXY header in time"),
                },
            };
            let line = Arc::new(Line::new(from, metrics, sent));
            let stream = LimitedStream {
                stream,
                line: Arc::clone(&line),
                stalled: None,
                throttled: None,
                head: FirstHead::default(),
                frames: FrameCounter::default(),
                _slots: (slot, client_slot),
            };
            let service = router.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(ConnectInfo(from));
                request.extensions_mut().insert(Arc::clone(&line));
                request.map(axum::body::Body::new)
            });
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).max_buf_size(MAX_HEADER).keep_alive(!is_full);
            builder.header_read_timeout(if is_full { RESERVE_TIME } else { HEADER_TIME });
            let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
            let mut connection = pin!(connection.with_upgrades());
            let ended = tokio::select! {
                ended = &mut connection => ended,
                _ = stops.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%from, %error, "connection ended");
            }
        });
    }
    drop(listener);
    let _ = stopping.send(());
    stopping.closed().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_counted_however_the_bytes_are_split() {
        let mut bytes = vec![0x81, 0x82, 0, 0, 0, 0, b'4', b'0', 0x89, 0x80, 0, 0, 0, 0, 0x81, 0x00];
        bytes.extend([0x82, 0xfe, 0x01, 0x00, 1, 2, 3, 4]);
        bytes.extend([b'x'; 256]);
        bytes.extend([0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4]);
        bytes.extend([b'x'; 65536]);
        bytes.extend([0x8a, 0x80]);
        for size in [1, 2, 3, 7, 4096, bytes.len()] {
            let mut frames = FrameCounter::default();
            assert_eq!(bytes.chunks(size).map(|part| frames.count(part)).sum::<usize>(), 6, "{size}");
        }
        let mut endless = FrameCounter::default();
        let header = [0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(endless.count(&header) + endless.count(&[0x81; 100]), 1);
    }

    #[test]
    fn a_socket_begins_at_the_end_of_one_header() {
        let read = |parts: &[&str]| {
            let mut head = FirstHead::default();
            parts.iter().map(|part| head.read(part.as_bytes())).last()
        };
        assert_eq!(read(&["GET / HTTP/1.1\r\nhost: x\r\n\r\n"]), Some(true));
        assert_eq!(read(&["GET / HTTP/1.1\r\n", "host: x\r\n\r", "\n"]), Some(true));
        assert_eq!(read(&["GET / HTTP/1.1\nhost: x\n\n"]), Some(true), "the HTTP parser reads this too");
        assert_eq!(read(&["GET / HTTP/1.1\nhost: x\n\n\u{1}\r\n\r\n"]), Some(false));
        assert_eq!(read(&["GET / HTTP/1.1\r\nhost: x\r\n"]), Some(false));
        assert_eq!(read(&["GET / HTTP/1.1\r\n\r\n\u{1}"]), Some(false), "a part of a frame");
        assert_eq!(read(&["GET / HTTP/1.1\r\n\r\n", "\u{1}\r\n\r\n"]), Some(false), "a second end");
    }

    #[test]
    fn many_slow_clients_wait_for_few_bytes() {
        let (metrics, account) = (Arc::<Metrics>::default(), Arc::new(Accounts::new(1.0, 1.0)));
        let line = || Line::new(([127, 0, 0, 1], 80).into(), Arc::clone(&metrics), Arc::clone(&account));
        let first = line();
        assert!(first.queue(200_000) && first.queue(200_000) && !first.queue(200_000));
        first.sent(500_000);
        assert!(first.queue(200_000), "a client that reads again may get more");
        let many: Vec<Line> = (0..700).map(|_| line()).collect();
        assert!(many.iter().all(|line| line.queue(200_000)), "one message is always sent");
        assert!(!first.queue(1000), "too many bytes wait for all clients together");
        assert!(line().queue(30_000));
        drop(many);
        assert!(first.queue(1000));
        drop(first);
        assert_eq!(metrics.queued.load(Relaxed), 0);
    }

    #[test]
    fn the_answer_to_a_connection_that_is_refused_has_its_length() {
        let text = std::str::from_utf8(TURNED_AWAY).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
