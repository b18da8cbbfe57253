//! Compiles control flow and structure (CGML 13.7).

use super::super::emitter::{LATER, branch};
use super::super::scope::{Bound, How};
use super::super::value::{Ty, Val};
use super::super::{Compiler, codes};
use super::movement::other_way;
use crate::code::{
    Ask, Attempt, Compare, Expr, Instruction, Item, Kind, List, ListId, Op, Options, Seats, SlotId, Target, When,
};
use crate::syntax::{Action, ForEach, ForEachPlayer, If, LoopOrder, Parallel, ReorderBy, Repeat, Try, Verb};
use rulebook_diag::{Diagnostic, Span};

impl<'a> Compiler<'a> {
    pub(super) fn act_if(&mut self, act: &'a If) {
        let condition = self.condition(&act.condition);
        self.forks += 1;
        self.fork(act, condition);
        self.forks -= 1;
    }

    fn fork(&mut self, act: &'a If, condition: Expr) {
        let fork = self.unit.emit(branch(condition));
        self.actions(&act.then);
        if act.otherwise.is_empty() {
            let here = self.unit.here();
            self.unit.aim(fork, here);
            return;
        }
        let out = self.unit.emit(Op::Jump(LATER));
        let here = self.unit.here();
        self.unit.aim(fork, here);
        self.actions(&act.otherwise);
        let here = self.unit.here();
        self.unit.aim(out, here);
    }

    pub(super) fn act_try(&mut self, act: &'a Try, action: &'a Action) {
        if self.lane.is_some() && !self.dry {
            return self.try_at_once(act, action);
        }
        let attempt = self.unit.emit(Op::Try { otherwise: LATER });
        self.unit.rollback = true;
        self.forks += 1;
        self.actions(&act.body);
        self.forks -= 1;
        self.unit.emit(Op::Done);
        let out = self.unit.emit(Op::Jump(LATER));
        let here = self.unit.here();
        self.unit.aim(attempt, here);
        self.actions(&act.otherwise);
        let here = self.unit.here();
        self.unit.aim(out, here);
    }

    /// Compiles `TRY` inside a simultaneous loop. Nothing can be undone for one player alone, so the engine tests for
    /// each player whether all actions would succeed, and then performs one of the branches.
    fn try_at_once(&mut self, act: &'a Try, action: &'a Action) {
        if act.body.iter().any(|inner| has(inner, &asks)) {
            let message =
                "`TRY` cannot contain a question while all players act at once, because an answer cannot be undone";
            self.error(codes::NOT_AT_ONCE, action.span, message);
            return;
        }
        let possible = self.attempt(action.span, |check| check.actions(&act.body));
        let possible = self.bool(possible, action.span);
        self.forks += 1;
        let fork = self.unit.emit(branch(possible));
        self.actions(&act.body);
        let out = self.unit.emit(Op::Jump(LATER));
        let here = self.unit.here();
        self.unit.aim(fork, here);
        self.actions(&act.otherwise);
        let here = self.unit.here();
        self.unit.aim(out, here);
        self.forks -= 1;
    }

    /// Compiles `PARALLEL`. Branches run simultaneously if at least two of them ask a player. Otherwise they run one
    /// after the other, because the order makes no difference.
    pub(super) fn act_parallel(&mut self, act: &'a Parallel) {
        let asking = act.body.iter().filter(|action| has(action, &asks)).count();
        // If a branch contains a simultaneous loop or a `TRY`, the branches run one after the other. A lane cannot contain
        // such a loop, and a `TRY` in a lane cannot undo its actions or ask a player.
        // New action: add it if it cannot run in a lane, like `TRY` and simultaneous loops.
        let apart = act.body.iter().any(|action| {
            has(action, &|verb| matches!(verb, Verb::Try(_)))
                || self.game.simultaneous && has(action, &|verb| matches!(verb, Verb::ForEachPlayer(_)))
                || has(action, &|verb| {
                    matches!(verb, Verb::ForEachPlayer(each)
                        if each.order.is_some_and(|order| order.value == LoopOrder::Simultaneous))
                })
        });
        if asking < 2 || apart || self.lane.is_some() || self.dry || act.body.len() > u8::MAX as usize {
            return self.actions(&act.body);
        }
        let branches = self.unit.emit(Op::Branches { starts: Vec::new(), end: LATER });
        let (mut begun, mut ways_out) = (Vec::new(), Vec::new());
        for branch in &act.body {
            begun.push(self.unit.here());
            self.actions(std::slice::from_ref(branch));
            ways_out.push(self.unit.emit(Op::Jump(LATER)));
        }
        let here = self.unit.here();
        for way in ways_out {
            self.unit.aim(way, here);
        }
        self.unit.aim(branches, here);
        if let Some(Op::Branches { starts, .. }) = self.unit.code.get_mut(branches).map(|step| &mut step.op) {
            *starts = begun;
        }
    }

    pub(super) fn act_for_each_player(&mut self, act: &'a ForEachPlayer, action: &'a Action) {
        let span = act.players.as_ref().and_then(|who| who.span).unwrap_or(action.span);
        let written = act.order.map(|order| order.value);
        if written == Some(LoopOrder::Simultaneous) && self.lane.is_some() {
            let span = act.order.map_or(span, |order| order.span);
            let message = "this loop is already inside a simultaneous loop";
            self.report(Diagnostic::error(codes::NOT_AT_ONCE, span, message).label("nested simultaneous loop"));
        }
        // Without a written order, the loop is simultaneous in a simultaneous game. Otherwise it follows the order of
        // play.
        let at_once = self.game.simultaneous && self.lane.is_none();
        let order = written.or(at_once.then_some(LoopOrder::Simultaneous));
        let everybody: Vec<u8> = (0..self.game.seats as u8).collect();
        let given = act.players.as_ref().map(|who| self.who(who, None, span));
        let seats = match (order, given) {
            (Some(LoopOrder::Clockwise | LoopOrder::Simultaneous), None) => Seats::These(everybody),
            (Some(LoopOrder::Counterclockwise), None) => Seats::These(other_way(everybody)),
            (Some(LoopOrder::Counterclockwise), Some(seats)) => self.ordered(seats, other_way(everybody), span),
            (Some(_), Some(Seats::These(mut seats))) => {
                seats.sort_unstable();
                Seats::These(seats)
            }
            (Some(_), Some(seats)) => self.ordered(seats, everybody, span),
            (None, Some(seats)) => seats,
            (None, None) if self.game.simultaneous || self.in_setup => Seats::These(everybody),
            (None, None) => Seats::TurnOrder,
        };
        let player = self.unit.slot("player", Kind::Seat);
        // `canPerform` tests the players one after the other.
        if order == Some(LoopOrder::Simultaneous) && !self.dry {
            let lanes = self.unit.emit(Op::Lanes { seats, player, end: LATER });
            let (slots, lists) = self.unit.sizes();
            self.lane_start = (lanes, slots, lists);
            let outer = self.lane.replace(player);
            self.with_player(player, |check| check.steps_for_all(&act.body));
            self.lane = outer;
            let here = self.unit.here();
            self.unit.aim(lanes, here);
            return;
        }
        self.looped(Item::Seats(seats), player, Kind::Seat, |check| {
            check.with_player(player, |check| check.actions(&act.body));
        });
    }

    /// Compiles the body of a simultaneous loop. If a step may ask only some players, all lanes wait after it.
    fn steps_for_all(&mut self, steps: &'a [Action]) {
        for (i, step) in steps.iter().enumerate() {
            self.actions(std::slice::from_ref(step));
            if i + 1 < steps.len() && has(step, &asks) && !self.asks_all(step) {
                self.unit.emit(Op::Meet);
            }
        }
    }

    /// Whether the step asks every player who takes part in the next step.
    fn asks_all(&self, step: &Action) -> bool {
        let policy = step.common.on_failure.map(|policy| super::when(policy.value)).or(self.unit.when);
        // New action: add it if it asks a player.
        let plain = matches!(step.verb, Verb::RequestInput(_)) && step.common.condition.is_none();
        plain && policy != Some(When::Continue)
    }

    /// Compiles the body of a loop over players. In the body, `$player` reads the slot `player`. After the body, the
    /// names that it stored can no longer be read.
    fn with_player(&mut self, player: SlotId, body: impl FnOnce(&mut Compiler<'a>)) {
        let before = self.scope.len();
        self.bind("player", How::Path, Bound::Val(Val::seat(Expr::Slot(player))));
        let outer = self.loop_player.replace(Expr::Slot(player));
        body(self);
        self.loop_player = outer;
        self.scope.truncate(before);
    }

    /// Emits a loop that puts each item into the slot.
    pub(super) fn looped(&mut self, items: Item, item: SlotId, kind: Kind, body: impl FnOnce(&mut Compiler<'a>)) {
        let left = self.unit.list("items left", kind);
        self.unit.emit(Op::Loop(left, items));
        let start = self.unit.here();
        let next = self.unit.emit(Op::Next { left, item, done: LATER });
        let (forks, loose) = (std::mem::take(&mut self.forks), std::mem::take(&mut self.loose));
        body(self);
        self.forks = forks;
        let stored = std::mem::replace(&mut self.loose, loose);
        self.forget(&stored);
        self.unit.emit(Op::Jump(start));
        let here = self.unit.here();
        self.unit.aim(next, here);
    }

    /// Clears the values that a round stored, so that the next round cannot read them.
    fn forget(&mut self, stored: &[(Ty, u16)]) {
        for &(ty, number) in stored {
            self.unit.emit(match ty {
                Ty::One(_) => Op::Set(Target::Slot(SlotId(number)), super::super::value::missing()),
                _ => Op::SetList(ListId(number), List::Of(Vec::new())),
            });
        }
    }

    pub(super) fn act_repeat(&mut self, act: &'a Repeat, action: &'a Action) {
        if act.going.is_none() && act.until.is_none() {
            let found = Diagnostic::error(codes::ACTION, action.span, "this loop never ends");
            self.report(found.help("add `while:`, tested before each round, or `until:`, tested after each round"));
        }
        let before = self.scope.len();
        let start = self.unit.here();
        let going = match &act.going {
            Some(going) => self.condition(going),
            None => Expr::Const(1),
        };
        let head = self.unit.emit(branch(going));
        let (forks, loose) = (std::mem::take(&mut self.forks), std::mem::take(&mut self.loose));
        self.unit.repeats += 1;
        self.actions(&act.body);
        self.unit.repeats -= 1;
        self.forks = forks;
        let stored = std::mem::replace(&mut self.loose, loose);
        let over = act.until.as_ref().map(|until| {
            let until = self.condition(until);
            let fork = self.unit.emit(branch(until));
            self.forget(&stored);
            let over = self.unit.emit(Op::Jump(LATER));
            let here = self.unit.here();
            self.unit.aim(fork, here);
            over
        });
        self.forget(&stored);
        self.unit.emit(Op::Jump(start));
        let here = self.unit.here();
        self.unit.aim(head, here);
        if let Some(over) = over {
            self.unit.aim(over, here);
        }
        self.scope.truncate(before);
    }

    pub(super) fn act_for_each(&mut self, act: &'a ForEach) {
        let value = self.lower(&act.items);
        if let Val::One(kind @ (Kind::Card | Kind::Seat), only) = value {
            return self.for_items(act, Val::list(kind, crate::code::List::Of(vec![only])));
        }
        self.for_items(act, value);
    }

    fn for_items(&mut self, act: &'a ForEach, value: Val<'a>) {
        let open = value.is_open();
        let items = self.items(value, act.items.span);
        let Some((items, kind, group)) = items.filter(|_| !open) else {
            // Compile the body anyway, to report the mistakes in it.
            let before = self.scope.len();
            let name = act.name.as_ref().map_or("item", |name| name.as_str());
            for word in [name, "card", "player", "zone"] {
                self.bind(word, How::Both, Bound::Val(Val::Hole));
            }
            self.actions(&act.body);
            self.scope.truncate(before);
            return;
        };
        let item = self.unit.slot(act.name.as_ref().map_or("item", |name| name.as_str()), kind);
        self.looped(items.clone(), item, kind, |check| {
            let before = check.scope.len();
            check.bind_item("item", kind, group.clone(), None, Some(&items), Expr::Slot(item));
            if let Some(name) = &act.name {
                check.bind_item(name.as_str(), kind, group, None, Some(&items), Expr::Slot(item));
            }
            check.actions(&act.body);
            check.scope.truncate(before);
        });
    }

    /// Compiles `canPerform` (CGML 12.6). An `on_failure` of the action itself applies, but not the `on_failure` of the
    /// rule around it.
    pub(in super::super) fn can_perform(&mut self, action: &'a Action) -> Val<'a> {
        self.attempt(action.span, |check| check.verb(action))
    }

    /// Compiles actions that are only tried on a copy of the match, and returns whether they succeed.
    fn attempt(&mut self, span: Span, actions: impl FnOnce(&mut Compiler<'a>)) -> Val<'a> {
        let outer = std::mem::take(&mut self.unit.code);
        let (was_dry, tried) = (self.dry, self.tried.replace(span));
        let (when, number, numbers) = (self.unit.when.take(), self.unit.action, self.unit.actions);
        let rollback = self.unit.rollback;
        let (scope, loose) = (self.scope.len(), std::mem::take(&mut self.loose));
        let (slots, lists) = self.unit.sizes();
        self.dry = true;
        actions(self);
        (self.dry, self.tried, self.pending, self.loose) = (was_dry, tried, None, loose);
        (self.unit.when, self.unit.action, self.unit.actions) = (when, number, numbers);
        self.unit.rollback = rollback;
        self.scope.truncate(scope);
        let mut steps = std::mem::replace(&mut self.unit.code, outer);
        match (steps.pop(), steps.is_empty()) {
            (Some(Instruction { op: Op::Ask(ask), .. }), true)
                if ask.many.as_ref().is_none_or(|many| many.constraint.is_none()) =>
            {
                return Val::bool(can_ask(*ask));
            }
            (Some(last), _) => steps.push(last),
            // Nothing in the action can fail, or its errors have already been reported.
            (None, _) => {
                let wrong = self.diags.iter().any(|found| within(found.primary.span, span));
                return if wrong || self.learning { Val::Hole } else { Val::bool(Expr::Const(1)) };
            }
        }
        let (more_slots, more_lists) = self.unit.sizes();
        let attempt = Attempt { steps, slots: slots..more_slots, lists: lists..more_lists };
        Val::bool(Expr::CanDo(Box::new(attempt)))
    }
}

/// Whether there is a player to ask and there are enough options.
fn can_ask(ask: Ask) -> Expr {
    let there = Expr::IsThere(Box::new(ask.who));
    if ask.buttons.iter().any(|button| button.when.is_none()) {
        return there;
    }
    let least = ask.many.map_or(Expr::Const(1), |many| many.min);
    let enough = |count: Expr| Expr::Compare(Compare::Ge, Box::new(count), Box::new(least));
    let enough = match ask.options {
        Options::Cards(cards) => enough(Expr::CountCards(Box::new(cards))),
        Options::Seats(seats) => enough(Expr::CountSeats(Box::new(seats))),
        Options::Zones(zones) => enough(Expr::CountZones(Box::new(zones))),
        Options::Values(list, _) => enough(Expr::CountList(Box::new(List::Distinct(Box::new(list))))),
        Options::Number(from, to) => Expr::Compare(Compare::Le, Box::new(from), Box::new(to)),
        Options::YesNo => return there,
    };
    let pressed = ask.buttons.into_iter().filter_map(|button| button.when);
    let possible: Vec<Expr> = std::iter::once(enough).chain(pressed).collect();
    Expr::And(vec![there, super::super::expressions::single(possible, Expr::Or)])
}

/// Whether `is` is true for the action, or for an action inside it.
fn has(action: &Action, is: &dyn Fn(&Verb) -> bool) -> bool {
    let inside = || action.bodies().into_iter().flatten().flatten().any(|inner| has(inner, is));
    is(&action.verb) || inside()
}

fn asks(verb: &Verb) -> bool {
    match verb {
        Verb::RequestInput(_) => true,
        Verb::SearchZone(act) => act.choose,
        Verb::Reorder(act) => matches!(act.by, ReorderBy::Choose),
        // New action: add it if it asks a player.
        _ => false,
    }
}

fn within(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && inner.start >= outer.start && inner.end <= outer.end
}
