//! Tests of stored records: the text of a record, and the idempotency key that the store gets with the record.

use rulebook_kernel::Seat;
use rulebook_room::{Entry, LogLine, Record};

#[test]
fn a_record_is_written_in_one_way() {
    for lines in [vec![], vec!["{\"seat\":1}"], vec!["{}", "{\"outcome\":\"a \\\" b\"}"]] {
        let lines: Vec<LogLine> = lines.into_iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        for by in [None, Some(Seat::new(0))] {
            let (key, lines) = ("k \"1\"\n\u{e9}".to_owned(), lines.clone());
            let entry = Entry { at: 17, record: Record::Played { seat: Seat::new(1), by, key, lines } };
            assert_eq!(entry.line(), serde_json::to_string(&entry).unwrap());
            assert_eq!(Entry::parse(&entry.line()).unwrap().line(), entry.line());
        }
    }
}

#[test]
fn control_characters_of_keys_are_escaped_for_the_store() {
    let key = "a\0b".to_owned();
    let record = Record::Played { seat: Seat::new(1), by: None, key, lines: Vec::new() };
    assert_eq!(record.sent().unwrap(), "1:a\\0b");
}
