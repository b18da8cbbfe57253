//! The prompt for a model that writes a game. It is made from the documentation, so it never describes an older
//! language: the reference, the keys of the schema, the lines of scenarios, and the recipes that fit the rules best.

use super::verdict::Verdict;
use rulebook_cgml::syntax;
use rulebook_diag::{Limits, Node, Sources, parse};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;

const REFERENCE: &str = include_str!("../../../../docs/cgml.md");
const DESIGNING: &str = include_str!("../../../../docs/designing.md");

/// Number of recipes in a prompt.
const SHOWN: usize = 12;

macro_rules! recipes {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../docs/cookbook/", $name, ".md")))),+]
    };
}

/// The recipes of the cookbook.
const RECIPES: &[(&str, &str)] = recipes![
    "action-points",
    "answer-a-card",
    "any-number-of-players",
    "betting-with-side-pots",
    "break-ties",
    "card-abilities",
    "carry-over",
    "choose-at-once",
    "claims-and-doubts",
    "climbing-combinations",
    "collect-sets",
    "deal-unevenly",
    "deck-building",
    "dice",
    "drafting",
    "draw-up-to",
    "extra-turn",
    "first-to-points",
    "guess-a-card",
    "hand-limit",
    "hints",
    "last-round",
    "market-row",
    "match-the-top-card",
    "meld-runs",
    "mulligan",
    "open-auction",
    "out-of-the-round",
    "pass-cards",
    "peek",
    "player-powers",
    "push-your-luck",
    "reshuffle-the-discard",
    "resources",
    "reverse-direction",
    "score-a-deal",
    "sealed-bids",
    "secret-roles",
    "several-buttons",
    "skip-a-turn",
    "steal-a-card",
    "supply-piles",
    "swap-hands",
    "teams",
    "trading",
    "trick-with-trump",
    "turn-order-by-auction",
    "vote",
    "who-begins-after-a-transition",
    "win-alone",
    "win-together",
];

const INTRODUCTION: &str = "\
You write card games in CGML, a YAML language. You get the rules of a game as text, and write the files of the game.

Answer with files. Put each file into a fence whose first line names it:

```yaml file game.cgml
cgml_version: \"1.3\"
```

Write these files:

- `game.cgml`: the rules. `meta` has the name, a description in one sentence, and the numbers of players.
- `rules.md`: the rules for players, in plain words.
- `scenarios/NAME.md`: at least three blocks `play` about different rules, also about the end of the game. Such a page contains
  fences, so put it into a fence of four backticks.

Put a fence `questions` at the end: one line for each point that the text leaves open, with the answer that you assumed.

The files are checked, the scenarios are played, and then 1,000 games with random moves. You get the findings as JSON, and
answer with the corrected files. Write a corrected file completely. Leave out files that do not change. If a scenario is wrong
about the rules, correct the scenario; if the game is wrong, correct the game.
";

/// The instructions: everything that a model needs to know about the language.
pub fn system(rules: &str) -> String {
    let mut text = format!("{INTRODUCTION}\n# The language\n\n{REFERENCE}\n# Keys\n\n{}", keys());
    let _ = write!(text, "\n# Scenarios\n\n{}\n# Recipes\n", section(DESIGNING, "## Scenarios"));
    for (_, recipe) in fitting(rules) {
        let _ = write!(text, "\n{}", recipe.replacen("# ", "## ", 1));
    }
    text
}

/// The request for the first answer.
pub fn task(rules: &str) -> String {
    format!("Write this game.\n\n{rules}\n")
}

/// The request for a correction.
pub fn repair(found: &Verdict) -> String {
    let findings = serde_json::to_string_pretty(&found.findings).unwrap_or_default();
    format!("The files above have these mistakes. Answer with the corrected files.\n\n```json\n{findings}\n```\n")
}

/// The keys of each map of the language, one line for each map. A required key has a star.
fn keys() -> String {
    let schema = syntax::schema();
    let definitions = schema["$defs"].as_object().into_iter().flatten();
    let mut text = String::new();
    for (name, definition) in definitions.filter(|(name, _)| name.as_str() != "Operator") {
        let Some(keys) = definition["properties"].as_object() else { continue };
        let required: BTreeSet<&str> =
            definition["required"].as_array().into_iter().flatten().filter_map(|key| key.as_str()).collect();
        let keys: Vec<String> =
            keys.keys().map(|key| format!("{key}{}", if required.contains(key.as_str()) { "*" } else { "" })).collect();
        let _ = writeln!(text, "- {name}: {}", keys.join(", "));
    }
    text
}

/// The part of a page below a heading, up to the next heading of the same level.
fn section<'t>(page: &'t str, heading: &str) -> &'t str {
    let Some((_, rest)) = page.split_once(&format!("\n{heading}\n")) else { return "" };
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The recipes that share the most words with the rules. Frequent words of all recipes count less, and words of the name
/// of a recipe count three times.
fn fitting(rules: &str) -> Vec<(&'static str, &'static str)> {
    let wanted = words(rules);
    let told: Vec<BTreeSet<String>> = RECIPES.iter().map(|(_, text)| words(text)).collect();
    let weight = |word: &String| {
        let known = told.iter().filter(|recipe| recipe.contains(word)).count();
        RECIPES.len() / known.max(1)
    };
    let shared = |with: &BTreeSet<String>| wanted.intersection(with).map(weight).sum::<usize>();
    let score = |at: usize| shared(&told[at]) + 2 * shared(&words(RECIPES[at].0));
    let mut order: Vec<usize> = (0..RECIPES.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(score(at)), at));
    order.into_iter().take(SHOWN).map(|at| RECIPES[at]).collect()
}

/// The words of a text in lower case, without plural endings and short words.
fn words(text: &str) -> BTreeSet<String> {
    let parts = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    parts.filter(|word| word.len() > 3).map(|word| word.trim_end_matches('s').to_owned()).collect()
}

/// The `meta.json` of a game, from the `meta` of its rules.
pub fn meta(id: &str, rules: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("game.cgml", rules);
    let tree = parse(&sources, file, &Limits::default()).0;
    let meta = tree.as_ref().and_then(|tree| tree.get("meta"));
    let text = |key: &str| meta.and_then(|meta| meta.get(key)).and_then(Node::scalar);
    let players = |key: &str| {
        let number = meta.and_then(|meta| meta.get("players")).and_then(|players| players.get(key));
        number.and_then(Node::scalar).and_then(|number| number.parse::<u8>().ok()).unwrap_or(2)
    };
    let meta = json!({
        "rulesId": id,
        "gameName": text("name").unwrap_or(id),
        "description": text("description").unwrap_or("A card game."),
        "minPlayers": players("min"),
        "maxPlayers": players("max"),
        "category": "cards",
        "supportsActions": true,
    });
    serde_json::to_string_pretty(&meta).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prompt_has_every_recipe_to_choose_from() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cookbook");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .expect("the cookbook")
            .map(|page| page.expect("a page").path().file_stem().expect("a name").to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, RECIPES.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>());
    }

    #[test]
    fn recipes_fit_the_rules() {
        let of = |rules: &str| fitting(rules).into_iter().take(3).map(|(name, _)| name).collect::<Vec<_>>();
        assert!(of("Players bid in an auction, each bid higher than the last.").contains(&"open-auction"));
        assert!(of("Each player gets a secret role. The traitor must not be found.").contains(&"secret-roles"));
    }

    #[test]
    fn the_prompt_explains_the_language() {
        let text = system("Each player lays a card. The highest card takes the trick.");
        for part in ["REQUEST_INPUT: action*, ", "| `given deck: 7S KH` |", "## How do I write tricks", "card_set"] {
            assert!(text.contains(part), "{part} is not in the prompt");
        }
    }

    #[test]
    fn meta_is_made_from_the_rules() {
        let made = meta("orchard", "meta: { name: Orchard, players: { min: 2, max: 5 } }");
        let made: serde_json::Value = serde_json::from_str(&made).expect("JSON");
        assert_eq!((made["gameName"].as_str(), made["maxPlayers"].as_u64()), (Some("Orchard"), Some(5)));
    }
}
