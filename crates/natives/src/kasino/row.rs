//! Lists the candidates for bots: a card together with all cards that it takes, or with a whole set for a build.

use super::legal::{Sight, missing, picked};
use super::sums::{HIGHEST, above, adds_up, low, only, sets};
use super::{BACK, DONE, Decision, Kasino, value_button};
use crate::module::{Candidates, Card, CardSet, Intent, SeatState, retain};
use rulebook_kernel::Seat;

/// The maximum number of first sets that are offered for one card and value.
const MOST_SETS: usize = 16;

pub(super) fn candidates(game: &Kasino, state: &SeatState<'_, Kasino>, into: &mut Candidates) {
    if state.rules().step != Decision::Play {
        return rest(game, state, into);
    }
    if into.wants_firsts() {
        // The first intents of all candidates are exactly the legal moves, so whole rows are not needed.
        return into.fill(|intents| super::legal::legal(game, state, intents));
    }
    let mut legal = Vec::new();
    super::legal::legal(game, state, &mut legal);
    let (sight, seat) = (Sight::of(game, state), state.seat());
    let mut row = Vec::new();
    for intent in legal {
        let Intent::Move { to, cards, .. } = intent else { continue };
        let Some(card) = cards.single() else { continue };
        let on = Seat::all(state.seats()).find(|&on| game.build.of(on) == to);
        match on {
            None if to == game.table => into.push(intent),
            None => {
                let asked = sight.values(card).count() > 1;
                for value in sight.values(card) {
                    let open = |row: &mut Vec<Intent>| {
                        row.clear();
                        row.push(intent);
                        row.extend(asked.then_some(Intent::Action(value_button(value))));
                    };
                    take(game, state, &sight, value, &mut row, open, into);
                }
            }
            Some(on) => {
                let asked = sight.builds(card, on).count() > 1;
                for value in sight.builds(card, on) {
                    let open = |row: &mut Vec<Intent>| {
                        row.clear();
                        row.push(intent);
                        row.extend(asked.then_some(Intent::Action(value_button(value))));
                    };
                    let raises = sight.deal.build_of(on).is_some_and(|build| build.value as usize != value);
                    let rest = if raises { 0 } else { value - low(card) };
                    let alone = sight.deal.build_of(on).is_none() && rest == 0;
                    let own = game.build.of(seat);
                    build(game, own, sight.loose, (value, rest, alone), &mut row, open, into);
                }
            }
        }
    }
}

/// Adds the candidates that continue a turn. A bot that takes cards takes as many as possible. A bot that builds stops
/// as soon as possible. Bots put nothing back if they can do anything else. They pick cards in ascending order, so each
/// set is reached in only one way.
fn rest(game: &Kasino, state: &SeatState<'_, Kasino>, into: &mut Candidates) {
    let taking = matches!(state.rules().step, Decision::Take { .. });
    into.fill(|intents| {
        let from = intents.len();
        super::legal::legal(game, state, intents);
        let is = |intent: &Intent, action| *intent == Intent::Action(action);
        let ordered = |intent: &Intent| ascends(game, state, intent);
        let (mut done, mut picks, mut order) = (false, false, false);
        for intent in &intents[from..] {
            done |= is(intent, DONE);
            picks |= !is(intent, DONE) && !is(intent, BACK);
            order |= matches!(intent, Intent::Move { .. }) && ordered(intent);
        }
        retain(intents, from, |intent| match *intent {
            Intent::Action(BACK) => !done && !picks,
            Intent::Action(DONE) => !taking || !picks,
            _ => (taking || !done) && (!order || ordered(intent)),
        });
    });
}

/// Whether this pick is higher than all earlier picks, and cards above it can complete the set. `true` for all moves
/// that do not pick a loose card.
fn ascends(game: &Kasino, state: &SeatState<'_, Kasino>, intent: &Intent) -> bool {
    let Intent::Move { from, cards, .. } = intent else { return true };
    let Some(card) = cards.single().filter(|_| *from == game.table) else { return true };
    let played = || state.known(game.played);
    let (sum, last) = picked(state.rules(), played());
    let rest = missing(state.rules(), played().next(), sum).and_then(|rest| rest.checked_sub(low(card)));
    last.is_none_or(|last| last < card) && rest.is_some_and(|rest| adds_up(above(state.set(game.table), card), rest))
}

/// Adds candidates that take as many cards as possible with this value. Each candidate is a row of moves that starts
/// with a different set of loose cards. It continues with further sets as long as there are more.
fn take(
    game: &Kasino,
    state: &SeatState<'_, Kasino>,
    sight: &Sight<'_>,
    value: usize,
    row: &mut Vec<Intent>,
    open: impl Fn(&mut Vec<Intent>),
    into: &mut Candidates,
) {
    let won = game.won.of(sight.seat);
    let builds = || {
        let worth = |on: &Seat| sight.deal.build_of(*on).is_some_and(|build| build.value as usize == value);
        let piles = Seat::all(state.seats()).filter(worth).map(|on| game.build.of(on));
        piles.filter_map(move |pile| Some(Intent::card(pile, won, state.top(pile)?)))
    };
    let many = builds().count();
    if many == 0 && only(sight.loose, value).is_some() || many == 1 && !adds_up(sight.loose, value) {
        open(row);
        return into.push_row(row.iter().copied());
    }
    let mut count = 0;
    let mut one = |first: CardSet| {
        open(row);
        row.extend(builds());
        let (mut loose, mut set) = (sight.loose, first);
        while !set.is_empty() {
            row.extend(set.iter().map(|card: Card| Intent::card(game.table, won, card)));
            loose = loose.minus(set);
            set = first_set(loose, value);
        }
        into.push_row(row.iter().copied());
        count += 1;
        count < MOST_SETS
    };
    if adds_up(sight.loose, value) {
        sets(sight.loose, value, &mut one);
    } else {
        one(CardSet::NONE);
    }
}

fn first_set(loose: CardSet, value: usize) -> CardSet {
    let mut first = CardSet::NONE;
    sets(loose, value, &mut |set| {
        first = set;
        false
    });
    first
}

/// Adds rows that build exactly one more set.
fn build(
    game: &Kasino,
    own: crate::module::Pile,
    loose: CardSet,
    (value, rest, alone): (usize, usize, bool),
    row: &mut Vec<Intent>,
    open: impl Fn(&mut Vec<Intent>),
    into: &mut Candidates,
) {
    debug_assert!(value <= HIGHEST);
    let rest = if alone { value } else { rest };
    let picks = |set: CardSet| set.iter().map(move |card| Intent::card(game.table, own, card));
    let mut one = |set: CardSet, asked: bool| {
        open(row);
        row.extend(picks(set).filter(|_| asked));
        row.extend(adds_up(loose.minus(set), value).then_some(Intent::Action(DONE)));
        into.push_row(row.iter().copied());
    };
    if rest == 0 {
        return one(CardSet::NONE, false);
    }
    let asked = only(loose, rest).is_none();
    let mut count = 0;
    sets(loose, rest, &mut |set| {
        one(set, asked);
        count += 1;
        count < MOST_SETS
    });
}
