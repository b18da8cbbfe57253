//! Numbers in words: `two`, `second`.

const WORDS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

const ORDINALS: [&str; 6] = ["zeroth", "first", "second", "third", "fourth", "fifth"];

/// The value of a number in words or digits. `None` if the word is not a number.
pub fn parse_number(word: &str) -> Option<u16> {
    if let Some(at) = WORDS.iter().position(|known| *known == word) {
        return u16::try_from(at).ok();
    }
    let digits = !word.is_empty() && word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    if digits { word.parse().ok() } else { None }
}

/// The number as a word. If the list has no word for the number, returns its digits.
pub fn number_word(number: u16) -> String {
    WORDS.get(usize::from(number)).map_or_else(|| number.to_string(), |word| (*word).to_string())
}

/// The value of an ordinal: 1 for `first`. `None` if the word is not an ordinal.
pub fn parse_ordinal(word: &str) -> Option<u8> {
    ORDINALS.iter().skip(1).position(|known| *known == word).and_then(|at| u8::try_from(at + 1).ok())
}

/// The word for an ordinal: `first` for 1. `nth` if the list has no word for this number.
pub fn ordinal(number: u8) -> &'static str {
    ORDINALS.get(usize::from(number)).copied().unwrap_or("nth")
}
