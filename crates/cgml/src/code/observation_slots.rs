//! Where the scalars and lists of effects stand in what a learner observes: a place each, the same in every moment of
//! every match. Scalars of one name and kind share it, in whatever rule they are: `card` is `card` everywhere.

use super::{Kind, Op, Program, SlotInfo, Unit};

/// How many items of a list have a place; how many there are is told, too.
pub const ITEMS: usize = 8;

/// The places.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// How many numbers they take.
    pub width: usize,
    /// What stands there, in order: a name and how many numbers it takes.
    pub names: Vec<(String, usize)>,
    /// Where each scalar of a unit stands, by rule, the setup being the last one; of units that ask nobody there are none.
    pub slots: Vec<Vec<usize>>,
    /// The same for lists.
    pub lists: Vec<Vec<usize>>,
    /// How many rules fire once only, by the numbers of their marks.
    pub once: usize,
}

/// How many numbers a scalar takes: of a card the face, the zone, the place there.
fn width(kind: Kind) -> usize {
    if kind == Kind::Card { 3 } else { 1 }
}

/// What has got a place: is it a list, its name, its kind, how many of the same name the unit has before it.
type Key = (bool, String, Kind, usize);

impl Program {
    /// Gives them places.
    pub(super) fn find_columns(&mut self) {
        let mut columns = Columns::default();
        let mut given: Vec<(Key, usize)> = Vec::new();
        for unit in self.rules.iter().map(|rule| &rule.unit).chain([&self.setup]) {
            let asks = asks(unit);
            let mut place = |infos: &[SlotInfo], list: bool| -> Vec<usize> {
                let infos = if asks { infos } else { &[] };
                let each = infos.iter().enumerate().map(|(at, info)| {
                    let before = infos[..at].iter().filter(|other| *other == info).count();
                    let key = (list, info.name.clone(), info.kind, before);
                    if let Some((_, place)) = given.iter().find(|(other, _)| *other == key) {
                        return *place;
                    }
                    let size = if list { 1 + ITEMS } else { width(info.kind) };
                    let place = columns.width;
                    columns.width += size;
                    columns.names.push((info.name.clone(), size));
                    given.push((key, place));
                    place
                });
                each.collect()
            };
            let (slots, lists) = (place(&unit.slots, false), place(&unit.lists, true));
            columns.slots.push(slots);
            columns.lists.push(lists);
        }
        columns.once = self.rules.iter().filter_map(|rule| rule.once).map(|(_, mark)| mark + 1).max().unwrap_or(0);
        self.columns = columns;
        self.find_notes();
    }

    /// Finds out whether play notes what it has shown of hidden cards.
    fn find_notes(&mut self) {
        let mut units = self.rules.iter().map(|rule| &rule.unit).chain([&self.setup]);
        self.notes = units.any(|unit| unit.code.iter().any(|step| matches!(step.op, Op::Note { .. })));
    }
}

fn asks(unit: &Unit) -> bool {
    unit.code.iter().any(|step| matches!(step.op, Op::Ask(_)))
}
