//! Parses bot specs: a name, an optional budget and an optional number of trees.

use crate::registry::BotKind;
use rulebook_kernel::{Budget, Info};

/// Strength levels. Every game has the same levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Searches a few dozen positions, or plays by a softened policy. Beats random players.
    Easy,
    /// Searches a few hundred playouts or a few thousand positions.
    Medium,
    /// Searches thousands of playouts or hundreds of thousands of positions.
    Hard,
    /// Searches ten times as many as `hard`.
    Expert,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// The name of the level in a spec.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// The bot and the budget of this level. `open` means that the game has a heuristic and no hidden information.
    #[must_use]
    pub const fn bot(self, open: bool) -> (BotKind, Budget) {
        let (kinds, [easy, medium]) = match open {
            true => ([BotKind::AlphaBeta; 2], [60, 3000]),
            false => ([BotKind::Policy, BotKind::Guided], [30, 400]),
        };
        match self {
            Level::Easy => (kinds[0], Budget::Playouts(easy)),
            Level::Medium => (kinds[1], Budget::Playouts(medium)),
            Level::Hard => (kinds[1], Budget::Millis(1000)),
            Level::Expert => (kinds[1], Budget::Millis(5000)),
        }
    }

    /// The minimum number of playouts at this level with a time budget. It is twice the minimum of the level below, so
    /// this level is stronger even if playouts are slow. Open games need no minimum, because one second is always
    /// enough.
    #[must_use]
    pub const fn least(self, open: bool) -> u32 {
        match (self, Level::Medium.bot(open)) {
            (Level::Hard, (BotKind::Guided, Budget::Playouts(medium))) => 2 * medium,
            (Level::Expert, (BotKind::Guided, Budget::Playouts(medium))) => 4 * medium,
            _ => 0,
        }
    }

    /// The maximum number of playouts or positions at this level with a time budget. Most games reach it before the
    /// time is over, so the strength depends little on the machine. `None` means that there is no maximum.
    #[must_use]
    pub const fn most(self, open: bool) -> Option<u64> {
        match (self, open) {
            (Level::Hard, true) => Some(500_000),
            (Level::Expert, true) => Some(5_000_000),
            (Level::Hard, false) => Some(4_000),
            (Level::Expert, false) => Some(40_000),
            _ => None,
        }
    }
}

/// How much `easy` softens the policy.
const EASY_SOFTNESS: i32 = 2;
/// The maximum number of trees in a spec.
const MOST_TREES: u32 = 64;

/// A parsed spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The bot.
    pub kind: BotKind,
    /// The budget of the bot.
    pub budget: Budget,
    /// The number of trees that search in parallel.
    pub trees: u32,
    /// Minimum number of playouts with a time budget: see [`Level::least`].
    pub least: u32,
    /// Maximum number of playouts or positions with a time budget: see [`Level::most`].
    pub most: Option<u64>,
    /// How much the policy is softened: see [`PolicyBot`](crate::PolicyBot).
    pub softness: i32,
}

impl Spec {
    /// Parses a spec. Examples: `random`, `mcts`, `mcts:1000` (playouts), `ismcts:50ms`, `mcts:4000x4` (four trees),
    /// `hard`.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the text and which bots exist.
    pub fn read(text: &str, open: bool, info: &Info) -> Result<Spec, String> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if let Some(level) = Level::ALL.into_iter().find(|level| level.name() == name) {
            let (kind, budget) = level.bot(open);
            return match rest {
                None => Ok(Spec {
                    kind,
                    budget,
                    trees: 1,
                    least: level.least(open),
                    most: level.most(open),
                    softness: EASY_SOFTNESS,
                }),
                Some(_) => Err(format!("the level {name:?} has a fixed budget; write {name}.")),
            };
        }
        let kind = by_name(name)?;
        let id = &info.id;
        if kind.needs_open() && !open {
            return Err(format!("{name:?} plays only games without hidden information; for {id} use ismcts."));
        }
        let usual = kind.budget();
        let (budget, trees) = match (rest, usual) {
            (None, usual) => (usual.unwrap_or(Budget::Playouts(0)), 1),
            (Some(text), Some(_)) => thinking(text, kind.grows()).ok_or_else(|| wrong_budget(name, text, kind))?,
            (Some(_), None) => return Err(format!("{name:?} does not search, so it has no budget; write {name}.")),
        };
        Ok(Spec { kind, budget, trees, least: 0, most: None, softness: 1 })
    }
}

fn wrong_budget(name: &str, text: &str, kind: BotKind) -> String {
    let trees = if kind.grows() { format!(", with several trees as in {name}:4000x4") } else { String::new() };
    let what = if kind == BotKind::AlphaBeta { "positions" } else { "playouts" };
    // A text in the form of a budget is refused here only because one of its numbers is out of range.
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let numbers = text.split('x').all(|part| is_number(part.strip_suffix("ms").unwrap_or(part)));
    let bounds = match (numbers, kind.grows()) {
        (false, _) => String::new(),
        (true, false) => format!(" The budget must be 1 to {}.", u32::MAX),
        (true, true) => format!(" The budget must be 1 to {}, with 1 to {MOST_TREES} trees.", u32::MAX),
    };
    format!(
        "the budget of {name:?} is a number of {what} or milliseconds, as in {name}:1000 or {name}:50ms{trees}, not {text:?}.{bounds}"
    )
}

fn by_name(name: &str) -> Result<BotKind, String> {
    if let Some(kind) = BotKind::ALL.into_iter().find(|kind| kind.name() == name) {
        return Ok(kind);
    }
    let names: Vec<&str> =
        BotKind::ALL.into_iter().map(BotKind::name).chain(Level::ALL.into_iter().map(Level::name)).collect();
    let typed = name.to_lowercase();
    let (distance, nearest) = names
        .iter()
        .map(|known| (edits(&typed, known), *known))
        .min_by_key(|&(distance, _)| distance)
        .expect("there are bots");
    let hint = if distance <= 2 { format!(", did you mean {nearest:?}?") } else { ".".to_owned() };
    Err(format!("there is no bot {name:?}{hint} The bots are {}.", names.join(", ")))
}

fn thinking(text: &str, grows: bool) -> Option<(Budget, u32)> {
    match text.split_once('x').filter(|_| grows) {
        Some((budget, trees)) => {
            Some((parse_budget(budget)?, number(trees).filter(|trees| (1..=MOST_TREES).contains(trees))?))
        }
        None => Some((parse_budget(text)?, 1)),
    }
}

fn parse_budget(text: &str) -> Option<Budget> {
    match text.strip_suffix("ms") {
        Some(digits) => number(digits).map(Budget::Millis),
        None => number(text).map(Budget::Playouts),
    }
}

fn number(digits: &str) -> Option<u32> {
    // Check the digits, because `parse` would also accept a plus sign.
    digits.parse().ok().filter(|&n| n > 0 && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// The edit distance: the number of letters to add, drop or change to turn one word into the other.
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
    fn the_hardest_thinks_at_least_twice_as_much_as_the_one_below() {
        assert_eq!(Level::Hard.least(false), 800);
        assert_eq!(Level::Hard.least(true), 0, "open games need no minimum, because one second is always enough");
        assert_eq!(Level::Medium.least(false), 0);
        let hard = Level::Hard.most(true).unwrap();
        assert!(matches!(Level::Medium.bot(true).1, Budget::Playouts(medium) if u64::from(medium) * 100 < hard));
        assert!(Level::Hard.most(false).unwrap() > Level::Hard.least(false).into());
        assert_eq!(Level::Expert.least(false), 2 * Level::Hard.least(false));
    }

    #[test]
    fn budgets_are_read_strictly() {
        assert_eq!(thinking("1000", true), Some((Budget::Playouts(1000), 1)));
        assert_eq!(thinking("50ms", true), Some((Budget::Millis(50), 1)));
        assert_eq!(thinking("4000x4", true), Some((Budget::Playouts(4000), 4)));
        assert_eq!(thinking("50msx2", true), Some((Budget::Millis(50), 2)));
        assert_eq!(thinking("4000x4", false), None);
        for wrong in ["", "ms", "0", "0ms", "+5", "-5", "5s", "5 ms", "99999999999", "5x", "5x0", "5x65", "x4", "5x2x2"]
        {
            assert_eq!(thinking(wrong, true), None, "{wrong:?}");
        }
    }
}
