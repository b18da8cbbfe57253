//! Card games written in Rust. Each game is a [`RuleModule`] in its own folder.

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

use module::initial::Initial;
use module::{Native, RuleModule};
use rulebook_kernel::Policy;
use rulebook_matches::Visit;
use std::sync::Arc;

/// The ids of the games in this crate, in alphabetical order.
pub const IDS: &[&str] = &["bridge", "canasta", "durak", "gin-rummy", "kasino", "katko", "mau-mau", "scopa"];

/// An initial state that replaces the embedded one, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedInitial {
    /// The initial state. [`admits`] has accepted it.
    pub initial: Initial,
    /// The text of the file.
    pub text: String,
}

/// Calls the visitor with the rules of this game. Returns `None` if this crate has no game with this id.
pub fn visit<V: Visit>(rules_id: &str, visitor: V) -> Option<V::Out> {
    visit_from(rules_id, None, None, visitor)
}

/// Like [`visit`], but the match starts from this initial state if there is one, and bots play by this policy.
pub fn visit_from<V: Visit>(
    rules_id: &str,
    edited: Option<&EditedInitial>,
    policy: Option<&Arc<Policy>>,
    visitor: V,
) -> Option<V::Out> {
    with_module(rules_id, Start { edited, policy, visitor })
}

/// Whether this is the embedded initial state of a game.
#[must_use]
pub fn is_embedded(rules_id: &str, initial: &Initial) -> bool {
    struct Same<'a>(&'a Initial);
    impl WithModule for Same<'_> {
        type Out = bool;
        fn call<M: RuleModule>(self) -> bool {
            Native::<M>::own_initial() == *self.0
        }
    }
    with_module(rules_id, Same(initial)).unwrap_or(false)
}

/// Checks that a game can be played from this initial state. `None` if this crate has no game with this id.
#[must_use]
pub fn admits(rules_id: &str, initial: &Initial) -> Option<Result<(), String>> {
    struct Admits<'a>(&'a Initial);
    impl WithModule for Admits<'_> {
        type Out = Result<(), String>;
        fn call<M: RuleModule>(self) -> Result<(), String> {
            module::initial::admit::<M>(self.0)
        }
    }
    with_module(rules_id, Admits(initial))
}

/// A visitor of a module.
trait WithModule {
    type Out;
    fn call<M: RuleModule>(self) -> Self::Out;
}

/// Calls a visitor with the module of this game.
fn with_module<V: WithModule>(rules_id: &str, visitor: V) -> Option<V::Out> {
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

fn native<M: RuleModule, V: WithModule>(visitor: V) -> Option<V::Out> {
    Some(visitor.call::<M>())
}

/// Calls a visitor with the rules of a module.
struct Start<'a, V> {
    edited: Option<&'a EditedInitial>,
    policy: Option<&'a Arc<Policy>>,
    visitor: V,
}

impl<V: Visit> WithModule for Start<'_, V> {
    type Out = V::Out;
    fn call<M: RuleModule>(self) -> V::Out {
        let rules = match self.edited {
            Some(edited) => Native::<M>::with_initial(&edited.initial, edited.text.as_bytes()),
            None => Native::<M>::new(),
        };
        self.visitor.visit_fold(Arc::new(rules.with_policy(self.policy.cloned())))
    }
}
