//! The part of the language server protocol that the server needs: messages, parameters, positions and addresses.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};

/// A message of the editor.
pub enum Message {
    /// A message that needs an answer with its id.
    Request { id: Value, method: String, params: Value },
    /// A message without an answer.
    Notification { method: String, params: Value },
    /// The answer to a request of the server.
    Response,
}

impl Message {
    /// Parses the body of a message. `None` if it is malformed.
    pub fn parse(body: &[u8]) -> Option<Message> {
        let Value::Object(mut message) = serde_json::from_slice(body).ok()? else { return None };
        let id = message.remove("id").filter(|id| !id.is_null());
        if id.as_ref().is_some_and(|id| !id.is_number() && !id.is_string()) {
            return None;
        }
        let params = message.remove("params").unwrap_or_default();
        match (message.remove("method"), id) {
            (Some(Value::String(method)), Some(id)) => Some(Message::Request { id, method, params }),
            (Some(Value::String(method)), None) => Some(Message::Notification { method, params }),
            (None, Some(_)) => Some(Message::Response),
            _ => None,
        }
    }
}

/// Reads the body of one message. `None` at the end of the input. Does not allocate the stated length before the body
/// arrives, because a wrong length could exceed the memory.
pub fn read(input: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut length = None;
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        match (line.trim_end().split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("Content-Length") => {
                length = Some(value.trim().parse().map_err(io::Error::other)?);
            }
            (Some(_), _) => {}
            (None, Some(length)) if line.trim_end().is_empty() => {
                let mut body = Vec::new();
                input.take(length).read_to_end(&mut body)?;
                return Ok(Some(body));
            }
            (None, _) => return Err(io::ErrorKind::InvalidData.into()),
        }
        line.clear();
    }
    Ok(None)
}

/// Writes the answer to a request.
pub fn respond(output: &mut dyn Write, id: Value, result: Result<Value, RequestError>) -> io::Result<()> {
    let message = match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(RequestError(code, message)) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
        }
    };
    write(output, &message)
}

/// Writes a message that has no answer.
pub fn notify(output: &mut dyn Write, method: &str, params: Value) -> io::Result<()> {
    write(output, &json!({ "jsonrpc": "2.0", "method": method, "params": params }))
}

fn write(output: &mut dyn Write, message: &Value) -> io::Result<()> {
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// The code and the message of a request without a result.
pub struct RequestError(pub i32, pub String);

impl RequestError {
    pub const PARSE_ERROR: i32 = -32700;
    pub const INVALID_REQUEST: i32 = -32600;
    pub const METHOD_NOT_FOUND: i32 = -32601;
    pub const INVALID_PARAMS: i32 = -32602;
    pub const NOT_INITIALIZED: i32 = -32002;
    pub const CANCELED: i32 = -32800;

    pub fn params(message: impl Into<String>) -> RequestError {
        RequestError(RequestError::INVALID_PARAMS, message.into())
    }
}

impl From<serde_json::Error> for RequestError {
    fn from(error: serde_json::Error) -> RequestError {
        RequestError::params(error.to_string())
    }
}

/// A JSON object without the fields that are null, because the protocol has optional fields but few null ones.
pub fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(fields) = &mut object {
        fields.retain(|_, value| !value.is_null());
    }
    object
}

/// A place in a text: a line and a character, both counted from 0. Characters are UTF-16 units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub line: u32,
    pub character: u32,
}

/// A part of a text.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// A part of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Location {
    pub uri: Uri,
    pub range: Range,
}

/// A file that a request names.
#[derive(Clone, Debug, Deserialize)]
pub struct Document {
    pub uri: Uri,
    /// The text, if the file was opened.
    #[serde(default)]
    pub text: String,
}

/// The parameters of requests. A request uses the fields that it needs.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Params {
    pub text_document: Document,
    pub position: Option<Position>,
    pub range: Option<Range>,
    pub new_name: Option<String>,
    pub context: Option<Context>,
    /// The changes of a file. Each contains the whole text.
    #[serde(default)]
    pub content_changes: Vec<Change>,
}

/// What a request for references wants.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    #[serde(default)]
    pub include_declaration: bool,
}

/// A change of a file.
#[derive(Clone, Debug, Deserialize)]
pub struct Change {
    pub text: String,
}

/// The parameters of a notification about files that other programs changed.
#[derive(Debug, Deserialize)]
pub struct ChangedFiles {
    pub changes: Vec<Document>,
}

/// The address of a file, such as `file:///home/ann/game.cgml`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Uri(pub String);

impl Uri {
    /// The address of a file. `None` if the path is relative and there is no such file.
    pub fn from_file_path(path: impl AsRef<Path>) -> Option<Uri> {
        let path = match path.as_ref() {
            path if path.is_absolute() => path.to_owned(),
            path => path.canonicalize().ok()?,
        };
        let mut uri = "file://".to_owned();
        let text = path.to_string_lossy();
        let text = if cfg!(windows) { windows_path(&text) } else { text.into_owned() };
        for byte in text.bytes() {
            match byte {
                b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte.into()),
                byte if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
                byte => {
                    let _ = write!(uri, "%{byte:02X}");
                }
            }
        }
        Some(Uri(uri))
    }

    /// The path of the file. `None` if the address has no path.
    pub fn to_file_path(&self) -> Option<PathBuf> {
        let rest = self.0.split_once(':')?.1;
        let path = match rest.strip_prefix("//") {
            Some(rest) => &rest[rest.find('/')?..],
            None => rest,
        };
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let mut bytes = Vec::with_capacity(path.len());
        let mut rest = path.as_bytes();
        while let [first, others @ ..] = rest {
            let digits = rest.get(1..3).filter(|_| *first == b'%').and_then(|digits| str::from_utf8(digits).ok());
            match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = &rest[3..];
                }
                None => {
                    bytes.push(*first);
                    rest = others;
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        // The path of a drive is written `/C:/game.cgml`.
        let text = if cfg!(windows) { text.strip_prefix('/').unwrap_or(&text) } else { &*text };
        (!text.is_empty()).then(|| PathBuf::from(text))
    }
}

/// A path of Windows as it stands in an address: `/C:/game.cgml`.
fn windows_path(path: &str) -> String {
    let path = path.strip_prefix(r"\\?\").unwrap_or(path).replace('\\', "/");
    let mut letters = path.chars();
    match (letters.next(), letters.next()) {
        (Some(drive), Some(':')) => format!("/{}:{}", drive.to_ascii_uppercase(), letters.as_str()),
        _ => format!("/{path}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn addresses_and_paths_are_converted() {
        for (path, uri) in [
            ("/a/b.cgml", "file:///a/b.cgml"),
            ("/a b/ä:%.cgml", "file:///a%20b/%C3%A4%3A%25.cgml"),
            ("/[x]/~", "file:///%5Bx%5D/~"),
        ] {
            assert_eq!(Uri::from_file_path(path), Some(Uri(uri.to_owned())));
            assert_eq!(Uri(uri.to_owned()).to_file_path(), Some(PathBuf::from(path)));
        }
        let path_of = |uri: &str| Uri(uri.to_owned()).to_file_path();
        assert_eq!(path_of("file://host/a%2fb?x#y"), Some(PathBuf::from("/a/b")));
        assert_eq!(path_of("untitled:game.cgml"), Some(PathBuf::from("game.cgml")));
        assert_eq!(path_of("file:///%zz%2"), Some(PathBuf::from("/%zz%2")));
        for wrong in ["", "file", "file://", "file://host", "untitled:"] {
            assert_eq!(path_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn paths_of_windows_begin_with_a_large_drive_letter() {
        assert_eq!(windows_path(r"c:\games\x.cgml"), "/C:/games/x.cgml");
        assert_eq!(windows_path(r"\\?\D:\x"), "/D:/x");
    }
}
