//! Draws moves by the points of a policy. A move with 16 points more than another is twice as likely. All numbers are
//! integers, so a policy gives the same choices on every machine.

use rulebook_kernel::Draws;

/// The number of points that make a move twice as likely.
pub(crate) const DOUBLING: i32 = 16;
/// The share of the best move, as an integer.
const FULL: u32 = 1 << 16;
/// `FULL` divided by 2^(n/16) for each `n`, rounded.
const FRACTIONS: [u32; DOUBLING as usize] = [
    65_536, 62_757, 60_097, 57_549, 55_109, 52_773, 50_535, 48_393, 46_341, 44_376, 42_495, 40_693, 38_968, 37_316,
    35_734, 34_219,
];

/// Converts points into shares: integers in proportion to the probability of each move. The best move has the share
/// 65,536. `softness` divides the points first, so 2 gives shares that are more equal.
#[inline]
pub(crate) fn shares(points: &mut [i32], softness: i32) {
    let best = points.iter().copied().max().unwrap_or(0);
    for points in points {
        let behind = ((best - *points) / softness) as u32;
        let halvings = behind / DOUBLING as u32;
        *points = if halvings < 17 { (FRACTIONS[(behind % DOUBLING as u32) as usize] >> halvings) as i32 } else { 0 };
    }
}

/// Draws an index with probabilities in proportion to these shares.
#[inline]
pub(crate) fn draw_share(shares: &[i32], draws: &mut Draws) -> usize {
    let total: i32 = shares.iter().sum();
    let mut left = draws.below(total.max(1) as u32) as i32;
    for (index, share) in shares.iter().enumerate() {
        left -= share;
        if left < 0 {
            return index;
        }
    }
    0
}

const _: () = assert!(FRACTIONS[0] == FULL);

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::Rng;

    #[test]
    fn sixteen_points_are_twice_as_likely() {
        let mut points = [40, 24, 8, 40 - 17 * 16, -100_000];
        shares(&mut points, 1);
        assert_eq!(points, [65_536, 32_768, 16_384, 0, 0]);
        let mut points = [32, 0];
        shares(&mut points, 2);
        assert_eq!(points, [65_536, 32_768]);
    }

    #[test]
    fn moves_are_drawn_by_their_shares() {
        let mut draws = Rng::seeded("shares").draws();
        let mut drawn = [0; 3];
        (0..3000).for_each(|_| drawn[draw_share(&[2, 0, 1], &mut draws)] += 1);
        assert!(drawn[1] == 0 && (1900..2100).contains(&drawn[0]), "{drawn:?}");
    }
}
