//! Gin Rummy for two, several hands to a hundred points. The rules for people are in `games/gin-rummy/rules.md`.
//!
//! A card that goes to the discard ends a turn; a card that goes to the knock pile knocks. Then the hand lies open in
//! front of its owner, and melds are laid from there, card by card or whole, by those who own them.

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

/// Cards of a hand between turns.
pub const HAND: usize = 10;
/// The most deadwood of somebody who knocks.
pub const KNOCK: u32 = 10;
/// The points that win the game.
pub const GAME: i32 = 100;
/// A hand in which nobody knocked is void when so few cards are left in the stock.
const STOCK_LEFT: usize = 2;
/// And after so many turns: two players can hand the same cards to and fro for ever.
const MOST_TURNS: u16 = 150;
/// The game ends after so many hands, whatever the score.
const MOST_HANDS: u16 = 30;
/// Decisions of a hand: the upcard, draws and discards, a move for each card that is laid, two times done, a start.
const MOST_DECISIONS: u32 = 3 + 2 * MOST_TURNS as u32 + 2 * 11 + 2 + 1;

/// The first upcard is left to the other player, or lies.
pub const PASS: Action = Action(0);
/// Eleven cards without deadwood.
pub const BIG_GIN: Action = Action(1);
/// Everything is laid that is to be laid.
pub const DONE: Action = Action(2);

/// The rules, with the piles looked up.
#[derive(Debug)]
pub struct GinRummy {
    stock: Pile,
    discard: Pile,
    knock: Pile,
    hand: SeatPiles,
    /// A hand that lies open; what is left of it in the end is deadwood.
    open: SeatPiles,
    melds: [SeatPiles; MOST_MELDS],
}

/// What everybody knows of a game, beside the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Public {
    /// Who deals this hand.
    pub dealer: Seat,
    /// What the current player decides.
    pub phase: Phase,
    /// The card that was taken from the discard in this turn, and may not go back there.
    pub taken: Option<Card>,
    /// Who ended the hand: by knocking, or with big gin.
    pub ended: Option<Ended>,
    /// Turns of this hand.
    pub turns: u16,
    /// Hands that each seat has won.
    pub boxes: [u8; 2],
    /// Is big gin played?
    pub big_gin: bool,
    /// Is the game one hand, and no more?
    pub one_hand: bool,
}

/// How a hand was ended, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ended {
    /// With at most ten points of deadwood, or none.
    Knock(Seat),
    /// With eleven cards and no deadwood.
    BigGin(Seat),
}

impl Ended {
    /// By whom.
    #[must_use]
    pub const fn by(self) -> Seat {
        match self {
            Ended::Knock(seat) | Ended::BigGin(seat) => seat,
        }
    }

    /// The most deadwood that this leaves.
    const fn most(self) -> u32 {
        match self {
            Ended::Knock(_) => KNOCK,
            Ended::BigGin(_) => 0,
        }
    }
}

/// What the current player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// The player who did not deal: to take the first upcard or not.
    Upcard,
    /// The dealer: the same, after the other one left it.
    DealersUpcard,
    /// The player who did not deal draws: both left the upcard.
    Stock,
    /// From where to draw.
    Draw,
    /// What to discard, or to knock.
    Discard,
    /// Who ended the hand lays melds.
    Lay,
    /// The other one lays melds, and lays off.
    Answer,
}

/// What is remembered of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// Does not want the first upcard.
    Passed(Seat),
    /// Drew from the stock, or took this card, and discarded that one.
    Turn(Seat, Option<Card>, Card),
    /// Knocks.
    Knocks(Seat),
    /// Has big gin.
    BigGin(Seat),
    /// Has laid everything but so many points.
    Laid(Seat, u8),
    /// Has gone gin and scores so many points.
    Gin(Seat, u16),
    /// Won the hand with so many points.
    Won(Seat, u16),
    /// Undercut the one who knocked and scores so many points.
    Undercut(Seat, u16),
    /// Nobody knocked in time.
    Void,
    /// Wins the game and gets so much for it; the other has not scored at all.
    Game(Seat, u16, bool),
    /// Has won so many hands and gets so much for them.
    Hands(Seat, u8, u16),
}

impl GinRummy {
    /// May this card be discarded? And may its owner knock with it?
    fn check_discard(&self, state: &SeatState<'_, GinRummy>, card: Card, knocks: bool) -> Result<(), Illegal> {
        if state.rules().taken == Some(card) {
            return Err(Illegal::new("a card taken from the discard stays in the hand for that turn"));
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

    /// Who does what with cards that are not laid yet.
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
            Intent::Action(_) => no("nothing is laid yet"),
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
                no("both have left the upcard: draw from the stock")
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
        // Deadwood in no meld can go down by one card only: mostly that is far from enough.
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

    /// To knock is to lay the best melds with it, and the answer to a knock is to lay whatever can be laid.
    fn candidates(&self, state: &SeatState<'_, GinRummy>, into: &mut Candidates) {
        lay::candidates(self, state, into);
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
