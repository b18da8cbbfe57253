//! Plays the first games of a simulation again and counts which rules they use. Finds rules that are never used, and
//! actions that fail in every game.

use super::catch_panic::{caught, quietly};
use super::plan::Plan;
use crate::report::rule_counts;
use rayon::prelude::*;
use rulebook_bots::Make;
use rulebook_catalog::{BotSeats, Game};
use rulebook_cgml::run::{Cgml, OptionLeak, Profile};
use rulebook_kernel::{Rng, Rules, Turn};
use rulebook_report::Failing;
use std::collections::BTreeSet;

/// Maximum number of games that are played again.
const WATCHED: u64 = 400;
/// Minimum number of games before an unused rule is reported. In fewer games, the rule may simply be rare.
const ENOUGH: u64 = 200;

/// The findings about the rules of a CGML game.
#[derive(Default)]
pub struct Watched {
    /// The number of games that were played again.
    pub games: u64,
    /// Rules that were never used.
    pub unused: Vec<String>,
    /// Actions that fail in nearly every game, although the file does not handle their failure.
    pub failing: Vec<Failing>,
    /// Choices whose options depend on a value that the choosing player may not know.
    pub option_leaks: BTreeSet<OptionLeak>,
}

/// Plays the first games again. Returns nothing if the game is not written in CGML. Bots that search are replaced by
/// random players, to save time.
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
    let (mut profile, mut option_leaks) = (Profile::default(), BTreeSet::new());
    for (game, leaks) in all {
        profile.add(&game);
        option_leaks.extend(leaks);
    }
    let unused = rule_counts::uses(game, &profile).into_iter().filter(|rule| rule.fired == 0).map(|rule| rule.id);
    let failing = rule_counts::failing(game, &profile).into_iter().filter(|failing| failing.always(plan.games));
    Watched {
        games: plan.games,
        unused: if plan.games >= ENOUGH { unused.collect() } else { Vec::new() },
        failing: failing.collect(),
        option_leaks,
    }
}

fn play(rules: &Cgml, make: Make<Cgml>, plan: &Plan, index: u64) -> (Profile, BTreeSet<OptionLeak>) {
    let (mut profile, mut option_leaks) = (Profile::default(), BTreeSet::new());
    let game = plan.game(index);
    let mut players = BotSeats::<Cgml>::new(rules, make, &game);
    let mut state = rules.start_counted(game.setup, Rng::new(game.deal.clone()), &mut profile);
    let mut moves = Vec::new();
    for _ in 0..plan.max_moves {
        let Turn::Seats(due) = rules.turn(&state) else { break };
        let Some(seat) = due.lowest() else { break };
        moves.clear();
        rules.shortlist(&state, seat, &mut moves);
        if moves.is_empty() {
            break;
        }
        option_leaks.extend(rules.option_leak(&state, seat));
        let choice = players.pick(rules, &state, seat, &moves);
        rules.play_counted(&mut state, seat, &moves[choice], &mut profile);
    }
    (profile, option_leaks)
}
