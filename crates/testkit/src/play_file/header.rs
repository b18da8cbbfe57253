//! Reads the header of a playthrough.

use rulebook_kernel::Setup;
use std::fmt;

/// The header of a playthrough: the lines before the first empty line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The id of the game.
    pub game: String,
    /// The number of seats, and the options.
    pub setup: Setup,
    /// The seed of the match. The random policy uses it, too.
    pub seed: String,
    /// The policy that chooses moves.
    pub policy: Policy,
    /// The match is stopped after this many decisions.
    pub limit: Option<usize>,
}

/// The policy that chooses moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Always the first legal move.
    First,
    /// A random legal move.
    Random,
    /// These moves, then always the first legal move. If several seats are asked at once, the lowest seat answers
    /// first.
    Moves(Vec<String>),
}

impl Header {
    /// A header for a whole match with this policy.
    #[must_use]
    pub fn new(game: &str, setup: Setup, seed: &str, policy: Policy) -> Header {
        Header { game: game.to_owned(), setup, seed: seed.to_owned(), policy, limit: None }
    }

    /// Reads the header at the start of a text.
    ///
    /// # Errors
    /// The wrong line, or the missing key.
    pub fn parse(text: &str) -> Result<Header, String> {
        let (mut game, mut seed, mut policy, mut limit) = (None, None, Policy::Random, None);
        let mut setup = Setup::default();
        for (number, line) in text.lines().enumerate().take_while(|(_, line)| !line.trim().is_empty()) {
            let wrong = |what: &str| format!("line {}: {what}: {line:?}", number + 1);
            let (key, value) = line.split_once(':').ok_or_else(|| wrong("not `key: value`"))?;
            let value = value.trim();
            match key.trim() {
                "game" => game = Some(value.to_owned()),
                "seed" => seed = Some(value.to_owned()),
                "seats" => setup.seats = value.parse().map_err(|_| wrong("not a number of seats"))?,
                "limit" => limit = Some(value.parse().map_err(|_| wrong("not a number of decisions"))?),
                "policy" if value == "first" => policy = Policy::First,
                "policy" if value == "random" => policy = Policy::Random,
                "moves" => policy = Policy::Moves(value.split(',').map(|text| text.trim().to_owned()).collect()),
                key => match key.strip_prefix("option ") {
                    Some(name) => setup = setup.with(name.trim(), value),
                    None => return Err(wrong("an unknown key")),
                },
            }
        }
        let game = game.ok_or("the header has no `game:`")?;
        Ok(Header { game, setup, seed: seed.ok_or("the header has no `seed:`")?, policy, limit })
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", self.game)?;
        writeln!(f, "seats: {}", self.setup.seats)?;
        for (name, value) in &self.setup.options {
            writeln!(f, "option {name}: {value}")?;
        }
        writeln!(f, "seed: {}", self.seed)?;
        match &self.policy {
            Policy::First => writeln!(f, "policy: first")?,
            Policy::Random => writeln!(f, "policy: random")?,
            Policy::Moves(moves) => writeln!(f, "moves: {}", moves.join(", "))?,
        }
        self.limit.iter().try_for_each(|limit| writeln!(f, "limit: {limit}"))
    }
}
