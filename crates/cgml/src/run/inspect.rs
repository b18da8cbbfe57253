//! Shows a complete state to the author of a game. The report contains hidden values, so a player must never see it.

use super::eval::{Eval, Memo};
use super::message;
use super::rules::Cgml;
use super::staged::of_teams;
use super::state::{CgmlState, value};
use crate::code::{Computed, Kind, MISSING, Program, Source, Value};
use rulebook_kernel::Seat;
use rulebook_table::{Entry, VarId};

/// The position in the flow, and every stored value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The state of the flow.
    pub state: String,
    /// The phase. `None` if the state has no phases, or if all of them are over.
    pub phase: Option<String>,
    /// The player whose turn it is.
    pub turn: Seat,
    /// The stored values: variables in the order of the file, then computed variables, then values that effects have
    /// kept for later.
    pub values: Vec<Held>,
}

/// One stored value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The name in the file.
    pub name: String,
    /// The owner, if there is one value for each player or team.
    pub of: Option<String>,
    /// The value as text. Empty if the variable has no value yet.
    pub value: String,
}

impl Cgml {
    /// Returns the position in the flow with every stored value.
    pub fn inspect(&self, s: &CgmlState) -> Inspection {
        let p = self.of(s.seats);
        let text = |symbol| p.symbols.text(symbol).to_owned();
        let phase = s.phases(p).get(s.flow.phase as usize);
        let variables = p.var_defs.iter().zip(0..).filter_map(|(&def, number)| variable(p, s, def, VarId(number)));
        let computed = p.presentation.computed.iter().flat_map(|variable| computed(p, s, variable));
        let kept = p.globals.iter().zip(&s.cells).map(|(info, &cell)| {
            let value = words(p, s, value(cell), info.kind);
            Held { name: info.name.clone(), of: None, value }
        });
        let lists = p.global_lists.iter().zip(s.lists.iter()).map(|(info, list)| {
            let all: Vec<String> = list.values.iter().map(|&item| words(p, s, item, info.kind)).collect();
            Held { name: info.name.clone(), of: None, value: all.join(", ") }
        });
        Inspection {
            state: p.flow.states.get(s.flow.state as usize).map(|state| text(state.name)).unwrap_or_default(),
            phase: phase.map(|&phase| text(p.flow.phases[phase as usize].name)),
            turn: Seat::new(usize::from(s.flow.current)),
            values: variables.chain(computed).chain(kept).chain(lists).collect(),
        }
    }
}

/// The value of a variable. `None` if the variable belongs to a team that does not take part.
fn variable(p: &Program, s: &CgmlState, def: usize, var: VarId) -> Option<Held> {
    let owner = p.shape.var_id(var).rsplit_once('.').and_then(|(_, owner)| owner.parse::<usize>().ok());
    let names = if of_teams(p, def) { &p.team_names } else { &p.seat_names };
    let code = &p.vars[def];
    let of = match owner {
        Some(owner) => Some(p.symbols.text(*names.get(owner)?).to_owned()),
        None => None,
    };
    Some(Held { name: code.name.clone(), of, value: words(p, s, s.table.var(&p.shape, var), code.kind) })
}

/// The values of a computed variable: one for each player, or one for the whole table.
fn computed(p: &Program, s: &CgmlState, variable: &Computed) -> Vec<Held> {
    let name = &variable.name;
    let memo = Memo::default();
    let mut eval = Eval::new(p, s, &memo, 0, 0);
    let Some(temp) = variable.seat else {
        return vec![Held { name: name.clone(), of: None, value: read(&mut eval, variable) }];
    };
    let of = |seat: Seat| {
        let value = eval.with(temp, seat.index() as Value, |eval| read(eval, variable));
        Held { name: name.clone(), of: Some(p.symbols.text(p.seat_names[seat.index()]).to_owned()), value }
    };
    Seat::all(p.seats).map(of).collect()
}

fn read(eval: &mut Eval<'_>, variable: &Computed) -> String {
    let (p, s) = (eval.p, eval.s);
    match &variable.from {
        Source::One(expr) => words(p, s, eval.scalar(expr), variable.kind),
        Source::Many(items) => {
            let all: Vec<String> = eval.items(items).iter().map(|&item| words(p, s, item, variable.kind)).collect();
            all.join(", ")
        }
    }
}

fn words(p: &Program, s: &CgmlState, value: Value, kind: Kind) -> String {
    // A destroyed token has no face.
    let here = |card: &Entry| card.index() < p.shape.entries() && s.table.zone(*card).is_some();
    let card = |value: Value| u16::try_from(value).ok().map(Entry).filter(here);
    match kind {
        _ if value == MISSING => String::new(),
        Kind::Card => card(value).map_or_else(String::new, |card| message::card_name(p, s.table.face(&p.shape, card))),
        _ => message::plain(p, value, kind),
    }
}
