//! Reads and writes `policy.json`, the learned policy of a game. The file is optional.

use crate::report::shown;
use crate::{Report, codes, files};
use rulebook_host::Trained;
use rulebook_kernel::{Digest, Policy};
use rulebook_matches::{Staged, Visit};
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The name of the file.
pub const POLICY_FILE: &str = "policy.json";
/// The version of the traits. It is raised when the traits of a move change, because the weights are then useless.
const TRAITS: u32 = 1;
/// The number of numbers in one line of the file.
const LINE: usize = 32;

/// The parts of the file that bots need. It also has the seed and the number of playouts with which `rulebook train`
/// makes the same file again.
#[derive(Debug, Deserialize)]
struct File {
    /// The digest of the rules.
    source: Digest,
    /// The version of the traits.
    traits: u32,
    /// Traits and weights in turn. A trait is written as its distance from the trait before.
    weights: Vec<i32>,
}

/// A visitor that returns the digest of the rules.
pub(crate) struct SourceOf;

impl Visit for SourceOf {
    type Out = Digest;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Digest {
        rules.info().source
    }
}

/// The policy in this folder. Reports a warning if the file cannot be used: the game stays playable without it.
pub(crate) fn of_folder(folder: &Path, source: Digest, report: &mut Report) -> Option<Arc<Policy>> {
    let path = folder.join(POLICY_FILE);
    match read(&files::text(&path)?, source) {
        Ok(policy) => Some(Arc::new(policy)),
        Err(why) => {
            report.warning_about(&shown(&path), codes::BAD_POLICY, why);
            None
        }
    }
}

/// Reads the text of a policy for rules with this digest.
fn read(text: &str, source: Digest) -> Result<Policy, String> {
    let file: File = serde_json::from_str(text).map_err(|why| format!("this is not a policy: {why}"))?;
    let again = "run `rulebook train` again; until then, bots search without a policy";
    if file.source != source {
        return Err(format!("the policy belongs to another version of the rules; {again}"));
    }
    if file.traits != TRAITS {
        return Err(format!("the policy was learned by another version of the program; {again}"));
    }
    let mut at = 0i32;
    let pairs = file.weights.chunks(2).map(|pair| {
        at = at.checked_add(pair[0])?;
        Some((u16::try_from(at).ok()?, i8::try_from(*pair.get(1)?).ok()?))
    });
    let pairs: Option<Vec<(u16, i8)>> = pairs.collect();
    pairs.and_then(|pairs| Policy::new(source, pairs)).ok_or_else(|| "a trait or a weight is out of range".to_owned())
}

/// The text of a policy for rules with this digest.
#[must_use]
pub fn text(trained: &Trained, source: Digest, seed: &str) -> String {
    let mut numbers = Vec::with_capacity(2 * trained.weights.len());
    let mut before = 0;
    for &(index, weight) in &trained.weights {
        numbers.extend([i32::from(index) - before, i32::from(weight)]);
        before = index.into();
    }
    let quoted = serde_json::to_string(seed).expect("a text can be written as JSON");
    let mut text = format!(
        "{{\n\"source\": \"{source}\",\n\"traits\": {TRAITS},\n\"seed\": {quoted},\n\"playouts\": {},\n\"weights\": [",
        trained.playouts
    );
    for (nth, line) in numbers.chunks(LINE).enumerate() {
        let line: Vec<String> = line.iter().map(i32::to_string).collect();
        let _ = write!(text, "{}\n{}", if nth == 0 { "" } else { "," }, line.join(","));
    }
    text.push_str("\n]\n}\n");
    text
}
