//! The checks of this crate as visitors ([`Visit`]). They are for callers that know only the id of a game.

use crate::laws::{self, Plan, Report};
use crate::{play_file, soak};
use rulebook_kernel::{Fold, Rules};
use rulebook_matches::{Staged, Visit};
use std::path::PathBuf;
use std::sync::Arc;

/// Checks all laws with a plan that suits any game.
#[derive(Clone, Copy, Debug)]
pub struct Laws {
    /// Number of seeds for each setup.
    pub seeds: usize,
    /// How many times more thorough the plan is than usual.
    pub closely: usize,
}

/// Number of matches that one game may take, times `closely`. Each seed is played with each setup, so a game with many
/// setups gets fewer seeds, but at least one.
const MATCHES: usize = 8;

impl Laws {
    fn plan<R: Rules>(self, rules: &R) -> Plan<R> {
        let plan = Plan::of(rules).closely(self.closely);
        let seeds = (MATCHES * self.closely / plan.setups.len().max(1)).clamp(1, self.seeds.max(1));
        plan.seeds(seeds)
    }
}

impl Visit for Laws {
    type Out = Result<(), Report>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        laws::all(&*rules, &self.plan(&*rules))
    }

    fn visit_fold<R: Staged + Fold>(self, rules: Arc<R>) -> Self::Out {
        let plan = self.plan(&*rules);
        laws::all(&*rules, &plan).and(laws::fold(&*rules, &plan))
    }
}

/// Checks the playthroughs in this folder. Returns their number.
#[derive(Clone, Debug)]
pub struct Plays(pub PathBuf);

impl Visit for Plays {
    type Out = Result<usize, String>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        play_file::check_folder(&*rules, &self.0)
    }
}

/// Checks this `soak.hashes` file.
#[derive(Clone, Debug)]
pub struct Soak(pub PathBuf);

impl Visit for Soak {
    type Out = Result<(), String>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        soak::check(&*rules, &self.0)
    }
}
