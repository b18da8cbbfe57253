//! Finds conditions that are constant because nothing changes the variables they read.

use super::Compiler;
use crate::syntax::{Action, Expr, ExprKind, Literal, Op, Root, Segment, SegmentKind, Selector, Verb};
use rulebook_diag::Span;
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Compiler<'a> {
    /// The transitions that are never taken, because their condition is false at the start and no action changes the
    /// variable that it reads. Each span comes with the name of this variable.
    pub(super) fn never_taken(&self) -> BTreeMap<Span, String> {
        let Some(changed) = self.names_changed() else { return BTreeMap::new() };
        let known = |path: &Selector| self.lasting(path, &changed);
        let shut = self.document.flow.transitions.iter().filter_map(|transition| {
            let condition = transition.condition.as_ref()?;
            let stays_false = value(condition, &known) == Some(Literal::Bool(false));
            stays_false.then(|| (transition.span, named(condition, &known).unwrap_or_default()))
        });
        shut.collect()
    }

    /// The names of variables that actions may change. `None` if an action may change any variable.
    fn names_changed(&self) -> Option<BTreeSet<&'a str>> {
        let (mut names, mut any) = (BTreeSet::new(), false);
        let mut look = |action: &'a Action| {
            let path = match &action.verb {
                Verb::SetVariable(set) => &set.path,
                Verb::Increment(add) => &add.path,
                Verb::Score(score) => {
                    names.insert(score.variable.as_ref().map_or("score", |name| name.as_str()));
                    return;
                }
                // New action: add it if it changes a variable.
                _ => return,
            };
            for segment in &path.segments {
                match &segment.kind {
                    SegmentKind::Field(name) => _ = names.insert(name.as_str()),
                    SegmentKind::FieldOfRef(_) => any = true,
                    _ => {}
                }
            }
        };
        super::prescan::each(&self.document.setup, &mut look);
        self.document.rules.iter().for_each(|rule| super::prescan::each(&rule.effect, &mut look));
        (!any).then_some(names)
    }

    /// The initial value of a variable that nothing changes.
    fn lasting(&self, path: &Selector, changed: &BTreeSet<&str>) -> Option<Literal> {
        let of_one = |kind: &SegmentKind| {
            matches!(kind, SegmentKind::Index(_) | SegmentKind::Current | SegmentKind::ById(_) | SegmentKind::Item(_))
        };
        let name = match (&path.root, path.segments.as_slice()) {
            (Root::Game, [Segment { kind: SegmentKind::Field(name), .. }]) => name,
            (
                Root::Game,
                [
                    Segment { kind: SegmentKind::Field(players), .. },
                    Segment { kind: one, .. },
                    Segment { kind: SegmentKind::Field(name), .. },
                ],
            ) if players.as_str() == "players" && of_one(one) => name,
            _ => return None,
        };
        let mut variables = self.document.components.variables.iter();
        let variable = variables.find(|variable| variable.name.text == name.text && !variable.disabled)?;
        let kept = !variable.computed && !changed.contains(name.as_str());
        match &variable.initial_value.as_ref().filter(|_| kept)?.0.kind {
            ExprKind::Literal(literal) => Some(literal.clone()),
            _ => None,
        }
    }
}

/// The first variable in the expression with a known value.
fn named(expr: &Expr, known: &dyn Fn(&Selector) -> Option<Literal>) -> Option<String> {
    if let ExprKind::Path(path) = &expr.kind {
        let name = path.segments.iter().rev().find_map(|segment| match &segment.kind {
            SegmentKind::Field(name) => Some(name.text.clone()),
            _ => None,
        });
        return name.filter(|_| known(path).is_some());
    }
    expr.children().into_iter().find_map(|child| named(child, known))
}

/// Whether a condition is false whatever happens in the game.
pub(super) fn is_false(condition: &Expr) -> bool {
    value(condition, &|_| None) == Some(Literal::Bool(false))
}

/// Whether a condition is true whatever happens in the game.
pub(super) fn is_true(condition: &Expr) -> bool {
    value(condition, &|_| None) == Some(Literal::Bool(true))
}

/// Evaluates an expression of literals and paths with known values.
fn value(expr: &Expr, known: &dyn Fn(&Selector) -> Option<Literal>) -> Option<Literal> {
    let written = |expr: &Expr| value(expr, known);
    let (op, args) = match &expr.kind {
        ExprKind::Literal(literal) => return Some(literal.clone()),
        ExprKind::Path(path) => return known(path),
        ExprKind::Call { op, args, .. } => (*op, args.as_slice()),
        _ => return None,
    };
    let truth = |value: bool| Some(Literal::Bool(value));
    // One false operand makes an `and` false, whatever the values of the others are.
    let parts = |wanted: bool| args.iter().map(written).filter(|part| *part == Some(Literal::Bool(wanted))).count();
    match (op, args) {
        (Op::And, _) if parts(false) > 0 => truth(false),
        (Op::And, _) if parts(true) == args.len() => truth(true),
        (Op::Or, _) if parts(true) > 0 => truth(true),
        (Op::Or, _) if parts(false) == args.len() => truth(false),
        (Op::Not, [of]) => match written(of)? {
            Literal::Bool(value) => truth(!value),
            _ => None,
        },
        (_, [a, b]) => match (written(a)?, written(b)?) {
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
