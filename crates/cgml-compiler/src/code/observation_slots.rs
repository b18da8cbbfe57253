//! Positions of the scalars and lists of effects in an observation for learning programs. The positions are the same in
//! every state of every match. Scalars with the same name and kind share a position in all rules.

use super::{Kind, Op, Program, SlotInfo, Unit};

/// Maximum number of items of a list that have a position. The length of the list is encoded too.
pub const ITEMS: usize = 8;

/// The positions of all scalars and lists.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The number of positions.
    pub width: usize,
    /// The contents in order: a name, and the number of its positions.
    pub names: Vec<(String, usize)>,
    /// The position of each scalar of a unit, for each rule and finally for the setup. A unit that never asks has no
    /// positions.
    pub slots: Vec<Vec<usize>>,
    /// The position of each list of a unit.
    pub lists: Vec<Vec<usize>>,
    /// The number of rules with `once_per`.
    pub once: usize,
    /// The largest number of buttons beside the options of a question, at least 1.
    pub buttons: usize,
}

/// The number of positions of a scalar. A card has three: face, zone and position.
fn width(kind: Kind) -> usize {
    if kind == Kind::Card { 3 } else { 1 }
}

/// The key of a position: whether it is a list, its name, its kind, and the number of earlier entries with the same
/// name in the unit.
type Key = (bool, String, Kind, usize);

impl Program {
    /// Assigns the positions of scalars and lists in an observation.
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
        let units = self.rules.iter().map(|rule| &rule.unit).chain([&self.setup]);
        let buttons = units.flat_map(|unit| &unit.code).filter_map(|step| match &step.op {
            Op::Ask(ask) => Some(ask.buttons.len()),
            _ => None,
        });
        columns.buttons = buttons.max().unwrap_or(0).max(1);
        columns.once = self.rules.iter().filter_map(|rule| rule.once).map(|(_, mark)| mark + 1).max().unwrap_or(0);
        self.columns = columns;
        self.find_notes();
    }

    /// Finds out whether the program uses `RULE_OUT` or `RULE_IN`.
    fn find_notes(&mut self) {
        let mut units = self.rules.iter().map(|rule| &rule.unit).chain([&self.setup]);
        self.notes = units.any(|unit| unit.code.iter().any(|step| matches!(step.op, Op::Note { .. })));
    }
}

fn asks(unit: &Unit) -> bool {
    // New instruction: add it if it stores a value that an observation shows.
    unit.code.iter().any(|step| matches!(step.op, Op::Ask(_)))
}
