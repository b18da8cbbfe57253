//! Conditions that are false whatever happens: of rules, of actions, of transitions.

use super::{Check, codes, survey};
use crate::syntax::{Action, Expr, ExprKind, Literal, Op, Root, Scope, SegmentKind, Selector, Verb};
use rulebook_diag::{Diagnostic, Span};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of variables.
type Fixed = BTreeMap<String, Literal>;

impl<'a> Check<'a> {
    pub(super) fn never_true(&mut self) {
        let mut found: Vec<(Span, String)> = Vec::new();
        let nothing = Fixed::new();
        let always = "its condition is false whatever happens";
        for rule in self.document.rules.iter().filter(|rule| !rule.disabled) {
            let conditions = [&rule.enabled_when, &rule.condition].into_iter().flatten();
            for condition in conditions.filter(|c| is_false(c, &nothing)) {
                found.push((condition.span, format!("this rule never fires: {always}")));
            }
            survey::each(&rule.effect, &mut |action: &'a Action| {
                let own = match &action.verb {
                    Verb::If(branch) => Some(&branch.condition),
                    Verb::Repeat(repeat) => repeat.going.as_ref(),
                    _ => None,
                };
                let conditions = action.common.condition.iter().chain(own);
                let never = conditions.filter(|c| is_false(c, &nothing));
                found.extend(never.map(|c| (c.span, format!("this is never done: {always}"))));
            });
        }
        // A variable that nothing changes can be there to be given another value, for a rule to be played or not. What play leads
        // to is seldom such a rule: there something was forgotten.
        let fixed = self.unchanging();
        let transitions = self.document.flow.transitions.iter().filter(|transition| !transition.disabled);
        for condition in transitions.filter_map(|transition| transition.condition.as_ref()) {
            if is_false(condition, &nothing) {
                found.push((condition.span, format!("this transition is never taken: {always}")));
            } else if is_false(condition, &fixed) {
                let name = named(condition, &fixed).unwrap_or_default();
                found.push((condition.span, format!("this transition is never taken: nothing changes `{name}`")));
            }
        }
        for (span, message) in found {
            self.report(Diagnostic::warning(codes::NEVER_FIRES, span, message).label("always false"));
        }
    }

    /// The shared variables that nothing changes, and what they hold.
    fn unchanging(&self) -> Fixed {
        let mut changed: BTreeSet<&str> = BTreeSet::new();
        let mut look = |action: &'a Action| match &action.verb {
            Verb::SetVariable(act) => changed.extend(fields(&act.path)),
            Verb::Increment(act) => changed.extend(fields(&act.path)),
            Verb::Score(act) => {
                changed.insert(act.variable.as_ref().map_or("score", |variable| variable.as_str()));
            }
            _ => {}
        };
        survey::each(&self.document.setup, &mut look);
        self.document.rules.iter().for_each(|rule| survey::each(&rule.effect, &mut look));
        let shared = self.game.variables.iter().filter(|variable| {
            variable.scope == Scope::Global && variable.computed.is_none() && !changed.contains(variable.name.as_str())
        });
        let held = shared.filter_map(|variable| match variable.initial.map(|initial| &initial.kind) {
            Some(ExprKind::Literal(literal)) => Some((variable.name.clone(), literal.clone())),
            _ => None,
        });
        held.collect()
    }
}

/// The names in a path.
fn fields(path: &Selector) -> impl Iterator<Item = &str> {
    path.segments.iter().filter_map(|segment| match &segment.kind {
        SegmentKind::Field(name) => Some(name.as_str()),
        _ => None,
    })
}

/// The shared variable that a path is, if it is one.
fn variable(path: &Selector) -> Option<&str> {
    let mut names = fields(path);
    if path.root == Root::Game && path.segments.len() == 1 { names.next() } else { None }
}

/// A variable of which something is known, and that is read.
fn named<'e>(expr: &'e Expr, fixed: &Fixed) -> Option<&'e str> {
    if let ExprKind::Path(path) = &expr.kind {
        return variable(path).filter(|name| fixed.contains_key(*name));
    }
    expr.children().into_iter().find_map(|child| named(child, fixed))
}

/// Is it false as it is written, with nothing of the game in it but what is known?
fn is_false(condition: &Expr, fixed: &Fixed) -> bool {
    written(condition, fixed) == Some(Literal::Bool(false))
}

/// The value of an expression of nothing but literals and what is known.
fn written(expr: &Expr, fixed: &Fixed) -> Option<Literal> {
    let (op, args) = match &expr.kind {
        ExprKind::Literal(literal) => return Some(literal.clone()),
        ExprKind::Path(path) => return variable(path).and_then(|name| fixed.get(name)).cloned(),
        ExprKind::Call { op, args, .. } => (*op, args.as_slice()),
        _ => return None,
    };
    let truth = |value: bool| Some(Literal::Bool(value));
    // One part that is false is enough, whatever the others read.
    let parts = |wanted: bool| {
        let parts = args.iter().map(|part| written(part, fixed));
        parts.filter(|part| *part == Some(Literal::Bool(wanted))).count()
    };
    match (op, args) {
        (Op::And, _) if parts(false) > 0 => truth(false),
        (Op::And, _) if parts(true) == args.len() => truth(true),
        (Op::Or, _) if parts(true) > 0 => truth(true),
        (Op::Or, _) if parts(false) == args.len() => truth(false),
        (Op::Not, [of]) => match written(of, fixed)? {
            Literal::Bool(value) => truth(!value),
            _ => None,
        },
        (_, [a, b]) => match (written(a, fixed)?, written(b, fixed)?) {
            (Literal::Int(a), Literal::Int(b)) => match op {
                Op::IsEqual => truth(a == b),
                Op::IsNotEqual => truth(a != b),
                Op::IsLessThan => truth(a < b),
                Op::IsLessOrEqual => truth(a <= b),
                Op::IsGreaterThan => truth(a > b),
                Op::IsGreaterOrEqual => truth(a >= b),
                Op::Add => a.checked_add(b).map(Literal::Int),
                Op::Sub => a.checked_sub(b).map(Literal::Int),
                Op::Mul => a.checked_mul(b).map(Literal::Int),
                _ => None,
            },
            (Literal::Text(a), Literal::Text(b)) if op == Op::IsEqual => truth(a == b),
            (Literal::Text(a), Literal::Text(b)) if op == Op::IsNotEqual => truth(a != b),
            _ => None,
        },
        _ => None,
    }
}
