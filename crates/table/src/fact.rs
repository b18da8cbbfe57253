//! Defines facts: the reports of the atoms. There are two forms. A recorded fact is complete: folding all recorded
//! facts rebuilds the table. A witnessed fact omits everything that its viewer does not see. It never names an entry,
//! or a position in an unordered zone.

use crate::{Entry, Face, Hint, Shape, Table, VarId, ZoneId};
use rulebook_kernel::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// One change of the table, as an atom reports it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the comment of each variant explains its fields")]
pub enum Fact {
    /// Several entries moved at the same time.
    Moved(Vec<Motion>),
    /// A zone was shuffled into this order, bottom first. In a witnessed fact the order is empty.
    Shuffled { zone: ZoneId, order: Vec<Entry> },
    /// A seat put a zone into this order. Viewers in `saw` watched, so they can still name the cards they knew.
    Arranged { zone: ZoneId, order: Vec<Entry>, saw: SeatSet },
    /// A card was turned over where it lies.
    Turned { spot: Spot, up: bool },
    /// These viewers learned the face of a card.
    Revealed { spot: Spot, to: SeatSet },
    /// These viewers may look at a card from now on.
    Shown { spot: Spot, to: SeatSet },
    /// These viewers may no longer look at a card, but still know it.
    Covered { spot: Spot, from: SeatSet },
    /// A token or a copy was created.
    Created { spot: Spot, owner: Option<Seat> },
    /// A token or a copy was destroyed.
    Destroyed { spot: Spot },
    /// A variable was set. The value is `None` for viewers outside its audience.
    Set { var: VarId, value: Option<i32>, audience: SeatSet },
    /// From now on, all viewers know that no card of the hint has one of the faces of the hint.
    Hinted { hint: Option<Hint> },
    /// A deck has too few cards for a draw. Its discard pile is shuffled in next.
    Reshuffling { deck: ZoneId, from: ZoneId },
    /// The deck had too few cards for a draw. Contains the number of missing cards.
    RanOut { deck: ZoneId, missing: u16 },
    /// The table was restored from a saved copy.
    Restored { table: Option<Box<Table>> },
    /// A text for these viewers.
    Said { text: String, to: SeatSet },
    /// Play has shown a note: none of its cards has one of its faces, or at least a certain number of its cards have
    /// one.
    Noted { hint: Option<Hint> },
}

/// The move of one entry from zone to zone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Motion {
    /// The new place of the entry.
    pub spot: Spot,
    /// The zone that the entry left.
    pub from: ZoneId,
    /// The number of entries that were below this entry in its old zone. `None` if that zone is unordered.
    pub from_at: Option<u16>,
    /// Whether the entry is face up now.
    pub up: bool,
}

/// A card and its place, as far as the reader of the fact may know them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// The entry. `None` in a witnessed fact.
    pub entry: Option<Entry>,
    /// The face, for viewers in `seen`.
    pub face: Option<Face>,
    /// The number of the card's back. All viewers see the back.
    pub back: u8,
    /// The zone.
    pub zone: ZoneId,
    /// The number of entries below the card. `None` if the zone is unordered.
    pub at: Option<u16>,
    /// The viewers who can name the card.
    pub seen: SeatSet,
}

impl Spot {
    /// The current place of a card.
    pub(crate) fn of(shape: &Shape, table: &Table, entry: Entry) -> Spot {
        let face = table.face(shape, entry);
        Spot {
            entry: Some(entry),
            face: Some(face),
            back: shape.back_of(face) as u8,
            zone: table.zone(entry).expect("the entry lies in a zone"),
            at: table.position(shape, entry).map(|at| at as u16),
            seen: table.known(shape, entry),
        }
    }

    fn witness(&self, who: Viewer) -> Spot {
        if who == Viewer::God {
            return self.clone();
        }
        // In an unordered zone, no viewer can tell which of the cards another seat has seen before.
        let seen = if self.at.is_some() { self.seen } else { SeatSet::NONE };
        Spot { entry: None, face: self.face.filter(|_| self.seen.admits(who)), seen, ..self.clone() }
    }
}

impl Fact {
    /// The fact as viewer `who` learns it, or `None` if `who` learns nothing.
    #[must_use]
    pub fn witness(&self, who: Viewer) -> Option<Fact> {
        if who == Viewer::God {
            return Some(self.clone());
        }
        Some(match self {
            Fact::Moved(motions) => {
                let mut motions: Vec<Motion> = motions.iter().map(|m| m.witness(who)).collect();
                // Recorded motions are sorted by entry, and entries are sorted by face. Sort by visible properties
                // instead, so that the order reveals nothing.
                Motion::sort_by_looks(&mut motions);
                Fact::Moved(motions)
            }
            Fact::Shuffled { zone, .. } => Fact::Shuffled { zone: *zone, order: Vec::new() },
            Fact::Arranged { zone, saw, .. } => Fact::Arranged { zone: *zone, order: Vec::new(), saw: *saw },
            Fact::Turned { spot, up } => Fact::Turned { spot: spot.witness(who), up: *up },
            Fact::Revealed { spot, to } => Fact::Revealed { spot: spot.witness(who), to: *to },
            Fact::Shown { spot, to } => Fact::Shown { spot: spot.witness(who), to: *to },
            Fact::Covered { spot, from } => Fact::Covered { spot: spot.witness(who), from: *from },
            Fact::Created { spot, owner } => Fact::Created { spot: spot.witness(who), owner: *owner },
            Fact::Destroyed { spot } => Fact::Destroyed { spot: spot.witness(who) },
            Fact::Set { audience, .. } if !audience.admits(who) => return None,
            Fact::Hinted { .. } => Fact::Hinted { hint: None },
            Fact::Noted { .. } => Fact::Noted { hint: None },
            Fact::Restored { .. } => Fact::Restored { table: None },
            Fact::Said { to, .. } if !to.admits(who) => return None,
            Fact::Set { .. } | Fact::Reshuffling { .. } | Fact::RanOut { .. } | Fact::Said { .. } => self.clone(),
        })
    }
}

impl Motion {
    /// Sorts motions by what a viewer sees of them.
    pub fn sort_by_looks(motions: &mut [Motion]) {
        motions.sort_by_key(|m| (m.from, m.from_at, m.spot.zone, m.spot.at, m.spot.face, m.up));
    }

    fn witness(&self, who: Viewer) -> Motion {
        Motion { spot: self.spot.witness(who), ..self.clone() }
    }
}

impl Table {
    /// The table that results from these recorded facts, applied in order to a new table.
    ///
    /// # Panics
    /// If a fact is witnessed instead of recorded: see [`Table::fold`].
    #[must_use]
    pub fn folded<'a>(shape: &Shape, facts: impl IntoIterator<Item = &'a Fact>) -> Table {
        let mut table = Table::new(shape);
        facts.into_iter().for_each(|fact| table.fold(shape, fact));
        table
    }

    /// Makes the change that a recorded fact reports.
    ///
    /// # Panics
    /// If the fact is witnessed instead of recorded, because a witnessed fact does not name its entry.
    pub fn fold(&mut self, shape: &Shape, fact: &Fact) {
        const RECORDED: &str = "a recorded fact names its entry";
        match fact {
            Fact::Moved(motions) => {
                let moves: Vec<_> = motions
                    .iter()
                    .map(|m| crate::atoms::Leg {
                        entry: m.spot.entry.expect(RECORDED),
                        to: m.spot.zone,
                        at: m.spot.at,
                        up: m.up,
                    })
                    .collect();
                self.relocate(shape, &moves);
            }
            Fact::Shuffled { zone, order } => {
                self.mix_zone(shape, *zone);
                self.relink(shape, *zone, order);
            }
            Fact::Arranged { zone, order, saw } => self.arrange(shape, *zone, order, *saw),
            Fact::Turned { spot, up } => self.turn(shape, spot.entry.expect(RECORDED), *up),
            Fact::Revealed { spot, to } => self.reveal(shape, spot.entry.expect(RECORDED), *to),
            Fact::Shown { spot, to } => self.show(shape, spot.entry.expect(RECORDED), *to),
            Fact::Covered { spot, from } => self.cover(shape, spot.entry.expect(RECORDED), *from),
            Fact::Created { spot, owner } => {
                self.create(shape, spot.face.expect(RECORDED), spot.zone, spot.at, *owner);
            }
            Fact::Destroyed { spot } => self.destroy(shape, spot.entry.expect(RECORDED)),
            Fact::Set { var, value, audience } => self.put_var(shape, *var, value.expect(RECORDED), *audience),
            Fact::Hinted { hint } => self.add_hint(shape, hint.as_ref().expect(RECORDED)),
            Fact::Noted { hint } => {
                self.note(shape, hint.as_ref().expect(RECORDED));
            }
            Fact::Restored { table } => self.restore(shape, table.as_ref().expect(RECORDED)),
            Fact::Reshuffling { .. } | Fact::RanOut { .. } | Fact::Said { .. } => {}
        }
    }
}
