//! The data folder and the configuration folder of the user, at the usual place of the platform.

use crate::failure::Failure;
use crate::games::note;
use directories::ProjectDirs;
use rulebook_server::StoreAddress;
use std::path::{Path, PathBuf};

/// The file name of the default store.
const STORE: &str = "rulebook.db";

fn folders() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "rulebook")
}

/// The environment variables with the address of the store, and with the name of a file that contains it. The address
/// may contain a password, so it should not be on the command line.
const STORE_VARIABLE: &str = "RULEBOOK_STORE";
const STORE_FILE_VARIABLE: &str = "RULEBOOK_STORE_FILE";

/// The store of the environment, if it names one.
fn store_of_environment() -> Result<Option<StoreAddress>, Failure> {
    let wrong = |name: &str, why: String| Failure::Input(format!("{name}: {why}"));
    if let Ok(address) = std::env::var(STORE_VARIABLE) {
        return address.trim().parse().map(Some).map_err(|why| wrong(STORE_VARIABLE, why));
    }
    let Some(file) = std::env::var_os(STORE_FILE_VARIABLE).map(PathBuf::from) else { return Ok(None) };
    let text = std::fs::read_to_string(&file).map_err(|error| wrong(STORE_FILE_VARIABLE, error.to_string()))?;
    text.trim().parse().map(Some).map_err(|why| wrong(STORE_FILE_VARIABLE, why))
}

/// The store if the command line names none: the one of the environment, else a file in the data folder of the user.
/// Creates nothing.
pub fn store() -> Result<StoreAddress, Failure> {
    if let Some(address) = store_of_environment()? {
        return Ok(address);
    }
    let Some(folders) = folders() else {
        return Err(Failure::Input("this user has no home folder for data; give the store with --store".to_owned()));
    };
    let path = folders.data_dir().join(STORE);
    // Earlier versions kept the store in the current folder. If only that store exists, tell the user how to open it.
    if Path::new(STORE).is_file() && !path.exists() {
        note(&format!(
            "matches are now stored in {}; for the store in this folder, add --store sqlite:{STORE}",
            path.display()
        ));
    }
    Ok(StoreAddress::Sqlite(path))
}

/// The default options file.
pub fn config() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("config.toml"))
}
