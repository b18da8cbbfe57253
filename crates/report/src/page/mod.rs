//! Renders the report as one self-contained HTML file.

mod cards;
mod choices;
mod compare;
mod course;
mod results;

use crate::advice::{self, Weight};
use crate::flow;
use crate::html::{coded, counted, escaped, grouped, number, percent, table};
use crate::stats::Z95;
use crate::study::Study;
use std::fmt::Write;

/// Renders the page of a study.
#[must_use]
pub fn html(study: &Study) -> String {
    let mut body = String::new();
    head(study, &mut body);
    tiles(study, &mut body);
    look_at(study, &mut body);
    results::write(study, &mut body);
    course::write(study, &mut body);
    choices::write(study, &mut body);
    cards::write(study, &mut body);
    cards::by_seats(study, &mut body);
    cards::search(study, &mut body);
    rules(study, &mut body);
    compare::write(study, &mut body);
    if let Some(flow) = &study.flow {
        section(&mut body, "How it goes", "The states with their phases and rules, and the transitions between them.");
        figure(&mut body, "", &flow::svg(flow), "");
    }
    how(study, &mut body);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:\">\n\
         <title>{}: how it plays</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<script>\n{}</script>\n</body>\n</html>\n",
        escaped(&study.title),
        include_str!("page.css"),
        include_str!("page.js")
    )
}

/// Adds a heading and an introduction.
fn section(body: &mut String, title: &str, about: &str) {
    let _ = write!(body, "<h2>{}</h2>\n<p class=\"muted\">{}</p>\n", escaped(title), escaped(about));
}

/// Adds a chart with a caption and a collapsible table of its numbers.
fn figure(body: &mut String, caption: &str, svg: &str, numbers: &str) {
    let caption =
        if caption.is_empty() { String::new() } else { format!("<figcaption>{}</figcaption>", escaped(caption)) };
    let numbers = if numbers.is_empty() {
        String::new()
    } else {
        format!("<details><summary>Numbers</summary>{numbers}</details>")
    };
    let _ = writeln!(body, "<figure>{caption}<div class=\"plot\">{svg}</div>{numbers}</figure>");
}

fn head(study: &Study, body: &mut String) {
    let sample = &study.sample;
    let about =
        if study.about.is_empty() { String::new() } else { format!("<p class=\"lead\">{}</p>", escaped(&study.about)) };
    let _ = writeln!(
        body,
        "<header><h1>{}</h1><button id=\"theme\" hidden></button>{about}<p class=\"muted\">{} with {}, played by <code>{}</code>.</p></header>",
        escaped(&study.title),
        counted(sample.games, "game"),
        counted(sample.seats as u64, "seat"),
        escaped(&study.bot)
    );
}

fn tiles(study: &Study, body: &mut String) {
    let sample = &study.sample;
    let mut tiles: Vec<(&str, String, String)> = Vec::new();
    if sample.finished() > 0 {
        let (low, high) = (sample.percentile(5), sample.percentile(95));
        let spread = if low == high {
            "always".to_owned()
        } else {
            format!("{} to {} in 90 % of games", grouped(low.into()), grouped(high.into()))
        };
        tiles.push(("Decisions per game", grouped(sample.percentile(50).into()), spread));
        let forced = format!("{} of decisions are forced", percent(sample.forced()));
        tiles.push(("Legal moves at a decision", number(sample.branching()), forced));
        if study.together {
            let won = sample.share_of_table();
            tiles.push(("The players win", percent(won.value), range(won)));
        } else if let Some(begins) = study.beginner(Z95).filter(|_| sample.seats > 1) {
            let name = if study.partners() == Some(1) { "First player wins" } else { "First side wins" };
            tiles.push((
                name,
                percent(begins.value),
                format!("{}; {} with random play", range(begins), percent(study.fair())),
            ));
        }
        let (turns, dead) = sample.turns;
        if turns > 0 {
            let told = format!("{} of turns leave the player no choice", percent(dead as f64 / turns as f64));
            tiles.push(("Turns per game", number(turns as f64 / sample.games.max(1) as f64), told));
        }
        let (half, held) = sample.leads.half;
        if half > 0 && sample.seats > 1 && !study.together {
            let told = "of games with a leader at half-time are won by another player".to_owned();
            tiles.push(("Comebacks", percent(1.0 - held as f64 / half as f64), told));
        }
        if sample.leads.mean.count > 0 && sample.seats > 1 && !study.together {
            tiles.push(("Lead changes", number(sample.leads.mean.mean()), "per game, on average".to_owned()));
        }
    }
    if let Some(skill) = &study.skill {
        let share = skill.share();
        tiles.push((
            "Better play wins",
            percent(share.value),
            format!("{}; {} with random play", range(share), percent(skill.fair)),
        ));
    }
    if !study.rules.is_empty() {
        let dead = study.rules.iter().filter(|rule| rule.fired == 0).count();
        tiles.push(("Rules that never fire", dead.to_string(), format!("of {}", study.rules.len())));
    }
    body.push_str("<dl class=\"tiles\">");
    for (name, value, more) in tiles {
        let _ = write!(
            body,
            "<div class=\"tile\"><dt>{}</dt><dd>{}<small>{}</small></dd></div>",
            escaped(name),
            escaped(&value),
            escaped(&more)
        );
    }
    body.push_str("</dl>\n");
}

fn range(share: crate::stats::Interval) -> String {
    format!("{:.1} to {:.1} %", 100.0 * share.low, 100.0 * share.high)
}

fn look_at(study: &Study, body: &mut String) {
    section(body, "What to look at", "");
    let found = advice::of(study);
    body.push_str("<ul class=\"advice\">");
    if found.is_empty() {
        body.push_str("<li class=\"none\"><b>Nothing stands out.</b><span>Games end, no seat has a significant advantage, and every rule is used.</span></li>");
    }
    for advice in found {
        let class = match advice.weight {
            Weight::Broken => "broken",
            Weight::Wrong => "wrong",
            Weight::Look => "look",
        };
        let _ = write!(
            body,
            "<li class=\"{class}\"><b>{}</b><span>{}</span></li>",
            coded(&advice.text),
            coded(advice.help)
        );
    }
    body.push_str("</ul>\n");
}

fn rules(study: &Study, body: &mut String) {
    if study.rules.is_empty() {
        return;
    }
    let games = study.counted.max(1) as f64;
    section(
        body,
        "Which rules are used",
        "How often each rule fires per game on average, in the order of the file. The scale is logarithmic.",
    );
    let most = study.rules.iter().map(|rule| rule.fired).max().unwrap_or(0) as f64;
    // Use a logarithmic scale, because some rules fire once and other rules thousands of times.
    let length = |fired: u64| (1.0 + fired as f64).ln() / (1.0 + most).ln().max(1e-9);
    let row = |rule: &crate::study::RuleUse| crate::chart::Row {
        label: rule.id.clone(),
        length: length(rule.fired),
        mark: None,
        told: if rule.fired == 0 { "never".to_owned() } else { number(rule.fired as f64 / games) },
        dead: rule.fired == 0,
    };
    let drawn: Vec<_> = study.rules.iter().map(row).collect();
    let rows: Vec<Vec<String>> = study
        .rules
        .iter()
        .map(|rule| {
            let dead: Vec<&str> = rule.parts.iter().filter(|part| !part.used).map(|part| part.name.as_str()).collect();
            let dead = if rule.fired == 0 { "all of it".to_owned() } else { dead.join(", ") };
            vec![
                rule.id.clone(),
                rule.trigger.clone(),
                grouped(rule.fired as i64),
                number(rule.fired as f64 / games),
                dead,
            ]
        })
        .collect();
    let numbers = table(&["rule", "trigger", "fired", "a game", "never done"], &rows);
    figure(body, "", &crate::chart::rows(&drawn, "How often each rule fires in a game"), &numbers);
}

fn how(study: &Study, body: &mut String) {
    section(body, "How this was measured", "");
    let _ = write!(
        body,
        "<p class=\"note\">All figures come from games between bots with the seed <code>{}</code>. The same command gives the same page. \
         Ranges are 95 % confidence intervals: Wilson’s for shares, the normal one for means. Players who tie for first place share it. \
         Warnings about seats use 99.9 % intervals. The better player sits at every seat equally often, in the same deals. \
         Compared versions and values use the same seeds, and differences are computed game by game. \
         People play differently from bots, and may find strategies that bots never find.</p>\n<pre><code>{}</code></pre>\n<p class=\"note\">{}</p>\n",
        escaped(&study.seed),
        escaped(&study.command),
        escaped(&study.engine)
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{End, Pick, Record};
    use crate::sample::Sample;
    use crate::study::{Against, RuleUse, Skill, Sweep, SweepValue};

    fn sample() -> Sample {
        let mut sample = Sample::new(2);
        for n in 0..200u32 {
            let places = if n % 3 == 0 { vec![1, 2] } else { vec![2, 1] };
            let pick = Pick {
                question: "Which <card>?".into(),
                offered: vec!["ace".into(), "king".into()],
                chosen: (n % 2) as usize,
                seat: (n % 2) as usize,
                watched: true,
            };
            sample.add(&Record {
                end: End::Over { places, scores: Some(vec![3, 5]), reason: "five points".into() },
                first: Some((n % 2) as usize),
                widths: vec![1 + n % 4; 10 + n as usize % 7],
                ahead: vec![3, 1, 2, 2],
                picks: vec![pick],
                ..Record::default()
            });
        }
        sample
    }

    fn study() -> Study {
        let steps = vec![
            SweepValue { value: 5, games: Some(sample()), why: String::new() },
            SweepValue { value: 6, games: None, why: "too few cards".into() },
            SweepValue { value: 7, games: Some(sample()), why: String::new() },
        ];
        Study {
            title: "A <b> game".into(),
            bot: "random".into(),
            sample: sample(),
            skill: Some(Skill {
                bot: "better".into(),
                sample: sample(),
                shares: 150.0,
                games: 200,
                fair: 0.5,
                ..Skill::default()
            }),
            rules: vec![RuleUse { id: "a_rule".into(), fired: 3, ..RuleUse::default() }],
            counted: 200,
            sweeps: vec![Sweep { name: "hand_size".into(), usual: Some(5), steps }],
            against: Some(Against {
                title: "other".into(),
                sample: sample(),
                differences: vec![("decisions".into(), false, (0..9).map(f64::from).collect())],
            }),
            flow: Some(crate::flow::Flow::default()),
            ..Study::default()
        }
    }

    #[test]
    fn the_page_has_every_part_and_no_foreign_text_in_it() {
        let page = html(&study());
        for part in [
            "Who wins",
            "How long it takes",
            "What is chosen",
            "Which rules are used",
            "hand_size",
            "Compared with other",
            "How it goes",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(page.contains("A &lt;b&gt; game") && !page.contains("A <b> game") && !page.contains("<card>"));
        assert!(
            !page.contains("http://")
                || page.matches("http://").count() == page.matches("http://www.w3.org/2000/svg").count()
        );
        assert!(!page.contains("NaN") && !page.contains("inf"), "not a number");
    }

    #[test]
    fn a_page_about_nothing_is_a_page() {
        let page = html(&Study { sample: Sample::new(2), ..Study::default() });
        assert!(page.contains("No game ended") && !page.contains("NaN"), "{page}");
        let mut one = Sample::new(1);
        one.add(&Record {
            end: End::Over { places: vec![2], scores: None, reason: "lost".into() },
            ..Record::default()
        });
        let page = html(&Study { sample: one, together: true, ..Study::default() });
        assert!(!page.contains("NaN") && page.contains("The players win"), "{page}");
    }
}
