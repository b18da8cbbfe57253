//! Random atoms as values, so that a test can apply the same atom to several tables.

use super::worlds::{once_in, pick, roll};
use rulebook_kernel::{Rng, Seat, SeatSet, Sink};
use rulebook_table::{Entry, Face, Facing, Fact, Shape, Table, VarId, ZoneId};

/// One call of an atom, with its arguments.
#[derive(Clone, Debug)]
pub enum Act {
    Move { entry: Entry, to: ZoneId, at: Option<usize>, facing: Facing },
    Together(Vec<(Entry, ZoneId)>),
    All { from: ZoneId, to: ZoneId, facing: Facing },
    Onto(Vec<Entry>, ZoneId),
    Shuffle(ZoneId),
    ShuffleInto(ZoneId, Vec<Entry>),
    Draw { deck: ZoneId, to: ZoneId, count: usize },
    Arrange { zone: ZoneId, order: Vec<Entry>, saw: SeatSet },
    Turn(Entry, bool),
    Reveal(Entry, SeatSet),
    Show(Entry, SeatSet),
    Cover(Entry, SeatSet),
    Create { face: Face, zone: ZoneId, owner: Option<Seat> },
    Destroy(Entry),
    Set(VarId, i32),
    SetFor(VarId, i32, SeatSet),
    Hint { zone: ZoneId, not: Vec<Face> },
    NoteCard { entry: Entry, not: Vec<Face> },
    RuleOut { zone: ZoneId, faces: Vec<Face> },
    RuleIn { zone: ZoneId, faces: Vec<Face>, least: usize },
    Restore,
    Say(SeatSet),
}

impl Act {
    /// Applies the act to a table. A restore goes back to `saved`.
    pub fn run<S: Sink<Fact>>(&self, shape: &Shape, table: &mut Table, saved: &Table, rng: &mut Rng, out: &mut S) {
        let mut atoms = table.atoms(shape, out);
        match self.clone() {
            Act::Move { entry, to, at, facing } => atoms.move_as(entry, to, at, facing),
            Act::Together(moves) => atoms.move_each(moves, Facing::Default),
            Act::All { from, to, facing } => atoms.move_all(from, to, facing),
            Act::Onto(entries, to) => atoms.move_onto(entries, to),
            Act::Shuffle(zone) => atoms.shuffle(zone, rng),
            Act::ShuffleInto(zone, order) => atoms.shuffle_into(zone, &order),
            Act::Draw { deck, to, count } => assert!(atoms.draw(deck, to, count, rng) <= count),
            Act::Arrange { zone, order, saw } => atoms.arrange(zone, &order, saw),
            Act::Turn(entry, up) => atoms.turn(entry, up),
            Act::Reveal(entry, to) => atoms.reveal(entry, to),
            Act::Show(entry, to) => atoms.show(entry, to),
            Act::Cover(entry, from) => atoms.cover(entry, from),
            Act::Create { face, zone, owner } => drop(atoms.create(face, zone, owner)),
            Act::Destroy(entry) => atoms.destroy(entry),
            Act::Set(var, value) => atoms.set(var, value),
            Act::SetFor(var, value, audience) => atoms.set_for(var, value, audience),
            Act::Hint { zone, not } => atoms.hint(zone, not),
            Act::NoteCard { entry, not } => {
                let such: Vec<Entry> = lying(shape, atoms.table());
                let such = such.into_iter().filter(|&e| not.contains(&atoms.table().face(shape, e)));
                atoms.note_of(&words(shape, [entry]), &words(shape, such), None);
            }
            Act::RuleOut { zone, faces } => atoms.rule_out(zone, faces),
            Act::RuleIn { zone, faces, least } => atoms.rule_in(zone, faces, least),
            Act::Restore => atoms.restore(saved),
            Act::Say(to) => atoms.say(to, || "hm".to_owned()),
        }
    }

    /// The card that the act changes. `None` if it changes no card or several.
    pub fn card(&self) -> Option<Entry> {
        match self {
            Act::Move { entry, .. } | Act::Turn(entry, _) | Act::Reveal(entry, _) => Some(*entry),
            Act::Show(entry, _) | Act::Cover(entry, _) | Act::Destroy(entry) => Some(*entry),
            _ => None,
        }
    }

    /// The same act for another card.
    pub fn to_another(&self, other: Entry) -> Act {
        match self.clone() {
            Act::Move { to, at, facing, .. } => Act::Move { entry: other, to, at, facing },
            Act::Turn(_, up) => Act::Turn(other, up),
            Act::Reveal(_, to) => Act::Reveal(other, to),
            Act::Show(_, to) => Act::Show(other, to),
            Act::Cover(_, from) => Act::Cover(other, from),
            Act::Destroy(_) => Act::Destroy(other),
            act => act,
        }
    }
}

/// Whether the entry is a token or a copy.
pub fn is_spare(shape: &Shape, entry: Entry) -> bool {
    entry.index() >= shape.deck_entries()
}

/// Converts entries to a bit set.
fn words(shape: &Shape, entries: impl IntoIterator<Item = Entry>) -> Vec<u64> {
    let mut words = vec![0; shape.set_words()];
    entries.into_iter().for_each(|entry| words[entry.index() / 64] |= 1 << (entry.index() % 64));
    words
}

/// All entries that are in a zone.
pub fn lying(shape: &Shape, table: &Table) -> Vec<Entry> {
    (0..shape.entries()).map(|e| Entry(e as u16)).filter(|&e| table.zone(e).is_some()).collect()
}

fn audience(rng: &mut Rng, shape: &Shape) -> SeatSet {
    match roll(rng, 4) {
        0 => shape.everyone(),
        1 => SeatSet::one(Seat::new(roll(rng, shape.seats()))),
        2 => SeatSet::first(shape.seats()),
        _ => SeatSet::from_bits(rng.below(1 << 17)),
    }
}

fn zone(rng: &mut Rng, shape: &Shape) -> ZoneId {
    ZoneId(roll(rng, shape.zones().len()) as u16)
}

/// A random act that is possible on this table. Hints and notes are always true.
pub fn random_act(rng: &mut Rng, shape: &Shape, table: &Table) -> Act {
    let lying = lying(shape, table);
    let facing = pick(rng, &[Facing::Default, Facing::Default, Facing::Up, Facing::Down, Facing::Keep]);
    let (from, to) = (zone(rng, shape), zone(rng, shape));
    let var = VarId(roll(rng, 3 + 3 * shape.seats()) as u16);
    let value = roll(rng, 9) as i32;
    if lying.is_empty() {
        return Act::Set(var, value);
    }
    let (entry, who) = (pick(rng, &lying), audience(rng, shape));
    match roll(rng, 43) {
        0..12 => Act::Move { entry, to, at: once_in(rng, 4).then(|| roll(rng, 5)), facing },
        12 | 13 => {
            let mut some = lying;
            rng.shuffle(&mut some);
            some.truncate(1 + roll(rng, 4));
            if once_in(rng, 3) {
                return Act::Onto(some, to);
            }
            Act::Together(some.into_iter().map(|e| (e, if once_in(rng, 2) { to } else { from })).collect())
        }
        14 => Act::All { from, to, facing },
        15 => Act::Shuffle(table.zone(entry).unwrap_or(from)),
        16 => {
            let zone = table.zone(entry).unwrap_or(from);
            let mut order: Vec<Entry> = table.entries(shape, zone).collect();
            rng.shuffle(&mut order);
            Act::ShuffleInto(zone, order)
        }
        17..22 => Act::Draw { deck: table.zone(entry).unwrap_or(from), to, count: roll(rng, 5) },
        22 => {
            let zone = table.zone(entry).unwrap_or(from);
            let mut order: Vec<Entry> = table.order(shape, zone).collect();
            rng.shuffle(&mut order);
            if shape.zone(zone).ordered { Act::Arrange { zone, order, saw: who } } else { Act::Shuffle(zone) }
        }
        23 | 24 => Act::Turn(entry, once_in(rng, 2)),
        25 | 26 => Act::Reveal(entry, who),
        27 | 28 => Act::Show(entry, who),
        29 => Act::Cover(entry, who),
        30 | 31 => {
            let owner = once_in(rng, 2).then(|| Seat::new(roll(rng, shape.seats())));
            Act::Create { face: Face(roll(rng, shape.face_count()) as u16), zone: to, owner }
        }
        32 => {
            let tokens: Vec<Entry> = lying.into_iter().filter(|&e| is_spare(shape, e)).collect();
            if tokens.is_empty() { Act::Say(who) } else { Act::Destroy(pick(rng, &tokens)) }
        }
        33 => Act::Set(var, value),
        34 => Act::SetFor(var, value, who),
        35 | 36 => {
            let zone = table.zone(entry).unwrap_or(from);
            let here: Vec<Face> = table.entries(shape, zone).map(|e| table.face(shape, e)).collect();
            Act::Hint { zone, not: some_other_faces(rng, shape, &here) }
        }
        37 if table.zone(entry).is_some_and(|zone| shape.zone(zone).ordered) => {
            Act::NoteCard { entry, not: some_other_faces(rng, shape, &[table.face(shape, entry)]) }
        }
        40 => {
            let zone = table.zone(entry).unwrap_or(from);
            let here: Vec<Face> = table.entries(shape, zone).map(|e| table.face(shape, e)).collect();
            Act::RuleOut { zone, faces: some_other_faces(rng, shape, &here) }
        }
        41 | 42 => {
            let zone = table.zone(entry).unwrap_or(from);
            let mut faces = some_other_faces(rng, shape, &[]);
            faces.push(table.face(shape, entry));
            let there = table.entries(shape, zone).filter(|&e| faces.contains(&table.face(shape, e))).count();
            Act::RuleIn { zone, faces, least: 1 + roll(rng, there) }
        }
        _ => Act::Restore,
    }
}

fn some_other_faces(rng: &mut Rng, shape: &Shape, but: &[Face]) -> Vec<Face> {
    let faces = (0..shape.face_count()).map(|f| Face(f as u16));
    faces.filter(|face| !but.contains(face) && once_in(rng, 2)).collect()
}
