//! Gin Rummy for two seats. A game has several hands and ends at a hundred points. The rules for players are in
//! `games/gin-rummy/rules.md`.
//!
//! Moving a card to the discard pile ends the turn. Moving a card to the knock pile is a knock. After a knock the hand
//! lies open in front of its owner, who lays melds from it, card by card or whole.

mod hand;
mod lay;
pub mod melds;
mod show;

use crate::module::{
    About, Action, Candidates, Card, CardSet, Chance, Events, Fields, FullState, Intent, Pile, Piles, Play, RuleModule,
    SeatPiles, SeatState, Shown,
};
use melds::{MOST_MELDS, can_lay};
use rulebook_kernel::{GameOption, Illegal, Seat, Setup};
use rulebook_scene::OfferKind;
use serde::{Deserialize, Serialize};

/// The number of cards in a hand between turns.
pub const HAND: usize = 10;
/// The maximum deadwood of a player who knocks.
pub const KNOCK: u32 = 10;
/// The number of points that wins the game.
pub const GAME: i32 = 100;
/// If this number of cards is left in the stock and no player has knocked, the hand is void.
const STOCK_LEFT: usize = 2;
/// The maximum number of turns in a hand. After them the hand is void, because two players could exchange the same
/// cards forever.
const MOST_TURNS: u16 = 150;
/// The maximum number of hands in a game. After them the game ends at any score.
const MOST_HANDS: u16 = 30;
/// The maximum number of decisions in a hand. The decisions are: about the upcard, draws and discards, one for each
/// laid card, two that end the laying, and one that starts the hand.
const MOST_DECISIONS: u32 = 3 + 2 * MOST_TURNS as u32 + 2 * 11 + 2 + 1;

/// Declines the first card of the discard pile.
pub const PASS: Action = Action(0);
/// Ends the hand with eleven cards and no deadwood.
pub const BIG_GIN: Action = Action(1);
/// Ends the laying of melds.
pub const DONE: Action = Action(2);

/// The rules of Gin Rummy. The fields are the numbers of the piles.
#[derive(Debug)]
pub struct GinRummy {
    stock: Pile,
    discard: Pile,
    knock: Pile,
    hand: SeatPiles,
    /// The open hand of each player. Cards that stay in it to the end are deadwood.
    open: SeatPiles,
    melds: [SeatPiles; MOST_MELDS],
}

/// The public part of the rules state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Public {
    /// The dealer of this hand.
    pub dealer: Seat,
    /// The decision that the current player must make.
    pub phase: Phase,
    /// The card taken from the discard pile in this turn. It may not be discarded in the same turn.
    pub taken: Option<Card>,
    /// How the hand was ended, and by which player. `None` while the turns continue.
    pub ended: Option<Ended>,
    /// Number of turns played in this hand.
    pub turns: u16,
    /// Number of hands won by each seat.
    pub boxes: [u8; 2],
    /// Whether the option "big gin" is on.
    pub big_gin: bool,
    /// Whether the game has only one hand.
    pub one_hand: bool,
}

/// How a hand was ended, and by which player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ended {
    /// A knock with at most ten points of deadwood. Gin is a knock without deadwood.
    Knock(Seat),
    /// Big gin: eleven cards and no deadwood.
    BigGin(Seat),
}

impl Ended {
    /// The player who ended the hand.
    #[must_use]
    pub const fn by(self) -> Seat {
        match self {
            Ended::Knock(seat) | Ended::BigGin(seat) => seat,
        }
    }

    /// The maximum deadwood that this way of ending allows.
    const fn most(self) -> u32 {
        match self {
            Ended::Knock(_) => KNOCK,
            Ended::BigGin(_) => 0,
        }
    }
}

/// The decision that the current player must make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// The player who is not the dealer takes or declines the first card of the discard pile.
    Upcard,
    /// The dealer takes or declines the first card of the discard pile, because the other player has declined it.
    DealersUpcard,
    /// The player who is not the dealer draws from the stock, because both players declined the discard pile.
    Stock,
    /// Draw from the stock or the discard pile.
    Draw,
    /// Discard, or knock.
    Discard,
    /// The player who ended the hand lays melds.
    Lay,
    /// The other player lays melds and lays off.
    Answer,
}

/// An event for the recap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// The seat declines the first upcard.
    Passed(Seat),
    /// The seat drew and discarded a card. The first card was taken from the discard pile; `None` means a draw from the
    /// stock. The second card was discarded.
    Turn(Seat, Option<Card>, Card),
    /// The seat knocks.
    Knocks(Seat),
    /// The seat has big gin.
    BigGin(Seat),
    /// The seat has laid its melds. Contains the points of its deadwood.
    Laid(Seat, u8),
    /// The seat has gin and scores these points.
    Gin(Seat, u16),
    /// The seat wins the hand and scores these points.
    Won(Seat, u16),
    /// The seat undercuts the knocker and scores these points.
    Undercut(Seat, u16),
    /// The hand is void because no player knocked in time.
    Void,
    /// The seat wins the game with this bonus. The flag says whether the other player has no points at all.
    Game(Seat, u16, bool),
    /// The seat gets a bonus for the number of hands it won.
    Hands(Seat, u8, u16),
}

impl GinRummy {
    /// Checks whether this card may be discarded. If `knocks` is set: whether the player may knock with it.
    fn check_discard(&self, state: &SeatState<'_, GinRummy>, card: Card, knocks: bool) -> Result<(), Illegal> {
        if state.rules().taken == Some(card) {
            return Err(Illegal::new("you cannot discard the card that you took from the discard pile in this turn"));
        }
        let rest = state.set(self.hand.of(state.seat())).minus(CardSet::NONE.with(card));
        if knocks && !can_lay(rest, KNOCK) {
            return Err(Illegal::new(format!(
                "there would be {} points of deadwood: knock with at most {KNOCK}",
                melds::deadwood(rest)
            )));
        }
        Ok(())
    }

    /// Checks a move before the hand is laid open.
    fn check_turn(&self, state: &SeatState<'_, GinRummy>, intent: &Intent) -> Result<(), Illegal> {
        let no = |why: &'static str| Err(Illegal::new(why));
        let hand = self.hand.of(state.seat());
        let phase = state.rules().phase;
        match *intent {
            Intent::Action(PASS) if matches!(phase, Phase::Upcard | Phase::DealersUpcard) => Ok(()),
            Intent::Action(PASS) => no("only the first upcard can be passed"),
            Intent::Action(BIG_GIN) if phase != Phase::Discard => no("draw first"),
            Intent::Action(BIG_GIN) if !state.rules().big_gin => no("big gin is not played in this game"),
            Intent::Action(BIG_GIN) if !can_lay(state.set(hand), 0) => no("not all eleven cards are in melds"),
            Intent::Action(BIG_GIN) => Ok(()),
            Intent::Action(_) => no("you cannot lay melds yet"),
            Intent::Move { from, to, cards } if phase == Phase::Discard => match cards.single() {
                Some(card) if from == hand && to == self.discard => self.check_discard(state, card, false),
                Some(card) if from == hand && to == self.knock => self.check_discard(state, card, true),
                _ => no("discard one card, or knock with one"),
            },
            Intent::Move { from, to, .. } if to != hand || (from != self.stock && from != self.discard) => {
                no("take a card into your hand first")
            }
            Intent::Move { from, .. }
                if from == self.stock && matches!(phase, Phase::Upcard | Phase::DealersUpcard) =>
            {
                no("take the upcard or pass")
            }
            Intent::Move { from, .. } if from == self.discard && phase == Phase::Stock => {
                no("both players passed the upcard: draw from the stock")
            }
            Intent::Move { from, cards, .. } if !state.is_top(from, &cards) => no("take the top card"),
            Intent::Move { .. } => Ok(()),
        }
    }

    fn list_discards(&self, state: &SeatState<'_, GinRummy>, into: &mut Vec<Intent>) {
        let hand = self.hand.of(state.seat());
        let cards = state.set(hand);
        let (taken, loose) = (state.rules().taken, cards.minus(melds::fitting(cards)));
        let free = cards.iter().filter(|&card| Some(card) != taken);
        into.extend(free.clone().map(|card| Intent::card(hand, self.discard, card)));
        // One discard removes at most ten points from the cards that fit no meld. So above this limit, no knock is
        // possible.
        if melds::points(loose) > KNOCK + 10 {
            return;
        }
        let fit = free.filter(|&card| can_lay(cards.minus(CardSet::NONE.with(card)), KNOCK));
        into.extend(fit.map(|card| Intent::card(hand, self.knock, card)));
        if state.rules().big_gin && can_lay(cards, 0) {
            into.push(Intent::Action(BIG_GIN));
        }
    }
}

impl RuleModule for GinRummy {
    type Public = Public;
    type Private = ();
    type Note = Note;

    const INITIAL: &'static str = include_str!("../../../../games/gin-rummy/initial-state.json");
    const ACTIONS: &'static [(&'static str, &'static str)] =
        &[("pass", "Pass"), ("big-gin", "Big gin"), ("done", "Done")];

    fn about() -> About {
        let option = |name: &str, values: [&str; 2]| GameOption {
            name: name.to_owned(),
            values: values.map(str::to_owned).to_vec(),
        };
        About {
            id: "gin-rummy",
            name: "Gin Rummy",
            min_seats: 2,
            semantics: 2,
            max_moves: u32::from(MOST_HANDS) * MOST_DECISIONS,
            options: vec![option("length", ["100", "hand"]), option("big-gin", ["yes", "no"])],
        }
    }

    fn build(piles: &Piles<'_>) -> GinRummy {
        GinRummy {
            stock: piles.shared("stock"),
            discard: piles.shared("discard"),
            knock: piles.shared("knock"),
            hand: piles.each("hand"),
            open: piles.each("open"),
            melds: ["meld-1", "meld-2", "meld-3"].map(|name| piles.each(name)),
        }
    }

    fn initial(&self, setup: &Setup) -> Public {
        let is = |name: &str, value: &str| setup.options.get(name).is_some_and(|chosen| chosen == value);
        Public {
            dealer: Seat::new(0),
            phase: Phase::Upcard,
            taken: None,
            ended: None,
            turns: 0,
            boxes: [0; 2],
            big_gin: !is("big-gin", "no"),
            one_hand: is("length", "hand"),
        }
    }

    fn check(&self, state: &SeatState<'_, GinRummy>, intent: &Intent) -> Result<(), Illegal> {
        match state.rules().phase {
            Phase::Lay | Phase::Answer => lay::check(self, state, intent),
            _ => self.check_turn(state, intent),
        }
    }

    fn legal(&self, state: &SeatState<'_, GinRummy>, into: &mut Vec<Intent>) {
        let hand = self.hand.of(state.seat());
        match state.rules().phase {
            Phase::Upcard | Phase::DealersUpcard => {
                into.extend(state.draw(self.discard, hand));
                into.push(Intent::Action(PASS));
            }
            Phase::Stock => into.extend(state.draw(self.stock, hand)),
            Phase::Draw => {
                into.extend(state.draw(self.stock, hand));
                into.extend(state.draw(self.discard, hand));
            }
            Phase::Discard => self.list_discards(state, into),
            Phase::Lay | Phase::Answer => lay::legal(self, state, into),
        }
    }

    /// Adds the candidates for bots. A knock comes with the best melds, and the answer to it lays all cards that can be
    /// laid.
    fn candidates(&self, state: &SeatState<'_, GinRummy>, into: &mut Candidates) {
        lay::candidates(self, state, into);
    }

    /// A new meld is one move. Cards that extend a meld are laid one at a time.
    fn next_of_group(&self, state: &SeatState<'_, GinRummy>, from: Pile, to: Pile) -> Option<Pile> {
        let extends = from == self.open.of(state.seat()) && !state.is_empty(to);
        let melds = self.melds.iter().any(|piles| Seat::all(2).any(|seat| piles.of(seat) == to));
        (extends && melds).then_some(to)
    }

    fn apply(
        &self,
        state: &FullState<'_, GinRummy>,
        play: &Play<'_>,
        _: &mut Chance<'_>,
        events: &mut Events<GinRummy>,
    ) {
        hand::apply(self, state, play, events);
    }

    fn deal(&self, state: &FullState<'_, GinRummy>, chance: &mut Chance<'_>, events: &mut Events<GinRummy>) {
        hand::deal(self, state, chance, events);
    }

    fn validate_state(&self, state: &FullState<'_, GinRummy>) -> Result<(), &'static str> {
        hand::validate_state(self, state)
    }

    fn fields(&self, state: &SeatState<'_, GinRummy>, fields: &mut Fields<'_, '_>) {
        let game = state.rules();
        fields.seat("dealer", "who deals", Some(game.dealer));
        let phases = ["upcard", "upcard of the dealer", "stock", "draw", "discard", "lay", "answer"];
        fields.word("phase", "what is decided", &phases, Some(game.phase as usize));
        fields.card("taken", "the card taken from the discard in this turn", game.taken);
        let ended = game.ended.map(|ended| usize::from(matches!(ended, Ended::BigGin(_))));
        fields.word("ended", "how the hand was ended", &["knock", "big gin"], ended);
        fields.seat("ended_by", "who ended the hand", game.ended.map(Ended::by));
        fields.number("turns", "turns of this hand", game.turns);
        fields.each("boxes", "hands won", |seat| game.boxes[seat.index()].into());
        fields.flag("big_gin", "big gin is played", game.big_gin);
        fields.flag("one_hand", "the game is one hand", game.one_hand);
    }

    fn words(&self, note: &Note) -> String {
        show::words(note)
    }

    fn prompt(&self, shown: &Shown<'_, GinRummy>) -> String {
        show::prompt(shown)
    }

    fn phase(&self, shown: &Shown<'_, GinRummy>) -> Option<String> {
        Some(show::phase(shown).to_owned())
    }

    fn scoreboards(&self, shown: &Shown<'_, GinRummy>) -> Vec<rulebook_scene::Scoreboard> {
        show::scoreboards(shown)
    }

    fn label(&self, shown: &Shown<'_, GinRummy>, intent: &Intent) -> String {
        show::label(self, shown, intent)
    }

    fn offer_kind(&self, shown: &Shown<'_, GinRummy>, intent: &Intent) -> OfferKind {
        let _ = shown;
        match intent {
            Intent::Action(PASS) => OfferKind::Pass,
            Intent::Action(DONE) => OfferKind::Done,
            _ => OfferKind::Act,
        }
    }

    fn facts(&self, shown: &Shown<'_, GinRummy>) -> Vec<(&'static str, String)> {
        show::facts(self, shown)
    }
}
