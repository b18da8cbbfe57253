//! Performs instructions, one at a time (CR 608.2c, 701).

use super::Engine;
use super::compiled_cards::Operand;
use super::eval::EvalContext;
use super::fact::Note;
use super::resolve::Progress;
use super::state::{
    Delayed, Id, Ids, Moment, ObjectOrPlayer, Pick, Question, Resolving, Shield, TurnStep, Until, Waiting, Zone,
};
use super::triggers::GameEvent;
use super::zones::{Destination, Enter};
use crate::ir::{Act, Amount, Choice, DamageTo, Duration, KeywordAct, NumberAct, Obj, Where, Who};
use rulebook_kernel::{Seat, SeatSet};
use smallvec::SmallVec;

impl Engine<'_> {
    /// The objects to which an instruction applies. If an object changed zones and the effect can still find it, this
    /// is the new object (CR 400.7).
    pub(crate) fn about(&self, f: &Resolving, what: &Obj) -> Ids {
        let mut ids = self.named(f, what);
        for id in &mut ids {
            *id = self.r.follow(self.s, f, *id);
        }
        ids
    }

    /// The objects that the player chose, or that the phrase describes. The list may include ghosts, whose last known
    /// information is used (CR 608.2h).
    pub(crate) fn named(&self, f: &Resolving, what: &Obj) -> Ids {
        match what {
            Obj::Choose { .. } => f.picked(),
            Obj::EachOf(inner) | Obj::Apiece(inner) => self.named(f, inner),
            other => self.r.objects(self.s, &f.cx(), other),
        }
    }

    pub(super) fn number(&self, f: &Resolving, amount: &Amount) -> i32 {
        self.r.amount(self.s, &f.cx(), amount)
    }

    /// An amount for one of the acting players, as in `each player loses half their life`. If `you` act, the amount may
    /// still refer to another player.
    pub(super) fn number_for(&self, f: &Resolving, who: &Who, seat: Seat, amount: &Amount) -> i32 {
        let subject = if *who == Who::You { f.acting } else { Some(seat) };
        self.r.amount(self.s, &EvalContext { subject, ..f.cx() }, amount)
    }

    /// The objects or players to which a phrase refers.
    pub(super) fn aims(&self, f: &Resolving, what: &Obj) -> SmallVec<[ObjectOrPlayer; 8]> {
        let slot = match what {
            Obj::Target(slot) | Obj::Back { to: crate::ir::Link::Target(slot), .. } => Some(*slot),
            Obj::EachOf(inner) | Obj::Apiece(inner) => return self.aims(f, inner),
            _ => None,
        };
        match slot {
            Some(slot) => f.cx().aims(slot).map(|t| t.aim).collect(),
            None => self.about(f, what).into_iter().map(ObjectOrPlayer::Obj).collect(),
        }
    }

    pub(crate) fn act(&mut self, f: &mut Resolving, act: &Act, operand: Operand) -> Progress {
        let r = self.r;
        let you = f.item.controller;
        if f.stage == 0 && f.subject == 0 && f.picks.is_empty() {
            self.fresh = self.s.waiting.len();
        }
        match act {
            Act::Modify { what, until, mods } => return self.modify(f, what, mods, until, operand.mods()),
            Act::Damage { .. } => self.damage(f),
            Act::Fight { a, b } => {
                let mut both = self.about(f, a);
                if let Some(b) = b {
                    both.extend(self.about(f, b));
                }
                if let [a, b] = both[..]
                    && self.s.there(a).is_some()
                    && self.s.there(b).is_some()
                {
                    let (x, y) = (self.s.obj(a).chars.power, self.s.obj(b).chars.power);
                    self.deal_all(
                        &[(a, ObjectOrPlayer::Obj(b), i32::from(x)), (b, ObjectOrPlayer::Obj(a), i32::from(y))],
                        false,
                    );
                }
            }
            Act::Destroy { what } => {
                let ids = self.about(f, what);
                f.last = ids.clone();
                f.done = self.destroy(&ids, operand != Operand::NoRegeneration) as i32;
            }
            Act::Exile { who, what, until, .. } => {
                return self.each_actor(f, who, |g, f| {
                    if super::resolve::hidden_zone(what).is_some() {
                        return g.hand_cards_go(f, act, what, &Where::Exile);
                    }
                    g.exile(f, what, until.as_ref());
                    Progress::Done
                });
            }
            Act::Counter { what } => {
                let ids = self.about(f, what);
                f.done = ids.iter().filter(|id| self.counter(**id)).count() as i32;
                f.last = ids;
            }
            Act::Move { who, what, to, .. } => return self.each_actor(f, who, |g, f| g.relocate(f, act, what, to)),
            Act::Draw { who, amount, .. } => {
                for seat in r.players(self.s, &f.cx(), who) {
                    let n = self.number_for(f, who, seat, amount).clamp(0, 200);
                    f.done += (0..n).filter(|_| self.draw(seat)).count() as i32;
                }
            }
            Act::Mill { who, amount } => {
                let mut milled = Ids::new();
                for seat in r.players(self.s, &f.cx(), who) {
                    let n = self.number_for(f, who, seat, amount);
                    milled.extend(self.mill(seat, n));
                }
                f.done = milled.len() as i32;
                f.last = milled;
            }
            Act::GainLife { who, amount, .. } => {
                for seat in r.players(self.s, &f.cx(), who) {
                    let n = self.number_for(f, who, seat, amount);
                    f.done += self.gain_life(seat, n);
                }
            }
            Act::LoseLife { who, amount, .. } => {
                for seat in r.players(self.s, &f.cx(), who) {
                    let n = self.number_for(f, who, seat, amount);
                    self.lose_life(seat, n);
                    f.done += n.max(0);
                }
            }
            Act::SetLife { who, to } => {
                for seat in r.players(self.s, &f.cx(), who) {
                    let to = self.number_for(f, who, seat, to);
                    let now = self.s.player(seat).life;
                    if to > now {
                        self.gain_life(seat, to - now);
                    } else {
                        self.lose_life(seat, now - to);
                    }
                }
            }
            Act::PutCounters { count, on, .. } => {
                let ids = self.about(f, on);
                for &id in &ids {
                    let n = r.amount(self.s, &EvalContext { each: id, ..f.cx() }, count);
                    f.done += self.put_counters(id, operand.counter(), n, you);
                }
                f.last = ids;
            }
            Act::RemoveCounters { count, kind, from } => {
                let most = match count {
                    // `remove all charge counters`
                    Choice::Exactly(Amount::AnyNumber) => usize::MAX,
                    count => r.range(self.s, &f.cx(), count).1,
                };
                for id in self.about(f, from) {
                    let kind = kind.map_or(0, |kind| r.cards.kind_of(kind));
                    let n = self.s.count(id, kind).min(most.min(9999) as i16);
                    self.take_counters(id, kind, n);
                    f.done += i32::from(n);
                    f.did &= n > 0;
                }
            }
            Act::Distribute { .. } => {
                let shares: SmallVec<[(ObjectOrPlayer, i16); 4]> =
                    f.item.targets.iter().map(|t| (t.aim, t.share)).collect();
                for (aim, n) in shares {
                    if let ObjectOrPlayer::Obj(id) = aim {
                        self.put_counters(id, operand.counter(), i32::from(n), you);
                    }
                }
            }
            Act::DoubleCounters(kind, what) => {
                for id in self.about(f, what) {
                    let list: SmallVec<[_; 4]> = self.s.counters(id.slot).collect();
                    for (k, n, _) in list {
                        if kind.is_none_or(|kind| r.cards.kind_of(kind) == k) {
                            self.put_counters(id, k, i32::from(n), you);
                        }
                    }
                }
            }
            Act::GetCounters { who, count, kind } => {
                for seat in r.players(self.s, &f.cx(), who) {
                    let n = self.number_for(f, who, seat, count) as i16;
                    f.done += i32::from(n);
                    let player = &mut self.s.players[seat.index()];
                    if kind.is_none() {
                        player.energy += n
                    } else {
                        player.poison += n
                    }
                    self.stir_if(r.volatile);
                }
            }
            Act::Create { who, count, token, entering, .. } => {
                for seat in r.players(self.s, &f.cx(), who) {
                    let n = self.number_for(f, who, seat, count);
                    self.create(f, seat, n, token, entering, operand);
                }
            }
            Act::Tap(what) => {
                let ids = self.about(f, what);
                f.done = ids.iter().filter(|id| self.tap(**id)).count() as i32;
                f.last = ids;
            }
            Act::Untap(what) => {
                let ids = self.about(f, what);
                f.done = ids.iter().filter(|id| self.untap(**id)).count() as i32;
                f.last = ids;
            }
            Act::TapOrUntap(what) => {
                let ids = self.about(f, what);
                match f.picks.first() {
                    None if !ids.is_empty() => {
                        self.ask(you, Question::Either);
                        return Progress::Asked;
                    }
                    Some(Pick::Yes) => ids.iter().for_each(|id| _ = self.tap(*id)),
                    _ => ids.iter().for_each(|id| _ = self.untap(*id)),
                }
            }
            Act::Sacrifice { what, .. } => return self.sacrifices(f, act, what),
            Act::Discard { .. } => return self.discards(f, act),
            Act::Regenerate(what) => {
                for id in self.about(f, what) {
                    self.s.objs[id.slot as usize].shields += 1;
                }
            }
            Act::AddMana { who, mana, spend } => return self.add_mana(f, who, mana, spend.is_some()),
            Act::Search(search) => return self.search(f, act, search),
            Act::Shuffle(who) => {
                for seat in r.players(self.s, &f.cx(), who) {
                    self.shuffle(seat);
                }
            }
            Act::ShuffleInto { who, what, .. } => {
                return self.each_actor(f, who, |g, f| {
                    let ids = g.about(f, what);
                    let owners: SmallVec<[Seat; 4]> =
                        ids.iter().filter_map(|id| g.s.known(*id)).map(|o| o.owner).collect();
                    f.done += ids.iter().filter(|id| g.s.live(**id).is_some()).count() as i32;
                    g.send(&ids, Destination::Bottom);
                    for at in 0..g.s.seats() {
                        if owners.contains(&Seat::new(at)) {
                            g.shuffle(Seat::new(at));
                        }
                    }
                    Progress::Done
                });
            }
            Act::Dig(dig) => return self.dig(f, act, dig),
            Act::Scry(..) => return self.scry(f, act, false),
            Act::Surveil(..) => return self.scry(f, act, true),
            Act::LookAtHand(who) | Act::RevealHand(who) => {
                let everyone = matches!(act, Act::RevealHand(_));
                self.show_hand(f, who, everyone);
            }
            Act::ChooseObj { what, .. } if super::resolve::from_shown(what) => return self.choose_shown(f, act, what),
            Act::ChooseObj { .. } => {
                f.last = f.picked();
                f.done = f.last.len() as i32;
            }
            Act::Attach { what, to } => {
                if let Some(&to) = self.about(f, to).first() {
                    for what in self.about(f, what) {
                        self.attach(what, to);
                    }
                }
            }
            Act::LookTop { count, of } => {
                let n = self.number(f, count).max(0) as usize;
                for seat in r.players(self.s, &f.cx(), of) {
                    for entry in r.top_of(self.s, seat, n) {
                        self.reveal(entry, SeatSet::one(you));
                    }
                }
            }
            Act::DigUntil(dig) => self.dig_until(f, dig),
            Act::ChooseType | Act::ChooseColor => {
                let Some(Pick::Number(n)) = f.picks.first() else {
                    self.ask(you, if *act == Act::ChooseColor { Question::Color } else { Question::Subtype });
                    return Progress::Asked;
                };
                let chosen = *n as u16 + 1;
                if self.s.known(f.item.source).is_some() {
                    self.s.objs[f.item.source.slot as usize].chosen = chosen;
                }
            }
            Act::ExchangeControl(what) => {
                let both: Ids = self.about(f, what).into_iter().filter(|id| self.s.there(*id).is_some()).collect();
                // Control is exchanged completely or not at all (CR 701.12a, 701.12b).
                if let [a, b] = both[..] {
                    let of = |g: &Self, id: Id| g.s.obj(id).chars.controller;
                    let (to_b, to_a) = (of(self, a), of(self, b));
                    if to_a != to_b {
                        self.give(f, operand.mods(), a, to_a);
                        self.give(f, operand.mods(), b, to_b);
                        self.refresh();
                    }
                }
            }
            Act::ExtraTurn(who) => {
                let seats = r.players(self.s, &f.cx(), who);
                self.s.extra_turns.extend(seats);
            }
            Act::ExtraCombat { main } => {
                // The last phase in the list is played next. So phases that are added later come earlier in the turn
                // (CR 500.8).
                if *main {
                    self.s.extra.push(TurnStep::SecondMain);
                }
                self.s.extra.push(TurnStep::BeginCombat);
            }
            Act::Emblem(_) => {
                let mut obj = r.blank(operand.def(), you, Zone::Command);
                obj.time = self.tick();
                let id = self.alloc(obj);
                self.s.emblems.push(id.slot);
                self.s.dirty = true;
            }
            Act::ExileIfDies(what) => {
                let on: Ids = self.about(f, what).into_iter().filter(|id| self.s.there(*id).is_some()).collect();
                self.effect(f, operand.mods(), on, Until::EndOfTurn, 0, 0);
            }
            Act::MayPlay { what, until, free, cast } => {
                let until = r.until(self.s, &f.cx(), until);
                for id in self.about(f, what) {
                    let permit = super::state::Permit { id, seat: you, until, free: *free, cast: *cast };
                    self.s.permits.push(permit);
                }
            }
            Act::ExtraLand(n) => {
                let n = self.number(f, n) as u8;
                self.s.players[you.index()].extra_lands += n;
            }
            Act::Goad(what) => {
                for id in self.about(f, what) {
                    self.s.objs[id.slot as usize].goaded |= 1 << you.index();
                    self.s.dirty = true;
                }
            }
            Act::CopySpell { what, retarget } => {
                for id in self.about(f, what) {
                    self.copy_spell(you, id, *retarget);
                }
            }
            Act::Prevent(prevention) => self.prevent(f, prevention),
            Act::PreventNext { to, .. } => {
                // An instruction that compilation (`instruct`) put before this one has asked the player for the source.
                let Some(&by) = f.last.first() else { return Progress::Done };
                let aims: SmallVec<[ObjectOrPlayer; 2]> = match to {
                    DamageTo::Obj(what) => self.aims(f, what).into_iter().collect(),
                    DamageTo::Who(who) => {
                        r.players(self.s, &f.cx(), who).into_iter().map(ObjectOrPlayer::Seat).collect()
                    }
                    // `supported` refuses these recipients.
                    DamageTo::Both(..) | DamageTo::WhoAndObj(..) | DamageTo::Divided(_) => SmallVec::new(),
                };
                let Some(&code) = f.item.parts.get(usize::from(f.part)) else { return Progress::Done };
                let (source, left, once) = (f.item.source, Some(i32::MAX), Some((code, f.at)));
                self.s.shields.extend(aims.into_iter().map(|aim| Shield {
                    source,
                    to: Some(aim),
                    by,
                    combat: false,
                    left,
                    bars: false,
                    once,
                }));
            }
            Act::Unpreventable => {
                let (source, by) = (f.item.source, Id::NONE);
                let shield = Shield { source, to: None, by, combat: false, left: None, bars: true, once: None };
                self.s.shields.push(shield);
            }
            Act::Transform(what) => {
                for id in self.about(f, what) {
                    self.transform(&f.item, id);
                }
            }
            Act::Explores(what) => return self.explore(f, what),
            Act::Keyword(KeywordAct::Proliferate) => return self.proliferate(f),
            Act::Win(who) => {
                for seat in r.players(self.s, &f.cx(), who) {
                    self.s.over = Some(super::state::Over::Won(seat, super::state::Reason::Effect));
                }
            }
            Act::Lose(who) => {
                for seat in r.players(self.s, &f.cx(), who) {
                    self.s.players[seat.index()].lost = true;
                }
                self.end_if_over(super::state::Reason::Effect);
            }
            // `instruct` compiles these to other instructions.
            Act::PutBack
            | Act::Amass(..)
            | Act::Connives(_)
            | Act::Keyword(KeywordAct::Investigate | KeywordAct::Populate)
            | Act::KeywordNumber(NumberAct::Bolster | NumberAct::Adapt | NumberAct::Support, _) => {}
            // `supported` refuses cards with these instructions.
            Act::Reveal { .. }
            | Act::ChooseNewTargets(_)
            | Act::EndTurn
            | Act::SkipNext(..)
            | Act::Keyword(
                KeywordAct::BecomeMonarch
                | KeywordAct::RingTempts
                | KeywordAct::ManifestDread
                | KeywordAct::Venture
                | KeywordAct::Initiative,
            )
            | Act::KeywordNumber(NumberAct::Monstrosity | NumberAct::Fateseal | NumberAct::Discover, _) => {}
        }
        Progress::Done
    }

    fn exile(&mut self, f: &mut Resolving, what: &Obj, until: Option<&Duration>) {
        let ids = match what {
            Obj::Back { .. } if !f.chosen.is_empty() => {
                return self.chosen_go(f, |g, _, entry| g.lift(entry, Zone::Exile));
            }
            Obj::TopOf { count, of } => {
                let n = self.number(f, count).max(0) as usize;
                let seats = self.r.players(self.s, &f.cx(), of);
                let mut ids = Ids::new();
                for seat in seats {
                    for entry in self.r.top_of(self.s, seat, n) {
                        ids.push(self.lift(entry, Zone::Exile));
                    }
                }
                f.done += ids.len() as i32;
                f.last = ids;
                return;
            }
            other => self.about(f, other),
        };
        if let Some(Duration::UntilLeaves(host)) = until {
            let host = self.about(f, host).first().copied().unwrap_or(f.item.source);
            // If the permanent that ends the duration has already left, no object is exiled (CR 610.3a).
            if self.s.there(host).is_none() {
                return;
            }
            f.done += ids.iter().filter(|id| self.s.live(**id).is_some()).count() as i32;
            let new = self.send(&ids, Destination::Exile);
            let wait = Waiting {
                ability: None,
                code: 0,
                source: host,
                controller: f.item.controller,
                occasion: f.item.occasion,
                x: 0,
                kicked: 0,
                last: new,
                born: 0,
            };
            self.s.delayed.push(Delayed { when: Moment::Return(host), wait, until: Until::Always });
            return;
        }
        f.done += ids.iter().filter(|id| self.s.live(**id).is_some()).count() as i32;
        f.last = self.send(&ids, Destination::Exile);
    }

    /// Counters a spell or ability (CR 701.6). Returns whether it was countered.
    pub(crate) fn counter(&mut self, id: Id) -> bool {
        let Some(at) = self.s.stack.iter().position(|item| item.id == id) else { return false };
        if self.r.uncounterable(self.s, id) {
            return false;
        }
        let item = self.s.stack.remove(at);
        let face = self.s.obj(id).face;
        self.note(|| Note::Countered(face));
        self.put_away(&item);
        true
    }

    /// Performs an instruction for each player whom it names, in turn.
    fn each_actor(
        &mut self,
        f: &mut Resolving,
        who: &Who,
        mut acts: impl FnMut(&mut Self, &mut Resolving) -> Progress,
    ) -> Progress {
        let seats = self.r.players(self.s, &f.cx(), who);
        let mut last = Ids::new();
        for &seat in &seats {
            f.acting = (*who != Who::You).then_some(seat);
            if acts(self, f) == Progress::Asked {
                return Progress::Asked;
            }
            last.extend(f.last.iter().copied());
        }
        f.acting = None;
        if seats.len() > 1 {
            f.last = last;
        }
        Progress::Done
    }

    /// Moves the top card of a library to the place that the text names. Only players who can see that place learn the
    /// card.
    fn top_goes(&mut self, f: &mut Resolving, entry: rulebook_table::Entry, to: &Where) {
        let owner = self.r.card_thing(self.s, entry, Zone::Library).owner;
        let board = self.r.board(self.s);
        let (hand, library) = (board.hand[owner.index()], board.library[owner.index()]);
        match to {
            Where::Hand(_) => self.atom(entry, hand, None),
            Where::LibraryBottom(..) => self.atom(entry, library, Some(0)),
            Where::Graveyard(_) => {
                let id = self.lift_to_grave(entry, Zone::Library);
                f.last = Ids::from_slice(&[id]);
            }
            other => {
                let id = self.lift(entry, Zone::Exile);
                self.put(f, &[id], other);
            }
        }
    }

    fn relocate(&mut self, f: &mut Resolving, act: &Act, what: &Obj, to: &Where) -> Progress {
        if super::resolve::hidden_zone(what).is_some() {
            return self.hand_cards_go(f, act, what, to);
        }
        if let Obj::TopOf { count, of } = what {
            let n = self.number(f, count).max(0) as usize;
            let seats = self.r.players(self.s, &f.cx(), of);
            for seat in seats {
                for entry in self.r.top_of(self.s, seat, n) {
                    self.top_goes(f, entry, to);
                    f.done += 1;
                }
            }
            return Progress::Done;
        }
        let ids = self.about(f, what);
        if let Where::TopOrBottom(_) = to {
            let Some(owner) = ids.first().and_then(|id| self.s.known(*id)).map(|o| o.owner) else {
                return Progress::Done;
            };
            match f.picks.iter().find(|p| matches!(p, Pick::Yes | Pick::No)) {
                None => {
                    self.ask(owner, Question::Either);
                    return Progress::Asked;
                }
                Some(Pick::Yes) => self.send(&ids, Destination::Top),
                Some(_) => self.send(&ids, Destination::Bottom),
            };
            return Progress::Done;
        }
        self.put(f, &ids, to);
        Progress::Done
    }

    /// Moves objects from public zones to the place that the text names.
    pub(crate) fn put(&mut self, f: &mut Resolving, ids: &[Id], to: &Where) {
        let you = f.acting.unwrap_or(f.item.controller);
        let there = ids.iter().filter(|id| self.s.live(**id).is_some()).count() as i32;
        let dest = match to {
            Where::Hand(_) => Destination::Hand,
            Where::Graveyard(_) => Destination::Graveyard,
            Where::Exile => Destination::Exile,
            Where::LibraryTop(_) | Where::TopOrBottom(_) => Destination::Top,
            Where::LibraryBottom(..) => Destination::Bottom,
            Where::LibraryFromTop(_, n) => Destination::Under(n.saturating_sub(1)),
            Where::Battlefield { under, entering, .. } => {
                let mut new = Ids::new();
                for &id in ids {
                    // If the permanent enters with its back face up, a card without a back face does not move
                    // (CR 712.14a).
                    let back = self.s.live(id).and_then(|o| self.r.cards.defs[o.def as usize].back);
                    if entering.transformed && back.is_none() {
                        continue;
                    }
                    let copy = back.filter(|_| entering.transformed);
                    let owner = self.s.known(id).map_or(you, |o| o.owner);
                    let controller = match under {
                        None => you,
                        Some(crate::ir::Who::OwnerOf(..)) => owner,
                        Some(who) => self.r.players(self.s, &f.cx(), who).first().copied().unwrap_or(you),
                    };
                    let counters = entering
                        .counters
                        .as_ref()
                        .map(|(n, kind)| (self.r.cards.kind_of(*kind), self.number(f, n).clamp(0, 999) as i16));
                    let together = ids.len() > 1;
                    let tapped = entering.tapped;
                    let how = Enter { tapped, counters, copy, together, ..Enter::under(controller) };
                    let entered = self.enter(id, how);
                    if !entered.is_none() {
                        new.push(entered);
                    }
                }
                // Permanents that enter at the same time see each other enter (CR 603.6a).
                for &id in new.iter().filter(|_| ids.len() > 1) {
                    self.emit(GameEvent::Enters(id));
                }
                f.done += new.len() as i32;
                f.last = new;
                return;
            }
        };
        f.done += there;
        let new = self.send(ids, dest);
        f.last = if new.is_empty() { Ids::from_slice(ids) } else { new };
    }
}
