//! Finds expensive expressions that depend only on the table, and marks them for caching until the table changes.
//! Example: the winner of a trick, which several rules ask for in a row.

use super::walk::each;
use super::{Cards, Change, Expr, List, Op, Program, Seats, Share};

/// An expression with fewer parts than this is not worth caching.
const HEAVY: usize = 12;

/// Marks the expressions of instructions and conditions that depend only on the table. Equal expressions share one
/// number.
pub(super) fn share(program: &mut Program) {
    let marked = |number: &usize| program.properties[*number].mark.is_some();
    let marked: Vec<bool> = (0..program.properties.len()).map(|number| marked(&number)).collect();
    let mut known: Vec<Expr> = Vec::new();
    for rule in &mut program.rules {
        rule.when.iter_mut().for_each(|when| share_in(when, &marked, &mut known));
        for step in &mut rule.unit.code {
            match &mut step.op {
                Op::Branch(expr, _) | Op::Set(_, expr) | Op::Add(_, expr) | Op::Flow(Change::Next(expr)) => {
                    share_in(expr, &marked, &mut known);
                }
                Op::Move { to, .. } => share_in(to, &marked, &mut known),
                Op::Gather { to, player, .. } => {
                    share_in(to, &marked, &mut known);
                    share_in(player, &marked, &mut known);
                }
                // New instruction: add it if one of its values is worth caching.
                _ => {}
            }
        }
    }
}

fn share_in(expr: &mut Expr, marked: &[bool], known: &mut Vec<Expr>) {
    match expr {
        Expr::ExtremeBy(..) | Expr::Or(_) | Expr::And(_) if is_heavy(expr) && is_of_the_table(expr, marked) => {
            let number = known.iter().position(|other| other == expr).unwrap_or_else(|| {
                known.push(expr.clone());
                known.len() - 1
            });
            let share = Share { number: number as u16, variables: reads_variables(expr) };
            *expr = Expr::Shared(share, Box::new(std::mem::replace(expr, Expr::Current)));
        }
        Expr::ZoneOf(_, a) | Expr::VarOf(_, a) | Expr::SeatAfter(a, _) | Expr::Not(a) | Expr::IsThere(a) => {
            share_in(a, marked, known);
        }
        Expr::Compare(_, a, b) | Expr::Arith(_, a, b) => {
            share_in(a, marked, known);
            share_in(b, marked, known);
        }
        Expr::If(condition, yes, no) => [condition, yes, no].into_iter().for_each(|part| share_in(part, marked, known)),
        Expr::And(parts) | Expr::Or(parts) => parts.iter_mut().for_each(|part| share_in(part, marked, known)),
        _ => {}
    }
}

/// Returns whether the expression depends only on the table.
fn is_of_the_table(expr: &Expr, marked: &[bool]) -> bool {
    let mut alone = true;
    each::expr(expr, &mut |part| {
        alone &= match part {
            each::Node::Expr(Expr::Property(number, _)) => !marked[*number],
            each::Node::Expr(
                Expr::Slot(_)
                | Expr::Global(_)
                | Expr::Current
                | Expr::ActiveState
                | Expr::ActivePhase
                | Expr::TurnIndex
                | Expr::CanDo(_),
            )
            | each::Node::Cards(Cards::Slot(_) | Cards::Global(_) | Cards::Picked)
            | each::Node::List(List::Slot(_) | List::Global(_))
            | each::Node::Seats(Seats::TurnOrder) => false,
            _ => true,
        }
    });
    alone
}

/// Returns whether the expression is expensive enough to cache.
fn is_heavy(expr: &Expr) -> bool {
    let mut parts = 0;
    each::expr(expr, &mut |_| parts += 1);
    matches!(expr, Expr::ExtremeBy(..)) || parts >= HEAVY
}

/// Returns whether the expression reads a variable.
fn reads_variables(expr: &Expr) -> bool {
    let mut reads = false;
    each::expr(expr, &mut |part| reads |= matches!(part, each::Node::Expr(Expr::Var(_) | Expr::VarOf(..))));
    reads
}
