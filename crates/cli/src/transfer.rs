//! `rulebook export` and `rulebook import`

use crate::failure::Failure;
use crate::games::Games;
use crate::logs::Library;
use crate::serve::runtime;
use clap::Args;
use rulebook_server::{StoreAddress, transfer};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Writes matches of a store as JSON Lines: everything, to be imported elsewhere
///
/// The lines hold the secrets of running matches: whoever reads them knows every card. `rulebook verify` replays them.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook export --store sqlite:rulebook.db > matches.jsonl\n  \
    rulebook verify matches.jsonl")]
pub struct Export {
    /// The store
    #[arg(long, default_value = "sqlite:rulebook.db", value_name = "STORE")]
    store: StoreAddress,
    /// One match only
    #[arg(long = "match", value_name = "ID")]
    id: Option<String>,
}

impl Export {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        exists(&self.store)?;
        let texts = runtime()?.block_on(async {
            let store = self.store.open().await?;
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
            return Err(Failure::Input(format!("there is no match {id}")));
        }
        for text in texts {
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

/// Puts exported matches into a store; those that are there already are left alone
///
/// Every match is replayed first, where its game is here: a match whose records do not fit is refused, and nothing is written.
/// Tokens come along, so people go on where they were.
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook import matches.jsonl --store postgres://rulebook@db/rulebook")]
pub struct Import {
    /// An export
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The store
    #[arg(long, default_value = "sqlite:rulebook.db", value_name = "STORE")]
    store: StoreAddress,
    #[command(flatten)]
    games: Games,
}

impl Import {
    pub fn run(self, before: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |why: String| Failure::Input(format!("{}: {why}", self.file.display()));
        let text = std::fs::read_to_string(&self.file).map_err(|error| wrong(error.to_string()))?;
        let catalog = self.games.catalog(before);
        let mut library = Library::new(&catalog);
        let mut unknown = Vec::new();
        let fits = |found: &transfer::Exported| {
            // Rules that are not here, or have changed since, travel with the match: the server that has them looks then.
            let known = library.game(found.game()).map(|game| Arc::clone(&game.rules));
            match known.ok().filter(|rules| found.is_of(&**rules)) {
                Some(rules) => found.room(rules).map(drop).map_err(|broken| broken.to_string()),
                None => {
                    unknown.push(found.id().to_owned());
                    Ok(())
                }
            }
        };
        let count = runtime()?.block_on(async {
            let store = self.store.open().await.map_err(|error| error.to_string())?;
            transfer::import(&*store, &text, fits).await
        });
        let count = count.map_err(wrong)?;
        match count {
            1 => writeln!(out, "1 match is new")?,
            count => writeln!(out, "{count} matches are new")?,
        }
        for id in unknown {
            writeln!(out, "match {id} was not replayed: its rules are not these")?;
        }
        Ok(())
    }
}

/// A file that is not there is a mistake in the command, not an empty store to be made.
fn exists(store: &StoreAddress) -> Result<(), Failure> {
    match store {
        StoreAddress::Sqlite(path) if !path.is_file() => {
            Err(Failure::Input(format!("there is no store {}", path.display())))
        }
        _ => Ok(()),
    }
}
