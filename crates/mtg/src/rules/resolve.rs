//! Resolution (CR 608): takes a spell or ability off the stack, and performs its instructions in order. An instruction
//! can ask a player.

use super::compiled_cards::{CompiledAbility, DefId, Op, UNLISTED, type_bit};
use super::eval::{EvalContext, Seats};
use super::fact::Note;
use super::state::{
    Delayed, DuelState, Flow, Frame, Id, Ids, Item, Moment, ObjectOrPlayer, Pick, Question, Resolving, TurnStep, Until,
    Zone,
};
use super::triggers::GameEvent;
use super::zones::{Destination, Enter};
use super::{Duel, Engine};
use crate::ir::{
    Act, CardType, ChosenKind, CostPart, Delay, Duration, Event, Link, Obj, Pred, Replacement, Static, Who, ZoneOf,
};
use rulebook_kernel::Seat;
use rulebook_table::Entry;
use smallvec::SmallVec;

/// Whether an instruction is finished or a player was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    Done,
    Asked,
}

impl Resolving {
    pub(crate) fn new(item: Item) -> Resolving {
        Resolving {
            began: item.born,
            part: 0,
            at: 0,
            stage: 0,
            picks: SmallVec::new(),
            last: item.paid.clone(),
            x: i32::from(item.x),
            amount: item.occasion.amount,
            done: 0,
            did: false,
            acting: None,
            subject: 0,
            quick: false,
            order: 0,
            chosen: SmallVec::new(),
            item,
        }
    }

    pub(crate) fn cx(&self) -> EvalContext<'_> {
        EvalContext {
            source: self.item.source,
            you: self.item.controller,
            targets: &self.item.targets,
            part: self.part,
            occasion: self.item.occasion,
            x: self.x,
            amount: self.amount,
            last: &self.last,
            paid: &self.item.paid,
            subject: self.acting,
            each: Id::NONE,
            did: self.did,
            kicked: self.item.kicked,
            delayed: self.item.ability == Some(UNLISTED),
        }
    }

    pub(crate) fn picked(&self) -> Ids {
        self.picks.iter().filter_map(|pick| if let Pick::Obj(id) = pick { Some(*id) } else { None }).collect()
    }
}

/// The hidden zone from which cards are chosen, and its owner. `None` if the phrase is not a choice from a hidden zone.
pub(crate) fn hidden_zone(what: &Obj) -> Option<(Zone, Option<&Who>)> {
    let Obj::Choose { filter, .. } = what else { return None };
    filter.post.iter().chain(filter.nouns.iter().flat_map(|noun| &noun.adj)).find_map(|pred| match pred {
        Pred::In(ZoneOf { zone: crate::ir::Zone::Hand, of, .. }) => Some((Zone::Hand, of.as_ref())),
        Pred::In(ZoneOf { zone: crate::ir::Zone::Library, of, .. }) => Some((Zone::Library, of.as_ref())),
        _ => None,
    })
}

/// Whether the phrase is a choice `from it`: from a hand that was just revealed.
pub(crate) fn from_shown(what: &Obj) -> bool {
    matches!(what, Obj::Choose { filter, .. } if filter.post.contains(&Pred::FromIt))
}

/// The object phrase of an instruction, if the player may have to choose the objects.
pub(crate) fn main_obj(act: &Act) -> Option<&Obj> {
    let what = named_obj(act)?;
    match what {
        Obj::EachOf(inner) | Obj::Apiece(inner) => Some(inner),
        other => Some(other),
    }
}

fn named_obj(act: &Act) -> Option<&Obj> {
    match act {
        Act::Modify { what, .. }
        | Act::Destroy { what }
        | Act::Exile { what, .. }
        | Act::Move { what, .. }
        | Act::Sacrifice { what, .. }
        | Act::ChooseObj { what, .. }
        | Act::Tap(what)
        | Act::Untap(what)
        | Act::Regenerate(what)
        | Act::Goad(what)
        | Act::PutCounters { on: what, .. }
        | Act::RemoveCounters { from: what, .. } => Some(what),
        _ => None,
    }
}

impl Duel {
    pub(crate) fn op<'a>(&'a self, f: &Resolving) -> Option<&'a Op> {
        let code = *f.item.parts.get(usize::from(f.part))?;
        self.cards.codes[code as usize].ops.get(usize::from(f.at))
    }

    /// Whether a later instruction refers to the amount of the instruction at this index.
    fn keeps_amount(&self, f: &Resolving, at: u16) -> bool {
        let code = f.item.parts.get(usize::from(f.part));
        code.is_some_and(|code| self.cards.codes[*code as usize].amounts.contains(&at))
    }

    /// The players who perform the instruction, in turn order (CR 101.4).
    pub(crate) fn subjects(&self, s: &DuelState, f: &Resolving, act: &Act) -> Seats {
        let who = match act {
            Act::Sacrifice { who, .. } | Act::Discard { who, .. } | Act::ChooseObj { who, .. } => who,
            Act::Scry(who, _) | Act::Surveil(who, _) => who,
            Act::Search(search) => &search.who,
            // In these instructions, `who` performs the instruction and also chooses its objects.
            Act::Exile { who, .. } | Act::Move { who, .. } => who,
            _ => return Seats::from_slice(&[f.item.controller]),
        };
        self.players(s, &f.cx(), who)
    }

    /// The objects that can be chosen for the current instruction.
    pub(crate) fn choosable(&self, s: &DuelState, f: &Resolving, act: &Act) -> Ids {
        let Some(Obj::Choose { filter, .. }) = main_obj(act) else { return Ids::new() };
        let subject = self.subjects(s, f, act).get(usize::from(f.subject)).copied();
        let cx = EvalContext { subject, ..f.cx() };
        let mut ids = self.every(s, &cx, filter);
        // A source of damage is a permanent or a spell, not an ability or a card in another zone (CR 609.7a).
        if filter.nouns.iter().any(|noun| noun.head.kind == crate::ir::Kind::Source) {
            ids.retain(|id| {
                s.live(*id).is_some_and(|o| match o.zone {
                    Zone::Battlefield | Zone::Command => true,
                    Zone::Stack => o.entry.is_some() || o.token,
                    _ => false,
                })
            });
        }
        if let (Act::Sacrifice { .. }, Some(seat)) = (act, subject) {
            ids.retain(|id| {
                s.there(*id).is_some_and(|o| {
                    o.chars.controller == seat && o.chars.rules & super::compiled_cards::flag::NO_SACRIFICE == 0
                })
            });
        }
        // Objects are picked in ascending order, so that each set can be picked in only one way.
        if let Some(last) = f.picked().last()
            && let Some(at) = ids.iter().position(|id| id == last)
        {
            ids.drain(..=at);
        }
        ids
    }

    /// The cards in a hand or library that can be chosen for the current instruction.
    pub(crate) fn card_choosable(&self, s: &DuelState, f: &Resolving, act: &Act) -> SmallVec<[Entry; 8]> {
        let shape = self.shape(s);
        let board = self.board(s);
        let subject = self.subjects(s, f, act).get(usize::from(f.subject)).copied().unwrap_or(f.item.controller);
        let cx = EvalContext { subject: Some(subject), ..f.cx() };
        match act {
            Act::Discard { what, .. } => {
                // Leave out the cards that are already chosen.
                let mut taken = f.chosen.clone();
                let mut hand: SmallVec<[Entry; 8]> = s.table.entries(shape, board.hand[subject.index()]).collect();
                hand.retain(|e| {
                    let at = taken.iter().position(|face| *face == s.table.face(shape, *e));
                    at.map(|at| taken.swap_remove(at)).is_none()
                });
                if let Obj::Choose { filter, .. } = what {
                    hand.retain(|e| self.fits(s, &cx, filter, &self.card_thing(s, *e, Zone::Hand)));
                }
                hand
            }
            Act::ChooseObj { what: what @ Obj::Choose { filter, .. }, .. } if from_shown(what) => {
                let Some(seat) = self.shown_hand(s, f) else { return SmallVec::new() };
                let mut taken = f.chosen.clone();
                let mut hand: SmallVec<[Entry; 8]> = s.table.entries(shape, board.hand[seat.index()]).collect();
                hand.retain(|e| {
                    let at = taken.iter().position(|face| *face == s.table.face(shape, *e));
                    at.map(|at| taken.swap_remove(at)).is_none()
                });
                hand.retain(|e| self.fits(s, &cx, filter, &self.card_thing(s, *e, Zone::Hand)));
                hand
            }
            Act::Search(search) => {
                let library = s.table.entries(shape, board.library[subject.index()]);
                let fits = |e: &Entry| self.fits(s, &cx, &search.filter, &self.card_thing(s, *e, Zone::Library));
                library.filter(fits).collect()
            }
            Act::Dig(dig) => {
                let n = self.amount(s, &cx, &dig.count).max(0) as usize;
                let taken = usize::from(f.stage);
                // Skip the cards that were already put back: they are on top of the others, or at the bottom.
                if let Some(rest) = dig.rest.filter(|_| f.order > 0) {
                    let back = usize::from(f.order - 1);
                    let gone = if rest.is_top() { 0 } else { back };
                    let top = self.top_of(s, subject, n.saturating_sub(taken + gone));
                    return top.into_iter().skip(back - gone).collect();
                }
                let top = self.top_of(s, subject, n.saturating_sub(taken));
                let fits = |e: &Entry| {
                    dig.filter
                        .as_ref()
                        .is_none_or(|filter| self.fits(s, &cx, filter, &self.card_thing(s, *e, Zone::Library)))
                };
                top.into_iter().filter(fits).collect()
            }
            Act::Scry(_, n) | Act::Surveil(_, n) => {
                let n = self.amount(s, &cx, n).max(0) as usize;
                let top = self.top_of(s, subject, n.saturating_sub(usize::from(f.stage)));
                // Skip the cards that were already put back on top of the others.
                top.into_iter().skip(usize::from(f.order.saturating_sub(1))).collect()
            }
            _ => match main_obj(act).and_then(|what| hidden_zone(what).map(|(zone, _)| (what, zone))) {
                Some((Obj::Choose { filter, .. }, Zone::Hand)) => {
                    let hand = s.table.entries(shape, board.hand[subject.index()]);
                    hand.filter(|e| self.fits(s, &cx, filter, &self.card_thing(s, *e, Zone::Hand))).collect()
                }
                _ => SmallVec::new(),
            },
        }
    }

    /// The top `n` cards of a library, the top card first.
    pub(crate) fn top_of(&self, s: &DuelState, seat: Seat, n: usize) -> SmallVec<[Entry; 8]> {
        let zone = self.board(s).library[seat.index()];
        let mut all: Vec<Entry> = s.table.order(self.shape(s), zone).collect();
        all.reverse();
        all.into_iter().take(n).collect()
    }

    pub(crate) fn until(&self, s: &DuelState, cx: &EvalContext<'_>, duration: &Duration) -> Until {
        let one = |what: &Obj| self.objects(s, cx, what).first().copied().unwrap_or(Id::NONE);
        match duration {
            Duration::Always => Until::Always,
            Duration::EndOfTurn { .. } | Duration::ThisTurn => Until::EndOfTurn,
            Duration::YourNextTurn { .. } => Until::TurnOf(cx.you),
            Duration::EndOfYourNextTurn { .. } => Until::EndOfTurnOf(cx.you, false),
            Duration::EndOfCombat | Duration::ThisCombat => Until::EndOfCombat,
            Duration::WhileControlled(_, what) => Until::Controlled(cx.you, one(what)),
            Duration::WhileOnBattlefield(what) | Duration::UntilLeaves(what) => Until::There(one(what)),
            Duration::WhileTapped(what) => Until::Tapped(one(what)),
        }
    }
}

impl Engine<'_> {
    /// Starts to resolve the top item of the stack.
    pub(crate) fn resolve_top(&mut self) {
        let Some(mut item) = self.s.stack.pop() else { return };
        self.s.flow = Flow::Settle;
        let r = self.r;
        let targets = item.targets.len();
        let legal: SmallVec<[_; 2]> =
            item.targets.iter().copied().filter(|t| r.still_legal(self.s, &item, t)).collect();
        item.targets = legal;
        let face = self.s.known(item.id).map_or(0, |o| o.face);
        if targets > 0 && item.targets.is_empty() {
            self.note(|| Note::Fizzled(face));
            self.put_away(&item);
            return;
        }
        // Check the intervening-if condition again (CR 608.2a).
        if let Some(CompiledAbility::Triggered { cond: Some(cond), .. }) =
            item.ability.and_then(|ab| r.cards.abilities.get(ab as usize))
        {
            let cx = r.item_cx(self.s, &item, 0);
            if !r.cond(self.s, &cx, cond) {
                self.put_away(&item);
                return;
            }
        }
        self.note(|| Note::Resolves(face));
        if item.ability.is_none() {
            self.ascend(item.controller, face);
        }
        let began = self.s.clock;
        self.push(Frame::Resolve(Box::new(Resolving { began, ..Resolving::new(item) })));
    }

    /// Removes an item from the stack, if it did not become a permanent.
    pub(crate) fn put_away(&mut self, item: &Item) {
        if item.ability.is_some() || item.copy {
            if let Some(obj) = self.s.objs.get_mut(item.id.slot as usize) {
                obj.gone = true;
            }
            return;
        }
        if self.s.live(item.id).is_some_and(|o| o.zone == Zone::Stack) {
            self.send(&[item.id], Destination::Graveyard);
        }
    }

    /// Continues the resolution in the top frame.
    pub(crate) fn resolve_on(&mut self) {
        let Some(Frame::Resolve(mut f)) = self.s.frames.pop() else { return };
        loop {
            if self.s.over.is_some() {
                return;
            }
            let parts = f.item.parts.len();
            if usize::from(f.part) >= parts {
                if self.finish(&mut f) == Progress::Asked {
                    self.push(Frame::Resolve(f));
                }
                return;
            }
            let Some(op) = self.r.op(&f) else {
                f.part += 1;
                f.at = 0;
                continue;
            };
            let at = f.at;
            if self.run_op(&mut f, op) == Progress::Asked {
                self.push(Frame::Resolve(f));
                return;
            }
            if self.r.keeps_amount(&f, at) {
                f.amount = f.done;
            }
            f.done = 0;
            f.stage = 0;
            f.subject = 0;
            f.picks.clear();
        }
    }

    fn run_op(&mut self, f: &mut Resolving, op: &Op) -> Progress {
        let r = self.r;
        self.refresh();
        let mut next = f.at + 1;
        match op {
            Op::Act(act, operand) => {
                self.attempt(f, act);
                let before = if self.watch.is_some() { self.before_action(f, act) } else { None };
                let asked = self.choose(f, act) == Progress::Asked || self.act(f, act, *operand) == Progress::Asked;
                let progress = if asked { Progress::Asked } else { Progress::Done };
                if let Some(before) = before {
                    self.after_action(before, progress);
                }
                if asked {
                    return Progress::Asked;
                }
            }
            Op::Jump(to) => next = *to,
            Op::If(cond, otherwise) => {
                if !r.cond(self.s, &f.cx(), cond) {
                    next = *otherwise;
                }
            }
            Op::X(amount) => f.x = r.amount(self.s, &f.cx(), amount),
            Op::May(who, skip) => {
                let Some(&seat) = r.players(self.s, &f.cx(), who).first() else { return Progress::Done };
                match f.picks.first() {
                    None => {
                        self.ask(seat, Question::May);
                        return Progress::Asked;
                    }
                    Some(Pick::Yes) => f.did = true,
                    Some(_) => {
                        f.did = false;
                        next = *skip;
                    }
                }
            }
            Op::Pay(who, cost) => match self.offer_payment(f, who, cost) {
                None => return Progress::Asked,
                Some(paid) => f.did = paid,
            },
            Op::Unless(who, cost, skip) => match self.offer_payment(f, who, cost) {
                None => return Progress::Asked,
                // A later `if they do` asks whether the player paid.
                Some(paid) => {
                    f.did = paid;
                    next = if paid { *skip } else { next };
                }
            },
            Op::Exploited => {
                if let Some(&what) = f.last.first().filter(|_| f.did) {
                    self.exploits(f.item.source, what);
                }
            }
            Op::UnlessEach(cost, kind, skip) => match self.offer_for_each(f, cost, *kind) {
                None => return Progress::Asked,
                Some(paid) => {
                    f.did = paid;
                    next = if paid { *skip } else { next };
                }
            },
            Op::Later(delay, code, own) => {
                let when = match delay {
                    Delay::NextEndStep => Moment::Step(TurnStep::End, None),
                    Delay::NextTurnsUpkeep => Moment::Step(TurnStep::Upkeep, None),
                    Delay::YourNextUpkeep => Moment::Step(TurnStep::Upkeep, Some(f.item.controller)),
                    Delay::YourNextEndStep => Moment::Step(TurnStep::End, Some(f.item.controller)),
                    Delay::EndOfCombat => Moment::Step(TurnStep::EndCombat, None),
                };
                let mut wait = self.wait(f, None, *code);
                if let Some(slot) = own {
                    wait.last = r.objects(self.s, &f.cx(), &Obj::Target(*slot));
                }
                self.s.delayed.push(Delayed { when, wait, until: Until::Always });
            }
            Op::Watch(duration, ab) => {
                let CompiledAbility::Triggered { event, code, .. } = &r.cards.abilities[*ab as usize] else {
                    return Progress::Done;
                };
                let until = r.until(self.s, &f.cx(), duration);
                let mut wait = self.wait(f, Some(*ab), *code);
                // The delayed triggered ability refers only to the target whose death or attack it waits for (CR
                // 603.7c).
                if let Event::Dies(what @ Obj::Back { to: Link::Target(_), .. })
                | Event::Attacks { what: what @ Obj::Back { to: Link::Target(_), .. }, .. } = event
                {
                    wait.last = r.objects(self.s, &f.cx(), what);
                }
                self.s.delayed.push(Delayed { when: Moment::Event, wait, until });
            }
            Op::Reflexive(code) => {
                let wait = self.wait(f, None, *code);
                if f.did {
                    self.s.waiting.push(wait);
                }
            }
        }
        f.at = next;
        Progress::Done
    }

    /// Asks the player for the objects of the instruction, until all are chosen.
    fn choose(&mut self, f: &mut Resolving, act: &Act) -> Progress {
        let Some(what @ Obj::Choose { count, .. }) = main_obj(act) else { return Progress::Done };
        if hidden_zone(what).is_some() || from_shown(what) || matches!(act, Act::Sacrifice { .. }) {
            return Progress::Done;
        }
        let r = self.r;
        let seat = r.subjects(self.s, f, act).first().copied().unwrap_or(f.item.controller);
        let did = self.choose_some(f, act, seat, r.range(self.s, &f.cx(), count));
        // If no object was chosen, the instruction was not performed (CR 608.2d, 609.3).
        f.did &= did == Progress::Asked || !f.picked().is_empty();
        did
    }

    /// Asks for the next of several objects. Done when the player has picked enough or has ended the choice.
    pub(crate) fn choose_some(&mut self, f: &mut Resolving, act: &Act, seat: Seat, range: (usize, usize)) -> Progress {
        let (least, most) = range;
        if f.picks.contains(&Pick::Done) {
            return Progress::Done;
        }
        let have = f.picked().len();
        let options = self.r.choosable(self.s, f, act);
        let must = least.saturating_sub(have);
        if have >= most || options.is_empty() {
            return Progress::Done;
        }
        if options.len() <= must {
            f.picks.extend(options.into_iter().map(Pick::Obj));
            return Progress::Done;
        }
        self.ask(seat, Question::Object { done: have >= least });
        Progress::Asked
    }

    /// Whether the player pays the cost. `None` if the player was asked and has not answered yet.
    pub(super) fn offer_payment(&mut self, f: &mut Resolving, who: &Who, cost: &crate::ir::Cost) -> Option<bool> {
        let r = self.r;
        let seats = r.players(self.s, &f.cx(), who);
        let Some(&seat) = seats.first() else { return Some(false) };
        let x = f.x;
        let payable = r.payable_now(self.s, seat, f.item.source, cost, x);
        match f.picks.first() {
            None if !payable => Some(false),
            None => {
                self.ask(seat, Question::May);
                None
            }
            Some(Pick::Yes) if payable => {
                self.pay_now(seat, f.item.source, cost, x);
                Some(true)
            }
            Some(_) => Some(false),
        }
    }

    /// Ends a resolution. A permanent spell enters the battlefield, and other spells go to their zone (CR 608.3).
    fn finish(&mut self, f: &mut Resolving) -> Progress {
        if f.quick && f.item.ability.is_some() {
            return Progress::Done;
        }
        let item = f.item.clone();
        if item.ability.is_some() {
            self.put_away(&item);
            return Progress::Done;
        }
        let Some(&super::state::GameObject { def, face, x, kicked, from, .. }) = self.s.live(item.id) else {
            return Progress::Done;
        };
        let types = self.r.cards.defs[face as usize].types;
        if !CardType::ALL.iter().any(|t| t.is_permanent() && types & type_bit(*t) != 0) {
            self.resolved(&item);
            return Progress::Done;
        }
        let (copy, cast) = ((face != def).then_some(face), !f.quick && !item.copy);
        let mut how = Enter { x, kicked, cast, from, asked: true, copy, ..Enter::under(item.controller) };
        if self.entering_choices(f, face, &mut how) == Progress::Asked {
            return Progress::Asked;
        }
        match item.targets.first().map(|t| t.aim) {
            Some(ObjectOrPlayer::Obj(host)) => how.host = host,
            Some(ObjectOrPlayer::Seat(seat)) => how.on_seat = Some(seat),
            None => {}
        }
        if item.copy {
            self.s.objs[item.id.slot as usize].gone = true;
            self.token(def, how);
        } else {
            let new = self.enter(item.id, how);
            if f.quick {
                self.emit(GameEvent::Land(item.controller, new));
            }
        }
        Progress::Done
    }

    /// Asks the controller for the choices as a permanent enters (CR 614.12b).
    fn entering_choices(&mut self, f: &mut Resolving, def: DefId, how: &mut Enter) -> Progress {
        let r = self.r;
        let seat = f.item.controller;
        let mut used = 0;
        let mut abilities = r.entering_abilities(self.s, def, seat);
        while let Some((first, rest)) = abilities.split_first() {
            abilities = rest;
            let CompiledAbility::Static(Static::Replace(replacement)) = &r.cards.abilities[*first as usize] else {
                continue;
            };
            let pick = f.picks.get(used).copied();
            match replacement {
                Replacement::EntersAsCopy { of, may, .. } => {
                    let cx = EvalContext::of(f.item.id, seat);
                    let options = r.every(self.s, &cx, of);
                    if options.is_empty() {
                        continue;
                    }
                    used += 1;
                    match pick {
                        None => {
                            self.ask(seat, Question::Object { done: *may });
                            return Progress::Asked;
                        }
                        Some(Pick::Obj(id)) => {
                            if let Some((face, made)) = self.s.known(id).map(|o| (o.face, o.made)) {
                                let face = r.cards.variant(*first, face);
                                (how.copy, how.made) = (Some(face), made);
                                // A copy also asks for the choices of the card that it copies (CR 707.9).
                                abilities = r.entering_abilities(self.s, face, seat);
                            }
                        }
                        Some(_) => {}
                    }
                }
                Replacement::EntersChoosing(kind) => {
                    used += 1;
                    match (pick, kind) {
                        (None, ChosenKind::Color) => {
                            self.ask(seat, Question::Color);
                            return Progress::Asked;
                        }
                        (None, _) => {
                            self.ask(seat, Question::Subtype);
                            return Progress::Asked;
                        }
                        (Some(Pick::Number(n)), _) => how.chosen = n as u16 + 1,
                        _ => {}
                    }
                }
                Replacement::EntersTappedUnlessPaid { cost, .. } => {
                    let payable = r.payable_now(self.s, seat, f.item.id, cost, 0);
                    used += 1;
                    match pick {
                        None if payable => {
                            self.ask(seat, Question::May);
                            return Progress::Asked;
                        }
                        Some(Pick::Yes) => self.pay_now(seat, f.item.id, cost, 0),
                        _ => how.tapped = true,
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
        Progress::Done
    }
}

impl Duel {
    /// Whether the player can pay the cost now. Apart from mana, the cost must leave no choice.
    pub(crate) fn payable_now(&self, s: &DuelState, seat: Seat, source: Id, cost: &[CostPart], x: i32) -> bool {
        let mut need = super::mana::Need::new();
        for part in cost {
            if let Some(mana) = super::cost::mana_of(part) {
                need.extend(super::mana::need(mana, x));
            }
        }
        let units = self.units(s, seat);
        let Some(units) = self.kept(s, seat, source, cost, &need, &units) else { return false };
        self.can_pay(s, seat, &need, &units) && self.parts_payable(s, seat, source, cost, None)
    }
}
