//! The template files of `rulebook new`, and the names that replace `starter` in them. Each template is a complete game
//! called `starter`. To add a family of games, add a list of files here.

use super::Family;

/// A file of a template: its path below the folder that contains `games`, and its text.
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

const CGML: &[File] = files!("cgml":
    "games/starter/game.cgml",
    "games/starter/meta.json",
    "games/starter/rules.md",
    "games/starter/layout.json",
);

pub fn of(family: Family) -> &'static [File] {
    match family {
        Family::Native => NATIVE,
        Family::Board => BOARD,
        Family::Cgml => CGML,
    }
}

/// Maximum length of an id. With a longer id, rustfmt would break a line of the registry.
const LONGEST: usize = 27;

/// Ids that a game cannot have. A game in Rust becomes a module and a type of its name. So these names are taken: Rust
/// keywords, existing modules and crates, and types that the template uses.
const TAKEN: &[&str] = &[
    "about",
    "abstract",
    "action",
    "alloc",
    "arc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "candidates",
    "card",
    "card-set",
    "cards",
    "chance",
    "clone",
    "const",
    "continue",
    "copy",
    "core",
    "crate",
    "deal",
    "debug",
    "default",
    "deserialize",
    "do",
    "drop",
    "dyn",
    "else",
    "enum",
    "eq",
    "err",
    "events",
    "extern",
    "false",
    "fields",
    "final",
    "fn",
    "for",
    "from",
    "full-state",
    "gen",
    "hash",
    "ids",
    "if",
    "illegal",
    "impl",
    "in",
    "intent",
    "into",
    "iterator",
    "let",
    "lib",
    "loop",
    "macro",
    "match",
    "mod",
    "module",
    "move",
    "mut",
    "native",
    "natives",
    "none",
    "note",
    "ok",
    "option",
    "outcome",
    "override",
    "partial-eq",
    "pile",
    "piles",
    "play",
    "priv",
    "private",
    "proc-macro",
    "pub",
    "public",
    "ref",
    "result",
    "return",
    "rule-module",
    "rulebook-diag",
    "rulebook-kernel",
    "rulebook-natives",
    "rulebook-stage",
    "rulebook-table",
    "seat",
    "seat-piles",
    "seat-state",
    "self",
    "send",
    "serde",
    "serialize",
    "setup",
    "shown",
    "sized",
    "smallvec",
    "some",
    "static",
    "std",
    "string",
    "struct",
    "super",
    "sync",
    "test",
    "trait",
    "trick",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "vec",
    "virtual",
    "visibility",
    "visit",
    "where",
    "while",
    "yield",
];

/// The words of an id. The methods join them in the forms that the files need.
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
        if id.len() > LONGEST {
            return Err(format!("{id:?} is too long: an id has at most {LONGEST} characters"));
        }
        if !words.iter().all(good) {
            return Err(format!(
                "{id:?} is not an id: use lower-case letters, digits and hyphens, for example `gold-rush`"
            ));
        }
        if !begins {
            return Err(format!("{id:?} is not an id: it must begin with a letter, for example `gold-rush`"));
        }
        if TAKEN.contains(&id) {
            return Err(format!("a game cannot be called {id:?}: this name is reserved"));
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
    pub fn title(&self) -> String {
        self.words.iter().map(|word| capital(word)).collect::<Vec<_>>().join(" ")
    }

    /// Replaces `starter` in a template, or in its path, by the name of the new game.
    pub fn put_into(&self, text: &str) -> String {
        let text = text.replace("src/starter", &format!("src/{}", self.module())).replace("starter", &self.id());
        // In text the name has spaces (`Gold Rush`), in code it is one word (`GoldRush`).
        let spoken = ["\"Starter\"", "# Starter", "//! Starter", "name: Starter"];
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
    fn invalid_ids_are_refused() {
        for id in ["", "Gold", "gold_rush", "-gold", "gold-", "2048", "go/../ld", "gö", "match", "module"] {
            assert!(Names::new(id).is_err(), "{id}");
        }
        assert!(Names::new(&"a".repeat(28)).unwrap_err().contains("too long"));
        assert!(Names::new("5-cards").unwrap_err().contains("begin with a letter"));
    }

    /// No game may have a name that the template imports or declares, neither as a type nor as a crate.
    #[test]
    fn names_used_by_the_template_are_refused() {
        // Skips comments and strings.
        let code = NATIVE[0].1.lines().filter(|line| !line.trim_start().starts_with("//"));
        let bare: String = code.flat_map(|line| line.split('"').step_by(2).chain(["\n"])).collect();
        let words: std::collections::BTreeSet<&str> =
            bare.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
        let types = words.iter().filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
        // Words in capitals are constants. The type of a game is never written like that, so they cannot collide.
        let types = types.filter(|word| word.chars().any(|c| c.is_ascii_lowercase()) && **word != "Starter");
        for used in types {
            let clash = Names::new(&hyphens(used)).is_ok_and(|names| names.type_name() == *used);
            assert!(!clash, "{used}");
        }
        for name in ["std", "core", "alloc", "serde", "rulebook-kernel", "rulebook-stage", "rulebook-table", "native"] {
            assert!(Names::new(name).is_err(), "{name}");
        }
    }

    /// Converts a type name to an id: `SeatState` becomes `seat-state`.
    fn hyphens(name: &str) -> String {
        let mut id = String::new();
        for c in name.chars() {
            if c.is_ascii_uppercase() && !id.is_empty() {
                id.push('-');
            }
            id.push(c.to_ascii_lowercase());
        }
        id
    }

    #[test]
    fn nothing_of_the_template_is_left() {
        let names = Names::new("gold-rush").unwrap();
        for (path, text) in NATIVE.iter().chain(BOARD).chain(CGML) {
            let text = names.put_into(path) + &names.put_into(text);
            assert!(!text.to_lowercase().contains("starter"), "{path}");
        }
    }
}
