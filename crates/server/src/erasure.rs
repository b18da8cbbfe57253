//! Erases the name of a person. The person's seats get a pseudonym, and the person's tokens become invalid.
//!
//! The name of a player is only in the records of the table, not in the match log. The log has pseudonyms from its
//! first line on, so it verifies as before. Logs of earlier releases contain names in their header.
//! Such logs are listed but not changed, because every digest depends on the header.

use crate::admin::{AUDIT, REPORT};
use crate::hall::Hall;
use crate::store::{Header, StoreError};
use crate::table::Message;
use crate::tokens;
use rulebook_kernel::Seat;
use rulebook_room::{Entry, Input, Record, SeatInfo, Sender};
use serde_json::Value;
use std::sync::Arc;

/// Maximum number of reports, and of acts of operators, in which a name is erased. The newest come first.
const MOST_ITEMS: usize = 1_000_000;

/// The result of an erasure.
#[derive(Debug)]
pub(crate) struct Erased {
    /// The number of tables at which the person had a seat.
    pub tables: usize,
    /// The new name.
    pub pseudonym: String,
    /// The ids of matches whose log has the name in its chain.
    pub in_old_logs: Vec<String>,
}

/// Erases a name at one table, or at all tables.
pub(crate) async fn erase(hall: &Arc<Hall>, name: &str, table: Option<&str>) -> Result<Erased, StoreError> {
    let pseudonym = format!("Player {}", &tokens::fresh()[..6]);
    let mut erased = Erased { tables: 0, pseudonym, in_old_logs: Vec::new() };
    let headers = match table {
        Some(id) => vec![hall.store.find(id).await?.ok_or(StoreError::Missing)?],
        None => hall.store.list(false).await?,
    };
    for header in headers {
        erase_at(hall, name, &header, &mut erased).await?;
    }
    for kind in [REPORT, AUDIT] {
        erase_in_items(hall, kind, name, table, &erased.pseudonym).await?;
    }
    Ok(erased)
}

/// Erases a name in reports and in the audit log, where it is a value of its own. A report keeps the sentences that its
/// author has written.
async fn erase_in_items(
    hall: &Arc<Hall>,
    kind: &str,
    name: &str,
    table: Option<&str>,
    pseudonym: &str,
) -> Result<(), StoreError> {
    for mut item in hall.store.items(kind, MOST_ITEMS).await? {
        let mut value: Value = serde_json::from_str(&item.value).unwrap_or_default();
        let concerned =
            |value: &Value| table.is_none_or(|table| value["table"] == table || value["act"]["table"] == table);
        // A ban needs its name, and `rulebook admin unban` removes it.
        let is_ban = matches!(value["act"]["act"].as_str(), Some("ban" | "unban"));
        if concerned(&value) && !is_ban && replace_in(&mut value, name, pseudonym) {
            item.value = value.to_string();
            hall.store.put_item(kind, item).await?;
        }
    }
    Ok(())
}

async fn erase_at(hall: &Arc<Hall>, name: &str, header: &Header, erased: &mut Erased) -> Result<(), StoreError> {
    let id = &header.id;
    let quoted = serde_json::to_string(name).unwrap_or_default();
    let lines = hall.store.read(id, 0).await?;
    if !lines.iter().any(|line| line.contains(&quoted)) {
        return Ok(());
    }
    let mut seats: Vec<(Seat, u32)> = Vec::new();
    let mut new = Vec::new();
    let mut in_chain = false;
    for (line, n) in lines.iter().zip(0_u64..) {
        let Ok(mut entry) = Entry::parse(line) else { continue };
        match &mut entry.record {
            Record::Seat { seat, place } => {
                let found = replace(place, name, &erased.pseudonym);
                seats.extend(found.then_some((*seat, place.sat)));
            }
            Record::Opened(opened) => {
                for (place, seat) in opened.places.iter_mut().zip(Seat::all(rulebook_kernel::MAX_SEATS)) {
                    if replace(place, name, &erased.pseudonym) {
                        seats.push((seat, place.sat));
                    }
                }
            }
            Record::Rebased { snapshot, .. } => {
                let mut value: Value = serde_json::from_str(snapshot.get()).unwrap_or_default();
                if replace_in(&mut value, name, &erased.pseudonym)
                    && let Ok(text) = serde_json::value::to_raw_value(&value)
                {
                    *snapshot = text;
                }
            }
            Record::Started { lines, .. } => in_chain |= lines.iter().any(|line| line.get().contains(&quoted)),
            _ => {}
        }
        let changed = entry.line();
        if changed != *line {
            new.push((n, changed));
        }
    }
    if in_chain {
        erased.in_old_logs.push(id.clone());
    }
    if seats.is_empty() && new.is_empty() {
        return Ok(());
    }
    if header.live {
        // Nodes that have loaded the match learn the new name from a record.
        let status = hall.status(id).await.ok();
        let sits = |place: &SeatInfo| place.owner.as_deref() == Some(name) || place.left.as_deref() == Some(name);
        for (place, seat) in status.iter().flat_map(|status| &status.seats).zip(Seat::all(rulebook_kernel::MAX_SEATS)) {
            if sits(place) {
                let rename = Input::Rename { seat, name: erased.pseudonym.clone() };
                if let Err(refusal) = hall.input(id, Sender::Operator, rename).await {
                    tracing::warn!(id, reason = %refusal.reason, "player not renamed");
                }
            }
        }
    }
    hall.store.redact(id, new).await?;
    for (seat, sat) in seats {
        hall.store.revoke(id, u8::from(seat), sat).await?;
    }
    hall.tell(id, Message::Reload).await;
    erased.tables += 1;
    Ok(())
}

/// Replaces the name in a seat. Returns whether it was there.
fn replace(place: &mut SeatInfo, name: &str, pseudonym: &str) -> bool {
    let mut found = false;
    for known in [&mut place.owner, &mut place.left].into_iter().flatten() {
        if known == name {
            pseudonym.clone_into(known);
            found = true;
        }
    }
    found
}

/// Replaces all texts that equal the name, but not in the log of the match. Returns whether there was one.
fn replace_in(value: &mut Value, name: &str, pseudonym: &str) -> bool {
    match value {
        Value::String(text) if text == name => {
            pseudonym.clone_into(text);
            true
        }
        Value::Array(items) => {
            items.iter_mut().filter_map(|item| replace_in(item, name, pseudonym).then_some(())).count() > 0
        }
        Value::Object(fields) => {
            fields
                .iter_mut()
                .filter(|(key, _)| !matches!(key.as_str(), "log" | "header"))
                .filter_map(|(_, item)| replace_in(item, name, pseudonym).then_some(()))
                .count()
                > 0
        }
        _ => false,
    }
}
