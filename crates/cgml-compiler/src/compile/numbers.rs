//! Operators that give numbers (CGML 12.3, 12.4, 12.5).

use super::origins::Unranked;
use super::value::{Val, as_list};
use super::{Compiler, codes};
use crate::code::walk::mentions;
use crate::code::{Arith, Expr, Extreme, Kind, List};
use crate::syntax::{self, Op};
use rulebook_diag::{Diagnostic, Span};

impl<'a> Compiler<'a> {
    pub(super) fn arithmetic(&mut self, op: Op, args: &'a [syntax::Expr]) -> Val<'a> {
        let mut operand = |i: usize| {
            let value = self.lower(&args[i]);
            Box::new(self.number(value, args[i].span))
        };
        let sign = match op {
            Op::Add => Arith::Add,
            Op::Sub => Arith::Sub,
            Op::Mul => Arith::Mul,
            Op::Div => Arith::Div,
            Op::Mod => Arith::Mod,
            _ => return Val::number(Expr::Neg(operand(0))),
        };
        let left = operand(0);
        let right = operand(1);
        if let (Arith::Div | Arith::Mod, Expr::Const(0)) = (sign, &*right) {
            let message = "a division by zero has no result";
            self.report(Diagnostic::warning(codes::NEVER_EQUAL, args[1].span, message).label("always zero"));
        }
        Val::number(Expr::Arith(sign, left, right))
    }

    /// Compiles `sum` and `avg` of numbers and of lists of numbers.
    pub(super) fn total(&mut self, op: Op, args: &'a [syntax::Expr]) -> Val<'a> {
        let first = self.lower(&args[0]);
        if let [of, key] = args {
            // With two operands, the operator adds up or averages a key over items. The key can read the item, so both
            // are compiled together.
            let items = matches!(first, Val::Cards(_) | Val::Seats(_) | Val::Zones(_) | Val::One(Kind::Zone, _));
            if items || key.names_the_item() {
                return self.total_by(op, of, key);
            }
        }
        let mut values = vec![first];
        values.extend(args[1..].iter().map(|arg| self.lower(arg)));
        let scalars = values.iter().all(|value| matches!(value, Val::One(Kind::Number, _)));
        if scalars && op == Op::Sum {
            let mut parts = values.into_iter().filter_map(|value| match value {
                Val::One(_, expr) => Some(expr),
                _ => None,
            });
            let first = parts.next().unwrap_or(Expr::Const(0));
            let sum = parts.fold(first, |sum, part| Expr::Arith(Arith::Add, Box::new(sum), Box::new(part)));
            return Val::number(sum);
        }
        let mut lists = Vec::new();
        for (value, arg) in values.into_iter().zip(args) {
            match value {
                Val::Hole => return Val::Hole,
                Val::Null | Val::Empty => {}
                Val::One(Kind::Number, expr) => lists.push(List::Of(vec![expr])),
                Val::List(Kind::Number, list) => lists.push(list),
                other => {
                    let message = format!("expected numbers, found {}", other.describe());
                    let found = Diagnostic::error(codes::TYPE, arg.span, message).label("not numbers");
                    self.report(
                        found.help(format!("add a key that gives a number for each item: `{}(…, key)`", op.word())),
                    );
                    return Val::Hole;
                }
            }
        }
        let list = Box::new(super::expressions::single(lists, List::Join));
        Val::number(if op == Op::Sum { Expr::SumOf(list) } else { Expr::MeanOf(list) })
    }

    fn total_by(&mut self, op: Op, of: &'a syntax::Expr, key: &'a syntax::Expr) -> Val<'a> {
        let of_value = self.lower(of);
        let Some((item, kind, group)) = self.items(of_value, of.span) else { return Val::Hole };
        let (temp, value) = self.with_item(kind, group, Some(&item), key.span, |check, _| {
            let value = check.lower(key);
            check.number(value, key.span)
        });
        if op == Op::Sum {
            return Val::number(Expr::SumOver(item, temp, Box::new(value)));
        }
        Val::number(Expr::MeanOf(Box::new(List::Map(Box::new(item), temp, Box::new(value)))))
    }

    /// Compiles `max` and `min`: of the items of one list, of a list compared by a key, or of several operands.
    pub(super) fn extreme(&mut self, op: Op, args: &'a [syntax::Expr], span: Span) -> Val<'a> {
        let which = if op == Op::Max { Extreme::Max } else { Extreme::Min };
        let first = self.lower(&args[0]);
        let scalar = matches!(first, Val::One(Kind::Number, _) | Val::Null);
        match (args, scalar) {
            (_, false) if matches!(first, Val::Hole) => Val::Hole,
            ([of], false) => {
                let described = first.describe();
                if matches!(first, Val::Empty) {
                    return Val::Null;
                }
                let Some((item, kind, group)) = self.items(first, of.span) else { return Val::Hole };
                if kind != Kind::Number || group.is_some() {
                    let message = format!("expected numbers, found {described}");
                    let found = Diagnostic::error(codes::TYPE, of.span, message).label("not numbers");
                    self.report(found.help(format!("add a key to compare by: `{}(…, key)`", op.word())));
                    return Val::Hole;
                }
                Val::number(Expr::ExtremeOf(which, Box::new(as_list(item))))
            }
            ([of, key], false) => {
                let Some((item, kind, group)) = self.items(first, of.span) else { return Val::Hole };
                let (temp, value) = self.with_item(kind, group.clone(), Some(&item), key.span, |check, _| {
                    let value = check.lower(key);
                    check.number(value, key.span)
                });
                if kind == Kind::Number
                    && group.is_none()
                    && !mentions(&value, temp)
                    && value != super::value::missing()
                {
                    let message = "the key is the same for every number of the list";
                    let found = Diagnostic::error(codes::TYPE, key.span, message).label("does not depend on the item");
                    let help = format!("to compare it with the numbers, write `{0}([{of}, {key}])`", op.word());
                    self.report(found.help(help));
                    return Val::Hole;
                }
                let best = Expr::ExtremeBy(which, item, temp, Box::new(value));
                match group {
                    Some(group) => Val::Group(group, best),
                    None => Val::One(kind, best),
                }
            }
            _ => {
                let rest: Vec<Expr> = args[1..]
                    .iter()
                    .map(|arg| {
                        let value = self.lower(arg);
                        self.number(value, arg.span)
                    })
                    .collect();
                let first = self.number(first, span);
                let all = std::iter::once(first).chain(rest).collect();
                Val::number(Expr::ExtremeOf(which, Box::new(List::Of(all))))
            }
        }
    }

    /// Compiles `rank_value`: the position of a rank in the hierarchy of its deck type (CGML 12.5, 15). The lowest is
    /// 1.
    pub(super) fn rank_value(&mut self, of: &'a syntax::Expr, at: Span) -> Val<'a> {
        let value = self.lower(of);
        self.rank_value_of(value, of.span, at)
    }

    fn rank_value_of(&mut self, value: Val<'a>, span: Span, at: Span) -> Val<'a> {
        if self.game.faces.rank_of.is_empty() && self.lacks_a_deck() {
            return Val::Hole;
        }
        if self.game.faces.rank_of.is_empty() && !matches!(value, Val::Hole) {
            let message = "no deck type has a hierarchy of ranks";
            let found = Diagnostic::error(codes::TYPE, at, message).label("needs a hierarchy");
            self.report(found.help("write `rank_hierarchy: [...]` in the deck type, lowest rank first"));
            return Val::Hole;
        }
        if let Some(deck) = self.unranked_deck(&value) {
            let message = format!("the type of the deck `{deck}` has no hierarchy of ranks");
            let found = Diagnostic::error(codes::TYPE, span, message).label("cards without ranks");
            self.report(found.help("write `rank_hierarchy: [...]` in the deck type, lowest rank first"));
            return Val::Hole;
        }
        if let Some(origin) = self.text_without_ranks(&value) {
            let message = match origin {
                Unranked::Property(property) => {
                    format!("no value of the property `{property}` is in a hierarchy of ranks")
                }
                Unranked::Text(text) => {
                    format!("no text of this list is in a hierarchy of ranks: it contains `{text}`")
                }
            };
            let found = Diagnostic::error(codes::TYPE, span, message).label("not a rank");
            self.report(found.help("use the `rank_value` of the card, which reads the property `rank`"));
            return Val::Hole;
        }
        match value {
            Val::Hole => Val::Hole,
            Val::Null => Val::number(Expr::Const(crate::code::MISSING)),
            Val::Empty => Val::Empty,
            Val::One(Kind::Card, card) => match self.marked_rank() {
                // If an action changed the rank of a card, the new rank counts and not the printed one.
                Some(rank) => Val::number(self.rank_of_text(Expr::Property(rank, Box::new(card)), span, at)),
                None => Val::number(Expr::RankOfCard(Box::new(card))),
            },
            Val::One(Kind::Number, number @ Expr::Const(_)) => {
                let text = self.one(Kind::Text, Val::number(number), span);
                self.rank_value_of(Val::text(text), span, at)
            }
            Val::One(Kind::Text, text) => Val::number(self.rank_of_text(text, span, at)),
            Val::Group(group, key) if group.key_kind == Kind::Text => Val::number(self.rank_of_text(key, span, at)),
            list @ (Val::Cards(_) | Val::Zones(_) | Val::List(Kind::Text, _)) => {
                let list = match list {
                    Val::Zones(zones) => Val::Cards(crate::code::Cards::Zones(zones)),
                    list => list,
                };
                if let Val::List(_, List::Of(texts)) = &list {
                    // A constant that is not a rank is reported here, because each item below is a temporary.
                    let constants: Vec<Expr> =
                        texts.iter().filter(|text| matches!(text, Expr::Const(_))).cloned().collect();
                    constants.into_iter().for_each(|text| _ = self.rank_of_text(text, span, at));
                }
                self.mapped(list, span, |check, item| check.rank_value_of(item, span, at))
            }
            other => {
                let message = format!("expected a card or a rank, found {}", other.describe());
                let found = Diagnostic::error(codes::TYPE, span, message).label("has no rank");
                let zone = matches!(other, Val::One(Kind::Zone, _));
                self.report(if zone {
                    found.help("use `top(…)` for its top card, or `all(…)` for all of its cards")
                } else {
                    found
                });
                Val::Hole
            }
        }
    }

    /// The property `rank`, if `SET_PROPERTY` changes it.
    fn marked_rank(&self) -> Option<usize> {
        self.game.property("rank").filter(|rank| self.game.faces.properties[*rank].marked)
    }

    fn rank_of_text(&mut self, text: Expr, span: Span, at: Span) -> Expr {
        let ranks = &self.game.faces.rank_of;
        match text {
            // The rank of a card is looked up in the hierarchy of the card's own deck type.
            Expr::Property(property, card)
                if self.game.faces.properties[property].name == "rank" && self.marked_rank().is_none() =>
            {
                return Expr::RankOfCard(card);
            }
            Expr::Const(symbol) => {
                let name = self.game.symbols.text(symbol).to_owned();
                match ranks.get(&symbol) {
                    Some(Some(place)) => return Expr::Const(*place),
                    Some(None) => self.ambiguous(span),
                    None => {
                        let known: Vec<&str> = ranks.keys().map(|rank| self.game.symbols.text(*rank)).collect();
                        let near = rulebook_diag::nearest(&name, known).map(str::to_owned);
                        let message = format!("`{name}` is in no hierarchy of ranks");
                        let found = Diagnostic::error(codes::UNKNOWN_NAME, span, message).label("not a rank");
                        self.report(found.did_you_mean(near.as_deref(), true));
                    }
                }
                return Expr::Const(crate::code::MISSING);
            }
            _ => {}
        }
        if ranks.values().any(Option::is_none) {
            self.ambiguous(at);
        }
        Expr::RankOfSymbol(Box::new(text))
    }

    fn ambiguous(&mut self, span: Span) {
        let message = "the position of this rank differs between the deck types";
        let found = Diagnostic::error(codes::RANK_AMBIGUOUS, span, message).label("in which deck?");
        self.report(found.help("use the `rank_value` of a card, which belongs to one deck"));
    }

    /// A property of a card, or of each of several cards.
    pub(super) fn card_property(&mut self, value: Val<'a>, name: &str, at: Span) -> Val<'a> {
        match value {
            Val::Hole => Val::Hole,
            Val::Null => Val::Null,
            Val::One(Kind::Card, card) => self.property(card, name, at),
            list @ (Val::Cards(_) | Val::Zones(_) | Val::One(Kind::Zone, _)) => {
                let cards = self.cards(list, at);
                self.mapped(Val::Cards(cards), at, |check, card| check.card_property(card, name, at))
            }
            other => {
                let message = format!("expected a card, found {}", other.describe());
                self.report(Diagnostic::error(codes::TYPE, at, message).label("has no properties"));
                Val::Hole
            }
        }
    }

    /// Whether a deck has an unknown type, which the compiler has already reported. The ranks and properties of such a
    /// deck are unknown too.
    fn lacks_a_deck(&self) -> bool {
        let decks = self.document.components.decks.iter().filter(|(_, deck)| !deck.disabled).count();
        self.game.faces.decks.len() < decks
    }

    fn property(&mut self, card: Expr, name: &str, at: Span) -> Val<'a> {
        let Some(number) = self.game.property(name) else {
            if self.lacks_a_deck() {
                return Val::Hole;
            }
            let known: Vec<&str> = self.game.faces.properties.iter().map(|p| p.name.as_str()).collect();
            let near = rulebook_diag::nearest(name, known).map(str::to_owned);
            let found = Diagnostic::error(codes::UNKNOWN_PROPERTY, at, format!("no card has a property `{name}`"));
            self.report(found.label("unknown property").did_you_mean(near.as_deref(), false));
            return Val::Hole;
        };
        let kind = self.game.faces.properties[number].kind;
        let kind = kind.or_else(|| self.learned.get(&format!("property:{name}")).map(super::value::Ty::kind));
        match kind {
            Some(kind) => Val::One(kind, Expr::Property(number, Box::new(card))),
            None if self.learning => Val::Hole,
            None => Val::Null,
        }
    }
}
