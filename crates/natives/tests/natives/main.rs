//! Tests the games and the interface of rule modules. One binary, so that shared code is compiled only once.

mod games;
mod interface;
mod scaffold;
mod toy;

/// The path under which the rule module of the template expects the engine's interface.
mod module {
    pub use rulebook_natives::module::*;
}
