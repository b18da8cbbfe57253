//! Compiles the turns of a state to register code (`linear.rs`).
//!
//! A phase has register code if its rules cannot nest: they have no event fields, no `once_per`, no rollback, and their
//! instructions start no event and no simultaneous loop. The flow leaves the code before any other phase.

use super::linear::{AskCode, Ins, Linear, LinearState, Moment, REGISTERS, SETS, When as Jumps};
use super::walk::each;
use super::{
    Cards, Change, Compare, Expr, Framing, Instruction, Item, Kept, Listeners, NoteSubject, Op, Options, Order,
    Program, Put, RuleCode, Seats, Target, TempId, Test, Unit, When, Zones,
};
use rulebook_kernel::Seat;
use rulebook_table::ZoneId;

impl Program {
    /// Compiles the register code. Games without turns have none.
    pub(super) fn linearize(&mut self) {
        if self.flow.order == Order::Simultaneous {
            return;
        }
        // Nobody asks for the audience of a value in register code, so names can be replaced everywhere.
        let mut plain = self.clone();
        plain.fold(super::inline_lets::inline);
        let mut code = Linear::default();
        for state in 0..self.flow.states.len() {
            let before = code.clone();
            let mut builder = Builder::new(&plain, state as u16, code);
            let done = builder.state();
            let fits = !builder.overflow && builder.code.code.len() < usize::from(u16::MAX);
            code = if fits && done.is_some() { builder.code } else { before };
            code.states.push(done.filter(|_| fits));
        }
        self.linear = code;
    }

    /// Whether a rule cannot nest, so that it has register code.
    fn is_linear(&self, rule: &RuleCode) -> bool {
        let unit = &rule.unit;
        let plain = |op: &Op| match op {
            Op::Flow(Change::Insert { .. } | Change::Remove { .. }) => false,
            Op::Ask(_) => true,
            op => self.is_done_at_once(op),
        };
        unit.framing != Framing::AtOnce
            && !rule.needs_frame
            && rule.once.is_none()
            && unit.code.iter().all(|step| plain(&step.op))
    }
}

/// A place in the code. Instructions refer to labels until the code of a state is complete.
type Label = u16;

struct Builder<'a> {
    p: &'a Program,
    state: u16,
    code: Linear,
    /// The first instruction of this state.
    start: usize,
    /// The instruction of each label.
    labels: Vec<u16>,
    /// The fuel used since the last jump.
    fuel: u16,
    /// The number of registers in use.
    scalars: usize,
    sets: usize,
    /// The registers of temporaries.
    temps: [Option<u8>; TempId::MOST],
    /// Whether the code needs more registers than there are.
    overflow: bool,
    /// The rule whose code is compiled.
    rule: u16,
}

impl<'a> Builder<'a> {
    fn new(p: &'a Program, state: u16, code: Linear) -> Builder<'a> {
        let (start, temps) = (code.code.len(), [None; TempId::MOST]);
        let labels = Vec::new();
        Builder { p, state, code, start, labels, fuel: 0, scalars: 0, sets: 0, temps, overflow: false, rule: 0 }
    }

    /// The turns of the state. `None` if no phase has register code.
    fn state(&mut self) -> Option<LinearState> {
        let p = self.p;
        let flow = &p.flow;
        let phases = &flow.states[self.state as usize].phases;
        let plain: Vec<bool> = phases.iter().map(|&phase| self.is_plain(&flow.phases[phase as usize].rules)).collect();
        if !plain.contains(&true) || p.rules.iter().any(|rule| rule.once.is_some()) {
            return None;
        }
        let mut made = LinearState { phases: Vec::new(), rules: Vec::new() };
        let turns = self.is_plain(&flow.turn_begin) && self.is_plain(&flow.turn_end);
        let (first, again) = (self.label(), self.label());
        self.place(first);
        for (at, &phase) in phases.iter().enumerate() {
            if !plain[at] {
                made.phases.push(None);
                self.emit(Ins::LeaveBefore { phase: at as u16 });
                continue;
            }
            self.fuel += 1;
            self.flush();
            made.phases.push(Some(self.here()));
            self.emit(Ins::Phase(at as u16));
            self.rules(&flow.phases[phase as usize].rules, Moment::Phase(phase), turns.then_some(again), &mut made)?;
            let (leave, on) = (self.label(), self.label());
            let state = self.state;
            for transition in flow.transitions.iter().filter(|transition| transition.from == state) {
                self.free();
                match &transition.when {
                    Some(when) => self.jump(when, true, leave),
                    None => self.emit(Ins::Jump(leave)),
                }
            }
            self.emit(Ins::Jump(on));
            self.place(leave);
            self.emit(Ins::Leave);
            self.place(on);
            self.fuel += 1;
        }
        let (count, quiet) = (phases.len() as u16, super::flow::quiet_turns(p));
        if !turns {
            self.emit(Ins::LeaveBefore { phase: count });
        } else if quiet {
            self.flush();
            self.emit(Ins::PassTurn { phases: count });
            self.emit(Ins::Jump(first));
        } else {
            self.fuel += 1;
            self.flush();
            self.emit(Ins::EndTurn { phases: count });
            self.rules(&flow.turn_end, Moment::TurnEnd, None, &mut made)?;
            self.flush();
            self.emit(Ins::NextTurn);
            let begin = self.label();
            self.emit(Ins::Jump(begin));
            self.place(again);
            self.emit(Ins::Again);
            self.place(begin);
            self.rules(&flow.turn_begin, Moment::TurnBegin, None, &mut made)?;
            self.emit(Ins::Jump(first));
        }
        if quiet || !turns {
            self.place(again);
            self.emit(Ins::Again);
            self.emit(Ins::Jump(first));
        }
        let labels = std::mem::take(&mut self.labels);
        for ins in &mut self.code.code[self.start..] {
            if let Some(to) = ins.target() {
                *to = labels[*to as usize];
            }
        }
        made.rules.iter_mut().flat_map(|(_, starts)| starts).for_each(|start| *start = labels[*start as usize]);
        Some(made)
    }

    /// Whether the rules of an event have register code.
    fn is_plain(&self, listeners: &Listeners) -> bool {
        let plain = |rule: &u16| self.p.is_linear(&self.p.rules[*rule as usize]);
        listeners.pre.is_empty() && listeners.replace.is_empty() && listeners.post.iter().all(plain)
    }

    /// The rules of an event of the flow, one after the other. `None` if a rule listens to two events of the state.
    fn rules(&mut self, of: &Listeners, event: Moment, again: Option<Label>, made: &mut LinearState) -> Option<()> {
        for (at, &rule) in of.post.iter().enumerate() {
            if made.rules.iter().any(|(own, _)| *own == rule) {
                return None;
            }
            self.rule = rule;
            let starts = self.one_rule(rule, event, at as u16 + 1);
            made.rules.push((rule, starts));
            let unit = &self.p.rules[rule as usize].unit;
            if unit.code.iter().any(|step| matches!(step.op, Op::Flow(_))) {
                let to = again.unwrap_or_else(|| self.label());
                self.emit(Ins::Pending { again: again.is_some(), to });
            }
        }
        Some(())
    }

    /// Returns the label of each instruction of the rule, and the label of its end.
    fn one_rule(&mut self, rule: u16, event: Moment, next: u16) -> Vec<Label> {
        let code = &self.p.rules[rule as usize];
        let unit = &code.unit;
        let mut starts: Vec<Label> = unit.code.iter().map(|_| self.label()).collect();
        let (over, skip) = (self.label(), self.label());
        starts.push(over);
        self.fuel += 1;
        self.free();
        if let Some(when) = &code.when {
            self.jump(when, false, skip);
        }
        let framed = !unit.slots.is_empty() || !unit.lists.is_empty();
        if framed {
            self.emit(Ins::Begin { rule });
        }
        for (at, step) in unit.code.iter().enumerate() {
            self.place(starts[at]);
            self.fuel += 1;
            self.free();
            let fail = if step.when == When::Continue { starts[step.next as usize] } else { over };
            let ask = AskCode { rule, at: at as u16, next, event };
            let stores = match &step.op {
                Op::Set(..) | Op::Add(..) | Op::Note { .. } | Op::Known(..) => true,
                Op::Move { cards, .. } => cards.found,
                Op::Branch(_, to) => decides_note(unit, at, *to),
                _ => false,
            };
            if stores {
                self.flush();
                self.emit(Ins::WithLore { rule, at: at as u16 });
            }
            if !self.step(unit, step, &starts, (fail, over), ask) {
                self.flush();
                self.emit(Ins::Exec { rule, at: at as u16 });
            }
        }
        self.place(over);
        if framed {
            self.emit(Ins::End);
        }
        self.place(skip);
        starts
    }

    /// Compiles an instruction of a rule. Returns `false`, and emits nothing, if it stays as it is.
    fn step(
        &mut self,
        unit: &Unit,
        step: &Instruction,
        starts: &[Label],
        (fail, over): (Label, Label),
        ask: AskCode,
    ) -> bool {
        match &step.op {
            Op::Jump(to) => self.emit(Ins::Jump(starts[*to as usize])),
            Op::End => {
                if usize::from(ask.at) + 1 < unit.code.len() {
                    self.emit(Ins::Jump(over));
                }
            }
            Op::Branch(when, to) => {
                if !decides_note(unit, ask.at.into(), *to) {
                    self.jump(when, false, starts[*to as usize]);
                }
            }
            // Without lore, nobody hears announcements, and values have no audience.
            Op::Say(..) | Op::Known(..) => {}
            Op::Set(target, value) => {
                let a = self.operand(value);
                let seat = self.seat_of(target);
                self.put(target, seat, a, fail);
            }
            Op::Add(target, by) => {
                let b = self.operand(by);
                let (d, seat) = (self.scalar_register(), self.seat_of(target));
                match target {
                    Target::Slot(slot) => self.emit(Ins::Slot { d, slot: slot.0 }),
                    Target::Global(slot) => self.emit(Ins::Global { d, slot: slot.0 }),
                    Target::Var(var) => self.emit(Ins::Var { d, var: var.0 }),
                    Target::VarOf(def, _) => self.emit(Ins::VarOf { d, seat, def: *def as u16 }),
                }
                self.emit(Ins::Sum { d, a: d, b, fail });
                self.put(target, seat, d, fail);
            }
            Op::Flow(Change::Next(seat)) => {
                let seat = self.operand(seat);
                self.emit(Ins::Next { seat, fail });
            }
            Op::Note { of: NoteSubject::Zone(zone), such, least } => {
                let last = matches!(unit.code[usize::from(ask.at) + 1].op, Op::End) && fail == over;
                if last {
                    return true;
                }
                let zone = self.zone(zone);
                let s = self.set_register();
                self.emit(Ins::IsZone { zone, fail });
                let wanted = least.as_ref().map(|least| self.operand(least));
                if let Some(a) = wanted {
                    self.emit(Ins::IfThere { a, there: false, to: fail });
                }
                self.emit(Ins::ZoneAt { s, zone });
                self.narrow(s, such);
                match wanted {
                    None => self.emit(Ins::IfCards { s, some: true, to: fail }),
                    Some(b) => {
                        let a = self.scalar_register();
                        self.emit(Ins::Count { d: a, s });
                        self.emit(Ins::If { when: Jumps::new(Compare::Lt, true), a, b, to: fail });
                    }
                }
            }
            Op::Move { cards, to, facing, put: Put::ON_TOP, result: Kept::No, .. } => {
                let (facing, needed) = (*facing, cards.needs_some);
                match (&cards.from, &cards.count) {
                    (Cards::One(card), None | Some(Expr::Const(1)))
                        if !matches!(**card, Expr::Top(_) | Expr::Bottom(_)) =>
                    {
                        let zone = self.zone(to);
                        self.emit(Ins::IsZone { zone, fail });
                        let card = self.operand(card);
                        let needed = needed || cards.count.is_some();
                        self.emit(Ins::Move { card, zone, facing, needed, fail });
                    }
                    (Cards::Filter(..) | Cards::Prefer(..), None) if self.is_unordered(&cards.from) => {
                        let zone = self.zone(to);
                        self.emit(Ins::IsZone { zone, fail });
                        let s = self.cards(&cards.from);
                        self.emit(Ins::MoveSet { s, zone, facing, needed, fail });
                    }
                    _ => return false,
                }
            }
            Op::Ask(question) => {
                let index = self.code.asks.len() as u16;
                self.code.asks.push(ask);
                self.flush();
                match (&question.options, &question.who, &question.many) {
                    (Options::Cards(cards), Expr::Current, None)
                        if self.words() <= 2 && question.buttons.iter().all(|button| button.when.is_none()) =>
                    {
                        let s = self.cards(cards);
                        let must = question.buttons.is_empty();
                        self.emit(Ins::AskCards { s, must, ask: index, fail });
                    }
                    _ => self.emit(Ins::Ask { ask: index }),
                }
            }
            _ => return false,
        }
        true
    }

    /// The register of the seat whose variable is the target. Any register if the target is no variable of a seat.
    fn seat_of(&mut self, target: &Target) -> u8 {
        if let Target::VarOf(_, seat) = target { self.operand(seat) } else { 0 }
    }

    fn put(&mut self, target: &Target, seat: u8, a: u8, fail: Label) {
        match target {
            Target::Slot(slot) => self.emit(Ins::SetSlot { a, slot: slot.0 }),
            Target::Global(slot) => self.emit(Ins::SetGlobal { a, slot: slot.0 }),
            Target::Var(var) => self.emit(Ins::SetVar { a, var: var.0 }),
            Target::VarOf(def, _) => self.emit(Ins::SetVarOf { a, seat, def: *def as u16, fail }),
        }
    }

    /// Whether these filtered cards lie in an unordered zone.
    fn is_unordered(&self, cards: &Cards) -> bool {
        let unordered = |zone: ZoneId| !self.p.shape.zone(zone).ordered;
        match cards {
            Cards::Filter(inner, _) | Cards::Prefer(inner, _) => self.is_unordered(inner),
            Cards::Zone(zone) => match &**zone {
                Expr::Const(zone) => (*zone as usize) < self.p.zones.len() && unordered(ZoneId(*zone as u16)),
                Expr::ZoneOf(def, _) => unordered(self.p.shape.zone_of(*def, Seat::new(0))),
                _ => false,
            },
            _ => false,
        }
    }

    fn words(&self) -> usize {
        self.p.shape.set_words().max(1)
    }

    // Code, labels and registers.

    fn here(&self) -> u16 {
        self.code.code.len() as u16
    }

    fn label(&mut self) -> Label {
        self.labels.push(0);
        (self.labels.len() - 1) as Label
    }

    fn place(&mut self, label: Label) {
        self.flush();
        self.labels[label as usize] = self.here();
    }

    fn emit(&mut self, mut ins: Ins) {
        if ins.target().is_some() || matches!(ins, Ins::Leave | Ins::LeaveBefore { .. }) {
            self.flush();
        }
        self.code.code.push(ins);
    }

    /// Charges the fuel of the instructions since the last jump.
    fn flush(&mut self) {
        let count = std::mem::take(&mut self.fuel);
        if count > 0 {
            self.code.code.push(Ins::Fuel { count, rule: self.rule });
        }
    }

    /// Frees all registers.
    fn free(&mut self) {
        (self.scalars, self.sets) = (0, 0);
    }

    fn scalar_register(&mut self) -> u8 {
        self.scalars += 1;
        self.overflow |= self.scalars > REGISTERS;
        (self.scalars - 1) as u8
    }

    fn set_register(&mut self) -> u8 {
        self.sets += 1;
        self.overflow |= self.sets > SETS;
        (self.sets - 1) as u8
    }

    // Scalars.

    /// Evaluates a scalar. Returns its register.
    fn operand(&mut self, expr: &Expr) -> u8 {
        if let Expr::Temp(temp) = expr
            && let Some(register) = self.temps[temp.0 as usize]
        {
            return register;
        }
        let d = self.scalar_register();
        self.scalar(expr, d);
        d
    }

    /// Evaluates a scalar into a register.
    fn scalar(&mut self, expr: &Expr, d: u8) {
        let (scalars, sets) = (self.scalars, self.sets);
        match expr {
            Expr::Const(n) => self.emit(Ins::Const { d, n: *n }),
            Expr::Slot(slot) => self.emit(Ins::Slot { d, slot: slot.0 }),
            Expr::Global(slot) => self.emit(Ins::Global { d, slot: slot.0 }),
            Expr::Temp(temp) if self.temps[temp.0 as usize].is_some() => {
                let a = self.operand(expr);
                self.emit(Ins::Copy { d, a });
            }
            Expr::Let(temp, value, body) => self.with(*temp, value, |b| b.scalar(body, d)),
            Expr::Var(var) => self.emit(Ins::Var { d, var: var.0 }),
            Expr::VarOf(def, seat) => {
                let seat = self.operand(seat);
                self.emit(Ins::VarOf { d, seat, def: *def as u16 });
            }
            Expr::Current => self.emit(Ins::Current { d }),
            Expr::SeatAfter(seat, steps) if i16::try_from(*steps).is_ok() => {
                let seat = self.operand(seat);
                self.emit(Ins::After { d, seat, steps: *steps as i16 });
            }
            Expr::TurnIndex => self.emit(Ins::Turn { d }),
            Expr::ZoneOf(def, seat) if **seat == Expr::Current => self.emit(Ins::OwnZone { d, def: *def as u16 }),
            Expr::ZoneOf(def, seat) => {
                let seat = self.operand(seat);
                self.emit(Ins::ZoneOf { d, seat, def: *def as u16 });
            }
            Expr::Top(zone) => {
                let zone = self.zone(zone);
                self.emit(Ins::Top { d, zone });
            }
            Expr::Property(property, card) => {
                let card = self.operand(card);
                self.emit(Ins::Property { d, card, property: *property as u16 });
            }
            Expr::RankOfCard(card) => {
                let card = self.operand(card);
                self.emit(Ins::Rank { d, card });
            }
            Expr::Arith(sign, a, b) => {
                let a = self.operand(a);
                match small(b) {
                    Some(n) => self.emit(Ins::ArithConst { sign: *sign, d, a, n }),
                    None => {
                        let b = self.operand(b);
                        self.emit(Ins::Arith { sign: *sign, d, a, b });
                    }
                }
            }
            Expr::If(condition, yes, no) => {
                let (other, over) = (self.label(), self.label());
                self.jump(condition, false, other);
                self.scalar(yes, d);
                self.emit(Ins::Jump(over));
                self.place(other);
                self.scalar(no, d);
                self.place(over);
            }
            Expr::CountCards(cards) => {
                let s = self.cards(cards);
                self.emit(Ins::Count { d, s });
            }
            Expr::Compare(..) | Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::AnyCard(_) | Expr::IsThere(_) => {
                let (other, over) = (self.label(), self.label());
                self.jump(expr, false, other);
                self.emit(Ins::Const { d, n: 1 });
                self.emit(Ins::Jump(over));
                self.place(other);
                self.emit(Ins::Const { d, n: 0 });
                self.place(over);
            }
            Expr::For(_, _, value) => self.scalar(value, d),
            Expr::Shared(share, value) => {
                let over = self.label();
                self.emit(Ins::Recall { d, variables: share.variables, number: share.number, to: over });
                self.scalar(value, d);
                self.emit(Ins::Remember { a: d, variables: share.variables, number: share.number });
                self.place(over);
            }
            Expr::ExtremeBy(which, Item::Seats(Seats::These(seats)), temp, key) if in_order(seats) => {
                // The best item and its key are in adjacent registers.
                let best = self.scalar_register();
                let rest = self.scalar_register();
                let (a, b) = (self.scalar_register(), self.scalar_register());
                self.emit(Ins::Burn(seats.len() as u16));
                self.emit(Ins::Const { d: best, n: super::MISSING });
                self.emit(Ins::Const { d: rest, n: super::MISSING });
                self.emit(Ins::Const { d: a, n: 0 });
                let again = self.label();
                self.place(again);
                let before = self.temps[temp.0 as usize].replace(a);
                self.scalar(key, b);
                self.temps[temp.0 as usize] = before;
                self.emit(Ins::Best { which: *which, a, b, d: best });
                self.emit(Ins::Loop { d: a, n: seats.len() as u8, to: again });
                self.emit(Ins::Copy { d, a: best });
            }
            expr => {
                self.set_temps(|visit| each::expr(expr, &mut &mut *visit));
                let index = position(&mut self.code.exprs, expr);
                self.emit(Ins::Eval { d, expr: index, rule: self.rule });
            }
        }
        (self.scalars, self.sets) = (scalars, sets);
    }

    /// Compiles code in which a temporary has a value.
    fn with(&mut self, temp: TempId, value: &Expr, f: impl FnOnce(&mut Self)) {
        let register = self.scalar_register();
        self.scalar(value, register);
        let before = self.temps[temp.0 as usize].replace(register);
        f(self);
        self.temps[temp.0 as usize] = before;
    }

    /// Sets the temporaries that a tree reads.
    fn set_temps(&mut self, walk: impl FnOnce(&mut dyn FnMut(each::Node<'_>))) {
        let mut read = [false; TempId::MOST];
        walk(&mut |node| {
            if let each::Node::Expr(Expr::Temp(temp)) = node {
                read[temp.0 as usize] = true;
            }
        });
        for (temp, _) in read.iter().enumerate().filter(|(_, read)| **read) {
            if let Some(a) = self.temps[temp] {
                self.emit(Ins::Temp { temp: temp as u8, a });
            }
        }
    }

    /// Evaluates a zone. Returns its register.
    fn zone(&mut self, zone: &Expr) -> u8 {
        self.operand(zone)
    }

    // Conditions.

    /// Jumps if a condition is true, or if it is not true.
    fn jump(&mut self, expr: &Expr, wanted: bool, to: Label) {
        let (scalars, sets) = (self.scalars, self.sets);
        match expr {
            Expr::Const(value) => {
                if (*value == 1) == wanted {
                    self.emit(Ins::Jump(to));
                }
            }
            Expr::Not(inner) => self.jump(inner, !wanted, to),
            Expr::And(parts) | Expr::Or(parts) => {
                let all = matches!(expr, Expr::And(_));
                if all == wanted {
                    let skip = self.label();
                    parts.iter().for_each(|part| self.jump(part, !wanted, skip));
                    self.emit(Ins::Jump(to));
                    self.place(skip);
                } else {
                    parts.iter().for_each(|part| self.jump(part, wanted, to));
                }
            }
            Expr::Compare(sign, a, b) if small(a).is_some() && small(b).is_none() => {
                self.compare(sign.turned(), b, a, wanted, to);
            }
            Expr::Compare(sign, a, b) => self.compare(*sign, a, b, wanted, to),
            Expr::AnyCard(cards) => {
                let s = self.cards(cards);
                self.emit(Ins::IfCards { s, some: wanted, to });
            }
            Expr::IsThere(value) => {
                let a = self.operand(value);
                self.emit(Ins::IfThere { a, there: wanted, to });
            }
            Expr::If(condition, yes, no) => {
                let (other, over) = (self.label(), self.label());
                self.jump(condition, false, other);
                self.jump(yes, wanted, to);
                self.emit(Ins::Jump(over));
                self.place(other);
                self.jump(no, wanted, to);
                self.place(over);
            }
            Expr::Let(temp, value, body) => self.with(*temp, value, |b| b.jump(body, wanted, to)),
            Expr::For(_, _, value) => self.jump(value, wanted, to),
            value => {
                let a = self.operand(value);
                self.emit(Ins::IfConst { when: Jumps::new(Compare::Eq, wanted), a, n: 1, to });
            }
        }
        (self.scalars, self.sets) = (scalars, sets);
    }

    fn compare(&mut self, sign: Compare, a: &Expr, b: &Expr, wanted: bool, to: Label) {
        let when = Jumps::new(sign, wanted);
        match (a, b, small(b)) {
            (Expr::CountCards(cards), _, Some(n)) => {
                let s = self.cards(cards);
                self.emit(Ins::IfCount { when, s, n, to });
            }
            (Expr::Var(var), _, Some(n)) => self.emit(Ins::IfVar { when, var: var.0, n, to }),
            (a, _, Some(n)) => {
                let a = self.operand(a);
                self.emit(Ins::IfConst { when, a, n, to });
            }
            (a, b, None) => {
                let a = self.operand(a);
                let b = self.operand(b);
                self.emit(Ins::If { when, a, b, to });
            }
        }
    }

    // Cards.

    /// Evaluates cards. Returns the register of the set.
    fn cards(&mut self, cards: &Cards) -> u8 {
        let s = self.set_register();
        self.set(cards, s);
        s
    }

    /// Evaluates cards into a register.
    fn set(&mut self, cards: &Cards, s: u8) {
        let (scalars, sets) = (self.scalars, self.sets);
        match cards {
            Cards::Zone(zone) => match &**zone {
                Expr::Const(zone) if (*zone as usize) < self.p.zones.len() => {
                    self.emit(Ins::Zone { s, zone: *zone as u16 });
                }
                Expr::ZoneOf(def, seat) if **seat == Expr::Current => self.emit(Ins::Own { s, def: *def as u16 }),
                zone => {
                    let zone = self.zone(zone);
                    self.emit(Ins::ZoneAt { s, zone });
                }
            },
            Cards::Zones(Zones::These(zones)) if zones.len() <= usize::from(u8::MAX) => {
                let zones: Vec<u16> = zones.iter().map(|zone| zone.0).collect();
                let (all, count) = (&mut self.code.zones, zones.len());
                let first = (0..all.len().saturating_sub(count)).find(|&at| all[at..at + count] == zones[..]);
                let first = first.unwrap_or_else(|| {
                    all.extend_from_slice(&zones);
                    all.len() - count
                });
                self.emit(Ins::Union { s, count: count as u8, first: first as u16 });
            }
            Cards::One(card) => {
                let card = self.operand(card);
                self.emit(Ins::One { s, card });
            }
            Cards::Filter(inner, test) => {
                self.set(inner, s);
                self.narrow(s, test);
            }
            Cards::Prefer(inner, test) => {
                self.set(inner, s);
                let t = self.set_register();
                self.emit(Ins::CopySet { s: t, t: s });
                self.narrow(t, test);
                self.emit(Ins::Prefer { s, t });
            }
            Cards::Join(parts) => {
                self.emit(Ins::Empty { s });
                for part in parts {
                    let (scalars, sets) = (self.scalars, self.sets);
                    let t = self.cards(part);
                    self.emit(Ins::Join { s, t });
                    (self.scalars, self.sets) = (scalars, sets);
                }
            }
            Cards::If(condition, yes, no) => {
                let (other, over) = (self.label(), self.label());
                self.jump(condition, false, other);
                self.set(yes, s);
                self.emit(Ins::Jump(over));
                self.place(other);
                self.set(no, s);
                self.place(over);
            }
            Cards::Let(bound, inner) if matches!(**bound, super::Binding::One(..)) => {
                if let super::Binding::One(temp, value) = &**bound {
                    self.with(*temp, value, |b| b.set(inner, s));
                }
            }
            cards => {
                self.set_temps(|visit| each::cards(cards, &mut &mut *visit));
                let index = position(&mut self.code.cards, cards);
                self.emit(Ins::Set { s, cards: index, rule: self.rule });
            }
        }
        (self.scalars, self.sets) = (scalars, sets);
    }

    /// Keeps the cards of a set that pass a test.
    fn narrow(&mut self, s: u8, test: &Test) {
        let (scalars, sets) = (self.scalars, self.sets);
        match test {
            Test::Mask(mask) => {
                let mask = self.mask(mask);
                self.emit(Ins::Mask { s, mask });
            }
            Test::ByValue(masks, value) => {
                let a = self.operand(value);
                let (first, count) = self.masks(masks);
                self.emit(Ins::ByValue { s, a, first, count });
            }
            Test::ByOrder(masks, value) => {
                let a = self.operand(value);
                let (first, count) = self.masks(masks);
                self.emit(Ins::ByOrder { s, a, first, count });
            }
            Test::Fixed(condition) => {
                let over = self.label();
                self.jump(condition, true, over);
                self.emit(Ins::Empty { s });
                self.place(over);
            }
            Test::And(tests) => tests.iter().for_each(|test| self.narrow(s, test)),
            Test::Or(tests) => {
                // Conditions that do not depend on the card let all cards pass at once.
                let over = self.label();
                let mut others = Vec::new();
                for test in tests {
                    match test {
                        Test::Fixed(condition) => self.jump(condition, true, over),
                        test => others.push(test),
                    }
                }
                match others[..] {
                    [] => self.emit(Ins::Empty { s }),
                    [only] => self.narrow(s, only),
                    _ => {
                        let passed = self.set_register();
                        self.emit(Ins::Empty { s: passed });
                        for test in others {
                            let (scalars, sets) = (self.scalars, self.sets);
                            let t = self.set_register();
                            self.emit(Ins::CopySet { s: t, t: s });
                            self.narrow(t, test);
                            self.emit(Ins::Join { s: passed, t });
                            (self.scalars, self.sets) = (scalars, sets);
                        }
                        self.emit(Ins::CopySet { s, t: passed });
                    }
                }
                self.place(over);
            }
            Test::Not(test) => {
                let t = self.set_register();
                self.emit(Ins::CopySet { s: t, t: s });
                self.narrow(t, test);
                self.emit(Ins::Minus { s, t });
            }
            Test::Each(temp, condition) => {
                let (left, card) = (self.set_register(), self.scalar_register());
                let (again, over) = (self.label(), self.label());
                self.emit(Ins::BurnCards { s, rule: self.rule });
                self.emit(Ins::CopySet { s: left, t: s });
                self.emit(Ins::Empty { s });
                self.place(again);
                self.emit(Ins::NextCard { d: card, s: left, to: over });
                let before = self.temps[temp.0 as usize].replace(card);
                self.jump(condition, false, again);
                self.temps[temp.0 as usize] = before;
                self.emit(Ins::Put { s, card });
                self.emit(Ins::Jump(again));
                self.place(over);
            }
        }
        (self.scalars, self.sets) = (scalars, sets);
    }

    /// Returns the number of a mask.
    fn mask(&mut self, mask: &[u64]) -> u16 {
        self.masks(&[mask.into()]).0
    }

    /// Returns the number of the first of these masks, and their number.
    fn masks(&mut self, masks: &[Box<[u64]>]) -> (u16, u16) {
        let words = self.words();
        let word = |mask: &[u64], at: usize| mask.get(at).copied().unwrap_or(0);
        let flat: Vec<u64> = masks.iter().flat_map(|mask| (0..words).map(move |at| word(mask, at))).collect();
        let all = &mut self.code.masks;
        let found = (0..(all.len() + words).saturating_sub(flat.len()) / words)
            .map(|at| at * words)
            .find(|&at| all.get(at..at + flat.len()) == Some(&flat[..]));
        let first = found.unwrap_or_else(|| {
            all.extend_from_slice(&flat);
            all.len() - flat.len()
        });
        self.overflow |= first / words + masks.len() > usize::from(u16::MAX);
        ((first / words) as u16, masks.len() as u16)
    }
}

/// Whether a branch only decides about a note or an announcement at the end of a rule. Without lore it changes nothing.
fn decides_note(unit: &Unit, at: usize, to: u16) -> bool {
    let note = matches!(unit.code[at + 1].op, Op::Note { .. } | Op::Say(..) | Op::Known(..));
    note && matches!(unit.code[at + 2].op, Op::End) && usize::from(to) == at + 2
}

/// A constant that fits into an instruction.
fn small(expr: &Expr) -> Option<i16> {
    if let Expr::Const(value) = expr { i16::try_from(*value).ok() } else { None }
}

/// Whether these are all seats from 0 on, in order.
fn in_order(seats: &[u8]) -> bool {
    !seats.is_empty() && seats.iter().enumerate().all(|(at, &seat)| at == usize::from(seat))
}

/// Returns the index of an item, and adds it if necessary.
fn position<T: Clone + PartialEq>(all: &mut Vec<T>, item: &T) -> u16 {
    let found = all.iter().position(|other| other == item);
    found.unwrap_or_else(|| {
        all.push(item.clone());
        all.len() - 1
    }) as u16
}
