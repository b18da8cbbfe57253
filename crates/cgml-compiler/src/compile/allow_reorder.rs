//! Warns about a `REORDER` of a zone whose type does not allow a new order (CGML 7.1), and suggests a corrected type.

use super::{Compiler, codes};
use crate::code::Expr;
use crate::syntax::{Face, ZoneKind, ZoneOrdering, ZoneType, built_in_zone_type};
use rulebook_diag::{Diagnostic, Diagnostics, Sources, Span};

/// The key that a corrected type gets.
const KEY: &str = "allows_reorder: true";

impl Compiler<'_> {
    /// Warns if the `REORDER` of this zone always fails because its type leaves out `allows_reorder`.
    pub(super) fn is_reordered(&mut self, zone: &Expr, target: Span) {
        let Some(def) = self.def_of(zone).filter(|_| !self.dry) else { return };
        let info = &self.game.zones[def];
        if info.says_reorder || info.ordering == ZoneOrdering::Unordered {
            return;
        }
        let message = format!("this always fails: the type of the zone `{}` does not allow a new order", info.name);
        let found = Diagnostic::warning(codes::NOT_REORDERED, target, message).label("always fails");
        let found = found.help(format!("write `{KEY}` in the zone type; `rulebook fix` adds it"));
        let declared = |name: &str| self.document.components.zone_type(name).map(|kind| kind.span);
        let found = match &info.kind {
            ZoneKind::Inline(kind) => found.secondary(kind.span, TYPE),
            ZoneKind::Named(name) => match declared(name.as_str()) {
                Some(span) => found.secondary(span, TYPE),
                // A built-in type has no declaration, so the zone gets the same type with one more key.
                None => match built_in_zone_type(name.as_str(), name.span) {
                    Some(kind) => found.suggest(name.span, inline(&kind)),
                    None => found,
                },
            },
        };
        self.report(found);
    }
}

/// The label of the type that the correction changes.
const TYPE: &str = "this type";

/// A built-in type in one line, with the key added.
fn inline(kind: &ZoneType) -> String {
    let mut keys = Vec::new();
    keys.extend(kind.ordering.map(|ordering| format!("ordering: {}", ordering.value.word())));
    if kind.default_face == Face::Down {
        keys.push("default_face: down".to_owned());
    }
    if let Some(seen) = &kind.visibility {
        let levels = [("owner", seen.owner), ("others", seen.others), ("all", seen.all)];
        let levels = levels.into_iter().filter_map(|(who, level)| Some(format!("{who}: {}", level?.value.word())));
        keys.push(format!("visibility: {{ {} }}", levels.collect::<Vec<_>>().join(", ")));
    }
    keys.push(KEY.to_owned());
    format!("{{ {} }}", keys.join(", "))
}

/// Adds the corrections that depend on how a zone type is written: in braces, or with one key in each line.
pub fn correct_reorders(sources: &Sources, diags: &mut Diagnostics) {
    if diags.sorted().iter().all(|found| found.code != codes::NOT_REORDERED) {
        return;
    }
    let found = std::mem::take(diags);
    diags.extend(found.into_iter().map(|found| {
        let kind = found.secondary.first().filter(|_| found.code == codes::NOT_REORDERED).map(|label| label.span);
        match kind.filter(|_| found.suggestion.is_none()) {
            Some(kind) => {
                let (at, text) = correction(sources, kind);
                found.suggest(at, text)
            }
            None => found,
        }
    }));
}

/// Where the key goes into the map at `kind`, and the text to put there.
fn correction(sources: &Sources, kind: Span) -> (Span, String) {
    let start = Span { end: kind.start, ..kind };
    let written = sources.slice(kind);
    let Some(inside) = written.strip_prefix('{') else {
        let indent = sources.position(kind.file, kind.start).column - 1;
        return (start, format!("{KEY}\n{}", " ".repeat(indent)));
    };
    if inside.trim_end_matches('}').trim().is_empty() {
        return (kind, format!("{{ {KEY} }}"));
    }
    let after = kind.start + 1;
    (Span { start: after, end: after, ..kind }, format!(" {KEY},"))
}
