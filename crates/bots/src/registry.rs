//! Bots by name.

use crate::{FirstCandidate, Ismcts, RandomBot};
use rulebook_kernel::{Bot, Budget, Hidden, Key};

/// Every bot there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// [`RandomBot`].
    Random,
    /// [`FirstCandidate`].
    First,
    /// [`Ismcts`].
    Ismcts,
}

impl BotKind {
    /// All of them, the simplest first.
    pub const ALL: [BotKind; 3] = [BotKind::Random, BotKind::First, BotKind::Ismcts];

    /// Its name in a spec.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::First => "first",
            BotKind::Ismcts => "ismcts",
        }
    }

    /// What it does, in a line for people.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            BotKind::Random => "any legal move",
            BotKind::First => "the first legal move, always",
            BotKind::Ismcts => "Monte Carlo tree search that guesses what it cannot see",
        }
    }

    /// How long it thinks unless told; nothing if it does not think.
    #[must_use]
    pub const fn budget(self) -> Option<Budget> {
        match self {
            BotKind::Random | BotKind::First => None,
            BotKind::Ismcts => Some(Budget::Playouts(1000)),
        }
    }

    /// One of this kind.
    #[must_use]
    pub fn make<R: Hidden>(self, key: Key) -> Box<dyn Bot<R>> {
        match self {
            BotKind::Random => Box::new(RandomBot::new(key)),
            BotKind::First => Box::new(FirstCandidate),
            BotKind::Ismcts => Box::new(Ismcts::new(key)),
        }
    }

    fn by_name(name: &str) -> Result<BotKind, String> {
        if let Some(kind) = BotKind::ALL.into_iter().find(|kind| kind.name() == name) {
            return Ok(kind);
        }
        let typed = name.to_lowercase();
        let (distance, nearest) = BotKind::ALL
            .map(|kind| (edits(&typed, kind.name()), kind.name()))
            .into_iter()
            .min_by_key(|&(distance, _)| distance)
            .expect("there are bots");
        let hint = if distance <= 2 { format!(", did you mean {nearest:?}?") } else { ".".to_owned() };
        let known = BotKind::ALL.map(BotKind::name).join(", ");
        Err(format!("there is no bot {name:?}{hint} The bots are {known}."))
    }
}

/// The bot that a spec names, and how long it thinks: `random`, `first`, `ismcts`, `ismcts:1000` (playouts),
/// `ismcts:50ms`.
///
/// # Errors
/// A sentence that says what is wrong with the spec and which bots there are.
pub fn make<R: Hidden>(spec: &str, key: Key) -> Result<(Box<dyn Bot<R>>, Budget), String> {
    let (name, budget) = match spec.split_once(':') {
        Some((name, budget)) => (name, Some(budget)),
        None => (spec, None),
    };
    let kind = BotKind::by_name(name)?;
    let budget = match (budget, kind.budget()) {
        (None, usual) => usual.unwrap_or(Budget::Playouts(0)),
        (Some(text), Some(_)) => parse_budget(text).ok_or_else(|| {
            format!("{name:?} thinks for a number of playouts or milliseconds, as in {name}:1000 or {name}:50ms, not {text:?}.")
        })?,
        (Some(_), None) => return Err(format!("{name:?} does not think, so it takes no budget: write {name}.")),
    };
    Ok((kind.make(key), budget))
}

fn parse_budget(text: &str) -> Option<Budget> {
    let (digits, budget): (_, fn(u32) -> Budget) = match text.strip_suffix("ms") {
        Some(digits) => (digits, Budget::Millis),
        None => (text, Budget::Playouts),
    };
    // `parse` would take a plus sign.
    let number = digits.parse().ok().filter(|&n| n > 0 && digits.bytes().all(|b| b.is_ascii_digit()))?;
    Some(budget(number))
}

/// How many letters must be added, dropped or changed to turn one word into the other.
fn edits(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.chars().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[row.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        assert_eq!(edits("ismcts", "ismcts"), 0);
        assert_eq!(edits("mcts", "ismcts"), 2);
        assert_eq!(edits("", "first"), 5);
        assert_eq!(edits("frist", "first"), 2);
    }

    #[test]
    fn budgets_are_read_strictly() {
        assert_eq!(parse_budget("1000"), Some(Budget::Playouts(1000)));
        assert_eq!(parse_budget("50ms"), Some(Budget::Millis(50)));
        for wrong in ["", "ms", "0", "0ms", "+5", "-5", "5s", "5 ms", "99999999999"] {
            assert_eq!(parse_budget(wrong), None, "{wrong:?}");
        }
    }
}
