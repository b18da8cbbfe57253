//! Counts the results of a simulation, in the order of the games.

use super::lengths::Lengths;
use super::points::Points;
use rulebook_catalog::{End, Record};
use rulebook_cgml::run::limits::TOO_LONG;
use rulebook_kernel::Digest;
use std::collections::BTreeMap;

/// The value of one first place. Every number of seats divides it, so that shared places are whole numbers.
pub const WHOLE: u64 = 720_720;
/// The digest of a simulation is a chain of digests. Each link covers this many games. If this number changes, all
/// digests change.
const LINK: usize = 1000;
/// Maximum number of different reasons for the end of a game. Further reasons are counted together as `OTHER`.
const ENDINGS: usize = 12;
const OTHER: &str = "other reasons";
/// Maximum number of games that are listed as examples of a finding.
const EXAMPLES: usize = 16;

/// How often something happened, and the first games in which it did.
#[derive(Default)]
pub struct Occurrences {
    pub count: u64,
    pub first: Vec<u64>,
    /// The message of the first occurrence.
    pub words: Option<String>,
}

impl Occurrences {
    fn add(&mut self, index: u64, words: Option<String>) {
        self.count += 1;
        if self.first.len() < EXAMPLES {
            self.first.push(index);
        }
        if self.words.is_none() {
            self.words = words;
        }
    }
}

/// All counts of a simulation.
pub struct Tally {
    pub games: u64,
    pub moves: u64,
    /// For each seat: the number of games that it won, alone or together with other seats.
    pub wins: Vec<u64>,
    /// For each seat: the sum of its shares of first places. One first place is [`WHOLE`].
    pub shares: Vec<u64>,
    pub draws: u64,
    /// Games that no seat won and that are not a draw.
    pub lost: u64,
    /// Points in games with a single player.
    pub alone: Points,
    pub faults: Occurrences,
    pub unfinished: Occurrences,
    pub stuck: Occurrences,
    /// Games that ended before the first decision.
    pub unplayed: Occurrences,
    pub bugs: Occurrences,
    pub lengths: Lengths,
    /// For each reason, the number of games that ended with it.
    pub endings: BTreeMap<String, u64>,
    pub offered: u64,
    pub widest: u32,
    /// `looked_at` is the number of unfinished games that were checked for loops. `loops` is the number of those with a
    /// loop.
    pub looked_at: u64,
    pub loops: u64,
    pub digest: Digest,
    link: Vec<u8>,
}

impl Tally {
    pub fn new(seats: usize) -> Tally {
        Tally {
            games: 0,
            moves: 0,
            wins: vec![0; seats],
            shares: vec![0; seats],
            draws: 0,
            lost: 0,
            alone: Points::default(),
            faults: Occurrences::default(),
            unfinished: Occurrences::default(),
            stuck: Occurrences::default(),
            unplayed: Occurrences::default(),
            bugs: Occurrences::default(),
            lengths: Lengths::default(),
            endings: BTreeMap::new(),
            offered: 0,
            widest: 0,
            looked_at: 0,
            loops: 0,
            digest: Digest::of_bytes(b""),
            link: Vec::with_capacity(LINK * 32),
        }
    }

    /// Counts the next game.
    pub fn add(&mut self, index: u64, record: Record) {
        self.games += 1;
        self.moves += u64::from(record.moves);
        self.offered += record.offered;
        self.widest = self.widest.max(record.widest);
        self.link.extend_from_slice(record.digest.bytes());
        if self.link.len() == LINK * 32 {
            self.close_link();
        }
        match record.end {
            End::Over(outcome) if outcome.is_fault() => self.faults.add(index, Some(outcome.reason().to_owned())),
            // The engine ended the game because it was too long. This is not a draw by the rules.
            End::Over(outcome) if outcome.reason() == TOO_LONG => {
                self.unfinished.add(index, Some("the match reached its limit of decisions".to_owned()));
            }
            End::Over(outcome) => {
                if record.moves == 0 {
                    self.unplayed.add(index, None);
                }
                self.lengths.add(record.moves);
                self.ended(outcome.reason());
                if let (1, Some(points)) = (outcome.seats(), outcome.scores()) {
                    return self.alone.add(points[0]);
                }
                self.draws += u64::from(outcome.is_draw());
                let first: Vec<usize> = (0..outcome.seats()).filter(|&seat| outcome.places()[seat] == 1).collect();
                self.lost += u64::from(first.is_empty());
                for &seat in &first {
                    self.wins[seat] += u64::from(!outcome.is_draw());
                    self.shares[seat] += WHOLE / first.len() as u64;
                }
            }
            End::Unfinished => self.unfinished.add(index, None),
            End::Stuck => self.stuck.add(index, None),
            End::Bug(message) => self.bugs.add(index, Some(message)),
        }
    }

    fn ended(&mut self, reason: &str) {
        // A reason may contain numbers or cards, so there can be many. Above the limit, further reasons are counted
        // together.
        let known = self.endings.contains_key(reason) || self.endings.len() < ENDINGS;
        *self.endings.entry(if known { reason } else { OTHER }.to_owned()).or_default() += 1;
    }

    /// Adds the last digests to the chain. The caller does this after the last game.
    pub fn finish(&mut self) {
        if !self.link.is_empty() {
            self.close_link();
        }
    }

    /// Number of games that ended by the rules.
    pub fn finished(&self) -> u64 {
        self.lengths.count()
    }

    fn close_link(&mut self) {
        self.link.splice(0..0, *self.digest.bytes());
        self.digest = Digest::of_bytes(&self.link);
        self.link.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::{Outcome, Seat};

    fn game(n: u64, end: End) -> Record {
        Record { moves: 3, offered: 9, widest: 4, end, digest: Digest::of(&n) }
    }

    #[test]
    fn results_by_seat() {
        let mut tally = Tally::new(3);
        let ends = [
            End::Over(Outcome::win(3, Seat::new(1), "")),
            End::Over(Outcome::ranked(&[1, 1, 3], "")),
            End::Over(Outcome::draw(3, "")),
            End::Over(Outcome::fault(3, "out of fuel")),
            End::Unfinished,
            End::Stuck,
            End::Bug("a panic".into()),
            End::Over(Outcome::draw(3, TOO_LONG)),
        ];
        for (end, n) in ends.into_iter().zip(0..) {
            tally.add(n, game(n, end));
        }
        assert_eq!(tally.wins, [1, 2, 0]);
        assert_eq!(tally.shares, [WHOLE / 2 + WHOLE / 3, WHOLE + WHOLE / 2 + WHOLE / 3, WHOLE / 3]);
        assert_eq!((tally.draws, tally.lost, tally.finished()), (1, 0, 3));
        assert_eq!((tally.faults.count, tally.faults.words.as_deref()), (1, Some("out of fuel")));
        assert_eq!((tally.unfinished.first, tally.stuck.first, tally.bugs.first), (vec![4, 7], vec![5], vec![6]));
    }

    #[test]
    fn a_solo_game_for_points_counts_no_wins() {
        let mut tally = Tally::new(1);
        tally.add(0, game(0, End::Over(Outcome::highest(&[7], ""))));
        tally.add(1, game(1, End::Over(Outcome::highest(&[10], ""))));
        assert_eq!((tally.wins[0], tally.shares[0], tally.lost, tally.finished()), (0, 0, 0, 2));
        assert_eq!((tally.alone.mean(), tally.alone.most()), (Some(8.5), 10));
        // A puzzle is solved or not solved. A puzzle has no points.
        tally.add(2, game(2, End::Over(Outcome::ranked(&[1], "solved"))));
        tally.add(3, game(3, End::Over(Outcome::ranked(&[2], "stuck"))));
        assert_eq!((tally.wins[0], tally.lost), (1, 1));
    }

    #[test]
    fn the_digest_depends_on_every_game_and_their_order() {
        let digest = |games: &[u64]| {
            let mut tally = Tally::new(2);
            games.iter().for_each(|&n| tally.add(n, game(n, End::Unfinished)));
            tally.finish();
            tally.digest
        };
        let many: Vec<u64> = (0..2500).collect();
        let mut other = many.clone();
        other.swap(1, 2);
        assert_ne!(digest(&many), digest(&other));
        assert_ne!(digest(&many), digest(&many[..2499]));
        assert_eq!(digest(&many), digest(&many.clone()));
    }
}
