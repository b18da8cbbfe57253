//! Compiles actions (CGML 13) to instructions. Each file compiles similar actions. The files are divided differently
//! from those in `syntax/action/`.

mod announce;
mod assign;
mod control;
mod flow;
mod input;
mod movement;
mod order;
mod reveal_audience;
mod roles;
mod stored_audience;
mod tokens;
mod visibility;

pub(super) use reveal_audience::is_of_stored_cards;

use super::scope::{Bound, How, global, stored_list};
use super::value::{Ty, Val};
use super::{Compiler, Limits, codes};
use crate::code::{Cards, Expr, Item, Kept, Kind, List, Op, Seats, Target, When};
use crate::syntax::{Action, Keep, OnFailure, Verb, Who, WhoKind, WhoWord};
use rulebook_diag::{Diagnostic, Severity, Span};

/// The result of an action that is still being compiled.
#[derive(Clone, Debug)]
pub(super) struct Pending<'a> {
    value: Val<'a>,
    ty: Ty,
    /// The items that the result can be, if they are known.
    from: Option<Item>,
}

impl<'a> Compiler<'a> {
    pub(super) fn actions(&mut self, actions: &'a [Action]) {
        actions.iter().for_each(|action| self.action(action));
    }

    fn action(&mut self, action: &'a Action) {
        if self.unit.code.len() > Limits::STEPS || self.unit.kept() > Limits::SLOTS {
            if !self.spent {
                self.spent = true;
                let message =
                    format!("an effect can have at most {} steps and {} values", Limits::STEPS, Limits::SLOTS);
                self.error(codes::LIMIT, action.span, message);
            }
            return;
        }
        if self.mistakes > Limits::MISTAKES {
            return;
        }
        let outer = (self.unit.action, self.unit.when, self.pending.take());
        self.unit.action = self.unit.actions;
        self.unit.actions = self.unit.actions.saturating_add(1);
        if let Some(policy) = action.common.on_failure {
            self.unit.when = Some(when(policy.value));
        }
        let start = self.unit.code.len();
        let guard = action.common.condition.as_ref().map(|condition| {
            let condition = self.condition(condition);
            self.unit.emit(super::emitter::branch(condition))
        });
        let told = self.diags.len();
        self.verb(action);
        self.settle(action, told);
        if let Some(guard) = guard {
            let here = self.unit.here();
            self.unit.aim(guard, here);
        }
        self.unit.end_action(start);
        (self.unit.action, self.unit.when, self.pending) = outer;
    }

    /// Compiles an action.
    pub(super) fn verb(&mut self, action: &'a Action) {
        match &action.verb {
            Verb::Move(act) => self.act_move(act, action),
            Verb::MoveAll(act) => self.act_move_all(act, action),
            Verb::Deal(act) => self.act_deal(act, action),
            Verb::DealRoundRobin(act) => self.act_deal_round_robin(act, action),
            Verb::DealAll(act) => self.act_deal_all(act, action),
            Verb::Mill(act) => self.act_mill(act, action),
            Verb::Draw(act) => self.act_draw(act, action),
            Verb::Play(act) => self.act_play(act, action),
            Verb::Discard(act) => self.act_discard(act, action),
            Verb::Reveal(act) => self.act_reveal(act, action),
            Verb::Conceal(act) => self.act_conceal(act, action),
            Verb::Flip(act) => self.act_flip(act, action),
            Verb::Peek(act) => self.act_peek(act, action),
            Verb::Look(act) => self.act_look(act, action),
            Verb::RevealMatching(act) => self.act_reveal_matching(act, action),
            Verb::Shuffle(act) => self.act_shuffle(act),
            Verb::Reorder(act) => self.act_reorder(act, action),
            Verb::ChooseRandom(act) => self.act_choose_random(act, action),
            Verb::SearchZone(act) => self.act_search_zone(act, action),
            Verb::SetVariable(act) => self.act_set_variable(act, action),
            Verb::Increment(act) => self.act_increment(act, action),
            Verb::Score(act) => self.act_score(act, action),
            Verb::SetState(act) => self.act_set_state(act),
            Verb::SetPhase(act) => self.act_set_phase(act),
            Verb::SkipTurn(act) => self.act_skip_turn(act, action),
            Verb::ExtraTurn(act) => self.act_extra_turn(act, action),
            Verb::ReverseOrder(_) => {
                self.needs_turns(action);
                self.change(crate::code::Change::Reverse);
            }
            Verb::InsertPhase(act) => self.act_insert_phase(act, action),
            Verb::RemovePhase(act) => self.act_remove_phase(act, action),
            Verb::RepeatTurn(_) => self.change(crate::code::Change::Repeat),
            Verb::NextSeat(act) => self.act_next_seat(act, action),
            Verb::EndGame(act) => self.act_end_game(act, action),
            Verb::RequestInput(act) => self.act_request_input(act, action),
            Verb::ForEachPlayer(act) => self.act_for_each_player(act, action),
            Verb::ForEach(act) => self.act_for_each(act),
            Verb::Parallel(act) => self.act_parallel(act),
            Verb::If(act) => self.act_if(act),
            Verb::Try(act) => self.act_try(act, action),
            Verb::Repeat(act) => self.act_repeat(act, action),
            Verb::CreateCard(act) => self.act_create_card(act, action),
            Verb::DestroyCard(act) => self.act_destroy_card(act),
            Verb::SetProperty(act) => self.act_set_property(act),
            Verb::RuleOut(act) => self.act_rule_out(act),
            Verb::RuleIn(act) => self.act_rule_in(act),
            Verb::Announce(act) => self.act_announce(act, action),
            Verb::Emit(act) => self.act_emit(act, action),
            Verb::Prevent(_) => self.act_prevent(action),
        }
    }

    /// The slot for a single result of an action. `Kept::No` if the action does not store its result.
    fn keep_one(&mut self, action: &'a Action, kind: Kind) -> Kept {
        let Some(name) = self.stored_name(action) else { return Kept::No };
        let known = self.stored(&name, Ty::One(kind), action);
        let slot = match known {
            Some(Val::One(_, Expr::Slot(slot))) => slot,
            _ => self.unit.slot(&name, kind),
        };
        self.pending = Some(Pending { value: Val::One(kind, Expr::Slot(slot)), ty: Ty::One(kind), from: None });
        Kept::One(slot)
    }

    /// The list for several results of an action. `Kept::No` if the action does not store its results.
    fn keep_many(&mut self, action: &'a Action, kind: Kind) -> Kept {
        let Some(name) = self.stored_name(action) else { return Kept::No };
        let known = self.stored(&name, Ty::List(kind), action);
        let list = match known {
            Some(Val::Cards(Cards::Slot(list)) | Val::List(_, List::Slot(list))) => list,
            _ => self.unit.list(&name, kind),
        };
        let value = stored_list(kind, List::Slot(list), Cards::Slot(list));
        self.pending = Some(Pending { value, ty: Ty::List(kind), from: None });
        Kept::Many(list)
    }

    fn keep(&mut self, action: &'a Action, kind: Kind, one: bool) -> Kept {
        if one { self.keep_one(action, kind) } else { self.keep_many(action, kind) }
    }

    /// Says that the result of the action is one or some of these items.
    fn kept_from(&mut self, items: Item) {
        if let Some(pending) = &mut self.pending {
            pending.from = Some(items);
        }
    }

    /// Whether this is the action that a `canPerform` tests.
    fn is_tried(&self, action: &Action) -> bool {
        self.dry && self.tried == Some(action.span)
    }

    fn stored_name(&self, action: &Action) -> Option<String> {
        // No expression reads the result of the tested action itself. But an action inside the tested action may need
        // to store its result.
        if self.is_tried(action) {
            return None;
        }
        let own = action.common.store_as.as_ref().map(|name| name.text.clone());
        own.or_else(|| self.rule_stores.as_ref().filter(|(span, ..)| *span == action.span).map(|(_, n, _)| n.clone()))
    }

    fn kept_for(&self, action: &Action) -> Option<Keep> {
        match &action.common.store_as {
            Some(_) => action.common.keep.map(|keep| keep.value),
            None => self.rule_stores.as_ref().filter(|(span, ..)| *span == action.span).and_then(|(_, _, keep)| *keep),
        }
    }

    /// The value that is already stored under the name, if it has the same type.
    fn stored(&mut self, name: &str, ty: Ty, action: &Action) -> Option<Val<'a>> {
        let found = self.scope.iter().rev().find(|binding| binding.how == How::Ref && binding.name == name)?;
        let Bound::Val(value) = found.what.clone() else { return None };
        let known = value.ty()?;
        if known != ty {
            let message = format!("`{name}` already holds {}, so it cannot hold {}", known.name(), ty.name());
            let span = action.common.store_as.as_ref().map_or(action.span, |name| name.span);
            self.report(Diagnostic::error(codes::TWO_TYPES, span, message).help("store it under another name"));
            return None;
        }
        Some(value)
    }

    /// Lets later actions read the stored result. `told` is the index of the first diagnostic of this action.
    fn settle(&mut self, action: &'a Action, told: usize) {
        let (Some(pending), Some(name)) = (self.pending.take(), self.stored_name(action)) else {
            // A question always has a result, unless it contains an error that has been reported.
            // New action: add it here if it asks a player, and below if it may store no result although it has
            // `store_as`.
            let wrong = matches!(action.verb, Verb::RequestInput(_))
                || self.diags.iter().skip(told).any(|found| found.severity == Severity::Error);
            if let (Some(name), false) = (&action.common.store_as, self.dry)
                && !matches!(action.verb, Verb::Parallel(_) | Verb::If(_))
                && !self.learning
            {
                if wrong {
                    return self.bind(name.as_str(), How::Ref, Bound::Val(Val::Hole));
                }
                let message = format!("{} has no result, so nothing can be stored", action.verb.word());
                self.error(codes::ACTION, name.span, message);
            }
            return;
        };
        if self.kept_for(action).is_none() {
            let found = matches!(&action.verb, Verb::SearchZone(search) if search.choose);
            let skipped = found || action.common.condition.is_some() || self.unit.when == Some(When::Continue);
            let number = match &pending.value {
                Val::One(_, Expr::Slot(slot)) => Some(slot.0),
                Val::Cards(Cards::Slot(list)) | Val::List(_, List::Slot(list)) => Some(list.0),
                _ => None,
            };
            let before = self.scope.iter().any(|binding| binding.how == How::Ref && binding.name == name);
            if let (Some(number), true, false) = (number, skipped || self.forks > 0, before) {
                self.loose.push((pending.ty, number));
            }
            let known = self.scope.iter_mut().find(|binding| {
                binding.how == How::Ref
                    && binding.name == name
                    && matches!((&binding.what, &pending.value),
                        (Bound::Val(Val::One(_, a)), Val::One(_, b)) if a == b)
            });
            match known {
                // The name now holds the result of one of two actions.
                Some(known) => known.source = None,
                None => {
                    let from = pending.from.as_ref().filter(|_| !before);
                    self.bind_from(&name, How::Ref, pending.value, from);
                }
            }
            return;
        }
        let span = action.common.store_as.as_ref().map_or(action.span, |name| name.span);
        self.learned.learn(&format!("ref:{name}"), pending.ty, Some(span));
        let Some(kept) = self.kept.iter().find(|kept| kept.name == name).cloned() else { return };
        if kept.ty.is_some_and(|ty| ty != pending.ty) {
            let message = format!("`{name}` is {} elsewhere, but {} here", type_name(kept.ty), pending.ty.name());
            self.report(Diagnostic::error(codes::TWO_TYPES, span, message).help("store it under another name"));
            return;
        }
        let first = self.unit.code.len();
        let _ = match (&pending.value, global(pending.ty, kept.slot, kept.list)) {
            (Val::One(_, from), _) => self.unit.emit(Op::Set(Target::Global(kept.slot), from.clone())),
            (value, _) => {
                let list = self.list_of(pending.ty.kind(), value.clone(), span);
                self.unit.emit(Op::SetGlobalList(kept.list, list))
            }
        };
        self.note_secrets(first, &name, false, span);
    }

    /// The players that an action names. `owner` is the owner of its cards.
    fn who(&mut self, who: &'a Who, owner: Option<Expr>, at: Span) -> Seats {
        let span = who.span.unwrap_or(at);
        match &who.kind {
            WhoKind::Each(parts) => {
                let parts = parts.iter().map(|part| self.who(part, owner.clone(), at)).collect();
                super::expressions::single(parts, Seats::Join)
            }
            WhoKind::Expr(expr) => {
                let value = self.lower(expr);
                self.seats(value, expr.span)
            }
            WhoKind::Word(word) => match word {
                WhoWord::All => Seats::These((0..self.game.seats as u8).collect()),
                WhoWord::Current => Seats::One(Box::new(self.actor(span))),
                WhoWord::Opponent => {
                    let opponents = self.opponents(span);
                    self.seats(opponents, span)
                }
                WhoWord::Teammates => Seats::Teammates(Box::new(self.actor(span))),
                WhoWord::Owner => match owner {
                    Some(owner) => Seats::One(Box::new(owner)),
                    None => Seats::One(Box::new(self.actor(span))),
                },
                WhoWord::Others => {
                    let but = match owner {
                        Some(owner) => owner,
                        None => self.actor(span),
                    };
                    Seats::Others(Box::new(but))
                }
            },
        }
    }

    /// The single player that an action names.
    fn who_one(&mut self, who: &'a Who, at: Span) -> Expr {
        let span = who.span.unwrap_or(at);
        match &who.kind {
            WhoKind::Each(parts) => match parts.as_slice() {
                [only] => self.who_one(only, at),
                _ => {
                    self.error(codes::SEVERAL, span, "exactly one player is needed here");
                    super::value::missing()
                }
            },
            WhoKind::Expr(expr) => {
                let value = self.lower(expr);
                self.seat(value, expr.span)
            }
            WhoKind::Word(WhoWord::Current) => self.actor(span),
            WhoKind::Word(WhoWord::Opponent) => {
                let opponents = self.opponents(span);
                self.seat(opponents, span)
            }
            WhoKind::Word(word) => {
                let found = Diagnostic::error(
                    codes::SEVERAL,
                    span,
                    format!("`{}` can be several players, but exactly one is needed", word.word()),
                );
                self.report(found.label("several players"));
                super::value::missing()
            }
        }
    }

    /// The player that `current` means in an action.
    fn actor(&mut self, span: Span) -> Expr {
        self.current(span)
    }

    /// The number of cards or items, or 1 if the action does not give it.
    fn count_or_one(&mut self, count: Option<&'a crate::syntax::Expr>) -> Expr {
        match count {
            Some(count) => {
                let value = self.lower(count);
                let number = self.number(value, count.span);
                if matches!(number, Expr::Const(least) if least < 0 && least != crate::code::MISSING) {
                    let message = "a count must not be negative";
                    self.report(Diagnostic::error(codes::ACTION, count.span, message).label("negative number"));
                }
                number
            }
            None => Expr::Const(1),
        }
    }
}

pub(super) fn when(policy: OnFailure) -> When {
    match policy {
        OnFailure::Continue => When::Continue,
        OnFailure::Abort => When::Abort,
        OnFailure::Rollback => When::Rollback,
    }
}

fn type_name(ty: Option<Ty>) -> String {
    ty.map_or_else(|| "something".into(), Ty::name)
}
