//! A game written twice is one game: the YAML rules offer the same moves as the Rust rules, in the same order, to the
//! end.

use super::root;
use rulebook_catalog::Catalog;
use rulebook_kernel::{Key, Rng, Setup};
use rulebook_matches::{AnyMatch, AnyRules, Hosted};
use rulebook_natives::crazy_eights::CrazyEights;
use std::sync::Arc;

const SEEDS: usize = 1_000;

/// The words of the native rules for symbols of the file.
fn word(text: &str) -> &str {
    match text {
        "C" => "clubs",
        "D" => "diamonds",
        "H" => "hearts",
        "S" => "spades",
        other => other,
    }
}

#[test]
fn crazy_eights_from_yaml_offers_what_the_native_rules_offer() {
    let native: Arc<dyn AnyRules> = Arc::new(Hosted::<CrazyEights>::new(CrazyEights::new()));
    let yaml = Catalog::open(root()).find("crazy-eights").unwrap_or_else(|report| panic!("{report}")).rules;
    for seed in 0..SEEDS {
        let setup = Setup::seats(2 + seed % 4);
        let start = |rules: &dyn AnyRules| rules.start(&setup, Key::from_seed(&seed.to_string())).unwrap();
        let (mut a, mut b): (Box<dyn AnyMatch>, Box<dyn AnyMatch>) = (start(&*native), start(&*yaml));
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
