//! Runs each check of tidy as a test, so that every test run checks the rules of this repository.

use std::path::Path;

use xtask::tidy::{CHECKS, repo::Repo};

fn tidy(name: &str) {
    let root = xtask::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository");
    let (_, check) = CHECKS.iter().find(|(known, _)| *known == name).expect("a check with this name");
    let report = check(&Repo::open(root));
    assert!(report.errors.is_empty(), "tidy {name}:\n{report}");
}

/// Makes one test for each check, and a test that no check is missing here.
macro_rules! checks {
    ($($name:ident)*) => {
        $(#[test] fn $name() { tidy(stringify!($name)); })*

        #[test]
        fn every_check_has_its_test() {
            assert_eq!(CHECKS.map(|(name, _)| name).as_slice(), &[$(stringify!($name)),*]);
        }
    };
}

checks!(arrows externals purity size papers semantics prose file_names subjects conformance);
