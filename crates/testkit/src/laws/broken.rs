//! A broken law, told so that it can be seen again: game, setup, seed and move.

use rulebook_kernel::Setup;
use std::fmt;

/// What a law says about one match.
pub type Verdict = Result<(), Box<Broken>>;

/// One law broken in one match. `Walk::random` with the same setup and seed plays the same match again.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The name of the law.
    pub law: &'static str,
    /// The id of the game.
    pub game: String,
    /// How the match was set up.
    pub setup: Setup,
    /// The seed of the match.
    pub seed: String,
    /// After so many moves.
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

/// The laws that some rules break: the first match for each law, and how many more there were.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// By law, in the order of the laws.
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

    /// Fine, or the report as an error.
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
