//! Durak with throwing in (podkidnoy), for 2 to 6 seats. The rules for players are in `games/durak/rules.md`.
//!
//! A bout uses six slots. Each slot has an attacking card at the bottom, and on top the card that beats it. A player
//! attacks by moving cards to the first free slot, and defends by moving a card onto the card that it beats.

mod bout;
mod show;

use crate::module::{
    About, Action, Candidates, Card, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule,
    SeatPiles, SeatState, Shown,
};
use rulebook_kernel::{Illegal, Seat, SeatSet, Setup};
use rulebook_scene::{OfferKind, Scoreboard};
use serde::{Deserialize, Serialize};

/// The maximum number of attacking cards in a bout. Hands are filled up to the same number.
pub const SIX: usize = 6;
/// The maximum number of bouts. After them the match is a draw, because the players only take up the same cards again.
const MOST_BOUTS: u16 = 300;
/// The maximum number of decisions in a bout: six cards attack, and six beat them. After each attack, and after a take,
/// every other player may pass.
const MOST_DECISIONS: u32 = 12 + 7 * 5 + 1;

/// The defender takes up the cards.
pub const TAKE: Action = Action(0);
/// An attacker throws in no more cards.
pub const PASS: Action = Action(1);

/// The rules of Durak. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct Durak {
    talon: Pile,
    trump: Pile,
    discard: Pile,
    slots: [Pile; SIX],
    hand: SeatPiles,
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bout {
    /// The trump suit.
    pub trump: u8,
    /// The attacker, who leads and throws in first.
    pub attacker: Seat,
    /// The defender, who must beat the cards or take them up.
    pub defender: Seat,
    /// The decision that the current player faces.
    pub phase: Phase,
    /// The attackers who have passed since the last card was laid.
    pub passed: SeatSet,
    /// The maximum number of attacking cards in this bout: six, or fewer if the defender had fewer cards at its start.
    pub limit: u8,
    /// The number of bouts before this one.
    pub bouts: u16,
    /// The seats that still have cards or can draw some.
    pub playing: SeatSet,
}

/// The decision that the current player must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Attack with a card, or throw in another one.
    Attack,
    /// Beat a card, or take up all cards.
    Defend,
    /// Give more cards to a defender who takes up the cards.
    Add,
}

/// An event for the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat shows the lowest trump and begins.
    Begins(Seat, Card),
    /// No player holds a trump, and this seat begins.
    NoTrumps(Seat),
    /// The seat throws in no more cards.
    Passed(Seat),
    /// The seat decides to take up the cards.
    Takes(Seat),
    /// The seat has beaten all attacking cards. Contains their number.
    Beaten(Seat, u8),
    /// The seat took up the cards. Contains their number.
    Took(Seat, u8),
    /// The seat has no cards left and is out.
    Out(Seat),
    /// The seat is the last with cards and loses.
    Fool(Seat),
}

/// Whether a card beats an attacking card.
#[inline]
#[must_use]
pub fn beats(card: Card, attack: Card, trump: usize) -> bool {
    if card.suit() == attack.suit() { card.high_rank() > attack.high_rank() } else { card.suit() == trump }
}

impl Durak {
    /// The number of slots that have cards.
    #[inline]
    fn attacks(&self, size: impl Fn(Pile) -> usize) -> usize {
        self.slots.iter().take_while(|&&slot| size(slot) > 0).count()
    }

    /// All cards of the ranks that lie on the table.
    fn ranks(&self, state: &SeatState<'_, Durak>) -> CardSet {
        let cards = self.slots.iter().flat_map(|&slot| state.known(slot));
        cards.fold(CardSet::NONE, |set, card| set.or(CardSet::rank(card.rank())))
    }

    fn check_attack(&self, state: &SeatState<'_, Durak>, to: Pile, cards: CardSet) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let attacks = self.attacks(|slot| state.size(slot));
        let first = cards.iter().next().map_or(0, Card::rank);
        if !cards.minus(CardSet::rank(first)).is_empty() {
            return no("cards that are laid at once must have the same rank");
        }
        if attacks > 0 && !self.ranks(state).has(Card::new(0, first)) {
            return no("throw in only ranks that lie on the table");
        }
        if attacks + cards.len() > state.rules().limit as usize {
            return no("the defender cannot be attacked with that many cards");
        }
        if self.slots.get(attacks) == Some(&to) {
            return Ok(());
        }
        Err(Illegal::new(format!("cards that attack go to the first free place, battle-{}", attacks + 1)))
    }

    fn check_defence(&self, state: &SeatState<'_, Durak>, to: Pile, card: Option<Card>) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let Some(card) = card else { return no("beat one card at a time") };
        let attack = state.at(to, 0).filter(|_| self.slots.contains(&to));
        match attack {
            None => no("there is no card to beat there"),
            Some(_) if state.size(to) > 1 => no("that card is beaten already"),
            Some(attack) if !beats(card, attack, state.rules().trump as usize) => {
                Err(Illegal::new(format!("the {} does not beat the {}", card.name(), attack.name())))
            }
            Some(_) => Ok(()),
        }
    }

    /// The cards that may attack, the slot for them, and the maximum number of cards. `None` if the seat cannot attack.
    fn attack_with(&self, state: &SeatState<'_, Durak>) -> Option<(CardSet, Pile, usize)> {
        let attacks = self.attacks(|slot| state.size(slot));
        let room = (state.rules().limit as usize).checked_sub(attacks).filter(|&room| room > 0)?;
        let hand = state.set(self.hand.of(state.seat()));
        let cards = if attacks == 0 { hand } else { hand.and(self.ranks(state)) };
        Some((cards, *self.slots.get(attacks)?, room))
    }
}

impl RuleModule for Durak {
    type Public = Bout;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/durak/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] = &[("take", "Take"), ("pass", "Pass")];

    fn about() -> About {
        About {
            id: "durak",
            name: "Durak",
            min_seats: 2,
            semantics: 2,
            max_moves: MOST_BOUTS as u32 * MOST_DECISIONS,
            options: Vec::new(),
        }
    }

    fn build(piles: &Piles<'_>) -> Durak {
        Durak {
            talon: piles.shared("talon"),
            trump: piles.shared("trump"),
            discard: piles.shared("discard"),
            slots: std::array::from_fn(|i| piles.shared(&format!("battle-{}", i + 1))),
            hand: piles.each("hand"),
        }
    }

    fn initial(&self, setup: &Setup) -> Bout {
        let (attacker, defender) = (Seat::new(0), Seat::new(1 % setup.seats));
        let phase = Phase::Attack;
        let (passed, playing) = (SeatSet::NONE, SeatSet::first(setup.seats));
        Bout { trump: 0, attacker, defender, phase, passed, limit: SIX as u8, bouts: 0, playing }
    }

    fn check(&self, state: &SeatState<'_, Durak>, intent: &Intent) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let phase = state.rules().phase;
        match *intent {
            Intent::Action(TAKE) if phase == Phase::Defend => Ok(()),
            Intent::Action(TAKE) => no("only the defender takes cards up"),
            Intent::Action(PASS) if phase == Phase::Defend => no("beat the cards or take them"),
            Intent::Action(PASS) if state.is_empty(self.slots[0]) => no("the attacker must lead a card"),
            Intent::Action(_) => Ok(()),
            Intent::Move { from, .. } if from != self.hand.of(state.seat()) => no("play cards from your hand"),
            Intent::Move { to, cards, .. } if phase == Phase::Defend => self.check_defence(state, to, cards.single()),
            Intent::Move { to, cards, .. } => self.check_attack(state, to, cards.iter().collect()),
        }
    }

    fn legal(&self, state: &SeatState<'_, Durak>, into: &mut Vec<Intent>) {
        let hand = self.hand.of(state.seat());
        if state.rules().phase == Phase::Defend {
            let cards = state.set(hand);
            for &slot in self.slots.iter().filter(|&&slot| state.size(slot) == 1) {
                let Some(attack) = state.at(slot, 0) else { continue };
                let fit = cards.iter().filter(|&card| beats(card, attack, state.rules().trump as usize));
                into.extend(fit.map(|card| Intent::card(hand, slot, card)));
            }
            into.push(Intent::Action(TAKE));
            return;
        }
        if let Some((cards, slot, room)) = self.attack_with(state) {
            for rank in 0..13 {
                let rank = cards.and(CardSet::rank(rank)).0;
                // Go through every subset of these cards of one rank, by stepping through the bit patterns.
                let mut part = rank.wrapping_neg() & rank;
                while part != 0 {
                    if part.count_ones() as usize <= room {
                        into.push(Intent::cards(hand, slot, CardSet(part).iter()));
                    }
                    part = part.wrapping_sub(rank) & rank;
                }
            }
        }
        if !state.is_empty(self.slots[0]) {
            into.push(Intent::Action(PASS));
        }
    }

    /// Adds the candidates: attacks with all plain cards of a rank at once, and with trumps one at a time.
    fn candidates(&self, state: &SeatState<'_, Durak>, into: &mut Candidates) {
        let hand = self.hand.of(state.seat());
        let trumps = CardSet::suit(state.rules().trump as usize);
        let most = |cards: CardSet| {
            let room = self.attack_with(state).map_or(0, |(_, _, room)| room);
            let rank = cards.iter().next().map_or(0, Card::rank);
            state.set(hand).and(CardSet::rank(rank)).minus(trumps).len().min(room)
        };
        let whole = |intent: &Intent| match intent {
            Intent::Move { cards, .. } if state.rules().phase != Phase::Defend => {
                let cards: CardSet = cards.iter().collect();
                cards.and(trumps) == cards && cards.len() == 1
                    || cards.and(trumps).is_empty() && cards.len() == most(cards)
            }
            _ => true,
        };
        into.sift(|intents| self.legal(state, intents), whole);
    }

    /// If the defender takes up the cards, an attacker adds cards of several ranks one at a time. Each goes to the next
    /// free slot.
    fn next_of_group(&self, state: &SeatState<'_, Durak>, from: Pile, to: Pile) -> Option<Pile> {
        let gives = state.rules().phase == Phase::Add && from == self.hand.of(state.seat()) && self.slots.contains(&to);
        self.slots.get(self.attacks(|slot| state.size(slot))).copied().filter(|_| gives)
    }

    fn scoreboards(&self, shown: &Shown<'_, Durak>) -> Vec<Scoreboard> {
        show::scoreboards(self, shown)
    }

    fn apply(&self, state: &FullState<'_, Durak>, play: &Play<'_>, _: &mut Chance<'_>, events: &mut Events<Durak>) {
        bout::apply(self, state, play, events);
    }

    fn deal(&self, state: &FullState<'_, Durak>, chance: &mut Chance<'_>, events: &mut Events<Durak>) {
        bout::deal(self, state, chance, events);
    }

    fn validate_state(&self, state: &FullState<'_, Durak>) -> Result<(), &'static str> {
        bout::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, Durak>, fields: &mut Fields<'_, '_>) {
        let bout = state.rules();
        let suits = ["clubs", "diamonds", "hearts", "spades"];
        fields.word("trump", "the trumps", &suits, Some(bout.trump.into()));
        fields.seat("attacker", "who leads", Some(bout.attacker));
        fields.seat("defender", "who is attacked", Some(bout.defender));
        let phase = match bout.phase {
            Phase::Attack => 0,
            Phase::Defend => 1,
            Phase::Add => 2,
        };
        fields.word("phase", "what is decided", &["attack", "defend", "add"], Some(phase));
        fields.each("passed", "1 if the seat has passed since the last card", |seat| bout.passed.has(seat).into());
        fields.number("limit", "the most attacking cards of this bout", bout.limit);
        fields.number("bouts", "bouts before this one", bout.bouts);
        fields.each("playing", "1 if the seat is not out yet", |seat| bout.playing.has(seat).into());
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, Durak>) -> String {
        show::prompt(self, shown)
    }

    fn phase(&self, shown: &Shown<'_, Durak>) -> Option<String> {
        let trump = crate::cards::SUITS.get(shown.rules().trump as usize)?;
        Some(format!("trumps: {}", trump.1))
    }

    fn label(&self, shown: &Shown<'_, Durak>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn offer_kind(&self, shown: &Shown<'_, Durak>, intent: &Intent) -> OfferKind {
        let _ = shown;
        match intent {
            Intent::Action(PASS) => OfferKind::Pass,
            _ => OfferKind::Act,
        }
    }

    fn facts(&self, shown: &Shown<'_, Durak>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}
