//! Computes the captured pieces of each side from the position alone.
//!
//! A piece of the start position that is missing was captured, unless it was promoted. So each extra piece of a kind
//! explains one missing piece that can promote to that kind. If a promoted piece was captured, the result names the
//! original piece, because the position does not show the promotion.

use std::cmp::Reverse;

use rulebook_scene::{CapturedPieces, CapturedScene};

use crate::piece_values::promotions;
use crate::play::Position;
use crate::rules::Boards;

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The captured pieces of each player. Empty if captured pieces go to a hand or pieces can be dropped.
    pub(crate) fn captured(&self, now: &Position<W, N>) -> Vec<CapturedScene> {
        let plan = &self.plan;
        if plan.clauses.hands || plan.drops.iter().any(Option::is_some) {
            return vec![];
        }
        let first = self.first.as_ref().map_or_else(|| Position::start(plan), |first| first.position);
        let players = 0..plan.planes.players as u8;
        let left: Vec<Option<i32>> = players.clone().map(|player| self.left(now, player)).collect();
        let ahead = |player: u8| match left[..] {
            [Some(one), Some(other)] => (if player == 0 { one - other } else { other - one }).max(0),
            _ => 0,
        };
        players.map(|player| CapturedScene { pieces: self.gone(&first, now, player), ahead: ahead(player) }).collect()
    }

    /// The captured pieces of a player, most valuable first.
    fn gone(&self, first: &Position<W, N>, now: &Position<W, N>, player: u8) -> Vec<CapturedPieces> {
        let (names, worth) = (&self.plan.names, &self.worth.computed);
        let kinds = self.plan.planes.kinds;
        let mut lost: Vec<i32> =
            (0..kinds).map(|kind| self.count(first, player, kind) - self.count(now, player, kind)).collect();
        for more in 0..kinds {
            for _ in lost[more]..0 {
                let was = (0..kinds).filter(|kind| lost[*kind] > 0 && self.becomes(player, *kind, more));
                let cheapest = was.min_by_key(|kind| worth[*kind]);
                if let Some(kind) = cheapest {
                    lost[kind] -= 1;
                }
            }
        }
        let mut gone: Vec<usize> = (0..kinds).filter(|kind| lost[*kind] > 0).collect();
        gone.sort_by_key(|kind| Reverse((self.is_leader(*kind), worth[*kind])));
        let pieces = gone.into_iter().map(|kind| CapturedPieces {
            kind: names.kinds[kind].clone(),
            glyph: names.glyphs[kind][player as usize].clone(),
            letter: Some(names.letters[kind].clone()).filter(|letter| !letter.is_empty()),
            count: lost[kind] as usize,
        });
        pieces.collect()
    }

    /// The total value of a player's pieces without leaders. `None` if the file does not give values for all kinds, or
    /// if a player wins by having no pieces.
    fn left(&self, now: &Position<W, N>, player: u8) -> Option<i32> {
        if self.worth.misere {
            return None;
        }
        let rest = (0..self.plan.planes.kinds).filter(|kind| !self.is_leader(*kind));
        rest.map(|kind| Some(self.plan.values[kind]? * self.count(now, player, kind))).sum()
    }

    fn count(&self, position: &Position<W, N>, player: u8, kind: usize) -> i32 {
        (position.kind(kind as u8) & position.player(&self.plan, player)).len() as i32
    }

    fn is_leader(&self, kind: usize) -> bool {
        self.plan.leaders.iter().any(|leader| usize::from(*leader) == kind)
    }

    /// Whether a player's piece of kind `from` can become kind `to`, by one or more promotions.
    fn becomes(&self, player: u8, from: usize, to: usize) -> bool {
        let (mut reached, mut looked) = (promotions(&self.plan, player, from as u8), 0);
        while let Some(kind) = reached.get(looked).copied() {
            looked += 1;
            for next in promotions(&self.plan, player, kind) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        reached.iter().any(|kind| usize::from(*kind) == to)
    }
}
