//! The view of a match: the knowledge of one viewer about the table and the machine. The view gives cards its own
//! numbers. A value that the viewer may not know is left out.

use super::choice::{self, Move, Picked};
use super::list_store::Items;
use super::message;
use super::notation;
use super::picks;
use super::simultaneous::Lanes;
use super::state::{CgmlState, Detours, Event, Frame, Lane, LaneStanding, LookedAt, Standing, hidden_from, value};
use crate::code::{Kind, Options, Program};
use rulebook_kernel::{Outcome, Seat, SeatSet, Viewer};
use rulebook_table::{CardNumbering, Entry, Ordering, Table, TableView, ZoneId};
use serde::Serialize;
use std::collections::BTreeMap;

/// The knowledge of one viewer about a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub(super) seats: u8,
    pub(super) table: TableView,
    pub(super) flow: Standing,
    pub(super) detours: Option<Box<Detours>>,
    /// The frames. Cards in the frames have the numbers of the view.
    pub(super) frames: Vec<Frame>,
    pub(super) cells: Vec<CellView>,
    pub(super) lists: Vec<ListView>,
    /// Changed properties of cards that the viewer knows: the property, the number of the card, the value.
    pub(super) marks: Vec<(u16, u16, i32)>,
    pub(super) saved: Vec<SavedView>,
    /// The cards that seats look at (`LOOK`) until an effect ends. The cards have the numbers of the view.
    pub(super) looks: Vec<LookedAt>,
    pub(super) over: Option<Box<Outcome>>,
    /// The seats that are asked, as far as the viewer can tell.
    pub(super) due: SeatSet,
    /// The question, if the viewer is asked.
    pub(super) prompt: String,
    /// The numbers of the cards that the viewer has picked so far.
    pub(super) picked: Vec<u16>,
    /// The move texts of the buttons, if the viewer is asked.
    pub(super) buttons: Vec<String>,
    /// The declared labels of the options (`presentation.labels`) by move text, if the viewer is asked.
    pub(super) labels: BTreeMap<String, String>,
    /// The cells of the declared scoreboards, by board, player and column.
    pub(super) boards: Vec<Vec<Vec<String>>>,
    /// The declared facts by fact and seat; `None` if the viewer may not know the value.
    pub(super) facts: Vec<Vec<Option<i32>>>,
}

/// A scalar as a viewer knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CellView {
    /// A value that the viewer knows.
    Open(u64),
    /// A value that is hidden from these seats. The viewer is one of them.
    Hole(u32),
    /// A card by its number in the view, and the seats it is hidden from.
    Card(u16, u32),
    /// A card in this zone that the viewer lost sight of in a shuffle, and the seats it is hidden from.
    Lost(ZoneId, u32),
}

/// A list as a viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListView {
    /// The items. `None` if the viewer may not know the list.
    pub(super) items: Option<Vec<CellView>>,
    pub(super) hidden_from: u32,
}

/// A saved copy as a viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SavedView {
    pub(super) table: TableView,
    pub(super) flow: Standing,
    pub(super) detours: Option<Box<Detours>>,
    pub(super) cells: Vec<CellView>,
    pub(super) lists: Vec<ListView>,
    pub(super) otherwise: Option<u16>,
}

/// The kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellKind {
    Scalar(Kind),
    /// The header of a lane.
    Lane,
    /// A changed property, which `marks` describes.
    Mark,
}

/// The kinds of all cells and lists of a state, in order.
pub(super) fn kinds(p: &Program, frames: &[Frame]) -> (Vec<CellKind>, Vec<Kind>) {
    let mut cells: Vec<CellKind> = p.globals.iter().map(|info| CellKind::Scalar(info.kind)).collect();
    cells.resize(p.kept_cells, CellKind::Mark);
    let mut lists: Vec<Kind> = p.global_lists.iter().map(|info| info.kind).collect();
    let mut rule = super::state::SETUP;
    for frame in frames {
        match frame {
            Frame::Effect { rule: of, .. } => {
                rule = *of;
                cells.extend(p.unit(rule).slots.iter().map(|info| CellKind::Scalar(info.kind)));
                lists.extend(p.unit(rule).lists.iter().map(|info| info.kind));
            }
            Frame::Lanes { count, shared: true, .. } => cells.extend((0..*count).map(|_| CellKind::Lane)),
            Frame::Lanes { count, .. } => {
                for _ in 0..*count {
                    cells.push(CellKind::Lane);
                    cells.extend(p.unit(rule).slots.iter().map(|info| CellKind::Scalar(info.kind)));
                    lists.extend(p.unit(rule).lists.iter().map(|info| info.kind));
                }
            }
            Frame::Event { event: Event::Declared { moved: true, .. }, .. } => {
                cells.extend([Kind::Card, Kind::Zone, Kind::Zone, Kind::Seat].map(CellKind::Scalar));
            }
            Frame::Event { event: Event::Declared { event, count, .. }, .. } => {
                let fields = &p.events[*event as usize].fields;
                cells.extend(
                    (0..*count as usize).map(|i| CellKind::Scalar(fields.get(i).copied().unwrap_or(Kind::Number))),
                );
            }
            Frame::Event { .. } => {}
        }
    }
    (cells, lists)
}

/// Decides which cells, lists and cards of a state one viewer may know.
struct ViewRights<'a> {
    p: &'a Program,
    table: &'a Table,
    who: Viewer,
    /// The list of the viewer's current picks. The viewer named each of these cards, and nothing was shuffled since
    /// then.
    picks: Option<usize>,
}

impl ViewRights<'_> {
    fn sees(&self, hidden: SeatSet) -> bool {
        self.who == Viewer::God || !hidden.admits(self.who)
    }

    /// The entry of a stored card, if it is in a zone.
    fn entry(&self, value: i32) -> Option<Entry> {
        let there = (0..self.p.shape.entries() as i32).contains(&value);
        Some(Entry(value as u16)).filter(|&entry| there && self.table.zone(entry).is_some())
    }

    /// Returns whether the viewer can tell where a stored card is. After a shuffle only a known card can be located.
    fn follows(&self, card: Entry) -> bool {
        let zone = self.table.zone(card).expect("it lies somewhere");
        let shuffled = self.p.shape.def(zone).ordering == Ordering::Shuffled;
        !shuffled || self.table.names(&self.p.shape, self.who, card)
    }

    /// The stored cards that the viewer knows, in storage order. `None` for a card that the viewer cannot locate.
    fn refs(&self, s: &CgmlState, cells: &[CellKind], lists: &[Kind]) -> Vec<Option<Entry>> {
        let followed = |card: Option<Entry>| card.filter(|&card| self.table.zone(card).is_some() && self.follows(card));
        let scalars = s
            .cells
            .iter()
            .zip(cells)
            .filter(|(cell, kind)| **kind == CellKind::Scalar(Kind::Card) && self.sees(hidden_from(**cell)));
        let mut refs: Vec<Option<Entry>> = scalars.map(|(cell, _)| followed(self.entry(value(*cell)))).collect();
        let card_lists = s.lists.iter().zip(lists).enumerate().filter(|(_, (_, kind))| **kind == Kind::Card);
        for (number, (list, _)) in card_lists {
            let stored = list.values.iter().map(|&card| self.entry(card));
            if self.picks == Some(number) {
                refs.extend(stored);
            } else if self.sees(SeatSet::from_bits(list.hidden_from)) {
                refs.extend(stored.map(followed));
            }
        }
        for frame in &s.frames {
            if let Frame::Event { event: Event::Card(travel), .. } = frame {
                refs.push(followed(Some(travel.card)));
            }
        }
        refs.extend(s.looks.iter().map(|look| followed(Some(look.card))));
        refs
    }

    fn card(&self, naming: &CardNumbering<'_>, card: i32, hidden: SeatSet, picked: bool) -> CellView {
        let hidden_bits = hidden.bits();
        match self.entry(card) {
            None => CellView::Open(super::state::pack(crate::code::MISSING, hidden)),
            Some(entry) if picked || self.follows(entry) => {
                CellView::Card(naming.number(entry).expect("it lies somewhere"), hidden_bits)
            }
            Some(entry) => CellView::Lost(self.table.zone(entry).expect("it lies somewhere"), hidden_bits),
        }
    }

    fn cell(&self, naming: &CardNumbering<'_>, cell: u64, kind: CellKind) -> CellView {
        match kind {
            CellKind::Mark => CellView::Open(0),
            CellKind::Lane => CellView::Open(self.lane(cell)),
            CellKind::Scalar(_) if !self.sees(hidden_from(cell)) => CellView::Hole(hidden_from(cell).bits()),
            CellKind::Scalar(Kind::Card) if value(cell) != crate::code::MISSING => {
                self.card(naming, value(cell), hidden_from(cell), false)
            }
            CellKind::Scalar(_) => CellView::Open(cell),
        }
    }

    /// The header of a lane as the viewer sees it. The header does not show whether another player has answered.
    fn lane(&self, word: u64) -> u64 {
        let lane = Lane::of(word);
        let own = self.who == Viewer::God || self.who.seat().is_some_and(|seat| seat.index() == lane.seat as usize);
        match lane.standing {
            LaneStanding::Answered if !own => Lane { standing: LaneStanding::Asked, ..lane }.word(),
            _ => word,
        }
    }

    fn list(&self, naming: &CardNumbering<'_>, list: Items<'_>, kind: Kind, picked: bool) -> ListView {
        let items = self.sees(SeatSet::from_bits(list.hidden_from)).then(|| {
            let items = list.values.iter().map(|&item| match kind {
                Kind::Card => self.card(naming, item, SeatSet::NONE, picked),
                _ => CellView::Open(super::state::pack(item, SeatSet::NONE)),
            });
            items.collect()
        });
        ListView { items, hidden_from: list.hidden_from }
    }
}

/// Makes the view of a state for one viewer.
pub(super) fn view(p: &Program, s: &CgmlState, who: Viewer) -> View {
    let (cell_kinds, list_kinds) = kinds(p, &s.frames);
    let picks = who.seat().and_then(|seat| picks_of(p, s, seat));
    let eyes = ViewRights { p, table: &s.table, who, picks };
    let refs = eyes.refs(s, &cell_kinds, &list_kinds);
    let copies: Vec<&Table> = s.saved.iter().map(|saved| &saved.table).collect();
    let naming = CardNumbering::new(&p.shape, who, &s.table, &copies, &refs);
    let number = |card: Entry| Entry(naming.number(card).unwrap_or(u16::MAX));
    let frames = s.frames.iter().map(|frame| match *frame {
        Frame::Event { event: Event::Card(mut travel), part, next } => {
            travel.card = number(travel.card);
            Frame::Event { event: Event::Card(travel), part, next }
        }
        other => other,
    });
    let saved = s.saved.iter().map(|saved| SavedView {
        table: naming.copy(&saved.table),
        flow: saved.flow,
        detours: saved.detours.clone(),
        cells: saved.kept.iter().zip(&cell_kinds).map(|(&cell, &kind)| eyes.cell(&naming, cell, kind)).collect(),
        lists: saved.lists.iter().zip(&list_kinds).map(|(list, &kind)| eyes.list(&naming, list, kind, false)).collect(),
        otherwise: saved.otherwise,
    });
    let picked = picks.and_then(|number| s.lists.get(number)).into_iter().flat_map(|list| list.values);
    let picked: Vec<u16> = picked.filter_map(|&card| naming.number(Entry(card as u16))).collect();
    let lists = s.lists.iter().zip(&list_kinds).enumerate();
    let lists = lists.map(|(number, (list, &kind))| eyes.list(&naming, list, kind, picks == Some(number)));
    let due = if s.over.is_some() { SeatSet::NONE } else { seen_due(p, s, who) };
    let mut view = View {
        seats: s.seats,
        flow: s.flow,
        detours: s.detours.clone(),
        frames: frames.collect(),
        cells: s.cells.iter().zip(&cell_kinds).map(|(&cell, &kind)| eyes.cell(&naming, cell, kind)).collect(),
        lists: lists.collect(),
        marks: marks(p, s, who, &naming),
        saved: saved.collect(),
        looks: s.looks.iter().map(|look| LookedAt { card: number(look.card), ..*look }).collect(),
        over: s.over.clone(),
        due,
        prompt: String::new(),
        picked: Vec::new(),
        buttons: Vec::new(),
        labels: BTreeMap::new(),
        boards: super::scoreboard::cells(p, s, who),
        facts: super::scoreboard::facts(p, s, who),
        table: naming.view(),
    };
    if let Some(seat) = who.seat().filter(|&seat| s.over.is_none() && choice::due(p, s).has(seat)) {
        view.prompt = prompt(p, s, seat);
        if let Some(open) = choice::open(p, s, seat) {
            view.picked = picked;
            view.labels = choice::labels(p, s, seat, &open);
            let mut moves = Vec::new();
            choice::moves(p, s, seat, &open, &mut moves);
            let pressed = moves.iter().filter(|mv| {
                let value = matches!(mv, Move::Value(_) | Move::Back(Picked::Value(_)));
                value || matches!(mv, Move::Done | Move::Button(_))
            });
            view.buttons = pressed.map(|mv| notation::text(p, Some(open.ask), mv)).collect();
        } else {
            view.buttons = vec![notation::CONTINUE.to_owned()];
        }
    }
    view
}

/// The question to a seat as text, without values that it may not know.
pub(super) fn prompt(p: &Program, s: &CgmlState, seat: Seat) -> String {
    let Some(open) = choice::open(p, s, seat) else { return String::new() };
    let memo = super::eval::Memo::default();
    let mut eval = super::eval::Eval::new(p, s, &memo, open.here.base, open.here.lists);
    let asked =
        open.ask.prompt.map(|prompt| message::shown(&mut eval, prompt, Some(Viewer::Seat(seat)))).unwrap_or_default();
    match picks::progress(&mut eval, seat, &open) {
        Some(progress) if asked.is_empty() => progress,
        Some(progress) => format!("{}: {progress}", asked.trim_end_matches(['.', ':'])),
        None => asked,
    }
}

/// The index of the list of cards that a seat has picked so far. `None` if it picks no cards.
fn picks_of(p: &Program, s: &CgmlState, seat: Seat) -> Option<usize> {
    let open = choice::open(p, s, seat).filter(|_| s.over.is_none())?;
    let many = open.ask.many.as_ref().filter(|_| matches!(open.ask.options, Options::Cards(_)))?;
    Some(open.here.lists + many.into.0 as usize)
}

/// The seats that seem to be asked. In lanes this includes other seats that have answered, because their answers are
/// sealed.
fn seen_due(p: &Program, s: &CgmlState, who: Viewer) -> SeatSet {
    let due = choice::due(p, s);
    let Some(lanes) = Lanes::on_top(p, s) else { return due };
    let others = (0..lanes.count).map(|i| lanes.get(s, i));
    let others = others.filter(|lane| lane.standing == LaneStanding::Answered);
    let others = others.map(|lane| Seat::new(lane.seat as usize));
    if who == Viewer::God { due } else { others.filter(|&seat| who.seat() != Some(seat)).fold(due, SeatSet::with) }
}

fn marks(p: &Program, s: &CgmlState, who: Viewer, naming: &CardNumbering<'_>) -> Vec<(u16, u16, i32)> {
    let mut marks = Vec::new();
    for property in &p.properties {
        let Some(mark) = property.mark else { continue };
        for card in (0..p.shape.entries()).map(|e| Entry(e as u16)) {
            let Some(number) = naming.number(card).filter(|_| s.table.names(&p.shape, who, card)) else { continue };
            let set = s.cells[p.mark_cell(mark, card)];
            let (now, told) = (value(set), who == Viewer::God || !hidden_from(set).admits(who));
            if told && now != property.by_face[s.table.face(&p.shape, card).index()] {
                marks.push((mark as u16, number, now));
            }
        }
    }
    marks.sort_unstable();
    marks
}
