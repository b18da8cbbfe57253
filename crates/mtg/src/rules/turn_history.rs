//! Records the events of the current turn that the cards of the match need to know.

use super::compiled_cards::{CompiledCards, DefId, bit, type_bit};
use super::eval::{EvalContext, Thing};
use super::state::{Characteristics, DuelState, Id, TurnStep, Zone};
use super::triggers::GameEvent;
use super::{Duel, Engine};
use crate::ir::{Act, CardType, Cond, CounterKind, Event, Filter, Node, Obj, PlainKeyword, Visit, Who};
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};

/// The number of permanents that a player needs for the city's blessing (CR 702.131).
const CITY: usize = 10;

/// Events of the current turn. Only `settled` and `settling` survive the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TurnHistory {
    /// The spells that were cast: the player, the spell and its definition.
    pub cast: Vec<(Seat, Id, DefId)>,
    /// The permanents that entered, with their characteristics and definition at that time.
    pub entered: Vec<(Id, Characteristics, DefId)>,
    /// The permanents that left the battlefield, with their last characteristics and their definition.
    pub left: Vec<(Id, Characteristics, DefId)>,
    /// Each permanent that was dealt damage, and the source of the damage.
    pub hurt: Vec<(Id, Id)>,
    /// The players who were dealt damage.
    pub struck: Vec<Seat>,
    /// The permanents that a seat has controlled continuously since the beginning of its last upkeep.
    pub settled: Vec<(Id, Seat)>,
    /// The permanents that the active player controlled at the beginning of the current upkeep. When the upkeep ends,
    /// they replace the permanents of that player in `settled`.
    pub settling: Option<Vec<(Id, Seat)>>,
}

/// The parts of the history that the cards of a match need. Other parts are not recorded.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HistoryNeeds {
    pub cast: bool,
    pub entered: bool,
    pub left: bool,
    pub hurt: bool,
    pub struck: bool,
    pub echo: bool,
    pub city: bool,
    /// Whether several kinds of replacement effects can apply to a destruction.
    pub spares: bool,
}

impl HistoryNeeds {
    pub(super) fn of(cards: &CompiledCards) -> HistoryNeeds {
        let has = |keyword: PlainKeyword| cards.defs.iter().any(|def| def.keywords & bit(keyword) != 0);
        let mut asked = HistoryNeeds { city: has(PlainKeyword::Ascend), ..HistoryNeeds::default() };
        let (mut regenerates, mut shields) = (false, false);
        cards.visit(&mut |node| match node {
            Node::Cond(Cond::CastThisTurn(..)) => asked.cast = true,
            Node::Cond(Cond::EnteredThisTurn(..)) => asked.entered = true,
            Node::Cond(Cond::LeftThisTurn(..)) => asked.left = true,
            Node::Event(Event::DamagedDies(_)) => asked.hurt = true,
            Node::Cond(Cond::DealtDamage(_)) => asked.struck = true,
            Node::Cond(Cond::NewlyYours(_)) => asked.echo = true,
            Node::Act(Act::Regenerate(_)) => regenerates = true,
            Node::CounterKind(CounterKind::Shield) => shields = true,
            _ => {}
        });
        asked.spares = has(PlainKeyword::UmbraArmor) || regenerates && shields;
        asked
    }
}

impl Duel {
    /// The number of spells that match the filter and that these players cast this turn.
    pub(super) fn cast_this_turn(&self, s: &DuelState, cx: &EvalContext<'_>, who: &Who, filter: &Filter) -> i32 {
        let seats = self.players(s, cx, who);
        let fits = |(seat, id, def): &&(Seat, Id, DefId)| {
            // If this spell has become the source of the ability, test it as the source, so that `other` excludes it.
            let became = s.known(*id).is_some_and(|o| o.gone && o.next == cx.source);
            let id = if became { cx.source } else { *id };
            let thing = Thing { chars: self.printed(*def, *seat), def: *def, id, zone: Zone::Stack, owner: *seat };
            seats.contains(seat) && self.fits(s, cx, filter, &thing)
        };
        s.past.cast.iter().filter(fits).count() as i32
    }

    /// The number of permanents that match the filter and that entered under these players' control this turn.
    pub(super) fn entered_this_turn(&self, s: &DuelState, cx: &EvalContext<'_>, who: &Who, filter: &Filter) -> i32 {
        let seats = self.players(s, cx, who);
        let fits = |(id, chars, def): &&(Id, Characteristics, DefId)| {
            let (chars, def, owner) = (*chars, *def, chars.controller);
            let thing = Thing { chars, def, id: *id, zone: Zone::Battlefield, owner };
            seats.contains(&owner) && self.fits(s, cx, filter, &thing)
        };
        s.past.entered.iter().filter(fits).count() as i32
    }

    /// Whether a permanent that matches the filter left the battlefield this turn under the control of these players.
    pub(super) fn left_this_turn(
        &self,
        s: &DuelState,
        cx: &EvalContext<'_>,
        who: Option<&Who>,
        filter: &Filter,
    ) -> bool {
        s.past.left.iter().any(|(id, chars, def)| {
            let (chars, def, owner) = (*chars, *def, chars.controller);
            let thing = Thing { chars, def, id: *id, zone: Zone::Battlefield, owner };
            who.is_none_or(|who| self.is_who(s, cx, who, owner)) && self.fits(s, cx, filter, &thing)
        })
    }

    /// Whether an object that matches `by` dealt damage to this creature this turn.
    pub(super) fn hurt_by(&self, s: &DuelState, cx: &EvalContext<'_>, id: Id, by: &Obj) -> bool {
        let creature = s.known(id).is_some_and(|o| o.chars.types & type_bit(CardType::Creature) != 0);
        let sources = self.objects(s, cx, by);
        creature && s.past.hurt.iter().any(|(hurt, from)| *hurt == id && sources.contains(from))
    }

    /// Whether the permanent came under its controller's control after the beginning of that player's last upkeep.
    pub(super) fn is_newly_controlled(&self, s: &DuelState, id: Id) -> bool {
        s.there(id).is_some_and(|o| !s.past.settled.contains(&(id, o.chars.controller)))
    }

    /// Whether the player controls enough permanents for the city's blessing.
    fn has_city(&self, s: &DuelState, seat: Seat) -> bool {
        s.permanents().filter(|(_, o)| o.chars.controller == seat).count() >= CITY
    }
}

impl Engine<'_> {
    /// Records an event, if a card may need it later this turn.
    pub(super) fn remember_past(&mut self, happened: &GameEvent) {
        let asked = self.r.asked;
        match *happened {
            GameEvent::Cast { seat, id, .. } if asked.cast => {
                let def = self.s.obj(id).face;
                self.s.past.cast.push((seat, id, def));
                self.s.dirty = true;
            }
            GameEvent::Enters(id) if asked.entered => {
                self.refresh();
                let (chars, face) = (self.s.obj(id).chars, self.s.obj(id).face);
                self.s.past.entered.push((id, chars, face));
                self.s.dirty = true;
            }
            GameEvent::Leaves { id, .. } if asked.left => {
                let (chars, face) = (self.s.obj(id).chars, self.s.obj(id).face);
                self.s.past.left.push((id, chars, face));
                self.s.dirty = true;
            }
            GameEvent::Damage { from, to: super::state::ObjectOrPlayer::Obj(id), .. }
                if asked.hurt && !self.s.past.hurt.contains(&(id, from)) =>
            {
                self.s.past.hurt.push((id, from));
            }
            GameEvent::Damage { to: super::state::ObjectOrPlayer::Seat(seat), .. }
                if asked.struck && !self.s.past.struck.contains(&seat) =>
            {
                self.s.past.struck.push(seat);
                self.s.dirty = true;
            }
            GameEvent::Begins(step) if asked.echo => self.settle_down(step),
            _ => {}
        }
        if asked.city && matches!(happened, GameEvent::Enters(_)) {
            self.found_cities();
        }
    }

    /// At the beginning of an upkeep, records the permanents that the active player controls. The record becomes valid
    /// when the upkeep ends.
    fn settle_down(&mut self, step: TurnStep) {
        let active = self.s.active;
        if step == TurnStep::Upkeep {
            let mine = self.s.permanents().filter(|(_, o)| o.chars.controller == active);
            self.s.past.settling = Some(mine.map(|(id, _)| (id, active)).collect());
        } else if let Some(list) = self.s.past.settling.take() {
            self.s.past.settled.retain(|(_, seat)| *seat != active);
            self.s.past.settled.extend(list);
        }
    }

    /// Removes permanents from the record if their controller has changed.
    fn unsettle(&mut self) {
        if !self.r.asked.echo {
            return;
        }
        let mut past = std::mem::take(&mut self.s.past);
        let still = |(id, seat): &(Id, Seat)| self.s.there(*id).is_some_and(|o| o.chars.controller == *seat);
        past.settled.retain(still);
        past.settling.iter_mut().for_each(|list| list.retain(still));
        self.s.past = past;
    }

    /// Clears the events of the turn.
    pub(super) fn forget_turn(&mut self) {
        let past = &mut self.s.past;
        past.cast.clear();
        past.entered.clear();
        past.left.clear();
        past.hurt.clear();
        past.struck.clear();
    }

    /// Gives the city's blessing to each player who controls ten permanents, one of them with ascend (CR 702.131b).
    pub(super) fn found_cities(&mut self) {
        self.unsettle();
        if !self.r.asked.city {
            return;
        }
        for at in 0..self.s.seats() {
            let seat = Seat::new(at);
            let ascends = |o: &super::state::GameObject| {
                o.chars.controller == seat && o.chars.keywords & bit(PlainKeyword::Ascend) != 0
            };
            if !self.s.players[at].blessed
                && self.s.permanents().any(|(_, o)| ascends(o))
                && self.r.has_city(self.s, seat)
            {
                self.s.players[at].blessed = true;
                self.s.dirty = true;
                self.refresh();
            }
        }
    }

    /// Gives the city's blessing to the player, if a spell with ascend resolves and the player controls ten permanents
    /// (CR 702.131a).
    pub(super) fn ascend(&mut self, seat: Seat, def: DefId) {
        let has = self.r.cards.defs[def as usize].keywords & bit(PlainKeyword::Ascend) != 0;
        if has && self.r.has_city(self.s, seat) {
            self.s.players[seat.index()].blessed = true;
            self.s.dirty = true;
        }
    }
}
