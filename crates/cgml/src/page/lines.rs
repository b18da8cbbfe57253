//! Runs a block `play` (a match, line by line) or a block `values` (expressions and their values in the first phase of
//! a match).

use super::game::Game;
use super::program::{Compiled, Program};

/// The number of a line in the block, counted from 0, and its mistake.
pub type Wrong = (usize, String);

/// The settings that a block gives before the match begins.
#[derive(Default)]
struct Opening {
    seats: Option<usize>,
    seed: Option<String>,
    given: Vec<(String, Vec<String>)>,
    /// The line of each entry of `given`.
    at: Vec<usize>,
}

/// Plays a block `play`. Returns all lines that are false. After a move that is not possible, nothing is played.
pub fn play(compiled: &Compiled, text: &str) -> Vec<Wrong> {
    let mut opening = Opening::default();
    let mut game: Option<Game> = None;
    let mut asserted = false;
    let mut wrong = Vec::new();
    let lines = text.lines().map(|line| line.split(" # ").next().unwrap_or_default().trim()).enumerate();
    for (n, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let here = |why| (n, why);
        let played = (|| {
            if game.is_none() && opening.takes(n, line).map_err(here)? {
                return Ok(true);
            }
            let game = match &mut game {
                Some(game) => game,
                None => game.insert(opening.start(compiled).map_err(|(at, why)| (at.unwrap_or(n), why))?),
            };
            game.line(line).map_err(here)
        })();
        match played {
            Ok(moved) => asserted = !moved,
            Err(found) => {
                wrong.push(found);
                asserted = true;
                let moves = line.contains(" > ") && !line.contains(" is refused");
                if moves || game.is_none() {
                    break;
                }
            }
        }
    }
    if !asserted {
        wrong.push((0, "the last line asserts nothing".into()));
    }
    wrong
}

/// Evaluates a block `values`. Returns all lines that are false.
pub fn values(program: &Program<'_>, text: &str) -> Vec<Wrong> {
    let mut opening = Opening::default();
    let mut lines: Vec<(usize, &str, &str)> = Vec::new();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if lines.is_empty() {
            match opening.takes(n, line.trim()) {
                Ok(true) => continue,
                Ok(false) => {}
                Err(why) => return vec![(n, why)],
            }
        }
        match line.rsplit_once(" => ") {
            Some((expr, value)) => lines.push((n, expr.trim(), value.trim())),
            None => return vec![(n, "`EXPRESSION => VALUE`".to_owned())],
        }
    }
    let Some(&(first, ..)) = lines.first() else { return vec![(0, "there is nothing to evaluate".into())] };
    let compiled = program.compile();
    let phase = compiled.first_phase().unwrap_or("Main");
    let compiled = program.compile_with(Some(layer(&lines, phase, program.is_of_game())));
    if let Some(errors) = compiled.errors() {
        return vec![(first, errors)];
    }
    let mut game = match opening.start(&compiled) {
        Ok(game) => game,
        Err((at, why)) => return vec![(at.unwrap_or(first), why)],
    };
    let mut wrong = Vec::new();
    for (i, (n, expr, value)) in lines.iter().enumerate() {
        let asserted = match expr.strip_prefix("list ") {
            Some(_) => game.has_said(&format!("v{i}: {value}")),
            None => game.line(&format!("v{i}: {value}")).map(drop),
        };
        wrong.extend(asserted.err().map(|why| (*n, why)));
    }
    wrong
}

/// A document to merge onto the program. Its rule stores each value in its own variable. A list cannot be stored, so
/// the rule announces it.
fn layer(lines: &[(usize, &str, &str)], phase: &str, first: bool) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    // The rule reveals the deck and the hands before it announces lists, because everybody must know an announced
    // value.
    let reveal = |target: &str| format!("      - {{ action: REVEAL, target: '{target}' }}\n");
    let lists = lines.iter().any(|(_, expr, _)| expr.starts_with("list "));
    let (mut variables, mut effect) = (String::new(), String::new());
    if lists && !first {
        effect += &(reveal("$.zones.deck") + &reveal("$.players[*].zones.hand"));
    }
    for (i, (_, expr, _)) in lines.iter().enumerate() {
        effect += &match expr.strip_prefix("list ") {
            Some(list) => format!("      - {{ action: ANNOUNCE, text: {} }}\n", quoted(&format!("v{i}: {{{list}}}"))),
            None => {
                variables += &format!("    - {{ name: v{i} }}\n");
                let value = if expr.starts_with('{') { (*expr).to_owned() } else { quoted(expr) };
                format!("      - {{ action: SET_VARIABLE, path: $.v{i}, value: {value} }}\n")
            }
        };
    }
    let variables = if variables.is_empty() { variables } else { format!("components:\n  variables:\n{variables}") };
    // If `first` is set, the rule runs before the game deals its cards, so only the given cards are on the table.
    let priority = if first { 1000 } else { -1000 };
    format!(
        "{variables}rules:\n  - id: values\n    trigger: on.phase.{phase}\n    priority: {priority}\n    once_per: game\n    effect:\n{effect}"
    )
}

/// Replaces names in double quotes by the ids of their cards: `"Old oak" Fir` by `Old_oak Fir`.
pub fn ids(text: &str) -> String {
    let id = |name: &str| -> String {
        name.chars().map(|sign| if sign.is_alphanumeric() || "+-".contains(sign) { sign } else { '_' }).collect()
    };
    let parts = text.split('"').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { id(part) } else { part.to_owned() }).collect()
}

impl Opening {
    /// Starts the match. An error names the line that gives a card or variable, if the match cannot start because of it.
    fn start(&self, compiled: &Compiled) -> Result<Game, (Option<usize>, String)> {
        let seed = self.seed.as_deref().unwrap_or("page");
        let started = |given: &[(String, Vec<String>)]| {
            let (rules, before) = compiled.rules(given)?;
            Game::start(rules, before, self.seats, seed)
        };
        started(&self.given).map_err(|why| {
            let wrong = (0..=self.given.len()).find_map(|count| Some((count, started(&self.given[..count]).err()?)));
            match wrong {
                Some((count, why)) if count > 0 => (Some(self.at[count - 1]), why),
                _ => (None, why),
            }
        })
    }

    /// Reads line `n`, if it belongs before the match. Returns `false` if the line belongs to the match.
    fn takes(&mut self, n: usize, line: &str) -> Result<bool, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "seats" => self.seats = Some(rest.parse().map_err(|_| format!("`{rest}` is no number"))?),
            "seed" => self.seed = Some(rest.to_owned()),
            "given" => {
                let (zone, cards) = rest.split_once(':').ok_or("`given ZONE: CARDS`")?;
                let cards: Vec<String> = ids(cards).split_whitespace().map(str::to_owned).collect();
                let cards = if cards == ["nothing"] { Vec::new() } else { cards };
                self.given.push((zone.trim().to_owned(), cards));
                self.at.push(n);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
