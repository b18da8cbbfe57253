//! Casting spells and activating abilities (CR 601, 602), one decision at a time. A decision is offered only if the
//! spell or ability can then be completed.

use super::compiled_cards::{AbilityId, CompiledAbility, Op, UNLISTED};
use super::fact::Note;
use super::state::{
    CastWay, Casting, ChosenTarget, DuelState, Flow, Frame, Id, Ids, Item, ManaUndo, ObjectOrPlayer, Question,
    Resolving, Stage, Zone,
};
use super::triggers::GameEvent;
use super::zones::Destination;
use super::{Duel, Engine};
use crate::ir::{Act, CostPart, KeywordCost, Limit, Loyalty, When};
use rulebook_kernel::Seat;
use rulebook_table::{Entry, Face};
use smallvec::SmallVec;

impl Engine<'_> {
    /// Starts to cast or cycle a card from the hand.
    pub(crate) fn announce(&mut self, seat: Seat, face: Face, way: CastWay) {
        let board = self.r.board(self.s);
        let hand = board.hand[seat.index()];
        let shape = self.r.shape(self.s);
        let entry = self.s.table.entries(shape, hand).find(|entry| self.s.table.face(shape, *entry) == face);
        let Some(entry) = entry else { return };
        if way == CastWay::Cycling {
            self.cycle(seat, entry);
            return;
        }
        if let CastWay::Side(side) = way
            && self.r.is_land(self.r.side(self.s, face, side))
        {
            return self.play_side(seat, entry, side);
        }
        let id = self.lift(entry, Zone::Stack);
        if let CastWay::Side(side) = way {
            self.turn_side(id, side);
        }
        self.begin_cast(seat, id, Zone::Hand, way);
    }

    /// Starts to cast a card from a graveyard or exile.
    pub(crate) fn announce_from(&mut self, seat: Seat, id: Id, way: CastWay) {
        let Some(&super::state::GameObject { entry: Some(entry), def, owner, zone, .. }) = self.s.live(id) else {
            return;
        };
        self.depart(id);
        let stack = self.r.board(self.s).stack;
        self.atom(entry, stack, None);
        let mut obj = self.r.blank(def, owner, Zone::Stack);
        obj.entry = Some(entry);
        obj.exiles = way == CastWay::Flashback;
        obj.time = self.tick();
        let new = self.alloc(obj);
        self.s.objs[id.slot as usize].next = new;
        self.begin_cast(seat, new, zone, way);
    }

    fn begin_cast(&mut self, seat: Seat, id: Id, from: Zone, way: CastWay) {
        let def = self.s.obj(id).face;
        let obj = &mut self.s.objs[id.slot as usize];
        obj.controller = seat;
        obj.chars.controller = seat;
        (obj.cast, obj.from) = (true, from);
        let mut codes = self.r.cards.spell_codes(def);
        let mut item = self.r.draft(id, seat, codes.next().unwrap_or(0), None);
        item.parts.extend(codes);
        // For an evoked creature, a kicker count of one marks that it was evoked (CR 702.74a).
        let evoked = way == CastWay::Instead && self.r.cards.keyword_cost(def, KeywordCost::Evoke).is_some();
        item.kicked = u8::from(evoked);
        self.open(item, seat, from, way);
    }

    fn open(&mut self, item: Item, seat: Seat, from: Zone, way: CastWay) {
        self.push(Frame::Cast(Box::new(Casting {
            item,
            seat,
            stage: Stage::Modes,
            from,
            way,
            at: 0,
            slot: 0,
            modes_left: u8::MAX,
            mana: SmallVec::new(),
            picked: Ids::new(),
            trigger: false,
            retarget: false,
            meanwhile: ManaUndo::default(),
        })));
    }

    fn cycle(&mut self, seat: Seat, entry: Entry) {
        let face = self.s.table.face(self.r.shape(self.s), entry);
        let (_, def) = self.r.face(self.s, face);
        let parts = self.r.spell_parts(self.s, def, CastWay::Cycling, 0);
        let need = self.r.mana_need(self.s, seat, &parts, None, 0, None);
        let card = self.discard(seat, entry);
        let code = self.r.cards.defs[def as usize].cycling.unwrap_or(self.r.draw_code);
        let item = self.r.draft(card, seat, code, Some(UNLISTED));
        let units = self.r.units(self.s, seat);
        self.pay_mana(seat, &need, &units);
        for part in parts.iter() {
            self.pay_simple(seat, card, part, 0);
        }
        self.emit(GameEvent::Cycles(seat, card));
        self.put_on_stack(item);
    }

    fn put_on_stack(&mut self, mut item: Item) {
        if item.ability.is_some() {
            let face = self.s.known(item.source).map_or(0, |o| o.face);
            let mut obj = self.r.blank(face, item.controller, Zone::Stack);
            obj.x = item.x;
            item.id = self.alloc(obj);
        }
        let aimed: SmallVec<[Id; 4]> = item
            .targets
            .iter()
            .filter_map(|t| if let ObjectOrPlayer::Obj(id) = t.aim { Some(id) } else { None })
            .collect();
        item.born = self.s.clock;
        let (id, seat) = (item.id, item.controller);
        self.s.stack.push(item);
        for what in aimed {
            self.emit(GameEvent::Targeted { what, by: id, seat });
        }
        self.s.flow = Flow::Settle;
    }

    pub(crate) fn activate(&mut self, seat: Seat, id: Id, ab: AbilityId) {
        let CompiledAbility::Activated { code, .. } = &self.r.cards.abilities[ab as usize] else { return };
        let item = Item { id: Id::NONE, ..self.r.draft(id, seat, *code, Some(ab)) };
        self.open(item, seat, Zone::Nowhere, CastWay::Usual);
    }

    /// Continues the announcement in the top frame. Stops and asks if the player has a choice.
    pub(crate) fn cast_on(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.last() else { return };
        let (r, seat) = (self.r, casting.seat);
        let s = &*self.s;
        match casting.stage {
            Stage::Modes => {
                let code = casting.item.parts[0];
                let Some(modes) = &r.cards.codes[code as usize].modes else { return self.stage(Stage::Kicker) };
                let taken = casting.item.parts.len() - 1;
                let options = r.mode_options(s, casting);
                let done = taken >= usize::from(modes.most) || options.is_empty();
                let may_stop = taken >= usize::from(modes.least);
                if done {
                    if !may_stop && casting.trigger {
                        return self.drop_cast();
                    }
                    self.casting_mut().item.parts.remove(0);
                    return self.stage(Stage::Kicker);
                }
                if options.len() == 1 && !may_stop {
                    let mode = options[0];
                    return self.choose_mode(mode);
                }
                self.ask(seat, Question::Mode);
            }
            Stage::Kicker => {
                if casting.trigger || casting.item.kicked > 0 || !r.can_kick(s, casting) {
                    return self.stage(Stage::X);
                }
                self.ask(seat, Question::Kicker);
            }
            Stage::X => {
                if !r.asks_x(s, casting) {
                    return self.stage(Stage::Targets);
                }
                match r.x_options(s, casting)[..] {
                    [] => return self.drop_cast(),
                    [0] => return self.stage(Stage::Targets),
                    _ => {}
                }
                self.ask(seat, Question::X);
            }
            Stage::Targets => self.targets_on(),
            Stage::Divide => self.divide_on(),
            Stage::Mana => self.mana_on(),
            Stage::Costs => self.costs_on(),
            Stage::Done => self.finish_cast(),
        }
    }

    pub(super) fn casting_mut(&mut self) -> &mut Casting {
        match self.s.frames.last_mut() {
            Some(Frame::Cast(casting)) => casting,
            _ => unreachable!("a casting is on top while it runs"),
        }
    }

    pub(super) fn stage(&mut self, stage: Stage) {
        let casting = self.casting_mut();
        casting.stage = stage;
        (casting.at, casting.slot) = (0, 0);
    }

    pub(crate) fn choose_mode(&mut self, mode: u8) {
        let r = self.r;
        let casting = self.casting_mut();
        if let Some(modes) = &r.cards.codes[casting.item.parts[0] as usize].modes {
            casting.item.parts.push(modes.modes[usize::from(mode)]);
        }
    }

    /// Handles the move that ends the choice of modes.
    pub(crate) fn modes_done(&mut self) {
        self.casting_mut().item.parts.remove(0);
        self.stage(Stage::Kicker);
    }

    pub(crate) fn kick(&mut self, yes: bool) {
        if yes {
            self.casting_mut().item.kicked = 1;
        }
        self.stage(Stage::X);
    }

    pub(crate) fn choose_x(&mut self, x: i16) {
        let casting = self.casting_mut();
        casting.item.x = x;
        let id = casting.item.id;
        if casting.item.ability.is_none() {
            self.s.objs[id.slot as usize].x = x;
        }
        self.stage(Stage::Targets);
    }

    fn targets_on(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.last() else { return };
        let (r, s) = (self.r, &*self.s);
        let Some(&code) = casting.item.parts.get(usize::from(casting.at)) else { return self.stage(Stage::Divide) };
        if usize::from(casting.slot) >= r.cards.codes[code as usize].targets.len() {
            let casting = self.casting_mut();
            casting.at += 1;
            casting.slot = 0;
            return;
        }
        let (least, most) = r.aim_range(s, casting);
        let have = casting.item.targets.iter().filter(|t| t.part == casting.at && t.slot == casting.slot).count();
        let aims = r.aim_options(s, casting);
        if have >= most || aims.is_empty() {
            if have < least {
                return self.drop_cast();
            }
            self.casting_mut().slot += 1;
            return;
        }
        if aims.len() == 1 && have < least {
            let aim = aims[0];
            return self.choose_aim(aim);
        }
        let seat = casting.seat;
        self.ask(seat, Question::Target);
    }

    pub(crate) fn choose_aim(&mut self, aim: ObjectOrPlayer) {
        let casting = self.casting_mut();
        casting.item.targets.push(ChosenTarget { part: casting.at, slot: casting.slot, aim, share: 0 });
    }

    pub(crate) fn targets_done(&mut self) {
        self.casting_mut().slot += 1;
    }

    fn divide_on(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.last() else { return };
        let Some((part, slot, total)) = self.r.divided(self.s, &casting.item) else { return self.stage(Stage::Mana) };
        let of_slot = |t: &&ChosenTarget| t.part == part && t.slot == slot;
        let given: i32 = casting.item.targets.iter().filter(of_slot).map(|t| i32::from(t.share)).sum();
        let open = casting.item.targets.iter().filter(of_slot).filter(|t| t.share == 0).count() as i32;
        let left = total - given;
        if open == 0 {
            return self.stage(Stage::Mana);
        }
        if open == 1 || left <= open {
            let each = if open == 1 { left } else { 1 };
            return self.give_share(each.max(0) as i16);
        }
        let seat = casting.seat;
        self.ask(seat, Question::Share);
    }

    /// Gives a share to the next target without a share.
    pub(crate) fn give_share(&mut self, n: i16) {
        let Some(Frame::Cast(casting)) = self.s.frames.last() else { return };
        let Some(next) = self.r.next_share(&casting.item) else { return };
        // A stored share of 0 means that the player has not chosen yet. So a chosen share of zero is stored as -1.
        self.casting_mut().item.targets[next].share = if n == 0 { -1 } else { n };
    }

    /// Completes the announcement, and puts the spell or ability onto the stack (CR 601.2i).
    fn finish_cast(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.pop() else { return };
        let Casting { item, seat, trigger, retarget, from, .. } = *casting;
        self.s.flow = Flow::Settle;
        if trigger {
            let face = self.s.obj(item.id).face;
            self.note(|| Note::Triggered(seat, face));
            let aimed: SmallVec<[Id; 4]> = item
                .targets
                .iter()
                .filter_map(|t| if let ObjectOrPlayer::Obj(id) = t.aim { Some(id) } else { None })
                .collect();
            let id = item.id;
            self.s.stack.push(item);
            for what in aimed {
                self.emit(GameEvent::Targeted { what, by: id, seat });
            }
            if retarget {
                self.emit(GameEvent::Copies(seat, id));
            }
            return;
        }
        self.s.priority = seat;
        self.s.passes = 0;
        for at in 0..self.s.seats() {
            let other = Seat::new(at);
            if other != seat {
                (self.s.players[at].yields, self.s.players[at].skips_combat) = (false, false);
            }
        }
        match item.ability {
            None => {
                let (id, def) = (item.id, self.s.obj(item.id).face);
                self.s.objs[id.slot as usize].kicked = item.kicked;
                self.s.players[seat.index()].cast = self.s.players[seat.index()].cast.saturating_add(1);
                let nth = self.s.players[seat.index()].cast;
                self.note(|| Note::Cast(seat, def));
                self.put_on_stack(item);
                // The card already left the graveyard when its announcement began. The event is emitted only now,
                // because the player can no longer cancel.
                let lay = |o: &super::state::GameObject| o.gone && o.next == id && o.zone == Zone::Graveyard;
                let ghost = self.s.objs.iter().position(lay).filter(|_| from == Zone::Graveyard);
                if let Some(slot) = ghost {
                    self.emit(GameEvent::LeavesGraveyard(self.s.id(slot as u16)));
                }
                self.emit(GameEvent::Cast { seat, id, nth });
            }
            Some(ab) => self.finish_ability(item, seat, ab),
        }
    }

    fn finish_ability(&mut self, mut item: Item, seat: Seat, ab: AbilityId) {
        let r = self.r;
        let CompiledAbility::Activated { loyalty, mana, limits, .. } = &r.cards.abilities[ab as usize] else { return };
        // Only uses of abilities with a limit are counted.
        let often = |limit: &Limit| matches!(limit, Limit::When(When::OnceEachTurn | When::TimesEachTurn(_)));
        if limits.iter().any(often) {
            self.s.count_use(item.source, ab);
        }
        if loyalty.is_some() {
            self.s.count_use(item.source, super::compiled_cards::UNLISTED);
            let change = match loyalty {
                Some(Loyalty::Plus(n)) => i16::from(*n),
                Some(Loyalty::Minus(n)) => -i16::from(*n),
                Some(Loyalty::MinusX) => -item.x,
                None => 0,
            };
            self.s.add_counters(item.source.slot, super::compiled_cards::LOYALTY, change);
        }
        if *mana {
            item.born = self.s.clock;
            self.push(Frame::Resolve(Box::new(Resolving { quick: true, ..Resolving::new(item) })));
            return;
        }
        let face = self.s.known(item.source).map_or(0, |o| o.face);
        self.note(|| Note::Activated(seat, face));
        self.put_on_stack(item);
    }

    /// Ends the announcement and restores the state before it (CR 601.2, 732.1). A triggered ability without legal
    /// targets is removed (CR 603.3d).
    pub(super) fn drop_cast(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.pop() else { return };
        let id = casting.item.id;
        if casting.trigger {
            self.s.objs[id.slot as usize].gone = true;
            return;
        }
        if casting.item.ability.is_none() {
            let back = match casting.from {
                Zone::Graveyard => self.take_back(id, Destination::Graveyard),
                Zone::Exile => self.take_back(id, Destination::Exile),
                _ => self.take_back(id, Destination::Hand),
            };
            // The permission to play the card moves to the new object of the card, so it still applies.
            let was = self.s.permits.iter_mut().find(|permit| self.s.objs[permit.id.slot as usize].next == id);
            if let Some(permit) = was.filter(|_| !back.is_none()) {
                permit.id = back;
            }
        }
        self.s.flow = Flow::Settle;
    }

    /// Cancels the spell or ability that the player is announcing, and reverses the mana abilities that were activated
    /// for it.
    pub(crate) fn cancel(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.last_mut() else { return };
        let (seat, meanwhile) = (casting.seat, std::mem::take(&mut casting.meanwhile));
        if let Some((pool, waiting)) = meanwhile.before {
            self.s.players[seat.index()].pool = pool;
            self.s.waiting.truncate(usize::from(waiting));
            for id in meanwhile.tapped {
                self.s.objs[id.slot as usize].tapped = false;
            }
            self.s.dirty = true;
        }
        self.drop_cast();
    }

    /// Stores the data to reverse a mana ability that is activated while a cost is paid.
    pub(crate) fn remember(&mut self, id: Id, ab: AbilityId) {
        let plain = self.r.only_taps_for_mana(ab);
        let waiting = self.s.waiting.len() as u16;
        let seat = self.casting_mut().seat;
        let pool = self.s.player(seat).pool;
        let meanwhile = &mut self.casting_mut().meanwhile;
        meanwhile.before.get_or_insert((pool, waiting));
        meanwhile.tapped.push(id);
        meanwhile.bound |= !plain;
    }
}

impl Duel {
    /// Whether the player can cancel the announcement. This is possible until a part of the cost other than mana is
    /// paid.
    pub(crate) fn can_cancel(&self, s: &DuelState) -> bool {
        let Some(Frame::Cast(casting)) = s.frames.last() else { return false };
        !casting.trigger && !casting.meanwhile.bound && casting.stage < Stage::Costs
    }

    /// Whether {T} is the only cost of the ability and mana its only effect.
    fn only_taps_for_mana(&self, ab: AbilityId) -> bool {
        let CompiledAbility::Activated { cost, code, .. } = &self.cards.abilities[ab as usize] else { return false };
        let adds = |op: &Op| matches!(op, Op::Act(Act::AddMana { .. }, _));
        cost[..] == [CostPart::Tap] && self.cards.codes[*code as usize].ops.iter().all(adds)
    }
}
