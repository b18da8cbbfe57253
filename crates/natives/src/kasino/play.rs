//! Computes the consequences of moves: the deal, trailing, taking and building, the next cards.

use super::legal::{Sight, missing, picked};
use super::sums::{adds_up, low, only};
use super::{BACK, Build, DONE, Deal, Decision, HAND, Kasino, Note, score};
use crate::module::{Card, CardId, CardSet, Chance, Events, FullState, Intent, Play, deal as dealing};
use rulebook_kernel::Seat;

type Full<'a> = FullState<'a, Kasino>;

/// Deals four cards to each seat and four to the table.
pub(super) fn deal(game: &Kasino, state: &Full<'_>, chance: &mut Chance<'_>, events: &mut Events<Kasino>) {
    let seats = state.seats();
    let order = dealing::fresh_deck(state, game.deck, chance, events);
    let dealer = Seat::new((usize::from(state.deal_number().saturating_sub(1)) + seats - 1) % seats);
    let first = dealer.after(1, seats);
    let dealt = dealing::in_blocks(&order[..HAND * seats], game.hand, seats, first, HAND, events);
    events.move_cards(order[dealt..dealt + HAND].iter().copied(), game.table);
    events.set_rules(Deal::new(dealer));
    events.set_actions([]);
    events.set_current_player(first);
}

/// A turn in progress: the state before the move, and the changes made by this move so far.
pub(super) struct Turn<'a, 'e> {
    pub(super) game: &'a Kasino,
    pub(super) state: Full<'a>,
    pub(super) seat: Seat,
    pub(super) events: &'e mut Events<Kasino>,
    pub(super) deal: Deal,
    /// The loose cards on the table after the changes so far.
    pub(super) loose: CardSet,
    /// The played card. If it already lies in a build, this is the top card of that build.
    card: Card,
    /// The cards that this move has added to the won cards of the seat.
    pub(super) taken: CardSet,
    /// Whether the played card left the hand in this move.
    from_hand: bool,
}

pub(super) fn apply(game: &Kasino, state: &Full<'_>, play: &Play<'_>, events: &mut Events<Kasino>) {
    let (deal, seat) = (*state.rules(), play.seat);
    let first = || state.cards(game.played).next();
    let card = match deal.step {
        Decision::Play => Some(state.card(play.ids[0])),
        Decision::Build { first: false, .. } => state.cards(game.build.of(seat)).last(),
        _ => first(),
    };
    let mut turn = Turn {
        game,
        state: *state,
        seat,
        events,
        deal,
        loose: state.set(game.table),
        card: card.expect("a card is played"),
        taken: CardSet::NONE,
        from_hand: deal.step == Decision::Play,
    };
    turn.go(play);
}

impl Turn<'_, '_> {
    fn go(&mut self, play: &Play<'_>) {
        let game = self.game;
        match (self.deal.step, play.intent) {
            (Decision::Play, Intent::Move { to, .. }) if to == game.table => {
                self.events.move_card(play.ids[0], to);
                self.events.announce(Note::Trailed(self.seat, self.card));
                self.loose = self.loose.with(self.card);
                self.end();
            }
            (Decision::Play, Intent::Move { to, .. }) => {
                self.events.move_card(play.ids[0], game.played);
                if to == game.won.of(self.seat) { self.begin_taking() } else { self.ask_value(to) }
            }
            (_, Intent::Action(BACK)) => self.put_back(),
            (Decision::BuildValue(on), Intent::Action(action)) => self.build(on, action.0 as usize + 1),
            (Decision::Take { taken, .. }, Intent::Action(DONE)) => self.finish_taking(taken),
            (Decision::Build { .. }, Intent::Action(DONE)) => self.end(),
            (_, Intent::Action(action)) => self.take(action.0 as usize + 1),
            (Decision::Take { value, taken }, Intent::Move { from, .. }) if from != game.table => {
                self.take_build(from, value as usize, taken);
            }
            (_, Intent::Move { .. }) => self.pick(play.ids[0]),
        }
    }

    /// Stores the next decision of the player and shows the buttons for it.
    fn wait(&mut self, step: Decision) {
        self.deal.step = step;
        self.events.set_rules(self.deal);
        match step {
            Decision::Take { .. } | Decision::Build { .. } => self.events.set_actions([DONE, BACK]),
            Decision::TakeValue | Decision::BuildValue(_) => self.events.set_actions([BACK]),
            Decision::Play => self.events.set_actions([]),
        }
    }

    fn begin_taking(&mut self) {
        let hand = self.state.set(self.game.hand.of(self.seat));
        let sight = Sight::new(&self.deal, self.seat, self.loose, hand);
        let mut values = sight.values(self.card);
        match (values.next(), values.next()) {
            (Some(value), None) => {
                drop(values);
                self.take(value);
            }
            _ => {
                drop(values);
                self.wait(Decision::TakeValue);
            }
        }
    }

    fn ask_value(&mut self, to: crate::module::Pile) {
        let on = Seat::all(self.state.seats()).find(|&on| self.game.build.of(on) == to);
        let on = on.expect("the pile is the build of a player");
        let hand = self.state.set(self.game.hand.of(self.seat));
        let only = {
            let sight = Sight::new(&self.deal, self.seat, self.loose, hand);
            let mut values = sight.builds(self.card, on);
            values.next().filter(|_| values.next().is_none())
        };
        match only {
            Some(value) => self.build(on, value),
            None => self.wait(Decision::BuildValue(on)),
        }
    }

    /// Takes with this value. If there is only one set or build to take, takes it at once.
    fn take(&mut self, value: usize) {
        self.deal.step = Decision::Take { value: value as u8, taken: 0 };
        let mut owners = Seat::all(self.state.seats()).filter(|&owner| self.worth(owner) == Some(value));
        match (owners.next(), only(self.loose, value)) {
            (None, Some(set)) => {
                self.take_set(set);
                self.finish_taking(set.len() as u8);
            }
            (Some(owner), None) if owners.next().is_none() && !adds_up(self.loose, value) => {
                drop(owners);
                self.take_build(self.game.build.of(owner), value, 0);
            }
            _ => self.wait(self.deal.step),
        }
    }

    fn worth(&self, owner: Seat) -> Option<usize> {
        self.deal.build_of(owner).map(|build| build.value as usize)
    }

    /// Moves a set of cards, some from the table and some already picked, to the won cards.
    fn take_set(&mut self, set: CardSet) {
        let (state, game, played) = (self.state, self.game, self.card);
        let from = [game.table, game.played].into_iter().flat_map(|pile| state.ids(pile));
        let ids = from.filter(|&id| set.has(state.card(id)) && state.card(id) != played);
        self.events.move_cards(ids, game.won.of(self.seat));
        self.loose = self.loose.minus(set);
        self.taken = self.taken.or(set);
    }

    fn take_build(&mut self, from: crate::module::Pile, value: usize, taken: u8) {
        let owner = Seat::all(self.state.seats()).find(|&owner| self.game.build.of(owner) == from);
        let owner = owner.expect("the pile is the build of a player");
        self.events.move_cards(self.state.ids(from), self.game.won.of(self.seat));
        self.deal.builds[owner.index()] = None;
        self.taken = self.taken.or(self.state.set(from));
        self.go_on_taking(value, taken.saturating_add(self.state.size(from) as u8));
    }

    fn go_on_taking(&mut self, value: usize, taken: u8) {
        if self.deal.has_build(value) || adds_up(self.loose, value) {
            self.wait(Decision::Take { value: value as u8, taken });
        } else {
            self.deal.step = Decision::Take { value: value as u8, taken };
            self.finish_taking(taken);
        }
    }

    /// Moves the played card to the won cards and ends the turn.
    fn finish_taking(&mut self, taken: u8) {
        let id = self.played_id();
        self.events.move_card(id, self.game.won.of(self.seat));
        self.taken = self.taken.with(self.card);
        let value = if let Decision::Take { value, .. } = self.deal.step { value } else { low(self.card) as u8 };
        self.events.announce(Note::Took(self.seat, self.card, value, taken));
        self.deal.last = Some(self.seat);
        let empty = self.loose.is_empty() && self.deal.builds.iter().all(Option::is_none);
        // A sweep in the last round of a deal, when the deck is empty, does not count.
        if empty && !self.state.is_empty(self.game.deck) {
            let sweeps = &mut self.deal.sweeps[self.seat.index()];
            *sweeps = sweeps.saturating_add(1);
            self.events.announce(Note::Sweep(self.seat));
        }
        self.end();
    }

    fn played_id(&self) -> CardId {
        let from = if self.from_hand { self.game.hand.of(self.seat) } else { self.game.played };
        self.state.find(from, self.card).expect("the played card is there")
    }

    /// Builds this value with the played card. If the base build has another value, the card raises that build.
    fn build(&mut self, on: Seat, value: usize) {
        let base = self.worth(on);
        let raises = base.is_some_and(|base| base != value);
        let rest = if raises { 0 } else { value - low(self.card) };
        self.deal.step = Decision::Build { value: value as u8, on, first: true, alone: false };
        match if rest == 0 { Some(CardSet::NONE) } else { only(self.loose, rest) } {
            Some(set) => self.complete_first(set),
            None => self.wait(self.deal.step),
        }
    }

    /// Completes the set of the played card and moves the set to the build. The build now belongs to the player.
    fn complete_first(&mut self, set: CardSet) {
        let Decision::Build { value, on, .. } = self.deal.step else { return };
        let (state, game, own) = (self.state, self.game, self.game.build.of(self.seat));
        let base = self.deal.build_of(on);
        if base.is_some() && on != self.seat {
            self.events.move_cards(state.ids(game.build.of(on)), own);
            self.deal.builds[on.index()] = None;
        }
        self.events.announce(match base {
            None => Note::Builds(self.seat, self.card, value),
            Some(base) if base.value == value => Note::Added(self.seat, self.card, value),
            Some(base) => Note::Raised(self.seat, self.card, base.value, value),
        });
        let card = self.played_id();
        self.events.move_cards(self.set_ids(set).chain([card]), own);
        self.loose = self.loose.minus(set);
        let many = base.is_some_and(|base| base.value == value);
        self.deal.builds[self.seat.index()] = Some(Build { value, many });
        let alone = base.is_none() && set.is_empty();
        self.go_on_building(value as usize, alone);
    }

    /// The physical cards of a set. They lie on the table or beside the played card.
    fn set_ids(&self, set: CardSet) -> impl Iterator<Item = CardId> + use<> {
        let (state, card) = (self.state, self.card);
        let mut ids = [None; 16];
        let from = [self.game.played, self.game.table].into_iter().flat_map(|pile| state.ids(pile));
        let found = from.filter(|&id| set.has(state.card(id)) && state.card(id) != card);
        ids.iter_mut().zip(found).for_each(|(place, id)| *place = Some(id));
        ids.into_iter().flatten()
    }

    fn go_on_building(&mut self, value: usize, alone: bool) {
        match only(self.loose, value) {
            Some(set) if alone => self.complete_more(value, set),
            _ if adds_up(self.loose, value) => {
                self.wait(Decision::Build { value: value as u8, on: self.seat, first: false, alone });
            }
            _ => self.end(),
        }
    }

    /// Adds another set of the same value to the build.
    fn complete_more(&mut self, value: usize, set: CardSet) {
        let own = self.game.build.of(self.seat);
        self.events.move_cards(self.set_ids(set), own);
        self.loose = self.loose.minus(set);
        self.deal.builds[self.seat.index()] = Some(Build { value: value as u8, many: true });
        self.go_on_building(value, false);
    }

    /// Adds a loose card to the current set. Completes the set if it reaches the value.
    fn pick(&mut self, id: CardId) {
        let (state, game) = (self.state, self.game);
        let cards = || state.cards(game.played);
        let (sum, _) = picked(&self.deal, cards());
        let rest = missing(&self.deal, cards().next(), sum).unwrap_or(0);
        let card = state.card(id);
        self.loose = self.loose.minus(CardSet::NONE.with(card));
        if low(card) < rest {
            self.events.move_card(id, game.played);
            return self.wait(self.deal.step);
        }
        let with = !matches!(self.deal.step, Decision::Build { first: false, .. });
        let set: CardSet = cards().skip(usize::from(with)).chain([card]).collect();
        match self.deal.step {
            Decision::Take { value, taken } => {
                self.take_set(set);
                self.go_on_taking(value as usize, taken.saturating_add(set.len() as u8));
            }
            Decision::Build { first: true, .. } => self.complete_first(set),
            Decision::Build { value, .. } => self.complete_more(value as usize, set),
            _ => {}
        }
    }

    /// Puts back the cards of an incomplete set. If no card is picked yet, puts back the played card.
    fn put_back(&mut self) {
        self.deal.backs = self.deal.backs.saturating_add(1);
        let with = !matches!(self.deal.step, Decision::Build { first: false, .. });
        if self.state.size(self.game.played) == usize::from(with) {
            let card = self.played_id();
            self.events.move_card(card, self.game.hand.of(self.seat));
            return self.wait(Decision::Play);
        }
        self.events.move_cards(self.state.ids(self.game.played).skip(usize::from(with)), self.game.table);
        self.wait(self.deal.step);
    }

    /// Ends the turn. If all hands are empty, every seat gets four more cards. If the deck is also empty, the deal
    /// ends.
    fn end(&mut self) {
        let (state, game, seats) = (self.state, self.game, self.state.seats());
        (self.deal.step, self.deal.backs) = (Decision::Play, 0);
        let held: usize = Seat::all(seats).map(|seat| state.size(game.hand.of(seat))).sum();
        self.events.set_actions([]);
        if held > usize::from(self.from_hand) {
            self.events.set_rules(self.deal);
            return self.events.set_current_player(self.seat.after(1, seats));
        }
        if state.is_empty(game.deck) {
            return score::finish(self);
        }
        let (size, first) = (state.size(game.deck), self.deal.dealer.after(1, seats));
        for nth in 0..seats {
            let below = size.saturating_sub(HAND * (nth + 1));
            let cards = state.ids(game.deck).skip(below).take(size.saturating_sub(HAND * nth) - below);
            self.events.move_cards(cards, game.hand.of(first.after(nth, seats)));
        }
        self.events.set_rules(self.deal);
        self.events.set_current_player(first);
    }
}
