//! Chooses the rows to measure from the command-line arguments.

use rulebook_kernel::Setup;

/// One row of the table: a game with its number of seats and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    pub game: String,
    pub setup: Setup,
}

impl Job {
    pub fn new(game: &str, seats: usize) -> Job {
        Job { game: game.to_owned(), setup: Setup::seats(seats) }
    }

    /// The same job, with a value for one option.
    pub fn with(mut self, name: &str, value: &str) -> Job {
        self.setup = self.setup.with(name, value);
        self
    }
}

/// The parsed command-line arguments.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked<'a> {
    Help,
    These(Vec<&'a Job>),
    /// The arguments are wrong. Holds the message for the user.
    Wrong(String),
}

pub fn asked<'a>(jobs: &'a [Job], args: &[String]) -> Asked<'a> {
    if args.iter().any(|arg| arg == "--help" || arg == "-h") {
        return Asked::Help;
    }
    if let Some(option) = args.iter().find(|arg| arg.starts_with('-')) {
        return Asked::Wrong(format!("there is no option `{option}`\n\n{}", usage(jobs)));
    }
    // Check each argument on its own. Otherwise a misspelt argument is not noticed if another argument matches.
    if let Some(unknown) = args.iter().find(|arg| !jobs.iter().any(|job| job.game.contains(*arg))) {
        return Asked::Wrong(format!("no game matches `{unknown}`; there are: {}", names(jobs)));
    }
    let chosen = |job: &&Job| args.is_empty() || args.iter().any(|arg| job.game.contains(arg));
    Asked::These(jobs.iter().filter(chosen).collect())
}

pub fn usage(jobs: &[Job]) -> String {
    format!(
        "usage: cargo xtask bench [NAME…]\n\nMeasures the games whose names contain NAME, all of them by default: {}\n",
        names(jobs)
    )
}

fn names(jobs: &[Job]) -> String {
    let mut names: Vec<&str> = jobs.iter().map(|job| job.game.as_str()).collect();
    names.dedup();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs() -> Vec<Job> {
        vec![Job::new("connect-four", 2), Job::new("cruel", 2), Job::new("cruel", 3)]
    }

    fn ask(args: &[&str]) -> Result<Vec<(String, usize)>, String> {
        let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
        match asked(&jobs(), &args) {
            Asked::These(these) => Ok(these.into_iter().map(|job| (job.game.clone(), job.setup.seats)).collect()),
            Asked::Wrong(why) => Err(why),
            Asked::Help => Err("help".into()),
        }
    }

    #[test]
    fn a_part_of_a_name_chooses() {
        assert_eq!(ask(&[]).map(|these| these.len()), Ok(3));
        assert_eq!(ask(&["cru"]), Ok(vec![("cruel".into(), 2), ("cruel".into(), 3)]));
        assert_eq!(ask(&["four", "cruel"]).map(|these| these.len()), Ok(3));
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_names() {
        assert_eq!(ask(&["nope"]), Err("no game matches `nope`; there are: connect-four, cruel".into()));
        assert!(ask(&["cruel", "nope"]).is_err_and(|why| why.contains("`nope`")));
    }

    #[test]
    fn options_are_help_or_wrong() {
        assert_eq!(ask(&["--help"]), Err("help".into()));
        assert_eq!(ask(&["cruel", "-h"]), Err("help".into()));
        assert!(ask(&["--hepl"]).is_err_and(|why| why.contains("`--hepl`") && why.contains("usage:")));
    }
}
