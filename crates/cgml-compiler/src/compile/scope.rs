//! Name lookup (CGML 6, 11), innermost first: items of filters, loops and bindings, the context of the event,
//! variables, roots.

use super::Compiler;
use super::codes;
use super::expressions::single_zone;
use super::value::{Grouping, Ty, Val};
use crate::code::{Cards, Expr, Field, Item, Kind, List, ListId, Seats, SlotId, TempId, TempListId, Zones};
use crate::syntax::{self, Name};
use rulebook_diag::{Diagnostic, Span, nearest};
use std::rc::Rc;

/// A name in scope.
#[derive(Clone, Debug)]
pub(super) struct Binding<'a> {
    pub(super) name: String,
    pub(super) how: How,
    pub(super) what: Bound<'a>,
    /// Where the value comes from, if that is known.
    pub(super) source: Option<Rc<Source>>,
}

/// The items that a name can hold.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) items: Item,
    /// The number of outermost bindings that the items can read.
    pub(super) scope: usize,
}

/// The ways to write a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// `$.name`, `$name`.
    Path,
    /// `ref:name`.
    Ref,
    /// The name can be read both as `$.name` and as `ref:name`.
    Both,
}

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Bound<'a> {
    /// A value that can be read anywhere in the scope: a slot or a temporary.
    Val(Val<'a>),
    /// An expression that is compiled again each time it is read. The number says how many of the outermost bindings it
    /// can read.
    Lazy(&'a syntax::Expr, usize),
    /// A field of the event.
    Field(Field, Option<Kind>),
}

/// A name that no author can write. It marks the unknown fields of an undeclared event, so that the event is reported
/// only once.
pub(super) const UNDECLARED: &str = "";

/// The start of a name that no author can write. The body of a function does not see the names before it.
pub(super) const BARRIER: &str = "(";

/// A value that outlives its rule.
#[derive(Clone, Debug)]
pub(super) struct KeptValue {
    pub(super) name: String,
    pub(super) ty: Option<Ty>,
    pub(super) slot: SlotId,
    pub(super) list: ListId,
    pub(super) game: bool,
}

impl<'a> Compiler<'a> {
    pub(super) fn bind(&mut self, name: &str, how: How, what: Bound<'a>) {
        self.scope.push(Binding { name: name.to_owned(), how, what, source: None });
    }

    /// Binds a name to one or some of these items.
    pub(super) fn bind_from(&mut self, name: &str, how: How, value: Val<'a>, from: Option<&Item>) {
        let source = from.map(|items| Rc::new(Source { items: items.clone(), scope: self.scope.len() }));
        self.scope.push(Binding { name: name.to_owned(), how, what: Bound::Val(value), source });
    }

    /// Reserves a temporary. It ends with [`Compiler::end_temp`].
    pub(super) fn temp(&mut self, span: Span) -> TempId {
        if self.temps >= TempId::MOST {
            self.error(
                codes::LIMIT,
                span,
                format!("filters and bindings can be nested at most {} levels deep", TempId::MOST),
            );
        }
        self.temps += 1;
        TempId((self.temps - 1).min(TempId::MOST - 1) as u8)
    }

    /// Reserves a temporary list.
    pub(super) fn temp_list(&mut self, span: Span) -> TempListId {
        if self.temp_lists >= TempListId::MOST {
            let most = TempListId::MOST;
            self.error(codes::LIMIT, span, format!("`let` can name lists at most {most} levels deep"));
        }
        self.temp_lists += 1;
        TempListId((self.temp_lists - 1).min(TempListId::MOST - 1) as u8)
    }

    pub(super) fn end_temp(&mut self) {
        self.temps -= 1;
    }

    /// Compiles `body` with an item of `from` bound to a temporary: as `ref:item`, and as `$.card`, `$.player` or
    /// `$.zone` according to its kind.
    pub(super) fn with_item<R>(
        &mut self,
        kind: Kind,
        group: Option<Rc<Grouping<'a>>>,
        from: Option<&Item>,
        span: Span,
        body: impl FnOnce(&mut Compiler<'a>, TempId) -> R,
    ) -> (TempId, R) {
        let temp = self.temp(span);
        let before = self.scope.len();
        let zone = from.and_then(single_zone);
        self.bind_item("item", kind, group, zone, from, Expr::Temp(temp));
        let result = body(self, temp);
        self.scope.truncate(before);
        self.end_temp();
        (temp, result)
    }

    /// Binds the item of a loop or filter. `zone` is the zone of the item, if the item always stays in it. `from` has all
    /// items.
    pub(super) fn bind_item(
        &mut self,
        name: &str,
        kind: Kind,
        group: Option<Rc<Grouping<'a>>>,
        zone: Option<Expr>,
        from: Option<&Item>,
        item: Expr,
    ) {
        let source = from.map(|items| Rc::new(Source { items: items.clone(), scope: self.scope.len() }));
        let value = match group {
            Some(group) => Val::Group(group, item.clone()),
            None => Val::One(kind, item.clone()),
        };
        let is_group = matches!(value, Val::Group(..));
        let bound = |name: &str, how: How| Binding {
            name: name.to_owned(),
            how,
            what: Bound::Val(value.clone()),
            source: source.clone(),
        };
        self.scope.push(bound(name, How::Both));
        let word = match kind {
            _ if is_group => "group",
            Kind::Card => "card",
            Kind::Seat => "player",
            Kind::Zone => "zone",
            _ => return,
        };
        if word == "card" {
            let zone = zone.unwrap_or_else(|| Expr::ZoneOfCard(Box::new(item)));
            self.bind("zone", How::Path, Bound::Val(Val::zone(zone)));
        }
        self.scope.push(bound(word, How::Path));
    }

    /// Compiles the value of a binding.
    pub(super) fn unfold(&mut self, bound: Bound<'a>, span: Span) -> Val<'a> {
        match bound {
            Bound::Val(value) => value,
            Bound::Lazy(expr, scope) => self.again(scope, span, |check| Some(check.lower(expr))).unwrap_or(Val::Hole),
            Bound::Field(field, kind) => match kind {
                Some(kind) => Val::One(kind, Expr::Slot(self.unit.context(field, kind))),
                None if self.learning => Val::Hole,
                None => Val::Null,
            },
        }
    }

    /// Runs `body` with only these bindings in scope.
    pub(super) fn back_in<R: Default>(
        &mut self,
        scope: &[Binding<'a>],
        span: Span,
        body: impl FnOnce(&mut Compiler<'a>) -> R,
    ) -> R {
        let here = std::mem::replace(&mut self.scope, scope.to_vec());
        let result = self.again(scope.len(), span, body);
        self.scope = here;
        result
    }

    /// Runs `body` with only the `scope` outermost bindings in scope.
    pub(super) fn again<R: Default>(
        &mut self,
        scope: usize,
        span: Span,
        body: impl FnOnce(&mut Compiler<'a>) -> R,
    ) -> R {
        if self.unfolded == super::Limits::UNFOLDED {
            let most = super::Limits::UNFOLDED;
            self.error(codes::LIMIT, span, format!("computed values can be nested at most {most} levels deep"));
            return R::default();
        }
        self.unfolded += 1;
        let hidden = self.scope.split_off(scope.min(self.scope.len()));
        let result = body(self);
        self.scope.truncate(scope);
        self.scope.extend(hidden);
        self.unfolded -= 1;
        result
    }

    /// The bindings that the current expression can read, outermost first.
    pub(super) fn visible(&self) -> std::slice::Iter<'_, Binding<'a>> {
        let first =
            self.scope.iter().rposition(|binding| binding.name.starts_with(BARRIER)).map_or(0, |barrier| barrier + 1);
        self.scope[first..].iter()
    }

    /// The binding for `$.name` or `$name`, if there is one.
    pub(super) fn bound_path(&mut self, name: &str) -> Option<Bound<'a>> {
        let found = self.visible().rev().find(|binding| binding.how != How::Ref && binding.name == name);
        found.map(|binding| binding.what.clone())
    }

    /// Compiles `ref:name`.
    pub(super) fn reference(&mut self, name: &Name) -> Val<'a> {
        // A reference that `as` stands for has an empty span.
        let is_written = name.span.start < name.span.end;
        if name.text == "item" && is_written && self.hides_the_item_of_a_loop() {
            let message = "`ref:item` is the item of this list here and shadows the item of the loop";
            let found = Diagnostic::warning(codes::HIDES, name.span, message);
            self.report(
                found
                    .help("name the item of the loop with `as: …`, or the item of this list: `filter(list as one, …)`"),
            );
        }
        let found = self.visible().rev().find(|binding| binding.how != How::Path && binding.name == name.text);
        if let Some(bound) = found.map(|binding| binding.what.clone()) {
            return self.unfold(bound, name.span);
        }
        if let Some(kept) = self.kept.iter().find(|kept| kept.name == name.text) {
            return match kept.ty {
                Some(ty) => global(ty, kept.slot, kept.list),
                None if self.learning => Val::Hole,
                None => Val::Null,
            };
        }
        let refs = self.visible().filter(|binding| binding.how != How::Path).map(|binding| binding.name.as_str());
        let known = refs.chain(self.kept.iter().map(|kept| kept.name.as_str()));
        let near = nearest(name.as_str(), known);
        let message = format!("no value is stored as `{name}` here");
        let found = Diagnostic::error(codes::UNKNOWN_REF, name.span, message);
        let later = near.is_none() && self.stored_elsewhere(name.as_str());
        let found = match later {
            true => found.label("stored by another rule, in a loop, or later").help(
                "a stored value ends with its loop and its rule; to keep it longer, store it with `keep: turn` or `keep: game`",
            ),
            false => found.label("unknown name").did_you_mean(near, false),
        };
        self.report(found);
        Val::Hole
    }

    /// Whether `ref:item` is the item of a filter inside a loop whose item has no other name.
    fn hides_the_item_of_a_loop(&self) -> bool {
        let mut items = self.visible().rev().filter(|binding| binding.how != How::Path && binding.name == "item");
        let item = |binding: &Binding<'a>| match &binding.what {
            Bound::Val(Val::One(_, expr) | Val::Group(_, expr)) => Some(expr.clone()),
            _ => None,
        };
        let innermost = items.next().and_then(item);
        matches!(innermost, Some(Expr::Temp(_)))
            && items.any(|outer| matches!(item(outer), Some(Expr::Slot(slot)) if self.unit.slot_name(slot) == "item"))
    }

    fn stored_elsewhere(&self, name: &str) -> bool {
        let mut found = false;
        let mut look = |action: &syntax::Action| {
            found |= action.common.store_as.as_ref().is_some_and(|stored| stored.text == name);
        };
        super::prescan::each(&self.document.setup, &mut look);
        self.document.rules.iter().for_each(|rule| super::prescan::each(&rule.effect, &mut look));
        found
    }
}

/// A stored value that outlives its rule.
pub(super) fn global<'a>(ty: Ty, slot: SlotId, list: ListId) -> Val<'a> {
    match ty {
        Ty::One(kind) => Val::One(kind, Expr::Global(slot)),
        Ty::List(kind) => stored_list(kind, List::Global(list), Cards::Global(list)),
        // Only variables hold groups.
        Ty::Group(..) | Ty::Groups(..) => Val::Hole,
    }
}

/// A stored list, in the representation for its kind.
pub(super) fn stored_list<'a>(kind: Kind, list: List, cards: Cards) -> Val<'a> {
    match kind {
        Kind::Card => Val::Cards(cards),
        Kind::Seat => Val::Seats(Seats::List(Box::new(list))),
        Kind::Zone => Val::Zones(Zones::List(Box::new(list))),
        kind => Val::List(kind, list),
    }
}
