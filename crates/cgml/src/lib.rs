//! Card games as YAML: CGML 1.3 and our extensions.
//!
//! `source → tree with spans → include, inherit, merge (`[`load`]`) → syntax (`[`syntax`]`) → check and compile (`[`compile`]`) to code (`[`code`]`) → run`.

pub mod code;
pub mod compile;
pub mod load;
pub mod page;
pub mod run;
pub mod syntax;
