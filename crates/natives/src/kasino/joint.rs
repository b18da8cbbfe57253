//! Captures and builds that name the card of the hand and the cards of the table in one move.

use super::legal::Sight;
use super::sums::{adds_up, low, only, sets};
use super::{DONE, Decision, Kasino, value_button};
use crate::module::{Card, CardSet, IllegalReason, Intent, JointMoves, Pile, SeatState, cards_in};
use rulebook_kernel::Seat;

/// The ways to play a card of the hand together with cards of the table and builds.
pub(super) fn joint_moves(
    game: &Kasino,
    state: &SeatState<'_, Kasino>,
    cards: &[(Pile, Card)],
    to: Pile,
) -> Option<JointMoves> {
    if state.rules().step != Decision::Play {
        return None;
    }
    Some(ways(game, state, cards, to).map_err(Into::into))
}

fn ways(
    game: &Kasino,
    state: &SeatState<'_, Kasino>,
    cards: &[(Pile, Card)],
    to: Pile,
) -> Result<Vec<Vec<Intent>>, IllegalReason> {
    let (seat, sight) = (state.seat(), Sight::of(game, state));
    let hand = game.hand.of(seat);
    let Some(card) = cards_in(cards, hand).single() else {
        return Err("play one card of your hand, together with cards of the table".into());
    };
    let loose: CardSet = cards_in(cards, game.table).iter().collect();
    let named = |on: &Seat| cards.iter().any(|(pile, _)| *pile == game.build.of(*on));
    let builds: Vec<Seat> = Seat::all(state.seats()).filter(named).collect();
    if cards.iter().any(|(pile, _)| *pile != hand && *pile != game.table && !is_build(game, state, *pile)) {
        return Err("play one card of your hand, together with cards of the table".into());
    }
    // A build is taken whole, so its top card or all its cards name it.
    let whole = |on: &Seat| {
        let pile = game.build.of(*on);
        let named = cards_in(cards, pile);
        named.len() == state.size(pile) || named.single().is_some_and(|card| state.top(pile) == Some(card))
    };
    if !builds.iter().all(whole) {
        return Err("a build is taken whole: name its top card or all its cards".into());
    }
    let played = Intent::card(hand, to, card);
    let mut found = Vec::new();
    if to == game.won.of(seat) {
        let asked = sight.values(card).count() > 1;
        for value in sight.values(card) {
            let mut row = vec![played];
            row.extend(asked.then_some(Intent::Action(value_button(value))));
            found.extend(take(game, state, &sight, (value, loose, &builds), row));
        }
        return if found.is_empty() {
            Err(IllegalReason::Card("the ", card, " does not take exactly these cards"))
        } else {
            Ok(found)
        };
    }
    let Some(on) = Seat::all(state.seats()).find(|&on| game.build.of(on) == to) else {
        return Err("a card and the cards that it takes go to your won cards, or to a build".into());
    };
    if !builds.iter().all(|other| *other == on) {
        return Err("a build cannot be part of another build".into());
    }
    let asked = sight.builds(card, on).count() > 1;
    for value in sight.builds(card, on) {
        let mut row = vec![played];
        row.extend(asked.then_some(Intent::Action(value_button(value))));
        found.extend(build(game, &sight, (card, on, value), loose, &row));
    }
    if found.is_empty() {
        Err(IllegalReason::Card("the ", card, " does not make a build with exactly these cards"))
    } else {
        Ok(found)
    }
}

fn is_build(game: &Kasino, state: &SeatState<'_, Kasino>, pile: Pile) -> bool {
    Seat::all(state.seats()).any(|on| game.build.of(on) == pile)
}

/// Extends a row that plays the card: the card takes exactly these loose cards and builds, at this value. `None` if
/// that is impossible.
fn take(
    game: &Kasino,
    state: &SeatState<'_, Kasino>,
    sight: &Sight<'_>,
    (value, loose, builds): (usize, CardSet, &[Seat]),
    mut row: Vec<Intent>,
) -> Option<Vec<Intent>> {
    let worth = |on: &Seat| sight.deal.build_of(*on).is_some_and(|build| build.value as usize == value);
    let picked = split(loose, value)?;
    if !builds.iter().all(worth) {
        return None;
    }
    let there = Seat::all(state.seats()).filter(worth).count();
    let alone = match (there, only(sight.loose, value)) {
        // If there is only one set or build to take, the game takes it at once.
        (0, Some(set)) => Some((set, 0)),
        (1, None) if !adds_up(sight.loose, value) => Some((CardSet::NONE, 1)),
        _ => None,
    };
    if let Some((set, count)) = alone {
        return (set == loose && builds.len() == count).then_some(row);
    }
    let won = game.won.of(sight.seat);
    for on in builds {
        let pile = game.build.of(*on);
        row.push(Intent::card(pile, won, state.top(pile)?));
    }
    row.extend(picked.iter().flat_map(|set| set.iter()).map(|card| Intent::card(game.table, won, card)));
    let more = there > builds.len() || adds_up(sight.loose.minus(loose), value);
    row.extend(more.then_some(Intent::Action(DONE)));
    Some(row)
}

/// Extends a row that plays the card, in every way that makes a build of this value from the card and exactly these
/// loose cards.
fn build(
    game: &Kasino,
    sight: &Sight<'_>,
    (card, on, value): (Card, Seat, usize),
    loose: CardSet,
    start: &[Intent],
) -> Option<Vec<Intent>> {
    let base = sight.deal.build_of(on).map(|build| build.value as usize);
    let rest = if base.is_some_and(|base| base != value) { 0 } else { value - low(card) };
    let forced = if rest == 0 { Some(CardSet::NONE) } else { only(sight.loose, rest) };
    let mut found = None;
    let mut complete = |first: CardSet| {
        let further = split(loose.minus(first), value).filter(|_| forced.is_none_or(|set| set == first));
        let Some(mut further) = further else { return true };
        let own = game.build.of(sight.seat);
        let mut row = start.to_vec();
        let picks = |set: CardSet| set.iter().map(move |card| Intent::card(game.table, own, card));
        row.extend(picks(first).filter(|_| forced.is_none()));
        let mut left = sight.loose.minus(first);
        // A single card needs another set. If there is only one such set, the game adds it at once.
        if base.is_none() && first.is_empty() {
            match (only(left, value), further.first()) {
                (Some(set), Some(named)) if set == *named => {
                    left = left.minus(set);
                    further.remove(0);
                }
                (Some(_), _) | (None, None) => return true,
                (None, Some(_)) => {}
            }
        }
        for set in further {
            row.extend(picks(set));
            left = left.minus(set);
        }
        row.extend(adds_up(left, value).then_some(Intent::Action(DONE)));
        found = Some(row);
        false
    };
    match rest {
        0 => _ = complete(CardSet::NONE),
        rest => sets(loose, rest, &mut complete),
    }
    found
}

/// The cards as sets that each add up to `value`. `None` if some card is left over.
fn split(cards: CardSet, value: usize) -> Option<Vec<CardSet>> {
    let Some(first) = cards.iter().next() else { return Some(Vec::new()) };
    let mut found = None;
    sets(cards, value, &mut |set| {
        if set.has(first)
            && let Some(mut others) = split(cards.minus(set), value)
        {
            others.insert(0, set);
            found = Some(others);
        }
        found.is_none()
    });
    found
}
