//! Compiles effects and turns to register code (`linear.rs`).
//!
//! A rule that needs its frame before its first instruction, or that can replace an event, is not part of the code of a
//! turn. There, [`Ins::Listen`] runs it.

use super::linear::{Block, Entries, Ins, Linear, Moment, REGISTERS, SETS, Turns, When as Jumps};
use super::walk::each;
use super::{
    Cards, Change, Compare, Expr, FlowTarget, Framing, Instruction, Item, Kept, Listeners, NoteSubject, Op, Options,
    Order, Program, Put, RuleCode, Seats, Target, TempId, Test, Unit, Zones,
};
use rulebook_kernel::Seat;
use rulebook_table::ZoneId;
use std::ops::Range;

impl Program {
    /// Compiles the register code.
    pub(super) fn linearize(&mut self) {
        // Nobody asks for the audience of a value in register code, so names can be replaced everywhere.
        let mut plain = self.clone();
        plain.fold(super::inline_lets::inline);
        let mut builder = Builder::new(&plain);
        builder.effect(u16::MAX, &plain.setup);
        for (rule, code) in plain.rules.iter().enumerate() {
            builder.effect(rule as u16, &code.unit);
        }
        for state in 0..plain.flow.states.len() {
            let turns = builder.turns(state as u16);
            builder.linear.turns.push(turns);
        }
        self.linear = builder.linear;
    }
}

impl Program {
    /// The number of rules, from the first one on, that can be part of the code of a turn.
    fn rules_in_turn(&self, of: &Listeners) -> usize {
        let fits = |rule: &RuleCode| rule.unit.framing != Framing::AtOnce && !rule.needs_frame;
        let all = of.post.iter().take_while(|rule| fits(&self.rules[**rule as usize])).count();
        if of.pre.is_empty() && of.replace.is_empty() { all } else { 0 }
    }

    /// What is no register code: the instructions that run as a whole, and the rules of phases that are called.
    pub fn outside_registers(&self) -> Vec<String> {
        let whole = |code: &[Ins]| code.windows(2).filter(|two| matches!(two, [Ins::Step(_), Ins::Exec])).count();
        let steps = |code: &[Ins]| code.iter().filter(|ins| matches!(ins, Ins::Step(_))).count();
        let effects = || self.linear.effects.iter().map(|(code, _)| &code[..]);
        let (whole, steps): (usize, usize) = (effects().map(whole).sum(), effects().map(steps).sum());
        let mut lines = vec![format!("register code: {} of {steps} instructions", steps - whole)];
        for phase in &self.flow.phases {
            if let Some(&rule) = phase.rules.post.get(self.rules_in_turn(&phase.rules)) {
                let (phase, rule) = (self.symbols.text(phase.name), &self.rules[rule as usize].id);
                lines.push(format!("phase `{phase}`: called from rule `{rule}` on"));
            }
        }
        lines
    }
}

/// A place in the code. Instructions refer to labels until the code of an effect or of the turns is complete.
type Label = u16;

struct Builder<'a> {
    p: &'a Program,
    linear: Linear,
    /// The code of the current effect, or of the current turns.
    code: Vec<Ins>,
    /// The instruction of each label.
    labels: Vec<u16>,
    /// The number of registers in use.
    scalars: usize,
    sets: usize,
    /// The registers of temporaries.
    temps: [Option<u8>; TempId::MOST],
    /// Whether the code needs more registers, or greater numbers, than there are.
    overflow: bool,
    /// Whether turns call all rules, because their code would be too long.
    calls: bool,
}

impl<'a> Builder<'a> {
    fn new(p: &'a Program) -> Builder<'a> {
        Builder {
            p,
            linear: Linear::default(),
            code: Vec::new(),
            labels: Vec::new(),
            scalars: 0,
            sets: 0,
            temps: [None; TempId::MOST],
            overflow: false,
            calls: false,
        }
    }

    /// Compiles the effect of a rule or the setup.
    fn effect(&mut self, rule: u16, unit: &Unit) {
        let mut starts = self.steps(unit);
        self.emit(Ins::End);
        if self.is_too_long() {
            (self.code, self.labels, starts) = (Vec::new(), Vec::new(), Vec::new());
            for at in 0..unit.code.len() {
                starts.push(self.placed());
                self.code.extend([Ins::Step(at as u16), Ins::Exec]);
            }
            starts.push(self.placed());
            self.emit(Ins::End);
        }
        let code = self.finish(starts.iter_mut());
        self.linear.effects.push((code, Block { rule, starts, of: None }));
    }

    /// Replaces labels by instructions. Returns the code.
    fn finish<'l>(&mut self, starts: impl Iterator<Item = &'l mut Label>) -> Vec<Ins> {
        let (mut code, labels) = (std::mem::take(&mut self.code), std::mem::take(&mut self.labels));
        code.iter_mut().filter_map(Ins::target).for_each(|to| *to = labels[*to as usize]);
        starts.for_each(|to| *to = labels[*to as usize]);
        code
    }

    /// Compiles the turns of a state.
    fn turns(&mut self, state: u16) -> Turns {
        let (p, mut turns) = (self.p, Turns::default());
        let own = &p.flow.states[state as usize].phases;
        // An action can insert these phases.
        let inserts = |step: &Instruction, phase: u16| match &step.op {
            Op::Flow(
                Change::Phase(FlowTarget::Known(known)) | Change::Insert { phase: FlowTarget::Known(known), .. },
            ) => *known == phase,
            Op::Flow(change) => matches!(change, Change::Phase(_) | Change::Insert { .. }),
            _ => false,
        };
        let units = || p.rules.iter().map(|rule| &rule.unit).chain([&p.setup]);
        let inserted = |phase: u16| units().any(|unit| unit.code.iter().any(|step| inserts(step, phase)));
        let others = (0..p.flow.phases.len() as u16).filter(|&phase| !own.contains(&phase) && inserted(phase));
        let others: Vec<u16> = others.collect();
        let after = self.label();
        for &phase in own.iter().chain(&others) {
            let start = self.placed();
            turns.phases.push((phase, start));
            self.emit(Ins::Phase);
            self.rules(&p.flow.phases[phase as usize].rules, Moment::Phase(phase), &mut turns.blocks);
            if turns.phases.len() < own.len() + others.len() {
                self.emit(Ins::Jump(after));
            }
        }
        turns.own = own.len();
        self.place(after);
        self.emit(Ins::AfterPhase);
        let from = self.code.len();
        for transition in p.flow.transitions.iter().filter(|transition| transition.from == state) {
            let over = self.label();
            if let Some(when) = &transition.when {
                self.condition(when, over);
            }
            self.emit(Ins::LeaveTo(transition.to));
            self.place(over);
        }
        self.check_work(from..self.code.len());
        self.emit(Ins::NextPhase);
        let heard = p.flow.order != Order::Simultaneous;
        let (end, first) = (self.placed(), self.label());
        if !heard || p.flow.turn_end.is_empty() && p.flow.turn_end.recaps.is_empty() {
            self.emit(Ins::PassTurn { to: first });
        }
        self.emit(Ins::EndTurn);
        if heard {
            self.rules(&p.flow.turn_end, Moment::TurnEnd, &mut turns.blocks);
        }
        let ended = self.placed();
        self.emit(Ins::Idle);
        let next = self.placed();
        self.emit(Ins::NextTurn);
        let begin = self.placed();
        self.emit(Ins::BeginTurn);
        self.place(first);
        if heard {
            self.rules(&p.flow.turn_begin, Moment::TurnBegin, &mut turns.blocks);
        }
        self.emit(Ins::ToPhase);
        if self.is_too_long() && !self.calls {
            (self.code, self.labels, self.calls) = (Vec::new(), Vec::new(), true);
            turns = self.turns(state);
            self.calls = false;
            return turns;
        }
        turns.entries = Entries { begin, after_phase: after, end, ended, next };
        let Entries { begin, after_phase, end, ended, next } = &mut turns.entries;
        let entries = [begin, after_phase, end, ended, next].into_iter();
        let blocks = turns.blocks.iter_mut().flat_map(|block| &mut block.starts);
        let phases = turns.phases.iter_mut().map(|(_, start)| start);
        turns.code = self.finish(entries.chain(blocks).chain(phases));
        turns
    }

    /// The rules of an event of a turn, one after the other.
    fn rules(&mut self, of: &Listeners, event: Moment, blocks: &mut Vec<Block>) {
        let post = &of.post;
        let fit = if self.calls { 0 } else { self.p.rules_in_turn(of) };
        for (at, &rule) in post[..fit].iter().enumerate() {
            self.rule(rule, (event, at as u16 + 1), blocks);
            // A rule can change the flow, and so can the rules that it triggers.
            let changes =
                |op: &Op| !matches!(op, Op::Ask(_)) && (matches!(op, Op::Flow(_)) || !self.p.is_done_at_once(op));
            if self.p.rules[rule as usize].unit.code.iter().any(|step| changes(&step.op)) {
                self.emit(Ins::Pending);
            }
        }
        if fit < post.len() || !of.pre.is_empty() || !of.replace.is_empty() {
            self.emit(Ins::Listen(event, fit as u16));
            self.emit(Ins::Pending);
        } else if !of.recaps.is_empty() {
            self.emit(Ins::Recap(event));
        }
    }

    /// A rule of a turn: its condition and its effect.
    fn rule(&mut self, rule: u16, of: (Moment, u16), blocks: &mut Vec<Block>) {
        let code = &self.p.rules[rule as usize];
        let skip = self.label();
        self.emit(Ins::Rule(blocks.len() as u16));
        if let Some((_, mark)) = code.once {
            self.emit(Ins::IfFired { mark: mark as u8, to: skip });
        }
        let from = self.code.len();
        if let Some(when) = &code.when {
            self.condition(when, skip);
        }
        let to = self.code.len();
        if let Some((_, mark)) = code.once {
            self.emit(Ins::Fired { mark: mark as u8 });
        }
        let framed = !code.unit.slots.is_empty() || !code.unit.lists.is_empty();
        if framed {
            self.emit(Ins::Begin);
        }
        let starts = self.steps(&code.unit);
        if framed {
            self.emit(Ins::EndRule);
        }
        self.place(skip);
        self.check_work(from..to);
        blocks.push(Block { rule, starts, of: Some(of) });
    }

    /// Checks the work budget if this code of conditions uses it.
    fn check_work(&mut self, code: Range<usize>) {
        let uses =
            |ins: &Ins| matches!(ins, Ins::Eval { .. } | Ins::Set { .. } | Ins::Burn { .. } | Ins::BurnCards { .. });
        if self.code[code].iter().any(uses) {
            self.emit(Ins::Beyond);
        }
    }

    /// Compiles a condition. Jumps if it does not hold.
    fn condition(&mut self, when: &Expr, otherwise: Label) {
        let from = self.code.len();
        let overflow = std::mem::take(&mut self.overflow);
        self.free();
        self.jump(when, false, otherwise);
        if std::mem::replace(&mut self.overflow, overflow) {
            self.code.truncate(from);
            self.free();
            self.tree(when, 0);
            self.emit(Ins::IfConst { when: Jumps::new(Compare::Eq, false), a: 0, n: 1, to: otherwise });
        }
    }

    /// Compiles the instructions of an effect. Returns the label of each instruction, and the label of the end.
    fn steps(&mut self, unit: &Unit) -> Vec<Label> {
        let starts: Vec<Label> = (0..=unit.code.len()).map(|_| self.label()).collect();
        for (at, step) in unit.code.iter().enumerate() {
            self.place(starts[at]);
            self.free();
            self.emit(Ins::Step(at as u16));
            let from = self.code.len();
            let overflow = std::mem::take(&mut self.overflow);
            let done = self.step(unit, step, at, &starts);
            if std::mem::replace(&mut self.overflow, overflow) || !done {
                self.code.truncate(from);
                self.emit(Ins::Exec);
            }
        }
        self.place(starts[unit.code.len()]);
        starts
    }

    /// Compiles an instruction of an effect. Returns `false` if it stays as it is.
    fn step(&mut self, unit: &Unit, step: &Instruction, at: usize, starts: &[Label]) -> bool {
        match &step.op {
            Op::Jump(to) => self.emit(Ins::Jump(starts[*to as usize])),
            Op::End => {
                if at + 1 < unit.code.len() {
                    self.emit(Ins::Jump(starts[unit.code.len()]));
                }
            }
            Op::Branch(when, to) => {
                let note = matches!(unit.code[at + 1].op, Op::Note { .. } | Op::Say(..) | Op::Known(..));
                if note && is_last(unit, at + 1) && usize::from(*to) == at + 2 {
                    self.emit(Ins::IfUnwatched(starts[*to as usize]));
                }
                self.jump(when, false, starts[*to as usize]);
            }
            // Without lore, values have no audience, and notes change nothing.
            Op::Say(..) | Op::Known(..) => {
                self.emit(Ins::IfUnwatched(starts[at + 1]));
                self.emit(Ins::Exec);
            }
            Op::Note { .. } if is_last(unit, at) => {
                self.emit(Ins::IfUnwatched(starts[at + 1]));
                self.emit(Ins::Exec);
            }
            Op::Note { of: NoteSubject::Zone(zone), such, least: None } => {
                let plain = self.label();
                self.emit(Ins::IfUnwatched(plain));
                self.emit(Ins::Exec);
                self.place(plain);
                let s = self.set_register();
                let zone = self.zone(zone);
                self.emit(Ins::ZoneAt { s, zone });
                self.narrow(s, such);
                self.emit(Ins::IsEmpty { s });
            }
            Op::Next { left, item, done } => {
                self.emit(Ins::NextItem { left: left.0, item: item.0, to: starts[*done as usize] });
            }
            Op::Set(target, value) => {
                let a = self.operand(value);
                let seat = self.seat_of(target);
                self.put(target, seat, a);
            }
            Op::Add(target, by) => {
                let b = self.operand(by);
                let (d, seat) = (self.scalar_register(), self.seat_of(target));
                match target {
                    Target::Slot(slot) => self.emit(Ins::Slot { d, slot: slot.0 }),
                    Target::Global(slot) => self.emit(Ins::Global { d, slot: slot.0 }),
                    Target::Var(var) => self.emit(Ins::Var { d, var: var.0 }),
                    Target::VarOf(def, _) => {
                        self.emit(Ins::IsSeat { seat });
                        self.emit(Ins::VarOf { d, seat, def: *def as u16 });
                    }
                }
                self.emit(Ins::Sum { d, a: d, b });
                self.put(target, seat, d);
            }
            Op::Flow(Change::Next(seat)) => {
                let seat = self.operand(seat);
                self.emit(Ins::Next { seat });
            }
            Op::Move { cards, to, facing, put: Put::ON_TOP, result: Kept::No, told } => {
                let (facing, needed) = (*facing, cards.needs_some);
                let one = match (&cards.from, &cards.count) {
                    (Cards::One(card), None | Some(Expr::Const(1)))
                        if !matches!(**card, Expr::Top(_) | Expr::Bottom(_)) =>
                    {
                        Some(card)
                    }
                    (Cards::Filter(..) | Cards::Prefer(..), None) if self.is_unordered(&cards.from) => None,
                    _ => return false,
                };
                if cards.found || told.is_some() {
                    let plain = self.label();
                    self.emit(Ins::IfUnwatched(plain));
                    self.emit(Ins::Exec);
                    self.place(plain);
                }
                let zone = self.zone(to);
                if let Some(card) = one {
                    let card = self.operand(card);
                    let needed = needed || cards.count.is_some();
                    self.emit(Ins::Move { card, zone, facing, needed });
                } else {
                    let s = self.cards(&cards.from);
                    self.emit(Ins::MoveSet { s, zone, facing, needed });
                }
            }
            Op::Deal { from, to: Zones::One(to), each: Some(Expr::Const(1)), event, .. }
                if self.p.is_unheard(*event) =>
            {
                let from = self.zone(from);
                let to = self.zone(to);
                self.emit(Ins::Draw { from, to });
            }
            Op::Ask(question) => match (&question.options, &question.who) {
                (Options::Cards(cards), Expr::Current)
                    if self.words() <= 2
                        && question.many.is_none()
                        && question.pressed.is_none()
                        && question.buttons.iter().all(|button| button.when.is_none()) =>
                {
                    let s = self.cards(cards);
                    let must = question.buttons.is_empty();
                    self.emit(Ins::AskCards { s, must });
                }
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    /// The register of the seat whose variable is the target. Any register if the target is no variable of a seat.
    fn seat_of(&mut self, target: &Target) -> u8 {
        if let Target::VarOf(_, seat) = target { self.operand(seat) } else { 0 }
    }

    fn put(&mut self, target: &Target, seat: u8, a: u8) {
        match target {
            Target::Slot(slot) => self.emit(Ins::SetSlot { a, slot: slot.0 }),
            Target::Global(slot) => self.emit(Ins::SetGlobal { a, slot: slot.0 }),
            Target::Var(var) => self.emit(Ins::SetVar { a, var: var.0 }),
            Target::VarOf(def, _) => self.emit(Ins::SetVarOf { a, seat, def: *def as u16 }),
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

    fn is_too_long(&self) -> bool {
        self.code.len().max(self.labels.len()) > usize::from(u16::MAX)
    }

    fn label(&mut self) -> Label {
        self.labels.push(0);
        (self.labels.len() - 1) as Label
    }

    fn place(&mut self, label: Label) {
        self.labels[label as usize] = self.code.len() as u16;
    }

    /// A label at this place.
    fn placed(&mut self) -> Label {
        let label = self.label();
        self.place(label);
        label
    }

    fn emit(&mut self, ins: Ins) {
        self.code.push(ins);
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

    /// Evaluates a zone. The instruction of the effect fails if there is no such zone.
    fn zone(&mut self, zone: &Expr) -> u8 {
        let register = self.operand(zone);
        let exists = match zone {
            Expr::Const(zone) => (*zone as usize) < self.p.zones.len(),
            Expr::ZoneOf(_, seat) => **seat == Expr::Current,
            _ => false,
        };
        if !exists {
            self.emit(Ins::IsZone { zone: register });
        }
        register
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
                let zone = self.operand(zone);
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
                let over = self.label();
                self.emit(Ins::Const { d: best, n: super::MISSING });
                self.emit(Ins::Const { d: rest, n: super::MISSING });
                self.emit(Ins::Const { d: a, n: 0 });
                self.emit(Ins::Burn { items: seats.len() as u16, to: over });
                let again = self.placed();
                let before = self.temps[temp.0 as usize].replace(a);
                self.scalar(key, b);
                self.temps[temp.0 as usize] = before;
                self.emit(Ins::Best { which: *which, a, b, d: best });
                self.emit(Ins::Loop { d: a, n: seats.len() as u8, to: again });
                self.place(over);
                self.emit(Ins::Copy { d, a: best });
            }
            expr => self.tree(expr, d),
        }
        (self.scalars, self.sets) = (scalars, sets);
    }

    /// Evaluates a scalar that stays a tree.
    fn tree(&mut self, expr: &Expr, d: u8) {
        self.set_temps(|visit| each::expr(expr, &mut &mut *visit));
        let index = self.linear.exprs.len();
        self.linear.exprs.push(expr.clone());
        self.emit(Ins::Eval { d, expr: index as u32 });
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
            Expr::Var(var) => self.emit(Ins::IfVar { when: Jumps::new(Compare::Eq, wanted), var: var.0, n: 1, to }),
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
                    let zone = self.operand(zone);
                    self.emit(Ins::ZoneAt { s, zone });
                }
            },
            Cards::Zones(Zones::These(zones)) if zones.len() <= usize::from(u8::MAX) => {
                let zones: Vec<u16> = zones.iter().map(|zone| zone.0).collect();
                let (all, count) = (&mut self.linear.zones, zones.len());
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
                let index = self.linear.cards.len();
                self.linear.cards.push(cards.clone());
                self.emit(Ins::Set { s, cards: index as u32 });
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
                self.emit(Ins::BurnCards { s });
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
        let all = &mut self.linear.masks;
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

/// Whether nothing follows this instruction of an effect, even if it fails.
fn is_last(unit: &Unit, at: usize) -> bool {
    unit.framing != Framing::AtOnce && matches!(unit.code[at + 1].op, Op::End)
}

/// A constant that fits into an instruction.
fn small(expr: &Expr) -> Option<i16> {
    if let Expr::Const(value) = expr { i16::try_from(*value).ok() } else { None }
}

/// Whether these are all seats from 0 on, in order.
fn in_order(seats: &[u8]) -> bool {
    !seats.is_empty() && seats.iter().enumerate().all(|(at, &seat)| at == usize::from(seat))
}
