//! Computes the consequences of moves: the deal, the calls, the tricks, and the score of a deal.

use super::auction::{self, Auction, side};
use super::score::{self, Contract, ContractBonus};
use super::{Bridge, MOST_BOARDS, MOST_DEALS, Note, Public, TRICKS};
use crate::module::{ActionSet, Card, CardSet, Chance, Events, FullState, Intent, Play, deal as dealing, trick};
use rulebook_kernel::{Outcome, Seat};

type Full<'a> = FullState<'a, Bridge>;

/// Deals all cards round the table. The dealer calls first.
pub(super) fn deal(game: &Bridge, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<Bridge>) {
    let order = dealing::fresh_deck(state, game.deck, chance, events);
    let dealer = Seat::new((usize::from(state.deal_number()) + 3) % 4);
    // The deck is shuffled, so dealing blocks of thirteen is as random as dealing card by card.
    dealing::in_blocks(&order, game.hand, 4, dealer.after(1, 4), TRICKS as usize, events);
    let rules = Public {
        dealer,
        auction: Auction::default(),
        contract: None,
        leader: dealer,
        won: [0; 2],
        voids: 0,
        honours: [0; 4],
        ..*state.rules()
    };
    events.announce(Note::Deals(dealer));
    events.set_rules(rules);
    events.set_action_set(rules.auction.calls(dealer));
    events.set_current_player(dealer);
}

pub(super) fn apply(game: &Bridge, state: &Full<'_>, play: &Play<'_>, events: &mut Events<Bridge>) {
    match play.intent {
        Intent::Action(call) => {
            let mut rules = *state.rules();
            rules.auction.call(play.seat, call);
            events.announce(Note::Calls(play.seat, call.0));
            called(state, rules, play.seat, events);
        }
        Intent::Move { .. } => played(game, state, play, events),
    }
}

fn called(state: &Full<'_>, mut rules: Public, seat: Seat, events: &mut Events<Bridge>) {
    match rules.auction.result() {
        auction::Result::Open => {
            let next = seat.after(1, 4);
            events.set_rules(rules);
            events.set_action_set(rules.auction.calls(next));
            events.set_current_player(next);
        }
        auction::Result::PassedOut => {
            events.announce(Note::PassedOut);
            end_deal(state, rules, events);
        }
        auction::Result::Contract(contract, declarer) => {
            events.announce(Note::Plays(declarer, contract));
            rules.contract = Some((contract, declarer));
            rules.leader = declarer.after(1, 4);
            events.set_rules(rules);
            events.set_action_set(ActionSet::NONE);
            events.set_current_player(rules.leader);
        }
    }
}

/// Whether a card counts as an honour in this contract.
fn is_honour(card: Card, contract: Contract) -> bool {
    match contract.trump() {
        Some(trump) => card.suit() == trump && card.high_rank() >= 9,
        None => card.rank() == 0,
    }
}

fn played(game: &Bridge, state: &Full<'_>, play: &Play<'_>, events: &mut Events<Bridge>) {
    let mut rules = *state.rules();
    let Some((contract, declarer)) = rules.contract else { return events.fatal_error("there is no contract") };
    let (id, card) = (play.ids[0], state.card(play.ids[0]));
    let mut cards = [card; 4];
    let mut before = 0;
    for (place, card) in cards.iter_mut().zip(state.cards(game.trick)) {
        *place = card;
        before += 1;
    }
    let (holder, dummy) = (rules.next(before), declarer.after(2, 4));
    cards[before.min(3)] = card;
    events.move_card(id, game.trick);
    rules.honours[holder.index()] += u8::from(is_honour(card, contract));
    let led = cards[0].suit();
    if card.suit() != led && holder != dummy && !rules.is_void(holder, led) {
        rules.voids |= 1 << (4 * holder.index() + led);
        if state.size(game.hand.of(holder)) > 1 {
            events.rule_out(game.hand.of(holder), CardSet::suit(led));
        }
    }
    // After the first card of the deal, the dummy's cards are laid open.
    if before == 0 && rules.won == [0; 2] {
        events.move_cards(state.ids(game.hand.of(dummy)), game.dummy);
    }
    if before == 3 {
        let winner = rules.leader.after(trick::winner(&cards, contract.trump()).unwrap_or(0), 4);
        events.move_cards(state.ids(game.trick).chain([id]), game.tricks[side(winner)]);
        events.announce(Note::Trick(winner));
        rules.leader = winner;
        rules.won[side(winner)] += 1;
        if rules.won[0] + rules.won[1] == TRICKS {
            score_deal(state, rules, contract, declarer, events);
            return;
        }
    }
    let next = rules.next(before + 1);
    events.set_rules(rules);
    events.set_current_player(if next == dummy { declarer } else { next });
}

fn score_deal(state: &Full<'_>, mut rules: Public, contract: Contract, declarer: Seat, events: &mut Events<Bridge>) {
    let (by, won) = (side(declarer), rules.won[side(declarer)]);
    let over = won as i8 - 6 - contract.level as i8;
    let vulnerable = rules.vulnerable(state.deal_number(), by);
    if rules.boards.is_some() {
        let points = contract.duplicate(won, vulnerable);
        rules.sheet.total[if points > 0 { by } else { 1 - by }] += points.abs();
        events.announce(Note::Made(declarer, over, points));
        return end_deal(state, rules, events);
    }
    let points = contract.points(won, vulnerable);
    events.announce(Note::Made(declarer, over, points.tricks + points.above - points.set));
    for seat in Seat::all(4) {
        let honours = score::honours(contract, rules.honours[seat.index()]);
        if honours > 0 {
            rules.sheet.total[side(seat)] += honours;
            events.announce(Note::Honours(seat, honours));
        }
    }
    match rules.sheet.add(by, contract, won) {
        ContractBonus::Nothing => {}
        ContractBonus::Game => events.announce(Note::Game(Seat::new(by))),
        ContractBonus::Rubber(points) => events.announce(Note::Rubber(Seat::new(by), points)),
    }
    end_deal(state, rules, events);
}

fn end_deal(state: &Full<'_>, mut rules: Public, events: &mut Events<Bridge>) {
    let last = match rules.boards {
        Some(boards) => (state.deal_number() >= u16::from(boards)).then_some("all boards are played"),
        None if rules.sheet.is_won() => Some("the rubber is won"),
        None => (state.deal_number() >= MOST_DEALS).then_some("the rubber is broken off"),
    };
    if last.is_some() && rules.boards.is_none() && !rules.sheet.is_won() {
        let both = rules.sheet.break_off();
        for (side, (game, part)) in both.into_iter().enumerate().filter(|(_, (game, part))| game + part > 0) {
            events.announce(Note::BrokenOff(Seat::new(side), game, part));
        }
    }
    let scores = [0, 1, 0, 1].map(|side: usize| rules.sheet.total[side]);
    events.set_rules(rules);
    events.set_action_set(ActionSet::NONE);
    events.set_scores(&scores);
    match last {
        Some(reason) => events.set_winner(Outcome::highest(&scores, reason).in_teams(&[0, 1, 0, 1])),
        None => events.next_round(rules.dealer.after(1, 4)),
    }
}

/// Checks that a loaded state can be continued: the trick is consistent, and every seat holds the right number of
/// cards.
pub(super) fn validate_state(game: &Bridge, state: &Full<'_>) -> Result<(), &'static str> {
    let rules = *state.rules();
    let sheet = &rules.sheet;
    let seats = [rules.dealer, rules.leader].iter().all(|seat| seat.index() < 4);
    let counts = sheet.below.iter().chain(&sheet.total).all(|points| (0..1_000_000).contains(points));
    let won = rules.won.iter().sum::<u8>();
    if !seats || !counts || rules.boards.is_some_and(|boards| boards > MOST_BOARDS) || !rules.auction.is_sound() {
        return Err("a number is out of range");
    }
    let over = state.is_over() || !state.is_dealt();
    if won > TRICKS
        || sheet.games.iter().any(|&games| games > 1 + u8::from(over))
        || rules.honours.iter().any(|&h| h > 13)
    {
        return Err("too many tricks, games won or honours");
    }
    let Some(seat) = state.current_player().filter(|_| !over) else { return Ok(()) };
    let hand = |seat: Seat| state.size(game.hand.of(seat));
    let Some((contract, declarer)) = rules.contract else {
        let open = rules.auction.result() == auction::Result::Open && rules.auction.passes < 4;
        let dealt = Seat::all(4).all(|seat| hand(seat) == TRICKS as usize);
        return if open && dealt && won == 0 { Ok(()) } else { Err("the auction is broken") };
    };
    let sound = declarer.index() < 4 && (1..=7).contains(&contract.level) && contract.strain <= score::NO_TRUMPS;
    let in_trick = state.size(game.trick);
    if !sound || contract.doubled > 2 || won >= TRICKS || in_trick > 3 {
        return Err("the contract is broken");
    }
    let (next, dummy) = (rules.next(in_trick), declarer.after(2, 4));
    if seat != if next == dummy { declarer } else { next } {
        return Err("it is somebody else's turn");
    }
    let laid_open = won > 0 || in_trick > 0;
    for seat in Seat::all(4) {
        let played = (0..in_trick).any(|nth| rules.next(nth) == seat);
        let left = (TRICKS - won) as usize - usize::from(played);
        let there = if seat == dummy && laid_open { state.size(game.dummy) + hand(seat) } else { hand(seat) };
        let misplaced = seat == dummy && laid_open && hand(seat) > 0;
        if there != left || misplaced {
            return Err("somebody has too many cards");
        }
    }
    Ok(())
}
