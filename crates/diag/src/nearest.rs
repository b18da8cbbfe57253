//! Finds the known name nearest to a misspelt one, for "did you mean".

/// Maximum length of the names that are compared, in characters. The cost is the product of both lengths, and longer
/// names are rarely misspelt.
const LONGEST: usize = 64;

/// The candidate that is most similar to `name`, or `None` if none is similar enough. At most a third of the characters
/// of the longer name may differ. One difference is always allowed. An insertion, a deletion, a replacement and a swap
/// of neighbours are one edit each. Case is ignored. Of equally similar candidates, the first is returned.
///
/// ```
/// # use rulebook_diag::nearest;
/// assert_eq!(nearest("shufle", ["draw", "shuffle"]), Some("shuffle"));
/// assert_eq!(nearest("banana", ["draw", "shuffle"]), None);
/// ```
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name = letters(name)?;
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(other) = letters(candidate) else { continue };
        let longer = name.len().max(other.len());
        let most = (longer / 3).max(1);
        // First compare which letters the names have, ignoring their order. This is cheap and excludes most candidates.
        // A file can have thousands of candidates.
        if strangers(&name, &other) > most {
            continue;
        }
        let edits = distance(&name, &other);
        // One edit is always allowed, and it turns any one-letter name into any other. So at least one character must
        // match.
        let near = edits <= most && (edits < longer || longer == 0);
        if near && best.is_none_or(|(fewest, _)| edits < fewest) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn letters(name: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = name.chars().flat_map(char::to_lowercase).take(LONGEST + 1).collect();
    (letters.len() <= LONGEST).then_some(letters)
}

/// A lower bound of the edit distance. Counts for each name the letters that the other name lacks, and returns the
/// larger count. One edit removes at most one such letter from each name.
fn strangers(a: &[char], b: &[char]) -> usize {
    let mut counts = [0_i32; 64];
    let slot = |letter: &char| *letter as usize % 64;
    a.iter().for_each(|letter| counts[slot(letter)] += 1);
    b.iter().for_each(|letter| counts[slot(letter)] -= 1);
    let sum = |of: fn(i32) -> i32| counts.iter().map(|count| of(*count)).sum::<i32>() as usize;
    sum(|count| count.max(0)).max(sum(|count| (-count).max(0)))
}

/// Optimal string alignment: the edit distance in which a swap of neighbours counts as one edit.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (last[j] + 1).min(row[j - 1] + 1).min(last[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, edits) in [
            ("", "", 0),
            ("", "ab", 2),
            ("ab", "ba", 1),
            ("deck", "dekc", 1),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ] {
            let chars = |s: &str| s.chars().collect::<Vec<_>>();
            assert_eq!(distance(&chars(a), &chars(b)), edits, "{a} {b}");
            assert_eq!(distance(&chars(b), &chars(a)), edits, "{b} {a}");
            assert!(strangers(&chars(a), &chars(b)) <= edits, "{a} {b}");
        }
    }

    #[test]
    fn only_near_names_are_suggested() {
        let known = ["x", "id", "name", "seats", "draw_from", "shuffle"];
        for (name, meant) in [
            ("nmae", Some("name")),
            ("Name", Some("name")),
            ("seat", Some("seats")),
            ("drawFrom", Some("draw_from")),
            ("shufel", Some("shuffle")),
            ("di", Some("id")),
            ("y", None),
            ("", None),
            ("game", Some("name")),
            ("colour", None),
            (&"shuffle".repeat(1000), None),
        ] {
            assert_eq!(nearest(name, known), meant, "{name}");
        }
    }
}
