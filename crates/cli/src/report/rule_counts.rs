//! Counts how often each rule of a CGML file was used, and which actions failed.

use crate::explain::trigger;
use rulebook_catalog::Game;
use rulebook_cgml::run::{Failed, Profile};
use rulebook_cgml::syntax::{Action, Verb};
use rulebook_kernel::Rules;
use rulebook_report::{Failing, Part, RuleUse};

/// How often each rule was used, in the order of the file. Empty if the game is not written in CGML.
pub fn uses(game: &Game, profile: &Profile) -> Vec<RuleUse> {
    let Some((rules, document)) = game.cgml() else { return Vec::new() };
    let program = rules.program(rules.info().max_seats);
    let of = |(number, code): (usize, &rulebook_cgml::code::RuleCode)| {
        // The program also has rules that only emit messages. They are not in `document.rules`, so they are left out.
        let rule = document.rules.iter().find(|rule| rule.id.text == code.id)?;
        let mut parts = Vec::new();
        number_parts(&rule.effect, &mut 0, &mut |at, action| {
            let name = format!("{} (action {at})", action.verb.word());
            parts.push(Part { name, used: profile.done(number, at) > 0 });
        });
        Some(RuleUse { id: code.id.clone(), trigger: trigger(rule), fired: profile.fired(number), parts })
    };
    program.rules.iter().enumerate().filter_map(of).collect()
}

/// The failed actions for which the file has no `on_failure` and no `TRY`. The most frequent failure comes first.
pub fn failing(game: &Game, profile: &Profile) -> Vec<Failing> {
    let Some((rules, document)) = game.cgml() else { return Vec::new() };
    let mut all = Vec::new();
    let mut note = |rule: String, at: usize, action: &Action, failed: Option<Failed>| {
        let part = format!("{} (action {at})", action.verb.word());
        let found = failed.map(|Failed { times, games, reason }| (times, games, reason.text().to_owned()));
        all.extend(found.map(|(times, games, why)| Failing { rule, part, times, games, why }));
    };
    unexpected(&document.setup, &mut 0, false, &mut |at, action| {
        note("The setup".to_owned(), at, action, profile.failed_in_setup(at));
    });
    for (number, code) in rules.program(rules.info().max_seats).rules.iter().enumerate() {
        let Some(rule) = document.rules.iter().find(|rule| rule.id.text == code.id) else { continue };
        unexpected(&rule.effect, &mut 0, rule.on_failure.is_some(), &mut |at, action| {
            note(format!("The rule `{}`", code.id), at, action, profile.failed(number, at));
        });
    }
    all.sort_by_key(|failing| std::cmp::Reverse((failing.games, failing.times)));
    all
}

/// Visits the actions whose failure is not handled by `on_failure` or `TRY`, with their numbers. `said` means that an
/// outer action or the rule handles it.
fn unexpected(actions: &[Action], next: &mut usize, said: bool, visit: &mut impl FnMut(usize, &Action)) {
    for action in actions {
        let at = *next;
        *next += 1;
        let said = said || action.common.on_failure.is_some();
        if !said {
            visit(at, action);
        }
        // New action: add it if it catches failures, like `TRY`.
        let tried = matches!(action.verb, Verb::Try(_));
        if let Some([body, otherwise]) = action.bodies() {
            unexpected(body, next, said || tried, visit);
            unexpected(otherwise, next, said, visit);
        }
    }
}

/// Visits the actions that are not control actions such as `IF`, with their numbers.
fn number_parts(actions: &[Action], next: &mut usize, visit: &mut impl FnMut(usize, &Action)) {
    for action in actions {
        let at = *next;
        *next += 1;
        match action.bodies() {
            // A control action counts as used if an action inside it is used. So only the inner actions are visited.
            Some(inner) => inner.into_iter().for_each(|body| number_parts(body, next, visit)),
            None => visit(at, action),
        }
    }
}
