//! Renders the section about cards: how often the players win who held, drew, took or played each card.

use super::{figure, section};
use crate::cards::{CardRow, CardStudy, Contact};
use crate::chart::{Dot, dots};
use crate::html::{counted, grouped, number, percent, percent_of, table};
use crate::study::{Pace, Setting, Study};

/// Maximum number of cards drawn at each end of the list. The table has all of them.
const DRAWN: usize = 8;
/// Maximum number of pairs listed.
const PAIRS: usize = 20;
/// Maximum number of settings listed.
const SETTINGS: usize = 40;

pub(super) fn write(study: &Study, body: &mut String) {
    let Some(main) = study.cards.main().filter(|_| study.sample.seats > 1 && !study.together) else { return };
    let rows = study.cards.rows(main);
    section(
        body,
        "Which card wins",
        &format!(
            "How often the players win who {} each card, in {}. Intervals are for all cards together: with 99 % probability not one \
             of them misses the true value. The effect compares these players with the others in the same game, and with the mean of all cards.",
            main.word(),
            counted(study.sample.finished(), "game")
        ),
    );
    let outstanding = rows.iter().filter(|row| row.stands_out().is_some()).count();
    let told = match outstanding {
        0 => "No card is certainly stronger or weaker than the others.".to_owned(),
        1 => "One card is certainly stronger or weaker than the others.".to_owned(),
        more => format!("{more} cards are certainly stronger or weaker than the others."),
    };
    let ends: Vec<&CardRow> = if rows.len() <= 2 * DRAWN {
        rows.iter().collect()
    } else {
        rows[..DRAWN].iter().chain(&rows[rows.len() - DRAWN..]).collect()
    };
    let dot = |row: &&CardRow| Dot { label: row.name.clone(), share: row.share, strong: row.stands_out().is_some() };
    let chart = dots(
        &ends.iter().map(dot).collect::<Vec<_>>(),
        Some((study.fair(), "fair")),
        "How often players with a card win",
    );
    figure(body, &told, &chart, &numbers(study, main, &rows));
    others(&study.cards, main, body);
    pairs(&study.cards, body);
}

/// The table of the cards with the main contact. Its last column says how often a stronger bot has the card, if games
/// with such a bot were played.
fn numbers(study: &Study, main: Contact, rows: &[CardRow]) -> String {
    let skilled = study.skill.as_ref().map(|skill| &skill.cards).filter(|cards| !cards.is_empty());
    let heading = format!("{} by", main.word());
    let random = format!("{} in a random game", main.word());
    let better = format!("{} in a game of the stronger bot", main.word());
    let mut head = vec!["card", heading.as_str(), "win rate", "effect", "verdict", random.as_str()];
    head.extend(skilled.map(|_| better.as_str()));
    let line = |row: &CardRow| {
        let effect = row.effect.map_or("too few games".to_owned(), |effect| {
            format!("{:+.1} ({:+.1} to {:+.1}) points", 100.0 * effect.value, 100.0 * effect.low, 100.0 * effect.high)
        });
        let verdict = match row.stands_out() {
            Some(true) => "stronger",
            Some(false) => "weaker",
            None => "",
        };
        let seats = study.sample.seats.max(1) as f64;
        let mut line = vec![
            row.name.clone(),
            grouped(row.seats as i64),
            percent_of(row.share),
            effect,
            verdict.to_owned(),
            percent(study.cards.rate(main, &row.name) / seats),
        ];
        line.extend(skilled.map(|cards| percent(cards.rate(main, &row.name))));
        line
    };
    table(&head, &rows.iter().map(line).collect::<Vec<_>>())
}

/// The tables of the other contacts.
fn others(cards: &CardStudy, main: Contact, body: &mut String) {
    for contact in Contact::ALL.into_iter().filter(|contact| *contact != main) {
        let rows = cards.rows(contact);
        if rows.len() < 2 {
            continue;
        }
        let line = |row: &CardRow| {
            let effect = row.effect.map_or(String::new(), |effect| format!("{:+.1} points", 100.0 * effect.value));
            vec![row.name.clone(), grouped(row.seats as i64), percent_of(row.share), effect]
        };
        let lines: Vec<Vec<String>> = rows.iter().map(line).collect();
        let numbers = table(&["card", "times", "win rate", "effect"], &lines);
        figure(body, &format!("Players who {} the card", contact.word()), "", &numbers);
    }
}

fn pairs(cards: &CardStudy, body: &mut String) {
    let found = cards.pairs();
    if found.is_empty() {
        return;
    }
    let lines: Vec<Vec<String>> = found
        .iter()
        .take(PAIRS)
        .map(|pair| {
            let extra = &pair.extra;
            let told =
                format!("{:+.1} ({:+.1} to {:+.1}) points", 100.0 * extra.value, 100.0 * extra.low, 100.0 * extra.high);
            vec![pair.names.0.clone(), pair.names.1.clone(), grouped(pair.seats as i64), told]
        })
        .collect();
    let caption =
        format!("{} that win more or less together than the sum of their cards", counted(found.len() as u64, "pair"));
    figure(body, &caption, "", &table(&["card", "card", "players with both", "beyond the sum"], &lines));
}

/// The section about other numbers of players.
pub(super) fn by_seats(study: &Study, body: &mut String) {
    if study.by_seats.is_empty() {
        return;
    }
    section(body, "With other numbers of players", "Shorter samples of games, with the same bot at all seats.");
    let own = (study.sample.seats, &study.sample);
    let mut all: Vec<_> = study.by_seats.iter().map(|(seats, sample)| (*seats, sample)).chain([own]).collect();
    all.sort_by_key(|(seats, _)| *seats);
    let line = |(seats, sample): &(usize, &crate::Sample)| {
        let begins = sample.beginner(crate::stats::Z95).map_or(String::new(), percent_of);
        vec![
            seats.to_string(),
            grouped(sample.finished() as i64),
            grouped(sample.percentile(50).into()),
            format!("{} to {}", grouped(sample.percentile(5).into()), grouped(sample.percentile(95).into())),
            begins,
            number(sample.leads.mean.mean()),
        ]
    };
    let head = ["players", "games", "decisions", "in 90 % of games", "first player wins", "lead changes"];
    let lines: Vec<Vec<String>> = all.iter().map(line).collect();
    body.push_str(&table(&head, &lines));
}

/// Where the minutes of the settings come from.
fn paced(pace: &Pace) -> String {
    let seconds = number(pace.seconds);
    match pace.measured {
        Some((minutes, decisions)) => format!(
            " A decision takes {seconds} seconds: the author gives {minutes} minutes for a game, and its median is {}.",
            counted(decisions.into(), "decision")
        ),
        None => format!(
            " A decision is assumed to take {seconds} seconds. Measure a game with people, and write its `minutes` into `meta.json`."
        ),
    }
}

/// The section about the search for a goal.
pub(super) fn search(study: &Study, body: &mut String) {
    let Some(search) = &study.search else { return };
    section(
        body,
        "The setting nearest to the goal",
        &format!(
            "The goal is {}. {} with each setting, from the same seeds.{}",
            search.goal,
            counted(search.games, "game"),
            search.pace.as_ref().map(paced).unwrap_or_default()
        ),
    );
    let mut head: Vec<&str> = search.names.iter().map(String::as_str).collect();
    head.extend(["points between seats", "decisions"]);
    head.extend(search.pace.as_ref().map(|_| "minutes"));
    head.push("distance");
    let line = |setting: &Setting| {
        let mut line: Vec<String> = setting.values.iter().map(i64::to_string).collect();
        line.extend([percent_of(setting.seats), grouped(setting.decisions.into())]);
        line.extend(search.pace.as_ref().map(|_| number(setting.minutes)));
        line.push(number(setting.distance));
        line
    };
    let lines: Vec<Vec<String>> = search.settings.iter().take(SETTINGS).map(line).collect();
    body.push_str(&table(&head, &lines));
}
