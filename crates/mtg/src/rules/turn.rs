//! The turn (CR 500 to 514), priority (CR 117), and the loop that runs until a player must decide.

use super::compiled_cards::CompiledAbility;
use super::compiled_cards::{flag, type_bit};
use super::fact::Note;
use super::state::{Ask, DuelState, Flow, Frame, Ids, Over, Pick, Question, Reason, TurnStep, Until};
use super::triggers::GameEvent;
use super::{Duel, Engine, MAX_MOVES, ability_index};
use crate::ir::{CardType, PlayerRule, Static};
use rulebook_kernel::Seat;

/// Maximum number of engine steps for one decision. If it is exceeded, the game is a draw (CR 104.4b).
const FUEL: u32 = 20_000;
pub(super) const HAND: usize = 7;

impl Engine<'_> {
    /// Runs until a player must decide or the game is over.
    pub(crate) fn run(&mut self) {
        self.run_watched(|_| ());
    }

    /// Like [`Self::run`], but calls `look` with the state after every engine step.
    pub(crate) fn run_watched(&mut self, mut look: impl FnMut(&DuelState)) {
        let mut fuel = FUEL;
        while self.s.ask.is_none() && self.s.over.is_none() {
            fuel -= 1;
            if fuel == 0 || self.s.moves >= MAX_MOVES {
                self.s.over = Some(Over::Draw(Reason::Length));
                break;
            }
            self.step_once();
            look(self.s);
        }
        if self.s.over.is_some() {
            self.s.ask = None;
            self.s.frames.clear();
        }
        self.refresh();
    }

    pub(super) fn advance(&mut self) {
        match self.s.frames.last() {
            Some(Frame::Cast(_)) => self.cast_on(),
            Some(Frame::Resolve(_)) => self.resolve_on(),
            Some(Frame::Assign(_)) => self.assign(),
            Some(Frame::Attack) => {
                let active = self.s.active;
                if self.s.player(active).skips_combat && self.r.may_skip_attack(self.s) {
                    self.attack_done();
                } else {
                    self.ask(active, Question::Attack);
                }
            }
            Some(Frame::Block(seat)) => self.ask(*seat, Question::Block),
            Some(Frame::Discard(seat)) => {
                let seat = *seat;
                if self.r.hand_size(self.s, seat) > HAND {
                    self.ask(seat, Question::Discard);
                } else {
                    self.s.frames.pop();
                }
            }
            Some(Frame::Bottom(seat)) => self.ask(*seat, Question::Bottom),
            Some(Frame::Legend(seat, _)) => self.ask(*seat, Question::Legend),
            Some(Frame::Order(seat)) => self.ask(*seat, Question::Order),
            // `step_once` has already taken the answers from this frame, so only remove it.
            Some(Frame::MidStep(_)) => {
                self.s.frames.pop();
            }
            None => match self.s.flow {
                Flow::Opening => self.opening(),
                Flow::Begin => self.begin_step(),
                Flow::Settle => self.settle(),
                Flow::Priority => self.priority(),
                Flow::Leave => self.leave_step(),
            },
        }
    }

    pub(crate) fn ask(&mut self, seat: Seat, what: Question) {
        self.s.ask = Some(Ask { seat, what });
    }

    /// Handles the start of the match. Players take mulligans in turn order (CR 103.5), then put cards on the bottom.
    /// Then the first turn begins.
    fn opening(&mut self) {
        let order = self.s.from(self.s.first);
        if let Some(seat) = order.iter().find(|seat| !self.s.player(**seat).kept) {
            self.ask(*seat, Question::Mulligan);
            return;
        }
        self.s.turn = 1;
        self.s.active = self.s.first;
        self.s.step = TurnStep::Untap;
        self.s.flow = Flow::Begin;
        let seat = self.s.active;
        self.note(|| Note::Turn(seat, 1));
    }

    pub(crate) fn deal_hand(&mut self, seat: Seat) {
        for _ in 0..HAND {
            let board = self.r.board(self.s);
            let (library, hand) = (board.library[seat.index()], board.hand[seat.index()]);
            if let Some(top) = self.s.table.top(self.r.shape(self.s), library) {
                self.atom(top, hand, None);
            }
        }
    }

    pub(crate) fn mulligan(&mut self, seat: Seat) {
        let board = self.r.board(self.s);
        let (library, hand) = (board.library[seat.index()], board.hand[seat.index()]);
        let cards: Vec<_> = self.s.table.entries(self.r.shape(self.s), hand).collect();
        for entry in cards {
            self.atom(entry, library, None);
        }
        self.shuffle(seat);
        self.deal_hand(seat);
        self.s.players[seat.index()].mulligans += 1;
        self.note(|| Note::Mulligan(seat));
    }

    /// Performs the turn-based actions of the step. Then a player gets priority.
    fn begin_step(&mut self) {
        let step = self.s.step;
        let active = self.s.active;
        self.s.flow = Flow::Settle;
        self.s.priority = active;
        self.s.passes = 0;
        match step {
            TurnStep::Untap => {
                self.untap_step();
                self.s.flow = Flow::Leave;
                return;
            }
            TurnStep::Draw => {
                let skip = self.s.turn == 1 && self.s.seats() == 2;
                if !skip {
                    self.draw(active);
                }
            }
            TurnStep::Main => self.tell_on(active),
            TurnStep::BeginCombat => self.end_combat(),
            TurnStep::SecondMain => self.s.players[active.index()].skips_combat = false,
            TurnStep::Attackers => {
                self.refresh();
                if self.r.could_attack(self.s, active).is_empty() {
                    self.s.flow = Flow::Leave;
                } else {
                    self.push(Frame::Attack);
                }
                return;
            }
            TurnStep::Blockers => {
                let defenders = self.s.opponents(active);
                for seat in defenders.into_iter().rev() {
                    self.push(Frame::Block(seat));
                }
                return;
            }
            TurnStep::FirstDamage => {
                if !self.has_first_strikers() {
                    self.s.flow = Flow::Leave;
                    return;
                }
                self.begin_damage(true);
            }
            TurnStep::Damage => self.begin_damage(false),
            TurnStep::Cleanup => {
                self.cleanup();
                return;
            }
            TurnStep::Upkeep | TurnStep::EndCombat | TurnStep::End => {}
        }
        self.note_step();
        self.emit(GameEvent::Begins(step));
    }

    fn note_step(&mut self) {
        let step = self.s.step;
        self.note(|| Note::Step(step));
    }

    fn untap_step(&mut self) {
        let active = self.s.active;
        let turn = self.s.turn;
        for player in &mut self.s.players {
            player.before = player.cast;
            (player.drawn, player.cast, player.gained, player.lost_life, player.died) = (0, 0, 0, 0, 0);
            (player.attacked, player.yields, player.skips_combat) = (false, false, false);
        }
        let player = &mut self.s.players[active.index()];
        (player.lands, player.extra_lands) = (0, 0);
        let bit = 1 << active.index();
        let slots = self.s.field.clone();
        for slot in slots {
            let obj = &mut self.s.objs[slot as usize];
            if obj.goaded & bit != 0 {
                obj.goaded &= !bit;
                self.s.dirty = true;
            }
            let obj = &mut self.s.objs[slot as usize];
            if obj.chars.controller == active {
                obj.sick = false;
                let (tapped, rules) = (obj.tapped, obj.chars.rules);
                if tapped && rules & flag::NO_UNTAP == 0 {
                    // The player decides which permanents stay tapped before any permanent untaps (CR 502.3).
                    let may = rules & flag::MAY_STAY_TAPPED != 0;
                    if may && self.want(active, Question::May, Ids::new()) == Some(Pick::Yes) {
                        continue;
                    }
                    let id = self.s.id(slot);
                    self.untap(id);
                }
            }
        }
        self.stir();
        self.s.effects.retain(|effect| effect.until != Until::TurnOf(active));
        for effect in &mut self.s.effects {
            if effect.until == Until::EndOfTurnOf(active, false) && turn > 0 {
                effect.until = Until::EndOfTurnOf(active, true);
            }
        }
        self.s.delayed.retain(|delayed| delayed.until != Until::TurnOf(active));
        self.s.permits.retain(|permit| permit.until != Until::TurnOf(active));
        for permit in &mut self.s.permits {
            if permit.until == Until::EndOfTurnOf(active, false) && turn > 0 {
                permit.until = Until::EndOfTurnOf(active, true);
            }
        }
    }

    /// The cleanup step (CR 514): the player discards, then damage and effects `until end of turn` end at the same
    /// time.
    fn cleanup(&mut self) {
        let active = self.s.active;
        let unlimited = self.r.no_maximum(self.s, active);
        if !unlimited && self.r.hand_size(self.s, active) > HAND {
            self.push(Frame::Discard(active));
            // After each discard, this function runs again, until the hand is small enough.
            self.s.flow = Flow::Begin;
            return;
        }
        for at in 0..self.s.field.len() {
            let slot = self.s.field[at] as usize;
            let obj = &mut self.s.objs[slot];
            (obj.damage, obj.deadly, obj.shields) = (0, false, 0);
        }
        let over = |until: Until| matches!(until, Until::EndOfTurn | Until::EndOfCombat | Until::EndOfTurnOf(_, true));
        self.stir();
        self.s.effects.retain(|effect| !over(effect.until));
        self.s.delayed.retain(|delayed| !over(delayed.until));
        self.s.permits.retain(|permit| !over(permit.until));
        self.s.shields.clear();
        self.refresh();
        // If a state-based action or trigger happens, players get priority, and another cleanup step follows
        // (CR 514.3a).
        let acted = self.state_based();
        if acted || !self.s.waiting.is_empty() {
            self.s.again = true;
            self.s.flow = Flow::Settle;
            return;
        }
        self.sweep();
        self.s.flow = Flow::Leave;
    }

    /// Performs state-based actions until none applies, then puts triggered abilities on the stack. Repeats both steps
    /// until nothing happens (CR 704.3).
    fn settle(&mut self) {
        self.refresh();
        self.found_cities();
        self.expire();
        if self.state_based() || self.s.over.is_some() {
            return;
        }
        self.state_triggers();
        if self.place_next() {
            return;
        }
        self.s.flow = Flow::Priority;
        self.s.passes = 0;
    }

    /// Ends effects whose duration depends on an object and is over, such as `for as long as you control it`.
    fn expire(&mut self) {
        if self.s.effects.is_empty() {
            return;
        }
        let s = &*self.s;
        let holds = |until: Until| match until {
            Until::There(id) => s.there(id).is_some(),
            Until::Controlled(seat, id) => s.there(id).is_some_and(|o| o.chars.controller == seat),
            Until::Tapped(id) => s.there(id).is_some_and(|o| o.tapped),
            _ => true,
        };
        let keep: Vec<bool> = s.effects.iter().map(|effect| holds(effect.until)).collect();
        if keep.iter().any(|keep| !keep) {
            let mut at = 0;
            self.s.effects.retain(|_| {
                at += 1;
                keep[at - 1]
            });
            self.s.dirty = true;
            self.refresh();
        }
    }

    fn priority(&mut self) {
        let seat = self.s.priority;
        if self.r.stops_here(self.s, seat) {
            self.ask(seat, Question::Priority);
        } else {
            self.pass();
        }
    }

    pub(crate) fn pass(&mut self) {
        self.s.passes += 1;
        if usize::from(self.s.passes) < self.s.from(self.s.active).len() {
            self.s.priority = self.s.from(self.s.priority.after(1, self.s.seats()))[0];
            return;
        }
        self.s.passes = 0;
        self.s.priority = self.s.active;
        match self.s.stack.last() {
            Some(_) => self.resolve_top(),
            None => self.s.flow = Flow::Leave,
        }
    }

    fn leave_step(&mut self) {
        for player in &mut self.s.players {
            player.pool = [0; 6];
            player.bound.clear();
        }
        let quiet = self.s.attackers.is_empty();
        self.s.flow = Flow::Begin;
        let phase_ends = matches!(self.s.step, TurnStep::Main | TurnStep::EndCombat | TurnStep::SecondMain);
        let next = match self.s.step {
            TurnStep::Untap => TurnStep::Upkeep,
            TurnStep::Upkeep => TurnStep::Draw,
            TurnStep::Draw => TurnStep::Main,
            TurnStep::Main => TurnStep::BeginCombat,
            TurnStep::BeginCombat => TurnStep::Attackers,
            TurnStep::Attackers if quiet => TurnStep::EndCombat,
            TurnStep::Attackers => TurnStep::Blockers,
            TurnStep::Blockers => TurnStep::FirstDamage,
            TurnStep::FirstDamage => TurnStep::Damage,
            TurnStep::Damage => TurnStep::EndCombat,
            TurnStep::EndCombat => {
                self.end_combat();
                self.s.effects.retain(|effect| effect.until != Until::EndOfCombat);
                TurnStep::SecondMain
            }
            TurnStep::SecondMain => TurnStep::End,
            TurnStep::End => TurnStep::Cleanup,
            TurnStep::Cleanup if self.s.again => {
                self.s.again = false;
                TurnStep::Cleanup
            }
            TurnStep::Cleanup => {
                self.next_turn();
                TurnStep::Untap
            }
        };
        self.s.step = next;
        self.stir_if(self.r.volatile);
        if phase_ends {
            let after = self.s.resume.take().unwrap_or(next);
            self.s.step = match self.s.extra.pop() {
                Some(phase) => {
                    self.s.resume = Some(after);
                    phase
                }
                None => after,
            };
        }
    }

    /// Starts the next turn. Of several extra turns, the turn added last comes first (CR 500.7).
    fn next_turn(&mut self) {
        let next = match self.s.extra_turns.pop() {
            Some(seat) => seat,
            None => self.s.from(self.s.active.after(1, self.s.seats()))[0],
        };
        self.s.active = next;
        self.s.turn += 1;
        self.s.uses.clear();
        self.forget_turn();
        let turn = self.s.turn;
        self.note(|| Note::Turn(next, turn));
    }

    pub(crate) fn attack_done(&mut self) {
        self.s.frames.pop();
        self.attackers_declared();
        if self.s.attackers.is_empty() {
            self.s.flow = Flow::Leave;
        }
        self.note_step();
    }

    pub(crate) fn block_done(&mut self) {
        self.s.frames.pop();
        if !matches!(self.s.frames.last(), Some(Frame::Block(_))) {
            self.blockers_declared();
        }
    }
}

impl Duel {
    pub(crate) fn hand_size(&self, s: &DuelState, seat: Seat) -> usize {
        s.table.count(self.shape(s), self.board(s).hand[seat.index()])
    }

    pub(crate) fn library_size(&self, s: &DuelState, seat: Seat) -> usize {
        s.table.count(self.shape(s), self.board(s).library[seat.index()])
    }

    /// The rules for players that permanents on the battlefield create (CR 613.11).
    pub(crate) fn player_rules<'a>(
        &'a self,
        s: &'a DuelState,
        seat: Seat,
    ) -> impl Iterator<Item = &'a PlayerRule> + 'a {
        self.bearing(s, ability_index::PLAYER).flat_map(move |(id, o)| {
            let you = o.chars.controller;
            self.abilities(s, id).filter_map(move |ab| match &self.cards.abilities[ab as usize] {
                CompiledAbility::Static(Static::Player(who, rule))
                    if self.is_who(s, &super::eval::EvalContext::of(id, you), who, seat) =>
                {
                    Some(rule)
                }
                _ => None,
            })
        })
    }

    fn no_maximum(&self, s: &DuelState, seat: Seat) -> bool {
        self.player_rules(s, seat).any(|rule| *rule == PlayerRule::NoMaximumHandSize)
    }

    pub(crate) fn lands_left(&self, s: &DuelState, seat: Seat) -> bool {
        let more: u8 =
            self.player_rules(s, seat).map(|rule| if let PlayerRule::ExtraLands(n) = rule { *n } else { 0 }).sum();
        s.player(seat).lands < 1 + more + s.player(seat).extra_lands
    }

    /// Whether a seat with priority is asked or passes automatically. The decision uses only public information, so
    /// that it reveals nothing about the hand.
    pub(crate) fn stops_here(&self, s: &DuelState, seat: Seat) -> bool {
        let mine = s.active == seat;
        if mine && s.player(seat).skips_combat {
            return false;
        }
        if s.stops {
            return true;
        }
        if s.player(seat).yields {
            return false;
        }
        if let Some(top) = s.stack.last() {
            // A player is not asked to respond to their own spell or ability on top of the stack.
            return top.controller != seat && self.could_respond(s, seat);
        }
        match s.step {
            TurnStep::Main | TurnStep::SecondMain => mine,
            TurnStep::Attackers | TurnStep::Blockers => !s.attackers.is_empty() && self.could_respond(s, seat),
            TurnStep::End => !mine && self.could_respond(s, seat),
            _ => false,
        }
    }

    /// Whether the active player may declare no attackers.
    fn may_skip_attack(&self, s: &DuelState) -> bool {
        let mut moves = Vec::new();
        self.attack_moves(s, &mut moves);
        s.attackers.is_empty() && moves.contains(&super::Move::Done)
    }

    /// Whether the seat could respond, by public information only. The seat needs an ability, or mana and a card. The
    /// card is in the hand or graveyard of the seat, or an effect permits the seat to play the card.
    fn could_respond(&self, s: &DuelState, seat: Seat) -> bool {
        let land = |o: &super::state::GameObject| {
            o.chars.controller == seat
                && !o.tapped
                && (o.chars.types & type_bit(CardType::Land) != 0 || self.cards.defs[o.face as usize].mana)
        };
        let mana = s.permanents().any(|(_, o)| land(o))
            || s.player(seat).pool.iter().any(|n| *n > 0)
            || !s.player(seat).bound.is_empty();
        let cards = self.hand_size(s, seat) > 0
            || s.in_graveyard(seat).next().is_some()
            || s.permits.iter().any(|permit| permit.seat == seat);
        let ability = || {
            self.bearing(s, ability_index::USED).any(|(id, o)| {
                o.chars.controller == seat
                    && self.abilities(s, id).any(|ab| {
                        matches!(
                            &self.cards.abilities[ab as usize],
                            CompiledAbility::Activated { mana: false, loyalty: None, .. }
                        )
                    })
            })
        };
        mana && cards || ability()
    }

    pub(crate) fn sorcery_time(&self, s: &DuelState, seat: Seat) -> bool {
        s.active == seat && s.stack.is_empty() && matches!(s.step, TurnStep::Main | TurnStep::SecondMain)
    }
}
