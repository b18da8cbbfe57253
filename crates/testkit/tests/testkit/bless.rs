//! Tests of files with expected results.

use rulebook_testkit::bless::check_or_write;
use rulebook_testkit::scratch::Folder;

#[test]
fn the_first_differing_line_is_named() {
    let folder = Folder::new("bless");
    let path = folder.0.join("lines.txt");
    let compare = |expected: &str, found: &str| {
        check_or_write(&path, expected, true).unwrap();
        check_or_write(&path, found, false)
    };
    let differs = |line: &str, expected: &str, found: &str| {
        let name = path.display();
        let help = "differs (if that is right, RULEBOOK_BLESS=1 renews it)";
        Err(format!("{name}:{line}: {help}\n  expected: {expected}\n     found: {found}"))
    };
    assert_eq!(compare("a\nb\n", "a\nb\n"), Ok(()));
    assert_eq!(compare("a\r\nb\r\n", "a\nb\n"), Ok(()));
    assert_eq!(compare("a\nb\nc", "a\nx\nc"), differs("2", "b", "x"));
    assert_eq!(compare("a\n", "a\nb\n"), differs("2", "(the end of the file)", "b"));
}

#[test]
fn a_file_is_written_only_when_blessed() {
    let folder = Folder::new("bless");
    let path = folder.0.join("deeper/new.txt");
    assert!(check_or_write(&path, "one\n", false).unwrap_err().contains("RULEBOOK_BLESS=1 writes it"));
    check_or_write(&path, "one\n", true).unwrap();
    check_or_write(&path, "one\n", false).unwrap();
    let wrong = check_or_write(&path, "two\n", false).unwrap_err();
    assert!(wrong.contains("new.txt:1: differs") && wrong.contains("found: two"), "{wrong}");
}
