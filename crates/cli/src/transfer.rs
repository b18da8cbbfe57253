//! `rulebook export` and `rulebook import`: copy matches from one store to another.

use crate::failure::Failure;
use crate::folders;
use crate::games::Games;
use crate::logs::Library;
use crate::serve::runtime;
use clap::Args;
use rulebook_matches::AnyRules;
use rulebook_server::store::SqliteStore;
use rulebook_server::{StoreAddress, transfer};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Exports matches of a store as JSON Lines, to be imported elsewhere
///
/// The lines contain the secrets of running matches, and with them every card. `rulebook verify` replays them.
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
        let texts = runtime()?.block_on(async {
            let store = address.open().await?;
            let mut texts = Vec::new();
            for header in store.list(false).await? {
                if self.id.as_ref().is_none_or(|id| *id == header.id) {
                    texts.push(transfer::export(&*store, &header).await?);
                }
            }
            Ok::<_, rulebook_server::store::StoreError>(texts)
        });
        let texts = texts.map_err(|error| Failure::Input(error.to_string()))?;
        if let (Some(id), true) = (&self.id, texts.is_empty()) {
            return Err(Failure::Input(format!("the store has no match {id}")));
        }
        if texts.is_empty() {
            // This goes to stderr, because empty output alone would look like a failed export. If stderr is closed, the
            // message is lost without an error.
            let _ = writeln!(std::io::stderr(), "the store has no matches");
        }
        for text in texts {
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// Imports exported matches into a store; skips matches that are already there
///
/// Every match is replayed first, with its original rules: the local ones if they are the same, else the ones in the
/// export. If the records of a match are inconsistent, the import stops and writes nothing. A match whose rules cannot
/// be read here, or have changed in this release, is imported without a replay and named. Access tokens are imported
/// too, so players can continue.
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook import matches.jsonl --store postgres://rulebook@db/rulebook")]
pub struct Import {
    /// An export
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The store [default: the one of `rulebook serve`]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
    #[command(flatten)]
    games: Games,
}

impl Import {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |why: String| Failure::Input(format!("{}: {why}", self.file.display()));
        let text = std::fs::read_to_string(&self.file).map_err(|error| wrong(error.to_string()))?;
        if is_log(&text) {
            return Err(wrong(
                "this is the log of a match, not an export; check it with `rulebook verify` or watch it \
                with `rulebook replay`"
                    .to_owned(),
            ));
        }
        let catalog = self.games.catalog(before);
        let (mut library, mut carried) = (Library::new(&catalog), Carried::default());
        let mut unknown = Vec::new();
        let fits = |found: &transfer::Exported| {
            let replayed = carried.rules(found, &mut library).map(|rules| found.room(rules));
            let why = match replayed {
                Ok(Ok(_)) => return Ok(true),
                Ok(Err(broken)) if !broken.rebase => return Err(broken.to_string()),
                Ok(Err(broken)) => broken.to_string(),
                Err(why) => why,
            };
            // The match is imported although it could not be replayed here. A server that has its rules checks it when
            // it loads it.
            unknown.push((found.id().to_owned(), why));
            Ok(false)
        };
        let address = self.store.map_or_else(folders::store, Ok)?;
        let count = runtime()?.block_on(async {
            let store = address.open().await.map_err(|error| error.to_string())?;
            transfer::import(&*store, &text, fits).await
        });
        let count = count.map_err(wrong)?;
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
pub struct Carried {
    read: BTreeMap<(String, String), Result<Arc<dyn AnyRules>, String>>,
}

impl Carried {
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
fn exists(store: &StoreAddress) -> Result<(), Failure> {
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
