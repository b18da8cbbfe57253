//! Compares the imported built-in variants with the move lists of another engine. The test installs this engine from
//! its package registry into a virtual environment below `target`. `RULEBOOK_VARIANTS` adds the sections of a file.

#[allow(dead_code)]
#[path = "../examples/compare.rs"]
mod compare;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of positions of each variant.
const POSITIONS: &str = "200";

fn run(command: &mut Command) {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

/// The path of a Python interpreter that has the other engine. Installs the engine if it is missing.
fn python() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine");
    let python = folder.join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "pyffish"]));
    }
    python
}

fn sections(ini: &Path, names: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/positions.py");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("positions.jsonl");
    run(Command::new(python()).arg(script).arg(ini).arg(&out).arg(POSITIONS).args(names));
    std::fs::read_to_string(out).expect("the positions were written")
}

#[test]
#[ignore = "long: installs another engine and plays hundreds of games"]
fn imported_variants_have_the_moves_of_another_engine() {
    let nothing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing.ini");
    std::fs::write(&nothing, "").expect("the folder is writable");
    let library = rulebook_variants::Library::read("").expect("the table of parents is sound");
    let names: Vec<&str> = library.built_in().into_iter().filter(|name| library.import(name).is_ok()).collect();
    let mut wrong = compare::run("", &sections(&nothing, &names)).1;
    wrong.retain(|line| !line.contains("the board language has no"));
    if let Some(file) = std::env::var_os("RULEBOOK_VARIANTS") {
        let text = std::fs::read_to_string(&file).expect("RULEBOOK_VARIANTS names a file");
        wrong.extend(compare::run(&text, &sections(Path::new(&file), &[])).1);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
