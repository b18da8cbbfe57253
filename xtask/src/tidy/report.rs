//! The findings of a check.

use std::fmt;

/// A place in the repository, and a sentence about it. `line` is 0 if the finding is about a whole file or package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub file: String,
    pub line: usize,
    pub text: String,
}

impl Finding {
    pub fn at(file: impl Into<String>, line: usize, text: impl Into<String>) -> Finding {
        Finding { file: file.into(), line, text: text.into() }
    }

    pub fn of(file: impl Into<String>, text: impl Into<String>) -> Finding {
        Finding::at(file, 0, text)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.text),
            line => write!(f, "{}:{line}: {}", self.file, self.text),
        }
    }
}

/// The findings of one check. Errors make the check fail, and notes are only printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub errors: Vec<Finding>,
    pub notes: Vec<Finding>,
}

impl Report {
    /// The report of a check that could not run. This counts as an error.
    pub fn broken(what: &str, why: impl fmt::Display) -> Report {
        Report { errors: vec![Finding::of(what, why.to_string())], notes: Vec::new() }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            writeln!(f, "  note: {note}")?;
        }
        for error in &self.errors {
            writeln!(f, "  error: {error}")?;
        }
        Ok(())
    }
}
