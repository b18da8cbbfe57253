//! Rejects documents that are too large. This happens before the compiler looks up any names, because later stages scan
//! all names many times.

use super::codes;
use super::limits::Limits;
use super::prescan::Prescan;
use crate::syntax::{Components, Composition, DeckType, Document, Expr, ExprKind};
use rulebook_diag::{Diagnostic, Span};

/// Whether the document is small enough to compile. Reports an error if not.
pub(super) fn fits(document: &Document, survey: &Prescan<'_>, found: &mut Vec<Diagnostic>) -> bool {
    let Document { components, flow, rules, .. } = document;
    let phases: usize = flow.states.iter().map(|(_, state)| state.phases.len()).sum();
    let steps = flow.transitions.len();
    let named = [
        ("rules", rules.len(), rules.get(Limits::NAMED).map(|rule| rule.span)),
        ("states", flow.states.iter().count(), None),
        ("phases", phases + survey.inserted.len(), None),
        ("transitions", steps, flow.transitions.get(Limits::NAMED).map(|transition| transition.span)),
    ];
    let before = found.len();
    for (what, count, at) in named {
        limit(what, count, Limits::NAMED, at.unwrap_or(flow.span), found);
    }
    let declared = [
        ("variables", variables(components), Limits::NAMED),
        ("zones", components.zones.len(), Limits::ZONES),
        ("events", components.events.len(), Limits::NAMED),
        ("values that outlive rules", survey.kept.len(), Limits::SLOTS),
    ];
    for (what, count, most) in declared {
        limit(what, count, most, components.span, found);
    }
    let types = components.types.iter().flat_map(|types| types.deck_types.iter());
    for (name, kind) in types {
        if kind.rank_hierarchy.len() > Limits::CARDS {
            let message = format!("a hierarchy can have at most {} ranks", Limits::CARDS);
            found.push(Diagnostic::error(codes::LIMIT, name.span, message));
        }
        if properties(kind) > Limits::PROPERTIES {
            let message = format!("a card can have at most {} properties", Limits::PROPERTIES);
            found.push(Diagnostic::error(codes::LIMIT, name.span, message));
        }
    }
    found.len() == before
}

fn limit(what: &str, count: usize, most: usize, at: Span, found: &mut Vec<Diagnostic>) {
    if count > most {
        found.push(Diagnostic::error(codes::LIMIT, at, format!("a game can have at most {most} {what}")));
    }
}

/// Number of variables. Each field of a record counts.
fn variables(components: &Components) -> usize {
    let initial = components.variables.iter().filter_map(|variable| variable.initial_value.as_ref());
    components.variables.len() + initial.map(|initial| fields(&initial.0)).sum::<usize>()
}

fn fields(value: &Expr) -> usize {
    match &value.kind {
        ExprKind::Record(own) => own.len() + own.iter().map(|(_, value)| fields(value)).sum::<usize>(),
        _ => 0,
    }
}

/// The largest number of properties of a composition item, or of a card in it.
fn properties(kind: &DeckType) -> usize {
    let groups = kind.composition.iter().map(|group| {
        let own = match &group.cards {
            Composition::Product(product) => product.of.iter().count(),
            Composition::Cards(listed) => listed.cards.iter().map(|card| card.properties.0.len()).max().unwrap_or(0),
            Composition::Template(_) | Composition::Card(_) => 0,
        };
        group.copies.properties.0.len() + own
    });
    kind.default_properties.0.len() + groups.max().unwrap_or(0)
}
