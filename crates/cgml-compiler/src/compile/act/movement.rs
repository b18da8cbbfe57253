//! Compiles card movement (CGML 13.1): moves, deals, draws, plays and discards.

use super::super::value::Val;
use super::super::{Compiler, codes};
use crate::code::{Cards, Emitted, Expr, Gather, Held, Item, Kept, Kind, List, Op, Put, Round, Seats, Target, Zones};
use crate::syntax::{
    self, Action, CardEvent, Deal, DealAll, DealRoundRobin, Discard, Draw, Emits, End, Face, Mill, Move, MoveAll, Play,
    Position, Role, SeatOrder, ZoneOrdering,
};
use rulebook_diag::{Diagnostic, Span};
use rulebook_table::Facing;

/// The parameters that all moves share.
struct Moved {
    cards: Gather,
    to: Expr,
    facing: Facing,
    put: Put,
    event: Emitted,
    /// The player who moves the cards. `None` if the action names no player: the acting player then moves the cards.
    player: Option<Expr>,
    /// Whether at most one card moves.
    one: bool,
}

fn facing(face: Option<syntax::At<Face>>) -> Facing {
    match face.map(|face| face.value) {
        None => Facing::Default,
        Some(Face::Up) => Facing::Up,
        Some(Face::Down) => Facing::Down,
    }
}

impl<'a> Compiler<'a> {
    pub(super) fn act_move(&mut self, act: &'a Move, action: &'a Action) {
        let from = self.lower(&act.from);
        let zones = matches!(from, Val::Zones(_));
        let one_zone = matches!(from, Val::One(Kind::Zone, _));
        if zones && act.count.is_none() && act.filter.is_none() {
            let message = "`MOVE` takes one card, but these are several zones";
            let found = Diagnostic::error(codes::SEVERAL, act.from.span, message).label("several zones");
            self.report(
                found.help("use `MOVE_ALL` for all of their cards, or `FOR_EACH_PLAYER` for one card of each player"),
            );
        }
        if act.count.is_none() && act.filter.is_none() && is_end_of_zone(&act.from) && matches!(from, Val::Cards(_)) {
            let message = "`MOVE` takes one card, but this path names one card of each zone";
            let found = Diagnostic::error(codes::SEVERAL, act.from.span, message).label("several cards");
            self.report(found.help("use `MOVE_ALL` for all of them, or `FOR_EACH_PLAYER` for one card of each player"));
        }
        let single_card = matches!(from, Val::One(Kind::Card, _));
        let cards = self.cards(from, act.from.span);
        self.is_same_card(&cards, act.from.span, action);
        let cards = self.matching(cards, act.filter.as_ref());
        let fifo = self.is_fifo(&cards);
        let (count, needs_some) = match &act.count {
            Some(count) => (Some(self.count_or_one(Some(count))), true),
            None if act.filter.is_some() => (None, false),
            None if one_zone => (Some(Expr::Const(1)), true),
            // The cards are given explicitly, so all of them move.
            None => (None, true),
        };
        let one = single_card || count == Some(Expr::Const(1));
        let to = self.destination(&act.to);
        let event = self.emitted(action);
        let put = self.put(act.position.as_ref(), &to);
        let cards = self.taken(cards, fifo, count, needs_some);
        self.moved(Moved { cards, to, facing: facing(act.face), put, event, player: None, one }, action);
    }

    pub(super) fn act_move_all(&mut self, act: &'a MoveAll, action: &'a Action) {
        let from = self.lower(&act.from);
        let cards = self.cards(from, act.from.span);
        let cards = self.matching(cards, act.filter.as_ref());
        let fifo = self.is_fifo(&cards);
        let to = self.destination(&act.to);
        let event = self.emitted(action);
        let put = self.put(act.position.as_ref(), &to);
        let cards = self.taken(cards, fifo, None, false);
        self.moved(Moved { cards, to, facing: facing(act.face), put, event, player: None, one: false }, action);
    }

    pub(super) fn act_play(&mut self, act: &'a Play, action: &'a Action) {
        let player = self.who_one(&act.player, action.span);
        self.hand_over((&act.card, act.to.as_ref(), facing(act.face)), player, (Role::Play, CardEvent::Play), action);
    }

    pub(super) fn act_discard(&mut self, act: &'a Discard, action: &'a Action) {
        let player = self.who_one(&act.player, action.span);
        let what = (&act.card, act.to.as_ref(), facing(act.face));
        self.hand_over(what, player, (Role::Discard, CardEvent::Discard), action);
    }

    /// Moves given cards to the zone `to`. Without it, moves them to the zone with this role.
    fn hand_over(
        &mut self,
        (card, to, facing): (&'a syntax::Expr, Option<&'a syntax::Expr>, Facing),
        player: Expr,
        (role, event): (Role, CardEvent),
        action: &'a Action,
    ) {
        let value = self.lower(card);
        let one = matches!(value, Val::One(Kind::Card, _));
        let from = self.cards(value, card.span);
        self.is_same_card(&from, card.span, action);
        let to = match to {
            Some(to) => self.destination(to),
            None => self.zone_for(role, &player, action.span),
        };
        let event = match &action.common.emit {
            Some(_) => self.emitted(action),
            None => Emitted::Card(event),
        };
        let cards = self.taken(from, false, None, true);
        self.moved(Moved { cards, to, facing, put: Put::ON_TOP, event, player: Some(player), one }, action);
    }

    /// Emits the move of an action, and stores its result. An action calls this function only once, because a second
    /// call would replace the stored result. If no rule can listen, one instruction is enough. Otherwise one
    /// instruction finds the cards, and the next instruction moves them.
    fn moved(&mut self, moved: Moved, action: &'a Action) {
        let Moved { cards, to, facing, put, event, player, one } = moved;
        let result = self.keep(action, Kind::Card, one);
        self.kept_from(Item::Cards(cards.from.clone()));
        self.note_filled(&to);
        let heard = !self.dry && (self.lane.is_some() || self.is_heard(&cards.from, &to, event));
        if !heard {
            let told = !self.dry && !self.in_setup && self.survey.recaps && event != Emitted::Nothing;
            let told = told.then(|| Box::new((event, player.unwrap_or_else(|| self.doer()))));
            self.unit.emit(Op::Move { cards, to, facing, put, result, told });
            self.judge_again();
            return;
        }
        let left = self.unit.list("cards to move", Kind::Card);
        let sources = self.unit.list("where they lie", Kind::Zone);
        let player = player.unwrap_or_else(|| self.doer());
        let whole = cards.needs_some;
        let travel = (self.unit.slot("where to", Kind::Zone), self.unit.slot("who moves them", Kind::Seat));
        self.unit.emit(Op::Gather { cards, to, player, travel, into: left, sources, result });
        self.unit.emit(Op::Send { left, sources, whole, result, travel, facing, put, event });
    }

    /// The acting player, if the action names no player.
    fn doer(&mut self) -> Expr {
        match (&self.loop_player, self.game.simultaneous) {
            (Some(player), _) => player.clone(),
            (None, false) => Expr::Current,
            (None, true) => super::super::value::missing(),
        }
    }

    /// The zone that cards move to.
    pub(super) fn destination(&mut self, to: &'a syntax::Expr) -> Expr {
        let value = self.lower(to);
        match value {
            Val::One(Kind::Seat, seat) => self.zone_for(Role::Hand, &seat, to.span),
            value => self.zone(value, to.span),
        }
    }

    /// The event that the moves of an action trigger.
    pub(super) fn emitted(&mut self, action: &'a Action) -> Emitted {
        match &action.common.emit {
            None => Emitted::ByRole,
            Some(Emits::Nothing) => Emitted::Nothing,
            Some(Emits::Card(event)) => Emitted::Card(*event),
            Some(Emits::Custom(name)) => match self.event(name) {
                Some(number) => Emitted::Declared(number as u16),
                None => Emitted::Nothing,
            },
        }
    }

    /// Whether a rule can listen to an event of this kind, whatever its target is.
    fn can_be_heard(&self, event: Emitted) -> bool {
        let heard = match event {
            Emitted::Nothing => false,
            Emitted::Card(event) => self.survey.heard[event as usize],
            Emitted::Declared(number) => self.event_is_heard(usize::from(number)),
            Emitted::ByRole => self.survey.heard.contains(&true),
        };
        heard && !self.in_setup && !self.dry
    }

    /// Whether a rule can listen to these moves.
    fn is_heard(&self, from: &Cards, to: &Expr, event: Emitted) -> bool {
        if self.in_setup {
            return false;
        }
        let heard = &self.survey.heard;
        match event {
            Emitted::Nothing => false,
            Emitted::Card(event) => heard[event as usize],
            Emitted::Declared(number) => self.event_is_heard(usize::from(number)),
            Emitted::ByRole => {
                let (from, to) = (self.defs_of(from), self.def_of(to).map(|def| vec![def]));
                let roles = |defs: Option<Vec<usize>>| -> Vec<Option<Role>> {
                    match defs {
                        Some(defs) => defs.into_iter().map(|def| self.game.zones[def].role).collect(),
                        None => self.game.zones.iter().map(|zone| zone.role).collect(),
                    }
                };
                let (from, to) = (roles(from), roles(to));
                let mut pairs = from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to)));
                pairs.any(|pair| heard[event_of(pair) as usize])
            }
        }
    }

    /// The definition of a zone, if it is known at compile time.
    pub(in super::super) fn def_of(&self, zone: &Expr) -> Option<usize> {
        match zone {
            Expr::Const(number) => self.game.def_of(*number),
            Expr::ZoneOf(def, _) => Some(*def),
            _ => None,
        }
    }

    /// The definitions of the zones that cards can be in, if they are known at compile time.
    pub(in super::super) fn defs_of(&self, cards: &Cards) -> Option<Vec<usize>> {
        match cards {
            Cards::Zone(zone) => self.def_of(zone).map(|def| vec![def]),
            Cards::One(card) => match &**card {
                Expr::Top(zone) | Expr::Bottom(zone) | Expr::CardAt(zone, _) => self.def_of(zone).map(|def| vec![def]),
                _ => None,
            },
            Cards::Zones(zones) => self.defs_of_zones(zones),
            Cards::Filter(cards, _)
            | Cards::Prefer(cards, _)
            | Cards::Take(cards, _)
            | Cards::TakeLast(cards, _)
            | Cards::SortBy(cards, ..)
            | Cards::Let(_, cards) => self.defs_of(cards),
            Cards::Join(parts) => {
                let defs: Option<Vec<Vec<usize>>> = parts.iter().map(|part| self.defs_of(part)).collect();
                defs.map(|defs| defs.into_iter().flatten().collect())
            }
            _ => None,
        }
    }

    fn defs_of_zones(&self, zones: &Zones) -> Option<Vec<usize>> {
        match zones {
            Zones::OfSeats(def, _) => Some(vec![*def]),
            Zones::These(zones) => zones.iter().map(|zone| self.game.def_of(i32::from(zone.0))).collect(),
            Zones::One(zone) => self.def_of(zone).map(|def| vec![def]),
            Zones::Filter(zones, ..) => self.defs_of_zones(zones),
            Zones::Join(parts) => {
                let defs: Option<Vec<Vec<usize>>> = parts.iter().map(|part| self.defs_of_zones(part)).collect();
                defs.map(|defs| defs.into_iter().flatten().collect())
            }
            Zones::List(_) => None,
        }
    }

    /// Converts a position to the order of the table, where the card placed last is on top. In a FIFO zone, top and
    /// bottom are exchanged. Without a position, cards go on top, which is the back of a FIFO queue.
    fn put(&mut self, position: Option<&'a Position>, to: &Expr) -> Put {
        let fifo = self.def_of(to).is_some_and(|def| self.game.zones[def].ordering == ZoneOrdering::Fifo);
        match position {
            None => Put::ON_TOP,
            Some(Position::End(End::Top)) if fifo => Put::At(End::Bottom),
            Some(Position::End(End::Bottom)) if fifo => Put::ON_TOP,
            Some(Position::End(end)) => Put::At(*end),
            // `canPerform` ignores the position, because it does not affect whether the move is possible.
            Some(Position::Above(_)) if self.dry => Put::ON_TOP,
            Some(Position::Above(written)) => {
                let value = self.lower(written);
                let below = self.number(value, written.span);
                let slot = self.unit.slot("cards below", Kind::Number);
                self.unit.emit(Op::Set(Target::Slot(slot), below));
                Put::Above(slot)
            }
        }
    }

    pub(super) fn is_fifo(&self, cards: &Cards) -> bool {
        let defs = self.defs_of(cards).unwrap_or_default();
        !defs.is_empty() && defs.iter().all(|def| self.game.zones[*def].ordering == ZoneOrdering::Fifo)
    }

    pub(super) fn act_deal(&mut self, act: &'a Deal, action: &'a Action) {
        let recipients = self.lower(&act.to);
        let several = matches!(recipients, Val::Zones(_) | Val::Seats(_));
        if several {
            let found = Diagnostic::error(
                codes::DEAL_TO_MANY,
                act.to.span,
                "`DEAL` deals to one recipient, but these are several",
            );
            self.report(found.label("several recipients").help("write `action: DEAL_ROUND_ROBIN`"));
            return;
        }
        let (to, round) = self.recipients(recipients, None, act.to.span);
        let count = self.count_or_one(act.count.as_ref());
        self.dealt((&act.from, to, round, Some(count), None), (facing(act.face), act.exactly == Some(true)), action);
    }

    pub(super) fn act_deal_round_robin(&mut self, act: &'a DealRoundRobin, action: &'a Action) {
        let recipients = self.lower(&act.to);
        let (to, round) = self.recipients(recipients, act.order, act.to.span);
        let count = self.count_or_one(act.count.as_ref());
        let packet = act.packet.as_ref().map(|packet| self.count_or_one(Some(packet)));
        self.dealt((&act.from, to, round, Some(count), packet), (facing(act.face), act.exactly == Some(true)), action);
    }

    pub(super) fn act_deal_all(&mut self, act: &'a DealAll, action: &'a Action) {
        let recipients = self.lower(&act.to);
        let (to, round) = self.recipients(recipients, act.order, act.to.span);
        let packet = act.packet.as_ref().map(|packet| self.count_or_one(Some(packet)));
        self.dealt((&act.from, to, round, None, packet), (facing(act.face), false), action);
    }

    pub(super) fn act_mill(&mut self, act: &'a Mill, action: &'a Action) {
        let to = Zones::One(Box::new(self.destination(&act.to)));
        let count = self.count_or_one(act.count.as_ref());
        self.dealt(
            (&act.from, to, Round::Listed, Some(count), None),
            (facing(act.face), act.exactly == Some(true)),
            action,
        );
    }

    pub(super) fn act_draw(&mut self, act: &'a Draw, action: &'a Action) {
        let player = self.who_one(&act.player, action.span);
        let to = match &act.to {
            Some(to) => self.destination(to),
            None => self.zone_for(Role::Hand, &player, action.span),
        };
        let count = self.count_or_one(act.count.as_ref());
        let from = match &act.from {
            Some(from) => {
                let value = self.lower(from);
                self.zone(value, from.span)
            }
            None => self.zone_for(Role::Deck, &player, action.span),
        };
        let to = Zones::One(Box::new(to));
        let to = (to, Round::Listed, Some(count), None);
        self.deal_from(from, to, (facing(act.face), act.exactly == Some(true)), Some(CardEvent::Draw), action);
    }

    /// The zones to deal to and their order. If the recipient is a player, the zone is the hand of this player.
    fn recipients(&mut self, to: Val<'a>, order: Option<syntax::At<SeatOrder>>, span: Span) -> (Zones, Round) {
        let zones = match to {
            Val::Seats(seats) => match self.role_def(Role::Hand, true, span) {
                Some(def) => Zones::OfSeats(def, Box::new(seats)),
                None => Zones::These(Vec::new()),
            },
            Val::One(Kind::Seat, seat) => Zones::One(Box::new(self.zone_for(Role::Hand, &seat, span))),
            to => self.zones(to, span),
        };
        match (order.map(|order| order.value), zones) {
            (Some(SeatOrder::Counterclockwise), Zones::OfSeats(def, seats)) => {
                let seats = match *seats {
                    Seats::These(seats) => Seats::These(other_way(seats)),
                    seats => self.ordered(seats, other_way((0..self.game.seats as u8).collect()), span),
                };
                (Zones::OfSeats(def, Box::new(seats)), Round::Listed)
            }
            (None, Zones::OfSeats(def, seats)) => {
                let round = round(&seats);
                (Zones::OfSeats(def, seats), round)
            }
            (_, zones) => (zones, Round::Listed),
        }
    }

    /// Sorts seats by their order in `order`.
    pub(super) fn ordered(&mut self, seats: Seats, order: Vec<u8>, span: Span) -> Seats {
        let temp = self.temp(span);
        self.end_temp();
        let among = Expr::HasSeat(Box::new(seats), Box::new(Expr::Temp(temp)));
        Seats::Filter(Box::new(Seats::These(order)), temp, Box::new(among))
    }

    fn dealt(
        &mut self,
        (from, to, round, each, packet): (&'a syntax::Expr, Zones, Round, Option<Expr>, Option<Expr>),
        how: (Facing, bool),
        action: &'a Action,
    ) {
        let value = self.lower(from);
        let from = self.zone(value, from.span);
        self.deal_from(from, (to, round, each, packet), how, None, action);
    }

    fn deal_from(
        &mut self,
        from: Expr,
        (to, round, each, packet): (Zones, Round, Option<Expr>, Option<Expr>),
        (facing, exactly): (Facing, bool),
        event: Option<CardEvent>,
        action: &'a Action,
    ) {
        let event = match (&action.common.emit, event) {
            (None, Some(event)) => Emitted::Card(event),
            _ => self.emitted(action),
        };
        let one = each == Some(Expr::Const(1)) && matches!(to, Zones::One(_));
        let result: Kept = self.keep(action, Kind::Card, one);
        self.kept_from(Item::Cards(Cards::Zone(Box::new(from.clone()))));
        self.note_filled_zones(&to);
        let dealt = self.unit.slot("cards dealt", Kind::Number);
        let held = self.can_be_heard(event).then(|| Held {
            from: self.unit.slot("dealt from", Kind::Zone),
            to: self.unit.list("dealt to", Kind::Zone),
            each: self.unit.slot("dealt to each", Kind::Number),
            packet: self.unit.slot("dealt at a time", Kind::Number),
        });
        self.unit.emit(Op::Deal { from, to, each, packet, exactly, facing, event, round, dealt, held, result });
    }
}

/// The event of a move between zones with these roles (CGML 10.1).
fn event_of((from, to): (Option<Role>, Option<Role>)) -> CardEvent {
    match (from, to) {
        (_, Some(Role::Discard)) => CardEvent::Discard,
        (Some(Role::Deck), Some(Role::Hand)) => CardEvent::Draw,
        (Some(Role::Hand), Some(Role::Play)) => CardEvent::Play,
        _ => CardEvent::Move,
    }
}

/// Whether the expression is written as the top or bottom card of a zone.
fn is_end_of_zone(written: &syntax::Expr) -> bool {
    match &written.kind {
        syntax::ExprKind::Call { op, .. } => matches!(op, syntax::Op::Top | syntax::Op::Bottom),
        syntax::ExprKind::Path(path) => path.segments.last().is_some_and(|last| match &last.kind {
            syntax::SegmentKind::Field(name) => matches!(name.as_str(), "top_card" | "bottom_card" | "top" | "bottom"),
            _ => false,
        }),
        _ => false,
    }
}

/// The dealing order of seats that have no explicit order.
fn round(seats: &Seats) -> Round {
    match seats {
        Seats::These(_) | Seats::Team(_) => Round::FromFirst,
        Seats::Others(_) | Seats::Opponents(_) | Seats::Teammates(_) => Round::FromNext,
        Seats::Filter(seats, ..) => round(seats),
        Seats::List(list) => match &**list {
            List::Let(_, list) => match &**list {
                List::Seats(seats) => round(seats),
                _ => Round::Listed,
            },
            _ => Round::Listed,
        },
        Seats::TurnOrder | Seats::One(_) | Seats::Join(_) => Round::Listed,
    }
}

/// Reverses the order of the seats but keeps the first seat in place.
pub(super) fn other_way(mut seats: Vec<u8>) -> Vec<u8> {
    if let Some(others) = seats.get_mut(1..) {
        others.reverse();
    }
    seats
}
