//! Tests the laws of every game on the programs of the pages. Each program is small, and together they use the whole
//! language.

use super::{folder, programs};
use rulebook_cgml::page::{ASSERTS, Program};
use rulebook_cgml::run::{Cgml, Fact};
use rulebook_kernel::{Rules, Setup, Turn};
use rulebook_table::Fact as TableFact;
use rulebook_testkit::laws::{self, Plan};
use rulebook_testkit::pages::{self, Page};
use std::fmt::Write;

#[test]
fn every_program_obeys_the_laws() {
    let mut tried = 0;
    let run = |page: &Page| {
        for (program, about) in programs(page)? {
            if !about.iter().any(|block| block.is("play")) {
                continue;
            }
            let (rules, _) = program.compile_with(clock(&program)).rules(&[])?;
            let setup = Setup::seats(rules.info().min_seats);
            // Skip pages about faults, because the laws do not apply to them.
            let start = rules.start(&setup, rulebook_kernel::Rng::seeded("1"), &mut ());
            if matches!(rules.turn(&start), Turn::Over(outcome) if outcome.is_fault()) {
                continue;
            }
            let mut plan = Plan::of(&rules).seeds(1).setups(vec![setup]).in_passing(in_passing);
            (plan.asks, plan.samples, plan.playouts, plan.damages) = (5, 2, 1, 4);
            laws::all(&rules, &plan).map_err(|report| page.at(program.block, 0, &report.to_string()))?;
            laws::fold(&rules, &plan).map_err(|report| page.at(program.block, 0, &report.to_string()))?;
            tried += 1;
        }
        Ok(())
    };
    pages::run(&folder(), &ASSERTS, run).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(tried >= 100, "there are {tried} programs");
}

/// Whether a fact reveals or shows a card. The card may be shuffled away in the same move, so the view afterwards
/// need not show it.
fn in_passing(_: &Cgml, fact: &Fact) -> bool {
    matches!(fact, Fact::Table(TableFact::Revealed { .. } | TableFact::Shown { .. }))
}

/// A document that ends the match after a few phases, because most programs never end.
fn clock(program: &Program<'_>) -> Option<String> {
    let compiled = program.compile();
    let flow = &compiled.document()?.flow;
    flow.states.get("Over")?;
    let mut layer =
        String::from("components:\n  variables:\n    - { name: clock, initial_value: 0 }\nflow:\n  transitions:\n");
    let ticking: Vec<_> = flow.states.iter().filter(|(_, state)| !state.phases.is_empty()).collect();
    for (state, _) in &ticking {
        let condition = "condition: $.clock > 12, priority: 1000";
        let _ = writeln!(layer, "    - {{ id: clock_{state}, from: {state}, to: Over, {condition} }}");
    }
    let mut phases: Vec<&str> = ticking.iter().flat_map(|(_, state)| &state.phases).map(|name| name.as_str()).collect();
    phases.sort_unstable();
    phases.dedup();
    layer += "rules:\n";
    for phase in phases {
        let effect = "effect: [ { action: INCREMENT, path: $.clock } ]";
        let _ = writeln!(layer, "  - {{ id: clock_{phase}, trigger: on.phase.{phase}, {effect} }}");
    }
    Some(layer)
}
