//! Runs test cases of the loader. A case is a text: files, each after a line `== name`, and the expected result.
//!
//! ```text
//! == base.yaml
//! rules: [{id: a}]
//! == game.cgml
//! inherit: base.yaml
//! => rules:
//!   - id: a
//! ! C0023 the source text of the place
//! ```
//!
//! The last file is the game. After `=>` come the merged tree in canonical YAML and one line for each diagnostic. The cases
//! are fragments, so the diagnostic about a missing version is ignored.

use rulebook_cgml::load::{Limits, MemoryFiles, Merged, codes, load_within, print};
use rulebook_diag::{Diagnostics, Paint, Sources};

pub struct Run {
    pub sources: Sources,
    pub diags: Diagnostics,
    pub merged: Option<Merged>,
}

impl Run {
    pub fn tree(&self) -> String {
        self.merged.as_ref().map_or("nothing\n".into(), |merged| print(&merged.node))
    }

    /// The code and the first source line of each diagnostic.
    pub fn mistakes(&self) -> Vec<String> {
        let sorted = self.diags.sorted();
        let counted = sorted.iter().filter(|d| d.code != codes::VERSION_MISSING);
        let line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        counted.map(|d| format!("! {} {}", d.code, line(self.sources.slice(d.primary.span)))).collect()
    }

    pub fn report(&self) -> String {
        self.diags.to_text(&self.sources, Paint::Plain)
    }

    pub fn codes(&self) -> Vec<&'static str> {
        self.diags.sorted().iter().map(|d| d.code).filter(|&code| code != codes::VERSION_MISSING).collect()
    }
}

pub fn run(root: &str, files: MemoryFiles) -> Run {
    run_within(root, files, &Limits::default())
}

pub fn run_within(root: &str, mut files: MemoryFiles, limits: &Limits) -> Run {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let merged = load_within(root, &mut files, &mut sources, &mut diags, limits);
    assert!(merged.is_some() || diags.has_errors(), "without a tree there is a reason");
    Run { sources, diags, merged }
}

/// The files of a case. The last file is the game.
pub fn files(text: &str) -> (String, MemoryFiles) {
    let parts = text.split("== ").skip(1).filter_map(|part| part.split_once('\n'));
    let parts: Vec<(&str, &str)> = parts.collect();
    let root = parts.last().expect("a file").0.to_owned();
    (root, MemoryFiles::from_iter(parts))
}

#[track_caller]
pub fn check(case: &str) {
    let (input, expected) = case.split_once("=> ").expect("a case has an expected result after `=> `");
    let (root, files) = files(input);
    let run = run(&root, files);
    let found: String = run.tree() + &run.mistakes().iter().map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(found.trim_end(), expected.trim_end(), "\n{input}\n{}", run.report());
}
