//! Draws a sample: a complete state that fits a view. The table is drawn first, then everything that depends on it.

use super::eval::{Eval, Memo};
use super::list_store::Lists;
use super::sample_stored;
use super::state::{CgmlState, Event, Frame, LookedAt, Offered, Saved, pack};
use super::view::{CellKind, CellView, ListView, View, kinds};
use crate::code::{Expr, Instruction, List, MISSING, Op, Options, Program, Seats, SlotId, Target, Unit, Value};
use rulebook_kernel::{Rng, SeatSet, Viewer};
use rulebook_table::{Entry, Table, TableView, VarId, sample as draw};
use smallvec::SmallVec;
use std::sync::Arc;

/// Draws a state from a view.
pub(super) fn sample(p: &Program, view: &View, rng: &mut Rng) -> CgmlState {
    let copies: Vec<&TableView> = view.saved.iter().map(|saved| &saved.table).collect();
    let sampled = draw(&p.shape, &view.table, &copies, rng);
    let mut drawing = Drawing { p, who: view.table.who, entries: sampled.entries, table: &sampled.table, rng };
    let cells = view.cells.iter().map(|&cell| drawing.cell(cell)).collect();
    let lists = drawing.lists(&view.lists);
    let frames = view.frames.iter().map(|&frame| drawing.frame(frame)).collect();
    let looks = view.looks.iter().map(|look| LookedAt { card: drawing.entry(look.card.0), ..*look }).collect();
    let mut saved = Vec::new();
    for (saved_view, table) in view.saved.iter().zip(&sampled.copies) {
        let kept = saved_view.cells.iter().map(|&cell| drawing.cell(cell)).collect();
        let lists = drawing.lists(&saved_view.lists);
        let (flow, detours, otherwise) = (saved_view.flow, saved_view.detours.clone(), saved_view.otherwise);
        saved.push(Arc::new(Saved { table: table.clone(), flow, detours, kept, lists, otherwise }));
    }
    let marks: Vec<(u16, Entry, i32)> = view.marks.iter().map(|&(m, n, v)| (m, drawing.entry(n), v)).collect();
    let mut state = CgmlState {
        seats: view.seats,
        rng: rng.split(),
        flow: view.flow,
        detours: view.detours.clone(),
        frames,
        cells,
        lists,
        saved,
        looks,
        over: view.over.clone(),
        offered: Offered::default(),
        table: sampled.table,
    };
    fill_marks(p, &mut state, &marks);
    fill_kept(p, &mut state, view, rng);
    for &var in &sampled.holes {
        let own = match view.table.who {
            Viewer::Seat(seat) => Some(p.shape.var_of(p.var_defs[var.index()], seat)),
            Viewer::Spectator | Viewer::God => None,
        };
        let own = own.filter(|own| !sampled.holes.contains(own)).map(|own| state.table.var(&p.shape, own));
        fill_variable(p, &mut state, var, own, rng);
    }
    fill_scalars(p, &mut state, view, rng);
    sample_stored::kept_lists(p, &mut state, view);
    sample_stored::stored(p, &mut state, view, rng);
    state
}

struct Drawing<'a> {
    p: &'a Program,
    who: Viewer,
    entries: Vec<Entry>,
    table: &'a Table,
    rng: &'a mut Rng,
}

impl Drawing<'_> {
    fn entry(&self, number: u16) -> Entry {
        self.entries[number as usize]
    }

    fn cell(&mut self, cell: CellView) -> u64 {
        match cell {
            CellView::Open(cell) => cell,
            CellView::Hole(hidden) => pack(MISSING, SeatSet::from_bits(hidden)),
            CellView::Card(number, hidden) => pack(Value::from(self.entry(number).0), SeatSet::from_bits(hidden)),
            CellView::Lost(zone, hidden) => {
                let (shape, who) = (&self.p.shape, self.who);
                let there = self.table.entries(shape, zone).filter(|&card| !self.table.names(shape, who, card));
                let there: Vec<Entry> = there.collect();
                match there.len() as u32 {
                    0 => pack(MISSING, SeatSet::from_bits(hidden)),
                    n => pack(Value::from(there[self.rng.below(n) as usize].0), SeatSet::from_bits(hidden)),
                }
            }
        }
    }

    fn lists(&mut self, views: &[ListView]) -> Lists {
        let mut lists = Lists::default();
        for list in views {
            let items = list.items.iter().flatten();
            let values: SmallVec<[Value; 16]> = items.map(|&item| super::state::value(self.cell(item))).collect();
            lists.push(&values, list.hidden_from);
        }
        lists
    }

    fn frame(&self, frame: Frame) -> Frame {
        match frame {
            Frame::Event { event: Event::Card(mut travel), part, next } => {
                travel.card = self.entry(travel.card.0);
                Frame::Event { event: Event::Card(travel), part, next }
            }
            other => other,
        }
    }
}

/// Gives all cards the properties printed on their sampled faces. Then applies the changed properties that the viewer
/// knows.
fn fill_marks(p: &Program, s: &mut CgmlState, known: &[(u16, Entry, i32)]) {
    for property in &p.properties {
        let Some(mark) = property.mark else { continue };
        for card in (0..p.shape.entries()).map(|e| Entry(e as u16)) {
            let there = s.table.zone(card).is_some();
            let value = if there { property.by_face[s.table.face(&p.shape, card).index()] } else { MISSING };
            s.cells[p.mark_cell(mark, card)] = pack(value, SeatSet::NONE);
        }
    }
    for &(mark, card, value) in known {
        s.cells[p.mark_cell(mark as usize, card)] = pack(value, SeatSet::NONE);
    }
}

/// Computes an unknown variable again from the expression that set it, if that is still possible. If an answer set the
/// variable, picks a possible answer. Exception: it picks no answer if the viewer's own variable shows that the
/// question was not asked yet.
fn fill_variable(p: &Program, s: &mut CgmlState, var: VarId, own: Option<Value>, rng: &mut Rng) {
    let def = p.var_defs[var.index()];
    let units = p.rules.iter().map(|rule| &rule.unit).chain([&p.setup]);
    let steps = units.flat_map(|unit| unit.code.iter().map(move |step| (unit, &step.op)));
    let sources = steps.filter_map(|(unit, op)| match op {
        // New instruction: add it here if it sets a variable, and in `answers` if it stores an answer. Otherwise a
        // sample may hold a wrong value.
        Op::Set(Target::Var(other), expr) if *other == var => Some((unit, expr)),
        Op::Set(Target::VarOf(other, _), expr) if *other == def => Some((unit, expr)),
        _ => None,
    });
    let sources: Vec<(&Unit, &Expr)> = sources.collect();
    let answers: Vec<Value> = sources.iter().flat_map(|&(unit, expr)| answers(p, &unit.code, expr)).collect();
    let source = sources.iter().map(|&(_, expr)| expr).find(|expr| !reads_frame(expr));
    let asked = !answers.is_empty() && own.is_none_or(|own| answers.contains(&own));
    let value = match source {
        // A constant is only the initial value, so a possible answer is a better guess.
        None | Some(Expr::Const(_)) if asked => answers[rng.below(answers.len() as u32) as usize],
        Some(expr) => super::flow::without_frame(p, s, |eval, _| eval.scalar(expr)),
        None => 0,
    };
    let audience = s.table.var_audience(&p.shape, var);
    s.table.atoms(&p.shape, &mut ()).set_for(var, value, audience);
}

/// The possible answers to the asks that fill a slot. Empty if no ask fills the slot, or if the options depend on the
/// position.
fn answers(p: &Program, steps: &[Instruction], expr: &Expr) -> Vec<Value> {
    let Expr::Slot(slot) = expr else { return Vec::new() };
    let mut all: Vec<Value> = Vec::new();
    for step in steps {
        let Op::Ask(ask) = &step.op else { continue };
        if ask.pressed == Some(*slot) {
            all.push(MISSING);
            all.extend(ask.buttons.iter().map(|button| button.text));
        }
        if ask.into != *slot || ask.many.is_some() {
            continue;
        }
        match &ask.options {
            Options::Number(Expr::Const(least), Expr::Const(most)) if ![*least, *most].contains(&MISSING) => {
                all.extend((*least..=*most).take(super::limits::RANGE as usize));
            }
            Options::Values(List::Of(items), _) => all.extend(items.iter().filter_map(|item| match item {
                Expr::Const(value) => Some(*value),
                _ => None,
            })),
            Options::YesNo => all.extend([0, 1]),
            Options::Seats(Seats::These(these)) => all.extend(these.iter().map(|&seat| Value::from(seat))),
            // The options of the earlier question are no longer known, so allow every player.
            Options::Seats(_) => all.extend(0..p.seats as Value),
            _ => {}
        }
    }
    all
}

/// Fills unknown global values. Repeats the searches for cards, and picks a possible answer for each stored answer.
fn fill_kept(p: &Program, s: &mut CgmlState, view: &View, rng: &mut Rng) {
    for (number, info) in p.globals.iter().enumerate() {
        let CellView::Hole(hidden) = view.cells[number] else { continue };
        if info.kind == crate::code::Kind::Card {
            sample_stored::kept_card(p, s, number, hidden, rng);
            continue;
        }
        let mut given: Vec<Value> = Vec::new();
        for unit in p.rules.iter().map(|rule| &rule.unit).chain([&p.setup]) {
            for step in &unit.code {
                if let Op::Set(Target::Global(slot), expr) = &step.op
                    && slot.0 as usize == number
                {
                    given.extend(answers(p, &unit.code, expr));
                }
            }
        }
        if !given.is_empty() {
            s.cells[number] = pack(given[rng.below(given.len() as u32) as usize], SeatSet::from_bits(hidden));
        }
    }
}

/// Fills unknown scalars of frames. If the code sets a scalar, computes it again. If the scalar holds an answer, picks
/// a possible answer.
fn fill_scalars(p: &Program, s: &mut CgmlState, view: &View, rng: &mut Rng) {
    let (cells, _) = kinds(p, &s.frames);
    for depth in 0..s.frames.len() {
        let Frame::Effect { rule, at, base, lists, .. } = s.frames[depth] else { continue };
        for slot in 0..p.unit(rule).slots.len() {
            let place = base as usize + slot;
            let CellView::Hole(hidden) = view.cells[place] else { continue };
            if cells[place] == CellKind::Scalar(crate::code::Kind::Card) {
                continue;
            }
            let before = &p.unit(rule).code[..at as usize];
            let source = before.iter().rev().find_map(|step| match &step.op {
                Op::Set(Target::Slot(other), expr) if *other == SlotId(slot as u16) => Some(expr),
                _ => None,
            });
            let slot = SlotId(slot as u16);
            let mut given = answers(p, before, &Expr::Slot(slot));
            let asked = before.iter().rev().find_map(|step| match &step.op {
                Op::Ask(ask) if ask.into == slot && ask.many.is_none() => Some(&ask.options),
                _ => None,
            });
            // The options may depend on the position of the game, but usually they have not changed since the question.
            if let (true, Some(Options::Number(least, most))) = (given.is_empty(), asked) {
                let memo = Memo::default();
                let mut eval = Eval::new(p, s, &memo, base as usize, lists as usize);
                let (least, most) = (eval.scalar(least), eval.scalar(most));
                if ![least, most].contains(&MISSING) {
                    given.extend((least..=most).take(super::limits::RANGE as usize));
                }
            }
            if source.is_none() && !given.is_empty() {
                s.cells[place] = pack(given[rng.below(given.len() as u32) as usize], SeatSet::from_bits(hidden));
            }
            if let Some(expr) = source {
                let value = Eval::new(p, s, &Memo::default(), base as usize, lists as usize).scalar(expr);
                s.cells[place] = pack(value, SeatSet::from_bits(hidden));
            }
        }
    }
}

/// Returns whether an expression reads the frame of an effect. Such an expression cannot be evaluated outside the
/// effect.
fn reads_frame(expr: &Expr) -> bool {
    // Conservative: a wrong "yes" only makes the guess worse, and never causes an invalid read.
    match expr {
        Expr::Const(_) | Expr::Var(_) | Expr::Current | Expr::TurnIndex | Expr::ActiveState | Expr::ActivePhase => {
            false
        }
        Expr::VarOf(_, a)
        | Expr::SeatAfter(a, _)
        | Expr::SeatAt(a)
        | Expr::ZoneOf(_, a)
        | Expr::Top(a)
        | Expr::Bottom(a)
        | Expr::Property(_, a)
        | Expr::RankOfCard(a)
        | Expr::RankOfSymbol(a)
        | Expr::Letters(a)
        | Expr::FaceId(a)
        | Expr::Neg(a)
        | Expr::Not(a) => reads_frame(a),
        Expr::Arith(_, a, b) | Expr::Compare(_, a, b) => reads_frame(a) || reads_frame(b),
        Expr::If(a, b, c) => reads_frame(a) || reads_frame(b) || reads_frame(c),
        Expr::And(parts) | Expr::Or(parts) => parts.iter().any(reads_frame),
        _ => true,
    }
}
