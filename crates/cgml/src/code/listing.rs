//! Prints code as text, one instruction on each line, with names instead of numbers. `rulebook check --explain` and
//! debugging use it.

use super::listing_expr::Names;
use super::{
    Ask, Change, Emitted, Gather, Instruction, Kept, Message, Noted, Op, Options, OrderBy, Piece, Program, Put, Target,
    Unit, When,
};
use crate::syntax::End;
use std::fmt;

impl Program {
    /// The code of a unit of this program, one instruction on each line.
    pub fn listing<'p>(&'p self, unit: &'p Unit) -> Listing<'p> {
        Listing { names: Names { program: self, unit: Some(unit) }, unit }
    }

    /// An expression of this program, in this unit or in none.
    pub fn show(&self, expr: &super::Expr, unit: Option<&Unit>) -> String {
        Names { program: self, unit }.expr(expr)
    }
}

/// The code of a unit, to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'p> {
    names: Names<'p>,
    unit: &'p Unit,
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.unit.code.iter().enumerate() {
            writeln!(f, "{at:4}  {}", self.step(step))?;
        }
        Ok(())
    }
}

impl Listing<'_> {
    fn step(&self, step: &Instruction) -> String {
        let when = match step.when {
            When::Abort => "",
            When::Continue => "  or go on",
            When::Rollback => "  or undo",
        };
        format!("{}{when}", self.op(&step.op))
    }

    fn op(&self, op: &Op) -> String {
        let n = &self.names;
        match op {
            Op::Jump(to) => format!("go to {to}"),
            Op::Branch(condition, to) => format!("unless {} go to {to}", n.expr(condition)),
            Op::End => "end".into(),
            Op::Set(target, value) => format!("{} = {}", self.target(target), n.typed(value, n.target_kind(target))),
            Op::Add(target, value) => format!("{} += {}", self.target(target), n.expr(value)),
            Op::Known(target, value) => {
                format!("{} is known to all who know {}", self.target(target), n.typed(value, n.target_kind(target)))
            }
            Op::SetList(list, value) => format!("{} = {}", n.list_name(*list), n.list(value)),
            Op::SetGlobalList(list, value) => format!("{} = {}", n.global_list(*list), n.list(value)),
            Op::Next { left, item, done } => {
                format!("{} = next of {}, or go to {done}", n.slot(*item), n.list_name(*left))
            }
            Op::Loop(left, items) => format!("{} = {}", n.list_name(*left), n.item(items)),
            Op::Lanes { seats, player, end } => {
                format!("for each {} of {} at once, up to {end}", n.slot(*player), n.seats(seats))
            }
            Op::Meet => "wait for all".into(),
            Op::Branches { starts, end } => {
                let starts: Vec<String> = starts.iter().map(ToString::to_string).collect();
                format!("at once from {}, up to {end}", starts.join(", "))
            }
            Op::Try { otherwise } => format!("try, or go to {otherwise}"),
            Op::Done => "tried".into(),
            Op::Move { cards, to, put, result, .. } => {
                let place = match put {
                    Put::At(End::Top) => String::new(),
                    Put::At(end) => format!(", {}", end.word()),
                    Put::Above(below) => format!(", above {}", n.slot(*below)),
                };
                format!("move {} to {}{place}{}", self.gather(cards), n.zone_expr(to), self.kept(*result))
            }
            Op::Gather { cards, to, player, into, result, .. } => {
                let (cards, kept) = (self.gather(cards), self.kept(*result));
                let into = n.list_name(*into);
                format!("{into} = {cards}{kept}, from {} to {}", n.expr(player), n.zone_expr(to))
            }
            Op::Send { left, event, .. } => format!("send {}{}", n.list_name(*left), self.emitted(*event)),
            Op::Deal { from, to, each, packet, event, result, .. } => {
                let each = each.as_ref().map_or_else(|| "all".into(), |each| format!("{} each", n.expr(each)));
                let packet = packet.as_ref().map_or_else(String::new, |count| format!(" by {}", n.expr(count)));
                let (what, kept) = (self.emitted(*event), self.kept(*result));
                format!("deal {each}{packet} from {} to {}{what}{kept}", n.zone_expr(from), n.zones(to))
            }
            Op::Shuffle(zones) => format!("shuffle {}", n.zones(zones)),
            Op::Reorder(zone, by) => format!("reorder {} {}", n.zone_expr(zone), self.order(by)),
            Op::Turn(cards, up) => {
                let way = match up {
                    None => "over",
                    Some(true) => "up",
                    Some(false) => "down",
                };
                format!("turn {} {way}", n.cards(cards))
            }
            Op::Sight(sight, cards, seats) => {
                let verb = format!("{sight:?}").to_lowercase();
                format!("{verb} {} to {}", n.cards(cards), n.seats(seats))
            }
            Op::Note { of, such, least } => {
                let least = least.as_ref().map_or_else(|| "none".into(), |least| format!("at least {}", n.expr(least)));
                let of = match of {
                    Noted::Zone(zone) => n.zone_expr(zone),
                    Noted::Cards(cards) => n.cards(cards),
                };
                format!("note {least} of {of} where {}", n.test(such))
            }
            Op::Random { from, count, result } => {
                format!("choose {} at random from {}{}", n.expr(count), n.item(from), self.kept(*result))
            }
            Op::Create { face, to, count, result, .. } => {
                let id = n.program.face_ids.get(usize::from(*face)).map_or("", |id| n.program.symbols.text(*id));
                format!("make {} of {id} in {}{}", n.expr(count), n.zone_expr(to), self.kept(*result))
            }
            Op::Destroy(cards) => format!("destroy {}", n.cards(cards)),
            Op::Mark(property, cards, value) => {
                format!("{} of {} = {}", n.property(*property), n.cards(cards), n.expr(value))
            }
            Op::Flow(change) => self.change(change),
            Op::Say(message, seats) => format!("say {} to {}", self.message(*message), n.seats(seats)),
            Op::Emit(event, fields, happened) => {
                let name = n.program.events.get(*event).map_or("", |event| event.name.as_str());
                format!("event {name}({}){}", n.exprs(fields), self.kept(*happened))
            }
            Op::Prevent => "prevent the event".into(),
            Op::Ask(ask) => self.ask(ask),
            Op::Fail(reason) => format!("fail: {}", self.message(*reason)),
            Op::Fired(mark) => format!("fired {mark}"),
        }
    }

    fn target(&self, target: &Target) -> String {
        let n = &self.names;
        match target {
            Target::Slot(slot) => n.slot(*slot),
            Target::Global(slot) => n.global(*slot),
            Target::Var(var) => n.var(*var),
            Target::VarOf(def, seat) => format!("{} of {}", n.var_def(*def), n.expr(seat)),
        }
    }

    fn gather(&self, gather: &Gather) -> String {
        let n = &self.names;
        let count = gather.count.as_ref().map_or_else(String::new, |count| format!("{} of ", n.expr(count)));
        let some = if gather.needs_some { "" } else { ", if any" };
        let end = if gather.fifo { " from the bottom" } else { "" };
        format!("{count}{}{end}{some}", n.cards(&gather.from))
    }

    fn kept(&self, kept: Kept) -> String {
        match kept {
            Kept::No => String::new(),
            Kept::One(slot) => format!(" as {}", self.names.slot(slot)),
            Kept::Many(list) => format!(" as {}", self.names.list_name(list)),
        }
    }

    fn emitted(&self, event: Emitted) -> String {
        match event {
            Emitted::ByRole => String::new(),
            Emitted::Nothing => " silently".into(),
            Emitted::Card(event) => format!(" as a {}", event.word()),
            Emitted::Declared(number) => {
                let event = self.names.program.events.get(usize::from(number));
                format!(" as {}", event.map_or("", |event| event.name.as_str()))
            }
        }
    }

    fn order(&self, by: &OrderBy) -> String {
        let n = &self.names;
        match by {
            OrderBy::Top(cards) => format!("with {} on top", n.cards(cards)),
            OrderBy::Bottom(cards) => format!("with {} at the bottom", n.cards(cards)),
            OrderBy::Reverse => "the other way round".into(),
            OrderBy::Key { card, key, descending } => {
                let way = if *descending { ", the least on top" } else { "" };
                format!("by t{} => {}{way}", card.0, n.expr(key))
            }
            OrderBy::List(list) => format!("as {}", n.list_name(*list)),
        }
    }

    fn change(&self, change: &Change) -> String {
        let n = &self.names;
        let state = |number: u16| n.program.flow.states.get(usize::from(number)).map(|state| state.name);
        let phase = |number: u16| n.program.flow.phases.get(usize::from(number)).map(|phase| phase.name);
        let text = |symbol: Option<i32>| symbol.map_or("", |symbol| n.program.symbols.text(symbol));
        let ever = |for_ever: bool| if for_ever { " for ever" } else { "" };
        match change {
            Change::State(number) => format!("state {}", text(state(*number))),
            Change::Phase(number) => format!("phase {}", text(phase(*number))),
            Change::Skip(seats) => format!("{} lose a turn", n.seats(seats)),
            Change::Extra(seats) => format!("{} have another turn", n.seats(seats)),
            Change::Reverse => "turns go the other way".into(),
            Change::Insert { after, phase: number, for_ever } => {
                let after = after.map_or_else(String::new, |after| format!(" after {}", text(phase(after))));
                format!("insert phase {}{after}{}", text(phase(*number)), ever(*for_ever))
            }
            Change::Remove { phase: number, for_ever } => {
                format!("remove phase {}{}", text(phase(*number)), ever(*for_ever))
            }
            Change::Repeat => "the turn starts again".into(),
            Change::Next(seat) => format!("next is {}", n.expr(seat)),
            Change::Over => "the game is over".into(),
            Change::Won(seats, _) => format!("{} have won", n.seats(seats)),
            Change::Ranked(seats, _) => format!("the ranking is {}", n.seats(seats)),
        }
    }

    fn ask(&self, ask: &Ask) -> String {
        let n = &self.names;
        let options = match &ask.options {
            Options::Cards(cards) => n.cards(cards),
            Options::Seats(seats) => n.seats(seats),
            Options::Zones(zones) => n.zones(zones),
            Options::Values(list, _) => n.list(list),
            Options::Number(least, most) => format!("{}..={}", n.expr(least), n.expr(most)),
            Options::YesNo => "yes or no".into(),
        };
        let prompt = ask.prompt.map_or_else(String::new, |prompt| format!(" {}", self.message(prompt)));
        let (into, how) = match &ask.many {
            None => (n.slot(ask.into), String::new()),
            Some(many) => {
                let most = many.max.as_ref().map_or_else(String::new, |max| n.expr(max));
                let such = many.constraint.as_ref().map_or_else(String::new, |c| format!(" such that {}", n.expr(c)));
                (n.list_name(many.into), format!("{}..{most} of ", n.expr(&many.min)) + &such)
            }
        };
        let button = ask.otherwise.map(|text| n.program.symbols.text(text));
        let button = button.map_or_else(String::new, |text| format!(", or {text}"));
        let secret = if ask.audience.is_some() { " in secret" } else { "" };
        format!("ask {}{secret}{prompt}: {into} = {how}{options}{button}", n.expr(&ask.who))
    }

    fn message(&self, number: usize) -> String {
        let pieces = self.names.program.messages.get(number).map_or(&[][..], |Message { pieces }| pieces.as_slice());
        let parts = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Value(value, _) => format!("{{{}}}", self.names.expr(value)),
            Piece::List(list, _) => format!("{{{}}}", self.names.list(list)),
        });
        format!("\"{}\"", parts.collect::<String>())
    }
}
