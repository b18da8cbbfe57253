//! A bucket of a service that speaks the protocol of S3. Each request is signed with a key (AWS Signature Version 4).

use ring::{digest, hmac};
use std::fmt::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use ureq::http::{HeaderMap, Method, Request, StatusCode};

/// Maximum time for one request.
const REQUEST_TIME: Duration = Duration::from_secs(300);
/// Maximum size of an answer, in bytes. An answer is a list of names.
const MAX_ANSWER: u64 = 64 << 20;
/// The waiting times in seconds before a failed request is repeated.
const WAITS: [u64; 4] = [1, 2, 4, 8];

/// An open bucket.
pub struct Bucket {
    agent: ureq::Agent,
    /// The service: `https://HOST`.
    origin: String,
    host: String,
    /// The path of the bucket, such as `/BUCKET`.
    path: String,
    /// The start of all names, empty or with a slash at its end.
    prefix: String,
    signer: Signer,
}

/// Signs requests.
struct Signer {
    id: String,
    secret: String,
    /// The session token, if the key is temporary.
    token: Option<String>,
    region: String,
}

impl Bucket {
    /// Opens a bucket. The environment has the keys and the service: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
    /// `AWS_SESSION_TOKEN`, `AWS_REGION`, `AWS_ENDPOINT`, `AWS_ALLOW_HTTP`.
    ///
    /// # Errors
    /// Returns a sentence that says what is missing in the environment.
    pub fn open(name: &str, prefix: &str) -> Result<Bucket, String> {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let needed = |name: &str| set(name).ok_or_else(|| format!("a bucket needs {name} in the environment"));
        let region = set("AWS_REGION").or_else(|| set("AWS_DEFAULT_REGION")).unwrap_or_else(|| "us-east-1".to_owned());
        let endpoint = set("AWS_ENDPOINT").or_else(|| set("AWS_ENDPOINT_URL"));
        let endpoint = endpoint.unwrap_or_else(|| format!("https://s3.{region}.amazonaws.com"));
        let (scheme, rest) = endpoint.split_once("://").unwrap_or(("https", &endpoint));
        if scheme != "https" && set("AWS_ALLOW_HTTP").as_deref() != Some("true") {
            return Err(format!("{endpoint} has no TLS; AWS_ALLOW_HTTP=true allows this"));
        }
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let folder = |text: &str| if text.is_empty() { String::new() } else { format!("{text}/") };
        let config = ureq::Agent::config_builder()
            // `Bucket::ask` reads the status and decides whether to try again.
            .http_status_as_error(false)
            .timeout_global(Some(REQUEST_TIME));
        Ok(Bucket {
            agent: config.build().into(),
            origin: format!("{scheme}://{host}"),
            host: host.to_owned(),
            path: format!("/{}{}", folder(path.trim_end_matches('/')), escaped(name, false)),
            prefix: folder(prefix),
            signer: Signer {
                id: needed("AWS_ACCESS_KEY_ID")?,
                secret: needed("AWS_SECRET_ACCESS_KEY")?,
                token: set("AWS_SESSION_TOKEN"),
                region,
            },
        })
    }

    /// Stores an object.
    ///
    /// # Errors
    /// Returns an error if the service did not store it.
    pub fn put(&self, name: &str, data: &[u8]) -> Result<(), String> {
        self.ask(&Method::PUT, name, &[], data).map(|_| ())
    }

    /// The size of an object in bytes.
    ///
    /// # Errors
    /// Returns an error if the service does not answer or has no such object.
    pub fn size(&self, name: &str) -> Result<u64, String> {
        let (headers, _) = self.ask(&Method::HEAD, name, &[], &[])?;
        let size = headers.get("content-length").and_then(|size| size.to_str().ok()?.parse().ok());
        size.ok_or_else(|| format!("{name}: the service did not say the size"))
    }

    /// Deletes an object.
    ///
    /// # Errors
    /// Returns an error if the service did not delete it.
    pub fn delete(&self, name: &str) -> Result<(), String> {
        self.ask(&Method::DELETE, name, &[], &[]).map(|_| ())
    }

    /// The names of all objects, without those in folders below.
    ///
    /// # Errors
    /// Returns an error if the service does not answer.
    pub fn names(&self) -> Result<Vec<String>, String> {
        let (mut names, mut more) = (Vec::new(), None);
        loop {
            // Signed parameters are in alphabetical order.
            let more_from = more.as_deref().map(|token| ("continuation-token", token));
            let query: Vec<_> = more_from
                .into_iter()
                .chain([("delimiter", "/"), ("list-type", "2"), ("prefix", &*self.prefix)])
                .collect();
            let (_, answer) = self.ask(&Method::GET, "", &query, &[])?;
            let answer = String::from_utf8(answer).map_err(|_| "the list of names is not UTF-8".to_owned())?;
            let keys = between(&answer, "Key").map(unescaped);
            names.extend(keys.filter_map(|key| key.strip_prefix(&self.prefix).map(str::to_owned)));
            more = between(&answer, "NextContinuationToken").next().map(unescaped);
            if more.is_none() {
                return Ok(names);
            }
        }
    }

    /// Sends a request, and repeats it if the service fails. An empty name means the bucket itself. Returns the headers
    /// and the body of the answer.
    fn ask(
        &self,
        method: &Method,
        name: &str,
        query: &[(&str, &str)],
        body: &[u8],
    ) -> Result<(HeaderMap, Vec<u8>), String> {
        let mut path = self.path.clone();
        if !name.is_empty() {
            let _ = write!(path, "/{}{}", escaped(&self.prefix, true), escaped(name, true));
        }
        let mut waits = WAITS.iter();
        loop {
            let (why, passing) = match self.send(method, &path, query, body) {
                Ok((status, headers, body)) if status.is_success() => return Ok((headers, body)),
                Ok((status, _, body)) => {
                    let text = String::from_utf8_lossy(&body);
                    let why = between(&text, "Message").next().map_or_else(|| status.to_string(), unescaped);
                    (why, status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS)
                }
                Err(error) => (error.to_string(), true),
            };
            match waits.next().filter(|_| passing) {
                Some(wait) => std::thread::sleep(Duration::from_secs(*wait)),
                None => return Err(format!("{}{path}: {why}", self.origin)),
            }
        }
    }

    fn send(
        &self,
        method: &Method,
        path: &str,
        query: &[(&str, &str)],
        body: &[u8],
    ) -> Result<(StatusCode, HeaderMap, Vec<u8>), ureq::Error> {
        let part = |(name, value): &(&str, &str)| format!("{}={}", escaped(name, false), escaped(value, false));
        let query = query.iter().map(part).collect::<Vec<_>>().join("&");
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let time = time_text(since_1970.as_secs());
        let mut headers =
            vec![("host", self.host.clone()), ("x-amz-content-sha256", digest_of(body)), ("x-amz-date", time.clone())];
        headers.extend(self.signer.token.clone().map(|token| ("x-amz-security-token", token)));
        let signature = self.signer.authorization(method.as_str(), path, &query, &headers, &time);
        let question = if query.is_empty() { "" } else { "?" };
        let mut request = Request::builder().method(method).uri(format!("{}{path}{question}{query}", self.origin));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.header("authorization", signature);
        let answer = match body.is_empty() && *method != Method::PUT {
            true => self.agent.run(request.body(())?)?,
            false => self.agent.run(request.body(body)?)?,
        };
        let (parts, mut body) = answer.into_parts();
        let bytes = body.with_config().limit(MAX_ANSWER).read_to_vec()?;
        Ok((parts.status, parts.headers, bytes))
    }
}

impl Signer {
    /// The value of the header `authorization`. `headers` are all other headers, in alphabetical order, with the digest
    /// of the body among them.
    fn authorization(&self, method: &str, path: &str, query: &str, headers: &[(&str, String)], time: &str) -> String {
        let names: Vec<&str> = headers.iter().map(|(name, _)| *name).collect();
        let names = names.join(";");
        let lines: String = headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
        let body = headers.iter().find(|(name, _)| *name == "x-amz-content-sha256").map_or("", |(_, value)| value);
        let request = format!("{method}\n{path}\n{query}\n{lines}\n{names}\n{body}");
        let day = &time[..8];
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", digest_of(request.as_bytes()));
        let parts = [day, &self.region, "s3", "aws4_request", &text];
        let first = format!("AWS4{}", self.secret).into_bytes();
        let signature = parts.iter().fold(first, |key, part| {
            hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &key), part.as_bytes()).as_ref().to_vec()
        });
        let (id, signature) = (&self.id, hex(&signature));
        format!("AWS4-HMAC-SHA256 Credential={id}/{scope},SignedHeaders={names},Signature={signature}")
    }
}

/// The SHA-256 digest of a text, in hexadecimal digits.
fn digest_of(text: &[u8]) -> String {
    hex(digest::digest(&digest::SHA256, text).as_ref())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text with every byte escaped that an address cannot contain. Slashes stay in a path.
fn escaped(text: &str, path: bool) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'/' if path => out.push('/'),
            b'-' | b'.' | b'_' | b'~' => out.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => out.push(byte.into()),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The texts of all XML elements with this name.
fn between<'a>(xml: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut rest = xml;
    std::iter::from_fn(move || {
        let (text, after) = rest.split_once(&open)?.1.split_once(&close)?;
        rest = after;
        Some(text)
    })
}

/// The text of an XML element without escapes.
fn unescaped(text: &str) -> String {
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    escapes.iter().fold(text.to_owned(), |text, (escape, sign)| text.replace(escape, sign))
}

/// The time as the protocol writes it, such as `20130524T000000Z`.
fn time_text(since_1970: u64) -> String {
    let (mut day, second) = (since_1970 / 86_400, since_1970 % 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year}{month:02}{:02}T{hour:02}{minute:02}{second:02}Z", day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_in_the_protocol() {
        assert_eq!(time_text(0), "19700101T000000Z");
        assert_eq!(time_text(951_782_399), "20000228T235959Z");
        assert_eq!(time_text(951_782_400), "20000229T000000Z");
        assert_eq!(time_text(1_369_353_600), "20130524T000000Z");
        assert_eq!(time_text(1_767_225_599), "20251231T235959Z");
        assert_eq!(time_text(4_107_542_400), "21000301T000000Z");
    }

    // The keys and the signatures are those of the examples in Amazon's documentation.
    #[test]
    fn requests_have_the_signatures_of_the_examples() {
        let signer = Signer {
            id: "AKIAIOSFODNN7EXAMPLE".to_owned(),
            secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".to_owned(),
            token: None,
            region: "us-east-1".to_owned(),
        };
        let signature = |path: &str, query: &str, extra: Option<(&'static str, &str)>| {
            let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
            let headers = [("host", "examplebucket.s3.amazonaws.com")].into_iter().chain(extra);
            let headers = headers.chain([("x-amz-content-sha256", nothing), ("x-amz-date", "20130524T000000Z")]);
            let headers: Vec<_> = headers.map(|(name, value)| (name, value.to_owned())).collect();
            let line = signer.authorization("GET", path, query, &headers, "20130524T000000Z");
            line.rsplit('=').next().unwrap_or_default().to_owned()
        };
        assert_eq!(
            signature("/", "max-keys=2&prefix=J", None),
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        );
        assert_eq!(
            signature("/test.txt", "", Some(("range", "bytes=0-9"))),
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        );
    }

    #[test]
    fn addresses_and_answers_are_escaped() {
        assert_eq!(escaped("a b/c~é", true), "a%20b/c~%C3%A9");
        assert_eq!(escaped("a/b", false), "a%2Fb");
        assert_eq!(unescaped("a&amp;lt;b&quot;"), "a&lt;b\"");
        assert_eq!(between("<Key>a</Key><Key>b</Key>", "Key").collect::<Vec<_>>(), ["a", "b"]);
    }
}
