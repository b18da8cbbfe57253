//! A broken law with the data to reproduce it: game, setup, seed and move.

use rulebook_kernel::Setup;
use std::fmt;

/// The verdict of a law on one match.
pub type Verdict = Result<(), Box<Broken>>;

/// One law broken in one match. `Walk::random` with the same setup and seed replays the match.
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
    /// The number of moves made before.
    pub at: usize,
    /// What is wrong.
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

/// The broken laws of some rules: the first match for each law, and the number of further matches.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The broken laws, in the order of the laws.
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
