//! Measures whether each difficulty level beats the level below it, in every game.

use crate::progress::Progress;
use rulebook_bots::rewards;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Outcome, Setup};

/// A level, and the weaker level that it should beat.
pub type Pair = (&'static str, &'static str);

/// The pairs whose levels are limited by a number of playouts, and not by time.
pub const QUICK: [Pair; 2] = [("easy", "random"), ("medium", "easy")];
/// All pairs of levels. The levels `hard` and `expert` think for seconds per move, so their matches take long.
pub const ALL: [Pair; 4] = [QUICK[0], QUICK[1], ("hard", "medium"), ("expert", "hard")];

/// The results of the stronger level of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    matches: f64,
    /// The sum of its shares of first place. In cooperative and solo games, a match counts 1 if the stronger level does
    /// better, and a half if both do equally well.
    share: f64,
}

impl Tally {
    fn add(&mut self, share: f64) {
        self.matches += 1.0;
        self.share += share;
    }

    /// The share in percent with its 95 % confidence interval (Wilson).
    fn text(&self) -> String {
        if self.matches == 0.0 {
            return "nobody wins".to_owned();
        }
        let (n, z2) = (self.matches, 1.96f64 * 1.96);
        let share = self.share / n;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let spread = 1.96 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
        format!("{:3.0} % ({:.0} to {:.0})", 100.0 * share, 100.0 * (middle - spread), 100.0 * (middle + spread))
    }
}

/// One row of text: for each pair, the share that the stronger level reaches.
pub fn row(game: &Game, pairs: &[Pair], matches: u64) -> String {
    let info = game.rules.info();
    let seats = info.max_seats.min(2).max(info.min_seats);
    let shares = pairs.iter().map(|&pair| match compare(game, pair, seats, matches) {
        Ok(tally) => format!("{} v {}: {}", pair.0, pair.1, tally.text()),
        Err(why) => why,
    });
    let shares: Vec<String> = shares.collect();
    format!("{:<18} {seats}  {}", game.id, shares.join("   "))
}

fn compare(game: &Game, (better, worse): Pair, seats: usize, matches: u64) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut progress = Progress::new(format!("{}, {better} v {worse}", game.id), matches);
    for nth in 0..matches {
        let first = (nth % 2) as usize;
        // The two levels alternate round the table. So in a partnership game, each level forms one team.
        let mixed: Vec<&str> = (0..seats).map(|seat| if seat % 2 == first { better } else { worse }).collect();
        let outcome = play(game, &mixed, nth)?;
        let teams = outcome.teams();
        if teams.iter().all(|team| *team == teams[0]) {
            // In a cooperative or solo game, both levels play the same deal, one after the other.
            let (one, other) = (play(game, &vec![better; seats], nth)?, play(game, &vec![worse; seats], nth)?);
            tally.add(match managed(&one).partial_cmp(&managed(&other)) {
                Some(std::cmp::Ordering::Greater) => 1.0,
                Some(std::cmp::Ordering::Less) => 0.0,
                _ => 0.5,
            });
            progress.step(&tally.text());
            continue;
        }
        let worth = rewards(&outcome);
        let all: f32 = worth[..seats].iter().sum();
        let own: f32 = (0..seats).filter(|seat| seat % 2 == first).map(|seat| worth[seat]).sum();
        if all > 0.0 {
            tally.add(f64::from(own / all));
        }
        progress.step(&tally.text());
    }
    Ok(tally)
}

/// The result of players who have no opponents, as a pair: the reward for winning, and the points.
fn managed(outcome: &Outcome) -> (f32, i32) {
    (rewards(outcome)[0], outcome.scores().map_or(0, |scores| scores[0]))
}

/// Plays one match with a bot in each seat and returns its outcome.
pub fn play(game: &Game, specs: &[&str], nth: u64) -> Result<Outcome, String> {
    let key = Key::from_seed("levels").child(nth);
    let bot = |(spec, seat): (&&str, u64)| game.bot(spec, key.child(1 + seat));
    let mut bots = specs.iter().zip(0..).map(bot).collect::<Result<Vec<_>, String>>()?;
    let mut table = game.rules.start(&Setup::seats(specs.len()), key.child(0)).map_err(|why| why.to_string())?;
    loop {
        if let Some(outcome) = table.outcome() {
            return Ok(outcome);
        }
        let seat = table.turn().seats().lowest().ok_or("nobody is due")?;
        let choice = if table.legal_count(seat) == 1 { 0 } else { bots[seat.index()].pick(&*table, seat) };
        table.play_nth(seat, choice).map_err(|why| why.to_string())?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_catalog::Catalog;

    #[test]
    fn a_level_is_better_than_no_thinking() {
        let catalog = Catalog::open(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games"));
        for (id, seats) in [("connect-four", 2), ("katko", 2)] {
            let game = catalog.find(id).map_err(|report| report.to_string()).unwrap();
            let tally = compare(&game, QUICK[0], seats, 12).unwrap();
            assert!(tally.matches > 0.0 && tally.share > 0.6 * tally.matches, "{id}: {}", tally.text());
        }
    }

    #[test]
    fn shares_have_their_intervals() {
        let mut tally = Tally::default();
        assert_eq!(tally.text(), "nobody wins");
        (0..20).for_each(|nth| tally.add(f64::from(nth < 18)));
        assert_eq!(tally.text(), " 90 % (70 to 97)");
    }
}
