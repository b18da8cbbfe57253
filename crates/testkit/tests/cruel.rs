//! The cruel game under every law, and what it is there to prove.

use rulebook_testkit::cruel::Cruel;
use rulebook_testkit::laws::{self, Plan};

fn plan(rules: &Cruel) -> Plan<Cruel> {
    Plan::of(rules).seeds(8).consistent(Cruel::consistent)
}

#[test]
fn cruel_obeys_every_law() {
    let rules = Cruel::new();
    laws::all(&rules, &plan(&rules)).unwrap();
    laws::fold(&rules, &plan(&rules)).unwrap();
}
