//! Compiles assignments to variables (CGML 13.4).

use super::super::expressions::is_stored;
use super::super::scope::stored_list;
use super::super::value::{Members, Ty, Val, stored_groups};
use super::super::variables::VariableSlot;
use super::super::{Compiler, codes};
use crate::code::{Cards, Compare, Expr, Item, Kind, List, Op, Seats, Target};
use crate::syntax::{Action, ExprKind, Increment, Name, Root, Scope, Score, SegmentKind, Selector, SetVariable};
use rulebook_diag::{Diagnostic, Span};

/// The target of an assignment.
struct Changed<'a> {
    /// The variable, or the field of a record.
    name: String,
    /// The owner of the variable, if it has one.
    owner: Option<Val<'a>>,
    span: Span,
}

impl<'a> Compiler<'a> {
    pub(super) fn act_set_variable(&mut self, act: &'a SetVariable, action: &'a Action) {
        let changed = self.changed(&act.path);
        let value = self.lower(&act.value);
        let Some(changed) = changed else { return };
        let ty = value.ty();
        let value = if self.lane.is_some() { self.held_groups(value, changed.span) } else { value };
        let (changed, value) = (self.found_first(changed), self.before_all(value));
        let first = self.unit.code.len();
        self.for_owners(&changed, |check, owner| check.assign(&changed.name, owner, value.clone(), changed.span));
        let sure = self.forks == 0 && action.common.condition.is_none();
        self.note_secrets(first, &changed.name, sure, action.span);
        if let Some(ty) = ty {
            self.store_variable(&changed, ty, action);
        }
    }

    pub(super) fn act_increment(&mut self, act: &'a Increment, action: &'a Action) {
        let changed = self.changed(&act.path);
        let by = match &act.by {
            Some(by) => {
                let value = self.lower(by);
                self.number(value, by.span)
            }
            None => Expr::Const(1),
        };
        let Some(changed) = changed else { return };
        let (changed, by) = (self.found_first(changed), self.number_before_all(by));
        let first = self.unit.code.len();
        self.for_owners(&changed, |check, owner| check.add(&changed.name, owner, by.clone(), changed.span));
        let sure = self.forks == 0 && action.common.condition.is_none();
        self.note_secrets(first, &changed.name, sure, action.span);
        self.store_variable(&changed, Ty::One(Kind::Number), action);
    }

    pub(super) fn act_score(&mut self, act: &'a Score, action: &'a Action) {
        let name = act.variable.clone().unwrap_or_else(|| Name::new("score", action.span));
        let Some(number) = self.game.variable(name.as_str()) else {
            let found = Diagnostic::error(codes::UNKNOWN_NAME, name.span, format!("no variable is called `{name}`"));
            let found = found.label("the points are stored there");
            self.report(found.help(format!(
                "declare it under `components.variables`: `- {{ name: {name}, scope: per_player, initial_value: 0 }}`"
            )));
            return;
        };
        let variable = &self.game.variables[number];
        let (scope, shared) = (variable.scope, variable.scope == Scope::Global);
        let owner = match scope {
            Scope::Global => None,
            _ => Some(Val::Seats(self.who(&act.player, None, action.span))),
        };
        let points = self.lower(&act.points);
        let points = self.number(points, act.points.span);
        let points = self.number_before_all(points);
        let changed = Changed { name: name.text.clone(), owner, span: name.span };
        if shared {
            self.add(&changed.name, None, points, changed.span);
        } else {
            self.for_owners(&changed, |check, owner| check.add(&changed.name, owner, points.clone(), changed.span));
        }
        if let Some(reason) = &act.reason {
            let message = self.message(reason);
            let all = Seats::These((0..self.game.seats as u8).collect());
            self.unit.emit(Op::Say(message, all));
        }
    }

    /// Emits an instruction that computes the value, and returns an expression that reads the result. In a simultaneous
    /// loop, all players read before any player writes (CGML 9.3). Elsewhere returns the value unchanged.
    pub(super) fn before_all(&mut self, value: Val<'a>) -> Val<'a> {
        if self.lane.is_none() || self.dry {
            return value;
        }
        let (kind, list) = match value {
            Val::One(kind, expr) => {
                let own = matches!(expr, Expr::Const(_) | Expr::Slot(_));
                if own {
                    return Val::One(kind, expr);
                }
                let slot = self.unit.slot("value", kind);
                self.unit.emit(Op::Set(Target::Slot(slot), expr));
                return Val::One(kind, Expr::Slot(slot));
            }
            Val::Record(fields) => {
                let fields = fields.into_iter().map(|(name, value)| (name, self.before_all(value)));
                return Val::Record(fields.collect());
            }
            Val::Cards(cards) => (Kind::Card, List::Cards(Box::new(cards))),
            Val::Seats(seats) => (Kind::Seat, List::Seats(Box::new(seats))),
            Val::Zones(zones) => (Kind::Zone, List::Zones(Box::new(zones))),
            Val::List(kind, list) => (kind, list),
            other => return other,
        };
        let kept = self.unit.list("values", kind);
        self.unit.emit(Op::SetList(kept, list));
        stored_list(kind, List::Slot(kept), Cards::Slot(kept))
    }

    /// Emits instructions that compute groups, and returns the stored groups. The two lists of a variable can then be set
    /// one after the other. Returns any other value unchanged.
    fn held_groups(&mut self, value: Val<'a>, span: Span) -> Val<'a> {
        let (group, groups, is_one) = match value {
            Val::Groups(group, groups) if !is_stored(&groups) => (group, groups, false),
            Val::Group(group, key) => (group, List::Of(vec![key]), true),
            value => return value,
        };
        let Some(flat) = self.flattened(&group, groups, span) else {
            self.error(codes::NOT_STORED, span, "groups of groups cannot be stored in a variable");
            return Val::Hole;
        };
        let (members, keys) = (self.unit.list("members", flat.kind), self.unit.list("keys", group.key_kind));
        // Samples repeat both searches (`sample_stored.rs`), so the second does not read the first.
        self.unit.emit(Op::SetList(members, flat.members.clone()));
        self.unit.emit(Op::SetList(keys, flat.keys_of(flat.members.clone())));
        let groups = stored_groups(List::Slot(members), flat.kind, List::Slot(keys), group.key_kind);
        if is_one { self.item_at(groups, Expr::Const(0), span) } else { groups }
    }

    fn number_before_all(&mut self, number: Expr) -> Expr {
        match self.before_all(Val::number(number)) {
            Val::One(_, number) => number,
            _ => super::super::value::missing(),
        }
    }

    /// Computes the owner of the variable in a separate instruction, as `before_all` does for the value.
    fn found_first(&mut self, changed: Changed<'a>) -> Changed<'a> {
        let owner = match changed.owner {
            Some(owner @ Val::One(..)) => Some(self.before_all(owner)),
            owner => owner,
        };
        Changed { owner, ..changed }
    }

    /// Stores the assigned value as the result of the action.
    fn store_variable(&mut self, changed: &Changed<'a>, ty: Ty, action: &'a Action) {
        let (Ty::One(kind), false) = (ty, matches!(changed.owner, Some(Val::Seats(_)))) else { return };
        let crate::code::Kept::One(slot) = self.keep_one(action, kind) else { return };
        let value = self.read_variable(&changed.name, changed.owner.clone(), changed.span);
        let value = self.one(kind, value, changed.span);
        self.unit.emit(Op::Set(Target::Slot(slot), value));
    }

    /// Resolves the path of an assignment.
    fn changed(&mut self, path: &'a Selector) -> Option<Changed<'a>> {
        let segments = path.segments.as_slice();
        let name_at = |at: usize| match segments.get(at).map(|segment| &segment.kind) {
            Some(SegmentKind::Field(name)) => Some(name),
            _ => None,
        };
        let shadowed = |check: &mut Compiler<'a>, name: &Name| check.bound_path(name.as_str()).is_some();
        let first = name_at(0).filter(|_| path.root == Root::Game);
        if let Some(name) = first.filter(|name| self.game.variable(name.as_str()).is_some())
            && !self.is_somebodys(name, name_at(1))
            && !shadowed(self, name)
        {
            return self.changed_field(name, None, path, 1);
        }
        if first.is_some_and(|root| self.old_variable(root, &segments[1..])) {
            return None;
        }
        // Find the longest prefix of the path that names a player, several players or a team, followed by one of their
        // variables.
        for at in (0..segments.len()).rev() {
            let Some(name) = name_at(at) else { continue };
            if self.game.is_lost(name.as_str()) && (at > 0 || path.root != Root::Game) {
                self.select_up_to(path, at);
                return None;
            }
            let owned = self.game.variable(name.as_str());
            if owned.is_none_or(|number| self.game.variables[number].scope == Scope::Global) {
                continue;
            }
            if at == 0 && path.root == Root::Game {
                break;
            }
            let owner = self.select_up_to(path, at);
            return match owner {
                Val::Hole => None,
                Val::One(Kind::Seat | Kind::Team, _) | Val::Seats(_) => {
                    self.changed_field(name, Some(owner), path, at + 1)
                }
                _ => break,
            };
        }
        let message = match first.filter(|name| self.game.variable(name.as_str()).is_some()) {
            Some(name) => format!("`$.{name}` has another meaning here"),
            None => format!("no variable is called `{path}`"),
        };
        let last = (0..segments.len()).rev().find_map(name_at);
        let variables = self.game.variables.iter().map(|variable| variable.name.as_str());
        let near = last.and_then(|name| rulebook_diag::nearest(name.as_str(), variables)).map(str::to_owned);
        let span = last.map_or(path.span, |name| name.span);
        let found = Diagnostic::error(codes::UNKNOWN_NAME, span, message).label("only variables can be changed");
        self.report(found.did_you_mean(near.as_deref(), false));
        None
    }

    /// Whether `$.leader.score` is the variable of the player that `leader` holds. If not, it is a field of the record
    /// `leader`.
    fn is_somebodys(&self, name: &Name, next: Option<&Name>) -> bool {
        let Some(number) = self.game.variable(name.as_str()) else { return false };
        let record =
            matches!(self.game.variables[number].initial.map(|initial| &initial.kind), Some(ExprKind::Record(_)));
        let next = next.and_then(|next| self.game.variable(next.as_str()));
        let owned = next.is_some_and(|next| self.game.variables[next].scope != Scope::Global);
        owned && !record && self.survey.set_whole.contains(name.as_str())
    }

    fn changed_field(
        &mut self,
        name: &Name,
        owner: Option<Val<'a>>,
        path: &'a Selector,
        from: usize,
    ) -> Option<Changed<'a>> {
        let mut full = name.text.clone();
        for segment in &path.segments[from..] {
            let SegmentKind::Field(field) = &segment.kind else {
                self.error(codes::UNKNOWN_FIELD, segment.span, "only variables and their fields can be changed");
                return None;
            };
            full = format!("{full}.{field}");
        }
        if let Some(number) = self.game.variable(name.as_str()) {
            let variable = &self.game.variables[number];
            let (scope, span) = (variable.scope, variable.span);
            if let (Some(ty @ (Ty::Group(..) | Ty::Groups(..))), true) = (variable.ty, full != name.text) {
                let message = format!("`{name}` is {}, so it can only be set as a whole", ty.name());
                self.error(codes::UNKNOWN_FIELD, path.span, message);
                return None;
            }
            if variable.computed.is_some() {
                let found =
                    Diagnostic::error(codes::COMPUTED, path.span, format!("`{name}` is computed, so it cannot be set"));
                self.report(found.label("computed variable").secondary(span, "declared here"));
                return None;
            }
            if scope != Scope::Global && owner.is_none() {
                let message = format!("each player has a `{name}`: say which player you mean");
                let found = Diagnostic::error(codes::UNKNOWN_PLAYER, path.span, message).label("of which player?");
                let whose = if self.loop_player.is_some() { "$player" } else { "$.players[current]" };
                self.report(found.did_you_mean(Some(&format!("{whose}.{name}")), false));
                return None;
            }
        }
        Some(Changed { name: full, owner, span: path.span })
    }

    /// Runs `each` for the owner of the target. If the target has several owners, runs it for each of them.
    fn for_owners(&mut self, changed: &Changed<'a>, mut each: impl FnMut(&mut Compiler<'a>, Option<Val<'a>>)) {
        match &changed.owner {
            Some(Val::Seats(Seats::One(seat))) => each(self, Some(Val::seat((**seat).clone()))),
            Some(Val::Seats(Seats::These(seats))) => {
                seats.iter().for_each(|seat| each(self, Some(Val::seat(Expr::Const(i32::from(*seat))))));
            }
            Some(Val::Seats(seats)) => {
                let slot = self.unit.slot("player", Kind::Seat);
                self.looped(Item::Seats(seats.clone()), slot, Kind::Seat, |check| {
                    each(check, Some(Val::seat(Expr::Slot(slot))));
                });
            }
            Some(Val::One(Kind::Team, team)) => {
                let member = Expr::FirstOf(Box::new(Item::Seats(Seats::Team(Box::new(team.clone())))));
                each(self, Some(Val::seat(member)));
            }
            owner => each(self, owner.clone()),
        }
    }

    /// Assigns to a variable, or to each field of a record.
    pub(in super::super) fn assign(&mut self, name: &str, owner: Option<Val<'a>>, value: Val<'a>, span: Span) {
        if let Val::Record(fields) = value {
            for (field, value) in fields {
                self.assign(&format!("{name}.{field}"), owner.clone(), value, span);
            }
            return;
        }
        if matches!(value, Val::AllZones | Val::ZonesOf(_) | Val::PropertiesOf(_)) {
            let found = Diagnostic::error(
                codes::NOT_STORED,
                span,
                format!("{} cannot be stored in a variable", value.describe()),
            );
            self.report(found.label("cannot be stored"));
            return;
        }
        let is_key = |check: &Self| {
            let number = check.game.variable(name);
            number.is_some_and(|number| matches!(check.game.variables[number].ty, Some(Ty::One(_))))
        };
        let value = match value {
            // A variable for single values takes the key of the group.
            Val::Group(..) if is_key(self) => value,
            value => self.held_groups(value, span),
        };
        let stored = match &value {
            Val::Group(group, _) | Val::Groups(group, _) => match &group.members {
                Members::Stored { items, kind, keys } => Some((items.clone(), *kind, keys.clone(), group.key_kind)),
                Members::Computed { .. } => None,
            },
            _ => None,
        };
        let ty = match (&value, &stored) {
            (Val::Group(..), Some((_, kind, _, key))) => Some(Ty::Group(*kind, *key)),
            (Val::Groups(..), Some((_, kind, _, key))) => Some(Ty::Groups(*kind, *key)),
            _ => value.ty(),
        };
        if let Some(ty) = ty {
            self.learned.learn(name, ty, Some(span));
        }
        let Some(number) = self.game.variable(name) else { return };
        let variable = self.game.variables[number].clone();
        let Some(own_ty) = variable.ty else { return };
        let fits = match (&value, own_ty) {
            (value, _) if value.is_open() => true,
            (Val::One(kind, _), Ty::One(own)) => {
                *kind == own
                    || matches!((kind, own), (Kind::Text, Kind::Seat | Kind::Team))
                    || matches!((&value, own), (Val::One(Kind::Number, Expr::Const(_)), Kind::Text))
            }
            (Val::Group(group, _), Ty::One(own)) => group.key_kind == own,
            (Val::One(kind, _), Ty::List(own)) => {
                *kind == own && matches!(own, Kind::Card | Kind::Seat | Kind::Zone)
                    || (*kind == Kind::Zone && own == Kind::Card)
            }
            (value, Ty::List(own)) => value.ty() == Some(own_ty) || matches!(value, Val::Zones(_) if own == Kind::Card),
            (_, own_ty @ (Ty::Group(..) | Ty::Groups(..))) => ty == Some(own_ty),
            _ => false,
        };
        if !fits {
            let message = format!("`{name}` is {}, so it cannot be set to {}", own_ty.name(), value.describe());
            let mut found = Diagnostic::error(codes::TWO_TYPES, span, message).label("has another type");
            if let Some((_, Some(first))) = self.learned.types.get(name) {
                found = found.secondary(*first, format!("it is {} because of this", own_ty.name()));
            }
            // Authors often write an empty text to mean that there is no player.
            let what = matches!(&value, Val::One(Kind::Seat | Kind::Team | Kind::Card | Kind::Zone, _));
            if what && variable.initial.is_some() {
                found = found
                    .help("if it starts without a value, write `initial_value: null` or leave `initial_value` out");
            }
            self.report(found);
            return;
        }
        match own_ty {
            Ty::One(kind) => {
                let value = self.one(kind, value, span);
                self.set_scalar(&variable.place, owner, span, |target| Op::Set(target, value.clone()));
            }
            Ty::List(kind) => {
                let list = match kind {
                    Kind::Card => List::Cards(Box::new(self.cards(value, span))),
                    Kind::Seat => List::Seats(Box::new(self.seats(value, span))),
                    Kind::Zone => List::Zones(Box::new(self.zones(value, span))),
                    kind => self.list_of(kind, value, span),
                };
                let VariableSlot::Lists(lists) = &variable.place else { return };
                let seat = owner.map(|owner| self.seat(owner, span));
                self.by_owner(lists.len(), seat, |check, at| {
                    check.unit.emit(Op::SetGlobalList(lists[at], list.clone()));
                });
            }
            Ty::Group(..) | Ty::Groups(..) => {
                let VariableSlot::Groups(lists) = &variable.place else { return };
                let nothing = || List::Of(Vec::new());
                let (items, keys) = stored.map_or_else(|| (nothing(), nothing()), |(items, _, keys, _)| (items, keys));
                let seat = owner.map(|owner| self.seat(owner, span));
                self.by_owner(lists.len(), seat, |check, at| {
                    check.unit.emit(Op::SetGlobalList(lists[at].0, items.clone()));
                    check.unit.emit(Op::SetGlobalList(lists[at].1, keys.clone()));
                });
            }
        }
    }

    /// Adds a number to a variable.
    fn add(&mut self, name: &str, owner: Option<Val<'a>>, by: Expr, span: Span) {
        self.learned.learn(name, Ty::One(Kind::Number), Some(span));
        let Some(number) = self.game.variable(name) else { return };
        let variable = self.game.variables[number].clone();
        match variable.ty {
            Some(Ty::One(Kind::Number)) => {
                self.set_scalar(&variable.place, owner, span, |target| Op::Add(target, by.clone()));
            }
            Some(ty) => {
                let message = format!("`{name}` is {}, not a number", ty.name());
                self.report(
                    Diagnostic::error(codes::TWO_TYPES, span, message).label("only numbers can be incremented"),
                );
            }
            None => {}
        }
    }

    fn set_scalar(&mut self, place: &VariableSlot, owner: Option<Val<'a>>, span: Span, op: impl Fn(Target) -> Op) {
        let seat = owner.map(|owner| self.seat(owner, span));
        match (place, seat) {
            (VariableSlot::Shared(var), _) => {
                self.unit.emit(op(Target::Var(*var)));
            }
            (VariableSlot::Owned(def), Some(seat)) => {
                self.unit.emit(op(Target::VarOf(*def, seat)));
            }
            (VariableSlot::Global(slots), seat) => {
                let slots = slots.clone();
                self.by_owner(slots.len(), seat, |check, at| {
                    check.unit.emit(op(Target::Global(slots[at])));
                });
            }
            _ => {}
        }
    }

    /// Emits an instruction for the owner. If the owner is known only during play, emits one branch for each possible
    /// owner.
    fn by_owner(&mut self, owners: usize, seat: Option<Expr>, mut step: impl FnMut(&mut Compiler<'a>, usize)) {
        match seat {
            None => step(self, 0),
            Some(Expr::Const(seat)) => {
                if let Some(at) = usize::try_from(seat).ok().filter(|at| *at < owners) {
                    step(self, at);
                }
            }
            Some(seat) => {
                for at in 0..owners {
                    let is = Expr::Compare(Compare::Eq, Box::new(seat.clone()), Box::new(Expr::Const(at as i32)));
                    let fork = self.unit.emit(super::super::emitter::branch(is));
                    step(self, at);
                    let here = self.unit.here();
                    self.unit.aim(fork, here);
                }
            }
        }
    }
}
