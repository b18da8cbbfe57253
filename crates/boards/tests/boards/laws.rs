//! Tests the laws that all games must satisfy, on one game of each board size. The catalog tests them on every game
//! folder.

use rulebook_boards::Boards;
use rulebook_testkit::laws::{self, Plan};

fn obeys<const W: usize, const N: usize>(ids: &[&str]) {
    for id in ids {
        let rules: Boards<W, N> = crate::common::shipped(id).rules().unwrap_or_else(|| panic!("{id} has another size"));
        if let Err(report) = laws::all(&rules, &Plan::of(&rules).seeds(1)) {
            panic!("{id}: {report:?}");
        }
    }
}

#[test]
fn games_on_one_word_obey_the_laws() {
    obeys::<1, 10>(&["chess", "draughts", "reversi", "tic-tac-toe", "racing-kings"]);
}

#[test]
fn games_on_two_words_obey_the_laws() {
    obeys::<2, 28>(&["shogi"]);
}
