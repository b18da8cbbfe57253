//! A minimal HTTP server for a page on the same machine. It accepts small requests, one for each connection.

use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Maximum size of a request, in bytes.
const LONGEST: u64 = 64 << 10;

/// A request.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// The path without the query.
    pub path: String,
    pub query: Vec<(String, String)>,
    pub host: String,
    pub origin: Option<String>,
    pub body: String,
}

impl Request {
    /// Reads a request. `None` if the connection sends no valid request.
    pub fn read(from: &mut impl BufRead) -> io::Result<Option<Request>> {
        let mut from = from.take(LONGEST);
        let mut line = String::new();
        from.read_line(&mut line)?;
        let mut words = line.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let pair = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (name.to_owned(), value.to_owned())
        };
        let mut request = Request {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.split('&').filter(|part| !part.is_empty()).map(pair).collect(),
            ..Request::default()
        };
        let mut length = 0;
        loop {
            line.clear();
            if from.read_line(&mut line)? == 0 || line.trim().is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':') else { continue };
            match name.to_ascii_lowercase().as_str() {
                "host" => request.host = value.trim().to_owned(),
                "origin" => request.origin = Some(value.trim().to_owned()),
                "content-length" => length = value.trim().parse::<u64>().unwrap_or(0).min(LONGEST),
                _ => {}
            }
        }
        from.take(length).read_to_string(&mut request.body)?;
        Ok(Some(request))
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.query.iter().find(|(known, _)| known == name)?.1.parse().ok()
    }

    /// Whether the request comes from our own page, or from a program that is not a browser. Pages of other origins are
    /// refused, so that they cannot play here.
    pub fn is_ours(&self, host: &str) -> bool {
        let local = self.host == host
            || self.host.strip_prefix("localhost:").is_some_and(|port| host.ends_with(&format!(":{port}")));
        let origin =
            self.origin.as_deref().is_none_or(|origin| origin.strip_prefix("http://") == Some(self.host.as_str()));
        local && origin
    }
}

/// A response: status code, content type and body.
pub struct Answer {
    code: u16,
    kind: &'static str,
    body: Cow<'static, [u8]>,
}

impl Answer {
    /// A file with status 200.
    pub fn file(kind: &'static str, body: impl Into<Cow<'static, [u8]>>) -> Answer {
        Answer { code: 200, kind, body: body.into() }
    }

    /// Plain text with a status code.
    pub fn words(code: u16, words: impl Into<String>) -> Answer {
        Answer { code, kind: "text/plain; charset=utf-8", body: Cow::Owned(words.into().into_bytes()) }
    }

    /// A value as JSON.
    pub fn json(value: &impl Serialize) -> Answer {
        match serde_json::to_vec(value) {
            Ok(text) => Answer::file("application/json", text),
            Err(error) => Answer::words(500, error.to_string()),
        }
    }

    /// The status code and the body as text.
    #[cfg(test)]
    pub fn told(&self) -> (u16, String) {
        (self.code, String::from_utf8_lossy(&self.body).into_owned())
    }
}

/// Reads one request from a connection and sends the response of `answer`.
pub fn serve(stream: &TcpStream, answer: impl FnOnce(&Request) -> Answer) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let Some(request) = Request::read(&mut BufReader::new(stream))? else { return Ok(()) };
    let Answer { code, kind, body } = answer(&request);
    let mut to = stream;
    write!(
        to,
        "HTTP/1.1 {code} {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        if code == 200 { "OK" } else { "No" },
        body.len()
    )?;
    to.write_all(&body)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Request> {
        Request::read(&mut text.as_bytes()).unwrap()
    }

    #[test]
    fn requests_are_read() {
        let request =
            read("POST /play?seat=1 HTTP/1.1\r\nHost: 127.0.0.1:8090\r\nContent-Length: 4\r\n\r\nbodyrest").unwrap();
        assert_eq!(
            (request.method.as_str(), request.path.as_str(), request.number("seat")),
            ("POST", "/play", Some(1))
        );
        assert_eq!(request.body, "body");
        assert_eq!(read(""), None);
        assert_eq!(read("nonsense"), None);
    }

    #[test]
    fn other_pages_are_strangers() {
        let from = |host: &str, origin: Option<&str>| {
            let request = Request { host: host.into(), origin: origin.map(str::to_owned), ..Request::default() };
            request.is_ours("127.0.0.1:8090")
        };
        assert!(from("127.0.0.1:8090", None) && from("127.0.0.1:8090", Some("http://127.0.0.1:8090")));
        assert!(from("localhost:8090", Some("http://localhost:8090")));
        assert!(!from("127.0.0.1:8090", Some("http://evil.example")));
        assert!(!from("evil.example", None), "a name that leads here is not ours");
    }
}
