//! Finds suspicious results of a simulation, such as a seat that never wins.

use super::plan::Plan;
use super::rule_usage::Watched;
use super::tally::{Occurrences, Tally};
use crate::numbers::{counted, grouped};
use rulebook_cgml::run::OptionLeak;
use rulebook_report::Failing;
use serde::Serialize;

/// Minimum number of games before the shares of the winners are judged.
const ENOUGH: u64 = 50;

/// A suspicious result.
#[derive(Serialize)]
pub struct Flag {
    /// The short name, for programs.
    pub flag: &'static str,
    /// A sentence for people.
    pub text: String,
}

/// All flags of a simulation.
pub fn flags(plan: &Plan, tally: &Tally, watched: &Watched) -> Vec<Flag> {
    let mut flags = Vec::new();
    let mut raise = |flag, text| flags.push(Flag { flag, text });
    let Tally { unfinished, stuck, unplayed, faults, bugs, .. } = tally;
    if unfinished.count > 0 {
        let what = if unfinished.count == tally.games { "never ends" } else { "does not always end" };
        let bound = || format!("the limit of {} moves", grouped(plan.max_moves.into()));
        let bound = unfinished.words.clone().unwrap_or_else(bound);
        raise("never-ends", format!("{what}: {} reached {bound}{}", games(unfinished), examples(unfinished)));
    }
    if tally.loops > 0 {
        let (loops, looked) = (tally.loops, tally.looked_at);
        raise("loop", format!("loops: {loops} of {looked} unfinished games repeated a state"));
    }
    if stuck.count > 0 {
        raise(
            "no-legal-move",
            format!("no legal move: in {} a seat had to move and could not{}", games(stuck), examples(stuck)),
        );
    }
    if unplayed.count > 0 {
        let text = format!("ends before the first decision: {}{}", games(unplayed), examples(unplayed));
        raise("unplayed", text);
    }
    if faults.count > 0 {
        raise(
            "fault",
            format!("faults: {} stopped with an error ({}){}", games(faults), words(faults), examples(faults)),
        );
    }
    if bugs.count > 0 {
        raise("bug", format!("bug: {} panicked ({}){}", games(bugs), words(bugs), examples(bugs)));
    }
    let finished = tally.finished();
    if finished >= ENOUGH && tally.wins.len() > 1 {
        let alone = tally.wins.iter().filter(|&&wins| wins > 0).count() == 1;
        if let (true, Some(seat)) = (alone, tally.wins.iter().position(|&wins| wins == finished)) {
            raise("one-seat-wins", format!("seat {} always wins", seat + 1));
        }
        if tally.draws == finished {
            raise("always-a-draw", "every game is a draw".to_owned());
        }
    }
    for failing in &watched.failing {
        let Failing { rule, part, times, games, why } = failing;
        let (of, times) = (counted(watched.games, "game"), counted(*times, "time"));
        raise("rule-fails", format!("{rule}: {part} fails in {games} of {of}, {times} in total: {why}"));
    }
    for OptionLeak { rule, value } in &watched.option_leaks {
        let what = format!("{rule}: the options depend on `{value}`, which the choosing player may not know");
        raise(
            "secret-options",
            format!("{what}, so bots guess it; set it when its cards are visible, or use `audience: all`"),
        );
    }
    if !watched.unused.is_empty() {
        let (of, rules) = (counted(watched.games, "game"), watched.unused.join("`, `"));
        raise("unused-rule", format!("never used in {of}: `{rules}`"));
    }
    if plan.by_the_clock() {
        raise("by-the-clock", "a bot has a time budget, so the same seed can give other results".to_owned());
    }
    flags
}

fn games(seen: &Occurrences) -> String {
    counted(seen.count, "game")
}

fn words(seen: &Occurrences) -> &str {
    seen.words.as_deref().unwrap_or("no reason given")
}

/// The numbers of the first games in which it happened, as text.
fn examples(seen: &Occurrences) -> String {
    let numbers: Vec<String> = seen.first.iter().take(3).map(u64::to_string).collect();
    let more = if seen.count > 3 { ", ..." } else { "" };
    format!("; game {}{more}", numbers.join(", "))
}
