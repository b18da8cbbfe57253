//! Checks that the game written by `rulebook new --family native` compiles, plays and satisfies every kernel law.

use rulebook_matches::Hosted;
use rulebook_natives::module::Native;
use rulebook_testkit::laws::{self, Plan};
use rulebook_testkit::scenario;
use std::path::Path;

#[path = "../../../cli/templates/native/crates/natives/src/starter/mod.rs"]
mod starter;

#[test]
fn the_template_obeys_every_law() {
    let rules = Native::<starter::Starter>::new();
    let plan = Plan::of(&rules);
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
    laws::fold(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

#[test]
fn its_scenario_holds() {
    let rules = Hosted::new(Native::<starter::Starter>::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/templates/native/games/starter/scenarios");
    assert_eq!(scenario::run_folder(&folder, |_| Some(&rules)), Ok(1));
}
