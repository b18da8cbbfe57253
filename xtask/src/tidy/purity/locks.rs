//! Refuses locks, atomics and thread-local state, because a value that changes behind a shared reference can differ
//! between runs. `Arc` and `OnceLock` are allowed, because their content is set only once.

use super::Finding;

pub const ATOMICS: &str = "no atomics here: a rule may not depend on what another thread did";

const LOCKS: [&str; 3] = ["Mutex", "RwLock", "Condvar"];
const LOCK: &str = "no locks here: a value may change only behind `&mut`";

pub const THREAD_LOCAL: &str = "no thread-local state here: a rule may not depend on earlier runs";

/// What is allowed, with the file and the reason.
const EXCUSED: [(&str, &str, &str); 3] = [
    ("crates/matches/src/hosted_match.rs", LOCK, "card keys are made when a viewer looks and depend only on the facts"),
    ("crates/matches/src/hosted.rs", LOCK, "makes the matches of hosted_match.rs"),
    ("crates/boards/src/evaluation/network.rs", THREAD_LOCAL, "a cache; a test compares its values with new ones"),
];

/// The reason why a pure crate must not use this word, or `None`.
pub fn banned(word: &str) -> Option<&'static str> {
    // `AtomicU8` and `AtomicPtr` are atomics. The bare word `Atomic` may be a type of a game.
    let sized = word.strip_prefix("Atomic").is_some_and(|rest| {
        ["Bool", "Ptr"].contains(&rest)
            || rest
                .strip_prefix(['U', 'I'])
                .is_some_and(|rest| rest == "size" || (!rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())))
    });
    if sized { Some(ATOMICS) } else { LOCKS.contains(&word).then_some(LOCK) }
}

/// Removes the findings that are allowed. If the file no longer contains what is allowed, this is an error.
pub fn excuse(mut errors: Vec<Finding>) -> Vec<Finding> {
    for (file, what, _) in EXCUSED {
        let before = errors.len();
        errors.retain(|error| error.file != file || !error.text.ends_with(what));
        if errors.len() == before {
            errors.push(Finding::of(file, "has an exception that it does not need: remove it from purity/locks.rs"));
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn locked(file: &str, why: &str) -> Finding {
        Finding::at(file, 1, format!("`Mutex`: {why}"))
    }

    #[test]
    fn only_named_files_are_excused_and_only_for_locks() {
        let mut errors: Vec<Finding> = EXCUSED.iter().map(|(file, what, _)| locked(file, what)).collect();
        assert!(excuse(errors.clone()).is_empty());
        errors.push(locked("crates/scene/src/keys.rs", LOCK));
        errors.push(locked(EXCUSED[0].0, ATOMICS));
        assert_eq!(excuse(errors).len(), 2);
    }

    #[test]
    fn an_unneeded_permission_for_a_lock_is_an_error() {
        assert_eq!(excuse(Vec::new()).len(), EXCUSED.len());
    }
}
