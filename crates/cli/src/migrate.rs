//! `rulebook migrate`: brings the tables of a store to the schema version of this release.

use crate::failure::Failure;
use crate::folders;
use crate::serve::runtime;
use clap::Args;
use rulebook_server::StoreAddress;
use std::io::Write;

/// Brings the tables of a store to the version that this release needs
///
/// Run it before you start the servers of a new release on PostgreSQL. Servers of the old release may run meanwhile. A
/// server changes no tables itself: it only checks their version. A SQLite store needs no migration: the first
/// command that opens the file updates it.
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook migrate --store postgres://rulebook@db/rulebook")]
pub struct Migrate {
    /// The store [default: the one of `rulebook serve`]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
}

impl Migrate {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let address = self.store.map_or_else(folders::store, Ok)?;
        let migrated = runtime()?.block_on(address.migrate());
        let (from, to) = migrated.map_err(|error| Failure::Input(error.to_string()))?;
        match from == to {
            true => writeln!(out, "the store has schema version {to} already")?,
            false => writeln!(out, "the store was migrated from schema version {from} to {to}")?,
        }
        Ok(())
    }
}
