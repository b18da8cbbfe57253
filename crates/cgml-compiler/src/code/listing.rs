//! Prints code and expressions as text, one instruction on each line, with names instead of numbers. `rulebook check
//! --explain` and debugging use it.

use super::{
    Arith, Ask, Binding, Cards, Change, Compare, Emitted, Expr, Extreme, FlowTarget, Gather, Instruction, Item, Kept,
    Kind, List, ListId, MISSING, MessagePart, NoteSubject, Op, Options, OrderBy, Program, Put, Quantifier, Seats,
    SlotId, SlotInfo, Target, Test, Unit, When, Zones,
};
use crate::syntax::End;
use rulebook_table::{VarId, ZoneId};
use std::fmt;

impl Program {
    /// The code of a unit of this program, one instruction on each line.
    pub fn listing<'p>(&'p self, unit: &'p Unit) -> Listing<'p> {
        Listing { names: Names { program: self, unit: Some(unit) }, unit }
    }

    /// An expression of this program as text. `unit` has the names of its slots, if it reads any.
    pub fn show(&self, expr: &Expr, unit: Option<&Unit>) -> String {
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
            Op::Deal { from, to, each, packet, exactly, event, result, .. } => {
                let each = each.as_ref().map_or_else(|| "all".into(), |each| format!("{} each", n.expr(each)));
                let packet = packet.as_ref().map_or_else(String::new, |count| format!(" by {}", n.expr(count)));
                let (what, kept) = (self.emitted(*event), self.kept(*result));
                let exactly = if *exactly { " exactly" } else { "" };
                format!("deal {each}{packet}{exactly} from {} to {}{what}{kept}", n.zone_expr(from), n.zones(to))
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
                    NoteSubject::Zone(zone) => n.zone_expr(zone),
                    NoteSubject::Cards(cards) => n.cards(cards),
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
        let named = |to: &FlowTarget, name: &dyn Fn(u16) -> Option<i32>| match to {
            FlowTarget::Known(number) => text(name(*number)).to_owned(),
            FlowTarget::Named(expr) => format!("named {}", n.expr(expr)),
        };
        match change {
            Change::State(to) => format!("state {}", named(to, &state)),
            Change::Phase(to) => format!("phase {}", named(to, &phase)),
            Change::Skip(seats) => format!("{} lose a turn", n.seats(seats)),
            Change::Extra(seats) => format!("{} have another turn", n.seats(seats)),
            Change::Reverse => "reverse the turn order".into(),
            Change::Insert { after, phase: to, for_ever } => {
                let after = after.as_ref().map_or_else(String::new, |after| format!(" after {}", named(after, &phase)));
                format!("insert phase {}{after}{}", named(to, &phase), ever(*for_ever))
            }
            Change::Remove { phase: to, for_ever } => format!("remove phase {}{}", named(to, &phase), ever(*for_ever)),
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
        let button: String = ask
            .buttons
            .iter()
            .map(|button| {
                let when = button.when.as_ref().map_or_else(String::new, |when| format!(" if {}", n.expr(when)));
                format!(", or {}{when}", n.program.symbols.text(button.text))
            })
            .collect();
        let secret = if ask.audience.is_some() { " in secret" } else { "" };
        format!("ask {}{secret}{prompt}: {into} = {how}{options}{button}", n.expr(&ask.who))
    }

    fn message(&self, number: usize) -> String {
        let parts = self.names.program.messages.get(number).map_or(&[][..], |message| message.parts.as_slice());
        let texts = parts.iter().map(|part| match part {
            MessagePart::Text(text) => text.clone(),
            MessagePart::Value(value, _) => format!("{{{}}}", self.names.expr(value)),
            MessagePart::List(list, _) => format!("{{{}}}", self.names.list(list)),
        });
        format!("\"{}\"", texts.collect::<String>())
    }
}

/// Looks up the names of numbers.
#[derive(Clone, Copy, Debug)]
struct Names<'p> {
    program: &'p Program,
    unit: Option<&'p Unit>,
}

impl Names<'_> {
    /// The name of a slot with its number, because several slots can have the same name.
    fn slot(&self, slot: SlotId) -> String {
        let info = self.unit.and_then(|unit| unit.slots.get(usize::from(slot.0)));
        format!("{}#{}", info.map_or("slot", |info| info.name.as_str()), slot.0).replace(' ', "_")
    }

    fn list_name(&self, list: ListId) -> String {
        let info = self.unit.and_then(|unit| unit.lists.get(usize::from(list.0)));
        format!("{}[{}]", info.map_or("list", |info| info.name.as_str()), list.0).replace(' ', "_")
    }

    fn global(&self, slot: SlotId) -> String {
        let info = self.program.globals.get(usize::from(slot.0));
        format!("kept {}#{}", info.map_or("", |info| info.name.as_str()), slot.0)
    }

    fn global_list(&self, list: ListId) -> String {
        let info = self.program.global_lists.get(usize::from(list.0));
        format!("kept {}[{}]", info.map_or("", |info| info.name.as_str()), list.0)
    }

    fn var(&self, var: VarId) -> String {
        format!("${}", self.program.shape.var_id(var))
    }

    fn var_def(&self, def: usize) -> String {
        format!("${}", self.program.vars.get(def).map_or("", |var| var.name.as_str()))
    }

    fn property(&self, number: usize) -> &str {
        self.program.properties.get(number).map_or("", |property| property.name.as_str())
    }

    fn zone(&self, zone: ZoneId) -> &str {
        self.program.shape.zones().get(zone.index()).map_or("", |zone| zone.id.as_str())
    }

    fn zone_def(&self, def: usize) -> &str {
        let zone = self.program.shape.zones().iter().position(|zone| zone.def == def);
        zone.and_then(|zone| self.program.zones.get(zone)).map_or("", |zone| self.program.symbols.text(zone.name))
    }

    fn exprs(&self, parts: &[Expr]) -> String {
        parts.iter().map(|part| self.expr(part)).collect::<Vec<_>>().join(", ")
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const(MISSING) => "nothing".into(),
            Expr::Const(value) => value.to_string(),
            Expr::Slot(slot) => self.slot(*slot),
            Expr::Global(slot) => self.global(*slot),
            Expr::Temp(temp) => format!("t{}", temp.0),
            Expr::LetList(temp, item, body) => format!("(l{} = {}; {})", temp.0, self.item(item), self.expr(body)),
            Expr::Let(temp, value, body) => format!("(t{} = {}; {})", temp.0, self.expr(value), self.expr(body)),
            Expr::Var(var) => self.var(*var),
            Expr::VarOf(def, seat) => format!("{}({})", self.var_def(*def), self.expr(seat)),
            Expr::Current => "current".into(),
            Expr::SeatAfter(seat, by) => format!("seat({} + {by})", self.expr(seat)),
            Expr::SeatAt(place) => format!("seat({})", self.expr(place)),
            Expr::TeamOf(seat) => format!("team({})", self.expr(seat)),
            Expr::ActiveState => "state".into(),
            Expr::ActivePhase => "phase".into(),
            Expr::TurnIndex => "turn_index".into(),
            Expr::ZoneOf(def, seat) => format!("{}({})", self.zone_def(*def), self.expr(seat)),
            Expr::ZoneOfCard(card) => format!("zone({})", self.expr(card)),
            Expr::OwnerOfZone(zone) => format!("owner({})", self.expr(zone)),
            Expr::Top(zone) => format!("top({})", self.zone_expr(zone)),
            Expr::Bottom(zone) => format!("bottom({})", self.zone_expr(zone)),
            Expr::CardAt(zone, place) => format!("{}[{}]", self.zone_expr(zone), self.expr(place)),
            Expr::Property(number, card) => format!("{}({})", self.property(*number), self.expr(card)),
            Expr::RankOfCard(card) => format!("rank_value({})", self.expr(card)),
            Expr::RankOfSymbol(rank) => format!("rank_value({})", self.expr(rank)),
            Expr::Letters(text) => format!("len({})", self.expr(text)),
            Expr::IsUp(card) => format!("up({})", self.expr(card)),
            Expr::FaceId(card) => format!("id({})", self.expr(card)),
            Expr::DeckOf(card) => format!("deck({})", self.expr(card)),
            Expr::Arith(sign, a, b) => {
                let sign = match sign {
                    Arith::Add => "+",
                    Arith::Sub => "-",
                    Arith::Mul => "*",
                    Arith::Div => "/",
                    Arith::Mod => "%",
                };
                format!("({} {sign} {})", self.expr(a), self.expr(b))
            }
            Expr::Shared(_, a) | Expr::For(_, _, a) => self.expr(a),
            Expr::Neg(a) => format!("-{}", self.expr(a)),
            Expr::Compare(sign, a, b) => {
                let sign = match sign {
                    Compare::Eq => "==",
                    Compare::Ne => "!=",
                    Compare::Lt => "<",
                    Compare::Le => "<=",
                    Compare::Gt => ">",
                    Compare::Ge => ">=",
                };
                let kind = self.kind(a).or_else(|| self.kind(b));
                format!("({} {sign} {})", self.typed(a, kind), self.typed(b, kind))
            }
            Expr::And(parts) => format!("all of ({})", self.exprs(parts)),
            Expr::Or(parts) => format!("one of ({})", self.exprs(parts)),
            Expr::Not(a) => format!("not {}", self.expr(a)),
            Expr::If(a, b, c) => format!("(if {} then {} else {})", self.expr(a), self.expr(b), self.expr(c)),
            Expr::IsThere(a) => format!("exists({})", self.expr(a)),
            Expr::CountCards(cards) => format!("count({})", self.cards(cards)),
            Expr::CountList(list) => format!("count({})", self.list(list)),
            Expr::CountSeats(seats) => format!("count({})", self.seats(seats)),
            Expr::CountZones(zones) => format!("count({})", self.zones(zones)),
            Expr::HasCard(cards, card) => format!("({} in {})", self.expr(card), self.cards(cards)),
            Expr::HasSeat(seats, seat) => format!("({} in {})", self.expr(seat), self.seats(seats)),
            Expr::HasItem(list, item) => format!("({} in {})", self.expr(item), self.list(list)),
            Expr::AnyCard(cards) => format!("any({})", self.cards(cards)),
            Expr::Quantified(which, item, temp, a) => {
                let word = if *which == Quantifier::Any { "any" } else { "all" };
                format!("{word}(t{} of {}, {})", temp.0, self.item(item), self.expr(a))
            }
            Expr::SumOver(item, temp, a) => format!("sum(t{} of {}, {})", temp.0, self.item(item), self.expr(a)),
            Expr::SumOf(list) => format!("sum({})", self.list(list)),
            Expr::MeanOf(list) => format!("avg({})", self.list(list)),
            Expr::ExtremeOf(which, list) => format!("{}({})", extreme(*which), self.list(list)),
            Expr::ExtremeBy(which, item, temp, a) => {
                format!("{}(t{} of {}, {})", extreme(*which), temp.0, self.item(item), self.expr(a))
            }
            Expr::FirstOf(item) => format!("first({})", self.item(item)),
            Expr::LastOf(item) => format!("last({})", self.item(item)),
            Expr::ItemAt(item, place) => format!("{}[{}]", self.item(item), self.expr(place)),
            Expr::IndexOf(item, a) => format!("index({} in {})", self.expr(a), self.item(item)),
            Expr::CountSets(cards, a) => format!("sets({} such that {})", self.cards(cards), self.expr(a)),
            Expr::CanDo(_) => "can(…)".into(),
        }
    }

    /// The kind of an expression, if it follows from the expression alone.
    fn kind(&self, expr: &Expr) -> Option<Kind> {
        let p = self.program;
        let slot = |slots: &[SlotInfo], slot: &SlotId| slots.get(usize::from(slot.0)).map(|info| info.kind);
        match expr {
            Expr::Property(number, _) => p.properties.get(*number).map(|property| property.kind),
            Expr::Var(var) => p.var_defs.get(var.index()).and_then(|def| p.vars.get(*def)).map(|var| var.kind),
            Expr::VarOf(def, _) => p.vars.get(*def).map(|var| var.kind),
            Expr::Slot(number) => self.unit.and_then(|unit| slot(&unit.slots, number)),
            Expr::Global(number) => slot(&p.globals, number),
            Expr::FaceId(_) | Expr::DeckOf(_) | Expr::ActiveState | Expr::ActivePhase => Some(Kind::Text),
            Expr::ZoneOf(..) | Expr::ZoneOfCard(_) => Some(Kind::Zone),
            Expr::Current | Expr::OwnerOfZone(_) | Expr::SeatAt(_) | Expr::SeatAfter(..) => Some(Kind::Seat),
            _ => None,
        }
    }

    /// Prints an expression whose constants have this kind.
    fn typed(&self, expr: &Expr, kind: Option<Kind>) -> String {
        match (expr, kind) {
            (Expr::Const(MISSING), _) => "nothing".into(),
            (Expr::Const(symbol), Some(Kind::Text)) => format!("'{}'", self.program.symbols.text(*symbol)),
            (Expr::Const(seat), Some(Kind::Seat)) => format!("p{}", seat + 1),
            (zone @ Expr::Const(_), Some(Kind::Zone)) => self.zone_expr(zone),
            (expr, _) => self.expr(expr),
        }
    }

    /// The kind of the values that a target can hold.
    fn target_kind(&self, target: &Target) -> Option<Kind> {
        match target {
            Target::Slot(slot) => self.kind(&Expr::Slot(*slot)),
            Target::Global(slot) => self.kind(&Expr::Global(*slot)),
            Target::Var(var) => self.kind(&Expr::Var(*var)),
            Target::VarOf(def, _) => self.program.vars.get(*def).map(|var| var.kind),
        }
    }

    /// Prints a zone. A constant is the number of a zone.
    fn zone_expr(&self, zone: &Expr) -> String {
        match zone {
            Expr::Const(number) => match u16::try_from(*number) {
                Ok(number) => self.zone(ZoneId(number)).to_owned(),
                Err(_) => "nothing".into(),
            },
            zone => self.expr(zone),
        }
    }

    fn item(&self, item: &Item) -> String {
        match item {
            Item::Cards(cards) => self.cards(cards),
            Item::Seats(seats) => self.seats(seats),
            Item::Zones(zones) => self.zones(zones),
            Item::List(list) => self.list(list),
        }
    }

    fn cards(&self, cards: &Cards) -> String {
        match cards {
            Cards::Zone(zone) => self.zone_expr(zone),
            Cards::Zones(zones) => self.zones(zones),
            Cards::One(card) => self.expr(card),
            Cards::Filter(cards, test) => format!("{} where {}", self.cards(cards), self.test(test)),
            Cards::Prefer(cards, test) => format!("{} preferably where {}", self.cards(cards), self.test(test)),
            Cards::Join(parts) => joined(parts.iter().map(|part| self.cards(part))),
            Cards::Slot(list) => self.list_name(*list),
            Cards::Global(list) => self.global_list(*list),
            Cards::Picked => "picked".into(),
            Cards::Take(cards, count) => format!("first {} of {}", self.expr(count), self.cards(cards)),
            Cards::TakeLast(cards, count) => format!("last {} of {}", self.expr(count), self.cards(cards)),
            Cards::SortBy(cards, temp, key) => {
                format!("{} sorted by t{} => {}", self.cards(cards), temp.0, self.expr(key))
            }
            Cards::List(list) => self.list(list),
            Cards::Let(bound, cards) => format!("({}; {})", self.binding(bound), self.cards(cards)),
            Cards::If(a, b, c) => format!("(if {} then {} else {})", self.expr(a), self.cards(b), self.cards(c)),
        }
    }

    fn test(&self, test: &Test) -> String {
        match test {
            Test::Mask(mask) => format!("one of {} cards", mask.iter().map(|word| word.count_ones()).sum::<u32>()),
            Test::ByValue(masks, value) => format!("set {} of {}", self.expr(value), masks.len()),
            Test::ByOrder(masks, value) => format!("order {} of {}", self.expr(value), masks.len()),
            Test::Fixed(a) => self.expr(a),
            Test::And(parts) => format!("all of {}", joined(parts.iter().map(|part| self.test(part)))),
            Test::Or(parts) => format!("one of {}", joined(parts.iter().map(|part| self.test(part)))),
            Test::Not(part) => format!("not {}", self.test(part)),
            Test::Each(temp, a) => format!("t{} => {}", temp.0, self.expr(a)),
        }
    }

    fn seats(&self, seats: &Seats) -> String {
        match seats {
            Seats::These(seats) => joined(seats.iter().map(|seat| format!("p{}", seat + 1))),
            Seats::Others(seat) => format!("others({})", self.expr(seat)),
            Seats::Opponents(seat) => format!("opponents({})", self.expr(seat)),
            Seats::Teammates(seat) => format!("teammates({})", self.expr(seat)),
            Seats::Team(team) => format!("team({})", self.expr(team)),
            Seats::TurnOrder => "turn_order".into(),
            Seats::One(seat) => self.expr(seat),
            Seats::Filter(seats, temp, a) => format!("{} where t{} => {}", self.seats(seats), temp.0, self.expr(a)),
            Seats::Join(parts) => joined(parts.iter().map(|part| self.seats(part))),
            Seats::List(list) => self.list(list),
        }
    }

    fn zones(&self, zones: &Zones) -> String {
        match zones {
            Zones::These(zones) => joined(zones.iter().map(|zone| self.zone(*zone).to_owned())),
            Zones::OfSeats(def, seats) => format!("{}({})", self.zone_def(*def), self.seats(seats)),
            Zones::One(zone) => self.zone_expr(zone),
            Zones::Filter(zones, temp, a) => format!("{} where t{} => {}", self.zones(zones), temp.0, self.expr(a)),
            Zones::Join(parts) => joined(parts.iter().map(|part| self.zones(part))),
            Zones::List(list) => self.list(list),
        }
    }

    fn binding(&self, bound: &Binding) -> String {
        match bound {
            Binding::One(temp, value) => format!("t{} = {}", temp.0, self.expr(value)),
            Binding::Many(temp, item) => format!("l{} = {}", temp.0, self.item(item)),
        }
    }

    fn list(&self, list: &List) -> String {
        match list {
            List::Of(items) => format!("[{}]", self.exprs(items)),
            List::Join(parts) => joined(parts.iter().map(|part| self.list(part))),
            List::Cards(cards) => self.cards(cards),
            List::Seats(seats) => self.seats(seats),
            List::Zones(zones) => self.zones(zones),
            List::Map(item, temp, a) => format!("{} of t{} in {}", self.expr(a), temp.0, self.item(item)),
            List::Filter(list, temp, a) => format!("{} where t{} => {}", self.list(list), temp.0, self.expr(a)),
            List::Keys(keys) => {
                let count = keys.count.map(|(sign, than)| format!(" of which there are {sign:?} {than}"));
                format!("keys({}){}", self.cards(&keys.cards), count.unwrap_or_default())
            }
            List::Distinct(list) => format!("distinct({})", self.list(list)),
            List::SortBy(list, temp, a) => format!("{} sorted by t{} => {}", self.list(list), temp.0, self.expr(a)),
            List::Take(list, count) => format!("first {} of {}", self.expr(count), self.list(list)),
            List::Range(first, last) => format!("{}..{}", self.expr(first), self.expr(last)),
            List::Slot(list) => self.list_name(*list),
            List::Global(list) => self.global_list(*list),
            List::Temp(temp) => format!("l{}", temp.0),
            List::Let(bound, list) => format!("({}; {})", self.binding(bound), self.list(list)),
            List::If(a, b, c) => format!("(if {} then {} else {})", self.expr(a), self.list(b), self.list(c)),
        }
    }
}

fn extreme(which: Extreme) -> &'static str {
    match which {
        Extreme::Max => "max",
        Extreme::Min => "min",
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    format!("({})", parts.collect::<Vec<_>>().join(", "))
}
