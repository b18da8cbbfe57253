//! Triggered abilities (CR 603): finds the abilities that trigger on an event, and puts them on the stack.

use super::compiled_cards::{AbilityId, CompiledAbility, CompiledCards, UNLISTED};
use super::eval::EvalContext;
use super::state::{
    CastWay, Casting, Delayed, DuelState, Frame, Id, Ids, Item, ManaUndo, Moment, ObjectOrPlayer, ObjectSlot, Stage,
    TriggerEvent, TurnStep, Until, Waiting, Zone,
};
use super::{Duel, Engine};
use crate::ir::{Choice, DamageRecipient, During, Event, Obj, Phase, StepOwner};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// Something that happened and that may trigger abilities.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GameEvent {
    Enters(Id),
    Leaves {
        id: Id,
        died: bool,
    },
    ToGraveyard {
        id: Id,
        from: Zone,
    },
    Attacks {
        id: Id,
        alone: bool,
        whom: Option<Seat>,
    },
    PlayerAttacks(Seat),
    /// A creature blocks an attacker. `first` says whether it is the blocker's first attacker, or the attacker's first
    /// blocker.
    Blocks {
        blocker: Id,
        attacker: Id,
        first: bool,
    },
    Blocked {
        attacker: Id,
        blocker: Id,
        first: bool,
    },
    Unblocked(Id),
    Damage {
        from: Id,
        to: ObjectOrPlayer,
        n: i32,
        combat: bool,
    },
    Tapped(Id),
    Untapped(Id),
    Targeted {
        what: Id,
        by: Id,
        seat: Seat,
    },
    Cast {
        seat: Seat,
        id: Id,
        nth: u8,
    },
    /// A spell was copied.
    Copies(Seat, Id),
    /// A card left a graveyard. Holds the ghost of the card.
    LeavesGraveyard(Id),
    Land(Seat, Id),
    Begins(TurnStep),
    GainsLife(Seat, i32),
    LosesLife(Seat, i32),
    Draws(Seat, u8),
    Discards(Seat, Id),
    Cycles(Seat, Id),
    Sacrifices(Seat, Id),
    Counters {
        id: Id,
        kind: u8,
        n: i32,
        by: Seat,
    },
    /// The first creature exploited the second.
    Exploits(Id, Id),
    /// The last counter of a kind was removed from an object.
    LastCounter {
        id: Id,
        kind: u8,
    },
    Attached(Id, Id),
    Scries(Seat),
    Surveils(Seat),
}

fn step_of(phase: Phase) -> TurnStep {
    match phase {
        Phase::Untap => TurnStep::Untap,
        Phase::Upkeep => TurnStep::Upkeep,
        Phase::Draw => TurnStep::Draw,
        Phase::FirstMain => TurnStep::Main,
        Phase::SecondMain => TurnStep::SecondMain,
        Phase::Combat => TurnStep::BeginCombat,
        Phase::DeclareAttackers => TurnStep::Attackers,
        Phase::DeclareBlockers => TurnStep::Blockers,
        Phase::EndOfCombat => TurnStep::EndCombat,
        Phase::End => TurnStep::End,
    }
}

impl Duel {
    /// The objects, player and amount with which the event triggers the ability. `None` if it does not trigger the
    /// ability.
    fn hears(&self, s: &DuelState, cx: &EvalContext<'_>, event: &Event, happened: &GameEvent) -> Option<TriggerEvent> {
        let fits = |pattern: &Obj, id: Id| self.is_pattern(s, cx, pattern, id);
        let who = |who: &crate::ir::Who, seat: Seat| self.is_who(s, cx, who, seat);
        let about =
            |id: Id, other: Id, seat: Option<Seat>, amount: i32| Some(TriggerEvent { obj: id, other, seat, amount });
        let of = |id: Id| s.known(id).map(|o| o.chars.controller);
        match (event, *happened) {
            (Event::Or(list), _) => list.iter().find_map(|event| self.hears(s, cx, event, happened)),
            (Event::During(event, when), _) => {
                let now = match when {
                    During::Yours => s.active == cx.you,
                    During::Opponents => s.active != cx.you,
                    During::Combat => (TurnStep::BeginCombat..=TurnStep::EndCombat).contains(&s.step),
                };
                if now { self.hears(s, cx, event, happened) } else { None }
            }
            (Event::Enters(what), GameEvent::Enters(id)) if fits(what, id) => about(id, Id::NONE, of(id), 1),
            (Event::Dies(what), GameEvent::Leaves { id, died: true }) if self.was(s, cx, what, id) => {
                about(id, Id::NONE, of(id), 1)
            }
            (Event::DamagedDies(by), GameEvent::Leaves { id, died: true }) if self.hurt_by(s, cx, id, by) => {
                about(id, Id::NONE, of(id), 1)
            }
            (Event::Leaves(what), GameEvent::Leaves { id, .. }) if self.was(s, cx, what, id) => {
                about(id, Id::NONE, of(id), 1)
            }
            (Event::ToGraveyard { what, from, whose }, GameEvent::Leaves { id, died: true }) => {
                let from = *from == Some(crate::ir::Zone::Battlefield);
                let owner = s.known(id).map(|o| o.owner)?;
                let whose = whose.as_ref().is_none_or(|w| who(w, owner));
                if from && whose && self.was(s, cx, what, id) { about(id, Id::NONE, of(id), 1) } else { None }
            }
            (Event::ToGraveyard { what, from, whose }, GameEvent::ToGraveyard { id, from: zone }) => {
                // A move from the battlefield is handled by `Leaves` above, because its trigger looks back (CR 603.6c).
                let from = from.is_none_or(|wanted| {
                    super::eval::zone_of(wanted) == zone && wanted != crate::ir::Zone::Battlefield
                });
                let owner = s.known(id).map(|o| o.owner)?;
                let whose = whose.as_ref().is_none_or(|w| who(w, owner));
                if from && whose && fits(what, id) { about(id, Id::NONE, Some(owner), 1) } else { None }
            }
            (Event::Attacks { what, alone, whom }, GameEvent::Attacks { id, alone: is_alone, whom: seat }) => {
                // An attack on a planeswalker is not an attack on its controller (CR 508.3b).
                let direct = |a: &super::state::Attacker| a.id == id && matches!(a.whom, ObjectOrPlayer::Seat(_));
                let whom = whom
                    .as_ref()
                    .is_none_or(|w| seat.is_some_and(|seat| who(w, seat)) && s.attackers.iter().any(direct));
                if (!alone || is_alone) && whom && fits(what, id) { about(id, Id::NONE, seat, 1) } else { None }
            }
            (Event::AttacksOrWalker(what, w), GameEvent::Attacks { id, whom: Some(seat), .. })
                if who(w, seat) && fits(what, id) =>
            {
                about(id, Id::NONE, Some(seat), 1)
            }
            (Event::While(event, cond), _) => self.hears(s, cx, event, happened).filter(|_| self.cond(s, cx, cond)),
            (Event::EntersOrRoom(what), GameEvent::Enters(id)) if fits(what, id) => about(id, Id::NONE, of(id), 1),
            (Event::AttacksWith { what, others, filter }, GameEvent::Attacks { id, whom: seat, .. })
                if fits(what, id) =>
            {
                let with = |a: &&super::state::Attacker| a.id != id && self.matches(s, cx, filter, a.id);
                let n = s.attackers.iter().filter(with).count();
                if n >= usize::from(*others) { about(id, Id::NONE, seat, n as i32) } else { None }
            }
            (Event::PlayerAttacks(w, with), GameEvent::PlayerAttacks(seat)) if who(w, seat) => {
                let n = match with {
                    None => s.attackers.len(),
                    Some(pattern) => s.attackers.iter().filter(|a| fits(pattern, a.id)).count(),
                };
                let least = match with {
                    Some(Obj::Choose { count, .. }) => self.range(s, cx, count).0.max(1),
                    _ => 1,
                };
                if n >= least { about(Id::NONE, Id::NONE, Some(seat), n as i32) } else { None }
            }
            // Triggers once for each blocker. If the text names the attacker, the ability triggers once for each such
            // attacker (CR 509.3a to 509.3d).
            (Event::Blocks(what, of_what), GameEvent::Blocks { blocker, attacker, first }) if fits(what, blocker) => {
                let fit = of_what.as_ref().map_or(first, |what| fits(what, attacker));
                if fit { about(blocker, attacker, of(blocker), 1) } else { None }
            }
            (Event::BecomesBlocked(what, by), GameEvent::Blocked { attacker, blocker, first })
                if fits(what, attacker) =>
            {
                let fit = by.as_ref().map_or(first, |by| fits(by, blocker));
                if fit { about(attacker, blocker, of(attacker), 1) } else { None }
            }
            (Event::Unblocked(what), GameEvent::Unblocked(id)) if fits(what, id) => about(id, Id::NONE, of(id), 1),
            (Event::DealsDamage { what, combat, to }, GameEvent::Damage { from, to: aim, n, combat: is_combat }) => {
                let hurt = |hurt: &DamageRecipient| match (hurt, aim) {
                    (DamageRecipient::Who(w) | DamageRecipient::Either(w, _), ObjectOrPlayer::Seat(seat)) => {
                        who(w, seat)
                    }
                    (DamageRecipient::Obj(what) | DamageRecipient::Either(_, what), ObjectOrPlayer::Obj(id)) => {
                        fits(what, id)
                    }
                    _ => false,
                };
                let fit = (!combat || is_combat) && to.as_ref().is_none_or(hurt) && fits(what, from);
                let (other, seat) = match aim {
                    ObjectOrPlayer::Obj(id) => (id, of(id)),
                    ObjectOrPlayer::Seat(seat) => (Id::NONE, Some(seat)),
                };
                if fit { about(from, other, seat, n) } else { None }
            }
            (
                Event::DealtDamage { what, combat },
                GameEvent::Damage { from, to: ObjectOrPlayer::Obj(id), n, combat: is },
            ) => {
                if (!combat || is) && fits(what, id) {
                    about(id, from, of(from), n)
                } else {
                    None
                }
            }
            (Event::PlayerDamaged(w), GameEvent::Damage { from, to: ObjectOrPlayer::Seat(seat), n, .. })
                if who(w, seat) =>
            {
                about(from, Id::NONE, Some(seat), n)
            }
            (Event::BecomesTapped(what), GameEvent::Tapped(id)) if fits(what, id) => about(id, Id::NONE, of(id), 1),
            (Event::BecomesUntapped(what), GameEvent::Untapped(id)) if fits(what, id) => about(id, Id::NONE, of(id), 1),
            (Event::Targeted { what, by, whose }, GameEvent::Targeted { what: id, by: item, seat }) => {
                let spell = *by == crate::ir::TargetedBy::SpellOrAbility
                    || s.stack.iter().any(|i| i.id == item && i.ability.is_none());
                let whose = whose.as_ref().is_none_or(|w| who(w, seat));
                if spell && whose && fits(what, id) { about(id, item, Some(seat), 1) } else { None }
            }
            (Event::Cast { who: w, what, nth, .. }, GameEvent::Cast { seat, id, nth: is }) if who(w, seat) => {
                let fit = nth.is_none_or(|nth| nth == is) && fits(what, id);
                if fit { about(id, Id::NONE, Some(seat), 1) } else { None }
            }
            (Event::Cast { who: w, what, or_copy: true, .. }, GameEvent::Copies(seat, id))
                if who(w, seat) && fits(what, id) =>
            {
                about(id, Id::NONE, Some(seat), 1)
            }
            (Event::LeavesGraveyard(what, w), GameEvent::LeavesGraveyard(id)) => {
                let owner = s.known(id).map(|o| o.owner)?;
                if who(w, owner) && fits(what, id) { about(id, Id::NONE, Some(owner), 1) } else { None }
            }
            (Event::PlaysLand(w, what), GameEvent::Land(seat, id)) if who(w, seat) && fits(what, id) => {
                about(id, Id::NONE, Some(seat), 1)
            }
            (Event::Begins(phase, whose), GameEvent::Begins(step)) if step_of(*phase) == step => {
                let fit = match whose {
                    StepOwner::Your => s.active == cx.you,
                    StepOwner::EachOpponent => s.active != cx.you,
                    StepOwner::Of(w) | StepOwner::Whos(w) => who(w, s.active),
                    StepOwner::Each(_) | StepOwner::The => true,
                };
                if fit { about(Id::NONE, Id::NONE, Some(s.active), 1) } else { None }
            }
            (Event::GainsLife(w), GameEvent::GainsLife(seat, n))
            | (Event::LosesLife(w), GameEvent::LosesLife(seat, n))
                if who(w, seat) =>
            {
                about(Id::NONE, Id::NONE, Some(seat), n)
            }
            (Event::Draws(w, nth), GameEvent::Draws(seat, is)) if who(w, seat) && nth.is_none_or(|nth| nth == is) => {
                about(Id::NONE, Id::NONE, Some(seat), 1)
            }
            (Event::Discards(w, what) | Event::CyclesOrDiscards(w, what), GameEvent::Discards(seat, id))
            | (Event::Cycles(w, what), GameEvent::Cycles(seat, id))
                if who(w, seat) && self.is_card_pattern(s, cx, what, id) =>
            {
                about(id, Id::NONE, Some(seat), 1)
            }
            (Event::Sacrifices(w, what), GameEvent::Sacrifices(seat, id))
                if who(w, seat) && self.was(s, cx, what, id) =>
            {
                about(id, Id::NONE, Some(seat), 1)
            }
            (Event::CountersPut { who: w, kind, on, count }, GameEvent::Counters { id, kind: is, n, by }) => {
                let kind = kind.is_none_or(|kind| self.cards.kinds[is as usize] == kind);
                let least = if let Choice::OrMore(least) = count { i32::from(*least) } else { 1 };
                let fit = kind && n >= least && w.as_ref().is_none_or(|w| who(w, by)) && fits(on, id);
                if fit { about(id, Id::NONE, of(id), n) } else { None }
            }
            (Event::Exploits(what), GameEvent::Exploits(id, other)) if fits(what, id) => about(id, other, of(id), 1),
            (Event::Chapter(number), GameEvent::Counters { id, kind, n, .. })
                if id == cx.source && self.reaches(s, id, kind, n, *number) =>
            {
                about(id, Id::NONE, of(id), 1)
            }
            (Event::LastCounter(kind, what), GameEvent::LastCounter { id, kind: is }) if fits(what, id) => {
                let fit = kind.is_none_or(|kind| self.cards.kinds[is as usize] == kind);
                if fit { about(id, Id::NONE, of(id), 1) } else { None }
            }
            (Event::BecomesAttached(what, to), GameEvent::Attached(a, b)) if fits(what, a) && fits(to, b) => {
                about(a, b, of(a), 1)
            }
            (Event::Scries(w), GameEvent::Scries(seat)) | (Event::Surveils(w), GameEvent::Surveils(seat))
                if who(w, seat) =>
            {
                about(Id::NONE, Id::NONE, Some(seat), 1)
            }
            _ => None,
        }
    }

    /// Whether the object matched the pattern before it left. Its ghost is tested (CR 603.10).
    fn was(&self, s: &DuelState, cx: &EvalContext<'_>, what: &Obj, id: Id) -> bool {
        self.is_pattern(s, cx, what, id)
    }

    /// Whether the discarded card matches the pattern, whatever zone it is in now.
    fn is_card_pattern(&self, s: &DuelState, cx: &EvalContext<'_>, what: &Obj, id: Id) -> bool {
        self.is_pattern(s, cx, what, id)
    }
}

impl Engine<'_> {
    pub(crate) fn emit(&mut self, happened: GameEvent) {
        self.remember_past(&happened);
        self.hear(happened, None);
    }

    /// Triggers abilities on the event, also abilities of ghosts. `watchers` are the slots of the objects that were on
    /// the battlefield.
    pub(crate) fn emit_to(&mut self, happened: GameEvent, watchers: &[ObjectSlot]) {
        self.remember_past(&happened);
        self.hear(happened, Some(watchers));
    }

    fn hear(&mut self, happened: GameEvent, watchers: Option<&[ObjectSlot]>) {
        self.fresh = self.fresh.min(self.s.waiting.len());
        if matches!(happened, GameEvent::Enters(_) | GameEvent::Leaves { .. } | GameEvent::Attached(..)) {
            self.refresh();
        }
        if !self.r.is_heard(&happened) {
            return self.hear_delayed(&happened);
        }
        let count = watchers.map_or(self.s.field.len(), <[ObjectSlot]>::len);
        for at in 0..count {
            let slot = watchers.map_or_else(|| self.s.field[at], |list| list[at]);
            let id = self.s.id(slot);
            if cfg!(debug_assertions) || self.r.may_hear(self.s, id, &happened) {
                self.listen(id, &happened, false);
            }
        }
        for at in 0..self.s.emblems.len() {
            let id = self.s.id(self.s.emblems[at]);
            self.listen(id, &happened, false);
        }
        if self.r.graves {
            let defs = &self.r.cards.defs;
            let lying = |o: &super::state::GameObject| o.zone == Zone::Graveyard && defs[o.face as usize].from_grave;
            let ids: SmallVec<[Id; 8]> = self.s.all().filter(|(_, o)| lying(o)).map(|(id, _)| id).collect();
            for id in ids {
                self.listen(id, &happened, false);
            }
        }
        // Abilities of a spell trigger when it is cast, although it is not on the battlefield. The same is true for a
        // card that is discarded, cycled or put into a graveyard (CR 113.6).
        let own = match happened {
            GameEvent::Cast { id, .. }
            | GameEvent::Discards(_, id)
            | GameEvent::Cycles(_, id)
            | GameEvent::ToGraveyard { id, .. } => Some(id),
            _ => None,
        };
        if let Some(id) = own.filter(|id| self.r.may_hear(self.s, *id, &happened)) {
            self.listen(id, &happened, true);
        }
        self.hear_delayed(&happened);
    }

    /// Triggers the abilities of one object on an event. If `own` is set, the object is outside the battlefield, so
    /// only events of the object itself count.
    fn listen(&mut self, id: Id, happened: &GameEvent, own: bool) {
        let r = self.r;
        let list: SmallVec<[AbilityId; 8]> = r.abilities(self.s, id).collect();
        for ab in list {
            let CompiledAbility::Triggered { event, cond, code, once } = &r.cards.abilities[ab as usize] else {
                continue;
            };
            let lies = self.s.obj(id).zone == Zone::Graveyard;
            if own && !speaks_of_itself(event) || r.cards.grave[ab as usize] != (lies && !own) {
                continue;
            }
            let obj = self.s.obj(id);
            let you = obj.chars.controller;
            // An ability knows the X that was paid for its object only if it triggers when that object is cast or
            // enters (CR 107.3m).
            let arrives = matches!(happened, GameEvent::Enters(it) | GameEvent::Cast { id: it, .. } if *it == id);
            let x = if arrives { obj.x } else { 0 };
            let cx = EvalContext { x: i32::from(x), kicked: obj.kicked, ..EvalContext::of(id, you) };
            let Some(occasion) = r.hears(self.s, &cx, event, happened) else { continue };
            debug_assert!(r.may_hear(self.s, id, happened), "{event:?} hears {happened:?}");
            let cx = EvalContext { occasion, amount: occasion.amount, ..cx };
            if cond.as_ref().is_some_and(|cond| !r.cond(self.s, &cx, cond)) {
                continue;
            }
            // For some abilities, simultaneous events are one event (CR 603.2c). Such abilities trigger once.
            let fresh = self.fresh;
            let same = self
                .s
                .waiting
                .iter_mut()
                .skip(fresh)
                .find(|w| w.source == id && w.ability == Some(ab) && one_event(event, &w.occasion, &occasion));
            if let Some(same) = same {
                same.occasion.amount = same.occasion.amount.saturating_add(occasion.amount);
                continue;
            }
            if *once {
                if self.s.uses_of(id, ab) > 0 {
                    continue;
                }
                self.s.count_use(id, ab);
            }
            let kicked = self.s.obj(id).kicked;
            self.s.waiting.push(Waiting {
                ability: Some(ab),
                code: *code,
                source: id,
                controller: you,
                occasion,
                x,
                kicked,
                last: Ids::new(),
                born: self.s.clock,
            });
        }
    }

    /// Triggers abilities that depend on the state and not on an event (CR 603.8). Such an ability does not trigger
    /// again while it waits or is on the stack.
    pub(super) fn state_triggers(&mut self) {
        let r = self.r;
        if !r.watches_states {
            return;
        }
        let ids: SmallVec<[Id; 16]> = self.s.permanents().map(|(id, _)| id).collect();
        for id in ids {
            let list: SmallVec<[AbilityId; 8]> = r.abilities(self.s, id).collect();
            for ab in list {
                let CompiledAbility::Triggered { event: Event::ControlsNone(who, filter), cond, code, .. } =
                    &r.cards.abilities[ab as usize]
                else {
                    continue;
                };
                let s = &*self.s;
                let waits = s.waiting.iter().any(|w| w.source == id && w.ability == Some(ab))
                    || s.stack.iter().any(|item| item.source == id && item.ability == Some(ab));
                if waits || r.cards.grave[ab as usize] {
                    continue;
                }
                let obj = s.obj(id);
                let (controller, x, kicked) = (obj.chars.controller, obj.x, obj.kicked);
                let cx = EvalContext { x: i32::from(x), kicked, ..EvalContext::of(id, controller) };
                let has = |seat: Seat| {
                    s.permanents().any(|(other, o)| o.chars.controller == seat && r.matches(s, &cx, filter, other))
                };
                let Some(seat) = r.players(s, &cx, who).into_iter().find(|seat| !has(*seat)) else { continue };
                if cond.as_ref().is_some_and(|cond| !r.cond(s, &cx, cond)) {
                    continue;
                }
                let occasion = TriggerEvent { obj: Id::NONE, other: Id::NONE, seat: Some(seat), amount: 0 };
                self.s.waiting.push(Waiting {
                    ability: Some(ab),
                    code: *code,
                    source: id,
                    controller,
                    occasion,
                    x,
                    kicked,
                    last: Ids::new(),
                    born: self.s.clock,
                });
            }
        }
    }

    fn hear_delayed(&mut self, happened: &GameEvent) {
        if self.s.delayed.is_empty() {
            return;
        }
        let r = self.r;
        let mut fired: Vec<Waiting> = Vec::new();
        let mut at = 0;
        while at < self.s.delayed.len() {
            let Delayed { when, wait, until } = &self.s.delayed[at];
            let mut done = false;
            match (when, happened) {
                (Moment::Step(step, seat), GameEvent::Begins(now))
                    if step == now && seat.is_none_or(|seat| seat == self.s.active) =>
                {
                    fired.push(wait.clone());
                    done = true;
                }
                (Moment::Event, _) => {
                    let ab = wait.ability.unwrap_or(0);
                    if let CompiledAbility::Triggered { event, cond, .. } = &r.cards.abilities[ab as usize] {
                        let cx = EvalContext {
                            last: &wait.last,
                            delayed: true,
                            ..EvalContext::of(wait.source, wait.controller)
                        };
                        if let Some(occasion) = r.hears(self.s, &cx, event, happened) {
                            let cx = EvalContext { occasion, ..cx };
                            if cond.as_ref().is_none_or(|cond| r.cond(self.s, &cx, cond)) {
                                // The delayed triggered ability has no targets of its own. Its phrases for targets mean
                                // the objects in `last`.
                                fired.push(Waiting { ability: None, occasion, born: self.s.clock, ..wait.clone() });
                                done = *until == Until::Always;
                            }
                        }
                    }
                }
                _ => {}
            }
            if done {
                self.s.delayed.remove(at);
            } else {
                at += 1;
            }
        }
        self.s.waiting.extend(fired);
    }

    /// Puts the next waiting triggered ability on the stack, the active player's first (CR 603.3b). Returns whether an
    /// ability was waiting.
    pub(crate) fn place_next(&mut self) -> bool {
        if self.s.waiting.is_empty() {
            return false;
        }
        let order = self.s.from(self.s.active);
        let next = order.into_iter().find(|seat| self.s.waiting.iter().any(|w| w.controller == *seat));
        let Some(seat) = next else {
            self.s.waiting.clear();
            return false;
        };
        let mine: SmallVec<[usize; 4]> =
            (0..self.s.waiting.len()).filter(|at| self.s.waiting[*at].controller == seat).collect();
        let first = &self.s.waiting[mine[0]];
        let same = mine.iter().all(|at| {
            let w = &self.s.waiting[*at];
            w.code == first.code && w.source == first.source && w.occasion.seat == first.occasion.seat
        });
        if mine.len() == 1 || same {
            self.place_trigger(mine[0]);
        } else {
            self.push(Frame::Order(seat));
        }
        true
    }

    /// Puts one waiting triggered ability on the stack. Its modes and targets are chosen now (CR 603.3c, 603.3d).
    pub(crate) fn place_trigger(&mut self, at: usize) {
        let w = self.s.waiting.remove(at);
        let face = self.s.known(w.source).map_or(0, |o| o.face);
        let mut obj = self.r.blank(face, w.controller, Zone::Stack);
        obj.chars.controller = w.controller;
        obj.x = w.x;
        let id = self.alloc(obj);
        let item = Item {
            id,
            ability: Some(w.ability.unwrap_or(UNLISTED)),
            source: w.source,
            controller: w.controller,
            parts: SmallVec::from_elem(w.code, 1),
            targets: SmallVec::new(),
            x: w.x,
            kicked: w.kicked,
            paid: w.last,
            occasion: w.occasion,
            copy: false,
            born: w.born,
        };
        self.push(Frame::Cast(Box::new(Casting {
            item,
            seat: w.controller,
            stage: Stage::Modes,
            from: Zone::Nowhere,
            way: CastWay::Free,
            at: 0,
            slot: 0,
            modes_left: u8::MAX,
            mana: SmallVec::new(),
            picked: Ids::new(),
            trigger: true,
            retarget: false,
            meanwhile: ManaUndo::default(),
        })));
    }
}

/// Whether one of these cards has a state trigger.
pub(super) fn watches_states(cards: &CompiledCards) -> bool {
    cards.abilities.iter().any(|ab| matches!(ab, CompiledAbility::Triggered { event: Event::ControlsNone(..), .. }))
}

/// The minimum number of objects in a `one or more` event. `None` for other events.
pub(super) fn at_once(event: &Event) -> Option<u8> {
    let what = match event {
        Event::Enters(what) | Event::Dies(what) | Event::Leaves(what) | Event::Unblocked(what) => what,
        Event::BecomesTapped(what) | Event::BecomesUntapped(what) => what,
        Event::ToGraveyard { what, .. } | Event::Attacks { what, .. } | Event::LeavesGraveyard(what, _) => what,
        Event::DealsDamage { what, .. } | Event::DealtDamage { what, .. } => what,
        Event::Blocks(what, _) | Event::BecomesBlocked(what, _) => what,
        Event::Discards(_, what) | Event::Cycles(_, what) | Event::Sacrifices(_, what) => what,
        Event::Or(list) => return list.iter().find_map(at_once),
        Event::AttacksOrWalker(what, _) | Event::EntersOrRoom(what) | Event::CyclesOrDiscards(_, what) => what,
        Event::During(inner, _) | Event::While(inner, _) => return at_once(inner),
        _ => return None,
    };
    match what {
        Obj::Choose { count: Choice::OrMore(least), .. } => Some(*least),
        _ => None,
    }
}

/// Whether two simultaneous events count as one event for this ability (CR 603.2c).
fn one_event(event: &Event, a: &TriggerEvent, b: &TriggerEvent) -> bool {
    match event {
        _ if at_once(event).is_some() => !by_player(event) || a.seat == b.seat,
        Event::During(inner, _) | Event::While(inner, _) => one_event(inner, a, b),
        // All damage dealt at the same time to one permanent or player is one event. All damage dealt by one source at
        // the same time is also one event.
        Event::DealtDamage { .. } | Event::DealsDamage { to: None, .. } => a.obj == b.obj,
        Event::PlayerDamaged(_) => a.seat == b.seat,
        _ => false,
    }
}

/// Whether the event belongs to one player, so that the same event for two players counts twice.
fn by_player(event: &Event) -> bool {
    match event {
        Event::Discards(..) | Event::Cycles(..) | Event::Sacrifices(..) | Event::DealsDamage { .. } => true,
        Event::CyclesOrDiscards(..) => true,
        Event::Or(list) => list.iter().any(by_player),
        Event::During(inner, _) | Event::While(inner, _) => by_player(inner),
        _ => false,
    }
}

fn speaks_of_itself(event: &Event) -> bool {
    match event {
        Event::Cast { what, .. } | Event::Discards(_, what) | Event::Cycles(_, what) => *what == Obj::Source,
        Event::ToGraveyard { what, .. } => *what == Obj::Source,
        Event::Or(list) => list.iter().any(speaks_of_itself),
        Event::CyclesOrDiscards(_, what) => *what == Obj::Source,
        Event::During(inner, _) | Event::While(inner, _) => speaks_of_itself(inner),
        _ => false,
    }
}
