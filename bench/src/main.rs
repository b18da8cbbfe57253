//! `cargo xtask bench [NAME]`: how fast the games are on one core, best of several rounds.
//!
//! Machines are noisy: compare figures of one run, not of two.

mod choose;
mod measure;

use choose::{Asked, Job};
use measure::{Effort, Measure, Row};
use rulebook_stage::{Staged, Visit};
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
            println!("{}", Row::HEAD);
            chosen.iter().for_each(|job| println!("{}", run(job)));
            ExitCode::SUCCESS
        }
    }
}

/// Every row there can be, in the order of the table.
fn jobs() -> Vec<Job> {
    let mut jobs = vec![Job::new("connect-four", 2), Job::new("cruel", 2), Job::new("cruel", 3)];
    for id in rulebook_natives::IDS {
        let seats = rulebook_natives::visit(id, Seats).expect("a native game has rules");
        jobs.extend(seats.into_iter().map(|seats| Job::new(id, seats)));
    }
    // One hand, as other engines count.
    jobs.push(Job::new("gin-rummy", 2).with("length", "hand"));
    jobs.push(Job::new("bridge", 4).with("scoring", "duplicate").with("boards", "1"));
    jobs
}

/// The seat counts that are measured: two and four, or the fewest.
struct Seats;

impl Visit for Seats {
    type Out = Vec<usize>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Vec<usize> {
        let seats = rules.info().min_seats..=rules.info().max_seats;
        let usual: Vec<usize> = [2, 4].into_iter().filter(|count| seats.contains(count)).collect();
        if usual.is_empty() { vec![*seats.start()] } else { usual }
    }
}

fn run(job: &Job) -> Row {
    let measure = Measure { setup: job.setup.clone(), effort: Effort::FULL };
    match job.game.as_str() {
        "connect-four" => measure.visit(Arc::new(rulebook_testkit::connect_four::ConnectFour::new())),
        "cruel" => measure.visit(Arc::new(rulebook_testkit::cruel::Cruel::new())),
        id => rulebook_natives::visit(id, measure).expect("a native game has rules"),
    }
}
