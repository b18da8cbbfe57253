//! Checks that the repository contains no absolute path of one machine, because the path would be wrong on other
//! machines.

use super::Finding;

/// The first folder of absolute paths that exist on one machine only. They are written without slashes, so that this
/// file passes its own check.
const FOLDERS: [&str; 5] = ["work", "root", "tmp", "home", "Users"];

pub fn judge(file: &str, text: &str) -> Vec<Finding> {
    let lines = text.lines().enumerate();
    lines.filter_map(|(n, line)| machine_path(line).map(|path| finding(file, n + 1, path))).collect()
}

fn finding(file: &str, line: usize, path: &str) -> Finding {
    Finding::at(file, line, format!("`{path}` is a path of one machine: write it relative to the repository"))
}

/// The first absolute path in the line that starts with one of `FOLDERS`.
fn machine_path(line: &str) -> Option<&str> {
    let begins = |at: usize| {
        let (before, rest) = line.split_at(at);
        let folder = rest[1..].split('/').next().unwrap_or_default();
        FOLDERS.contains(&folder) && rest.len() > folder.len() + 1 && is_start(before)
    };
    let at = line.match_indices('/').map(|(at, _)| at).find(|&at| begins(at))?;
    let path = &line[at..];
    let end = path.find(|c: char| c.is_whitespace() || "\"'`)>,;".contains(c)).unwrap_or(path.len());
    Some(&path[..end])
}

/// Whether a path that follows the text `before` is absolute. The paths in `docs/work/x`, `$DIR/tmp/x` and
/// `example.org/home/x` are not absolute.
fn is_start(before: &str) -> bool {
    if before.ends_with("file://") {
        return true;
    }
    !before.ends_with(|c: char| c.is_alphanumeric() || "_-./~*})]%".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path that the check finds in a line. Here `@` is written for the leading slash, so that this file passes its
    /// own check.
    fn found(line: &str) -> Option<String> {
        machine_path(&line.replace('@', "/")).map(|path| path.replacen('/', "@", 1))
    }

    #[test]
    fn machine_paths_are_found() {
        assert_eq!(found("see @work/main/x.md, please").as_deref(), Some("@work/main/x.md"));
        assert_eq!(found("path = \"@root/.cargo\"").as_deref(), Some("@root/.cargo"));
        assert_eq!(found("@tmp/out.json").as_deref(), Some("@tmp/out.json"));
        assert_eq!(found("(@home/ann/x)").as_deref(), Some("@home/ann/x"));
        assert_eq!(found("--path=@Users/ann/x").as_deref(), Some("@Users/ann/x"));
        assert_eq!(found("sqlite:@tmp/x.db").as_deref(), Some("@tmp/x.db"));
        assert_eq!(found("file://@work/x").as_deref(), Some("@work/x"));
        assert_eq!(found("make 2>@tmp/log").as_deref(), Some("@tmp/log"));
        assert_eq!(found("a/b and @work/x").as_deref(), Some("@work/x"));
    }

    #[test]
    fn other_paths_are_not() {
        for line in
            ["docs/work/x.md", "$DIR@tmp/x", "${DIR}@tmp/x", "https://example.org/home/x", "a @working/b", "@work"]
        {
            assert_eq!(found(line), None, "{line}");
        }
    }

    #[test]
    fn the_line_is_told() {
        let text = format!("fine\n{}root/x", '/');
        assert_eq!(judge("a.md", &text)[0].line, 2);
    }
}
