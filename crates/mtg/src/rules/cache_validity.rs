//! Decides when the cached characteristics stay valid. An effect is *steady* if it depends only on the permanents on
//! the battlefield. While all effects are steady, a new step, tapping or a change of life does not make the cache
//! stale.

use super::ability_index::UNSTEADY;
use super::compiled_cards::{Change, CompiledAbility, CompiledCards, is_own};
use super::state::DuelState;
use super::{Duel, Engine};
use crate::ir::{Amount, Filter, Keyword, Link, Obj, Pred, Who};

fn fixed(amount: &Amount) -> bool {
    matches!(amount, Amount::Number(_))
}

fn steady_change(change: &Change) -> bool {
    match change {
        Change::Base(power, toughness) => fixed(power) && fixed(toughness),
        Change::Get { power, toughness, each } => fixed(&power.1) && fixed(&toughness.1) && each.is_none(),
        Change::Control
        | Change::Types { .. }
        | Change::EverySubtype
        | Change::Colors { .. }
        | Change::Keywords(_)
        | Change::LoseKeywords(_)
        | Change::Ability(_)
        | Change::LoseAll
        | Change::Rule(_)
        | Change::Flag(_)
        | Change::Switch => true,
        _ => false,
    }
}

fn steady_who(who: &Who) -> bool {
    matches!(who, Who::You | Who::Opponents)
}

fn steady_pred(pred: &Pred) -> bool {
    match pred {
        Pred::Other
        | Pred::Color(_)
        | Pred::NotColor(_)
        | Pred::AnyColor(_)
        | Pred::Colorless
        | Pred::Multicolored
        | Pred::Monocolored
        | Pred::Super(_)
        | Pred::NotSuper(_)
        | Pred::NotType(_)
        | Pred::NotSubtype(_)
        | Pred::Token
        | Pred::Nontoken
        | Pred::With(Keyword::Plain(_))
        | Pred::Without(Keyword::Plain(_)) => true,
        Pred::Controlled(who) | Pred::NotControlled(who) => steady_who(who),
        _ => false,
    }
}

fn steady_filter(filter: &Filter) -> bool {
    filter.post.iter().chain(filter.nouns.iter().flat_map(|noun| &noun.adj)).all(steady_pred)
}

fn steady_obj(what: &Obj) -> bool {
    match what {
        Obj::Host(_) | Obj::Back { to: Link::Host, .. } => true,
        Obj::Every { filter, .. } => steady_filter(filter),
        Obj::Both(list) => list.iter().all(steady_obj),
        other => is_own(other),
    }
}

impl CompiledCards {
    /// Whether the effect is steady: it depends only on the set of permanents, their characteristics, and the objects
    /// to which they are attached.
    pub(super) fn is_steady(&self, ab: &CompiledAbility) -> bool {
        match ab {
            CompiledAbility::Continuous { what, mods, cond, x } => {
                let plain = cond.is_none() && x.is_none() && steady_obj(what);
                plain && self.mods[*mods as usize].iter().all(steady_change)
            }
            CompiledAbility::Keyword(_)
            | CompiledAbility::Spell(_)
            | CompiledAbility::Triggered { .. }
            | CompiledAbility::Activated { .. }
            | CompiledAbility::Static(_)
            | CompiledAbility::Cost(_)
            | CompiledAbility::Rule(_) => true,
        }
    }
}

impl Duel {
    /// Whether some effect may not be steady, so that characteristics may depend on more than the set of permanents.
    fn wavers(&self, s: &DuelState) -> bool {
        !s.effects.is_empty() || !s.emblems.is_empty() || self.bearing(s, UNSTEADY).next().is_some()
    }
}

impl Engine<'_> {
    /// Marks the cache as stale if some effect may not be steady. The engine calls this after a change that leaves the
    /// set of permanents the same.
    pub(super) fn stir(&mut self) {
        self.s.dirty = self.s.dirty || self.r.wavers(self.s);
    }

    /// Like [`Self::stir`], but does nothing if `matters` is `false`, because no card of the match depends on this
    /// change.
    pub(super) fn stir_if(&mut self, matters: bool) {
        if matters {
            self.stir();
        }
    }
}
