//! Decides by dynamic programming whether picks can still satisfy a constraint on sums, without enumerating sets.
//!
//! The constraint is split at its `and`s. A comparison that is linear in the picked cards becomes one weight for each
//! card. If only one comparison has unequal weights, the problem is solved exactly. If the constraint has any other
//! part, the answer is "maybe".

use super::eval::Eval;
use super::sets::Set;
use crate::code::walk::each;
use crate::code::{Arith, Cards, Compare, Expr, Item, List, MISSING, Quantifier, Value};
use rulebook_table::Entry;

/// The largest range of sums that is solved exactly. For a larger range the answer is "maybe".
const SPAN: i64 = 4096;

/// The comparison of a sum with 0. The sum is `base` plus the weights of the picked cards.
struct Sum {
    sign: Compare,
    base: i64,
    /// The weights, by option.
    each: Vec<i64>,
}

/// The parts of a constraint that are about sums.
pub(super) struct Sums {
    options: Vec<Value>,
    /// Whether each option may be picked at all.
    allowed: Vec<bool>,
    /// Comparisons with equal weights: only the number of cards matters.
    counts: Vec<Sum>,
    main: Option<Sum>,
    /// Whether the constraint consists only of parts about sums.
    all: bool,
}

impl Sums {
    /// Analyses a constraint; `None` if no part of it is about sums.
    pub fn of(eval: &mut Eval<'_>, constraint: &Expr, options: &[Value]) -> Option<Sums> {
        let parts = match constraint {
            Expr::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        let mut sums = Sums {
            options: options.to_vec(),
            allowed: vec![true; options.len()],
            counts: Vec::new(),
            main: None,
            all: true,
        };
        for part in parts {
            sums.add(eval, part);
        }
        let says = sums.main.is_some() || !sums.counts.is_empty() || sums.allowed.contains(&false) || sums.all;
        says.then_some(sums)
    }

    /// Returns whether the constraint is only about sums.
    pub fn is_all(&self) -> bool {
        self.all
    }

    fn add(&mut self, eval: &mut Eval<'_>, part: &Expr) {
        match part {
            Expr::Quantified(Quantifier::All, Item::Cards(cards), _, test)
                if matches!(cards, Cards::Picked) && !reads_picked(test) =>
            {
                for (allowed, &card) in self.allowed.iter_mut().zip(&self.options) {
                    *allowed &= eval.of_picked(&only(card)).test(part);
                }
            }
            Expr::Compare(sign, a, b) if is_linear(a) && is_linear(b) => {
                let Some(sum) = self.sum(eval, *sign, a, b) else {
                    self.all = false;
                    return;
                };
                if sum.each.windows(2).all(|two| two[0] == two[1]) {
                    self.counts.push(sum);
                } else if self.main.is_none() {
                    self.main = Some(sum);
                } else {
                    self.all = false;
                }
            }
            _ => self.all = false,
        }
    }

    fn sum(&self, eval: &Eval<'_>, sign: Compare, a: &Expr, b: &Expr) -> Option<Sum> {
        let difference = |set: &Set| {
            let mut eval = eval.of_picked(set);
            let (a, b) = (eval.scalar(a), eval.scalar(b));
            (a != MISSING && b != MISSING).then(|| i64::from(a) - i64::from(b))
        };
        let base = difference(&Set::EMPTY)?;
        let each: Option<Vec<i64>> =
            self.options.iter().map(|&card| difference(&only(card)).map(|sum| sum - base)).collect();
        Some(Sum { sign, base, each: each? })
    }

    /// Returns whether the picks may satisfy the constraint after some of `others` are added, with `min` to `max` cards
    /// in total. The answer `false` is always certain. The answer `true` is certain if the constraint reads nothing but sums.
    pub fn may_hold(&self, picks: &[Value], others: &[Value], min: usize, max: usize) -> bool {
        let place = |card: Value| self.options.iter().position(|&option| option == card);
        let at = |cards: &[Value]| -> Vec<usize> { cards.iter().filter_map(|&card| place(card)).collect() };
        let (picks, mut others) = (at(picks), at(others));
        if picks.iter().any(|&at| !self.allowed[at]) {
            return false;
        }
        others.retain(|&at| self.allowed[at]);
        let most = max.min(picks.len() + others.len());
        let counted = |n: usize| {
            let of = |sum: &Sum| sum.base + sum.each.first().copied().unwrap_or(0) * n as i64;
            n >= min && self.counts.iter().all(|sum| holds(sum.sign, of(sum)))
        };
        let Some(main) = &self.main else { return (picks.len()..=most).any(counted) };
        let start = main.base + picks.iter().map(|&at| main.each[at]).sum::<i64>();
        let low = others.iter().map(|&at| main.each[at].min(0)).sum::<i64>();
        let high = others.iter().map(|&at| main.each[at].max(0)).sum::<i64>();
        if high - low > SPAN {
            return true;
        }
        // The reachable sums by number of added cards, one bit for each sum.
        let width = (high - low) as usize + 1;
        let mut reached = vec![vec![0_u64; width.div_ceil(64)]; most.saturating_sub(picks.len()) + 1];
        reached[0][(-low) as usize / 64] = 1 << ((-low) as usize % 64);
        for &at in &others {
            for n in (1..reached.len()).rev() {
                let (fewer, more) = reached.split_at_mut(n);
                add_shifted(&mut more[0], &fewer[n - 1], main.each[at]);
            }
        }
        let fits = |sums: &Vec<u64>| {
            let mut sums = (0..width).filter(|sum| sums[sum / 64] >> (sum % 64) & 1 == 1);
            sums.any(|sum| holds(main.sign, start + low + sum as i64))
        };
        reached.iter().enumerate().any(|(n, sums)| counted(picks.len() + n) && fits(sums))
    }
}

/// Adds to `into` the sums of `from`, each increased by a weight. Each bit represents one sum.
fn add_shifted(into: &mut [u64], from: &[u64], by: i64) {
    let (words, bits) = ((by.unsigned_abs() / 64) as usize, (by.unsigned_abs() % 64) as u32);
    let word = |at: Option<usize>| at.and_then(|at| from.get(at)).copied().unwrap_or(0);
    for (i, into) in into.iter_mut().enumerate() {
        let (near, far) = if by >= 0 {
            (word(i.checked_sub(words)), word(i.checked_sub(words + 1)))
        } else {
            (word(i.checked_add(words)), word(i.checked_add(words + 1)))
        };
        *into |= match (bits, by >= 0) {
            (0, _) => near,
            (_, true) => (near << bits) | (far >> (64 - bits)),
            (_, false) => (near >> bits) | (far << (64 - bits)),
        };
    }
}

/// Returns whether the comparison with 0 holds.
fn holds(sign: Compare, sum: i64) -> bool {
    match sign {
        Compare::Eq => sum == 0,
        Compare::Ne => sum != 0,
        Compare::Lt => sum < 0,
        Compare::Le => sum <= 0,
        Compare::Gt => sum > 0,
        Compare::Ge => sum >= 0,
    }
}

fn only(card: Value) -> Set {
    let mut set = Set::EMPTY;
    set.put(Entry(card as u16));
    set
}

/// Returns whether the expression is a constant plus one weight for each picked card.
fn is_linear(expr: &Expr) -> bool {
    match expr {
        _ if !reads_picked(expr) => true,
        Expr::Neg(a) => is_linear(a),
        Expr::Arith(Arith::Add | Arith::Sub, a, b) => is_linear(a) && is_linear(b),
        _ => is_additive(expr),
    }
}

fn reads_picked(expr: &Expr) -> bool {
    let mut reads = false;
    each::expr(expr, &mut |part| reads |= matches!(part, each::Node::Cards(Cards::Picked)));
    reads
}

/// Returns whether the expression adds one number for each picked card.
fn is_additive(expr: &Expr) -> bool {
    match expr {
        Expr::CountCards(cards) => grows(cards),
        Expr::CountList(list) | Expr::SumOf(list) => list_grows(list),
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
        _ => false,
    }
}
