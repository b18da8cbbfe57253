//! `cargo xtask bench [NAME]`: how fast the games are on one core, best of several rounds.
//!
//! `cargo xtask bench room` measures moves through a room instead.
//!
//! Machines are noisy: compare figures of one run, not of two.

mod choose;
mod measure;
mod room;

use choose::{Asked, Job};
use measure::{Effort, Measure, Row};
use rulebook_stage::Visit;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args == ["room"] {
        return match room::run() {
            Ok(row) => {
                println!("{row}");
                ExitCode::SUCCESS
            }
            Err(why) => {
                eprintln!("{why}");
                ExitCode::FAILURE
            }
        };
    }
    let jobs = jobs();
    match choose::asked(&jobs, &args) {
        Asked::Help => {
            print!("{}", choose::usage(&jobs));
            ExitCode::SUCCESS
        }
        Asked::Wrong(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
        Asked::These(chosen) => {
            println!("{}", Row::HEAD);
            chosen.iter().for_each(|job| println!("{}", run(job)));
            ExitCode::SUCCESS
        }
    }
}

/// Every row there can be, in the order of the table.
fn jobs() -> Vec<Job> {
    let mut jobs = vec![Job::new("connect-four", 2), Job::new("cruel", 2), Job::new("cruel", 3)];
    jobs.extend(rulebook_natives::IDS.iter().flat_map(|id| [2, 4].map(|seats| Job::new(id, seats))));
    jobs
}

fn run(job: &Job) -> Row {
    let measure = Measure { seats: job.seats, effort: Effort::FULL };
    match job.game.as_str() {
        "connect-four" => measure.visit(Arc::new(rulebook_testkit::connect_four::ConnectFour::new())),
        "cruel" => measure.visit(Arc::new(rulebook_testkit::cruel::Cruel::new())),
        id => rulebook_natives::visit(id, measure).expect("a native game has rules"),
    }
}
