//! Reads the strip of phases: short names for the phases of a turn. One entry may cover several phases.

use super::codes;
use rulebook_diag::{Diagnostic, Diagnostics, Fields, Node, Value};
use serde::{Deserialize, Serialize};

/// Maximum number of entries of a strip. More do not fit on a screen.
const MAX_ENTRIES: usize = 16;

/// One entry of the strip of phases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PhaseEntry {
    /// The short name that players see.
    pub label: String,
    /// The phases that the entry covers, as scenes name them.
    pub phases: Vec<String>,
}

/// Reads the strip of phases. A phase may be in only one entry.
pub(super) fn read(nodes: &[Node], diags: &mut Diagnostics) -> Vec<PhaseEntry> {
    if let Some(extra) = nodes.get(MAX_ENTRIES) {
        let message = format!("more than {MAX_ENTRIES} entries do not fit into the strip of phases");
        diags.push(Diagnostic::error(codes::PHASE_STRIP, extra.span, message));
    }
    let mut seen: Vec<String> = Vec::new();
    let mut entries = Vec::new();
    for node in nodes.iter().take(MAX_ENTRIES) {
        let mut fields = Fields::of(node, diags);
        let label = fields.required("label").line().map(str::to_owned);
        let names = fields.required("phases").seq().unwrap_or_default();
        let mut phases = Vec::new();
        for name in names {
            let Some(phase) = Value::of(name, fields.diags()).text() else { continue };
            if seen.iter().any(|other| other == phase) {
                let message = format!("the phase `{phase}` is in two entries of the strip");
                fields.diags().push(Diagnostic::error(codes::PHASE_STRIP, name.span, message));
            }
            seen.push(phase.to_owned());
            phases.push(phase.to_owned());
        }
        if names.is_empty() && node.get("phases").is_some() {
            let message = "an entry of the strip needs at least one phase";
            fields.diags().push(Diagnostic::error(codes::PHASE_STRIP, node.span, message));
        }
        fields.finish();
        entries.extend(label.map(|label| PhaseEntry { label, phases }));
    }
    entries
}
