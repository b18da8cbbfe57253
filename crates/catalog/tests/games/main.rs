//! Every folder of `games/`: the laws, the scenarios, the playthroughs, the fingerprints. A new game is tested by being there.

mod copies;

use rulebook_catalog::{Catalog, Game};
use rulebook_kernel::{Fold, Rules};
use rulebook_stage::{Staged, Visit};
use rulebook_testkit::laws::{self, Plan, Report};
use rulebook_testkit::{scenario, visit};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn games() -> Vec<Game> {
    let (games, report) = Catalog::open(root()).list();
    assert!(!report.has_errors(), "{report}");
    assert!(!games.is_empty(), "there are games in {}", root().display());
    // While a game is made: `RULEBOOK_GAMES=war,hearts` looks at these alone.
    match std::env::var("RULEBOOK_GAMES") {
        Ok(only) => games.into_iter().filter(|game| only.split(',').any(|id| id == game.id)).collect(),
        Err(_) => games,
    }
}

/// Does the same thing with every game, on all cores, and panics with everything that went wrong.
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

#[test]
fn every_game_obeys_the_laws() {
    with_every_game(|game| game.visit(visit::Laws { seeds: 3, closely: 1 }).map_err(|report| report.to_string()));
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

#[test]
fn every_playthrough_is_as_recorded() {
    with_every_game(|game| {
        let folder = game.folder.join("plays");
        if folder.is_dir() { game.visit(visit::Plays(folder)).map(drop) } else { Ok(()) }
    });
}

#[test]
fn the_same_moves_give_the_same_facts_as_ever() {
    with_every_game(|game| {
        let file = game.folder.join("plays/soak.hashes");
        game.visit(visit::Soak(file))
    });
}

/// Ten thousand matches a game with the laws that look at a match as a whole, then fewer matches with every law.
#[test]
#[ignore = "the long tier: cargo xtask soak"]
fn ten_thousand_games_of_each() {
    with_every_game(|game| {
        game.visit(TenThousand).map_err(|report| report.to_string())?;
        game.visit(visit::Laws { seeds: 20, closely: 3 }).map_err(|report| report.to_string())
    });
}

struct TenThousand;

impl TenThousand {
    /// Without the laws whose cost is a multiple of the match: those that sample, load and mend.
    fn plan<R: Rules>(rules: &R) -> Plan<R> {
        let plan = Plan::of(rules);
        let seeds = 10_000_usize.div_ceil(plan.setups.len());
        let mut plan = plan.seeds(seeds);
        (plan.asks, plan.samples, plan.playouts, plan.damages) = (4, 1, 1, 1);
        plan.without("damage").without("choices").without("worlds")
    }
}

impl Visit for TenThousand {
    type Out = Result<(), Report>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        laws::all(&*rules, &TenThousand::plan(&*rules))
    }

    fn visit_fold<R: Staged + Fold>(self, rules: Arc<R>) -> Self::Out {
        let plan = TenThousand::plan(&*rules);
        laws::all(&*rules, &plan).and(laws::fold(&*rules, &plan))
    }
}
