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

/// The default store: a file in the data folder of the user. Creates nothing.
pub fn store() -> Result<StoreAddress, Failure> {
    let Some(folders) = folders() else {
        return Err(Failure::Input("this user has no home folder for data; give the store with --store".to_owned()));
    };
    let path = folders.data_dir().join(STORE);
    // Earlier versions kept the store in the current folder. It is used as long as the data folder has none.
    if Path::new(STORE).is_file() && !path.exists() {
        note(&format!("matches are now stored in {}; for those here, add --store sqlite:{STORE}", path.display()));
    }
    Ok(StoreAddress::Sqlite(path))
}

/// The default options file.
pub fn config() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("config.toml"))
}
