//! The page at `/`: the web table where it was built into the program, else a page that says how to play without it.

include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// A file of the web table: what it is and its bytes.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = if path == "/" { "/index.html" } else { path };
    let found = FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes);
    let bytes = found.or_else(|| (path == "/index.html").then_some(PLAIN.as_bytes()))?;
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    };
    Some((kind, bytes))
}

const PLAIN: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rulebook</title>
<h1>Rulebook</h1>
<p>This server plays. The web table was not built into it; it will be here when it is.</p>
<ul>
<li><a href="/games">/games</a>: what can be played</li>
<li><a href="/active-games">/active-games</a>: what is being played</li>
<li><a href="/healthz">/healthz</a> and <a href="/metrics">/metrics</a>: how the server is</li>
</ul>
<p>Clients speak socket.io; the messages are described in <code>docs/server.md</code>.</p>
"#;
