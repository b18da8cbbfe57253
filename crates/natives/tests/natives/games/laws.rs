//! Checks the law `fold` on the native games: their facts are enough to rebuild the table. The catalog checks all other
//! laws on every folder of `games/`.

use rulebook_natives::module::{Native, RuleModule};
use rulebook_testkit::laws::{self, Plan};

/// Checks the law `fold` on a rule module.
fn folds<M: RuleModule>() {
    let rules = Native::<M>::new();
    laws::fold(&rules, &Plan::of(&rules)).unwrap_or_else(|report| panic!("{report}"));
}

#[test]
fn bridge_folds() {
    folds::<rulebook_natives::bridge::Bridge>();
}

// clause: Cards 6.7-1 P1-1
#[test]
fn canasta_folds() {
    folds::<rulebook_natives::canasta::Canasta>();
}

// clause: Cards 1.2-3 P1-1
#[test]
fn durak_folds() {
    folds::<rulebook_natives::durak::Durak>();
}

#[test]
fn gin_rummy_folds() {
    folds::<rulebook_natives::gin_rummy::GinRummy>();
}

#[test]
fn kasino_folds() {
    folds::<rulebook_natives::kasino::Kasino>();
}

#[test]
fn katko_folds() {
    folds::<rulebook_natives::katko::Katko>();
}

#[test]
fn mau_mau_folds() {
    folds::<rulebook_natives::mau_mau::MauMau>();
}

#[test]
fn scopa_folds() {
    folds::<rulebook_natives::scopa::Scopa>();
}
