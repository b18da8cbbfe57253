//! What an expression is when it is compiled: its type and its code in one.

use crate::code::{Cards, Expr, Item, Kind, List, MISSING, Seats, Zones};
use crate::syntax;
use std::rc::Rc;

/// A compiled expression. Its type is which of these it is.
#[derive(Clone, Debug)]
pub(super) enum Val<'a> {
    /// A mistake was reported: it may be anything.
    Hole,
    /// The missing value, of any type.
    Null,
    /// A scalar.
    One(Kind, Expr),
    /// Cards.
    Cards(Cards),
    /// Players.
    Seats(Seats),
    /// Zones.
    Zones(Zones),
    /// Other scalars.
    List(Kind, List),
    /// A list of nothing, of any type.
    Empty,
    /// Values by name. There are none when the game runs.
    Record(Vec<(String, Val<'a>)>),
    /// The groups of a `group_by`: their keys, and what they are of.
    Groups(Rc<Grouping<'a>>, List),
    /// One of them: its key.
    Group(Rc<Grouping<'a>>, Expr),
    /// Halfway through a path: `$.zones`,
    AllZones,
    /// `$.players[…].zones`,
    ZonesOf(Box<Val<'a>>),
    /// `$.card.properties`.
    PropertiesOf(Box<Val<'a>>),
}

/// What groups are made of. Compiled anew wherever members are asked for, as temporaries must not be shared.
#[derive(Debug)]
pub(super) struct Grouping<'a> {
    pub(super) of: &'a syntax::Expr,
    pub(super) key: &'a syntax::Expr,
    pub(super) key_kind: Kind,
    /// The bindings that both can read: so many of the outermost.
    pub(super) scope: usize,
}

/// The type of what is kept under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    One(Kind),
    List(Kind),
}

impl Ty {
    pub(super) fn kind(self) -> Kind {
        match self {
            Ty::One(kind) | Ty::List(kind) => kind,
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Ty::One(kind) => one_name(kind).to_owned(),
            Ty::List(kind) => format!("a list of {}", many_name(kind)),
        }
    }
}

pub(super) fn one_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "a number",
        Kind::Text => "text",
        Kind::Bool => "true or false",
        Kind::Card => "a card",
        Kind::Zone => "a zone",
        Kind::Seat => "a player",
        Kind::Team => "a team",
    }
}

pub(super) fn many_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "numbers",
        Kind::Text => "texts",
        Kind::Bool => "truth values",
        Kind::Card => "cards",
        Kind::Zone => "zones",
        Kind::Seat => "players",
        Kind::Team => "teams",
    }
}

pub(super) fn missing() -> Expr {
    Expr::Const(MISSING)
}

impl<'a> Val<'a> {
    pub(super) fn number(expr: Expr) -> Val<'a> {
        Val::One(Kind::Number, expr)
    }

    pub(super) fn bool(expr: Expr) -> Val<'a> {
        Val::One(Kind::Bool, expr)
    }

    pub(super) fn text(expr: Expr) -> Val<'a> {
        Val::One(Kind::Text, expr)
    }

    pub(super) fn card(expr: Expr) -> Val<'a> {
        Val::One(Kind::Card, expr)
    }

    pub(super) fn zone(expr: Expr) -> Val<'a> {
        Val::One(Kind::Zone, expr)
    }

    pub(super) fn seat(expr: Expr) -> Val<'a> {
        Val::One(Kind::Seat, expr)
    }

    /// A list of items of this kind, in the form that fits the kind.
    pub(super) fn list(kind: Kind, list: List) -> Val<'a> {
        match kind {
            Kind::Card => Val::Cards(Cards::List(Box::new(list))),
            Kind::Seat => Val::Seats(Seats::List(Box::new(list))),
            Kind::Zone => Val::Zones(Zones::List(Box::new(list))),
            kind => Val::List(kind, list),
        }
    }

    /// Its type, if it is known and something of it can be kept.
    pub(super) fn ty(&self) -> Option<Ty> {
        match self {
            Val::One(kind, _) => Some(Ty::One(*kind)),
            Val::Cards(_) => Some(Ty::List(Kind::Card)),
            Val::Seats(_) => Some(Ty::List(Kind::Seat)),
            Val::Zones(_) => Some(Ty::List(Kind::Zone)),
            Val::List(kind, _) => Some(Ty::List(*kind)),
            _ => None,
        }
    }

    /// Does it say nothing about its type?
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Val::Hole | Val::Null | Val::Empty)
    }

    /// What it is, for messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Val::Hole => "something".into(),
            Val::Null => "nothing".into(),
            Val::Empty => "an empty list".into(),
            Val::Record(_) => "a record".into(),
            Val::Groups(..) => "groups".into(),
            Val::Group(..) => "a group".into(),
            Val::AllZones | Val::ZonesOf(_) => "all zones".into(),
            Val::PropertiesOf(_) => "all properties".into(),
            typed => typed.ty().map_or_else(|| "something".into(), Ty::name),
        }
    }
}

/// The items as a list.
pub(super) fn as_list(item: Item) -> List {
    match item {
        Item::Cards(cards) => List::Cards(Box::new(cards)),
        Item::Seats(seats) => List::Seats(Box::new(seats)),
        Item::Zones(zones) => List::Zones(Box::new(zones)),
        Item::List(list) => list,
    }
}
