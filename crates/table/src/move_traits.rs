//! Writes the traits of moves in a card game, for learned policies.
//!
//! A [`TraitPlan`] is built once for a shape. A [`Situation`] is what a seat knows at one decision: its hand, the cards
//! that are still hidden from it, the open cards, and values that the rules keep. A move is then described relative to
//! this situation: the place of its card in the suit, its partners in the hand, the open cards that it beats.
//!
//! No trait names a game. Each trait is the hash of a few small numbers, and training finds out which traits matter.
//!
//! Bots compute traits only in states that they have sampled from a view, so a trait cannot reveal a hidden card.

use crate::{Entry, Face, Shape, Table, ZoneId};
use rulebook_kernel::{MoveTraits, Seat, SeatSet};
use rulebook_scene::ZoneRole;
use smallvec::SmallVec;

/// The maximum number of faces of a game with traits: the number of bits of a set of faces.
const MOST_FACES: usize = 128;
/// The number of groups of open cards that traits describe. Further groups are ignored.
const MOST_GROUPS: usize = 4;
/// The number of stored suits, such as the trump, that traits describe. Further suits are ignored.
const MOST_SUITS: usize = 3;
/// A larger group of open cards counts only with its top card.
const LARGE_GROUP: usize = 8;
/// The suit or the rank of a face without one.
pub const NO_CLASS: u8 = u8::MAX;

/// The immutable part of the traits of a game.
#[derive(Clone, Debug, Default)]
pub struct TraitPlan {
    faces: Vec<FacePlan>,
    suits: Vec<u128>,
    ranks: Vec<u128>,
    /// The face of each deck entry.
    face_of: Vec<u8>,
    /// Whether each entry has the number of its face.
    plain: bool,
    seats: Vec<SeatPlan>,
}

#[derive(Clone, Copy, Debug, Default)]
struct FacePlan {
    suit: u8,
    rank: u8,
    /// The other faces of the suit and of the rank.
    suited: u128,
    ranked: u128,
    /// The faces of the suit with a higher rank, and with a lower rank.
    higher: u128,
    lower: u128,
    /// The faces of the suit that are two ranks below, one below, one above and two above. The highest rank is next to
    /// the lowest.
    next: [u128; 4],
}

/// The zones as one seat sees them.
#[derive(Clone, Debug, Default)]
struct SeatPlan {
    /// The seat's own cards.
    hands: Vec<ZoneId>,
    /// The hands of other seats.
    others: Vec<ZoneId>,
    /// The hidden cards that nobody holds.
    decks: Vec<ZoneId>,
    /// The seat's own cards that nobody sees.
    dead: Vec<ZoneId>,
    open: Vec<OpenZone>,
}

#[derive(Clone, Copy, Debug)]
struct OpenZone {
    zone: ZoneId,
    /// The zones of one definition form a group.
    group: u16,
    /// The owner, counted from the observing seat. `NO_CLASS` if the zone is shared.
    owner: u8,
    top_only: bool,
}

/// Open cards that are compared with the card of a move.
#[derive(Clone, Debug)]
struct Group {
    id: u16,
    set: u128,
    /// The faces, and their owner or position.
    cards: SmallVec<[(u8, u8); LARGE_GROUP]>,
    /// For each stored suit: the highest card of the suit in the group, and its owner or position.
    best: SmallVec<[Option<(u8, u8)>; MOST_SUITS]>,
}

/// What a seat knows at one decision.
#[derive(Clone, Debug, Default)]
pub struct Situation {
    own: u128,
    held: u32,
    unseen: u128,
    stage: u32,
    /// The stored suits, such as the trump.
    suits: SmallVec<[u8; MOST_SUITS]>,
    groups: SmallVec<[Group; MOST_GROUPS]>,
    /// All open cards.
    open: u128,
    /// A hash of the groups that have cards. For example, it tells the leader of a trick from the followers.
    present: u32,
    /// Values that the rules keep: their index and the value.
    items: SmallVec<[(u32, i32); 16]>,
    /// The hash of how the seat's own numbers compare with each other.
    compared: u32,
}

/// The shape of a move.
#[derive(Clone, Copy, Debug)]
pub enum MoveForm<'a> {
    /// Moves these cards.
    Cards(&'a [Face]),
    /// Chooses something else: a number, a suit or rank if the choice names one, or the index of a button.
    Choice {
        /// What is chosen.
        value: i32,
        /// The suit that the choice names.
        suit: u8,
        /// The rank that the choice names.
        rank: u8,
    },
}

/// Mixes a number into a hash.
#[inline]
pub const fn mix(hash: u32, with: u32) -> u32 {
    (hash.rotate_left(5) ^ with).wrapping_mul(0x9e37_79b1)
}

#[inline]
fn ones(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let one = set.trailing_zeros() as usize;
            set &= set - 1;
            one
        })
    })
}

impl TraitPlan {
    /// The plan of a shape. `class` returns the suit and the rank of a face, as small numbers. An empty plan if the game
    /// has too many faces.
    #[must_use]
    pub fn new(shape: &Shape, class: impl Fn(Face) -> (u8, u8)) -> TraitPlan {
        if shape.face_count() > MOST_FACES {
            return TraitPlan::default();
        }
        let classes: Vec<(u8, u8)> = (0..shape.face_count()).map(|face| class(Face(face as u16))).collect();
        // Only faces that are in the deck count, because a shape may list all possible faces.
        let mut exists = 0u128;
        (0..shape.deck_entries()).for_each(|e| exists |= 1 << shape.deck_face(Entry(e as u16)).index());
        let sets = |of: &dyn Fn(&(u8, u8)) -> u8| {
            let most = classes.iter().map(of).filter(|&class| class != NO_CLASS).max().map_or(0, usize::from);
            let set = |class: usize| {
                let faces = classes.iter().enumerate().filter(|(_, face)| usize::from(of(face)) == class);
                faces.fold(0u128, |set, (face, _)| set | 1 << face) & exists
            };
            (0..=most).map(set).collect::<Vec<_>>()
        };
        let (suits, ranks) = (sets(&|class: &(u8, u8)| class.0), sets(&|class: &(u8, u8)| class.1));
        let get = |sets: &[u128], class: u8| sets.get(class as usize).copied().unwrap_or(0);
        let faces = classes.iter().enumerate().map(|(face, &(suit, rank))| {
            let (suited, ranked) = (get(&suits, suit), get(&ranks, rank));
            let of = |keep: &dyn Fn(u8) -> bool| {
                ones(suited).filter(|&other| keep(classes[other].1)).fold(0u128, |set, other| set | 1 << other)
            };
            let near = |step: i32| {
                let to = (i32::from(rank) + step).rem_euclid(ranks.len() as i32) as u8;
                if rank == NO_CLASS { 0 } else { of(&|other| other == to) & !(1 << face) }
            };
            FacePlan {
                suit,
                rank,
                suited: suited & !(1 << face),
                ranked: ranked & !(1 << face),
                higher: of(&|other| other != NO_CLASS && other > rank),
                lower: of(&|other| other < rank),
                next: [near(-2), near(-1), near(1), near(2)],
            }
        });
        let faces = faces.collect();
        let face_of: Vec<u8> =
            (0..shape.deck_entries()).map(|e| shape.deck_face(Entry(e as u16)).index() as u8).collect();
        let seats = Seat::all(shape.seats()).map(|seat| SeatPlan::new(shape, seat)).collect();
        let plain =
            shape.entries() == face_of.len() && face_of.iter().enumerate().all(|(e, &face)| e == usize::from(face));
        TraitPlan { faces, suits, ranks, face_of, plain, seats }
    }

    /// Whether the game has traits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// The suit of a face.
    #[must_use]
    pub fn suit(&self, face: Face) -> u8 {
        self.faces.get(face.index()).map_or(NO_CLASS, |face| face.suit)
    }

    fn faces_in(&self, table: &Table, shape: &Shape, zone: ZoneId) -> u128 {
        let set = table.set(shape, zone);
        if self.plain {
            return u128::from(set[0]) | set.get(1).map_or(0, |&word| u128::from(word) << 64);
        }
        let mut faces = 0;
        for (nth, &word) in set.iter().enumerate() {
            for entry in ones(word.into()) {
                faces |= self.face_of.get(nth * 64 + entry).map_or(0, |&face| 1u128 << face);
            }
        }
        faces
    }

    /// What a seat knows. `suits` are the suits that the rules have stored, in a fixed order; `NO_CLASS` stands for none.
    /// `numbers` are the numbers that the rules keep for this seat. `items` are other values, each with a fixed index.
    pub fn situation(
        &self,
        table: &Table,
        shape: &Shape,
        seat: Seat,
        suits: &[u8],
        numbers: &[i32],
        items: &[(u32, i32)],
    ) -> Situation {
        let mut known = Situation::default();
        let Some(plan) = self.seats.get(seat.index()).filter(|_| !self.is_empty()) else { return known };
        known.suits.extend(suits.iter().copied().take(MOST_SUITS));
        known.items.extend(items.iter().copied().take(16));
        for &zone in &plan.hands {
            known.own |= self.faces_in(table, shape, zone);
            known.held += table.count(shape, zone) as u32;
        }
        for &zone in &plan.others {
            known.unseen |= self.faces_in(table, shape, zone);
        }
        let mut left = 0;
        for &zone in &plan.decks {
            known.unseen |= self.faces_in(table, shape, zone);
            left += table.count(shape, zone);
        }
        known.stage = match left {
            0 => 0,
            1..=4 => 1,
            5..=12 => 2,
            _ => 3,
        };
        let mut won = 0;
        for &zone in &plan.dead {
            won += table.count(shape, zone);
        }
        self.add_groups(&mut known, plan, table, shape);
        // Compare the seat's own numbers, such as its bid and the tricks that it has won.
        let tricks = (!plan.dead.is_empty()).then_some((won / self.seats.len().max(1)) as i32);
        let mut own: SmallVec<[i32; 4]> = numbers.iter().copied().take(3).collect();
        own.extend(tricks);
        for (nth, one) in own.iter().enumerate() {
            for other in &own[nth + 1..] {
                known.compared = mix(known.compared, (2 + one.cmp(other) as i32) as u32);
            }
        }
        known
    }

    fn add_groups(&self, known: &mut Situation, plan: &SeatPlan, table: &Table, shape: &Shape) {
        for open in &plan.open {
            let top = if shape.zone(open.zone).ordered { table.open_end(shape, open.zone) } else { None };
            let count = table.count(shape, open.zone);
            if count == 0 {
                continue;
            }
            let last = known.groups.last().filter(|group| group.id == open.group).is_some();
            if !last {
                if known.groups.len() == MOST_GROUPS {
                    continue;
                }
                let best = SmallVec::from_elem(None, known.suits.len());
                known.groups.push(Group { id: open.group, set: 0, cards: SmallVec::new(), best });
            }
            let group = known.groups.last_mut().expect("a group was added");
            let mut add = |entry: Entry, by: u8| {
                let Some(&face) = self.face_of.get(entry.index()).filter(|_| table.is_up(shape, entry)) else { return };
                group.set |= 1 << face;
                known.open |= 1 << face;
                if group.cards.len() < LARGE_GROUP {
                    group.cards.push((face, by));
                }
            };
            if open.top_only || count > LARGE_GROUP {
                if let Some(top) = top {
                    add(top, open.owner);
                } else {
                    known.open |= self.faces_in(table, shape, open.zone);
                }
                continue;
            }
            for (nth, entry) in table.order(shape, open.zone).enumerate() {
                // The cards of a shared zone are told apart by their position, counted from the newest.
                let by = if open.owner == NO_CLASS { (count - 1 - nth) as u8 } else { open.owner };
                add(entry, by);
            }
        }
        for group in &mut known.groups {
            known.present = mix(known.present, 1 + u32::from(group.id));
            for (best, &suit) in group.best.iter_mut().zip(&known.suits) {
                let of_suit = group.cards.iter().filter(|(face, _)| self.faces[*face as usize].suit == suit);
                *best = of_suit.copied().max_by_key(|(face, _)| self.faces[*face as usize].rank);
            }
        }
    }

    /// Writes the traits of one move. `kind` is a hash of the question and of the zones of the move. `own` is the hand
    /// of the card, if it is not a card of the seat's own hand: see [`TraitPlan::source`].
    #[inline]
    pub fn describe(&self, known: &Situation, kind: u32, form: MoveForm<'_>, own: Option<u128>, into: &mut MoveTraits) {
        match form {
            MoveForm::Cards(faces) => {
                if faces.len() != 1 {
                    into.put(mix(mix(kind, 100), faces.len() as u32));
                }
                let kind = if faces.len() == 1 { kind } else { mix(kind, 101) };
                for &face in faces {
                    self.card(known, kind, face, own.unwrap_or(known.own), into);
                }
            }
            MoveForm::Choice { value, suit, rank } => self.choice(known, kind, value, (suit, rank), into),
        }
        into.end_move();
    }

    /// The cards of the zone from which a move takes its cards, if the zone has an owner. Otherwise `None`.
    #[must_use]
    pub fn source(&self, table: &Table, shape: &Shape, from: ZoneId) -> Option<u128> {
        (!shape.zone(from).owners.is_empty()).then(|| self.faces_in(table, shape, from))
    }

    fn card(&self, known: &Situation, kind: u32, face: Face, own: u128, into: &mut MoveTraits) {
        let Some(card) = self.faces.get(face.index()) else { return };
        let kind = mix(kind, known.present);
        let id = face.index() as u32;
        let rank = u32::from(card.rank);
        let mut put = |template: u32, value: u32| into.put(mix(mix(kind, template), value));
        let mut classes = 0;
        for (nth, &suit) in known.suits.iter().enumerate() {
            classes |= u32::from(suit == card.suit && suit != NO_CLASS) << nth;
            put(2 + nth as u32, u32::from(suit) << 8 | id);
        }
        put(1, id);
        put(5, classes << 8 | rank);
        put(6, (classes << 8 | rank) << 2 | known.stage);
        let same = (card.ranked & own).count_ones().min(3);
        let mut near = 0;
        for (nth, next) in card.next.iter().enumerate() {
            near |= u32::from(next & own != 0) << nth;
        }
        // How many partners the card has: 0 none, 1 a pair or two neighbours, 2 a set or a run.
        let run = near & 3 == 3 || near & 6 == 6 || near & 12 == 12;
        let melded = if same >= 2 || run { 2 } else { u32::from(same > 0 || near != 0) };
        put(7, same << 4 | near);
        put(8, melded << 8 | rank);
        let suited = (card.suited & own).count_ones().min(7);
        put(9, suited << 8 | rank);
        let above = (card.higher & known.unseen).count_ones().min(3);
        let below = (card.lower & known.unseen).count_ones().min(3);
        let rest = above << 2 | below;
        put(10, (rest << 3 | classes) << 3 | suited.min(4));
        put(11, known.held.min(14) << 8 | rank);
        put(12, (card.lower & own).count_ones().min(3) << 2 | (card.higher & own).count_ones().min(3));
        put(13, (card.ranked & known.open).count_ones().min(3) << 4 | same << 2 | known.stage);
        put(14, mix(known.compared, rest));
        for group in &known.groups {
            self.card_and_group(known, mix(kind, u32::from(group.id)), (card, classes, rest), group, into);
        }
    }

    /// Compares a card with a group of open cards, such as a trick.
    fn card_and_group(
        &self,
        known: &Situation,
        kind: u32,
        (card, classes, rest): (&FacePlan, u32, u32),
        group: &Group,
        into: &mut MoveTraits,
    ) {
        let mut put = |template: u32, value: u32| into.put(mix(mix(kind, template), value));
        // 0: no card of the suit is open, 1: the card is the highest, 2: it is not.
        let own = if card.higher & group.set != 0 { 2 } else { u32::from(card.suited & group.set != 0) };
        let (mut state, mut beats, mut leaders) = (own, own != 2, 0);
        for (&suit, best) in known.suits.iter().zip(&group.best) {
            let Some((face, by)) = *best else {
                state <<= 2;
                continue;
            };
            let top = self.faces[face as usize].rank;
            let relation = match (card.suit == suit, card.rank > top) {
                (false, _) => 1,
                (true, true) => 2,
                (true, false) => 3,
            };
            beats &= relation != 1 || classes != 0 && own != 2;
            state = state << 2 | relation;
            leaders = leaders << 3 | (1 + u32::from(by)).min(7);
        }
        let count = group.cards.len() as u32;
        let state = (state << 3 | classes) << 3 | count.min(7);
        put(20, state);
        put(21, state << 4 | u32::from(card.rank) & 15);
        put(22, state << 4 | rest);
        put(23, mix(state, leaders));
        put(24, mix(state, known.compared));
        put(25, mix(state, known.held.min(3)));
        put(26, (card.ranked & group.set).count_ones().min(3) << 3 | count.min(7));
        // Good and bad cards may lie in the trick.
        for &(face, _) in group.cards.iter().take(4) {
            put(27, u32::from(beats) << 8 | u32::from(face));
        }
    }

    fn choice(&self, known: &Situation, kind: u32, value: i32, (suit, rank): (u8, u8), into: &mut MoveTraits) {
        let kinds = mix(kind, 40);
        let kind = mix(mix(kind, 41), value as u32);
        let mut put = |template: u32, value: u32| into.put(mix(mix(kind, template), value));
        put(0, 0);
        put(1, known.stage << 4 | known.held.min(15));
        put(2, known.compared);
        let classes = |card: &FacePlan| {
            let of = |(nth, &suit): (usize, &u8)| u32::from(suit == card.suit && suit != NO_CLASS) << nth;
            known.suits.iter().enumerate().map(of).sum::<u32>()
        };
        for face in ones(known.own) {
            let card = &self.faces[face];
            put(3, face as u32);
            put(4, classes(card) << 8 | u32::from(card.rank));
        }
        for (nth, &suit) in known.suits.iter().enumerate() {
            let length = self.suits.get(suit as usize).map_or(0, |suit| (suit & known.own).count_ones());
            put(5 + nth as u32, length);
        }
        for group in &known.groups {
            for &(face, _) in group.cards.iter().rev().take(2) {
                let card = &self.faces[face as usize];
                put(8, u32::from(group.id) << 8 | classes(card) << 4 | u32::from(card.rank));
            }
            put(9, u32::from(group.id) << 4 | group.cards.len() as u32);
        }
        for &(item, value) in &known.items {
            put(10, item << 8 | value.clamp(-64, 64) as u8 as u32);
        }
        // The choice names a suit or a rank: describe what the seat has of it, whichever suit or rank it is.
        let named = [(&self.suits, suit), (&self.ranks, rank)];
        for (nth, (sets, class)) in named.into_iter().enumerate() {
            let Some(set) = sets.get(class as usize).copied().filter(|_| class != NO_CLASS) else { continue };
            let (has, open) = ((set & known.own).count_ones(), (set & known.open).count_ones());
            let unseen = (set & known.unseen).count_ones();
            let mut put = |template: u32, value: u32| into.put(mix(mix(kinds, 50 + 4 * nth as u32 + template), value));
            put(0, has);
            put(1, has << 4 | open.min(15));
            put(2, has << 4 | unseen.min(15));
            for face in ones(set & known.own) {
                put(3, u32::from(self.faces[face].rank));
            }
        }
    }
}

impl SeatPlan {
    fn new(shape: &Shape, seat: Seat) -> SeatPlan {
        let mut plan = SeatPlan::default();
        let seats = SeatSet::first(shape.seats());
        for id in (0..shape.zones().len()).map(|zone| ZoneId(zone as u16)) {
            let zone = shape.zone(id);
            if zone.internal {
                continue;
            }
            let everybody = |set: SeatSet| seats.minus(set).is_empty();
            let owner = zone.owners.lowest();
            let from_seat = |owner: Seat| ((owner.index() + shape.seats() - seat.index()) % shape.seats()) as u8;
            let open = |top_only| OpenZone {
                zone: id,
                group: zone.def as u16,
                owner: owner.map_or(NO_CLASS, from_seat),
                top_only,
            };
            let role = shape.def(id).role;
            match () {
                () if everybody(zone.sees_all) => plan.open.push(open(false)),
                () if zone.sees_all.has(seat) && zone.owners.has(seat) => plan.hands.push(id),
                () if zone.sees_all.has(seat) => plan.open.push(open(false)),
                () if zone.sees_top.has(seat) => plan.open.push(open(true)),
                () if !zone.sees_all.minus(SeatSet::SPECTATORS).is_empty() => plan.others.push(id),
                () if zone.owners.has(seat) => plan.dead.push(id),
                () if !zone.owners.is_empty() || matches!(role, Some(ZoneRole::Discard | ZoneRole::Taken)) => {}
                () => plan.decks.push(id),
            }
        }
        // The zones of one definition must follow each other, because they form one group.
        plan.open.sort_by_key(|open| (open.group, open.owner));
        plan
    }
}
