//! Tests of temporary folders.

use rulebook_testkit::scratch::Folder;
use std::path::PathBuf;

#[test]
fn folders_are_empty_apart_and_gone_afterwards() {
    let (one, other) = (Folder::new("scratch"), Folder::new("scratch"));
    assert_ne!(one.0, other.0);
    std::fs::write(one.path("file"), "x").unwrap();
    assert_eq!(other.0.read_dir().unwrap().count(), 0);
    let path = one.0.clone();
    drop(one);
    assert!(!path.exists());
}

#[test]
fn folders_of_earlier_runs_are_not_reused() {
    let process = std::process::id();
    let left: Vec<PathBuf> =
        (0..50).map(|n| std::env::temp_dir().join(format!("rulebook-left-{process}-{n}"))).collect();
    for path in &left {
        std::fs::create_dir_all(path).unwrap();
    }
    let folder = Folder::new("left");
    assert!(!left.contains(&folder.0));
    for path in &left {
        std::fs::remove_dir(path).unwrap();
    }
}
