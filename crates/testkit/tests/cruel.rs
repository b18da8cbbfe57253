//! The cruel game under every law, and what it is there to prove.

use rulebook_table::Fact;
use rulebook_testkit::cruel::Cruel;
use rulebook_testkit::laws::{self, Plan};

fn plan(rules: &Cruel) -> Plan<Cruel> {
    // Everybody sees the backs of the cards that are passed, and no view keeps which way a red or a blue one went.
    Plan::of(rules)
        .seeds(8)
        .consistent(Cruel::consistent)
        .in_passing(|_, fact| matches!(fact, Fact::Moved(all) if all.len() > 1))
}

#[test]
fn cruel_obeys_every_law() {
    let rules = Cruel::new();
    laws::all(&rules, &plan(&rules)).unwrap();
    laws::fold(&rules, &plan(&rules)).unwrap();
}

/// The long tier.
#[test]
#[ignore = "long: cargo xtask soak"]
fn cruel_obeys_every_law_for_long() {
    let rules = Cruel::new();
    let plan = plan(&rules).seeds(300).closely(2);
    laws::all(&rules, &plan).unwrap();
    laws::fold(&rules, &plan).unwrap();
}
