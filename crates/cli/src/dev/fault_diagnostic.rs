//! Converts a fault of a match into a diagnostic with a line of the rules file.

use rulebook_catalog::{Game, codes};
use rulebook_cgml::syntax::{Action, Document};
use rulebook_diag::{Diagnostic, Span};
use rulebook_kernel::Turn;

/// The diagnostic for a match that ended with a fault, or `None` if it did not. Its span lies in a file of the game.
pub fn fault(game: &Game, turn: &Turn) -> Option<Diagnostic> {
    let Turn::Over(outcome) = turn else { return None };
    let (_, document) = game.cgml().filter(|_| outcome.is_fault())?;
    let reason = outcome.reason();
    let (span, why) = place(document, reason).unwrap_or((document.meta.name.span, reason));
    let found = Diagnostic::error(codes::FAULT, span, format!("the match stopped here with an error: {why}"));
    Some(found.help("look for a rule that triggers itself, or for an endless loop"))
}

/// Parses the reason of a fault, such as ``rule `NAME`, action N: WHY`` or ``state `NAME`: WHY``. Returns the span and
/// `WHY`.
fn place<'a>(document: &Document, reason: &'a str) -> Option<(Span, &'a str)> {
    let (kind, rest) = reason.split_once(" `")?;
    let (name, rest) = rest.split_once('`')?;
    let (at, why) = rest.split_once(": ")?;
    let number = at.strip_prefix(", action ").and_then(|number| number.parse().ok());
    let rule = document.rules.iter().find(|rule| rule.id.text == name);
    let span = match (kind, rule) {
        ("rule", Some(rule)) => number.and_then(|number| nth(&rule.effect, number)).unwrap_or(rule.id.span),
        ("rule", None) => number.and_then(|number| nth(&document.setup, number))?,
        _ => document.flow.states.0.iter().find(|(known, _)| known.text == name).map(|(known, _)| known.span)?,
    };
    Some((span, why))
}

/// The span of the action with this number. An action is numbered before the actions inside it.
fn nth(actions: &[Action], number: usize) -> Option<Span> {
    let mut all = Vec::new();
    gather(actions, &mut all);
    all.get(number).copied()
}

fn gather(actions: &[Action], into: &mut Vec<Span>) {
    for action in actions {
        into.push(action.span);
        action.bodies().into_iter().flatten().for_each(|body| gather(body, into));
    }
}
