//! Decides whether a card set can still satisfy a constraint if cards are added. If no larger set can satisfy it, the
//! search in `picks.rs` does not extend this set.

use super::eval::Eval;
use super::sets::Set;
use crate::code::walk::each;
use crate::code::{Arith, Cards, Compare, Expr, Extreme, Item, List, MISSING, Quantifier, TempId, Value};
use smallvec::SmallVec;

/// All sets that contain `least`, are contained in `most` and have at most `max` cards.
#[derive(Clone, Copy)]
pub(super) struct Between<'a> {
    pub least: &'a Set,
    pub most: &'a Set,
    pub max: usize,
    /// The `let`s around the expression whose values depend on the set.
    lets: &'a [Bound],
}

/// A `let` and the least and greatest value that it has in these sets. `None` if they are unknown.
type Bound = (TempId, Option<(i64, i64)>);

impl<'a> Between<'a> {
    pub fn new(least: &'a Set, most: &'a Set, max: usize) -> Between<'a> {
        Between { least, most, max, lets: &[] }
    }

    /// Whether the value of an expression depends on the set.
    fn depends(self, expr: &Expr) -> bool {
        reads_picked(expr) || !self.lets.is_empty() && self.reads_lets(expr)
    }

    /// Whether an expression reads a `let` whose value depends on the set. Such an expression cannot be evaluated.
    fn reads_lets(self, expr: &Expr) -> bool {
        let mut reads = false;
        each::expr(expr, &mut |part| {
            if let each::Node::Expr(Expr::Temp(temp)) = part {
                reads |= self.lets.iter().any(|(bound, _)| bound == temp);
            }
        });
        reads
    }

    /// Evaluates the body of a `let` with the bounds of its value.
    fn within<T>(
        self,
        eval: &mut Eval<'_>,
        temp: TempId,
        bound: &Expr,
        body: impl FnOnce(Between<'_>, &mut Eval<'_>) -> T,
    ) -> T {
        let mut lets: SmallVec<[Bound; 8]> = self.lets.iter().copied().filter(|(other, _)| *other != temp).collect();
        if self.depends(bound) {
            lets.push((temp, self.range(eval, bound)));
        } else {
            let value = eval.scalar(bound);
            eval.set_temp(temp, value);
        }
        body(Between { lets: &lets, ..self }, eval)
    }

    /// Returns `false` if none of the sets satisfies the condition.
    pub fn may_hold(self, eval: &mut Eval<'_>, constraint: &Expr) -> bool {
        self.truth(eval, constraint) != Some(false)
    }

    /// The truth value, if it is the same for all sets. `None` if it differs or is unknown.
    fn truth(self, eval: &mut Eval<'_>, expr: &Expr) -> Option<bool> {
        if !self.depends(expr) {
            return Some(eval.test(expr));
        }
        match expr {
            Expr::Let(temp, bound, body) => self.within(eval, *temp, bound, |own, eval| own.truth(eval, body)),
            Expr::If(condition, yes, no) => match self.truth(eval, condition) {
                Some(true) => self.truth(eval, yes),
                Some(false) => self.truth(eval, no),
                None => self.truth(eval, yes).filter(|yes| self.truth(eval, no) == Some(*yes)),
            },
            Expr::Temp(_) => match self.range(eval, expr)? {
                (1, 1) => Some(true),
                (low, high) if low > 1 || high < 1 => Some(false),
                _ => None,
            },
            Expr::And(parts) => self.joined(eval, parts, false),
            Expr::Or(parts) => self.joined(eval, parts, true),
            Expr::Not(part) => self.truth(eval, part).map(|truth| !truth),
            Expr::Compare(sign, a, b) => {
                let (a, b) = (self.range(eval, a)?, self.range(eval, b)?);
                compared(*sign, a, b)
            }
            _ if self.reads_lets(expr) => None,
            Expr::AnyCard(cards) if grows(cards) => self.some(|set| inner(eval, set).any(cards)),
            Expr::Quantified(Quantifier::Any, Item::Cards(cards), _, test) if grows(cards) && !reads_picked(test) => {
                self.some(|set| inner(eval, set).test(expr))
            }
            Expr::Quantified(Quantifier::All, Item::Cards(cards), _, test) if grows(cards) && !reads_picked(test) => {
                self.some(|set| !inner(eval, set).test(expr)).map(|truth| !truth)
            }
            _ => None,
        }
    }

    /// Evaluates `and` and `or`. One part with the value `decides` decides the whole: `false` for `and`, `true` for
    /// `or`.
    fn joined(self, eval: &mut Eval<'_>, parts: &[Expr], decides: bool) -> Option<bool> {
        let mut all = Some(!decides);
        for part in parts {
            match self.truth(eval, part) {
                Some(truth) if truth == decides => return Some(decides),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }

    /// The truth value of a condition that stays true when cards are added. So it is enough to test the smallest and
    /// the largest set.
    fn some(self, mut holds: impl FnMut(&Set) -> bool) -> Option<bool> {
        if holds(self.least) {
            return Some(true);
        }
        if holds(self.most) { None } else { Some(false) }
    }

    /// The least and the greatest value that a number has in these sets. `None` if the limits are unknown.
    fn range(self, eval: &mut Eval<'_>, expr: &Expr) -> Option<(i64, i64)> {
        if !self.depends(expr) {
            let value = eval.scalar(expr);
            return (value != MISSING).then(|| (value.into(), value.into()));
        }
        match expr {
            Expr::Temp(temp) => self.lets.iter().find(|(bound, _)| bound == temp)?.1,
            Expr::Let(temp, bound, body) => self.within(eval, *temp, bound, |own, eval| own.range(eval, body)),
            Expr::If(condition, yes, no) => match self.truth(eval, condition) {
                Some(true) => self.range(eval, yes),
                Some(false) => self.range(eval, no),
                None => {
                    let (yes, no) = (self.range(eval, yes)?, self.range(eval, no)?);
                    Some((yes.0.min(no.0), yes.1.max(no.1)))
                }
            },
            Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::Compare(..) => {
                Some(self.truth(eval, expr).map_or((0, 1), |truth| (i64::from(truth), i64::from(truth))))
            }
            Expr::Neg(a) => self.range(eval, a).map(|(low, high)| (-high, -low)),
            Expr::Arith(Arith::Add, a, b) => {
                let (a, b) = (self.range(eval, a)?, self.range(eval, b)?);
                Some((a.0 + b.0, a.1 + b.1))
            }
            Expr::Arith(Arith::Sub, a, b) => {
                let (a, b) = (self.range(eval, a)?, self.range(eval, b)?);
                Some((a.0 - b.1, a.1 - b.0))
            }
            Expr::Arith(Arith::Mul, a, b) => {
                let (a, b) = (self.range(eval, a)?, self.range(eval, b)?);
                let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
                Some((*ends.iter().min()?, *ends.iter().max()?))
            }
            _ if self.reads_lets(expr) => None,
            Expr::CountCards(cards) if grows(cards) => {
                let (low, high) = (inner(eval, self.least).count(cards), inner(eval, self.most).count(cards));
                // Every counted card is picked, so there are at most `max` of them.
                let high = if times_picked(cards) == 1 && only_picked(cards) { high.min(self.max) } else { high };
                Some((low as i64, high.max(low) as i64))
            }
            Expr::CountList(list) if list_grows(list) => {
                Some((inner(eval, self.least).list(list).len() as i64, inner(eval, self.most).list(list).len() as i64))
            }
            Expr::SumOver(Item::Cards(cards), temp, key) if grows(cards) && !reads_picked(key) => {
                let (own, all) = (inner(eval, self.least).set(cards), inner(eval, self.most).set(cards));
                if !eval.burn(all.len()) {
                    return None;
                }
                let (mut low, mut high) = (0, 0);
                for card in all.iter() {
                    let key = eval.with(*temp, crate::code::card(card), |e| e.scalar(key));
                    let key = if key == MISSING { 0 } else { i64::from(key) };
                    let certain = own.has(card);
                    low += if certain { key } else { key.min(0) };
                    high += if certain { key } else { key.max(0) };
                }
                Some((low, high))
            }
            Expr::SumOf(list) if !matches!(**list, List::Distinct(_)) && list_grows(list) => {
                let sum = |row: &[Value], of: fn(i64) -> i64| row.iter().map(|&item| of(item.into())).sum::<i64>();
                let (own, all) = (inner(eval, self.least).list(list), inner(eval, self.most).list(list));
                // Cards that may still be picked lower the minimum if their number is negative, and raise the maximum
                // if it is positive.
                let low = sum(&own, |n| n) + sum(&all, |n| n.min(0)) - sum(&own, |n| n.min(0));
                let high = sum(&own, |n| n) + sum(&all, |n| n.max(0)) - sum(&own, |n| n.max(0));
                Some((low, high))
            }
            Expr::ExtremeOf(which, list) if list_grows(list) => {
                let (own, all) = (inner(eval, self.least).list(list), inner(eval, self.most).list(list));
                let ends = |row: &[Value]| Some((i64::from(*row.iter().min()?), i64::from(*row.iter().max()?)));
                let ((own_low, own_high), (low, high)) = (ends(&own)?, ends(&all)?);
                Some(if *which == Extreme::Max { (own_high, high) } else { (low, own_low) })
            }
            _ => None,
        }
    }
}

pub(super) fn inner<'a>(eval: &'a Eval<'_>, set: &'a Set) -> Eval<'a> {
    eval.of_picked(set)
}

fn compared(sign: Compare, a: (i64, i64), b: (i64, i64)) -> Option<bool> {
    let (less, greater) = (a.1 < b.0, a.0 > b.1);
    let (at_most, at_least) = (a.1 <= b.0, a.0 >= b.1);
    let apart = less || greater;
    let same = a.0 == a.1 && a == b;
    let (yes, no) = match sign {
        Compare::Eq => (same, apart),
        Compare::Ne => (apart, same),
        Compare::Lt => (less, at_least),
        Compare::Le => (at_most, greater),
        Compare::Gt => (greater, at_most),
        Compare::Ge => (at_least, less),
    };
    if yes { Some(true) } else { no.then_some(false) }
}

pub(super) fn reads_picked(expr: &Expr) -> bool {
    let mut reads = false;
    each::expr(expr, &mut |part| reads |= matches!(part, each::Node::Cards(Cards::Picked)));
    reads
}

/// Returns whether the expression adds one number for each picked card.
pub(super) fn is_additive(expr: &Expr) -> bool {
    match expr {
        Expr::CountCards(cards) => grows(cards),
        Expr::CountList(list) | Expr::SumOf(list) => !matches!(**list, List::Distinct(_)) && list_grows(list),
        Expr::SumOver(Item::Cards(cards), _, key) => grows(cards) && !reads_picked(key),
        _ => false,
    }
}

/// How often an expression contains the picked cards.
fn times_picked(cards: &Cards) -> usize {
    let mut times = 0;
    each::cards(cards, &mut |part| times += usize::from(matches!(part, each::Node::Cards(Cards::Picked))));
    times
}

/// Returns whether all cards of the expression are picked cards.
fn only_picked(cards: &Cards) -> bool {
    match cards {
        Cards::Picked => true,
        Cards::Filter(inner, _) => only_picked(inner),
        _ => false,
    }
}

/// Returns whether the set can only grow when cards are picked.
fn grows(cards: &Cards) -> bool {
    match cards {
        Cards::Picked => true,
        Cards::Filter(inner, _) => grows(inner) && times_picked(cards) == times_picked(inner),
        Cards::Join(parts) => parts.iter().all(grows),
        _ => false,
    }
}

fn list_grows(list: &List) -> bool {
    match list {
        List::Cards(cards) => grows(cards),
        List::Map(items, _, value) => matches!(&**items, Item::Cards(cards) if grows(cards)) && !reads_picked(value),
        List::Keys(keys) => keys.count.is_none() && grows(&keys.cards),
        List::Distinct(list) => list_grows(list),
        _ => false,
    }
}
