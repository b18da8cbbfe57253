//! A minimal HTTP/1.1 client that fetches pages from a server on this machine.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The status code and the body of `GET path`.
pub fn get(port: u16, path: &str) -> Result<(u16, Vec<u8>), String> {
    let told = |e: std::io::Error| format!("GET {path}: {e}");
    let mut socket = TcpStream::connect(("127.0.0.1", port)).map_err(told)?;
    socket.set_read_timeout(Some(Duration::from_secs(30))).map_err(told)?;
    let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    socket.write_all(request.as_bytes()).map_err(told)?;
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).map_err(told)?;
    parse(&answer).ok_or_else(|| format!("GET {path}: the answer is not HTTP"))
}

/// Splits a response into the status code and the body. A chunked body still contains its chunk lengths. This does no
/// harm, because callers only search the body for text.
fn parse(answer: &[u8]) -> Option<(u16, Vec<u8>)> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let status = head.split_whitespace().nth(1)?.parse().ok()?;
    Some((status, answer[end + 4..].to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_split() {
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi";
        assert_eq!(parse(answer), Some((200, b"hi".to_vec())));
        assert_eq!(parse(b"no"), None);
    }
}
