//! Combat (CR 506 to 511). Attackers and blockers are declared one at a time. The declaration must obey all
//! restrictions and meet as many requirements as possible.

use super::blocks::Blocks;
use super::compiled_cards::CompiledAbility;
use super::compiled_cards::{flag, type_bit};
use super::damage::Hits;
use super::eval::EvalContext;
use super::fact::Note;
use super::moves::Move;
use super::state::{Ask, Assign, Attacker, DuelState, Frame, Id, ObjectOrPlayer, Question, TurnStep};
use super::triggers::GameEvent;
use super::{Duel, Engine, ability_index};
use crate::ir::{CardType, Keyword, PlainKeyword, Rule, Static};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

impl Duel {
    /// The creatures that can attack, in the order of the battlefield.
    pub(crate) fn could_attack(&self, s: &DuelState, seat: Seat) -> SmallVec<[Id; 16]> {
        let able = |id: Id| {
            let o = s.obj(id);
            let k = |keyword| self.has(s, id, keyword);
            o.chars.controller == seat
                && o.chars.types & type_bit(CardType::Creature) != 0
                && !o.tapped
                && (!o.sick || k(PlainKeyword::Haste))
                && (!k(PlainKeyword::Defender) || o.chars.rules & flag::ATTACKS_DEFENDING != 0)
                && o.chars.rules & flag::CANT_ATTACK == 0
                && self.rules_on(s, id).all(|rule| match rule {
                    Rule::CantUnless { attack: true, cond, .. } => self.cond(s, &EvalContext::of(id, seat), cond),
                    _ => true,
                })
        };
        s.permanents().map(|(id, _)| id).filter(|id| able(*id)).collect()
    }

    /// The opponents and planeswalkers that the seat can attack (CR 508.1b).
    pub(crate) fn attackable(&self, s: &DuelState, seat: Seat) -> SmallVec<[ObjectOrPlayer; 4]> {
        let mut aims: SmallVec<[ObjectOrPlayer; 4]> = s.opponents(seat).into_iter().map(ObjectOrPlayer::Seat).collect();
        let walker = |o: &super::state::GameObject| {
            o.chars.controller != seat && o.chars.types & type_bit(CardType::Planeswalker) != 0
        };
        aims.extend(s.permanents().filter(|(_, o)| walker(o)).map(|(id, _)| ObjectOrPlayer::Obj(id)));
        aims
    }

    /// The mana that the player must pay for an attack by this creature on this player or planeswalker (CR 508.1h).
    fn attack_tax(&self, s: &DuelState, id: Id, whom: ObjectOrPlayer) -> super::mana::Need {
        let mut need = super::mana::Need::new();
        let ObjectOrPlayer::Seat(seat) = whom else { return need };
        if !self.taxes {
            return need;
        }
        for (source, o) in self.bearing(s, ability_index::TAXES).filter(|(_, o)| o.chars.controller == seat) {
            let cx = EvalContext::of(source, o.chars.controller);
            for ab in self.abilities(s, source) {
                let CompiledAbility::Static(Static::AttackTax(tax)) = &self.cards.abilities[ab as usize] else {
                    continue;
                };
                if self.is_pattern(s, &cx, &tax.what, id) {
                    let symbols = tax.cost.iter().filter_map(super::cost::mana_of);
                    need.extend(symbols.flat_map(|cost| super::mana::need(cost, 0)));
                }
            }
        }
        need
    }

    /// The mana that the player must pay for all attacks declared so far. Includes the attack `more`, if given.
    fn attack_price(&self, s: &DuelState, more: Option<(Id, ObjectOrPlayer)>) -> super::mana::Need {
        let all = s.attackers.iter().map(|a| (a.id, a.whom)).chain(more);
        let mut need: super::mana::Need = all.flat_map(|(id, whom)| self.attack_tax(s, id, whom)).collect();
        need.sort_unstable_by_key(|mask| (mask & super::mana::ANY).count_ones());
        need
    }

    /// Whether the seat can pay for one more attack. Mana that attacking creatures could give does not count.
    fn affords_attack(&self, s: &DuelState, id: Id, whom: ObjectOrPlayer) -> bool {
        if !self.taxes {
            return true;
        }
        let mut units = self.units(s, s.active);
        let attacks = |from: Id| from == id || s.is_attacking(from);
        units.retain(|unit| unit.from.is_none_or(|(from, _)| !attacks(from)));
        self.can_pay(s, s.active, &self.attack_price(s, Some((id, whom))), &units)
    }

    pub(crate) fn attack_moves(&self, s: &DuelState, into: &mut Vec<Move>) {
        let able = self.could_attack(s, s.active);
        let next =
            s.attackers.last().map_or(0, |last| able.iter().position(|id| *id == last.id).map_or(0, |at| at + 1));
        let rest = &able[next.min(able.len())..];
        let aims = self.attackable(s, s.active);
        // A creature that must attack need not attack if its controller would have to pay (CR 508.1d).
        let free = |id: Id| aims.iter().any(|aim| self.attack_tax(s, id, *aim).is_empty());
        let must = rest.iter().position(|id| self.flagged(s, *id, flag::MUST_ATTACK) && free(*id));
        let alone = |id: Id| self.flagged(s, id, flag::NOT_ALONE);
        for (at, id) in rest.iter().enumerate() {
            if must.is_some_and(|must| at > must) {
                break;
            }
            if alone(*id) && s.attackers.is_empty() && at + 1 == rest.len() {
                continue;
            }
            into.extend(aims.iter().filter(|aim| self.affords_attack(s, *id, **aim)).map(|aim| match aim {
                ObjectOrPlayer::Seat(seat) => Move::Attack(*id, *seat),
                ObjectOrPlayer::Obj(walker) => Move::AttackWalker(*id, *walker),
            }));
        }
        let lonely = s.attackers.len() == 1 && alone(s.attackers[0].id) && !rest.is_empty();
        let forced = must.is_some_and(|at| !(alone(rest[at]) && s.attackers.is_empty() && at + 1 == rest.len()));
        if !forced && !lonely {
            into.push(Move::Done);
        }
    }

    /// Whether this creature could block that attacker if there were no other blocks (CR 509.1b).
    pub(crate) fn could_block(&self, s: &DuelState, blocker: Id, attacker: Id) -> bool {
        let (b, a) = (s.obj(blocker), s.obj(attacker));
        let k = |keyword| self.has(s, attacker, keyword);
        let mine = |keyword| self.has(s, blocker, keyword);
        if a.chars.rules & flag::UNBLOCKABLE != 0
            || k(PlainKeyword::Flying) && !mine(PlainKeyword::Flying) && !mine(PlainKeyword::Reach)
            || k(PlainKeyword::Shadow) != mine(PlainKeyword::Shadow)
            || k(PlainKeyword::Horsemanship) && !mine(PlainKeyword::Horsemanship)
            || k(PlainKeyword::Skulk) && b.chars.power > a.chars.power
        {
            return false;
        }
        let artifact = b.chars.types & type_bit(CardType::Artifact) != 0;
        let black = b.chars.colors & (1 << crate::ir::Color::Black as u8) != 0;
        if k(PlainKeyword::Fear) && !artifact && !black
            || k(PlainKeyword::Intimidate) && !artifact && b.chars.colors & a.chars.colors == 0
        {
            return false;
        }
        let Some(thing) = self.thing(s, blocker) else { return false };
        if self.protected(s, attacker, &thing) {
            return false;
        }
        let cx = EvalContext::of(attacker, a.chars.controller);
        let of_attacker = self.rules_on(s, attacker).all(|rule| match rule {
            Rule::CantBeBlockedBy(filter) => !self.matches(s, &cx, filter, blocker),
            Rule::CantBeBlockedExceptBy(filter) => self.matches(s, &cx, filter, blocker),
            _ => true,
        });
        let bx = EvalContext::of(blocker, b.chars.controller);
        let of_blocker = self.rules_on(s, blocker).all(|rule| match rule {
            Rule::BlockOnly(filter) => self.matches(s, &bx, filter, attacker),
            Rule::CantBlockObj(filter) => !self.matches(s, &bx, filter, attacker),
            Rule::CantUnless { block: true, cond, .. } => self.cond(s, &bx, cond),
            _ => true,
        });
        let walks = self.bears(s, attacker.slot, a, ability_index::LANDWALK)
            && self.abilities(s, attacker).any(|ab| match &self.cards.abilities[ab as usize] {
                CompiledAbility::Keyword(Keyword::Landwalk(filter)) => {
                    let bx = EvalContext::of(attacker, b.chars.controller);
                    s.permanents()
                        .any(|(id, o)| o.chars.controller == b.chars.controller && self.matches(s, &bx, filter, id))
                }
                _ => false,
            });
        of_attacker && of_blocker && !walks
    }

    pub(crate) fn could_block_at_all(&self, s: &DuelState, seat: Seat) -> SmallVec<[Id; 16]> {
        let able = |o: &super::state::GameObject| {
            o.chars.controller == seat
                && o.chars.types & type_bit(CardType::Creature) != 0
                && !o.tapped
                && o.chars.rules & flag::CANT_BLOCK == 0
        };
        s.permanents().filter(|(_, o)| able(o)).map(|(id, _)| id).collect()
    }

    /// The minimum number of creatures that must block this attacker together (CR 702.111b).
    pub(super) fn least_blockers(&self, s: &DuelState, attacker: Id) -> usize {
        let by_rule = self.rules_on(s, attacker).filter_map(|rule| match rule {
            Rule::CantBeBlockedExceptByCount(n) => Some(usize::from(*n)),
            _ => None,
        });
        let menace = if self.has(s, attacker, PlainKeyword::Menace) { 2 } else { 1 };
        by_rule.max().unwrap_or(1).max(menace)
    }

    pub(super) fn most_blockers(&self, s: &DuelState, attacker: Id) -> usize {
        let by_rule = self.rules_on(s, attacker).filter_map(|rule| match rule {
            Rule::CantBeBlockedByMoreThan(n) => Some(usize::from(*n)),
            _ => None,
        });
        by_rule.min().unwrap_or(usize::MAX)
    }

    /// The number of attackers that the creature can block (CR 509.1a).
    pub(super) fn most_blocks(&self, s: &DuelState, blocker: Id) -> usize {
        let more = self.rules_on(s, blocker).filter_map(|rule| match rule {
            Rule::BlockMore(more) => Some(more.map_or(usize::from(u8::MAX), usize::from)),
            _ => None,
        });
        1 + more.sum::<usize>()
    }

    pub(crate) fn block_moves(&self, s: &DuelState, seat: Seat, into: &mut Vec<Move>) {
        let against: SmallVec<[Id; 8]> =
            s.attackers.iter().filter(|a| self.defender(s, a.id) == Some(seat)).map(|a| a.id).collect();
        Blocks::new(self, s, seat, &against).list(into);
    }
}

impl Engine<'_> {
    pub(crate) fn declare_attack(&mut self, id: Id, whom: ObjectOrPlayer) {
        self.s.attackers.push(Attacker { id, whom, blocked: false });
    }

    pub(crate) fn attackers_declared(&mut self) {
        let ids: SmallVec<[(Id, ObjectOrPlayer); 8]> = self.s.attackers.iter().map(|a| (a.id, a.whom)).collect();
        let alone = ids.len() == 1;
        if !ids.is_empty() {
            self.s.players[self.s.active.index()].attacked = true;
        }
        for (id, _) in &ids {
            self.s.objs[id.slot as usize].attacked = self.s.turn;
            if !self.r.has(self.s, *id, PlainKeyword::Vigilance) {
                self.tap(*id);
            }
        }
        let price = self.r.attack_price(self.s, None);
        if !price.is_empty() {
            let units = self.r.units(self.s, self.s.active);
            self.pay_mana(self.s.active, &price, &units);
        }
        for (id, whom) in &ids {
            let seat = match whom {
                ObjectOrPlayer::Seat(seat) => Some(*seat),
                ObjectOrPlayer::Obj(walker) => self.s.known(*walker).map(|o| o.chars.controller),
            };
            let def = self.s.obj(*id).face;
            self.note(|| Note::Attacks(def));
            self.emit(GameEvent::Attacks { id: *id, alone, whom: seat });
        }
        if !ids.is_empty() {
            self.emit(GameEvent::PlayerAttacks(self.s.active));
            self.stir();
        }
    }

    pub(crate) fn blockers_declared(&mut self) {
        let blocks = self.s.blocks.clone();
        for attacker in &mut self.s.attackers {
            attacker.blocked = blocks.iter().any(|(_, a)| *a == attacker.id);
        }
        for (at, (blocker, attacker)) in blocks.iter().enumerate() {
            let (b, a) = (self.s.obj(*blocker).face, self.s.obj(*attacker).face);
            self.note(|| Note::Blocks(b, a));
            let first = blocks[..at].iter().all(|(earlier, _)| earlier != blocker);
            self.emit(GameEvent::Blocks { blocker: *blocker, attacker: *attacker, first });
        }
        let attackers: SmallVec<[Id; 8]> = self.s.attackers.iter().map(|a| a.id).collect();
        for id in attackers {
            let mut by = blocks.iter().filter(|(_, attacker)| *attacker == id).map(|(blocker, _)| *blocker).peekable();
            if by.peek().is_none() {
                self.emit(GameEvent::Unblocked(id));
            }
            for (at, blocker) in by.enumerate() {
                self.emit(GameEvent::Blocked { attacker: id, blocker, first: at == 0 });
            }
        }
        self.stir();
    }

    /// Whether combat has a damage step for creatures with first strike or double strike (CR 510.4).
    pub(crate) fn has_first_strikers(&self) -> bool {
        let fast = |id: Id| {
            self.r.has(self.s, id, PlainKeyword::FirstStrike) || self.r.has(self.s, id, PlainKeyword::DoubleStrike)
        };
        self.s.attackers.iter().any(|a| fast(a.id)) || self.s.blocks.iter().any(|(b, _)| fast(*b))
    }

    /// Begins a combat damage step. Collects the creatures that deal damage in this step.
    pub(crate) fn begin_damage(&mut self, first: bool) {
        let (r, s) = (self.r, &*self.s);
        let fast = |id: Id| r.has(s, id, PlainKeyword::FirstStrike) || r.has(s, id, PlainKeyword::DoubleStrike);
        let deals = |id: Id| {
            if first {
                return fast(id);
            }
            !s.struck.contains(&id) || r.has(s, id, PlainKeyword::DoubleStrike)
        };
        let mut from: SmallVec<[Id; 8]> = s.attackers.iter().map(|a| a.id).collect();
        for (blocker, _) in &s.blocks {
            if !from.contains(blocker) {
                from.push(*blocker);
            }
        }
        from.retain(|id| s.there(*id).is_some() && deals(*id));
        if first {
            self.s.struck = from.to_vec();
        }
        self.push(Frame::Assign(Assign { from, ..Assign::default() }));
    }

    pub(crate) fn power_in_combat(&self, id: Id) -> i16 {
        self.r.combat_power(self.s, id)
    }

    /// Continues to assign combat damage. Asks the player if a creature's damage can be divided.
    pub(crate) fn assign(&mut self) {
        loop {
            let Some(Frame::Assign(assign)) = self.s.frames.last() else { return };
            let Some(&id) = assign.from.get(assign.at as usize) else {
                self.strike();
                return;
            };
            let (to, fresh) = (assign.to, assign.to == 0 && assign.left == 0);
            let left = if fresh { self.power_in_combat(id) } else { assign.left };
            if fresh && assign.unblocked.is_none() && self.r.may_pass_by(self.s, id) {
                let seat = self.s.obj(id).chars.controller;
                return self.ask(seat, Question::May);
            }
            let recipients = self.r.recipients(self.s, id);
            let n = recipients.len();
            let unblocked = self.r.is_free(self.s, id);
            let done = |g: &mut Self, list: &[(ObjectOrPlayer, i16)]| {
                if let Some(Frame::Assign(assign)) = g.s.frames.last_mut() {
                    assign.dealt.extend(list.iter().filter(|(_, n)| *n > 0).map(|(aim, n)| (id, *aim, *n)));
                    assign.at += 1;
                    (assign.to, assign.left, assign.unblocked) = (0, 0, None);
                }
            };
            if left == 0 || n == 0 {
                done(self, &[]);
                continue;
            }
            if n == 1 || unblocked {
                done(self, &[(recipients[0], left)]);
                continue;
            }
            let (least, most) = self.r.share_range(self.s, id, &recipients, usize::from(to), left);
            if usize::from(to) + 1 == n {
                done(self, &[(recipients[n - 1], left)]);
                continue;
            }
            if least == most {
                self.share(least);
                continue;
            }
            if let Some(Frame::Assign(assign)) = self.s.frames.last_mut() {
                assign.left = left;
            }
            let seat = self.s.obj(id).chars.controller;
            self.s.ask = Some(Ask { seat, what: Question::Assign });
            return;
        }
    }

    /// Handles the player's answer: the damage for one recipient.
    pub(crate) fn share(&mut self, n: i16) {
        let Some(Frame::Assign(assign)) = self.s.frames.last() else { return };
        let id = assign.from[assign.at as usize];
        let left = if assign.to == 0 && assign.left == 0 { self.power_in_combat(id) } else { assign.left };
        let aim = self.r.recipients(self.s, id)[usize::from(assign.to)];
        if let Some(Frame::Assign(assign)) = self.s.frames.last_mut() {
            if n > 0 {
                assign.dealt.push((id, aim, n));
            }
            assign.left = left - n;
            assign.to += 1;
            if assign.left == 0 {
                assign.at += 1;
                (assign.to, assign.unblocked) = (0, None);
            }
        }
    }

    /// Deals all combat damage at once (CR 510.2).
    fn strike(&mut self) {
        let Some(Frame::Assign(assign)) = self.s.frames.pop() else { return };
        let hits: Hits = assign.dealt.iter().map(|(from, to, n)| (*from, *to, i32::from(*n))).collect();
        self.deal_all(&hits, true);
    }

    pub(crate) fn end_combat(&mut self) {
        self.s.attackers.clear();
        self.s.blocks.clear();
        self.s.struck.clear();
        self.stir();
    }

    pub(crate) fn in_combat(&self) -> bool {
        (TurnStep::BeginCombat..=TurnStep::EndCombat).contains(&self.s.step)
    }
}

impl Duel {
    fn is_free(&self, s: &DuelState, id: Id) -> bool {
        s.attackers.iter().any(|a| a.id == id && !a.blocked)
    }

    /// Whether the creature may assign its combat damage as though it were not blocked.
    fn may_pass_by(&self, s: &DuelState, id: Id) -> bool {
        let blocked = s.attackers.iter().any(|a| a.id == id && a.blocked);
        blocked && self.flagged(s, id, flag::AS_UNBLOCKED)
    }

    /// The recipients of a creature's combat damage. An attacker damages its blockers, then the player or planeswalker
    /// that it attacks. A blocker damages the attackers that it blocks.
    pub(crate) fn recipients(&self, s: &DuelState, id: Id) -> SmallVec<[ObjectOrPlayer; 4]> {
        let attack = s.attackers.iter().find(|a| a.id == id);
        let Some(attack) = attack else {
            return s.blocks.iter().filter(|(b, _)| *b == id).map(|(_, a)| ObjectOrPlayer::Obj(*a)).collect();
        };
        let there = match attack.whom {
            ObjectOrPlayer::Seat(seat) => !s.player(seat).lost,
            ObjectOrPlayer::Obj(walker) => s.there(walker).is_some(),
        };
        let passes = match s.frames.last() {
            Some(Frame::Assign(assign)) => {
                assign.unblocked == Some(true) && assign.from.get(usize::from(assign.at)) == Some(&id)
            }
            _ => false,
        };
        if !attack.blocked || passes {
            return std::iter::once(attack.whom).filter(|_| there).collect();
        }
        let mut aims: SmallVec<[ObjectOrPlayer; 4]> =
            s.blocks.iter().filter(|(_, a)| *a == id).map(|(b, _)| ObjectOrPlayer::Obj(*b)).collect();
        if there && self.has(s, id, PlainKeyword::Trample) {
            aims.push(attack.whom);
        }
        aims
    }

    /// The amount of combat damage that the creature deals.
    fn combat_power(&self, s: &DuelState, id: Id) -> i16 {
        let o = s.obj(id);
        if o.chars.rules & flag::NO_DAMAGE != 0 {
            return 0;
        }
        let n = if o.chars.rules & flag::BY_TOUGHNESS != 0 { o.chars.toughness } else { o.chars.power };
        n.max(0)
    }

    /// Lethal damage for a blocker (CR 702.19b, 702.2c). Damage that other attackers assign or must assign to the same
    /// blocker is subtracted.
    fn lethal(&self, s: &DuelState, from: Id, to: Id) -> i16 {
        let o = s.obj(to);
        let (mut dealt, mut dead) = (0, false);
        if let Some(Frame::Assign(assign)) = s.frames.last() {
            for (other, _, n) in assign.dealt.iter().filter(|(f, aim, _)| *f != from && *aim == ObjectOrPlayer::Obj(to))
            {
                dealt += *n;
                dead |= *n > 0 && self.has(s, *other, PlainKeyword::Deathtouch);
            }
            for &other in assign.from.iter().skip(usize::from(assign.at) + 1) {
                if !self.may_pass_by(s, other) && self.recipients(s, other)[..] == [ObjectOrPlayer::Obj(to)] {
                    let n = self.combat_power(s, other);
                    dealt += n;
                    dead |= n > 0 && self.has(s, other, PlainKeyword::Deathtouch);
                }
            }
        }
        let left = if dead { 0 } else { (o.chars.toughness - o.damage - dealt).max(0) };
        if self.has(s, from, PlainKeyword::Deathtouch) { left.min(1) } else { left }
    }

    /// The minimum and maximum damage for a recipient. Damage is divided freely, but trample must first assign lethal
    /// damage to all blockers.
    pub(crate) fn share_range(&self, s: &DuelState, id: Id, to: &[ObjectOrPlayer], at: usize, left: i16) -> (i16, i16) {
        let blocked = s.attackers.iter().any(|a| a.id == id);
        let tramples = blocked && self.has(s, id, PlainKeyword::Trample) && to.len() > 1;
        if !tramples || at + 2 != to.len() {
            return (0, left);
        }
        let given = |aim: &ObjectOrPlayer| match s.frames.last() {
            Some(Frame::Assign(assign)) => {
                assign.dealt.iter().filter(|(f, a, _)| *f == id && a == aim).map(|(_, _, n)| *n).sum()
            }
            _ => 0,
        };
        let enough = to[..at].iter().all(|aim| match aim {
            ObjectOrPlayer::Obj(blocker) => given(aim) >= self.lethal(s, id, *blocker),
            ObjectOrPlayer::Seat(_) => true,
        });
        match to[at] {
            ObjectOrPlayer::Obj(blocker) if enough => (self.lethal(s, id, blocker).min(left), left),
            _ => (left, left),
        }
    }
}
