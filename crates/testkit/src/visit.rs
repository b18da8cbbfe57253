//! The same checks for those who have a game only by its name: visitors for [`Visit`].

use crate::laws::{self, Plan, Report};
use crate::{play_file, soak};
use rulebook_kernel::Fold;
use rulebook_stage::{Staged, Visit};
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

impl Visit for Laws {
    type Out = Result<(), Report>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        laws::all(&*rules, &Plan::of(&*rules).seeds(self.seeds).closely(self.closely))
    }

    fn visit_fold<R: Staged + Fold>(self, rules: Arc<R>) -> Self::Out {
        let plan = Plan::of(&*rules).seeds(self.seeds).closely(self.closely);
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
