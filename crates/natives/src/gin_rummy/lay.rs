//! Lists the legal moves for laying melds and laying off, and finds the best arrangement for bots.

use super::melds::{MOST_MELDS, arrange, each_meld, is_meld, lay_off, least_left, points};
use super::{DONE, Ended, GinRummy, KNOCK, Phase};
use crate::module::{Candidates, CardSet, Intent, Pile, SeatState};
use rulebook_kernel::{Illegal, Seat};
use smallvec::SmallVec;

type Seen<'a> = SeatState<'a, GinRummy>;

impl GinRummy {
    /// The first empty meld pile of a seat. `None` if all are in use.
    fn free(&self, state: &Seen<'_>, seat: Seat) -> Option<Pile> {
        self.melds.iter().map(|piles| piles.of(seat)).find(|&pile| state.is_empty(pile))
    }

    /// The seats whose melds the current player may extend. They always include the player's own seat. After a knock
    /// that is not gin, the other player may also extend the knocker's melds.
    fn may_extend(&self, state: &Seen<'_>) -> impl Iterator<Item = Seat> + use<> {
        let (seat, ended) = (state.seat(), state.rules().ended);
        let other = ended.filter(|ended| state.rules().phase == Phase::Answer && !self.is_gin(state, *ended));
        [Some(seat), other.map(Ended::by)].into_iter().flatten()
    }

    /// Whether the player who ended the hand has no deadwood. In that case the other player cannot lay off.
    fn is_gin(&self, state: &Seen<'_>, ended: Ended) -> bool {
        state.is_empty(self.open.of(ended.by()))
    }

    /// The maximum deadwood that the current player may have after laying.
    fn most_left(state: &Seen<'_>) -> u32 {
        match state.rules().ended {
            Some(ended) if state.rules().phase == Phase::Lay => ended.most(),
            _ => u32::MAX,
        }
    }

    /// Whether, after moving `cards` to pile `to`, the player can still lay enough cards to stay within the allowed
    /// deadwood.
    fn leaves_little(&self, state: &Seen<'_>, cards: CardSet, to: Pile) -> bool {
        let (seat, most) = (state.seat(), GinRummy::most_left(state));
        let rest = state.set(self.open.of(seat)).minus(cards);
        let melds = self.melds.map(|piles| {
            let there = state.set(piles.of(seat));
            if piles.of(seat) == to { there.or(cards) } else { there }
        });
        most > KNOCK || points(rest) <= most || least_left(rest, &melds) <= most
    }
}

pub(super) fn check(game: &GinRummy, state: &Seen<'_>, intent: &Intent) -> Result<(), Illegal> {
    let no = |why: &'static str| Err(Illegal::new(why));
    let (seat, open) = (state.seat(), game.open.of(state.seat()));
    let lying = state.set(open);
    let Intent::Move { from, to, cards } = *intent else {
        return match *intent {
            Intent::Action(DONE) if points(lying) <= GinRummy::most_left(state) => Ok(()),
            Intent::Action(DONE) => no("lay more melds: you have too much deadwood for a knock"),
            _ => no("lay melds, then say that you are done"),
        };
    };
    if from != open {
        return no("lay cards that lie open in front of you");
    }
    let cards: CardSet = cards.iter().collect();
    let there = state.set(to);
    let is_own = game.melds.iter().any(|piles| piles.of(seat) == to);
    let others = game.melds.iter().any(|piles| piles.of(seat.after(1, 2)) == to);
    match there.is_empty() {
        _ if !is_own && !others => return no("lay melds on the meld piles"),
        true if !is_own => return no("lay off on an existing meld"),
        true if game.free(state, seat) != Some(to) => return no("lay a meld in the first free place"),
        true if !is_meld(cards) => return no("a meld is three or more of a rank, or of a suit in a row"),
        false if is_own && cards.len() > 1 => return no("add to a meld card by card"),
        false if others && state.rules().phase == Phase::Lay => {
            return no("you cannot lay off on your opponent's melds yet");
        }
        false if others && !game.may_extend(state).any(|whose| whose != seat) => {
            return no("you cannot lay off on gin");
        }
        false if cards.len() > 1 => return no("lay off card by card"),
        false if !is_meld(there.or(cards)) => return no("that card does not fit that meld"),
        _ => {}
    }
    if game.leaves_little(state, cards, to) { Ok(()) } else { no("too much deadwood would be left") }
}

pub(super) fn legal(game: &GinRummy, state: &Seen<'_>, into: &mut Vec<Intent>) {
    let (seat, open) = (state.seat(), game.open.of(state.seat()));
    let lying = state.set(open);
    if let Some(free) = game.free(state, seat) {
        each_meld(lying, |meld| {
            if game.leaves_little(state, meld, free) {
                into.push(Intent::cards(open, free, meld.iter()));
            }
        });
    }
    for whose in game.may_extend(state) {
        for to in game.melds.map(|piles| piles.of(whose)).into_iter().filter(|&to| !state.is_empty(to)) {
            let there = state.set(to);
            let fit = lying.iter().filter(|&card| is_meld(there.with(card)));
            let fit = fit.filter(|&card| game.leaves_little(state, CardSet::NONE.with(card), to));
            into.extend(fit.map(|card| Intent::card(open, to, card)));
        }
    }
    if points(lying) <= GinRummy::most_left(state) {
        into.push(Intent::Action(DONE));
    }
}

/// Adds the candidates for bots. A knock comes together with the melds that leave the least deadwood. The answer to a
/// knock lays melds and lays off as much as possible.
pub(super) fn candidates(game: &GinRummy, state: &Seen<'_>, into: &mut Candidates) {
    use crate::module::RuleModule;
    let (seat, hand) = (state.seat(), game.hand.of(state.seat()));
    match state.rules().phase {
        Phase::Lay | Phase::Answer => {
            let lying = state.set(game.open.of(seat));
            into.push_row(best(game, state, lying, true));
        }
        _ => {
            let held = state.set(hand);
            into.fill_rows(
                |intents| game.legal(state, intents),
                |intent| match intent {
                    Intent::Action(super::BIG_GIN) => best(game, state, held, false),
                    Intent::Move { to, cards, .. } if *to == game.knock => {
                        best(game, state, held.minus(cards.iter().collect()), false)
                    }
                    _ => Way::new(),
                },
            );
        }
    }
}

/// The moves that lay a hand: one for each meld, one for each card laid off, and [`DONE`] if cards are left.
type Way = SmallVec<[Intent; 12]>;

/// The moves that leave the least deadwood. If the cards do not lie open yet, there are no melds to extend.
fn best(game: &GinRummy, state: &Seen<'_>, lying: CardSet, open_now: bool) -> Way {
    let (seat, open) = (state.seat(), game.open.of(state.seat()));
    let (mut there, mut places) = ([CardSet::NONE; 2 * MOST_MELDS], [open; 2 * MOST_MELDS]);
    let extended = game.may_extend(state).filter(|_| open_now).flat_map(|whose| game.melds.map(|p| p.of(whose)));
    for ((meld, place), pile) in there.iter_mut().zip(&mut places).zip(extended) {
        (*meld, *place) = (state.set(pile), pile);
    }
    let laid = game.melds.iter().filter(|piles| !state.is_empty(piles.of(seat))).count();
    let arrangement = arrange(lying, |arrangement| {
        let melds = arrangement.melds.iter().filter(|meld| !meld.is_empty()).count();
        let rest = lay_off(&mut there.clone(), arrangement.rest, |_, _| {});
        if laid + melds > MOST_MELDS { u32::MAX } else { points(rest) }
    });
    let mut row = Way::new();
    let free = game.melds.iter().map(|piles| piles.of(seat)).skip(laid);
    let melds = arrangement.melds.iter().filter(|meld| !meld.is_empty());
    row.extend(melds.zip(free).map(|(meld, place)| Intent::cards(open, place, meld.iter())));
    let rest = lay_off(&mut there, arrangement.rest, |card, at| row.push(Intent::card(open, places[at], card)));
    // Laying the last card ends the phase, so `DONE` is needed only if cards are left.
    if !rest.is_empty() {
        row.push(Intent::Action(DONE));
    }
    row
}
