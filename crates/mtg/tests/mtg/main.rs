//! Tests of Magic: the grammar, the rules, the shipped cards and decks, and the scenarios of `conformance/mtg`.

mod audit;
mod grammar;
mod hostile;
mod invented;
mod keyword_text;
mod predefined;
mod references;
mod shipped;
mod source_digest;
mod state_invariants;
