//! How much the laws look at, and what a family knows better than they do.

use rulebook_kernel::{Rules, Setup};

/// Which matches the laws are tried on, and how closely they look.
pub struct Plan<R: Rules> {
    /// One match for each seed and setup.
    pub seeds: Vec<String>,
    /// Seat counts and options.
    pub setups: Vec<Setup>,
    /// So many states of a match are looked at closely, spread evenly; the first and the last are among them.
    pub asks: usize,
    /// So many samples are drawn for each viewer and state.
    pub samples: usize,
    /// So many sampled states of a match are played to the end.
    pub playouts: usize,
    /// So many damaged saves are loaded for each of a few states of a match.
    pub damages: usize,
    /// Names of laws that are not tried; say why where you fill it.
    pub skip: Vec<&'static str>,
    /// Does a state agree with itself? A family says here what it knows: saved copies agree with the table, and so on.
    pub consistent: fn(&R, &R::State) -> Result<(), String>,
    /// Facts shown in passing: a roll, a card revealed and shuffled away in the same move. Everybody may learn them
    /// though no view keeps them, so the law `facts` leaves them out.
    pub in_passing: fn(&R, &R::Fact) -> bool,
}

impl<R: Rules> Plan<R> {
    /// A plan for every change: seconds for most games. Every seat count with default options, and every value of every
    /// option once.
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

    /// With the seeds `1` to `n`.
    #[must_use]
    pub fn seeds(mut self, n: usize) -> Plan<R> {
        self.seeds = (1..=n).map(|seed| seed.to_string()).collect();
        self
    }

    /// With these setups only.
    #[must_use]
    pub fn setups(mut self, setups: Vec<Setup>) -> Plan<R> {
        self.setups = setups;
        self
    }

    /// Looking at more of everything, for the long tier.
    #[must_use]
    pub fn closely(mut self, times: usize) -> Plan<R> {
        self.asks *= times;
        self.samples *= times;
        self.playouts *= times;
        self.damages *= times;
        self
    }

    /// Without one law.
    #[must_use]
    pub fn without(mut self, law: &'static str) -> Plan<R> {
        self.skip.push(law);
        self
    }

    /// With what the family knows about a state that agrees with itself.
    #[must_use]
    pub fn consistent(mut self, check: fn(&R, &R::State) -> Result<(), String>) -> Plan<R> {
        self.consistent = check;
        self
    }

    /// With the facts that are shown in passing.
    #[must_use]
    pub fn in_passing(mut self, passing: fn(&R, &R::Fact) -> bool) -> Plan<R> {
        self.in_passing = passing;
        self
    }
}
