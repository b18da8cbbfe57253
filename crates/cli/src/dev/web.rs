//! `rulebook dev` in the browser: serves the players' web table on this machine only.
//!
//! The web table gets its data from this server and shows the designer's tools. The program contains the web table only
//! if it was built with Node. Otherwise [`run`] returns an error that suggests `--terminal`.

use super::answer::{ViewRequest, about, look};
use super::background_games::{Order, Runs};
use super::http::{Answer, Request, serve};
use super::session::{MOST_IN_A_ROW, Session};
use super::watch::{PAUSE, Watch};
use crate::failure::Failure;
use rulebook_kernel::Seat;
use serde_json::{Value, json};
use std::io::Write;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A replacement in the page: the text to find, and the text to put there. The attribute tells the web table to show
/// the designer's tools.
const ROOT: (&str, &str) = ("<div id=\"root\">", "<div id=\"root\" data-page=\"dev\">");
/// The pictures of cards.
const ART: &str = "/art/";
/// The longest time that a request for `/look` waits for a new version.
const PATIENCE: Duration = Duration::from_secs(20);
/// Maximum number of open connections; further ones are closed at once.
const MOST: usize = 64;
/// Number of ports to try, from the given one upwards.
const PORTS: u16 = 20;

/// The error message if the program was built without the web table.
const NO_WEB_TABLE: &str = "this build of rulebook has no web table: install Node 20 or newer and build it again, \
or use `rulebook dev GAME --terminal`";

/// State shared by all connections.
struct Shared {
    session: Mutex<Session>,
    /// Notified whenever `version` of the session rises.
    changed: Condvar,
    open: AtomicUsize,
    host: String,
    runs: Runs,
}

impl Shared {
    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub fn run(session: Session, addr: SocketAddr, out: &mut dyn Write) -> Result<(), Failure> {
    if !matches!(addr.ip(), IpAddr::V4(ip) if ip.is_loopback()) && !addr.ip().is_loopback() {
        return Err(Failure::Usage(
            "--addr: `rulebook dev` listens only on this machine, for example 127.0.0.1:8090; \
             `rulebook serve` is for other machines"
                .to_owned(),
        ));
    }
    if rulebook_server::embedded("/").is_none() {
        return Err(Failure::Input(NO_WEB_TABLE.to_owned()));
    }
    let listener = listen(addr)?;
    let host = listener.local_addr()?.to_string();
    match session.follows() {
        Some(file) => writeln!(out, "Open http://{host}/ (watching {})", file.display())?,
        None => writeln!(out, "Open http://{host}/")?,
    }
    if session.is_behind() {
        write!(out, "{}", session.status())?;
    }
    out.flush()?;
    let shared = Arc::new(Shared {
        session: Mutex::new(session),
        changed: Condvar::new(),
        open: AtomicUsize::new(0),
        host,
        runs: Runs::default(),
    });
    let watching = Arc::clone(&shared);
    std::thread::spawn(move || {
        follow(&watching, |told| {
            // If stdout is closed, the page still shows the result.
            let _ = write!(std::io::stdout(), "{told}");
        })
    });
    for stream in listener.incoming().flatten() {
        let shared = Arc::clone(&shared);
        if shared.open.fetch_add(1, Ordering::Relaxed) >= MOST {
            shared.open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        std::thread::spawn(move || {
            // Ignore the error, which means that the page has closed the connection.
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

/// Reloads the game whenever a file changes, and tells the result.
fn follow(shared: &Shared, tell: impl Fn(&str)) {
    let mut watch = Watch::of(&shared.session().files());
    loop {
        std::thread::sleep(PAUSE);
        reload_if_changed(shared, &mut watch, &tell);
    }
}

fn reload_if_changed(shared: &Shared, watch: &mut Watch, tell: &impl Fn(&str)) {
    let files = shared.session().files();
    if !watch.changed(&files) {
        return;
    }
    let told = {
        let mut session = shared.session();
        session.reload();
        session.status()
    };
    shared.changed.notify_all();
    tell(&told);
}

fn answer(shared: &Arc<Shared>, request: &Request) -> Answer {
    if !request.is_ours(&shared.host) {
        return Answer::words(403, "only the page of `rulebook dev` may send requests here");
    }
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/look") => {
            let seen = request.number("version");
            let session = shared.session();
            let old = |session: &mut Session| Some(session.version) == seen;
            let waited = shared.changed.wait_timeout_while(session, PATIENCE, old);
            let (session, _) = waited.unwrap_or_else(PoisonError::into_inner);
            Answer::json(&look(&session, wish(request)))
        }
        ("GET", "/about") => match about(&shared.session()) {
            Some(about) => Answer::json(&about),
            None => Answer::words(404, "the game could not be loaded yet"),
        },
        ("GET", "/runs") => Answer::json(&shared.runs.told()),
        ("GET", "/report") => match shared.runs.page() {
            Some(page) => Answer::file("text/html; charset=utf-8", page.into_bytes()),
            None => Answer::words(404, "no games have been played yet"),
        },
        ("POST", "/why") => match why(&shared.session(), request) {
            Ok(why) => Answer::json(&json!({ "why": why })),
            Err(words) => Answer::words(400, words),
        },
        ("POST", "/do") => {
            let done = act(shared, &request.body);
            shared.changed.notify_all();
            match done {
                Ok(()) => Answer::words(200, ""),
                Err(why) => Answer::words(409, why),
            }
        }
        ("GET", path) if path.starts_with(ART) => {
            let path = percent_decoded(&path[ART.len()..]);
            let session = shared.session();
            match path.and_then(|path| session.game.as_ref()?.picture(&path)) {
                Some((kind, bytes)) => Answer::file(kind, bytes),
                None => Answer::words(404, "the game has no such picture"),
            }
        }
        ("GET", path) => file(path).unwrap_or_else(|| Answer::words(404, "not found")),
        _ => Answer::words(404, "not found"),
    }
}

/// A file of the web table. In the page at `/`, `ROOT` is replaced.
fn file(path: &str) -> Option<Answer> {
    let (kind, bytes) = rulebook_server::embedded(path)?;
    if path != "/" {
        return Some(Answer::file(kind, bytes));
    }
    let page = String::from_utf8_lossy(bytes).replacen(ROOT.0, ROOT.1, 1);
    Some(Answer::file(kind, page.into_bytes()))
}

/// The text of a path in which other bytes than letters are written as `%20`. `None` if it is not UTF-8.
fn percent_decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (digit(rest.next())? * 16 + digit(rest.next())?) as u8
            }
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

fn wish(request: &Request) -> ViewRequest {
    let number = |name: &str| request.number(name).and_then(|number| usize::try_from(number).ok());
    ViewRequest {
        seat: number("seat"),
        since: request.number("deals").zip(number("moves")),
        inspect: request.number("inspect").is_some(),
    }
}

/// The reason why a gesture of the seat is not a legal move, or `None` if the rules give no reason.
fn why(session: &Session, request: &Request) -> Result<Option<String>, String> {
    let gesture = serde_json::from_str(&request.body).map_err(|error| error.to_string())?;
    let table = session.table.as_ref().ok_or("no match has started yet")?;
    let seat = wish(request).seat.filter(|seat| *seat < table.seats()).ok_or("`seat` must be the number of a seat")?;
    Ok(table.why_not(Seat::new(seat), &gesture))
}

/// Lets the bots move, one after the other. The session is not locked while a bot thinks, so pages show each move at
/// once.
fn bots_answer(shared: &Shared) {
    for _ in 0..MOST_IN_A_ROW {
        let Some(thought) = shared.session().to_think() else { return };
        let choice = thought.think();
        let goes_on = shared.session().thought(&thought, choice);
        shared.changed.notify_all();
        if !goes_on {
            return;
        }
    }
    shared.session().in_circles();
}

/// Performs one command of the page (`POST /do`).
fn act(shared: &Arc<Shared>, body: &str) -> Result<(), String> {
    let wish: Value = serde_json::from_str(body).map_err(|error| error.to_string())?;
    let number = |key: &str| wish[key].as_u64().and_then(|number| usize::try_from(number).ok());
    let mut session = shared.session();
    match wish["do"].as_str() {
        Some("play") => {
            let seat = number("seat").filter(|seat| *seat < session.table.as_ref().map_or(0, |table| table.seats()));
            session.play_alone(
                Seat::new(seat.ok_or("`seat` must be the number of a seat")?),
                wish["text"].as_str().ok_or("`text` must be a move")?,
            )?;
            drop(session);
            shared.changed.notify_all();
            bots_answer(shared);
        }
        Some("back") => session.back(),
        Some("to") => session.to(number("moves").ok_or("`moves` must be a number of moves")?),
        Some("restart") => {
            let seed = wish["seed"].as_str().map(crate::seed::parse).transpose()?;
            session.restart(seed);
        }
        Some("all") => session.play_all(wish["on"].as_bool().ok_or("`on` must be true or false")?),
        Some("games") => {
            let order = Order::of(&session, wish["games"].as_u64().ok_or("`games` must be a number of games")?)?;
            drop(session);
            shared.runs.begin(&order)?;
            let shared = Arc::clone(shared);
            std::thread::spawn(move || shared.runs.play(&order));
        }
        Some("stop") => shared.runs.stop(),
        _ => return Err("unknown command".to_owned()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_catalog::Catalog;

    fn shared() -> Arc<Shared> {
        shared_of("crazy-eights")
    }

    fn shared_of(game: &str) -> Arc<Shared> {
        shared_at(Catalog::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games")), game)
    }

    fn shared_at(catalog: Catalog, game: &str) -> Arc<Shared> {
        let mut session = Session::new(catalog, game.into(), None, "first".into(), false, "1".into());
        session.reload();
        Arc::new(Shared {
            session: Mutex::new(session),
            changed: Condvar::new(),
            open: AtomicUsize::new(0),
            host: String::new(),
            runs: Runs::default(),
        })
    }

    fn ask(shared: &Arc<Shared>, method: &str, path: &str, query: &str, body: &str) -> (u16, String) {
        let text = format!("{method} {path}?{query} HTTP/1.1\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        let request = Request::read(&mut text.as_bytes()).unwrap().unwrap();
        answer(shared, &request).told()
    }

    fn see(shared: &Arc<Shared>, query: &str) -> Value {
        serde_json::from_str(&ask(shared, "GET", "/look", query, "").1).unwrap()
    }

    #[test]
    fn steps_are_sent_once_and_a_new_deal_starts_over() {
        let shared = shared();
        let first = see(&shared, "seat=0");
        assert_eq!((&first["follows"], &first["seat"]), (&json!(false), &json!(0)));
        assert!(first["steps"].as_array().unwrap().len() > 3, "the first answer contains the deal: {first}");
        assert!(first.get("inspection").is_none());
        let text = first["ask"]["offers"][0]["text"].as_str().unwrap();
        let body = json!({"do": "play", "seat": 0, "text": text}).to_string();
        assert_eq!(ask(&shared, "POST", "/do", "", &body).0, 200);
        let since = format!("seat=0&deals={}&moves=0", first["deals"]);
        let next = see(&shared, &since);
        assert_eq!(next["follows"], json!(true));
        let steps = next["steps"].as_array().unwrap();
        assert!(!steps.is_empty() && !steps.contains(&first["steps"][0]), "the deal is not told again: {next}");
        assert_eq!(ask(&shared, "POST", "/do", "", r#"{"do":"back"}"#).0, 200);
        assert_eq!(see(&shared, &since)["follows"], json!(false), "another deal");
    }

    #[test]
    fn a_state_is_laid_open() {
        let open = &see(&shared(), "seat=0&inspect=1")["inspection"];
        let hands: Vec<&Value> =
            open["zones"].as_array().unwrap().iter().filter(|zone| !zone["owner"].is_null()).collect();
        assert!(hands.len() >= 2 && hands.iter().all(|zone| zone["count"].as_u64() > Some(0)), "{open}");
        assert!(!hands.iter().any(|zone| zone["cards"].as_array().unwrap().contains(&json!("?"))), "{open}");
        let value = |name: &str| {
            let values = open["values"].as_array().unwrap();
            values.iter().find(|one| one["name"] == name).map(|one| one["value"].clone())
        };
        assert_eq!(value("can_draw"), Some(json!("yes")), "computed values are listed, too: {open}");
        assert!(value("fitting").is_some(), "{open}");
        let ask = &open["asks"][0];
        assert!(ask["count"].as_u64() > Some(0) && ask["moves"].as_array().is_some_and(|all| !all.is_empty()), "{ask}");
    }

    #[test]
    fn the_inspector_shows_values_of_boards_and_duels() {
        let values = |game: &str| {
            let open = see(&shared_of(game), "seat=0&inspect=1")["inspection"]["values"].clone();
            let open = open.as_array().cloned().unwrap_or_default();
            open.into_iter().map(|one| (one["name"].clone(), one["value"].clone())).collect::<Vec<_>>()
        };
        let chess = values("chess");
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(chess.contains(&(json!("position"), json!(start))), "{chess:?}");
        assert!(chess.contains(&(json!("rights"), json!("KQkq"))), "{chess:?}");
        assert!(chess.contains(&(json!("times here"), json!("1"))), "{chess:?}");
        let shogi = values("shogi");
        assert!(
            shogi.iter().any(|(name, _)| name.as_str().is_some_and(|name| name.starts_with("in hand of"))),
            "{shogi:?}"
        );
        let duel = values("duel");
        assert!(duel.contains(&(json!("Players, life"), json!("20"))), "{duel:?}");
    }

    #[test]
    fn a_mistake_and_its_correction_are_printed_in_the_terminal() {
        let folder = std::env::temp_dir().join(format!("rulebook-dev-{}-terminal", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("my-game.cgml");
        let game = include_str!("../../templates/cgml/games/starter/game.cgml");
        std::fs::write(&file, game).unwrap();
        let shared = shared_at(Catalog::open(&folder), &file.display().to_string());
        let mut watch = Watch::of(&shared.session().files());
        let told = std::cell::RefCell::new(Vec::new());
        let mut save = |text: &str| {
            std::fs::write(&file, text).unwrap();
            reload_if_changed(&shared, &mut watch, &|words: &str| told.borrow_mut().push(words.to_owned()));
            told.take().concat()
        };
        let wrong = save(&game.replace("$.zones.discard", "$.zones.discradd"));
        assert!(wrong.contains("discradd") && wrong.contains("my-game.cgml:"), "{wrong}");
        let right = save(&format!("{game}\n# mended\n"));
        assert!(right.ends_with(&format!("ok: {}\n", file.display())) && !right.contains("error"), "{right}");
        reload_if_changed(&shared, &mut watch, &|words: &str| panic!("no file has changed, but: {words}"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn serves_the_web_table_and_no_other_file() {
        let shared = shared();
        let (code, page) = ask(&shared, "GET", "/", "", "");
        match rulebook_server::embedded("/") {
            Some(_) => assert!(code == 200 && page.contains("data-page=\"dev\""), "{page}"),
            None => assert_eq!(code, 404),
        }
        assert_eq!(ask(&shared, "GET", "/../Cargo.toml", "", "").0, 404);
        assert_eq!(ask(&shared, "GET", "/report", "", "").0, 404);
        assert!(ask(&shared, "GET", "/about", "", "").1.contains("\"layouts\""));
        assert_eq!(ask(&shared, "POST", "/do", "", r#"{"do":"games","games":0}"#).0, 409);
    }
}
