//! Decisions: computes the legal answers to a question, and applies an answer.

use super::compiled_cards::{AbilityId, CompiledAbility};
use super::compiled_cards::{Op, type_bit};
use super::state::{Ask, CastWay, DuelState, Frame, Id, ObjectOrPlayer, Pick, Question, TurnStep, Zone};
use super::zones::Destination;
use super::{Duel, Engine, ability_index};
use crate::ir::{Act, CardType, Replacement, Static};
use rulebook_kernel::Seat;
use rulebook_table::{Entry, Face};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// One decision of a player. Casting a spell takes several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Move {
    /// Keep the opening hand.
    Keep,
    /// Take a mulligan.
    Mulligan,
    /// Play a land.
    Land(Face),
    /// Cast or cycle a card from the hand.
    Cast(Face, CastWay),
    /// Cast a card from a graveyard or exile.
    CastFrom(Id, CastWay),
    /// Play a land from exile.
    LandFrom(Id),
    /// Activate an ability, given by its index among the abilities of the object.
    Activate(Id, u8),
    /// Pass priority.
    Pass,
    /// Pass priority until the turn ends or another player acts.
    Yield,
    /// Pass priority until the second main phase or until another player acts. Declare no attackers.
    SkipCombat,
    /// Declare an attacker and the player whom it attacks.
    Attack(Id, Seat),
    /// Declare an attacker and the planeswalker that it attacks.
    AttackWalker(Id, Id),
    /// Declare a blocker and the attacker that it blocks.
    Block(Id, Id),
    /// End the choice of objects, cards, modes, attackers or blockers.
    Done,
    /// Choose a card in a hand or library.
    Card(Face),
    /// Choose an object.
    Object(Id),
    /// Choose a player.
    Player(Seat),
    /// Answer yes.
    Yes,
    /// Answer no.
    No,
    /// Choose a number.
    Number(i16),
    /// Choose a mode, numbered from zero.
    Mode(u8),
    /// Choose a color, numbered from zero: white, blue, black, red, green.
    Color(u8),
    /// Choose a subtype, by its number in the compiled cards.
    Subtype(u16),
    /// Let the engine choose how to pay.
    Auto,
    /// Choose the triggered ability that goes on the stack next.
    Trigger(u8),
    /// Choose the replacement effect that applies first.
    First(u8),
    /// Cancel the spell or ability that is being announced.
    Cancel,
    /// Concede the game.
    Scoop,
}

fn pick_of(mv: Move) -> Pick {
    match mv {
        Move::Object(id) => Pick::Obj(id),
        Move::Player(seat) => Pick::Seat(seat),
        Move::Card(face) => Pick::Face(face),
        Move::Number(n) => Pick::Number(n),
        Move::Color(n) | Move::First(n) => Pick::Number(i16::from(n)),
        Move::Subtype(n) => Pick::Number(n as i16),
        Move::Yes => Pick::Yes,
        Move::No => Pick::No,
        _ => Pick::Done,
    }
}

fn aim_move(aim: ObjectOrPlayer) -> Move {
    match aim {
        ObjectOrPlayer::Obj(id) => Move::Object(id),
        ObjectOrPlayer::Seat(seat) => Move::Player(seat),
    }
}

impl Duel {
    pub(crate) fn list(&self, s: &DuelState, into: &mut Vec<Move>) {
        let Some(Ask { seat, what }) = s.ask else { return };
        self.answers(s, seat, what, into);
        if self.can_cancel(s) {
            into.push(Move::Cancel);
        }
        // A player may concede at any time (CR 104.3a), and `check` always accepts it. It is listed only with all
        // stops, so that a random choice among the moves does not concede.
        if s.stops {
            into.push(Move::Scoop);
        }
    }

    /// Appends the legal answers to the question.
    fn answers(&self, s: &DuelState, seat: Seat, what: Question, into: &mut Vec<Move>) {
        match (what, s.frames.last()) {
            (Question::Mulligan, _) => {
                into.push(Move::Keep);
                if s.player(seat).mulligans < 6 {
                    into.push(Move::Mulligan);
                }
            }
            (Question::Bottom | Question::Discard, _) => {
                let hand = s.table.entries(self.shape(s), self.board(s).hand[seat.index()]);
                self.faces(s, hand, into);
            }
            (Question::Priority, _) => self.priority_moves(s, seat, into),
            (Question::Attack, _) => self.attack_moves(s, into),
            (Question::Block, _) => self.block_moves(s, seat, into),
            (Question::Assign, Some(Frame::Assign(assign))) => {
                let id = assign.from[usize::from(assign.at)];
                let to = self.recipients(s, id);
                let (least, most) = self.share_range(s, id, &to, usize::from(assign.to), assign.left);
                into.extend((least..=most).map(Move::Number));
            }
            (Question::May, Some(Frame::Assign(_))) => into.extend([Move::Yes, Move::No]),
            (Question::Legend, Some(Frame::Legend(_, ids))) => into.extend(ids.iter().copied().map(Move::Object)),
            (Question::Order, _) => {
                let mine = s.waiting.iter().filter(|w| w.controller == seat).count();
                into.extend((0..mine.min(200)).map(|at| Move::Trigger(at as u8)));
            }
            (_, Some(Frame::Cast(casting))) => match what {
                Question::Mode => {
                    into.extend(self.mode_options(s, casting).into_iter().map(Move::Mode));
                    let modes = &self.cards.codes[casting.item.parts[0] as usize].modes;
                    if modes.as_ref().is_some_and(|m| casting.item.parts.len() > usize::from(m.least)) {
                        into.push(Move::Done);
                    }
                }
                Question::Kicker => {
                    into.push(Move::Yes);
                    into.extend(self.aims_if(s, casting, 0).then_some(Move::No));
                }
                Question::X => into.extend(self.x_options(s, casting).into_iter().map(Move::Number)),
                Question::Target => {
                    into.extend(self.aim_options(s, casting).into_iter().map(aim_move));
                    let have = casting.item.targets.iter().filter(|t| (t.part, t.slot) == (casting.at, casting.slot));
                    if have.count() >= self.aim_range(s, casting).0 {
                        into.push(Move::Done);
                    }
                }
                Question::Share => {
                    if let Some((part, slot, total)) = self.divided(s, &casting.item) {
                        let of = casting.item.targets.iter().filter(|t| t.part == part && t.slot == slot);
                        let given: i32 = of.clone().map(|t| i32::from(t.share)).sum();
                        let open = of.filter(|t| t.share == 0).count() as i32;
                        into.extend((1..=(total - given - open + 1).max(1)).map(|n| Move::Number(n as i16)));
                    }
                }
                Question::Cost | Question::Card { .. } => {
                    let parts = self.casting_parts(s, casting);
                    let item = &casting.item;
                    let source = if item.ability.is_some() { item.source } else { item.id };
                    if let Some(part) = parts.get(usize::from(casting.at)) {
                        if let Some((what, _)) = super::cost::of_hand(part) {
                            let cards = self.hand_options(s, seat, source, what);
                            self.faces(s, cards.into_iter(), into);
                        } else {
                            let ids = self.casting_options(s, casting, &parts);
                            into.extend(ids.into_iter().map(Move::Object));
                            if let crate::ir::CostPart::TapPower { least, .. } = part
                                && self.total_power(s, &casting.picked) >= i32::from(*least)
                            {
                                into.push(Move::Done);
                            }
                        }
                    }
                }
                Question::Pay => {
                    if self.has_detours && !self.pays_plainly(s, casting) {
                        // If a detour is needed, offer only its first step.
                        into.extend(self.casting_detours(s, casting, None).into_iter().filter_map(|step| {
                            let at = self.abilities(s, step.id).position(|ab| ab == step.ab)?;
                            Some(Move::Activate(step.id, at as u8))
                        }));
                        return;
                    }
                    into.push(Move::Auto);
                    into.extend(self.helpers(s, casting).map(Move::Object));
                    for (id, ab, _) in self.sources(s, seat) {
                        let taps = self.casting_parts(s, casting).contains(&crate::ir::CostPart::Tap);
                        if taps && id == casting.item.source {
                            continue;
                        }
                        // Offer only sources after which the rest of the cost can still be paid.
                        let at = self.abilities(s, id).position(|other| other == ab).unwrap_or(0);
                        if self.gives(s, seat, id, ab).len() == 1 && self.gives(s, seat, id, ab)[0].count_ones() == 1 {
                            let mv = Move::Activate(id, at as u8);
                            if self.still_payable(s, casting, id, ab) {
                                into.push(mv);
                            }
                        }
                    }
                }
                // An announcement asks none of these questions.
                Question::Mulligan
                | Question::Bottom
                | Question::Priority
                | Question::Attack
                | Question::Block
                | Question::Assign
                | Question::Discard
                | Question::Legend
                | Question::Order
                | Question::May
                | Question::Object { .. }
                | Question::Player
                | Question::Color
                | Question::Number { .. }
                | Question::Subtype
                | Question::Either
                | Question::Replacement => {}
            },
            (_, Some(Frame::Resolve(f))) => self.resolve_moves(s, f, what, into),
            (_, Some(Frame::MidStep(wanted))) => match what {
                Question::Replacement => into.extend((0..wanted.options.len()).map(|at| Move::First(at as u8))),
                Question::Color => into.extend((0..5).map(Move::Color)),
                Question::Subtype => into.extend(self.creature_types().map(Move::Subtype)),
                Question::Number { least, most } => into.extend((least..=most).map(Move::Number)),
                Question::Object { done } => {
                    into.extend(wanted.options.iter().copied().filter(|id| !id.is_none()).map(Move::Object));
                    into.extend(wanted.seats(s).map(Move::Player));
                    into.extend(done.then_some(Move::Done));
                }
                _ => into.extend([Move::Yes, Move::No]),
            },
            _ => {}
        }
    }

    /// The number of cards that a player keeps after mulligans (CR 103.5). All cards of the deck are in the hand and
    /// the library.
    fn kept_hand(&self, s: &DuelState, seat: Seat) -> usize {
        let full = (self.hand_size(s, seat) + self.library_size(s, seat)).min(super::turn::HAND);
        full.saturating_sub(usize::from(s.player(seat).mulligans))
    }

    fn still_payable(&self, s: &DuelState, casting: &super::state::Casting, id: Id, ab: AbilityId) -> bool {
        let mask = self.gives(s, casting.seat, id, ab)[0];
        let parts = self.casting_parts(s, casting);
        let mut units = self.all_units(s, casting, &parts);
        units.retain(|unit| unit.from.is_none_or(|(from, _)| from != id));
        let Some(units) = self.casting_spared(s, casting, &parts, units, Some(id)) else { return false };
        let need = self.need_of(s, casting);
        // The mana must be useful: some symbol of the cost must accept it, and the rest must still be payable.
        need.iter().enumerate().any(|(at, symbol)| {
            let mut rest = need.clone();
            rest.remove(at);
            symbol & mask != 0 && self.can_pay(s, casting.seat, &rest, &units)
        })
    }

    fn faces(&self, s: &DuelState, entries: impl Iterator<Item = Entry>, into: &mut Vec<Move>) {
        let shape = self.shape(s);
        let mut faces: SmallVec<[Face; 16]> = entries.map(|entry| s.table.face(shape, entry)).collect();
        faces.sort_unstable();
        faces.dedup();
        into.extend(faces.into_iter().map(Move::Card));
    }

    fn priority_moves(&self, s: &DuelState, seat: Seat, into: &mut Vec<Move>) {
        let shape = self.shape(s);
        let units = self.units(s, seat);
        let land_time = self.sorcery_time(s, seat) && self.lands_left(s, seat);
        let mut last = None;
        for entry in s.table.entries(shape, self.board(s).hand[seat.index()]) {
            let face = s.table.face(shape, entry);
            if last == Some(face) {
                continue;
            }
            last = Some(face);
            let thing = self.card_thing(s, entry, Zone::Hand);
            let def = &self.cards.defs[thing.def as usize];
            if def.types & type_bit(CardType::Land) != 0 {
                if land_time {
                    into.push(Move::Land(face));
                }
            } else if self.can_cast(s, seat, &thing, CastWay::Usual, &units) {
                into.push(Move::Cast(face, CastWay::Usual));
            }
            if self.prints(thing.def, ability_index::INSTEAD)
                && self.can_cast(s, seat, &thing, CastWay::Instead, &units)
            {
                into.push(Move::Cast(face, CastWay::Instead));
            }
            for (n, side) in def.sides.iter().enumerate() {
                let (way, land) = (CastWay::Side(n as u8), self.is_land(*side));
                if land && land_time || !land && self.can_cast(s, seat, &self.as_side(&thing, *side), way, &units) {
                    into.push(Move::Cast(face, way));
                }
            }
            if self.prints(thing.def, ability_index::CYCLING)
                && self.can_cast(s, seat, &thing, CastWay::Cycling, &units)
            {
                into.push(Move::Cast(face, CastWay::Cycling));
            }
        }
        for (id, o) in s.in_graveyard(seat) {
            if self.prints(o.def, ability_index::FLASHBACK)
                && let Some(thing) = self.thing(s, id)
                && self.can_cast(s, seat, &thing, CastWay::Flashback, &units)
            {
                into.push(Move::CastFrom(id, CastWay::Flashback));
            }
        }
        if self.graves {
            for (id, o) in s.in_graveyard(seat).filter(|(_, o)| self.cards.defs[o.face as usize].from_grave) {
                debug_assert_eq!(o.owner, seat);
                self.uses(s, seat, id, &units, into);
            }
        }
        for permit in s.permits.iter().filter(|permit| permit.seat == seat) {
            let Some(thing) = self.thing(s, permit.id).filter(|_| s.live(permit.id).is_some()) else { continue };
            let way = if permit.free { CastWay::Free } else { CastWay::Usual };
            if thing.chars.types & type_bit(CardType::Land) != 0 {
                if land_time && !permit.cast {
                    into.push(Move::LandFrom(permit.id));
                }
            } else if self.can_cast(s, seat, &thing, way, &units) {
                into.push(Move::CastFrom(permit.id, way));
            }
        }
        for (id, o) in s.permanents() {
            if o.chars.controller != seat && !self.anybody {
                continue;
            }
            self.uses(s, seat, id, &units, into);
        }
        into.push(Move::Pass);
        if s.active == seat && s.stack.is_empty() && matches!(s.step, TurnStep::Main | TurnStep::BeginCombat) {
            into.push(Move::SkipCombat);
        }
        if !s.stops {
            into.push(Move::Yield);
        }
    }

    /// Appends the abilities of an object that the seat may activate now.
    fn uses(&self, s: &DuelState, seat: Seat, id: Id, units: &super::mana::Units, into: &mut Vec<Move>) {
        let o = s.obj(id);
        if o.chars.types & type_bit(CardType::Land) == 0 && !self.bears(s, id.slot, o, ability_index::ACTIVATED) {
            return;
        }
        for (at, ab) in self.abilities(s, id).enumerate() {
            if matches!(self.cards.abilities[ab as usize], CompiledAbility::Activated { .. })
                && self.can_activate(s, seat, id, ab)
                && self.can_afford(s, seat, ab, units, id)
            {
                into.push(Move::Activate(id, at as u8));
            }
        }
    }

    fn resolve_moves(&self, s: &DuelState, f: &super::state::Resolving, what: Question, into: &mut Vec<Move>) {
        let op = self.op(f);
        match what {
            Question::May | Question::Either => into.extend([Move::Yes, Move::No]),
            Question::Object { done } => {
                match op {
                    Some(Op::Act(act, _)) => {
                        into.extend(self.choosable(s, f, act).into_iter().map(Move::Object));
                    }
                    _ => self.copy_options(s, f, into),
                }
                if done {
                    into.push(Move::Done);
                }
            }
            Question::Card { done } => {
                if let Some(Op::Act(act, _)) = op {
                    let cards = self.card_choosable(s, f, act);
                    self.faces(s, cards.into_iter(), into);
                }
                if done {
                    into.push(Move::Done);
                }
            }
            Question::Color => {
                let mask = match op {
                    Some(Op::Act(Act::AddMana { .. }, _)) => f.done as u8,
                    _ => 0b1_1111,
                };
                let mask = self.useful_colors(s, mask);
                into.extend((0..6).filter(|color| mask & (1 << color) != 0).map(Move::Color));
            }
            Question::Subtype => into.extend(self.creature_types().map(Move::Subtype)),
            Question::Number { least, most } => into.extend((least..=most).map(Move::Number)),
            // An instruction asks none of these questions.
            Question::Mulligan
            | Question::Bottom
            | Question::Priority
            | Question::Attack
            | Question::Block
            | Question::Assign
            | Question::Discard
            | Question::Legend
            | Question::Order
            | Question::Mode
            | Question::Kicker
            | Question::X
            | Question::Target
            | Question::Share
            | Question::Cost
            | Question::Pay
            | Question::Player
            | Question::Replacement => {}
        }
    }

    fn copy_options(&self, s: &DuelState, f: &super::state::Resolving, into: &mut Vec<Move>) {
        let def = s.known(f.item.id).map_or(0, |o| o.face);
        for ab in &self.cards.defs[def as usize].abilities {
            if let CompiledAbility::Static(Static::Replace(Replacement::EntersAsCopy { of, .. })) =
                &self.cards.abilities[*ab as usize]
            {
                let cx = super::eval::EvalContext::of(f.item.id, f.item.controller);
                into.extend(self.every(s, &cx, of).into_iter().map(Move::Object));
            }
        }
    }

    /// Appends the moves that are offered to a bot. Leaves out mana abilities, passes for more than one step, and
    /// spells that would do nothing. For a payment, offers only one way.
    pub(crate) fn brief(&self, s: &DuelState, into: &mut Vec<Move>) {
        let Some(Ask { seat, what }) = s.ask else { return };
        self.answers(s, seat, what, into);
        match what {
            Question::Priority => {
                let mana = |mv: &Move| match mv {
                    Move::Activate(id, at) => {
                        let ab = self.abilities(s, *id).nth(usize::from(*at));
                        ab.is_some_and(|ab| {
                            matches!(self.cards.abilities[ab as usize], CompiledAbility::Activated { mana: true, .. })
                        })
                    }
                    Move::Yield | Move::SkipCombat => true,
                    _ => false,
                };
                into.retain(|mv| !mana(mv) && !self.is_useless(s, seat, *mv));
            }
            Question::Pay => into.truncate(1),
            _ => {}
        }
    }
}

impl Engine<'_> {
    /// Applies a legal answer.
    pub(crate) fn answer(&mut self, mv: Move) {
        let Some(Ask { seat, what }) = self.s.ask.take() else { return };
        self.s.moves += 1;
        match mv {
            Move::Cancel => return self.cancel(),
            Move::Scoop => {
                self.s.players[seat.index()].lost = true;
                return self.end_if_over(super::state::Reason::Scoop);
            }
            _ => {}
        }
        match what {
            Question::Mulligan => {
                if mv == Move::Mulligan {
                    self.mulligan(seat);
                } else {
                    self.s.players[seat.index()].kept = true;
                    self.note(|| super::fact::Note::Keeps(seat));
                    if self.r.hand_size(self.s, seat) > self.r.kept_hand(self.s, seat) {
                        self.push(Frame::Bottom(seat));
                    }
                }
            }
            Question::Bottom => {
                if let Some(entry) = self.of_hand(seat, mv) {
                    self.bottom(seat, entry);
                }
                if self.r.hand_size(self.s, seat) <= self.r.kept_hand(self.s, seat) {
                    self.s.frames.pop();
                }
            }
            Question::Discard => {
                if let Some(entry) = self.of_hand(seat, mv) {
                    self.discard(seat, entry);
                }
            }
            Question::Priority => self.act_with_priority(seat, mv),
            Question::Attack => match mv {
                Move::Attack(id, whom) => self.declare_attack(id, ObjectOrPlayer::Seat(whom)),
                Move::AttackWalker(id, whom) => self.declare_attack(id, ObjectOrPlayer::Obj(whom)),
                _ => self.attack_done(),
            },
            Question::Block => match mv {
                Move::Block(blocker, attacker) => self.s.blocks.push((blocker, attacker)),
                _ => self.block_done(),
            },
            Question::Assign => {
                if let Move::Number(n) = mv {
                    self.share(n);
                }
            }
            Question::Legend => {
                if let (Some(Frame::Legend(_, ids)), Move::Object(stays)) = (self.s.frames.pop(), mv) {
                    let rest: SmallVec<[Id; 4]> = ids.into_iter().filter(|id| *id != stays).collect();
                    self.send(&rest, Destination::Graveyard);
                }
            }
            Question::Order => {
                self.s.frames.pop();
                if let Move::Trigger(n) = mv {
                    let mine = self.s.waiting.iter().enumerate().filter(|(_, w)| w.controller == seat);
                    if let Some(at) = mine.map(|(at, _)| at).nth(usize::from(n)) {
                        self.place_trigger(at);
                    }
                }
            }
            _ => self.answer_frame(seat, what, mv),
        }
    }

    fn of_hand(&self, seat: Seat, mv: Move) -> Option<Entry> {
        let Move::Card(face) = mv else { return None };
        let shape = self.r.shape(self.s);
        let hand = self.r.board(self.s).hand[seat.index()];
        self.s.table.entries(shape, hand).find(|entry| self.s.table.face(shape, *entry) == face)
    }

    fn act_with_priority(&mut self, seat: Seat, mv: Move) {
        match mv {
            Move::Land(face) => {
                if let Some(entry) = self.of_hand(seat, Move::Card(face)) {
                    self.play_land(seat, entry);
                }
            }
            Move::Cast(face, way) => self.announce(seat, face, way),
            Move::CastFrom(id, way) => self.announce_from(seat, id, way),
            Move::LandFrom(id) => self.play_land_from(seat, id),
            Move::Activate(id, at) => {
                let ab = self.r.abilities(self.s, id).nth(usize::from(at));
                if let Some(ab) = ab {
                    self.activate(seat, id, ab);
                }
            }
            Move::Yield => {
                self.s.players[seat.index()].yields = true;
                self.pass();
            }
            Move::SkipCombat => {
                self.s.players[seat.index()].skips_combat = true;
                self.pass();
            }
            _ => self.pass(),
        }
    }

    fn answer_frame(&mut self, seat: Seat, what: Question, mv: Move) {
        match self.s.frames.last_mut() {
            Some(Frame::Assign(assign)) => assign.unblocked = Some(mv == Move::Yes),
            Some(Frame::Resolve(f)) => f.picks.push(pick_of(mv)),
            Some(Frame::MidStep(wanted)) => wanted.answers.push(pick_of(mv)),
            Some(Frame::Cast(_)) => match (what, mv) {
                (Question::Mode, Move::Mode(mode)) => self.choose_mode(mode),
                (Question::Mode, _) => self.modes_done(),
                (Question::Kicker, mv) => self.kick(mv == Move::Yes),
                (Question::X, Move::Number(x)) => self.choose_x(x),
                (Question::Target, Move::Object(id)) => self.choose_aim(ObjectOrPlayer::Obj(id)),
                (Question::Target, Move::Player(seat)) => self.choose_aim(ObjectOrPlayer::Seat(seat)),
                (Question::Target, _) => self.targets_done(),
                (Question::Share, Move::Number(n)) => self.give_share(n),
                (Question::Cost, Move::Object(id)) => self.pick_cost(id),
                (Question::Cost, Move::Done) => self.costs_picked(),
                (Question::Card { .. }, mv) => {
                    if let Some(entry) = self.of_hand(seat, mv) {
                        self.pay_discard(entry);
                    }
                }
                (Question::Pay, Move::Auto) => self.pay_automatically(),
                (Question::Pay, Move::Object(id)) => self.help(id),
                (Question::Pay, Move::Activate(id, at)) => {
                    let ab = self.r.abilities(self.s, id).nth(usize::from(at));
                    if let Some(ab) = ab {
                        self.remember(id, ab);
                        self.activate(seat, id, ab);
                    }
                }
                // The answer does not fit the question, so it changes nothing.
                _ => {}
            },
            // `answer` applies the answers for these frames.
            Some(
                Frame::Attack
                | Frame::Block(_)
                | Frame::Discard(_)
                | Frame::Bottom(_)
                | Frame::Legend(..)
                | Frame::Order(_),
            )
            | None => {}
        }
    }
}
