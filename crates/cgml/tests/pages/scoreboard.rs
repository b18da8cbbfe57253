//! Counts the pages of each clause, action, operator and decision, and how many of them hold.

use super::clauses::{About, CLAUSES, DECISIONS, about, actions, operators};
use super::{check, folder};
use rulebook_cgml::page::ASSERTS;
use rulebook_testkit::bless::check_or_bless;
use rulebook_testkit::pages::{self, Page};
use std::fmt::Write;

struct Judged {
    about: About,
    holds: bool,
}

fn judged() -> Vec<Judged> {
    let mut judged = Vec::new();
    let mut wrong = Vec::new();
    let look = |page: &Page| {
        match about(page) {
            Ok(about) => judged.push(Judged { about, holds: check(page).is_ok() }),
            Err(why) => wrong.push(why),
        }
        Ok(())
    };
    pages::run(&folder(), &ASSERTS, look).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    judged
}

/// The number of pages about a subject, and how many of them hold.
fn count(judged: &[Judged], is: impl Fn(&About) -> bool) -> (usize, usize) {
    let pages: Vec<&Judged> = judged.iter().filter(|page| is(&page.about)).collect();
    (pages.len(), pages.iter().filter(|page| page.holds).count())
}

#[test]
fn every_clause_action_operator_and_decision_has_a_page() {
    let judged = judged();
    let mut missing = Vec::new();
    let mut need = |what: String, is: &dyn Fn(&About) -> bool| {
        if count(&judged, is).0 == 0 {
            missing.push(what);
        }
    };
    for (clause, _) in CLAUSES {
        need(format!("CGML {clause}"), &|about| about.clauses.contains(clause));
    }
    let (actions, operators) = (actions(), operators());
    assert!(actions.len() >= 40 && operators.len() >= 40, "{actions:?} {operators:?}");
    for word in actions.iter().chain(&operators) {
        need(format!("`{word}`"), &|about| about.words.contains(word));
    }
    for decision in DECISIONS {
        need(format!("decision {decision}"), &|about| about.decisions.contains(&decision));
    }
    assert!(missing.is_empty(), "there is no page about {}", missing.join(", "));
}

#[test]
fn the_scoreboard_is_up_to_date() {
    let judged = judged();
    let mut text = String::from(
        "# Scoreboard\n\nPages of each clause, and how many of them hold. Written by `RULEBOOK_BLESS=1 cargo nextest run -p \
         rulebook-cgml --test pages`.\n\n",
    );
    let (pages, held) = count(&judged, |_| true);
    let covered = CLAUSES.iter().filter(|(clause, _)| {
        let (pages, held) = count(&judged, |about| about.clauses.contains(*clause));
        pages > 0 && pages == held
    });
    let (extensions, _) = count(&judged, |about| about.extension);
    let covered = covered.count();
    let all = CLAUSES.len();
    let _ = writeln!(
        text,
        "**{covered} of {all} clauses passed; {held} of {pages} pages hold, {extensions} of them about extensions.**\n"
    );
    table(
        &mut text,
        "clause",
        CLAUSES.iter().map(|(clause, title)| {
            let (pages, held) = count(&judged, |about| about.clauses.contains(*clause));
            (format!("{clause} {title}"), pages, held)
        }),
    );
    for (what, words) in [("action", actions()), ("operator", operators())] {
        table(
            &mut text,
            what,
            words.iter().map(|word| {
                let (pages, held) = count(&judged, |about| about.words.contains(word));
                (format!("`{word}`"), pages, held)
            }),
        );
    }
    table(
        &mut text,
        "decision",
        DECISIONS.map(|decision| {
            let (pages, held) = count(&judged, |about| about.decisions.contains(&decision));
            (decision.to_string(), pages, held)
        }),
    );
    check_or_bless(&folder().join("SCOREBOARD.md"), &text).unwrap_or_else(|wrong| panic!("{wrong}"));
}

fn table(text: &mut String, what: &str, rows: impl Iterator<Item = (String, usize, usize)>) {
    let _ = writeln!(text, "| {what} | pages | hold |\n|---|---|---|");
    for (name, pages, held) in rows {
        let _ = writeln!(text, "| {name} | {pages} | {held} |");
    }
    text.push('\n');
}
