//! Serves the operator's interface: `POST /admin` with the operator's token. `rulebook admin` sends these requests.
//!
//! Every act is written to the audit log before its answer is sent. Bans and broadcasts are items of the store. Every node
//! reads them every few seconds (`bans`).

use crate::app::App;
use crate::bans::{self, Ban, BanTarget};
use crate::clock::now;
use crate::erasure;
use crate::http::{Body, Refused, Shared, bearer, missing};
use crate::refusals;
use crate::store::{Item, StoreError};
use crate::table::Message;
use crate::tokens;
use crate::visitors;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use rulebook_kernel::{Seat, Viewer};
use rulebook_room::{Input, Refusal, RefusalCode, Sender};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// Maximum number of rows in an answer.
const MOST: usize = 500;
/// The kinds of store items that this module writes.
pub(crate) const AUDIT: &str = "audit";
pub(crate) const REPORT: &str = "report";
pub(crate) const BROADCAST: &str = "broadcast";
/// Maximum length of a text of the operator, in bytes.
const MAX_TEXT: usize = 500;

/// A request of the operator.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AdminRequest {
    /// The name of the operator, for the audit log.
    #[serde(default)]
    pub by: String,
    /// The act.
    #[serde(flatten)]
    pub act: Act,
}

/// An act of the operator.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names of the fields say what they hold")]
pub enum Act {
    /// Lists tables that are not over, newest first.
    List {
        #[serde(default)]
        game: Option<String>,
    },
    /// Shows a table, its players, and the addresses that are connected to this node.
    Inspect { table: String },
    /// Closes a table with a reason.
    Close { table: String, reason: String },
    /// Removes a player from a seat. The seat is not reserved for the player, and the tokens of the seat become invalid.
    Kick { table: String, seat: u8 },
    /// Gives a player another name.
    Rename { table: String, seat: u8, name: String },
    /// Bans an address, a range of addresses, or a name.
    Ban {
        #[serde(flatten)]
        target: BanTarget,
        #[serde(default)]
        hours: Option<u32>,
        reason: String,
    },
    /// Lifts a ban.
    Unban {
        #[serde(flatten)]
        target: BanTarget,
    },
    /// Lists the bans.
    Bans,
    /// Shows a text to everybody who is connected.
    Broadcast { text: String },
    /// Lists the reports of players, newest first.
    Reports,
    /// Deletes a report that was dealt with.
    Resolve { report: String },
    /// Lists the games of visitors.
    Games,
    /// Removes the game of a visitor, with its tables.
    RemoveGame { game: String, reason: String },
    /// Erases the name of a person at one table, or at all tables, and makes the person's tokens invalid.
    Erase {
        name: String,
        #[serde(default)]
        table: Option<String>,
    },
    /// Sets the level of the logs of this node.
    LogLevel { level: String },
    /// Lists the acts of operators, newest first.
    Audit,
}

fn malformed(reason: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new(RefusalCode::Malformed, reason)
}

fn unsaved(error: StoreError) -> Refusal {
    tracing::error!(%error, "act of an operator failed");
    refusals::cannot_save()
}

/// The key of an item. Later items have greater keys.
fn fresh_key(at: u64) -> String {
    format!("{at:013}-{}", &tokens::fresh()[..8])
}

/// Handler: one act of the operator. Answers "not found" if the configuration has no operator token, or if the token of
/// the request is wrong.
pub(crate) async fn act(
    State(app): Shared,
    headers: HeaderMap,
    Body(request): Body<AdminRequest>,
) -> Result<Json<Value>, Refused> {
    // Compare hashes, so that the duration of the comparison reveals nothing about the token.
    let known = app.config.admin_token.as_deref().map(tokens::hash);
    if known.is_none() || bearer(&headers).map(tokens::hash) != known {
        return Err(missing());
    }
    let AdminRequest { by, act } = request;
    let by: String = by.chars().filter(|c| !c.is_control()).take(60).collect();
    let result = carry_out(&app, &act).await;
    let at = now();
    let outcome = match &result {
        Ok(_) => json!("done"),
        Err(refusal) => json!(refusal.reason),
    };
    // The logs must not keep a name that was erased.
    let told = match &act {
        Act::Erase { table, .. } => json!({"act": "erase", "table": table}),
        act => serde_json::to_value(act).unwrap_or_default(),
    };
    tracing::warn!(by, act = %told, %outcome, "act of an operator");
    let value = json!({"by": by, "act": told, "outcome": outcome}).to_string();
    app.hall.store.put_item(AUDIT, Item { key: fresh_key(at), at, value }).await.map_err(unsaved)?;
    Ok(Json(result?))
}

fn is_text(text: &str) -> Result<(), Refusal> {
    match !text.trim().is_empty() && text.len() <= MAX_TEXT && !text.chars().any(char::is_control) {
        true => Ok(()),
        false => Err(malformed("Write one line of at most 500 bytes.")),
    }
}

/// The items of a kind as JSON, newest first.
async fn listed(app: &App, kind: &str) -> Result<Value, Refusal> {
    let items = app.hall.store.items(kind, MOST).await.map_err(|_| refusals::cannot_read())?;
    let row = |Item { key, at, value }: Item| {
        let mut row: Value = serde_json::from_str(&value).unwrap_or_default();
        row["key"] = json!(key);
        row["at"] = json!(at);
        row
    };
    Ok(items.into_iter().map(row).collect())
}

async fn input(app: &App, table: &str, input: Input) -> Result<(), Refusal> {
    if !tokens::is_match_id(table) {
        return Err(malformed("That is not the id of a table."));
    }
    app.hall.input(table, Sender::Operator, input).await
}

async fn carry_out(app: &Arc<App>, act: &Act) -> Result<Value, Refusal> {
    let store = &app.hall.store;
    match act {
        Act::List { game } => {
            let mut found = store.list(true).await.map_err(|_| refusals::cannot_read())?;
            found.retain(|header| game.as_ref().is_none_or(|game| header.game == *game));
            found.sort_by_key(|header| std::cmp::Reverse(header.opened));
            let row = |header: crate::store::Header| {
                json!({"table": header.id, "game": header.game, "begun": header.begun, "private": header.private,
                    "opened": header.opened, "records": header.version})
            };
            Ok(found.into_iter().take(MOST).map(row).collect())
        }
        Act::Inspect { table } => {
            if !tokens::is_match_id(table) {
                return Err(malformed("That is not the id of a table."));
            }
            let status = app.hall.status(table).await?;
            let viewers = app.hall.ask(table, |done| Message::Viewers { done }).await.unwrap_or_default();
            let viewers: Vec<Value> = viewers
                .into_iter()
                .map(|(viewer, from)| {
                    let seat = match viewer {
                        Viewer::Seat(seat) => json!(u8::from(seat)),
                        _ => Value::Null,
                    };
                    json!({"seat": seat, "address": from.map(|from| from.to_string())})
                })
                .collect();
            Ok(json!({"status": status, "viewers": viewers}))
        }
        Act::Close { table, reason } => {
            is_text(reason)?;
            input(app, table, Input::Close(reason.clone())).await?;
            Ok(json!({"closed": table}))
        }
        Act::Kick { table, seat } => {
            let place = refusals::seat(*seat)?;
            let status = app.hall.status(table).await?;
            let info = status.seats.get(place.index()).cloned().unwrap_or_default();
            input(app, table, Input::Stand { seat: place }).await?;
            store.revoke(table, *seat, info.sat).await.map_err(unsaved)?;
            Ok(json!({"kicked": info.owner}))
        }
        Act::Rename { table, seat, name } => {
            let seat: Seat = refusals::seat(*seat)?;
            input(app, table, Input::Rename { seat, name: name.clone() }).await?;
            Ok(json!({"renamed": name}))
        }
        Act::Ban { target, hours, reason } => {
            is_text(reason)?;
            let key = target.key().map_err(malformed)?;
            let at = now();
            let until = hours.map(|hours| at + u64::from(hours) * 3_600_000);
            let ban = Ban { target: target.clone(), until, reason: reason.clone() };
            let value = serde_json::to_string(&ban).unwrap_or_default();
            store.put_item(bans::KIND, Item { key: key.clone(), at, value }).await.map_err(unsaved)?;
            bans::refresh(app).await;
            Ok(json!({"banned": key}))
        }
        Act::Unban { target } => {
            let key = target.key().map_err(malformed)?;
            if !store.remove_item(bans::KIND, &key).await.map_err(unsaved)? {
                return Err(malformed("There is no such ban."));
            }
            bans::refresh(app).await;
            Ok(json!({"unbanned": key}))
        }
        Act::Bans => listed(app, bans::KIND).await,
        Act::Broadcast { text } => {
            is_text(text)?;
            let (at, value) = (now(), json!({"text": text}).to_string());
            store.put_item(BROADCAST, Item { key: fresh_key(at), at, value }).await.map_err(unsaved)?;
            bans::refresh(app).await;
            Ok(json!({"sent": text}))
        }
        Act::Reports => listed(app, REPORT).await,
        Act::Resolve { report } => match store.remove_item(REPORT, report).await.map_err(unsaved)? {
            true => Ok(json!({"resolved": report})),
            false => Err(malformed("There is no such report.")),
        },
        Act::Games => {
            let mut rows = listed(app, visitors::KIND).await?;
            for row in rows.as_array_mut().into_iter().flatten() {
                if let Some(row) = row.as_object_mut() {
                    row.remove("owner");
                }
            }
            Ok(rows)
        }
        Act::RemoveGame { game, reason } => {
            is_text(reason)?;
            if !visitors::is_visitors(game) || store.item(visitors::KIND, game).await.map_err(unsaved)?.is_none() {
                return Err(malformed("No visitor has brought such a game."));
            }
            visitors::remove_game(&app.hall, game, reason).await.map_err(unsaved)?;
            Ok(json!({"removed": game}))
        }
        Act::Erase { name, table } => {
            let erased = erasure::erase(&app.hall, name, table.as_deref()).await.map_err(unsaved)?;
            Ok(json!({"tables": erased.tables, "pseudonym": erased.pseudonym, "inOldLogs": erased.in_old_logs}))
        }
        Act::LogLevel { level } => {
            let parsed = level.parse().map_err(|_| malformed("A level is error, warn, info, debug or trace."))?;
            match crate::set_log_level(parsed) {
                true => Ok(json!({"level": level})),
                false => Err(malformed("This server writes no logs.")),
            }
        }
        Act::Audit => listed(app, AUDIT).await,
    }
}
