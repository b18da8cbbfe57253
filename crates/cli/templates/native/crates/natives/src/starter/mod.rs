//! Starter: a trick-taking game to start from. The rules for people are in `games/starter/rules.md`.

use crate::module::{
    About, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule, SeatPiles, SeatState,
    Shown, deal, trick,
};
use rulebook_kernel::{Illegal, MAX_SEATS, Outcome, Seat, Setup};
use serde::{Deserialize, Serialize};

/// Number of cards that each player is dealt in a hand.
const HAND: usize = 5;
/// Number of hands in a match.
const HANDS: u16 = 3;

/// The rules and the ids of the card zones.
#[derive(Debug)]
pub struct Starter {
    deck: Pile,
    table: Pile,
    hand: SeatPiles,
    won: SeatPiles,
}

/// Public values besides the cards. A value that is derived from a hidden hand must not be stored here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Public {
    /// The seat that leads the current trick.
    pub leader: Seat,
}

/// An event for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// A seat wins a trick.
    Trick(Seat),
}

impl Starter {
    /// The cards that the current player may play: the cards of the led suit if the player has any, otherwise all.
    fn playable(&self, state: &SeatState<'_, Self>) -> CardSet {
        let led = state.at(self.table, 0).map(|card| card.suit());
        trick::following(state.set(self.hand.of(state.seat())), led)
    }

    /// Ends a trick. The winner leads the next trick. After the last trick, the hand ends.
    fn end_trick(&self, state: &FullState<'_, Self>, play: &Play<'_>, events: &mut Events<Self>) {
        let seats = state.seats();
        let mut cards = [state.card(play.ids[0]); MAX_SEATS];
        cards.iter_mut().zip(state.cards(self.table)).for_each(|(place, card)| *place = card);
        let place = trick::winner(&cards[..seats], None).unwrap_or(0);
        let winner = state.rules().leader.after(place, seats);
        events.move_cards(state.ids(self.table).chain(play.ids.iter().copied()), self.won.of(winner));
        events.announce(Note::Trick(winner));
        let mut scores = [0; MAX_SEATS];
        scores[..seats].copy_from_slice(state.scores());
        scores[winner.index()] += 1;
        events.set_scores(&scores[..seats]);
        events.set_rules(Public { leader: winner });
        let last = Seat::all(seats).all(|seat| seat == play.seat || state.is_empty(self.hand.of(seat)));
        match last && state.size(self.hand.of(play.seat)) == 1 {
            true if state.deal_number() < HANDS => events.next_round(winner),
            true => events.set_winner(Outcome::highest(&scores[..seats], "all hands are played")),
            false => events.set_current_player(winner),
        }
    }
}

impl RuleModule for Starter {
    type Public = Public;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/starter/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] = &[];

    fn about() -> About {
        About {
            id: "starter",
            name: "Starter",
            min_seats: 2,
            semantics: 1,
            max_moves: u32::from(HANDS) * (HAND * 4 + 1) as u32,
            options: Vec::new(),
        }
    }

    fn build(piles: &Piles<'_>) -> Self {
        Self {
            deck: piles.shared("deck"),
            table: piles.shared("table"),
            hand: piles.each("hand"),
            won: piles.each("won"),
        }
    }

    fn initial(&self, _: &Setup) -> Public {
        Public { leader: Seat::new(0) }
    }

    fn check(&self, state: &SeatState<'_, Self>, intent: &Intent) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let Intent::Move { from, to, cards } = *intent else { return no("there are no buttons") };
        if from != self.hand.of(state.seat()) || to != self.table {
            return no("play a card from your hand to the table");
        }
        match cards.single() {
            Some(card) if self.playable(state).has(card) => Ok(()),
            Some(_) => no("follow suit"),
            None => no("play one card"),
        }
    }

    fn legal(&self, state: &SeatState<'_, Self>, into: &mut Vec<Intent>) {
        let hand = self.hand.of(state.seat());
        into.extend(self.playable(state).iter().map(|card| Intent::card(hand, self.table, card)));
    }

    fn apply(&self, state: &FullState<'_, Self>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Self>) {
        events.move_cards(play.ids.iter().copied(), self.table);
        // A player who does not follow suit has no card of this suit, and all players can conclude this.
        let led = state.cards(self.table).next().map(|card| CardSet::suit(card.suit()));
        let card = state.card(play.ids[0]);
        if let Some(led) = led.filter(|led| !led.has(card) && state.size(self.hand.of(play.seat)) > 1) {
            events.rule_out(self.hand.of(play.seat), led);
        }
        if state.size(self.table) + 1 == state.seats() {
            self.end_trick(state, play, events);
        } else {
            events.set_current_player(play.seat.after(1, state.seats()));
        }
    }

    fn deal(&self, state: &FullState<'_, Self>, chance: &mut Chance<'_>, events: &mut Events<Self>) {
        let order = deal::fresh_deck(state, self.deck, chance, events);
        let leader = state.rules().leader;
        deal::round_robin(&order, self.hand, state.seats(), leader, HAND, events);
        events.set_current_player(leader);
    }

    fn validate_state(&self, state: &FullState<'_, Self>) -> Result<(), &'static str> {
        let (leader, seats, played) = (state.rules().leader, state.seats(), state.size(self.table));
        if leader.index() >= seats || state.scores().iter().any(|score| !(0..1000).contains(score)) {
            return Err("a number is out of range");
        }
        let Some(current) = state.current_player().filter(|_| state.is_dealt()) else { return Ok(()) };
        let holds = |nth: usize| state.size(self.hand.of(leader.after(nth, seats)));
        let whole = (0..seats).all(|nth| holds(nth) + usize::from(nth < played) == holds(seats - 1));
        let turn = played < seats && current == leader.after(played, seats);
        if whole && turn && holds(seats - 1) > 0 { Ok(()) } else { Err("the trick is broken") }
    }

    fn fields(&self, state: &SeatState<'_, Self>, fields: &mut Fields<'_, '_>) {
        fields.seat("leader", "who led to the trick", Some(state.rules().leader));
    }

    fn words(&self, note: &Note) -> String {
        match note {
            Note::Trick(seat) => format!("{seat} wins the trick"),
        }
    }

    fn prompt(&self, shown: &Shown<'_, Self>) -> String {
        if shown.size(self.table) == 0 { "Lead a card." } else { "Play a card: follow suit if you can." }.to_owned()
    }
}
