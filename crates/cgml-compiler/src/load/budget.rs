//! Limits the size of the merged tree: counts its nodes while files are included and merged.

use rulebook_diag::{Diagnostic, Diagnostics, Kind, Node, Span};

use super::{Limits, codes};

/// The number of bytes of text that count as one node. Text counts too, because a file that is included many times
/// multiplies its text.
const BYTES_A_NODE: usize = 64;

/// A limit was exceeded and reported. The loader stops.
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

    /// Counts `weight` before the nodes are created. `span` is where the error is shown if the limit is exceeded.
    pub fn spend(&mut self, weight: usize, span: Span, diags: &mut Diagnostics) -> Result<(), Stop> {
        self.spent = self.spent.saturating_add(weight);
        if self.spent <= self.limit {
            return Ok(());
        }
        let message = format!("the files of this game have more than {} keys and values in total", self.limit);
        diags.push(Diagnostic::error(codes::TOO_MANY_NODES, span, message).label("the limit is exceeded here"));
        Err(Stop)
    }
}

/// The cost of a node without its children.
pub(super) fn own_weight(node: &Node) -> usize {
    match &node.kind {
        Kind::Map(entries) => 1 + entries.iter().map(|(key, _)| 1 + key.text.len() / BYTES_A_NODE).sum::<usize>(),
        Kind::Text(text) | Kind::Decimal(text) => 1 + text.len() / BYTES_A_NODE,
        Kind::Null | Kind::Bool(_) | Kind::Int(_) | Kind::Seq(_) => 1,
    }
}

/// The cost of a node with all of its children.
pub(super) fn weight(node: &Node) -> usize {
    let inner: usize = match &node.kind {
        Kind::Map(entries) => entries.iter().map(|(_, value)| weight(value)).sum(),
        Kind::Seq(items) => items.iter().map(weight).sum(),
        _ => 0,
    };
    own_weight(node) + inner
}

/// The nesting depth of the lists and maps in a node. A scalar has depth 0.
pub(super) fn height(node: &Node) -> usize {
    match &node.kind {
        Kind::Map(entries) => 1 + entries.iter().map(|(_, value)| height(value)).max().unwrap_or(0),
        Kind::Seq(items) => 1 + items.iter().map(height).max().unwrap_or(0),
        _ => 0,
    }
}
