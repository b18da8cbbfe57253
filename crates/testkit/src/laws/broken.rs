//! Reports a broken law: the game, setup, seed and move with which it can be reproduced.

use rulebook_kernel::Setup;
use std::fmt;

/// The result of checking one law on one match.
pub type Verdict = Result<(), Box<Broken>>;

/// A law that is broken in one match. `Walk::random` with the same setup and seed plays this match again.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The name of the law.
    pub law: &'static str,
    /// The id of the game.
    pub game: String,
    /// The setup of the match.
    pub setup: Setup,
    /// The seed of the match.
    pub seed: String,
    /// The number of moves that were made before the law was broken.
    pub at: usize,
    /// A sentence that says what is wrong.
    pub message: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { law, game, setup, seed, at, message } = self;
        write!(f, "law `{law}` is broken by {game} ({} seats", setup.seats)?;
        for (name, value) in &setup.options {
            write!(f, ", {name} = {value}")?;
        }
        write!(f, ", seed {seed:?}) after {at} moves: {message}")
    }
}

impl std::error::Error for Broken {}

/// The broken laws of a game.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// For each broken law: the first match that breaks it, and the number of further matches that do.
    pub broken: Vec<(Broken, usize)>,
}

impl Report {
    pub(super) fn add(&mut self, broken: Broken) {
        match self.broken.iter_mut().find(|(first, _)| first.law == broken.law) {
            Some((_, count)) => *count += 1,
            None => self.broken.push((broken, 1)),
        }
    }

    /// The names of the broken laws.
    #[must_use]
    pub fn laws(&self) -> Vec<&'static str> {
        self.broken.iter().map(|(first, _)| first.law).collect()
    }

    /// Returns the report as an error if a law is broken.
    ///
    /// # Errors
    /// If any law is broken.
    pub fn verdict(self) -> Result<(), Report> {
        if self.broken.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (first, count) in &self.broken {
            writeln!(f, "{first}")?;
            if *count > 1 {
                writeln!(f, "    (and in {} more matches)", count - 1)?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Report {}
