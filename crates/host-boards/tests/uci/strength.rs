//! Tests of the option `Level`.

use rulebook_bots::{Level, Limits};
use rulebook_host_boards::uci::strength::{Strength, at_most, named, option};
use std::time::Duration;

#[test]
fn a_level_never_thinks_longer_than_was_asked_for() {
    let mut limits = Limits { nodes: Some(10), time: Some(Duration::from_millis(5)), ..Limits::default() };
    at_most(&mut limits, Level::Medium);
    at_most(&mut limits, Level::Hard);
    assert_eq!((limits.nodes, limits.time), (Some(10), Some(Duration::from_millis(5))));
    let mut limits = Limits::default();
    at_most(&mut limits, Level::Easy);
    assert_eq!((limits.nodes, limits.time), (Some(60), None));
    at_most(&mut limits, Level::Hard);
    assert_eq!(limits.time, Some(Duration::from_secs(1)));
}

#[test]
fn levels_have_their_usual_names() {
    assert_eq!(named("Easy"), Some(Strength::At(Level::Easy)));
    assert_eq!((named("full"), named("20")), (Some(Strength::Full), None));
    assert_eq!(option(), "option name Level type combo default full var easy var medium var hard var expert var full");
}
