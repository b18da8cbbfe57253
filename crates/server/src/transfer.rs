//! Exports and imports matches as JSON Lines: a header, then the records.
//!
//! An export contains the secrets of running matches. It is only for the operator of the servers.

use crate::messages::AiEntry;
use crate::shelf;
use crate::store::{Header, MOST_AI_ENTRIES, Right, Store, StoreError};
use rulebook_kernel::{Digest, Key};
use rulebook_matches::AnyRules;
use rulebook_room::{Entry, FinishedMatch, Record, RestoreError, Room};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The header of a match in an export. The records follow it, one in each line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Line {
    /// The id of the match.
    #[serde(rename = "match")]
    id: String,
    game: String,
    source: String,
    secret: Digest,
    private: bool,
    live: bool,
    /// The number of records that follow.
    records: u64,
    /// The rules that the match was started with.
    rules: Option<String>,
    /// The token hashes with their rights, so that players can continue on another server.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<(String, i32)>,
    /// The log of the bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ai_log: Vec<AiEntry>,
}

/// Exports one match.
///
/// # Errors
/// If the store fails.
pub async fn export(store: &dyn Store, header: &Header) -> Result<String, StoreError> {
    match export_readable(store, header).await? {
        Readable { text, lost: None } => Ok(text),
        Readable { lost: Some(error), .. } => Err(error),
    }
}

/// The readable part of a match in a damaged store.
pub struct Readable {
    /// The export. Parts that cannot be read are left out.
    pub text: String,
    /// The error of the first part that was left out.
    pub lost: Option<StoreError>,
}

/// Exports the readable part of a match. The rules, the tokens and the log of the bots may be missing.
///
/// # Errors
/// If the records cannot be read.
pub async fn export_readable(store: &dyn Store, header: &Header) -> Result<Readable, StoreError> {
    let records = store.read(&header.id, 0).await?;
    let mut lost = None;
    let rules = store.rules(&header.source).await.unwrap_or_else(|error| {
        lost.get_or_insert(error);
        None
    });
    let tokens = store.tokens(&header.id).await.unwrap_or_else(|error| {
        lost.get_or_insert(error);
        Vec::new()
    });
    let ai_log = store.ai_log(&header.id, MOST_AI_ENTRIES as usize).await.unwrap_or_else(|error| {
        lost.get_or_insert(error);
        Vec::new()
    });
    let line = Line {
        id: header.id.clone(),
        game: header.game.clone(),
        source: header.source.clone(),
        secret: Digest::from_bytes(header.secret),
        private: header.private,
        live: header.live,
        records: records.len() as u64,
        rules,
        tokens: tokens.into_iter().map(|(hash, right)| (hash, right.to_number())).collect(),
        ai_log: ai_log.iter().filter_map(|line| serde_json::from_str(line).ok()).collect(),
    };
    let mut text = serde_json::to_string(&line).map_err(|e| StoreError::Broken(e.to_string()))?;
    text.push('\n');
    for record in records {
        text.push_str(&record);
        text.push('\n');
    }
    Ok(Readable { text, lost })
}

/// A match in an export.
pub struct Exported {
    header: Line,
    records: Vec<(String, Entry)>,
}

impl Exported {
    /// The id of the match.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.header.id
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.header.game
    }

    /// The digest of the rules that the match was started with.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.header.source
    }

    /// The rules that the match was started with. Returns `here`, the rules of the catalog, if they have the same
    /// digest. Otherwise loads the rules in the export.
    ///
    /// # Errors
    /// If the rules are neither in the catalog nor in the export.
    pub fn rules(&self, here: Option<Arc<dyn AnyRules>>) -> Result<Arc<dyn AnyRules>, String> {
        if let Some(rules) = here.filter(|rules| rules.info().source.to_string() == self.header.source) {
            return Ok(rules);
        }
        let carried = self.header.rules.as_deref().ok_or("its rules are neither in the catalog nor in the export")?;
        let files: BTreeMap<String, String> =
            serde_json::from_str(carried).map_err(|error| format!("the exported rules cannot be read: {error}"))?;
        shelf::unpack(self.game(), self.source(), &files).map(|game| game.rules)
    }

    /// Replays the match and compares every byte of its log.
    ///
    /// # Errors
    /// The first record that cannot be replayed.
    pub fn room(&self, rules: Arc<dyn AnyRules>) -> Result<Room, RestoreError> {
        let entries = self.records.iter().map(|(_, entry)| entry.clone());
        Room::restore(rules, Key::from_bytes(*self.header.secret.bytes()), entries)
    }
}

impl Exported {
    /// The final status and log of the match, taken from the records without the rules. `None` if the match is not
    /// over.
    #[must_use]
    pub fn ended(&self) -> Option<FinishedMatch> {
        let entries: Vec<Entry> = self.records.iter().map(|(_, entry)| entry.clone()).collect();
        FinishedMatch::told(&Key::from_bytes(*self.header.secret.bytes()), &entries)
    }
}

/// Whether this text is an export. Looks only at the first line.
#[must_use]
pub fn is_export(text: &str) -> bool {
    text.lines().next().is_some_and(|line| serde_json::from_str::<Line>(line).is_ok())
}

/// Parses an export.
///
/// # Errors
/// The first malformed line.
pub fn matches(text: &str) -> Result<Vec<Exported>, String> {
    let mut lines = text.lines().zip(1..);
    let mut found = Vec::new();
    while let Some((line, at)) = lines.next() {
        let header: Line =
            serde_json::from_str(line).map_err(|e| format!("line {at} is not the header of a match: {e}"))?;
        if !crate::tokens::is_match_id(&header.id) {
            return Err(format!("line {at}: the id of the match is not valid"));
        }
        // The id becomes a folder name, so it must be safe.
        if !rulebook_catalog::is_id(&header.game) {
            return Err(format!("line {at}: {:?} is not a valid id of a game", header.game));
        }
        let tokens: BTreeSet<&String> = header.tokens.iter().map(|(hash, _)| hash).collect();
        if tokens.len() < header.tokens.len() {
            return Err(format!("line {at}: the same token occurs twice"));
        }
        let (mut records, mut keys) = (Vec::new(), BTreeSet::new());
        for _ in 0..header.records {
            let Some((record, at)) = lines.next() else { return Err(format!("line {at}: the match is cut off")) };
            let entry = Entry::parse(record).map_err(|why| format!("line {at}: {why}"))?;
            if entry.record.sent().is_some_and(|key| !keys.insert(key)) {
                return Err(format!("line {at}: another answer has the same idempotency key"));
            }
            records.push((record.to_owned(), entry));
        }
        let first = records.first().map(|(_, entry)| &entry.record);
        let Some(Record::Opened(opened)) = first else {
            return Err(format!("line {at}: the first record does not open a match"));
        };
        if (&opened.game, &opened.source.to_string()) != (&header.game, &header.source) {
            return Err(format!("line {at}: header and records name different rules"));
        }
        if opened.commitment != Key::from_bytes(*header.secret.bytes()).commitment() {
            return Err(format!("line {at}: the secret does not match the commitment"));
        }
        found.push(Exported { header, records });
    }
    Ok(found)
}

/// A match that can be imported, and whether it was replayed.
pub struct Checked {
    found: Exported,
    replayed: bool,
}

/// Parses an export, and replays its matches. Needs no store, so a malformed export never creates a store.
///
/// `fits` replays a match. If the rules are missing, `fits` returns `false`, and the match is imported without a check.
///
/// # Errors
/// The first malformed line, or the first match that `fits` refuses.
pub fn check(text: &str, mut fits: impl FnMut(&Exported) -> Result<bool, String>) -> Result<Vec<Checked>, String> {
    let checked = |found: Exported| match fits(&found) {
        Ok(replayed) => Ok(Checked { found, replayed }),
        Err(why) => Err(format!("match {}: {why}", found.id())),
    };
    matches(text)?.into_iter().map(checked).collect()
}

/// Imports matches and returns their number. Skips matches that exist already.
///
/// # Errors
/// If the store fails. The matches imported before are complete.
pub async fn import(store: &dyn Store, all: Vec<Checked>) -> Result<usize, StoreError> {
    let (mut count, mut kept) = (0, BTreeSet::<String>::new());
    for Checked { found, replayed } in all {
        if store.find(found.id()).await?.is_some() {
            continue;
        }
        if !kept.contains(found.source()) && keep(store, &found.header, replayed).await? {
            kept.insert(found.source().to_owned());
        }
        put(store, found.header, found.records).await?;
        count += 1;
    }
    Ok(count)
}

/// Stores the rules of an exported match, if they have the digest in its header. Returns whether the store has these
/// rules now.
///
/// Rules that this version cannot read are stored if the store has no rules with this digest, because a newer server
/// may be able to read them.
async fn keep(store: &dyn Store, line: &Line, replayed: bool) -> Result<bool, StoreError> {
    let Some(carried) = &line.rules else { return Ok(false) };
    let read = |text: &String| {
        let files: Option<BTreeMap<String, String>> = serde_json::from_str(text).ok();
        files.is_some_and(|files| shelf::unpack(&line.game, &line.source, &files).is_ok())
    };
    let there = store.rules(&line.source).await?;
    if there.as_ref().is_some_and(read) {
        return Ok(true);
    }
    let good = read(carried);
    if good || (there.is_none() && !replayed) {
        store.keep_rules(&line.source, carried.clone()).await?;
    }
    Ok(good)
}

/// A header computed from the records. The exported header is not trusted.
struct Told {
    private: bool,
    live: bool,
    begun: bool,
    opened: u64,
}

fn told(records: &[(String, Entry)]) -> Told {
    let first = records.first().map(|(_, entry)| entry);
    let private = matches!(first.map(|entry| &entry.record), Some(Record::Opened(opened)) if opened.terms.private);
    let ends = |record: &Record| match record {
        Record::Ended { .. } | Record::Closed { .. } => true,
        Record::Started { lines, .. } | Record::Played { lines, .. } => {
            lines.iter().any(|line| line.get().starts_with("{\"outcome\""))
        }
        _ => false,
    };
    Told {
        private,
        live: !records.iter().any(|(_, entry)| ends(&entry.record)),
        begun: records.iter().any(|(_, entry)| matches!(entry.record, Record::Started { .. })),
        opened: first.map_or(0, |entry| entry.at),
    }
}

async fn put(store: &dyn Store, line: Line, records: Vec<(String, Entry)>) -> Result<(), StoreError> {
    let Told { private, live, begun, opened } = told(&records);
    let header = Header {
        id: line.id,
        game: line.game,
        source: line.source,
        secret: *line.secret.bytes(),
        private,
        live,
        begun,
        opened,
        version: records.len() as u64,
    };
    let lines = records.into_iter().map(|(line, entry)| (line, entry.record.sent())).collect();
    let right = |(hash, number)| Some((hash, Right::from_number(number)?));
    // Import a match completely or not at all. A retry would skip a match that was imported in part.
    let id = header.id.clone();
    store.import(header, lines, line.tokens.into_iter().filter_map(right).collect()).await?;
    for entry in line.ai_log {
        let text = serde_json::to_string(&entry).map_err(|e| StoreError::Broken(e.to_string()))?;
        store.add_ai_entry(&id, text).await?;
    }
    Ok(())
}
