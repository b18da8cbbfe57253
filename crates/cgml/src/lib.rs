//! Card games as YAML: CGML 1.3 and our extensions.
//!
//! `source → tree with spans → include, inherit, merge (`[`load`]`) → syntax (`[`syntax`]`) → check and compile (`[`check`]`) to code (`[`code`]`) → run`.

pub mod check;
pub mod code;
pub mod load;
pub mod page;
pub mod run;
pub mod syntax;
