//! Replaces names by their values. A `let` whose list is used once becomes the list itself, so that a filter or a count
//! of its cards can be computed with sets. A name of a plain value becomes the value.
//!
//! The result has the same value. It can have a larger audience, because a `let` is known only to the seats that know
//! its value. So this applies only to expressions without an audience: conditions, options, and register code.

use super::walk::change::{self, Node};
use super::walk::each;
use super::{Binding, Cards, Expr, Item, List, Op, Program, TempId, TempListId, Test};

impl Program {
    /// Inlines the lists of conditions and options.
    pub(super) fn inline_lets(&mut self) {
        for when in self.flow.transitions.iter_mut().filter_map(|transition| transition.when.as_mut()) {
            change::expr(when, &mut inline);
        }
        for rule in &mut self.rules {
            rule.when.iter_mut().for_each(|when| change::expr(when, &mut inline));
            for step in &mut rule.unit.code {
                match &mut step.op {
                    Op::Branch(when, _) => change::expr(when, &mut inline),
                    Op::Ask(ask) => change::options(&mut ask.options, &mut inline),
                    _ => {}
                }
            }
        }
    }
}

/// Inlines the names of one node. The parts of the node have been changed before.
pub(super) fn inline(node: Node<'_>) {
    match node {
        Node::Expr(expr) => {
            match expr {
                Expr::Let(temp, value, body) if is_plain(value) => {
                    change::expr(body, &mut |node| put_value(node, *temp, value));
                    *expr = take(body);
                }
                Expr::LetList(temp, items, body) => {
                    let uses = Uses::count(*temp, |visit| each::expr(body, &mut &mut *visit));
                    if uses.allow(items) {
                        change::expr(body, &mut |node| put_list(node, *temp, items));
                        *expr = take(body);
                    }
                }
                _ => {}
            }
            match expr {
                Expr::CountList(list) => {
                    if let List::Cards(cards) = &mut **list
                        && is_set(cards)
                    {
                        *expr = Expr::CountCards(Box::new(std::mem::replace(&mut **cards, Cards::Picked)));
                    }
                }
                Expr::Quantified(_, items, ..) | Expr::SumOver(items, ..) | Expr::ExtremeBy(_, items, ..) => {
                    unwrap(items);
                }
                Expr::FirstOf(items) | Expr::LastOf(items) | Expr::ItemAt(items, _) | Expr::IndexOf(items, _) => {
                    unwrap(items);
                }
                _ => {}
            }
        }
        Node::Cards(cards) => {
            if let Cards::Let(bound, body) = cards {
                let done = match &mut **bound {
                    Binding::One(temp, value) if is_plain(value) => {
                        change::cards(body, &mut |node| put_value(node, *temp, value));
                        true
                    }
                    Binding::Many(temp, items)
                        if Uses::count(*temp, |visit| each::cards(body, &mut &mut *visit)).allow(items) =>
                    {
                        change::cards(body, &mut |node| put_list(node, *temp, items));
                        true
                    }
                    Binding::One(..) | Binding::Many(..) => false,
                };
                if done {
                    *cards = std::mem::replace(&mut **body, Cards::Picked);
                }
            }
            if let Cards::List(list) = cards
                && let List::Cards(inner) = &mut **list
                && is_set(inner)
            {
                *cards = std::mem::replace(&mut **inner, Cards::Picked);
            }
        }
        Node::List(list) => {
            if let List::Let(bound, body) = list {
                let done = match &mut **bound {
                    Binding::One(temp, value) if is_plain(value) => {
                        change::list(body, &mut |node| put_value(node, *temp, value));
                        true
                    }
                    Binding::Many(temp, items)
                        if Uses::count(*temp, |visit| each::list(body, &mut &mut *visit)).allow(items) =>
                    {
                        change::list(body, &mut |node| put_list(node, *temp, items));
                        true
                    }
                    Binding::One(..) | Binding::Many(..) => false,
                };
                if done {
                    *list = std::mem::replace(&mut **body, List::Of(Vec::new()));
                }
            }
            if let List::Map(items, ..) = list {
                unwrap(items);
            }
        }
        Node::Seats(_) | Node::Zones(_) => {}
    }
}

fn take(expr: &mut Expr) -> Expr {
    std::mem::replace(expr, Expr::Current)
}

/// Whether the value is as cheap as its name.
fn is_plain(value: &Expr) -> bool {
    matches!(value, Expr::Const(_) | Expr::Slot(_) | Expr::Var(_) | Expr::Current)
}

/// Cards in which no card appears twice, and no card has left the table.
fn is_set(cards: &Cards) -> bool {
    match cards {
        Cards::Zone(_) => true,
        Cards::Filter(inner, _) | Cards::Prefer(inner, _) => is_set(inner),
        _ => false,
    }
}

fn put_value(node: Node<'_>, temp: TempId, value: &Expr) {
    if let Node::Expr(expr) = node
        && *expr == Expr::Temp(temp)
    {
        *expr = value.clone();
    }
}

fn put_list(node: Node<'_>, temp: TempListId, items: &Item) {
    let Node::List(list) = node else { return inline(node) };
    if *list == List::Temp(temp) {
        *list = match items.clone() {
            Item::Cards(cards) => List::Cards(Box::new(cards)),
            Item::Seats(seats) => List::Seats(Box::new(seats)),
            Item::Zones(zones) => List::Zones(Box::new(zones)),
            Item::List(list) => list,
        };
    } else {
        inline(Node::List(list));
    }
}

/// Uses the cards of a list directly.
fn unwrap(items: &mut Item) {
    if let Item::List(List::Cards(cards)) = items {
        *items = Item::Cards(std::mem::replace(&mut **cards, Cards::Picked));
    }
}

/// How an expression uses a named list.
struct Uses {
    count: usize,
    /// Whether a use is evaluated once for each item of something.
    repeated: bool,
    /// Whether the expression names other values.
    names: bool,
}

/// Receives the nodes of an expression.
type Visit<'v> = dyn FnMut(each::Node<'_>) + 'v;

impl Uses {
    fn count(temp: TempListId, walk: impl FnOnce(&mut Visit<'_>)) -> Uses {
        let mut uses = Uses { count: 0, repeated: false, names: false };
        let used = |visit: &mut dyn FnMut(&mut Visit<'_>)| {
            let mut found = false;
            visit(&mut |node| found |= matches!(node, each::Node::List(List::Temp(own)) if *own == temp));
            found
        };
        let in_expr = |expr: &Expr| used(&mut |visit| each::expr(expr, &mut &mut *visit));
        let in_test = |test: &Test| used(&mut |visit| each::test(test, &mut &mut *visit));
        walk(&mut |node| match node {
            each::Node::List(List::Temp(own)) if *own == temp => uses.count += 1,
            each::Node::Expr(Expr::Let(..) | Expr::CanDo(_)) => uses.names = true,
            each::Node::Expr(
                Expr::Quantified(_, _, _, body) | Expr::SumOver(_, _, body) | Expr::ExtremeBy(_, _, _, body),
            )
            | each::Node::Expr(Expr::CountSets(_, body))
            | each::Node::Cards(Cards::SortBy(_, _, body))
            | each::Node::Seats(super::Seats::Filter(_, _, body))
            | each::Node::Zones(super::Zones::Filter(_, _, body))
            | each::Node::List(List::Map(_, _, body) | List::Filter(_, _, body) | List::SortBy(_, _, body)) => {
                uses.repeated |= in_expr(body);
            }
            each::Node::Cards(Cards::Filter(_, test) | Cards::Prefer(_, test)) => uses.repeated |= in_test(test),
            each::Node::Cards(Cards::Let(bound, _)) | each::Node::List(List::Let(bound, _)) => {
                uses.names |= matches!(**bound, Binding::One(..));
            }
            _ => {}
        });
        uses
    }

    /// Whether the list can take the place of its name: it is evaluated at most once there, and evaluating it there
    /// changes no other name.
    fn allow(&self, items: &Item) -> bool {
        let (mut names_lists, mut binds) = (false, false);
        each::item(items, &mut |node| match node {
            each::Node::Expr(Expr::LetList(..) | Expr::CanDo(_)) => names_lists = true,
            each::Node::Cards(Cards::Let(bound, _)) | each::Node::List(List::Let(bound, _)) => {
                names_lists |= matches!(**bound, Binding::Many(..));
                binds = true;
            }
            each::Node::Expr(
                Expr::Temp(_) | Expr::Let(..) | Expr::Quantified(..) | Expr::SumOver(..) | Expr::ExtremeBy(..),
            )
            | each::Node::Cards(Cards::SortBy(..))
            | each::Node::Seats(super::Seats::Filter(..))
            | each::Node::Zones(super::Zones::Filter(..))
            | each::Node::List(List::Map(..) | List::Filter(..) | List::SortBy(..)) => binds = true,
            _ => {}
        });
        let captures = names_lists || binds && self.names;
        self.count == 1 && !self.repeated && !captures
    }
}
