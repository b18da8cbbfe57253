//! Validates a loaded value as a state of this game. A match can continue from a valid state without a panic.

use super::choice;
use super::simultaneous::Lanes;
use super::state::{
    CgmlState, Detours, Event, Frame, Lane, LaneStanding, Pending, SETUP, Stage, Standing, Travel, phases as phases_of,
    value,
};
use super::view::{CellKind, kinds};
use crate::code::{Kind, MISSING, Op, Program};
use rulebook_kernel::Corrupt;

type Admitted = Result<(), Corrupt>;

fn wrong(what: &'static str) -> Admitted {
    Err(Corrupt::new(what))
}

pub(super) fn validate_state(p: &Program, s: &CgmlState) -> Admitted {
    s.table.validate_state(&p.shape)?;
    standing(p, &s.flow, s.detours.as_deref())?;
    frames(p, s)?;
    for saved in &s.saved {
        saved.table.validate_state(&p.shape)?;
        standing(p, &saved.flow, saved.detours.as_deref())?;
        if saved.kept.len() != p.kept_cells || saved.lists.len() != p.global_lists.len() {
            return wrong("a saved copy belongs to another game");
        }
    }
    if s.looks.iter().any(|look| look.card.index() >= p.shape.entries()) {
        return wrong("a seat looks at a card that does not exist");
    }
    match &s.over {
        Some(outcome) if outcome.seats() == p.seats && s.frames.is_empty() => Ok(()),
        Some(_) => wrong("the outcome belongs to another game"),
        None => waits(p, s),
    }
}

fn standing(p: &Program, flow: &Standing, detours: Option<&Detours>) -> Admitted {
    let (states, phases, seats) = (p.flow.states.len(), p.flow.phases.len(), p.seats);
    let state = |state: u16| (state as usize) < states;
    let seat = |seat: &u8| (*seat as usize) < seats;
    let phase = |phase: &u16| (*phase as usize) < phases;
    let fine = state(flow.state)
        && seat(&flow.current)
        && flow.next.as_ref().is_none_or(seat)
        && detours.is_none_or(|detours| {
            *detours != Detours::default()
                && detours.extra.iter().all(seat)
                && detours.interrupted.iter().all(seat)
                && detours.extra.len() <= super::limits::EXTRA_TURNS
                && detours.phases.iter().all(|list| list.iter().all(phase) && list.len() <= super::limits::PHASES + 1)
                && detours.changed.iter().all(|(of, list)| state(*of) && list.iter().all(phase))
        })
        && flow.phase as usize <= phases_of(p, flow.state, detours).len()
        && flow.turn <= i32::MAX as u32
        && flow.skips[seats..].iter().all(|&skips| skips == 0)
        && match flow.pending {
            Pending::State(to) => state(to),
            Pending::Phase(to) => phase(&to),
            Pending::None | Pending::Repeat => true,
        }
        && !matches!(flow.stage, Stage::Leave(to) if !state(to));
    if fine { Ok(()) } else { wrong("the position in the flow does not exist") }
}

/// Checks that frames are contiguous in the scalars and lists, and point into existing code.
fn frames(p: &Program, s: &CgmlState) -> Admitted {
    let (mut cells, mut lists) = (p.kept_cells, p.global_lists.len());
    if s.frames.len() > super::limits::FRAMES + 1 {
        return wrong("too many frames");
    }
    let mut under = None;
    for frame in &s.frames {
        match frame {
            Frame::Effect { rule, at, base, lists: first, saved } => {
                if *rule != SETUP && *rule as usize >= p.rules.len() {
                    return wrong("a frame belongs to no rule");
                }
                let unit = p.unit(*rule);
                let placed = *base as usize == cells && *first as usize == lists;
                if !placed || *at as usize >= unit.code.len() || *saved as usize > s.saved.len() {
                    return wrong("the position of a frame is invalid");
                }
                cells += unit.slots.len();
                lists += unit.lists.len();
                under = Some(*rule);
            }
            Frame::Lanes { count, end, base, lists: first, shared } => {
                let Some(rule) = under.take() else { return wrong("lanes belong to no effect") };
                let unit = p.unit(rule);
                let fits = *shared || (*count as usize) <= p.seats;
                let (slots, own_lists) = if *shared { (0, 0) } else { (unit.slots.len(), unit.lists.len()) };
                let placed = *base as usize == cells && *first as usize == lists && fits;
                if !placed || *end as usize >= unit.code.len() {
                    return wrong("the position of the lanes is invalid");
                }
                for i in 0..*count as usize {
                    let header = cells + i * (1 + slots);
                    let lane = s.cells.get(header).map(|&word| Lane::of(word));
                    if !lane.is_some_and(|lane| (lane.seat as usize) < p.seats && lane.at <= *end) {
                        return wrong("a lane points to no instruction");
                    }
                }
                cells += *count as usize * (1 + slots);
                lists += *count as usize * own_lists;
            }
            Frame::Event { event, .. } => {
                under = None;
                cells += event_cells(p, event, cells)?;
            }
        }
    }
    if s.cells.len() != cells || s.lists.len() != lists {
        return wrong("scalars or lists belong to no frame");
    }
    cards(p, s)?;
    if s.lists.iter().any(|list| list.values.len() > super::limits::LIST) {
        return wrong("a list is too long");
    }
    Ok(())
}

/// Checks that every stored card is a valid entry, even if it has left the game.
fn cards(p: &Program, s: &CgmlState) -> Admitted {
    let (cells, lists) = kinds(p, &s.frames);
    debug_assert_eq!(cells.len(), s.cells.len());
    let card = |card: i32| card == MISSING || (0..p.shape.entries() as i32).contains(&card);
    let stored = s.cells.iter().zip(cells).filter(|(_, kind)| *kind == CellKind::Scalar(Kind::Card));
    let listed = s.lists.iter().zip(lists).filter(|(_, kind)| *kind == Kind::Card);
    let fine =
        stored.map(|(&cell, _)| value(cell)).all(card) && listed.flat_map(|(list, _)| list.values).copied().all(card);
    if fine { Ok(()) } else { wrong("a stored card does not exist") }
}

fn event_cells(p: &Program, event: &Event, at: usize) -> Result<usize, Corrupt> {
    let fine = match event {
        Event::Card(travel) => {
            let zones = p.zones.len();
            (travel.kind as usize) < p.card_events.len()
                && travel.card.index() < p.shape.entries()
                && travel.from.index() < zones
                && travel.to.index() < zones
                && ((travel.player as usize) < p.seats || travel.player == Travel::NOBODY)
        }
        Event::Declared { event, base, count, moved } => {
            let known = p.events.get(*event as usize);
            let fields = known.map(|event| if *moved { 4 } else { event.fields.len() });
            fields == Some(*count as usize) && *base as usize == at
        }
        Event::Enter(state) | Event::Exit(state) => (*state as usize) < p.flow.states.len(),
        Event::Phase(phase) => (*phase as usize) < p.flow.phases.len(),
        Event::TurnBegin | Event::TurnEnd => true,
    };
    if !fine {
        return Err(Corrupt::new("an event refers to something that does not exist"));
    }
    Ok(if let Event::Declared { count, .. } = event { *count as usize } else { 0 })
}

/// Checks that at least one seat is asked and can answer.
fn waits(p: &Program, s: &CgmlState) -> Admitted {
    if let Some(lanes) = Lanes::on_top(p, s) {
        for i in 0..lanes.count {
            let lane = lanes.get(s, i);
            let op = &p.unit(lanes.rule).code[lane.at as usize].op;
            // New instruction: only `Op::Ask` asks a player. Extend it rather than add a second instruction that asks.
            let asked = matches!(op, Op::Ask(_));
            let fine = match lane.standing {
                LaneStanding::Runs => matches!(op, Op::Meet),
                LaneStanding::Asked | LaneStanding::Answered => asked,
                LaneStanding::Done => true,
            };
            if !fine {
                return wrong("a lane waits, but not at a question");
            }
        }
    }
    let due = choice::due(p, s);
    if due.is_empty() {
        return wrong("no seat is asked");
    }
    for seat in due.iter() {
        let mut moves = Vec::new();
        match choice::open(p, s, seat) {
            Some(open) => choice::moves(p, s, seat, &open, &mut moves),
            None if s.frames.is_empty() => continue,
            None => return wrong("a seat must answer, but no question is open"),
        }
        if moves.is_empty() {
            return wrong("a seat is asked and has no legal answer");
        }
    }
    Ok(())
}
