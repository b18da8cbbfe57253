//! Computes the deal, the effects of each move, and the end of a hand.

use super::{
    EIGHT, HAND, Hand, JACK, MAX_HANDS, MAX_TURNS, MauMau, Note, PASS, Phase, SEVEN, TAKE, TARGET, WISH, matching,
    points,
};
use crate::module::{Action, ActionSet, CardId, Chance, Events, FullState, Intent, Play, deal as dealing};
use rulebook_kernel::{MAX_SEATS, Outcome, Seat};

type Full<'a> = FullState<'a, MauMau>;

/// The end of a turn: the state of the hand after the turn, and the cards that moved in the turn.
struct TurnEnd {
    hand: Hand,
    seat: Seat,
    /// The number of seats from this player to the next player: 2 after an eight, otherwise 1.
    step: usize,
    /// The number of cards in the stock after the turn.
    stock: usize,
    played: Option<CardId>,
    drawn: dealing::Deck,
}

impl TurnEnd {
    fn new(hand: Hand, seat: Seat, stock: usize) -> TurnEnd {
        TurnEnd { hand, seat, step: 1, stock, played: None, drawn: dealing::Deck::new() }
    }
}

/// The number of penalty cards that one seven adds.
const PENALTY: u8 = 2;
/// The penalty points of all cards together.
const ALL_POINTS: i32 = 4 * (20 + 11 + 10 + 4 + 3);

/// Deals five cards to each player, one by one, and turns up the next card. The turned-up card has no effect. The
/// player after the dealer begins.
pub(super) fn deal(game: &MauMau, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<MauMau>) {
    let seats = state.seats();
    let order = dealing::fresh_deck(state, game.stock, chance, events);
    let dealer = Seat::new((usize::from(state.deal_number().saturating_sub(1)) + seats - 1) % seats);
    let first = dealer.after(1, seats);
    let dealt = dealing::round_robin(&order, game.hand, seats, first, HAND, events);
    events.move_card(order[dealt], game.discard);
    let suit = state.card(order[dealt]).suit() as u8;
    let hand = Hand { dealer, phase: Phase::Play, suit, pending: 0, passes: 0, turns: 0 };
    ask(hand, first, order.len() - dealt - 1, events);
}

pub(super) fn apply(
    game: &MauMau,
    state: &Full<'_>,
    play: &Play<'_>,
    chance: &mut Chance<'_>,
    events: &mut Events<MauMau>,
) {
    let (seat, mut hand, stock) = (play.seat, *state.rules(), state.size(game.stock));
    match play.intent {
        Intent::Action(TAKE) => {
            let (drawn, left) = draw(game, state, seat, hand.pending.into(), chance, events);
            events.announce(Note::Take(seat, drawn.len() as u8));
            (hand.pending, hand.passes) = (0, 0);
            next(game, state, TurnEnd { drawn, ..TurnEnd::new(hand, seat, left) }, events);
        }
        Intent::Action(PASS) => {
            events.announce(Note::Pass(seat));
            if hand.phase == Phase::Play {
                rule_out_matching(game, state, seat, events);
                hand.passes += 1;
            }
            hand.phase = Phase::Play;
            next(game, state, TurnEnd::new(hand, seat, stock), events);
        }
        Intent::Action(Action(wish)) => {
            hand.suit = wish - WISH.0;
            hand.phase = Phase::Play;
            events.announce(Note::Wish(seat, hand.suit));
            next(game, state, TurnEnd::new(hand, seat, stock), events);
        }
        Intent::Move { from, .. } if from == game.stock => {
            rule_out_matching(game, state, seat, events);
            let (_, left) = draw(game, state, seat, 1, chance, events);
            (hand.phase, hand.passes) = (Phase::Drawn, 0);
            ask(hand, seat, left, events);
        }
        Intent::Move { .. } => play_card(game, state, play, chance, events),
    }
}

/// Plays a card and applies its effect.
fn play_card(game: &MauMau, state: &Full<'_>, play: &Play<'_>, chance: &mut Chance<'_>, events: &mut Events<MauMau>) {
    let (seat, mut hand, id) = (play.seat, *state.rules(), play.ids[0]);
    let (card, left) = (state.card(id), state.size(game.hand.of(seat)) - 1);
    events.move_card(id, game.discard);
    (hand.phase, hand.suit, hand.passes) = (Phase::Play, card.suit() as u8, 0);
    if left == 0 {
        events.announce(Note::Win(seat));
        return finish(game, state, &TurnEnd { played: Some(id), ..TurnEnd::new(hand, seat, 0) }, events);
    }
    if left == 1 {
        events.announce(Note::Mau(seat));
    }
    let mut stock = state.size(game.stock);
    if stock == 0 {
        stock = refill(game, state.ids(game.discard), chance, events).len();
    }
    if card.rank() == JACK {
        hand.phase = Phase::Wish;
        return ask(hand, seat, stock, events);
    }
    hand.pending += if card.rank() == SEVEN { PENALTY } else { 0 };
    let mut end = TurnEnd { played: Some(id), ..TurnEnd::new(hand, seat, stock) };
    if card.rank() == EIGHT {
        events.announce(Note::Skip(seat.after(1, state.seats())));
        end.step = 2;
    }
    next(game, state, end, events);
}

/// Records that a player who draws or passes holds no matching card. All players can conclude this, because a player
/// must play if possible.
fn rule_out_matching(game: &MauMau, state: &Full<'_>, seat: Seat, events: &mut Events<MauMau>) {
    if let Some(top) = state.top(game.discard) {
        events.rule_out(game.hand.of(seat), matching(state.card(top), state.rules()));
    }
}

/// Draws up to `count` cards. When the stock is empty, the discard pile except its top card is shuffled into a new
/// stock. Returns the cards drawn and the size of the stock afterwards.
fn draw(
    game: &MauMau,
    state: &Full<'_>,
    seat: Seat,
    count: usize,
    chance: &mut Chance<'_>,
    events: &mut Events<MauMau>,
) -> (dealing::Deck, usize) {
    let mut stock: dealing::Deck = state.ids(game.stock).collect();
    let mut drawn = dealing::Deck::new();
    let mut take = |stock: &mut dealing::Deck, events: &mut Events<MauMau>| {
        while let Some(card) = (drawn.len() < count).then(|| stock.pop()).flatten() {
            events.move_card(card, game.hand.of(seat));
            drawn.push(card);
        }
    };
    take(&mut stock, events);
    if stock.is_empty() {
        let covered = state.size(game.discard).saturating_sub(1);
        stock = refill(game, state.ids(game.discard).take(covered), chance, events);
        take(&mut stock, events);
    }
    (drawn, stock.len())
}

/// Shuffles these cards into the empty stock. Returns their new order, with the top card last.
fn refill(
    game: &MauMau,
    cards: impl Iterator<Item = CardId>,
    chance: &mut Chance<'_>,
    events: &mut Events<MauMau>,
) -> dealing::Deck {
    let cards: dealing::Deck = cards.collect();
    if cards.is_empty() {
        return cards;
    }
    events.move_cards(cards.iter().copied(), game.stock);
    let order = events.shuffle(game.stock, cards, chance);
    dealing::Deck::from_slice(events.ids(&order))
}

/// Asks a player for a decision. `stock` is the number of cards in the stock at that time.
fn ask(hand: Hand, seat: Seat, stock: usize, events: &mut Events<MauMau>) {
    let suits = (0..4).map(|suit| Action(WISH.0 + suit));
    events.set_rules(hand);
    events.set_action_set(match hand.phase {
        Phase::Wish => suits.collect(),
        Phase::Play if hand.pending > 0 => ActionSet::NONE.with(TAKE),
        Phase::Play if stock > 0 => ActionSet::NONE,
        Phase::Play | Phase::Drawn => ActionSet::NONE.with(PASS),
    });
    events.set_current_player(seat);
}

/// Ends a turn. The next player is asked, unless the hand is blocked.
fn next(game: &MauMau, state: &Full<'_>, mut end: TurnEnd, events: &mut Events<MauMau>) {
    end.hand.turns += 1;
    if usize::from(end.hand.passes) >= state.seats() || end.hand.turns >= MAX_TURNS {
        events.announce(Note::Blocked);
        return finish(game, state, &end, events);
    }
    ask(end.hand, end.seat.after(end.step, state.seats()), end.stock, events);
}

/// Ends the hand: shows the remaining cards and counts their penalty points.
fn finish(game: &MauMau, state: &Full<'_>, end: &TurnEnd, events: &mut Events<MauMau>) {
    let (seats, mut hand) = (state.seats(), end.hand);
    let mut scores = [0; MAX_SEATS];
    scores[..seats].copy_from_slice(state.scores());
    for seat in Seat::all(seats) {
        let drawn = end.drawn.iter().copied().filter(|_| seat == end.seat);
        let left = || state.ids(game.hand.of(seat)).filter(|id| Some(*id) != end.played).chain(drawn.clone());
        let gained: i32 = left().map(|id| points(state.card(id))).sum();
        if left().next().is_some() {
            events.reveal(left());
            events.announce(Note::Points(seat, gained as u8));
        }
        scores[seat.index()] += gained;
    }
    hand.pending = 0;
    events.set_rules(hand);
    events.set_action_set(ActionSet::NONE);
    events.set_scores(&scores[..seats]);
    let scores = &scores[..seats];
    if scores.iter().any(|&score| score >= TARGET) {
        events.set_winner(outcome(scores, "a player has 100 points"));
    } else if state.deal_number() >= MAX_HANDS {
        events.set_winner(outcome(scores, "the last hand is over"));
    } else {
        events.next_round(hand.dealer.after(1, seats));
    }
}

/// The outcome for these penalty points. The player with the fewest points wins.
pub(super) fn outcome(scores: &[i32], reason: &'static str) -> Outcome {
    let mut margins = [0; MAX_SEATS];
    margins.iter_mut().zip(scores).for_each(|(margin, score)| *margin = -score);
    Outcome::highest(&margins[..scores.len()], reason)
}

pub(super) fn validate_state(game: &MauMau, state: &Full<'_>) -> Result<(), &'static str> {
    let (hand, seats) = (state.rules(), state.seats());
    if hand.dealer.index() >= seats || hand.suit >= 4 {
        return Err("a seat or a suit does not exist");
    }
    if usize::from(hand.passes) > seats || hand.turns > MAX_TURNS || hand.pending > 4 * PENALTY {
        return Err("a number is out of range");
    }
    if !state.scores().iter().all(|score| (0..TARGET + ALL_POINTS).contains(score)) {
        return Err("a score is out of range");
    }
    if state.is_over() || !state.is_dealt() {
        return Ok(());
    }
    if state.scores().iter().any(|&score| score >= TARGET) || state.deal_number() > MAX_HANDS {
        return Err("the match should be over");
    }
    let Some(top) = state.top(game.discard) else { return Err("the discard pile is empty") };
    let top = state.card(top);
    if Seat::all(seats).any(|seat| state.is_empty(game.hand.of(seat))) {
        return Err("a player has no cards left, but the hand is not over");
    }
    if usize::from(hand.passes) >= seats || hand.turns >= MAX_TURNS {
        return Err("the hand should be over");
    }
    if hand.pending > 0 && (hand.phase != Phase::Play || top.rank() != SEVEN) {
        return Err("a player must take cards, but no seven was played");
    }
    if top.rank() != JACK && (hand.phase == Phase::Wish || usize::from(hand.suit) != top.suit()) {
        return Err("the suit to follow is not the suit of the top card");
    }
    Ok(())
}
