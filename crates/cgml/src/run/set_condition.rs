//! The condition on a set of picked cards, in a form that a search can evaluate quickly.
//!
//! Most conditions read the set only through a few *measures*, such as the number of cards, the distinct ranks, or the
//! highest card. A measure has one value for each card, so it is computed once and then updated card by card. The rest
//! of the condition is straight code over ranges of numbers. If the measures are known exactly, so is the condition. If
//! more cards may be added, the measures have ranges, and the condition is true, false or unknown.

use super::eval::Eval;
use super::sets::Set;
use crate::code::walk::each;
use crate::code::{
    Arith, Cards, Compare, Expr, Extreme, Item, List, MISSING, Quantifier, TempId, TempListId, Test, Value,
};
use rulebook_table::Entry;
use smallvec::SmallVec;

/// The value that a measure has for each card that can be picked.
#[derive(Debug, PartialEq, Eq)]
enum Measure {
    /// The sum of these numbers. `ends` are the least and the greatest of them.
    Sum { each: Vec<i64>, ends: (i64, i64) },
    /// The number of different values. Each value is one bit.
    Distinct(Vec<u64>),
    /// The highest or lowest value. A card without a value has `MISSING` here. Without cards, the measure has no value.
    Extreme(Extreme, Vec<Value>),
}

/// The value of a measure for some cards: a sum, a set of values, or an extreme value.
pub(super) type Tally = i64;

/// The tally of an extreme value of no cards.
const NO_VALUE: Tally = Tally::MIN;

/// The contribution of the cards that may still be picked: the least and the greatest tally that they can add to a
/// measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reserve {
    least: Tally,
    most: Tally,
    /// Whether a card has no value.
    gaps: bool,
}

/// The numbers that an expression may have. There are none if `least > most`.
#[derive(Clone, Copy, Debug)]
struct Range {
    least: i64,
    most: i64,
    /// Whether the value may be missing.
    missing: bool,
}

impl Range {
    const NEVER: Range = Range { least: 1, most: 0, missing: true };
    const ANY: Range = Range { least: -(Value::MAX as i64), most: Value::MAX as i64, missing: true };

    fn one(value: Value) -> Range {
        if value == MISSING { Range::NEVER } else { Range::known(value.into(), value.into()) }
    }

    /// A range of a value that is never missing.
    fn known(least: i64, most: i64) -> Range {
        let limit = i64::from(Value::MAX);
        Range { least: least.clamp(-limit, limit), most: most.clamp(-limit, limit), missing: false }
    }

    fn of(truth: Option<bool>) -> Range {
        truth.map_or(Range::known(0, 1), |truth| Range::known(truth.into(), truth.into()))
    }

    fn is_empty(self) -> bool {
        self.least > self.most
    }

    /// Whether the value is true. `None` if it is unknown.
    fn truth(self) -> Option<bool> {
        match (self.least, self.most) {
            (1, 1) if !self.missing => Some(true),
            (least, most) if least > 1 || most < 1 || least > most => Some(false),
            _ => None,
        }
    }

    fn or(self, other: Range) -> Range {
        let missing = self.missing || other.missing;
        match (self.is_empty(), other.is_empty()) {
            (true, _) => Range { missing, ..other },
            (_, true) => Range { missing, ..self },
            _ => Range { least: self.least.min(other.least), most: self.most.max(other.most), missing },
        }
    }

    fn compared(self, sign: Compare, other: Range) -> Option<bool> {
        if self.is_empty() || other.is_empty() {
            return Some(false);
        }
        let (a, b) = (self, other);
        let apart = a.most < b.least || a.least > b.most;
        let same = a.least == a.most && b.least == b.most && a.least == b.least;
        let (yes, no) = match sign {
            Compare::Eq => (same, apart),
            Compare::Ne => (apart, same),
            Compare::Lt => (a.most < b.least, a.least >= b.most),
            Compare::Le => (a.most <= b.least, a.least > b.most),
            Compare::Gt => (a.least > b.most, a.most <= b.least),
            Compare::Ge => (a.least >= b.most, a.most < b.least),
        };
        if yes && !a.missing && !b.missing { Some(true) } else { no.then_some(false) }
    }

    fn computed(self, sign: Arith, other: Range) -> Range {
        let (a, b) = (self, other);
        if a.is_empty() || b.is_empty() {
            return Range::NEVER;
        }
        let range = match sign {
            Arith::Add => Range::known(a.least + b.least, a.most + b.most),
            Arith::Sub => Range::known(a.least - b.most, a.most - b.least),
            Arith::Mul => {
                let ends = [a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most];
                let [first, rest @ ..] = ends;
                Range::known(rest.iter().fold(first, |m, &n| m.min(n)), rest.iter().fold(first, |m, &n| m.max(n)))
            }
            Arith::Div | Arith::Mod if a.least == a.most && b.least == b.most => {
                Range::one(sign.apply(a.least as Value, b.least as Value))
            }
            Arith::Div | Arith::Mod => Range::ANY,
        };
        Range { missing: range.missing || a.missing || b.missing, ..range }
    }
}

/// An index into the code of a condition.
type At = u16;

/// A step of the condition. It reads the ranges of earlier steps.
#[derive(Clone, Copy, Debug)]
enum ConditionStep {
    Const(Value),
    Measure(u16),
    Neg(At),
    Arith(Arith, At, At),
    Compare(Compare, At, At),
    And(At, At),
    Or(At, At),
    Not(At),
    If(At, At, At),
    IsThere(At),
    /// A part that reads the set in some other way.
    Unknown,
}

/// A condition on picked cards, for the options of one ask.
#[derive(Debug, Default)]
pub(super) struct SetCondition {
    measures: Vec<Measure>,
    steps: Vec<ConditionStep>,
    /// Whether the condition reads the number of picked cards.
    pub reads_size: bool,
}

impl SetCondition {
    /// Prepares a constraint for these options.
    pub fn new(eval: &mut Eval<'_>, constraint: &Expr, options: &[Value]) -> SetCondition {
        let mut plan = Planner { options, lets: Vec::new(), lists: Vec::new(), of: SetCondition::default() };
        let last = plan.step_of(eval, constraint);
        // The last step is the result.
        if usize::from(last) + 1 != plan.of.steps.len() {
            plan.push(ConditionStep::And(last, last));
        }
        plan.of.reads_size = plan.of.measures.iter().any(|of| matches!(of, Measure::Sum { ends: (1, 1), .. }));
        plan.of
    }

    /// The tallies of no cards.
    pub fn nothing(&self) -> SmallVec<[Tally; 8]> {
        let none = |measure: &Measure| if matches!(measure, Measure::Extreme(..)) { NO_VALUE } else { 0 };
        self.measures.iter().map(none).collect()
    }

    /// Adds a card to tallies: the option with this index.
    #[inline]
    pub fn add(&self, tallies: &mut [Tally], option: usize) {
        for (measure, tally) in self.measures.iter().zip(tallies) {
            match measure {
                Measure::Sum { each, .. } => *tally += each[option],
                Measure::Distinct(each) => *tally |= each[option] as Tally,
                Measure::Extreme(which, each) => {
                    let value = Tally::from(each[option]);
                    let better =
                        *tally == NO_VALUE || if *which == Extreme::Max { value > *tally } else { value < *tally };
                    if each[option] != MISSING && better {
                        *tally = value;
                    }
                }
            }
        }
    }

    /// Computes what the options can add to the measures: all of `others`, then all except the first, and so on. Writes
    /// one block of reserves for each of these sets. The last set is empty.
    pub fn reserves(&self, others: &[usize], reserves: &mut Vec<Reserve>) {
        let width = self.measures.len();
        let nothing = |measure: &Measure| match measure {
            Measure::Sum { .. } | Measure::Distinct(_) => Reserve { least: 0, most: 0, gaps: false },
            Measure::Extreme(..) => Reserve { least: NO_VALUE, most: NO_VALUE, gaps: false },
        };
        reserves.clear();
        for _ in 0..=others.len() {
            reserves.extend(self.measures.iter().map(nothing));
        }
        for (at, &option) in others.iter().enumerate().rev() {
            let (now, later) = reserves[at * width..(at + 2) * width].split_at_mut(width);
            for ((measure, now), &later) in self.measures.iter().zip(now).zip(&*later) {
                *now = match measure {
                    Measure::Sum { each, .. } => {
                        let (least, most) = (later.least + each[option].min(0), later.most + each[option].max(0));
                        Reserve { least, most, gaps: false }
                    }
                    Measure::Distinct(each) => {
                        let gaps = later.gaps || each[option] == 0;
                        Reserve { most: later.most | each[option] as Tally, gaps, ..later }
                    }
                    Measure::Extreme(_, each) if each[option] == MISSING => Reserve { gaps: true, ..later },
                    Measure::Extreme(_, each) if later.most == NO_VALUE => {
                        Reserve { least: each[option].into(), most: each[option].into(), ..later }
                    }
                    Measure::Extreme(_, each) => {
                        let value = Tally::from(each[option]);
                        Reserve { least: later.least.min(value), most: later.most.max(value), ..later }
                    }
                };
            }
        }
    }

    /// The block for the options from this index on.
    pub fn reserve<'r>(&self, reserves: &'r [Reserve], from: usize) -> &'r [Reserve] {
        &reserves[from * self.measures.len()..(from + 1) * self.measures.len()]
    }

    /// Whether the condition holds for the picked cards alone. `None` if a part of it is unknown.
    pub fn holds(&self, tallies: &[Tally], scratch: &mut Scratch) -> Option<bool> {
        self.evaluate(scratch, |at| match &self.measures[at] {
            Measure::Sum { .. } => Range::known(tallies[at], tallies[at]),
            Measure::Distinct(_) => {
                let many = i64::from(tallies[at].count_ones());
                Range::known(many, many)
            }
            Measure::Extreme(..) if tallies[at] == NO_VALUE => Range::NEVER,
            Measure::Extreme(..) => Range::known(tallies[at], tallies[at]),
        })
    }

    /// Whether the condition may hold after `more.0` to `more.1` cards of the reserve are added.
    pub fn may_hold(
        &self,
        tallies: &[Tally],
        reserve: &[Reserve],
        more: (usize, usize),
        scratch: &mut Scratch,
    ) -> bool {
        let range = |at: usize| self.range(at, tallies[at], reserve[at], more);
        self.evaluate(scratch, range) != Some(false)
    }

    #[inline]
    fn range(&self, at: usize, tally: Tally, reserve: Reserve, (fewest, most): (usize, usize)) -> Range {
        let (fewest, most) = (fewest as i64, most as i64);
        match &self.measures[at] {
            &Measure::Sum { ends: (low, high), .. } => {
                let least = reserve.least.max(if low < 0 { low * most } else { low * fewest });
                let greatest = reserve.most.min(if high > 0 { high * most } else { high * fewest });
                Range::known(tally + least, tally + greatest)
            }
            Measure::Distinct(_) => {
                let own = i64::from(tally.count_ones());
                let least = if own == 0 && fewest > 0 && !reserve.gaps { 1 } else { own };
                Range::known(least, i64::from((tally | reserve.most).count_ones()).min(own + most))
            }
            Measure::Extreme(..) if reserve.most == NO_VALUE || most == 0 => {
                if tally == NO_VALUE {
                    Range::NEVER
                } else {
                    Range::known(tally, tally)
                }
            }
            Measure::Extreme(..) if tally == NO_VALUE => {
                let missing = fewest == 0 || reserve.gaps;
                Range { missing, ..Range::known(reserve.least, reserve.most) }
            }
            Measure::Extreme(Extreme::Max, _) => Range::known(tally, tally.max(reserve.most)),
            Measure::Extreme(Extreme::Min, _) => Range::known(tally.min(reserve.least), tally),
        }
    }

    /// Evaluates the steps for these ranges of the measures.
    #[inline]
    fn evaluate(&self, scratch: &mut Scratch, measure: impl Fn(usize) -> Range) -> Option<bool> {
        let done = &mut scratch.0;
        done.clear();
        for step in &self.steps {
            let range = |at: At| done[usize::from(at)];
            let next = match *step {
                ConditionStep::Const(value) => Range::one(value),
                ConditionStep::Measure(at) => measure(usize::from(at)),
                ConditionStep::Neg(a) => {
                    let a = range(a);
                    if a.is_empty() { a } else { Range { least: -a.most, most: -a.least, ..a } }
                }
                ConditionStep::Arith(sign, a, b) => range(a).computed(sign, range(b)),
                ConditionStep::Compare(sign, a, b) => Range::of(range(a).compared(sign, range(b))),
                ConditionStep::And(a, b) => Range::of(match (range(a).truth(), range(b).truth()) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }),
                ConditionStep::Or(a, b) => Range::of(match (range(a).truth(), range(b).truth()) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (Some(false), Some(false)) => Some(false),
                    _ => None,
                }),
                ConditionStep::Not(a) => Range::of(range(a).truth().map(|truth| !truth)),
                ConditionStep::If(condition, yes, no) => match range(condition).truth() {
                    Some(true) => range(yes),
                    Some(false) => range(no),
                    None => range(yes).or(range(no)),
                },
                ConditionStep::IsThere(a) => match range(a) {
                    a if a.is_empty() => Range::of(Some(false)),
                    a if !a.missing => Range::of(Some(true)),
                    _ => Range::of(None),
                },
                ConditionStep::Unknown => Range::ANY,
            };
            done.push(next);
        }
        done.last().and_then(|last| last.truth())
    }
}

/// The ranges of the steps, kept so that an evaluation does not allocate.
#[derive(Debug, Default)]
pub(super) struct Scratch(Vec<Range>);

/// The least and the greatest of some numbers.
fn ends(each: &[i64]) -> (i64, i64) {
    each.iter().fold((i64::MAX, i64::MIN), |(low, high), &n| (low.min(n), high.max(n)))
}

/// Translates a constraint into steps and measures.
struct Planner<'p> {
    options: &'p [Value],
    /// The `let`s around the current part, and their steps.
    lets: Vec<(TempId, At)>,
    /// The lists named by a `let` around the current part, if they depend on the set.
    lists: Vec<(TempListId, &'p Item)>,
    of: SetCondition,
}

impl<'p> Planner<'p> {
    fn push(&mut self, step: ConditionStep) -> At {
        self.of.steps.push(step);
        (self.of.steps.len() - 1) as At
    }

    fn value(&self, at: At) -> Option<Value> {
        if let ConditionStep::Const(value) = self.of.steps[usize::from(at)] { Some(value) } else { None }
    }

    /// The step that computes an expression. Parts that do not depend on the set are evaluated now.
    fn step_of(&mut self, eval: &mut Eval<'_>, expr: &'p Expr) -> At {
        match expr {
            Expr::Let(temp, bound, body) => {
                let bound = self.step_of(eval, bound);
                if let Some(value) = self.value(bound) {
                    eval.set_temp(*temp, value);
                }
                self.lets.push((*temp, bound));
                let body = self.step_of(eval, body);
                self.lets.pop();
                body
            }
            Expr::LetList(temp, items, body) => {
                let depends = self.item_depends(items);
                if depends {
                    self.lists.push((*temp, items));
                } else {
                    eval.bind_list(*temp, items);
                }
                let body = self.step_of(eval, body);
                if depends {
                    self.lists.pop();
                }
                body
            }
            Expr::Temp(temp) => match self.lets.iter().rev().find(|(other, _)| other == temp) {
                Some(&(_, at)) => at,
                None => self.constant(eval, expr),
            },
            Expr::For(_, _, inner) | Expr::Shared(_, inner) => self.step_of(eval, inner),
            Expr::And(parts) => self.joined(eval, parts, true),
            Expr::Or(parts) => self.joined(eval, parts, false),
            Expr::Not(a) => self.one(eval, expr, a, ConditionStep::Not),
            Expr::Neg(a) => self.one(eval, expr, a, ConditionStep::Neg),
            Expr::IsThere(a) => self.one(eval, expr, a, ConditionStep::IsThere),
            Expr::Arith(sign, a, b) => self.two(eval, expr, (a, b), |a, b| ConditionStep::Arith(*sign, a, b)),
            Expr::Compare(sign, a, b) => self.two(eval, expr, (a, b), |a, b| ConditionStep::Compare(*sign, a, b)),
            Expr::If(condition, yes, no) => {
                let condition = self.step_of(eval, condition);
                match self.value(condition) {
                    Some(value) => self.step_of(eval, if value == 1 { yes } else { no }),
                    None => {
                        let (yes, no) = (self.step_of(eval, yes), self.step_of(eval, no));
                        self.push(ConditionStep::If(condition, yes, no))
                    }
                }
            }
            expr if !self.depends(expr) => self.constant(eval, expr),
            expr => self.measured(eval, expr),
        }
    }

    fn constant(&mut self, eval: &mut Eval<'_>, expr: &Expr) -> At {
        let value = eval.scalar(expr);
        self.push(ConditionStep::Const(value))
    }

    fn one(&mut self, eval: &mut Eval<'_>, whole: &Expr, a: &'p Expr, step: impl Fn(At) -> ConditionStep) -> At {
        let a = self.step_of(eval, a);
        if self.value(a).is_some() { self.constant(eval, whole) } else { self.push(step(a)) }
    }

    fn two(
        &mut self,
        eval: &mut Eval<'_>,
        whole: &Expr,
        (a, b): (&'p Expr, &'p Expr),
        step: impl Fn(At, At) -> ConditionStep,
    ) -> At {
        let (a, b) = (self.step_of(eval, a), self.step_of(eval, b));
        let constant = self.value(a).is_some() && self.value(b).is_some();
        if constant { self.constant(eval, whole) } else { self.push(step(a, b)) }
    }

    /// `and` and `or`. A constant part that decides the whole stops the translation.
    fn joined(&mut self, eval: &mut Eval<'_>, parts: &'p [Expr], all: bool) -> At {
        let mut joined = None;
        for part in parts {
            let part = self.step_of(eval, part);
            if let Some(value) = self.value(part) {
                if (value == 1) != all {
                    return self.push(ConditionStep::Const(Value::from(!all)));
                }
                continue;
            }
            joined = Some(match joined {
                None => self.push(ConditionStep::And(part, part)),
                Some(before) if all => self.push(ConditionStep::And(before, part)),
                Some(before) => self.push(ConditionStep::Or(before, part)),
            });
        }
        joined.unwrap_or_else(|| self.push(ConditionStep::Const(Value::from(all))))
    }

    /// The step of an expression that reads the set directly.
    fn measured(&mut self, eval: &mut Eval<'_>, expr: &'p Expr) -> At {
        let measure = match expr {
            Expr::CountCards(cards) if self.is_of_each_card(cards) => {
                Some(self.sum(eval, |eval| i64::from(eval.scalar(expr))))
            }
            Expr::CountList(list) => match self.resolved(list) {
                List::Distinct(inner) if self.is_list_of_each_card(inner) => self.distinct(eval, inner),
                list if self.is_list_of_each_card(list) => Some(self.sum(eval, |eval| eval.list(list).len() as i64)),
                _ => None,
            },
            Expr::SumOf(list) if self.is_list_of_each_card(list) => {
                Some(self.sum(eval, |eval| eval.list(list).iter().map(|&item| i64::from(item)).sum()))
            }
            Expr::SumOver(items, _, key) if self.is_item_of_each_card(items) && !self.depends(key) => {
                Some(self.sum(eval, |eval| i64::from(eval.scalar(expr))))
            }
            Expr::ExtremeOf(which, list) if self.is_list_of_each_card(list) => {
                let each = self.each(eval, |eval| eval.list(list).first().copied().unwrap_or(MISSING));
                Some(Measure::Extreme(*which, each))
            }
            Expr::AnyCard(cards) if self.is_of_each_card(cards) => {
                let passes = self.sum(eval, |eval| eval.scalar(expr).into());
                return self.counted(passes, Compare::Gt);
            }
            Expr::HasCard(cards, card) if self.is_of_each_card(cards) && !self.depends(card) => {
                let passes = self.sum(eval, |eval| eval.scalar(expr).into());
                return self.counted(passes, Compare::Gt);
            }
            Expr::Quantified(quantifier, items, _, test) if self.is_item_of_each_card(items) && !self.depends(test) => {
                let wanted = Value::from(*quantifier == Quantifier::Any);
                let decides = self.sum(eval, |eval| i64::from(eval.scalar(expr) == wanted));
                return self.counted(decides, if wanted == 1 { Compare::Gt } else { Compare::Eq });
            }
            _ => None,
        };
        match measure {
            Some(measure) => self.measure(measure),
            None => self.push(ConditionStep::Unknown),
        }
    }

    fn measure(&mut self, measure: Measure) -> At {
        let known = self.of.measures.iter().position(|other| *other == measure);
        let at = known.unwrap_or_else(|| {
            self.of.measures.push(measure);
            self.of.measures.len() - 1
        });
        self.push(ConditionStep::Measure(at as u16))
    }

    /// The comparison of a number of cards with 0.
    fn counted(&mut self, cards: Measure, sign: Compare) -> At {
        let (cards, zero) = (self.measure(cards), self.push(ConditionStep::Const(0)));
        self.push(ConditionStep::Compare(sign, cards, zero))
    }

    /// Evaluates `of` for each option, as if that option was the only picked card.
    fn each<T>(&self, eval: &Eval<'_>, of: impl Fn(&mut Eval<'_>) -> T) -> Vec<T> {
        let single = |&card: &Value| {
            let mut set = Set::EMPTY;
            set.put(Entry(card as u16));
            let mut eval = eval.of_picked(&set);
            self.lists.iter().for_each(|(temp, items)| eval.bind_list(*temp, items));
            of(&mut eval)
        };
        self.options.iter().map(single).collect()
    }

    fn sum(&self, eval: &Eval<'_>, of: impl Fn(&mut Eval<'_>) -> i64) -> Measure {
        let each = self.each(eval, of);
        let ends = ends(&each);
        Measure::Sum { each, ends }
    }

    /// The number of different items of a list. `None` if there are too many different items.
    fn distinct(&self, eval: &Eval<'_>, list: &List) -> Option<Measure> {
        let values = self.each(eval, |eval| eval.list(list).first().copied().unwrap_or(MISSING));
        let mut known: Vec<Value> = Vec::new();
        let bits = values.iter().map(|&value| {
            if value == MISSING {
                return Some(0);
            }
            let bit = known.iter().position(|&other| other == value).unwrap_or_else(|| {
                known.push(value);
                known.len() - 1
            });
            1_u64.checked_shl(bit as u32)
        });
        bits.collect::<Option<Vec<u64>>>().map(Measure::Distinct)
    }

    /// If `list` is the name of a `let`, the list that it stands for. Otherwise `list`.
    fn resolved(&self, list: &'p List) -> &'p List {
        match list {
            List::Temp(temp) => match self.named(*temp) {
                Some(Item::List(list)) => self.resolved(list),
                _ => list,
            },
            list => list,
        }
    }

    fn named(&self, temp: TempListId) -> Option<&'p Item> {
        self.lists.iter().rev().find(|(other, _)| *other == temp).map(|(_, items)| *items)
    }

    /// Whether each picked card can be tested alone: the other picked cards do not decide if it is one of these cards.
    fn is_of_each_card(&self, cards: &Cards) -> bool {
        match cards {
            Cards::Picked => true,
            Cards::Filter(inner, test) => self.is_of_each_card(inner) && !self.test_depends(test),
            Cards::Join(parts) => parts.iter().all(|part| self.is_of_each_card(part)),
            Cards::List(list) => match &**list {
                List::Temp(temp) => self.named(*temp).is_some_and(|items| self.is_item_of_each_card(items)),
                List::Cards(cards) => self.is_of_each_card(cards),
                _ => false,
            },
            _ => false,
        }
    }

    fn is_item_of_each_card(&self, items: &Item) -> bool {
        match items {
            Item::Cards(cards) => self.is_of_each_card(cards),
            Item::List(list) => self.is_list_of_each_card(list),
            Item::Seats(_) | Item::Zones(_) => false,
        }
    }

    /// Whether the list has at most one item for each picked card, and this item depends on no other card.
    fn is_list_of_each_card(&self, list: &List) -> bool {
        match list {
            List::Cards(cards) => self.is_of_each_card(cards),
            List::Map(items, _, value) => self.is_item_of_each_card(items) && !self.depends(value),
            List::Filter(inner, _, test) => self.is_list_of_each_card(inner) && !self.depends(test),
            List::Temp(temp) => self.named(*temp).is_some_and(|items| self.is_item_of_each_card(items)),
            _ => false,
        }
    }

    /// Whether the value of an expression depends on the set.
    fn depends(&self, expr: &Expr) -> bool {
        let mut depends = false;
        each::expr(expr, &mut |node| depends |= self.reads_set(&node));
        depends
    }

    fn item_depends(&self, items: &Item) -> bool {
        let mut depends = false;
        each::item(items, &mut |node| depends |= self.reads_set(&node));
        depends
    }

    fn test_depends(&self, test: &Test) -> bool {
        let mut depends = false;
        each::test(test, &mut |node| depends |= self.reads_set(&node));
        depends
    }

    fn reads_set(&self, node: &each::Node<'_>) -> bool {
        match node {
            each::Node::Cards(Cards::Picked) => true,
            each::Node::Expr(Expr::Temp(temp)) => {
                let bound = self.lets.iter().rev().find(|(other, _)| other == temp);
                bound.is_some_and(|&(_, at)| self.value(at).is_none())
            }
            each::Node::List(List::Temp(temp)) => self.named(*temp).is_some(),
            _ => false,
        }
    }
}
