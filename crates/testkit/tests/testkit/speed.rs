//! Measures the speed of a game through the traits. Run it by hand, alone, in release:
//! `cargo test --release -p rulebook-testkit --test testkit speed -- --ignored --nocapture`

use rulebook_kernel::{Rng, Rules, Setup, Turn};
use rulebook_testkit::connect_four::ConnectFour;
use std::time::Instant;

#[test]
#[ignore = "a measurement"]
fn random_games_of_connect_four() {
    const GAMES: u32 = 2_000_000;
    let rules = ConnectFour::new();
    let setup = Setup::seats(2);
    let mut draws = Rng::seeded("speed").draws();
    let (mut moves, mut decisions, mut drawn) = (Vec::new(), 0u64, 0u32);
    let begin = Instant::now();
    for _ in 0..GAMES {
        let mut state = rules.start(&setup, Rng::new(rulebook_kernel::Key::from_bytes([0; 32])), &mut ());
        loop {
            match rules.turn(&state) {
                Turn::Over(outcome) => {
                    drawn += u32::from(outcome.is_draw());
                    break;
                }
                Turn::Seats(due) => {
                    let seat = due.lowest().expect("somebody");
                    moves.clear();
                    rules.moves(&state, seat, &mut moves);
                    let mv = moves[draws.below(moves.len() as u32) as usize];
                    rules.play(&mut state, seat, &mv, &mut ());
                    decisions += 1;
                }
            }
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    let (games, each) = (f64::from(GAMES) / seconds, seconds * 1e9 / decisions as f64);
    println!(
        "{games:.0} games/s, {each:.1} ns per decision, {:.1} decisions per game",
        decisions as f64 / f64::from(GAMES)
    );
    assert!((4_000..6_000).contains(&drawn), "one game in four hundred is drawn: {drawn}");
}
