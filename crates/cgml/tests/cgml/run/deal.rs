//! Tests the order in which cards are dealt.

use super::rules;
use rulebook_cgml::run::Fact;
use rulebook_kernel::{Rng, Rules, Setup};
use rulebook_table::ZoneId;

/// The recipient of each card, in the order in which cards are dealt. The setup deals with this action.
fn recipients(seats: usize, cards: usize, action: &str) -> Vec<usize> {
    let ranks: Vec<String> = (1..=cards).map(|rank| rank.to_string()).collect();
    let ranks = ranks.join(", ");
    let rules = rules(&format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Dealt, players: {{ min: {seats}, max: {seats} }} }}
components:
  component_types:
    deck_types: {{ pack: {{ composition: [{{ type: product, of: {{ suit: [S], rank: [{ranks}] }} }}], rank_hierarchy: [{ranks}] }} }}
  decks: {{ pack: {{ type: pack }} }}
  zones:
    - {{ name: deck, type: deck, of_deck: pack }}
    - {{ name: pile, type: public, per_player: true }}
setup: [ {{ {action}, from: $.zones.deck, to: "$.players[*].zones.pile" }} ]
flow:
  initial_state: P
  states: {{ P: {{ phases: [Main] }} }}
  win_condition: {{ evaluator: "$.players[0]" }}
rules:
  - id: ask
    trigger: on.phase.Main
    effect: [ {{ action: REQUEST_INPUT, prompt: Well?, options: {{ type: yes_no }}, store_as: answer }} ]
"#
    ));
    let mut facts: Vec<Fact> = Vec::new();
    let _state = rules.start(&Setup::seats(seats), Rng::seeded("dealt"), &mut facts);
    let moved = facts.iter().flat_map(|fact| match fact {
        Fact::Table(rulebook_table::Fact::Moved(moves)) => moves.iter().map(|way| way.spot.zone).collect(),
        _ => Vec::new(),
    });
    let owner = |zone: ZoneId| rules.program(seats).zones[zone.index()].owner;
    moved.filter_map(owner).map(usize::from).collect()
}

#[test]
fn packets_go_round_and_the_last_packet_is_the_rest() {
    let dealt = |each: usize, packet: usize| {
        recipients(2, each * 2, &format!("action: DEAL_ROUND_ROBIN, count: {each}, packet: {packet}"))
    };
    assert_eq!(dealt(3, 1), [0, 1, 0, 1, 0, 1]);
    assert_eq!(dealt(3, 2), [0, 0, 1, 1, 0, 1]);
    assert_eq!(dealt(4, 2), [0, 0, 1, 1, 0, 0, 1, 1]);
    assert_eq!(recipients(3, 5, "action: DEAL_ALL"), [0, 1, 2, 0, 1]);
}
