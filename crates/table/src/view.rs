//! Makes the view of a table: the table as one viewer knows it.
//!
//! A view has no entry numbers. Cards are numbered by all properties that the viewer can observe: zone, position, face,
//! and the stored references and saved copies that point at the card. If the viewer cannot tell two cards apart,
//! exchanging them gives the same view. So a search treats two states with equal views as equal.

use crate::bits::{self, Ones};
use crate::shape::MAX_POOLS;
use crate::table::NONE;
use crate::{Entry, Face, Shape, Table, ZoneId};
use rulebook_kernel::{Seat, SeatSet, Viewer};
use serde::Serialize;

/// The knowledge of one viewer about a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct TableView {
    /// The viewer.
    pub who: Viewer,
    /// The cards, by zone and place.
    pub cards: Vec<CardView>,
    /// Tokens and copies that the viewer cannot locate. They are among the blanks, which are cards without a face.
    pub loose: Vec<(Face, Option<Seat>)>,
    /// For each variable: its value, or `None` if the viewer may not know it, and its audience.
    pub vars: Vec<(Option<i32>, SeatSet)>,
    pub(crate) pools: Vec<u64>,
    pub(crate) hints: Vec<(Vec<u16>, Vec<u64>)>,
}

/// One card in a view.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct CardView {
    /// The zone of the card.
    pub zone: ZoneId,
    /// The number of cards below it. `None` if the zone is unordered.
    pub at: Option<u16>,
    /// The face. `None` for a blank: a card that the viewer cannot name.
    pub face: Option<Face>,
    /// The number of the card's back. All viewers see the back.
    pub back: u8,
    /// Whether the card is face up.
    pub up: bool,
    /// Whether the viewer can tell that the card is a token or a copy.
    pub token: bool,
    /// The owner. `None` if there is no owner or the viewer cannot name the card.
    pub owner: Option<Seat>,
    /// The viewers who can name the card, as far as this viewer can tell.
    pub known: SeatSet,
    /// The viewers who may look at the card now.
    pub shown: SeatSet,
    /// In a saved copy: the number of the same card on the live table. `None` if the viewer could not follow the card.
    pub same_as: Option<u16>,
    pub(crate) pool: u16,
}

/// Numbers the cards for one viewer: the cards of a live table, of its saved copies and of stored references.
#[derive(Debug)]
pub struct CardNumbering<'a> {
    shape: &'a Shape,
    who: Viewer,
    live: &'a Table,
    copies: &'a [&'a Table],
    number: Vec<u16>,
    order: Vec<Entry>,
}

impl<'a> CardNumbering<'a> {
    /// Numbers the cards. `refs` are the stored references that the viewer knows about. The order of `refs` must have a
    /// meaning in the game, because the numbers depend on it.
    #[must_use]
    pub fn new(
        shape: &'a Shape,
        who: Viewer,
        live: &'a Table,
        copies: &'a [&'a Table],
        refs: &[Option<Entry>],
    ) -> Self {
        let mut naming =
            CardNumbering { shape, who, live, copies, number: vec![NONE; shape.entries()], order: Vec::new() };
        let mut keyed: Vec<(Vec<u32>, Entry)> = (0..shape.entries())
            .map(|e| Entry(e as u16))
            .filter(|&entry| live.zone(entry).is_some())
            .map(|entry| (naming.key(live, entry, refs), entry))
            .collect();
        keyed.sort();
        for (number, (_, entry)) in keyed.iter().enumerate() {
            naming.number[entry.index()] = number as u16;
        }
        naming.order = keyed.into_iter().map(|(_, entry)| entry).collect();
        naming
    }

    /// The number of an entry in the view of the live table. `None` if the entry is not on the table.
    #[must_use]
    pub fn number(&self, entry: Entry) -> Option<u16> {
        Some(self.number[entry.index()]).filter(|&number| number != NONE)
    }

    /// The live table as the viewer knows it.
    #[must_use]
    pub fn view(&self) -> TableView {
        self.build(self.live, &self.order, |_| None)
    }

    /// A saved copy as the viewer knows it. Each card that the viewer could follow is tied to its live card.
    #[must_use]
    pub fn copy(&self, copy: &Table) -> TableView {
        let tie = |entry: Entry| if self.follows(copy, entry) { self.number(entry) } else { None };
        let mut keyed: Vec<(Vec<u32>, Entry)> = (0..self.shape.entries())
            .map(|e| Entry(e as u16))
            .filter(|&entry| copy.zone(entry).is_some())
            .map(|entry| {
                let mut key = self.place(copy, entry);
                key.push(tie(entry).map_or(u32::MAX, u32::from));
                (key, entry)
            })
            .collect();
        keyed.sort();
        let order: Vec<Entry> = keyed.into_iter().map(|(_, entry)| entry).collect();
        self.build(copy, &order, tie)
    }

    fn key(&self, live: &Table, entry: Entry, refs: &[Option<Entry>]) -> Vec<u32> {
        let mut key = self.place(live, entry);
        for copy in self.copies {
            if self.follows(copy, entry) {
                key.extend(self.place(copy, entry));
            } else {
                key.push(u32::MAX);
            }
        }
        key.extend(refs.iter().map(|r| u32::from(*r == Some(entry))));
        key
    }

    /// Whether the viewer can follow this card from the copy to the live table. The answer is the same for all viewers.
    /// If one viewer has lost track of a card, the card has been mixed.
    fn follows(&self, copy: &Table, entry: Entry) -> bool {
        self.live.same_card(self.shape, copy, entry)
    }

    /// Everything that the viewer can tell about a card on one table, as a sort key. The key starts with zone and
    /// position, so sorting keeps the order of a zone.
    fn place(&self, table: &Table, entry: Entry) -> Vec<u32> {
        let card = self.card(table, entry, None);
        let mut key = vec![
            u32::from(card.zone.0),
            card.at.map_or(0, u32::from),
            card.face.map_or(u32::MAX, |face| u32::from(face.0)),
            u32::from(card.back),
            u32::from(card.up),
            u32::from(card.token),
            card.owner.map_or(u32::MAX, |seat| seat.index() as u32),
            u32::from(card.pool),
            card.known.bits(),
            card.shown.bits(),
        ];
        key.extend(table.hints.entries(self.shape).map(|about| u32::from(bits::has(about, entry.index()))));
        key
    }

    fn card(&self, table: &Table, entry: Entry, same_as: Option<u16>) -> CardView {
        let (shape, who) = (self.shape, self.who);
        let zone = table.zone(entry).expect("only entries that lie somewhere are viewed");
        let (known, shown) = (table.known(shape, entry), table.shown(shape, entry));
        let named = known.admits(who);
        // In an unordered zone, no viewer can tell which of the cards another seat has seen before. All viewers know
        // which viewers know a public card, and which viewers see a card that the zone shows now. They know nothing
        // else about each other's knowledge.
        let seen = shown.and(table.policy(shape, entry, zone));
        let common = |mask: SeatSet| {
            let own = if let Viewer::Seat(seat) = who { mask.and(SeatSet::one(seat)) } else { SeatSet::NONE };
            if mask.admits(Viewer::Spectator) { mask } else { seen.or(own) }
        };
        let exact = shape.zone(zone).ordered || who == Viewer::God;
        let face = table.face(shape, entry);
        CardView {
            zone,
            at: table.position(shape, entry).map(|at| at as u16),
            face: named.then_some(face),
            back: shape.back_of(face) as u8,
            up: table.is_up(shape, entry),
            token: named && shape.is_spare(entry),
            owner: if named { table.owner(shape, entry) } else { None },
            known: if exact { known } else { common(known) },
            shown: if exact { shown } else { common(shown) },
            same_as,
            // The pool of a public card has no meaning. The card gets a new pool when it is mixed.
            pool: if known.admits(Viewer::Spectator) { 0 } else { table.cells[shape.at.pool + entry.index()] },
        }
    }

    fn build(&self, table: &Table, order: &[Entry], tie: impl Fn(Entry) -> Option<u16>) -> TableView {
        let shape = self.shape;
        let cards: Vec<CardView> = order.iter().map(|&entry| self.card(table, entry, tie(entry))).collect();
        let mut loose: Vec<_> = (shape.cards.len()..shape.entries())
            .map(|e| Entry(e as u16))
            .filter(|&e| table.zone(e).is_some() && !table.names(shape, self.who, e))
            .map(|e| (table.face(shape, e), table.owner(shape, e)))
            .collect();
        loose.sort_unstable();
        // A pool without hidden cards has no meaning, so its old faces are not part of the view.
        let mut pools = vec![0; MAX_POOLS * shape.at.fw];
        for card in cards.iter().filter(|card| !card.known.admits(Viewer::Spectator)) {
            let at = card.pool as usize * shape.at.fw;
            pools[at..at + shape.at.fw].copy_from_slice(table.pool_faces(shape, card.pool as usize));
        }
        let number = |e: usize| order.iter().position(|entry| entry.index() == e).map(|n| n as u16);
        let hints = table.hints.rows(shape);
        let hints = hints.map(|hint| {
            let mut cards: Vec<u16> = Ones::new(hint.entries).filter_map(number).collect();
            cards.sort_unstable();
            (cards, hint.faces.iter().copied().chain(hint.least).collect())
        });
        let vars = (0..shape.vars.len()).map(|v| {
            let var = crate::VarId(v as u16);
            let audience = table.var_audience(shape, var);
            (audience.admits(self.who).then(|| table.var(shape, var)), audience)
        });
        TableView { who: self.who, cards, loose, vars: vars.collect(), pools, hints: hints.collect() }
    }
}

impl TableView {
    /// The cards of a zone with their numbers, from the bottom.
    pub fn zone(&self, zone: ZoneId) -> impl DoubleEndedIterator<Item = (u16, &CardView)> + Clone {
        let start = self.cards.partition_point(|card| card.zone < zone);
        let end = self.cards.partition_point(|card| card.zone <= zone);
        (start..end).map(|i| (i as u16, &self.cards[i]))
    }

    /// The number of cards in a zone.
    #[must_use]
    pub fn count(&self, zone: ZoneId) -> usize {
        self.zone(zone).count()
    }

    /// The value of a variable. `None` if the viewer may not know it.
    #[must_use]
    pub fn var(&self, var: crate::VarId) -> Option<i32> {
        self.vars[var.index()].0
    }
}
