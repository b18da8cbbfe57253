//! The table in the browser: one page that asks again and again what there is to see.

use super::answer::look;
use super::http::{Request, serve};
use super::session::Session;
use super::watch::{PAUSE, Watch};
use crate::failure::Failure;
use rulebook_kernel::Seat;
use serde_json::Value;
use std::io::Write;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// So long a question waits for something new.
const PATIENCE: Duration = Duration::from_secs(20);
/// So many pages may wait at once.
const MOST: usize = 64;
/// So many ports are tried.
const PORTS: u16 = 20;

/// What all connections share.
struct Shared {
    session: Mutex<Session>,
    /// Somebody waits for the version to go up.
    changed: Condvar,
    open: AtomicUsize,
    host: String,
}

impl Shared {
    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub fn run(session: Session, addr: SocketAddr, out: &mut dyn Write) -> Result<(), Failure> {
    if !matches!(addr.ip(), IpAddr::V4(ip) if ip.is_loopback()) && !addr.ip().is_loopback() {
        return Err(Failure::Usage(
            "--addr: a table for designing is for this machine alone; use `rulebook serve` for others".to_owned(),
        ));
    }
    let listener = listen(addr)?;
    let host = listener.local_addr()?.to_string();
    writeln!(
        out,
        "http://{host}/ follows {}",
        session.files().first().map_or_else(String::new, |file| file.display().to_string())
    )?;
    out.flush()?;
    let shared =
        Arc::new(Shared { session: Mutex::new(session), changed: Condvar::new(), open: AtomicUsize::new(0), host });
    let watching = Arc::clone(&shared);
    std::thread::spawn(move || follow(&watching));
    for stream in listener.incoming().flatten() {
        let shared = Arc::clone(&shared);
        if shared.open.fetch_add(1, Ordering::Relaxed) >= MOST {
            shared.open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        std::thread::spawn(move || {
            // A page that leaves is nothing to talk about.
            let _ = serve(&stream, |request| answer(&shared, request));
            shared.open.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(())
}

fn listen(addr: SocketAddr) -> Result<TcpListener, Failure> {
    let ports = (0..PORTS)
        .map(|more| SocketAddr::new(addr.ip(), addr.port().saturating_add(if addr.port() == 0 { 0 } else { more })));
    let mut last = None;
    for addr in ports {
        match TcpListener::bind(addr) {
            Ok(listener) => return Ok(listener),
            Err(error) => last = Some(error),
        }
    }
    Err(Failure::Input(format!("cannot listen on {addr}: {}", last.map(|error| error.to_string()).unwrap_or_default())))
}

fn follow(shared: &Shared) {
    let mut watch = Watch::of(&shared.session().files());
    loop {
        std::thread::sleep(PAUSE);
        let files = shared.session().files();
        if watch.changed(&files) {
            shared.session().reload();
            shared.changed.notify_all();
        }
    }
}

fn answer(shared: &Shared, request: &Request) -> (u16, &'static str, String) {
    if !request.is_ours(&shared.host) {
        return (403, "text/plain", "this table is for its own page".to_owned());
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => (200, "text/html", PAGE.to_owned()),
        ("GET", "/page.css") => (200, "text/css", STYLE.to_owned()),
        ("GET", "/page.js") => (200, "text/javascript", SCRIPT.to_owned()),
        ("GET", "/look") => {
            let seen = request.number("version");
            let session = shared.session();
            let old = |session: &mut Session| Some(session.version) == seen;
            let waited = shared.changed.wait_timeout_while(session, PATIENCE, old);
            let (session, _) = waited.unwrap_or_else(PoisonError::into_inner);
            let seat = request.number("seat").and_then(|seat| usize::try_from(seat).ok());
            (200, "application/json", serde_json::to_string(&look(&session, seat)).unwrap_or_default())
        }
        ("POST", "/do") => {
            let done = act(&mut shared.session(), &request.body);
            shared.changed.notify_all();
            match done {
                Ok(()) => (200, "text/plain", String::new()),
                Err(why) => (409, "text/plain", why),
            }
        }
        _ => (404, "text/plain", "there is nothing here".to_owned()),
    }
}

/// Does what the page asks for.
fn act(session: &mut Session, body: &str) -> Result<(), String> {
    let wish: Value = serde_json::from_str(body).map_err(|error| error.to_string())?;
    let number = |key: &str| wish[key].as_u64().and_then(|number| usize::try_from(number).ok());
    match wish["do"].as_str() {
        Some("play") => {
            let seat = number("seat").filter(|seat| *seat < session.table.as_ref().map_or(0, |table| table.seats()));
            session.play(Seat::new(seat.ok_or("which seat?")?), wish["text"].as_str().ok_or("which move?")?)
        }
        Some("back") => {
            session.back();
            Ok(())
        }
        Some("to") => {
            session.to(number("moves").ok_or("to which move?")?);
            Ok(())
        }
        Some("restart") => {
            let seed = wish["seed"].as_str().map(crate::seed::parse).transpose()?;
            session.restart(seed);
            Ok(())
        }
        _ => Err("that means nothing here".to_owned()),
    }
}
