//! The compiler of card games written in YAML, in the language CGML 1.3 with extensions. The crate `cgml` runs the
//! compiled programs. The compiler plays no games, so it has a crate of its own that is compiled quickly.
//!
//! | module | does |
//! |---|---|
//! | [`load`] | gets texts from the caller (`FileSource`); resolves includes, inheritance and merges to one tree with spans |
//! | [`syntax`] | reads the tree as a typed document |
//! | [`compile`] | resolves names and types, reports mistakes, emits a program |
//! | [`code`] | the compiled program; its instructions are in `op.rs` |

pub mod code;
pub mod compile;
pub mod load;
pub mod syntax;
