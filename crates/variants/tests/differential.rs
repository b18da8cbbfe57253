//! Compares the imported variants with the move lists of another engine. The test installs this engine from its package
//! registry into a virtual environment below `target`.
//!
//! | variable | meaning |
//! |---|---|
//! | `RULEBOOK_VARIANTS` | compares the sections of this file, not the built-in variants |
//! | `RULEBOOK_PART` | `2/5` compares the second of five parts |

#[path = "../examples/compare/agreement.rs"]
mod agreement;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of positions of each variant.
const POSITIONS: &str = "200";

/// Sections whose differences are faults of the other engine, with the reason.
const FAULTS: [(&str, &str); 6] = [
    ("annexation", "a row of enclosed pieces leads through a wall"),
    ("atlantis", "a player in check may not block the line with a wall"),
    ("cfour-anyside", "a piece that enters at the top stops on the lowest empty square of the column"),
    ("elgam", "a lame camel has no move, even on an empty board"),
    ("gorogoro", "a pawn drop that mates is listed, and then loses"),
    ("gale", "a chain is followed only to the right and up"),
];

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
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("positions-{}.jsonl", std::process::id()));
    run(Command::new(python()).arg(script).arg(ini).arg(&out).arg(POSITIONS).args(names));
    let found = std::fs::read_to_string(&out).expect("the positions were written");
    std::fs::remove_file(out).expect("the positions can be removed");
    found
}

/// The names of one part: every `of`-th name.
fn part(names: Vec<&str>) -> Vec<&str> {
    let Ok(part) = std::env::var("RULEBOOK_PART") else { return names };
    let numbers = part.split_once('/').and_then(|(at, of)| Some((at.parse::<usize>().ok()?, of.parse().ok()?)));
    let Some((at, of)) = numbers.filter(|(at, of)| (1..=*of).contains(at)) else {
        panic!("RULEBOOK_PART is written like 2/5, not {part:?}")
    };
    names.into_iter().skip(at - 1).step_by(of).collect()
}

#[test]
#[ignore = "long: installs another engine and plays hundreds of games"]
fn imported_variants_have_the_moves_of_another_engine() {
    let file = std::env::var_os("RULEBOOK_VARIANTS").map(PathBuf::from);
    let text = file
        .as_ref()
        .map_or(String::new(), |file| std::fs::read_to_string(file).expect("RULEBOOK_VARIANTS names a file"));
    let library = rulebook_variants::Library::read(&text).expect("the file is readable");
    let known = |name: &&str| library.import(name).is_ok();
    let names = if file.is_some() { library.names() } else { library.built_in().into_iter().filter(known).collect() };
    let ini = file.unwrap_or_else(|| {
        let nothing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nothing.ini");
        std::fs::write(&nothing, "").expect("the folder is writable");
        nothing
    });
    let (exact, mut wrong) = agreement::run(&text, &sections(&ini, &part(names)));
    exact.iter().chain(&wrong).for_each(|line| println!("{line}"));
    println!("{} exact, {} different", exact.len(), wrong.len());
    let fault = |line: &String| FAULTS.iter().any(|(name, _)| line.split(':').next() == Some(*name));
    let two_boards = ["plays only one of the boards", "is only for two players", "do not fit on a board of 16 files"];
    wrong.retain(|line| !two_boards.iter().any(|why| line.ends_with(why)) && !fault(line));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
