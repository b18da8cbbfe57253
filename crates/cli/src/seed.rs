//! Seeds: given by the user, or random. A random seed is text that the user can type again.

use crate::failure::Failure;
use rulebook_kernel::Key;

/// Maximum length of a seed, in bytes.
const LONGEST: usize = 256;

/// Returns the given seed, or a new random seed if no seed is given.
pub fn given_or_fresh(given: Option<&str>) -> Result<String, Failure> {
    match given {
        Some(seed) => Ok(seed.to_owned()),
        // 128 random bits, so that no player can guess the seed from the commitment that a match publishes before the
        // deal.
        None => match getrandom::u64().and_then(|high| Ok((high, getrandom::u64()?))) {
            Ok((high, low)) => Ok(format!("{high:016x}{low:016x}")),
            Err(error) => {
                Err(Failure::Input(format!("cannot get random numbers from the system ({error}); use --seed")))
            }
        },
    }
}

/// The argument that gives this seed, quoted for a shell.
pub fn argument(seed: &str) -> String {
    let plain = seed.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'));
    match plain {
        true if !seed.starts_with('-') => format!("--seed {seed}"),
        true => format!("--seed={seed}"),
        false => format!("--seed='{}'", seed.replace('\'', "'\\''")),
    }
}

/// Parses a seed for `clap`: any text that fits on a line.
pub fn parse(text: &str) -> Result<String, String> {
    match text {
        "" => Err("a seed must not be empty".to_owned()),
        _ if text.len() > LONGEST => Err(format!("a seed has at most {LONGEST} bytes")),
        _ if text.chars().any(char::is_control) => Err("a seed must not contain control characters".to_owned()),
        _ => Ok(text.to_owned()),
    }
}

/// The parent of the bots' keys. Deals use `key` itself or its children with small numbers, and a game may use further
/// children of those. The child with the last number is never used for a deal.
pub fn for_bots(key: &Key) -> Key {
    key.child(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_can_be_typed_again() {
        assert_eq!(argument("7"), "--seed 7");
        assert_eq!(argument("-5"), "--seed=-5");
        assert_eq!(argument("it's me"), r"--seed='it'\''s me'");
    }

    #[test]
    fn fresh_seeds_differ_and_are_long() {
        let fresh = || given_or_fresh(None).unwrap();
        assert_eq!(fresh().len(), 32);
        assert_ne!(fresh(), fresh());
    }
}
