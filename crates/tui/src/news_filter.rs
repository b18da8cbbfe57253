//! What is no news: values that were set and did not change, a deck that is shuffled once more.

use crate::words::spaced;
use rulebook_scene::{Scene, Step};
use std::collections::BTreeMap;

/// The steps without values that are what a scoreboard showed before and without mixing what is mixed, and with names of
/// values as words.
pub(crate) fn news(steps: &[Step], before: &Scene) -> Vec<Step> {
    let mut told: BTreeMap<&str, &str> = BTreeMap::new();
    let mut news: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        if matches!(step, Step::Mix { .. }) && news.last() == Some(step) {
            continue;
        }
        let Step::Say { text, quiet: true } = step else {
            news.push(step.clone());
            continue;
        };
        let Some((about, value)) = text.rsplit_once(" is ") else {
            news.push(step.clone());
            continue;
        };
        let known = told.insert(about, value).or_else(|| shown(before, about));
        if known != Some(value) {
            news.push(Step::Say { text: format!("{} is {value}", in_words(about)), quiet: true });
        }
    }
    news
}

/// What a scoreboard shows: `score of p1` is in the column `score` and the row `p1`.
fn shown<'a>(scene: &'a Scene, about: &str) -> Option<&'a str> {
    let (name, owner) = about.rsplit_once(" of ")?;
    scene.scoreboards.iter().find_map(|board| {
        let column = board.columns.iter().position(|head| head == name)?;
        let row = board.rows.iter().find(|row| row.first().is_some_and(|first| first == owner))?;
        row.get(column).map(String::as_str)
    })
}

/// The name of a value was written for machines; whose it is was not.
fn in_words(about: &str) -> String {
    match about.rsplit_once(" of ") {
        Some((name, owner)) => format!("{} of {owner}", spaced(name)),
        None => spaced(about),
    }
}
