//! A view does not name stored cards that the viewer cannot identify. When a sample is drawn from the view, this module
//! fills them in: on the sampled table, it repeats the search that found them.

use super::eval::{Eval, Memo};
use super::flow::without_frame;
use super::state::{CgmlState, Frame, Lane, pack};
use super::view::{CellView, View};
use crate::code::walk::each;
use crate::code::{Cards, Expr, Item, Kept, Kind, List, ListId, MISSING, Op, Program, SlotId, Target, Unit, Value};
use rulebook_kernel::{Rng, SeatSet};

/// The way in which a stored card was found.
enum By<'a> {
    Rule(&'a Expr),
    /// A random choice among these items.
    Chance(&'a Item),
}

impl By<'_> {
    fn find(&self, eval: &mut Eval<'_>, rng: &mut Rng) -> Value {
        match self {
            By::Rule(card) => eval.scalar(card),
            By::Chance(items) => {
                let row = eval.items(items);
                if row.is_empty() { MISSING } else { row[rng.below(row.len() as u32) as usize] }
            }
        }
    }

    fn reads_a_frame(&self) -> bool {
        let mut reads = false;
        match self {
            By::Rule(card) => each::expr(card, &mut |part| reads |= is_in_a_frame(&part)),
            By::Chance(items) => each::item(items, &mut |part| reads |= is_in_a_frame(&part)),
        }
        reads
    }
}

/// Fills in a global card, if the code says how it was found.
pub(super) fn kept_card(p: &Program, s: &mut CgmlState, number: usize, hidden: u32, rng: &mut Rng) {
    let found = units(p).find_map(|unit| {
        let mut steps = unit.code.iter();
        steps.find_map(|step| match &step.op {
            Op::Set(Target::Global(slot), card) if slot.0 as usize == number && !matches!(card, Expr::Const(_)) => {
                card_by(unit, card).filter(|by| !by.reads_a_frame())
            }
            _ => None,
        })
    });
    if let Some(by) = found {
        let card = without_frame(p, s, |eval, _| by.find(eval, rng));
        s.cells[number] = pack(card, SeatSet::from_bits(hidden));
    }
}

/// Finds the expression that found a card. If the card was first stored in a slot of the frame, looks up how the slot
/// was filled.
fn card_by<'a>(unit: &'a Unit, card: &'a Expr) -> Option<By<'a>> {
    let Expr::Slot(stored) = card else { return Some(By::Rule(card)) };
    unit.code.iter().find_map(|step| match &step.op {
        Op::Set(Target::Slot(slot), found) if slot == stored => Some(By::Rule(found)),
        Op::Random { from, result, .. } if *result == Kept::One(*stored) => Some(By::Chance(from)),
        // New instruction: add it here, and to the other matches of this file, if it stores a card. Otherwise samples
        // may contradict the view.
        _ => None,
    })
}

/// Fills in global lists, if the code says how their items were found.
pub(super) fn kept_lists(p: &Program, s: &mut CgmlState, view: &View) {
    for number in (0..p.global_lists.len()).filter(|number| view.lists[*number].items.is_none()) {
        let mut steps = units(p).flat_map(|unit| unit.code.iter().map(move |step| (unit, &step.op)));
        let found = steps.find_map(|(unit, op)| match op {
            Op::SetGlobalList(list, items) if list.0 as usize == number => {
                Some(list_by(unit, items)).filter(|items| !lists_a_frame(items))
            }
            _ => None,
        });
        if let Some(items) = found {
            let values = without_frame(p, s, |eval, _| eval.list(items));
            s.lists.set(number, &values, view.lists[number].hidden_from);
        }
    }
}

fn units(p: &Program) -> impl Iterator<Item = &Unit> {
    p.rules.iter().map(|rule| &rule.unit).chain([&p.setup])
}

fn list_by<'a>(unit: &'a Unit, items: &'a List) -> &'a List {
    let stored = match items {
        List::Slot(stored) => *stored,
        List::Cards(cards) => match **cards {
            Cards::Slot(stored) => stored,
            _ => return items,
        },
        _ => return items,
    };
    let first = unit.code.iter().find_map(|step| match &step.op {
        Op::SetList(list, found) if *list == stored => Some(found),
        _ => None,
    });
    first.unwrap_or(items)
}

fn lists_a_frame(items: &List) -> bool {
    let mut reads = false;
    each::list(items, &mut |part| reads |= is_in_a_frame(&part));
    reads
}

fn is_in_a_frame(part: &each::Node<'_>) -> bool {
    matches!(
        part,
        each::Node::Expr(Expr::Slot(_) | Expr::CanDo(_))
            | each::Node::Cards(Cards::Slot(_) | Cards::Picked)
            | each::Node::List(List::Slot(_))
    )
}

/// The code position of a frame or of a lane, and the start of its scalars and lists.
struct StoredSlot {
    rule: u16,
    at: usize,
    base: usize,
    lists: usize,
}

fn places(p: &Program, s: &CgmlState) -> Vec<StoredSlot> {
    let mut places: Vec<StoredSlot> = Vec::new();
    for frame in &s.frames {
        match *frame {
            Frame::Effect { rule, at, base, lists, .. } => {
                places.push(StoredSlot { rule, at: at.into(), base: base.into(), lists: lists.into() });
            }
            Frame::Lanes { count, base, lists, shared: false, .. } => {
                let Some(rule) = places.last().map(|effect| effect.rule) else { continue };
                let unit = p.unit(rule);
                places.extend((0..usize::from(count)).map(|lane| {
                    let header = usize::from(base) + lane * (1 + unit.slots.len());
                    let lists = usize::from(lists) + lane * unit.lists.len();
                    StoredSlot { rule, at: Lane::of(s.cells[header]).at.into(), base: header + 1, lists }
                }));
            }
            Frame::Lanes { .. } | Frame::Event { .. } => {}
        }
    }
    places
}

impl StoredSlot {
    fn eval<T>(&self, p: &Program, s: &CgmlState, f: impl FnOnce(&mut Eval<'_>) -> T) -> T {
        f(&mut Eval::new(p, s, &Memo::default(), self.base, self.lists))
    }

    /// A scalar that the viewer does not know: its cell, and the seats it is hidden from.
    fn slot(&self, view: &View, slot: SlotId) -> Option<(usize, SeatSet)> {
        let place = self.base + usize::from(slot.0);
        match view.cells[place] {
            CellView::Hole(hidden) => Some((place, SeatSet::from_bits(hidden))),
            _ => None,
        }
    }

    /// A list whose cards the viewer does not know: its index, and the seats it is hidden from.
    fn list(&self, unit: &Unit, view: &View, list: ListId) -> Option<(usize, u32)> {
        let (number, place) = (usize::from(list.0), self.lists + usize::from(list.0));
        let hole = unit.lists[number].kind == Kind::Card && view.lists[place].items.is_none();
        hole.then_some((place, view.lists[place].hidden_from))
    }

    /// Returns whether the viewer does not know some scalar or list of this frame.
    fn has_holes(&self, unit: &Unit, view: &View) -> bool {
        let cells = &view.cells[self.base..self.base + unit.slots.len()];
        let lists = &view.lists[self.lists..self.lists + unit.lists.len()];
        cells.iter().any(|cell| matches!(cell, CellView::Hole(_))) || lists.iter().any(|list| list.items.is_none())
    }
}

/// Fills in the cards stored in frames, and the values computed from them, in the order of the code.
pub(super) fn stored(p: &Program, s: &mut CgmlState, view: &View, rng: &mut Rng) {
    for here in places(p, s) {
        let unit = p.unit(here.rule);
        if !here.has_holes(unit, view) {
            continue;
        }
        for step in &unit.code[..here.at] {
            match &step.op {
                Op::Set(_, Expr::Const(_)) => {}
                Op::Set(Target::Slot(slot), value) => {
                    if let Some((place, hidden)) = here.slot(view, *slot) {
                        s.cells[place] = pack(here.eval(p, s, |eval| eval.scalar(value)), hidden);
                    }
                }
                Op::SetList(list, items) => {
                    if let Some((place, hidden)) = here.list(unit, view, *list) {
                        let values = here.eval(p, s, |eval| eval.list(items));
                        s.lists.set(place, &values, hidden);
                    }
                }
                Op::Random { from, result: Kept::One(slot), .. } => {
                    if let Some((place, hidden)) = here.slot(view, *slot) {
                        s.cells[place] = pack(here.eval(p, s, |eval| By::Chance(from).find(eval, rng)), hidden);
                    }
                }
                Op::Random { from, count, result: Kept::Many(list) } => {
                    if let Some((place, hidden)) = here.list(unit, view, *list) {
                        let (mut row, count) = here.eval(p, s, |eval| (eval.items(from), eval.scalar(count)));
                        rng.shuffle(&mut row);
                        row.truncate(count.max(0) as usize);
                        s.lists.set(place, &row, hidden);
                    }
                }
                Op::Loop(list, items) => {
                    if let Some((place, hidden)) = here.list(unit, view, *list) {
                        let mut row = here.eval(p, s, |eval| eval.items(items));
                        row.reverse();
                        s.lists.set(place, &row, hidden);
                    }
                }
                // Usually the loop has already moved the cards of its earlier rounds away. So take the first card that
                // the search finds now.
                Op::Next { left, item, .. } => {
                    if let (Some((place, hidden)), Some((list, _))) =
                        (here.slot(view, *item), here.list(unit, view, *left))
                    {
                        s.cells[place] = pack(s.lists.pop(list).unwrap_or(MISSING), hidden);
                    }
                }
                _ => {}
            }
        }
    }
}
