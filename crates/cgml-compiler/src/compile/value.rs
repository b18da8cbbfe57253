//! A compiled expression: its type and its code in one value.

use super::scope::Binding;
use crate::code::{Cards, Expr, Item, Kind, List, MISSING, Seats, Zones};
use crate::syntax;
use std::rc::Rc;

/// A compiled expression. The variant says its type.
#[derive(Clone, Debug)]
pub(super) enum Val<'a> {
    /// A placeholder after a reported error. Compatible with every type.
    Hole,
    /// The missing value. Compatible with every type.
    Null,
    /// A scalar.
    One(Kind, Expr),
    /// Cards.
    Cards(Cards),
    /// Players.
    Seats(Seats),
    /// Zones.
    Zones(Zones),
    /// A list of scalars that are not cards, players or zones.
    List(Kind, List),
    /// An empty list of any type.
    Empty,
    /// Values by name. Records do not exist during play.
    Record(Vec<(String, Val<'a>)>),
    /// The groups of a `group_by`: the grouping and the list of keys.
    Groups(Rc<Grouping<'a>>, List),
    /// One group: the grouping and its key.
    Group(Rc<Grouping<'a>>, Expr),
    /// An incomplete path: `$.zones`.
    AllZones,
    /// An incomplete path: `$.players[…].zones`.
    ZonesOf(Box<Val<'a>>),
    /// An incomplete path: `$.card.properties`.
    PropertiesOf(Box<Val<'a>>),
}

/// What groups are made from.
#[derive(Debug)]
pub(super) struct Grouping<'a> {
    pub(super) key_kind: Kind,
    pub(super) members: Members<'a>,
}

/// The members of all groups.
#[derive(Debug)]
pub(super) enum Members<'a> {
    /// The list and the key of a `group_by`. Both are compiled again for each access to the members of a group, because
    /// temporaries must not be shared.
    Computed {
        of: &'a syntax::Expr,
        key: &'a syntax::Expr,
        /// The names that the list and the key can read. Some of them may have ended, such as those of a function.
        scope: Rc<[Binding<'a>]>,
    },
    /// Two stored lists of equal length: the members group by group, and the key of each member.
    Stored { items: List, kind: Kind, keys: List },
}

/// Groups in two stored lists (see [`Members::Stored`]).
pub(super) fn stored_groups<'a>(items: List, kind: Kind, keys: List, key_kind: Kind) -> Val<'a> {
    let all = List::Distinct(Box::new(keys.clone()));
    Val::Groups(Rc::new(Grouping { key_kind, members: Members::Stored { items, kind, keys } }), all)
}

/// The type of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    One(Kind),
    List(Kind),
    /// One group: the kinds of its members and of its key.
    Group(Kind, Kind),
    /// Groups: the kinds of their members and of their keys.
    Groups(Kind, Kind),
}

impl Ty {
    /// The kind of the value or of each item. A group has the kind of its key.
    pub(super) fn kind(self) -> Kind {
        match self {
            Ty::One(kind) | Ty::List(kind) | Ty::Group(_, kind) | Ty::Groups(_, kind) => kind,
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Ty::One(kind) => one_name(kind).to_owned(),
            Ty::List(kind) => format!("a list of {}", many_name(kind)),
            Ty::Group(kind, _) => format!("a group of {}", many_name(kind)),
            Ty::Groups(kind, _) => format!("groups of {}", many_name(kind)),
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

    /// A list of items of this kind, in the representation for this kind.
    pub(super) fn list(kind: Kind, list: List) -> Val<'a> {
        match kind {
            Kind::Card => Val::Cards(Cards::List(Box::new(list))),
            Kind::Seat => Val::Seats(Seats::List(Box::new(list))),
            Kind::Zone => Val::Zones(Zones::List(Box::new(list))),
            kind => Val::List(kind, list),
        }
    }

    /// The type, if it is known and the value can be stored.
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

    /// Whether the value leaves its type open.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Val::Hole | Val::Null | Val::Empty)
    }

    /// A description for messages.
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

/// Converts items to a list.
pub(super) fn as_list(item: Item) -> List {
    match item {
        Item::Cards(cards) => List::Cards(Box::new(cards)),
        Item::Seats(seats) => List::Seats(Box::new(seats)),
        Item::Zones(zones) => List::Zones(Box::new(zones)),
        Item::List(list) => list,
    }
}
