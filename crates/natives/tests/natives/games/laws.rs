//! Checks the laws that all games must satisfy, on the native games. The catalog also checks them on every folder of
//! `games/`.

use rulebook_natives::module::{Native, RuleModule};
use rulebook_testkit::laws::{self, Plan};

/// Checks all laws on a rule module.
fn obeys<M: RuleModule>() {
    let rules = Native::<M>::new();
    let plan = Plan::of(&rules);
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
    laws::fold(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

#[test]
fn bridge_obeys_every_law() {
    obeys::<rulebook_natives::bridge::Bridge>();
}

// clause: Cards 6.7-1 P1-1
#[test]
fn canasta_obeys_every_law() {
    obeys::<rulebook_natives::canasta::Canasta>();
}

// clause: Cards 1.2-3 P1-1
#[test]
fn durak_obeys_every_law() {
    obeys::<rulebook_natives::durak::Durak>();
}

#[test]
fn gin_rummy_obeys_every_law() {
    obeys::<rulebook_natives::gin_rummy::GinRummy>();
}

#[test]
fn kasino_obeys_every_law() {
    obeys::<rulebook_natives::kasino::Kasino>();
}

#[test]
fn katko_obeys_every_law() {
    obeys::<rulebook_natives::katko::Katko>();
}

#[test]
fn mau_mau_obeys_every_law() {
    obeys::<rulebook_natives::mau_mau::MauMau>();
}

#[test]
fn scopa_obeys_every_law() {
    obeys::<rulebook_natives::scopa::Scopa>();
}
