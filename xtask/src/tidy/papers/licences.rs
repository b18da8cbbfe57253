//! Checks that both licence texts exist, because the manifests say "MIT OR Apache-2.0".

use super::Finding;

/// Each licence file, and words that it must contain.
const TEXTS: [(&str, &str); 2] =
    [("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "Apache License")];

pub fn judge(text: impl Fn(&str) -> Option<String>) -> Vec<Finding> {
    let wrong = TEXTS.iter().filter_map(|(file, words)| match text(file) {
        None => Some(Finding::of(*file, "the text of the licence is missing")),
        Some(text) if !text.contains(words) => Some(Finding::of(*file, "this is not the text of the licence")),
        Some(_) => None,
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(mit: Option<&str>, apache: Option<&str>) -> usize {
        judge(|file| if file == "LICENSE-MIT" { mit } else { apache }.map(String::from)).len()
    }

    #[test]
    fn both_texts_must_be_there() {
        let (mit, apache) = (Some("Permission is hereby granted, …"), Some("Apache License\nVersion 2.0"));
        assert_eq!(told(mit, apache), 0);
        assert_eq!(told(None, apache), 1);
        assert_eq!(told(mit, None), 1);
        assert_eq!(told(Some(""), Some("")), 2);
        assert_eq!(told(apache, mit), 2, "one for the other");
    }
}
