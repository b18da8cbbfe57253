//! The folders of the user, where the platform puts them.

use crate::failure::Failure;
use crate::games::note;
use directories::ProjectDirs;
use rulebook_server::StoreAddress;
use std::path::{Path, PathBuf};

/// The file name of the store.
const STORE: &str = "rulebook.db";

fn folders() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "rulebook")
}

/// The default store: a file in the data folder of the user. Creates nothing.
pub fn store() -> Result<StoreAddress, Failure> {
    let Some(folders) = folders() else {
        return Err(Failure::Input("this user has no home folder for data; give the store with --store".to_owned()));
    };
    let path = folders.data_dir().join(STORE);
    // Earlier versions stored matches in the current folder.
    if Path::new(STORE).is_file() && !path.exists() {
        note(&format!("matches are now stored in {}; for those here, add --store sqlite:{STORE}", path.display()));
    }
    Ok(StoreAddress::Sqlite(path))
}

/// The default file with options.
pub fn config() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("config.toml"))
}
