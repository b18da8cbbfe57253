//! Tests that samples respect everything that play has revealed.

use super::rules;
use rulebook_cgml::run::{Cgml, CgmlState, Move};
use rulebook_kernel::{Draws, Fold, Hidden, Notation, Rng, Rules, Seat, Setup, Viewer};

/// A match with random moves.
struct Played {
    rules: Cgml,
    state: CgmlState,
    seats: usize,
    draws: Draws,
}

impl Played {
    fn new(text: &str, seats: usize, seed: &str) -> Played {
        let rules = rules(text);
        let state = rules.start(&Setup::seats(seats), Rng::seeded(seed), &mut ());
        Played { rules, state, seats, draws: Rng::seeded(seed).draws() }
    }

    /// Plays a move and returns its seat and text.
    fn step(&mut self) -> Option<(usize, String)> {
        let seat = self.rules.turn(&self.state).seats().lowest()?;
        let mut moves: Vec<Move> = Vec::new();
        self.rules.moves(&self.state, seat, &mut moves);
        let mv = moves[self.draws.below(moves.len() as u32) as usize];
        let text = self.rules.text(&self.state, seat, &mv);
        self.rules.play(&mut self.state, seat, &mv, &mut ());
        Some((seat.index(), text))
    }

    /// The hands of all players in a state.
    fn hands(&self, state: &CgmlState) -> Vec<Vec<String>> {
        let (table, shape) = (self.rules.folded(state), &self.rules.program(self.seats).shape);
        let hand = |seat: usize| {
            let zone = shape.find_zone(&format!("hand.{seat}")).expect("a hand");
            table.entries(shape, zone).map(|card| shape.face_id(table.face(shape, card)).to_owned()).collect()
        };
        (0..self.seats).map(hand).collect()
    }

    /// The hands in several samples of a seat.
    fn guesses(&self, seat: usize) -> Vec<Vec<Vec<String>>> {
        let (view, mut rng) = (self.rules.view(&self.state, Viewer::Seat(Seat::new(seat))), Rng::seeded("guesses"));
        (0..6).map(|_| self.hands(&self.rules.sample(&view, &mut rng))).collect()
    }
}

fn suit(card: &str) -> char {
    card.chars().last().expect("a card has a suit")
}

fn rank(card: &str) -> &str {
    &card[..card.len() - 1]
}

/// Checks that no sample gives a seat a suit in which it is known to be void. Returns the number of cards checked.
fn voids(text: &str) -> usize {
    let mut looked = 0;
    for seed in ["1", "2", "3"] {
        let mut game = Played::new(text, 4, seed);
        let mut trick: Vec<(usize, String)> = Vec::new();
        let mut voids: Vec<(usize, char)> = Vec::new();
        for _ in 0..240 {
            let before = game.hands(&game.state);
            if game.step().is_none() {
                break;
            }
            let after = game.hands(&game.state);
            if before.iter().zip(&after).any(|(before, after)| after.len() > before.len()) {
                // New cards were dealt, so nothing is known about the hands.
                (trick, voids) = (Vec::new(), Vec::new());
            }
            let shrunk = (0..4).find(|&seat| after[seat].len() + 1 == before[seat].len());
            let Some(seat) = shrunk else { continue };
            let Some(card) = before[seat].iter().find(|card| !after[seat].contains(card)) else { continue };
            trick.push((seat, card.clone()));
            let led = suit(&trick[0].1);
            if suit(card) != led {
                voids.push((seat, led));
            }
            if trick.len() == 4 {
                trick.clear();
            }
            if !trick.is_empty() || voids.is_empty() {
                continue;
            }
            let viewer = (seat + 1) % 4;
            for guess in game.guesses(viewer) {
                for &(void, of) in voids.iter().filter(|(void, _)| *void != viewer) {
                    assert!(guess[void].iter().all(|card| suit(card) != of), "seat {void} has no {of}: {guess:?}");
                    looked += guess[void].len();
                }
            }
        }
    }
    looked
}

#[test]
fn samples_give_no_cards_of_a_suit_that_a_seat_lacks() {
    assert!(voids(include_str!("../../../../../games/whist/game.cgml")) > 300);
    assert!(voids(include_str!("../../../../../games/hearts/game.cgml")) > 300);
    assert!(voids(include_str!("../../../../../games/spades/game.cgml")) > 300);
    assert!(voids(include_str!("../../../../../games/oh-hell/game.cgml")) > 300);
}

#[test]
fn samples_give_the_asker_of_a_rank_such_a_card_and_the_asked_seat_none() {
    let (mut held, mut gone) = (0, 0);
    for seed in ["1", "2"] {
        let mut game = Played::new(include_str!("../../../../../games/go-fish/game.cgml"), 3, seed);
        let mut asked = None;
        loop {
            let before = game.hands(&game.state);
            let Some((seat, text)) = game.step() else { break };
            if let Some(number) = text.strip_prefix('p') {
                asked = number.parse::<usize>().ok().map(|number| number - 1);
                continue;
            }
            let Some(other) = asked.take() else { continue };
            let hands = game.hands(&game.state);
            let has = |hands: &[Vec<String>], who: usize| hands[who].iter().any(|card| rank(card) == text);
            // A player without cards draws cards at the start of their turn, and may draw a card of the asked rank.
            let drew = hands[other].len() > before[other].len();
            for guess in (0..3).flat_map(|viewer| game.guesses(viewer)) {
                if !drew {
                    assert!(!has(&guess, other), "seat {other} was asked for {text}: {guess:?}");
                    gone += 1;
                }
                if has(&hands, seat) {
                    assert!(has(&guess, seat), "seat {seat} asked for {text}: {guess:?}");
                    held += 1;
                }
            }
        }
    }
    assert!(held > 300 && gone > 300, "{held} {gone}");
}

#[test]
fn a_card_that_was_passed_is_known_where_it_went() {
    let mut game = Played::new(include_str!("../../../../../games/hearts/game.cgml"), 4, "passing");
    let before = game.hands(&game.state);
    for _ in 0..1000 {
        game.step().expect("nobody has won");
        if game.hands(&game.state) != before {
            break;
        }
    }
    let given: Vec<String> =
        game.hands(&game.state)[1].iter().filter(|card| before[0].contains(card)).cloned().collect();
    assert_eq!(given.len(), 3, "three cards go to the left");
    for _ in 0..20 {
        let left = game.hands(&game.state)[1].clone();
        for guess in game.guesses(0) {
            assert!(given.iter().filter(|card| left.contains(card)).all(|card| guess[1].contains(card)), "{guess:?}");
        }
        game.step().expect("nobody has won");
    }
}

#[test]
fn a_passed_hand_stays_known_to_its_last_holder() {
    let mut game = Played::new(include_str!("../../../../../games/night-market/game.cgml"), 3, "draft");
    for _ in 0..3 {
        let before = game.hands(&game.state);
        while game.hands(&game.state) == before {
            game.step().expect("nobody has won");
        }
        let hands = game.hands(&game.state);
        for guess in game.guesses(0) {
            assert_eq!(guess[1], hands[1], "the guess contains the old hand of seat 0 except one card");
        }
    }
}

/// Two cards are hidden, and one of them was created during the game. Then one of the two is destroyed.
const DESTROYED: &str = "
cgml_version: \"1.3\"
meta: { name: Destroyed, players: { min: 2, max: 2 } }
imports: [ !include standard_52 ]
components:
  decks: { cards: { type: standard_52 } }
  zones:
    - { name: deck, type: deck, of_deck: cards }
    - { name: hand, type: hand, per_player: true }
setup:
  - { action: SHUFFLE, target: $.zones.deck }
  - { action: MOVE, from: $.zones.deck, to: \"$.players[1].zones.hand\" }
  - { action: CREATE_CARD, to: \"$.players[1].zones.hand\", properties: { rank: A, suit: X } }
  - { action: CHOOSE_RANDOM, from: \"$.players[1].zones.hand\", store_as: one }
  - { action: DESTROY_CARD, target: ref:one }
flow:
  initial_state: Playing
  states: { Playing: { phases: [Main] }, Over: {} }
  transitions: [ { from: Playing, to: Over, condition: \"count($.zones.deck) == 0\" } ]
  win_condition: { evaluator: \"$.players[0]\" }
rules:
  - id: draw
    trigger: on.phase.Main
    effect: [ { action: DRAW } ]
";

#[test]
fn how_a_hidden_card_is_destroyed_does_not_tell_whether_it_was_made() {
    let rules = rules(DESTROYED);
    let mut made = 0;
    for seed in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] {
        let mut facts = Vec::new();
        let state = rules.start(&Setup::seats(2), Rng::seeded(seed), &mut facts);
        let other = Viewer::Seat(Seat::new(0));
        let told = facts.iter().filter_map(|fact| rules.witness(fact, other)).map(|fact| format!("{fact:?}"));
        assert!(told.into_iter().all(|told| !told.contains("Destroyed")), "seed {seed}");
        let (table, shape) = (rules.folded(&state), &rules.program(2).shape);
        let hand = shape.find_zone("hand.1").expect("a hand");
        let left: Vec<&str> = table.entries(shape, hand).map(|card| shape.face_id(table.face(shape, card))).collect();
        assert_eq!(left.len(), 1, "{left:?}");
        made += u32::from(!left.contains(&"AX"));
    }
    assert!((1..10).contains(&made), "{made} of ten were made in the game");
}

const SECRET: &str = r#"
cgml_version: "1.3"
meta: { name: Secret, players: { min: 2, max: 2 } }
imports: [ !include standard_24 ]
components:
  decks: { cards: { type: standard_24 } }
  zones:
    - { name: deck, type: deck, of_deck: cards }
    - { name: hand, type: hand, per_player: true }
  variables:
    - { name: bid, scope: per_player, initial_value: 0, audience: owner }
    - { name: role, scope: per_player, initial_value: "", audience: owner }
setup:
  - { action: SHUFFLE, target: $.zones.deck }
  - { action: DEAL_ROUND_ROBIN, from: $.zones.deck, to: "$.players[*].zones.hand", count: 3 }
flow:
  initial_state: P
  states: { P: { phases: [Bid, Guess] } }
  win_condition: { evaluator: "$.players[0]" }
rules:
  - id: bid
    trigger: on.phase.Bid
    effect:
      - action: FOR_EACH_PLAYER
        order: simultaneous
        do:
          - { action: REQUEST_INPUT, player: $player, prompt: "secret bid", options: { type: number, min: 1, max: 3 }, store_as: b }
          - { action: SET_VARIABLE, path: $player.bid, value: ref:b }
      - { action: SET_VARIABLE, path: "$.players[1].role", value: "if rank_value(top($.players[1].zones.hand)) > 3 then 'wolf' else 'sheep'" }
  - id: guess
    trigger: on.phase.Guess
    effect:
      - { action: REQUEST_INPUT, player: "$.players[0]", prompt: "Guess", options: "['wolf','sheep']", store_as: g }
      - { action: END_GAME, winners: "if ref:g == $.players[1].role then $.players[0] else $.players[1]" }
"#;

/// The values of the other seat's variables in sixty samples of the first seat, without duplicates.
fn guessed(game: &Played, name: &str) -> Vec<i32> {
    let (view, mut rng) = (game.rules.view(&game.state, Viewer::Seat(Seat::new(0))), Rng::seeded("guesses"));
    let program = game.rules.program(game.seats);
    let def = program.vars.iter().position(|var| var.name == name).expect("a variable");
    let var = program.shape.var_of(def, Seat::new(1));
    let mut values: Vec<i32> =
        (0..60).map(|_| game.rules.folded(&game.rules.sample(&view, &mut rng)).var(&program.shape, var)).collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn a_secret_is_sampled_among_the_possible_cards() {
    let mut game = Played::new(SECRET, 2, "secret");
    assert_eq!(guessed(&game, "bid"), [0], "nobody was asked yet");
    let blank = game.rules.folded(&game.state);
    let program = game.rules.program(2);
    let def = program.vars.iter().position(|var| var.name == "role").expect("a variable");
    let blank = blank.var(&program.shape, program.shape.var_of(def, Seat::new(0)));
    game.step().expect("a bid");
    game.step().expect("a bid");
    assert_eq!(guessed(&game, "bid"), [1, 2, 3]);
    let roles = guessed(&game, "role");
    assert!(roles.len() == 2 && !roles.contains(&blank), "a wolf or a sheep, by the hand: {roles:?}");
}
