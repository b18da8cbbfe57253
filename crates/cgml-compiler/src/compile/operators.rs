//! Compiles operators with a truth value, and dispatches all other operators (CGML 12.2).

use super::value::{Val, as_list};
use super::{Compiler, codes};
use crate::code::walk::temps;
use crate::code::{Cards, Compare, Expr, Item, Kind, List, MISSING, Quantifier};
use crate::syntax::{self, Op};
use rulebook_diag::{Diagnostic, Span, nearest};
use std::collections::BTreeSet;

impl<'a> Compiler<'a> {
    /// Compiles an operator with its operands. The number of operands has been checked.
    pub(super) fn call(&mut self, op: Op, args: &'a [syntax::Expr], at: Span, span: Span) -> Val<'a> {
        match op {
            Op::And | Op::Or => {
                let parts: Vec<Expr> = args.iter().map(|arg| self.condition(arg)).collect();
                let joined = if op == Op::And { Expr::And(parts) } else { Expr::Or(parts) };
                Val::bool(joined)
            }
            Op::Not => Val::bool(Expr::Not(Box::new(self.condition(&args[0])))),
            Op::IsEqual => self.comparison(Compare::Eq, args, at),
            Op::IsNotEqual => self.comparison(Compare::Ne, args, at),
            Op::IsLessThan => self.comparison(Compare::Lt, args, at),
            Op::IsLessOrEqual => self.comparison(Compare::Le, args, at),
            Op::IsGreaterThan => self.comparison(Compare::Gt, args, at),
            Op::IsGreaterOrEqual => self.comparison(Compare::Ge, args, at),
            Op::In => self.membership(&args[0], &args[1], at),
            Op::Contains => self.membership(&args[1], &args[0], at),
            Op::Exists => self.existence(&args[0]),
            Op::Any => self.quantified(Quantifier::Any, args, span),
            Op::All => self.quantified(Quantifier::All, args, span),
            Op::If => self.choice(args, span),
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Neg => self.arithmetic(op, args),
            Op::Sum | Op::Avg => self.total(op, args),
            Op::Max | Op::Min => self.extreme(op, args, span),
            Op::RankValue => self.rank_value(&args[0], at),
            Op::Rank => {
                let card = self.lower(&args[0]);
                self.card_property(card, "rank", at)
            }
            _ => self.list_operator(op, args, at, span),
        }
    }

    /// Compiles an expression that must be true or false.
    pub(super) fn condition(&mut self, expr: &'a syntax::Expr) -> Expr {
        let value = self.lower(expr);
        self.bool(value, expr.span)
    }

    fn comparison(&mut self, sign: Compare, args: &'a [syntax::Expr], at: Span) -> Val<'a> {
        let left = (self.lower(&args[0]), args[0].span);
        let right = (self.lower(&args[1]), args[1].span);
        self.compared(sign, left, right, at)
    }

    pub(super) fn compared(
        &mut self,
        sign: Compare,
        (left, left_at): (Val<'a>, Span),
        (right, right_at): (Val<'a>, Span),
        at: Span,
    ) -> Val<'a> {
        if matches!(left, Val::Hole) || matches!(right, Val::Hole) {
            return Val::Hole;
        }
        if matches!(left, Val::Null) || matches!(right, Val::Null) {
            let message = "a comparison with a missing value is never true";
            let found = Diagnostic::warning(codes::NEVER_EQUAL, at, message).label("always false");
            self.report(found.help("write `exists(…)` or `not exists(…)`"));
            return Val::bool(Expr::Const(0));
        }
        let Some((kind, left, right)) = self.alike((left, left_at), (right, right_at), at) else { return Val::Hole };
        let ordering = !matches!(sign, Compare::Eq | Compare::Ne);
        if ordering && kind != Kind::Number {
            let found = match kind {
                Kind::Text => Diagnostic::error(codes::RANK_ORDER, at, "texts and ranks have no order")
                    .help("write `rank_value(…)` on both sides"),
                _ => Diagnostic::error(codes::KINDS, at, "only numbers can be less or greater"),
            };
            self.report(found.label("not numbers"));
            return Val::Hole;
        }
        if !ordering {
            self.printed_on_none(&left, &right, right_at);
            self.printed_on_none(&right, &left, left_at);
            self.called_nothing(&left, &right, right_at);
            self.called_nothing(&right, &left, left_at);
        }
        // In a condition on players, `$player` is the player being tested, not the player of the loop around it
        // (decision 7).
        if left == right && temps(&left) > 0 {
            let message = "both sides are equal: in the condition of a list, `$player` and `$card` are the item, \
                           like `$.player` and `$.card`";
            let found = Diagnostic::warning(codes::HIDES, at, message).label("the same on both sides");
            self.report(found.help("name the outer player: `let me = $player; filter($.players, $.player != ref:me)`"));
        }
        Val::bool(Expr::Compare(sign, Box::new(left), Box::new(right)))
    }

    /// Warns about a comparison of the phase or state with an unknown name.
    fn called_nothing(&mut self, place: &Expr, name: &Expr, at: Span) {
        let (what, known) = match place {
            Expr::ActivePhase => ("phase", &self.phases),
            Expr::ActiveState => ("state", &self.states),
            _ => return,
        };
        let Expr::Const(name) = name else { return };
        let found = self.game.symbols.text(*name);
        if *place == Expr::ActivePhase {
            self.phase_compared += 1;
            self.phase_names.insert(found.to_owned());
        }
        if *name == MISSING || known.iter().any(|known| known == found) {
            return;
        }
        let near = nearest(found, known.iter().map(String::as_str)).map(str::to_owned);
        let message = format!("no {what} is called `{found}`");
        let told = Diagnostic::warning(codes::NEVER_EQUAL, at, message).label("never true");
        self.report(match near {
            Some(near) => told.help(format!("did you mean `{near}`?")),
            None => told,
        });
    }

    /// Warns about a comparison of a property with a value that no card has.
    fn printed_on_none(&mut self, property: &Expr, value: &Expr, at: Span) {
        let (Expr::Property(number, _), Expr::Const(value)) = (property, value) else { return };
        let printing = &self.game.faces.properties[*number];
        let values: BTreeSet<i32> = printing.by_face.iter().copied().filter(|own| *own != MISSING).collect();
        if printing.marked || values.is_empty() || *value == MISSING || values.contains(value) {
            return;
        }
        let kind = printing.kind.unwrap_or(Kind::Text);
        let text = |value: i32| match kind {
            Kind::Text => self.game.symbols.text(value).to_owned(),
            Kind::Bool => (value == 1).to_string(),
            _ => value.to_string(),
        };
        let (found, known) = (text(*value), values.iter().map(|own| text(*own)).collect::<Vec<String>>());
        let message = format!("no card has the {} `{found}`", printing.name);
        let told = Diagnostic::warning(codes::NO_CARD_HAS, at, message).label("no card has this value");
        // The author may have written a longer form, such as `Hearts` for `H`, or misspelt the value.
        let short = known.iter().find(|own| found.to_lowercase().starts_with(&own.to_lowercase()));
        let near = short.map(String::as_str).or_else(|| nearest(&found, known.iter().map(String::as_str)));
        let told = match (near, known.len()) {
            (Some(near), _) => told.help(format!("did you mean `{near}`?")),
            (None, ..=16) => told.help(format!("the values are {}", known.join(", "))),
            _ => told,
        };
        self.report(told);
    }

    /// Converts two scalars to the same kind. A text that is compared with a player becomes an id, and a number that is
    /// compared with a text becomes a symbol.
    pub(super) fn alike(
        &mut self,
        (left, left_at): (Val<'a>, Span),
        (right, right_at): (Val<'a>, Span),
        at: Span,
    ) -> Option<(Kind, Expr, Expr)> {
        let kinds = (scalar_kind(&left), scalar_kind(&right));
        let kind = match kinds {
            (Some(a), Some(b)) if a == b => Some(a),
            (Some(Kind::Text), Some(kind @ (Kind::Seat | Kind::Team)))
            | (Some(kind @ (Kind::Seat | Kind::Team)), Some(Kind::Text)) => Some(kind),
            (Some(Kind::Text), Some(Kind::Number)) if is_constant(&right) => Some(Kind::Text),
            (Some(Kind::Number), Some(Kind::Text)) if is_constant(&left) => Some(Kind::Text),
            _ => None,
        };
        let Some(kind) = kind else {
            let lists = [&left, &right].iter().all(|value| scalar_kind(value).is_none() && value.ty().is_some());
            let message = match lists {
                true => "lists cannot be compared".to_owned(),
                false => format!("{} and {} cannot be compared", left.describe(), right.describe()),
            };
            let mut found = Diagnostic::error(codes::KINDS, at, message);
            found = match lists {
                true => found.help("use `count(…)`, `all(…)` or `in` to compare their items"),
                false => found.label("different types"),
            };
            if matches!(kinds, (Some(Kind::Text), Some(Kind::Number)) | (Some(Kind::Number), Some(Kind::Text))) {
                found = found.help("use `rank_value(…)` for the position of a rank");
            }
            if matches!(kinds, (Some(Kind::Zone), Some(Kind::Number)) | (Some(Kind::Number), Some(Kind::Zone))) {
                found = found.help("use `count(…)` for the number of cards");
            }
            self.report(found);
            return None;
        };
        let left = self.one(kind, left, left_at);
        let right = self.one(kind, right, right_at);
        Some((kind, left, right))
    }

    fn membership(&mut self, item: &'a syntax::Expr, list: &'a syntax::Expr, at: Span) -> Val<'a> {
        let value = self.lower(item);
        let of = self.lower(list);
        if matches!(value, Val::Null) || matches!(of, Val::Empty) {
            return Val::bool(Expr::Const(0));
        }
        if matches!(value, Val::Hole) || matches!(of, Val::Hole | Val::Null) {
            return Val::Hole;
        }
        let Some((items, kind, _)) = self.items(of, list.span) else { return Val::Hole };
        let beside_text = kind == Kind::Number && scalar_kind(&value) == Some(Kind::Text);
        let (items, kind) = match items {
            // If a text is searched in a list of constant numbers, the numbers are read as texts, as with `==`.
            Item::List(List::Of(numbers)) if beside_text && numbers.iter().all(is_written) => {
                let symbols = numbers.into_iter().map(|number| self.one(Kind::Text, Val::number(number), list.span));
                (Item::List(List::Of(symbols.collect())), Kind::Text)
            }
            items => (items, kind),
        };
        let fits = match scalar_kind(&value) {
            Some(own) if own == kind => true,
            Some(Kind::Text) => kind == Kind::Seat,
            Some(Kind::Number) => kind == Kind::Text && is_constant(&value),
            _ => false,
        };
        if !fits {
            let message =
                format!("{} is never an item of a list of {}", value.describe(), super::value::many_name(kind));
            let mut found = Diagnostic::error(codes::KINDS, at, message).label("different types");
            if beside_text {
                found = found.help("use `rank_value(…)` for the position of a rank");
            }
            self.report(found);
            return Val::Hole;
        }
        let value = Box::new(self.one(kind, value, item.span));
        if let Item::List(written) = &items {
            self.list_of_none(written, &value, item.span, list.span);
        }
        Val::bool(match items {
            Item::Cards(cards) => Expr::HasCard(Box::new(cards), value),
            Item::Seats(seats) => Expr::HasSeat(Box::new(seats), value),
            items => Expr::HasItem(Box::new(as_list(items)), value),
        })
    }

    /// Warns about a test `value in list` that is false for every card, because no card has the tested value or one of
    /// the listed values.
    fn list_of_none(&mut self, list: &List, item: &Expr, item_at: Span, list_at: Span) {
        match list {
            List::Of(values) => values.iter().for_each(|value| self.printed_on_none(item, value, list_at)),
            List::Map(_, _, of) => self.printed_on_none(of, item, item_at),
            List::Distinct(of) | List::Take(of, _) => self.list_of_none(of, item, item_at, list_at),
            _ => {}
        }
    }

    /// Compiles `exists` (CGML 12.3).
    fn existence(&mut self, of: &'a syntax::Expr) -> Val<'a> {
        Val::bool(match self.lower(of) {
            Val::Hole => return Val::Hole,
            Val::Null | Val::Empty => Expr::Const(0),
            Val::One(_, Expr::Const(value)) => Expr::Const(i32::from(value != MISSING)),
            Val::One(_, expr) | Val::Group(_, expr) => Expr::IsThere(Box::new(expr)),
            Val::Cards(cards) => Expr::AnyCard(Box::new(cards)),
            Val::Seats(seats) => some(Expr::CountSeats(Box::new(seats))),
            Val::Zones(zones) => some(Expr::CountZones(Box::new(zones))),
            Val::List(_, list) | Val::Groups(_, list) => some(Expr::CountList(Box::new(list))),
            Val::Record(_) | Val::AllZones | Val::ZonesOf(_) | Val::PropertiesOf(_) => Expr::Const(1),
        })
    }

    /// Compiles `any` and `all`. Without a predicate, `all` of a zone gives its cards (CGML 6.2).
    fn quantified(&mut self, which: Quantifier, args: &'a [syntax::Expr], span: Span) -> Val<'a> {
        let of = self.lower(&args[0]);
        if matches!(of, Val::Hole) {
            return Val::Hole;
        }
        let Some(predicate) = args.get(1) else {
            return match (which, of) {
                (Quantifier::All, of @ (Val::One(Kind::Zone | Kind::Card, _) | Val::Zones(_) | Val::Cards(_))) => {
                    Val::Cards(self.cards(of, args[0].span))
                }
                (Quantifier::All, seats @ Val::Seats(_)) => seats,
                (Quantifier::Any, of @ (Val::One(Kind::Zone, _) | Val::Zones(_) | Val::Cards(_))) => {
                    Val::bool(Expr::AnyCard(Box::new(self.cards(of, args[0].span))))
                }
                (which, Val::List(Kind::Bool, list)) => {
                    let temp = self.temp(span);
                    self.end_temp();
                    Val::bool(Expr::Quantified(which, Item::List(list), temp, Box::new(Expr::Temp(temp))))
                }
                (which, Val::Empty) => Val::bool(Expr::Const(i32::from(which == Quantifier::All))),
                (_, of) => {
                    let message = format!("a condition for each item is missing, found only {}", of.describe());
                    let found = Diagnostic::error(codes::TYPE, span, message).label("needs a condition");
                    self.report(found.help("write the condition as the second operand, where the item is `ref:item`"));
                    Val::Hole
                }
            };
        };
        let Some((item, kind, group)) = self.items(of, args[0].span) else { return Val::Hole };
        if let Item::Cards(cards) = item {
            let narrowed = match which {
                Quantifier::Any => self.filtered(cards, Some(predicate)),
                Quantifier::All => self.filtered_out(cards, predicate),
            };
            let any = Expr::AnyCard(Box::new(narrowed));
            return Val::bool(if which == Quantifier::Any { any } else { Expr::Not(Box::new(any)) });
        }
        let (temp, condition) =
            self.with_item(kind, group, Some(&item), predicate.span, |check, _| check.condition(predicate));
        Val::bool(Expr::Quantified(which, item, temp, Box::new(condition)))
    }

    /// The cards that do not satisfy a predicate.
    fn filtered_out(&mut self, cards: Cards, predicate: &'a syntax::Expr) -> Cards {
        match self.filtered(cards, Some(predicate)) {
            Cards::Filter(cards, test) => Cards::Filter(cards, crate::code::Test::Not(Box::new(test))),
            cards => cards,
        }
    }

    fn choice(&mut self, args: &'a [syntax::Expr], span: Span) -> Val<'a> {
        let condition = Box::new(self.condition(&args[0]));
        let (then, otherwise) = (self.lower(&args[1]), self.lower(&args[2]));
        let (at, other_at) = (args[1].span, args[2].span);
        match (then, otherwise) {
            (Val::Hole, _) | (_, Val::Hole) => Val::Hole,
            (Val::Null, Val::Null) => Val::Null,
            (Val::One(kind, then), Val::Null) => {
                Val::One(kind, Expr::If(condition, Box::new(then), Box::new(Expr::Const(MISSING))))
            }
            (Val::Null, Val::One(kind, otherwise)) => {
                Val::One(kind, Expr::If(condition, Box::new(Expr::Const(MISSING)), Box::new(otherwise)))
            }
            (then @ Val::One(..), otherwise @ Val::One(..)) => {
                match self.alike((then, at), (otherwise, other_at), span) {
                    Some((kind, then, otherwise)) => {
                        Val::One(kind, Expr::If(condition, Box::new(then), Box::new(otherwise)))
                    }
                    None => Val::Hole,
                }
            }
            (Val::Record(then), Val::Record(otherwise)) => {
                let fields = then.into_iter().filter_map(|(name, value)| {
                    let (_, other) = otherwise.iter().find(|(known, _)| *known == name)?;
                    let (Val::One(kind, value), Val::One(same, other)) = (value, other.clone()) else { return None };
                    (kind == same)
                        .then(|| (name, Val::One(kind, Expr::If(condition.clone(), Box::new(value), Box::new(other)))))
                });
                Val::Record(fields.collect())
            }
            (then, otherwise) => {
                let cards = matches!(then, Val::Cards(_)) || matches!(otherwise, Val::Cards(_));
                if cards || then.is_open() && matches!(otherwise, Val::Cards(_)) {
                    let (then, otherwise) = (self.cards(then, at), self.cards(otherwise, other_at));
                    return Val::Cards(Cards::If(condition, Box::new(then), Box::new(otherwise)));
                }
                let kind = [&then, &otherwise].iter().find_map(|value| value.ty()).map(super::value::Ty::kind);
                let Some(kind) = kind else { return Val::Empty };
                let (then, otherwise) = (self.list_of(kind, then, at), self.list_of(kind, otherwise, other_at));
                Val::list(kind, crate::code::List::If(condition, Box::new(then), Box::new(otherwise)))
            }
        }
    }
}

/// The kind of a scalar. A group has the kind of its key.
pub(super) fn scalar_kind(value: &Val<'_>) -> Option<Kind> {
    match value {
        Val::One(kind, _) => Some(*kind),
        Val::Group(group, _) => Some(group.key_kind),
        _ => None,
    }
}

pub(super) fn is_constant(value: &Val<'_>) -> bool {
    matches!(value, Val::One(_, Expr::Const(_)))
}

/// Whether the expression is a constant other than `MISSING`.
fn is_written(number: &Expr) -> bool {
    matches!(number, Expr::Const(value) if *value != MISSING)
}

fn some(count: Expr) -> Expr {
    Expr::Compare(Compare::Gt, Box::new(count), Box::new(Expr::Const(0)))
}
