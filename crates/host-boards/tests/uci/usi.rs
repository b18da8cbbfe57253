//! Tests of the conversion between our notation and USI.

use rulebook_host_boards::uci::usi::{Size, move_in, move_out, position_in};

const SHOGI: Size = Size { columns: 9, rows: 9 };

#[test]
fn moves_there_and_back() {
    let legal = ["h2b8+b".to_owned(), "h2b8".to_owned(), "b2h8+b".to_owned()];
    for (theirs, ours) in [("7g7f", "c3c4"), ("P*5e", "P@e5"), ("8h2b+", "b2h8+b"), ("1i9a", "i1a9")] {
        assert_eq!(move_in(theirs, SHOGI, &legal).as_deref(), Some(ours));
        assert_eq!(move_out(ours, SHOGI).as_deref(), Some(theirs));
    }
    for wrong in ["", "7", "7g", "0g7f", "7z7f", "x*", "+", "*", "77g7f", "é*5e"] {
        assert_eq!(move_in(wrong, SHOGI, &legal), None, "{wrong:?}");
    }
    assert_eq!(move_out("pass", SHOGI), None);
}

#[test]
fn positions_have_their_hands_in_brackets() {
    assert_eq!(position_in(&["9/9", "b", "2Pb", "1"]).as_deref(), Some("9/9[PPb] w"));
    assert_eq!(position_in(&["9/9", "w", "-"]).as_deref(), Some("9/9[] b"));
    assert_eq!(position_in(&["9/9", "x", "-"]), None);
    assert_eq!(position_in(&["9/9"]), None);
}
