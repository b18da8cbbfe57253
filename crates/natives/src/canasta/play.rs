//! Computes the consequences of moves: the deal, draws, melds, the discard pile, the end of a turn.

use super::count::{RANKS, is_red_three, is_wild};
use super::score::{Ending, finish};
use super::{ASK, BACK, Canasta, Decision, HAND, Meld, NO, Note, OUT, Round, STOP, TAKE, YES, meld_ranks, side};
use crate::module::{Action, Card, CardId, Chance, Events, FullState, Intent, Play, deal as dealing};
use rulebook_kernel::Seat;

pub(super) type Full<'a> = FullState<'a, Canasta>;

/// Deals eleven cards to each seat, one at a time. The next card starts the discard pile. If it is a wild card or a red
/// three, the pile is frozen and another card is turned up.
pub(super) fn deal(game: &Canasta, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<Canasta>) {
    let seats = state.seats();
    let order = dealing::fresh_deck(state, game.stock, chance, events);
    let dealer = Seat::new((usize::from(state.deal_number().saturating_sub(1)) + seats - 1) % seats);
    let first = dealer.after(1, seats);
    let dealt = dealing::round_robin(&order, game.hand, seats, first, HAND, events);
    let special = |id: &CardId| is_wild(state.card(*id)) || is_red_three(state.card(*id));
    let skipped = order[dealt..].iter().take_while(|id| special(id)).count();
    for &id in &order[dealt..=dealt + skipped] {
        events.move_card(id, game.discard);
    }
    if skipped > 0 {
        events.announce(Note::Frozen);
    }
    events.set_rules(Round::new(dealer, skipped > 0));
    events.set_actions([]);
    events.set_current_player(first);
}

pub(super) fn apply(game: &Canasta, state: &Full<'_>, play: &Play<'_>, events: &mut Events<Canasta>) {
    let (seat, mut round) = (play.seat, *state.rules());
    let (team, hand) = (side(seat), game.hand.of(seat));
    match play.intent {
        Intent::Action(action) => press(game, state, seat, round, action, events),
        Intent::Move { to, .. } if to == game.threes.nth(team) => {
            let card = state.card(play.ids[0]);
            events.move_card(play.ids[0], to);
            events.announce(Note::RedThree(seat, card));
            match state.top(game.stock) {
                Some(next) => events.move_card(next, hand),
                None => {
                    events.announce(Note::NoStock);
                    let gone = Some(play.ids[0]);
                    finish(game, state, seat, round, Ending { out: None, gone, red: true }, events);
                }
            }
        }
        Intent::Move { from, .. } if from == game.stock => {
            events.move_card(play.ids[0], hand);
            round.step = Decision::Meld;
            wait(round, events);
        }
        Intent::Move { to, .. } if to == game.discard => discard(game, state, seat, round, play.ids[0], events),
        Intent::Move { from, to, .. } => {
            events.move_card(play.ids[0], to);
            let card = state.card(play.ids[0]);
            let rank = meld_ranks().find(|&rank| game.meld(rank, team) == to).expect("cards are laid onto melds");
            round.staged[rank] = round.staged[rank].saturating_add(1);
            if from == game.discard {
                round.step = Decision::Take { rank: rank as u8, pair: 0 };
            } else if let Decision::Take { rank: taken, pair } = &mut round.step
                && *taken as usize == rank
                && !is_wild(card)
            {
                *pair = pair.saturating_add(1);
            }
            wait(round, events);
        }
    }
}

/// Stores the state of the turn and shows the buttons for its next decision.
fn wait(round: Round, events: &mut Events<Canasta>) {
    events.set_rules(round);
    match round.step {
        Decision::Draw => events.set_actions([]),
        Decision::Take { .. } => events.set_actions([TAKE, BACK]),
        Decision::Meld => events.set_actions([OUT, ASK, BACK]),
        Decision::Ask => events.set_actions([YES, NO]),
    }
}

fn press(game: &Canasta, state: &Full<'_>, seat: Seat, round: Round, action: Action, events: &mut Events<Canasta>) {
    let mut round = round;
    match action {
        TAKE => take(game, state, seat, round, events),
        BACK => back(game, state, seat, round, events),
        OUT => {
            commit(game, state, seat, &mut round, events);
            let concealed = !round.laid[seat.index()];
            events.announce(Note::Out(seat, concealed));
            finish(game, state, seat, round, Ending { out: Some(concealed), gone: None, red: false }, events);
        }
        ASK => {
            round.step = Decision::Ask;
            events.announce(Note::Asked(seat));
            wait(round, events);
            events.set_current_player(seat.after(2, state.seats()));
        }
        STOP => {
            events.announce(Note::Stopped(seat));
            finish(game, state, seat, round, Ending { out: None, gone: None, red: false }, events);
        }
        _ => {
            let yes = action == YES;
            (round.step, round.answer) = (Decision::Meld, Some(yes));
            events.announce(Note::Answered(seat, yes));
            wait(round, events);
            events.set_current_player(seat.after(2, state.seats()));
        }
    }
}

/// The cards of a side's meld of a rank.
fn lying<'a>(game: &Canasta, state: &Full<'a>, team: usize, rank: usize) -> impl Iterator<Item = CardId> + use<'a> {
    state.ids(game.meld(rank, team))
}

/// Commits the staged cards: they can no longer be taken back.
fn commit(game: &Canasta, state: &Full<'_>, seat: Seat, round: &mut Round, events: &mut Events<Canasta>) {
    let team = side(seat);
    for rank in meld_ranks().filter(|&rank| round.staged[rank] > 0) {
        let staged = round.staged[rank];
        events.announce(Note::Melded(seat, rank as u8, staged));
        let wilds = state.cards(game.meld(rank, team)).filter(|&card| is_wild(card)).count() as u8;
        let size = state.size(game.meld(rank, team)) as u8;
        let meld = Meld { naturals: size.saturating_sub(wilds), wilds };
        if meld.is_canasta() && size - staged.min(size) < 7 {
            events.announce(Note::Completed(seat, rank as u8, wilds == 0));
        }
        round.melded[team] = true;
    }
    round.staged = [0; RANKS];
}

/// Takes the discard pile. Its top card already lies on a meld. The other cards go to the hand, and red threes are laid
/// aside.
fn take(game: &Canasta, state: &Full<'_>, seat: Seat, mut round: Round, events: &mut Events<Canasta>) {
    let team = side(seat);
    let Decision::Take { rank, .. } = round.step else { return };
    let rank = rank as usize;
    let at = state.size(game.meld(rank, team)).saturating_sub(round.staged[rank] as usize);
    let top = lying(game, state, team, rank).nth(at).map(|id| state.card(id));
    let red = |id: &CardId| is_red_three(state.card(*id));
    events.announce(Note::Took(seat, top.unwrap_or(Card::BLACK_JOKER), 1 + state.size(game.discard) as u8));
    commit(game, state, seat, &mut round, events);
    for id in state.ids(game.discard).filter(red) {
        events.move_card(id, game.threes.nth(team));
        events.announce(Note::RedThree(seat, state.card(id)));
    }
    events.move_cards(state.ids(game.discard).filter(|id| !red(id)), game.hand.of(seat));
    (round.step, round.frozen, round.took) = (Decision::Meld, false, true);
    wait(round, events);
}

/// Takes back the staged cards. They go to the hand; the top card of the discard pile goes back to that pile.
fn back(game: &Canasta, state: &Full<'_>, seat: Seat, mut round: Round, events: &mut Events<Canasta>) {
    let team = side(seat);
    let mut top = None;
    for rank in meld_ranks().filter(|&rank| round.staged[rank] > 0) {
        let at = state.size(game.meld(rank, team)).saturating_sub(round.staged[rank] as usize);
        let taken = matches!(round.step, Decision::Take { rank: taken, .. } if taken as usize == rank);
        top = top.or(lying(game, state, team, rank).nth(at).filter(|_| taken));
        events.move_cards(lying(game, state, team, rank).skip(at + usize::from(taken)), game.hand.of(seat));
    }
    if let Some(top) = top {
        events.move_card(top, game.discard);
        round.step = Decision::Draw;
    }
    round.staged = [0; RANKS];
    round.backs = round.backs.saturating_add(1);
    wait(round, events);
    if round.step == Decision::Draw && state.is_empty(game.stock) {
        events.set_actions([STOP]);
    }
}

/// Discards a card and ends the turn. If it is the last card of the hand, the deal ends.
fn discard(game: &Canasta, state: &Full<'_>, seat: Seat, mut round: Round, id: CardId, events: &mut Events<Canasta>) {
    let card = state.card(id);
    let melds = round.took || round.is_staged();
    commit(game, state, seat, &mut round, events);
    events.move_card(id, game.discard);
    events.announce(Note::Discarded(seat, card));
    if state.size(game.hand.of(seat)) == 1 {
        let concealed = !round.laid[seat.index()];
        events.announce(Note::Out(seat, concealed));
        let ending = Ending { out: Some(concealed), gone: Some(id), red: false };
        return finish(game, state, seat, round, ending, events);
    }
    if is_wild(card) && !round.frozen {
        round.frozen = true;
        events.announce(Note::Frozen);
    }
    round.laid[seat.index()] |= melds;
    (round.step, round.backs, round.answer, round.took) = (Decision::Draw, 0, None, false);
    wait(round, events);
    if state.is_empty(game.stock) {
        events.set_actions([STOP]);
    }
    events.set_current_player(seat.after(1, state.seats()));
}
