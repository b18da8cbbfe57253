//! Tests of every game in `games/`: laws, scenarios, recorded playthroughs and fingerprints. A new game is tested
//! automatically.

mod copies;
mod dealt;
mod spaces;
mod taking_back;

use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::{Fold, Rules};
use rulebook_matches::{Staged, Visit};
use rulebook_testkit::laws::{self, Plan, Report};
use rulebook_testkit::{scenario, visit};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn games() -> Vec<Game> {
    let (games, report) = Catalog::open(root()).list();
    assert!(!report.has_errors(), "{report}");
    assert!(!games.is_empty(), "there are games in {}", root().display());
    // `RULEBOOK_GAMES=war,hearts` tests only these games.
    match std::env::var("RULEBOOK_GAMES") {
        Ok(only) => games.into_iter().filter(|game| only.split(',').any(|id| id == game.id)).collect(),
        Err(_) => games,
    }
}

/// Runs a test for every game on all cores. Panics with a list of all failures.
fn with_every_game(check: impl Fn(&Game) -> Result<(), String> + Sync) {
    let games = games();
    let next = AtomicUsize::new(0);
    let wrong: Vec<String> = thread::scope(|scope| {
        let work = || {
            let mine = std::iter::from_fn(|| games.get(next.fetch_add(1, Ordering::Relaxed)));
            mine.filter_map(|game| check(game).err().map(|why| format!("{}: {why}", game.id))).collect::<Vec<_>>()
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a panic was reported by the check")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// clause: Cards 1.2-3 6.7-1 8.2-1 8.2-2 8.5-11 P1-1 P3-1
#[test]
fn every_game_obeys_the_laws() {
    with_every_game(|game| game.visit(visit::Laws { seeds: 2, closely: 1 }).map_err(|report| report.to_string()));
}

#[test]
fn every_scenario_holds() {
    with_every_game(|game| {
        let folder = game.folder.join("scenarios");
        if !folder.is_dir() {
            return Ok(());
        }
        let rules = &*game.rules;
        scenario::run_folder(&folder, |id| (id == game.id).then_some(rules)).map(drop)
    });
}

// clause: Zones 9-11
#[test]
fn every_playthrough_is_as_recorded() {
    with_every_game(|game| {
        let folder = game.folder.join("plays");
        if folder.is_dir() { game.visit(visit::Plays(folder)).map(drop) } else { Ok(()) }
    });
}

// clause: Cards 6.1-7 12-5 12-7 P4-2
#[test]
fn the_same_moves_give_the_same_facts_as_ever() {
    with_every_game(|game| {
        let file = game.folder.join("plays/soak.hashes");
        game.visit(visit::Soak(file))
    });
}

/// Plays ten thousand matches of each game without the slow laws, then a few matches with every law.
/// `RULEBOOK_MATCHES=500` plays 500 matches instead of ten thousand.
#[test]
#[ignore = "the long tier: cargo xtask soak"]
fn ten_thousand_games_of_each() {
    with_every_game(|game| {
        game.visit(Long(&game.id)).map_err(|report| report.to_string())?;
        eprintln!("{}: looked at closely", game.id);
        game.visit(visit::Laws { seeds: 20, closely: 3 }).map_err(|report| report.to_string())
    });
}

/// Plays many matches of the game with this id, with progress messages.
struct Long<'a>(&'a str);

impl Long<'_> {
    /// Number of matches between two messages.
    const PART: usize = 1000;

    fn matches() -> usize {
        std::env::var("RULEBOOK_MATCHES").ok().and_then(|matches| matches.parse().ok()).unwrap_or(10_000)
    }

    /// Checks the matches in parts, without the slow laws `damage`, `choices` and `worlds`.
    fn parts<R: Rules>(&self, rules: &R, check: impl Fn(&Plan<R>) -> Result<(), Report>) -> Result<(), Report> {
        let setups = Plan::of(rules).setups.len();
        let seeds = Long::matches().div_ceil(setups);
        let begin = Instant::now();
        for from in (0..seeds).step_by(Long::PART.div_ceil(setups)) {
            let to = seeds.min(from + Long::PART.div_ceil(setups));
            let mut plan = Plan::of(rules).without("damage").without("choices").without("worlds");
            plan.seeds = (from + 1..=to).map(|seed| seed.to_string()).collect();
            (plan.asks, plan.samples, plan.playouts, plan.damages) = (4, 1, 1, 1);
            check(&plan)?;
            eprintln!("{}: {} matches, {:.0} s", self.0, to * setups, begin.elapsed().as_secs_f64());
        }
        Ok(())
    }
}

impl Visit for Long<'_> {
    type Out = Result<(), Report>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        self.parts(&*rules, |plan| laws::all(&*rules, plan))
    }

    fn visit_fold<R: Staged + Fold>(self, rules: Arc<R>) -> Self::Out {
        self.parts(&*rules, |plan| laws::all(&*rules, plan).and(laws::fold(&*rules, plan)))
    }
}
