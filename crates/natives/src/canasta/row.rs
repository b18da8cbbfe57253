//! Lists the moves that bots choose from: whole melds, and taking the discard pile together with the cards that this
//! needs. A bot must complete a meld that it has begun. So if its meld is incomplete, the only candidate is the rest of
//! that meld.

use super::count::{RANKS, THREE, is_wild, rank_value, value};
use super::legal::{Sight, legal, others, take};
use super::{BACK, Canasta, Decision, MOST_BACKS, TAKE, meld_ranks};
use crate::module::{Candidates, Card, Intent, SeatState};
use smallvec::SmallVec;

pub(super) fn candidates(game: &Canasta, state: &SeatState<'_, Canasta>, into: &mut Candidates) {
    let sight = Sight::of(game, state);
    let hand = Hand { game, state, sight };
    if sight.round.backs >= MOST_BACKS || sight.hand.red > 0 {
        return into.fill(|intents| legal(game, state, intents));
    }
    let offered = match sight.round.step {
        Decision::Draw => {
            let taking = take(game, &sight);
            let row = taking.and_then(|taking| Some((taking, hand.taking()?)));
            into.sift(|intents| others(game, state, &sight, intents), |intent| Some(*intent) != taking);
            if let Some((taking, plan)) = row {
                into.push_row([taking].into_iter().chain(hand.row(&plan)).chain([Intent::Action(TAKE)]));
            }
            true
        }
        Decision::Take { .. } => match hand.completed().filter(Hand::takes) {
            Some(plan) => {
                into.push_row(hand.row(&plan).chain([Intent::Action(TAKE)]));
                true
            }
            None => false,
        },
        Decision::Meld => hand.melding(into),
        Decision::Ask => false,
    };
    if !offered {
        into.fill(|intents| legal(game, state, intents));
    }
}

struct Hand<'a, 's> {
    game: &'a Canasta,
    state: &'a SeatState<'s, Canasta>,
    sight: Sight,
}

/// A plan for melds.
struct Plan {
    /// The turn as it is after all planned cards are laid.
    sight: Sight,
    /// The cards to lay, in this order, each with the rank of its meld.
    laid: SmallVec<[(Card, u8); 32]>,
}

impl Plan {
    fn new(sight: Sight) -> Plan {
        Plan { sight, laid: SmallVec::new() }
    }

    /// Lays a card if that is legal. Returns whether it was legal.
    fn lay(&mut self, card: Card, rank: usize) -> bool {
        let fits = self.sight.check_lay(card, rank).is_ok();
        if fits {
            self.sight = self.sight.with_laid(card, rank);
            self.laid.push((card, rank as u8));
        }
        fits
    }

    /// Whether the side has melded, or the planned cards reach the minimum for a first meld.
    fn is_enough(&self) -> bool {
        self.sight.is_melded() || self.sight.points >= self.sight.minimum()
    }

    /// Whether the meld of this rank has staged cards but is not valid yet.
    fn is_broken(&self, rank: usize) -> bool {
        self.sight.round.staged[rank] > 0 && !self.sight.melds[rank].is_valid()
    }

    fn stands(&self) -> bool {
        self.sight.can_be_completed() && !meld_ranks().any(|rank| self.is_broken(rank))
    }
}

impl Hand<'_, '_> {
    /// The cards of the hand that the plan does not lay, including copies.
    fn left(&self, plan: &Plan) -> SmallVec<[Card; 64]> {
        let mut left: SmallVec<[Card; 64]> = self.state.known(self.game.hand.of(self.sight.seat)).collect();
        for (card, _) in &plan.laid {
            if let Some(at) = left.iter().position(|other| other == card) {
                left.remove(at);
            }
        }
        left
    }

    /// Lays all natural cards of a rank. If the meld is not valid yet, adds the cheapest wild card.
    fn lay_rank(&self, plan: &mut Plan, rank: usize) {
        for card in self.left(plan).into_iter().filter(|card| !is_wild(*card) && card.rank() == rank) {
            plan.lay(card, rank);
        }
        if !plan.sight.melds[rank].is_valid()
            && let Some(wild) =
                self.left(plan).into_iter().filter(|&card| is_wild(card)).min_by_key(|&card| value(card))
        {
            plan.lay(wild, rank);
        }
    }

    fn row(&self, plan: &Plan) -> impl Iterator<Item = Intent> {
        let (game, hand, side) = (self.game, self.game.hand.of(self.sight.seat), self.sight.side);
        plan.laid.iter().map(move |&(card, rank)| Intent::card(hand, game.meld(rank as usize, side), card))
    }

    /// Completes the staged melds, then adds melds until they reach the minimum for a first meld. Ranks with three
    /// cards come first, then pairs, then more wild cards. Returns whether this was possible.
    fn complete(&self, plan: &mut Plan) -> bool {
        for rank in meld_ranks().filter(|&rank| rank != THREE) {
            let begun = plan.sight.round.staged[rank] > 0;
            if plan.is_broken(rank) || begun && !plan.is_enough() {
                self.lay_rank(plan, rank);
            }
        }
        for least in [3, 2] {
            let mut ranks: [usize; RANKS] = std::array::from_fn(|rank| rank);
            ranks.sort_by_key(|&rank| -rank_value(rank));
            for rank in ranks.into_iter().filter(|&rank| rank != THREE) {
                let there = plan.sight.melds[rank].size() == 0 && plan.sight.hand.naturals[rank] >= least;
                if !plan.is_enough() && there {
                    self.lay_rank(plan, rank);
                }
            }
        }
        while !plan.is_enough() {
            let wilds = self.left(plan).into_iter().filter(|&card| is_wild(card));
            let Some(wild) = wilds.max_by_key(|&card| value(card)) else { return false };
            if !meld_ranks().any(|rank| plan.lay(wild, rank)) {
                return false;
            }
        }
        plan.stands()
    }

    fn completed(&self) -> Option<Plan> {
        let mut plan = Plan::new(self.sight);
        if let Decision::Take { rank, pair } = self.sight.round.step
            && pair < 2
            && self.sight.round.is_closed(self.sight.side)
        {
            self.lay_rank(&mut plan, rank as usize);
        }
        self.complete(&mut plan).then_some(plan)
    }

    fn takes(plan: &Plan) -> bool {
        plan.sight.check_action(TAKE).is_ok()
    }

    /// A plan that takes the discard pile. `None` if that is impossible.
    fn taking(&self) -> Option<Plan> {
        let top = self.sight.top?;
        let mut plan = Plan::new(self.sight.with_top(top));
        self.lay_rank(&mut plan, top.rank());
        (self.complete(&mut plan) && Hand::takes(&plan)).then_some(plan)
    }

    /// Adds the only completion of the staged cards. If no completion is needed, adds melds and the moves that end the
    /// turn. Returns `false` if it added nothing.
    fn melding(&self, into: &mut Candidates) -> bool {
        let staged = self.sight.round.is_staged();
        if staged && self.sight.round.staged[THREE] == 0 {
            match self.completed() {
                Some(plan) if plan.laid.is_empty() => {}
                Some(plan) => {
                    into.push_row(self.row(&plan));
                    return true;
                }
                None => return false,
            }
        }
        let mut any = false;
        let mut offer = |plan: Plan| {
            any = true;
            into.push_row(self.row(&plan));
        };
        if staged || self.sight.is_melded() {
            self.melds(&mut offer);
        } else if self.sight.best() >= self.sight.minimum() {
            self.completed().filter(|plan| !plan.laid.is_empty()).into_iter().for_each(&mut offer);
        }
        let ends = |intent: &Intent| *intent != Intent::Action(BACK);
        into.sift(
            |intents| others(self.game, self.state, &self.sight, intents),
            |intent| {
                any |= ends(intent);
                ends(intent)
            },
        );
        any
    }

    /// Calls `offer` with a plan for every rank that can be melded, and for every wild card that fits a meld on the
    /// table.
    fn melds(&self, offer: &mut impl FnMut(Plan)) {
        let cards = self.state.set(self.game.hand.of(self.sight.seat));
        for rank in meld_ranks() {
            if rank != THREE && self.sight.hand.naturals[rank] > 0 {
                let mut plan = Plan::new(self.sight);
                self.lay_rank(&mut plan, rank);
                if !plan.laid.is_empty() && plan.stands() {
                    offer(plan);
                }
            }
            for wild in cards.iter().filter(|&card| is_wild(card)) {
                let mut plan = Plan::new(self.sight);
                if plan.lay(wild, rank) && plan.stands() {
                    offer(plan);
                }
            }
        }
    }
}
