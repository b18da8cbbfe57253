//! Decides which moves are legal: drawing, taking the pile, laying cards, discarding, going out.

use super::count::{MOST_WILDS, RANKS, THREE, TWO, is_red_three, is_wild, minimum, rank_value, value};
use super::{ASK, BACK, Canasta, Decision, MOST_BACKS, Meld, NO, OUT, Round, STOP, TAKE, Tally, YES, meld_ranks, side};
use crate::module::{Action, Card, FullState, IllegalReason, Intent, Pile, SeatState, Shown};
use rulebook_kernel::Seat;

/// The part of a turn on which legality depends, as the current player knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) round: Round,
    pub(super) seat: Seat,
    pub(super) side: usize,
    pub(super) hand: Tally,
    /// The number of cards in the hand.
    pub(super) held: usize,
    /// The melds of the side. They include staged cards, which were laid in this turn but are not committed.
    pub(super) melds: [Meld; RANKS],
    /// The points of all staged cards. `wild_points` counts only the wild cards.
    pub(super) points: i32,
    wild_points: i32,
    pub(super) score: i32,
    pub(super) top: Option<Card>,
    pub(super) pile: usize,
    pub(super) stock: usize,
}

type Answer = Result<(), IllegalReason>;

fn no(why: impl Into<IllegalReason>) -> Answer {
    Err(why.into())
}

impl Sight {
    pub(super) fn of(game: &Canasta, state: &SeatState<'_, Canasta>) -> Sight {
        let hand = Tally::of(state.known(game.hand.of(state.seat())));
        let top = state.top(game.discard);
        let mut sight =
            Sight::begin(game, *state.rules(), state.seat(), hand, state.scores(), top, |pile| state.size(pile));
        for rank in meld_ranks() {
            let pile = game.meld(rank, sight.side);
            if !state.is_empty(pile) {
                sight.add_meld(rank, state.size(pile), state.known(pile));
            }
        }
        sight
    }

    /// Builds this part of the turn from a view of the player, because the texts for players are made from views.
    pub(super) fn shown(game: &Canasta, shown: &Shown<'_, Canasta>, seat: Seat) -> Sight {
        let hand = Tally::of(shown.cards(game.hand.of(seat)));
        let top = shown.cards(game.discard).last();
        let mut sight = Sight::begin(game, *shown.rules(), seat, hand, shown.scores(), top, |pile| shown.size(pile));
        for rank in meld_ranks() {
            let pile = game.meld(rank, sight.side);
            sight.add_meld(rank, shown.size(pile), shown.cards(pile));
        }
        sight
    }

    /// Builds the value with every field except the melds, which the caller adds.
    fn begin(
        game: &Canasta,
        round: Round,
        seat: Seat,
        hand: Tally,
        scores: &[i32],
        top: Option<Card>,
        size: impl Fn(Pile) -> usize,
    ) -> Sight {
        Sight {
            round,
            seat,
            side: side(seat),
            hand,
            held: size(game.hand.of(seat)),
            melds: [Meld::default(); RANKS],
            points: 0,
            wild_points: 0,
            score: scores.get(seat.index()).copied().unwrap_or(0),
            top,
            pile: size(game.discard),
            stock: size(game.stock),
        }
    }

    fn add_meld(&mut self, rank: usize, size: usize, cards: impl Iterator<Item = Card>) {
        let committed = size.saturating_sub(self.round.staged[rank] as usize);
        for (at, card) in cards.enumerate() {
            self.count(rank, card, at >= committed);
        }
    }

    fn count(&mut self, rank: usize, card: Card, staged: bool) {
        let meld = &mut self.melds[rank];
        let wild = is_wild(card);
        let count = if wild { &mut meld.wilds } else { &mut meld.naturals };
        *count = count.saturating_add(1);
        if staged {
            self.points += value(card);
            self.wild_points += if wild { value(card) } else { 0 };
        }
    }

    pub(super) fn is_melded(&self) -> bool {
        self.round.melded[self.side]
    }

    /// Whether the player may lay cards onto melds at this step.
    pub(super) fn lays(&self) -> bool {
        matches!(self.round.step, Decision::Take { .. } | Decision::Meld) && self.hand.red == 0
    }

    pub(super) fn minimum(&self) -> i32 {
        minimum(self.score)
    }

    pub(super) fn has_canasta(&self) -> bool {
        self.melds.iter().any(|meld| meld.is_canasta())
    }

    /// Whether the side can have a canasta if the player lays all fitting cards of the hand.
    fn could_have_canasta(&self) -> bool {
        let wilds = self.hand.wilds();
        let most = |rank: usize| {
            let meld = self.melds[rank];
            let naturals = meld.naturals + self.hand.naturals[rank];
            if naturals < 2 { 0 } else { naturals + (meld.wilds + wilds).min(MOST_WILDS) }
        };
        self.has_canasta() || meld_ranks().any(|rank| rank != THREE && most(rank) >= 7)
    }

    /// Whether the player can get rid of the whole hand in this turn and lay three or four black threes.
    fn could_go_out_with_threes(&self) -> bool {
        let threes = self.melds[THREE].size() + self.hand.naturals[THREE];
        let (mut wanted, mut room, mut stuck) = (0, 0, 0);
        for rank in meld_ranks().filter(|&rank| rank != THREE) {
            let (meld, held) = (self.melds[rank], self.hand.naturals[rank]);
            let naturals = meld.naturals + held;
            match naturals {
                0 => {}
                1 => stuck += held,
                _ => {
                    let wilds = 3u8.saturating_sub(meld.size() + held);
                    wanted += wilds;
                    room += MOST_WILDS.saturating_sub(meld.wilds);
                }
            }
        }
        let wilds = self.hand.wilds();
        // At most one card may be left over, because a player discards only one card.
        let left = stuck + wilds.saturating_sub(room);
        threes >= 3 && wanted <= wilds && left <= 1 && self.could_have_canasta() && self.round.answer != Some(false)
    }

    /// Whether the side has a canasta and the partner has not refused. The melds must be valid too.
    fn may_go_out(&self) -> bool {
        self.has_canasta() && self.round.answer != Some(false)
    }

    /// The number of cards in the hand. If the player is taking the pile, it includes the cards of the pile.
    fn will_hold(&self) -> usize {
        self.held + if matches!(self.round.step, Decision::Take { .. }) { self.pile } else { 0 }
    }

    /// Whether the cards of the hand can complete every staged meld and reach the minimum for a first meld.
    pub(super) fn can_be_completed(&self) -> bool {
        let mut wanting = 0;
        for rank in meld_ranks().filter(|&rank| rank != THREE && self.round.staged[rank] > 0) {
            let (meld, held) = (self.melds[rank], self.hand.naturals[rank]);
            if meld.is_valid() {
                continue;
            }
            let wilds = 3u8.saturating_sub(meld.size() + held);
            if meld.naturals + held < 2 || meld.wilds + wilds > MOST_WILDS {
                return false;
            }
            wanting += wilds;
        }
        if let Decision::Take { rank, pair } = self.round.step {
            let closed = self.round.is_closed(self.side);
            if closed && pair + self.hand.naturals[rank as usize] < 2 {
                return false;
            }
        }
        wanting <= self.hand.wilds() && (self.is_melded() || self.best() >= self.minimum())
    }

    /// The maximum points that a side without melds can lay down. It counts every rank with three or more cards, and
    /// the best pairs that get a wild card. The other wild cards count as long as the melds have room.
    pub(super) fn best(&self) -> i32 {
        let (mut total, mut melds, mut wilds) = (0, 0u8, 0u8);
        let mut pairs = [0; RANKS];
        for rank in meld_ranks().filter(|&rank| rank != THREE) {
            let (meld, held) = (self.melds[rank], self.hand.naturals[rank]);
            let count = meld.naturals + held;
            wilds += meld.wilds;
            if count >= 3 || count == 2 && meld.wilds > 0 {
                total += i32::from(count) * rank_value(rank);
                melds += 1;
            } else if count == 2 {
                pairs[rank] = 2 * rank_value(rank);
            }
        }
        pairs.sort_unstable();
        let fit = pairs.iter().rev().take(self.hand.wilds() as usize).filter(|&&pair| pair > 0);
        fit.for_each(|pair| (total, melds) = (total + pair, melds + 1));
        let room = (melds * MOST_WILDS).saturating_sub(wilds);
        total + self.wild_points + self.hand.wild_points(room)
    }

    /// Checks that all staged melds are valid, and that a first meld reaches its minimum.
    fn melds_stand(&self) -> Answer {
        let broken = meld_ranks().find(|&rank| {
            let needs = if rank == THREE { self.melds[rank].size() >= 3 } else { self.melds[rank].is_valid() };
            self.round.staged[rank] > 0 && !needs
        });
        if broken == Some(THREE) {
            return no("black threes are melded three or four at once, without wild cards");
        }
        if let Some(rank) = broken {
            let name = crate::cards::RANKS[rank].1;
            return no(IllegalReason::Word(
                "the meld of ",
                name,
                "s needs three cards, two of them natural, and at most three wild",
            ));
        }
        if self.round.is_staged() && !self.is_melded() && self.points < self.minimum() {
            let (points, least) = (self.points, self.minimum());
            return no(IllegalReason::Numbers("your first meld counts ", points, ": it must count at least ", least));
        }
        Ok(())
    }

    pub(super) fn check(&self, game: &Canasta, state: &SeatState<'_, Canasta>, intent: &Intent) -> Answer {
        let hand = game.hand.of(self.seat);
        match *intent {
            Intent::Move { from, to, cards } if from == hand && to == game.threes.nth(self.side) => {
                let fits = cards.single().is_some_and(is_red_three) && self.round.step != Decision::Ask;
                if fits { Ok(()) } else { no("only red threes are laid aside") }
            }
            _ if self.hand.red > 0 && self.round.step != Decision::Ask => no("lay your red threes aside first"),
            Intent::Move { from, to, cards } if from == game.stock && to == hand => {
                self.check_draw(cards.is_blind() || state.is_top(from, &cards))
            }
            Intent::Move { from, to, cards } if from == game.discard => {
                let Some(card) = cards.single().filter(|&card| self.top == Some(card)) else {
                    return no("the pile is taken by moving its top card onto a meld");
                };
                self.check_take(card, self.rank_of(game, to))
            }
            Intent::Move { from, .. } if from != hand => no("that cannot be moved"),
            Intent::Move { to, cards, .. } => match (cards.single(), self.rank_of(game, to)) {
                (None, _) => no("one card at a time"),
                (Some(card), _) if to == game.discard => self.check_discard(card),
                (Some(card), Some(rank)) => self.check_lay(card, rank),
                _ => no("a card goes onto one of your melds, or to the discard pile"),
            },
            Intent::Action(action) => self.check_action(action),
        }
    }

    /// The rank of a meld pile of the player's side. `None` for any other pile.
    fn rank_of(&self, game: &Canasta, pile: Pile) -> Option<usize> {
        meld_ranks().find(|&rank| game.meld(rank, self.side) == pile)
    }

    fn check_draw(&self, top: bool) -> Answer {
        match self.round.step {
            Decision::Draw if top => Ok(()),
            Decision::Draw => no("draw the top card"),
            _ => no(self.drawn_already()),
        }
    }

    fn drawn_already(&self) -> &'static str {
        match self.round.step {
            Decision::Take { .. } => "you are taking the discard pile: lay the cards for it, or take back",
            _ if self.round.took => "you have taken the discard pile already",
            _ => "you have drawn already",
        }
    }

    /// Checks whether the player may take the pile by moving its top card onto the meld of rank `to`.
    fn check_take(&self, card: Card, to: Option<usize>) -> Answer {
        if self.round.step != Decision::Draw {
            return no(self.drawn_already());
        }
        if is_wild(card) || card.rank() == THREE {
            return no(IllegalReason::Card("the ", card, " on top cannot be taken"));
        }
        let rank = card.rank();
        if to != Some(rank) {
            return no("move the top card onto the meld of its rank");
        }
        if self.round.backs >= MOST_BACKS && !self.is_duty() {
            return no("you have taken cards back often enough");
        }
        if self.held == 1 && self.pile == 1 {
            return no("you cannot take a pile of one card with a single card in hand");
        }
        let (held, wilds) = (self.hand.naturals[rank], self.hand.wilds());
        let closed = self.round.is_closed(self.side);
        let fits = held >= 2 || !closed && (self.melds[rank].size() >= 3 || held >= 1 && wilds >= 1);
        if !fits {
            return no(match closed {
                true if self.round.frozen => "the pile is frozen: you need two natural cards of that rank",
                true => "before your first meld you need two natural cards of that rank",
                false => "you need a meld of that rank, two cards of it, or one and a wild card",
            });
        }
        let after = self.with_top(card);
        if !after.can_be_completed() {
            return no(IllegalReason::Number("your first meld must count at least ", self.minimum()));
        }
        let used = if closed { 2 } else { usize::from(self.melds[rank].size() < 3) * 2 };
        let left = (self.held + self.pile - 1).saturating_sub(used);
        if left < 2 && !self.has_canasta() { no("you would have no card left to keep") } else { Ok(()) }
    }

    /// A copy of this turn in which the top card of the pile has moved onto its meld.
    pub(super) fn with_top(&self, card: Card) -> Sight {
        let mut after = *self;
        after.round.step = Decision::Take { rank: card.rank() as u8, pair: 0 };
        after.round.staged[card.rank()] = after.round.staged[card.rank()].saturating_add(1);
        after.count(card.rank(), card, true);
        after.pile = after.pile.saturating_sub(1);
        after
    }

    /// A copy of this turn in which a card of the hand has moved onto a meld.
    pub(super) fn with_laid(&self, card: Card, rank: usize) -> Sight {
        let mut after = *self;
        after.hand.add(card, -1);
        after.held = after.held.saturating_sub(1);
        after.round.staged[rank] = after.round.staged[rank].saturating_add(1);
        after.count(rank, card, true);
        if let Decision::Take { rank: taken, pair } = &mut after.round.step
            && *taken as usize == rank
            && !is_wild(card)
        {
            *pair = pair.saturating_add(1);
        }
        after
    }

    pub(super) fn check_lay(&self, card: Card, rank: usize) -> Answer {
        match self.round.step {
            Decision::Draw => return no("draw first"),
            Decision::Ask => return no("your partner asks: yes or no?"),
            Decision::Take { .. } | Decision::Meld => {}
        }
        if self.round.backs >= MOST_BACKS {
            return no("you have taken cards back often enough: discard");
        }
        let meld = self.melds[rank];
        let fits = match () {
            () if rank == THREE => card.rank() == THREE && !card.is_joker() && self.round.step == Decision::Meld,
            () if is_wild(card) => meld.naturals >= 2 && meld.wilds < MOST_WILDS,
            () => card.rank() == rank,
        };
        if !fits {
            return no(if is_wild(card) && rank != THREE {
                "a wild card joins two natural cards, and no more than two others"
            } else {
                "a meld is of one rank"
            });
        }
        if rank == THREE && !self.could_go_out_with_threes() {
            return no("black threes are melded only when going out, three or four at once");
        }
        let after = self.with_laid(card, rank);
        if !after.can_be_completed() {
            return no(match self.is_melded() {
                true => IllegalReason::Said("you hold no cards that complete that meld"),
                false => IllegalReason::Number("your first meld must count at least ", self.minimum()),
            });
        }
        let keeps = after.will_hold() >= 2 || after.may_go_out();
        if keeps { Ok(()) } else { no("you cannot go out: keep a card beside your discard") }
    }

    pub(super) fn check_discard(&self, _: Card) -> Answer {
        match self.round.step {
            Decision::Draw => return no("draw first"),
            Decision::Take { .. } => return no("first complete the meld, and take the pile"),
            Decision::Ask => return no("your partner asks: yes or no?"),
            Decision::Meld => {}
        }
        self.melds_stand()?;
        let last = self.held == 1;
        match (last, self.may_go_out()) {
            (true, false) if self.round.answer == Some(false) => no("your partner said no, so you cannot go out"),
            (true, false) => no("to go out you need a canasta"),
            (false, _) if self.round.staged[THREE] > 0 => no("black threes are melded only when going out"),
            _ => Ok(()),
        }
    }

    pub(super) fn check_action(&self, action: Action) -> Answer {
        let round = &self.round;
        match (action, round.step) {
            (YES | NO, Decision::Ask) => Ok(()),
            (_, Decision::Ask) => no("your partner asks: yes or no?"),
            (YES | NO, _) => no("your partner has not asked you"),
            (BACK, _) if !round.is_staged() => no("there is nothing to take back"),
            // After the last permitted take-back, a player lays cards only to take a pile that must be taken.
            (BACK, _) if round.backs >= MOST_BACKS => no("you must take the pile"),
            (BACK, _) => Ok(()),
            (TAKE, Decision::Take { pair, .. }) => {
                self.melds_stand()?;
                if round.is_closed(self.side) && pair < 2 {
                    return no("you need two natural cards of that rank from your hand");
                }
                let left = self.will_hold();
                if left >= 2 || self.may_go_out() { Ok(()) } else { no("you cannot go out: keep two cards") }
            }
            (TAKE, _) => no("move the top of the pile onto a meld first"),
            (OUT, Decision::Meld) => {
                self.melds_stand()?;
                if self.held > 0 {
                    return no("you still hold cards");
                }
                if self.may_go_out() { Ok(()) } else { no("to go out you need a canasta") }
            }
            (OUT, _) => no("draw first"),
            (ASK, Decision::Meld) if round.answer.is_some() => no("you have asked already"),
            (ASK, Decision::Meld) if round.is_staged() => no("ask before you meld"),
            (ASK, Decision::Meld) if round.backs >= MOST_BACKS => no("you have taken cards back often enough: discard"),
            (ASK, Decision::Meld) if self.held < 2 => no("you have no other choice"),
            (ASK, Decision::Meld) if !self.could_have_canasta() => no("to go out you need a canasta"),
            (ASK, Decision::Meld) => Ok(()),
            (ASK, _) => no("draw first"),
            (STOP, Decision::Draw) if self.stock > 0 => no("there are cards to draw"),
            (STOP, Decision::Draw) if self.is_forced() => no("the top card fits your meld: you must take the pile"),
            (STOP, Decision::Draw) => Ok(()),
            _ => no("that cannot be done now"),
        }
    }

    /// Whether the rules require taking the pile, if the player can: the stock is empty, and the top card fits a meld
    /// of the side.
    fn is_duty(&self) -> bool {
        let fits = |card: &Card| !is_wild(*card) && card.rank() != THREE && self.melds[card.rank()].size() >= 3;
        self.stock == 0 && !self.round.is_closed(self.side) && self.top.filter(fits).is_some()
    }

    /// Whether the player must take the pile and can.
    fn is_forced(&self) -> bool {
        self.is_duty() && self.can_take()
    }

    /// Whether the player's cards allow taking the discard pile.
    pub(super) fn can_take(&self) -> bool {
        self.top.is_some_and(|card| !card.is_joker() && self.check_take(card, Some(card.rank())).is_ok())
    }
}

pub(super) fn legal(game: &Canasta, state: &SeatState<'_, Canasta>, into: &mut Vec<Intent>) {
    let sight = Sight::of(game, state);
    if sight.lays() {
        lays(game, state, &sight, into);
    }
    others(game, state, &sight, into);
}

/// Adds every legal move that lays a card onto a meld.
fn lays(game: &Canasta, state: &SeatState<'_, Canasta>, sight: &Sight, into: &mut Vec<Intent>) {
    let (hand, side) = (game.hand.of(sight.seat), sight.side);
    for card in state.set(hand).iter() {
        let lay =
            |rank: usize| sight.check_lay(card, rank).is_ok().then(|| Intent::card(hand, game.meld(rank, side), card));
        if is_wild(card) {
            into.extend(meld_ranks().filter_map(lay));
        } else {
            into.extend(lay(card.rank()));
        }
    }
}

/// The move of the discard pile's top card onto its meld. `None` if it is not legal.
pub(super) fn take(game: &Canasta, sight: &Sight) -> Option<Intent> {
    let card = sight.top.filter(|card| !is_wild(*card) && card.rank() != TWO)?;
    sight.check_take(card, Some(card.rank())).ok()?;
    Some(Intent::card(game.discard, game.meld(card.rank(), sight.side), card))
}

/// Adds all legal moves that do not lay cards onto melds.
pub(super) fn others(game: &Canasta, state: &SeatState<'_, Canasta>, sight: &Sight, into: &mut Vec<Intent>) {
    let (hand, side) = (game.hand.of(sight.seat), sight.side);
    let press = |into: &mut Vec<Intent>, actions: &[Action]| {
        let may = actions.iter().filter(|&&action| sight.check_action(action).is_ok());
        into.extend(may.map(|&action| Intent::Action(action)));
    };
    let cards = state.set(hand);
    match sight.round.step {
        Decision::Ask => press(into, &[YES, NO]),
        _ if sight.hand.red > 0 => {
            let red = cards.iter().filter(|&card| is_red_three(card));
            into.extend(red.map(|card| Intent::card(hand, game.threes.nth(side), card)));
        }
        Decision::Draw => {
            into.extend(state.draw(game.stock, hand));
            into.extend(take(game, sight));
            press(into, &[STOP]);
        }
        Decision::Take { .. } | Decision::Meld => {
            if sight.held > 0 && sight.check_discard(Card::BLACK_JOKER).is_ok() {
                into.extend(cards.iter().map(|card| Intent::card(hand, game.discard, card)));
            }
            press(into, &[TAKE, OUT, ASK, BACK]);
        }
    }
}

pub(super) fn validate_state(game: &Canasta, state: &FullState<'_, Canasta>) -> Result<(), &'static str> {
    let round = *state.rules();
    if round.dealer.index() >= 4 || round.backs > MOST_BACKS {
        return Err("a seat does not exist, or a number is out of range");
    }
    let Some(current) = state.current_player().filter(|_| state.is_dealt()) else { return Ok(()) };
    let team = side(current);
    let fits = |rank: usize| {
        let wrong = |card: Card| !is_wild(card) && (card.rank() != rank || is_red_three(card));
        (0..2).all(|side| {
            let pile = game.meld(rank, side);
            let staged = if side == team { round.staged[rank] as usize } else { 0 };
            staged <= state.size(pile)
                && state.ids(pile).all(|id| state.is_public(id))
                && !state.cards(pile).any(wrong)
                && (rank == THREE) <= !state.cards(pile).any(is_wild)
        })
    };
    if round.staged[TWO] > 0 || !meld_ranks().all(fits) {
        return Err("a meld has cards that do not belong there");
    }
    let red = |side: usize| state.cards(game.threes.nth(side)).all(is_red_three);
    if !red(0) || !red(1) || !state.ids(game.discard).all(|id| state.is_public(id)) {
        return Err("a card lies in a pile where it cannot be");
    }
    let taken = |rank: u8| {
        let rank = rank as usize;
        let pile = game.meld(rank.min(RANKS - 1), team);
        let at = state.size(pile).saturating_sub(round.staged.get(rank).map_or(0, |&count| count as usize));
        let natural = state.cards(pile).nth(at).is_some_and(|card| !is_wild(card));
        rank < RANKS && rank != TWO && round.staged[rank] > 0 && natural
    };
    let sound = match round.step {
        Decision::Draw => !round.is_staged() && (!state.is_empty(game.stock) || !state.is_empty(game.discard)),
        Decision::Take { rank, .. } => taken(rank),
        Decision::Meld => true,
        Decision::Ask => !round.is_staged(),
    };
    let mut moves = Vec::new();
    legal(game, &state.as_seen_by(current), &mut moves);
    if sound && !moves.is_empty() { Ok(()) } else { Err("the turn does not fit the cards") }
}
