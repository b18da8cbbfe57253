//! The same checks for those who have a game only by its name: visitors for [`Visit`].

use crate::laws::{self, Plan, Report};
use crate::{play_file, soak};
use rulebook_kernel::{Fold, Rules};
use rulebook_matches::{Staged, Visit};
use std::path::PathBuf;
use std::sync::Arc;

/// Every law, with the plan that fits any game.
#[derive(Clone, Copy, Debug)]
pub struct Laws {
    /// So many seeds a setup.
    pub seeds: usize,
    /// How much more closely than usual.
    pub closely: usize,
}

/// A game with more setups than this times its seeds is looked at with fewer seeds: each setup is a match of its own.
const MATCHES: usize = 24;

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

/// The playthroughs in a folder; how many there were.
#[derive(Clone, Debug)]
pub struct Plays(pub PathBuf);

impl Visit for Plays {
    type Out = Result<usize, String>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        play_file::check_folder(&*rules, &self.0)
    }
}

/// A `soak.hashes`.
#[derive(Clone, Debug)]
pub struct Soak(pub PathBuf);

impl Visit for Soak {
    type Out = Result<(), String>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        soak::check(&*rules, &self.0)
    }
}
