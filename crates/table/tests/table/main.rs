//! The tests of tables, in one binary so that cargo links only once.

mod behaviour_diagnostics;
mod common;
mod deck_behaviour;
mod exact;
mod knowledge;
mod lore;
mod move_traits;
mod pages;
mod pools;
mod random_tables;
