//! Tests of the hand-written rules: they obey every law, allocate no memory while playing, and offer the same moves as
//! `games/crazy-eights`.

use super::{CrazyEights, Move, State};
use rulebook_kernel::{Draws, Key, Rng, Rules, Setup};
use rulebook_matches::{AnyMatch, AnyRules, Hosted};
use rulebook_testkit::laws::{self, Plan};

const SEEDS: usize = 1_000;

/// Translates a suit symbol of the CGML game into the word that the hand-written rules use.
fn word(text: &str) -> &str {
    match text {
        "C" => "clubs",
        "D" => "diamonds",
        "H" => "hearts",
        "S" => "spades",
        other => other,
    }
}

/// Both games offer the same moves in the same order, and the same players win.
#[test]
fn crazy_eights_by_hand_and_from_yaml_are_the_same_game() {
    let by_hand = Hosted::<CrazyEights>::new(CrazyEights::new());
    let yaml = crate::shelf().find("crazy-eights").unwrap_or_else(|report| panic!("{report}")).rules;
    for seed in 0..SEEDS {
        let setup = Setup::seats(2 + seed % 4);
        let start = |rules: &dyn AnyRules| rules.start(&setup, Key::from_seed(&seed.to_string())).unwrap();
        let (mut a, mut b): (Box<dyn AnyMatch>, Box<dyn AnyMatch>) = (start(&by_hand), start(&*yaml));
        let mut draws = Rng::seeded(&format!("picks {seed}")).draws();
        for at in 0.. {
            let due = a.turn().seats();
            assert_eq!(due, b.turn().seats(), "seed {seed} after {at} moves");
            let Some(seat) = due.lowest() else { break };
            let (here, there) = (a.legal_texts(seat), b.legal_texts(seat));
            let there: Vec<&str> = there.iter().map(|text| word(text)).collect();
            assert_eq!(here, there, "seed {seed} after {at} moves");
            let pick = draws.below(here.len() as u32) as usize;
            a.play_nth(seat, pick).unwrap();
            b.play_nth(seat, pick).unwrap();
        }
        let winners = |game: &dyn AnyMatch| game.outcome().map(|outcome| outcome.winners());
        assert_eq!(winners(&*a), winners(&*b), "seed {seed}");
    }
}

#[test]
fn crazy_eights_by_hand_obeys_every_law() {
    let rules = CrazyEights::new();
    let plan = Plan::of(&rules);
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
    laws::fold(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

fn random_game(rules: &CrazyEights, state: &mut State, moves: &mut Vec<Move>, draws: &mut Draws) -> usize {
    let mut played = 0;
    while let Some(seat) = rules.turn(state).seats().lowest() {
        moves.clear();
        rules.moves(state, seat, moves);
        let pick = draws.below(moves.len() as u32) as usize;
        rules.play(state, seat, &moves[pick], &mut ());
        played += 1;
    }
    played
}

#[test]
fn whole_games_by_hand_allocate_nothing() {
    let rules = CrazyEights::new();
    let mut draws = Rng::seeded("picks").draws();
    let mut moves = Vec::with_capacity(64);
    let mut played = 0;
    for seats in 2..=5 {
        let starts: Vec<State> =
            (0..20).map(|seed| rules.start(&Setup::seats(seats), Rng::seeded(&seed.to_string()), &mut ())).collect();
        let mut state = starts[0].clone();
        let counted = allocation_counter::measure(|| {
            for start in &starts {
                state.clone_from(start);
                played += random_game(&rules, &mut state, &mut moves, &mut draws);
            }
        });
        assert_eq!(counted.count_total, 0, "{seats} seats");
    }
    assert!(played > 5_000, "too few moves to include reshuffles: {played}");
}
