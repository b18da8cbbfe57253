//! `cargo xtask bench [NAME]`: how fast the games are on one core, best of several rounds.
//!
//! Machines are noisy: compare figures of one run, not of two.

mod boards;
mod choose;
mod measure;

use choose::{Asked, Job};
use measure::{Effort, Measure, Row};
use rulebook_stage::Visit;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
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
            let (boards, others): (Vec<&Job>, Vec<&Job>) =
                chosen.into_iter().partition(|job| job.game.starts_with(boards::PREFIX));
            if !others.is_empty() {
                println!("{}", Row::HEAD);
                others.iter().for_each(|job| println!("{}", run(job)));
            }
            if !boards.is_empty() {
                boards::run(&boards);
            }
            ExitCode::SUCCESS
        }
    }
}

/// Every row there can be, in the order of the table.
fn jobs() -> Vec<Job> {
    let mut jobs = vec![Job::new("connect-four", 2), Job::new("cruel", 2), Job::new("cruel", 3)];
    jobs.extend(rulebook_natives::IDS.iter().flat_map(|id| [2, 4].map(|seats| Job::new(id, seats))));
    jobs.extend(boards::jobs());
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
