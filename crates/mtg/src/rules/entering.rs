//! Applies replacement effects as a permanent enters: its own effects and effects of other permanents (CR 614.12).
//! These effects see the permanent as it would exist on the battlefield, with all continuous effects applied.

use super::compiled_cards::{AbilityId, Change, CompiledAbility, CompiledCards, DefId};
use super::eval::EvalContext;
use super::state::{Characteristics, CounterId, DuelState, GameObject, Id, Ids, Zone};
use super::{Duel, Engine};
use crate::ir::{Node, Pred, Replacement, Static, Visit};
use rulebook_kernel::Seat;

/// Whether some card has a replacement effect that depends on the size or the keywords of the entering permanent.
pub(super) fn by_size(cards: &CompiledCards) -> bool {
    cards.abilities.iter().any(|ab| match ab {
        CompiledAbility::Static(Static::Replace(
            Replacement::EntersTapped { what, .. } | Replacement::EntersWith { what, .. },
        )) => {
            let asks = |node: Node<'_>| {
                matches!(node, Node::Pred(Pred::Stat(..) | Pred::With(_) | Pred::Without(_) | Pred::Extreme { .. }))
            };
            what.any(&asks)
        }
        _ => false,
    })
}

/// Whether some card can grant replacement effects to permanents.
pub(super) fn gives(cards: &CompiledCards) -> bool {
    let replaces = |ab: AbilityId| matches!(cards.abilities[ab as usize], CompiledAbility::Static(Static::Replace(_)));
    cards.mods.iter().flatten().any(|change| matches!(change, Change::Ability(ab) if replaces(*ab)))
}

impl Duel {
    /// Whether the object may have replacement effects, printed or granted.
    pub(super) fn may_replace(&self, s: &DuelState, obj: &GameObject) -> bool {
        self.cards.defs[obj.face as usize].replaces || self.gives_replacements && !s.granted.is_empty()
    }

    /// Whether some replacement effect may change how this permanent enters.
    pub(super) fn enters_changed(&self, s: &DuelState, face: DefId) -> bool {
        self.cards.defs[face as usize].replaces || s.permanents().any(|(_, o)| self.may_replace(s, o))
    }

    /// The characteristics that the permanent would have on the battlefield. `None` if no effect can change the printed
    /// characteristics that matter for entering.
    pub(super) fn would_be(&self, s: &DuelState, obj: &GameObject) -> Option<Characteristics> {
        let matters = |face: DefId| {
            let def = &self.cards.defs[face as usize];
            def.remakes || self.enters_by_size && def.statics
        };
        let given = |ab: AbilityId| matches!(self.cards.abilities[ab as usize], CompiledAbility::Continuous { .. });
        let any = matters(obj.face)
            || s.permanents().chain(s.emblems()).any(|(_, o)| matters(o.face))
            || s.granted.iter().any(|(_, ab, rule)| !rule && given(*ab));
        if !any {
            return None;
        }
        let mut there = s.clone();
        let slot = there.objs.len() as u16;
        there.objs.push(*obj);
        there.field.push(slot);
        self.layers(&mut there);
        Some(there.objs[usize::from(slot)].chars)
    }

    /// The printed abilities of an entering permanent. Empty if none of them is a replacement effect, or if the
    /// permanent would have lost its abilities.
    pub(super) fn entering_abilities<'a>(&'a self, s: &DuelState, def: DefId, seat: Seat) -> &'a [AbilityId] {
        let d = &self.cards.defs[def as usize];
        if !d.replaces {
            return &[];
        }
        let mut obj = self.blank(def, seat, Zone::Battlefield);
        obj.time = s.clock + 1;
        if self.would_be(s, &obj).is_some_and(|chars| chars.lost) { &[] } else { &d.abilities }
    }
}

impl Engine<'_> {
    /// Adds the counters with which a permanent enters. The counters get the timestamp of the permanent (CR 613.7c).
    pub(super) fn enter_with(&mut self, id: Id, kind: CounterId, n: i32) {
        let n = self.counters_put(id, kind, n).clamp(0, 9999) as i16;
        let time = self.s.obj(id).time;
        self.s.add_counters(id.slot, kind, n);
        self.s.stamp(id.slot, kind, time);
    }

    /// Applies the replacement effects to an entering permanent (CR 614.12).
    pub(super) fn as_it_enters(&mut self, id: Id) {
        let r = self.r;
        let mut sources: Ids = Ids::from_slice(&[id]);
        sources.extend(self.s.permanents().filter(|(_, o)| r.may_replace(self.s, o)).map(|(id, _)| id));
        for source in sources {
            let you = self.s.obj(source).chars.controller;
            let abilities: Vec<_> = r.abilities(self.s, source).collect();
            for ab in abilities {
                let CompiledAbility::Static(Static::Replace(replacement)) = &r.cards.abilities[ab as usize] else {
                    continue;
                };
                let cx = EvalContext {
                    x: i32::from(self.s.obj(id).x),
                    kicked: self.s.obj(id).kicked,
                    each: id,
                    ..EvalContext::of(source, you)
                };
                match replacement {
                    Replacement::EntersTapped { what, unless, cond } => {
                        let holds = r.is_pattern(self.s, &cx, what, id)
                            && unless.as_ref().is_none_or(|cond| !r.cond(self.s, &cx, cond))
                            && cond.as_ref().is_none_or(|cond| r.cond(self.s, &cx, cond));
                        self.s.objs[id.slot as usize].tapped |= holds;
                    }
                    Replacement::EntersWith { what, count, kind, each, x, cond, .. } => {
                        let holds = r.is_pattern(self.s, &cx, what, id)
                            && cond.as_ref().is_none_or(|cond| r.cond(self.s, &cx, cond));
                        if holds {
                            let cx = match x {
                                Some(x) => EvalContext { x: r.amount(self.s, &cx, x), ..cx },
                                None => cx,
                            };
                            let times = each.as_ref().map_or(1, |each| r.amount(self.s, &cx, each));
                            let n = r.amount(self.s, &cx, count) * times;
                            self.enter_with(id, r.cards.kind_of(*kind), n);
                        }
                    }
                    // For the first three effects of this list, the player has already chosen, before the permanent
                    // enters. The remaining effects replace other events.
                    Replacement::EntersTappedUnlessPaid { .. }
                    | Replacement::EntersChoosing(_)
                    | Replacement::EntersAsCopy { .. }
                    | Replacement::DiesExile(_)
                    | Replacement::GraveyardExile(_)
                    | Replacement::PreventAll { .. }
                    | Replacement::DrawInstead(..)
                    | Replacement::Doubled(_)
                    | Replacement::ExiledAsLeaves
                    | Replacement::Skip(..)
                    | Replacement::EntersSacrificing(..) => {}
                }
            }
        }
    }
}
