//! Assigns bots to seats in each game of an arena.

/// The index of the bot on each seat in game `index`.
///
/// * As many bots as seats: each bot has one seat, and the bots move up one seat after each game.
/// * Fewer bots than seats: they alternate around the table, so in a game of partners two bots are two teams.
/// * More bots than seats: every combination plays, and each bot of a combination plays every seat.
pub fn seating(bots: usize, seats: usize, index: u64) -> Vec<usize> {
    let chosen = if bots <= seats {
        (0..bots).collect()
    } else {
        let all = choices(bots, seats);
        all[(index % all.len() as u64) as usize].clone()
    };
    let turns = if bots <= seats { index } else { index / choices(bots, seats).len() as u64 };
    (0..seats).map(|seat| chosen[(seat + (turns % chosen.len() as u64) as usize) % chosen.len()]).collect()
}

/// All combinations of `k` out of `n`, in order.
fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    (k..=n)
        .flat_map(|last| {
            choices(last - 1, k - 1).into_iter().map(move |mut rest| {
                rest.push(last - 1);
                rest
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bots_change_sides() {
        assert_eq!((seating(2, 2, 0), seating(2, 2, 1), seating(2, 2, 2)), (vec![0, 1], vec![1, 0], vec![0, 1]));
    }

    #[test]
    fn two_bots_at_four_seats_are_two_teams() {
        assert_eq!((seating(2, 4, 0), seating(2, 4, 1)), (vec![0, 1, 0, 1], vec![1, 0, 1, 0]));
    }

    #[test]
    fn more_bots_than_seats_meet_each_other_equally_often() {
        let mut met = std::collections::BTreeMap::new();
        for index in 0..60 {
            *met.entry(seating(3, 2, index)).or_insert(0) += 1;
        }
        assert!(met.len() == 6 && met.values().all(|&games| games == 10), "{met:?}");
    }

    #[test]
    fn everybody_sits_everywhere() {
        for (bots, seats) in [(4, 4), (3, 4), (5, 3)] {
            let mut seen = std::collections::BTreeSet::new();
            for index in 0..60 {
                seen.extend(seating(bots, seats, index).into_iter().enumerate());
            }
            assert_eq!(seen.len(), bots * seats);
        }
    }
}
