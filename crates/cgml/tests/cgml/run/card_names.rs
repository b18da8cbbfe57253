//! Tests the names of cards: rank and suit in words if the suits are not the four French ones.

use super::rules;
use rulebook_cgml::run::{Cgml, Move};
use rulebook_kernel::{Hidden, Rng, Rules, Seat, Setup, Viewer};
use rulebook_matches::Staged;
use rulebook_scene::Step;

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
    // French packs keep their texts, because clients draw symbols for them.
    assert_eq!(names("Clubs, Hearts"), ["7Clubs", "7Hearts", "KingClubs", "KingHearts"]);
    assert_eq!(names("C, H"), ["7C", "7H", "KingC", "KingH"]);
}

/// A game that asks a player to choose one of these options with this prompt, and announces the choice.
fn asking(options: &str) -> Cgml {
    rules(&format!(
        r#"
cgml_version: "1.3"
meta: {{ name: Letters, players: {{ min: 1, max: 1 }} }}
imports: [ !include standard_52 ]
components:
  decks: {{ pack: {{ type: standard_52 }} }}
  zones: [ {{ name: deck, type: deck, of_deck: pack }} ]
  variables: [ {{ name: named, initial_value: H }}, {{ name: asked, initial_value: 0 }} ]
setup: []
flow:
  states: {{ Playing: {{ phases: [Ask] }}, Over: {{ phases: [] }} }}
  initial_state: Playing
  transitions: [{{ from: Playing, to: Over, condition: $.asked > 1 }}]
  win_condition: {{ evaluator: "max($.players, 1)" }}
rules:
  - id: ask
    trigger: on.phase.Ask
    effect:
      - {{ action: INCREMENT, path: $.asked }}
      - {{ action: REQUEST_INPUT, prompt: "Vitamin C after {{$.named}}?", options: {options}, store_as: chosen }}
      - {{ action: SET_VARIABLE, path: $.named, value: ref:chosen }}
      - {{ action: ANNOUNCE, text: "Plan C: {{ref:chosen}}." }}
      - {{ action: ANNOUNCE, text: "C" }}
"#
    ))
}

/// The prompt, the labels of the buttons, and the text after the second button is pressed.
fn read(options: &str) -> (String, Vec<String>, Vec<String>) {
    let rules = asking(options);
    let mut state = rules.start(&Setup::seats(1), Rng::seeded("letters"), &mut ());
    let seat = Seat::new(0);
    let scene = rules.scene(&rules.view(&state, Viewer::Seat(seat)));
    let mut moves = Vec::new();
    rules.moves(&state, seat, &mut moves);
    let mut facts = Vec::new();
    rules.play(&mut state, seat, &moves[1], &mut facts);
    let said = facts.iter().flat_map(|fact| rules.steps(fact)).filter_map(|step| match step {
        Step::Say { text, quiet: false, .. } => Some(text),
        _ => None,
    });
    (scene.prompt, scene.buttons.into_iter().map(|button| button.label).collect(), said.collect())
}

#[test]
fn suits_are_signs_and_letters_of_the_file_are_letters() {
    let (prompt, buttons, said) = read("{ type: suit }");
    assert_eq!(prompt, "Vitamin C after ♥?");
    assert!(buttons.iter().all(|label| ["♣", "♦", "♥", "♠"].contains(&label.as_str())), "{buttons:?}");
    assert_eq!(said, [format!("p1 chooses {}", buttons[1]), format!("Plan C: {}.", buttons[1]), "C".to_owned()]);
    // Among other letters, suit letters stay letters.
    let (prompt, buttons, said) = read("\"['A', 'C', 'B']\"");
    assert_eq!((prompt.as_str(), buttons.join(" ").as_str()), ("Vitamin C after H?", "A C B"));
    assert_eq!(said, ["p1 chooses C", "Plan C: C.", "C"]);
}

/// A solo player sees the score. A shared value does not count as a score.
#[test]
fn the_variables_of_one_player_are_shown() {
    let rules = rules(
        r#"
cgml_version: "1.3"
meta: { name: Alone, players: { min: 1, max: 2 } }
imports: [ !include standard_52 ]
components:
  decks: { pack: { type: standard_52 } }
  zones: [ { name: deck, type: deck, of_deck: pack } ]
  variables: [ { name: rounds, initial_value: 3 }, { name: score, scope: per_player, initial_value: 7 } ]
setup: []
flow:
  states: { Playing: { phases: [Main] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [ { from: Playing, to: Over, condition: $.rounds == 0 } ]
  win_condition: { evaluator: "max($.players, $.player.score)" }
rules: []
"#,
    );
    for seats in [1, 2] {
        let state = rules.start(&Setup::seats(seats), Rng::seeded("alone"), &mut ());
        let scene = rules.scene(&rules.view(&state, Viewer::Seat(Seat::new(0))));
        let [board] = scene.scoreboards.as_slice() else { panic!("{:?}", scene.scoreboards) };
        assert_eq!(board.columns, ["player", "score"]);
        assert_eq!((board.rows.len(), board.rows[0].as_slice()), (seats, &["p1".to_owned(), "7".to_owned()][..]));
    }
}

#[test]
fn an_answer_without_picks_reads_chooses_nothing() {
    let rules = rules(
        r#"
cgml_version: "1.3"
meta: { name: Nothing, players: { min: 1, max: 1 } }
imports: [ !include standard_52 ]
components:
  decks: { pack: { type: standard_52 } }
  zones: [ { name: deck, type: deck, of_deck: pack } ]
setup: []
flow:
  states: { Playing: { phases: [Ask] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [ { from: Playing, to: Over } ]
  win_condition: { evaluator: "max($.players, 1)" }
rules:
  - id: ask
    trigger: on.phase.Ask
    effect: [ { action: REQUEST_INPUT, prompt: Which?, options: { value: [x, y] }, min: 0, max: 2, store_as: chosen } ]
"#,
    );
    let mut state = rules.start(&Setup::seats(1), Rng::seeded("nothing"), &mut ());
    let mut facts = Vec::new();
    rules.play(&mut state, Seat::new(0), &Move::Done, &mut facts);
    let said = facts.iter().flat_map(|fact| rules.steps(fact)).filter_map(|step| match step {
        Step::Say { text, .. } => Some(text),
        _ => None,
    });
    assert_eq!(said.collect::<Vec<_>>(), ["p1 chooses nothing"]);
}

/// Texts are made with the program for the largest number of seats. But "everybody" means the seats of this match.
#[test]
fn all_means_every_player_of_the_match() {
    let rules = rules(
        r#"
cgml_version: "1.3"
meta: { name: Everybody, players: { min: 2, max: 4 } }
imports: [ !include standard_52 ]
components:
  decks: { pack: { type: standard_52 } }
  zones: [ { name: deck, type: deck, of_deck: pack } ]
setup: [ { action: REVEAL, target: top($.zones.deck), to: all } ]
flow:
  states: { Playing: { phases: [Wait] }, Over: { phases: [] } }
  initial_state: Playing
  transitions: [ { from: Playing, to: Over } ]
  win_condition: { evaluator: "max($.players, 1)" }
rules: []
"#,
    );
    let mut facts = Vec::new();
    let _ = rules.start(&Setup::seats(2), Rng::seeded("all"), &mut facts);
    let told = facts.iter().flat_map(|fact| rules.steps(fact)).find_map(|step| match step {
        Step::Change { text, .. } => Some(text),
        _ => None,
    });
    assert!(told.as_ref().is_some_and(|text| text.ends_with("is shown to everybody")), "{told:?}");
}
