//! Checks every law on the cruel game, and some of its properties.

use rulebook_kernel::{Hidden, Key, Rng, Rules, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Hosted, Staged};
use rulebook_table::Fact;
use rulebook_testkit::cruel::Cruel;
use rulebook_testkit::laws::{self, Plan};

fn plan(rules: &Cruel) -> Plan<Cruel> {
    // All viewers see the backs of the passed cards. No view remembers whether a red or a blue card was passed.
    Plan::of(rules)
        .seeds(8)
        .consistent(Cruel::consistent)
        .in_passing(|_, fact| matches!(fact, Fact::Moved(all) if all.len() > 1))
}

#[test]
fn cruel_obeys_every_law() {
    let rules = Cruel::new();
    laws::all(&rules, &plan(&rules)).unwrap();
    laws::fold(&rules, &plan(&rules)).unwrap();
}

/// A long version of the test above.
#[test]
#[ignore = "long: cargo xtask soak"]
fn cruel_obeys_every_law_for_long() {
    let rules = Cruel::new();
    let plan = plan(&rules).seeds(300).closely(2);
    laws::all(&rules, &plan).unwrap();
    laws::fold(&rules, &plan).unwrap();
}

/// The save is made in the middle of a pass: one card is picked, one must still be picked, and the other seats have not
/// answered.
#[test]
fn a_save_in_the_middle_of_a_decision_goes_on_to_the_same_digest() {
    let rules = Hosted::new(Cruel::new());
    let finish = |mut game: Box<dyn AnyMatch>| {
        while let Some(seat) = game.turn().seats().lowest() {
            game.play(seat, &game.nth_text(seat, 0).unwrap()).unwrap();
        }
        game.digest()
    };
    let mut game = rules.start(&Setup::seats(3), Key::from_seed("save")).unwrap();
    let seat = Seat::new(1);
    game.play(seat, &game.nth_text(seat, 0).unwrap()).unwrap();
    assert!(game.turn().seats().has(seat), "one pick is not the whole answer");
    let loaded = rules.load(&game.save()).unwrap();
    assert_eq!(loaded.digest(), game.digest());
    assert_eq!(loaded.ask(seat), game.ask(seat));
    assert_eq!(finish(loaded), finish(game));
}

/// Each seat has red cards of its own, and no viewer has seen any of them. A sample must not deal the cards of one seat
/// to another.
#[test]
fn decks_never_change_cards_in_a_sample() {
    let rules = Cruel::new();
    let mut rng = Rng::seeded("decks");
    for seed in 0..50 {
        let state = rules.start(&Setup::seats(3), Rng::seeded(&seed.to_string()), &mut ());
        for who in Viewer::limited(3) {
            let sample = rules.sample(&rules.view(&state, who), &mut rng);
            let scene = rules.scene(&rules.view(&sample, Viewer::God));
            for zone in scene.zones.iter().filter(|zone| zone.owner.is_some()) {
                let own = format!("r{}", zone.owner.unwrap().index() + 1);
                for face in zone.cards.iter().map(|card| card.face.as_ref().map(|face| &face.id)) {
                    assert!(
                        face.is_none_or(|id| id.starts_with(&own) || id.starts_with('b')),
                        "{face:?} in {}",
                        zone.id
                    );
                }
            }
        }
    }
}
