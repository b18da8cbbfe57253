//! Warns about `!=` with a variable that starts without a value. A missing value makes every comparison false (decision
//! 8), including `!=`. The author usually means `not (a == b)`.

use super::{Compiler, codes, prescan};
use crate::syntax::{Action, Event, Expr, ExprKind, Literal, Op, SegmentKind, Selector, Verb};
use rulebook_diag::{Diagnostic, Span};

impl<'a> Compiler<'a> {
    pub(super) fn unequal_to_nothing(&mut self) {
        let document = self.document;
        for rule in document.rules.iter().filter(|rule| !rule.disabled) {
            // Each condition, with the number of variables that were set before it.
            let mut found: Vec<(&'a Expr, usize)> = Vec::new();
            let mut set: Vec<&'a str> = Vec::new();
            found.extend(rule.enabled_when.iter().chain(&rule.condition).map(|condition| (condition, 0)));
            prescan::each(&rule.effect, &mut |action: &'a Action| {
                let before = set.len();
                found.extend(action.common.condition.iter().map(|condition| (condition, before)));
                match &action.verb {
                    Verb::If(branch) => found.push((&branch.condition, before)),
                    Verb::SetVariable(act) if !is_null(&act.value) => set.extend(last_field(&act.path)),
                    // New action: add it if it sets a variable, or has a condition besides the common `condition:`.
                    _ => {}
                }
            });
            let all: Vec<&'a Expr> = found.iter().map(|(condition, _)| *condition).collect();
            for (condition, before) in found {
                self.unequals(condition, &all, &set[..before]);
            }
        }
        let transitions = document.flow.transitions.iter().filter(|transition| !transition.disabled);
        for condition in transitions.filter_map(|transition| transition.condition.as_ref()) {
            self.unequals(condition, &[condition], &[]);
        }
    }

    /// Checks a condition. Does not warn if a condition in `all` tests that the variable exists, or if the variable is
    /// in `set`.
    fn unequals(&mut self, condition: &'a Expr, all: &[&'a Expr], set: &[&'a str]) {
        for part in conjuncts(condition) {
            let Some((path, at)) = self.unequal(part) else { continue };
            let there = last_field(path).is_some_and(|name| set.contains(&name));
            if there || all.iter().any(|other| asks_whether(other, path)) {
                continue;
            }
            let message =
                format!("this is false while `{path}` has no value, like every comparison with a missing value");
            let found = Diagnostic::warning(codes::NOT_SET, at, message).label("false until the variable is set");
            self.report(found.help(
                "write `not (a == b)` to make it true without a value, or `exists(a) and a != b` to keep it false",
            ));
        }
    }

    /// The variable without an initial value that is compared with `!=`, and the span of the sign.
    fn unequal(&self, part: &'a Expr) -> Option<(&'a Selector, Span)> {
        let ExprKind::Call { op: Op::IsNotEqual, args, at } = &part.kind else { return None };
        let [one, other] = args.as_slice() else { return None };
        if is_null(one) || is_null(other) {
            return None;
        }
        let path = [one, other].into_iter().find_map(|side| self.begins_as_nothing(side))?;
        Some((path, *at))
    }

    /// The path, if its variable has no value at the start and the setup does not set it.
    fn begins_as_nothing(&self, expr: &'a Expr) -> Option<&'a Selector> {
        let ExprKind::Path(path) = &expr.kind else { return None };
        let SegmentKind::Field(name) = &path.segments.last()?.kind else { return None };
        let variable = &self.game.variables[self.game.variable(name.as_str())?];
        let nothing = match variable.initial.map(|initial| &initial.kind) {
            None => variable.computed.is_none(),
            Some(kind) => matches!(kind, ExprKind::Literal(Literal::Null)),
        };
        // Rules on entering a state run before the first turn. So the variables that they set count as set.
        let mut early = false;
        let mut look = |action: &'a Action| {
            // New action: add it if it sets a variable.
            if let Verb::SetVariable(set) = &action.verb {
                let last = set.path.segments.last().map(|segment| &segment.kind);
                early |= matches!(last, Some(SegmentKind::Field(set)) if set.text == name.text);
            }
        };
        prescan::each(&self.document.setup, &mut look);
        let entering = self.document.rules.iter().filter(|rule| matches!(rule.trigger.event, Event::StateEnter(_)));
        entering.for_each(|rule| prescan::each(&rule.effect, &mut look));
        (nothing && !early).then_some(path)
    }
}

fn is_null(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Null))
}

/// The last field of a path.
fn last_field(path: &Selector) -> Option<&str> {
    match &path.segments.last()?.kind {
        SegmentKind::Field(name) => Some(name.as_str()),
        _ => None,
    }
}

/// The operands that must all be true.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Call { op: Op::And, args, .. } => args.iter().flat_map(conjuncts).collect(),
        _ => vec![expr],
    }
}

/// Whether the condition tests that the path exists.
fn asks_whether(expr: &Expr, path: &Selector) -> bool {
    if let ExprKind::Call { op: Op::Exists, args, .. } = &expr.kind {
        let same = |arg: &Expr| matches!(&arg.kind, ExprKind::Path(own) if own.to_string() == path.to_string());
        if args.iter().any(same) {
            return true;
        }
    }
    expr.children().into_iter().any(|child| asks_whether(child, path))
}
