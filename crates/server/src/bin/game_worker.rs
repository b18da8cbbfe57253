//! Runs a worker as a program of its own, for the tests of this crate. `rulebook` contains the same worker.

use std::process::ExitCode;

fn main() -> ExitCode {
    match rulebook_server::visitors::run_worker() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
