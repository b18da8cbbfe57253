//! Seeds: given, or taken from the system, and always something that can be typed again.

use crate::failure::Failure;
use rulebook_kernel::Key;

/// The longest seed, in bytes.
const LONGEST: usize = 256;

/// The seed that was given, or a fresh one.
pub fn given_or_fresh(given: Option<&str>) -> Result<String, Failure> {
    match given {
        Some(seed) => Ok(seed.to_owned()),
        None => match getrandom::u64() {
            Ok(number) => Ok(number.to_string()),
            Err(error) => Err(Failure::Input(format!("the system gives no random numbers ({error}): use --seed"))),
        },
    }
}

/// For `clap`: any text that fits on a line.
pub fn parse(text: &str) -> Result<String, String> {
    match text {
        "" => Err("a seed is a number or a text, and not empty".to_owned()),
        _ if text.len() > LONGEST => Err(format!("a seed has at most {LONGEST} bytes")),
        _ if text.chars().any(char::is_control) => Err("a seed holds no control characters".to_owned()),
        _ => Ok(text.to_owned()),
    }
}

/// The key that the keys of bots are made from. Deals use the small children of `key`, or `key` itself, whose own children
/// a game may use: the last child is nobody's.
pub fn for_bots(key: &Key) -> Key {
    key.child(u64::MAX)
}
