//! Finds the moves that an action means.

use super::lenient::{LenientAction, same_name};
use super::{Action, Attack, Choice, Kind, Ref, Target, lenient};
use crate::rules::moves::Move;
use crate::rules::state::{DuelState, Item, ObjectOrPlayer, ObjectSlot, Question};
use crate::rules::{Duel, SealedState};
use rulebook_kernel::{Hidden, Illegal, Key, Rng, Seat, Viewer};
use rulebook_table::Face;
use serde::Serialize;

/// Makes moves for a seat and records them. Every move is one of the legal moves.
pub(super) struct Reader<'a> {
    pub r: &'a Duel,
    /// A state sampled from the view of the seat. So the result cannot depend on hidden information.
    pub s: DuelState,
    /// The state before the action.
    pub start: DuelState,
    pub seat: Seat,
    /// The cards in the hand of the seat, in the order of the scene.
    pub hand: Vec<Face>,
    pub row: Vec<Move>,
    /// Whether the last move emitted no facts.
    pub quiet: bool,
    /// The number of items on the stack when reading began.
    pub below: usize,
    /// The first item that was put onto the stack since reading began. It may have resolved already.
    pub cast: Option<Item>,
}

/// Whether the text looks like an action: it starts with `{`.
pub(crate) fn is_action(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

impl Duel {
    /// The moves that an action in JSON means.
    pub(crate) fn action_row(&self, state: &SealedState, seat: Seat, text: &str) -> Result<Vec<Move>, Illegal> {
        let said = lenient::read(text).map_err(Illegal::new)?;
        if said.action.actor.is_some_and(|actor| actor != seat.index() + 1) {
            return Err(Illegal::new(format!("the actor of the action is not {seat}")));
        }
        let view = self.view(state, Viewer::Seat(seat));
        let SealedState(s) = self.sample(&view, &mut Rng::new(Key::from_bytes([7; 32])));
        let zone = self.board(&s).hand[seat.index()];
        let hand = view.table.zone(zone).filter_map(|(_, card)| card.face).collect();
        let (below, start) = (s.stack.len(), s.clone());
        let mut reader = Reader { r: self, s, start, seat, hand, row: Vec::new(), quiet: true, below, cast: None };
        reader.read(&said)?;
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

    fn read(&mut self, said: &LenientAction) -> Result<(), Illegal> {
        let action = &said.action;
        if self.asked().is_none() {
            return Err(Illegal::new("another player must decide now"));
        }
        self.only_what_belongs(action)?;
        match action.kind {
            Kind::DeclareAttackers => self.attack(action),
            Kind::DeclareBlockers => self.block(action),
            Kind::ResolveDecision => self.decide(action),
            Kind::CastSpell | Kind::ActivateAbility | Kind::TapForMana => {
                self.head(said)?;
                self.follow(action)?;
                self.choose(action.payload.choices.as_deref().unwrap_or_default())
            }
            // With all stops, the player has no move that passes several times at once. In the second main phase, a
            // single pass has the same effect.
            Kind::SkipMain2 if self.s.stops && self.r.in_second_main(&self.s, self.seat) => {
                self.pick(&Action::new(Kind::PassPriority), &[], None)
            }
            Kind::Scoop => {
                self.make(Move::Scoop);
                Ok(())
            }
            Kind::KeepHand => {
                self.head(said)?;
                let asked = self.asked() == Some(Question::Bottom);
                said.bottom.as_deref().filter(|_| asked).map_or(Ok(()), |cards| self.put_below(cards))
            }
            Kind::BottomCard if said.bottom.is_some() && self.asked() == Some(Question::Bottom) => {
                self.put_below(said.bottom.as_deref().unwrap_or_default())
            }
            _ => self.head(said),
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
    fn head(&mut self, said: &LenientAction) -> Result<(), Illegal> {
        self.pick(&said.action, &said.also, said.index)
    }

    fn pick(&mut self, action: &Action, also: &[Ref], index: Option<usize>) -> Result<(), Illegal> {
        let legal: Vec<(Move, Action)> =
            self.legal().into_iter().map(|mv| (mv, self.r.tell_move(&self.s, self.seat, mv))).collect();
        let name = action.kind.name();
        if legal.iter().all(|(_, told)| told.kind != action.kind) {
            return Err(self.not_now(action.kind));
        }
        let of_kind = |told: &Action| {
            told.kind == action.kind
                && told.payload.until == action.payload.until
                && action.payload.ability.is_none_or(|n| told.payload.ability == Some(n))
        };
        // The objects of this kind of action, each once, in the order of the legal moves.
        let mut objects: Vec<&Ref> = Vec::new();
        for object in legal.iter().filter(|(_, told)| of_kind(told)).filter_map(|(_, told)| told.object_id.as_ref()) {
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
        let named = |told: &Action| {
            let mut wanted = action.object_id.iter().chain(also);
            wanted.all(|wanted| told.object_id.as_ref().is_some_and(|told| self.is(told, wanted)))
        };
        let mut index = index;
        if index.is_none() && !legal.iter().any(|(_, told)| of_kind(told) && named(told)) {
            // If no object has this number, the number is a position in the list of objects.
            index = action.object_id.as_ref().filter(|_| also.is_empty()).and_then(|wanted| self.as_index(wanted));
        }
        let counted = index.map(|n| objects.get(n.wrapping_sub(1)).copied());
        let about = |told: &Action| {
            of_kind(told)
                && match counted {
                    Some(object) => object.is_some() && told.object_id.as_ref() == object,
                    None => named(told),
                }
        };
        let mut fits: Vec<&(Move, Action)> =
            legal.iter().filter(|(_, told)| about(told) && told.payload.way == action.payload.way).collect();
        if fits.is_empty() && action.payload.way.is_none() {
            fits = legal.iter().filter(|(_, told)| about(told)).collect();
        }
        match fits[..] {
            [] => {
                let names = objects.iter().map(|object| match object {
                    Ref::Instance(slot) => self.r.name_of(&self.s, self.s.id(*slot)),
                    Ref::Name(name) => name.clone(),
                });
                let accepted = accepted(names);
                Err(Illegal::new(format!("{name} is not possible with that now{accepted}")))
            }
            [(mv, told)] => {
                let same = |a: &str, b: &str| a.replace(' ', "").eq_ignore_ascii_case(&b.replace(' ', ""));
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

    /// The refusal of a kind of action that is not legal now. The refusal lists the kinds that are legal.
    fn not_now(&self, kind: Kind) -> Illegal {
        let told = self.legal().into_iter().map(|mv| self.r.tell_move(&self.s, self.seat, mv).kind.name());
        let mut kinds: Vec<&str> = told.chain([Kind::Scoop.name()]).collect();
        kinds.sort_unstable();
        kinds.dedup();
        Illegal::new(format!("{} is not possible now; you can: {}", kind.name(), kinds.join(", ")))
    }

    /// Puts cards of the hand on the bottom of the library, until the hand has its size. If the list names a card more
    /// often than the hand has it, the surplus is ignored. If the list is too short, further cards of the hand follow
    /// in order. If the list is too long, its end is ignored.
    fn put_below(&mut self, cards: &[Choice]) -> Result<(), Illegal> {
        let mut left: Vec<(usize, Face)> = self.hand.iter().copied().enumerate().collect();
        let size = left.len();
        let mut chosen = Vec::new();
        for card in cards {
            let is = |(at, face): &(usize, Face)| match card {
                Choice::Number(n) => i64::try_from(*at + 1) == Ok(*n),
                Choice::Word(name) => self.same(self.r.face_name(&self.s, *face), name),
                Choice::Target(Target { card_id, instance_id, .. }) => {
                    let name = card_id.as_deref().or(match instance_id {
                        Some(Ref::Name(name)) => Some(name),
                        _ => None,
                    });
                    name.is_some_and(|name| self.same(self.r.face_name(&self.s, *face), name))
                }
                Choice::Flag(_) => false,
            };
            let known = match card {
                Choice::Number(n) => usize::try_from(*n).is_ok_and(|n| (1..=size).contains(&n)),
                _ => left.iter().chain(&chosen).any(is),
            };
            if !known {
                let names = left.iter().chain(&chosen).map(|(_, face)| self.r.face_name(&self.s, *face).to_owned());
                let said = serde_json::to_string(card).unwrap_or_default();
                return Err(Illegal::new(format!("{said} is not a card of your hand{}", accepted(names))));
            }
            chosen.extend(left.iter().position(is).map(|at| left.remove(at)));
        }
        for (_, face) in chosen.into_iter().chain(left) {
            if self.asked() != Some(Question::Bottom) {
                break;
            }
            self.make(Move::Card(face));
        }
        Ok(())
    }

    /// Whether the reference in a legal move and the reference in the action name the same object.
    fn is(&self, told: &Ref, wanted: &Ref) -> bool {
        match (told, wanted) {
            (Ref::Name(told), Ref::Name(wanted)) => self.same(told, wanted),
            (Ref::Instance(slot), wanted) => self.is_slot(*slot, wanted),
            (Ref::Name(_), Ref::Instance(_)) => false,
        }
    }

    /// Whether a text means the card with this name: by its name, or by its id in the card file.
    pub fn same(&self, name: &str, text: &str) -> bool {
        same_name(name, text)
            || self.r.card_ids.get(&text.trim().to_lowercase()).is_some_and(|known| known.eq_ignore_ascii_case(name))
    }

    /// The number in the reference, if no object has this number. Such a number can only be a position in a list.
    fn as_index(&self, wanted: &Ref) -> Option<usize> {
        let n = match wanted {
            Ref::Instance(n) => *n,
            Ref::Name(text) => text.trim().parse().ok()?,
        };
        let used = self.s.objs.get(usize::from(n)).is_some() && self.s.live(self.s.id(n)).is_some();
        (!used).then_some(usize::from(n))
    }

    /// Whether the reference means the object in this slot: `12`, `"12"`, `"#12"`, `"Name #12"` or `"Name"`.
    pub fn is_slot(&self, slot: ObjectSlot, wanted: &Ref) -> bool {
        self.is_slot_in(&self.s, slot, wanted)
    }

    pub fn is_slot_in(&self, s: &DuelState, slot: ObjectSlot, wanted: &Ref) -> bool {
        match wanted {
            Ref::Instance(n) => *n == slot,
            Ref::Name(text) => {
                let text = text.trim();
                let full = self.r.name_of(s, s.id(slot));
                let name = full.rsplit_once(" #").map_or("", |(name, _)| name);
                match text.rsplit_once('#') {
                    Some((of, number)) if number.trim().parse() == Ok(slot) => {
                        of.trim().is_empty() || self.same(name, of)
                    }
                    Some(_) => false,
                    None => text.parse() == Ok(slot) || self.same(name, text),
                }
            }
        }
    }

    /// The seat that a text names: `seat 2`, `player 2`, `you` or `opponent`.
    fn seat_of(&self, text: &str) -> Option<Seat> {
        let text = text.trim().to_lowercase();
        let text = text.strip_prefix("player ").unwrap_or(&text);
        let number = text.strip_prefix("seat").unwrap_or(text).trim().parse::<usize>().ok();
        let seats = || Seat::all(self.s.seats());
        match text {
            "you" | "me" | "self" => Some(self.seat),
            "opponent" | "the opponent" | "enemy" => seats().find(|seat| *seat != self.seat),
            _ => seats().find(|seat| number == Some(seat.index() + 1)),
        }
    }

    pub fn is_aim(&self, aim: ObjectOrPlayer, wanted: &Target) -> bool {
        match aim {
            ObjectOrPlayer::Seat(seat) => match (&wanted.instance_id, wanted.player_id) {
                (None, number) => number == Some(seat.index() + 1),
                (Some(Ref::Name(text)), None) => self.seat_of(text) == Some(seat),
                _ => false,
            },
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
    fn declare<T: Serialize>(
        &mut self,
        what: Question,
        action: &Action,
        mut given: Vec<T>,
        means: impl Fn(&Self, &T, Move) -> bool,
        why_not: &str,
    ) -> Result<(), Illegal> {
        let name = action.kind.name();
        if self.asked() != Some(what) {
            return Err(self.not_now(action.kind));
        }
        while !given.is_empty() {
            let next = self.legal().into_iter().find_map(|mv| {
                let at = given.iter().position(|said| means(self, said, mv))?;
                Some((mv, at))
            });
            let Some((mv, at)) = next else {
                let said: Vec<String> =
                    given.iter().map(|one| serde_json::to_string(one).unwrap_or_default()).collect();
                let accepted = accepted(self.legal_texts());
                return Err(Illegal::new(format!("{name}: {} {why_not}{accepted}", said.join(", "))));
            };
            given.remove(at);
            self.make(mv);
        }
        if action.payload.more == Some(true) {
            return Ok(());
        }
        if !self.legal().contains(&Move::Done) {
            let accepted = accepted(self.legal_texts());
            return Err(Illegal::new(format!("{name}: more creatures must be declared{accepted}")));
        }
        self.make(Move::Done);
        Ok(())
    }

    fn decide(&mut self, action: &Action) -> Result<(), Illegal> {
        let free =
            self.legal().iter().any(|mv| self.r.tell_move(&self.s, self.seat, *mv).kind == Kind::ResolveDecision);
        if !free {
            return Err(self.not_now(action.kind));
        }
        let mut choices: Vec<Choice> = action.payload.choices.clone().unwrap_or_default();
        choices.extend(action.targets.iter().flatten().flatten().cloned().map(Choice::Target));
        if choices.is_empty() {
            let accepted = accepted(self.legal_texts());
            return Err(Illegal::new(format!("RESOLVE_DECISION has no choices{accepted}")));
        }
        self.choose(&choices)
    }

    /// Answers the questions that follow the action, in order.
    fn choose(&mut self, choices: &[Choice]) -> Result<(), Illegal> {
        for (at, choice) in choices.iter().enumerate() {
            if at > 0 && !self.quiet {
                // The last move emitted facts. The player could not know them when writing the choices, so the next
                // choice belongs to another decision.
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
                Move::Card(face) => {
                    wanted.card_id.as_ref().is_some_and(|name| self.same(self.r.face_name(&self.s, face), name))
                }
                _ => false,
            },
        };
        let loose = |mv: &&Move| match (choice, **mv) {
            (Choice::Number(n), Move::Object(id)) => i64::from(id.slot) == *n,
            (Choice::Number(n), Move::Mode(mode)) => i64::from(mode) + 1 == *n,
            (Choice::Word(text), Move::Object(id)) => self.is_slot(id.slot, &Ref::Name(text.clone())),
            (Choice::Number(n), Move::Yes | Move::No) => *n == i64::from(mv == &&Move::Yes),
            (Choice::Word(text), Move::Card(face)) => self.same(self.r.face_name(&self.s, face), text),
            (Choice::Word(text), Move::Player(seat)) => self.seat_of(text) == Some(seat),
            (Choice::Word(text), Move::Yes) => same_name(text, "true"),
            (Choice::Word(text), Move::No) => same_name(text, "false"),
            // A card in a hand has no number, so its name may be in the place of a number.
            (Choice::Target(Target { instance_id: Some(Ref::Name(name)), .. }), Move::Card(face)) => {
                self.same(self.r.face_name(&self.s, face), name)
            }
            _ => false,
        };
        let mut fits: Vec<&Move> = legal.iter().filter(exact).collect();
        if fits.is_empty() {
            fits = legal.iter().filter(loose).collect();
        }
        let said = serde_json::to_string(choice).unwrap_or_default();
        match fits[..] {
            [mv] => Ok(*mv),
            [] => {
                let accepted = accepted(self.legal_texts());
                Err(Illegal::new(format!("{said} does not answer the question{accepted}")))
            }
            _ => {
                let texts = fits.iter().map(|mv| self.r.move_text(&self.s, **mv));
                Err(Illegal::new(format!("{said} is ambiguous{}", accepted(texts))))
            }
        }
    }

    /// The texts of the legal moves.
    pub fn legal_texts(&self) -> impl Iterator<Item = String> + '_ {
        self.legal().into_iter().map(|mv| self.r.move_text(&self.s, mv))
    }
}

/// Maximum number of possibilities that a refusal lists.
const MOST_LISTED: usize = 24;

/// The end of a refusal: the possibilities that would be accepted. Empty if no possibility would be accepted.
pub(super) fn accepted(texts: impl Iterator<Item = String>) -> String {
    let mut listed: Vec<String> = Vec::new();
    for text in texts {
        if !listed.contains(&text) {
            listed.push(text);
        }
    }
    if listed.is_empty() {
        return String::new();
    }
    let more = if listed.len() > MOST_LISTED { ", and others" } else { "" };
    listed.truncate(MOST_LISTED);
    format!("; accepted: {}{more}", listed.join(", "))
}
