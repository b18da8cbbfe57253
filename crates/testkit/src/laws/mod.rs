//! The laws that every game must obey.
//!
//! Each law has its own file, with a name, a description, and a function that checks one recorded match ([`Walk`]).
//! [`all`] checks every law on matches with every number of seats. It reports each broken law with a seed that
//! reproduces it.
//!
//! ```
//! use rulebook_testkit::{connect_four::ConnectFour, laws::{self, Plan}};
//! let rules = ConnectFour::new();
//! laws::all(&rules, &Plan::of(&rules).seeds(1)).unwrap();
//! ```
//!
//! The laws cannot find every leak. A game in which all players see everything obeys all laws. If a view contains a
//! secret that the sampler does not keep, the law `views` finds it. If the sampler copies the secret, only [`exact`]
//! can find it, because its caller lists the states that the viewer must not be able to distinguish.

mod broken;
mod choices;
mod copies;
mod damage;
mod due;
mod ends;
pub mod exact;
mod facts;
mod fold;
mod guard;
mod hostile;
mod illegal;
mod lore;
mod moves;
mod notation;
mod offers;
mod parallel;
mod plan;
mod public;
mod random_picks;
mod replay;
mod save;
mod sealed;
mod silent;
mod twins;
mod views;
mod views_from_facts;
mod walk;
mod worlds;

pub use broken::{Broken, Report, Verdict};
pub use guard::guarded;
pub use plan::Plan;
pub use walk::{Ending, Play, Walk};

use rulebook_kernel::Fold;
use rulebook_matches::Staged;

/// A law: its name, and the function that checks one match.
pub struct Law<R: Staged> {
    /// The name in reports and in [`Plan::skip`].
    pub name: &'static str,
    /// The function that checks one match.
    pub check: fn(&R, &Walk<R>, &Plan<R>) -> Verdict,
}

/// All laws. Cheap laws come first.
#[must_use]
pub fn list<R: Staged>() -> Vec<Law<R>> {
    vec![
        Law { name: ends::NAME, check: ends::law },
        Law { name: replay::NAME, check: replay::law },
        Law { name: silent::NAME, check: silent::law },
        Law { name: copies::NAME, check: copies::law },
        Law { name: lore::NAME, check: lore::law },
        Law { name: moves::NAME, check: moves::law },
        Law { name: random_picks::NAME, check: random_picks::law },
        Law { name: notation::NAME, check: notation::law },
        Law { name: offers::NAME, check: offers::law },
        Law { name: illegal::NAME, check: illegal::law },
        Law { name: save::NAME, check: save::law },
        Law { name: damage::NAME, check: damage::law },
        Law { name: views::NAME, check: views::law },
        Law { name: public::NAME, check: public::law },
        Law { name: choices::NAME, check: choices::law },
        Law { name: due::NAME, check: due::law },
        Law { name: facts::NAME, check: facts::law },
        Law { name: views_from_facts::NAME, check: views_from_facts::law },
        Law { name: sealed::NAME, check: sealed::law },
        Law { name: worlds::NAME, check: worlds::law },
    ]
}

/// Checks all laws on all matches of the plan.
///
/// # Errors
/// The broken laws, if there are any.
pub fn all<R: Staged>(rules: &R, plan: &Plan<R>) -> Result<(), Report> {
    let laws = list();
    for skipped in &plan.skip {
        assert!(laws.iter().any(|law| law.name == *skipped), "no law is called `{skipped}`");
    }
    over(rules, plan, |walk, report| {
        for law in laws.iter().filter(|law| !plan.skip.contains(&law.name)) {
            try_one(walk, law.name, report, || (law.check)(rules, walk, plan));
        }
    })
}

/// Checks the law `fold`, for games whose facts are enough to rebuild the table.
///
/// # Errors
/// If the law is broken.
pub fn fold<R: Staged + Fold>(rules: &R, plan: &Plan<R>) -> Result<(), Report> {
    over(rules, plan, |walk, report| try_one(walk, fold::NAME, report, || fold::law(rules, walk, plan)))
}

fn over<R: Staged>(rules: &R, plan: &Plan<R>, mut look: impl FnMut(&Walk<R>, &mut Report)) -> Result<(), Report> {
    let mut report = Report::default();
    for setup in &plan.setups {
        for seed in &plan.seeds {
            match guarded(|| Walk::random(rules, setup, seed)) {
                Ok(walk) => look(&walk, &mut report),
                Err(panic) => report.add(Broken {
                    law: ends::NAME,
                    game: rules.info().id.clone(),
                    setup: setup.clone(),
                    seed: seed.clone(),
                    at: 0,
                    message: format!("a panic before the first move: {panic}"),
                }),
            }
        }
    }
    report.verdict()
}

/// Checks one law on one match. A panic counts as breaking the law.
fn try_one<R: Staged>(walk: &Walk<R>, name: &'static str, report: &mut Report, check: impl FnOnce() -> Verdict) {
    match guarded(check) {
        Ok(Ok(())) => {}
        Ok(Err(broken)) => report.add(*broken),
        Err(panic) => report.add(walk.charge(name, walk.looking_at(), format!("a panic: {panic}"))),
    }
}
