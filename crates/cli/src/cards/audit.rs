//! `rulebook cards audit`: plays every compiled card in generated situations.

use crate::failure::Failure;
use crate::numbers::{grouped, percent};
use clap::Args;
use rayon::prelude::*;
use rulebook_mtg::database::read_cards;
use rulebook_mtg::rules::scenario::{CardAudit, FlagKind, audit};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Plays every compiled card in generated situations, and flags what looks wrong
///
/// Each instruction of a card should happen, change something, and find the objects it acts on. An instruction should not
/// harm its own source if the text has only a pronoun.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook cards audit games/duel/cards.json\n  rulebook cards audit oracle.jsonl.gz --list\n  \
                  rulebook cards audit oracle.jsonl.gz --json | jq .unexplained"
)]
pub struct Audit {
    /// Cards in Scryfall's format: JSON or JSON Lines, plain or gzipped
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// List every flagged instruction
    #[arg(long)]
    list: bool,
    /// Audit only every N-th card
    #[arg(long, value_name = "N", default_value_t = 1)]
    every: usize,
}

impl Audit {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let text = super::file::text(&self.file)?;
        let (cards, bad) = read_cards(&text);
        if cards.is_empty() {
            let why = bad.first().map_or_else(String::new, |bad| format!(" (record {}: {})", bad.record, bad.why));
            return Err(Failure::Input(format!("{}: this file has no cards{why}", self.file.display())));
        }
        let cards: Vec<_> = cards.into_iter().filter(|card| card.is_for_decks()).step_by(self.every.max(1)).collect();
        let audited: Vec<(&str, CardAudit)> =
            cards.par_iter().filter_map(|card| Some((card.name.as_str(), audit(card)?))).collect();
        if self.json { tell_json(&audited, out) } else { self.tell(&audited, out) }
    }

    fn tell(&self, audited: &[(&str, CardAudit)], out: &mut dyn Write) -> Result<(), Failure> {
        let totals = Totals::of(audited);
        let number = |n: usize| grouped(n as u64);
        let share = |n: usize| percent(n as f64, totals.clauses as u64);
        writeln!(out, "cards         {:>8}", number(audited.len()))?;
        writeln!(out, "instructions  {:>8}", number(totals.clauses))?;
        writeln!(out, "happened      {:>8}   {}", number(totals.happened), share(totals.happened))?;
        writeln!(out, "unexplained   {:>8}   {}", number(totals.unexplained), share(totals.unexplained))?;
        if !totals.kinds.is_empty() {
            writeln!(out, "\nFlags")?;
        }
        for (kind, n) in &totals.kinds {
            writeln!(out, "  {:24}{:>8}   {}", kind.words(), number(*n), share(*n))?;
        }
        if self.list {
            writeln!(out)?;
            for (name, audit) in audited {
                for flag in &audit.flags {
                    let why = flag.explained.map_or_else(String::new, |why| format!(" ({why})"));
                    let (name, clause) = (crate::show::plain(name), crate::show::plain(&flag.clause));
                    writeln!(out, "{name}: {}: {clause}{why}", flag.kind.words())?;
                }
            }
        }
        Ok(())
    }
}

/// The sums over all cards.
#[derive(Default)]
struct Totals {
    clauses: usize,
    happened: usize,
    unexplained: usize,
    kinds: BTreeMap<FlagKind, usize>,
}

impl Totals {
    fn of(audited: &[(&str, CardAudit)]) -> Totals {
        let mut totals = Totals::default();
        for (_, audit) in audited {
            totals.clauses += audit.clauses;
            totals.happened += audit.happened;
            for flag in &audit.flags {
                totals.unexplained += usize::from(flag.explained.is_none());
                *totals.kinds.entry(flag.kind).or_default() += 1;
            }
        }
        totals
    }
}

fn tell_json(audited: &[(&str, CardAudit)], out: &mut dyn Write) -> Result<(), Failure> {
    let totals = Totals::of(audited);
    let flags: Vec<_> = audited
        .iter()
        .flat_map(|(name, audit)| audit.flags.iter().map(move |flag| (name, flag)))
        .map(|(name, flag)| {
            json!({"card": name, "kind": flag.kind.words(), "clause": flag.clause, "explained": flag.explained})
        })
        .collect();
    let told = json!({
        "cards": audited.len(),
        "instructions": totals.clauses,
        "happened": totals.happened,
        "unexplained": totals.unexplained,
        "flags": flags,
    });
    let text = serde_json::to_string_pretty(&told).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(writeln!(out, "{text}")?)
}
