//! Checks every law on the test games.

use rulebook_testkit::connect_four::ConnectFour;
use rulebook_testkit::laws::{self, Plan};

#[test]
fn connect_four_obeys_every_law() {
    let rules = ConnectFour::new();
    let plan = Plan::of(&rules).seeds(20);
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
    laws::fold(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}
