//! Tests the machine: documents are compiled and played under the laws of every game.

mod answer_audience;
mod card_names;
mod card_sets;
mod constants;
mod deal;
mod endless_matches;
mod labels;
mod list_store;
mod memory;
mod ordered_tests;
mod partial_picks;
mod phase_names;
mod random;
mod recaps;
mod stored_cards;
mod transitions;

use rulebook_cgml::code::Framing;
use rulebook_cgml::compile::compile;
use rulebook_cgml::load::{MemoryFiles, load};
use rulebook_cgml::run::Cgml;
use rulebook_cgml::syntax;
use rulebook_diag::{Diagnostics, Paint, Sources};
use rulebook_kernel::Digest;
use rulebook_testkit::laws::{self, Plan};

/// The rules of a document.
#[track_caller]
fn rules(text: &str) -> Cgml {
    let (rules, diags, sources) = try_rules(text);
    rules.unwrap_or_else(|| panic!("{}", diags.to_text(&sources, Paint::Plain)))
}

/// The rules of a document that may have mistakes, and its diagnostics.
fn try_rules(text: &str) -> (Option<Cgml>, Diagnostics, Sources) {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let mut files = MemoryFiles::from_iter([("game.cgml", text)]);
    let merged = load("game.cgml", &mut files, &mut sources, &mut diags);
    let document = merged.and_then(|merged| syntax::read(&merged.node, &sources, &mut diags));
    let programs = document.and_then(|document| compile(&document, &mut diags));
    let rules = programs.map(|programs| Cgml::new("game", "Game", Digest::of_bytes(text.as_bytes()), programs));
    (rules, diags, sources)
}

#[track_caller]
fn obeys(text: &str) {
    let rules = rules(text);
    let plan = Plan::of(&rules);
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
    laws::fold(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

#[test]
fn war_obeys_every_law() {
    obeys(include_str!("../compile/war.cgml"));
}

#[test]
fn fish_obeys_every_law() {
    obeys(include_str!("../compile/fish.cgml"));
}

#[test]
fn tricks_obey_every_law() {
    obeys(include_str!("../compile/tricks.cgml"));
}

/// Only effects that may wait need a frame. In Hearts, only the two rules that ask need a frame.
#[test]
fn effects_without_a_question_run_in_one_step() {
    let rules = rules(include_str!("../../../../../games/hearts/game.cgml"));
    let waiting =
        rules.program(4).rules.iter().filter(|rule| rule.unit.framing != Framing::Never).map(|rule| rule.id.as_str());
    assert_eq!(waiting.collect::<Vec<_>>(), ["play_a_card", "pass_three_cards"]);
}

/// In Hearts, the deal calls one rule, because all players pass cards at the same time. All other rules of phases are
/// part of the code of a turn.
#[test]
fn turns_are_register_code() {
    let rules = rules(include_str!("../../../../../games/hearts/game.cgml"));
    let lines = rules.program(4).outside_registers();
    assert_eq!(lines[1..], ["phase `Deal`: called from rule `pass_three_cards` on"]);
}
