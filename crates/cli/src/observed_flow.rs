//! Derives the flow of a game from random games. Games that are not written in CGML need this, because no file
//! describes their flow.

use crate::failure::Failure;
use crate::numbers::percent;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Rng, Setup, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_report::flow::{Arrow, Flow, FlowState};
use std::collections::BTreeMap;

/// Number of random games that are played.
const GAMES: u64 = 40;
/// Maximum number of decisions in all games together. At this number, the command plays no more moves.
const MOST_DECISIONS: u32 = 20_000;
/// Name of the only state if the game has no phases.
const PLAY: &str = "play";
/// Name of the state after the end of the game.
const OVER: &str = "over";

/// The phases of the game, the changes from one phase to another, and the reasons why games end.
pub fn of(game: &Game) -> Result<Flow, Failure> {
    let info = game.rules.info();
    let setup = Setup::seats(info.min_seats);
    let start = |number: u64| {
        let begun = game.rules.start(&setup, Key::from_seed("explain").child(number));
        begun.map_err(|why| Failure::Input(why.to_string()))
    };
    let mut phases: Vec<String> = Vec::new();
    let mut ends: BTreeMap<(String, String), u64> = BTreeMap::new();
    let mut changes: Vec<(String, String)> = Vec::new();
    let (mut together, mut left) = (false, MOST_DECISIONS);
    for number in 0..GAMES {
        let mut table = start(number)?;
        let mut draws = Rng::new(Key::from_seed("explain a choice").child(number)).draws();
        let mut last: Option<String> = None;
        while let Some(seat) = table.turn().seats().lowest().filter(|_| left > 0) {
            left -= 1;
            together |= table.turn().seats().len() > 1;
            let phase =
                table.scene(Viewer::Spectator).phase.map_or_else(|| PLAY.to_owned(), |phase| numberless(&phase));
            if !phases.contains(&phase) {
                phases.push(phase.clone());
            }
            if let Some(last) = last.filter(|last| *last != phase) {
                let change = (last, phase.clone());
                if !changes.contains(&change) {
                    changes.push(change);
                }
            }
            last = Some(phase);
            let choices = u32::try_from(table.legal_count(seat)).unwrap_or(u32::MAX);
            if choices == 0 || table.play_nth(seat, draws.below(choices) as usize).is_err() {
                break;
            }
        }
        if let (Some(outcome), Some(last)) = (table.outcome(), last) {
            *ends.entry((last, outcome.reason().to_owned())).or_default() += 1;
        }
    }
    let mut arrows: Vec<Arrow> =
        changes.into_iter().map(|(from, to)| Arrow { from, to, when: String::new(), by: String::new() }).collect();
    for ((from, reason), games) in &ends {
        let when = format!("{reason} ({} of {GAMES} random games)", percent(*games as f64, GAMES));
        arrows.push(Arrow { from: from.clone(), to: OVER.to_owned(), when, by: String::new() });
    }
    let initial = phases.first().cloned().unwrap_or_else(|| PLAY.to_owned());
    let state =
        |name: String| FlowState { phases: vec![(name.clone(), Vec::new())], name, enter: vec![], exit: vec![] };
    let over = FlowState { name: OVER.to_owned(), phases: vec![], enter: vec![], exit: vec![] };
    let order = if together { "several players may act at once" } else { "one player acts at a time" };
    Ok(Flow {
        setup: opening(&*start(0)?),
        states: phases.into_iter().map(state).chain([over]).collect(),
        initial,
        order: order.to_owned(),
        arrows,
        everywhere: Vec::new(),
        win: String::new(),
    })
}

/// The caption of a phase with `N` for each number. Captions name turns, seats and contracts, so without this a game
/// would have hundreds of states that differ only in a number.
fn numberless(phase: &str) -> String {
    let (mut text, mut in_number) = (String::new(), false);
    for letter in phase.chars() {
        if !letter.is_ascii_digit() {
            text.push(letter);
        } else if !in_number {
            text.push('N');
        }
        in_number = letter.is_ascii_digit();
    }
    text
}

/// A description of the table before the first move: the board, and the zones with their numbers of cards.
fn opening(table: &dyn AnyMatch) -> Vec<String> {
    let scene = table.scene(Viewer::God);
    let board = scene
        .board
        .iter()
        .map(|board| format!("board of {} by {} with {} pieces", board.width, board.height, board.pieces.len()));
    let zones = scene.zones.iter().filter(|zone| !zone.cards.is_empty());
    board.chain(zones.map(|zone| format!("{}: {} cards", zone.id, zone.cards.len()))).collect()
}

#[cfg(test)]
mod tests {
    use super::numberless;

    #[test]
    fn captions_that_differ_only_in_numbers_are_one_phase() {
        assert_eq!(numberless("turn 12, seat 2: main phase"), "turn N, seat N: main phase");
        assert_eq!(numberless("auction"), "auction");
    }
}
