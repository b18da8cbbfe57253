//! Performs the instructions that create tokens, mana, copies of spells or prevention shields, and the instructions to
//! sacrifice, proliferate and explore.

use super::Engine;
use super::compiled_cards::{DefId, Operand};
use super::resolve::Progress;
use super::state::{
    BoundMana, CastWay, Casting, Frame, Id, Ids, Item, ManaUndo, ObjectOrPlayer, ObjectSlot, Pick, Question, Resolving,
    Shield, Stage, Zone,
};
use super::triggers::GameEvent;
use super::zones::{Destination, Enter};
use crate::ir::{Act, Amount, DamageTo, Mana, Obj, Prevention, Token};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

impl Engine<'_> {
    pub(super) fn create(
        &mut self,
        f: &mut Resolving,
        seat: Seat,
        n: i32,
        token: &Token,
        entering: &crate::ir::Entering,
        operand: Operand,
    ) {
        let r = self.r;
        let n = r.tokens_made(self.s, seat, n.clamp(0, 10_000));
        // A copy of a token also copies the power and toughness that it was created with (CR 707.2).
        let (def, copy, size): (DefId, _, _) = match token {
            Token::Spec(_) | Token::Named(..) => (operand.def(), None, None),
            Token::CopyOf(what) => match self.named(f, what).first().and_then(|id| self.s.known(*id)) {
                Some(o) => (o.face, Some(o.face), o.made),
                None => return,
            },
        };
        let made = match token {
            Token::Spec(spec) => spec.pt.as_ref().and_then(|(p, t)| match (p, t) {
                (Amount::Number(_), Amount::Number(_)) => None,
                (p, t) => {
                    Some((self.number(f, p).clamp(-999, 9999) as i16, self.number(f, t).clamp(-999, 9999) as i16))
                }
            }),
            _ => size,
        };
        let mut new = Ids::new();
        for _ in 0..n {
            let how = Enter { tapped: entering.tapped, copy, made, ..Enter::under(seat) };
            let id = self.token(def, how);
            if id.is_none() {
                break;
            }
            if entering.attacking
                && self.in_combat()
                && let Some(whom) = self.r.attackable(self.s, seat).first()
            {
                self.declare_attack(id, *whom);
            }
            new.push(id);
        }
        f.done += new.len() as i32;
        f.last = new;
    }

    pub(super) fn sacrifices(&mut self, f: &mut Resolving, act: &Act, what: &Obj) -> Progress {
        let r = self.r;
        let seats = r.subjects(self.s, f, act);
        if f.subject == 0 && f.picks.is_empty() {
            f.did = false;
        }
        let Obj::Choose { count, .. } = what else {
            let mut all = Ids::new();
            for seat in seats {
                f.acting = Some(seat);
                let ids = self.about(f, what);
                let mine = |id: &&Id| self.s.there(**id).is_some_and(|o| o.chars.controller == seat);
                f.done += ids.iter().filter(mine).count() as i32;
                f.did |= f.done > 0;
                self.sacrifice(seat, &ids);
                all.extend(ids);
            }
            (f.last, f.acting) = (all, None);
            return Progress::Done;
        };
        let together = seats.len() > 1;
        if together && f.subject == 0 && f.picks.is_empty() {
            f.last = Ids::new();
        }
        while let Some(&seat) = seats.get(usize::from(f.subject)) {
            let range = r.range(self.s, &f.cx(), count);
            if self.choose_some(f, act, seat, range) == Progress::Asked {
                return Progress::Asked;
            }
            let ids = f.picked();
            f.done += ids.len() as i32;
            f.did |= !ids.is_empty();
            if together {
                f.last.extend(ids);
            } else {
                self.sacrifice(seat, &ids);
                f.last = ids;
            }
            f.picks.clear();
            f.subject += 1;
        }
        if together {
            self.sacrifice_together(&f.last);
        }
        Progress::Done
    }

    /// Sacrifices the permanents that several players chose, all at the same time (CR 101.4).
    fn sacrifice_together(&mut self, ids: &[Id]) {
        let whose = |id: &Id| Some((self.s.there(*id)?.chars.controller, *id));
        let chosen: SmallVec<[(Seat, Id); 4]> = ids.iter().filter_map(whose).collect();
        let all: Ids = chosen.iter().map(|(_, id)| *id).collect();
        let watchers: Vec<ObjectSlot> = self.s.field.clone();
        self.send(&all, Destination::Graveyard);
        for (seat, id) in chosen {
            self.emit_to(GameEvent::Sacrifices(seat, id), &watchers);
        }
    }

    pub(super) fn add_mana(
        &mut self,
        f: &mut Resolving,
        who: &crate::ir::Who,
        mana: &Mana,
        restricted: bool,
    ) -> Progress {
        let r = self.r;
        let Some(&seat) = r.players(self.s, &f.cx(), who).first() else { return Progress::Done };
        let mut masks: SmallVec<[u8; 8]> = SmallVec::new();
        let symbol = super::mana::symbol_mask;
        match mana {
            Mana::Symbols(symbols) => masks.extend(symbols.iter().map(|m| symbol(*m))),
            Mana::OneOf(list) => {
                masks.push(list.iter().filter_map(|m| m.first()).fold(0, |mask, m| mask | symbol(*m)));
            }
            Mana::AnyColor(n) | Mana::Combination(n, None) => {
                masks.extend(std::iter::repeat_n(0b1_1111, self.number(f, n).clamp(0, 40) as usize));
            }
            Mana::Combination(n, Some(colors)) => {
                masks.extend(std::iter::repeat_n(colors.0, self.number(f, n).clamp(0, 40) as usize));
            }
            Mana::ForEach(symbols, n) => {
                for _ in 0..self.number(f, n).clamp(0, 40) {
                    masks.extend(symbols.iter().map(|m| symbol(*m)));
                }
            }
            Mana::AmountOf(m, n) => {
                masks.extend(std::iter::repeat_n(symbol(*m), self.number(f, n).clamp(0, 40) as usize));
            }
            Mana::ChosenColor(n) => {
                let chosen = self.s.known(f.item.source).map_or(0, |o| o.chosen);
                if chosen > 0 {
                    masks.extend(std::iter::repeat_n(1 << (chosen - 1), self.number(f, n).clamp(0, 40) as usize));
                }
            }
            Mana::ColorOfLands(..) => masks.push(0b1_1111),
        }
        let one_color = matches!(mana, Mana::AnyColor(_));
        while let Some(&mask) = masks.get(usize::from(f.stage)) {
            let color = if mask.count_ones() == 1 {
                mask.trailing_zeros() as usize
            } else {
                let pick = if one_color { f.picks.first() } else { f.picks.last().filter(|_| f.did) };
                match pick {
                    Some(Pick::Number(color)) => *color as usize,
                    _ => {
                        f.did = true;
                        f.done = i32::from(mask);
                        self.ask(seat, Question::Color);
                        return Progress::Asked;
                    }
                }
            };
            if !one_color {
                f.did = false;
            }
            if restricted {
                let code = f.item.parts[usize::from(f.part)];
                let mana = BoundMana { color: color as u8, code, op: f.at, source: f.item.source };
                self.s.players[seat.index()].bound.push(mana);
            } else {
                let pool = &mut self.s.players[seat.index()].pool;
                pool[color] = pool[color].saturating_add(1);
            }
            f.stage += 1;
        }
        Progress::Done
    }

    /// Copies a spell on the stack (CR 707.10).
    pub(super) fn copy_spell(&mut self, seat: Seat, id: Id, retarget: bool) {
        let Some(item) = self.s.stack.iter().find(|item| item.id == id).cloned() else { return };
        let mut obj = *self.s.obj(id);
        obj.entry = None;
        obj.token = true;
        obj.controller = seat;
        obj.chars.controller = seat;
        (obj.cast, obj.from) = (false, Zone::Nowhere);
        let new = self.alloc(obj);
        let copy = Item { id: new, source: new, controller: seat, copy: true, ..item };
        if retarget && !copy.targets.is_empty() {
            self.push(Frame::Cast(Box::new(Casting {
                item: Item { targets: SmallVec::new(), ..copy },
                seat,
                stage: Stage::Targets,
                from: Zone::Nowhere,
                way: CastWay::Free,
                at: 0,
                slot: 0,
                modes_left: 0,
                mana: SmallVec::new(),
                picked: Ids::new(),
                trigger: true,
                retarget: true,
                meanwhile: ManaUndo::default(),
            })));
            return;
        }
        self.s.stack.push(copy);
        self.emit(GameEvent::Copies(seat, new));
    }

    pub(super) fn prevent(&mut self, f: &mut Resolving, prevention: &Prevention) {
        let Prevention { amount, combat, to, by, .. } = prevention;
        let left = amount.as_ref().map(|n| self.number(f, n));
        let by = by.as_ref().map_or(Id::NONE, |by| self.named(f, by).first().copied().unwrap_or(Id::NONE));
        let mut aims: SmallVec<[Option<ObjectOrPlayer>; 4]> = SmallVec::new();
        match to {
            None => aims.push(None),
            Some(DamageTo::Obj(what) | DamageTo::Divided(what)) => {
                aims.extend(self.aims(f, what).into_iter().map(Some));
            }
            Some(DamageTo::Who(who)) => {
                aims.extend(
                    self.r.players(self.s, &f.cx(), who).into_iter().map(|seat| Some(ObjectOrPlayer::Seat(seat))),
                );
            }
            Some(DamageTo::Both(what, who) | DamageTo::WhoAndObj(who, what)) => {
                aims.extend(self.aims(f, what).into_iter().map(Some));
                aims.extend(
                    self.r.players(self.s, &f.cx(), who).into_iter().map(|seat| Some(ObjectOrPlayer::Seat(seat))),
                );
            }
        }
        let source = f.item.source;
        let shield = |to: Option<ObjectOrPlayer>, by: Id| Shield {
            source,
            to,
            by,
            combat: *combat,
            left,
            bars: false,
            once: None,
        };
        if to.is_some() && !by.is_none() {
            // `Dealt to and dealt by` needs two shields: one for damage to the object, one for damage by it.
            self.s.shields.extend(aims.into_iter().map(|to| shield(to, Id::NONE)));
            self.s.shields.push(shield(None, by));
        } else {
            self.s.shields.extend(aims.into_iter().map(|to| shield(to, by)));
        }
    }

    /// Proliferates (CR 701.34a). Asks for each permanent and each player in turn. Each chosen permanent or player then
    /// gets one more counter of each kind that it already has.
    pub(super) fn proliferate(&mut self, f: &mut Resolving) -> Progress {
        let you = f.item.controller;
        if f.stage == 0 {
            for id in f.last.clone() {
                let list: SmallVec<[_; 4]> = self.s.counters(id.slot).collect();
                for (kind, ..) in list {
                    self.put_counters(id, kind, 1, you);
                }
            }
            f.stage = 1;
        }
        let counted = |p: &super::state::Player| p.poison > 0 || p.energy > 0;
        while usize::from(f.stage) <= self.s.seats() {
            let at = usize::from(f.stage) - 1;
            if counted(&self.s.players[at]) {
                match f.picks.pop() {
                    None => {
                        self.ask(you, Question::May);
                        return Progress::Asked;
                    }
                    Some(Pick::Yes) => {
                        let player = &mut self.s.players[at];
                        player.poison += i16::from(player.poison > 0);
                        player.energy += i16::from(player.energy > 0);
                        self.stir_if(self.r.volatile);
                    }
                    Some(_) => {}
                }
            }
            f.stage += 1;
        }
        Progress::Done
    }

    /// Explores (CR 701.44): the player reveals the top card. A land goes to the hand. Otherwise the creature gets a
    /// +1/+1 counter, and the player may put the card into the graveyard.
    pub(super) fn explore(&mut self, f: &mut Resolving, what: &Obj) -> Progress {
        let Some(id) = self.about(f, what).first().copied() else { return Progress::Done };
        let Some(seat) = self.s.known(id).map(|o| o.chars.controller) else { return Progress::Done };
        let you = f.item.controller;
        let Some(entry) = self.r.top_of(self.s, seat, 1).first().copied() else {
            self.put_counters(id, 0, 1, you);
            return Progress::Done;
        };
        if f.stage == 0 {
            let all = self.r.shape(self.s).everyone();
            self.reveal(entry, all);
            let thing = self.r.card_thing(self.s, entry, Zone::Library);
            if thing.chars.types & super::compiled_cards::type_bit(crate::ir::CardType::Land) != 0 {
                let hand = self.r.board(self.s).hand[seat.index()];
                self.atom(entry, hand, None);
                return Progress::Done;
            }
            self.put_counters(id, 0, 1, you);
            f.stage = 1;
            self.ask(seat, Question::May);
            return Progress::Asked;
        }
        if f.picks.contains(&Pick::Yes) {
            self.lift_to_grave(entry, Zone::Library);
        }
        Progress::Done
    }
}
