//! Replacement effects for a destruction (CR 614.8): a shield counter is removed, an Aura with umbra armor is
//! destroyed, or the permanent regenerates. If several apply, the controller chooses one (CR 616.1).

use super::compiled_cards::{SHIELD, bit, flag};
use super::state::{DuelState, GameObject, Id, Ids, Pick, Question};
use super::{Duel, Engine};
use crate::ir::PlainKeyword;

impl Duel {
    /// The Auras with umbra armor that are attached to this permanent.
    fn umbras(&self, s: &DuelState, id: Id) -> Ids {
        let on = |o: &GameObject| o.host == id && o.chars.keywords & bit(PlainKeyword::UmbraArmor) != 0;
        s.permanents().filter(|(_, o)| on(o)).map(|(id, _)| id).collect()
    }

    /// Whether some permanent has more than one replacement effect for its destruction.
    pub(super) fn has_ways_out(&self, s: &DuelState) -> bool {
        let ways = |id: Id, o: &GameObject| {
            usize::from(s.count(id, SHIELD) > 0) + usize::from(o.shields > 0) + self.umbras(s, id).len()
        };
        self.asked.spares && s.permanents().any(|(id, o)| ways(id, o) > 1)
    }
}

impl Engine<'_> {
    /// Applies a replacement effect to the destruction of the permanent, if there is one. Returns whether the permanent
    /// survives. A shield counter replaces only destruction by an effect (CR 122.1c).
    pub(super) fn spared(&mut self, id: Id, regenerates: bool, by_effect: bool) -> bool {
        let Some(o) = self.s.there(id) else { return false };
        let seat = o.chars.controller;
        let shield = by_effect && self.s.count(id, SHIELD) > 0;
        let regenerates = regenerates && o.shields > 0 && o.chars.rules & flag::NO_REGENERATION == 0;
        let mut ways = Ids::new();
        ways.extend(std::iter::repeat_n(id, usize::from(shield) + usize::from(regenerates)));
        if self.r.asked.spares {
            ways.extend(self.r.umbras(self.s, id));
        }
        let way = match ways[..] {
            [] => return false,
            [_] => 0,
            _ => match self.want(seat, Question::Replacement, ways.clone()) {
                Some(Pick::Number(n)) => usize::try_from(n).unwrap_or(0),
                _ => 0,
            },
        };
        let with = ways.get(way).copied().unwrap_or(id);
        let obj = &mut self.s.objs[id.slot as usize];
        if with != id {
            (obj.damage, obj.deadly) = (0, false);
            self.destroy(&[with], true);
        } else if shield && way == 0 {
            self.s.add_counters(id.slot, SHIELD, -1);
            self.s.dirty = true;
        } else {
            obj.shields -= 1;
            (obj.damage, obj.deadly) = (0, false);
            self.leave_combat(id);
            self.tap(id);
        }
        true
    }
}
