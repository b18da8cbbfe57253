//! What a designer should look at.

use super::plan::Plan;
use super::tally::{Seen, Tally};
use super::watch::Watched;
use crate::numbers::{counted, grouped};
use rulebook_cgml::run::OptionLeak;
use rulebook_report::Failing;
use serde::Serialize;

/// Fewer games than this prove nothing about who wins.
const ENOUGH: u64 = 50;

/// Something that a good game does not do.
#[derive(Serialize)]
pub struct Flag {
    /// A name for tools.
    pub flag: &'static str,
    /// A sentence for people.
    pub text: String,
}

/// Everything suspicious about a simulation.
pub fn flags(plan: &Plan, tally: &Tally, watched: &Watched) -> Vec<Flag> {
    let mut flags = Vec::new();
    let mut raise = |flag, text| flags.push(Flag { flag, text });
    let Tally { unfinished, stuck, unplayed, faults, bugs, .. } = tally;
    if unfinished.count > 0 {
        let what = if unfinished.count == tally.games { "never ends" } else { "does not always end" };
        let bound = || format!("the bound of {} moves", grouped(plan.max_moves.into()));
        let bound = unfinished.words.clone().unwrap_or_else(bound);
        raise("never-ends", format!("{what}: {} hit {bound}{}", games(unfinished), examples(unfinished)));
    }
    if tally.loops > 0 {
        let (loops, looked) = (tally.loops, tally.looked_at);
        raise("loop", format!("goes in circles: a state came twice in {loops} of {looked} games that hit the bound"));
    }
    if stuck.count > 0 {
        raise(
            "no-legal-move",
            format!("no legal move: {} stopped with somebody due and nothing to do{}", games(stuck), examples(stuck)),
        );
    }
    if unplayed.count > 0 {
        let text = format!("over before anybody could choose: {}{}", games(unplayed), examples(unplayed));
        raise("unplayed", text);
    }
    if faults.count > 0 {
        raise("fault", format!("faults: {} broke off ({}){}", games(faults), words(faults), examples(faults)));
    }
    if bugs.count > 0 {
        raise("bug", format!("a bug: {} panicked ({}){}", games(bugs), words(bugs), examples(bugs)));
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
        raise("rule-fails", format!("{rule}: {part} fails in {games} of {of}, {times} all together: {why}"));
    }
    for OptionLeak { rule, value } in &watched.doubts {
        let what = format!("{rule}: what can be chosen depends on `{value}`, which the one who chooses may not know");
        raise("secret-options", format!("{what}: bots guess it; set it once its cards lie openly, or `audience: all`"));
    }
    if !watched.unused.is_empty() {
        let (of, rules) = (counted(watched.games, "game"), watched.unused.join("`, `"));
        raise("unused-rule", format!("never used in {of}: `{rules}`"));
    }
    if plan.by_the_clock() {
        raise("by-the-clock", "a bot thinks by the clock: the same seed can give other results".to_owned());
    }
    flags
}

fn games(seen: &Seen) -> String {
    counted(seen.count, "game")
}

fn words(seen: &Seen) -> &str {
    seen.words.as_deref().unwrap_or("no reason given")
}

/// Which games to look at.
fn examples(seen: &Seen) -> String {
    let numbers: Vec<String> = seen.first.iter().take(3).map(u64::to_string).collect();
    let more = if seen.count > 3 { ", ..." } else { "" };
    format!("; game {}{more}", numbers.join(", "))
}
