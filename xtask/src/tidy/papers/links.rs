//! Checks that links in the front pages lead to existing files.

use super::Finding;

/// The pages whose links are checked.
pub const PAGES: [&str; 3] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Checks the links of a page at the root of the repository. `text` is `None` if the page is missing.
pub fn judge(page: &str, text: Option<&str>, files: &[String]) -> Vec<Finding> {
    let Some(text) = text else { return vec![Finding::of(page, "this page is missing")] };
    let mut errors = Vec::new();
    let mut fenced = false;
    for (n, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        for target in targets(line).into_iter().filter(|_| !fenced) {
            if is_relative(target) && !exists(target, files) {
                errors.push(Finding::at(page, n + 1, format!("`{target}` does not exist")));
            }
        }
    }
    errors
}

/// The link targets in a line: `[…](target)` and `[…]: target`. Links inside backticks are ignored.
fn targets(line: &str) -> Vec<&str> {
    let outside = |at: usize| line[..at].matches('`').count().is_multiple_of(2);
    let inline = line.match_indices("](").filter(|(at, _)| outside(*at)).filter_map(|(at, _)| {
        let rest = &line[at + 2..];
        Some(&rest[..rest.find(')')?])
    });
    let defined = line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")).map(|(_, target)| target);
    // Only the first word is the target. A title may follow it.
    inline.chain(defined).filter_map(|target| target.split_whitespace().next()).collect()
}

fn is_relative(target: &str) -> bool {
    !target.contains("://") && !target.starts_with("mailto:") && !target.starts_with('#')
}

/// Whether the target is a file or folder of the repository. Files that git ignores do not count.
fn exists(target: &str, files: &[String]) -> bool {
    let path = target.split('#').next().unwrap_or_default().trim_matches(['<', '>']);
    let path = path.strip_prefix("./").unwrap_or(path).trim_end_matches('/');
    files.iter().any(|file| file == path || file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let files = ["LICENSE-MIT", "docs/decisions/0001-a.md"].map(String::from);
        judge("README.md", Some(text), &files).iter().map(Finding::to_string).collect()
    }

    #[test]
    fn links_to_existing_targets_pass() {
        assert!(
            told("[MIT](LICENSE-MIT) and [why](docs/decisions/) and [one](./docs/decisions/0001-a.md#end)").is_empty()
        );
        assert!(told("[web](https://example.org/x) [mail](mailto:a@b.c) [below](#below)").is_empty());
        assert!(told("[titled](LICENSE-MIT \"the licence\")\n[defined]: docs/decisions/0001-a.md").is_empty());
        assert!(told("`[code](nowhere.md)`\n```\n[code](nowhere.md)\n```").is_empty());
    }

    #[test]
    fn links_to_nothing_are_errors() {
        assert_eq!(told("fine\n[x](docs/gone.md)"), ["README.md:2: `docs/gone.md` does not exist"]);
        assert_eq!(told("[a](gone.md) [b](LICENSE-MIT) [c](LICENSE-GPL)").len(), 2);
        assert_eq!(told("[x]: gone.md").len(), 1);
        assert_eq!(told("[x](docs/deci)").len(), 1, "half a name");
        assert_eq!(told("[x](../outside.md)").len(), 1);
        assert_eq!(told("[x](gone.md#part) and `code`").len(), 1);
        assert_eq!(told("```\ncode\n```\n[x](gone.md)").len(), 1);
    }

    #[test]
    fn a_missing_page_is_an_error() {
        assert_eq!(judge("README.md", None, &[]).len(), 1);
    }
}
