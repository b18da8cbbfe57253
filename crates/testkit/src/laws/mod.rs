//! The laws that every game must obey.
//!
//! One law is one file: a name, a description, and a function that checks one recorded match ([`Walk`]). [`all`] checks
//! every law on matches of every seat count. It reports the broken laws, each with a seed to reproduce it.
//!
//! ```
//! use rulebook_testkit::{connect_four::ConnectFour, laws::{self, Plan}};
//! let rules = ConnectFour::new();
//! laws::all(&rules, &Plan::of(&rules).seeds(1)).unwrap();
//! ```
//!
//! The laws cannot detect a view that consistently contains too much: a game in which all players see everything obeys
//! every law. If the sampler does not reproduce a leak in the view, the law `views` notices. If it does, only [`exact`]
//! can notice, because its caller lists the states that the viewer must be unable to tell apart.

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
mod moves;
mod notation;
mod offers;
mod parallel;
mod plan;
mod public;
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
    /// Checks a match.
    pub check: fn(&R, &Walk<R>, &Plan<R>) -> Verdict,
}

/// All laws, the cheap ones first.
#[must_use]
pub fn list<R: Staged>() -> Vec<Law<R>> {
    vec![
        Law { name: ends::NAME, check: ends::law },
        Law { name: replay::NAME, check: replay::law },
        Law { name: silent::NAME, check: silent::law },
        Law { name: copies::NAME, check: copies::law },
        Law { name: moves::NAME, check: moves::law },
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

/// Checks every law on every match of the plan.
///
/// # Errors
/// The broken laws.
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

/// Checks the law of games whose facts rebuild their table.
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

/// A panic breaks the law that was being checked.
fn try_one<R: Staged>(walk: &Walk<R>, name: &'static str, report: &mut Report, check: impl FnOnce() -> Verdict) {
    match guarded(check) {
        Ok(Ok(())) => {}
        Ok(Err(broken)) => report.add(*broken),
        Err(panic) => report.add(walk.charge(name, walk.looking_at(), format!("a panic: {panic}"))),
    }
}
