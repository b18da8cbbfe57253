//! Hides messages without news: values that did not change, and repeated shuffles.

use crate::words::spaced;
use rulebook_scene::{Scene, Step};
use std::collections::BTreeMap;

/// The steps without values that a scoreboard already showed and without repeated shuffles. Names of values become
/// words.
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

/// The value on a scoreboard: `score of p1` is in column `score` and row `p1`.
fn shown<'a>(scene: &'a Scene, about: &str) -> Option<&'a str> {
    let (name, owner) = about.rsplit_once(" of ")?;
    scene.scoreboards.iter().find_map(|board| {
        let column = board.columns.iter().position(|head| head == name)?;
        let row = board.rows.iter().find(|row| row.first().is_some_and(|first| first == owner))?;
        row.get(column).map(String::as_str)
    })
}

/// Converts the name of a value to words, but not the name of its owner.
fn in_words(about: &str) -> String {
    match about.rsplit_once(" of ") {
        Some((name, owner)) => format!("{} of {owner}", spaced(name)),
        None => spaced(about),
    }
}
