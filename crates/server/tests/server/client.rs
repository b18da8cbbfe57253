//! A test client: socket.io over one WebSocket, and plain HTTP. It can also send malformed frames.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async, connect_async};

/// Maximum time to wait for an event that must come. It is long because test machines may be busy.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until the condition holds.
pub async fn until(what: &str, mut test: impl AsyncFnMut() -> bool) {
    let begun = Instant::now();
    while !test().await {
        assert!(begun.elapsed() < PATIENCE, "waited too long for: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

pub struct Client {
    ws: WebSocketStream<MaybeTlsStream<TcpStream>>,
    acks: u64,
    /// Events that arrived while the client waited for another event.
    pub heard: VecDeque<(String, Value)>,
    /// Every received frame, unchanged.
    pub frames: Vec<String>,
}

impl Client {
    pub async fn connect(addr: SocketAddr) -> Option<Client> {
        let url = format!("ws://{addr}/socket.io/?EIO=4&transport=websocket");
        let (ws, _) = tokio::time::timeout(PATIENCE, connect_async(url)).await.ok()?.ok()?;
        Client::begin(ws).await
    }

    /// Connects over a stream that is open already.
    pub async fn over(stream: TcpStream, addr: SocketAddr) -> Option<Client> {
        let url = format!("ws://{addr}/socket.io/?EIO=4&transport=websocket");
        Client::begin(client_async(url, MaybeTlsStream::Plain(stream)).await.ok()?.0).await
    }

    async fn begin(ws: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Option<Client> {
        let mut client = Client { ws, acks: 0, heard: VecDeque::new(), frames: Vec::new() };
        client.frame().await?;
        client.raw("40").await?;
        while !client.frame().await?.starts_with("40") {}
        Some(client)
    }

    pub async fn raw(&mut self, text: &str) -> Option<()> {
        self.ws.send(Message::text(text)).await.ok()
    }

    /// The next frame. Answers pings.
    pub async fn frame(&mut self) -> Option<String> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.ws.next()).await.ok()??.ok()?;
            match message {
                Message::Text(text) if text.as_str() == "2" => self.raw("3").await?,
                Message::Text(text) => {
                    self.frames.push(text.to_string());
                    return Some(text.to_string());
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Sends an event and waits for its acknowledgement.
    pub async fn ask(&mut self, event: &str, data: Value) -> Option<Value> {
        let ack = self.acks;
        self.acks += 1;
        self.raw(&format!("42{ack}{}", json!([event, data]))).await?;
        let prefix = format!("43{ack}[");
        loop {
            let frame = self.frame().await?;
            if frame.starts_with(&prefix) {
                let answer: Value = serde_json::from_str(&frame[prefix.len() - 1..]).ok()?;
                return Some(answer[0].clone());
            }
            self.keep(&frame);
        }
    }

    fn keep(&mut self, frame: &str) {
        if let Some(event) = frame.strip_prefix("42").and_then(|text| serde_json::from_str::<Value>(text).ok())
            && let Some(name) = event[0].as_str()
        {
            self.heard.push_back((name.to_owned(), event[1].clone()));
        }
    }

    /// Waits until an event has arrived.
    pub async fn hear(&mut self) -> Option<()> {
        let before = self.heard.len();
        while self.heard.len() == before {
            let frame = self.frame().await?;
            self.keep(&frame);
        }
        Some(())
    }

    /// The next event with this name. Drops other events.
    pub async fn event(&mut self, name: &str) -> Option<Value> {
        loop {
            while let Some((heard, data)) = self.heard.pop_front() {
                if heard == name {
                    return Some(data);
                }
            }
            let frame = self.frame().await?;
            self.keep(&frame);
        }
    }

    pub async fn join(&mut self, id: &str, token: Option<&str>) -> Value {
        self.ask("game:join", json!({"match": id, "token": token})).await.unwrap_or_default()
    }

    pub async fn command(&mut self, id: &str, command: Value) -> Value {
        self.ask("game:command", json!({"match": id, "command": command})).await.unwrap_or_default()
    }

    pub async fn intent(&mut self, id: &str, ask: &Value, text: &str, key: &str) -> Option<Value> {
        self.ask("game:intent", json!({"match": id, "ask": ask, "moves": [text], "key": key})).await
    }
}

/// Sends an HTTP request. Returns the status and the body.
pub async fn http(
    addr: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<Value>,
) -> (u16, String) {
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let token = token.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n{token}content-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    raw_http(addr, &head).await
}

pub async fn raw_http(addr: SocketAddr, request: &str) -> (u16, String) {
    let asked = async {
        let mut stream = TcpStream::connect(addr).await?;
        // A server may answer and close the connection before it has read the whole request. The answer of the server
        // still counts.
        let sent = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let heard = stream.read_to_end(&mut answer).await;
        if answer.is_empty() {
            sent.and(heard)?;
        }
        Ok::<_, std::io::Error>(String::from_utf8_lossy(&answer).into_owned())
    };
    let Ok(Ok(answer)) = tokio::time::timeout(PATIENCE, asked).await else { return (0, String::new()) };
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (status, answer)
}

/// The JSON of an answer.
pub fn json_of(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or_default()
}
