//! Lists the facts that the compiler inferred from a document: roles, types, code. `rulebook check --explain` shows the
//! list to the author of the game.

use super::faces::Faces;
use super::prescan::Prescan;
use super::value::{many_name, one_name};
use super::{compile, zones};
use crate::code::{Kind, Symbols};
use crate::syntax::{Document, Scope};
use rulebook_diag::Diagnostics;
use rulebook_table::behavior::{DeckBehavior, DrawFrom, Reshuffle};
use rulebook_table::{Ordering, Scope as Owner};

/// The behaviour of a deck in words. A deck without an order is always drawn at random.
fn draws(deck: &DeckBehavior, ordering: Ordering) -> String {
    let from = match deck.draw_from {
        _ if ordering == Ordering::Unordered => "a random place",
        DrawFrom::Top => "the top",
        DrawFrom::Bottom => "the bottom",
        DrawFrom::Random => "a random place",
    };
    let Some(discard) = &deck.reshuffle_from else {
        return format!("a deck, drawn from {from}, never refilled");
    };
    let when = match deck.reshuffle {
        Reshuffle::WhenShort => "when a draw needs more cards than it has",
        Reshuffle::WhenEmpty => "when it is empty",
    };
    let kept = match deck.keep_top {
        0 => String::new(),
        1 => format!("; the top card of `{discard}` stays"),
        n => format!("; the top {n} cards of `{discard}` stay"),
    };
    format!("a deck, drawn from {from}, refilled from `{discard}` and shuffled {when}{kept}")
}

/// The inferred facts, one line for each: decks, zones with roles and behaviours, variables with types, and the code of
/// each rule for the maximum number of players. For a document with errors, only the components are listed.
pub fn explain(document: &Document) -> Vec<String> {
    let mut lines = Vec::new();
    let survey = Prescan::of(document);
    let faces = Faces::of(&document.components, &survey, &mut Symbols::default(), &mut Vec::new());
    let zones = zones::zones(&document.components, &faces, survey.turns_up, &mut Vec::new());
    for (number, deck) in faces.decks.iter().enumerate() {
        let cards: usize = faces.counts[deck.faces.clone()].iter().sum();
        let home = zones.iter().find(|zone| zone.deck == Some(number));
        let home = home.map_or_else(|| "no zone".into(), |zone| format!("`{}`", zone.name));
        lines.push(format!("deck `{}`: {cards} cards, {} faces, starts in {home}", deck.name, deck.faces.len()));
    }
    for zone in &zones {
        let whose = match zone.scope {
            Owner::Shared => "",
            Owner::Seat => ", one for each player",
            Owner::Team => ", one for each team",
        };
        let role = match (zone.role, zone.inferred) {
            (Some(role), Some(why)) => format!("role {}, because {why}", role.word()),
            (Some(role), None) => format!("role {}, as written", role.word()),
            (None, _) => "no role".into(),
        };
        lines.push(format!("zone `{}`{whose}: {role}", zone.name));
        if let Some(deck) = &zone.def.behavior {
            lines.push(format!("zone `{}`: {}", zone.name, draws(deck, zone.def.ordering)));
        }
    }
    let Some(program) = compile(document, &mut Diagnostics::new()).and_then(|mut programs| programs.pop()) else {
        return lines;
    };
    for variable in &document.components.variables {
        if let Some(known) = program.vars.iter().find(|known| known.name == variable.name.text) {
            let whose = match variable.scope.0.unwrap_or(Scope::Global) {
                Scope::Global => "shared",
                Scope::PerPlayer => "one for each player",
                Scope::PerTeam => "one for each team",
                Scope::PerCard => "one for each card",
            };
            lines.push(format!("variable `{}`, {whose}: {}", known.name, one_name(known.kind)));
        }
    }
    let named = |what: &str, kind: Kind| format!("stored `{what}`: {}", one_name(kind));
    lines.extend(program.globals.iter().map(|kept| named(&kept.name, kept.kind)));
    let lists = program.global_lists.iter();
    lines.extend(lists.map(|kept| format!("stored `{}`: a list of {}", kept.name, many_name(kept.kind))));
    lines.push("setup:".into());
    lines.extend(program.listing(&program.setup).to_string().lines().map(str::to_owned));
    for rule in &program.rules {
        let when = rule.when.as_ref().map(|when| program.show(when, Some(&rule.unit)));
        lines.push(format!("rule `{}`{}:", rule.id, when.map_or_else(String::new, |when| format!(" if {when}"))));
        lines.extend(program.listing(&rule.unit).to_string().lines().map(str::to_owned));
    }
    lines.extend(program.folded().outside_registers());
    lines
}
