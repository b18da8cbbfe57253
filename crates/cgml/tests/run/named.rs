//! What people read on a card: rank and suit in words where the suits are not the four that everybody knows.

use super::rules;
use rulebook_kernel::{Hidden, Rng, Rules, Setup, Viewer};
use rulebook_stage::Staged;

/// The names of the cards of a pack of two ranks in these suits.
fn names(suits: &str) -> Vec<String> {
    let text = format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Names, players: {{ min: 1, max: 1 }} }}
components:
  component_types:
    deck_types:
      pack:
        composition: [{{ type: product, of: {{ suit: [{suits}], rank: [7, King] }} }}]
        rank_hierarchy: [7, King]
  decks: {{ pack: {{ type: pack }} }}
  zones:
    - {{ name: deck, type: deck, of_deck: pack }}
    - {{ name: open, type: public }}
setup: []
flow:
  states: {{ Playing: {{ phases: [Deal] }}, Over: {{ phases: [] }} }}
  initial_state: Playing
  player_order: clockwise
  transitions: [{{ from: Playing, to: Over, condition: count($.zones.deck) == 0 }}]
  win_condition: {{ evaluator: "max($.players, 1)" }}
rules:
  - id: lay_open
    trigger: on.phase.Deal
    effect: [{{ action: MOVE_ALL, from: $.zones.deck, to: $.zones.open }}]
"#
    );
    let rules = rules(&text);
    let state = rules.start(&Setup::seats(1), Rng::seeded("names"), &mut ());
    let scene = rules.scene(&rules.view(&state, Viewer::God));
    let cards = scene.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref());
    let mut names: Vec<String> = cards.map(|face| face.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn cards_of_other_packs_are_named_in_words() {
    assert_eq!(names("Swords, Clubs"), ["7 of Clubs", "7 of Swords", "King of Clubs", "King of Swords"]);
    assert_eq!(names("Red"), ["Red 7", "Red King"]);
    // French packs keep their texts: whoever draws them knows signs for them.
    assert_eq!(names("Clubs, Hearts"), ["7Clubs", "7Hearts", "KingClubs", "KingHearts"]);
    assert_eq!(names("C, H"), ["7C", "7H", "KingC", "KingH"]);
}
