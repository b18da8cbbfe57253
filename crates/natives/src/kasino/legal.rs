//! Decides which moves are legal: trailing, taking and building, and the choices that follow.

use super::sums::{HIGHEST, adds_up, high, low, reach, takes};
use super::{BACK, Build, DONE, Deal, Decision, HAND, Kasino, MOST_BACKS, any_takes, value_button};
use crate::module::{Card, CardSet, FullState, IllegalReason, Intent, Pile, SeatState, retain};
use rulebook_kernel::Seat;

/// The information about a turn on which legality depends, as the current player knows it.
pub(super) struct Sight<'a> {
    pub(super) deal: &'a Deal,
    pub(super) seat: Seat,
    /// The loose cards on the table.
    pub(super) loose: CardSet,
    /// The cards of the hand, without the played card.
    pub(super) hand: CardSet,
    /// The possible sums of loose cards, as bits.
    sums: u32,
}

impl Sight<'_> {
    pub(super) fn of<'a>(game: &Kasino, state: &SeatState<'a, Kasino>) -> Sight<'a> {
        let seat = state.seat();
        Sight::new(state.rules(), seat, state.set(game.table), state.set(game.hand.of(seat)))
    }

    pub(super) fn new(deal: &Deal, seat: Seat, loose: CardSet, hand: CardSet) -> Sight<'_> {
        Sight { deal, seat, loose, hand, sums: reach(loose) }
    }

    fn adds_up(&self, sum: usize) -> bool {
        self.sums >> sum & 1 == 1
    }

    /// Whether there is a build with this value, or a set of loose cards with this sum.
    pub(super) fn there_is(&self, value: usize) -> bool {
        self.deal.has_build(value) || self.adds_up(value)
    }

    /// Whether the player may capture with this card at this value. If no other card in the hand can take the player's
    /// own build, this card may capture only at the value of that build.
    pub(super) fn may_take(&self, card: Card, value: usize) -> bool {
        let rest = self.hand.minus(CardSet::NONE.with(card));
        let bound = |build: Build| {
            let own = build.value as usize;
            own != value && takes(card, own) && !any_takes(rest, own)
        };
        takes(card, value) && self.there_is(value) && !self.deal.build_of(self.seat).is_some_and(bound)
    }

    /// The values with which a card may take.
    pub(super) fn values(&self, card: Card) -> impl Iterator<Item = usize> {
        [Some(low(card)), high(card)].into_iter().flatten().filter(move |&value| self.may_take(card, value))
    }

    /// Whether the card fits a build of this value: a new build, or the build of seat `on`.
    fn adds_up_to(&self, card: Card, on: Seat, value: usize) -> bool {
        if value > HIGHEST || on != self.seat && self.deal.build_of(self.seat).is_some() {
            return false;
        }
        let fits = low(card) <= value && self.adds_up(value - low(card));
        match self.deal.build_of(on) {
            None if on != self.seat => false,
            // A single card is not a build, even if it has the value. Another set of this value is needed.
            None => fits && !self.deal.has_build(value) && (low(card) < value || self.adds_up(value)),
            Some(build) if build.value as usize == value => fits,
            Some(build) => !build.many && build.value as usize + low(card) == value && !self.deal.has_build(value),
        }
    }

    /// The values that may be built with a card. The card and its set must add up to the value, and another card of the
    /// hand must be able to take the build.
    pub(super) fn builds(&self, card: Card, on: Seat) -> impl Iterator<Item = usize> {
        let rest = self.hand.minus(CardSet::NONE.with(card));
        (1..=HIGHEST).filter(move |&value| any_takes(rest, value) && self.adds_up_to(card, on, value))
    }

    /// The values that may be built after the card was played. In a sampled state of another player, the hand may have
    /// no card that can take the build. In that case all sums are allowed, so that the turn can continue.
    fn builds_now(&self, card: Card, on: Seat) -> impl Iterator<Item = usize> {
        let imagined = self.builds(card, on).next().is_none();
        (1..=HIGHEST).filter(move |&value| match imagined {
            true => self.adds_up_to(card, on, value),
            false => self.builds(card, on).any(|other| other == value),
        })
    }

    /// Whether the seat may not trail, because it owns a build and can take or build.
    fn must_act(&self, seats: usize) -> bool {
        let acts = |card: Card| {
            self.values(card).next().is_some() || Seat::all(seats).any(|on| self.builds(card, on).next().is_some())
        };
        self.deal.build_of(self.seat).is_some() && self.hand.iter().any(acts)
    }
}

/// The sum of the cards that were picked for an incomplete set, and the last of these cards.
pub(super) fn picked(deal: &Deal, played: impl Iterator<Item = Card>) -> (usize, Option<Card>) {
    let skipped = match deal.step {
        Decision::Build { first, .. } => usize::from(first),
        _ => 1,
    };
    played.skip(skipped).fold((0, None), |(sum, _), card| (sum + low(card), Some(card)))
}

fn no(why: impl Into<IllegalReason>) -> Result<(), IllegalReason> {
    Err(why.into())
}

pub(super) fn check(game: &Kasino, state: &SeatState<'_, Kasino>, intent: &Intent) -> Result<(), IllegalReason> {
    let (seat, sight) = (state.seat(), Sight::of(game, state));
    match (state.rules().step, *intent) {
        (Decision::Play, Intent::Move { from, to, cards }) if from == game.hand.of(seat) => match cards.single() {
            Some(card) => check_card(game, state, &sight, to, card),
            None => no("play one card"),
        },
        (Decision::Play, _) => no("play a card from your hand"),
        (Decision::TakeValue | Decision::BuildValue(_), Intent::Move { .. }) => {
            no("first choose the value of your card")
        }
        (step @ (Decision::TakeValue | Decision::BuildValue(_)), Intent::Action(BACK)) => {
            check_end(game, state, &sight, step, BACK)
        }
        (Decision::TakeValue, Intent::Action(action)) => match state.top(game.played) {
            Some(card) if sight.values(card).any(|value| value_button(value) == action) => Ok(()),
            _ => no("your card takes nothing as that value"),
        },
        (Decision::BuildValue(on), Intent::Action(action)) => match state.top(game.played) {
            Some(card) if sight.builds_now(card, on).any(|value| value_button(value) == action) => Ok(()),
            _ => no("you cannot build that: the cards must add up, and you must hold a card that takes it"),
        },
        (step, Intent::Move { from, to, cards }) => {
            let taking = matches!(step, Decision::Take { .. });
            let target = if taking { game.won.of(seat) } else { game.build.of(seat) };
            if to != target {
                return no(if taking {
                    "the cards that you take go to your won cards"
                } else {
                    "move these cards to your build"
                });
            }
            match cards.single() {
                Some(card) if from == game.table => check_pick(game, state, &sight, card),
                Some(card) if taking => check_take_build(game, state, from, card),
                _ => no("choose the cards one by one"),
            }
        }
        (step, Intent::Action(action)) => check_end(game, state, &sight, step, action),
    }
}

/// Checks the first move of a turn: the card and its target pile.
fn check_card(
    game: &Kasino,
    state: &SeatState<'_, Kasino>,
    sight: &Sight<'_>,
    to: Pile,
    card: Card,
) -> Result<(), IllegalReason> {
    if to == game.table {
        let bound = sight.must_act(state.seats());
        return if bound { no("you own a build: take or build if you can") } else { Ok(()) };
    }
    if to == game.won.of(sight.seat) {
        if sight.values(card).next().is_some() {
            return Ok(());
        }
        let there = [Some(low(card)), high(card)].into_iter().flatten().any(|value| sight.there_is(value));
        return if there {
            no("keep this card: no other card in your hand takes your build")
        } else {
            no(IllegalReason::Card("the ", card, " takes nothing"))
        };
    }
    let Some(on) = Seat::all(state.seats()).find(|&on| game.build.of(on) == to) else {
        return no("a card goes to the table, to your won cards, or to a build");
    };
    match () {
        () if sight.builds(card, on).next().is_some() => Ok(()),
        () if on != sight.seat && sight.deal.build_of(sight.seat).is_some() => no("you own a build already"),
        () if on != sight.seat && sight.deal.build_of(on).is_none() => no("that player has no build"),
        () => no("nothing to build: the cards must add up, and you must hold a card that takes the build"),
    }
}

/// Checks the pick of a loose card for the current set. Cards may be picked in any order.
fn check_pick(
    game: &Kasino,
    state: &SeatState<'_, Kasino>,
    sight: &Sight<'_>,
    card: Card,
) -> Result<(), IllegalReason> {
    let played = || state.known(game.played);
    let (sum, _) = picked(sight.deal, played());
    let Some(rest) = missing(sight.deal, played().next(), sum) else { return no("no set needs another card") };
    let others = sight.loose.minus(CardSet::NONE.with(card));
    let fits = low(card) <= rest && adds_up(others, rest - low(card));
    if fits { Ok(()) } else { no(IllegalReason::Card("with the ", card, " the set does not add up")) }
}

/// The value that the current set still lacks. `first` is the played card, and `sum` the sum of the picked cards.
/// `None` if no set is incomplete.
pub(super) fn missing(deal: &Deal, first: Option<Card>, sum: usize) -> Option<usize> {
    let (value, part) = match deal.step {
        Decision::Take { value, .. } => (value, 0),
        Decision::Build { value, first: true, .. } => (value, first.map_or(0, low)),
        Decision::Build { value, .. } => (value, 0),
        _ => return None,
    };
    (value as usize).checked_sub(sum + part).filter(|&rest| rest > 0)
}

fn check_take_build(game: &Kasino, state: &SeatState<'_, Kasino>, from: Pile, card: Card) -> Result<(), IllegalReason> {
    let deal = state.rules();
    let Some(owner) = Seat::all(state.seats()).find(|&owner| game.build.of(owner) == from) else {
        return no("take from the table, or take a build");
    };
    let Decision::Take { value, .. } = deal.step else { return no("choose the cards one by one") };
    match deal.build_of(owner) {
        Some(build) if build.value != value => no(IllegalReason::Number("that build is worth ", build.value.into())),
        Some(_) if picked(deal, state.known(game.played)).1.is_some() => no("first complete the set, or put it back"),
        Some(_) if state.top(from) == Some(card) => Ok(()),
        _ => no("a build is taken whole: move its top card"),
    }
}

fn check_end(
    game: &Kasino,
    state: &SeatState<'_, Kasino>,
    sight: &Sight<'_>,
    step: Decision,
    action: crate::module::Action,
) -> Result<(), IllegalReason> {
    let open = picked(sight.deal, state.known(game.played)).1.is_some();
    match (action, step) {
        (BACK, _) if !open && !step.can_be_undone() => no("there is nothing to put back"),
        (BACK, _) if sight.deal.backs >= MOST_BACKS => no("you have put cards back often enough in this turn"),
        (BACK, _) => Ok(()),
        (DONE, _) if open => no("the set is not complete"),
        (DONE, Decision::Take { taken: 0, .. }) => no("take at least one card or build"),
        (DONE, Decision::Take { value, .. }) => {
            let own = sight.deal.build_of(sight.seat).is_some_and(|build| build.value == value);
            let bound = own && !any_takes(sight.hand, value as usize);
            if bound { no("take your own build: no other card in your hand can") } else { Ok(()) }
        }
        (DONE, Decision::Build { first: true, .. }) => no("the set is not complete"),
        (DONE, Decision::Build { alone: true, .. }) => no("a single card is not a build: add another set"),
        (DONE, _) => Ok(()),
        _ => no("you have already chosen the value"),
    }
}

pub(super) fn legal(game: &Kasino, state: &SeatState<'_, Kasino>, into: &mut Vec<Intent>) {
    let (seat, from) = (state.seat(), into.len());
    let (hand, won) = (game.hand.of(seat), game.won.of(seat));
    match state.rules().step {
        Decision::Play => {
            for card in state.set(hand).iter() {
                into.push(Intent::card(hand, won, card));
                into.extend(Seat::all(state.seats()).map(|on| Intent::card(hand, game.build.of(on), card)));
                into.push(Intent::card(hand, game.table, card));
            }
        }
        Decision::TakeValue | Decision::BuildValue(_) => {
            into.extend((1..=HIGHEST).map(|value| Intent::Action(value_button(value))));
            into.push(Intent::Action(BACK));
        }
        step @ (Decision::Take { .. } | Decision::Build { .. }) => {
            let taking = matches!(step, Decision::Take { .. });
            let to = if taking { won } else { game.build.of(seat) };
            into.extend(state.set(game.table).iter().map(|card| Intent::card(game.table, to, card)));
            if taking {
                let builds = Seat::all(state.seats()).map(|on| game.build.of(on));
                into.extend(builds.filter_map(|build| Some(Intent::card(build, won, state.top(build)?))));
            }
            into.extend([Intent::Action(DONE), Intent::Action(BACK)]);
        }
    }
    retain(into, from, |intent| check(game, state, intent).is_ok());
}

pub(super) fn validate_state(game: &Kasino, state: &FullState<'_, Kasino>) -> Result<(), &'static str> {
    let (deal, seats) = (*state.rules(), state.seats());
    if deal.dealer.index() >= seats || deal.last.is_some_and(|seat| seat.index() >= seats) || deal.backs > MOST_BACKS {
        return Err("a seat does not exist, or a number is out of range");
    }
    let Some(current) = state.current_player().filter(|_| state.is_dealt()) else { return Ok(()) };
    for (nth, build) in deal.builds.iter().enumerate() {
        let lies = nth < seats && !state.is_empty(game.build.nth(nth));
        let fine = build.is_none_or(|build| (1..=HIGHEST).contains(&(build.value as usize)));
        if lies != build.is_some() || !fine {
            return Err("the cards of a build do not match its value");
        }
    }
    let open = [game.table, game.played].into_iter().chain(Seat::all(seats).map(|seat| game.build.of(seat)));
    if !open.flat_map(|pile| state.ids(pile)).all(|id| state.is_public(id)) {
        return Err("a card on the table is hidden");
    }
    let waits = usize::from(deal.step != Decision::Play);
    let held = state.size(game.hand.of(current)) + waits;
    let first = deal.dealer.after(1, seats);
    let place = |seat: Seat| (seat.index() + seats - first.index()) % seats;
    let sound = |seat: Seat| {
        let size = state.size(game.hand.of(seat));
        seat == current || size == held - usize::from(place(seat) < place(current))
    };
    let dealt = state.size(game.deck).is_multiple_of(HAND * seats);
    if !dealt || !(1..=HAND).contains(&held) || !Seat::all(seats).all(sound) {
        return Err("the hands have the wrong numbers of cards for this turn");
    }
    admit_step(game, state, current)
}

/// Checks that the step of a loaded state fits its played cards.
fn admit_step(game: &Kasino, state: &FullState<'_, Kasino>, current: Seat) -> Result<(), &'static str> {
    let (deal, played) = (state.rules(), state.size(game.played));
    let cards = || state.cards(game.played);
    let (sum, _) = picked(deal, cards());
    let sound = match deal.step {
        Decision::Play => played == 0,
        Decision::TakeValue => played == 1,
        Decision::BuildValue(on) => played == 1 && on.index() < state.seats(),
        Decision::Take { value, .. } => played > 0 && (sum == 0 || missing(deal, None, sum).is_some()) && value <= 16,
        Decision::Build { value, on, first, .. } => {
            let open = played > 0;
            let fine = missing(deal, cards().next(), sum).is_some();
            let there = first || deal.build_of(current).is_some_and(|build| build.value == value);
            let base = deal.build_of(on).is_none_or(|build| build.value == value) && (first || on == current);
            on.index() < state.seats() && value <= 16 && open >= first && fine && there && base
        }
    };
    let mut moves = Vec::new();
    legal(game, &state.as_seen_by(current), &mut moves);
    if sound && !moves.is_empty() { Ok(()) } else { Err("the turn does not fit the cards that are played") }
}
