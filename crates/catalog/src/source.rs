//! Reads files and lists folders: on the disk, in the games that the program contains, or in memory.
//!
//! A path below [`EMBEDDED`] names an embedded file, and a path below [`MEMORY`] a file in memory. All other paths are on
//! the disk. The loader uses only these functions, so it need not know where a file is.

use flate2::read::DeflateDecoder;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The virtual folder of the embedded games. The colon makes it unlikely that a folder on the disk has this name.
pub(crate) const EMBEDDED: &str = "embedded:";

/// The virtual folder of the games in memory.
pub(crate) const MEMORY: &str = "memory:";

/// Embedded games: for each game its id and its compressed files.
pub(crate) type Packed = &'static [(&'static str, &'static [u8])];

/// The files of one embedded game. Keys are relative paths with `/`.
type Files = BTreeMap<String, Vec<u8>>;

/// The embedded games of this program. The program sets this value once, because the bytes are a constant of the
/// program.
static GAMES: OnceLock<Packed> = OnceLock::new();
/// The games that were decompressed so far. A game is decompressed when its first file is read.
static UNPACKED: Mutex<BTreeMap<&'static str, Arc<Files>>> = Mutex::new(BTreeMap::new());

/// The games in memory, by id.
static HELD: Mutex<BTreeMap<String, Arc<Files>>> = Mutex::new(BTreeMap::new());

/// Keeps the files of a game in memory. Replaces the files of a game with the same id.
pub(crate) fn hold(id: &str, files: impl Iterator<Item = (String, String)>) {
    let files = files.map(|(name, text)| (name, text.into_bytes())).collect();
    HELD.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), Arc::new(files));
}

/// Sets the embedded games of this program. A second call has no effect.
pub(crate) fn embed(games: Packed) {
    let _ = GAMES.set(games);
}

/// Reads a file, but at most this number of bytes.
pub(crate) fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    match Embedded::of(path) {
        None => {
            let mut bytes = Vec::new();
            File::open(path)?.take(most as u64).read_to_end(&mut bytes)?;
            Ok(bytes)
        }
        Some(Embedded::File(files, name)) => {
            let bytes = files.get(&name).ok_or(ErrorKind::NotFound)?;
            Ok(bytes[..bytes.len().min(most)].to_vec())
        }
        Some(_) => Err(ErrorKind::NotFound.into()),
    }
}

/// The files and folders in a folder, sorted.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = match Embedded::of(folder) {
        None => folder.read_dir()?.flatten().map(|entry| entry.path()).collect(),
        Some(Embedded::Root(games)) => games.iter().map(|id| folder.join(id)).collect(),
        Some(Embedded::File(files, name)) => {
            let prefix = if name.is_empty() { name } else { name + "/" };
            let within = files.keys().filter_map(|file| file.strip_prefix(prefix.as_str())?.split('/').next());
            within.map(|name| folder.join(name)).collect()
        }
        Some(Embedded::Nothing) => return Err(ErrorKind::NotFound.into()),
    };
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// Whether this is a file.
pub(crate) fn is_file(path: &Path) -> bool {
    match Embedded::of(path) {
        None => path.is_file(),
        Some(Embedded::File(files, name)) => files.contains_key(&name),
        Some(_) => false,
    }
}

/// Whether this is a folder.
pub(crate) fn is_folder(path: &Path) -> bool {
    match Embedded::of(path) {
        None => path.is_dir(),
        Some(Embedded::Root(_)) => true,
        Some(Embedded::File(files, name)) => {
            name.is_empty()
                || files.keys().any(|file| file.strip_prefix(&name).is_some_and(|rest| rest.starts_with('/')))
        }
        Some(Embedded::Nothing) => false,
    }
}

/// The absolute path, with all links resolved. An embedded path is returned unchanged.
pub(crate) fn whole(path: &Path) -> io::Result<PathBuf> {
    if !is_embedded(path) {
        return path.canonicalize();
    }
    if is_file(path) || is_folder(path) { Ok(path.to_owned()) } else { Err(ErrorKind::NotFound.into()) }
}

/// Whether the path is in the program and not on the disk.
pub(crate) fn is_embedded(path: &Path) -> bool {
    path.starts_with(EMBEDDED) || path.starts_with(MEMORY)
}

/// A path below [`EMBEDDED`] or [`MEMORY`].
enum Embedded {
    /// The folder of all games, by id.
    Root(Vec<String>),
    /// A path in the folder of a game. Empty for the folder itself.
    File(Arc<Files>, String),
    /// There is no such game, or the path contains `..`.
    Nothing,
}

impl Embedded {
    /// `None` if the path is on the disk.
    fn of(path: &Path) -> Option<Embedded> {
        let (within, held) = match path.strip_prefix(MEMORY) {
            Ok(within) => (within, true),
            Err(_) => (path.strip_prefix(EMBEDDED).ok()?, false),
        };
        let parts: Option<Vec<&str>> = within
            .components()
            .map(|part| match part {
                Component::Normal(name) => name.to_str(),
                _ => None,
            })
            .collect();
        let games = GAMES.get().copied().unwrap_or_default();
        Some(match parts.as_deref() {
            None => Embedded::Nothing,
            Some(parts) if held => {
                let games = HELD.lock().unwrap_or_else(PoisonError::into_inner);
                match parts {
                    [] => Embedded::Root(games.keys().cloned().collect()),
                    [id, name @ ..] => match games.get(*id) {
                        Some(files) => Embedded::File(Arc::clone(files), name.join("/")),
                        None => Embedded::Nothing,
                    },
                }
            }
            Some([]) => Embedded::Root(games.iter().map(|(id, _)| (*id).to_owned()).collect()),
            Some([id, name @ ..]) => match games.iter().find(|(known, _)| known == id) {
                Some((id, packed)) => Embedded::File(unpacked(id, packed), name.join("/")),
                None => Embedded::Nothing,
            },
        })
    }
}

fn unpacked(id: &'static str, packed: &'static [u8]) -> Arc<Files> {
    let mut known = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(known.entry(id).or_insert_with(|| Arc::new(unpack(packed))))
}

/// Decompresses the files of a game. `rulebook_embedded::GAMES` describes the format. The build has written the bytes,
/// so no error is expected. If the bytes are damaged, the remaining files are missing.
fn unpack(packed: &[u8]) -> Files {
    let mut bytes = Vec::new();
    let read = DeflateDecoder::new(packed).read_to_end(&mut bytes);
    debug_assert!(read.is_ok(), "embedded games are whole");
    let mut files = Files::new();
    let mut rest = bytes.as_slice();
    while let Some((name, length, after)) = header(rest) {
        let Some((file, after)) = after.split_at_checked(length) else { break };
        files.insert(name.to_owned(), file.to_vec());
        rest = after;
    }
    files
}

/// Splits off the header of a file: its name and its length. Also returns the bytes after the header.
fn header(bytes: &[u8]) -> Option<(&str, usize, &[u8])> {
    let line = |bytes: &'_ [u8]| bytes.iter().position(|byte| *byte == b'\n');
    let (name, after) = bytes.split_at(line(bytes)?);
    let (length, after) = after[1..].split_at(line(&after[1..])?);
    Some((std::str::from_utf8(name).ok()?, std::str::from_utf8(length).ok()?.parse().ok()?, &after[1..]))
}
