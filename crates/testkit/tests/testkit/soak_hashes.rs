//! Tests that soak hashes change only with the `semantics` version.

use rulebook_testkit::scratch::Folder;
use rulebook_testkit::soak::check_text;

#[test]
fn other_facts_need_another_number() {
    let folder = Folder::new("soak");
    let path = folder.0.join("deeper/soak.hashes");
    check_text(&path, "semantics 1\n1 2 aa\n", true, false).unwrap();
    check_text(&path, "semantics 1\n1 2 aa\n", false, false).unwrap();
    assert!(check_text(&path, "semantics 1\n1 2 bb\n", false, false).unwrap_err().contains("soak.hashes:2: differs"));
    assert!(check_text(&path, "semantics 1\n1 2 bb\n", true, false).unwrap_err().contains("must go up"));
    check_text(&path, "semantics 2\n1 2 bb\n", true, false).unwrap();
    check_text(&path, "semantics 2\n1 2 cc\n", true, true).unwrap();
}
