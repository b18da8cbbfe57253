//! Tests that the server sends its spans to a collector.

use crate::client::{http, until};
use crate::host::{Folder, Host};
use rulebook_server::LevelFilter;
use serde_json::Value;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spans_reach_a_collector() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let found: Arc<Mutex<Vec<Value>>> = Arc::default();
    let heard = Arc::clone(&found);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut bytes = Vec::new();
            while let Ok(read) = stream.read_buf(&mut bytes).await
                && read > 0
            {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}");
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
                if body.len() == length.parse::<usize>().unwrap() {
                    heard.lock().unwrap().push(serde_json::from_str(body).unwrap());
                    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await;
                    break;
                }
            }
        }
    });
    rulebook_server::log_to_stderr(false, LevelFilter::INFO);
    rulebook_server::send_spans(&format!("http://{address}")).unwrap();
    let folder = Folder::new("spans");
    let host = Host::start(&folder).await;
    let _table = host.table("tic-tac-toe", 2).await;
    assert_eq!(http(host.addr, "GET", "/games/chess?secret=1", None, None).await.0, 200);
    let spans = || -> Vec<Value> {
        let found = found.lock().unwrap();
        let scopes = found.iter().flat_map(|body| body["resourceSpans"][0]["scopeSpans"].as_array().unwrap().clone());
        scopes.flat_map(|scope| scope["spans"].as_array().unwrap().clone()).collect()
    };
    let all_there = async || {
        let spans = spans();
        ["request", "message", "append"].iter().all(|name| spans.iter().any(|span| span["name"] == *name))
            && spans.iter().any(|span| span.to_string().contains("/games/{id}"))
    };
    until("all kinds of spans are there", all_there).await;
    for span in spans() {
        assert_eq!(
            (span["traceId"].as_str().unwrap().len(), span["spanId"].as_str().unwrap().len()),
            (32, 16),
            "{span}"
        );
        let nanos = |name: &str| span[name].as_str().unwrap().parse::<u128>().unwrap();
        assert!(nanos("startTimeUnixNano") <= nanos("endTimeUnixNano"));
        assert!(
            !span.to_string().contains("secret") && !span.to_string().contains("P0"),
            "no query and no name: {span}"
        );
    }
    host.stop().await;
}
