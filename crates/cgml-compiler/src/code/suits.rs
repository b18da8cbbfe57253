//! Finds texts that are French suits, so that clients can show them as symbols.

use super::{Expr, Kind, List, MISSING, Op, Options, Program, Symbol, Symbols};

impl Program {
    /// Marks suits that are single letters. If a question offers these letters together with other letters, a letter is
    /// ambiguous. Then no letter is marked.
    pub(super) fn find_suits(&mut self) {
        let printed = self.properties.iter().filter(|property| property.name == "suit" && property.kind == Kind::Text);
        let mut suits: Vec<Symbol> = printed.flat_map(|property| property.by_face.iter().copied()).collect();
        suits.retain(|&suit| suit != MISSING && matches!(self.symbols.text(suit), "C" | "D" | "H" | "S"));
        suits.sort_unstable();
        suits.dedup();
        let steps = self.rules.iter().flat_map(|rule| &rule.unit.code).chain(&self.setup.code);
        let mut asks = steps.filter_map(|step| match &step.op {
            Op::Ask(ask) => Some(&ask.options),
            // New instruction: add it if it asks for a suit.
            _ => None,
        });
        let mixed = asks.any(|options| is_mixed(options, &suits, &self.symbols));
        self.suits = if mixed { Vec::new() } else { suits };
    }
}

/// Returns whether a question offers several letters, and only some of them are suits.
fn is_mixed(options: &Options, suits: &[Symbol], symbols: &Symbols) -> bool {
    let Options::Values(List::Of(items), Kind::Text) = options else { return false };
    let letters = items.iter().filter_map(|item| match item {
        Expr::Const(text) if *text != MISSING && symbols.text(*text).chars().count() == 1 => Some(text),
        _ => None,
    });
    let (among, beside): (Vec<&Symbol>, Vec<&Symbol>) = letters.partition(|letter| suits.contains(letter));
    !among.is_empty() && !beside.is_empty()
}
