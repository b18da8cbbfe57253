//! Measures the Magic duel: random games per second with all decks, and the time to copy a state. Also measures the
//! time to pass priority when many tokens are on the battlefield.

use crate::measure::{Effort, random_game};
use rulebook_kernel::{Draws, Rng, Rules, Seat, Setup};
use rulebook_matches::{Staged, Visit};
use rulebook_mtg::database::read_cards;
use rulebook_mtg::rules::scenario::Page;
use rulebook_mtg::rules::{Duel, Move};
use std::hint::black_box;
use std::sync::Arc;

/// The name that selects these rows on the command line.
pub const NAME: &str = "duel-figures";

/// A script that makes ten tokens, doubles them eight times, and then removes the permanents that doubled them.
const CROWD: &str = include_str!("../../conformance/mtg/crowd.txt");
/// The number of tokens on the battlefield after [`CROWD`].
const TOKENS: usize = 2560;

/// The measured rows. Each row also has the figure that it should reach.
pub fn rows(catalog: &rulebook_catalog::Catalog) -> Result<Vec<String>, String> {
    let games = catalog.find("duel").map_err(|report| report.to_string())?.visit(Games);
    let (duel, crowded) = crowd()?;
    let pass = pass(&duel, &crowded);
    Ok(vec![
        format!("duel: {:.0} random games/s with the six decks (wanted: 500)", games.a_second),
        format!("duel: {:.2} µs to copy a state of the middle of a game (wanted: 2)", games.copy / 1e3),
        format!("duel: {:.3} ms for a priority pass with {TOKENS} tokens (wanted: 1)", pass / 1e6),
    ])
}

/// Visitor that plays random games with the six decks.
struct Games;

struct Figures {
    a_second: f64,
    /// Nanoseconds to copy a state.
    copy: f64,
}

/// Visitor that plays this many games with all pairs of decks. Every run plays the same games. Returns the number of
/// decisions.
pub struct Count(pub u64);

impl Visit for Count {
    type Out = u64;

    fn visit<R: Staged>(self, rules: Arc<R>) -> u64 {
        let (rules, mut draws, mut moves): (&R, _, _) = (&rules, Rng::seeded("picks").draws(), Vec::new());
        let setup = setups(rules);
        let game = |n: u64| {
            let mut state = rules.start(&setup(n as usize), Rng::seeded(&n.to_string()), &mut ());
            random_game(rules, &mut state, &mut moves, &mut draws)
        };
        (0..self.0).map(game).sum()
    }
}

/// Returns a function from the number of a game to its setup. The setups go through all pairs of decks in turn.
fn setups<R: Rules>(rules: &R) -> impl Fn(usize) -> Setup {
    let decks = rules.info().options.first().map(|option| option.values.clone()).unwrap_or_default();
    move |n| {
        let (a, b) = (n % decks.len().max(1), n / decks.len().max(1) % decks.len().max(1));
        Setup::seats(2).with("deck-1", &decks[a]).with("deck-2", &decks[b])
    }
}

impl Visit for Games {
    type Out = Figures;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Figures {
        let rules: &R = &rules;
        let setup = setups(rules);
        let mut draws = Rng::seeded("picks").draws();
        let mut moves = Vec::new();
        let best = Effort::FULL.best(|n| {
            let mut state = rules.start(&setup(n as usize), Rng::seeded(&n.to_string()), &mut ());
            black_box(random_game(rules, &mut state, &mut moves, &mut draws));
        });
        let middles: Vec<R::State> = (0..64).map(|n| middle(rules, &setup(n), &mut draws)).collect();
        let mut copy = middles[0].clone();
        let copied = Effort::FULL.best(|n| {
            copy.clone_from(black_box(&middles[n as usize % middles.len()]));
            black_box(&copy);
        });
        Figures { a_second: 1e9 / best.ns, copy: copied.ns }
    }
}

/// A state in the middle of a random game.
fn middle<R: Rules>(rules: &R, setup: &Setup, draws: &mut Draws) -> R::State {
    let mut moves = Vec::new();
    let mut states = vec![rules.start(setup, Rng::seeded("middle"), &mut ())];
    loop {
        let mut next = states[states.len() - 1].clone();
        let Some(seat) = rules.turn(&next).seats().lowest() else { break };
        moves.clear();
        rules.moves(&next, seat, &mut moves);
        let pick = draws.below(moves.len() as u32) as usize;
        rules.play(&mut next, seat, &moves[pick], &mut ());
        states.push(next);
    }
    let at = states.len() / 2;
    states.swap_remove(at)
}

/// A state with thousands of tokens on the battlefield in which a player has priority.
fn crowd() -> Result<(Duel, <Duel as Rules>::State), String> {
    let told = |wrong: rulebook_mtg::rules::scenario::Wrong| format!("line {}: {}", wrong.line, wrong.why);
    let page = Page::read(CROWD).map_err(told)?;
    let (basics, _) = read_cards(r#"[{"name": "Forest", "type_line": "Basic Land — Forest", "oracle_text": ""}]"#);
    page.reach(&page.scenarios[0], &basics).map_err(told)
}

/// Nanoseconds for one pass, including the computation of the legal moves before it.
fn pass(duel: &Duel, crowded: &<Duel as Rules>::State) -> f64 {
    let mut state = crowded.clone();
    let mut moves = Vec::new();
    let copied = Effort::FULL.best(|_| state.clone_from(black_box(crowded)));
    let passed = Effort::FULL.best(|_| {
        state.clone_from(black_box(crowded));
        let seat = duel.turn(&state).seats().lowest().unwrap_or(Seat::new(0));
        moves.clear();
        duel.moves(&state, seat, &mut moves);
        duel.play(&mut state, seat, &Move::Pass, &mut ());
        black_box(&state);
    });
    passed.ns - copied.ns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crowded_board_exists_and_a_player_can_pass() {
        let (duel, crowded) = crowd().unwrap();
        let seat = duel.turn(&crowded).seats().single().unwrap();
        let mut moves = Vec::new();
        duel.moves(&crowded, seat, &mut moves);
        assert!(moves.contains(&Move::Pass));
        assert_eq!(duel.permanents(&crowded), TOKENS + 2);
        duel.consistent(&crowded).unwrap();
    }
}
