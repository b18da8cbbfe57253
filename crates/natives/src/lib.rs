//! Card games written in Rust. Each game is a [`RuleModule`](module::RuleModule) in its own folder.

pub mod bridge;
pub mod canasta;
pub mod cards;
pub mod durak;
pub mod gin_rummy;
pub mod kasino;
pub mod katko;
pub mod mau_mau;
pub mod module;
pub mod scopa;

use rulebook_matches::Visit;
use std::sync::Arc;

/// The ids of the games in this crate, in alphabetical order.
pub const IDS: &[&str] = &["bridge", "canasta", "durak", "gin-rummy", "kasino", "katko", "mau-mau", "scopa"];

/// Calls the visitor with the rules of this game. Returns `None` if this crate has no game with this id.
pub fn visit<V: Visit>(rules_id: &str, visitor: V) -> Option<V::Out> {
    match rules_id {
        "bridge" => native::<bridge::Bridge, V>(visitor),
        "canasta" => native::<canasta::Canasta, V>(visitor),
        "durak" => native::<durak::Durak, V>(visitor),
        "gin-rummy" => native::<gin_rummy::GinRummy, V>(visitor),
        "kasino" => native::<kasino::Kasino, V>(visitor),
        "katko" => native::<katko::Katko, V>(visitor),
        "mau-mau" => native::<mau_mau::MauMau, V>(visitor),
        "scopa" => native::<scopa::Scopa, V>(visitor),
        _ => None,
    }
}

fn native<M: module::RuleModule, V: Visit>(visitor: V) -> Option<V::Out> {
    Some(visitor.visit_fold(Arc::new(module::Native::<M>::new())))
}
