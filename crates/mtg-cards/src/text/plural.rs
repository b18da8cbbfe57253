//! Makes the possible plurals of a noun. The card texts show which plural is right, so no list of words is needed.

/// The possible plurals of a word, the likeliest first. The word itself is not among them.
pub fn candidates(word: &str) -> Vec<String> {
    let mut forms = Vec::new();
    let swap = |end: &str, with: &str| word.strip_suffix(end).map(|stem| format!("{stem}{with}"));
    forms.extend(swap("f", "ves"));
    forms.extend(swap("fe", "ves"));
    forms.extend(swap("man", "men"));
    forms.extend(swap("mouse", "mice"));
    forms.extend(swap("goose", "geese"));
    forms.extend(swap("us", "i"));
    forms.extend(swap("ops", "opes"));
    forms.extend(swap("ox", "oxen"));
    forms.extend(swap("child", "children"));
    let before_y = word.strip_suffix('y').and_then(|stem| stem.chars().last());
    if before_y.is_some_and(|letter| !"aeiou".contains(letter)) {
        forms.extend(swap("y", "ies"));
    }
    let hissing = ["s", "x", "z", "ch", "sh"].iter().any(|end| word.ends_with(end));
    if hissing {
        forms.push(format!("{word}es"));
    }
    forms.push(format!("{word}s"));
    forms
}
