//! Card games written in YAML, in the language CGML 1.3 with extensions. The crate runs such games. The crate
//! `cgml-compiler` loads and compiles them; its modules `load`, `syntax`, `compile` and `code` are exported here, too.
//!
//! | module | does |
//! |---|---|
//! | [`run`] | runs a program as rules of the kernel; `exec.rs` executes the instructions |
//! | [`page`] | runs the conformance pages and the scenarios of games |
//!
//! The crate `table` decides who sees a card. These files in `run/` use its decision when the program runs, and decide
//! who knows computed values and answers:
//!
//! | file | does |
//! |---|---|
//! | `view.rs` | makes the view of a viewer |
//! | `staged.rs` | makes scenes, labels and gestures from this view, and steps from the facts that the viewer may know |
//! | `fact.rs` | reduces a fact to what a viewer may know (`Fact::witness`) |
//! | `audience.rs` | decides who knows a computed value |
//! | `stored_audience.rs` | decides who knows which cards a rule has stored |
//! | `answer.rs` | decides who learns an answer |
//!
//! To add an action, follow "A CGML action" in `ARCHITECTURE.md`. To add an operator, follow the table
//! [Where to put it] there.
//!
//! [Where to put it]: https://github.com/rulebook-games/rulebook/blob/main/ARCHITECTURE.md#where-to-put-it

pub mod page;
pub mod run;

pub use rulebook_cgml_compiler::{code, compile, load, syntax};
