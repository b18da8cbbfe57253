//! Parses instructions about objects (destroy, exile, tap, attach), and clauses whose subject is an object.

use super::P;
use crate::ir::{Act, Amount, AmountSay, Duration, Link, Mod, Obj, Rule, Who};

impl P<'_> {
    /// Parses a verb whose subject must be `you`, because the instruction cannot store another player.
    fn own_verb(&mut self, base: &str) -> Option<()> {
        if self.actor == Who::You { self.need(base) } else { None }
    }

    pub fn destroy(&mut self) -> Option<Act> {
        self.own_verb("destroy")?;
        Some(Act::Destroy { what: self.object()? })
    }

    pub fn exile(&mut self) -> Option<Act> {
        self.verb("exile")?;
        let what = if let Some(who) = self.attempt(|p| {
            let who = p.possessive()?;
            p.need("graveyard")?;
            Some(who)
        }) {
            Obj::GraveyardOf(who)
        } else {
            self.object()?
        };
        let until = self.attempt(|p| match p.duration()? {
            until @ Duration::UntilLeaves(_) => Some(until),
            _ => None,
        });
        let face_down = self.eat("face down");
        if matches!(what, Obj::TopOf { .. } | Obj::Choose { .. }) {
            let many = crate::ir::is_plural(&what, &self.targets);
            self.mention(Link::Last, many);
        }
        Some(Act::Exile { who: self.actor(), what, until, face_down })
    }

    pub fn counter(&mut self) -> Option<Act> {
        self.own_verb("counter")?;
        Some(Act::Counter { what: self.object()? })
    }

    pub fn tap(&mut self) -> Option<Act> {
        if self.eat("tap or untap") {
            return Some(Act::TapOrUntap(self.object()?));
        }
        self.own_verb("tap")?;
        Some(Act::Tap(self.object()?))
    }

    pub fn untap(&mut self) -> Option<Act> {
        self.own_verb("untap")?;
        Some(Act::Untap(self.object()?))
    }

    pub fn regenerate(&mut self) -> Option<Act> {
        self.own_verb("regenerate")?;
        Some(Act::Regenerate(self.object()?))
    }

    pub fn transform(&mut self) -> Option<Act> {
        self.own_verb("transform")?;
        Some(Act::Transform(self.object()?))
    }

    pub fn goad(&mut self) -> Option<Act> {
        self.own_verb("goad")?;
        Some(Act::Goad(self.object()?))
    }

    pub fn attach(&mut self) -> Option<Act> {
        self.own_verb("attach")?;
        let what = self.object_single()?;
        self.need("to")?;
        let to = self.in_other_role(&what, Self::object_single)?;
        Some(Act::Attach { what, to })
    }

    pub fn copy_spell(&mut self) -> Option<Act> {
        self.own_verb("copy")?;
        let what = self.object_single()?;
        let retarget = self.eat(". you may choose new targets for the copy");
        self.mention(Link::Last, false);
        Some(Act::CopySpell { what, retarget })
    }

    pub fn choose_new_targets(&mut self) -> Option<Act> {
        self.verb("choose")?;
        self.need("new targets for")?;
        Some(Act::ChooseNewTargets(self.object_single()?))
    }

    /// Parses `switch target creature's power and toughness until end of turn`.
    pub fn switch(&mut self) -> Option<Act> {
        self.own_verb("switch")?;
        let what = self.object_possessive()?;
        self.need("power and toughness")?;
        let until = self.duration()?;
        Some(Act::Modify { what, mods: vec![Mod::Switch], until })
    }

    pub fn gain_control(&mut self) -> Option<Act> {
        if self.eat("exchange control of") {
            return Some(Act::ExchangeControl(self.object()?));
        }
        self.verb("gain")?;
        self.need("control of")?;
        let what = self.object()?;
        let until = self.duration().unwrap_or(Duration::Always);
        Some(Act::Modify { what, mods: vec![Mod::Control(self.actor())], until })
    }

    pub fn put_counters(&mut self) -> Option<Act> {
        self.verb("put")?;
        let who = self.actor();
        if self.eat("a number of") {
            let kind = self.counter_kind()?;
            self.need("counters")?;
            if self.eat("on") {
                let on = self.counters_on_what()?;
                let count = self.equal_to()?;
                return Some(Act::PutCounters { count, kind, on, say: AmountSay::EqualAfter, who });
            }
            let count = self.equal_to()?;
            self.need("on")?;
            let on = self.counters_on_what()?;
            return Some(Act::PutCounters { count, kind, on, say: AmountSay::EqualTo, who });
        }
        let (count, kind) = self.counters()?;
        self.need("on")?;
        let on = self.counters_on_what()?;
        let (count, say) = self.for_each(count);
        Some(Act::PutCounters { count, kind, on, say, who })
    }

    fn counters_on_what(&mut self) -> Option<Obj> {
        if self.eat("each of them") {
            let to = self.latest(true)?;
            return Some(Obj::Back { to, say: crate::ir::Say::EachOfThem });
        }
        if self.eat("each of") {
            return Some(Obj::EachOf(Box::new(self.object_single()?)));
        }
        self.object()
    }

    pub fn remove_counters(&mut self) -> Option<Act> {
        self.own_verb("remove")?;
        if self.eat("all") {
            let kind = if self.is("counters") { None } else { Some(self.counter_kind()?) };
            self.need("counters from")?;
            let count = crate::ir::Choice::Exactly(Amount::AnyNumber);
            return Some(Act::RemoveCounters { count, kind, from: self.object()? });
        }
        let (count, kind) = self.counters_chosen()?;
        self.need("from")?;
        Some(Act::RemoveCounters { count, kind, from: self.object()? })
    }

    pub fn distribute(&mut self) -> Option<Act> {
        self.own_verb("distribute")?;
        let (count, kind) = self.counters()?;
        self.need("among")?;
        let among = self.divided_among()?;
        Some(Act::Distribute { count, kind, among })
    }

    /// Parses `double the number of +1/+1 counters on target creature`.
    pub fn double_counters(&mut self) -> Option<Act> {
        self.own_verb("double")?;
        self.need("the number of")?;
        let kind = if self.is("counters") { None } else { Some(self.counter_kind()?) };
        self.need("counters on")?;
        Some(Act::DoubleCounters(kind, self.object()?))
    }

    pub fn get_counters(&mut self) -> Option<Act> {
        self.verb("get")?;
        if let Some(count) = self.energy() {
            return Some(Act::GetCounters { who: self.actor(), count, kind: None });
        }
        if self.actor == Who::You && self.eat("an emblem with") {
            return Some(Act::Emblem(vec![self.quoted()?]));
        }
        let (count, kind) = self.counters()?;
        Some(Act::GetCounters { who: self.actor(), count, kind: Some(kind) })
    }

    /// Parses the instruction after an object that is the subject.
    pub fn object_act(&mut self, what: Obj, many: bool) -> Option<Act> {
        self.third = !many;
        if self.verb("deal").is_some() {
            return self.damage(what);
        }
        if self.verb("fight").is_some() {
            if self.eat("each other") {
                return Some(Act::Fight { a: what, b: None });
            }
            let b = self.in_other_role(&what, Self::object_single)?;
            return Some(Act::Fight { a: what, b: Some(b) });
        }
        if self.verb("explore").is_some() {
            return Some(Act::Explores(what));
        }
        if self.verb("connive").is_some() {
            return Some(Act::Connives(what));
        }
        if self.is("doesn't untap") || self.is("don't untap") {
            // A resolving effect can keep a permanent tapped only in the next untap step or for a duration. A text
            // without a step or a duration is a static ability.
            let mods = self.mods(false)?;
            let until = self.duration().unwrap_or(Duration::Always);
            let next = matches!(mods.as_slice(), [Mod::Rule(Rule::DoesntUntap { next: true, .. })]);
            return (next || until != Duration::Always).then_some(Act::Modify { what, mods, until });
        }
        if self.eat("can attack this turn as though it didn't have defender") {
            let mods = vec![Mod::Rule(Rule::AttackDespiteDefender)];
            return Some(Act::Modify { what, mods, until: Duration::ThisTurn });
        }
        let mods = self.mods(false)?;
        // For the spell itself, `can't be countered` is a static ability, not an instruction.
        if what == Obj::Source && mods == [Mod::Rule(Rule::CantBeCountered)] {
            return None;
        }
        if mods == [Mod::Rule(Rule::MustAttack)] && self.eat("this turn if able") {
            return Some(Act::Modify { what, mods, until: Duration::ThisTurn });
        }
        let until = self.duration().unwrap_or(Duration::Always);
        let mut mods = mods;
        if until != Duration::Always
            && let Some(Mod::Get(power, toughness)) = mods.last().cloned()
            && let Some(each) = self.attempt(|p| {
                p.need("for each")?;
                p.each_of()
            })
        {
            mods.pop();
            mods.push(Mod::GetEach(power, toughness, each, true));
        }
        Some(Act::Modify { what, mods, until })
    }

    /// Parses `you may play that card this turn` as a sentence. `you may` is part of the instruction, not a choice to
    /// make now.
    pub fn may_play(&mut self, until: Duration) -> Option<Act> {
        self.need("you may")?;
        self.play_it(until)
    }

    fn play_it(&mut self, until: Duration) -> Option<Act> {
        let cast = self.eat("cast");
        if !cast {
            self.need("play")?;
        }
        let what = self.object_single()?;
        let free = self.eat("without paying its mana cost");
        // A card that was not mentioned before can only be cast at once and without paying its mana cost.
        // `Cast this spell without paying its mana cost` is an alternative cost of the spell itself.
        if what == Obj::Source || !(matches!(what, Obj::Back { .. }) || (free && cast)) {
            return None;
        }
        Some(Act::MayPlay { what, until, free, cast })
    }

    /// Parses the words after `you may` that allow a player to play an exiled card for a duration.
    pub fn may_play_now(&mut self) -> Option<Act> {
        if self.actor != Who::You {
            return None;
        }
        let act = self.play_it(Duration::Always)?;
        let until = self.duration();
        match act {
            Act::MayPlay { what, free, cast, .. } => {
                let until = until.unwrap_or(Duration::Always);
                // Without a duration, the player plays the card during the resolution.
                Some(Act::MayPlay { what, until, free, cast })
            }
            _ => None,
        }
    }
}
