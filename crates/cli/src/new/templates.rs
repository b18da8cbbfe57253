//! The files that are written, and the names that are put into them. A template is a whole game called `starter`; one
//! more family is one more list here.

use super::Family;

/// A path below the folder that holds `games`, and what is written there.
type File = (&'static str, &'static str);

macro_rules! files {
    ($family:literal: $($path:literal),+ $(,)?) => {
        &[$(($path, include_str!(concat!("../../templates/", $family, "/", $path)))),+]
    };
}

const NATIVE: &[File] = files!("native":
    "crates/natives/src/starter/mod.rs",
    "games/starter/meta.json",
    "games/starter/rules.md",
    "games/starter/initial-state.json",
    "games/starter/layout.json",
    "games/starter/layout-wide.json",
    "games/starter/layout-portrait.json",
    "games/starter/scenarios/three-hands.json",
);

const BOARD: &[File] = files!("board":
    "games/starter/game.json",
    "games/starter/meta.json",
    "games/starter/rules.md",
    "games/starter/layout.json",
);

pub fn of(family: Family) -> &'static [File] {
    match family {
        Family::Native => NATIVE,
        Family::Board => BOARD,
    }
}

/// The longest id.
const LONGEST: usize = 40;

/// Words that Rust keeps for itself, and the modules that are there already.
const TAKEN: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "cards", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "lib", "loop", "macro",
    "match", "mod", "module", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct",
    "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
    "yield",
];

/// An id in the forms that files need.
#[derive(Debug)]
pub struct Names {
    words: Vec<String>,
}

impl Names {
    pub fn new(id: &str) -> Result<Names, String> {
        let words: Vec<String> = id.split('-').map(str::to_owned).collect();
        let good =
            |word: &String| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        let begins = id.starts_with(|c: char| c.is_ascii_lowercase());
        if !words.iter().all(good) || !begins || id.len() > LONGEST {
            return Err(format!("{id:?} is no id: write small letters and digits with hyphens, such as `gold-rush`"));
        }
        if TAKEN.contains(&id) {
            return Err(format!("a game cannot be called {id:?}: the word is taken"));
        }
        Ok(Names { words })
    }

    /// `gold-rush`
    pub fn id(&self) -> String {
        self.words.join("-")
    }

    /// `gold_rush`
    pub fn module(&self) -> String {
        self.words.join("_")
    }

    /// `GoldRush`
    pub fn type_name(&self) -> String {
        self.words.iter().map(|word| capital(word)).collect()
    }

    /// `Gold Rush`
    fn title(&self) -> String {
        self.words.iter().map(|word| capital(word)).collect::<Vec<_>>().join(" ")
    }

    /// A template, or its path, with these names in it.
    pub fn put_into(&self, text: &str) -> String {
        let text = text.replace("src/starter", &format!("src/{}", self.module())).replace("starter", &self.id());
        // For people it is words, in code it is one.
        let spoken = ["\"Starter\"", "# Starter", "//! Starter"];
        let text = spoken.iter().fold(text, |text, said| text.replace(said, &said.replace("Starter", &self.title())));
        text.replace("Starter", &self.type_name())
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_many_forms() {
        let names = Names::new("gold-rush-2").unwrap();
        assert_eq!((names.id(), names.module()), ("gold-rush-2".into(), "gold_rush_2".into()));
        assert_eq!((names.type_name(), names.title()), ("GoldRush2".into(), "Gold Rush 2".into()));
        assert_eq!(names.put_into("crates/natives/src/starter/mod.rs"), "crates/natives/src/gold_rush_2/mod.rs");
        assert_eq!(names.put_into("struct Starter; \"Starter\""), "struct GoldRush2; \"Gold Rush 2\"");
    }

    #[test]
    fn what_is_no_id_is_refused() {
        for id in ["", "Gold", "gold_rush", "-gold", "gold-", "2048", "go/../ld", "gö", "match", "module"] {
            assert!(Names::new(id).is_err(), "{id}");
        }
        assert!(Names::new(&"a".repeat(41)).is_err());
    }

    #[test]
    fn nothing_of_the_template_is_left() {
        let names = Names::new("gold-rush").unwrap();
        for (path, text) in NATIVE.iter().chain(BOARD) {
            let text = names.put_into(path) + &names.put_into(text);
            assert!(!text.to_lowercase().contains("starter"), "{path}");
        }
    }
}
