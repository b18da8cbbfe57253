//! Loads matches from the store. Starts from a snapshot if there is a usable one, and replays all records otherwise.

use crate::hall::Hall;
use crate::shelf::ShelfGame;
use crate::store::{Append, Header, StoreError};
use crate::table::now;
use crate::visitors::WorkerFault;
use rulebook_kernel::Key;
use rulebook_room::{Entry, Record, Room};
use std::sync::Arc;

/// The reason shown to players if their match cannot continue. Only the server log contains the details.
const OTHER: &str = "its rules changed in an update";

/// The reason why a match could not be loaded.
pub(crate) enum LoadError {
    /// The store failed, or a newer server plays the match. The client should try again, perhaps on another node.
    Store(String),
    /// The records or rules of the match are damaged.
    Broken(String),
    /// The records of the match are intact, but the `semantics` version of its rules has changed, so it cannot
    /// continue. Also the error for a finished match whose rules are missing.
    OtherSemantics(String),
}

impl From<String> for LoadError {
    fn from(why: String) -> LoadError {
        LoadError::Broken(why)
    }
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> LoadError {
        match error {
            StoreError::Damaged(_) => LoadError::Broken(error.to_string()),
            error => LoadError::Store(error.to_string()),
        }
    }
}

/// Returns the rules that a match was started with. If they are missing and the current rules have a higher `semantics`
/// version, returns [`LoadError::OtherSemantics`], and the caller closes the match.
pub(crate) async fn rules_of(hall: &Hall, header: &Header) -> Result<ShelfGame, LoadError> {
    let why = match hall.shelf.of_match(&header.game, &header.source).await {
        Err(LoadError::Broken(why)) => why,
        found => return found,
    };
    let first = hall.store.read(&header.id, 0).await?.into_iter().next();
    let then = first.and_then(|line| Entry::parse(&line).ok()).and_then(|entry| match entry.record {
        Record::Opened(opened) => Some(opened.semantics),
        _ => None,
    });
    let now = hall.shelf.game(&header.game).map(|game| game.rules.info().semantics);
    match (then, now) {
        (Some(then), Some(now)) if then > now => Err(of_later(&why)),
        (Some(then), Some(now)) if then != now => {
            tracing::warn!(id = header.id, then, now, why, "rules with other semantics cannot be read");
            Err(LoadError::OtherSemantics(OTHER.to_owned()))
        }
        // A finished match can be shown without its rules, because its records are intact.
        _ if !header.live => Err(LoadError::OtherSemantics(why)),
        _ => Err(LoadError::Broken(why)),
    }
}

/// The error for a match that a newer server plays. During a rolling update, an older node must neither play nor close
/// such a match.
fn of_later(why: &str) -> LoadError {
    LoadError::Store(format!("a newer server plays this match: {why}"))
}

fn parsed(lines: &[String], first: u64) -> Result<Vec<Entry>, String> {
    let parse = |(line, at): (&String, u64)| Entry::parse(line).map_err(|why| format!("record {at}: {why}"));
    lines.iter().zip(first..).map(parse).collect()
}

/// Runs slow work on a blocking thread. A panic of the rules affects only this match.
async fn aside(work: impl FnOnce() -> Result<Room, LoadError> + Send + 'static) -> Result<Room, LoadError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| match error.try_into_panic().map(|panic| panic.downcast::<WorkerFault>()) {
        Ok(Ok(fault)) => Err(LoadError::OtherSemantics(fault.0)),
        _ => Err(LoadError::Broken("the rules panicked during the replay".to_owned())),
    })
}

/// Loads a match, from a snapshot if possible. Also returns the version of that snapshot, or zero if all records were
/// replayed.
pub(crate) async fn open(hall: &Hall, header: &Header, game: &ShelfGame) -> Result<(Room, u64), LoadError> {
    let kept = match hall.store.snapshot(&header.id).await {
        // The records of the match may still be readable.
        Err(StoreError::Damaged(why)) => {
            tracing::warn!(id = header.id, why, "snapshot damaged");
            None
        }
        found => found?,
    };
    if let Some((version, text)) = kept {
        let lines = hall.store.read(&header.id, version).await?;
        let (rules, secret) = (Arc::clone(&game.rules), Key::from_bytes(header.secret));
        let resumed = aside(move || {
            let entries = parsed(&lines, version)?;
            Room::resume_from(rules, secret, &text, entries).map_err(|broken| LoadError::Broken(broken.to_string()))
        });
        match resumed.await {
            Ok(room) => return Ok((room, version)),
            Err(LoadError::Store(why) | LoadError::Broken(why) | LoadError::OtherSemantics(why)) => {
                tracing::debug!(id = header.id, why, "snapshot unusable");
            }
        }
    }
    Ok((replay(hall, header, game).await?, 0))
}

/// Replays all records of a match.
pub(crate) async fn replay(hall: &Hall, header: &Header, game: &ShelfGame) -> Result<Room, LoadError> {
    let lines = hall.store.read(&header.id, 0).await?;
    let (rules, secret) = (Arc::clone(&game.rules), Key::from_bytes(header.secret));
    aside(move || {
        Room::restore(rules, secret, parsed(&lines, 0)?).map_err(|broken| match broken.rebase {
            true if broken.later => of_later(&broken.why),
            true => {
                tracing::debug!(why = %broken, "match was played with other semantics");
                LoadError::OtherSemantics(OTHER.to_owned())
            }
            false => LoadError::Broken(broken.to_string()),
        })
    })
    .await
}

/// Continues a match with its new rules after they have changed. The change is stored before any viewer sees the match.
pub(crate) async fn rebase(hall: &Hall, header: &Header, game: &ShelfGame) -> Result<Room, LoadError> {
    let lines = hall.store.read(&header.id, 0).await?;
    let snapshot = hall.store.snapshot(&header.id).await?.map(|(_, text)| text);
    let (rules, secret) = (Arc::clone(&game.rules), Key::from_bytes(header.secret));
    let expected = lines.len() as u64;
    let (tell, told) = std::sync::mpsc::channel();
    let id = header.id.clone();
    let room = aside(move || {
        let entries = parsed(&lines, 0)?;
        let rebased = Room::rebase(rules, secret, entries, snapshot.as_deref(), now());
        let (room, entry) = rebased.map_err(|broken| {
            tracing::warn!(id, why = %broken, "match cannot be rebased to new semantics");
            LoadError::OtherSemantics(OTHER.to_owned())
        })?;
        let _ = tell.send(entry.line());
        Ok(room)
    });
    let room = room.await?;
    let line = told.try_recv().map_err(|_| LoadError::Broken("the rebase gave no record".to_owned()))?;
    let (id, lines, due) = (header.id.clone(), vec![(line, None)], room.is_due());
    // `at: 0` means that this append does not count as a visit of a player.
    let append = Append { id, expected, lines, live: true, begun: header.begun, due, at: 0 };
    match hall.store.append(append).await {
        Ok(()) => {
            tracing::info!(id = header.id, game = header.game, "match continues with new semantics");
            Ok(room)
        }
        // Another node has rebased the match or played a move, so replay the new records.
        Err(StoreError::Conflict) => replay(hall, header, game).await.map_err(|trouble| match trouble {
            LoadError::OtherSemantics(why) => LoadError::Store(why),
            other => other,
        }),
        Err(error) => Err(error.into()),
    }
}
