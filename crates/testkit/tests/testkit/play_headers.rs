//! Tests of the headers of playthroughs.

use rulebook_kernel::Setup;
use rulebook_testkit::play_file::{Header, Policy};

#[test]
fn a_header_reads_as_it_is_written() {
    let setup = Setup::seats(3).with("rounds", "2");
    let mut header = Header::new("duel", setup, "7", Policy::Moves(vec!["draw".into(), "play 3".into()]));
    header.limit = Some(9);
    assert_eq!(Header::parse(&format!("{header}\nopening\n")), Ok(header));
}

#[test]
fn mistakes_are_named() {
    assert_eq!(Header::parse("game: x\nsaets: 2\n"), Err("line 2: an unknown key: \"saets: 2\"".to_owned()));
    assert_eq!(Header::parse("game: x\n"), Err("the header has no `seed:`".to_owned()));
}
