//! Compiles games with words and lines swapped, removed and repeated. Each changed game gives diagnostics or a program,
//! and never a panic.

use super::Compiled;
use super::whole::{game, rule};
use rulebook_cgml::code::Program;
use rulebook_cgml::run::Cgml;
use rulebook_kernel::{Digest, Rng, Rules, Setup, Turn};

/// Actions that use all features of effects, for one rule.
const ACTIONS: &str = "- { action: REQUEST_INPUT, options: { type: card_set, from: '$.players[current].zones.hand', constraint: 'count($.cards) < 3' }, store_as: set }
- { action: MOVE, from: ref:set, to: $.zones.stock, position: bottom }
- { action: SEARCH_ZONE, zone: $.zones.stock, max: 2, store_as: found, filter: \"$.card.properties.suit == 'H' and rank_value($.card) > 3\" }
- { action: FOR_EACH, in: \"group_by($.zones.stock, $.card.properties.suit)\", do: [ { action: IF, condition: 'ref:item.count > 2', then: [ { action: MOVE_ALL, from: ref:item.cards, to: '$.players[0].zones.won' } ] } ] }
- { action: FOR_EACH_PLAYER, order: simultaneous, do: [ { action: DRAW, player: $player, store_as: drawn, on_failure: continue } ] }
- { action: TRY, do: [ { action: DISCARD, card: 'top($.zones.stock)' } ], else: [ { action: ANNOUNCE, text: '{$currentPlayer} cannot' } ] }
- { action: SET_VARIABLE, path: '$.players[*].score', value: \"let x = count($.zones.stock); ref:x * 2 - 1\" }
- { action: SET_VARIABLE, path: $.trick.suit, value: 'first($.zones.stock).properties.suit' }
- { action: REORDER, target: $.zones.stock, by: 'rank_value($.card)' }
- { action: CREATE_CARD, to: $.zones.stock, properties: { rank: Z, suit: Z }, store_as: made }
- { action: SET_PROPERTY, target: ref:made, property: tapped, value: true }
- { action: DESTROY_CARD, target: ref:made }
- { action: SCORE, player: opponent, points: 'sum($.zones.stock, rank_value($.card))' }
- { action: INSERT_PHASE, phase: Extra, keep: game }
- { action: END_GAME, ranking: 'sort_by($.players, -$.player.score)' }
";

fn mutated(text: &str, rng: &mut Rng) -> String {
    // Words keep their punctuation, so that most of the text is still YAML.
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '.', '(', '[']).collect();
    for _ in 0..=rng.below(3) {
        let (a, b) = (rng.below(words.len() as u32) as usize, rng.below(words.len() as u32) as usize);
        match rng.below(4) {
            0 => words.swap(a, b),
            1 => {
                words.remove(a);
            }
            2 => words.insert(a, words[b]),
            _ => words[a] = words[b],
        }
    }
    words.concat()
}

#[track_caller]
fn survive(text: &str, seed: &str, rounds: usize) -> usize {
    let mut rng = Rng::seeded(seed);
    let mut compiled = 0;
    for _ in 0..rounds {
        let text = mutated(text, &mut rng);
        let found = Compiled::of(&text);
        assert_eq!(found.programs.is_none(), found.diags.has_errors(), "{text}\n{}", found.report());
        if let Some(programs) = found.programs {
            compiled += 1;
            played(programs, &mut rng);
        }
    }
    compiled
}

/// Plays random moves: a program that compiles must run.
fn played(programs: Vec<Program>, rng: &mut Rng) {
    let rules = Cgml::new("test", "Test", Digest::of_bytes(b""), programs);
    let mut state = rules.start(&Setup::seats(rules.info().min_seats), rng.split(), &mut ());
    let mut moves = Vec::new();
    for _ in 0..60 {
        let Turn::Seats(due) = rules.turn(&state) else { return };
        let seat = due.lowest().expect("somebody is asked");
        moves.clear();
        rules.moves(&state, seat, &mut moves);
        assert!(!moves.is_empty(), "the asked seat has a move");
        let mv = moves[rng.below(moves.len() as u32) as usize];
        rules.play(&mut state, seat, &mv, &mut ());
    }
}

#[test]
fn everything_at_once_compiles() {
    Compiled::of(&game(&rule("", ACTIONS))).fine();
}

#[test]
fn mutated_games_are_refused_or_compiled() {
    let everything = game(&rule("", ACTIONS));
    let texts = [everything.as_str(), include_str!("fish.cgml"), include_str!("tricks.cgml"), include_str!("war.cgml")];
    let compiled: usize = texts.iter().zip(["a", "b", "c", "d"]).map(|(text, seed)| survive(text, seed, 250)).sum();
    assert!((1..1000).contains(&compiled), "{compiled} of 1000");
}
