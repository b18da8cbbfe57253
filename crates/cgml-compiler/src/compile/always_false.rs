//! Warns about conditions of rules, actions and transitions that are always false.

use super::constant::is_false;
use super::{Compiler, codes, prescan};
use crate::syntax::{Action, Verb};
use rulebook_diag::{Diagnostic, Span};

impl<'a> Compiler<'a> {
    pub(super) fn never_true(&mut self) {
        let mut found: Vec<(Span, String)> = Vec::new();
        let always = "its condition is always false";
        for rule in self.document.rules.iter().filter(|rule| !rule.disabled) {
            let conditions = [&rule.enabled_when, &rule.condition].into_iter().flatten();
            for condition in conditions.filter(|c| is_false(c)) {
                found.push((condition.span, format!("this rule never fires: {always}")));
            }
            prescan::each(&rule.effect, &mut |action: &'a Action| {
                let own = match &action.verb {
                    Verb::If(branch) => Some(&branch.condition),
                    Verb::Repeat(repeat) => repeat.going.as_ref(),
                    // New action: add it if it has a condition besides the common `condition:`.
                    _ => None,
                };
                let conditions = action.common.condition.iter().chain(own);
                let never = conditions.filter(|c| is_false(c));
                found.extend(never.map(|c| (c.span, format!("this action never runs: {always}"))));
            });
        }
        // A variable that never changes may be a switch for variants of the game, so rules that read it are not
        // reported. A transition is rarely such a switch.
        let (shut, told) = (self.never_taken(), self.no_way_out().map(|(span, _)| span));
        for transition in self.document.flow.transitions.iter().filter(|transition| !transition.disabled) {
            let Some(condition) = &transition.condition else { continue };
            if is_false(condition) {
                found.push((condition.span, format!("this transition is never taken: {always}")));
            } else if let Some(name) = shut.get(&transition.span).filter(|_| told != Some(condition.span)) {
                found.push((condition.span, format!("this transition is never taken: no action changes `{name}`")));
            }
        }
        for (span, message) in found {
            self.report(Diagnostic::warning(codes::NEVER_FIRES, span, message).label("always false"));
        }
    }
}
