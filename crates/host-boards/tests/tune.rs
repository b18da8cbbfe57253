//! Tests of tuning and training by self-play.

use rulebook_boards::{Game, load};
use rulebook_diag::Sources;
use rulebook_host_boards::train::{Training, train};
use rulebook_host_boards::tune::{Tuning, tune};
use rulebook_kernel::Key;
use std::time::Duration;

fn game(id: &str) -> Game {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(id).join("game.json");
    let mut sources = Sources::default();
    let file = sources.add("game.json", std::fs::read_to_string(path).unwrap());
    load(&sources, file, id).0.unwrap()
}

fn tuning() -> Tuning {
    Tuning { time: Duration::from_secs(4), threads: 1, nodes: 40, key: Key::from_seed("1") }
}

#[test]
fn tuning_finds_values_that_the_game_accepts() {
    let game = game("dobutsu");
    let mut told = Vec::new();
    let tuned = tune(&game, &tuning(), &mut |line| told.push(line.to_owned())).unwrap();
    assert!(tuned.games > 0 && tuned.positions > 0, "{tuned:?}");
    assert!((0.0..=tuned.matches as f64).contains(&tuned.points), "{tuned:?}");
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(game.with_values(&tuned.values).is_ok(), "{}", tuned.values);
    assert!(tuned.values.contains("\"material "), "{}", tuned.values);
}

#[test]
fn only_games_for_two_players_are_tuned() {
    let why = tune(&game("four-player-chess"), &tuning(), &mut |_| ()).unwrap_err();
    assert!(why.contains("two players"), "{why}");
}

#[test]
fn training_makes_a_network_that_the_game_accepts() {
    let game = game("dobutsu");
    let mut told = Vec::new();
    let training = Training { tuning: tuning(), hidden: 8 };
    let trained = train(&game, &training, &mut |line| told.push(line.to_owned())).unwrap();
    assert!(trained.games > 0 && trained.positions > 0, "{} games", trained.games);
    assert!((0.0..=trained.matches as f64).contains(&trained.points), "{}", trained.points);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(game.with_network(&trained.file).is_ok());
}

#[test]
fn only_games_with_equal_sides_are_trained() {
    let training = Training { tuning: tuning(), hidden: 8 };
    for id in ["four-player-chess", "horde"] {
        let why = train(&game(id), &training, &mut |_| ()).unwrap_err();
        assert!(why.contains("the same pieces"), "{why}");
    }
}
