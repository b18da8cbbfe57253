//! Compiles expressions (CGML 12) to typed code.

use super::scope::{Bound, How};
use super::value::{Grouping, Members, Val, as_list, stored_groups};
use super::{Compiler, Limits, codes};
use crate::code::LIST;
use crate::code::walk;
use crate::code::{Binding, Cards, Compare, Expr, Item, Kind, List, Seats, TempId, Zones};
use crate::syntax::{self, ExprKind, Literal};
use rulebook_diag::{Diagnostic, Span};
use std::rc::Rc;

impl<'a> Compiler<'a> {
    /// Compiles an expression.
    pub(super) fn lower(&mut self, expr: &'a syntax::Expr) -> Val<'a> {
        if self.left == 0 {
            if !self.spent {
                self.spent = true;
                let most = Limits::EXPRESSIONS;
                let message = format!(
                    "a game can have at most {most} expressions; a computed variable counts each time it is read"
                );
                self.report(Diagnostic::error(codes::LIMIT, expr.span, message));
            }
            return Val::Hole;
        }
        if self.mistakes > Limits::MISTAKES {
            return Val::Hole;
        }
        self.left -= 1;
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal, expr.span),
            ExprKind::List(items) if items.len() > LIST => {
                self.error(codes::LIMIT, expr.span, format!("a list can have at most {LIST} items"));
                Val::Hole
            }
            ExprKind::List(items) => {
                let items: Vec<(Val<'a>, Span)> = items.iter().map(|item| (self.lower(item), item.span)).collect();
                self.joined(items, expr.span)
            }
            ExprKind::Record(fields) => {
                Val::Record(fields.iter().map(|(name, value)| (name.text.clone(), self.lower(value))).collect())
            }
            ExprKind::Path(selector) => self.select(selector),
            ExprKind::Ref(name) => self.reference(name),
            ExprKind::Call { op, args, at } => self.call(*op, args, *at, expr.span),
            ExprKind::Apply { function, args } => self.apply(function, args, expr.span),
            ExprKind::Let { name, value, body } => {
                self.binding(name.as_str(), value, false, &mut |check| check.lower(body))
            }
            ExprKind::CanPerform(action) => self.can_perform(action),
            ExprKind::Hole => Val::Hole,
        }
    }

    pub(super) fn literal(&mut self, literal: &Literal, span: Span) -> Val<'a> {
        match literal {
            Literal::Null => Val::Null,
            Literal::Bool(value) => Val::bool(Expr::Const(i32::from(*value))),
            Literal::Int(value) => {
                let mut found = Vec::new();
                let value = super::game::whole(*value, span, &mut found);
                found.into_iter().for_each(|found| self.report(found));
                Val::number(Expr::Const(value))
            }
            Literal::Text(text) => Val::text(Expr::Const(self.game.symbols.intern(text))),
        }
    }

    /// Compiles `let`, or an argument of a function. A scalar goes into a temporary, a list into a temporary list,
    /// groups into two temporary lists. A name for a zone, for stored items or for a group is compiled again at each
    /// use, because that costs nothing. An argument that is a constant or is already stored needs no temporary.
    pub(super) fn binding(
        &mut self,
        name: &str,
        value: &'a syntax::Expr,
        is_argument: bool,
        body: &mut dyn FnMut(&mut Compiler<'a>) -> Val<'a>,
    ) -> Val<'a> {
        let before = self.scope.len();
        let (held, read, from) = match self.lower(value) {
            Val::One(kind, bound) if is_argument && matches!(bound, Expr::Const(_) | Expr::Temp(_) | Expr::Slot(_)) => {
                let only = Item::List(List::Of(vec![bound.clone()]));
                self.bind_from(name, How::Ref, Val::One(kind, bound), Some(&only));
                let result = body(self);
                self.scope.truncate(before);
                return result;
            }
            Val::One(kind, bound) => {
                let temp = self.temp(value.span);
                let only = Item::List(List::Of(vec![bound.clone()]));
                (vec![Binding::One(temp, bound)], Val::One(kind, Expr::Temp(temp)), only)
            }
            list if is_computed(&list) => {
                let Some((items, kind, _)) = self.items(list, value.span) else { return Val::Hole };
                let temp = self.temp_list(value.span);
                (vec![Binding::Many(temp, items.clone())], Val::list(kind, List::Temp(temp)), items)
            }
            Val::Groups(group, groups) if !is_stored(&groups) => {
                let from = Item::List(groups.clone());
                let Some(flat) = self.flattened(&group, groups, value.span) else {
                    return self.unfolded_binding(name, value, body);
                };
                let (members, keys) = (self.temp_list(value.span), self.temp_list(value.span));
                let held = [
                    Binding::Many(members, Item::List(flat.members.clone())),
                    Binding::Many(keys, Item::List(flat.keys_of(List::Temp(members)))),
                ];
                let read = stored_groups(List::Temp(members), flat.kind, List::Temp(keys), group.key_kind);
                (held.into(), read, from)
            }
            _ => return self.unfolded_binding(name, value, body),
        };
        let told = self.diags.len();
        self.bind_from(name, How::Ref, read, Some(&from));
        let result = body(self);
        self.scope.truncate(before);
        for held in &held {
            match held {
                Binding::One(..) => self.end_temp(),
                Binding::Many(..) => self.temp_lists -= 1,
            }
        }
        match held.into_iter().rev().try_fold(result, bound) {
            Some(result) => result,
            None => {
                // The value is a record, groups of groups, or all zones. Its parts are read one by one.
                self.diags.truncate(told);
                self.unfolded_binding(name, value, body)
            }
        }
    }

    /// Compiles a `let` by compiling its value again at each use.
    fn unfolded_binding(
        &mut self,
        name: &str,
        value: &'a syntax::Expr,
        body: &mut dyn FnMut(&mut Compiler<'a>) -> Val<'a>,
    ) -> Val<'a> {
        let before = self.scope.len();
        self.bind(name, How::Ref, Bound::Lazy(value, before));
        let result = body(self);
        self.scope.truncate(before);
        result
    }

    /// Joins values into a list. If a value is a list, its items are joined (CGML 12.3).
    pub(super) fn joined(&mut self, values: Vec<(Val<'a>, Span)>, span: Span) -> Val<'a> {
        let mut values: Vec<(Val<'a>, Span)> =
            values.into_iter().filter(|(value, _)| !matches!(value, Val::Null | Val::Empty)).collect();
        if self.learning {
            // A list that extends itself (`[card, $.line]`) has the type of the added items.
            values.retain(|(value, _)| !matches!(value, Val::Hole));
        }
        if values.iter().any(|(value, _)| matches!(value, Val::Hole)) {
            return Val::Hole;
        }
        let kinds: Vec<Option<Kind>> = values.iter().map(|(value, _)| item_kind(value)).collect();
        let Some(first) = kinds.first().copied() else { return Val::Empty };
        let number_is_text =
            |value: &Val<'a>| matches!(value, Val::One(Kind::Number, Expr::Const(_)) | Val::List(Kind::Number, _));
        let mut kind = first;
        if kinds.contains(&Some(Kind::Text)) && kinds.contains(&Some(Kind::Number)) {
            // Ranks may mix numbers and text: `[9, 10, 'J']`.
            if values.iter().all(|(value, _)| item_kind(value) == Some(Kind::Text) || number_is_text(value)) {
                kind = Some(Kind::Text);
                for (value, at) in &mut values {
                    if let Val::One(Kind::Number, _) = value {
                        let number = std::mem::replace(value, Val::Hole);
                        *value = Val::text(self.one(Kind::Text, number, *at));
                    }
                }
            }
        }
        let other =
            values.iter().find(|(value, _)| item_kind(value) != kind).map(|(value, at)| (value.describe(), *at));
        let (None, Some(kind)) = (other.as_ref(), kind) else {
            let first = values.first().map(|(value, _)| value.describe()).unwrap_or_default();
            let (found, at) = other.unwrap_or((String::from("something else"), span));
            let message = format!("all items of a list must have the same type, found {first} and {found}");
            let found = Diagnostic::error(codes::KINDS, at, message).label("has another type");
            // The author probably wants to offer a word beside other options: a bid or `pass`, a card or `draw`.
            let word = values.iter().any(|(value, _)| matches!(value, Val::One(Kind::Text, Expr::Const(_))));
            self.report(match word {
                true => found
                    .help("to offer a word next to other options, use a button: `otherwise: pass` next to `options`"),
                false => found,
            });
            return Val::Hole;
        };
        match kind {
            Kind::Card => {
                let parts: Vec<Cards> = values.into_iter().map(|(value, at)| self.cards(value, at)).collect();
                Val::Cards(single(parts, Cards::Join))
            }
            Kind::Seat => {
                let parts: Vec<Seats> = values.into_iter().map(|(value, at)| self.seats(value, at)).collect();
                Val::Seats(single(parts, Seats::Join))
            }
            Kind::Zone => {
                let parts: Vec<Zones> = values.into_iter().map(|(value, at)| self.zones(value, at)).collect();
                Val::Zones(single(parts, Zones::Join))
            }
            kind => {
                let mut parts: Vec<List> = Vec::new();
                for (value, _) in values {
                    match (value, parts.last_mut()) {
                        (Val::One(_, expr), Some(List::Of(run))) => run.push(expr),
                        (Val::One(_, expr), _) => parts.push(List::Of(vec![expr])),
                        (Val::List(_, list), _) => parts.push(list),
                        _ => {}
                    }
                }
                Val::List(kind, single(parts, List::Join))
            }
        }
    }

    /// The members of a group: the grouped items with this key.
    pub(super) fn members(&mut self, group: &Rc<Grouping<'a>>, key: Expr, span: Span) -> Val<'a> {
        // The key is evaluated inside the filter below, so the filter must not reuse the temporaries of the key.
        let temps = self.temps;
        self.temps = temps.max(walk::temps(&key));
        let found = self.all_members(group, span).map(|all| {
            let same = Expr::Compare(Compare::Eq, Box::new(all.key), Box::new(key));
            self.narrowed(all.items, all.kind, all.inner, all.temp, same)
        });
        self.temps = temps;
        found.unwrap_or(Val::Hole)
    }

    /// The members of all groups.
    fn all_members(&mut self, group: &Rc<Grouping<'a>>, span: Span) -> Option<AllMembers<'a>> {
        match &group.members {
            Members::Computed { of, key, scope } => self.back_in(scope, span, |check| {
                let value = check.lower(of);
                let (items, kind, inner) = check.items(value, of.span)?;
                let (temp, key) = check.with_item(kind, inner.clone(), Some(&items), key.span, |check, _| {
                    let own = check.lower(key);
                    check.one(group.key_kind, own, key.span)
                });
                Some(AllMembers { items, kind, inner, temp, key })
            }),
            Members::Stored { items, kind, keys } => {
                let before = self.temps;
                let counts = [items, keys].map(|list| walk::temps(&Expr::CountList(Box::new(list.clone()))));
                self.temps = counts.into_iter().fold(before, usize::max);
                let temp = self.temp(span);
                self.temps = before;
                let place = Expr::IndexOf(Box::new(Item::List(items.clone())), Box::new(Expr::Temp(temp)));
                let key = Expr::ItemAt(Box::new(Item::List(keys.clone())), Box::new(place));
                let (items, kind, inner) = self.items(Val::list(*kind, items.clone()), span)?;
                Some(AllMembers { items, kind, inner, temp, key })
            }
        }
    }

    /// The members of these groups, group by group. `None` if the members are groups themselves.
    pub(super) fn flattened(&mut self, group: &Rc<Grouping<'a>>, groups: List, span: Span) -> Option<FlatGroups> {
        // The members and their keys are evaluated while this list is in use.
        let wanted = self.temp_list(span);
        let all = self.all_members(group, span).filter(|all| all.inner.is_none());
        self.temp_lists -= 1;
        let all = all?;
        let chosen = Expr::HasItem(Box::new(List::Temp(wanted)), Box::new(all.key.clone()));
        let chosen = List::Filter(Box::new(as_list(all.items)), all.temp, Box::new(chosen));
        let place = Expr::IndexOf(Box::new(Item::List(List::Temp(wanted))), Box::new(all.key.clone()));
        let sorted = List::SortBy(Box::new(chosen), all.temp, Box::new(place));
        let members = List::Let(Box::new(Binding::Many(wanted, Item::List(groups))), Box::new(sorted));
        Some(FlatGroups { members, kind: all.kind, temp: all.temp, key: all.key })
    }

    /// The items that satisfy a compiled condition.
    pub(super) fn narrowed(
        &mut self,
        item: Item,
        kind: Kind,
        group: Option<Rc<Grouping<'a>>>,
        temp: crate::code::TempId,
        condition: Expr,
    ) -> Val<'a> {
        match item {
            Item::Cards(cards) => Val::Cards(Cards::Filter(Box::new(cards), self.test(condition, temp))),
            Item::Seats(seats) => Val::Seats(Seats::Filter(Box::new(seats), temp, Box::new(condition))),
            Item::Zones(zones) => Val::Zones(Zones::Filter(Box::new(zones), temp, Box::new(condition))),
            Item::List(list) => {
                let list = List::Filter(Box::new(list), temp, Box::new(condition));
                match group {
                    Some(group) => Val::Groups(group, list),
                    None => Val::list(kind, list),
                }
            }
        }
    }

    /// The cards that match the `filter` of an action. The filter reads `$.card` and `$.zone`; `ref:item` stays the
    /// item of the enclosing loop (CGML 13.7).
    pub(super) fn matching(&mut self, cards: Cards, predicate: Option<&'a syntax::Expr>) -> Cards {
        let Some(predicate) = predicate else { return cards };
        let from = Item::Cards(cards.clone());
        let item = self.visible().rev().find(|binding| binding.name == "item").cloned();
        let (temp, condition) = self.with_item(Kind::Card, None, Some(&from), predicate.span, |check, _| {
            check.scope.extend(item);
            check.condition(predicate)
        });
        Cards::Filter(Box::new(cards), self.test(condition, temp))
    }

    /// The cards that satisfy a predicate, which reads `$.card`, `$.zone` and `ref:item`.
    pub(super) fn filtered(&mut self, cards: Cards, predicate: Option<&'a syntax::Expr>) -> Cards {
        let Some(predicate) = predicate else { return cards };
        let from = Item::Cards(cards.clone());
        let (temp, condition) = self.with_item(Kind::Card, None, Some(&from), predicate.span, |check, _| {
            let value = check.lower(predicate);
            check.bool(value, predicate.span)
        });
        Cards::Filter(Box::new(cards), self.test(condition, temp))
    }

    /// The value of an expression for each item.
    pub(super) fn mapped(
        &mut self,
        of: Val<'a>,
        span: Span,
        value: impl FnOnce(&mut Compiler<'a>, Val<'a>) -> Val<'a>,
    ) -> Val<'a> {
        let Some((item, kind, group)) = self.items(of, span) else { return Val::Hole };
        let (temp, result) = self.with_item(kind, group.clone(), Some(&item), span, |check, temp| {
            let own = match group {
                Some(group) => Val::Group(group, Expr::Temp(temp)),
                None => Val::One(kind, Expr::Temp(temp)),
            };
            value(check, own)
        });
        match result {
            Val::One(kind, expr) => Val::list(kind, List::Map(Box::new(item), temp, Box::new(expr))),
            Val::Group(group, key) => Val::Groups(group, List::Map(Box::new(item), temp, Box::new(key))),
            Val::Hole | Val::Null => Val::Hole,
            other => {
                let message = format!("each item must give a single value, found {}", other.describe());
                self.report(Diagnostic::error(codes::SEVERAL, span, message).label("a list for each item"));
                Val::Hole
            }
        }
    }
}

/// The members of all groups, and the key of a member in the temporary.
struct AllMembers<'a> {
    items: Item,
    kind: Kind,
    /// The grouping of the members, if they are groups themselves.
    inner: Option<Rc<Grouping<'a>>>,
    temp: TempId,
    key: Expr,
}

/// The members of groups in one list, and the key of a member in the temporary.
pub(super) struct FlatGroups {
    pub(super) members: List,
    pub(super) kind: Kind,
    temp: TempId,
    key: Expr,
}

impl FlatGroups {
    /// The key of each of these members.
    pub(super) fn keys_of(&self, members: List) -> List {
        List::Map(Box::new(Item::List(members)), self.temp, Box::new(self.key.clone()))
    }
}

/// The value of `let`. `None` if the value of the body has no code of its own.
fn bound<'a>(body: Val<'a>, held: Binding) -> Option<Val<'a>> {
    Some(match (body, held) {
        (Val::One(kind, body), Binding::One(temp, value)) => {
            Val::One(kind, Expr::Let(temp, Box::new(value), Box::new(body)))
        }
        (Val::One(kind, body), Binding::Many(temp, items)) => {
            Val::One(kind, Expr::LetList(temp, Box::new(items), Box::new(body)))
        }
        (Val::Cards(cards), held) => Val::Cards(Cards::Let(Box::new(held), Box::new(cards))),
        (Val::Seats(seats), held) => {
            let list = List::Let(Box::new(held), Box::new(List::Seats(Box::new(seats))));
            Val::Seats(Seats::List(Box::new(list)))
        }
        (Val::Zones(zones), held) => {
            let list = List::Let(Box::new(held), Box::new(List::Zones(Box::new(zones))));
            Val::Zones(Zones::List(Box::new(list)))
        }
        (Val::List(kind, list), held) => Val::List(kind, List::Let(Box::new(held), Box::new(list))),
        (body @ (Val::Hole | Val::Null | Val::Empty), _) => body,
        _ => return None,
    })
}

/// Whether groups are already stored in lists.
pub(super) fn is_stored(groups: &List) -> bool {
    matches!(groups, List::Distinct(keys) if matches!(**keys, List::Slot(_) | List::Global(_) | List::Temp(_)))
}

/// Whether a list takes work to compute. The cards of a zone, stored items and constants take no work.
fn is_computed(value: &Val<'_>) -> bool {
    let constant = |item: &Expr| matches!(item, Expr::Const(_));
    match value {
        Val::Cards(cards) => {
            !matches!(cards, Cards::Zone(_) | Cards::Zones(_) | Cards::One(_) | Cards::Slot(_) | Cards::Global(_))
        }
        Val::Seats(seats) => matches!(seats, Seats::Filter(..) | Seats::Join(_) | Seats::List(_)),
        Val::Zones(zones) => matches!(zones, Zones::Filter(..) | Zones::Join(_) | Zones::List(_)),
        Val::List(_, List::Of(items)) => !items.iter().all(constant),
        Val::List(_, list) => !matches!(list, List::Slot(_) | List::Global(_) | List::Temp(_)),
        _ => false,
    }
}

/// The kind of the items that this value adds to a list.
fn item_kind(value: &Val<'_>) -> Option<Kind> {
    match value {
        Val::One(kind, _) | Val::List(kind, _) => Some(*kind),
        Val::Cards(_) => Some(Kind::Card),
        Val::Seats(_) => Some(Kind::Seat),
        Val::Zones(_) => Some(Kind::Zone),
        _ => None,
    }
}

/// Returns a single part unchanged and joins several.
pub(super) fn single<T>(mut parts: Vec<T>, join: impl FnOnce(Vec<T>) -> T) -> T {
    match parts.len() {
        1 => parts.remove(0),
        _ => join(parts),
    }
}

/// The zone of all these items.
pub(super) fn single_zone(item: &Item) -> Option<Expr> {
    match item {
        Item::Cards(cards) => zone_of_cards(cards),
        _ => None,
    }
}

/// The zone of all these cards. `None` if the cards lie in several zones, or if the expression of the zone is too
/// complex to be evaluated for each card.
fn zone_of_cards(cards: &Cards) -> Option<Expr> {
    let plain = |seat: &Expr| matches!(seat, Expr::Const(_) | Expr::Slot(_) | Expr::Current | Expr::Temp(_));
    match cards {
        Cards::Zone(zone) => match &**zone {
            Expr::ZoneOf(_, seat) => plain(seat).then(|| (**zone).clone()),
            other => plain(other).then(|| other.clone()),
        },
        Cards::Filter(cards, _) | Cards::Prefer(cards, _) => zone_of_cards(cards),
        _ => None,
    }
}
