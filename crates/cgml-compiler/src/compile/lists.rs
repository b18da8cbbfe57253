//! Operators on lists and zones (CGML 6.2, 12.3).

use super::scope::How;
use super::value::{Grouping, Members, Val, as_list};
use super::{Compiler, codes};
use crate::code::RANGE;
use crate::code::{Cards, Compare, Expr, Item, Kind, List, Seats, Zones};
use crate::syntax::{self, Op};
use rulebook_diag::{Diagnostic, Span};
use std::rc::Rc;

impl<'a> Compiler<'a> {
    pub(super) fn list_operator(&mut self, op: Op, args: &'a [syntax::Expr], at: Span, span: Span) -> Val<'a> {
        if op == Op::Range {
            return self.range(args);
        }
        if op == Op::CountSets {
            let of = self.lower(&args[0]);
            let cards = self.cards(of, args[0].span);
            return self.count_sets(cards, &args[1]);
        }
        if op == Op::GroupBy {
            return self.group_by(&args[0], &args[1]);
        }
        let of = self.lower(&args[0]);
        let of_at = args[0].span;
        if matches!(of, Val::Hole) {
            return Val::Hole;
        }
        match op {
            Op::Count | Op::Len => self.count(op, of, of_at),
            Op::Top | Op::Bottom => self.end_of_zone(op == Op::Top, of, of_at),
            Op::Owner => self.owner(of, of_at),
            Op::Distinct => self.distinct(of, of_at),
            Op::Map => self.mapped(of, of_at, |check, _| check.lower(&args[1])),
            Op::Filter => self.kept_items(of, of_at, &args[1]),
            Op::Prefer => self.preferred(of, of_at, &args[1]),
            Op::First | Op::Last => {
                let of = match args.get(1) {
                    Some(predicate) => self.kept_items(of, of_at, predicate),
                    None => of,
                };
                let Some((item, kind, group)) = self.items(of, of_at) else { return Val::Hole };
                let item = Box::new(item);
                let found = if op == Op::First { Expr::FirstOf(item) } else { Expr::LastOf(item) };
                one_of(kind, group, found)
            }
            Op::SortBy => self.sorted(of, of_at, &args[1]),
            Op::Take => {
                let count = self.lower(&args[1]);
                let count = Box::new(self.number(count, args[1].span));
                let Some((item, kind, group)) = self.items(of, of_at) else { return Val::Hole };
                match item {
                    Item::Cards(cards) => Val::Cards(Cards::Take(Box::new(cards), count)),
                    item => many_of(kind, group, List::Take(Box::new(as_list(item)), count)),
                }
            }
            Op::IndexOf => {
                let wanted = self.lower(&args[1]);
                let Some((item, kind, _)) = self.items(of, of_at) else { return Val::Hole };
                let wanted = self.one(kind, wanted, args[1].span);
                Val::number(Expr::IndexOf(Box::new(item), Box::new(wanted)))
            }
            _ => {
                // The other operators are in `operators.rs`.
                let message = format!("`{}` cannot be computed here", op.word());
                self.report(Diagnostic::error(codes::TYPE, at, message).label(span_text(span)));
                Val::Hole
            }
        }
    }

    fn count_sets(&mut self, cards: Cards, constraint: &'a syntax::Expr) -> Val<'a> {
        let condition = self.constraint(constraint, Some(&Item::Cards(cards.clone())));
        Val::number(Expr::CountSets(Box::new(cards), Box::new(condition)))
    }

    /// Compiles a condition on a set of these cards. Inside the condition, the set is `$.cards`.
    pub(super) fn constraint(&mut self, constraint: &'a syntax::Expr, of: Option<&Item>) -> Expr {
        let before = self.scope.len();
        self.bind_from("cards", How::Both, Val::Cards(Cards::Picked), of);
        let condition = self.condition(constraint);
        self.scope.truncate(before);
        condition
    }

    fn range(&mut self, args: &'a [syntax::Expr]) -> Val<'a> {
        let mut bounds: Vec<Expr> = Vec::new();
        for arg in args {
            let value = self.lower(arg);
            bounds.push(self.number(value, arg.span));
        }
        let last = bounds.pop().unwrap_or(Expr::Const(0));
        let first = bounds.pop().unwrap_or(Expr::Const(0));
        if let (Expr::Const(from), Expr::Const(to), Some(arg)) = (&first, &last, args.last())
            && i64::from(*to) - i64::from(*from) > i64::from(RANGE)
        {
            let message = format!("a range can have at most {RANGE} numbers");
            self.report(Diagnostic::error(codes::LIMIT, arg.span, message).label("too many numbers"));
        }
        Val::List(Kind::Number, List::Range(Box::new(first), Box::new(last)))
    }

    pub(super) fn count(&mut self, op: Op, of: Val<'a>, span: Span) -> Val<'a> {
        Val::number(match of {
            Val::Null | Val::Empty => Expr::Const(0),
            Val::Seats(seats) => Expr::CountSeats(Box::new(seats)),
            // `count($.players[*].zones.hand)` counts the cards in the zones.
            Val::Zones(zones) => Expr::CountCards(Box::new(Cards::Zones(zones))),
            Val::One(Kind::Text, Expr::Const(symbol)) if op == Op::Len => {
                Expr::Const(self.game.symbols.text(symbol).chars().count() as i32)
            }
            Val::One(Kind::Text, text) if op == Op::Len => Expr::Letters(Box::new(text)),
            of => match self.items(of, span) {
                Some((Item::Cards(cards), ..)) => Expr::CountCards(Box::new(cards)),
                Some((Item::Seats(seats), ..)) => Expr::CountSeats(Box::new(seats)),
                Some((Item::Zones(zones), ..)) => Expr::CountZones(Box::new(zones)),
                Some((Item::List(list), ..)) => Expr::CountList(Box::new(list)),
                None => return Val::Hole,
            },
        })
    }

    /// Compiles the operator for the top (`top`) or the bottom. For a zone, the result is its top or bottom card. For
    /// several zones, the result is one card of each zone. For a list, the result is its last or first item.
    pub(super) fn end_of_zone(&mut self, top: bool, of: Val<'a>, span: Span) -> Val<'a> {
        let end = |zone: Expr| if top { Expr::Top(Box::new(zone)) } else { Expr::Bottom(Box::new(zone)) };
        match of {
            Val::One(Kind::Zone, zone) => Val::card(end(zone)),
            Val::One(Kind::Card, card) => Val::card(card),
            Val::Zones(zones) => self.mapped(Val::Zones(zones), span, |check, zone| {
                let zone = check.zone(zone, span);
                Val::card(end(zone))
            }),
            of => {
                let Some((item, kind, group)) = self.items(of, span) else { return Val::Hole };
                let item = Box::new(item);
                one_of(kind, group, if top { Expr::LastOf(item) } else { Expr::FirstOf(item) })
            }
        }
    }

    /// The owner of a zone, or of the zone of a card (CGML 14).
    pub(super) fn owner(&mut self, of: Val<'a>, span: Span) -> Val<'a> {
        match of {
            Val::Null => Val::Null,
            Val::One(Kind::Card, card) => Val::seat(Expr::OwnerOfZone(Box::new(Expr::ZoneOfCard(Box::new(card))))),
            Val::One(Kind::Zone, zone) => Val::seat(Expr::OwnerOfZone(Box::new(zone))),
            list @ (Val::Cards(_) | Val::Zones(_)) => self.mapped(list, span, |check, item| check.owner(item, span)),
            other => {
                let message = format!("expected a card or a zone, found {}", other.describe());
                self.report(Diagnostic::error(codes::TYPE, span, message).label("has no owner"));
                Val::Hole
            }
        }
    }

    fn distinct(&mut self, of: Val<'a>, span: Span) -> Val<'a> {
        match of {
            Val::List(kind, list) => Val::List(kind, List::Distinct(Box::new(list))),
            Val::Seats(seats) => {
                Val::Seats(Seats::List(Box::new(List::Distinct(Box::new(List::Seats(Box::new(seats)))))))
            }
            Val::Zones(zones) => {
                Val::Zones(Zones::List(Box::new(List::Distinct(Box::new(List::Zones(Box::new(zones)))))))
            }
            of @ (Val::Cards(_) | Val::Groups(..) | Val::Empty) => of,
            of => match self.items(of, span) {
                Some((Item::Cards(cards), ..)) => Val::Cards(cards),
                _ => Val::Hole,
            },
        }
    }

    /// The items that satisfy a predicate.
    pub(super) fn kept_items(&mut self, of: Val<'a>, span: Span, predicate: &'a syntax::Expr) -> Val<'a> {
        let Some((item, kind, group)) = self.items(of, span) else { return Val::Hole };
        if let Item::Cards(cards) = item {
            return Val::Cards(self.filtered(cards, Some(predicate)));
        }
        let (temp, condition) =
            self.with_item(kind, group.clone(), Some(&item), predicate.span, |check, _| check.condition(predicate));
        self.narrowed(item, kind, group, temp, condition)
    }

    /// The items that satisfy a predicate, or all items if none does.
    fn preferred(&mut self, of: Val<'a>, span: Span, predicate: &'a syntax::Expr) -> Val<'a> {
        let Some((item, kind, group)) = self.items(of, span) else { return Val::Hole };
        if let Item::Cards(cards) = item {
            return Val::Cards(match self.filtered(cards, Some(predicate)) {
                Cards::Filter(cards, test) => Cards::Prefer(cards, test),
                cards => cards,
            });
        }
        let all = as_list(item.clone());
        let (temp, condition) =
            self.with_item(kind, group.clone(), Some(&item), predicate.span, |check, _| check.condition(predicate));
        let some = List::Filter(Box::new(as_list(item)), temp, Box::new(condition));
        let none = Compiler::same(Expr::CountList(Box::new(some.clone())), Expr::Const(0));
        many_of(kind, group, List::If(Box::new(none), Box::new(all), Box::new(some)))
    }

    fn sorted(&mut self, of: Val<'a>, span: Span, key: &'a syntax::Expr) -> Val<'a> {
        let Some((item, kind, group)) = self.items(of, span) else { return Val::Hole };
        let (temp, value) = self.with_item(kind, group.clone(), Some(&item), key.span, |check, _| {
            let value = check.lower(key);
            check.number(value, key.span)
        });
        match item {
            Item::Cards(cards) => Val::Cards(Cards::SortBy(Box::new(cards), temp, Box::new(value))),
            item => many_of(kind, group, List::SortBy(Box::new(as_list(item)), temp, Box::new(value))),
        }
    }

    /// Compiles `group_by` (CGML 6.5): the distinct keys, and the way to find the members of a group.
    fn group_by(&mut self, of: &'a syntax::Expr, key: &'a syntax::Expr) -> Val<'a> {
        let scope = self.scope.clone().into();
        let value = self.lower(of);
        let Some((item, kind, inner)) = self.items(value, of.span) else { return Val::Hole };
        let (temp, found) = self.with_item(kind, inner, Some(&item), key.span, |check, _| check.lower(key));
        let (key_kind, value) = match found {
            Val::One(kind, value) => (kind, value),
            Val::Hole => return Val::Hole,
            other => {
                let message = format!("the key of a group must be a single value, found {}", other.describe());
                self.report(Diagnostic::error(codes::TYPE, key.span, message).label("not a single value"));
                return Val::Hole;
            }
        };
        let keys = List::Distinct(Box::new(List::Map(Box::new(item), temp, Box::new(value))));
        Val::Groups(Rc::new(Grouping { key_kind, members: Members::Computed { of, key, scope } }), keys)
    }

    /// The item at a position of a list, or the card at a position of a zone, counted from the bottom.
    pub(super) fn item_at(&mut self, of: Val<'a>, place: Expr, span: Span) -> Val<'a> {
        match of {
            Val::One(Kind::Zone, zone) => Val::card(Expr::CardAt(Box::new(zone), Box::new(place))),
            of => {
                let Some((item, kind, group)) = self.items(of, span) else { return Val::Hole };
                one_of(kind, group, Expr::ItemAt(Box::new(item), Box::new(place)))
            }
        }
    }

    /// An equality test, for conditions that the compiler generates.
    #[must_use]
    pub(super) fn same(left: Expr, right: Expr) -> Expr {
        Expr::Compare(Compare::Eq, Box::new(left), Box::new(right))
    }
}

/// The value of one item of a list, which is a group if the list contains groups.
fn one_of<'a>(kind: Kind, group: Option<Rc<Grouping<'a>>>, item: Expr) -> Val<'a> {
    match group {
        Some(group) => Val::Group(group, item),
        None => Val::One(kind, item),
    }
}

/// The value of several items of a list, which are groups if the list contains groups.
fn many_of<'a>(kind: Kind, group: Option<Rc<Grouping<'a>>>, list: List) -> Val<'a> {
    match group {
        Some(group) => Val::Groups(group, list),
        None => Val::list(kind, list),
    }
}

fn span_text(_: Span) -> &'static str {
    "not allowed here"
}
