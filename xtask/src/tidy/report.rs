//! The findings of a check.

use std::fmt;

/// A place and a sentence. `line` is 0 for a whole file or package.
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

/// Errors fail the check. Notes are only printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub errors: Vec<Finding>,
    pub notes: Vec<Finding>,
}

impl Report {
    /// The report of a check that could not run. That is an error, never a pass.
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
