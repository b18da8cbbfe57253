//! Finds the moves that an action stands for.

use super::{Action, Attack, Choice, Kind, Ref, Target};
use crate::rules::moves::Move;
use crate::rules::state::{DuelState, Item, ObjectOrPlayer, Question};
use crate::rules::{Duel, Match};
use rulebook_kernel::{Hidden, Illegal, Key, Rng, Seat, Viewer};

/// Makes moves for a seat and records them. Every move is one of the legal moves.
pub(super) struct Reader<'a> {
    pub r: &'a Duel,
    /// A state sampled from the view of the seat. So the result cannot depend on hidden information.
    pub s: DuelState,
    pub seat: Seat,
    pub row: Vec<Move>,
    /// Whether the last move emitted no facts.
    pub quiet: bool,
    /// The number of items on the stack when reading began.
    pub below: usize,
    /// The first item that was put onto the stack since then. It may have resolved already.
    pub cast: Option<Item>,
}

/// Whether the text looks like an action: it starts with `{`.
pub(crate) fn is_action(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

impl Duel {
    /// The moves that an action in JSON stands for.
    pub(crate) fn action_row(&self, state: &Match, seat: Seat, text: &str) -> Result<Vec<Move>, Illegal> {
        let action: Action = serde_json::from_str(text).map_err(|why| {
            Illegal::new(format!("this action does not match the schema: {}", why.to_string().replace('`', "'")))
        })?;
        if action.actor.is_some_and(|actor| actor != seat.index() + 1) {
            return Err(Illegal::new(format!("the actor of the action is not {seat}")));
        }
        let view = self.view(state, Viewer::Seat(seat));
        let Match(s) = self.sample(&view, &mut Rng::new(Key::from_bytes([7; 32])));
        let below = s.stack.len();
        let mut reader = Reader { r: self, s, seat, row: Vec::new(), quiet: true, below, cast: None };
        reader.read(&action)?;
        Ok(reader.row)
    }
}

impl Reader<'_> {
    pub fn asked(&self) -> Option<Question> {
        self.s.ask.filter(|ask| ask.seat == self.seat).map(|ask| ask.what)
    }

    pub fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.asked().is_some() {
            self.r.list(&self.s, &mut moves);
        }
        moves
    }

    /// Makes a legal move and records it.
    pub fn make(&mut self, mv: Move) {
        let mut facts = Vec::new();
        self.r.go(&mut self.s, mv, Some(&mut facts), self.below, &mut self.cast);
        self.row.push(mv);
        self.quiet = facts.is_empty();
    }

    fn read(&mut self, action: &Action) -> Result<(), Illegal> {
        if self.asked().is_none() {
            return Err(Illegal::new("another player must decide now"));
        }
        self.only_what_belongs(action)?;
        match action.kind {
            Kind::DeclareAttackers => self.attack(action),
            Kind::DeclareBlockers => self.block(action),
            Kind::ResolveDecision => self.decide(action),
            Kind::CastSpell | Kind::ActivateAbility | Kind::TapForMana => {
                self.head(action)?;
                self.follow(action)?;
                self.choose(action.payload.choices.as_deref().unwrap_or_default())
            }
            // A player who is asked at every stop cannot pass for longer. In the second main phase, a single pass has
            // the same effect.
            Kind::SkipMain2 if self.s.stops && self.r.in_second_main(&self.s, self.seat) => {
                self.head(&Action::new(Kind::PassPriority))
            }
            _ => self.head(action),
        }
    }

    /// Refuses fields that do not belong to this kind of action.
    fn only_what_belongs(&self, action: &Action) -> Result<(), Illegal> {
        let p = &action.payload;
        let spell = matches!(action.kind, Kind::CastSpell | Kind::ActivateAbility | Kind::TapForMana);
        let object = spell || matches!(action.kind, Kind::PlayLand | Kind::BottomCard);
        let decision = action.kind == Kind::ResolveDecision;
        let wrong = [
            (action.object_id.is_some() && !object, "object_id"),
            (action.targets.is_some() && !spell && !decision, "targets"),
            (p.attackers.is_some() && action.kind != Kind::DeclareAttackers, "attackers"),
            (p.blocks.is_some() && action.kind != Kind::DeclareBlockers, "blocks"),
            (p.more.is_some() && !matches!(action.kind, Kind::DeclareAttackers | Kind::DeclareBlockers), "more"),
            (p.until.is_some() && action.kind != Kind::PassPriority, "until"),
            (p.choices.is_some() && !spell && !decision, "choices"),
            (p.way.is_some() && !spell, "way"),
            (p.cost.is_some() && !spell, "cost"),
            (p.ability.is_some() && !spell, "ability"),
            (p.modes.is_some() && !spell, "modes"),
            (p.kicked.is_some() && !spell, "kicked"),
            (p.x.is_some() && !spell, "x"),
            (p.costs.is_some() && !spell, "costs"),
        ];
        match wrong.into_iter().find(|(wrong, _)| *wrong) {
            Some((_, field)) => Err(Illegal::new(format!("{} has no {field}", action.kind.name()))),
            None => Ok(()),
        }
    }

    /// Makes the first move of the action: the only legal move with this kind, object and way to cast.
    fn head(&mut self, action: &Action) -> Result<(), Illegal> {
        let legal: Vec<(Move, Action)> =
            self.legal().into_iter().map(|mv| (mv, self.r.tell_move(&self.s, self.seat, mv))).collect();
        let name = action.kind.name();
        if legal.iter().all(|(_, told)| told.kind != action.kind) {
            let mut kinds: Vec<&str> = legal.iter().map(|(_, told)| told.kind.name()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let resign = if action.kind == Kind::Scoop { ": resign at the table instead" } else { "" };
            return Err(Illegal::new(format!("{name} is not possible now{resign}; you can: {}", kinds.join(", "))));
        }
        let about = |told: &Action| {
            told.kind == action.kind
                && told.payload.until == action.payload.until
                && action.object_id.as_ref().is_none_or(|wanted| self.is(told.object_id.as_ref(), wanted))
                && action.payload.ability.is_none_or(|n| told.payload.ability == Some(n))
        };
        let mut fits: Vec<&(Move, Action)> =
            legal.iter().filter(|(_, told)| about(told) && told.payload.way == action.payload.way).collect();
        if fits.is_empty() && action.payload.way.is_none() {
            fits = legal.iter().filter(|(_, told)| about(told)).collect();
        }
        match fits[..] {
            [] => Err(Illegal::new(format!("{name} is not possible with that now"))),
            [(mv, told)] => {
                let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
                if let (Some(said), Some(is)) = (&action.payload.cost, &told.payload.cost)
                    && !same(said, is)
                {
                    return Err(Illegal::new(format!("the cost is {is}")));
                }
                let mv = *mv;
                self.make(mv);
                Ok(())
            }
            [(_, first), (_, second), ..] => Err(Illegal::new(format!(
                "the action is ambiguous: choose for example {} or {}",
                first.json(),
                second.json()
            ))),
        }
    }

    /// Whether the reference in a legal move and the reference in the action name the same object.
    fn is(&self, told: Option<&Ref>, wanted: &Ref) -> bool {
        match (told, wanted) {
            (Some(Ref::Name(told)), Ref::Name(wanted)) => told.eq_ignore_ascii_case(wanted.trim()),
            (Some(Ref::Instance(slot)), wanted) => self.is_slot(*slot, wanted),
            _ => false,
        }
    }

    /// Whether the reference means the object in this slot: `12`, `"12"`, `"#12"`, `"Name #12"` or `"Name"`.
    pub fn is_slot(&self, slot: u16, wanted: &Ref) -> bool {
        match wanted {
            Ref::Instance(n) => *n == slot,
            Ref::Name(text) => {
                let text = text.trim();
                let full = self.r.name_of(&self.s, self.s.id(slot));
                let name = full.rsplit_once(" #").map_or("", |(name, _)| name);
                text.trim_start_matches('#').parse() == Ok(slot)
                    || text.eq_ignore_ascii_case(&full)
                    || text.eq_ignore_ascii_case(name)
            }
        }
    }

    pub fn is_aim(&self, aim: ObjectOrPlayer, wanted: &Target) -> bool {
        match aim {
            ObjectOrPlayer::Seat(seat) => wanted.instance_id.is_none() && wanted.player_id == Some(seat.index() + 1),
            ObjectOrPlayer::Obj(id) => match (&wanted.instance_id, &wanted.card_id) {
                (Some(object), _) => self.is_slot(id.slot, object),
                (None, Some(name)) => self.is_slot(id.slot, &Ref::Name(name.clone())),
                (None, None) => false,
            },
        }
    }

    fn attack(&mut self, action: &Action) -> Result<(), Illegal> {
        let given = action.payload.attackers.clone().unwrap_or_default();
        let means = |reader: &Self, said: &Attack, mv: Move| match (mv, &said.defender) {
            (Move::Attack(id, _), None) => reader.is_slot(id.slot, &said.attacker),
            (Move::Attack(id, whom), Some(wanted)) => {
                reader.is_slot(id.slot, &said.attacker) && reader.is_aim(ObjectOrPlayer::Seat(whom), wanted)
            }
            (Move::AttackWalker(id, whom), Some(wanted)) => {
                reader.is_slot(id.slot, &said.attacker) && reader.is_aim(ObjectOrPlayer::Obj(whom), wanted)
            }
            _ => false,
        };
        self.declare(Question::Attack, action, given, means, "cannot attack, or another creature must attack first")
    }

    fn block(&mut self, action: &Action) -> Result<(), Illegal> {
        let given = action.payload.blocks.clone().unwrap_or_default();
        let means = |reader: &Self, said: &super::Block, mv: Move| match mv {
            Move::Block(blocker, attacker) => {
                reader.is_slot(blocker.slot, &said.blocker) && reader.is_slot(attacker.slot, &said.attacker)
            }
            _ => false,
        };
        self.declare(Question::Block, action, given, means, "cannot block that attacker")
    }

    /// Declares attackers or blockers in the order of the list, then ends the declaration.
    fn declare<T>(
        &mut self,
        what: Question,
        action: &Action,
        mut given: Vec<T>,
        means: impl Fn(&Self, &T, Move) -> bool,
        why_not: &str,
    ) -> Result<(), Illegal> {
        let name = action.kind.name();
        if self.asked() != Some(what) {
            return Err(Illegal::new(format!("{name} is not possible now")));
        }
        while !given.is_empty() {
            let next = self.legal().into_iter().find_map(|mv| {
                let at = given.iter().position(|said| means(self, said, mv))?;
                Some((mv, at))
            });
            let Some((mv, at)) = next else {
                return Err(Illegal::new(format!("{name}: one of the creatures {why_not}")));
            };
            given.remove(at);
            self.make(mv);
        }
        if action.payload.more == Some(true) {
            return Ok(());
        }
        if !self.legal().contains(&Move::Done) {
            return Err(Illegal::new(format!("{name}: more creatures must be declared")));
        }
        self.make(Move::Done);
        Ok(())
    }

    fn decide(&mut self, action: &Action) -> Result<(), Illegal> {
        let free =
            self.legal().iter().any(|mv| self.r.tell_move(&self.s, self.seat, *mv).kind == Kind::ResolveDecision);
        if !free {
            return Err(Illegal::new("RESOLVE_DECISION is not possible now: no decision is pending"));
        }
        let mut choices: Vec<Choice> = action.payload.choices.clone().unwrap_or_default();
        choices.extend(action.targets.iter().flatten().flatten().cloned().map(Choice::Target));
        if choices.is_empty() {
            return Err(Illegal::new("RESOLVE_DECISION has no choices"));
        }
        self.choose(&choices)
    }

    /// Answers the questions that follow the action, in order.
    fn choose(&mut self, choices: &[Choice]) -> Result<(), Illegal> {
        for (at, choice) in choices.iter().enumerate() {
            if at > 0 && !self.quiet {
                // The last move emitted facts, which the player could not know when writing the choices.
                return Err(Illegal::new("the choices must belong to one decision"));
            }
            let mv = self.chosen(choice)?;
            self.make(mv);
        }
        Ok(())
    }

    /// The only legal move that the choice can mean.
    pub fn chosen(&self, choice: &Choice) -> Result<Move, Illegal> {
        let legal = self.legal();
        let exact = |mv: &&Move| match choice {
            Choice::Flag(yes) => **mv == if *yes { Move::Yes } else { Move::No },
            Choice::Number(n) => matches!(mv, Move::Number(m) if i64::from(*m) == *n),
            Choice::Word(text) => self.r.move_text(&self.s, **mv).eq_ignore_ascii_case(text.trim()),
            Choice::Target(wanted) => match **mv {
                Move::Object(id) => self.is_aim(ObjectOrPlayer::Obj(id), wanted),
                Move::Player(seat) => self.is_aim(ObjectOrPlayer::Seat(seat), wanted),
                Move::Card(face) => wanted
                    .card_id
                    .as_ref()
                    .is_some_and(|name| name.eq_ignore_ascii_case(self.r.face_name(&self.s, face))),
                _ => false,
            },
        };
        let loose = |mv: &&Move| match (choice, **mv) {
            (Choice::Number(n), Move::Object(id)) => i64::from(id.slot) == *n,
            (Choice::Number(n), Move::Mode(mode)) => i64::from(mode) + 1 == *n,
            (Choice::Word(text), Move::Object(id)) => self.is_slot(id.slot, &Ref::Name(text.clone())),
            (Choice::Word(text), Move::Card(face)) => text.trim().eq_ignore_ascii_case(self.r.face_name(&self.s, face)),
            _ => false,
        };
        let mut fits: Vec<&Move> = legal.iter().filter(exact).collect();
        if fits.is_empty() {
            fits = legal.iter().filter(loose).collect();
        }
        let said = serde_json::to_string(choice).unwrap_or_default();
        match fits[..] {
            [mv] => Ok(*mv),
            [] => Err(Illegal::new(format!("{said} does not answer the question"))),
            _ => Err(Illegal::new(format!("{said} is ambiguous: use the number of the object"))),
        }
    }
}
