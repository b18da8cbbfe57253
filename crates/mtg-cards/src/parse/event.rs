//! Parses events: the words between `whenever` and the comma.

use super::P;
use crate::ir::{Choice, DamageRecipient, During, Event, Link, Obj, Phase, StepOwner, TargetedBy, Who, WhoLink, Zone};
use crate::text::parse_ordinal;

impl P<'_> {
    /// Parses an event. Later pronouns may refer to its objects.
    pub fn event(&mut self) -> Option<Event> {
        let event = self.plain_event()?;
        if let Some(cond) = self.attempt(|p| {
            p.need("while")?;
            p.cond()
        }) {
            return Some(Event::While(Box::new(event), Box::new(cond)));
        }
        let during = self.one_of(&[
            ("during your turn", During::Yours),
            ("during an opponent 's turn", During::Opponents),
            ("during combat", During::Combat),
        ]);
        Some(match during {
            Some(during) => Event::During(Box::new(event), during),
            None => event,
        })
    }

    fn plain_event(&mut self) -> Option<Event> {
        self.only(&[
            Self::event_of_player,
            Self::event_of_object,
            Self::damaged_dies,
            Self::counters_put,
            Self::last_counter,
        ])
    }

    /// Parses `the last time counter is removed from ~`.
    fn last_counter(&mut self) -> Option<Event> {
        self.need("the last")?;
        let kind = self.counter_kind()?;
        self.need("counter is removed from")?;
        let what = self.object_single()?;
        (what == Obj::Source).then_some(Event::LastCounter(Some(kind), what))
    }

    /// Parses `a creature dealt damage by ~ this turn dies`.
    fn damaged_dies(&mut self) -> Option<Event> {
        self.need("a creature dealt damage by")?;
        let by = self.object_single()?;
        self.need("this turn dies")?;
        self.mention(Link::Event, false);
        matches!(by, Obj::Source | Obj::Host(_)).then_some(Event::DamagedDies(by))
    }

    /// Parses `one or more +1/+1 counters are put on ~`, `you put one or more …`.
    fn counters_put(&mut self) -> Option<Event> {
        let who = if self.eat("you put") { Some(Who::You) } else { None };
        let one = self.eat("a");
        if !one {
            self.need("one or more")?;
        }
        let kind = if self.is("counter") || self.is("counters") { None } else { Some(self.counter_kind()?) };
        self.need(if one { "counter" } else { "counters" })?;
        if who.is_none() {
            self.need(if one { "is put" } else { "are put" })?;
        }
        self.need("on")?;
        let count = if one { Choice::One } else { Choice::OrMore(1) };
        let on = self.pattern(Link::Event)?;
        Some(Event::CountersPut { who, count, kind, on })
    }

    /// Parses the beginning of a step or phase, after `at`.
    pub fn beginning(&mut self) -> Option<Event> {
        if self.eat("end of combat") {
            return Some(Event::Begins(Phase::EndOfCombat, StepOwner::The));
        }
        self.need("the beginning of")?;
        if self.eat("combat on your turn") {
            return Some(Event::Begins(Phase::Combat, StepOwner::Your));
        }
        if self.eat("each combat") {
            return Some(Event::Begins(Phase::Combat, StepOwner::Each(false)));
        }
        if self.eat("the upkeep of") {
            let who = self.who()?;
            self.people.push(WhoLink::Event);
            return Some(Event::Begins(Phase::Upkeep, StepOwner::Of(who)));
        }
        let whose = if self.eat("enchanted player 's") {
            self.people.push(WhoLink::Event);
            StepOwner::Whos(Who::Enchanted)
        } else if self.eat("your") {
            StepOwner::Your
        } else if self.eat("each player 's") {
            self.people.push(WhoLink::Event);
            StepOwner::Each(true)
        } else if self.eat("each opponent 's") {
            self.people.push(WhoLink::Event);
            StepOwner::EachOpponent
        } else if self.eat("each") {
            self.people.push(WhoLink::Event);
            StepOwner::Each(false)
        } else {
            self.need("the")?;
            StepOwner::The
        };
        let phase = self.one_of(&[
            ("upkeep", Phase::Upkeep),
            ("draw step", Phase::Draw),
            ("end step", Phase::End),
            ("first main phase", Phase::FirstMain),
            ("second main phase", Phase::SecondMain),
            ("untap step", Phase::Untap),
        ])?;
        Some(Event::Begins(phase, whose))
    }

    /// Parses a pattern for the objects of an event. It has no targets. Later pronouns refer to the object of the
    /// event.
    fn pattern(&mut self, link: Link) -> Option<Obj> {
        let targets = self.targets.len();
        let what = self.object_single()?;
        if self.targets.len() != targets || matches!(what, Obj::Every { .. } | Obj::Back { .. }) {
            return None;
        }
        let mut list = vec![what];
        while let Some(next) = self.attempt(|p| {
            p.need("or")?;
            let next = p.object_single()?;
            matches!(next, Obj::Choose { .. } | Obj::Source | Obj::Host(_)).then_some(next)
        }) {
            list.push(next);
        }
        let mut fresh = false;
        for seen in self.seen.iter_mut().rev().take(list.len()) {
            if seen.link == Link::Last {
                (seen.link, seen.by_noun) = (link, link == Link::EventOther);
                fresh = true;
            }
        }
        if list.len() == 1 {
            return list.pop();
        }
        // Either of the two objects can cause the event. In the effect, `it` means the object that caused the event.
        if fresh {
            self.mention(link, false);
        }
        Some(Obj::Either(list))
    }

    fn event_of_object(&mut self) -> Option<Event> {
        let what = self.pattern(Link::Event)?;
        let many = self.plural_object(&what);
        self.third = !many;
        if let Some(event) = self.attempt(|p| p.with_others(&what)) {
            return Some(event);
        }
        let first = self.object_event(&what)?;
        let second = self.attempt(|p| {
            p.need("or")?;
            p.object_event(&what)
        });
        Some(match second {
            Some(second) => Event::Or(vec![first, second]),
            None => first,
        })
    }

    fn with_others(&mut self, what: &Obj) -> Option<Event> {
        self.need("and at least")?;
        let others = u8::try_from(self.number()?).ok()?;
        self.need("other")?;
        let (filter, _) = self.filter()?;
        self.need("attack")?;
        Some(Event::AttacksWith { what: what.clone(), others, filter })
    }

    fn object_event(&mut self, what: &Obj) -> Option<Event> {
        self.attempt(|p| {
            let what = what.clone();
            if p.verb("enter").is_some() {
                p.eat("the battlefield");
                if p.eat("and whenever you fully unlock a room") {
                    return Some(Event::EntersOrRoom(what));
                }
                return Some(Event::Enters(what));
            }
            if p.verb("die").is_some() {
                return Some(Event::Dies(what));
            }
            if p.verb("leave").is_some() {
                if p.eat("your graveyard") {
                    return Some(Event::LeavesGraveyard(what, Who::You));
                }
                p.need("the battlefield")?;
                return Some(Event::Leaves(what));
            }
            if p.verb("exploit").is_some() {
                p.need("a creature")?;
                return Some(Event::Exploits(what));
            }
            if p.verb("attack").is_some() {
                if p.eat("and isn't blocked") {
                    return Some(Event::Unblocked(what));
                }
                let alone = p.eat("alone");
                if !alone && p.eat("you or a planeswalker you control") {
                    return Some(Event::AttacksOrWalker(what, Who::You));
                }
                let whom = p.attempt(|p| p.who_plain());
                if matches!(whom, Some(Who::A(_))) {
                    p.people.push(WhoLink::Event);
                }
                return Some(Event::Attacks { what, alone, whom });
            }
            if p.verb("block").is_some() {
                let other = p.attempt(|p| p.pattern(Link::EventOther));
                return Some(Event::Blocks(what, other));
            }
            if p.verb("deal").is_some() {
                return p.deals(what);
            }
            if p.verb("become").is_some() {
                return p.becomes_event(what);
            }
            if p.eat("is dealt combat damage") {
                return Some(Event::DealtDamage { what, combat: true });
            }
            if p.eat("is dealt damage") {
                return Some(Event::DealtDamage { what, combat: false });
            }
            if p.eat("is turned face up") {
                return Some(Event::FaceUp(what));
            }
            if p.eat("transforms") {
                return Some(Event::Transforms(what));
            }
            let is = if p.third { p.eat("is put into") } else { p.eat("are put into") };
            if !is {
                return None;
            }
            let whose = if p.eat("a graveyard") {
                None
            } else {
                let whose = p.possessive()?;
                p.need("graveyard")?;
                Some(whose)
            };
            let from = p.one_of(&[
                ("from anywhere", None),
                ("from the battlefield", Some(Zone::Battlefield)),
                ("from your library", Some(Zone::Library)),
            ])?;
            Some(Event::ToGraveyard { what, from, whose })
        })
    }

    fn deals(&mut self, what: Obj) -> Option<Event> {
        let combat = self.eat("combat");
        self.need("damage")?;
        if !self.eat("to") {
            return Some(Event::DealsDamage { what, combat, to: None });
        }
        if let Some(who) = self.attempt(|p| p.who_plain()) {
            self.people.push(WhoLink::Event);
            let object = self.attempt(|p| {
                p.need("or")?;
                let filter = p.filter()?;
                let (filter, many) = filter;
                (!many).then_some(Obj::Choose { count: Choice::One, filter })
            });
            let to = match object {
                Some(object) => DamageRecipient::Either(who, object),
                None => DamageRecipient::Who(who),
            };
            return Some(Event::DealsDamage { what, combat, to: Some(to) });
        }
        let object = self.pattern(Link::EventOther)?;
        Some(Event::DealsDamage { what, combat, to: Some(DamageRecipient::Obj(object)) })
    }

    fn becomes_event(&mut self, what: Obj) -> Option<Event> {
        if self.eat("tapped") {
            return Some(Event::BecomesTapped(what));
        }
        if self.eat("untapped") {
            return Some(Event::BecomesUntapped(what));
        }
        if self.eat("blocked by") {
            return Some(Event::BecomesBlocked(what, Some(self.pattern(Link::EventOther)?)));
        }
        if self.eat("blocked") {
            return Some(Event::BecomesBlocked(what, None));
        }
        if self.eat("attached to") {
            return Some(Event::BecomesAttached(what, self.pattern(Link::EventOther)?));
        }
        self.need("the target of")?;
        let by = self.one_of(&[("a spell or ability", TargetedBy::SpellOrAbility), ("a spell", TargetedBy::Spell)])?;
        let whose = self.attempt(|p| {
            let who = p.who_plain()?;
            let plural = p.plural_who(&who);
            p.need(if plural { "control" } else { "controls" })?;
            Some(who)
        });
        Some(Event::Targeted { what, by, whose })
    }

    fn event_of_player(&mut self) -> Option<Event> {
        if self.eat("you're dealt damage") {
            return Some(Event::PlayerDamaged(Who::You));
        }
        let who = self.who_plain()?;
        self.third = !self.plural_who(&who);
        if who != Who::You {
            self.people.push(WhoLink::Event);
        }
        if self.eat(if self.third { "is dealt damage" } else { "are dealt damage" }) {
            return Some(Event::PlayerDamaged(who));
        }
        if self.verb("cast").is_some() {
            return self.casts(who);
        }
        if self.verb("gain").is_some() {
            self.need("life")?;
            return Some(Event::GainsLife(who));
        }
        if self.verb("lose").is_some() {
            self.need("life")?;
            return Some(Event::LosesLife(who));
        }
        if self.verb("draw").is_some() {
            if self.eat("a card") {
                return Some(Event::Draws(who, None));
            }
            let own = if who == Who::You { self.eat("your") } else { self.eat("their") };
            let nth = parse_ordinal(self.bump())?;
            self.need("card each turn")?;
            return own.then_some(Event::Draws(who, Some(nth)));
        }
        if self.verb("discard").is_some() {
            return Some(Event::Discards(who, self.pattern(Link::Event)?));
        }
        if let Some(event) = self.attempt(|p| {
            p.verb("cycle")?;
            p.need("or")?;
            p.verb("discard")?;
            Some(Event::CyclesOrDiscards(who.clone(), p.pattern(Link::Event)?))
        }) {
            return Some(event);
        }
        if self.verb("cycle").is_some() {
            return Some(Event::Cycles(who, self.pattern(Link::Event)?));
        }
        if self.verb("sacrifice").is_some() {
            return Some(Event::Sacrifices(who, self.pattern(Link::Event)?));
        }
        if self.verb("scry").is_some() {
            return Some(Event::Scries(who));
        }
        if self.verb("surveil").is_some() {
            return Some(Event::Surveils(who));
        }
        if self.verb("play").is_some() {
            return Some(Event::PlaysLand(who, self.pattern(Link::Event)?));
        }
        if self.verb("tap").is_some() {
            let what = self.pattern(Link::Event)?;
            self.need("for mana")?;
            return Some(Event::TapsForMana(who, what));
        }
        if self.verb("control").is_some() {
            self.need("no")?;
            let (filter, many) = self.filter()?;
            return many.then_some(Event::ControlsNone(who, filter));
        }
        self.verb("attack")?;
        if self.eat("with") {
            let what = self.pattern(Link::Event)?;
            return Some(Event::PlayerAttacks(who, Some(what)));
        }
        Some(Event::PlayerAttacks(who, None))
    }

    fn casts(&mut self, who: Who) -> Option<Event> {
        let or_copy = if self.third { self.eat("or copies") } else { self.eat("or copy") };
        if self.is("your") || self.is("their") {
            self.bump();
            let nth = parse_ordinal(self.bump())?;
            let (filter, many) = self.filter()?;
            self.need("each turn")?;
            self.mention(Link::Event, false);
            let what = Obj::Choose { count: Choice::One, filter };
            return (!many && !or_copy).then_some(Event::Cast { who, what, nth: Some(nth), or_copy });
        }
        let what = self.pattern(Link::Event)?;
        Some(Event::Cast { who, what, nth: None, or_copy })
    }
}
