//! Values that were told already: the same one again is no news.

use rulebook_stage::Step;
use std::collections::BTreeMap;

/// What was last told of each value, by what the sentence is about.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told(BTreeMap<String, String>);

impl Told {
    /// The steps without values that are what they were.
    pub fn news(&mut self, steps: &[Step]) -> Vec<Step> {
        steps.iter().filter(|step| self.is_new(step)).cloned().collect()
    }

    fn is_new(&mut self, step: &Step) -> bool {
        let Step::Say { text, quiet: true } = step else { return true };
        let Some((about, value)) = text.rsplit_once(" is ") else { return true };
        self.0.insert(about.to_owned(), value.to_owned()).is_none_or(|known| known != value)
    }
}
