//! Damage (CR 120), prevention and replacement of numbers (CR 614 to 616), and state-based actions (CR 704).

use super::eval::{Cx, Thing};
use super::fact::Note;
use super::pool::{Ab, LOYALTY, SHIELD, flag, has_sub, type_bit};
use super::state::{Aim, Frame, Id, Ids, Over, Reason, Shield, State};
use super::triggers::Hap;
use super::zones::Dest;
use super::{Duel, G};
use crate::ir::{CardType, CounterKind, DoubledKind, Keyword, KeywordCount, PlainKeyword, Replacement, Static};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

impl Duel {
    /// Replacement effects of permanents on the battlefield, with their sources.
    fn replacements<'a>(&'a self, s: &'a State) -> impl Iterator<Item = (Id, Seat, &'a Replacement)> + 'a {
        let with = s.permanents().filter(|(_, o)| self.pool.defs[o.face as usize].replaces || !s.granted.is_empty());
        with.flat_map(move |(id, o)| {
            let seat = o.chars.controller;
            self.abilities(s, id).filter_map(move |ab| match &self.pool.abilities[ab as usize] {
                Ab::Static(Static::Replace(replacement)) => Some((id, seat, replacement)),
                _ => None,
            })
        })
    }

    fn doublers(&self, s: &State, seat: Seat, wanted: impl Fn(DoubledKind) -> bool) -> usize {
        let fits = |&(_, you, replacement): &(Id, Seat, &Replacement)| {
            you == seat && matches!(replacement, Replacement::Doubled(kind) if wanted(*kind))
        };
        self.replacements(s).filter(fits).count()
    }

    /// What changes the number of counters that are put on it: the effect's source, and whether it doubles or adds one.
    pub(crate) fn counter_effects(&self, s: &State, id: Id, kind: u8) -> SmallVec<[(Id, bool); 4]> {
        let seat = s.obj(id).chars.controller;
        let plus = self.pool.kinds[kind as usize] == CounterKind::PlusOne && self.is_creature(s, id);
        let of = self.replacements(s).filter(|(_, you, _)| *you == seat);
        of.filter_map(|(source, _, replacement)| match replacement {
            Replacement::Doubled(DoubledKind::PlusOneMore) if plus => Some((source, false)),
            Replacement::Doubled(DoubledKind::PlusOneCounters) if plus => Some((source, true)),
            Replacement::Doubled(DoubledKind::Counters) => Some((source, true)),
            _ => None,
        })
        .collect()
    }

    pub(crate) fn tokens_made(&self, s: &State, seat: Seat, n: i32) -> i32 {
        let twice = self.doublers(s, seat, |kind| kind == DoubledKind::Tokens);
        n.saturating_mul(1 << twice.min(10)).min(10_000)
    }

    pub(crate) fn life_gained(&self, s: &State, seat: Seat, n: i32) -> i32 {
        let barred = s.permanents().any(|(id, o)| {
            self.abilities(s, id).any(|ab| match &self.pool.abilities[ab as usize] {
                Ab::Static(Static::Player(who, crate::ir::PlayerRule::CantGainLife)) => {
                    self.is_who(s, &Cx::of(id, o.chars.controller), who, seat)
                }
                _ => false,
            })
        });
        if barred {
            return 0;
        }
        let twice = self.doublers(s, seat, |kind| kind == DoubledKind::Life);
        n.saturating_mul(1 << twice.min(10))
    }

    /// Is all of this damage prevented?
    fn prevented(&self, s: &State, from: &Thing, to: Aim, combat: bool) -> bool {
        if let Aim::Obj(id) = to
            && self.protected(s, id, from)
        {
            return true;
        }
        self.replacements(s).any(|(source, you, replacement)| {
            let Replacement::PreventAll { combat: only, to: whom, by } = replacement else { return false };
            let cx = Cx::of(source, you);
            let to_fits = match (whom, to) {
                (None, _) => true,
                (Some(what), Aim::Obj(id)) => self.is_pattern(s, &cx, what, id),
                (Some(_), Aim::Seat(_)) => false,
            };
            let by_fits = by.as_ref().is_none_or(|by| self.is_pattern(s, &cx, by, from.id));
            (!only || combat) && to_fits && by_fits
        })
    }

    /// May an Aura or Equipment be attached to it (CR 303.4, 301.5)?
    pub(crate) fn may_attach(&self, s: &State, what: Id, to: Id) -> bool {
        let Some(thing) = self.thing(s, what) else { return false };
        if s.there(to).is_none() || self.protected(s, to, &thing) {
            return false;
        }
        let aura = self.pool.aura.is_some_and(|at| has_sub(&thing.chars.subs, at));
        if aura {
            let cx = Cx::of(what, thing.chars.controller);
            return match self.pool.enchants(thing.def) {
                Some(Keyword::Enchant(filter)) => self.matches(s, &cx, filter, to),
                _ => false,
            };
        }
        self.is_creature(s, to) && !self.is_creature(s, what)
    }

    fn toxic(&self, s: &State, id: Id) -> i16 {
        let counts = self.abilities(s, id).filter_map(|ab| match &self.pool.abilities[ab as usize] {
            Ab::Keyword(Keyword::Number(KeywordCount::Toxic, n)) => Some(self.amount(s, &Cx::of(id, Seat::new(0)), n)),
            _ => None,
        });
        counts.sum::<i32>() as i16
    }
}

impl G<'_> {
    /// Deals damage from one source; gives what was dealt.
    pub(crate) fn deal(&mut self, from: Id, to: Aim, n: i32, combat: bool) -> i32 {
        let Some(source) = self.r.thing(self.s, from) else { return 0 };
        let there = match to {
            Aim::Obj(id) => self.s.there(id).is_some(),
            Aim::Seat(seat) => !self.s.player(seat).lost,
        };
        if n <= 0 || !there || self.r.prevented(self.s, &source, to, combat) {
            return 0;
        }
        if let Aim::Obj(id) = to
            && self.unshielded(id)
        {
            return 0;
        }
        let seat = source.chars.controller;
        let n = self.damage_after(seat, from, to, n, combat);
        if n <= 0 {
            return 0;
        }
        let has = |keyword: PlainKeyword| source.chars.keywords & super::pool::bit(keyword) != 0;
        let small = n.min(9999) as i16;
        match to {
            Aim::Seat(player) => {
                if has(PlainKeyword::Infect) {
                    self.s.players[player.index()].poison += small;
                } else {
                    self.lose_life(player, n);
                }
                if combat {
                    self.s.players[player.index()].poison += self.r.toxic(self.s, from);
                }
            }
            Aim::Obj(id) => {
                let obj = &mut self.s.objs[id.slot as usize];
                obj.damaged = self.s.turn;
                self.s.dirty |= self.r.volatile;
                if obj.chars.types & type_bit(CardType::Planeswalker) != 0 {
                    obj.add(LOYALTY, -small);
                }
                if obj.chars.types & type_bit(CardType::Creature) != 0 {
                    if has(PlainKeyword::Wither) || has(PlainKeyword::Infect) {
                        self.put_counters(id, 1, n, seat);
                    } else {
                        obj.damage = obj.damage.saturating_add(small);
                    }
                    self.s.objs[id.slot as usize].deadly |= has(PlainKeyword::Deathtouch);
                }
            }
        }
        self.note(|| Note::Damage(source.def, n));
        if has(PlainKeyword::Lifelink) {
            self.gain_life(seat, n);
        }
        n
    }

    /// A shield counter goes instead (CR 122.1c).
    pub(super) fn unshielded(&mut self, id: Id) -> bool {
        let has = self.s.there(id).is_some_and(|o| o.count(SHIELD) > 0);
        if has {
            self.s.objs[id.slot as usize].add(SHIELD, -1);
            self.s.dirty = true;
        }
        has
    }

    pub(crate) fn deal_and_tell(&mut self, from: Id, to: Aim, n: i32, combat: bool) -> i32 {
        let n = self.deal(from, to, n, combat);
        if n > 0 {
            self.emit(Hap::Damage { from, to, n, combat });
        }
        n
    }

    /// What is left of the damage after what doubles it and the prevention shields (CR 615.7), in the order that the player
    /// chooses who is affected, or who controls what is (CR 616.1).
    fn damage_after(&mut self, seat: Seat, from: Id, to: Aim, n: i32, combat: bool) -> i32 {
        let affected = match to {
            Aim::Seat(seat) => seat,
            Aim::Obj(id) => self.s.obj(id).chars.controller,
        };
        let fits = |shield: &Shield| {
            shield.to.is_none_or(|aim| aim == to)
                && (shield.by.is_none() || shield.by == from)
                && (!shield.combat || combat)
        };
        if self.s.shields.iter().any(|shield| fits(shield) && shield.left.is_none()) {
            return 0;
        }
        let doubles = |(source, you, replacement): (Id, Seat, &Replacement)| {
            (you == seat && *replacement == Replacement::Doubled(DoubledKind::Damage)).then_some((source, None))
        };
        let mut effects: SmallVec<[(Id, Option<usize>); 4]> = self.r.replacements(self.s).filter_map(doubles).collect();
        let shields = self.s.shields.iter().enumerate().filter(|(_, shield)| fits(shield));
        effects.extend(shields.map(|(at, shield)| (shield.source, Some(at))));
        let mut n = n;
        while !effects.is_empty() && n > 0 {
            let mixed = effects.iter().any(|(_, shield)| shield.is_some() != effects[0].1.is_some());
            let at = if mixed { self.which_first(affected, effects.iter().map(|(id, _)| *id).collect()) } else { 0 };
            match effects.remove(at).1 {
                None => n = n.saturating_mul(2),
                Some(shield) => {
                    if let Some(left) = &mut self.s.shields[shield].left {
                        let taken = n.min(*left);
                        *left -= taken;
                        n -= taken;
                    }
                }
            }
        }
        self.s.shields.retain(|shield| shield.left != Some(0));
        n
    }

    /// Life changes, with what it leads to.
    pub(crate) fn gain_life(&mut self, seat: Seat, n: i32) {
        let n = self.r.life_gained(self.s, seat, n);
        if n <= 0 {
            return;
        }
        let player = &mut self.s.players[seat.index()];
        player.life = player.life.saturating_add(n).min(1_000_000);
        player.gained = player.gained.saturating_add(n.min(9999) as u16);
        let now = player.life;
        self.s.dirty |= self.r.volatile;
        self.note(|| Note::Life(seat, now));
        self.emit(Hap::GainsLife(seat, n));
    }

    pub(crate) fn lose_life(&mut self, seat: Seat, n: i32) {
        if n <= 0 {
            return;
        }
        let player = &mut self.s.players[seat.index()];
        player.life = player.life.saturating_sub(n).max(-1_000_000);
        player.lost_life = player.lost_life.saturating_add(n.min(9999) as u16);
        let now = player.life;
        self.s.dirty |= self.r.volatile;
        self.note(|| Note::Life(seat, now));
        self.emit(Hap::LosesLife(seat, n));
    }

    /// State-based actions, all at once (CR 704.3); true if there were any.
    pub(crate) fn state_based(&mut self) -> bool {
        self.fresh = self.s.waiting.len();
        self.refresh();
        if self.losers() {
            return true;
        }
        let (r, s) = (self.r, &*self.s);
        let mut put = Ids::new();
        let mut doomed = Ids::new();
        let mut loose = Ids::new();
        let mut cancel = Ids::new();
        let mut legends: SmallVec<[(Seat, Ids); 1]> = SmallVec::new();
        for (id, o) in s.permanents() {
            let types = o.chars.types;
            if types & type_bit(CardType::Creature) != 0 {
                if o.chars.toughness <= 0 {
                    put.push(id);
                } else if (o.damage >= o.chars.toughness || o.deadly) && !r.indestructible(s, id) {
                    doomed.push(id);
                }
            }
            if types & type_bit(CardType::Planeswalker) != 0 && o.count(LOYALTY) == 0 {
                put.push(id);
            }
            if !o.host.is_none() || o.on_seat.is_some() || r.pool.aura.is_some_and(|at| has_sub(&o.chars.subs, at)) {
                let aura = r.pool.aura.is_some_and(|at| has_sub(&o.chars.subs, at));
                let legal = match o.on_seat {
                    Some(seat) => !s.player(seat).lost,
                    None => r.may_attach(s, id, o.host),
                };
                if aura && !legal {
                    put.push(id);
                } else if !aura && !o.host.is_none() && !legal {
                    loose.push(id);
                }
            }
            if o.count(0) > 0 && o.count(1) > 0 {
                cancel.push(id);
            }
            if o.chars.supers & (1 << crate::ir::Supertype::Legendary as u8) != 0
                && o.chars.rules & flag::NO_LEGEND == 0
            {
                self.r.legends(s, id, &mut legends);
            }
        }
        let deadly = s.permanents().any(|(_, o)| o.deadly);
        if deadly {
            for slot in 0..self.s.objs.len() {
                self.s.objs[slot].deadly = false;
            }
        }
        let any = !put.is_empty() || !doomed.is_empty() || !loose.is_empty() || !cancel.is_empty();
        for id in loose {
            self.s.objs[id.slot as usize].host = Id::NONE;
            self.s.dirty = true;
        }
        for id in cancel {
            let obj = &mut self.s.objs[id.slot as usize];
            let n = obj.count(0).min(obj.count(1));
            obj.add(0, -n);
            obj.add(1, -n);
            self.s.dirty = true;
        }
        self.perish(put, &doomed);
        if let Some((seat, ids)) = legends.into_iter().next() {
            let ids: Ids = ids.into_iter().filter(|id| self.s.there(*id).is_some()).collect();
            if ids.len() > 1 {
                self.push(Frame::Legend(seat, ids));
                return true;
            }
        }
        any
    }

    /// Those put into the graveyard and those destroyed go together (CR 704.3).
    fn perish(&mut self, put: Ids, doomed: &[Id]) {
        let mut all = put;
        for &id in doomed {
            if self.unshielded(id) {
                self.s.objs[id.slot as usize].damage = 0;
                continue;
            }
            let obj = &mut self.s.objs[id.slot as usize];
            if obj.shields > 0 && obj.chars.rules & flag::NO_REGENERATION == 0 {
                obj.shields -= 1;
                obj.damage = 0;
                self.leave_combat(id);
                self.tap(id);
            } else {
                all.push(id);
            }
        }
        all.sort_unstable();
        all.dedup();
        if !all.is_empty() {
            self.send(&all, Dest::Graveyard);
        }
    }

    fn losers(&mut self) -> bool {
        let mut reason = Reason::Life;
        let mut any = false;
        for player in &mut self.s.players {
            let why = if player.life <= 0 {
                Some(Reason::Life)
            } else if player.drew_from_nothing {
                Some(Reason::Library)
            } else if player.poison >= 10 {
                Some(Reason::Poison)
            } else {
                None
            };
            if let Some(why) = why.filter(|_| !player.lost) {
                player.lost = true;
                reason = why;
                any = true;
            }
        }
        if any {
            self.end_if_over(reason);
        }
        any
    }

    pub(crate) fn end_if_over(&mut self, reason: Reason) {
        let left = self.s.from(self.s.active);
        self.s.over = match left[..] {
            [] => Some(Over::Draw(Reason::Together)),
            [seat] => Some(Over::Won(seat, reason)),
            _ => self.s.over,
        };
    }
}

impl Duel {
    /// Legends of one name under one control (CR 704.5j).
    fn legends(&self, s: &State, id: Id, groups: &mut SmallVec<[(Seat, Ids); 1]>) {
        let obj = s.obj(id);
        let (seat, name) = (obj.chars.controller, &self.pool.defs[obj.face as usize].name);
        let same = |ids: &Ids| self.pool.defs[s.obj(ids[0]).face as usize].name == *name;
        match groups.iter_mut().find(|(who, ids)| *who == seat && same(ids)) {
            Some((_, ids)) => ids.push(id),
            None => groups.push((seat, Ids::from_slice(&[id]))),
        }
        groups.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
    }
}
