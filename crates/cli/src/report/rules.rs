//! How often each rule of a file was used.

use crate::explain::{bodies, trigger};
use rulebook_catalog::Game;
use rulebook_cgml::run::Profile;
use rulebook_cgml::syntax::{Action, Verb};
use rulebook_kernel::Rules;
use rulebook_report::{Part, RuleUse};

/// The rules in the order of the file; nothing where rules are not written in one.
pub fn uses(game: &Game, profile: &Profile) -> Vec<RuleUse> {
    let Some((rules, document)) = game.cgml() else { return Vec::new() };
    let program = rules.program(rules.info().max_seats);
    let of = |(number, code): (usize, &rulebook_cgml::code::RuleCode)| {
        // What only tells is no rule of the file.
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

/// The actions that do something themselves, with their numbers.
fn number_parts(actions: &[Action], next: &mut usize, visit: &mut impl FnMut(usize, &Action)) {
    for action in actions {
        let at = *next;
        *next += 1;
        let inner = bodies(action);
        // What only holds others is done when they are.
        if !matches!(
            action.verb,
            Verb::If(_) | Verb::ForEach(_) | Verb::ForEachPlayer(_) | Verb::Parallel(_) | Verb::Try(_)
        ) {
            visit(at, action);
        }
        inner.into_iter().for_each(|body| number_parts(body, next, visit));
    }
}
