//! Some games of a simulation once more, with an eye on the rules: which are never used, which cannot be done.

use super::guard::{caught, quietly};
use super::plan::Plan;
use super::players::Players;
use crate::report::rules;
use rayon::prelude::*;
use rulebook_bots::Make;
use rulebook_catalog::Game;
use rulebook_cgml::run::{Cgml, OptionLeak, Profile};
use rulebook_kernel::{Rng, Rules, Turn};
use rulebook_report::Failing;
use std::collections::BTreeSet;

/// So many games are watched, if there are so many.
const WATCHED: u64 = 400;
/// After fewer games a rule that was never used may just be rare.
const ENOUGH: u64 = 200;

/// What was seen of the rules of a file.
#[derive(Default)]
pub struct Watched {
    /// In how many games.
    pub games: u64,
    /// The rules that were never used.
    pub unused: Vec<String>,
    /// What fails in nearly every game.
    pub failing: Vec<Failing>,
    /// Options that depend on what the one who chooses may not know.
    pub doubts: BTreeSet<OptionLeak>,
}

/// Watches the first games; nothing where rules are not written in a file. Where bots think, others play at random in
/// their place: it is about the rules, and should not take as long again.
pub fn watch(plan: &Plan, game: &Game) -> Watched {
    let Some((known, _)) = game.cgml() else { return Watched::default() };
    let mut plan = Plan { games: plan.games.min(WATCHED), ..plan.clone() };
    if plan.thinks() {
        plan.bots.fill("random".to_owned());
    }
    let make = game.make_bots::<Cgml>();
    let one = |index: u64| caught(|| play(known, make, &plan, index)).unwrap_or_default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
    let Ok(pool) = pool else { return Watched::default() };
    let all: Vec<(Profile, BTreeSet<OptionLeak>)> =
        quietly(|| pool.install(|| (0..plan.games).into_par_iter().map(one).collect()));
    let (mut profile, mut doubts) = (Profile::default(), BTreeSet::new());
    for (game, doubted) in all {
        profile.add(&game);
        doubts.extend(doubted);
    }
    let unused = rules::uses(game, &profile).into_iter().filter(|rule| rule.fired == 0).map(|rule| rule.id);
    let failing = rules::failing(game, &profile).into_iter().filter(|failing| failing.always(plan.games));
    Watched {
        games: plan.games,
        unused: if plan.games >= ENOUGH { unused.collect() } else { Vec::new() },
        failing: failing.collect(),
        doubts,
    }
}

fn play(rules: &Cgml, make: Make<Cgml>, plan: &Plan, index: u64) -> (Profile, BTreeSet<OptionLeak>) {
    let (mut profile, mut doubts) = (Profile::default(), BTreeSet::new());
    let mut players = Players::<Cgml>::new(rules, make, plan, index);
    let mut state = rules.start_counted(&plan.setup, Rng::new(plan.deal(index)), &mut profile);
    let mut moves = Vec::new();
    for _ in 0..plan.max_moves {
        let Turn::Seats(due) = rules.turn(&state) else { break };
        let Some(seat) = due.lowest() else { break };
        moves.clear();
        rules.shortlist(&state, seat, &mut moves);
        if moves.is_empty() {
            break;
        }
        doubts.extend(rules.option_leak(&state, seat));
        let choice = players.pick(rules, &state, seat, &moves);
        rules.play_counted(&mut state, seat, &moves[choice], &mut profile);
    }
    (profile, doubts)
}
