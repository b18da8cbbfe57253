//! Why a command did not do what it was asked to, and the exit code that says so.

use rulebook_catalog::Report;
use rulebook_diag::Paint;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// A command that failed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong: a sentence for people.
    Input(String),
    /// The input is wrong: a game has mistakes.
    Mistakes(Box<Report>),
    /// The input is wrong, and that was already said.
    Told,
    /// The command line asks for something that cannot be.
    Usage(String),
    /// Whoever read our output has had enough.
    ReaderLeft,
}

impl Failure {
    /// Says it on stderr.
    pub fn tell(self) -> ExitCode {
        let mut err = io::stderr().lock();
        // A closed stderr cannot be told anything.
        let (code, _) = match self {
            Failure::ReaderLeft => (0, Ok(())),
            Failure::Told => (1, Ok(())),
            Failure::Input(why) => (1, writeln!(err, "error: {}", crate::show::plain(&why))),
            Failure::Mistakes(report) => (1, write!(err, "{}", report.to_text(paint(&io::stderr())))),
            Failure::Usage(why) => {
                (2, writeln!(err, "error: {}\n\nFor more information, try '--help'.", crate::show::plain(&why)))
            }
        };
        ExitCode::from(code)
    }
}

impl Failure {
    /// The same in words, as a part of what is said about something else.
    pub fn sentence(self) -> String {
        match self {
            Failure::Input(why) | Failure::Usage(why) => why,
            Failure::Mistakes(report) => report.to_text(Paint::Plain),
            Failure::Told | Failure::ReaderLeft => "cannot be read".to_owned(),
        }
    }
}

/// Colours for people, none for files, pipes and those who asked for none (<https://no-color.org>).
pub fn paint(stream: &impl IsTerminal) -> Paint {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if stream.is_terminal() && !unwanted { Paint::Coloured } else { Paint::Plain }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderLeft,
            _ => Failure::Input(format!("cannot write: {error}")),
        }
    }
}

impl From<Box<Report>> for Failure {
    fn from(report: Box<Report>) -> Failure {
        Failure::Mistakes(report)
    }
}
