//! `rulebook cards coverage`: how many cards of a file compile.

use crate::failure::Failure;
use crate::numbers::{grouped, percent};
use clap::Args;
use rayon::prelude::*;
use rulebook_mtg::coverage::{Coverage as Counted, Verdict, judge};
use rulebook_mtg::database::read_cards;
use rulebook_mtg::ir::Card;
use rulebook_mtg::lexicon::Lexicon;
use rulebook_mtg::rules::supported;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Shows what share of a card file compiles, and why the rest does not
///
/// A card compiles if every word of its text is understood, the printer gives the same text back, and the engine runs
/// all of it. Planes, schemes, vanguards, conspiracies, dungeons and phenomena are not counted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook cards coverage games/duel/cards.json\n  rulebook cards coverage oracle.jsonl.gz --clauses 50\n  \
                  rulebook cards coverage oracle.jsonl.gz --at-least crates/mtg/coverage.txt\n  \
                  rulebook cards coverage oracle.jsonl.gz --json | jq .compiled"
)]
pub struct Coverage {
    /// Cards in Scryfall's format: JSON or JSON Lines, plain or gzipped
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Number of refused clause patterns to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    clauses: usize,
    /// Fail if a smaller share compiles: a percentage, or a file that holds it
    #[arg(long, value_name = "PERCENT|FILE")]
    at_least: Option<String>,
    /// List every refused card with the first words that were not understood, or with the part that the engine does not
    /// support
    #[arg(long)]
    refused: bool,
}

/// Records of the file that are not counted as cards.
struct SkippedRecords {
    unreadable: usize,
    /// Cards with the same name as an earlier card.
    same_name: usize,
}

impl Coverage {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let least = self.at_least.as_deref().map(least).transpose()?;
        let text = super::file::text(&self.file)?;
        let begin = Instant::now();
        let (cards, bad) = read_cards(&text);
        if cards.is_empty() {
            let why = bad.first().map_or_else(String::new, |bad| format!(" (record {}: {})", bad.record, bad.why));
            return Err(Failure::Input(format!("{}: this file has no cards{why}", self.file.display())));
        }
        let cards: Vec<_> = cards.into_iter().filter(|card| card.is_for_decks()).collect();
        let lexicon = Lexicon::of(&cards);
        let verdicts: Vec<Verdict> = cards.par_iter().map(|card| judge(card, &lexicon, &gate)).collect();
        let mut counted = Counted::default();
        for (card, verdict) in cards.iter().zip(&verdicts) {
            counted.add(&card.name, verdict);
        }
        let mut names = BTreeSet::new();
        let odd = SkippedRecords {
            unreadable: bad.len(),
            same_name: cards.iter().filter(|card| !names.insert(card.name.to_lowercase())).count(),
        };
        let seconds = begin.elapsed().as_secs_f64();
        if self.json {
            self.tell_json(&counted, &odd, seconds, out)?;
        } else {
            self.tell(&counted, &odd, seconds, out)?;
        }
        if self.refused && !self.json {
            for (card, verdict) in cards.iter().zip(&verdicts) {
                if let Some(why) = verdict.line() {
                    writeln!(out, "{}: {}", crate::show::plain(&card.name), crate::show::plain(&why))?;
                }
            }
        }
        let share = 100.0 * counted.compiled as f64 / counted.cards.max(1) as f64;
        match least {
            Some(least) if share < least => {
                let name = self.file.display();
                Err(Failure::Input(format!("{name}: {share:.2} % of the cards compile; at least {least} % must")))
            }
            _ => Ok(()),
        }
    }

    fn tell_json(
        &self,
        counted: &Counted,
        odd: &SkippedRecords,
        seconds: f64,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let clauses: Vec<_> = counted
            .frequent()
            .into_iter()
            .take(self.clauses)
            .map(|(shape, cards, example)| json!({"shape": shape, "cards": cards, "example": example}))
            .collect();
        let told = json!({
            "cards": counted.cards,
            "compiled": counted.compiled,
            "printed_back": counted.printed_back,
            "seconds": seconds,
            "unreadable": odd.unreadable,
            "same_name": odd.same_name,
            "reasons": counted.reasons,
            "clauses": clauses,
        });
        let text = serde_json::to_string_pretty(&told).map_err(|error| Failure::Input(error.to_string()))?;
        Ok(writeln!(out, "{text}")?)
    }

    fn tell(&self, counted: &Counted, odd: &SkippedRecords, seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
        let share = |part: usize| percent(part as f64, counted.cards as u64);
        let number = |part: usize| grouped(part as u64);
        writeln!(out, "cards         {:>8}   in {seconds:.1} s", number(counted.cards))?;
        writeln!(out, "compiled      {:>8}   {}", number(counted.compiled), share(counted.compiled))?;
        writeln!(out, "printed back  {:>8}   {}", number(counted.printed_back), share(counted.printed_back))?;
        if odd.unreadable > 0 {
            writeln!(out, "unreadable    {:>8}", number(odd.unreadable))?;
        }
        if odd.same_name > 0 {
            let n = number(odd.same_name);
            writeln!(out, "same name     {n:>8}   as an earlier card; decks use the first")?;
        }
        if counted.reasons.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nReasons")?;
        for (reason, cards) in &counted.reasons {
            writeln!(out, "  {reason:20}{:>8}   {}", number(*cards), share(*cards))?;
        }
        if self.clauses > 0 {
            writeln!(out, "\nCauses, most frequent first (`>` marks where parsing failed)")?;
        }
        for (shape, cards, example) in counted.frequent().into_iter().take(self.clauses) {
            let example: String = crate::show::plain(example).chars().take(100).collect();
            writeln!(out, "{:>6}  {}\n        {example}", number(cards), crate::show::plain(shape))?;
        }
        Ok(())
    }
}

/// Parses the value of `--at-least`: a percentage, or the name of a file whose first word is the percentage.
fn least(text: &str) -> Result<f64, Failure> {
    let number = match text.parse() {
        Ok(number) => number,
        Err(_) => {
            let held = super::file::text(std::path::Path::new(text))?;
            let first = held.split_whitespace().next().unwrap_or_default();
            first.parse().map_err(|_| Failure::Input(format!("{text}: the first word is not a number")))?
        }
    };
    if (0.0..=100.0).contains(&number) { Ok(number) } else { Err(Failure::Usage(format!("--at-least: {number} %"))) }
}

/// The first part of a card that the engine does not support.
fn gate(card: &Card) -> Option<String> {
    supported(card).err().map(|why| why.to_string())
}
