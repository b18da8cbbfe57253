//! Compresses each folder of `games/` into one file, and writes a list of these files as Rust code.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Files and folders that are not embedded, because only the tests of the engine read them.
const LEFT_OUT: [&str; 2] = ["plays", "perft.txt"];

fn main() {
    let manifest = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets the folder of the crate"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets the build folder"));
    let games = manifest.join("../../games");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut code = "&[\n".to_owned();
    for folder in entries(&games).into_iter().filter(|folder| folder.join("meta.json").is_file()) {
        let id = name(&folder);
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        pack(&folder, "", &mut packed);
        let file = out.join(&id);
        let bytes = packed.finish().expect("memory can be written to");
        std::fs::write(&file, bytes).expect("the build folder can be written to");
        let _ = writeln!(code, "    ({id:?}, include_bytes!({file:?})),");
    }
    code.push_str("]\n");
    std::fs::write(out.join("games.rs"), code).expect("the build folder can be written to");
}

/// Appends all files of a folder to `packed`: for each file its path, its length and its bytes.
fn pack(folder: &Path, prefix: &str, packed: &mut impl std::io::Write) {
    for path in entries(folder) {
        let name = name(&path);
        if LEFT_OUT.contains(&name.as_str()) || name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            pack(&path, &format!("{prefix}{name}/"), packed);
            continue;
        }
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        write!(packed, "{prefix}{name}\n{}\n", bytes.len()).expect("memory can be written to");
        packed.write_all(&bytes).expect("memory can be written to");
    }
}

/// The entries of a folder, sorted.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = read.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
