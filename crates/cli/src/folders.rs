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

/// A variable of the environment. `None` if it is missing or empty.
///
/// # Errors
/// Returns an error if the value is not UTF-8. A default instead of it would surprise the user.
pub fn variable(name: &str) -> Result<Option<String>, Failure> {
    let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) else { return Ok(None) };
    let text = value.into_string();
    text.map(Some).map_err(|value| Failure::Usage(format!("{name}: {} is not UTF-8", value.display())))
}

/// The file that a variable of the environment names. `None` if the variable is missing or empty.
pub fn file_variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// The store of the environment, if it names one.
fn store_of_environment() -> Result<Option<StoreAddress>, Failure> {
    let parse = |name: &str, text: &str| {
        let address: Result<StoreAddress, String> = text.trim().parse();
        address.map(Some).map_err(|why| Failure::Usage(format!("{name}: {why}")))
    };
    if let Some(address) = variable(STORE_VARIABLE)? {
        return parse(STORE_VARIABLE, &address);
    }
    let Some(file) = file_variable(STORE_FILE_VARIABLE) else { return Ok(None) };
    let wrong = |error: std::io::Error| Failure::Input(format!("{STORE_FILE_VARIABLE}: {}: {error}", file.display()));
    parse(STORE_FILE_VARIABLE, &std::fs::read_to_string(&file).map_err(wrong)?)
}

/// The store if the command line names none: the store that the environment names, or else a file in the data folder
/// of the user. Creates nothing.
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
