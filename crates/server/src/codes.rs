//! Table codes: six characters that are easy to read aloud. A code only finds a public table and grants no rights.
//! Private tables have no code, because their guests get an invitation link.

use crate::http::{Refused, Shared, authorize, bearer, row};
use crate::limits::too_many_codes;
use crate::messages::TableCode;
use crate::refusals;
use crate::store::{Header, Store, StoreError};
use crate::tokens;
use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rulebook_room::{Phase, Refusal, RefusalCode};
use std::net::SocketAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The characters of codes, without look-alikes: no 0, O, 1, I or L.
pub const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// The length of a code without its hyphen.
pub const LENGTH: usize = 6;
/// Maximum number of codes drawn for a table. Even if half of all codes were in use, only one table in a billion would
/// get no code.
const TRIES: usize = 30;

/// Draws a random code in its stored form.
#[must_use]
pub fn draw() -> String {
    let mut code = String::new();
    while code.len() < LENGTH {
        let left = LENGTH - code.len();
        // Five bits give 32 values, but there are 31 characters. The surplus value is skipped, so that all characters
        // are equally likely.
        let drawn = tokens::random().into_iter().filter_map(|byte| ALPHABET.get(usize::from(byte & 31)).copied());
        code.extend(drawn.map(char::from).take(left));
    }
    code
}

/// Converts a typed code to its stored form. Ignores case, spaces and hyphens. `None` if the text is not a code.
#[must_use]
pub fn read(text: &str) -> Option<String> {
    let is_gap = |c: &char| c.is_whitespace() || matches!(*c, '-' | '\u{2010}'..='\u{2015}');
    let letters = text.chars().filter(|c| !is_gap(c)).map(|c| c.to_ascii_uppercase());
    let code: String = letters.take(LENGTH + 1).collect();
    (code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter))).then_some(code)
}

/// The code with its hyphen.
#[must_use]
pub fn shown(code: &str) -> String {
    match code.split_at_checked(LENGTH / 2) {
        Some((first, last)) => format!("{first}-{last}"),
        None => code.to_owned(),
    }
}

/// Returns the code of a table. Draws a free code if the table has none.
///
/// # Errors
/// [`StoreError::Missing`] if the match is over, or an error of the store.
pub async fn give(store: &dyn Store, id: &str, mut draw: impl FnMut() -> String + Send) -> Result<String, StoreError> {
    for _ in 0..TRIES {
        let code = draw();
        match store.give_code(id, &code).await {
            Err(StoreError::Conflict) => {}
            given => return given,
        }
    }
    Err(StoreError::Broken("no free code was found".to_owned()))
}

/// Handler: the code of a table. Codes are created on demand.
pub(crate) async fn of_table(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<TableCode>, Refused> {
    let (status, _) = authorize(&app, &id, bearer(&headers)).await?;
    if status.terms.private || status.phase == Phase::Over {
        return Ok(Json(TableCode { code: None }));
    }
    match give(&*app.hall.store, &id, draw).await {
        Ok(code) => Ok(Json(TableCode { code: Some(shown(&code)) })),
        // The table has just been closed.
        Err(StoreError::Missing) => Ok(Json(TableCode { code: None })),
        Err(error) => {
            tracing::warn!(id, %error, "no code for a table");
            Err(refusals::cannot_save().into())
        }
    }
}

/// Handler: the table with a code. Wrong codes count toward a limit for each address, so that tables cannot be found by
/// guessing.
pub(crate) async fn find(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(text): Path<String>,
) -> Result<Response, Refused> {
    let odd = || Refusal::new(RefusalCode::Malformed, "A code has six letters and digits, without 0, O, 1, I and L.");
    let code = read(&text).ok_or_else(odd)?;
    if let Err(wait) = app.codes.take(from.ip(), Instant::now()) {
        app.hall.metrics.limited.fetch_add(1, Relaxed);
        tracing::info!(from = %from.ip(), "an address has tried too many codes");
        let refused =
            Refused(StatusCode::TOO_MANY_REQUESTS, Refusal::new(RefusalCode::NotAllowed, too_many_codes(wait)));
        return Ok(([(header::RETRY_AFTER, wait.as_secs().to_string())], refused).into_response());
    }
    let found = app.hall.store.by_code(&code).await;
    // Private and frozen tables cannot be found by a code.
    let here = |header: &Header| !header.private && app.hall.frozen(&header.id).is_none();
    let found = found.map(|found| found.filter(here));
    if !matches!(found, Ok(None)) {
        app.codes.give_back(from.ip());
    }
    match found {
        Ok(Some(header)) => Ok(Json(row(header)).into_response()),
        Ok(None) => {
            Err(Refused(StatusCode::NOT_FOUND, Refusal::new(RefusalCode::Malformed, "No open table has that code.")))
        }
        Err(_) => Err(refusals::cannot_read().into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_characters_look_alike() {
        assert!(ALPHABET.is_sorted() && ALPHABET.iter().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase()));
        assert_eq!(ALPHABET.iter().collect::<BTreeSet<_>>().len(), 31);
        assert!(b"01ILO".iter().all(|odd| !ALPHABET.contains(odd)));
    }

    #[test]
    fn every_character_can_be_drawn_and_read_back() {
        let all: Vec<String> = (0..1000).map(|_| draw()).collect();
        assert!(all.iter().all(|code| read(code).as_ref() == Some(code) && read(&shown(code)).as_ref() == Some(code)));
        assert_eq!(all.iter().flat_map(|code| code.bytes()).collect::<BTreeSet<u8>>().len(), 31);
        assert!(all.iter().collect::<BTreeSet<_>>().len() > 990);
    }

    #[test]
    fn a_code_is_read_however_it_is_written() {
        for text in ["KQ73FM", "KQ7-3FM", "kq7-3fm", " kq7 3fm ", "K-Q-7-3-F-M", "kq7\u{2013}3fm", "kq7\u{a0}3fm"] {
            assert_eq!(read(text).as_deref(), Some("KQ73FM"), "{text}");
        }
        for text in ["", "-", "KQ73F", "KQ73FMX", "KQ7O3F", "KQ703F", "KQ7L3F", "KQ7I3F", "KQ713F", "KQ7_3FM", "ÄQ73FM"]
        {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(shown("KQ73FM"), "KQ7-3FM");
    }
}
