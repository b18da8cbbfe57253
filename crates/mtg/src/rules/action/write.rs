//! Writes a legal move, or a sequence of moves, as an action.

use super::{Action, Attack, Block, Choice, Kind, PassUntil, Ref, Target, TargetType, WayName};
use crate::rules::compiled_cards::{CompiledAbility, DefId};
use crate::rules::moves::Move;
use crate::rules::state::{Ask, CastWay, DuelState, Frame, Id, Item, ObjectOrPlayer, Question, TurnStep, Zone};
use crate::rules::{Duel, Engine, Fact, SealedState};
use rulebook_kernel::Seat;
use rulebook_table::Face;

impl Duel {
    /// Writes a legal move as an action. `seat` is the seat that must decide.
    #[must_use]
    pub fn told(&self, SealedState(s): &SealedState, seat: Seat, mv: Move) -> Action {
        Action { actor: Some(seat.index() + 1), ..self.tell_move(s, seat, mv) }
    }

    pub(super) fn tell_move(&self, s: &DuelState, seat: Seat, mv: Move) -> Action {
        let card = |face: Face| Ref::Name(self.face_name(s, face).to_owned());
        let asked = s.ask.map(|ask| ask.what);
        match mv {
            Move::Keep => Action::new(Kind::KeepHand),
            Move::Mulligan => Action::new(Kind::Mulligan),
            Move::Scoop => Action::new(Kind::Scoop),
            Move::Card(face) if asked == Some(Question::Bottom) => Action::of(Kind::BottomCard, card(face)),
            Move::Land(face) => Action::of(Kind::PlayLand, card(face)),
            Move::LandFrom(id) => Action::of(Kind::PlayLand, Ref::Instance(id.slot)),
            Move::Cast(face, way @ CastWay::Side(side)) => {
                let side = self.side(s, face, side);
                let name = Ref::Name(self.cards.defs[side as usize].name.clone());
                if self.is_land(side) { Action::of(Kind::PlayLand, name) } else { self.tell_cast(side, name, way) }
            }
            Move::Cast(face, way) => self.tell_cast(self.face(s, face).1, card(face), way),
            Move::CastFrom(id, way) => self.tell_cast(s.obj(id).def, Ref::Instance(id.slot), way),
            Move::Activate(id, at) => {
                let ab = self.abilities(s, id).nth(usize::from(at));
                let mana = ab.is_some_and(|ab| {
                    matches!(self.cards.abilities[ab as usize], CompiledAbility::Activated { mana: true, .. })
                });
                let kind = if mana { Kind::TapForMana } else { Kind::ActivateAbility };
                let mut action = Action::of(kind, Ref::Instance(id.slot));
                action.payload.ability = Some(usize::from(at) + 1);
                action
            }
            Move::Pass => Action::new(Kind::PassPriority),
            Move::Yield if self.in_second_main(s, seat) => Action::new(Kind::SkipMain2),
            Move::Yield => {
                let mut action = Action::new(Kind::PassPriority);
                action.payload.until = Some(PassUntil::Turn);
                action
            }
            Move::SkipCombat => Action::new(Kind::SkipCombat),
            Move::Attack(id, whom) => self.attack_told(s, id, ObjectOrPlayer::Seat(whom)),
            Move::AttackWalker(id, whom) => self.attack_told(s, id, ObjectOrPlayer::Obj(whom)),
            Move::Block(blocker, attacker) => {
                let mut action = Action::new(Kind::DeclareBlockers);
                let (blocker, attacker) = (Ref::Instance(blocker.slot), Ref::Instance(attacker.slot));
                (action.payload.blocks, action.payload.more) = (Some(vec![Block { blocker, attacker }]), Some(true));
                action
            }
            Move::Done if asked == Some(Question::Attack) => {
                let mut action = Action::new(Kind::DeclareAttackers);
                action.payload.attackers = Some(Vec::new());
                action
            }
            Move::Done if asked == Some(Question::Block) => {
                let mut action = Action::new(Kind::DeclareBlockers);
                action.payload.blocks = Some(Vec::new());
                action
            }
            _ => {
                let mut action = Action::new(Kind::ResolveDecision);
                action.payload.choices = Some(vec![self.choice(s, mv)]);
                action
            }
        }
    }

    /// Whether the seat is in its own second main phase with an empty stack. If so, the turn ends when the seat passes.
    pub(super) fn in_second_main(&self, s: &DuelState, seat: Seat) -> bool {
        s.step == TurnStep::SecondMain && s.active == seat && s.stack.is_empty()
    }

    fn tell_cast(&self, def: DefId, object: Ref, way: CastWay) -> Action {
        let (kind, name) = match way {
            CastWay::Usual | CastWay::Side(_) => (Kind::CastSpell, None),
            CastWay::Flashback => (Kind::CastSpell, Some(WayName::Flashback)),
            CastWay::Instead => (Kind::CastSpell, Some(WayName::Alternative)),
            CastWay::Free => (Kind::CastSpell, Some(WayName::Free)),
            // Cycling is an activated ability (CR 702.29a).
            CastWay::Cycling => (Kind::ActivateAbility, Some(WayName::Cycling)),
        };
        let mut action = Action::of(kind, object);
        action.payload.way = name;
        let cost = &self.cards.defs[def as usize].printed.0;
        action.payload.cost =
            (matches!(way, CastWay::Usual | CastWay::Side(_)) && !cost.is_empty()).then(|| cost.clone());
        action
    }

    fn attack_told(&self, s: &DuelState, id: Id, whom: ObjectOrPlayer) -> Action {
        let mut action = Action::new(Kind::DeclareAttackers);
        let attack = Attack { attacker: Ref::Instance(id.slot), defender: Some(self.target(s, whom)) };
        (action.payload.attackers, action.payload.more) = (Some(vec![attack]), Some(true));
        action
    }

    pub(super) fn target(&self, s: &DuelState, aim: ObjectOrPlayer) -> Target {
        match aim {
            ObjectOrPlayer::Seat(seat) => {
                let (kind, player_id) = (Some(TargetType::Player), Some(seat.index() + 1));
                Target { kind, player_id, ..Target::default() }
            }
            ObjectOrPlayer::Obj(id) => {
                let kind = match s.known(id).map(|o| o.zone) {
                    Some(Zone::Battlefield) => TargetType::Permanent,
                    Some(Zone::Stack) if s.stack.iter().any(|item| item.id == id && item.ability.is_some()) => {
                        TargetType::Ability
                    }
                    Some(Zone::Stack) => TargetType::Spell,
                    _ => TargetType::Card,
                };
                Target { kind: Some(kind), instance_id: Some(Ref::Instance(id.slot)), ..Target::default() }
            }
        }
    }

    pub(super) fn choice(&self, s: &DuelState, mv: Move) -> Choice {
        match mv {
            Move::Object(id) => Choice::Target(self.target(s, ObjectOrPlayer::Obj(id))),
            Move::Player(seat) => Choice::Target(self.target(s, ObjectOrPlayer::Seat(seat))),
            Move::Card(face) => {
                let card_id = Some(self.face_name(s, face).to_owned());
                Choice::Target(Target { kind: Some(TargetType::Card), card_id, ..Target::default() })
            }
            Move::Number(n) => Choice::Number(i64::from(n)),
            _ => Choice::Word(self.move_text(s, mv)),
        }
    }

    /// Writes a whole decision as one action: a spell or ability with all its choices, or all attackers or blocks.
    /// `None` if the moves are incomplete, or if an action cannot express one of them.
    #[must_use]
    pub fn told_whole(&self, SealedState(s): &SealedState, seat: Seat, row: &[Move]) -> Option<Action> {
        let (first, rest) = row.split_first()?;
        let mut s = s.clone();
        let (below, mut cast) = (s.stack.len(), None);
        let declares = s.ask.is_some_and(|ask| matches!(ask.what, Question::Attack | Question::Block));
        let mut action = Action { actor: Some(seat.index() + 1), ..self.tell_move(&s, seat, *first) };
        self.go(&mut s, *first, None, below, &mut cast);
        for mv in rest {
            let Ask { what, .. } = s.ask.filter(|ask| ask.seat == seat)?;
            let more = self.tell_move(&s, seat, *mv).payload;
            let payload = &mut action.payload;
            if declares {
                payload.attackers.iter_mut().zip(more.attackers).for_each(|(all, more)| all.extend(more));
                payload.blocks.iter_mut().zip(more.blocks).for_each(|(all, more)| all.extend(more));
            } else {
                let Some(Frame::Cast(casting)) = s.frames.last() else { return None };
                if casting.trigger {
                    return None;
                }
                match (what, *mv) {
                    (Question::Mode, Move::Mode(n)) => payload.modes.get_or_insert_default().push(n + 1),
                    (Question::Mode, Move::Done) => drop(payload.modes.get_or_insert_default()),
                    (Question::Kicker, mv) => payload.kicked = Some(mv == Move::Yes),
                    (Question::X, Move::Number(n)) => payload.x = Some(n),
                    (Question::Target | Question::Share, mv) if mv != Move::Cancel => {}
                    (Question::Pay, Move::Auto) => {}
                    (Question::Cost | Question::Card { .. }, mv) if mv != Move::Cancel => {
                        payload.costs.get_or_insert_default().push(self.choice(&s, mv));
                    }
                    _ => return None,
                }
            }
            self.go(&mut s, *mv, None, below, &mut cast);
        }
        if declares {
            // The last move must be Done, which completes the list of creatures.
            action.payload.more = None;
            return (row.last() == Some(&Move::Done)).then_some(action);
        }
        if matches!(action.kind, Kind::CastSpell | Kind::ActivateAbility) {
            action.targets = Some(self.groups(&s, &cast?));
        }
        Some(action)
    }

    /// Makes a move. As soon as the stack has an item at index `below`, copies this item to `cast`, unless `cast`
    /// already has one. Later would be too late: triggers may be put above the item, and it may resolve within the same
    /// move.
    pub(super) fn go(
        &self,
        s: &mut DuelState,
        mv: Move,
        out: Option<&mut Vec<Fact>>,
        below: usize,
        cast: &mut Option<Item>,
    ) {
        let mut look = |s: &DuelState| {
            if cast.is_none() {
                *cast = s.stack.get(below).cloned();
            }
        };
        let mut g = Engine::new(self, s, out);
        g.answer(mv);
        look(g.s);
        g.run_watched(look);
    }

    /// The targets of a spell or ability on the stack, one group for each slot.
    pub(super) fn groups(&self, s: &DuelState, item: &Item) -> Vec<Vec<Target>> {
        let mut groups = Vec::new();
        for (part, code) in item.parts.iter().enumerate() {
            for slot in 0..self.cards.codes[*code as usize].targets.len() {
                let here = item.targets.iter().filter(|t| (usize::from(t.part), usize::from(t.slot)) == (part, slot));
                let told = here.map(|t| {
                    let amount = (t.share > 0).then_some(t.share);
                    Target { amount, ..self.target(s, t.aim) }
                });
                groups.push(told.collect());
            }
        }
        groups
    }
}
