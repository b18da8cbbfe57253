//! Plays the games of a simulation on several threads, and counts them in order.
//!
//! Games are grouped into jobs, and jobs into waves. Within a wave, any thread may take any job. After each wave, the
//! results are counted in the order of the games. This limits the memory, and the result does not depend on the order
//! in which threads finish.

use super::catch_panic::{caught, quietly};
use super::one_game::{Record, logged, silent};
use super::plan::Plan;
use super::progress::Progress;
use super::tally::Tally;
use crate::failure::Failure;
use rayon::prelude::*;
use rulebook_bots::Make;
use rulebook_catalog::Game;
use rulebook_matches::{Hosted, Staged, Visit};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Maximum number of games in a job.
const JOB: u64 = 500;
/// Number of jobs that a wave has for each thread.
const WAVE: u64 = 64;
/// Maximum number of games in a wave. The results of a wave are kept in memory until they are counted.
const MOST_HELD: u64 = 200_000;
/// Maximum number of games at the limit of moves that are played again to look for loops.
const LOOKED_AT: usize = 8;

/// Visitor that plays the games with the concrete type of the rules.
pub struct Simulate<'a> {
    pub plan: &'a Plan,
    pub game: &'a Game,
}

impl Visit for Simulate<'_> {
    type Out = Result<Tally, Failure>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        let make = self.game.make_bots::<R>();
        let plan = self.plan;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
        let pool = pool.map_err(|error| Failure::Input(format!("cannot start {} threads: {error}", plan.threads)))?;
        let rules = Hosted::<R>::new(rules);
        quietly(|| pool.install(|| run(&rules, make, plan)))
    }
}

fn run<R: Staged>(rules: &Hosted<R>, make: Make<R>, plan: &Plan) -> Result<Tally, Failure> {
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
            jobs.into_par_iter().map(|games| work(rules, make, plan, games, &progress)).collect::<Result<_, _>>()?;
        for (record, index) in records.into_iter().flatten().zip(next..) {
            tally.add(index, record);
        }
        next = end;
    }
    progress.finish();
    tally.finish();
    look_for_loops(rules, make, plan, &mut tally);
    Ok(tally)
}

/// Plays the games of one job.
fn work<R: Staged>(
    rules: &Hosted<R>,
    make: Make<R>,
    plan: &Plan,
    games: Range<u64>,
    progress: &Progress,
) -> Result<Vec<Record>, Failure> {
    let mut moves = Vec::new();
    let mut records = Vec::with_capacity((games.end - games.start) as usize);
    for index in games {
        let record = match &plan.log {
            None => caught(|| silent(&**rules.rules(), make, plan, index, &mut moves, |_| ())),
            Some(folder) => match caught(|| logged(rules, make, plan, index)) {
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
fn look_for_loops<R: Staged>(rules: &Hosted<R>, make: Make<R>, plan: &Plan, tally: &mut Tally) {
    let again = tally.unfinished.first.iter().take(LOOKED_AT).copied().collect::<Vec<_>>();
    tally.looked_at = again.len() as u64;
    let loops = again.par_iter().filter(|&&index| {
        let mut seen = HashSet::new();
        let mut twice = false;
        let look = |state: &R::State| {
            let mut hasher = DefaultHasher::new();
            state.hash(&mut hasher);
            twice |= !seen.insert(hasher.finish());
        };
        let played = caught(|| silent(&**rules.rules(), make, plan, index, &mut Vec::new(), look));
        played.is_ok() && twice
    });
    tally.loops = loops.count() as u64;
}
