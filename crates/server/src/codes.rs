//! Codes of tables: six characters that can be said aloud. A code finds a table, as the list of tables and its link do, and lets
//! nobody do anything there. A private table has none: who may come there was sent the link of an invitation.

use crate::http::{Refused, Shared, bearer, known, row};
use crate::limits::too_many_codes;
use crate::messages::TableCode;
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

/// What codes are made of: nothing that looks like something else, so neither 0 nor O, neither 1 nor I nor L.
pub const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// So long they are, without the hyphen in the middle.
pub const LENGTH: usize = 6;
/// So often another one is drawn. Were every second code taken, one table in a billion would go without.
const TRIES: usize = 30;

/// A code by chance, as it is kept.
#[must_use]
pub fn draw() -> String {
    let mut code = String::new();
    while code.len() < LENGTH {
        let left = LENGTH - code.len();
        // Five bits each. They give one number too many: it is left out, so that all characters are as likely.
        let drawn = tokens::random().into_iter().filter_map(|byte| ALPHABET.get(usize::from(byte & 31)).copied());
        code.extend(drawn.map(char::from).take(left));
    }
    code
}

/// A code that somebody wrote: in capitals or not, with spaces and hyphens wherever they like.
#[must_use]
pub fn read(text: &str) -> Option<String> {
    let is_gap = |c: &char| c.is_whitespace() || matches!(*c, '-' | '\u{2010}'..='\u{2015}');
    let letters = text.chars().filter(|c| !is_gap(c)).map(|c| c.to_ascii_uppercase());
    let code: String = letters.take(LENGTH + 1).collect();
    (code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter))).then_some(code)
}

/// A code as people are shown it.
#[must_use]
pub fn shown(code: &str) -> String {
    match code.split_at_checked(LENGTH / 2) {
        Some((first, last)) => format!("{first}-{last}"),
        None => code.to_owned(),
    }
}

/// The code of a table; if it has none it is given one that no other has.
///
/// # Errors
/// [`StoreError::Missing`] if it is not played any more; or the store fails.
pub async fn give(store: &dyn Store, id: &str, mut draw: impl FnMut() -> String + Send) -> Result<String, StoreError> {
    for _ in 0..TRIES {
        let code = draw();
        match store.give_code(id, &code).await {
            Err(StoreError::Conflict) => {}
            given => return given,
        }
    }
    Err(StoreError::Broken("every code that was drawn is taken".to_owned()))
}

/// The code of a table, for who may know of the table. Most tables are never asked for one.
pub(crate) async fn of_table(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<TableCode>, Refused> {
    let (status, _) = known(&app, &id, bearer(&headers)).await?;
    if status.terms.private || status.phase == Phase::Over {
        return Ok(Json(TableCode { code: None }));
    }
    match give(&*app.hall.store, &id, draw).await {
        Ok(code) => Ok(Json(TableCode { code: Some(shown(&code)) })),
        // It has just been closed.
        Err(StoreError::Missing) => Ok(Json(TableCode { code: None })),
        Err(error) => {
            tracing::warn!(id, %error, "a table gets no code");
            Err(Refusal::new(RefusalCode::Unavailable, "the server cannot write now; send it again").into())
        }
    }
}

/// The table that has a code. What is no table's counts: nobody finds tables by trying.
pub(crate) async fn find(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Path(text): Path<String>,
) -> Result<Response, Refused> {
    let odd = || Refusal::new(RefusalCode::Malformed, "a code has six letters and digits, and never 0, O, 1, I or L");
    let code = read(&text).ok_or_else(odd)?;
    if let Err(wait) = app.codes.take(from.ip(), Instant::now()) {
        app.hall.metrics.limited.fetch_add(1, Relaxed);
        tracing::info!(from = %from.ip(), "an address tries too many codes");
        let refused =
            Refused(StatusCode::TOO_MANY_REQUESTS, Refusal::new(RefusalCode::NotAllowed, too_many_codes(wait)));
        return Ok(([(header::RETRY_AFTER, wait.as_secs().to_string())], refused).into_response());
    }
    let found = app.hall.store.by_code(&code).await;
    // What cannot be looked at is not found either.
    let here = |header: &Header| !header.private && app.hall.frozen(&header.id).is_none();
    let found = found.map(|found| found.filter(here));
    if !matches!(found, Ok(None)) {
        app.codes.give_back(from.ip());
    }
    match found {
        Ok(Some(header)) => Ok(Json(row(header)).into_response()),
        Ok(None) => {
            Err(Refused(StatusCode::NOT_FOUND, Refusal::new(RefusalCode::Malformed, "no open table has that code")))
        }
        Err(_) => Err(Refusal::new(RefusalCode::Unavailable, "the server cannot read now; ask again").into()),
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
    fn every_character_is_drawn_and_what_is_drawn_is_read() {
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
