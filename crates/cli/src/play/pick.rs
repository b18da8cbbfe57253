//! Chooses a game from a list: a full-screen list, or a numbered list with `--plain`.

use crate::failure::Failure;
use crate::input::Input;
use crate::list;
use rulebook_catalog::{Catalog, Listed};
use rulebook_tui::{Choice, Chooser, Terminal};
use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Without input, the list is redrawn after this time.
const REDRAW: Duration = Duration::from_millis(500);

/// Asks the user for a game. `None` if the user quits. If the input is not a terminal, returns an error that lists the
/// ids.
pub fn pick(catalog: &Catalog, plain: bool, out: &mut dyn Write) -> Result<Option<String>, Failure> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Err(Failure::Usage(format!("which game? The games are {}", catalog.ids().join(", "))));
    }
    let (metas, _) = catalog.metas();
    if !plain && super::has_screen() {
        return choose_on_screen(&metas);
    }
    choose(&metas, &mut |out| Ok(Input::new().ask(out, "Game (number, name or words to search; q quits): ")?), out)
}

/// Shows the games on the full screen until one is chosen.
fn choose_on_screen(metas: &[Listed]) -> Result<Option<String>, Failure> {
    let heads = list::HEADS.map(String::from).to_vec();
    let mut list = Chooser::new("Choose a game", heads, metas.iter().map(list::cells).collect());
    let mut terminal = Terminal::open()?;
    loop {
        terminal.draw_list(&mut list)?;
        let Some(event) = terminal.event(REDRAW)? else { continue };
        match list.input(&event) {
            Some(Choice::Row(row)) => return Ok(metas.get(row).map(|game| game.meta.rules_id.clone())),
            Some(Choice::Quit) => return Ok(None),
            None => {}
        }
    }
}

/// A function that prints a question and reads the answer. `None` at the end of input.
type Ask<'a> = dyn FnMut(&mut dyn Write) -> Result<Option<String>, Failure> + 'a;

/// Lists the games and asks until one game is chosen. An answer may be a number, an id, a name, or words that narrow
/// the list.
fn choose(metas: &[Listed], ask: &mut Ask<'_>, out: &mut dyn Write) -> Result<Option<String>, Failure> {
    let mut shown: Vec<&Listed> = metas.iter().collect();
    loop {
        write!(out, "{}", list::numbered(&shown, list::width()))?;
        let Some(answer) = ask(out)? else { return Ok(None) };
        let answer = answer.trim();
        if matches!(answer, "q" | "quit") {
            return Ok(None);
        }
        let named = |game: &&Listed| game.meta.rules_id == answer || same_name(&game.meta.game_name, answer);
        if let Some(game) = metas.iter().find(named) {
            return Ok(Some(game.meta.rules_id.clone()));
        }
        if let Ok(number) = answer.parse::<usize>() {
            match number.checked_sub(1).and_then(|index| shown.get(index)) {
                Some(game) => return Ok(Some(game.meta.rules_id.clone())),
                None => writeln!(out, "There is no game {number}.")?,
            }
            continue;
        }
        let found: Vec<&Listed> = metas.iter().filter(|game| list::matches(game, answer)).collect();
        match found[..] {
            [] => writeln!(out, "No game matches {}.", crate::show::plain(answer))?,
            [only] => return Ok(Some(only.meta.rules_id.clone())),
            _ => shown = found,
        }
    }
}

/// Whether the names are equal apart from case.
fn same_name(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(answers: &[&str]) -> Option<String> {
        let (metas, _) = Catalog::embedded(rulebook_embedded::GAMES).metas();
        let mut answers = answers.iter().map(|&answer| answer.to_owned());
        choose(&metas, &mut |_| Ok(answers.next()), &mut Vec::new()).unwrap()
    }

    #[test]
    fn a_game_is_chosen_by_number_name_or_words() {
        assert_eq!(chosen(&["1"]).as_deref(), Some("amazons"));
        assert_eq!(chosen(&["chess"]).as_deref(), Some("chess"), "an id wins over a search");
        assert_eq!(chosen(&["999", "no such game", "crazy eights"]).as_deref(), Some("crazy-eights"));
        assert_eq!(chosen(&["suicide"]).as_deref(), Some("antichess"), "a game has other names");
        assert!(chosen(&["chess variant shogi", "shogi"]).is_some());
        assert_eq!(chosen(&["q"]), None);
        assert_eq!(chosen(&[]), None);
    }
}
