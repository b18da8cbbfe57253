//! Turns a batch of simultaneous moves into steps that can be played one after the other.

use crate::{Place, Step};

/// One move of a card: the place before, the place after, and the face if the viewer sees it.
type Way = (Place, Place, Option<String>);

impl Step {
    /// Converts simultaneous moves into a sequence of steps. The places in `moves` are valid before and after the whole
    /// batch. The places in the steps are adjusted, so that each is valid at the moment of its step.
    #[must_use]
    pub fn together(mut moves: Vec<Way>) -> Vec<Step> {
        // Sort the moves by their target, lowest first. So when a card arrives, all cards below its final place are
        // already there.
        moves.sort_by_key(|(_, to, _)| to.at);
        // The places of the cards that have not left yet.
        let mut waiting: Vec<Place> = moves.iter().map(|(from, _, _)| from.clone()).collect();
        waiting.reverse();
        let mut steps = Vec::with_capacity(moves.len());
        for (_, mut to, face) in moves {
            let Some(from) = waiting.pop() else { break };
            if let Some(gap) = from.at {
                shift(&mut waiting, &from.zone, |at| if at > gap { at - 1 } else { at });
            }
            if let Some(last) = to.at {
                let mut leaving: Vec<usize> =
                    waiting.iter().filter(|place| place.zone == to.zone).filter_map(|place| place.at).collect();
                leaving.sort_unstable();
                // Cards that have not left yet may still lie below the final place. Each such card raises the place by
                // one.
                let at = leaving.into_iter().fold(last, |at, below| if below < at { at + 1 } else { at });
                shift(&mut waiting, &to.zone, |place| if place >= at { place + 1 } else { place });
                to.at = Some(at);
            }
            steps.push(Step::Move { from, to, face });
        }
        steps
    }
}

fn shift(places: &mut [Place], zone: &str, change: impl Fn(usize) -> usize) {
    for place in places.iter_mut().filter(|place| place.zone == zone) {
        place.at = place.at.map(&change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::Rng;

    fn place(zone: usize, at: usize) -> Place {
        Place { zone: zone.to_string(), at: Some(at) }
    }

    #[test]
    fn a_pile_turned_into_another_leaves_from_the_bottom() {
        let steps = Step::together((0..3).map(|at| (place(0, at), place(1, at), None)).collect());
        let from: Vec<_> =
            steps.iter().map(|step| if let Step::Move { from, .. } = step { from.at } else { None }).collect();
        assert_eq!(from, [Some(0), Some(0), Some(0)]);
    }

    #[test]
    fn sequential_steps_equal_the_batch() {
        let mut rng = Rng::seeded("together");
        for _ in 0..2000 {
            let mut pick = |n: usize| rng.below(n as u32) as usize;
            let before: Vec<Vec<usize>> = (0..3).map(|zone| (0..pick(6)).map(|at| zone * 10 + at).collect()).collect();
            let (mut after, mut ways) = (before.clone(), Vec::new());
            for (zone, cards) in before.iter().enumerate() {
                for (at, card) in cards.iter().enumerate().filter(|_| pick(2) == 0) {
                    after[zone].retain(|other| other != card);
                    ways.push((place(zone, at), *card));
                }
            }
            for (_, card) in &ways {
                let to = pick(3);
                let at = pick(after[to].len() + 1);
                after[to].insert(at, *card);
            }
            let last = |card: usize| {
                let zone = after.iter().position(|zone| zone.contains(&card)).unwrap();
                place(zone, after[zone].iter().position(|other| *other == card).unwrap())
            };
            let ways = ways.into_iter().map(|(from, card)| (from, last(card), None)).collect();
            let mut table = before.clone();
            for step in Step::together(ways) {
                let Step::Move { from, to, .. } = step else { unreachable!() };
                let card = table[from.zone.parse::<usize>().unwrap()].remove(from.at.unwrap());
                table[to.zone.parse::<usize>().unwrap()].insert(to.at.unwrap(), card);
            }
            assert_eq!(table, after);
        }
    }
}
