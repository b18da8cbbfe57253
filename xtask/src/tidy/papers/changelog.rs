//! Checks that the changelog of a release stays short, because its readers look for the few changes that concern them.

use super::Finding;

const PAGE: &str = "CHANGELOG.md";
/// Maximum number of lines of a release, with its heading. The file of the first release then has at most 80 lines.
const MAX_LINES: usize = 75;

pub fn judge(text: Option<&str>) -> Vec<Finding> {
    let lines: Vec<&str> = text.unwrap_or_default().lines().collect();
    let mut starts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("## ")).collect();
    starts.push(lines.len());
    let releases = starts.windows(2).map(|pair| (pair[0], pair[1] - pair[0]));
    let long = releases.filter(|(_, length)| *length > MAX_LINES);
    long.map(|(start, length)| {
        let text = format!("{length} lines for a release, at most {MAX_LINES}: merge entries about one subject");
        Finding::at(PAGE, start + 1, text)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_release_is_an_error_where_it_starts() {
        let entries = |count: usize| "- An entry.\n".repeat(count);
        let long = format!("# Changelog\n\n## 0.2.0\n{}## 0.1.0\n{}", entries(74), entries(75));
        let found = judge(Some(&long));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].line, found[0].text.starts_with("76 lines")), (78, true));
    }

    #[test]
    fn short_releases_and_a_missing_page_pass() {
        assert!(judge(Some("# Changelog\n\n## 0.1.0\n\n- An entry.\n")).is_empty());
        assert!(judge(None).is_empty());
    }
}
