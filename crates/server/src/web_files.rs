//! Serves the web table if it was built in. Otherwise serves a page that explains how to build it and how to play
//! without it.

use crate::responses::accepts_gzip;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};

include!(concat!(env!("OUT_DIR"), "/web.rs"));

fn bytes_of(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}

/// A file of the web table and its MIME type, for `rulebook dev`. `None` if there is no such file, or if the program
/// was built without the web table.
#[must_use]
pub fn embedded(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = if path == "/" { "/index.html" } else { path };
    let (name, bytes) = FILES.iter().find(|(name, _)| *name == path)?;
    Some((kind(name), *bytes))
}

/// The response for a file of the web table, compressed if the client accepts gzip.
pub fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let path = if path == "/" { "/index.html" } else { path };
    let packed = bytes_of(&format!("{path}.gz")).filter(|_| accepts_gzip(headers));
    let mut answer = match (packed, bytes_of(path)) {
        (Some(bytes), _) | (None, Some(bytes)) => bytes.into_response(),
        (None, None) if path == "/index.html" => plain().into_response(),
        (None, None) => return None,
    };
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    if packed.is_some() {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    // Names of built files contain a hash, so browsers may cache them permanently.
    let keep = if path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    Some(answer)
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    }
}

fn plain() -> String {
    let why = if MISSING.is_empty() { "it was not there when the program was built" } else { MISSING };
    PLAIN.replace("{why}", &why.replace('&', "&amp;").replace('<', "&lt;"))
}

const PLAIN: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rulebook</title>
<style>body { font: 1.05rem/1.6 Georgia, serif; max-width: 40rem; margin: 12vh auto; padding: 0 1.2rem; color: #23201a; background: #f6f1e6 }</style>
<h1>Rulebook</h1>
<p>This server plays, but the web table is not in it: {why}.</p>
<p>Install Node 20 or newer and build again with <code>cargo build --release</code>. Until then, play in the terminal with
<code>rulebook play</code>. Programs can use these addresses:</p>
<ul>
<li><a href="/games">/games</a>: the games</li>
<li><a href="/active-games">/active-games</a>: the open tables</li>
<li><a href="/healthz">/healthz</a> and <a href="/metrics">/metrics</a>: the state of the server</li>
</ul>
<p>Clients speak socket.io; the messages are described in <code>docs/server.md</code>.</p>
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_page() {
        let answer = file("/", &HeaderMap::new()).unwrap();
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        assert!(file("/../Cargo.toml", &HeaderMap::new()).is_none());
        assert!(plain().contains("the web table is not in it"));
    }

    #[test]
    fn compressed_files_have_a_content_encoding() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let packed = |path: &str| file(path, &headers).unwrap().headers().get(header::CONTENT_ENCODING).cloned();
        for (name, _) in FILES.iter().filter(|(name, _)| name.ends_with(".gz")) {
            assert_eq!(packed(name.trim_end_matches(".gz")), Some(HeaderValue::from_static("gzip")), "{name}");
        }
    }
}
