//! Hearts written in Rust. The benchmark compares it with the same game written in CGML (`games/hearts`). Both offer
//! the same moves for the same seeds.

use rulebook_kernel::{Corrupt, Digest, Illegal, Info, Outcome, Rng, Rules, Seat, SeatSet, Setup, Sink, Turn};
use rulebook_table::{
    Audience, Entry, Face, Facing, Fact, Ordering, Shape, Table, VarId, ZoneDef, ZoneId, ZoneVisibility,
};
use serde::{Deserialize, Serialize};

const SEATS: usize = 4;
const SUITS: [&str; 4] = ["S", "H", "D", "C"];
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const HEARTS: u64 = 0x1fff << 13;
const QUEEN_OF_SPADES: u64 = 1 << 10;
const TWO_OF_CLUBS: u64 = 1 << 39;
/// For each deal in turn, the number of seats by which cards are passed. 0 means that no cards are passed.
const SHIFTS: [usize; 4] = [1, 3, 2, 0];

/// The rules of Hearts.
#[derive(Debug)]
pub struct Hearts {
    info: Info,
    shape: Shape,
    deck: ZoneId,
    hands: [ZoneId; SEATS],
    played: [ZoneId; SEATS],
    taken: [ZoneId; SEATS],
    scores: [VarId; SEATS],
    deals: VarId,
    lead: VarId,
    broken: VarId,
}

/// The state of a match.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    table: Table,
    rng: Rng,
    step: Stage,
    /// Number of cards in the current trick.
    laid: u8,
    /// The seats that have a decision to make.
    due: SeatSet,
    /// The cards that each seat has picked to pass.
    picks: [u64; SEATS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Stage {
    Passing,
    Playing,
    Over,
}

/// One move of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Pick or play this card.
    Card(Face),
    /// Pass the picked cards.
    Done,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { table: self.table.clone(), rng: self.rng.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &State) {
        self.table.clone_from(&other.table);
        self.rng.clone_from(&other.rng);
        (self.step, self.laid, self.due, self.picks) = (other.step, other.laid, other.due, other.picks);
    }
}

impl Hearts {
    pub fn new() -> Hearts {
        let mut b = Shape::build(SEATS);
        let deck = ZoneDef::shared("deck")
            .ordered(Ordering::Shuffled)
            .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
        let deck = b.zone(deck.face_down());
        let hand = ZoneDef::per_seat("hand")
            .ordered(Ordering::Unordered)
            .levels(ZoneVisibility::All, ZoneVisibility::CountOnly);
        let hand = b.zone(hand);
        let played = b.zone(ZoneDef::per_seat("played"));
        let taken = ZoneDef::per_seat("taken")
            .ordered(Ordering::Unordered)
            .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
        let taken = b.zone(taken.face_down());
        let back = b.back("back");
        let first = Seat::new(0);
        for card in 0..52 {
            let face = b.face(&format!("{}{}", RANKS[card % 13], SUITS[card / 13]), back);
            b.card(face, deck, first, None);
        }
        let score = b.seat_var("score", 0, Audience::Everyone);
        let [deals, lead, broken] = ["deals", "lead", "broken"].map(|id| b.var(id, 0, Audience::Everyone));
        let shape = b.finish();
        let zones = |def| std::array::from_fn(|seat| shape.zone_of(def, Seat::new(seat)));
        let var = |def| shape.var_of(def, first);
        Hearts {
            info: Info {
                id: "hearts, native".into(),
                name: "Hearts".into(),
                min_seats: SEATS,
                max_seats: SEATS,
                source: Digest::of_bytes(b"hearts: native rules"),
                semantics: 1,
                // In each deal, some player takes at least seven points, which limits the number of deals.
                max_moves: 60 * 68,
                few_points: false,
                options: Vec::new(),
            },
            deck: shape.zone_of(deck, first),
            hands: zones(hand),
            played: zones(played),
            taken: zones(taken),
            scores: std::array::from_fn(|seat| shape.var_of(score, Seat::new(seat))),
            deals: var(deals),
            lead: var(lead),
            broken: var(broken),
            shape,
        }
    }

    #[inline]
    fn set(&self, s: &State, zone: ZoneId) -> u64 {
        s.table.set(&self.shape, zone)[0]
    }

    #[inline]
    fn var(&self, s: &State, var: VarId) -> i32 {
        s.table.var(&self.shape, var)
    }

    #[inline]
    fn put<S: Sink<Fact>>(&self, s: &mut State, var: VarId, value: i32, out: &mut S) {
        s.table.atoms(&self.shape, out).set(var, value);
    }

    /// The cards that the seat may play, as a set.
    #[inline]
    fn legal(&self, s: &State, seat: Seat) -> u64 {
        let hand = self.set(s, self.hands[seat.index()]);
        let prefer = |cards: u64, better: u64| if cards & better == 0 { cards } else { cards & better };
        if s.laid == 0 {
            let open = if self.var(s, self.broken) == 1 { hand } else { prefer(hand, !HEARTS) };
            return prefer(open, TWO_OF_CLUBS);
        }
        let follow = prefer(hand, 0x1fff << (self.var(s, self.lead) * 13));
        let first_trick = self.taken.iter().all(|&zone| s.table.is_empty(&self.shape, zone));
        if first_trick { prefer(follow, !(HEARTS | QUEEN_OF_SPADES)) } else { follow }
    }

    fn deal<S: Sink<Fact>>(&self, s: &mut State, out: &mut S) {
        let State { table, rng, .. } = s;
        let mut atoms = table.atoms(&self.shape, out);
        self.taken.iter().for_each(|&zone| atoms.move_all(zone, self.deck, Facing::Default));
        atoms.shuffle(self.deck, rng);
        let mut order = [Entry(0); 52];
        order.iter_mut().zip(atoms.table().order(&self.shape, self.deck)).for_each(|(at, card)| *at = card);
        let dealt = order.iter().rev().enumerate().map(|(n, &card)| (card, self.hands[n % SEATS]));
        atoms.move_each(dealt, Facing::Default);
        self.put(s, self.broken, 0, out);
        if self.shift(s) == 0 {
            self.begin_play(s);
        } else {
            (s.step, s.due, s.picks) = (Stage::Passing, SeatSet::first(SEATS), [0; SEATS]);
        }
    }

    fn shift(&self, s: &State) -> usize {
        SHIFTS[self.var(s, self.deals) as usize % SEATS]
    }

    fn pass<S: Sink<Fact>>(&self, s: &mut State, out: &mut S) {
        let shift = self.shift(s);
        for seat in 0..SEATS {
            let picks = s.picks[seat];
            s.table.atoms(&self.shape, out).move_onto(cards(picks), self.hands[(seat + shift) % SEATS]);
        }
        self.begin_play(s);
    }

    fn begin_play(&self, s: &mut State) {
        let leads = Seat::all(SEATS).find(|seat| self.set(s, self.hands[seat.index()]) & TWO_OF_CLUBS != 0);
        (s.step, s.laid, s.due) = (Stage::Playing, 0, SeatSet::one(leads.expect("somebody holds it")));
    }

    #[inline]
    fn play_card<S: Sink<Fact>>(&self, s: &mut State, seat: Seat, card: Entry, out: &mut S) {
        s.table.atoms(&self.shape, out).move_to(card, self.played[seat.index()]);
        if s.laid == 0 {
            self.put(s, self.lead, card.index() as i32 / 13, out);
        }
        if HEARTS >> card.index() & 1 == 1 && self.var(s, self.broken) == 0 {
            self.put(s, self.broken, 1, out);
        }
        s.laid += 1;
        s.due = SeatSet::one(seat.after(1, SEATS));
        if s.laid as usize == SEATS {
            self.take_trick(s, out);
        }
    }

    fn take_trick<S: Sink<Fact>>(&self, s: &mut State, out: &mut S) {
        let suit = 0x1fff << (self.var(s, self.lead) * 13);
        let laid = self.played.map(|zone| self.set(s, zone));
        let winner = Seat::all(SEATS).max_by_key(|seat| laid[seat.index()] & suit).expect("somebody led");
        let to = self.taken[winner.index()];
        s.table.atoms(&self.shape, out).move_onto(laid.iter().flat_map(|&card| cards(card)), to);
        (s.laid, s.due) = (0, SeatSet::one(winner));
        if self.taken.iter().map(|&zone| s.table.count(&self.shape, zone)).sum::<usize>() == 52 {
            self.count(s, out);
        }
    }

    fn count<S: Sink<Fact>>(&self, s: &mut State, out: &mut S) {
        let deals = self.var(s, self.deals) + 1;
        self.put(s, self.deals, deals, out);
        let points = self.taken.map(|zone| {
            let taken = self.set(s, zone);
            (taken & HEARTS).count_ones() as i32 + 13 * (taken & QUEEN_OF_SPADES).count_ones() as i32
        });
        let moon = points.contains(&26);
        for (&score, points) in self.scores.iter().zip(points) {
            let now = self.var(s, score) + if moon { 26 - points } else { points };
            self.put(s, score, now, out);
        }
        if self.scores.iter().any(|&score| self.var(s, score) >= 100) {
            (s.step, s.due) = (Stage::Over, SeatSet::NONE);
        } else {
            self.deal(s, out);
        }
    }
}

/// The entries whose bits are set.
fn cards(mut set: u64) -> impl Iterator<Item = Entry> {
    std::iter::from_fn(move || {
        let card = (set != 0).then(|| Entry(set.trailing_zeros() as u16));
        set &= set.wrapping_sub(1);
        card
    })
}

impl Rules for Hearts {
    type State = State;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.info
    }

    fn start<S: Sink<Fact>>(&self, _: &Setup, rng: Rng, out: &mut S) -> State {
        let mut state = State {
            table: Table::new(&self.shape),
            rng,
            step: Stage::Passing,
            laid: 0,
            due: SeatSet::NONE,
            picks: [0; SEATS],
        };
        // The CGML game shuffles the deck first, so this version must do the same to deal the same cards.
        state.table.atoms(&self.shape, out).shuffle(self.deck, &mut state.rng);
        self.deal(&mut state, out);
        state
    }

    fn validate_state(&self, state: &State) -> Result<(), Corrupt> {
        state.table.validate_state(&self.shape)
    }

    fn seats(&self, _: &State) -> usize {
        SEATS
    }

    #[inline]
    fn turn(&self, s: &State) -> Turn {
        if s.step != Stage::Over {
            return Turn::Seats(s.due);
        }
        let scores = self.scores.map(|score| self.var(s, score));
        let places = scores.map(|score| 1 + scores.iter().filter(|&&other| other < score).count() as u8);
        Turn::Over(Outcome::ranked(&places, "the game is over").with_scores(&scores))
    }

    #[inline]
    fn moves(&self, s: &State, seat: Seat, into: &mut Vec<Move>) {
        if !s.due.has(seat) {
            return;
        }
        if s.step == Stage::Playing {
            into.extend(cards(self.legal(s, seat)).map(|card| Move::Card(Face(card.0))));
            return;
        }
        let picks = s.picks[seat.index()];
        let missing = 3 - picks.count_ones();
        if missing == 0 {
            into.push(Move::Done);
            return;
        }
        // Cards are picked in ascending order, so enough higher cards must be left for the next picks.
        let mut left = self.set(s, self.hands[seat.index()]) & (!0 << (64 - picks.leading_zeros()));
        while left.count_ones() >= missing {
            into.push(Move::Card(Face(left.trailing_zeros() as u16)));
            left &= left - 1;
        }
    }

    fn check(&self, s: &State, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let mut moves = Vec::new();
        self.moves(s, seat, &mut moves);
        if moves.contains(mv) { Ok(()) } else { Err(Illegal::new("that is not a legal move")) }
    }

    fn drop_lore(&self, s: &mut State) {
        s.table.drop_lore(&self.shape);
    }

    #[inline]
    fn play<S: Sink<Fact>>(&self, s: &mut State, seat: Seat, mv: &Move, out: &mut S) {
        debug_assert_eq!(self.check(s, seat, mv), Ok(()));
        match (*mv, s.step) {
            (Move::Card(face), Stage::Playing) => self.play_card(s, seat, Entry(face.0), out),
            (Move::Card(face), _) => s.picks[seat.index()] |= 1 << face.index(),
            (Move::Done, _) => {
                s.due = s.due.without(seat);
                if s.due.is_empty() {
                    self.pass(s, out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::outcome;
    use rulebook_matches::{Staged, Visit};
    use std::sync::Arc;

    /// Visitor that plays both games side by side, with the same random choices.
    struct Beside(Hearts);

    impl Visit for Beside {
        type Out = ();

        fn visit<R: Staged>(self, written: Arc<R>) {
            let (native, setup) = (self.0, Setup::seats(SEATS));
            for seed in 0..50 {
                let rng = Rng::seeded(&seed.to_string());
                let mut draws = Rng::seeded(&format!("picks {seed}")).draws();
                let (mut a, mut b) = (native.start(&setup, rng.clone(), &mut ()), written.start(&setup, rng, &mut ()));
                while let Some(seat) = native.turn(&a).seats().lowest() {
                    assert_eq!(native.turn(&a).seats(), written.turn(&b).seats(), "seed {seed}");
                    let (mut own, mut others) = (Vec::new(), Vec::new());
                    native.moves(&a, seat, &mut own);
                    written.shortlist(&b, seat, &mut others);
                    let name = |mv: &Move| match mv {
                        Move::Card(face) => native.shape.face_id(*face).to_owned(),
                        Move::Done => "done".to_owned(),
                    };
                    let own_names: Vec<String> = own.iter().map(name).collect();
                    let names: Vec<String> = others.iter().map(|mv| written.text(&b, seat, mv)).collect();
                    assert_eq!(own_names, names, "seed {seed}");
                    let pick = draws.below(own.len() as u32) as usize;
                    native.play(&mut a, seat, &own[pick], &mut ());
                    written.play(&mut b, seat, &others[pick], &mut ());
                }
                let (ended, other) = (outcome(&native, &a), outcome(&*written, &b));
                let scores = |ended: &Option<Outcome>| {
                    ended.as_ref().map(|o| (o.places().to_vec(), o.scores().map(<[i32]>::to_vec)))
                };
                assert_eq!(scores(&ended), scores(&other), "seed {seed}");
            }
        }
    }

    #[test]
    fn hearts_by_hand_and_hearts_as_written_are_the_same_game() {
        let game = crate::shelf().find("hearts").expect("it is on the shelf");
        game.visit(Beside(Hearts::new()));
    }
}
