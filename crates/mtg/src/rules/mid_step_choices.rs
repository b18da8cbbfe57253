//! Choices in the middle of a step of the engine: the order of replacement effects (CR 616.1), and choices as a
//! permanent enters (CR 614.12b).
//!
//! A step cannot stop halfway. So the engine restores the state before the step, asks the player, and runs the step
//! again with the answer. A saved state is therefore never in the middle of a step, such as dealing damage.

use super::compiled_cards::{AbilityId, CompiledAbility, CompiledCards, DefId, Op, flag, has_sub};
use super::eval::Thing;
use super::state::{
    DuelState, Flow, Frame, GameObject, Id, Ids, Moment, PendingChoice, Pick, Question, Stage, TurnStep, Zone,
};
use super::zones::Enter;
use super::{Duel, Engine, ability_index};
use crate::ir::{Act, ChosenKind, DoubledKind, Keyword, Players, Replacement, Static, Token, Where};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// The answers given so far for the current step, and the choice that has no answer yet.
#[derive(Debug, Default)]
pub(crate) struct MidStepAnswers {
    given: SmallVec<[Pick; 2]>,
    next: usize,
    /// Whether the engine has a copy of the state, so that the step can be run again.
    open: bool,
    /// Whether the step never needs a choice in its middle.
    quiet: bool,
    wanted: Option<Box<PendingChoice>>,
}

fn replacements(cards: &CompiledCards) -> impl Iterator<Item = &Replacement> {
    cards.abilities.iter().filter_map(|ab| match ab {
        CompiledAbility::Static(Static::Replace(replacement)) => Some(replacement),
        _ => None,
    })
}

/// Whether the order of replacement effects can matter with these cards. It can if one effect doubles counters and
/// another adds a counter, or if one effect doubles damage and another prevents damage.
pub(super) fn reorders(cards: &CompiledCards) -> bool {
    let kind = |wanted: DoubledKind| replacements(cards).any(|r| *r == Replacement::Doubled(wanted));
    let shields = || {
        cards
            .codes
            .iter()
            .flat_map(|code| &code.ops)
            .any(|op| matches!(op, Op::Act(Act::Prevent(_) | Act::PreventNext { .. }, _)))
    };
    kind(DoubledKind::PlusOneMore) && (kind(DoubledKind::Counters) || kind(DoubledKind::PlusOneCounters))
        || kind(DoubledKind::Damage) && shields()
}

/// Whether the next step can never need a choice in its middle. Such a step deals no damage, destroys or untaps no
/// permanent and adds no counters, and no permanent enters during it.
fn is_quiet(s: &DuelState) -> bool {
    match s.frames.last() {
        Some(Frame::Cast(casting)) => !matches!(casting.stage, Stage::Mana | Stage::Costs),
        Some(Frame::Block(_) | Frame::Discard(_) | Frame::Bottom(_) | Frame::Legend(..) | Frame::Order(_)) => true,
        Some(Frame::Attack) => !s.player(s.active).skips_combat,
        Some(Frame::Resolve(_) | Frame::Assign(_) | Frame::MidStep(_)) => false,
        None => match s.flow {
            // At these points, the engine only pushes the frame of a resolution. The resolution itself begins with the
            // next step.
            Flow::Opening | Flow::Leave | Flow::Priority => true,
            // The untap step untaps permanents that may stay tapped (CR 502.3). The main phase adds lore counters to
            // Sagas (CR 714.3b). The cleanup step ends with state-based actions (CR 704).
            Flow::Begin => !matches!(s.step, TurnStep::Untap | TurnStep::Main | TurnStep::Cleanup),
            Flow::Settle => false,
        },
    }
}

pub(super) fn chooses(replacement: &Replacement) -> bool {
    matches!(
        replacement,
        Replacement::EntersChoosing(_) | Replacement::EntersAsCopy { .. } | Replacement::EntersTappedUnlessPaid { .. }
    )
}

pub(super) fn enters_choosing(cards: &CompiledCards) -> bool {
    cards.aura.is_some() || replacements(cards).any(chooses)
}

impl Duel {
    /// Whether the next step may need a choice in its middle. If so, the engine keeps a copy of the state before the
    /// step.
    fn may_want(&self, s: &DuelState) -> bool {
        let doubles = |ab: AbilityId| {
            matches!(
                self.cards.abilities[ab as usize],
                CompiledAbility::Static(Static::Replace(Replacement::Doubled(_)))
            )
        };
        let orders = self.reorders
            && s.permanents()
                .any(|(id, o)| self.cards.defs[o.face as usize].replaces && self.abilities(s, id).any(doubles));
        // A shield may prevent only part of the damage (CR 615.7).
        let divides = s.shields.iter().any(|shield| shield.left.is_some());
        let stays = |o: &GameObject| o.tapped && o.chars.rules & flag::MAY_STAY_TAPPED != 0;
        let sleeps = s.step == TurnStep::Untap && s.permanents().any(|(_, o)| stays(o));
        orders || divides || sleeps || self.has_ways_out(s) || self.enters_choosing && self.may_put(s)
    }

    /// Whether the step can put a permanent onto the battlefield in another way than by resolving a permanent spell.
    fn may_put(&self, s: &DuelState) -> bool {
        let mut returns = s.delayed.iter().filter(|delayed| matches!(delayed.when, Moment::Return(_)));
        let Some(Frame::Resolve(f)) = s.frames.last() else {
            return returns.any(|delayed| delayed.wait.last.iter().any(|id| self.chooses_entering(s, *id)));
        };
        // The resolution may make a permanent leave the battlefield. Cards that were exiled until that permanent leaves
        // would then return.
        if returns.next().is_some() {
            return true;
        }
        f.item.parts.iter().skip(usize::from(f.part)).any(|code| {
            self.cards.codes[*code as usize].ops.iter().any(|op| match op {
                Op::Act(Act::Move { to: Where::Battlefield { .. }, .. }, _) => true,
                Op::Act(Act::Search(search), _) => matches!(search.to, Where::Battlefield { .. }),
                Op::Act(Act::Create { token: Token::CopyOf(_), .. }, _) => true,
                Op::Act(Act::Dig(_) | Act::DigUntil(_), _) => true,
                _ => false,
            })
        })
    }

    /// Whether a player chooses something as this card enters.
    fn chooses_entering(&self, s: &DuelState, id: Id) -> bool {
        s.known(id).is_some_and(|o| {
            let aura = |at| has_sub(&self.cards.defs[o.def as usize].subs, at);
            self.prints(o.def, ability_index::CHOOSES) || self.cards.aura.is_some_and(aura)
        })
    }

    /// The creature types: all subtypes except those on cards that are not creatures (CR 205.3m).
    pub(crate) fn creature_types(&self) -> impl Iterator<Item = u16> + '_ {
        (0..self.cards.borne).filter(|at| !self.cards.apart.contains(at)).map(|at| at as u16)
    }
}

impl PendingChoice {
    /// The players that may be chosen, if the choice is not between objects. If `options` is empty, all players may be
    /// chosen. If `options` contains only `Id::NONE`, only other players may be chosen.
    pub(super) fn seats(&self, s: &DuelState) -> impl Iterator<Item = Seat> {
        let (whole, others) = (self.options.is_empty(), self.options[..] == [Id::NONE]);
        let own = self.seat;
        let there: SmallVec<[Seat; 4]> = Seat::all(s.seats()).filter(|seat| !s.player(*seat).lost).collect();
        there.into_iter().filter(move |seat| whole || others && *seat != own)
    }
}

impl Engine<'_> {
    /// Runs one step of the engine. If a choice comes up in its middle, undoes the step and asks.
    pub(super) fn step_once(&mut self) {
        if is_quiet(self.s) {
            self.amid.quiet = true;
            self.advance();
            self.amid.quiet = false;
            return;
        }
        let answered = matches!(self.s.frames.last(), Some(Frame::MidStep(_)));
        if !answered && !self.r.may_want(self.s) {
            return self.advance();
        }
        let given = match self.s.frames.pop() {
            Some(Frame::MidStep(wanted)) => wanted.answers,
            Some(other) => {
                self.s.frames.push(other);
                SmallVec::new()
            }
            None => SmallVec::new(),
        };
        let before = self.s.clone();
        let told = self.out.as_ref().map_or(0, |out| out.len());
        self.amid = MidStepAnswers { given, next: 0, open: true, quiet: false, wanted: None };
        self.advance();
        let MidStepAnswers { given, wanted, .. } = std::mem::take(&mut self.amid);
        let Some(mut wanted) = wanted else { return };
        *self.s = before;
        if let Some(out) = &mut self.out {
            out.truncate(told);
        }
        wanted.answers = given;
        self.ask(wanted.seat, wanted.what);
        self.push(Frame::MidStep(wanted));
    }

    /// The answer to a choice in the middle of a step. `None` if there is no answer yet: then the step will be undone.
    /// Also `None` if no player can be asked.
    pub(super) fn want(&mut self, seat: Seat, what: Question, options: Ids) -> Option<Pick> {
        debug_assert!(!self.amid.quiet, "a step that never asks has asked");
        if let Some(pick) = self.amid.given.get(self.amid.next) {
            self.amid.next += 1;
            return Some(*pick);
        }
        if self.amid.open && self.amid.wanted.is_none() {
            let answers = SmallVec::new();
            self.amid.wanted = Some(Box::new(PendingChoice { seat, what, options, answers }));
        }
        None
    }

    /// The index of the effect that applies first. 0 if no player can be asked.
    pub(super) fn which_first(&mut self, seat: Seat, options: Ids) -> usize {
        let most = options.len() - 1;
        match self.want(seat, Question::Replacement, options) {
            Some(Pick::Number(n)) => (n.max(0) as usize).min(most),
            _ => 0,
        }
    }

    /// The number of counters after effects that double it or add one. The controller of the permanent chooses their
    /// order (CR 616.1).
    pub(super) fn counters_put(&mut self, id: Id, kind: u8, n: i32) -> i32 {
        if n <= 0 {
            return 0;
        }
        let seat = self.s.obj(id).chars.controller;
        let mut effects = self.r.counter_effects(self.s, id, kind);
        let mut n = n;
        while !effects.is_empty() {
            let mixed = effects.iter().any(|(_, twice)| *twice != effects[0].1);
            let at = if mixed { self.which_first(seat, effects.iter().map(|(id, _)| *id).collect()) } else { 0 };
            let (_, twice) = effects.remove(at);
            n = if twice { n.saturating_mul(2) } else { n.saturating_add(1) }.min(100_000);
        }
        n
    }

    /// Lets the player choose the object or player that an Aura enchants if it enters without being cast. It is not a
    /// target (CR 303.4f). Returns `false` if there is no such object or player. In this case the Aura stays in its
    /// zone (CR 303.4g).
    pub(super) fn choose_host(&mut self, def: DefId, how: &mut Enter) -> bool {
        let r = self.r;
        let seat = how.controller;
        let mut chars = r.printed(def, seat);
        chars.controller = seat;
        let placed = how.asked || !how.host.is_none() || how.on_seat.is_some();
        if placed || !r.cards.aura.is_some_and(|at| has_sub(&chars.subs, at)) {
            return true;
        }
        let thing = Thing { chars, def, id: Id::NONE, zone: Zone::Battlefield, owner: seat };
        match r.cards.enchants(def) {
            Some(Keyword::Enchant(filter)) => {
                let cx = super::eval::EvalContext::of(Id::NONE, seat);
                let s = &*self.s;
                let fits = |id: &Id| r.matches(s, &cx, filter, *id) && !r.protected(s, *id, &thing);
                let options: Ids = s.permanents().map(|(id, _)| id).filter(fits).collect();
                let Some(&first) = options.first() else { return false };
                let pick =
                    if options.len() > 1 { self.want(seat, Question::Object { done: false }, options) } else { None };
                how.host = if let Some(Pick::Obj(id)) = pick { id } else { first };
                true
            }
            Some(Keyword::EnchantPlayer(kind)) => {
                let seats = r.seats_of(self.s, seat, *kind);
                let Some(&first) = seats.first() else { return false };
                let marker = if *kind == Players::Any { Ids::new() } else { Ids::from_slice(&[Id::NONE]) };
                let pick =
                    if seats.len() > 1 { self.want(seat, Question::Object { done: false }, marker) } else { None };
                how.on_seat = Some(if let Some(Pick::Seat(seat)) = pick { seat } else { first });
                true
            }
            _ => false,
        }
    }

    /// Asks for the choices as a permanent enters, if it was neither cast nor played as a land.
    pub(super) fn choose_entering(&mut self, def: DefId, how: &mut Enter) {
        let r = self.r;
        let seat = how.controller;
        let mut abilities = r.entering_abilities(self.s, def, seat);
        while let Some((first, rest)) = abilities.split_first() {
            abilities = rest;
            let CompiledAbility::Static(Static::Replace(replacement)) = &r.cards.abilities[*first as usize] else {
                continue;
            };
            match replacement {
                Replacement::EntersAsCopy { of, may, .. } => {
                    let options = r.every(self.s, &super::eval::EvalContext::of(Id::NONE, seat), of);
                    if options.is_empty() {
                        continue;
                    }
                    let default = if *may { None } else { Some(Pick::Obj(options[0])) };
                    let pick = self.want(seat, Question::Object { done: *may }, options).or(default);
                    if let Some((face, made)) = copied(self.s, pick) {
                        let face = r.cards.variant(*first, face);
                        (how.copy, how.made) = (Some(face), made);
                        // A copy also asks for the choices of the card that it copies (CR 707.9).
                        abilities = r.entering_abilities(self.s, face, seat);
                    }
                }
                Replacement::EntersChoosing(kind) => {
                    let what = if *kind == ChosenKind::Color { Question::Color } else { Question::Subtype };
                    let pick = self.want(seat, what, Ids::new());
                    how.chosen = if let Some(Pick::Number(n)) = pick { n as u16 + 1 } else { 1 };
                }
                Replacement::EntersTappedUnlessPaid { cost, .. } => {
                    let payable = r.payable_now(self.s, seat, Id::NONE, cost, 0);
                    if payable && self.want(seat, Question::May, Ids::new()) == Some(Pick::Yes) {
                        self.pay_now(seat, Id::NONE, cost, 0);
                    } else {
                        how.tapped = true;
                    }
                }
                // These effects ask for no choice as a permanent enters, or they replace another event.
                Replacement::EntersTapped { .. }
                | Replacement::EntersWith { .. }
                | Replacement::DiesExile(_)
                | Replacement::GraveyardExile(_)
                | Replacement::PreventAll { .. }
                | Replacement::DrawInstead(..)
                | Replacement::Doubled(_)
                | Replacement::ExiledAsLeaves
                | Replacement::Skip(..)
                | Replacement::EntersSacrificing(..) => {}
            }
        }
    }
}

/// The copiable values of the chosen object: its definition, and the size with which a token was created (CR 707.2).
fn copied(s: &DuelState, pick: Option<Pick>) -> Option<(DefId, Option<(i16, i16)>)> {
    match pick {
        Some(Pick::Obj(id)) => s.known(id).map(|o| (o.face, o.made)),
        _ => None,
    }
}
