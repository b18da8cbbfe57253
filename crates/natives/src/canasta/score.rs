//! Computes the end of a hand: its points, and the end of the match.

use super::count::{Meld, is_wild, value};
use super::play::Full;
use super::{Canasta, MOST_DEALS, Note, Round, TARGET, meld_ranks, side};
use crate::module::{CardId, Events};
use rulebook_kernel::{MAX_SEATS, Outcome, Seat};

/// The bonus for going out, and for going out with a concealed hand.
const OUT: i32 = 100;
const CONCEALED: i32 = 200;

/// How a hand ended.
pub(super) struct Ending {
    /// `Some` if a player went out. The flag says whether the hand was concealed.
    pub(super) out: Option<bool>,
    /// The card that this move takes out of a hand. The state still counts this card in the hand.
    pub(super) gone: Option<CardId>,
    /// Whether that card is a red three, which counts for the side.
    pub(super) red: bool,
}

/// The points for red threes. Four red threes count double. For a side that has not melded, the points are negative.
#[must_use]
pub const fn red_threes(count: usize, melded: bool) -> i32 {
    let points = if count >= 4 { 800 } else { 100 * count as i32 };
    if melded { points } else { -points }
}

/// The points of all cards and canastas that a side has laid down.
fn laid(game: &Canasta, state: &Full<'_>, side: usize) -> i32 {
    let meld = |rank: usize| {
        let pile = game.meld(rank, side);
        let wilds = state.cards(pile).filter(|&card| is_wild(card)).count() as u8;
        let meld = Meld { naturals: (state.size(pile) as u8).saturating_sub(wilds), wilds };
        state.cards(pile).map(value).sum::<i32>() + meld.bonus()
    };
    meld_ranks().map(meld).sum()
}

pub(super) fn finish(
    game: &Canasta,
    state: &Full<'_>,
    seat: Seat,
    round: Round,
    ending: Ending,
    events: &mut Events<Canasta>,
) {
    let seats = state.seats();
    // Show the remaining cards of all hands before counting them.
    let held = |seat: Seat| state.ids(game.hand.of(seat)).filter(|&id| ending.gone != Some(id));
    events.reveal(Seat::all(seats).flat_map(held));
    let mut gained = [0; 2];
    for (team, gained) in gained.iter_mut().enumerate() {
        let own = team == side(seat);
        let threes = state.size(game.threes.nth(team)) + usize::from(own && ending.red);
        let against: i32 =
            Seat::all(seats).filter(|&seat| side(seat) == team).flat_map(held).map(|id| value(state.card(id))).sum();
        let out = match ending.out.filter(|_| own) {
            None => 0,
            Some(false) => OUT,
            Some(true) => CONCEALED,
        };
        *gained = laid(game, state, team) + red_threes(threes, round.melded[team]) + out - against;
    }
    let mut scores = [0; MAX_SEATS];
    for seat in Seat::all(seats) {
        scores[seat.index()] = state.scores()[seat.index()].saturating_add(gained[side(seat)]);
    }
    for team in 0..2 {
        events.announce(Note::Total(Seat::new(team), gained[team], scores[team]));
    }
    events.set_rules(round);
    events.set_actions([]);
    events.set_scores(&scores[..seats]);
    let best = scores[0].max(scores[1]);
    let reason = match () {
        () if best >= TARGET && scores[0] != scores[1] => "five thousand points",
        () if state.deal_number() >= MOST_DEALS => "the last hand is played",
        () => return events.next_round(round.dealer.after(1, seats)),
    };
    let teams: [u8; MAX_SEATS] = std::array::from_fn(|seat| (seat % 2) as u8);
    events.set_winner(Outcome::highest(&scores[..seats], reason).in_teams(&teams[..seats]));
}
