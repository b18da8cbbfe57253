//! `extends: <rule_id>` (CGML 5.1): a rule inherits each field it does not set from another rule.
//!
//! Runs after all files are merged, so a rule may extend a rule of any file. A rule with a new id is an additional
//! rule. A rule that extends its own id overrides the rule of that id in a base; it is an error if no base has one.

use std::collections::BTreeMap;

use rulebook_diag::{Diagnostic, Kind, Node, Span};

use super::budget::{Budget, Stop, weight};
use super::codes;
use super::draft::{Entry, Identity, Life};
use super::draft_to_tree::names;
use super::merge::{self, Notes};

/// Resolution state of a rule.
#[derive(Clone, Copy, PartialEq)]
enum Progress {
    /// Inherits from the rule at this index. The span is the source of its `extends`.
    Waits(usize, Span),
    /// The rule belongs to the chain that is being resolved now.
    Followed,
    Done,
}

/// Copies inherited fields into each rule and removes every `extends`.
pub(super) fn resolve(
    rules: &mut [Entry],
    deleted: &[Entry],
    budget: &mut Budget,
    notes: &mut Notes,
) -> Result<(), Stop> {
    let mut progress = links(rules, deleted, notes);
    for start in 0..rules.len() {
        // Each rule extends at most one rule. Follow the chain to a resolved rule, then fill the fields on the way
        // back.
        let (mut at, mut chain) = (start, Vec::new());
        while let Progress::Waits(next, span) = progress[at] {
            progress[at] = Progress::Followed;
            chain.push((at, span));
            at = next;
        }
        if progress[at] == Progress::Followed {
            let first = chain.iter().position(|(rule, _)| *rule == at).unwrap_or(0);
            notes.diags.push(cycle(rules, &chain[first..]));
        }
        let closed = progress[at] == Progress::Followed;
        for (rule, span) in chain.into_iter().rev() {
            if let Progress::Done = progress[at]
                && !closed
            {
                let base = rules[at].node.clone();
                budget.spend(weight(&base), span, &mut notes.diags)?;
                let own = std::mem::replace(&mut rules[rule].node, Node::new(Kind::Null, span));
                rules[rule].node = merge::fields(base, own);
            }
            progress[rule] = Progress::Done;
            at = rule;
        }
    }
    Ok(())
}

/// Removes `extends` from each rule and looks up the rule it names.
fn links(rules: &mut [Entry], deleted: &[Entry], notes: &mut Notes) -> Vec<Progress> {
    let places: BTreeMap<String, usize> = rules
        .iter()
        .enumerate()
        .filter_map(|(at, rule)| if let Identity::Name(id) = &rule.identity { Some((id.clone(), at)) } else { None })
        .collect();
    let mut progress = Vec::with_capacity(rules.len());
    for at in 0..rules.len() {
        let Some(wanted) = take_extends(&mut rules[at].node) else {
            progress.push(Progress::Done);
            continue;
        };
        let found = wanted.scalar().and_then(|id| places.get(id)).copied();
        progress.push(match found {
            // Merging by id has already applied this rule to its base.
            Some(base) if base == at && rules[at].met => Progress::Done,
            Some(base) if base != at => Progress::Waits(base, wanted.span),
            _ => {
                let found = unknown(&wanted, at, rules, deleted, notes);
                notes.diags.push(found);
                Progress::Done
            }
        });
    }
    progress
}

fn take_extends(node: &mut Node) -> Option<Node> {
    let Kind::Map(fields) = &mut node.kind else { return None };
    let at = fields.iter().position(|(field, _)| field.text == "extends")?;
    Some(fields.remove(at).1).filter(|wanted| !wanted.is_null())
}

fn unknown(wanted: &Node, at: usize, rules: &[Entry], deleted: &[Entry], notes: &mut Notes) -> Diagnostic {
    let Some(id) = wanted.scalar() else {
        let message = format!("`extends` expects the id of a rule, not {}", wanted.describe());
        return Diagnostic::error(codes::EXTENDS_UNKNOWN, wanted.span, message);
    };
    let found = |message: String| Diagnostic::error(codes::EXTENDS_UNKNOWN, wanted.span, message);
    let is = |entry: &&Entry| matches!(&entry.identity, Identity::Name(name) if name == id);
    if is(&&rules[at]) {
        return found(format!("no base has a rule `{id}` for this one to extend"))
            .help("remove `extends`, or inherit from the file that declares the rule");
    }
    if let Some(Life::Deleted(span)) = deleted.iter().find(is).map(|entry| entry.life) {
        return found(format!("the rule `{id}` is disabled, so it cannot be extended"))
            .secondary(span, "disabled here")
            .help(format!("to change the rule itself, give this one the id `{id}`"));
    }
    let others = names(rules).filter(|name| !matches!(&rules[at].identity, Identity::Name(own) if own == name));
    found(format!("no rule is called `{id}`")).did_you_mean(notes.meant(id, others), wanted.quoted)
}

fn cycle(rules: &[Entry], chain: &[(usize, Span)]) -> Diagnostic {
    let first = chain.first().map_or_else(|| rules[0].node.span, |(_, span)| *span);
    let found = Diagnostic::error(codes::EXTENDS_CYCLE, first, "these rules extend one another in a cycle");
    chain.iter().skip(1).fold(found, |found, (_, span)| found.secondary(*span, "continues here"))
}
