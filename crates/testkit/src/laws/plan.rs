//! The plan of a check: the matches, the depth, and knowledge of the game family.

use rulebook_kernel::{Rules, Setup};

/// The matches on which the laws are checked, and how thoroughly.
pub struct Plan<R: Rules> {
    /// One match for each seed and setup.
    pub seeds: Vec<String>,
    /// Seat counts and options.
    pub setups: Vec<Setup>,
    /// Maximum number of states of a match that are checked, evenly spread, with the first and the last.
    pub asks: usize,
    /// Number of samples for each viewer and state.
    pub samples: usize,
    /// Number of sampled states of a match that are played to the end.
    pub playouts: usize,
    /// Number of damaged saves that are loaded for each of a few states of a match.
    pub damages: usize,
    /// Names of laws that are not checked. Say why where you fill it.
    pub skip: Vec<&'static str>,
    /// Checks whether a state is consistent. A family adds its knowledge here, for example that saved copies agree with
    /// the table.
    pub consistent: fn(&R, &R::State) -> Result<(), String>,
    /// Facts shown in passing: a roll, or a card that is revealed and shuffled away in the same move. Viewers may learn
    /// them although no view keeps them, so the law `facts` ignores them.
    pub in_passing: fn(&R, &R::Fact) -> bool,
}

impl<R: Rules> Plan<R> {
    /// A plan for every change, which takes seconds for most games: every seat count with default options, and every
    /// value of every option once.
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

    /// The plan with the seeds `1` to `n`.
    #[must_use]
    pub fn seeds(mut self, n: usize) -> Plan<R> {
        self.seeds = (1..=n).map(|seed| seed.to_string()).collect();
        self
    }

    /// The plan with only these setups.
    #[must_use]
    pub fn setups(mut self, setups: Vec<Setup>) -> Plan<R> {
        self.setups = setups;
        self
    }

    /// A more thorough plan, for the long tests.
    #[must_use]
    pub fn closely(mut self, times: usize) -> Plan<R> {
        self.asks *= times;
        self.samples *= times;
        self.playouts *= times;
        self.damages *= times;
        self
    }

    /// The plan without one law. `laws::all` panics if no law has this name.
    #[must_use]
    pub fn without(mut self, law: &'static str) -> Plan<R> {
        self.skip.push(law);
        self
    }

    /// The plan with a consistency check of the family.
    #[must_use]
    pub fn consistent(mut self, check: fn(&R, &R::State) -> Result<(), String>) -> Plan<R> {
        self.consistent = check;
        self
    }

    /// The plan with these facts shown in passing.
    #[must_use]
    pub fn in_passing(mut self, passing: fn(&R, &R::Fact) -> bool) -> Plan<R> {
        self.in_passing = passing;
        self
    }
}
