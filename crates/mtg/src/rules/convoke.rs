//! Lets a player pay for a spell with permanents and cards instead of mana. Convoke (CR 702.51) taps creatures, each
//! for one generic mana or one mana of its color. Improvise (CR 702.126) taps artifacts for generic mana. Delve (CR
//! 702.66) exiles cards from the graveyard for generic mana.

use super::compiled_cards::{AbilityId, DefId, bit, type_bit};
use super::mana::{ANY, HELP, Mask, Need, Unit, Units};
use super::state::{Casting, DuelState, GameObject, Id, Zone};
use super::zones::Destination;
use super::{Duel, Engine};
use crate::ir::{CardType, PlainKeyword};
use rulebook_kernel::Seat;

/// The id that takes the place of the ability in a mana unit whose source is a permanent or card that helps to pay (a
/// *helper*). A helper gives no mana.
pub(crate) const HELPS: AbilityId = AbilityId::MAX - 1;

impl Duel {
    /// Whether the spell has convoke, improvise or delve.
    pub(crate) fn convokes(&self, def: DefId) -> bool {
        let helped = bit(PlainKeyword::Convoke) | bit(PlainKeyword::Improvise) | bit(PlainKeyword::Delve);
        self.cards.defs[def as usize].keywords & helped != 0
    }

    /// The mana that this permanent or card can replace when it helps to pay for the spell. Zero if it cannot help.
    fn helps_with(&self, def: DefId, o: &GameObject) -> Mask {
        let has = |keyword| self.cards.defs[def as usize].keywords & bit(keyword) != 0;
        let is = |card_type| o.chars.types & type_bit(card_type) != 0;
        if o.zone == Zone::Graveyard {
            return if has(PlainKeyword::Delve) { HELP } else { 0 };
        }
        let as_creature = has(PlainKeyword::Convoke) && is(CardType::Creature);
        let as_artifact = has(PlainKeyword::Improvise) && is(CardType::Artifact);
        match (as_creature, as_artifact) {
            (true, _) => o.chars.colors & 0b1_1111 | HELP,
            (false, true) => HELP,
            (false, false) => 0,
        }
    }

    /// Whether the object being announced is a spell that helpers can pay for.
    fn is_helped(&self, s: &DuelState, casting: &Casting) -> bool {
        casting.item.ability.is_none() && !casting.trigger && self.convokes(s.obj(casting.item.id).face)
    }

    /// Marks the generic symbols of a cost as payable by helpers.
    pub(crate) fn helped_need(&self, mut need: Need) -> Need {
        need.iter_mut().filter(|mask| **mask == ANY).for_each(|mask| *mask |= HELP);
        need
    }

    pub(crate) fn need_helped(&self, s: &DuelState, casting: &Casting, need: Need) -> Need {
        if self.is_helped(s, casting) { self.helped_need(need) } else { need }
    }

    /// The mana units for a spell, with its helpers at the end, so that the engine uses them only if necessary. `spell`
    /// is the card being cast, which has already left the graveyard (CR 601.2a).
    pub(crate) fn with_helpers(&self, s: &DuelState, seat: Seat, (spell, def): (Id, DefId), units: &Units) -> Units {
        let mut units = units.clone();
        for (id, o) in s.permanents().filter(|(_, o)| o.chars.controller == seat && !o.tapped) {
            let mask = self.helps_with(def, o);
            if mask == 0 {
                continue;
            }
            let own = |unit: &Unit| unit.from.is_some_and(|(from, _)| from == id);
            match units.iter().filter(|unit| own(unit)).count() {
                0 => units.push(Unit { mask, from: Some((id, HELPS)), dear: true, bound: 0 }),
                // A source of one mana can either tap for its mana or help.
                1 => units.iter_mut().filter(|unit| own(unit) && !unit.dear).for_each(|unit| unit.mask |= mask),
                // A source of several mana does not help, because its own mana is worth more.
                _ => {}
            }
        }
        for (id, o) in s.in_graveyard(seat).filter(|(id, _)| *id != spell) {
            let mask = self.helps_with(def, o);
            if mask != 0 {
                units.push(Unit { mask, from: Some((id, HELPS)), dear: true, bound: 0 });
            }
        }
        units
    }

    pub(crate) fn units_helped(&self, s: &DuelState, casting: &Casting, units: Units) -> Units {
        if !self.is_helped(s, casting) {
            return units;
        }
        // List the symbols that helpers have already paid before the other units.
        let paid =
            casting.mana.iter().map(|mask| Unit { mask: *mask, from: Some((Id::NONE, HELPS)), dear: false, bound: 0 });
        let mut all: Units = paid.collect();
        all.extend(self.with_helpers(s, casting.seat, (casting.item.id, s.obj(casting.item.id).face), &units));
        all
    }

    /// The helpers that the player may use such that the rest of the cost can still be paid.
    pub(crate) fn helpers<'a>(&'a self, s: &'a DuelState, casting: &'a Casting) -> impl Iterator<Item = Id> + 'a {
        let units = self.casting_units(s, casting);
        let need = self.need_of(s, casting);
        let mine: Vec<Unit> = units.iter().copied().filter(is_helper).collect();
        mine.into_iter().filter_map(move |unit| {
            let id = unit.from?.0;
            let rest: Units =
                units.iter().copied().filter(|other| other.from.is_none_or(|from| from.0 != id)).collect();
            let useful = (0..need.len()).any(|at| {
                let mut left = need.clone();
                let symbol = left.remove(at);
                symbol & unit.mask & (ANY | HELP) != 0 && self.can_pay(s, casting.seat, &left, &rest)
            });
            useful.then_some(id)
        })
    }
}

fn is_helper(unit: &Unit) -> bool {
    unit.from.is_some_and(|(id, ab)| ab == HELPS && !id.is_none())
}

impl Engine<'_> {
    /// Pays a part of the cost with a helper: taps the permanent or exiles the card. If the player cancels the spell,
    /// the permanent untaps, but the card stays in exile.
    pub(crate) fn help(&mut self, id: Id) {
        let waiting = self.s.waiting.len() as u16;
        let casting = self.casting_mut();
        let (seat, spell) = (casting.seat, casting.item.id);
        let mask = self.r.helps_with(self.s.obj(spell).face, self.s.obj(id));
        let pool = self.s.player(seat).pool;
        let casting = self.casting_mut();
        casting.meanwhile.before.get_or_insert((pool, waiting));
        casting.meanwhile.tapped.push(id);
        casting.mana.push(mask);
        if self.s.obj(id).zone == Zone::Graveyard {
            self.casting_mut().meanwhile.bound = true;
        }
        self.spend_helper(id);
    }

    /// Taps or exiles the helper.
    pub(super) fn spend_helper(&mut self, id: Id) {
        if self.s.obj(id).zone == Zone::Graveyard {
            self.send(&[id], Destination::Exile);
        } else {
            self.tap(id);
        }
    }
}
