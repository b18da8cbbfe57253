//! Damage (CR 120), replacement effects that change numbers (CR 614), and state-based actions (CR 704).

use super::compiled_cards::{CompiledAbility, LOYALTY, SHIELD, flag, has_sub, type_bit};
use super::eval::{EvalContext, Thing};
use super::fact::{HitRecipient, Note};
use super::state::{DuelState, Frame, Id, Ids, ObjectOrPlayer, Over, Reason};
use super::triggers::GameEvent;
use super::zones::Destination;
use super::{Duel, Engine, ability_index};
use crate::ir::{CardType, CounterKind, DoubledKind, Keyword, KeywordCount, PlainKeyword, Replacement, Static};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// Damage that would be dealt: the source, the recipient and the amount.
pub(crate) type Hit = (Id, ObjectOrPlayer, i32);
pub(crate) type Hits = SmallVec<[Hit; 8]>;

fn has(source: &Thing, keyword: PlainKeyword) -> bool {
    source.chars.keywords & super::compiled_cards::bit(keyword) != 0
}

impl Duel {
    /// The replacement effects of all permanents on the battlefield, each with its source.
    pub(super) fn replacements<'a>(
        &'a self,
        s: &'a DuelState,
    ) -> impl Iterator<Item = (Id, Seat, &'a Replacement)> + 'a {
        self.bearing(s, ability_index::REPLACES).flat_map(move |(id, o)| {
            let seat = o.chars.controller;
            self.abilities(s, id).filter_map(move |ab| match &self.cards.abilities[ab as usize] {
                CompiledAbility::Static(Static::Replace(replacement)) => Some((id, seat, replacement)),
                _ => None,
            })
        })
    }

    fn doublers(&self, s: &DuelState, seat: Seat, wanted: impl Fn(DoubledKind) -> bool) -> usize {
        let fits = |&(_, you, replacement): &(Id, Seat, &Replacement)| {
            you == seat && matches!(replacement, Replacement::Doubled(kind) if wanted(*kind))
        };
        self.replacements(s).filter(fits).count()
    }

    /// The effects that change how many counters are put on an object. Each entry has the source of the effect, and
    /// whether the effect doubles the number or adds one.
    pub(crate) fn counter_effects(&self, s: &DuelState, id: Id, kind: u8) -> SmallVec<[(Id, bool); 4]> {
        let seat = s.obj(id).chars.controller;
        let plus = self.cards.kinds[kind as usize] == CounterKind::PlusOne && self.is_creature(s, id);
        let of = self.replacements(s).filter(|(_, you, _)| *you == seat);
        of.filter_map(|(source, _, replacement)| match replacement {
            Replacement::Doubled(DoubledKind::PlusOneMore) if plus => Some((source, false)),
            Replacement::Doubled(DoubledKind::PlusOneCounters) if plus => Some((source, true)),
            Replacement::Doubled(DoubledKind::Counters) => Some((source, true)),
            _ => None,
        })
        .collect()
    }

    pub(crate) fn tokens_made(&self, s: &DuelState, seat: Seat, n: i32) -> i32 {
        let twice = self.doublers(s, seat, |kind| kind == DoubledKind::Tokens);
        n.saturating_mul(1 << twice.min(10)).min(10_000)
    }

    pub(crate) fn life_gained(&self, s: &DuelState, seat: Seat, n: i32) -> i32 {
        let barred = self.bearing(s, ability_index::PLAYER).any(|(id, o)| {
            self.abilities(s, id).any(|ab| match &self.cards.abilities[ab as usize] {
                CompiledAbility::Static(Static::Player(who, crate::ir::PlayerRule::CantGainLife)) => {
                    self.is_who(s, &EvalContext::of(id, o.chars.controller), who, seat)
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

    /// Whether this damage is prevented completely.
    fn prevented(&self, s: &DuelState, from: &Thing, to: ObjectOrPlayer, combat: bool) -> bool {
        if let ObjectOrPlayer::Obj(id) = to
            && self.protected(s, id, from)
        {
            return true;
        }
        self.replacements(s).any(|(source, you, replacement)| {
            let Replacement::PreventAll { combat: only, to: whom, by } = replacement else { return false };
            let cx = EvalContext::of(source, you);
            let to_fits = match (whom, to) {
                (None, _) => true,
                (Some(what), ObjectOrPlayer::Obj(id)) => self.is_pattern(s, &cx, what, id),
                (Some(_), ObjectOrPlayer::Seat(_)) => false,
            };
            let by_fits = by.as_ref().is_none_or(|by| self.is_pattern(s, &cx, by, from.id));
            // If both fields are set, the text says `dealt to and dealt by`: damage that matches either field is
            // prevented.
            let both = whom.is_some() && by.is_some();
            (!only || combat) && if both { to_fits || by_fits } else { to_fits && by_fits }
        })
    }

    /// Whether the Aura or Equipment `what` may be attached to `to` (CR 303.4, 301.5).
    pub(crate) fn may_attach(&self, s: &DuelState, what: Id, to: Id) -> bool {
        let Some(thing) = self.thing(s, what) else { return false };
        if s.there(to).is_none() || self.protected(s, to, &thing) {
            return false;
        }
        let aura = self.cards.aura.is_some_and(|at| has_sub(&thing.chars.subs, at));
        if aura {
            let cx = EvalContext::of(what, thing.chars.controller);
            return match self.cards.enchants(thing.def) {
                Some(Keyword::Enchant(filter)) => self.matches(s, &cx, filter, to),
                _ => false,
            };
        }
        self.is_creature(s, to) && !self.is_creature(s, what)
    }

    fn toxic(&self, s: &DuelState, id: Id) -> i16 {
        if !self.bears(s, id.slot, s.obj(id), ability_index::NUMBER) {
            return 0;
        }
        let counts = self.abilities(s, id).filter_map(|ab| match &self.cards.abilities[ab as usize] {
            CompiledAbility::Keyword(Keyword::Number(KeywordCount::Toxic, n)) => {
                Some(self.amount(s, &EvalContext::of(id, Seat::new(0)), n))
            }
            _ => None,
        });
        counts.sum::<i32>() as i16
    }
}

impl Engine<'_> {
    /// Deals all this damage at the same time, as one event (CR 120.4, 510.2). Returns the total damage dealt.
    pub(crate) fn deal_all(&mut self, hits: &[Hit], combat: bool) -> i32 {
        let hits = self.unprevented(hits, combat);
        self.fresh = self.s.waiting.len();
        let mut lost: SmallVec<[i32; 4]> = SmallVec::from_elem(0, self.s.seats());
        let mut gained: SmallVec<[(Id, Seat, i32); 4]> = SmallVec::new();
        for &(from, to, n) in &hits {
            let Some(source) = self.r.thing(self.s, from) else { continue };
            let seat = source.chars.controller;
            match to {
                ObjectOrPlayer::Seat(player) => {
                    let life = self.hurt_player(&source, player, n, combat);
                    lost[player.index()] = lost[player.index()].saturating_add(life);
                }
                ObjectOrPlayer::Obj(id) => self.hurt_permanent(&source, id, n),
            }
            let whom = match to {
                ObjectOrPlayer::Seat(player) => HitRecipient::Seat(player),
                ObjectOrPlayer::Obj(id) => HitRecipient::Permanent(self.s.known(id).map_or(source.def, |obj| obj.face)),
            };
            self.note(|| Note::Hits(source.def, whom, n));
            if has(&source, PlainKeyword::Lifelink) {
                match gained.iter_mut().find(|(by, ..)| *by == from) {
                    Some(of_it) => of_it.2 = of_it.2.saturating_add(n),
                    None => gained.push((from, seat, n)),
                }
            }
        }
        for (at, n) in lost.into_iter().enumerate() {
            self.lose_life(Seat::new(at), n);
        }
        // All lifelink damage of one source causes one life gain (CR 119.9, 702.15b).
        for (_, seat, n) in gained {
            self.gain_life(seat, n);
        }
        let mut total: i32 = 0;
        for (from, to, n) in hits {
            self.emit(GameEvent::Damage { from, to, n, combat });
            total = total.saturating_add(n);
        }
        total
    }

    /// The damage that remains after prevention.
    fn unprevented(&mut self, hits: &[Hit], combat: bool) -> Hits {
        let r = self.r;
        let mut left = Hits::new();
        let mut spared = Ids::new();
        let stands = self.unpreventable();
        for &(from, to, n) in hits {
            let Some(source) = r.thing(self.s, from) else { continue };
            let there = match to {
                ObjectOrPlayer::Obj(id) => self.s.there(id).is_some(),
                ObjectOrPlayer::Seat(seat) => !self.s.player(seat).lost,
            };
            if n <= 0 || !there {
                continue;
            }
            let gone = || r.prevented(self.s, &source, to, combat) || self.fully_shielded((from, to, n), combat);
            if !stands && gone() {
                continue;
            }
            // All damage at one time removes only one shield counter (CR 122.1c), even if it cannot be prevented
            // (CR 615.12).
            if let ObjectOrPlayer::Obj(id) = to
                && (spared.contains(&id) || self.unshielded(id))
            {
                spared.push(id);
                if !stands {
                    continue;
                }
            }
            left.push((from, to, n));
        }
        self.meet_shields(&mut left, combat, stands);
        left
    }

    /// Deals damage to a player. Returns the life that the player loses.
    fn hurt_player(&mut self, source: &Thing, player: Seat, n: i32, combat: bool) -> i32 {
        let toxic = if combat { self.r.toxic(self.s, source.id) } else { 0 };
        let infects = has(source, PlainKeyword::Infect);
        if toxic > 0 || infects {
            self.stir_if(self.r.volatile);
        }
        let poison = &mut self.s.players[player.index()].poison;
        *poison = poison.saturating_add(toxic);
        if infects {
            *poison = poison.saturating_add(n.min(9999) as i16);
            return 0;
        }
        n
    }

    fn hurt_permanent(&mut self, source: &Thing, id: Id, n: i32) {
        let small = n.min(9999) as i16;
        self.s.objs[id.slot as usize].damaged = self.s.turn;
        self.stir_if(self.r.volatile);
        if self.s.obj(id).chars.types & type_bit(CardType::Planeswalker) != 0 {
            self.s.add_counters(id.slot, LOYALTY, -small);
        }
        let obj = &mut self.s.objs[id.slot as usize];
        if obj.chars.types & type_bit(CardType::Creature) != 0 {
            if has(source, PlainKeyword::Wither) || has(source, PlainKeyword::Infect) {
                self.put_counters(id, 1, n, source.chars.controller);
            } else {
                obj.damage = obj.damage.saturating_add(small);
            }
            self.s.objs[id.slot as usize].deadly |= has(source, PlainKeyword::Deathtouch);
        }
    }

    /// Removes a shield counter, which replaces a destruction or damage (CR 122.1c). Returns `false` if there is no
    /// shield counter.
    pub(super) fn unshielded(&mut self, id: Id) -> bool {
        let has = self.s.there(id).is_some() && self.s.count(id, SHIELD) > 0;
        if has {
            self.s.add_counters(id.slot, SHIELD, -1);
            self.s.dirty = true;
        }
        has
    }

    /// Adds life to the player and emits the event that the player gains life. Returns the amount of life gained.
    pub(crate) fn gain_life(&mut self, seat: Seat, n: i32) -> i32 {
        let n = self.r.life_gained(self.s, seat, n);
        if n <= 0 {
            return 0;
        }
        let player = &mut self.s.players[seat.index()];
        player.life = player.life.saturating_add(n).min(1_000_000);
        player.gained = player.gained.saturating_add(n.min(9999) as u16);
        let now = player.life;
        self.stir_if(self.r.volatile);
        self.note(|| Note::Life(seat, now));
        self.emit(GameEvent::GainsLife(seat, n));
        n
    }

    pub(crate) fn lose_life(&mut self, seat: Seat, n: i32) {
        if n <= 0 {
            return;
        }
        let player = &mut self.s.players[seat.index()];
        player.life = player.life.saturating_sub(n).max(-1_000_000);
        player.lost_life = player.lost_life.saturating_add(n.min(9999) as u16);
        let now = player.life;
        self.stir_if(self.r.volatile);
        self.note(|| Note::Life(seat, now));
        self.emit(GameEvent::LosesLife(seat, n));
    }

    /// Performs all state-based actions at once (CR 704.3). Returns whether an action was performed.
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
        let mut told = Ids::new();
        let mut legends: SmallVec<[(Seat, Ids); 1]> = SmallVec::new();
        let mut worlds: SmallVec<[(u32, Id); 2]> = SmallVec::new();
        for (id, o) in s.permanents() {
            let types = o.chars.types;
            if types & type_bit(CardType::Creature) != 0 {
                if o.chars.toughness <= 0 {
                    put.push(id);
                } else if (o.damage >= o.chars.toughness || o.deadly) && !r.indestructible(s, id) {
                    doomed.push(id);
                }
            }
            if types & type_bit(CardType::Planeswalker) != 0 && s.count(id, LOYALTY) == 0 {
                put.push(id);
            }
            if !o.host.is_none() || o.on_seat.is_some() || r.cards.aura.is_some_and(|at| has_sub(&o.chars.subs, at)) {
                let aura = r.cards.aura.is_some_and(|at| has_sub(&o.chars.subs, at));
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
            if s.count(id, 0) > 0 && s.count(id, 1) > 0 {
                cancel.push(id);
            }
            if r.is_told(s, id) {
                told.push(id);
            }
            if o.chars.supers & (1 << crate::ir::Supertype::Legendary as u8) != 0
                && o.chars.rules & flag::NO_LEGEND == 0
            {
                self.r.legends(s, id, &mut legends);
            }
            if o.chars.supers & (1 << crate::ir::Supertype::World as u8) != 0 {
                worlds.push((o.time, id));
            }
        }
        // Only the newest world permanent stays (CR 704.5k).
        worlds.sort_unstable();
        worlds.pop();
        put.extend(worlds.into_iter().map(|(_, id)| id));
        let deadly = s.permanents().any(|(_, o)| o.deadly);
        if deadly {
            for slot in 0..self.s.objs.len() {
                self.s.objs[slot].deadly = false;
            }
        }
        let any = !put.is_empty() || !doomed.is_empty() || !loose.is_empty() || !cancel.is_empty() || !told.is_empty();
        for id in loose {
            self.s.objs[id.slot as usize].host = Id::NONE;
            self.s.dirty = true;
        }
        for id in cancel {
            let n = self.s.count(id, 0).min(self.s.count(id, 1));
            self.s.add_counters(id.slot, 0, -n);
            self.s.add_counters(id.slot, 1, -n);
            self.s.dirty = true;
        }
        self.perish(put, &doomed);
        for id in told {
            let seat = self.s.obj(id).chars.controller;
            self.sacrifice(seat, &[id]);
        }
        if let Some((seat, ids)) = legends.into_iter().next() {
            let ids: Ids = ids.into_iter().filter(|id| self.s.there(*id).is_some()).collect();
            if ids.len() > 1 {
                self.push(Frame::Legend(seat, ids));
                return true;
            }
        }
        any
    }

    /// Moves permanents to the graveyard at the same time (CR 704.3). The permanents in `put` are put there directly,
    /// and the permanents in `doomed` are destroyed.
    fn perish(&mut self, put: Ids, doomed: &[Id]) {
        let mut all = put;
        for &id in doomed {
            if !self.spared(id, true, false) {
                all.push(id);
            }
        }
        all.sort_unstable();
        all.dedup();
        if !all.is_empty() {
            self.send(&all, Destination::Graveyard);
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
    /// Adds a legendary permanent to the group with the same name and controller (CR 704.5j).
    fn legends(&self, s: &DuelState, id: Id, groups: &mut SmallVec<[(Seat, Ids); 1]>) {
        let obj = s.obj(id);
        let (seat, name) = (obj.chars.controller, &self.cards.defs[obj.face as usize].name);
        let same = |ids: &Ids| self.cards.defs[s.obj(ids[0]).face as usize].name == *name;
        match groups.iter_mut().find(|(who, ids)| *who == seat && same(ids)) {
            Some((_, ids)) => ids.push(id),
            None => groups.push((seat, Ids::from_slice(&[id]))),
        }
        groups.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
    }
}
