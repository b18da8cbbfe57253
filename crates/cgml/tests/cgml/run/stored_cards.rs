//! Tests cards that were found by hidden information and are stored while a player is asked. A sample searches for
//! them again among the possible cards, and every sample can be played on.

use super::rules;
use rulebook_cgml::run::{Cgml, CgmlState, Fact, Move};
use rulebook_kernel::{Hidden, Rng, Rules, Seat, Setup, Viewer};
use rulebook_table::Fact as TableFact;
use rulebook_testkit::laws::{self, Plan};

/// A game for three with these effects in its phases. It ends when the hands are empty.
fn game(one: &str, two: &str) -> String {
    format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Found, players: {{ min: 3, max: 3 }} }}
imports: [ !include standard_24 ]
components:
  decks: {{ cards: {{ type: standard_24 }} }}
  zones:
    - {{ name: deck, type: deck, of_deck: cards }}
    - {{ name: hand, type: hand, per_player: true }}
    - {{ name: table, type: public }}
  variables:
    - {{ name: score, scope: per_player, initial_value: 0 }}
    - {{ name: turns, initial_value: 0 }}
  events: [ {{ name: found, context: [card] }} ]
setup:
  - {{ action: SHUFFLE, target: $.zones.deck }}
  - {{ action: DEAL_ROUND_ROBIN, from: $.zones.deck, to: "$.players[*].zones.hand", count: 6 }}
flow:
  initial_state: P
  states: {{ P: {{ phases: [One, Two] }}, Over: {{}} }}
  transitions: [ {{ id: end, from: P, to: Over, condition: $.turns > 8 }} ]
  win_condition: {{ evaluator: "max([$.players[*].score])" }}
rules:
  - {{ id: count, trigger: on.turn.end, effect: [ {{ action: INCREMENT, path: $.turns }} ] }}
  - id: one
    trigger: on.phase.One
    effect:
{one}
  - id: two
    trigger: on.phase.Two
    effect:
{two}
"#
    )
}

const NOTHING: &str = "      - { action: INCREMENT, path: \"$.players[current].score\" }";

/// Returns the number of moves of the asked seat in the state, and the numbers in samples of the viewer `who`, sorted
/// and without duplicates.
fn offered(rules: &Cgml, state: &CgmlState, who: usize) -> (usize, Vec<usize>) {
    let asked = rules.turn(state).seats().lowest().expect("somebody is asked");
    let count = |state: &CgmlState| {
        let mut moves: Vec<Move> = Vec::new();
        rules.moves(state, asked, &mut moves);
        moves.len()
    };
    let viewer = Viewer::Seat(Seat::new(who));
    let (view, mut rng) = (rules.view(state, viewer), Rng::seeded("guesses"));
    let mut counts: Vec<usize> = Vec::new();
    for _ in 0..60 {
        let sample = rules.sample(&view, &mut rng);
        assert_eq!(rules.view(&sample, viewer), view, "a sample has the same view");
        counts.push(count(&sample));
    }
    counts.sort_unstable();
    counts.dedup();
    (count(state), counts)
}

/// A viewer who knows the hand knows whether it contains a card that can be found. For another viewer, some samples
/// have such a card and some do not.
#[track_caller]
fn is_guessed(one: &str) {
    let rules = rules(&game(one, NOTHING));
    let mut seen = Vec::new();
    for seed in 0..12 {
        let state = rules.start(&Setup::seats(3), Rng::seeded(&seed.to_string()), &mut ());
        let (there, known) = offered(&rules, &state, 1);
        assert_eq!(known, [there], "the owner of the cards knows the answer");
        assert_eq!(offered(&rules, &state, 2).1, [1, 2], "another player considers both cards possible");
        seen.push(there);
    }
    assert!(seen.contains(&1) && seen.contains(&2), "{seen:?}");
}

const WHETHER: &str = "options: { type: number, min: 0, max: \"if exists(ref:x) then 1 else 0\" }, store_as: n";

#[test]
fn a_stored_card_is_looked_for_again() {
    let search =
        "action: SEARCH_ZONE, zone: \"$.players[1].zones.hand\", filter: \"$.card.id == 'AS' or $.card.id == 'KH'\"";
    is_guessed(&format!(
        "      - {{ {search}, max: 1, store_as: x }}\n      - {{ action: REQUEST_INPUT, prompt: Well?, {WHETHER} }}"
    ));
    is_guessed(&format!(
        "      - {{ {search}, max: 1, store_as: x, keep: turn }}\n      - {{ action: REQUEST_INPUT, prompt: Well?, {WHETHER} }}"
    ));
}

/// `CHOOSE_RANDOM` chooses one of the possible cards. Only a viewer who knows all these cards knows which card was
/// chosen.
#[test]
fn a_card_by_chance_is_chosen_again() {
    let rules = rules(&game(
        r#"
      - { action: CHOOSE_RANDOM, from: "$.players[*].zones.hand[*]", filter: "$.card.properties.suit == 'S'", store_as: x }
      - { action: REQUEST_INPUT, prompt: Well?, options: { type: number, min: 0, max: "ref:x.owner.index" }, store_as: n }"#,
        NOTHING,
    ));
    let state = rules.start(&Setup::seats(3), Rng::seeded("chance"), &mut ());
    for who in 1..3 {
        assert_eq!(offered(&rules, &state, who).1, [1, 2, 3], "{who}");
    }
}

/// Whether a fact moves, shows or announces a card. Such a fact shows a found card once, and no later view contains
/// this information.
fn in_passing(_: &Cgml, fact: &Fact) -> bool {
    use TableFact::{Moved, Revealed, Said, Shown};
    matches!(fact, Fact::Table(Moved(_) | Revealed { .. } | Said { .. } | Shown { .. }))
}

#[track_caller]
fn obeys(text: &str) {
    let rules = rules(text);
    let plan = Plan::of(&rules).seeds(6).in_passing(in_passing);
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

/// Checks all laws on these games: samples fit the view and can be played to the end.
#[test]
fn games_with_stored_cards_obey_every_law() {
    let ask = "action: REQUEST_INPUT, prompt: Well?, options: { type: yes_no }, store_as: n";
    let hand = "$.players[current].zones.hand";
    let others = "$.players[*].zones.hand[*]";
    let move_x = "action: MOVE, from: ref:x, to: $.zones.table, on_failure: continue, condition: ref:n";
    obeys(&game(
        &format!(
            r#"
      - {{ action: SEARCH_ZONE, zone: "{hand}", filter: "$.card.properties.suit == 'H'", max: 1, store_as: x }}
      - {{ {ask}, player: "$.players[1]" }}
      - {{ {move_x} }}
      - {{ action: CHOOSE_RANDOM, from: "{others}", filter: "rank_value($.card) > 3", store_as: y, on_failure: continue }}
      - {{ {ask}, player: "$.players[2]" }}
      - {{ action: REVEAL, target: ref:y, condition: ref:n }}
      - {{ action: ANNOUNCE, text: "{{ref:y}} {{exists(ref:x)}}" }}"#
        ),
        &format!(
            r#"
      - action: FOR_EACH
        in: "filter({others}, $.card.properties.suit == 'D')"
        as: x
        do:
          - {{ {ask}, player: "$.players[0]" }}
          - {{ {move_x} }}
          - {{ action: ANNOUNCE, text: "{{ref:x.owner}}" }}
      - action: FOR_EACH_PLAYER
        order: simultaneous
        do:
          - {{ action: SEARCH_ZONE, zone: $player.zones.hand, filter: "$.card.properties.suit == 'C'", max: 1, store_as: x }}
          - {{ {ask}, player: $player }}
          - {{ action: MOVE, from: ref:x, to: $.zones.table, on_failure: continue, condition: ref:n }}"#
        ),
    ));
}

#[test]
fn games_with_kept_cards_and_event_fields_obey_every_law() {
    let ask = "action: REQUEST_INPUT, prompt: Well?, options: { type: yes_no }, store_as: n";
    let text = game(
        r#"
      - { action: SEARCH_ZONE, zone: $.zones.deck, filter: "$.card.properties.suit == 'H'", max: 1, store_as: kept, keep: game }
      - { action: SEARCH_ZONE, zone: "$.players[1].zones.hand", filter: "$.card.properties.suit == 'S'", max: 1, store_as: x }
      - { action: EMIT, event: found, with: { card: ref:x } }
      - { action: ANNOUNCE, text: "{ref:x} {exists(ref:x)}" }"#,
        &format!(
            r#"
      - {{ {ask} }}
      - {{ action: MOVE, from: ref:kept, to: "$.players[current].zones.hand", on_failure: continue }}
      - {{ action: ANNOUNCE, text: "{{ref:kept}}" }}"#
        ),
    );
    let heard = format!(
        r#"
  - id: heard
    trigger: on.found
    effect:
      - {{ {ask}, player: "$.players[2]" }}
      - {{ action: MOVE, from: $.card, to: $.zones.table, condition: ref:n, on_failure: continue }}
      - {{ action: ANNOUNCE, text: "{{$.card}}" }}
"#
    );
    obeys(&(text + &heard));
}
