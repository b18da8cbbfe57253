//! Runs small random programs under the laws of every game. No match panics, hangs or reveals hidden information, and
//! each can be copied, saved and sampled in the middle of any effect.
//!
//! `RULEBOOK_PROGRAMS=1000..2000` runs the programs with these numbers instead of the usual ones. A failure names the
//! number and the text of the program.

mod program;

use super::try_rules;
use rulebook_cgml::run::{Cgml, Fact};
use rulebook_kernel::{Rng, Rules, Setup, Turn};
use rulebook_table::Fact as TableFact;
use rulebook_testkit::laws::{self, Plan, guarded};
use std::ops::Range;

/// Laws that a program may break by its own text, with the reason.
const LEFT_OUT: [(&str, &str); 4] = [
    ("ends", "a match may end with a fault"),
    ("facts", "a visible action may depend on hidden cards: then the program itself reveals them"),
    (
        "views from facts",
        "hidden points and random choices become visible only at the end of the match, or when a rule uses them",
    ),
    ("offers", "an ask can offer cards of a zone that is not in the scene of every player"),
];

/// Maximum number of moves of a match. Programs with longer matches are skipped.
const MOVES: usize = 200;

#[test]
fn random_programs_obey_every_law() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for number in numbers() {
        let text = program::random(number);
        match guarded(|| judge(&text)) {
            Ok(Ok(judged)) => tried += usize::from(judged),
            Ok(Err(why)) | Err(why) => wrong.push(format!("program {number}: {}\n{text}", clipped(&why))),
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried * 3 > numbers().len(), "only {tried} of {} can be played to an end", numbers().len());
}

fn numbers() -> Range<u32> {
    let text = std::env::var("RULEBOOK_PROGRAMS").unwrap_or_default();
    let range = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    range.unwrap_or(0..300)
}

/// Returns whether the program was tested: it compiles, and its matches end without hitting a limit.
fn judge(text: &str) -> Result<bool, String> {
    let (rules, diags, _) = try_rules(text);
    // The options reveal hidden information. The author gets a warning, and the laws cannot hold.
    let tells = diags.sorted().iter().any(|diagnostic| diagnostic.code == "C2108");
    let Some(rules) = rules.filter(|_| !tells) else { return Ok(false) };
    let setups: Vec<Setup> = (rules.info().min_seats..=rules.info().max_seats).map(Setup::seats).collect();
    if !setups.iter().all(|setup| is_short(&rules, setup)) {
        return Ok(false);
    }
    let mut plan = Plan::of(&rules).seeds(1).setups(setups).in_passing(in_passing);
    (plan.asks, plan.samples, plan.playouts, plan.damages) = (12, 2, 1, 4);
    let plan = LEFT_OUT.iter().fold(plan, |plan, (law, _)| plan.without(law));
    laws::all(&rules, &plan).map_err(|report| report.to_string())?;
    laws::fold(&rules, &plan).map_err(|report| report.to_string())?;
    Ok(true)
}

fn is_short(rules: &Cgml, setup: &Setup) -> bool {
    ["1", "2"].iter().all(|seed| {
        let mut state = rules.start(setup, Rng::seeded(seed), &mut ());
        let (mut rng, mut moves) = (Rng::seeded(seed), Vec::new());
        for _ in 0..MOVES {
            let seat = match rules.turn(&state) {
                Turn::Over(outcome) => return !outcome.is_fault(),
                Turn::Seats(due) => due.lowest().expect("somebody is asked"),
            };
            moves.clear();
            rules.moves(&state, seat, &mut moves);
            let mv = &moves[rng.below(moves.len() as u32) as usize];
            rules.play(&mut state, seat, mv, &mut ());
        }
        false
    })
}

/// Whether a fact reveals or shows a card. The card may be shuffled away in the same move, so the view afterwards
/// need not show it.
fn in_passing(_: &Cgml, fact: &Fact) -> bool {
    matches!(fact, Fact::Table(TableFact::Revealed { .. } | TableFact::Shown { .. }))
}

/// The first part of a report.
fn clipped(text: &str) -> String {
    text.chars().take(1500).collect()
}
