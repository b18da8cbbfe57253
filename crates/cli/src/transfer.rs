//! `rulebook export` and `rulebook import`: copy matches from one store to another.

use crate::failure::Failure;
use crate::folders;
use crate::games::Games;
use crate::logs::Library;
use crate::serve::runtime;
use clap::Args;
use rulebook_matches::AnyRules;
use rulebook_server::store::{SqliteStore, StoreError};
use rulebook_server::{StoreAddress, transfer};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Exports matches of a store as JSON Lines, to be imported elsewhere
///
/// The lines contain the secrets of running matches, and with them every card. `rulebook verify` replays them. If a
/// part of the store is damaged, the command exports all other matches, names the damaged ones, and fails.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook export > matches.jsonl\n  \
    rulebook verify --unfinished matches.jsonl")]
pub struct Export {
    /// The store [default: the one of `rulebook serve`]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
    /// Export only this match
    #[arg(long = "match", value_name = "ID")]
    id: Option<String>,
}

impl Export {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let address = self.store.map_or_else(folders::store, Ok)?;
        exists(&address)?;
        let wanted = |id: &str| self.id.as_ref().is_none_or(|own| own == id);
        let (count, lost, partial) = runtime()?.block_on(async {
            let failed = |error: StoreError| Failure::Input(error.to_string());
            let store = address.open_readable().await.map_err(failed)?;
            let (mut count, mut lost, mut partial) = (0, Vec::new(), 0);
            let salvaged = store.salvage().await.map_err(failed)?;
            // Messages go to stderr, because the output is the export. If stderr is closed, they are lost.
            for id in salvaged.lost.into_iter().filter(|id| wanted(id)) {
                let _ = writeln!(std::io::stderr(), "match {id} cannot be read: its header is damaged");
                lost.push(id);
            }
            for header in salvaged.found.into_iter().filter(|header| wanted(&header.id)) {
                match transfer::export_readable(&*store, &header).await {
                    Ok(readable) => {
                        out.write_all(readable.text.as_bytes())?;
                        count += 1;
                        if let Some(error) = readable.lost {
                            partial += 1;
                            let told =
                                format!("match {}: its rules, tokens or bot log cannot be read: {error}", header.id);
                            let _ = writeln!(std::io::stderr(), "{told}");
                        }
                    }
                    Err(error) => {
                        let _ = writeln!(std::io::stderr(), "match {} cannot be read: {error}", header.id);
                        lost.push(header.id);
                    }
                }
            }
            Ok::<_, Failure>((count, lost, partial))
        })?;
        if !lost.is_empty() || partial > 0 {
            let lost = lost.len();
            let parts = if partial > 0 { format!(" and {partial} only in part") } else { String::new() };
            return Err(Failure::Input(format!("{count} matches were exported{parts}, but {lost} could not be read")));
        }
        match &self.id {
            Some(id) if count == 0 => Err(Failure::Input(format!("the store has no match {id}"))),
            None if count == 0 => {
                // Print a message, because empty output alone would look like a failed export.
                let _ = writeln!(std::io::stderr(), "the store has no matches");
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Imports exported matches into a store; skips matches that are already there
///
/// Every match is replayed first, with its original rules: the local ones if they are the same, else the ones in the
/// export. If the records of a match are inconsistent, the import stops and writes nothing. A match whose rules cannot
/// be read here, or have changed in this release, is imported without a replay and named. Access tokens are imported
/// too, so players can continue.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  rulebook import matches.jsonl --store postgres://rulebook@db/rulebook\n  \
    rulebook import variants variants.ini -o games"
)]
pub struct Import {
    #[command(subcommand)]
    what: Option<crate::import_variants::ImportFormat>,
    /// An export
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    /// The store [default: the one of `rulebook serve`]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
    #[command(flatten)]
    games: Games,
}

impl Import {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(what) = self.what {
            return what.run(out);
        }
        let file = self.file.unwrap_or_default();
        let wrong = |why: String| Failure::Input(format!("{}: {why}", file.display()));
        let text = std::fs::read_to_string(&file).map_err(|error| wrong(error.to_string()))?;
        if is_log(&text) {
            return Err(wrong(
                "this is the log of a match, not an export; check it with `rulebook verify` or watch it \
                with `rulebook replay`"
                    .to_owned(),
            ));
        }
        let catalog = self.games.catalog(before)?;
        let (mut library, mut carried) = (Library::new(&catalog), ExportedRules::default());
        let mut unknown = Vec::new();
        let fits = |found: &transfer::Exported| {
            let replayed = carried.rules(found, &mut library).map(|rules| found.room(rules));
            let why = match replayed {
                Ok(Ok(_)) => return Ok(true),
                Ok(Err(broken)) if !broken.rebase => return Err(broken.to_string()),
                Ok(Err(broken)) => broken.to_string(),
                Err(why) => why,
            };
            // The match is imported although it could not be replayed here. A server that has the rules of the match
            // checks the match when it loads it.
            unknown.push((found.id().to_owned(), why));
            Ok(false)
        };
        // The export is checked before the store is opened, so that a wrong export creates no store.
        let checked = transfer::check(&text, fits).map_err(wrong)?;
        let address = self.store.map_or_else(folders::store, Ok)?;
        let count = runtime()?.block_on(async { transfer::import(&*address.open().await?, checked).await });
        let count = count.map_err(|error| Failure::Input(error.to_string()))?;
        match count {
            1 => writeln!(out, "imported 1 match")?,
            count => writeln!(out, "imported {count} matches")?,
        }
        for (id, why) in unknown {
            writeln!(out, "imported match {id} without a replay: {why}")?;
        }
        Ok(())
    }
}

/// Whether the file is the log of a match and not an export. The first line of a log has `source` and no `match`.
fn is_log(text: &str) -> bool {
    let first = text.lines().next().and_then(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    first.is_some_and(|first| first.get("match").is_none() && first.get("source").is_some())
}

/// The rules of exported matches. The rules of a game are read only once.
#[derive(Default)]
pub struct ExportedRules {
    read: BTreeMap<(String, String), Result<Arc<dyn AnyRules>, String>>,
}

impl ExportedRules {
    pub fn rules(
        &mut self,
        found: &transfer::Exported,
        library: &mut Library<'_>,
    ) -> Result<Arc<dyn AnyRules>, String> {
        let read = self.read.entry((found.game().to_owned(), found.source().to_owned())).or_insert_with(|| {
            let here = library.game(found.game()).ok().map(|game| Arc::clone(&game.rules));
            found.rules(here)
        });
        read.clone()
    }
}

/// Returns an error if the file does not exist. Opening it would create an empty store.
pub fn exists(store: &StoreAddress) -> Result<(), Failure> {
    match store {
        StoreAddress::Sqlite(path) if !path.is_file() => {
            Err(Failure::Input(format!("there is no store at {}", path.display())))
        }
        StoreAddress::Sqlite(path) if !SqliteStore::is_there(path) => Err(Failure::Input(format!(
            "{0} is not a store: the file is empty (the data of a running or killed server is in {0}-wal)",
            path.display()
        ))),
        _ => Ok(()),
    }
}
