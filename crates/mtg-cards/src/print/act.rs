//! Prints instructions. The parameter `said` says whether the text names the subject.

use super::W;
use crate::ir::{
    Act, Amount, AmountSay, CounterKind, DamageSay, DamageTo, Duration, Keep, KeywordAct, Mod, MoveVerb, NumberAct,
    Obj, Phase, Prevention, Round, Rule, Who,
};

impl W<'_> {
    /// Prints a verb with a player as its subject. Prints only the verb if `said` is not set.
    fn does(&mut self, who: &Who, said: bool, verb: &str) {
        if said {
            self.who(who);
        }
        let many = self.plural_who(who) || self.bare;
        self.verb(verb, many);
    }

    pub fn act(&mut self, act: &Act, said: bool) {
        if let Some((each, one)) = for_each_first(act) {
            self.for_each(&each);
            self.w(",");
            return self.act(&one, said);
        }
        match act {
            Act::Modify { what, mods, until } => self.modify(what, mods, until, said),
            Act::Damage { from, amount, to, say } => self.damage(from, amount, to, *say),
            Act::Fight { a, b } => {
                self.subject(a);
                let many = self.plural(a) || self.bare;
                self.verb("fight", many);
                match b {
                    Some(b) => self.object(b),
                    None => self.w("each other"),
                }
            }
            Act::Destroy { what } => self.plain("destroy", what),
            Act::Exile { who, what, until, face_down } => {
                self.does(who, said, "exile");
                self.object(what);
                if let Some(until) = until {
                    self.duration(until);
                }
                if *face_down {
                    self.w("face down");
                }
            }
            Act::Counter { what } => self.plain("counter", what),
            Act::Move { who, verb, what, to } => {
                self.does(who, said, if *verb == MoveVerb::Return { "return" } else { "put" });
                self.object(what);
                self.place(to, *verb == MoveVerb::Return);
            }
            Act::Draw { who, amount, say } => {
                self.does(who, said, "draw");
                self.measured(amount, *say, "card", "cards");
            }
            Act::Discard { who, what, random } => {
                self.does(who, said, "discard");
                self.object(what);
                if *random {
                    self.w("at random");
                }
            }
            Act::Mill { who, amount } => {
                self.does(who, said, "mill");
                self.counted(amount, "card", "cards");
            }
            Act::GainLife { who, amount, say } => {
                self.does(who, said, "gain");
                self.life(amount, *say);
            }
            Act::LoseLife { who, amount, say } => {
                self.does(who, said, "lose");
                self.life(amount, *say);
            }
            Act::SetLife { who, to } => {
                self.possessive(who);
                self.w("life total becomes");
                self.quantity(to);
            }
            Act::Scry(who, amount) => {
                self.does(who, said, "scry");
                self.amount_digits(amount);
            }
            Act::Surveil(who, amount) => {
                self.does(who, said, "surveil");
                self.amount_digits(amount);
            }
            Act::PutCounters { count, kind, on, say, who } => {
                self.does(who, said, "put");
                self.put_counters(count, *kind, on, *say);
            }
            Act::RemoveCounters { count, kind, from } => {
                self.w("remove");
                self.counters_chosen(count, *kind);
                self.w("from");
                self.object(from);
            }
            Act::Distribute { count, kind, among } => {
                self.w("distribute");
                self.counters(count, *kind);
                self.w("among");
                self.object(among);
            }
            Act::DoubleCounters(kind, what) => {
                self.w("double the number of");
                if let Some(kind) = kind {
                    self.counter_kind(*kind);
                }
                self.w("counters on");
                self.object(what);
            }
            Act::GetCounters { who, count, kind } => {
                self.does(who, said, "get");
                match kind {
                    None => self.energy(count),
                    Some(kind) => self.counters(count, *kind),
                }
            }
            Act::Create { who, count, token, entering, say } => {
                self.does(who, said, "create");
                self.created(count, token, entering, *say);
            }
            Act::Tap(what) => self.plain("tap", what),
            Act::Untap(what) => self.plain("untap", what),
            Act::TapOrUntap(what) => self.plain("tap or untap", what),
            Act::Sacrifice { who, what } => {
                self.does(who, said, "sacrifice");
                self.object(what);
            }
            Act::Regenerate(what) => self.plain("regenerate", what),
            Act::AddMana { who, mana, spend } => {
                self.does(who, said, "add");
                self.mana(mana);
                if let Some(spend) = spend {
                    self.spend(spend);
                }
            }
            Act::Search(search) => self.search(search, said),
            Act::Shuffle(who) => self.does(who, said, "shuffle"),
            Act::ShuffleInto { what, into, who } => {
                self.does(who, said, "shuffle");
                self.object(what);
                self.w("into");
                self.possessive(into);
                self.either(matches!(into, Who::OwnerOf(_, true)), "libraries", "library");
            }
            Act::Dig(dig) => self.dig(dig),
            Act::DigUntil(dig) => self.dig_until(dig),
            Act::LookAtHand(who) => {
                self.w("look at");
                self.possessive(who);
                self.w("hand");
            }
            Act::RevealHand(who) => {
                self.does(who, said, "reveal");
                self.either(*who == Who::You, "your hand", "their hand");
            }
            Act::Reveal { who, what } => {
                self.does(who, said, "reveal");
                self.object(what);
            }
            Act::LookTop { count, of } => {
                self.w("look at");
                self.object(&Obj::TopOf { count: count.clone(), of: of.clone() });
            }
            Act::ChooseObj { who, what } => {
                self.does(who, said, "choose");
                self.object(what);
            }
            Act::Attach { what, to } => {
                self.plain("attach", what);
                self.w("to");
                self.object(to);
            }
            Act::ExtraTurn(who) => {
                self.does(who, said, "take");
                self.w("an extra turn after this one");
            }
            Act::ExtraCombat { main } => {
                self.w("after this phase , there is an additional combat phase");
                if *main {
                    self.w("followed by an additional main phase");
                }
            }
            Act::ExtraLand(Amount::Number(1)) => self.w("play an additional land this turn"),
            Act::ExtraLand(amount) => {
                self.w("play up to");
                self.amount_words(amount);
                self.w("additional lands this turn");
            }
            Act::Goad(what) => self.plain("goad", what),
            Act::CopySpell { what, retarget } => {
                self.plain("copy", what);
                if *retarget {
                    self.w(". you may choose new targets for the copy");
                }
            }
            Act::Prevent(prevention) => self.prevent(prevention),
            Act::PreventNext { by, to } => {
                self.w("the next time");
                self.article(|w| w.filter(by, false));
                self.w("of your choice would deal damage to");
                self.damage_to(to);
                self.w("this turn , prevent that damage");
            }
            Act::Unpreventable => self.w("damage can't be prevented this turn"),
            Act::Win(who) => {
                self.does(who, said, "win");
                self.w("the game");
            }
            Act::Lose(who) => {
                self.does(who, said, "lose");
                self.w("the game");
            }
            Act::ChooseNewTargets(what) => self.plain("choose new targets for", what),
            Act::EndTurn => self.w("end the turn"),
            Act::ChooseType => self.w("choose a creature type"),
            Act::ChooseColor => self.w("choose a color"),
            Act::Keyword(act) => {
                if said {
                    self.w("you");
                }
                self.w(keyword_act(*act));
            }
            Act::KeywordNumber(act, amount) => {
                self.w(number_act(*act));
                self.amount_digits(amount);
            }
            Act::Amass(subtype, amount) => {
                self.w("amass");
                let word = self.lex.subtype_word(*subtype, true).to_string();
                self.w(&word);
                self.amount_digits(amount);
            }
            Act::ExchangeControl(what) => self.plain("exchange control of", what),
            Act::MayPlay { what, until, free, cast } => {
                if Self::stands_first(until) {
                    self.duration(until);
                    self.w(", you may");
                }
                self.either(*cast, "cast", "play");
                self.object(what);
                if *free {
                    self.w("without paying its mana cost");
                }
                if !Self::stands_first(until) {
                    self.duration(until);
                }
            }
            Act::Transform(what) => self.plain("transform", what),
            Act::ExileIfDies(what) => {
                self.w("if");
                self.object(what);
                self.w("would die this turn , exile it instead");
            }
            Act::PutBack => self.w("put them back in any order"),
            Act::Explores(what) => {
                self.subject(what);
                let many = self.plural(what) || self.bare;
                self.verb("explore", many);
            }
            Act::Connives(what) => {
                self.subject(what);
                let many = self.plural(what) || self.bare;
                self.verb("connive", many);
            }
            Act::Emblem(abilities) => {
                self.does(&Who::You, said, "get");
                self.w("an emblem with");
                for ability in abilities {
                    self.quoted(ability);
                }
            }
            Act::SkipNext(who, phase) => {
                self.does(who, said, "skip");
                self.either(*who == Who::You, "your next", "their next");
                self.w(match phase {
                    Phase::Untap => "untap step",
                    Phase::Combat => "combat phase",
                    _ => "draw step",
                });
            }
        }
    }

    fn plain(&mut self, verb: &str, what: &Obj) {
        self.w(verb);
        self.object(what);
    }

    fn modify(&mut self, what: &Obj, mods: &[Mod], until: &Duration, said: bool) {
        if let [Mod::Control(who)] = mods {
            self.does(who, said, "gain");
            self.w("control of");
            self.object(what);
            return self.duration(until);
        }
        if mods == [Mod::Switch] {
            self.w("switch");
            self.object_possessive(what);
            self.w("power and toughness");
            return self.duration(until);
        }
        if Self::stands_first(until) {
            self.duration(until);
            self.w(",");
        }
        self.subject(what);
        if mods == [Mod::Rule(Rule::MustAttack)] && *until == Duration::ThisTurn {
            let many = self.plural(what);
            self.verb("attack", many);
            return self.w("this turn if able");
        }
        if mods == [Mod::Rule(Rule::AttackDespiteDefender)] && *until == Duration::ThisTurn {
            return self.w("can attack this turn as though it didn't have defender");
        }
        self.mods(what, mods, false);
        if !Self::stands_first(until) {
            self.duration(until);
        }
        match mods.last() {
            Some(Mod::GetEach(_, _, each, true)) => self.for_each(each),
            Some(Mod::Become(new)) if new.keep == Keep::StillLandStop => {
                self.stop();
                let many = self.plural(what);
                self.either(many, "they're still lands", "it's still a land");
            }
            _ => {}
        }
    }

    fn damage(&mut self, from: &Obj, amount: &Amount, to: &DamageTo, say: DamageSay) {
        if say == DamageSay::Again {
            self.amount_digits(amount);
            self.w("damage to");
            return self.damage_to(to);
        }
        self.subject(from);
        let many = self.plural(from) || self.bare;
        self.verb("deal", many);
        match say {
            DamageSay::Again => {}
            DamageSay::EqualBefore => {
                self.w("damage equal to");
                self.quantity(amount);
                self.w("to");
                self.damage_to(to);
            }
            DamageSay::EqualAfter => {
                self.w("damage to");
                self.damage_to(to);
                self.w("equal to");
                self.quantity(amount);
            }
            DamageSay::Number | DamageSay::ForEach => {
                let each = match (say, amount) {
                    (DamageSay::ForEach, Amount::Times(times, each)) => {
                        self.w(&times.to_string());
                        Some(each)
                    }
                    _ => {
                        self.amount_digits(amount);
                        None
                    }
                };
                self.w("damage");
                if let DamageTo::Divided(among) = to {
                    self.w("divided as you choose among");
                    return self.object(among);
                }
                self.w("to");
                self.damage_to(to);
                if let Some(each) = each {
                    self.for_each(each);
                }
            }
        }
    }

    fn damage_to(&mut self, to: &DamageTo) {
        match to {
            DamageTo::Obj(object) | DamageTo::Divided(object) => self.object(object),
            DamageTo::Who(who) => self.hurt(who),
            DamageTo::Both(object, who) => {
                self.object(object);
                self.w("and");
                self.hurt(who);
            }
            DamageTo::WhoAndObj(who, object) => {
                self.hurt(who);
                self.w("and");
                self.object(object);
            }
        }
    }

    /// Prints a player as the object of a verb: `them`, not `they`.
    fn hurt(&mut self, who: &Who) {
        match who {
            Who::Back { say: crate::ir::WhoSay::They, .. } => self.w("them"),
            _ => self.who(who),
        }
    }

    fn measured(&mut self, amount: &Amount, say: AmountSay, one: &str, many: &str) {
        match (say, amount) {
            (AmountSay::ForEach, Amount::Times(times, each)) => {
                self.counted(&Amount::Number(u16::from(*times)), one, many);
                self.for_each(each);
            }
            (AmountSay::EqualTo | AmountSay::EqualAfter, _) => {
                self.w(many);
                self.w("equal to");
                self.quantity(amount);
            }
            _ => self.counted(amount, one, many),
        }
    }

    fn life(&mut self, amount: &Amount, say: AmountSay) {
        match (say, amount) {
            (AmountSay::ForEach, Amount::Times(times, each)) => {
                self.w(&times.to_string());
                self.w("life");
                self.for_each(each);
            }
            (AmountSay::EqualTo | AmountSay::EqualAfter, _) => {
                self.w("life equal to");
                self.quantity(amount);
            }
            (_, Amount::Half(inner, round)) => {
                self.w("half");
                if let Amount::LifeOf(who) = &**inner {
                    self.possessive(who);
                }
                self.w("life");
                self.either(*round == Round::Up, ", rounded up", ", rounded down");
            }
            _ => {
                self.amount_digits(amount);
                self.w("life");
            }
        }
    }

    fn put_counters(&mut self, count: &Amount, kind: CounterKind, on: &Obj, say: AmountSay) {
        match (say, count) {
            (AmountSay::EqualTo, _) => {
                self.w("a number of");
                self.counter_kind(kind);
                self.w("counters equal to");
                self.quantity(count);
                self.w("on");
                self.object(on);
            }
            (AmountSay::EqualAfter, _) => {
                self.w("a number of");
                self.counter_kind(kind);
                self.w("counters on");
                self.object(on);
                self.w("equal to");
                self.quantity(count);
            }
            (AmountSay::ForEach, Amount::Times(times, each)) => {
                self.counters(&Amount::Number(u16::from(*times)), kind);
                self.w("on");
                self.object(on);
                self.for_each(each);
            }
            _ => {
                self.counters(count, kind);
                self.w("on");
                self.object(on);
            }
        }
    }

    fn prevent(&mut self, prevention: &Prevention) {
        self.w("prevent");
        match &prevention.amount {
            Some(amount) => {
                self.w("the next");
                self.amount_digits(amount);
                self.w("damage that would be dealt to");
            }
            None => {
                self.w("all");
                if prevention.combat {
                    self.w("combat");
                }
                self.w("damage that would be dealt");
                if let (Some(to), Some(_)) = (&prevention.to, &prevention.by) {
                    self.w("to and dealt by");
                    self.damage_to(to);
                    return self.w("this turn");
                }
                if prevention.to.is_some() {
                    self.w("to");
                }
            }
        }
        if let Some(to) = &prevention.to {
            self.damage_to(to);
        }
        if prevention.turn_first {
            self.w("this turn");
        }
        if let Some(by) = &prevention.by {
            self.w("by");
            self.object(by);
        }
        if !prevention.turn_first {
            self.w("this turn");
        }
    }
}

fn keyword_act(act: KeywordAct) -> &'static str {
    match act {
        KeywordAct::Proliferate => "proliferate",
        KeywordAct::Investigate => "investigate",
        KeywordAct::Populate => "populate",
        KeywordAct::BecomeMonarch => "become the monarch",
        KeywordAct::RingTempts => "the ring tempts you",
        KeywordAct::ManifestDread => "manifest dread",
        KeywordAct::Venture => "venture into the dungeon",
        KeywordAct::Initiative => "take the initiative",
    }
}

fn number_act(act: NumberAct) -> &'static str {
    match act {
        NumberAct::Monstrosity => "monstrosity",
        NumberAct::Bolster => "bolster",
        NumberAct::Adapt => "adapt",
        NumberAct::Support => "support",
        NumberAct::Fateseal => "fateseal",
        NumberAct::Discover => "discover",
    }
}

/// The amount after `for each`, and the instruction for one of these objects, if the text begins with `for each`.
fn for_each_first(act: &Act) -> Option<(Amount, Act)> {
    let mut one = act.clone();
    match &mut one {
        Act::Create { count: amount, say, .. }
        | Act::Draw { amount, say, .. }
        | Act::GainLife { amount, say, .. }
        | Act::LoseLife { amount, say, .. }
            if *say == AmountSay::ForEachFirst =>
        {
            let Amount::Times(times, each) = amount.clone() else { return None };
            *amount = Amount::Number(u16::from(times));
            *say = AmountSay::Number;
            Some((*each, one))
        }
        _ => None,
    }
}
