//! Tests the audiences of answers, and of cards taken unseen.

use super::rules;
use rulebook_cgml::run::{Cgml, CgmlState, Fact, Move};
use rulebook_kernel::{Fold, Hidden, Rng, Rules, Seat, Setup, Viewer};

/// A game of two teams, with this effect in its only phase.
fn teams(effect: &str) -> Cgml {
    rules(&format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Told, players: {{ min: 4, max: 4 }} }}
imports: [ !include standard_24 ]
components:
  decks: {{ cards: {{ type: standard_24 }} }}
  teams: [ {{ name: red, seats: [0, 2] }}, {{ name: blue, seats: [1, 3] }} ]
  zones:
    - {{ name: deck, type: deck, of_deck: cards }}
    - {{ name: hand, type: hand, per_player: true }}
  variables: [ {{ name: could, initial_value: false }} ]
setup:
  - {{ action: SHUFFLE, target: $.zones.deck }}
  - {{ action: DEAL_ROUND_ROBIN, from: $.zones.deck, to: "$.players[*].zones.hand", count: 5 }}
flow:
  initial_state: P
  states: {{ P: {{ phases: [Main] }} }}
  win_condition: {{ evaluator: "$.players[0]" }}
rules:
  - id: main
    trigger: on.phase.Main
    effect:
{effect}
"#
    ))
}

#[test]
fn only_its_audience_learns_an_answer() {
    let told = |audience: &str| {
        let ask = "player: current, prompt: Which?, options: { type: number, min: 1, max: 3 }, store_as: n";
        let rules = teams(&format!("      - {{ action: REQUEST_INPUT, {ask}, audience: {audience} }}"));
        let mut state = rules.start(&Setup::seats(4), Rng::seeded("told"), &mut ());
        let mut moves: Vec<Move> = Vec::new();
        let mut facts: Vec<Fact> = Vec::new();
        rules.moves(&state, Seat::new(0), &mut moves);
        rules.play(&mut state, Seat::new(0), &moves[1], &mut facts);
        let knows = |who: Viewer| {
            let mut seen = facts.iter().filter_map(|fact| rules.witness(fact, who));
            seen.any(|fact| matches!(fact, Fact::Answered { values: Some(values), .. } if values == [2]))
        };
        let seats: Vec<usize> = (0..4).filter(|&seat| knows(Viewer::Seat(Seat::new(seat)))).collect();
        (seats, knows(Viewer::Spectator))
    };
    assert_eq!(told("owner"), (vec![0], false));
    assert_eq!(told("team"), (vec![0, 2], false));
    assert_eq!(told("all"), (vec![0, 1, 2, 3], true));
}

/// The announcements at the start of a match, for each seat.
fn said(rules: &Cgml, seed: &str, seat: usize) -> Vec<String> {
    let mut facts: Vec<Fact> = Vec::new();
    let _state = rules.start(&Setup::seats(4), Rng::seeded(seed), &mut facts);
    let told = facts.iter().filter_map(|fact| rules.witness(fact, Viewer::Seat(Seat::new(seat))));
    let text = |fact| match fact {
        Fact::Table(rulebook_table::Fact::Said { text, .. }) => Some(text),
        _ => None,
    };
    told.filter_map(text).collect()
}

#[test]
fn the_top_of_a_hand_is_known_to_viewers_of_the_hand() {
    let hand = "$.players[1].zones.hand";
    let rules = teams(&format!(
        r#"
      - {{ action: REVEAL, target: "{hand}", to: "$.players[0]" }}
      - {{ action: REVEAL, target: "top({hand})", to: all }}
      - {{ action: ANNOUNCE, text: "{{top({hand}).properties.suit}} {{bottom({hand}) == top({hand})}} {{first({hand}).properties.suit}}" }}
      - {{ action: ANNOUNCE, text: "{{exists(top({hand}))}} {{owner(top({hand}))}}" }}
      - {{ action: REQUEST_INPUT, player: current, prompt: Well?, options: {{ type: yes_no }}, store_as: n }}"#
    ));
    let (shown, owner, other) = (said(&rules, "top", 0), said(&rules, "top", 1), said(&rules, "top", 2));
    assert_eq!(shown, owner);
    assert!(!shown[0].contains('…'), "{shown:?}");
    assert_eq!(other[0], "… … …", "the top card depends on the cards above it");
    assert_eq!(other[1], shown[1], "every viewer knows that a card exists, and its owner");
}

#[test]
fn can_perform_is_known_only_to_viewers_of_the_cards() {
    let step = "{ action: MOVE, from: \"$.players[1].zones.hand\", to: $.zones.deck, filter: \"$.card.properties.suit == 'S'\", count: 1 }";
    let rules = teams(&format!(
        r#"
      - {{ action: SET_VARIABLE, path: $.could, value: {{ canPerform: [ {step} ] }} }}
      - {{ action: ANNOUNCE, text: "{{$.could}}" }}
      - {{ action: REQUEST_INPUT, player: current, prompt: Well?, options: {{ type: yes_no }}, store_as: n }}"#
    ));
    assert_eq!(said(&rules, "could", 0), ["…"]);
    assert_ne!(said(&rules, "could", 1), ["…"]);
}

#[test]
fn the_top_of_a_hidden_hand_is_any_of_its_cards() {
    let rules = teams(
        r#"
      - { action: REQUEST_INPUT, player: current, prompt: Steal?, options: { type: yes_no }, store_as: n }
      - { action: MOVE, from: "top($.players[1].zones.hand)", to: "$.players[0].zones.hand" }
      - { action: REQUEST_INPUT, player: current, prompt: Well?, options: { type: yes_no }, store_as: n }"#,
    );
    let program = rules.program(4);
    let hand = program.shape.find_zone("hand.1").expect("a hand");
    let stolen = |number: u32| {
        let seed = format!("steal {number}");
        let mut state = rules.start(&Setup::seats(4), Rng::seeded(seed.as_str()), &mut ());
        let before: Vec<_> = rules.folded(&state).entries(&program.shape, hand).collect();
        let mut moves: Vec<Move> = Vec::new();
        rules.moves(&state, Seat::new(0), &mut moves);
        rules.play(&mut state, Seat::new(0), &moves[0], &mut ());
        let after: Vec<_> = rules.folded(&state).entries(&program.shape, hand).collect();
        assert_eq!(after.len() + 1, before.len());
        before.iter().position(|card| !after.contains(card)).expect("one card has left")
    };
    let mut places: Vec<usize> = (0..60).map(stolen).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places, [0, 1, 2, 3, 4], "every place in the hand is possible");
}

#[test]
fn a_kept_secret_is_sampled_among_the_possible_cards() {
    let offered = |options: &str, last: &str| {
        let rules = teams(&format!(
            r#"
      - {{ action: REQUEST_INPUT, player: current, prompt: Secret, options: {options}, store_as: s, audience: owner }}
      - {{ action: REQUEST_INPUT, player: "$.players[1]", prompt: Guess, options: {{ type: number, min: 1, max: "{last}" }}, store_as: g }}"#
        ));
        let mut state = rules.start(&Setup::seats(4), Rng::seeded("kept"), &mut ());
        let (mut moves, mut rng): (Vec<Move>, Rng) = (Vec::new(), Rng::seeded("guesses"));
        rules.moves(&state, Seat::new(0), &mut moves);
        rules.play(&mut state, Seat::new(0), &moves[0], &mut ());
        let view = rules.view(&state, Viewer::Seat(Seat::new(1)));
        let mut counts = Vec::new();
        for _ in 0..60 {
            moves.clear();
            rules.moves(&rules.sample(&view, &mut rng), Seat::new(1), &mut moves);
            counts.push(moves.len());
        }
        counts.sort_unstable();
        counts.dedup();
        counts
    };
    assert_eq!(offered("{ type: number, min: 1, max: 3 }, keep: game", "ref:s + 1"), [2, 3, 4]);
    assert_eq!(offered("{ type: number, min: 1, max: \"count($.zones.deck) - 1\" }", "ref:s + 1"), [2, 3, 4]);
    assert_eq!(offered("{ type: player }", "ref:s.index + 1"), [1, 2, 3, 4]);
}

#[test]
fn the_order_in_which_cards_of_a_hand_are_shown_is_not_that_of_their_numbers() {
    let rules = teams(
        r#"
      - { action: REVEAL, target: "$.players[1].zones.hand", to: "$.players[2]" }
      - { action: REQUEST_INPUT, player: current, prompt: Well?, options: { type: yes_no }, store_as: n }"#,
    );
    let shown = |seed: &str| {
        let mut facts: Vec<Fact> = Vec::new();
        let _state = rules.start(&Setup::seats(4), Rng::seeded(seed), &mut facts);
        let entry = |fact: &Fact| match fact {
            Fact::Table(rulebook_table::Fact::Shown { spot, .. }) => spot.entry.map(|entry| entry.index()),
            _ => None,
        };
        facts.iter().filter_map(entry).collect::<Vec<usize>>()
    };
    let all = ["1", "2", "3", "4", "5", "6"].map(shown);
    assert!(all.iter().all(|shown| shown.len() == 5), "{all:?}");
    assert!(all.iter().any(|shown| !shown.is_sorted()), "{all:?}");
}

#[test]
fn the_number_of_found_cards_is_known_to_their_viewers() {
    let search = |filter: &str| {
        teams(&format!(
            r#"
      - {{ action: SEARCH_ZONE, zone: "$.players[1].zones.hand", filter: "{filter}", max: 3, store_as: found }}
      - {{ action: ANNOUNCE, text: "{{count(ref:found)}} {{exists(ref:found)}} {{ref:found}}" }}
      - {{ action: REVEAL, target: ref:found, to: all, on_failure: continue }}
      - {{ action: ANNOUNCE, text: "{{count(ref:found)}}" }}
      - {{ action: REQUEST_INPUT, player: current, prompt: Well?, options: {{ type: yes_no }}, store_as: n }}"#
        ))
    };
    let most = search("rank_value($.card) > 1");
    assert_eq!(said(&most, "search", 0), ["… … …", "3"], "shown they are known");
    assert!(said(&most, "search", 1)[0].starts_with("3 yes "), "{:?}", said(&most, "search", 1));
    // Finding no card is also a result of a search. If all cards are visible and none matches, everybody knows the
    // result.
    let aces = search("rank_value($.card) > 5");
    let without = (0..40).map(|seed| seed.to_string()).find(|seed| said(&aces, seed, 1)[1] == "0");
    let without = without.expect("there is a hand without an ace");
    assert_eq!(said(&aces, &without, 0), ["… … …", "0"]);
}

/// In a sample for a viewer who does not know the found cards, the search runs again and may find other cards. For a
/// viewer who knows them, every sample keeps them.
#[test]
fn kept_cards_that_were_found_unseen_are_looked_for_again() {
    let rules = teams(
        r#"
      - { action: SEARCH_ZONE, zone: "$.players[1].zones.hand", filter: "$.card.properties.suit == 'S'", store_as: found, keep: game }
      - { action: REQUEST_INPUT, player: current, prompt: Guess, options: { type: number, min: 0, max: "count(ref:found)" }, store_as: g }"#,
    );
    let state = rules.start(&Setup::seats(4), Rng::seeded("found"), &mut ());
    let offered = |state: &CgmlState| {
        let mut moves: Vec<Move> = Vec::new();
        rules.moves(state, Seat::new(0), &mut moves);
        moves.len()
    };
    let guessed = |who: usize| {
        let (view, mut rng) = (rules.view(&state, Viewer::Seat(Seat::new(who))), Rng::seeded("guesses"));
        let mut counts: Vec<usize> = Vec::new();
        for _ in 0..60 {
            let sample = rules.sample(&view, &mut rng);
            assert_eq!(rules.view(&sample, Viewer::Seat(Seat::new(who))), view);
            counts.push(offered(&sample));
        }
        counts.sort_unstable();
        counts.dedup();
        counts
    };
    assert_eq!(guessed(1), [offered(&state)]);
    assert!(guessed(2).len() > 2, "{:?}", guessed(2));
}

/// A viewer who sees shuffled cards learns their new positions.
#[test]
fn games_that_shuffle_open_cards_obey_every_law() {
    super::obeys(
        r#"
cgml_version: "1.3"
meta: { name: Open, players: { min: 2, max: 2 } }
imports: [ !include standard_24 ]
components:
  decks: { cards: { type: standard_24 } }
  zones:
    - { name: deck, type: deck, of_deck: cards }
    - { name: row, type: public }
    - { name: heap, type: { ordering: lifo, visibility: { all: top_card_only } } }
    - name: stock
      type: { ordering: lifo, default_face: up, visibility: { all: all } }
      behavior: { type: deck, reshuffle_from: discard, reshuffle: when_empty }
    - { name: discard, type: public, role: discard }
setup:
  - { action: SHUFFLE, target: $.zones.deck }
  - { action: DEAL, from: $.zones.deck, to: $.zones.row, count: 5 }
  - { action: DEAL, from: $.zones.deck, to: $.zones.heap, count: 5 }
  - { action: DEAL, from: $.zones.deck, to: $.zones.discard, count: 5 }
flow:
  initial_state: P
  states: { P: { phases: [Main] }, Over: { phases: [] } }
  transitions: [ { from: P, to: Over, condition: $.turn_index >= 4 } ]
  win_condition: { evaluator: "max($.players, 1)" }
rules:
  - id: main
    trigger: on.phase.Main
    effect:
      - { action: SHUFFLE, target: $.zones.row }
      - { action: SHUFFLE, target: $.zones.heap }
      - { action: MILL, from: $.zones.stock, to: $.zones.discard, count: 1 }
"#,
    );
}

/// The spades of a deck are hidden from everybody. Concealing them must not reveal where they lie.
#[test]
fn no_viewer_learns_which_unseen_cards_are_hidden() {
    let covered = |effect: &str| {
        let ask =
            "      - { action: REQUEST_INPUT, player: current, prompt: Well?, options: { type: yes_no }, store_as: n }";
        let rules = teams(&format!("{effect}\n{ask}"));
        let mut facts: Vec<Fact> = Vec::new();
        let _state = rules.start(&Setup::seats(4), Rng::seeded("hidden"), &mut facts);
        let told = facts.iter().filter_map(|fact| rules.witness(fact, Viewer::Spectator));
        told.filter(|fact| matches!(fact, Fact::Table(rulebook_table::Fact::Covered { .. }))).count()
    };
    let spades = "filter($.zones.deck, $.card.properties.suit == 'S')";
    assert_eq!(covered(&format!("      - {{ action: CONCEAL, target: \"{spades}\", from: all }}")), 0);
    let seen = "      - { action: REVEAL, target: top($.zones.deck), to: all }";
    assert_eq!(covered(&format!("{seen}\n      - {{ action: CONCEAL, target: $.zones.deck, from: all }}")), 1);
}
