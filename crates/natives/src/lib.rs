//! Games written by hand in Rust, on the table: a file a game.

pub mod bridge;
pub mod canasta;
mod cards;
pub mod crazy_eights;
pub mod durak;
pub mod gin_rummy;
pub mod kasino;
pub mod katko;
pub mod module;
pub mod scopa;

use rulebook_matches::Visit;
use std::sync::Arc;

/// The ids of the games here.
pub const IDS: &[&str] = &["bridge", "canasta", "crazy-eights", "durak", "gin-rummy", "kasino", "katko", "scopa"];

/// Does something with the rules of this id.
pub fn visit<V: Visit>(rules_id: &str, visitor: V) -> Option<V::Out> {
    match rules_id {
        "bridge" => native::<bridge::Bridge, V>(visitor),
        "canasta" => native::<canasta::Canasta, V>(visitor),
        "crazy-eights" => Some(visitor.visit_fold(Arc::new(crazy_eights::CrazyEights::new()))),
        "durak" => native::<durak::Durak, V>(visitor),
        "gin-rummy" => native::<gin_rummy::GinRummy, V>(visitor),
        "kasino" => native::<kasino::Kasino, V>(visitor),
        "katko" => native::<katko::Katko, V>(visitor),
        "scopa" => native::<scopa::Scopa, V>(visitor),
        _ => None,
    }
}

fn native<M: module::RuleModule, V: Visit>(visitor: V) -> Option<V::Out> {
    Some(visitor.visit_fold(Arc::new(module::Native::<M>::new())))
}
