//! What bots are offered: whole melds, and the pile together with the cards that take it.

use super::count::{RANKS, THREE, is_wild};
use super::legal::{Sight, faces, legal};
use super::{Canasta, MOST_BACKS, Step, TAKE, meld_ranks};
use crate::module::{Candidates, Card, CardSet, Intent, SeatState};

pub(super) fn candidates(game: &Canasta, state: &SeatState<'_, Canasta>, into: &mut Candidates) {
    let mut moves = Vec::new();
    legal(game, state, &mut moves);
    let sight = Sight::of(game, state);
    let fresh = sight.round.backs < MOST_BACKS && sight.hand.red == 0;
    let hand = Hand { game, state, sight };
    match sight.round.step {
        Step::Draw if fresh => {
            for intent in moves {
                match intent {
                    Intent::Move { from, .. } if from == game.discard => hand.take(intent, into),
                    _ => into.push(intent),
                }
            }
        }
        Step::Meld if fresh && !sight.round.is_staged() => {
            hand.melds(into);
            let lays = |intent: &Intent| matches!(intent, Intent::Move { to, .. } if *to != game.discard);
            moves.into_iter().filter(|intent| !lays(intent)).for_each(|intent| into.push(intent));
        }
        _ => moves.into_iter().for_each(|intent| into.push(intent)),
    }
}

struct Hand<'a, 's> {
    game: &'a Canasta,
    state: &'a SeatState<'s, Canasta>,
    sight: Sight,
}

/// Melds as they are put together: what the side would see, and the cards laid so far.
struct Plan {
    sight: Sight,
    laid: Vec<(Card, usize)>,
}

impl Hand<'_, '_> {
    /// The cards of the hand that are not laid yet, copies and all.
    fn left(&self, plan: &Plan) -> Vec<Card> {
        let mut left: Vec<Card> = self.state.known(self.game.hand.of(self.sight.seat)).collect();
        for (card, _) in &plan.laid {
            if let Some(at) = left.iter().position(|other| other == card) {
                left.remove(at);
            }
        }
        left
    }

    /// Lays a card, if that is allowed.
    fn lay(&self, plan: &mut Plan, card: Card, rank: usize) -> bool {
        let fits = plan.sight.check_lay(card, rank).is_ok();
        if fits {
            plan.sight = plan.sight.with_laid(card, rank);
            plan.laid.push((card, rank));
        }
        fits
    }

    /// Lays all natural cards of a rank; a pair with a wild card, the cheapest first.
    fn lay_rank(&self, plan: &mut Plan, rank: usize) {
        let left = self.left(plan);
        for &card in left.iter().filter(|card| !is_wild(**card) && card.rank() == rank) {
            self.lay(plan, card, rank);
        }
        if !plan.sight.melds[rank].is_valid()
            && let Some(wild) = self.wild(plan)
        {
            self.lay(plan, wild, rank);
        }
    }

    /// The cheapest wild card that is left.
    fn wild(&self, plan: &Plan) -> Option<Card> {
        self.left(plan).into_iter().filter(|&card| is_wild(card)).min_by_key(|&card| super::value(card))
    }

    fn row(&self, plan: &Plan) -> impl Iterator<Item = Intent> {
        let (hand, side) = (self.game.hand.of(self.sight.seat), self.sight.side);
        plan.laid.iter().map(move |&(card, rank)| Intent::card(hand, self.game.meld(rank, side), card))
    }

    fn stands(plan: &Plan) -> bool {
        plan.sight.can_be_completed()
            && meld_ranks().all(|rank| plan.sight.round.staged[rank] == 0 || plan.sight.melds[rank].is_valid())
    }

    /// Adds melds until a first meld counts enough: ranks of three first, then pairs, then the other wild cards.
    fn reach_minimum(&self, plan: &mut Plan) -> bool {
        let enough =
            |plan: &Plan| plan.sight.round.melded[plan.sight.side] || plan.sight.points >= plan.sight.minimum();
        for least in [3, 2] {
            let mut ranks: Vec<usize> = (0..RANKS).filter(|&rank| rank != THREE).collect();
            ranks.sort_by_key(|&rank| -super::count::rank_value(rank));
            for rank in ranks {
                let there = plan.sight.melds[rank].size() == 0 && plan.sight.hand.naturals[rank] >= least;
                if !enough(plan) && there {
                    self.lay_rank(plan, rank);
                }
            }
        }
        while !enough(plan) {
            let Some(wild) = self.left(plan).into_iter().filter(|&card| is_wild(card)).max_by_key(|&c| super::value(c))
            else {
                return false;
            };
            if !meld_ranks().any(|rank| self.lay(plan, wild, rank)) {
                return false;
            }
        }
        true
    }

    /// The pile, with the cards that take it.
    fn take(&self, intent: Intent, into: &mut Candidates) {
        let Some(top) = self.sight.top else { return };
        let mut plan = Plan { sight: self.sight.with_top(top), laid: Vec::new() };
        self.lay_rank(&mut plan, top.rank());
        let whole = self.reach_minimum(&mut plan) && Self::stands(&plan) && plan.sight.check_action(TAKE).is_ok();
        if whole {
            let row = [intent].into_iter().chain(self.row(&plan)).chain([Intent::Action(TAKE)]);
            into.push_row(row);
        }
    }

    /// Every rank that can be melded by itself, and wild cards on melds that are there; a first meld only as a whole.
    fn melds(&self, into: &mut Candidates) {
        let fresh = || Plan { sight: self.sight, laid: Vec::new() };
        if !self.sight.round.melded[self.sight.side] {
            let mut plan = fresh();
            if self.sight.best() >= self.sight.minimum() && self.reach_minimum(&mut plan) && Self::stands(&plan) {
                into.push_row(self.row(&plan).collect::<Vec<_>>());
            }
            return;
        }
        let cards: CardSet = self.state.set(self.game.hand.of(self.sight.seat));
        for rank in meld_ranks() {
            let mut plan = fresh();
            if rank != THREE && faces(cards, rank).next().is_some() {
                self.lay_rank(&mut plan, rank);
                if !plan.laid.is_empty() && Self::stands(&plan) {
                    into.push_row(self.row(&plan).collect::<Vec<_>>());
                }
            }
            for wild in cards.iter().filter(|&card| is_wild(card)) {
                let mut plan = fresh();
                if self.lay(&mut plan, wild, rank) && Self::stands(&plan) {
                    into.push_row(self.row(&plan).collect::<Vec<_>>());
                }
            }
        }
    }
}
