//! One request and its answer. Servers that call themselves compatible differ: only what is needed is looked at.

use crate::Endpoint;
use rulebook_policy::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// The longest answer that is read, in bytes.
const MAX_BODY: u64 = 1 << 20;
/// So much of an error is told.
const QUOTED: usize = 240;
/// A key that is shorter is no secret but a word that local servers want to see, such as `none`: answers may hold it.
const SECRET: usize = 8;

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    temperature: f64,
    messages: &'a [Message],
}

#[derive(Deserialize)]
struct Response {
    choices: Option<Vec<Choice>>,
    /// Proxies tell of failures in this way, with a status of success: a text, or an object with a message.
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    /// Not always a text, and empty at some servers.
    finish_reason: Option<Value>,
    message: Option<Said>,
    /// Where older servers put it.
    text: Option<String>,
}

#[derive(Deserialize)]
struct Said {
    /// A text, or parts of which some are texts.
    content: Option<Value>,
}

/// What a model said.
pub struct Completion {
    pub text: String,
    /// Was there no room for more?
    pub cut_off: bool,
}

/// Why a model said nothing.
pub struct Failed {
    pub why: String,
    /// How long the endpoint wants to be left alone.
    pub after: Option<Duration>,
}

impl From<String> for Failed {
    fn from(why: String) -> Failed {
        Failed { why, after: None }
    }
}

/// What the model says to these messages.
///
/// # Errors
/// Why it says nothing, without anything that is secret.
pub fn complete(
    agent: &ureq::Agent,
    endpoint: &Endpoint,
    messages: &[Message],
    timeout: Option<Duration>,
) -> Result<Completion, Failed> {
    // A server may repeat what it was sent, wherever it likes: the key is taken out of the whole before anything is cut.
    let key = &endpoint.api_key;
    match exchange(agent, endpoint, messages, timeout) {
        Ok(said) if key.len() < SECRET => Ok(said),
        Ok(said) => Ok(Completion { text: said.text.replace(key, "…"), ..said }),
        Err(Failed { why, after }) => {
            let why = if key.is_empty() { why } else { why.replace(key, "…") };
            Err(Failed { why: why.chars().take(QUOTED).collect(), after })
        }
    }
}

fn exchange(
    agent: &ureq::Agent,
    endpoint: &Endpoint,
    messages: &[Message],
    timeout: Option<Duration>,
) -> Result<Completion, Failed> {
    let url = url(&endpoint.base_url);
    let request = Request { model: &endpoint.model, temperature: endpoint.temperature, messages };
    let body = serde_json::to_vec(&request).map_err(|error| error.to_string())?;
    let sent = agent
        .post(&url)
        .config()
        .timeout_global(timeout)
        .build()
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {}", endpoint.api_key))
        .send(&body[..]);
    let mut response = sent.map_err(|error| failed(&error))?;
    let status = response.status().as_u16();
    // In seconds; a date there says nothing to a clock that may be wrong.
    let after = response.headers().get("retry-after").filter(|_| matches!(status, 429 | 503));
    let after = after.and_then(|after| after.to_str().ok()?.trim().parse::<u64>().ok()).map(Duration::from_secs);
    let read = response.body_mut().with_config().limit(MAX_BODY).read_to_vec();
    let bytes = read.map_err(|error| failed(&error))?;
    if !(200..300).contains(&status) {
        let why = format!("the endpoint answers {status}: {}", String::from_utf8_lossy(&bytes).trim());
        return Err(Failed { why, after });
    }
    content(&bytes).map_err(Failed::from)
}

/// Where completions are asked for. Some people write the whole of it into their settings.
fn url(base: &str) -> String {
    const PATH: &str = "/chat/completions";
    let base = base.trim_end_matches('/');
    format!("{}{PATH}", base.strip_suffix(PATH).unwrap_or(base))
}

fn failed(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(_) => "it took too long".to_owned(),
        other => format!("the endpoint cannot be reached: {other}"),
    }
}

/// The text in a completion.
fn content(bytes: &[u8]) -> Result<Completion, String> {
    let response: Response =
        serde_json::from_slice(bytes).map_err(|error| format!("the endpoint does not answer in JSON: {error}"))?;
    let first = response.choices.and_then(|choices| choices.into_iter().next());
    let choice = first.ok_or_else(|| match &response.error {
        None | Some(Value::Null) => "the completion has no choices".to_owned(),
        Some(error) => {
            let message = error["message"].as_str().or(error.as_str()).map_or_else(|| error.to_string(), str::to_owned);
            format!("the endpoint answers with an error: {}", message.trim())
        }
    })?;
    let cut_off = choice.finish_reason.as_ref().and_then(Value::as_str) == Some("length");
    let text = match choice {
        Choice { message: Some(said), .. } => match said.content {
            Some(Value::String(text)) => text,
            Some(Value::Array(parts)) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
            _ if cut_off => String::new(),
            _ => return Err("the completion has no content".to_owned()),
        },
        Choice { text: Some(text), .. } => text,
        Choice { .. } => return Err("the completion has no message".to_owned()),
    };
    match text.trim().is_empty() {
        // Models that think elsewhere than in their answer may have no room left for it.
        true if cut_off => Err("the model was cut off before it answered".to_owned()),
        true => Err("the completion is empty".to_owned()),
        false => Ok(Completion { text, cut_off }),
    }
}
