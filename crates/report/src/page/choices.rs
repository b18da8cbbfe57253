//! Renders the section about choices: how often bots choose each answer, and whether better play wins.

use super::{figure, section};
use crate::chart::{Dot, Row, dots, rows};
use crate::html::{counted, escaped, grouped, number, percent, table};
use crate::sample::{Asked, Chosen, Sample};
use crate::study::Study;
use std::fmt::Write;

/// Maximum number of answers drawn for a question. The table lists all of them.
const DRAWN: usize = 14;
/// Maximum number of questions shown.
const QUESTIONS: usize = 16;

pub(super) fn write(study: &Study, body: &mut String) {
    if let Some(skill) = &study.skill {
        let (who, fair) =
            if study.together { ("playing together", "without it") } else { ("against the others", "by chance") };
        section(
            body,
            "Does better play win?",
            &format!("{} {who}, at every seat equally often, over {}.", skill.bot, counted(skill.sample.games, "game")),
        );
        let row = Dot { label: skill.bot.clone(), share: skill.share(), strong: false };
        let told = match skill.share() {
            share if share.low > skill.fair => {
                "Choices matter: better play wins more often. The difference is significant."
            }
            share if share.high < skill.fair => {
                "Better play wins less often than random play: the bot misjudges this game."
            }
            _ => "No significant difference with this number of games.",
        };
        figure(body, told, &dots(&[row], Some((skill.fair, fair)), "How often better play wins"), "");
    }
    let (questions, who) = match &study.skill {
        Some(skill) if !skill.sample.questions.is_empty() => (&skill.sample, skill.bot.as_str()),
        _ => (&study.sample, study.bot.as_str()),
    };
    if !questions.questions.is_empty() {
        asked(questions, who, body);
    }
}

fn asked(sample: &Sample, who: &str, body: &mut String) {
    section(
        body,
        "What is chosen",
        &format!(
            "How often {who} chooses each answer that is offered. The dashed mark shows random play: bars beyond it are preferred, shorter bars avoided."
        ),
    );
    let mut questions: Vec<(&String, &Asked)> = sample.questions.iter().collect();
    questions.sort_by_key(|(_, asked)| std::cmp::Reverse(asked.times));
    for (question, asked) in questions.iter().take(QUESTIONS) {
        let _ = writeln!(body, "<h3>{}</h3>", escaped(question));
        let mut options: Vec<(&String, &Chosen)> = asked.options.iter().collect();
        options.sort_by_key(|(_, option)| std::cmp::Reverse(option.offered));
        let mut drawn: Vec<(&String, &Chosen)> = options.iter().take(DRAWN).copied().collect();
        // Sort answers by value if all of them are numbers, otherwise by frequency.
        match drawn.iter().map(|(option, _)| option.parse::<i64>().ok()).collect::<Option<Vec<i64>>>() {
            Some(_) => drawn.sort_by_key(|(option, _)| option.parse::<i64>().unwrap_or(0)),
            None => drawn.sort_by(|(_, a), (_, b)| liked(b).total_cmp(&liked(a))),
        }
        let often = |chosen: &Chosen| chosen.chosen as f64 / chosen.offered.max(1) as f64;
        let by_chance = |chosen: &Chosen| chosen.by_chance / chosen.offered.max(1) as f64;
        // Scale the bars to the largest share.
        let most = drawn.iter().map(|(_, chosen)| often(chosen).max(by_chance(chosen))).fold(0.0, f64::max);
        let whole = [0.1, 0.25, 0.5, 1.0].into_iter().find(|whole| *whole >= most).unwrap_or(1.0);
        let row = |(option, chosen): &(&String, &Chosen)| Row {
            label: (*option).clone(),
            length: often(chosen) / whole,
            mark: Some(by_chance(chosen) / whole),
            told: percent(often(chosen)),
            dead: chosen.chosen == 0,
        };
        let drawn: Vec<Row> = drawn.iter().map(row).collect();
        let lines: Vec<Vec<String>> = options
            .iter()
            .map(|(option, chosen)| {
                let liked = number(liked(chosen));
                let won = if chosen.wins.count > 0 { percent(chosen.wins.mean()) } else { String::new() };
                vec![(*option).clone(), grouped(chosen.offered as i64), grouped(chosen.chosen as i64), liked, won]
            })
            .collect();
        let hidden = options.len().saturating_sub(DRAWN);
        let more = if hidden > 0 {
            format!("; the {DRAWN} most frequent answers of {}", options.len())
        } else {
            String::new()
        };
        let caption = format!("Asked {}{more}", counted(asked.times, "time"));
        let numbers = table(
            &["answer", "offered", "chosen", "compared with random play", "win rate of those who chose it"],
            &lines,
        );
        figure(body, &caption, &rows(&drawn, "How often each answer is chosen"), &numbers);
    }
    let left = questions.len().saturating_sub(QUESTIONS);
    if left > 0 {
        let _ = writeln!(
            body,
            "<p class=\"note\">{} more questions that are asked less often.</p>",
            counted(left as u64, "question")
        );
    }
}

/// How often the answer was chosen, divided by how often a random player would choose it.
fn liked(chosen: &Chosen) -> f64 {
    if chosen.by_chance > 0.0 { chosen.chosen as f64 / chosen.by_chance } else { 0.0 }
}
