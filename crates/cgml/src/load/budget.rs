//! How much has been brought together, and the end of it.

use rulebook_diag::{Diagnostic, Diagnostics, Kind, Node, Span};

use super::{Limits, codes};

/// A text counts one node for each so many bytes: includes multiply bytes too.
const BYTES_A_NODE: usize = 64;

/// A limit was passed, and reported: nothing more is done.
#[derive(Debug)]
pub(super) struct Stop;

/// Counts nodes against [`Limits::nodes`].
pub(super) struct Budget {
    limit: usize,
    spent: usize,
}

impl Budget {
    pub fn new(limits: &Limits) -> Budget {
        Budget { limit: limits.nodes, spent: 0 }
    }

    /// Takes `weight` before it is used; `span` is where it is asked for.
    pub fn spend(&mut self, weight: usize, span: Span, diags: &mut Diagnostics) -> Result<(), Stop> {
        self.spent = self.spent.saturating_add(weight);
        if self.spent <= self.limit {
            return Ok(());
        }
        let message = format!("the files of this game make more than {} keys and values together", self.limit);
        diags.push(Diagnostic::error(codes::TOO_MANY_NODES, span, message).label("passed here"));
        Err(Stop)
    }
}

/// What a node costs without what is in it.
pub(super) fn own_weight(node: &Node) -> usize {
    match &node.kind {
        Kind::Map(entries) => 1 + entries.iter().map(|(key, _)| 1 + key.text.len() / BYTES_A_NODE).sum::<usize>(),
        Kind::Text(text) | Kind::Decimal(text) => 1 + text.len() / BYTES_A_NODE,
        Kind::Null | Kind::Bool(_) | Kind::Int(_) | Kind::Seq(_) => 1,
    }
}

/// What a node costs with all that is in it.
pub(super) fn weight(node: &Node) -> usize {
    let inner: usize = match &node.kind {
        Kind::Map(entries) => entries.iter().map(|(_, value)| weight(value)).sum(),
        Kind::Seq(items) => items.iter().map(weight).sum(),
        _ => 0,
    };
    own_weight(node) + inner
}

/// How deep the lists and maps of a node are nested: 0 for a scalar.
pub(super) fn height(node: &Node) -> usize {
    match &node.kind {
        Kind::Map(entries) => 1 + entries.iter().map(|(_, value)| height(value)).max().unwrap_or(0),
        Kind::Seq(items) => 1 + items.iter().map(height).max().unwrap_or(0),
        _ => 0,
    }
}
