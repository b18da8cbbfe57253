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

use rulebook_stage::Visit;
use std::sync::Arc;

/// The ids of the games here.
pub const IDS: &[&str] = &["bridge", "canasta", "crazy-eights", "durak", "gin-rummy", "kasino", "katko", "scopa"];

/// Does something with the rules of this id.
pub fn visit<V: Visit>(rules_id: &str, visitor: V) -> Option<V::Out> {
    match rules_id {
        "bridge" => Some(visitor.visit_fold(Arc::new(module::Native::<bridge::Bridge>::new()))),
        "canasta" => Some(visitor.visit_fold(Arc::new(module::Native::<canasta::Canasta>::new()))),
        "crazy-eights" => Some(visitor.visit_fold(Arc::new(crazy_eights::CrazyEights::new()))),
        "durak" => Some(visitor.visit_fold(Arc::new(module::Native::<durak::Durak>::new()))),
        "gin-rummy" => Some(visitor.visit_fold(Arc::new(module::Native::<gin_rummy::GinRummy>::new()))),
        "kasino" => Some(visitor.visit_fold(Arc::new(module::Native::<kasino::Kasino>::new()))),
        "katko" => Some(visitor.visit_fold(Arc::new(module::Native::<katko::Katko>::new()))),
        "scopa" => Some(visitor.visit_fold(Arc::new(module::Native::<scopa::Scopa>::new()))),
        _ => None,
    }
}
