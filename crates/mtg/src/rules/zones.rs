//! Zone changes: moves cards between zones, and creates and removes objects. Other modules call these functions.

use super::compiled_cards::{CompiledAbility, DefId, FINALITY, LOYALTY, STUN, flag, type_bit};
use super::fact::Note;
use super::state::{Attacker, Characteristics, DuelState, Frame, GameObject, Id, Ids, ObjectSlot, Zone};
use super::triggers::GameEvent;
use super::{Duel, Engine, Fact};
use crate::ir::{CardType, Replacement, Static};
use rulebook_kernel::{Seat, Via};
use rulebook_table::{Entry, Facing, ZoneId};

/// The place to which an object moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    Hand,
    Top,
    Bottom,
    /// The library, with this many cards above the object.
    Under(u8),
    Graveyard,
    Exile,
}

/// The attackers, and the pairs of blocker and attacker.
type Combat = (Vec<Attacker>, Vec<(Id, Id)>);

/// How a permanent enters the battlefield.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enter {
    pub controller: Seat,
    pub tapped: bool,
    pub counters: Option<(u8, i16)>,
    pub host: Id,
    pub on_seat: Option<Seat>,
    pub x: i16,
    pub kicked: u8,
    pub cast: bool,
    /// The zone from which the permanent was cast.
    pub from: Zone,
    /// The definition whose copiable values the permanent has, if it enters as a copy (CR 707).
    pub copy: Option<DefId>,
    pub chosen: u16,
    pub made: Option<(i16, i16)>,
    /// Whether the player has already made the choices that this permanent needs as it enters.
    pub asked: bool,
    /// Whether other permanents enter at the same time. If so, the caller emits the events after all have entered.
    pub together: bool,
}

impl Enter {
    pub(crate) fn under(controller: Seat) -> Enter {
        Enter {
            controller,
            tapped: false,
            counters: None,
            host: Id::NONE,
            on_seat: None,
            x: 0,
            kicked: 0,
            cast: false,
            from: Zone::Nowhere,
            copy: None,
            chosen: 0,
            made: None,
            asked: false,
            together: false,
        }
    }
}

impl Duel {
    pub(crate) fn blank(&self, def: DefId, owner: Seat, zone: Zone) -> GameObject {
        let chars: Characteristics = self.printed(def, owner);
        GameObject {
            age: 0,
            zone,
            gone: false,
            entry: None,
            def,
            face: def,
            owner,
            controller: owner,
            token: false,
            tapped: false,
            sick: false,
            damage: 0,
            deadly: false,
            host: Id::NONE,
            on_seat: None,
            time: 0,
            counters: [(0, 0); super::state::COUNTERS],
            stamps: [0; super::state::COUNTERS],
            crowded: false,
            made: None,
            entered: 0,
            attacked: 0,
            damaged: 0,
            shields: 0,
            chosen: 0,
            x: 0,
            kicked: 0,
            cast: false,
            from: Zone::Nowhere,
            exiles: false,
            fought: 0,
            next: Id::NONE,
            left: 0,
            goaded: 0,
            chars,
        }
    }
}

impl Engine<'_> {
    pub(crate) fn note(&mut self, note: impl FnOnce() -> Note) {
        if let Some(out) = &mut self.out {
            out.push(Fact::Note(note()));
        }
    }

    pub(crate) fn alloc(&mut self, mut obj: GameObject) -> Id {
        match self.s.free.pop() {
            Some(slot) => {
                obj.age = self.s.objs[slot as usize].age.wrapping_add(1);
                self.s.clear_crowd(slot);
                self.s.objs[slot as usize] = obj;
                self.s.id(slot)
            }
            None => {
                self.s.objs.push(obj);
                self.s.id((self.s.objs.len() - 1) as u16)
            }
        }
    }

    /// Removes ghosts to which no effect can refer.
    pub(crate) fn sweep(&mut self) {
        if !self.s.frames.is_empty() || !self.s.stack.is_empty() || !self.s.waiting.is_empty() {
            return;
        }
        let awaited = self.s.awaited();
        for slot in 0..self.s.objs.len() {
            let obj = &self.s.objs[slot];
            if obj.gone && obj.zone != Zone::Nowhere && !awaited.contains(&(slot as u16)) {
                self.s.clear_crowd(slot as u16);
                let obj = &mut self.s.objs[slot];
                let age = obj.age;
                *obj = self.r.blank(0, Seat::new(0), Zone::Nowhere);
                obj.age = age;
                obj.gone = true;
                self.s.free.push(slot as u16);
            }
        }
        let DuelState { granted, objs, .. } = &mut *self.s;
        granted.retain(|(slot, ..)| !objs[*slot as usize].gone);
    }

    pub(crate) fn tick(&mut self) -> u32 {
        self.s.clock += 1;
        self.s.clock
    }

    pub(crate) fn atom(&mut self, entry: Entry, to: ZoneId, at: Option<usize>) {
        let shape = self.r.shape(self.s);
        self.stir_if(self.r.volatile);
        match &mut self.out {
            Some(out) => {
                let mut via: Via<'_, Vec<Fact>, Fact> = Via::new(out);
                self.s.table.atoms(shape, &mut via).move_as(entry, to, at, Facing::Default);
            }
            None => self.s.table.atoms(shape, &mut ()).move_as(entry, to, at, Facing::Default),
        }
    }

    pub(crate) fn shuffle(&mut self, seat: Seat) {
        let shape = self.r.shape(self.s);
        let zone = self.r.board(self.s).library[seat.index()];
        match &mut self.out {
            Some(out) => {
                let mut via: Via<'_, Vec<Fact>, Fact> = Via::new(out);
                self.s.table.atoms(shape, &mut via).shuffle(zone, &mut self.s.rng);
            }
            None => self.s.table.atoms(shape, &mut ()).shuffle(zone, &mut self.s.rng),
        }
    }

    pub(crate) fn reveal(&mut self, entry: Entry, to: rulebook_kernel::SeatSet) {
        let shape = self.r.shape(self.s);
        match &mut self.out {
            Some(out) => {
                let mut via: Via<'_, Vec<Fact>, Fact> = Via::new(out);
                self.s.table.atoms(shape, &mut via).reveal(entry, to);
            }
            None => self.s.table.atoms(shape, &mut ()).reveal(entry, to),
        }
    }

    /// The zone of the table that holds this owner's cards in `zone`.
    fn place(&self, zone: Zone, owner: Seat) -> ZoneId {
        let board = self.r.board(self.s);
        let i = owner.index();
        match zone {
            Zone::Battlefield => board.battlefield[i],
            Zone::Stack => board.stack,
            Zone::Graveyard => board.graveyard[i],
            Zone::Hand => board.hand[i],
            Zone::Library => board.library[i],
            Zone::Exile | Zone::Command | Zone::Nowhere => board.exile,
        }
    }

    /// Moves a card from a hidden zone to a public zone other than the battlefield. Returns the new object.
    pub(crate) fn lift(&mut self, entry: Entry, to: Zone) -> Id {
        let face = self.s.table.face(self.r.shape(self.s), entry);
        let (owner, def) = self.r.face(self.s, face);
        let place = self.place(to, owner);
        self.atom(entry, place, None);
        let mut obj = self.r.blank(def, owner, to);
        obj.entry = Some(entry);
        obj.time = self.tick();
        self.alloc(obj)
    }

    /// Draws one card. Returns whether there was one. An attempt to draw from an empty library is recorded, because it
    /// loses the game (CR 704.5b).
    pub(crate) fn draw(&mut self, seat: Seat) -> bool {
        let board = self.r.board(self.s);
        let (library, hand) = (board.library[seat.index()], board.hand[seat.index()]);
        match self.s.table.top(self.r.shape(self.s), library) {
            Some(top) => {
                self.atom(top, hand, None);
                self.s.players[seat.index()].drawn = self.s.players[seat.index()].drawn.saturating_add(1);
                let nth = self.s.players[seat.index()].drawn;
                self.emit(GameEvent::Draws(seat, nth));
                true
            }
            None => {
                self.s.players[seat.index()].drew_from_nothing = true;
                false
            }
        }
    }

    /// Removes an object from its zone and leaves a ghost.
    fn vacate(&mut self, id: Id) {
        let zone = self.s.obj(id).zone;
        if zone == Zone::Battlefield {
            self.s.field.retain(|slot| *slot != id.slot);
            self.remember_combat(id);
            self.leave_combat(id);
            self.s.dirty = true;
        }
        if zone == Zone::Stack {
            self.s.stack.retain(|item| item.id != id);
        }
        self.depart(id);
    }

    /// Stores whether the leaving permanent attacks, is blocked or blocks. This is last known information (CR 608.2h).
    fn remember_combat(&mut self, id: Id) {
        use super::state::fought::{ATTACKING, BLOCKED, BLOCKING};
        let attacks = self.s.attackers.iter().find(|attacker| attacker.id == id);
        let attacks = attacks.map_or(0, |attacker| if attacker.blocked { ATTACKING | BLOCKED } else { ATTACKING });
        let blocks = if self.s.is_blocking(id) { BLOCKING } else { 0 };
        self.s.objs[id.slot as usize].fought = attacks | blocks;
    }

    pub(crate) fn leave_combat(&mut self, id: Id) {
        self.s.attackers.retain(|a| a.id != id);
        self.s.blocks.retain(|(blocker, attacker)| *blocker != id && *attacker != id);
    }

    /// Moves an object. Returns the new object if the zone is public. The caller emits the events.
    fn shift(&mut self, id: Id, to: Destination) -> Id {
        let GameObject { entry, owner, def, token, zone, .. } = *self.s.obj(id);
        if token && zone == Zone::Battlefield {
            self.note_token_gone(id);
        }
        self.vacate(id);
        let Some(entry) = entry else { return Id::NONE };
        let new_zone = match to {
            Destination::Graveyard => Zone::Graveyard,
            Destination::Exile => Zone::Exile,
            Destination::Hand => Zone::Hand,
            Destination::Top | Destination::Bottom | Destination::Under(_) => Zone::Library,
        };
        let place = self.place(new_zone, owner);
        let at = match to {
            Destination::Bottom => Some(0),
            Destination::Under(n) => {
                Some(self.s.table.count(self.r.shape(self.s), place).saturating_sub(usize::from(n)))
            }
            _ => None,
        };
        self.atom(entry, place, at);
        if matches!(new_zone, Zone::Hand | Zone::Library) {
            return Id::NONE;
        }
        let mut obj = self.r.blank(def, owner, new_zone);
        obj.entry = Some(entry);
        obj.time = self.tick();
        let new = self.alloc(obj);
        self.s.objs[id.slot as usize].next = new;
        new
    }

    fn note_token_gone(&mut self, id: Id) {
        let owner = self.s.obj(id).owner;
        let at = self.s.permanents().filter(|(_, o)| o.token && o.owner == owner).position(|(other, _)| other == id);
        self.note(|| Note::TokenGone(owner, at.unwrap_or(0) as u16));
    }

    /// Returns a card whose announcement was cancelled to its zone, without emitting events.
    pub(super) fn take_back(&mut self, id: Id, to: Destination) -> Id {
        self.refresh();
        if self.s.live(id).is_some() { self.shift(id, to) } else { Id::NONE }
    }

    /// The place to which an object goes instead of the graveyard, if a replacement effect applies (CR 614.6).
    fn instead_of_grave(&self, id: Id) -> Destination {
        let (r, s) = (self.r, &*self.s);
        let obj = s.obj(id);
        let marked = obj.chars.rules & flag::EXILE_IF_DIES != 0 || s.count(id, FINALITY) > 0;
        if obj.exiles && obj.zone == Zone::Stack || obj.on_field() && marked {
            return Destination::Exile;
        }
        let replaced = s.permanents().any(|(source, o)| {
            let cx = super::eval::EvalContext::of(source, o.chars.controller);
            r.may_replace(s, o)
                && r.abilities(s, source).any(|ab| match &r.cards.abilities[ab as usize] {
                    CompiledAbility::Static(Static::Replace(Replacement::DiesExile(what))) => {
                        obj.zone == Zone::Battlefield && r.is_pattern(s, &cx, what, id)
                    }
                    CompiledAbility::Static(Static::Replace(Replacement::GraveyardExile(what))) => {
                        r.thing(s, id).is_some_and(|thing| r.is_card_of(s, &cx, what, &thing, !obj.token))
                    }
                    _ => false,
                })
        });
        if replaced { Destination::Exile } else { Destination::Graveyard }
    }

    /// Moves a card from a hand or library to the graveyard, or to where a replacement effect sends it.
    pub(crate) fn lift_to_grave(&mut self, entry: Entry, from: Zone) -> Id {
        let (r, s) = (self.r, &*self.s);
        let thing = r.card_thing(s, entry, from);
        let replaced = s.permanents().any(|(source, o)| {
            let cx = super::eval::EvalContext::of(source, o.chars.controller);
            r.may_replace(s, o)
                && r.abilities(s, source).any(|ab| match &r.cards.abilities[ab as usize] {
                    CompiledAbility::Static(Static::Replace(Replacement::GraveyardExile(what))) => {
                        r.is_card_of(s, &cx, what, &thing, true)
                    }
                    _ => false,
                })
        });
        if replaced {
            return self.lift(entry, Zone::Exile);
        }
        let id = self.lift(entry, Zone::Graveyard);
        self.emit(GameEvent::ToGraveyard { id, from });
        id
    }

    /// Moves objects at the same time. Abilities that look back in time see all of them (CR 603.10a).
    pub(crate) fn send(&mut self, ids: &[Id], to: Destination) -> Ids {
        self.refresh();
        let there: Ids = ids.iter().copied().filter(|id| self.s.live(*id).is_some()).collect();
        let watchers: Vec<ObjectSlot> = self.s.field.clone();
        let mut new = Ids::new();
        let mut moved: Vec<(Id, Id, Zone, Destination)> = Vec::new();
        let fought = there.iter().any(|id| self.s.is_attacking(*id) || self.s.is_blocking(*id));
        let combat = fought.then(|| (self.s.attackers.clone(), self.s.blocks.clone()));
        for &id in &there {
            let from = self.s.obj(id).zone;
            let bound = from == Zone::Battlefield && self.s.obj(id).chars.rules & flag::EXILED_IF_LEAVES != 0;
            let to = match to {
                _ if bound => Destination::Exile,
                Destination::Graveyard => self.instead_of_grave(id),
                other => other,
            };
            let became = self.shift(id, to);
            moved.push((id, became, from, to));
            if !became.is_none() {
                new.push(became);
            }
        }
        // While triggers are collected, restore the combat as it was. Abilities that look back in time see the
        // creatures that left as attackers or blockers (CR 603.10a).
        let combat = combat.map(|was| self.replace_combat(was));
        for (id, became, from, to) in moved {
            if from == Zone::Battlefield {
                let died = to == Destination::Graveyard;
                if died && self.r.is_creature(self.s, id) {
                    let seat = self.s.obj(id).chars.controller;
                    self.s.players[seat.index()].died = self.s.players[seat.index()].died.saturating_add(1);
                }
                self.emit_to(GameEvent::Leaves { id, died }, &watchers);
                // An ability that triggers `from anywhere` does not look back (CR 603.6c).
                if died && !became.is_none() {
                    self.emit(GameEvent::ToGraveyard { id: became, from });
                }
                self.come_back(id);
            } else if to == Destination::Graveyard {
                self.emit(GameEvent::ToGraveyard { id: became, from });
            } else if from == Zone::Graveyard {
                self.emit(GameEvent::LeavesGraveyard(id));
            }
        }
        if let Some(now) = combat {
            // Restore the present combat. Creatures that have left combat in the meantime are not put back.
            let (attackers, blocks) = self.replace_combat(now);
            self.s.attackers.retain(|a| attackers.iter().any(|still| still.id == a.id));
            self.s.blocks.retain(|block| blocks.contains(block));
        }
        new
    }

    fn replace_combat(&mut self, (attackers, blocks): Combat) -> Combat {
        (std::mem::replace(&mut self.s.attackers, attackers), std::mem::replace(&mut self.s.blocks, blocks))
    }

    /// Returns the cards that were exiled until this object left the battlefield (CR 610.3).
    fn come_back(&mut self, left: Id) {
        let mut back = Ids::new();
        self.s.delayed.retain(|delayed| {
            if delayed.when == super::state::Moment::Return(left) {
                back.extend(delayed.wait.last.iter().copied());
                return false;
            }
            true
        });
        for id in back {
            if self.s.live(id).is_some_and(|o| o.zone == Zone::Exile) {
                let owner = self.s.obj(id).owner;
                self.enter(id, Enter::under(owner));
            }
        }
    }

    /// Puts an object from another zone, or a card lifted to the stack, onto the battlefield. Returns `Id::NONE` if the
    /// object cannot enter and stays in its zone.
    pub(crate) fn enter(&mut self, id: Id, mut how: Enter) -> Id {
        let Some(&GameObject { entry, def, owner, zone, .. }) = self.s.live(id) else { return Id::NONE };
        let Some(entry) = entry else { return Id::NONE };
        let types = self.r.cards.defs[def as usize].types;
        if types & (type_bit(CardType::Instant) | type_bit(CardType::Sorcery)) != 0 {
            return Id::NONE;
        }
        if !self.choose_host(def, &mut how) {
            return Id::NONE;
        }
        self.vacate(id);
        let place = self.place(Zone::Battlefield, owner);
        self.atom(entry, place, None);
        let new = self.settle_in(Some(entry), def, owner, how);
        self.s.objs[id.slot as usize].next = new;
        if zone == Zone::Graveyard {
            self.emit(GameEvent::LeavesGraveyard(id));
        }
        new
    }

    /// Creates a token.
    pub(crate) fn token(&mut self, def: DefId, mut how: Enter) -> Id {
        let full = self.s.objs.len() >= usize::from(ObjectSlot::MAX) - 1;
        if full || !self.choose_host(how.copy.unwrap_or(def), &mut how) {
            return Id::NONE;
        }
        self.note(|| Note::TokenMade(how.controller, how.copy.unwrap_or(def)));
        self.settle_in(None, def, how.controller, how)
    }

    fn settle_in(&mut self, entry: Option<Entry>, def: DefId, owner: Seat, mut how: Enter) -> Id {
        if self.r.enters_choosing && !how.asked {
            self.choose_entering(how.copy.unwrap_or(def), &mut how);
        }
        let mut obj = self.r.blank(how.copy.unwrap_or(def), owner, Zone::Battlefield);
        obj.def = def;
        obj.entry = entry;
        obj.token = entry.is_none();
        obj.controller = how.controller;
        obj.chars.controller = how.controller;
        obj.sick = true;
        obj.entered = self.s.turn;
        obj.host = how.host;
        obj.on_seat = how.on_seat;
        (obj.x, obj.kicked, obj.cast, obj.chosen, obj.made) = (how.x, how.kicked, how.cast, how.chosen, how.made);
        (obj.tapped, obj.from) = (how.tapped, how.from);
        obj.time = self.tick();
        if let Some((power, toughness)) = how.made {
            (obj.chars.power, obj.chars.toughness) = (power, toughness);
        }
        let loyalty = self.r.cards.defs[obj.face as usize].loyalty;
        let changed = self.r.enters_changed(self.s, obj.face);
        if (changed || loyalty > 0)
            && let Some(chars) = self.r.would_be(self.s, &obj)
        {
            obj.chars = chars;
        }
        if loyalty > 0 && obj.chars.types & type_bit(CardType::Planeswalker) != 0 && !obj.chars.bare {
            obj.counters[0] = (LOYALTY, loyalty);
        }
        let id = self.alloc(obj);
        if let Some((kind, n)) = how.counters {
            self.enter_with(id, kind, i32::from(n));
        }
        if changed {
            self.as_it_enters(id);
        }
        self.s.field.push(id.slot);
        self.s.dirty = true;
        self.refresh();
        self.begin_story(id);
        if !how.together {
            self.emit(GameEvent::Enters(id));
        }
        id
    }

    pub(crate) fn discard(&mut self, seat: Seat, entry: Entry) -> Id {
        let id = self.lift_to_grave(entry, Zone::Hand);
        self.emit(GameEvent::Discards(seat, id));
        id
    }

    /// Taps a permanent. Returns whether it was untapped.
    pub(crate) fn tap(&mut self, id: Id) -> bool {
        let untapped = self.s.there(id).is_some_and(|o| !o.tapped);
        if untapped {
            self.s.objs[id.slot as usize].tapped = true;
            self.stir_if(self.r.tap_matters);
            self.emit(GameEvent::Tapped(id));
        }
        untapped
    }

    /// Untaps a permanent. Returns whether it became untapped.
    pub(crate) fn untap(&mut self, id: Id) -> bool {
        let tapped = self.s.there(id).is_some_and(|o| o.tapped);
        if tapped {
            if self.s.count(id, STUN) > 0 {
                self.s.add_counters(id.slot, STUN, -1);
                return false;
            }
            self.s.objs[id.slot as usize].tapped = false;
            self.stir_if(self.r.tap_matters);
            self.emit(GameEvent::Untapped(id));
        }
        tapped
    }

    /// Destroys permanents (CR 701.8). `regenerates` says whether they can regenerate instead (CR 701.19). Returns how
    /// many were destroyed.
    pub(crate) fn destroy(&mut self, ids: &[Id], regenerates: bool) -> usize {
        let mut doomed = Ids::new();
        for &id in ids {
            if self.s.there(id).is_none() || self.r.indestructible(self.s, id) {
                continue;
            }
            if !self.spared(id, regenerates, true) {
                doomed.push(id);
            }
        }
        if !doomed.is_empty() {
            self.send(&doomed, Destination::Graveyard);
        }
        doomed.len()
    }

    pub(crate) fn sacrifice(&mut self, seat: Seat, ids: &[Id]) {
        let mine = |id: &Id| self.s.there(*id).is_some_and(|o| o.chars.controller == seat);
        let mine: Ids = ids.iter().copied().filter(mine).collect();
        if mine.is_empty() {
            return;
        }
        // A permanent sees its own sacrifice, because the event makes it leave the battlefield (CR 603.10a).
        let watchers: Vec<ObjectSlot> = self.s.field.clone();
        self.send(&mine, Destination::Graveyard);
        for id in mine {
            self.emit_to(GameEvent::Sacrifices(seat, id), &watchers);
        }
    }

    /// Puts counters on a permanent. Returns how many.
    pub(crate) fn put_counters(&mut self, id: Id, kind: u8, n: i32, by: Seat) -> i32 {
        if self.s.there(id).is_none() || n <= 0 {
            return 0;
        }
        let n = self.counters_put(id, kind, n).clamp(0, 9999);
        let time = self.tick();
        self.s.add_counters(id.slot, kind, n as i16);
        self.s.stamp(id.slot, kind, time);
        self.s.dirty = true;
        self.emit(GameEvent::Counters { id, kind, n, by });
        n
    }

    pub(crate) fn attach(&mut self, what: Id, to: Id) {
        if self.s.there(what).is_none() || self.s.there(to).is_none() || what == to {
            return;
        }
        if !self.r.may_attach(self.s, what, to) || self.s.obj(what).host == to {
            return;
        }
        let time = self.tick();
        let obj = &mut self.s.objs[what.slot as usize];
        obj.host = to;
        obj.time = time;
        self.s.dirty = true;
        self.emit(GameEvent::Attached(what, to));
    }

    pub(crate) fn push(&mut self, frame: Frame) {
        self.s.frames.push(frame);
    }
}

impl DuelState {
    pub(crate) fn in_graveyard(&self, seat: Seat) -> impl Iterator<Item = (Id, &GameObject)> + '_ {
        self.all().filter(move |(_, o)| o.zone == Zone::Graveyard && o.owner == seat)
    }
}
