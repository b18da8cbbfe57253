//! Removes messages that contain nothing new: values that did not change, and repeated shuffles.

use crate::words::spaced;
use rulebook_scene::{Scene, Step};
use std::collections::BTreeMap;

/// The steps without repeated shuffles, and without values that a scoreboard or an earlier step already showed. Names
/// of values are written as words.
pub(crate) fn news(steps: &[Step], before: &Scene) -> Vec<Step> {
    let mut told: BTreeMap<&str, &str> = BTreeMap::new();
    let mut news: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        if matches!(step, Step::Mix { .. }) && news.last() == Some(step) {
            continue;
        }
        let Step::Say { text, quiet: true, .. } = step else {
            news.push(step.clone());
            continue;
        };
        let Some((about, value)) = text.rsplit_once(" is ") else {
            news.push(step.clone());
            continue;
        };
        let known = told.insert(about, value).or_else(|| shown(before, about));
        if known != Some(value) {
            news.push(Step::Say { text: format!("{} is {value}", in_words(about)), quiet: true, choice: None });
        }
    }
    news
}

/// The value that a scoreboard shows. For `score of p1`, it is in the column `score` and the row `p1`.
fn shown<'a>(scene: &'a Scene, about: &str) -> Option<&'a str> {
    let (name, owner) = about.rsplit_once(" of ")?;
    scene.scoreboards.iter().find_map(|board| {
        let column = board.columns.iter().position(|head| head == name)?;
        let row = board.rows.iter().find(|row| row.first().is_some_and(|first| first == owner))?;
        row.get(column).map(String::as_str)
    })
}

/// Writes the name of a value as words. The name of its owner stays unchanged.
fn in_words(about: &str) -> String {
    match about.rsplit_once(" of ") {
        Some((name, owner)) => format!("{} of {owner}", spaced(name)),
        None => spaced(about),
    }
}
