//! Reads an action that casts a spell or activates an ability. Answers each question of the announcement from the
//! action: modes, kicker, X, targets, shares and costs, in the order of CR 601.2.

use super::read::{Reader, accepted};
use super::{Action, Choice, Ref, Target};
use crate::rules::compiled_cards::CodeId;
use crate::rules::moves::Move;
use crate::rules::state::{Casting, DuelState, Frame, Id, Item, ObjectOrPlayer, Question};
use rulebook_kernel::Illegal;

/// The answers in an action that have not been used yet.
struct UnusedAnswers<'a> {
    modes: std::slice::Iter<'a, u8>,
    costs: std::slice::Iter<'a, Choice>,
    x: Option<i16>,
    /// Whether the action names more than its object. If so, questions that it does not answer get their default
    /// answer, if there is one.
    whole: bool,
}

impl Reader<'_> {
    /// Answers questions from the action until it has no answer to the next question.
    pub fn follow(&mut self, action: &Action) -> Result<(), Illegal> {
        let p = &action.payload;
        let mut given = UnusedAnswers {
            modes: p.modes.as_deref().unwrap_or_default().iter(),
            costs: p.costs.as_deref().unwrap_or_default().iter(),
            x: p.x,
            whole: action.targets.is_some() || p.modes.is_some() || p.kicked.is_some() || p.x.is_some(),
        };
        given.whole |= p.costs.is_some();
        let mut kicked = p.kicked;
        while let Some(what) = self.asked() {
            let Some(casting) = self.casting() else { break };
            let answer = match what {
                Question::Mode if p.modes.is_some() => Some(self.mode(&mut given)?),
                Question::Kicker if kicked.is_some() || given.whole => {
                    let yes = kicked.take() == Some(true) || !self.legal().contains(&Move::No);
                    Some(if yes { Move::Yes } else { Move::No })
                }
                Question::X => given.x.take().map(Move::Number),
                Question::Target => match &action.targets {
                    Some(groups) => Some(self.aim(casting, groups)?),
                    None => None,
                },
                Question::Share => self.share(casting, action.targets.iter().flatten().flatten()),
                Question::Cost | Question::Card { .. } => match given.costs.next() {
                    Some(choice) => Some(self.chosen(choice)?),
                    None => None,
                },
                Question::Pay if given.whole && self.legal().contains(&Move::Auto) => Some(Move::Auto),
                _ => None,
            };
            let Some(mv) = answer else { break };
            if !self.legal().contains(&mv) {
                let (said, accepted) = (self.r.move_text(&self.s, mv), accepted(self.legal_texts()));
                return Err(Illegal::new(format!("{said} is not a legal answer here{accepted}")));
            }
            self.make(mv);
        }
        self.nothing_left(action, &mut given, kicked)
    }

    /// The spell or ability that this seat is announcing. `None` if the seat is announcing nothing.
    fn casting(&self) -> Option<&Casting> {
        match self.s.frames.last() {
            Some(Frame::Cast(casting)) if !casting.trigger && casting.seat == self.seat => Some(casting),
            _ => None,
        }
    }

    fn mode(&self, given: &mut UnusedAnswers<'_>) -> Result<Move, Illegal> {
        match given.modes.next() {
            Some(0) => Err(Illegal::new(format!("modes are counted from one{}", accepted(self.legal_texts())))),
            Some(n) => Ok(Move::Mode(n - 1)),
            None if self.legal().contains(&Move::Done) => Ok(Move::Done),
            None => Err(Illegal::new(format!("you must choose another mode{}", accepted(self.legal_texts())))),
        }
    }

    /// The targets that the action gives for the current slot. If the action has another number of groups than there
    /// are slots, returns all targets that are not used yet.
    fn group<'a>(&self, casting: &Casting, groups: &'a [Vec<Target>]) -> Vec<&'a Target> {
        if groups.len() == self.slots(&casting.item.parts) {
            let before = self.slots(&casting.item.parts[..usize::from(casting.at)]) + usize::from(casting.slot);
            return groups.get(before).into_iter().flatten().collect();
        }
        let taken = |wanted: &&Target| casting.item.targets.iter().any(|t| self.is_aim(t.aim, wanted));
        groups.iter().flatten().filter(|wanted| !taken(wanted)).collect()
    }

    /// The move that chooses the next target for the current slot. If several targets are allowed, they are chosen in
    /// the order of the legal moves. Otherwise, the first legal target among the given ones is chosen.
    fn aim(&self, casting: &Casting, groups: &[Vec<Target>]) -> Result<Move, Illegal> {
        let group = self.group(casting, groups);
        let legal = self.legal();
        let is = |mv: Move, wanted: &Target| match mv {
            Move::Object(id) => self.is_aim(ObjectOrPlayer::Obj(id), wanted),
            Move::Player(seat) => self.is_aim(ObjectOrPlayer::Seat(seat), wanted),
            _ => false,
        };
        let one = self.r.aim_range(&self.s, casting).1 == 1;
        let found = if one {
            group.iter().find_map(|wanted| legal.iter().find(|mv| is(**mv, wanted)))
        } else {
            legal.iter().find(|mv| group.iter().any(|wanted| is(**mv, wanted)))
        };
        if let Some(mv) = found {
            return Ok(*mv);
        }
        if legal.contains(&Move::Done) && !self.has_wrong(casting, groups, &group) {
            return Ok(Move::Done);
        }
        let accepted = accepted(self.legal_texts());
        Err(Illegal::new(match group[..] {
            [] => format!("you must choose another target{accepted}"),
            _ => format!("a given target is not legal, or another target is missing{accepted}"),
        }))
    }

    /// Whether the group of the current slot has a target that was neither chosen nor legal. `false` if the slot has no
    /// group of its own, because a given target may then belong to a later slot.
    fn has_wrong(&self, casting: &Casting, groups: &[Vec<Target>], group: &[&Target]) -> bool {
        let chosen = |wanted: &&Target| casting.item.targets.iter().any(|t| self.is_aim(t.aim, wanted));
        groups.len() == self.slots(&casting.item.parts) && !group.iter().all(chosen)
    }

    /// The number of slots for targets in these parts.
    fn slots(&self, parts: &[CodeId]) -> usize {
        parts.iter().map(|code| self.r.cards.codes[*code as usize].targets.len()).sum()
    }

    /// The move that gives a share to the next target without a share.
    fn share<'a>(&self, casting: &Casting, mut given: impl Iterator<Item = &'a Target>) -> Option<Move> {
        let (part, slot, _) = self.r.divided(&self.s, &casting.item)?;
        let next = casting.item.targets.iter().find(|t| t.part == part && t.slot == slot && t.share == 0)?;
        given.find(|wanted| self.is_aim(next.aim, wanted))?.amount.map(Move::Number)
    }

    /// Checks that every answer of the action was used, and that no other targets were chosen.
    fn nothing_left(
        &self,
        action: &Action,
        given: &mut UnusedAnswers<'_>,
        kicked: Option<bool>,
    ) -> Result<(), Illegal> {
        let asked = self.asked().filter(|_| given.whole && self.casting().is_some());
        if let Some(what @ (Question::Mode | Question::X)) = asked {
            let what = if what == Question::Mode { "a mode" } else { "X" };
            let accepted = accepted(self.legal_texts());
            return Err(Illegal::new(format!("you must choose {what}, but the action contains none{accepted}")));
        }
        let item = match self.casting() {
            Some(casting) => Some(&casting.item),
            None => self.cast.as_ref(),
        };
        // The game makes a choice without a question if only one choice is legal. The action may name this choice.
        let more = |what: &str, accepted: String| {
            Err(Illegal::new(format!("{what}: the action contains more than the spell or ability needs{accepted}")))
        };
        let modes = item.map(|item| self.modes_of(item)).unwrap_or_default();
        if given.modes.any(|mode| !modes.contains(mode)) {
            return more("modes", accepted(modes.iter().map(ToString::to_string)));
        }
        if given.x.is_some_and(|x| x != 0) {
            return more("x", accepted(["0".to_owned()].into_iter()));
        }
        if kicked == Some(true) {
            return more("a kicker", String::new());
        }
        if given.costs.any(|cost| !self.has_paid(cost)) {
            let paid = self.start.permanents().map(|(id, _)| id).filter(|id| self.is_spent(*id));
            return more("costs", accepted(paid.map(|id| self.r.name_of(&self.start, id))));
        }
        let Some(groups) = &action.targets else { return Ok(()) };
        let aims: Vec<ObjectOrPlayer> =
            item.map(|item| item.targets.iter().map(|t| t.aim).collect()).unwrap_or_default();
        let mut targets = groups.iter().flatten();
        if let Some(wrong) = targets.find(|wanted| !aims.iter().any(|aim| self.is_aim(*aim, wanted))) {
            let wrong = serde_json::to_string(wrong).unwrap_or_default();
            return Err(Illegal::new(match aims[..] {
                [] => format!("{wrong} is not a legal target, because the spell or ability has no targets"),
                _ => format!("{wrong} is not a legal target{}", accepted(aims.iter().map(|aim| self.aim_name(*aim)))),
            }));
        }
        let count = groups.iter().flatten().count();
        if self.casting().is_none() && aims.len() > count {
            let given = |aim: &ObjectOrPlayer| groups.iter().flatten().any(|wanted| self.is_aim(*aim, wanted));
            let missing = aims.iter().filter(|aim| !given(aim)).map(|aim| self.aim_name(*aim));
            let accepted = accepted(missing);
            return Err(Illegal::new(format!(
                "the action leaves out a target, but this target is the only legal one{accepted}"
            )));
        }
        Ok(())
    }

    fn aim_name(&self, aim: ObjectOrPlayer) -> String {
        match aim {
            ObjectOrPlayer::Obj(id) => self.r.name_of(&self.s, id),
            ObjectOrPlayer::Seat(seat) => seat.to_string(),
        }
    }

    /// The numbers of the chosen modes, from one. Empty if the spell or ability has no modes.
    fn modes_of(&self, item: &Item) -> Vec<u8> {
        let sets = || self.r.cards.codes.iter().filter_map(|code| code.modes.as_ref());
        let number = |part: &CodeId| sets().find_map(|set| set.modes.iter().position(|mode| mode == part));
        item.parts.iter().filter_map(number).map(|at| at as u8 + 1).collect()
    }

    /// Whether the action has paid with an object or card that this choice names.
    fn has_paid(&self, choice: &Choice) -> bool {
        let wanted = match choice {
            Choice::Flag(_) => return false,
            Choice::Number(n) => u16::try_from(*n).ok().map(Ref::Instance),
            Choice::Word(text) => Some(Ref::Name(text.clone())),
            Choice::Target(target) => target.instance_id.clone().or(target.card_id.clone().map(Ref::Name)),
        };
        let Some(wanted) = wanted else { return false };
        let objects = 0..self.start.objs.len() as u16;
        let mut named = objects.filter(|slot| self.is_slot_in(&self.start, *slot, &wanted));
        let Ref::Name(name) = &wanted else { return named.any(|slot| self.is_spent(self.start.id(slot))) };
        let held = |s: &DuelState| {
            let hand = s.table.entries(self.r.shape(s), self.r.board(s).hand[self.seat.index()]);
            hand.filter(|entry| self.same(self.r.face_name(s, s.table.face(self.r.shape(s), *entry)), name)).count()
        };
        named.any(|slot| self.is_spent(self.start.id(slot))) || held(&self.start) > held(&self.s)
    }

    /// Whether an object of this seat has left its zone or was tapped since the action began. Lands are tapped for
    /// mana, which is no choice of the action.
    fn is_spent(&self, id: Id) -> bool {
        let Some(before) = self.start.live(id).filter(|object| object.controller == self.seat) else { return false };
        let Some(now) = self.s.live(id) else { return true };
        now.tapped && !before.tapped && !self.r.is_land(now.face)
    }
}
