//! Continuous effects from resolving spells and abilities (CR 611.2). The affected objects are fixed when the effect
//! begins.

use super::Engine;
use super::compiled_cards::{Change, ModsId};
use super::eval::EvalContext;
use super::resolve::Progress;
use super::state::{Effect, Id, Ids, Pick, Question, Resolving, Until};
use crate::ir::{Duration, Mod, Obj, Rule, Who};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

impl Engine<'_> {
    pub(super) fn effect(&mut self, f: &Resolving, mods: ModsId, on: Ids, until: Until, x: i32, amount: i32) {
        let (source, controller) = (f.item.source, f.item.controller);
        self.begin(Effect { mods, on, until, time: 0, source, controller, x, amount });
    }

    /// Starts an effect that gives control of an object to this player.
    pub(super) fn give(&mut self, f: &Resolving, mods: ModsId, id: Id, controller: Seat) {
        let (on, source) = (Ids::from_slice(&[id]), f.item.source);
        self.begin(Effect { mods, on, until: Until::Always, time: 0, source, controller, x: 0, amount: 0 });
    }

    fn begin(&mut self, mut effect: Effect) {
        effect.time = self.tick();
        // If the same effect begins again and only sets values, it replaces the older effect. Effects that add to a
        // value accumulate.
        let sets = |change: &Change| !matches!(change, Change::Get { .. } | Change::Switch);
        if self.r.cards.mods[effect.mods as usize].iter().all(sets) {
            let how = |e: &Effect| (e.mods, e.until, e.x, e.amount);
            self.s.effects.retain(|old| how(old) != how(&effect) || old.on != effect.on);
        }
        self.s.effects.push(effect);
        self.s.dirty = true;
    }

    /// Gives control of objects to a player whom the text names. That player is fixed when the effect begins
    /// (CR 611.2c).
    fn hand_over(&mut self, f: &mut Resolving, on: Ids, who: &Who, until: Until, mods: ModsId) {
        let Some(&controller) = self.r.players(self.s, &f.cx(), who).first() else { return };
        f.last = on.clone();
        let (source, x, amount) = (f.item.source, 0, 0);
        self.begin(Effect { mods, on, until, time: 0, source, controller, x, amount });
        self.refresh();
    }

    pub(super) fn modify(
        &mut self,
        f: &mut Resolving,
        what: &Obj,
        mods: &[Mod],
        until: &Duration,
        list: ModsId,
    ) -> Progress {
        let r = self.r;
        let on: Ids = self.about(f, what).into_iter().filter(|id| self.s.there(*id).is_some()).collect();
        if on.is_empty() {
            if matches!(what, Obj::Every { .. }) {
                f.last = on;
            }
            return Progress::Done;
        }
        if let [Mod::Control(who)] = mods
            && *who != Who::You
        {
            let until = r.until(self.s, &f.cx(), until);
            self.hand_over(f, on, who, until, list);
            return Progress::Done;
        }
        let list = if mods.iter().any(Mod::asks_color) {
            match f.picks.iter().rev().find_map(|pick| if let Pick::Number(n) = pick { Some(*n) } else { None }) {
                Some(color) => list + color as ModsId,
                None => {
                    self.ask(f.item.controller, Question::Color);
                    return Progress::Asked;
                }
            }
        } else {
            list
        };
        let each = mods.iter().find_map(|m| if let Mod::GetEach(_, _, each, ..) = m { Some(each) } else { None });
        let amount_of =
            |g: &Self, id: Id| each.map_or(f.amount, |each| r.amount(g.s, &EvalContext { each: id, ..f.cx() }, each));
        let amounts: SmallVec<[i32; 8]> = on.iter().map(|id| amount_of(self, *id)).collect();
        let until = r.until(self.s, &f.cx(), until);
        f.last = on.clone();
        let x = f.x;
        let once = mods.iter().any(|m| matches!(m, Mod::Rule(Rule::DoesntUntap { next: true, .. })));
        if once && until == Until::Always {
            // The effect lasts until after the next untap step of the permanent's present controller (CR 611.2).
            for id in on {
                let until = Until::EndOfTurnOf(self.s.obj(id).chars.controller, false);
                self.effect(f, list, Ids::from_slice(&[id]), until, x, amounts[0]);
            }
        } else if amounts.iter().all(|n| *n == amounts[0]) {
            self.effect(f, list, on, until, x, amounts[0]);
        } else {
            for (id, amount) in on.into_iter().zip(amounts) {
                self.effect(f, list, Ids::from_slice(&[id]), until, x, amount);
            }
        }
        self.refresh();
        Progress::Done
    }
}
