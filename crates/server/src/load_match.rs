//! Takes matches out of the store: from a snapshot if there is one that fits, else by playing everything again.

use crate::hall::Hall;
use crate::store::{Append, Header, StoreError};
use crate::table::now;
use rulebook_catalog::Game;
use rulebook_kernel::Key;
use rulebook_room::{Entry, Record, Room};
use std::sync::Arc;

/// What those who played are told of a match that a release cannot go on with. Where it fails is for who runs the server.
const OTHER: &str = "its rules have another meaning in this release, and it cannot go on";

/// Why a match is not in memory.
pub(crate) enum LoadError {
    /// The store does not answer, or a later release has gone on with the match: ask again, perhaps another node.
    Store(String),
    /// The match itself does not fit.
    Broken(String),
    /// Its rules have got another meaning.
    OtherSemantics(String),
}

impl From<String> for LoadError {
    fn from(why: String) -> LoadError {
        LoadError::Broken(why)
    }
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> LoadError {
        LoadError::Store(error.to_string())
    }
}

/// The rules that a match was begun with. Where they are not to be had, and have got another meaning since then, that is why: such
/// a match is closed with that reason, and does not wait for somebody to look at it.
pub(crate) async fn rules_of(hall: &Hall, header: &Header) -> Result<Game, LoadError> {
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
            tracing::warn!(id = header.id, then, now, why, "rules that have another meaning now cannot be read");
            Err(LoadError::OtherSemantics(OTHER.to_owned()))
        }
        // One that is over needs none: nothing is wrong with what was written of it.
        _ if !header.live => Err(LoadError::OtherSemantics(why)),
        _ => Err(LoadError::Broken(why)),
    }
}

/// Nodes are replaced one after the other: what a later release has begun, or gone on with, is neither gone on with under an earlier
/// meaning nor closed.
fn of_later(why: &str) -> LoadError {
    LoadError::Store(format!("a later release plays this match: {why}"))
}

fn parsed(lines: &[String], first: u64) -> Result<Vec<Entry>, String> {
    let parse = |(line, at): (&String, u64)| Entry::parse(line).map_err(|why| format!("record {at}: {why}"));
    lines.iter().zip(first..).map(parse).collect()
}

/// Does it where it may take long and may fail: a bug in the rules must cost this match alone.
async fn aside(work: impl FnOnce() -> Result<Room, LoadError> + Send + 'static) -> Result<Room, LoadError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(LoadError::Broken("its rules failed while it was replayed".to_owned())))
}

/// The room of a stored match, as fast as it goes; and how many records the snapshot has seen that it came from.
pub(crate) async fn open(hall: &Hall, header: &Header, game: &Game) -> Result<(Room, u64), LoadError> {
    if let Some((version, text)) = hall.store.snapshot(&header.id).await? {
        let lines = hall.store.read(&header.id, version).await?;
        let (rules, secret) = (Arc::clone(&game.rules), Key::from_bytes(header.secret));
        let resumed = aside(move || {
            let entries = parsed(&lines, version)?;
            Room::resume_from(rules, secret, &text, entries).map_err(|broken| LoadError::Broken(broken.to_string()))
        });
        match resumed.await {
            Ok(room) => return Ok((room, version)),
            Err(LoadError::Store(why) | LoadError::Broken(why) | LoadError::OtherSemantics(why)) => {
                tracing::debug!(id = header.id, why, "a snapshot is of no use");
            }
        }
    }
    Ok((replay(hall, header, game).await?, 0))
}

/// The room of a stored match, with everything that was ever played in it.
pub(crate) async fn replay(hall: &Hall, header: &Header, game: &Game) -> Result<Room, LoadError> {
    let lines = hall.store.read(&header.id, 0).await?;
    let (rules, secret) = (Arc::clone(&game.rules), Key::from_bytes(header.secret));
    aside(move || {
        Room::restore(rules, secret, parsed(&lines, 0)?).map_err(|broken| match broken.rebase {
            true if broken.later => of_later(&broken.why),
            true => {
                tracing::debug!(why = %broken, "a match was played under another meaning of its rules");
                LoadError::OtherSemantics(OTHER.to_owned())
            }
            false => LoadError::Broken(broken.to_string()),
        })
    })
    .await
}

/// Goes on with a match whose rules have got another meaning; that is written down before anybody hears of it.
pub(crate) async fn rebase(hall: &Hall, header: &Header, game: &Game) -> Result<Room, LoadError> {
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
            tracing::warn!(id, why = %broken, "nothing to go on from under another meaning of its rules");
            LoadError::OtherSemantics(OTHER.to_owned())
        })?;
        let _ = tell.send(entry.line());
        Ok(room)
    });
    let room = room.await?;
    let line = told.try_recv().map_err(|_| LoadError::Broken("nothing was rebased".to_owned()))?;
    let (id, lines, due) = (header.id.clone(), vec![(line, None)], room.is_due());
    // That is nobody's doing: who has left the match has not come back by it.
    let append = Append { id, expected, lines, live: true, begun: header.begun, due, at: 0 };
    match hall.store.append(append).await {
        Ok(()) => {
            tracing::info!(id = header.id, game = header.game, "goes on under another meaning of its rules");
            Ok(room)
        }
        // Another node was faster, and it is as good; or one of an earlier release has just written a move, and it is tried again.
        Err(StoreError::Conflict) => replay(hall, header, game).await.map_err(|trouble| match trouble {
            LoadError::OtherSemantics(why) => LoadError::Store(why),
            other => other,
        }),
        Err(error) => Err(error.into()),
    }
}
