//! Tests of the conversion between our notation and UCI.

use rulebook_host_boards::uci::moves::{move_in, move_out};

#[test]
fn promotions_have_no_mark() {
    let legal = || ["h7h8q~".to_owned(), "h7h8n~".to_owned(), "P@e5".to_owned()].to_vec();
    assert_eq!(move_in("h7h8n", legal()), "h7h8n~");
    assert_eq!(move_in("h7h8x", legal()), "h7h8x");
    assert_eq!(move_in("H7H8N", legal()), "h7h8n~");
    assert_eq!(move_out("h7h8q~"), "h7h8q");
    assert_eq!(move_out("P@e5"), "P@e5");
}
