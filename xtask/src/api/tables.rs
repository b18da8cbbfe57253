//! Opens tables for the HTTP test: one in play, one that is over, and one that waits for players. The test needs them,
//! because requests for unknown tables only get 404.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

/// The ids of these tables, the token of a seat at the table in play, and the code of the waiting table.
pub struct Tables {
    pub played: String,
    pub over: String,
    pub waits: String,
    pub token: String,
    pub code: String,
}

impl Tables {
    pub fn open(addr: SocketAddr) -> Result<Tables, String> {
        let (over, _) = begun(addr, "tic-tac-toe", &["start", "resign"])?;
        let (played, token) = begun(addr, "crazy-eights", &["start"])?;
        let waits = opened(addr, "chess")?;
        let code = field(&asked(addr, "POST", &format!("/active-games/{waits}/code"), "")?, "code")?;
        let all = Tables { played, over, waits, token, code };
        for (id, phase) in [(&all.played, "playing"), (&all.over, "over"), (&all.waits, "lobby")] {
            let status = asked(addr, "GET", &format!("/active-games/{id}"), "")?;
            if field(&status, "phase")? != phase {
                return Err(format!("a table is not {phase}"));
            }
        }
        Ok(all)
    }

    /// The configuration that makes schemathesis use real ids in most requests, instead of random texts.
    pub fn settings(&self) -> String {
        let Tables { played, over, waits, token, code } = self;
        format!(
            r#"[dictionaries.games]
values = ["crazy-eights", "chess", "hearts", "tic-tac-toe"]
[dictionaries.tables]
values = ["{played}", "{over}", "{waits}"]
[dictionaries.codes]
values = ["{code}"]
[auth.openapi.token]
bearer = "{token}"
[[operations]]
include-path = ["/games/{{id}}", "/games/{{id}}/scene"]
parameters = {{ "path.id" = {{ dictionary = "games", probability = 0.8 }} }}
[[operations]]
include-path-regex = "^/active-games/"
parameters = {{ "path.id" = {{ dictionary = "tables", probability = 0.9 }} }}
[[operations]]
include-path = "/codes/{{code}}"
parameters = {{ "path.code" = {{ dictionary = "codes", probability = 0.5 }} }}
[[operations]]
include-path = "/active-games"
include-method = "POST"
parameters = {{ "body.game" = {{ dictionary = "games", probability = 0.9 }} }}
"#
        )
    }
}

/// Opens a table and returns its id.
fn opened(addr: SocketAddr, game: &str) -> Result<String, String> {
    field(&asked(addr, "POST", "/active-games", &json!({"game": game}).to_string())?, "match")
}

/// Opens a table for two, takes both seats, and sends commands from the first seat by socket.io polling.
fn begun(addr: SocketAddr, game: &str, commands: &[&str]) -> Result<(String, String), String> {
    let id = opened(addr, game)?;
    let mut tokens = Vec::new();
    for (seat, name) in [(0, "Ann"), (1, "Bob")] {
        let body = json!({"seat": seat, "name": name}).to_string();
        tokens.push(field(&asked(addr, "POST", &format!("/active-games/{id}/seats"), &body)?, "token")?);
    }
    let token = tokens.swap_remove(0);
    let path = "/socket.io/?EIO=4&transport=polling";
    let hello = asked(addr, "GET", path, "")?;
    let sid = field(hello.strip_prefix('0').unwrap_or(&hello), "sid")?;
    let path = format!("{path}&sid={sid}");
    asked(addr, "POST", &path, "40")?;
    asked(addr, "GET", &path, "")?;
    let mut messages = vec![json!(["game:join", {"match": id, "token": token}])];
    messages.extend(commands.iter().map(|kind| json!(["game:command", {"match": id, "command": {"kind": kind}}])));
    for (message, at) in messages.iter().zip(0..) {
        asked(addr, "POST", &path, &format!("42{at}{message}"))?;
        // Wait for the answer, because the next command depends on it.
        while !asked(addr, "GET", &path, "")?.contains(&format!("43{at}[")) {}
    }
    Ok((id, token))
}

fn field(text: &str, name: &str) -> Result<String, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("no JSON: {e}: {text}"))?;
    value[name].as_str().map(str::to_owned).ok_or_else(|| format!("no {name}: {text}"))
}

/// Sends a request and returns the body of the response. An error if the request fails.
fn asked(addr: SocketAddr, method: &str, path: &str, body: &str) -> Result<String, String> {
    let sent = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect(addr)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        let kind = if body.starts_with('{') { "application/json" } else { "text/plain" };
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\ncontent-type: {kind}\r\n\
             content-length: {length}\r\n\r\n{body}"
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    let answer = sent().map_err(|e| format!("{method} {path}: {e}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| format!("{method} {path}: no answer"))?;
    match head.split(' ').nth(1) {
        Some("200" | "201") => Ok(body.to_owned()),
        _ => Err(format!("{method} {path}: {head}\n{body}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_name_every_table() {
        let [played, over, waits, token, code] = ["p", "o", "w", "t", "c"].map(str::to_owned);
        let text = Tables { played, over, waits, token, code }.settings();
        assert!(text.contains(r#"values = ["p", "o", "w"]"#) && text.contains(r#"bearer = "t""#), "{text}");
        assert!(text.contains(r#"include-path = ["/games/{id}", "/games/{id}/scene"]"#), "{text}");
        assert!(text.contains(r#"values = ["c"]"#) && text.contains(r#"include-path = "/codes/{code}""#), "{text}");
    }

    #[test]
    fn a_missing_field_is_reported() {
        assert_eq!(field(r#"{"a":"b"}"#, "a"), Ok("b".to_owned()));
        assert!(field("{}", "a").unwrap_err().contains("no a"));
        assert!(field("x", "a").is_err());
    }
}
