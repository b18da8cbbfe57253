//! Runs a small HTTP server for tests of HTTP clients. Each test decides how the server replies.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

/// A request.
pub struct Request {
    /// The request line and the headers, with their line breaks.
    pub head: String,
    /// The body.
    pub body: String,
}

/// The reply to a request.
#[derive(Clone)]
pub enum Reply {
    /// An HTTP response with a status and a body.
    Answer(u16, String),
    /// The server sends this text, which is not HTTP.
    Babble(&'static str),
    /// No reply. The connection is closed.
    Nothing,
}

/// Listens on a loopback port until the process ends, and handles one request after the other. If a client disconnects
/// in the middle of a request, the request is ignored.
///
/// # Errors
/// If there is no free port.
pub fn listen(mut reply: impl FnMut(Request) -> Reply + Send + 'static) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let addr = listener.local_addr()?;
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let Ok(request) = read(&stream) else { continue };
            let text = match reply(request) {
                Reply::Answer(status, body) => {
                    let length = body.len();
                    format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}")
                }
                Reply::Babble(text) => text.to_owned(),
                Reply::Nothing => continue,
            };
            let _ = stream.write_all(text.as_bytes());
        }
    });
    Ok(addr)
}

fn read(stream: &TcpStream) -> io::Result<Request> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line == "\r\n" {
            break;
        }
        if let Some(told) = line.to_lowercase().strip_prefix("content-length:") {
            length = told.trim().parse().map_err(io::Error::other)?;
        }
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(Request { head, body: String::from_utf8(body).map_err(io::Error::other)? })
}
