//! `cargo xtask bench [NAME]`: how fast the games are on one core, best of several rounds.
//!
//! Machines are noisy: compare figures of one run, not of two.

mod measure;

use measure::{Measure, Row};
use rulebook_stage::Visit;
use std::sync::Arc;

fn main() {
    let wanted = std::env::args().nth(1);
    let chosen = |name: &str| wanted.as_deref().is_none_or(|wanted| name.contains(wanted));
    println!("{}", Row::HEAD);
    if chosen("connect-four") {
        println!("{}", Measure { seats: 2 }.visit(Arc::new(rulebook_testkit::connect_four::ConnectFour::new())));
    }
    for id in rulebook_natives::IDS.iter().filter(|id| chosen(id)) {
        for seats in [2, 4] {
            let row = rulebook_natives::visit(id, Measure { seats }).expect("a native game has rules");
            println!("{row}");
        }
    }
}
