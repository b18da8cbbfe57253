//! A toy game for tests. A player draws a card, then lays cards of one rank onto their own meld, or ends the turn with
//! a discard. A match has two hands.

use rulebook_kernel::{Illegal, Outcome, Seat, Setup};
use rulebook_natives::module::{
    About, Action, Candidates, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule,
    SeatPiles, SeatState, Shown, Visibility, deal,
};
use serde::{Deserialize, Serialize};

const SHOW: Action = Action(0);
const HIDE: Action = Action(1);
const BOW: Action = Action(2);
const VEIL: Action = Action(3);
const HANDS: u16 = 2;
const MOST_TURNS: u8 = 30;

#[derive(Debug)]
pub struct Toy {
    deck: Pile,
    discard: Pile,
    hand: SeatPiles,
    meld: SeatPiles,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Public {
    drawn: bool,
    bowed: bool,
    veiled: bool,
    turns: u8,
    open: Vec<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    Melded(Seat, u8),
    Won(Option<Seat>),
}

impl Public {
    /// Whether the current player has drawn a card.
    pub fn drawn(&self) -> bool {
        self.drawn
    }
}

impl Toy {
    fn red(&self, hand: CardSet) -> u8 {
        hand.and(CardSet::suit(2)).len() as u8
    }
}

impl RuleModule for Toy {
    type Public = Public;
    /// The number of different red cards in the hand. It reveals something about the hand, so it is private.
    type Private = u8;
    type Note = Note;

    const INITIAL: &'static str = include_str!("initial-state.json");
    // The rules lay hands open and cover the discard, so a seat sees other cards than the zones say.
    const KEEPS_LORE: bool = true;
    const ACTIONS: &'static [(&'static str, &'static str)] = &[
        ("show", "Lay the hand open"),
        ("hide", "Take the hand up"),
        ("bow", "Turn the meld"),
        ("veil", "Cover the discard, or not"),
    ];

    fn about() -> About {
        About { id: "toy", name: "Toy", min_seats: 2, semantics: 1, max_moves: 2000, options: Vec::new() }
    }

    fn build(piles: &Piles<'_>) -> Toy {
        Toy {
            deck: piles.shared("deck"),
            discard: piles.shared("discard"),
            hand: piles.each("hand"),
            meld: piles.each("meld"),
        }
    }

    fn initial(&self, setup: &Setup) -> Public {
        Public { drawn: false, bowed: false, veiled: false, turns: 0, open: vec![false; setup.seats] }
    }

    fn check(&self, state: &SeatState<'_, Toy>, intent: &Intent) -> Result<(), Illegal> {
        let (rules, seat) = (state.rules(), state.seat());
        let (hand, meld) = (self.hand.of(seat), self.meld.of(seat));
        let no = |why: &'static str| Err(Illegal::new(why));
        match *intent {
            Intent::Action(SHOW) if rules.open[seat.index()] => no("the hand is open already"),
            Intent::Action(HIDE) if !rules.open[seat.index()] => no("the hand is not open"),
            Intent::Action(BOW) if rules.bowed || state.is_empty(meld) => no("there is nothing to turn"),
            Intent::Action(SHOW | HIDE | BOW | VEIL) if !rules.drawn => no("draw a card first"),
            Intent::Action(SHOW | HIDE) if state.private() % 2 == 1 => no("an odd number of red cards cannot be shown"),
            Intent::Action(_) => Ok(()),
            Intent::Move { from, to, cards } if to == hand => match from == self.deck || from == self.discard {
                true if !rules.drawn && state.is_top(from, &cards) => Ok(()),
                _ => no("draw one card, once, from the deck or the discard"),
            },
            _ if !rules.drawn => no("draw a card first"),
            Intent::Move { from, to, cards } if from == hand && to == self.discard && cards.len() == 1 => Ok(()),
            Intent::Move { from, to, cards } if from == hand && to == meld => {
                let mut ranks = cards.iter().map(|card| if card.is_joker() { 99 } else { card.rank() });
                let first = ranks.next();
                let same = ranks.all(|rank| Some(rank) == first);
                if same && cards.len() > 1 { Ok(()) } else { no("a meld is two or more of a rank") }
            }
            Intent::Move { .. } => no("that leads nowhere"),
        }
    }

    fn legal(&self, state: &SeatState<'_, Toy>, into: &mut Vec<Intent>) {
        let seat = state.seat();
        let (hand, meld) = (self.hand.of(seat), self.meld.of(seat));
        let from = into.len();
        into.extend([self.deck, self.discard].iter().filter_map(|&pile| state.draw(pile, hand)));
        let known: Vec<_> = state.known(hand).collect();
        let mut single = known.clone();
        single.dedup();
        into.extend(single.iter().map(|&card| Intent::card(hand, self.discard, card)));
        // Add every different selection of cards in the hand. The hand is small, so there are few.
        let at = into.len();
        for set in 0..1u32 << known.len().min(10) {
            let chosen = known.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, card)| *card);
            let intent = Intent::cards(hand, meld, chosen);
            if set != 0 && !into[at..].contains(&intent) {
                into.push(intent);
            }
        }
        into.extend([SHOW, HIDE, BOW, VEIL].map(Intent::Action));
        rulebook_natives::module::filter(self, state, into, from);
    }

    /// Adds rows of intents that draw and discard. Only whole ranks are melded.
    fn candidates(&self, state: &SeatState<'_, Toy>, into: &mut Candidates) {
        let hand = self.hand.of(state.seat());
        let mut legal = Vec::new();
        self.legal(state, &mut legal);
        for intent in legal {
            match intent {
                Intent::Move { from, .. } if from != hand => {
                    for card in state.set(hand).iter() {
                        into.push_row([intent, Intent::card(hand, self.discard, card)]);
                    }
                    if state.is_empty(hand) {
                        into.push(intent);
                    }
                }
                Intent::Move { cards, .. } if cards.len() > 1 => {
                    let all =
                        cards.iter().all(|card| state.count(hand, card) == cards.iter().filter(|c| *c == card).count());
                    if all {
                        into.push(intent);
                    }
                }
                _ => into.push(intent),
            }
        }
    }

    fn apply(&self, state: &FullState<'_, Toy>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Toy>) {
        let (seat, mut rules) = (play.seat, state.rules().clone());
        let hand = self.hand.of(seat);
        match play.intent {
            Intent::Action(BOW) => {
                rules.bowed = true;
                events.set_card_visuals(
                    state.ids(self.meld.of(seat)).enumerate().map(|(i, id)| (id, 45 * (1 + i as i16 % 2))),
                );
            }
            Intent::Action(VEIL) => {
                rules.veiled = !rules.veiled;
                let how = if rules.veiled { Visibility::Hidden } else { Visibility::Public };
                events.set_pile_visibility(self.discard, how);
            }
            Intent::Action(action) => {
                rules.open[seat.index()] = action == SHOW;
                let how = if action == SHOW { Visibility::Public } else { Visibility::Owner };
                events.set_pile_visibility(hand, how);
            }
            Intent::Move { to, .. } => {
                events.move_cards(play.ids.iter().copied(), to);
                let mut cards = state.set(hand);
                if to == hand {
                    rules.drawn = true;
                    cards = cards.with(state.card(play.ids[0]));
                } else {
                    let left = state.ids(hand).filter(|id| !play.ids.contains(id));
                    cards = left.map(|id| state.card(id)).collect();
                }
                events.set_private(seat, self.red(cards));
                if to == self.meld.of(seat) {
                    events.announce(Note::Melded(seat, play.ids.len() as u8));
                }
                let gone = state.size(hand) == play.ids.len() && to != hand;
                if to == self.discard || gone {
                    return self.end_turn(state, seat, rules, gone, events);
                }
            }
        }
        events.set_rules(rules);
    }

    fn deal(&self, state: &FullState<'_, Toy>, chance: &mut Chance<'_>, events: &mut Events<Toy>) {
        let seats = state.seats();
        let first = Seat::new(usize::from(state.deal_number() - 1) % seats);
        for seat in Seat::all(seats).filter(|seat| state.rules().open[seat.index()]) {
            events.set_pile_visibility(self.hand.of(seat), Visibility::Owner);
        }
        if state.rules().veiled {
            events.set_pile_visibility(self.discard, Visibility::Public);
        }
        let order = deal::fresh_deck(state, self.deck, chance, events);
        let dealt = deal::round_robin(&order, self.hand, seats, first, 3, events);
        events.move_card(order[dealt], self.discard);
        for seat in Seat::all(seats) {
            let mine = order[..dealt].iter().skip(seat.index() + seats - first.index()).step_by(seats);
            let mine = if seat >= first {
                order[..dealt].iter().skip(seat.index() - first.index()).step_by(seats)
            } else {
                mine
            };
            events.set_private(seat, self.red(mine.map(|&id| state.card(id)).collect()));
        }
        events.set_rules(Public { drawn: false, bowed: false, veiled: false, turns: 0, open: vec![false; seats] });
        events.set_actions([SHOW, HIDE]);
        events.set_current_player(first);
    }

    fn refill(&self, state: &FullState<'_, Toy>, seat: Seat, _: &mut Chance<'_>) -> u8 {
        self.red(state.set(self.hand.of(seat)))
    }

    fn validate_state(&self, state: &FullState<'_, Toy>) -> Result<(), &'static str> {
        let rules = state.rules();
        if rules.open.len() != state.seats() || rules.turns > MOST_TURNS {
            return Err("the rules state is broken");
        }
        if (0..state.seats()).any(|s| *state.private(Seat::new(s)) != self.red(state.set(self.hand.nth(s)))) {
            return Err("somebody has miscounted");
        }
        Ok(())
    }

    fn fields(&self, state: &SeatState<'_, Toy>, fields: &mut Fields<'_, '_>) {
        let rules = state.rules();
        fields.flag("drawn", "a card was drawn", rules.drawn);
        fields.flag("bowed", "the meld was turned", rules.bowed);
        fields.flag("veiled", "the discard is covered", rules.veiled);
        fields.number("turns", "turns so far", rules.turns);
        fields.each("open", "1 for a hand that lies open", |seat| rules.open[seat.index()].into());
        fields.number("red", "red cards in the hand", *state.private());
    }

    fn words(&self, note: &Note) -> String {
        match note {
            Note::Melded(seat, count) => format!("{seat} melds {count} cards"),
            Note::Won(Some(seat)) => format!("{seat} wins the hand"),
            Note::Won(None) => "nobody wins the hand".to_owned(),
        }
    }

    fn prompt(&self, shown: &Shown<'_, Toy>) -> String {
        if shown.rules().drawn { "Meld or discard.".to_owned() } else { "Draw a card.".to_owned() }
    }

    fn facts(&self, shown: &Shown<'_, Toy>) -> Vec<(&'static str, String)> {
        shown.private().map(|red| ("redCards", red.to_string())).into_iter().collect()
    }
}

impl Toy {
    fn end_turn(
        &self,
        state: &FullState<'_, Toy>,
        seat: Seat,
        mut rules: Public,
        gone: bool,
        events: &mut Events<Toy>,
    ) {
        let seats = state.seats();
        rules.turns += 1;
        rules.drawn = false;
        rules.bowed = false;
        events.set_card_visuals([]);
        let out = rules.turns >= MOST_TURNS || state.size(self.deck) < 2;
        events.set_rules(rules);
        if !gone && !out {
            events.set_current_player(seat.after(1, seats));
            return;
        }
        let mut scores = state.scores().to_vec();
        scores[seat.index()] += i32::from(gone);
        events.set_scores(&scores);
        events.announce(Note::Won(gone.then_some(seat)));
        if state.deal_number() < HANDS {
            events.next_round(seat.after(1, seats));
        } else {
            events.set_winner(Outcome::highest(&scores, "all hands are played"));
        }
    }
}
