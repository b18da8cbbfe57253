//! Plays the games of a simulation on several threads, and counts them in order.
//!
//! Games are grouped into jobs, and jobs into waves. Within a wave, any thread may take any job. After each wave, the
//! results are counted in the order of the games. This limits the memory, and the result does not depend on the order
//! in which threads finish.

use super::catch_panic::{caught, quietly};
use super::plan::Plan;
use super::progress::Progress;
use super::tally::Tally;
use crate::failure::Failure;
use rayon::prelude::*;
use rulebook_catalog::{Game, Record};
use std::ops::Range;
use std::path::Path;

/// Maximum number of games in a job.
const JOB: u64 = 500;
/// Number of jobs that a wave has for each thread.
const WAVE: u64 = 64;
/// Maximum number of games in a wave. The results of a wave are kept in memory until they are counted.
const MOST_HELD: u64 = 200_000;
/// Maximum number of games at the limit of moves that are played again to look for loops.
const LOOKED_AT: usize = 8;

/// Plays all games of the plan.
pub fn simulate(plan: &Plan, game: &Game) -> Result<Tally, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
    let pool = pool.map_err(|error| Failure::Input(format!("cannot start {} threads: {error}", plan.threads)))?;
    quietly(|| pool.install(|| run(plan, game)))
}

fn run(plan: &Plan, game: &Game) -> Result<Tally, Failure> {
    let progress = Progress::of(plan.games);
    let threads = plan.threads as u64;
    let job = if plan.thinks() { 1 } else { (plan.games / (threads * WAVE)).clamp(1, JOB) };
    let wave = (threads * WAVE * job).min(MOST_HELD);
    let mut tally = Tally::new(plan.setup.seats);
    let mut next = 0;
    while next < plan.games {
        let end = plan.games.min(next + wave);
        let jobs: Vec<Range<u64>> = (next..end).step_by(job as usize).map(|at| at..end.min(at + job)).collect();
        let records: Vec<Vec<Record>> =
            jobs.into_par_iter().map(|games| work(plan, game, games, &progress)).collect::<Result<_, _>>()?;
        for (record, index) in records.into_iter().flatten().zip(next..) {
            tally.add(index, record);
        }
        next = end;
    }
    progress.finish();
    tally.finish();
    look_for_loops(plan, game, &mut tally);
    Ok(tally)
}

/// Plays the games of one job.
fn work(plan: &Plan, game: &Game, games: Range<u64>, progress: &Progress) -> Result<Vec<Record>, Failure> {
    let mut player = game.player();
    let mut records = Vec::with_capacity((games.end - games.start) as usize);
    for index in games {
        let settings = plan.game(index);
        let record = match &plan.log {
            None => caught(|| player.play(&settings)),
            Some(folder) => match caught(|| player.play_logged(&settings)) {
                Ok(Ok((record, text))) => {
                    write(folder, index, &text)?;
                    Ok(record)
                }
                Ok(Err(illegal)) => Err(format!("the rules refuse a move that they offer: {illegal}")),
                Err(panic) => Err(panic),
            },
        };
        records.push(record.unwrap_or_else(|message| Record::bug(index, message)));
        progress.done(1);
    }
    Ok(records)
}

fn write(folder: &Path, index: u64, text: &str) -> Result<(), Failure> {
    let path = folder.join(format!("{index:06}.jsonl"));
    let written = std::fs::write(&path, text);
    written.map_err(|error| Failure::Input(format!("{}: cannot write: {error}", path.display())))
}

/// Plays some unfinished games again, and counts those in which the same state occurs twice. Such a game may loop
/// without end.
fn look_for_loops(plan: &Plan, game: &Game, tally: &mut Tally) {
    let again = tally.unfinished.first.iter().take(LOOKED_AT).copied().collect::<Vec<_>>();
    tally.looked_at = again.len() as u64;
    let repeats = |index: u64| caught(|| game.player().repeats_a_state(&plan.game(index)));
    tally.loops = again.par_iter().filter(|&&index| repeats(index) == Ok(true)).count() as u64;
}
