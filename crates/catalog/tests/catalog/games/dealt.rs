//! Tests `is_dealt`: it must be `false` exactly for games in which the key has no effect.

use super::with_every_game;
use rulebook_kernel::{Key, Setup};

#[test]
fn a_game_is_dealt_exactly_if_its_key_decides_something() {
    with_every_game(|game| {
        let setup = Setup::seats(game.rules.info().min_seats);
        let begin = |seed| game.rules.start(&setup, Key::from_seed(seed)).map_err(|why| why.to_string());
        // The digest of a state covers the random numbers drawn so far and the generator of future numbers.
        let (one, other) = (begin("one key")?, begin("another key")?);
        let matters = one.digest() != other.digest() || one.has_secrets();
        match (game.rules.is_dealt(), matters) {
            (true, false) => Err("says that it is dealt, and all matches begin alike".to_owned()),
            (false, true) => Err("says that nothing is dealt, and the key decides something".to_owned()),
            _ => Ok(()),
        }
    });
}
