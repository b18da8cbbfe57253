//! Card games written in YAML, in the language CGML 1.3 with extensions. The crate loads, compiles and runs such games.
//!
//! | module | does |
//! |---|---|
//! | [`load`] | gets texts from the caller (`FileSource`); resolves includes, inheritance and merges to one tree with spans |
//! | [`syntax`] | reads the tree as a typed document |
//! | [`compile`] | resolves names and types, reports mistakes, emits a program |
//! | [`code`] | the compiled program |
//! | [`run`] | runs a program as rules of the kernel |
//! | [`page`] | runs the conformance pages and the scenarios of games |
//!
//! This crate does not decide who sees a card: the crate `table` does. `run/view.rs` makes the view of a viewer, and
//! `run/audience.rs` decides who may know a computed value.
//!
//! To add an action, follow "A CGML action" in `ARCHITECTURE.md`. To add an operator, follow the table
//! [Where to put it] there.
//!
//! [Where to put it]: https://github.com/rulebook-games/rulebook/blob/main/ARCHITECTURE.md#where-to-put-it

pub mod code;
pub mod compile;
pub mod load;
pub mod page;
pub mod run;
pub mod syntax;
