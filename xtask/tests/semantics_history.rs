//! Tests the check `semantics` in small git repositories.

use std::path::{Path, PathBuf};

use xtask::tidy::{git, repo::Repo, semantics::check_against};

struct Checkout(PathBuf);

impl Checkout {
    /// An empty folder beside the build output, not in the system's temporary folder.
    fn folder(name: &str) -> Checkout {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("semantics").join(name);
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(&root).expect("a folder");
        Checkout(root)
    }

    fn new(name: &str) -> Checkout {
        let checkout = Checkout::folder(name);
        checkout.git(&["init", "--quiet", "--initial-branch=main"]);
        checkout
    }

    fn git(&self, args: &[&str]) {
        let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
        let mut command = git::git(&self.0);
        // Ignore the user's git settings, such as signing keys, hooks and templates.
        command.env("GIT_CONFIG_GLOBAL", "").env("GIT_CONFIG_NOSYSTEM", "1");
        let status = command.args(identity).args(args).status().expect("git");
        assert!(status.success(), "git {args:?}");
    }

    fn write(&self, text: &str) -> &Checkout {
        let game = self.0.join("games/war");
        std::fs::create_dir_all(game.join("plays")).expect("a folder");
        std::fs::write(game.join("meta.json"), "{}").expect("a file");
        std::fs::write(game.join("plays/soak.hashes"), text).expect("a file");
        self
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "step", "--allow-empty"]);
    }

    fn errors(&self, base: Option<&str>) -> Vec<String> {
        let report = check_against(&Repo::open(self.0.clone()), base);
        report.errors.iter().map(|finding| finding.to_string()).collect()
    }
}

const OLD: &str = "semantics 1\n7 aa\n";
const CHANGED: &str = "semantics 1\n7 bb\n";
const BUMPED: &str = "semantics 2\n7 bb\n";

#[test]
fn without_history_everything_passes() {
    let none = Checkout::folder("none");
    assert_eq!(none.write(OLD).errors(None), [""; 0]);
    let unborn = Checkout::new("unborn");
    assert_eq!(unborn.write(OLD).errors(None), [""; 0]);
    unborn.commit();
    assert_eq!(unborn.errors(None), [""; 0]);
}

#[test]
fn an_uncommitted_change_needs_a_bump() {
    let checkout = Checkout::new("uncommitted");
    checkout.write(OLD).commit();
    let errors = checkout.write(CHANGED).errors(None);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].starts_with("games/war/plays/soak.hashes: ") && errors[0].contains("HEAD"), "{errors:?}");
    assert_eq!(checkout.write(BUMPED).errors(None), [""; 0]);
}

#[test]
fn the_last_commit_needs_a_bump() {
    let checkout = Checkout::new("committed");
    checkout.write(OLD).commit();
    checkout.write(CHANGED).commit();
    assert_eq!(checkout.errors(None).len(), 1);
    checkout.write(BUMPED).commit();
    assert_eq!(checkout.errors(None), [""; 0]);
}

#[test]
fn a_base_may_be_older_and_ignores_other_changes() {
    let checkout = Checkout::new("base");
    checkout.write(OLD).commit();
    checkout.git(&["switch", "--quiet", "--create", "topic"]);
    checkout.write(CHANGED).commit();
    checkout.commit();
    checkout.commit();
    assert_eq!(checkout.errors(None), [""; 0], "out of sight of HEAD~1");
    assert_eq!(checkout.errors(Some("main")).len(), 1);
    // Only the base branch changes a digest. The other branch, which changed nothing, must pass.
    checkout.git(&["switch", "--quiet", "main"]);
    checkout.git(&["switch", "--quiet", "--create", "innocent"]);
    checkout.git(&["switch", "--quiet", "main"]);
    checkout.write(BUMPED).commit();
    checkout.git(&["switch", "--quiet", "innocent"]);
    assert_eq!(checkout.errors(Some("main")), [""; 0]);
}

#[test]
fn a_base_that_does_not_exist_is_an_error() {
    let checkout = Checkout::new("no-base");
    checkout.write(OLD).commit();
    assert!(checkout.errors(Some("no-such-branch"))[0].contains("no-such-branch"));
}

#[test]
fn hashes_go_only_with_their_game() {
    let checkout = Checkout::new("removed");
    checkout.write(OLD).commit();
    std::fs::remove_file(checkout.0.join("games/war/plays/soak.hashes")).expect("removed");
    assert!(checkout.errors(None)[0].contains("still there"));
    std::fs::remove_dir_all(checkout.0.join("games/war")).expect("removed");
    assert_eq!(checkout.errors(None), [""; 0]);
}
