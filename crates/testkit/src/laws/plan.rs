//! The plan of a check: which matches are played, how many states are checked, and what is special about the game.

use rulebook_kernel::{Rules, Setup};

/// The matches on which the laws are checked, and how thoroughly they are checked.
pub struct Plan<R: Rules> {
    /// The seeds. Each seed gives one match with each setup.
    pub seeds: Vec<String>,
    /// The setups: numbers of seats and options.
    pub setups: Vec<Setup>,
    /// Maximum number of states of a match that are checked. They are evenly distributed over the match, and include
    /// the first and the last state.
    pub asks: usize,
    /// Number of samples that are drawn for each viewer and state.
    pub samples: usize,
    /// Number of states of a match whose samples are played to the end.
    pub playouts: usize,
    /// Number of damaged saves that are made from each of a few states.
    pub damages: usize,
    /// Names of laws that are not checked. Where you add a name, write a comment with the reason.
    pub skip: Vec<&'static str>,
    /// An additional check whether a state is consistent, for example whether saved copies agree with the table.
    pub consistent: fn(&R, &R::State) -> Result<(), String>,
    /// Facts that viewers witness but do not remember, such as a roll, or a card that is shown and shuffled away in the
    /// same move. The law `facts` ignores such facts.
    pub in_passing: fn(&R, &R::Fact) -> bool,
}

impl<R: Rules> Plan<R> {
    /// The plan for everyday tests, which takes seconds for most games. It has a setup for every number of seats with
    /// default options, and a setup for every other value of an option.
    #[must_use]
    pub fn of(rules: &R) -> Plan<R> {
        let info = rules.info();
        let mut setups: Vec<Setup> = (info.min_seats..=info.max_seats).map(Setup::seats).collect();
        for option in &info.options {
            let others = option.values.iter().skip(1);
            setups.extend(others.map(|value| Setup::seats(info.max_seats).with(&option.name, value)));
        }
        Plan {
            seeds: vec![],
            setups,
            asks: 40,
            samples: 3,
            playouts: 4,
            damages: 40,
            skip: vec![],
            consistent: |_, _| Ok(()),
            in_passing: |_, _| false,
        }
        .seeds(3)
    }

    /// Replaces the seeds by `1` to `n`.
    #[must_use]
    pub fn seeds(mut self, n: usize) -> Plan<R> {
        self.seeds = (1..=n).map(|seed| seed.to_string()).collect();
        self
    }

    /// Replaces the setups.
    #[must_use]
    pub fn setups(mut self, setups: Vec<Setup>) -> Plan<R> {
        self.setups = setups;
        self
    }

    /// A plan that checks `times` times as much, for the long tests.
    #[must_use]
    pub fn closely(mut self, times: usize) -> Plan<R> {
        self.asks *= times;
        self.samples *= times;
        self.playouts *= times;
        self.damages *= times;
        self
    }

    /// Skips the check of one law. `laws::all` panics if no law has this name.
    #[must_use]
    pub fn without(mut self, law: &'static str) -> Plan<R> {
        self.skip.push(law);
        self
    }

    /// Sets the additional check of consistency.
    #[must_use]
    pub fn consistent(mut self, check: fn(&R, &R::State) -> Result<(), String>) -> Plan<R> {
        self.consistent = check;
        self
    }

    /// Sets which facts viewers witness but do not remember.
    #[must_use]
    pub fn in_passing(mut self, passing: fn(&R, &R::Fact) -> bool) -> Plan<R> {
        self.in_passing = passing;
        self
    }
}
