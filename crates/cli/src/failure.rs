//! Why a command failed, and its exit code.

use rulebook_catalog::Report;
use rulebook_diag::Paint;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// A command that failed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong. The sentence tells the user why.
    Input(String),
    /// A game has mistakes. The report lists them.
    Mistakes(Box<Report>),
    /// The input is wrong, and the command has already printed the reason.
    Told,
    /// The command line is wrong.
    Usage(String),
    /// The command line is wrong, or asks for help. Clap has the text.
    Clap(clap::Error),
    /// The program that reads our output has closed the pipe. This is not an error.
    ReaderLeft,
}

impl Failure {
    /// Prints the failure on stderr and returns the exit code.
    pub fn tell(self) -> ExitCode {
        if let Failure::Clap(told) = self {
            // Help goes to stdout with exit code 0, mistakes go to stderr with exit code 2.
            return match told.print().map_err(Failure::from) {
                Err(failure) if !told.use_stderr() => failure.tell(),
                _ => ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(2)),
            };
        }
        let mut err = io::stderr().lock();
        // If stderr is closed, nothing can be printed, so errors of writing are ignored.
        let (code, _) = match self {
            Failure::ReaderLeft | Failure::Clap(_) => (0, Ok(())),
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
    /// The failure as text, for use inside another message.
    pub fn sentence(self) -> String {
        match self {
            Failure::Input(why) | Failure::Usage(why) => why,
            Failure::Mistakes(report) => report.to_text(Paint::Plain),
            Failure::Clap(told) => told.to_string(),
            Failure::Told | Failure::ReaderLeft => "cannot be read".to_owned(),
        }
    }
}

/// Returns colours if the output is a terminal with colours. Files and pipes get no colours, and neither does a user
/// who wants none.
pub fn paint(stream: &impl IsTerminal) -> Paint {
    if stream.is_terminal() && !is_colourless() { Paint::Coloured } else { Paint::Plain }
}

/// Whether to write without colours: the user has set `NO_COLOR` (<https://no-color.org>), or the terminal has none.
pub fn is_colourless() -> bool {
    let told = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let terminal = std::env::var("TERM").unwrap_or_default();
    let without = |name: &str| matches!(name, "dumb" | "vt52" | "vt100" | "vt102" | "vt220" | "vt320");
    told || without(&terminal) || terminal.ends_with("-m") || terminal.ends_with("-mono")
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
