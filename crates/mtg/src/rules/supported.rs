//! The gate: which typed forms the engine runs as they are meant. What is not listed here is not played, so that a card
//! counts as compiled only if a match can be played with it.

use crate::ir::*;
use crate::predefined::TOKENS;
use std::fmt;

/// The first node of a card that the engine does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unsupported(pub &'static str);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine does not run {} yet", self.0)
    }
}

impl std::error::Error for Unsupported {}

type Gate = Result<(), Unsupported>;

fn no(what: &'static str) -> Gate {
    Err(Unsupported(what))
}

fn all<T>(list: &[T], gate: impl Fn(&T) -> Gate) -> Gate {
    list.iter().try_for_each(gate)
}

fn maybe<T>(one: Option<&T>, gate: impl Fn(&T) -> Gate) -> Gate {
    one.map_or(Ok(()), gate)
}

/// Does the engine run all of this card?
///
/// # Errors
/// What it does not run.
pub fn supported(card: &Card) -> Gate {
    if card.layout != Layout::Normal || card.faces.len() != 1 {
        return no("a card of several faces");
    }
    let face = &card.faces[0];
    if face.types.contains(&CardType::Battle) {
        return no("a battle");
    }
    face.mana_cost.as_ref().map_or(Ok(()), |cost| mana(cost))?;
    all(&face.abilities, ability)
}

/// Symbols that are paid as they are meant.
fn mana(cost: &[ManaSymbol]) -> Gate {
    all(cost, |symbol| match symbol {
        ManaSymbol::Snow => no("snow mana"),
        ManaSymbol::TwoOr(_) => no("mana of two or a colour"),
        _ => Ok(()),
    })
}

pub(super) fn ability(ability: &Ability) -> Gate {
    match ability {
        Ability::Keywords(list, ..) => all(list, keyword),
        Ability::Spell(b) => body(b),
        Ability::Triggered(t) => triggered(t),
        Ability::Activated(a) => activated(a),
        Ability::Static(s) => static_ability(s),
        Ability::Cost(c) => spell_cost(c),
        Ability::Worded(_, inner) => self::ability(inner),
        Ability::Chapter(..) => no("a chapter"),
    }
}

fn keyword(keyword: &Keyword) -> Gate {
    use PlainKeyword::*;
    match keyword {
        Keyword::Plain(
            Deathtouch | Defender | DoubleStrike | FirstStrike | Flash | Flying | Haste | Hexproof | Indestructible
            | Lifelink | Reach | Shroud | Trample | Vigilance | Menace | Prowess | Intimidate | Fear | Shadow
            | Horsemanship | Skulk | Changeling | Devoid | Wither | Exalted | Infect,
        ) => Ok(()),
        // Between two players there is nobody else to attack, and no second commander.
        Keyword::Plain(Myriad | Partner | ChooseABackground | DoctorsCompanion) => Ok(()),
        Keyword::Plain(_) | Keyword::Number(..) if super::meaning::understood(keyword) => Ok(()),
        Keyword::Plain(other) => no(other.words()),
        // What is granted and asked for by its name alone.
        Keyword::Cost(KeywordCost::Equip | KeywordCost::Ward | KeywordCost::Kicker, cost) => fixed_cost(cost),
        Keyword::Cost(KeywordCost::Cycling | KeywordCost::Flashback, cost) => fixed_cost(cost),
        Keyword::Cost(other, _) => no(other.words()),
        Keyword::Number(KeywordCount::Toxic, n) => amount(n),
        Keyword::Number(other, _) => no(other.words()),
        Keyword::Enchant(f) | Keyword::Landwalk(f) | Keyword::Affinity(f) => filter(f),
        Keyword::EnchantPlayer(_) => Ok(()),
        Keyword::Protection(list) | Keyword::HexproofFrom(list) => all(list, quality),
        Keyword::Typecycling(_, cost) => fixed_cost(cost),
        Keyword::EquipOnly(f, cost) => filter(f).and_then(|()| fixed_cost(cost)),
        _ => no("a keyword"),
    }
}

fn quality(quality: &Quality) -> Gate {
    match quality {
        Quality::Objects(f) => filter(f),
        Quality::ColorOfChoice => no("a colour of choice"),
        _ => Ok(()),
    }
}

/// A cost that is paid without a choice but mana.
fn fixed_cost(cost: &Cost) -> Gate {
    all(cost, |part| match part {
        CostPart::Mana(symbols) | CostPart::PayMana(symbols) => mana(symbols),
        CostPart::Life(n) | CostPart::Energy(n) => amount(n),
        _ => no("such a cost here"),
    })
}

fn cost(cost: &Cost) -> Gate {
    all(cost, |part| match part {
        CostPart::Mana(symbols) | CostPart::PayMana(symbols) => mana(symbols),
        CostPart::Tap | CostPart::Untap => Ok(()),
        CostPart::Life(n) | CostPart::Mill(n) | CostPart::Energy(n) => amount(n),
        CostPart::Sacrifice(what) | CostPart::Exile(what) | CostPart::Return(what) | CostPart::TapObj(what) => {
            chosen(what)
        }
        CostPart::Discard { what: Obj::Source | Obj::SourceIn(_), .. } => no("an ability of a card in a hand"),
        CostPart::Discard { what, .. } => chosen(what),
        CostPart::RemoveCounters { count: Choice::One | Choice::Exactly(_), from: Obj::Source, .. } => Ok(()),
        CostPart::PutCounters { on: Obj::Source, count, .. } => amount(count),
        _ => no("such a cost"),
    })
}

fn chosen(what: &Obj) -> Gate {
    match what {
        Obj::Source | Obj::HandOf(Who::You) => Ok(()),
        Obj::SourceIn(zone) if in_own_graveyard(zone) => Ok(()),
        Obj::Choose { count: Choice::One, filter: f } => filter(f),
        Obj::Choose { count: Choice::Exactly(n), filter: f } => amount(n).and_then(|()| filter(f)),
        _ => no("such a choice in a cost"),
    }
}

fn spell_cost(spell_cost: &SpellCost) -> Gate {
    match spell_cost {
        SpellCost::Additional(c) => cost(c),
        SpellCost::Alternative { cond: c, cost: parts } => maybe(c.as_ref(), cond).and_then(|()| cost(parts)),
        SpellCost::Change { mana, each, cond: c, targeting, .. } => {
            if mana.iter().any(|symbol| !matches!(symbol, ManaSymbol::Generic(_))) {
                return no("a cost changed by coloured mana");
            }
            maybe(each.as_ref(), amount)?;
            maybe(c.as_ref(), cond)?;
            maybe(targeting.as_ref(), filter)
        }
        SpellCost::AdditionalOr(_) => no("a choice of additional costs"),
    }
}

fn body(b: &Body) -> Gate {
    all(&b.targets, target)?;
    all(&b.steps, step)?;
    maybe(b.modes.as_ref(), |modes| all(&modes.modes, |mode| body(&mode.body)))
}

fn target(target: &Target) -> Gate {
    if target.by_opponent {
        return no("a target that an opponent chooses");
    }
    choice(&target.count)?;
    match &target.kind {
        TargetKind::Any { .. } | TargetKind::Player(_) => Ok(()),
        TargetKind::Object(f) | TargetKind::PlayerOr(_, f) | TargetKind::OrPlayer(f, _) => filter(f),
    }
}

fn choice(choice: &Choice) -> Gate {
    match choice {
        Choice::One | Choice::Any | Choice::OneTo(_) => Ok(()),
        Choice::Exactly(n) | Choice::UpTo(n) => amount(n),
        _ => no("such a number of things"),
    }
}

fn triggered(t: &Triggered) -> Gate {
    event(&t.event)?;
    maybe(t.cond.as_ref(), cond)?;
    body(&t.body)
}

fn activated(a: &Activated) -> Gate {
    cost(&a.cost)?;
    body(&a.body)?;
    all(&a.limits, |limit| match limit {
        Limit::AnyPlayer => Ok(()),
        Limit::When(when) => match when {
            When::Sorcery | When::Instant | When::OnceEachTurn | When::TimesEachTurn(_) | When::YourTurn => Ok(()),
            When::Combat | When::BeforeAttackers | When::YourPhase(Phase::Upkeep) => Ok(()),
            When::If(c) => cond(c),
            _ => no("such a limit of time"),
        },
    })
}

fn static_ability(s: &Static) -> Gate {
    match s {
        Static::Continuous { what, mods, cond: c, x, .. } => {
            obj(what)?;
            all(mods, modification)?;
            maybe(c.as_ref(), cond)?;
            maybe(x.as_ref(), amount)
        }
        Static::DuringYourTurn { what, mods } => obj(what).and_then(|()| all(mods, modification)),
        Static::Replace(r) => replacement(r),
        Static::CostChange(change) => {
            if change.mana.iter().any(|symbol| !matches!(symbol, ManaSymbol::Generic(_))) {
                return no("a cost changed by coloured mana");
            }
            filter(&change.what)?;
            maybe(change.each.as_ref(), amount)
        }
        Static::Player(w, rule) => {
            who(w)?;
            match rule {
                PlayerRule::NoMaximumHandSize | PlayerRule::ExtraLands(_) | PlayerRule::Hexproof => Ok(()),
                PlayerRule::Shroud | PlayerRule::CantGainLife | PlayerRule::OneSpellEachTurn => Ok(()),
                PlayerRule::CantCast(f) | PlayerRule::Flash(f) => filter(f),
                _ => no("such a rule for a player"),
            }
        }
        Static::SpellRule(Rule::CantBeCountered) => Ok(()),
        Static::AttackTax(tax) => obj(&tax.what).and_then(|()| {
            all(&tax.cost, |part| match part {
                CostPart::Mana(_) => Ok(()),
                _ => no("such a price of an attack"),
            })
        }),
        _ => no("such a static ability"),
    }
}

fn replacement(r: &Replacement) -> Gate {
    match r {
        Replacement::EntersTapped { what, unless, cond: c } => {
            obj(what)?;
            maybe(unless.as_ref(), cond)?;
            maybe(c.as_ref(), cond)
        }
        Replacement::EntersTappedUnlessPaid { what: Obj::Source, cost } => fixed_cost(cost),
        Replacement::EntersWith { what, count, each, x, cond: c, .. } => {
            obj(what)?;
            amount(count)?;
            maybe(each.as_ref(), amount)?;
            maybe(x.as_ref(), amount)?;
            maybe(c.as_ref(), cond)
        }
        Replacement::EntersChoosing(ChosenKind::Color | ChosenKind::CreatureType) => Ok(()),
        Replacement::EntersAsCopy { of, .. } => filter(of),
        Replacement::DiesExile(what) | Replacement::GraveyardExile(what) => obj(what),
        Replacement::PreventAll { to, by, .. } => maybe(to.as_ref(), obj).and_then(|()| maybe(by.as_ref(), obj)),
        Replacement::Doubled(_) => Ok(()),
        _ => no("such a replacement"),
    }
}

fn modification(change: &Mod) -> Gate {
    let signed = |change: &Change| {
        let Change::By { by, .. } = change;
        amount(by)
    };
    match change {
        Mod::Get(p, t) => signed(p).and_then(|()| signed(t)),
        Mod::GetEach(p, t, each, ..) => signed(p).and_then(|()| signed(t)).and_then(|()| amount(each)),
        Mod::Base(p, t) => amount(p).and_then(|()| amount(t)),
        Mod::Defined { to, .. } => amount(to),
        Mod::Switch | Mod::LoseAll | Mod::EveryCreatureType | Mod::Color(_) => Ok(()),
        Mod::Gain(list) => all(list, keyword),
        Mod::Lose(list) => all(list, |k| if matches!(k, Keyword::Plain(_)) { keyword(k) } else { no("such a loss") }),
        Mod::GainAbility(a) => ability(a),
        Mod::GainBoth(list, a) => all(list, keyword).and_then(|()| ability(a)),
        Mod::Become(b) => {
            maybe(b.base.as_ref(), |(p, t)| amount(p).and_then(|()| amount(t)))?;
            all(&b.with, keyword)?;
            maybe(b.ability.as_ref(), |a| ability(a))
        }
        Mod::Control(w) => who(w),
        Mod::Rule(r) => rule(r),
        _ => no("such a modification"),
    }
}

fn rule(r: &Rule) -> Gate {
    match r {
        Rule::CantUnless { cond: c, .. } => cond(c),
        Rule::CantBeBlockedBy(f) | Rule::CantBeBlockedExceptBy(f) | Rule::BlockOnly(f) | Rule::CantBlockObj(f) => {
            filter(f)
        }
        Rule::CantBeBlockedExceptByCount(_) | Rule::CantBeBlockedByMoreThan(_) | Rule::BlockMore(_) => Ok(()),
        other if super::pool::rule_flag(other) != super::pool::flag::PARAM => Ok(()),
        _ => no("such a rule"),
    }
}

/// Does it speak of a zone that is not open?
pub(super) fn hides(f: &Filter) -> bool {
    let all = f.post.iter().chain(f.nouns.iter().flat_map(|noun| &noun.adj));
    all.into_iter().any(|pred| matches!(pred, Pred::In(ZoneOf { zone: Zone::Hand | Zone::Library, .. })))
}

/// What is counted: of a zone that is not open all cards, since a number that everybody sees must tell nothing else.
fn counted(f: &Filter) -> Gate {
    let plain = |noun: &Noun| noun.adj.is_empty() && noun.head == Head::of(Kind::Card);
    if hides(f) && !(f.nouns.iter().all(plain) && f.post.len() == 1) {
        return no("cards of a hand or library that match");
    }
    filter(f)
}

pub(super) fn filter(f: &Filter) -> Gate {
    all(&f.nouns, |noun| all(&noun.adj, pred))?;
    all(&f.post, pred)
}

fn pred(p: &Pred) -> Gate {
    match p {
        Pred::Other | Pred::Color(_) | Pred::NotColor(_) | Pred::AnyColor(_) | Pred::Colorless => Ok(()),
        Pred::Multicolored | Pred::Monocolored | Pred::Super(_) | Pred::NotSuper(_) | Pred::NotType(_) => Ok(()),
        Pred::NotSubtype(_) | Pred::Tapped | Pred::Untapped | Pred::Attacking | Pred::Blocking => Ok(()),
        Pred::AttackingOrBlocking | Pred::Blocked | Pred::Unblocked | Pred::Token | Pred::Nontoken => Ok(()),
        Pred::Enchanted | Pred::Equipped | Pred::ChosenType | Pred::ChosenColor | Pred::DamagedThisTurn => Ok(()),
        Pred::EnteredThisTurn | Pred::AttackedThisTurn | Pred::WithCounter(..) | Pred::WithoutCounter(_) => Ok(()),
        Pred::Controlled(w) | Pred::NotControlled(w) | Pred::Owned(w) | Pred::AttackingWho(w) => who(w),
        Pred::NamedSelf | Pred::Historic | Pred::Modified => Ok(()),
        Pred::OtherThan(what) | Pred::TargetsObj(what) => obj(what),
        Pred::With(k) | Pred::Without(k) => keyword(k),
        Pred::Stat(_, _, n) => amount(n),
        Pred::Extreme { among, .. } | Pred::Targets(among) => filter(among),
        Pred::In(zone) => maybe(zone.of.as_ref(), who),
        Pred::AttachedTo(what) | Pred::BlockingObj(what) | Pred::BlockedBy(what) | Pred::SharesCreatureType(what) => {
            obj(what)
        }
        _ => no("such a property"),
    }
}

pub(super) fn obj(what: &Obj) -> Gate {
    match what {
        Obj::Source | Obj::Target(_) | Obj::Back { .. } | Obj::Host(_) => Ok(()),
        Obj::Every { filter: f, .. } => {
            if hides(f) {
                no("all cards of a hand or library")
            } else {
                filter(f)
            }
        }
        Obj::Choose { count, filter: f } => choice_of_event(count).and_then(|()| filter(f)),
        Obj::Both(list) | Obj::Either(list) => all(list, obj),
        Obj::EachOf(inner) | Obj::Apiece(inner) => obj(inner),
        Obj::SourceIn(zone) if in_own_graveyard(zone) => Ok(()),
        Obj::GraveyardOf(w) => who(w),
        _ => no("such objects"),
    }
}

fn in_own_graveyard(zone: &ZoneOf) -> bool {
    zone.zone == Zone::Graveyard && zone.of == Some(Who::You)
}

/// In an event a number may be a least one.
fn choice_of_event(count: &Choice) -> Gate {
    if matches!(count, Choice::OrMore(_)) { Ok(()) } else { choice(count) }
}

pub(super) fn who(w: &Who) -> Gate {
    match w {
        Who::You | Who::Target(_) | Who::Each(_) | Who::Opponents | Who::Defending | Who::Enchanted => Ok(()),
        Who::A(_) | Who::Back { .. } => Ok(()),
        Who::ControllerOf(what, ..) | Who::OwnerOf(what, ..) => obj(what),
        Who::Both(list) => all(list, who),
    }
}

/// Somebody who decides alone. Of two players one is the opponent.
pub(super) fn one_player(w: &Who) -> Gate {
    match w {
        Who::Each(Players::Any) | Who::A(Players::Any) | Who::Both(_) => no("a decision of several players"),
        Who::ControllerOf(_, true) | Who::OwnerOf(_, true) => no("a decision of several players"),
        other => who(other),
    }
}

pub(super) fn amount(n: &Amount) -> Gate {
    match n {
        Amount::Number(_) | Amount::X | Amount::ThatMuch | Amount::Domain | Amount::TimesKicked => Ok(()),
        Amount::CountOf(f) => counted(f),
        Amount::Greatest(_, f) | Amount::Total(_, f) if hides(f) => no("the cards of a hand or library"),
        Amount::Greatest(_, f) | Amount::Total(_, f) => filter(f),
        Amount::Players(w) | Amount::LifeOf(w) | Amount::Devotion(w, _) => who(w),
        Amount::StatOf(_, what) | Amount::StatOfLong(_, what) | Amount::CountersOn(_, what) => obj(what),
        Amount::NumberPlus(_, inner, _) => amount(inner),
        Amount::Times(_, inner) | Amount::Half(inner, _) | Amount::Plus(inner, _) => amount(inner),
        Amount::TypesInGraveyard(w) => who(w),
        _ => no("such an amount"),
    }
}

fn count(c: &Count) -> Gate {
    match c {
        Count::One | Count::No => Ok(()),
        Count::OrMore(n) | Count::OrFewer(n) | Count::Exactly(n) => amount(n),
    }
}

fn is(is: &Is) -> Gate {
    match is {
        Is::A(f) => filter(f),
        Is::Being(p) => pred(p),
    }
}

pub(super) fn cond(c: &Cond) -> Gate {
    match c {
        Cond::Controls(w, n, f) => who(w).and_then(|()| count(n)).and_then(|()| filter(f)),
        Cond::ControlsNo(w, f) => who(w).and_then(|()| filter(f)),
        Cond::ControlsMore(a, f, b) => who(a).and_then(|()| who(b)).and_then(|()| filter(f)),
        Cond::Exists(n, f) => count(n).and_then(|()| counted(f)),
        Cond::Is(what, i) | Cond::IsNot(what, i, ..) | Cond::Was(what, i) => obj(what).and_then(|()| is(i)),
        Cond::HasCounters(what, _, n) | Cond::HadCounters(what, _, n) => obj(what).and_then(|()| count(n)),
        Cond::StatOf(what, _, _, n) => obj(what).and_then(|()| amount(n)),
        Cond::Life(w, _, n) => who(w).and_then(|()| amount(n)),
        Cond::Hand(w, n) => who(w).and_then(|()| count(n)),
        Cond::YourTurn | Cond::NotYourTurn | Cond::Kicked(_) | Cond::Did { .. } | Cond::Cannot(_) => Ok(()),
        Cond::WasCast(what) | Cond::OnBattlefield(what) | Cond::EnteredObj(what) => obj(what),
        Cond::GainedLife(w) | Cond::LostLife(w) | Cond::Attacked(w) => who(w),
        Cond::DiedThisTurn(f) => {
            let creature = Head::typed(Kind::Permanent, CardType::Creature);
            let plain = f.post.is_empty() && f.nouns.iter().all(|noun| noun.adj.is_empty() && noun.head == creature);
            if plain { Ok(()) } else { no("such a death this turn") }
        }
        Cond::Compare(a, _, b) => amount(a).and_then(|()| amount(b)),
        Cond::TypesInGraveyard(n) => count(n),
        Cond::And(a, b) => cond(a).and_then(|()| cond(b)),
        _ => no("such a condition"),
    }
}

fn event(e: &Event) -> Gate {
    match e {
        Event::Enters(what) | Event::Dies(what) | Event::Leaves(what) | Event::Unblocked(what) => obj(what),
        Event::BecomesTapped(what) | Event::BecomesUntapped(what) => obj(what),
        Event::ToGraveyard { what, whose, .. } => obj(what).and_then(|()| maybe(whose.as_ref(), who)),
        Event::Attacks { what, whom, .. } => obj(what).and_then(|()| maybe(whom.as_ref(), who)),
        Event::Blocks(a, b) | Event::BecomesBlocked(a, b) => obj(a).and_then(|()| maybe(b.as_ref(), obj)),
        Event::PlayerAttacks(w, what) => who(w).and_then(|()| maybe(what.as_ref(), obj)),
        Event::DealsDamage { what, to, .. } => {
            obj(what)?;
            maybe(to.as_ref(), |hurt| match hurt {
                Hurt::Who(w) => who(w),
                Hurt::Obj(o) => obj(o),
                Hurt::Either(w, o) => who(w).and_then(|()| obj(o)),
            })
        }
        Event::DealtDamage { what, .. } => obj(what),
        Event::Targeted { what, whose, .. } => obj(what).and_then(|()| maybe(whose.as_ref(), who)),
        Event::Cast { who: w, what, or_copy: false, .. } => who(w).and_then(|()| obj(what)),
        Event::PlaysLand(w, what) | Event::Discards(w, what) | Event::Cycles(w, what) | Event::Sacrifices(w, what) => {
            who(w).and_then(|()| obj(what))
        }
        Event::Begins(..) => Ok(()),
        Event::PlayerDamaged(w) | Event::GainsLife(w) | Event::LosesLife(w) | Event::Draws(w, _) => who(w),
        Event::Scries(w) => who(w),
        Event::CountersPut { who: w, on, .. } => maybe(w.as_ref(), who).and_then(|()| obj(on)),
        Event::BecomesAttached(a, b) => obj(a).and_then(|()| obj(b)),
        Event::Or(list) => all(list, event),
        Event::During(inner, _) => event(inner),
        _ => no("such an event"),
    }
}

fn step(s: &Step) -> Gate {
    match s {
        Step::Do { act: a, .. } => super::supported_act::act(a),
        Step::May { who: w, steps, .. } => one_player(w).and_then(|()| all(steps, step)),
        Step::MayPay { who: w, cost, .. } => one_player(w).and_then(|()| fixed_cost(cost)),
        Step::If { cond: c, then, otherwise, .. } => {
            cond(c)?;
            all(then, step)?;
            all(otherwise, step)
        }
        Step::Unless { steps, who: w, cost, .. } => {
            one_player(w)?;
            fixed_cost(cost)?;
            all(steps, step)
        }
        Step::WhereX { x, steps } => amount(x).and_then(|()| all(steps, step)),
        Step::Instead { cond: c, base, steps, .. } => {
            cond(c)?;
            all(base, step)?;
            all(steps, step)
        }
        Step::Later { steps, .. } => all(steps, step),
        Step::Watch { ability: t, until, .. } => duration(until).and_then(|()| triggered(t)),
        Step::Reflexive { body: b } => body(b),
        Step::Choose(_) => no("modes chosen on resolution"),
    }
}

pub(super) fn duration(d: &Duration) -> Gate {
    match d {
        Duration::WhileControlled(_, what) | Duration::WhileOnBattlefield(what) | Duration::WhileTapped(what) => {
            obj(what)
        }
        Duration::UntilLeaves(what) => obj(what),
        _ => Ok(()),
    }
}

pub(super) fn mods(list: &[Mod]) -> Gate {
    all(list, modification)
}

pub(super) fn token(t: &Token) -> Gate {
    match t {
        Token::Spec(spec) => {
            maybe(spec.pt.as_ref(), |(p, t)| amount(p).and_then(|()| amount(t)))?;
            all(&spec.keywords, keyword)?;
            all(&spec.abilities, ability)
        }
        Token::CopyOf(what) => obj(what),
        Token::Named(_, place) => all(&TOKENS[usize::from(*place)].abilities(), ability),
    }
}

pub(super) fn range(c: &Choice) -> Gate {
    choice(c)
}
