use super::data;
use crate::broken::duel::Duel;
use rulebook_kernel::Setup;
use rulebook_testkit::connect_four::ConnectFour;
use rulebook_testkit::play_file::{Header, Policy, check_folder, transcript};
use rulebook_testkit::soak;

#[test]
fn playthroughs_of_connect_four() {
    assert_eq!(check_folder(&ConnectFour::new(), &data("connect-four")), Ok(2));
}

#[test]
fn playthroughs_of_the_duel() {
    assert_eq!(check_folder(&Duel::new(None), &data("duel")), Ok(1));
}

#[test]
fn soak_hashes_of_the_duel() {
    soak::check(&Duel::new(None), &data("duel/soak.hashes")).unwrap();
}

#[test]
fn soak_hashes_of_connect_four() {
    soak::check(&ConnectFour::new(), &data("connect-four/soak.hashes")).unwrap();
}

#[test]
fn an_illegal_move_is_named() {
    let moves = Policy::Moves(["1", "9"].map(str::to_owned).to_vec());
    let header = Header::new("connect-four", Setup::seats(2), "1", moves);
    let wrong = transcript(&ConnectFour::new(), &header).unwrap_err();
    assert_eq!(wrong, "move 2, seat 2: \"9\" is illegal: name a column by its number, 1 to 7");
}

#[test]
fn a_playthrough_of_another_game_is_refused() {
    let header = Header::new("go", Setup::seats(2), "1", Policy::First);
    assert!(transcript(&ConnectFour::new(), &header).unwrap_err().contains("a playthrough of \"go\""));
}
