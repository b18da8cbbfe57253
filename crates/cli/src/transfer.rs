//! `rulebook export` and `rulebook import`

use crate::failure::Failure;
use crate::serve::runtime;
use clap::Args;
use rulebook_server::{StoreAddress, transfer};
use std::io::Write;
use std::path::PathBuf;

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
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook import matches.jsonl --store postgres://rulebook@db/rulebook")]
pub struct Import {
    /// An export
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The store
    #[arg(long, default_value = "sqlite:rulebook.db", value_name = "STORE")]
    store: StoreAddress,
}

impl Import {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let wrong = |why: String| Failure::Input(format!("{}: {why}", self.file.display()));
        let text = std::fs::read_to_string(&self.file).map_err(|error| wrong(error.to_string()))?;
        let count = runtime()?.block_on(async {
            let store = self.store.open().await.map_err(|error| error.to_string())?;
            transfer::import(&*store, &text).await
        });
        let count = count.map_err(wrong)?;
        writeln!(out, "{count} matches are new")?;
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
