//! Watches the instructions of some codes while they are performed. Only the audit uses it.

use super::Engine;
use super::compiled_cards::CodeId;
use super::resolve::{Progress, main_obj};
use super::state::{DuelState, Flow, Id, Resolving};
use crate::ir::{Act, DamageTo, Link, Node, Obj, Say, Visit};
use std::collections::BTreeMap;
use std::ops::Range;

/// The counts of what one instruction did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Performed {
    /// How often the instruction was performed.
    pub times: u32,
    /// How often the instruction changed the state.
    pub changed: u32,
    /// How often the instruction found an object to act on. Equal to `times` if the instruction names no objects.
    pub found: u32,
    /// How often the instruction damaged its own source, or attached the source to itself, although the text has only a
    /// pronoun.
    pub hurt_itself: u32,
}

/// The instructions that are watched, and what happened.
#[derive(Debug, Default)]
pub(crate) struct ActionWatch {
    /// The codes that belong to the card.
    pub codes: Range<CodeId>,
    /// For each instruction: its code and the index of its operation.
    pub seen: BTreeMap<(CodeId, u16), Performed>,
    /// Whether the present instruction has changed the state so far.
    pub changed: bool,
}

/// The state before an instruction.
pub(super) struct Before {
    key: (CodeId, u16),
    state: Box<DuelState>,
    found: bool,
    pronoun: bool,
    source: Id,
}

/// The state without the parts that every instruction changes.
fn bare(s: &DuelState) -> DuelState {
    let mut s = s.clone();
    (s.clock, s.moves, s.dirty, s.flow, s.ask) = (0, 0, false, Flow::Settle, None);
    s.frames.clear();
    s
}

/// Whether the instruction names an object only by a pronoun that means its source.
fn by_pronoun(act: &Act) -> bool {
    let own = |what: &Obj| matches!(what, Obj::Back { to: Link::Source, say: Say::It | Say::Them });
    match act {
        Act::Damage { to: DamageTo::Obj(what) | DamageTo::Both(what, _) | DamageTo::WhoAndObj(_, what), .. } => {
            own(what)
        }
        Act::Attach { what, to } => own(to) || (own(what) && matches!(to, Obj::Source)),
        Act::Fight { a, b: Some(b) } => own(a) && own(b),
        _ => false,
    }
}

impl Engine<'_> {
    /// Notes the state before an instruction. `None` if the instruction is not watched.
    pub(super) fn before_action(&mut self, f: &Resolving, act: &Act) -> Option<Before> {
        let watch = self.watch.as_mut()?;
        let code = *f.item.parts.get(usize::from(f.part))?;
        if !watch.codes.contains(&code) {
            return None;
        }
        if f.stage == 0 && f.subject == 0 && f.picks.is_empty() {
            watch.changed = false;
        }
        let names = main_obj(act).filter(|what| {
            matches!(what, Obj::Back { .. } | Obj::Every { .. } | Obj::Target(_) | Obj::Host(_) | Obj::Source)
        });
        // A card chosen from a revealed hand is not an object yet.
        let found = !f.chosen.is_empty() || names.is_none_or(|what| !self.named(f, what).is_empty());
        let state = Box::new(bare(self.s));
        Some(Before { key: (code, f.at), state, found, pronoun: by_pronoun(act), source: f.item.source })
    }

    /// Notes what the instruction did.
    pub(super) fn after_action(&mut self, before: Before, progress: Progress) {
        let Before { key, state, found, pronoun, source } = before;
        let now = bare(self.s);
        let changed = now != *state;
        let hurt = |s: &DuelState| s.known(source).map(|o| (o.damage, o.gone));
        let hurt = pronoun && (hurt(&state) != hurt(&now) || !changed);
        let Some(watch) = &mut self.watch else { return };
        watch.changed |= changed;
        if progress == Progress::Asked {
            return;
        }
        let seen = watch.seen.entry(key).or_default();
        seen.times += 1;
        seen.changed += u32::from(watch.changed);
        seen.found += u32::from(found);
        seen.hurt_itself += u32::from(hurt);
    }
}

/// The reason why an instruction of this kind may leave the state unchanged. `None` if it should change the state.
pub(crate) fn may_change_nothing(act: &Act) -> Option<&'static str> {
    match act {
        Act::Shuffle(_) => Some("a shuffled library looks the same"),
        Act::LookAtHand(_) | Act::LookTop { .. } | Act::RevealHand(_) => Some("it only shows cards"),
        Act::ChooseObj { .. } => Some("it only chooses"),
        Act::Untap(_) | Act::Tap(_) => Some("the permanent may be untapped or tapped already"),
        Act::Scry(..) | Act::Surveil(..) => Some("the player may leave the cards in their order"),
        _ if act.any(&|node| matches!(node, Node::Amount(crate::ir::Amount::X))) => Some("X may be zero"),
        _ => None,
    }
}
