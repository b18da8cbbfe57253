//! Sends one request and reads the answer. Compatible servers differ in details, so only the necessary fields are read.

use crate::Endpoint;
use rulebook_policy::Message;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Maximum size of an answer, in bytes.
const MAX_BODY: u64 = 1 << 20;
/// Maximum length of an error text, in characters.
const QUOTED: usize = 240;
/// Minimum length of a real API key, in bytes. A shorter key is a placeholder such as `none` and is not removed from
/// answers.
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
    /// An error, as a text or as an object with a message. Some proxies send it with a success status.
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    /// The reason why the answer ended. With some servers it is empty or not a text.
    finish_reason: Option<Value>,
    message: Option<AnswerMessage>,
    /// The text of the answer. Older servers use this field instead of `message`.
    text: Option<String>,
}

#[derive(Deserialize)]
struct AnswerMessage {
    /// The text of the answer, or a list of parts. Some parts are texts.
    content: Option<Value>,
}

/// The answer of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The text.
    pub text: String,
    /// Whether the answer was cut off by the token limit.
    pub cut_off: bool,
}

/// The reason why there is no answer.
pub struct Failed {
    pub why: String,
    /// The retry delay that the endpoint asks for.
    pub after: Option<Duration>,
}

impl From<String> for Failed {
    fn from(why: String) -> Failed {
        Failed { why, after: None }
    }
}

/// Sends these messages and returns the answer of the model.
///
/// # Errors
/// Returns the reason why there is no answer. It does not contain the API key.
pub fn complete(
    agent: &ureq::Agent,
    endpoint: &Endpoint,
    messages: &[Message],
    timeout: Option<Duration>,
) -> Result<Completion, Failed> {
    // The endpoint may quote the request, so remove the key. Do it before the text is shortened, because a part of the
    // key would not be found.
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
    // `Retry-After` may also be a date. A date is ignored, because the clock of this machine may be wrong.
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

/// The URL for chat completions. The base URL in the settings may already contain the full path.
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
        // The model may have used all its tokens for hidden reasoning.
        true if cut_off => Err("the model was cut off before it answered".to_owned()),
        true => Err("the completion is empty".to_owned()),
        false => Ok(Completion { text, cut_off }),
    }
}
