//! Removes games of visitors: on request, and when nobody uses them any more.

use super::{KIND, MAX_GAMES};
use crate::hall::Hall;
use crate::store::StoreError;
use crate::table::{Message, now};
use rulebook_room::{Input, Sender};
use std::sync::Arc;
use std::time::Duration;

/// Interval between passes.
const EVERY: Duration = Duration::from_secs(600);

/// Removes unused games until the server stops. Every node runs this task.
pub(crate) async fn keep(hall: Arc<Hall>, unused: Duration) {
    loop {
        remove_unused(&hall, unused).await;
        tokio::time::sleep(EVERY.min(unused / 4).max(Duration::from_millis(100))).await;
    }
}

async fn remove_unused(hall: &Arc<Hall>, unused: Duration) {
    let before = now().saturating_sub(u64::try_from(unused.as_millis()).unwrap_or(u64::MAX));
    let games = match hall.store.items(KIND, MAX_GAMES).await {
        Ok(games) => games,
        Err(error) => return tracing::warn!(%error, "games of visitors cannot be listed"),
    };
    for game in games.into_iter().filter(|game| game.at < before) {
        let used = match hall.store.matches_of(&game.key).await {
            Ok(tables) => tables.iter().any(|table| table.touched >= before),
            Err(error) => return tracing::warn!(%error, "tables of a visitor's game cannot be listed"),
        };
        if used {
            continue;
        }
        match remove_game(hall, &game.key, "nobody has played it for a while").await {
            Ok(()) => tracing::info!(id = game.key, "unused game of a visitor removed"),
            Err(error) => tracing::warn!(id = game.key, %error, "game of a visitor not removed"),
        }
    }
}

/// Removes the game of a visitor, and its tables. First closes its running matches with the reason `why`.
pub(crate) async fn remove_game(hall: &Arc<Hall>, id: &str, why: &str) -> Result<(), StoreError> {
    for table in hall.store.matches_of(id).await? {
        if table.live {
            let close = |done| Message::Input {
                from: Sender::Clock.into(),
                input: Input::Close(format!("This game was removed: {why}.")),
                done,
            };
            if let Err(refusal) = hall.ask(&table.id, close).await {
                tracing::debug!(id = table.id, reason = %refusal.reason, "table of a removed game not closed");
            }
        }
        // A match that could not be closed stays, because its players may still look at it.
        hall.store.remove(&table.id).await?;
    }
    hall.store.remove_item(KIND, id).await?;
    hall.store.remove_rules(id).await
}
