//! Embeds the web table into the program. npm builds it if its sources have changed. Without Node the program still
//! builds. Its page then says that the web table is missing. If `web/dist` is up to date, the script does not run npm
//! and downloads nothing.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The source files and folders of the web table.
const SOURCES: [&str; 7] =
    ["package.json", "package-lock.json", ".npmrc", "index.html", "vite.config.ts", "public", "src"];
/// A file in `dist`. It holds the digest of the sources that `dist` was built from.
const STAMP: &str = ".made-from";

fn main() {
    // Read the path at run time, because the checkout may have moved since this script was compiled.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    let web = Path::new(&manifest).join("../../web");
    println!("cargo::rerun-if-env-changed=RULEBOOK_WEB");
    let mut sources = Vec::new();
    for name in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(name).display());
        collect(&web.join(name), &mut sources);
    }
    sources.sort();
    let dist = web.join("dist");
    let missing = make(&web, &dist, &digest(&web, &sources)).err();
    // Cargo would run this script every time if a listed file did not exist.
    if dist.join(STAMP).exists() {
        println!("cargo::rerun-if-changed={}", dist.join(STAMP).display());
    }
    if let Some(why) = &missing {
        println!("cargo::warning=the web table is not current: {why}");
    }
    embed(&dist, missing.as_deref().unwrap_or_default());
}

/// Builds `dist` unless it was already built from these sources. With `RULEBOOK_WEB=built`, uses `dist` unchanged and
/// panics if it has no page, because a released program must have one. With `RULEBOOK_WEB=off`, builds nothing.
fn make(web: &Path, dist: &Path, digest: &str) -> Result<(), String> {
    let wish = std::env::var("RULEBOOK_WEB").unwrap_or_default();
    if wish == "built" {
        let page = dist.join("index.html");
        assert!(page.is_file(), "RULEBOOK_WEB=built, but {} is missing: run deploy/build-web.sh", page.display());
        println!("cargo::rerun-if-changed={}", dist.display());
        return Ok(());
    }
    if std::fs::read_to_string(dist.join(STAMP)).is_ok_and(|stamp| stamp == digest) {
        return Ok(());
    }
    if wish == "off" {
        return Err("RULEBOOK_WEB=off".to_owned());
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let version = Command::new(npm).arg("--version").stdin(Stdio::null()).output();
    if !version.is_ok_and(|answer| answer.status.success()) {
        return Err("Node 20 or newer with npm is needed to build it, and npm was not found".to_owned());
    }
    run(web, npm, &["ci", "--no-audit", "--no-fund"])?;
    run(web, npm, &["run", "bundle"])?;
    write_stamp(&dist.join(STAMP), digest).map_err(|e| e.to_string())
}

/// Writes the stamp with an old date. Cargo runs the script again if a listed file is newer than the start of the script,
/// so a stamp of today would make the next build compile this crate again.
fn write_stamp(stamp: &Path, digest: &str) -> std::io::Result<()> {
    std::fs::write(stamp, digest)?;
    std::fs::File::options().write(true).open(stamp)?.set_modified(std::time::UNIX_EPOCH)
}

fn run(web: &Path, npm: &str, args: &[&str]) -> Result<(), String> {
    let line = format!("npm {}", args.join(" "));
    let done = Command::new(npm).args(args).current_dir(web).stdin(Stdio::null()).output();
    let done = done.map_err(|e| format!("`{line}` did not start: {e}"))?;
    if done.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(if done.stderr.is_empty() { &done.stdout } else { &done.stderr }).into_owned();
    let last = told.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(format!("`{line}` failed: {last}"))
}

/// The digest of the names and contents of these files.
fn digest(web: &Path, files: &[PathBuf]) -> String {
    let mut hasher = DefaultHasher::new();
    for path in files {
        hasher.write(path.strip_prefix(web).unwrap_or(path).to_string_lossy().replace('\\', "/").as_bytes());
        let bytes = std::fs::read(path).unwrap_or_default();
        hasher.write_usize(bytes.len());
        hasher.write(&bytes);
    }
    format!("{:016x}", hasher.finish())
}

/// Writes the list of built files for `web_files.rs`.
fn embed(dist: &Path, missing: &str) {
    let mut files = Vec::new();
    collect(dist, &mut files);
    files.retain(|path| path.file_name().is_some_and(|name| name != STAMP));
    files.sort();
    let mut code = format!("const MISSING: &str = {missing:?};\nconst FILES: &[(&str, &[u8])] = &[\n");
    for path in files {
        let name = path.strip_prefix(dist).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let _ = writeln!(code, "    ({:?}, include_bytes!({:?})),", format!("/{name}"), path);
    }
    code.push_str("];\n");
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    std::fs::write(out.join("web.rs"), code).expect("the build folder can be written to");
}

/// Collects all files in a folder and its subfolders. If the path is a file, collects that file.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_file() {
        return files.push(path.to_owned());
    }
    for entry in path.read_dir().into_iter().flatten().flatten() {
        collect(&entry.path(), files);
    }
}
