//! Why a command failed, and its exit code.

use rulebook_catalog::Report;
use rulebook_diag::Paint;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// A command that failed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong; one sentence for the user.
    Input(String),
    /// The input is wrong: a game has mistakes.
    Mistakes(Box<Report>),
    /// The input is wrong, and the command has already printed why.
    Told,
    /// The command line is wrong.
    Usage(String),
    /// The reader of our output closed the pipe.
    ReaderLeft,
}

impl Failure {
    /// Prints the failure on stderr and returns the exit code.
    pub fn tell(self) -> ExitCode {
        let mut err = io::stderr().lock();
        // If stderr is closed, the message is lost.
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
    /// The failure as text, to be part of another message.
    pub fn sentence(self) -> String {
        match self {
            Failure::Input(why) | Failure::Usage(why) => why,
            Failure::Mistakes(report) => report.to_text(Paint::Plain),
            Failure::Told | Failure::ReaderLeft => "cannot be read".to_owned(),
        }
    }
}

/// Colours on a terminal; none for files, pipes and if `NO_COLOR` is set (<https://no-color.org>).
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
