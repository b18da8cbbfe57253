//! Reports long files, and limits the size of the kernel.

use super::repo::Repo;
use super::report::{Finding, Report};

/// A file with more lines than this is mentioned. A long file is not an error, because it may still have one idea.
const NOTE_OVER: usize = 1_000;
/// Maximum number of lines of the kernel. All crates depend on it, so it must be short enough to be read in one
/// sitting.
const KERNEL_AT_MOST: usize = 1_650;
/// Maximum length of a line of Rust, in characters. A longer line is probably data, or it hides code from review.
const LINE_AT_MOST: usize = 400;
const KERNEL: &str = "crates/kernel/src/";
/// Generated files. A test compares each of these files with its source.
const GENERATED: [&str; 2] = ["web/src/messages.ts", "web/src/devMessages.ts"];

pub fn check(repo: &Repo) -> Report {
    let sources = repo.files().iter().filter(|file| is_source(file));
    let sources: Vec<(&str, String)> = sources.filter_map(|file| Some((file.as_str(), repo.text(file)?))).collect();
    let lengths: Vec<(&str, usize)> = sources.iter().map(|(file, text)| (*file, text.lines().count())).collect();
    let mut report = judge(&lengths);
    report.errors.extend(sources.iter().flat_map(|(file, text)| long_lines(file, text)));
    report
}

fn is_source(file: &str) -> bool {
    !GENERATED.contains(&file)
        && (file.ends_with(".rs") || (file.starts_with("web/") && (file.ends_with(".ts") || file.ends_with(".tsx"))))
}

fn judge(lengths: &[(&str, usize)]) -> Report {
    let mut report = Report::default();
    for &(file, lines) in lengths {
        if lines > NOTE_OVER {
            report.notes.push(Finding::of(file, format!("{lines} lines: does it have more than one idea?")));
        }
    }
    let kernel: usize = lengths.iter().filter(|(file, _)| file.starts_with(KERNEL)).map(|(_, lines)| lines).sum();
    if kernel > KERNEL_AT_MOST {
        let text = format!("{kernel} lines in total, at most {KERNEL_AT_MOST}: move something up a row");
        report.errors.push(Finding::of(KERNEL, text));
    }
    report
}

/// Lines of Rust that are too long to review.
fn long_lines(file: &str, text: &str) -> Vec<Finding> {
    let lines = text.lines().enumerate().filter(|_| file.ends_with(".rs"));
    let lines = lines.map(|(n, line)| (n + 1, line.chars().count())).filter(|(_, length)| *length > LINE_AT_MOST);
    let told = |length| format!("{length} characters in a line, at most {LINE_AT_MOST} are allowed");
    lines.map(|(line, length)| Finding::at(file, line, told(length))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_beyond_the_limit_are_refused() {
        let text = format!("fine\n{}\n{}\n", "é".repeat(400), "x".repeat(401));
        let told = long_lines("a.rs", &text);
        assert_eq!(told.len(), 1, "characters are counted, not bytes: {told:?}");
        assert_eq!((told[0].line, told[0].text.starts_with("401 ")), (3, true));
        assert!(long_lines("web/a.ts", &text).is_empty());
    }

    #[test]
    fn long_files_are_mentioned() {
        let report = judge(&[("a.rs", 1_000), ("b.rs", 1_001)]);
        assert!(report.errors.is_empty());
        assert_eq!(report.notes.iter().map(|n| n.file.as_str()).collect::<Vec<_>>(), ["b.rs"]);
    }

    #[test]
    fn the_kernel_is_counted_as_a_whole() {
        let at_limit =
            [("crates/kernel/src/a.rs", 400), ("crates/kernel/src/b.rs", 400), ("crates/kernel/src/c.rs", 400)];
        assert!(judge(&at_limit).errors.is_empty());
        let mut over = at_limit.to_vec();
        over.extend([("crates/kernel/src/d.rs", 451), ("crates/kernel/tests/laws.rs", 300)]);
        let errors = judge(&over).errors;
        assert_eq!(errors.len(), 1);
        assert!(errors[0].text.starts_with("1651 lines"), "{errors:?}");
    }

    #[test]
    fn sources_are_rust_and_the_web_client() {
        assert!(is_source("crates/x/src/lib.rs") && is_source("web/src/table.tsx") && is_source("web/src/wire.ts"));
        assert!(!is_source("README.md") && !is_source("docs/video.ts"));
    }
}
