//! Tests of the limits and of the size of the transposition table.

use super::*;

#[test]
fn a_time_budget_can_have_a_maximum_number_of_positions() {
    let nodes = |budget: Budget, most: Option<u64>| at_most(budget.into(), most).nodes;
    assert_eq!(nodes(Budget::Millis(60), Some(3000)), Some(3000));
    assert_eq!(nodes(Budget::Millis(60), None), None);
    assert_eq!(nodes(Budget::Playouts(200), Some(3000)), Some(200));
    assert_eq!(nodes(Budget::Playouts(5000), Some(3000)), Some(3000));
    assert!(at_most(Budget::Millis(60).into(), Some(3000)).time.is_some(), "the time stays a limit");
}

#[test]
fn the_table_is_as_large_as_the_search_needs() {
    let needed = |nodes: Option<u64>| needed_entries(&Limits { nodes, ..Limits::default() });
    assert_eq!(needed(Some(60)), FEWEST_ENTRIES);
    assert_eq!(needed(Some(100_000)), 1 << 18);
    assert_eq!(needed(Some(u64::MAX)), ENTRIES);
    assert_eq!(needed(None), ENTRIES);
}

#[test]
fn the_table_is_the_greatest_power_of_two_that_fits() {
    assert_eq!(entries_of(0), FEWEST_ENTRIES);
    assert_eq!(entries_of(1), 1 << 16, "entries of 16 bytes");
    assert_eq!(entries_of(3), 1 << 17);
}
