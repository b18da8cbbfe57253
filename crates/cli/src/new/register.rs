//! Registers a new game in Rust: adds it to the list of games.

use super::templates::Names;
use super::write;
use crate::failure::Failure;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The file that lists the games in Rust.
const LIB: &str = "crates/natives/src/lib.rs";

/// Whether this folder is a checkout of the engine. Rules in Rust can be compiled only there.
pub fn is_checkout(to: &Path) -> bool {
    to.join(LIB).is_file()
}

/// Adds the game to the list. If the file has an unexpected layout, prints the lines that the user has to add.
pub fn register(to: &Path, names: &Names, out: &mut dyn Write) -> Result<(), Failure> {
    let lib = to.join(LIB);
    match fs::read_to_string(&lib).ok().and_then(|text| in_lib(&text, names)) {
        Some(text) => {
            write(&lib, &text)?;
            writeln!(out, "\nTry it:  RULEBOOK_GAMES={} cargo test -p rulebook-catalog games::", names.id())?;
            writeln!(out, "         cargo run --release -- play {}", names.id())?;
            writeln!(out, "Then record the playthroughs and soak hashes:  cargo xtask bless")?;
        }
        None => {
            writeln!(out, "\nThis file has an unexpected layout. Add these lines by hand:")?;
            writeln!(out, "\nin {}:\n\n{}", lib.display(), lines(names).join("\n"))?;
        }
    }
    Ok(())
}

fn lines(names: &Names) -> [String; 3] {
    [
        format!("pub mod {};", names.module()),
        format!("\"{}\" in IDS", names.id()),
        format!("        \"{}\" => native::<{}::{}, V>(visitor),", names.id(), names.module(), names.type_name()),
    ]
}

/// The text of `LIB` with one more game, or `None` if the file has an unexpected layout.
fn in_lib(text: &str, names: &Names) -> Option<String> {
    let [module, _, arm] = lines(names);
    let (ids, end) = (text.find("pub const IDS")?, text.find("];")?);
    let id = format!("\"{}\"", names.id());
    if ids > end || text.contains(&id) {
        return None;
    }
    // The entries are sorted. Only the line of the new game is added.
    let mut all: Vec<&str> = text[ids..end].split('"').skip(1).step_by(2).collect();
    let new_id = names.id();
    all.push(&new_id);
    all.sort_unstable();
    let all: Vec<String> = all.iter().map(|id| format!("\"{id}\"")).collect();
    let one_line = format!("pub const IDS: &[&str] = &[{}];", all.join(", "));
    let list = if one_line.len() <= 120 { one_line } else { several_lines(&all) };
    let text = format!("{}{list}{}", &text[..ids], &text[end + 2..]);
    let text = put_before(&text, &module, |line| line.starts_with("pub mod ") && line > module.as_str(), "\nuse ")?;
    let key = arm.trim_start();
    let arms = |line: &str| line.trim_start().starts_with('"') && line.contains("=>") && line.trim_start() > key;
    put_before(&text, &arm, arms, "        _ => None")
}

/// The list in the form that rustfmt gives it if it is too long for one line.
fn several_lines(all: &[String]) -> String {
    let second = format!("    &[{}];", all.join(", "));
    if second.len() <= 120 {
        return format!("pub const IDS: &[&str] =\n{second}");
    }
    let items: String = all.iter().map(|id| format!("    {id},\n")).collect();
    format!("pub const IDS: &[&str] = &[\n{items}];")
}

/// Inserts a line before the first line that satisfies `fits`. If there is none, inserts it before `mark`.
fn put_before(text: &str, new: &str, fits: impl Fn(&str) -> bool, mark: &str) -> Option<String> {
    let mut at = 0;
    for line in text.lines() {
        if fits(line) {
            return Some(format!("{}{new}\n{}", &text[..at], &text[at..]));
        }
        at += line.len() + 1;
    }
    let at = text.find(mark)?;
    Some(format!("{}{new}\n{}", &text[..at], &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIB: &str = "pub mod bold;\nmod cards;\npub mod zest;\n\nuse std::sync::Arc;\n\n\
        pub const IDS: &[&str] = &[\"bold\", \"zest\"];\n\n    match id {\n        \"bold\" => one(),\n        \
        \"zest\" => two(),\n        _ => None,\n    }\n";

    fn add(id: &str) -> String {
        in_lib(LIB, &Names::new(id).unwrap()).unwrap()
    }

    #[test]
    fn a_game_is_registered_in_order() {
        let text = add("gold-rush");
        assert!(text.starts_with("pub mod bold;\nmod cards;\npub mod gold_rush;\npub mod zest;\n\nuse"), "{text}");
        assert!(text.contains("&[\"bold\", \"gold-rush\", \"zest\"];"), "{text}");
        let arm = "        \"gold-rush\" => native::<gold_rush::GoldRush, V>(visitor),";
        assert!(text.contains(&format!("one(),\n{arm}\n        \"zest\"")), "{text}");
    }

    #[test]
    fn the_last_module_is_registered_at_the_end() {
        let text = add("zoo");
        assert!(text.contains("pub mod zest;\npub mod zoo;\n\nuse"), "{text}");
        assert!(text.contains("(visitor),\n        _ => None"), "{text}");
    }

    #[test]
    fn registered_modules_and_unknown_files_are_left_alone() {
        assert_eq!(in_lib(LIB, &Names::new("zest").unwrap()), None);
        assert_eq!(in_lib("fn main() {}", &Names::new("gold").unwrap()), None);
    }
}
