//! Finds problems of a game in the counts of a study, and suggests a remedy for each.

use crate::html::{counted, number, percent, percent_of};
use crate::sample::Sample;
use crate::stats::{Z95, Z999};
use crate::study::{Failing, Study, SweepValue};

/// The severity of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// The game cannot be played to its end.
    Broken,
    /// The game can be played, but something is wrong.
    Wrong,
    /// An unusual result that may be intended.
    Look,
}

/// A problem with a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The severity of this advice.
    pub weight: Weight,
    /// The problem.
    pub text: String,
    /// The suggestion.
    pub help: &'static str,
}

/// Maximum number of cards that the advice names as too strong, and maximum number that it names as weak.
const CARDS: usize = 3;
/// Minimum number of games for advice about results.
const ENOUGH: u64 = 50;
/// Smaller differences between shares are not reported, even if they are statistically significant.
const SMALL: f64 = 0.02;

/// All advice for a study, most severe first.
#[must_use]
pub fn of(study: &Study) -> Vec<Advice> {
    let mut found = Vec::new();
    ends(&study.sample, &mut found);
    if study.sample.finished() >= ENOUGH && !study.together && study.sample.seats > 1 {
        sides(study, &mut found);
    }
    if study.together && study.sample.finished() >= ENOUGH {
        alone(study, &mut found);
    }
    choices(study, &mut found);
    cards(study, &mut found);
    rules(study, &mut found);
    values(study, &mut found);
    found.sort_by_key(|advice| advice.weight);
    found
}

fn raise(found: &mut Vec<Advice>, weight: Weight, text: String, help: &'static str) {
    found.push(Advice { weight, text, help });
}

fn ends(sample: &Sample, found: &mut Vec<Advice>) {
    let words = [
        ("bug", "The engine failed", "This is a bug in Rulebook, not in the game. Please report it."),
        ("fault", "The rules hit a limit", "Look for a rule that triggers itself, or for an endless loop."),
        (
            "stuck",
            "A player had to move and had no legal move",
            "Give every question at least one answer, for example with `otherwise`.",
        ),
        ("unfinished", "Games do not end", "Add an end that always comes, such as a last round or an empty deck."),
    ];
    for (kind, what, help) in words {
        let Some(seen) = sample.broken.get(kind) else { continue };
        let why = if seen.words.is_empty() { String::new() } else { format!(": {}", seen.words) };
        let all = if seen.count == sample.games { "every game" } else { "some games" };
        let text = format!("{what} in {} of {} ({all}){why}.", seen.count, counted(sample.games, "game"));
        raise(found, Weight::Broken, text, help);
    }
    let (middle, long) = (sample.percentile(50), sample.percentile(95));
    if sample.finished() >= ENOUGH && long > 4 * middle.max(1) {
        let text = format!(
            "Some games are very long: one in twenty takes more than {long} decisions. Half take at most {middle}."
        );
        raise(found, Weight::Look, text, "Limit the number of rounds or points.");
    }
}

fn sides(study: &Study, found: &mut Vec<Advice>) {
    let sample = &study.sample;
    let (finished, fair, sides) = (sample.finished(), study.fair(), study.sides());
    if sample.draws == finished {
        let help = "Check the win condition. It may treat all players alike.";
        return raise(found, Weight::Wrong, "Every game is a draw.".into(), help);
    }
    if sample.lost == finished {
        return raise(found, Weight::Wrong, "Nobody ever wins.".into(), "Check the win condition.");
    }
    for side in &sides {
        let (name, share) = (&side.name, sample.share_of(&side.seats, Z999));
        let told = percent_of(sample.share_of(&side.seats, Z95));
        let (s, alone) = if side.seats.len() == 1 { ("s", true) } else { ("", false) };
        // With two sides, the second share follows from the first, so advice about one side is enough.
        let said = sides.len() == 2 && found.iter().any(|advice| advice.text.contains("that would be fair"));
        if share.value == 1.0 {
            let text = format!("{name} always win{s}.");
            raise(found, Weight::Wrong, text, "The result does not depend on the decisions of the players.");
        } else if share.value == 0.0 {
            let text = format!("{name} never win{s}.");
            raise(found, Weight::Wrong, text, "Check what they get at the start, and whether they get a turn.");
        } else if !share.has(fair) && (share.value - fair).abs() > SMALL && !said {
            let more = if share.value > fair { "more" } else { "fewer" };
            let come = if alone { "comes" } else { "come" };
            let text = format!(
                "{name} {come} first in {told} of the games, {more} than the {} that would be fair.",
                percent(fair)
            );
            let help = "Give later seats a bonus, or let each seat start a round.";
            raise(found, Weight::Look, text, help);
        }
    }
    if let Some(begins) = study.beginner(Z999)
        && !begins.has(fair)
        && (begins.value - fair).abs() > SMALL
    {
        let which = if begins.value > fair { "an advantage" } else { "a disadvantage" };
        let text = format!(
            "Going first is {which}: the first player wins {} of the games, but {} would be fair.",
            percent(begins.value),
            percent(fair)
        );
        raise(found, Weight::Look, text, "Give the first player less, and compare both versions with `--against`.");
    }
    if sample.draws * 2 > finished {
        let text = format!("{} of the games are draws.", percent(sample.draws as f64 / finished as f64));
        raise(found, Weight::Look, text, "Add a tie-break to the win condition.");
    }
}

/// Adds advice for cooperative games.
fn alone(study: &Study, found: &mut Vec<Advice>) {
    let won = study.sample.share_of_table();
    if won.value == 0.0 || won.value == 1.0 {
        let which = if won.value == 0.0 { "lost" } else { "won" };
        let text = format!("The players {which} every game.");
        raise(found, Weight::Look, text, "Try stronger bots with `--bots`, or other values with `--vary`.");
    }
}

fn choices(study: &Study, found: &mut Vec<Advice>) {
    let sample = &study.sample;
    let decisions: u64 = sample.progress.iter().map(|part| part.width.count).sum();
    if sample.finished() > 0 && (decisions == 0 || sample.widest <= 1) {
        let text = "Players never have a choice. The deal decides everything.".to_owned();
        return raise(found, Weight::Wrong, text, "Ask the players something with REQUEST_INPUT.");
    }
    if sample.forced() > 0.5 {
        let text = format!("{} of the decisions have only one legal move.", percent(sample.forced()));
        raise(found, Weight::Look, text, "Remove questions with one answer, or add a second answer.");
    }
    if let Some(skill) = &study.skill
        && skill.games >= ENOUGH
    {
        let share = skill.share();
        // If players lose every game of a cooperative game, their choices cannot be judged. Other advice already
        // reports the lost games.
        let untold = study.together && share.value == 0.0 && skill.fair == 0.0;
        if share.has(skill.fair) && share.high - skill.fair < 0.12 && !untold {
            let text = format!(
                "Choices hardly matter: {} comes first in {} of the games, and random play in {}.",
                skill.bot,
                percent_of(share),
                percent(skill.fair)
            );
            raise(found, Weight::Wrong, text, "Give players better reasons to choose one move over another.");
        } else if share.high < skill.fair {
            let text =
                format!("{} plays worse than random: it comes first in {} of the games.", skill.bot, percent_of(share));
            raise(
                found,
                Weight::Look,
                text,
                "Use more playouts (`--better ismcts:1000`) to see whether the bot or the game is the reason.",
            );
        }
        for (question, asked) in &skill.sample.questions {
            let never = asked.options.iter().filter(|(_, chosen)| chosen.by_chance > 15.0 && chosen.chosen == 0);
            let never: Vec<(&String, u64)> = never.map(|(option, chosen)| (option, chosen.offered)).collect();
            let Some(least) = never.iter().map(|(_, offered)| *offered).min() else { continue };
            let mut named: Vec<String> =
                never.iter().take(3).map(|(option, _)| format!("\u{201c}{option}\u{201d}")).collect();
            match never.len() - named.len() {
                0 => {}
                1 => named.push("one other".to_owned()),
                more => named.push(format!("{more} others")),
            }
            let (text, help) = match named.as_slice() {
                [one] => (
                    format!("never chooses {one}, though it was offered {}", counted(least, "time")),
                    "Remove the answer, or make it worth more.",
                ),
                [most @ .., last] => (
                    format!(
                        "never chooses {} or {last}, though each was offered at least {}",
                        most.join(", "),
                        counted(least, "time")
                    ),
                    "Remove these answers, or make them worth more.",
                ),
                [] => continue,
            };
            raise(found, Weight::Look, format!("\u{201c}{question}\u{201d}: {} {text}.", skill.bot), help);
        }
    }
    // Cooperative games have no leader.
    if study.together {
        return;
    }
    let leads = &sample.leads;
    if leads.half.0 >= ENOUGH && leads.half.1 as f64 > 0.95 * leads.half.0 as f64 {
        let text = format!(
            "Games are over by half-time: the player who leads then wins {} of them.",
            percent(leads.half.1 as f64 / leads.half.0 as f64)
        );
        raise(found, Weight::Look, text, "Let later rounds count more, or help players who are behind.");
    }
    if leads.mean.count >= ENOUGH && leads.mean.mean() < 0.1 && sample.length.mean() > 10.0 {
        let text = format!("The lead changes {} times in a game.", number(leads.mean.mean()));
        raise(found, Weight::Look, text, "An early leader usually wins, so there is little suspense.");
    }
}

/// Adds advice about cards that are stronger or weaker than the others, and about cards that skilled players avoid.
fn cards(study: &Study, found: &mut Vec<Advice>) {
    let Some(main) = study.cards.main().filter(|_| !study.together && study.sample.seats > 1) else { return };
    let rows = study.cards.rows(main);
    for row in rows.iter().filter(|row| row.stands_out() == Some(true)).take(CARDS) {
        let text = format!(
            "The card \u{201c}{}\u{201d} is too strong: players who {} it win {}.",
            row.name,
            main.word(),
            percent_of(row.share)
        );
        raise(found, Weight::Look, text, "Raise its cost or weaken it, and compare both versions with `--compare`.");
    }
    for row in rows.iter().rev().filter(|row| row.stands_out() == Some(false)).take(CARDS) {
        let text = format!(
            "The card \u{201c}{}\u{201d} is weak: players who {} it win {}.",
            row.name,
            main.word(),
            percent_of(row.share)
        );
        raise(
            found,
            Weight::Look,
            text,
            "Lower its cost or make it stronger, and compare both versions with `--compare`.",
        );
    }
    let Some(skill) = study.skill.as_ref().filter(|skill| skill.games >= ENOUGH && !skill.cards.is_empty()) else {
        return;
    };
    let seats = study.sample.seats.max(1) as f64;
    // At the rate of random play, the stronger bot would have had such a card ten times.
    let often = |name: &str| study.cards.rate(main, name) / seats * skill.games as f64 >= 10.0;
    let never: Vec<&str> = rows
        .iter()
        .map(|row| row.name.as_str())
        .filter(|name| often(name) && skill.cards.rate(main, name) == 0.0)
        .collect();
    if let [first, ..] = never.as_slice() {
        let others = if never.len() > 1 { format!(" and {} others", never.len() - 1) } else { String::new() };
        let text = format!("{} never {} the card \u{201c}{first}\u{201d}{others}.", skill.bot, main.word());
        raise(found, Weight::Look, text, "The section about cards compares the stronger bot with random play.");
    }
}

fn rules(study: &Study, found: &mut Vec<Advice>) {
    for rule in &study.rules {
        if rule.fired == 0 {
            let text = format!("The rule `{}` never fires in {}.", rule.id, counted(study.counted, "game"));
            raise(found, Weight::Wrong, text, "Check its trigger and its condition, or remove the rule.");
            continue;
        }
        let dead: Vec<&str> = rule.parts.iter().filter(|part| !part.used).map(|part| part.name.as_str()).collect();
        if !dead.is_empty() {
            let text = format!("These actions of the rule `{}` never run: {}.", rule.id, dead.join(", "));
            raise(found, Weight::Look, text, "The condition around them may always be false.");
        }
    }
    for failing in study.failing.iter().filter(|failing| failing.always(study.counted)) {
        let Failing { rule, part, times, games, why } = failing;
        let text = format!(
            "{rule}: {part} fails in {games} of {}, {} in total: {why}.",
            counted(study.counted, "game"),
            counted(*times, "time")
        );
        let help = "The actions after it do not run either. Add a `condition:` to the action, or `on_failure: continue` if it may fail.";
        raise(found, Weight::Wrong, text, help);
    }
}

/// Adds advice about the values of a sweep for which games do not end.
fn values(study: &Study, found: &mut Vec<Advice>) {
    for sweep in &study.sweeps {
        let name = &sweep.name;
        let listed = |fits: &dyn Fn(&SweepValue) -> bool| -> Vec<String> {
            sweep.steps.iter().filter(|step| fits(step)).map(|step| step.value.to_string()).collect()
        };
        let ended = |step: &SweepValue| step.games.as_ref().map_or((0, 0), |sample| (sample.finished(), sample.games));
        let never = listed(&|step| step.games.is_some() && ended(step).0 == 0);
        if !never.is_empty() {
            let text = format!("With `{name}` = {}, no game ends.", never.join(", "));
            raise(found, Weight::Look, text, "There may be too few or too many cards or pieces.");
        }
        let seldom = listed(&|step| (1..ended(step).1).contains(&ended(step).0));
        if !seldom.is_empty() {
            let text = format!("With `{name}` = {}, some games do not end.", seldom.join(", "));
            raise(found, Weight::Look, text, "The figures for these values count only finished games.");
        }
        let refused = listed(&|step| step.games.is_none());
        if !refused.is_empty() {
            let text = format!("With `{name}` = {}, the game cannot be played.", refused.join(", "));
            raise(found, Weight::Look, text, "The note below the plot gives the reason.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{End, Pick, Record};
    use crate::study::{RuleUse, Skill, Sweep};

    fn over(places: &[u8]) -> Record {
        let end = End::Over { places: places.to_vec(), scores: None, reason: "done".into() };
        Record { end, first: Some(0), widths: vec![3; 8], ..Record::default() }
    }

    fn study(games: &[(&[u8], u32)]) -> Study {
        let mut sample = Sample::new(games[0].0.len());
        for (places, times) in games {
            (0..*times).for_each(|_| sample.add(&over(places)));
        }
        Study { sample, ..Study::default() }
    }

    fn told(study: &Study) -> String {
        of(study).iter().map(|advice| advice.text.clone() + "\n").collect()
    }

    #[test]
    fn a_fair_game_gets_no_word() {
        assert_eq!(told(&study(&[(&[1, 2], 500), (&[2, 1], 510)])), "");
    }

    #[test]
    fn a_seat_that_always_wins_is_reported() {
        let told = told(&study(&[(&[2, 1], 100)]));
        assert!(told.contains("Seat 2 always wins") && told.contains("Seat 1 never wins"), "{told}");
    }

    #[test]
    fn a_seat_that_wins_too_often_is_reported_only_if_that_is_certain() {
        assert_eq!(told(&study(&[(&[1, 2], 33), (&[2, 1], 27)])), "", "sixty games prove nothing");
        let told = told(&study(&[(&[1, 2], 1200), (&[2, 1], 800)]));
        assert!(
            told.contains("Seat 1 comes first in 60.0 %") && told.contains("Going first is an advantage"),
            "{told}"
        );
    }

    #[test]
    fn no_advice_about_the_lead_in_cooperative_games() {
        let mut study = study(&[(&[1, 1], 100)]);
        study.sample.leads.half = (100, 100);
        assert!(told(&study).contains("over by half-time"), "{}", told(&study));
        study.together = true;
        assert!(!told(&study).contains("over by half-time"), "{}", told(&study));
    }

    #[test]
    fn games_that_nobody_wins_say_nothing_about_choices() {
        let mut study = study(&[(&[2, 2], 400)]);
        let sample = Sample::new(2);
        study.skill =
            Some(Skill { bot: "better".into(), sample, shares: 0.0, games: 400, fair: 0.0, ..Skill::default() });
        assert!(told(&study).contains("Choices hardly matter"), "{}", told(&study));
        study.together = true;
        assert!(!told(&study).contains("Choices hardly matter"), "{}", told(&study));
    }

    #[test]
    fn games_without_an_end_and_rules_without_a_use() {
        let mut study = study(&[(&[1, 2], 30), (&[2, 1], 30)]);
        study.sample.add(&Record::default());
        study.rules = vec![RuleUse { id: "wish".into(), ..RuleUse::default() }];
        let found = of(&study);
        assert_eq!(found[0].weight, Weight::Broken);
        assert!(found[0].text.contains("Games do not end in 1 of 61 games"), "{}", found[0].text);
        assert!(told(&study).contains("`wish` never fires"), "{}", told(&study));
    }

    #[test]
    fn actions_that_nearly_always_fail_are_reported() {
        let mut study = study(&[(&[1, 2], 30), (&[2, 1], 30)]);
        study.counted = 60;
        let failing = |games: u64| Failing {
            rule: "The rule `take`".into(),
            part: "MOVE_ALL (action 1)".into(),
            times: 28 * games,
            games,
            why: "there is no such zone".into(),
        };
        study.failing = vec![failing(50)];
        assert_eq!(told(&study), "", "a failure that happens now and then needs no advice");
        study.failing = vec![failing(60)];
        let words = "The rule `take`: MOVE_ALL (action 1) fails in 60 of 60 games, 1,680 times in total";
        assert!(told(&study).contains(words), "{}", told(&study));
        assert_eq!(of(&study)[0].weight, Weight::Wrong);
    }

    #[test]
    fn values_for_which_no_game_ends_are_reported() {
        let mut study = study(&[(&[1, 2], 500), (&[2, 1], 510)]);
        let with = |value: i64, ended: u32, broken: u32| {
            let mut games = Sample::new(2);
            (0..ended).for_each(|_| games.add(&over(&[1, 2])));
            (0..broken).for_each(|_| games.add(&Record::default()));
            SweepValue { value, games: Some(games), why: String::new() }
        };
        let refused = SweepValue { value: 2, games: None, why: "no".into() };
        let steps = vec![with(-1, 0, 9), with(0, 0, 9), with(1, 4, 5), refused, with(3, 9, 0)];
        study.sweeps = vec![Sweep { name: "hand_size".into(), usual: Some(3), steps }];
        let told = told(&study);
        assert!(told.contains("With `hand_size` = -1, 0, no game ends."), "{told}");
        assert!(told.contains("With `hand_size` = 1, some games do not end."), "{told}");
        assert!(told.contains("With `hand_size` = 2, the game cannot be played."), "{told}");
        assert!(!told.contains('3'), "{told}");
    }

    #[test]
    fn unused_answers_are_reported_in_one_sentence() {
        let mut study = study(&[(&[1, 2], 500), (&[2, 1], 500)]);
        let mut sample = Sample::new(2);
        for n in 0..200 {
            let offered = ["a", "b", "c", "d", "e", "f"].map(str::to_owned).to_vec();
            let pick = Pick { question: "Which?".into(), offered, chosen: n % 2, seat: 0, watched: true };
            sample.add(&Record { picks: vec![pick], ..over(&[1, 2]) });
        }
        study.skill =
            Some(Skill { bot: "better".into(), sample, shares: 320.0, games: 400, fair: 0.5, ..Skill::default() });
        let told = told(&study);
        let wanted = "better never chooses \u{201c}c\u{201d}, \u{201c}d\u{201d}, \u{201c}e\u{201d} or one other, though each was offered at least 200 times.";
        assert!(told.contains(wanted) && told.lines().count() == 1, "{told}");
    }

    #[test]
    fn choices_that_do_not_matter() {
        let mut study = study(&[(&[1, 2], 500), (&[2, 1], 500)]);
        study.skill =
            Some(Skill { bot: "ismcts:100".into(), shares: 203.0, games: 400, fair: 0.5, ..Skill::default() });
        assert!(told(&study).contains("Choices hardly matter"), "{}", told(&study));
        study.skill =
            Some(Skill { bot: "ismcts:100".into(), shares: 320.0, games: 400, fair: 0.5, ..Skill::default() });
        assert_eq!(told(&study), "");
        study.skill = Some(Skill { bot: "ismcts:100".into(), shares: 26.0, games: 50, fair: 0.5, ..Skill::default() });
        assert_eq!(told(&study), "", "fifty games cannot say that it does not matter");
    }
}
