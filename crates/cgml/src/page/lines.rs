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
}

/// Plays a block `play`.
pub fn play(compiled: &Compiled, text: &str) -> Result<(), Wrong> {
    let mut opening = Opening::default();
    let mut game: Option<Game> = None;
    let mut asserted = false;
    let lines = text.lines().map(|line| line.split(" # ").next().unwrap_or_default().trim()).enumerate();
    for (n, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let wrong = |why: String| (n, why);
        if game.is_none() && opening.takes(line).map_err(wrong)? {
            continue;
        }
        if game.is_none() {
            let (rules, before) = compiled.rules(&opening.given).map_err(wrong)?;
            let seed = opening.seed.as_deref().unwrap_or("page");
            game = Some(Game::start(rules, before, opening.seats, seed).map_err(wrong)?);
        }
        let game = game.as_mut().expect("it was begun");
        asserted = !game.line(line).map_err(wrong)?;
    }
    if asserted { Ok(()) } else { Err((0, "the last line asserts nothing".into())) }
}

/// Evaluates a block `values`.
pub fn values(program: &Program<'_>, text: &str) -> Result<(), Wrong> {
    let mut opening = Opening::default();
    let mut lines: Vec<(usize, &str, &str)> = Vec::new();
    for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if lines.is_empty() && opening.takes(line.trim()).map_err(|why| (n, why))? {
            continue;
        }
        let (expr, value) = line.rsplit_once(" => ").ok_or((n, "`EXPRESSION => VALUE`".to_owned()))?;
        lines.push((n, expr.trim(), value.trim()));
    }
    let Some(&(first, ..)) = lines.first() else { return Err((0, "there is nothing to evaluate".into())) };
    let compiled = program.compile();
    let phase = compiled.first_phase().unwrap_or("Main");
    let compiled = program.compile_with(Some(layer(&lines, phase, program.is_of_game())));
    if let Some(errors) = compiled.errors() {
        return Err((first, errors));
    }
    let (rules, before) = compiled.rules(&opening.given).map_err(|why| (first, why))?;
    let seed = opening.seed.as_deref().unwrap_or("page");
    let mut game = Game::start(rules, before, opening.seats, seed).map_err(|why| (first, why))?;
    for (i, (n, expr, value)) in lines.iter().enumerate() {
        let asserted = match expr.strip_prefix("list ") {
            Some(_) => game.has_said(&format!("v{i}: {value}")),
            None => game.line(&format!("v{i}: {value}")).map(drop),
        };
        asserted.map_err(|why| (*n, why))?;
    }
    Ok(())
}

/// A document to merge onto the program. Its rule stores each value in its own variable. A list cannot be stored, so
/// the rule announces it.
fn layer(lines: &[(usize, &str, &str)], phase: &str, first: bool) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    // Everybody must know a value that is announced.
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

impl Opening {
    /// Reads a line that belongs before the match. Returns `false` if the line belongs to the match.
    fn takes(&mut self, line: &str) -> Result<bool, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "seats" => self.seats = Some(rest.parse().map_err(|_| format!("`{rest}` is no number"))?),
            "seed" => self.seed = Some(rest.to_owned()),
            "given" => {
                let (zone, cards) = rest.split_once(':').ok_or("`given ZONE: CARDS`")?;
                let cards: Vec<String> = cards.split_whitespace().map(str::to_owned).collect();
                let cards = if cards == ["nothing"] { Vec::new() } else { cards };
                self.given.push((zone.trim().to_owned(), cards));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
