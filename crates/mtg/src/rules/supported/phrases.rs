//! Checks of objects, players, amounts and conditions.

use super::{Gate, all, choice, keyword, maybe, no};
use crate::ir::*;

/// Whether the filter names a hidden zone.
fn hides(f: &Filter) -> bool {
    let all = f.post.iter().chain(f.nouns.iter().flat_map(|noun| &noun.adj));
    all.into_iter().any(|pred| matches!(pred, Pred::In(ZoneOf { zone: Zone::Hand | Zone::Library, .. })))
}

/// Checks a filter whose matches are counted. In a hidden zone, only all cards can be counted, because any other number
/// would reveal hidden information.
fn counted(f: &Filter) -> Gate {
    let plain = |noun: &Noun| noun.adj.is_empty() && noun.head == Head::of(Kind::Card);
    if hides(f) && !(f.nouns.iter().all(plain) && f.post.len() == 1) {
        return no("counting cards of a certain kind in a hand or library");
    }
    filter(f)
}

/// Checks a filter for a permanent that enters. The engine does not know where such a permanent came from.
pub(super) fn arrived(f: &Filter) -> Gate {
    let mut all = f.post.iter().chain(f.nouns.iter().flat_map(|noun| &noun.adj));
    if all.any(|pred| matches!(pred, Pred::In(_))) {
        return no("a condition on the zone an object came from");
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
        Pred::NamedSelf | Pred::Historic | Pred::Modified | Pred::Subtype(_) => Ok(()),
        Pred::OtherThan(what) | Pred::TargetsObj(what) => obj(what),
        Pred::With(k) | Pred::Without(k) => keyword(k),
        Pred::Stat(_, _, n) => amount(n),
        Pred::Extreme { among, .. } | Pred::Targets(among) | Pred::IsAny(among) => filter(among),
        Pred::In(zone) => maybe(zone.of.as_ref(), who),
        Pred::AttachedTo(what) | Pred::BlockingObj(what) | Pred::BlockedBy(what) | Pred::SharesCreatureType(what) => {
            obj(what)
        }
        _ => no("this property of objects"),
    }
}

pub(super) fn obj(what: &Obj) -> Gate {
    match what {
        // The engine does not store which cards another ability exiled (CR 607.2a).
        Obj::Back { to: Link::Event | Link::EventOther | Link::Source | Link::Host, say: Say::Exiled(_) } => {
            no("a reference to a card exiled by another ability")
        }
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
        _ => no("this kind of object"),
    }
}

pub(super) fn in_own_graveyard(zone: &ZoneOf) -> bool {
    zone.zone == Zone::Graveyard && zone.of == Some(Who::You)
}

/// Checks the number of objects in an event, which may be a minimum (`one or more`).
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

/// Accepts a phrase that means exactly one player, who can decide. With two players, an opponent is one player.
pub(super) fn one_player(w: &Who) -> Gate {
    match w {
        Who::Each(Players::Any) | Who::A(Players::Any) | Who::Both(_) => no("a decision by several players"),
        Who::ControllerOf(_, true) | Who::OwnerOf(_, true) => no("a decision by several players"),
        other => who(other),
    }
}

pub(super) fn amount(n: &Amount) -> Gate {
    match n {
        Amount::Number(_) | Amount::X | Amount::ThatMuch | Amount::Domain | Amount::TimesKicked => Ok(()),
        Amount::CountOf(f) => counted(f),
        Amount::Greatest(_, f) | Amount::Total(_, f) if hides(f) => no("values of cards in a hand or library"),
        Amount::Greatest(_, f) | Amount::Total(_, f) => filter(f),
        Amount::Players(w) | Amount::LifeOf(w) | Amount::Devotion(w, _) | Amount::DevotionBoth(w, ..) => who(w),
        Amount::ColorsAmong(f) if hides(f) => no("values of cards in a hand or library"),
        Amount::ColorsAmong(f) => filter(f),
        Amount::ColorsOf(what) => obj(what),
        Amount::Party | Amount::CreaturesDied | Amount::ThisWay(_) => Ok(()),
        Amount::StatOf(_, what) | Amount::StatOfLong(_, what) | Amount::CountersOn(_, what) => obj(what),
        Amount::NumberPlus(_, inner, _) => amount(inner),
        Amount::Times(_, inner) | Amount::Half(inner, _) | Amount::Plus(inner, _) => amount(inner),
        Amount::TypesInGraveyard(w) => who(w),
        _ => no("this kind of amount"),
    }
}

/// Whether the filter only asks for a card type, which the engine stores.
fn of_kind(f: &Filter) -> bool {
    let kind = |pred: &Pred| {
        matches!(pred, Pred::Other | Pred::NotType(_) | Pred::NotSubtype(_) | Pred::Super(_) | Pred::NotSuper(_))
            || matches!(pred, Pred::Color(_) | Pred::NotColor(_) | Pred::Multicolored | Pred::Colorless)
    };
    f.post.is_empty() && f.nouns.iter().all(|noun| noun.adj.iter().all(kind))
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
        // A triggered ability can function in a graveyard because of its condition. See `triggered`.
        Cond::InGraveyard(_) => no("an ability that functions in a graveyard"),
        Cond::GainedAtLeast(w, _) | Cond::DiedUnder(w) => who(w),
        Cond::ControlsNo(w, f) | Cond::ControlsNone(w, f) | Cond::ControlsEither(w, f) => {
            who(w).and_then(|()| filter(f))
        }
        Cond::ControlsMore(a, f, b) => who(a).and_then(|()| who(b)).and_then(|()| filter(f)),
        Cond::Exists(n, f) => count(n).and_then(|()| counted(f)),
        Cond::Is(what, i) | Cond::IsNot(what, i, ..) | Cond::Was(what, i) => obj(what).and_then(|()| is(i)),
        Cond::HasCounters(what, _, n) | Cond::HadCounters(what, _, n) => obj(what).and_then(|()| count(n)),
        Cond::StatOf(what, _, _, n) => obj(what).and_then(|()| amount(n)),
        Cond::Life(w, _, n) => who(w).and_then(|()| amount(n)),
        Cond::Opponents(n) => count(n),
        Cond::Total(f, _, n) => filter(f).and_then(|()| amount(n)),
        Cond::LeftThisTurn(w, f, _) => {
            maybe(w.as_ref(), who)?;
            if of_kind(f) { filter(f) } else { no("this condition on earlier events of the turn") }
        }
        Cond::XAtLeast(_) => Ok(()),
        Cond::Hand(w, n) | Cond::Drawn(w, n) | Cond::Poison(w, n) | Cond::Graveyard(w, n) => {
            who(w).and_then(|()| count(n))
        }
        Cond::YourTurn | Cond::NotYourTurn | Cond::Kicked(_) | Cond::Did { .. } | Cond::Cannot(_) => Ok(()),
        Cond::CastFrom(what, zone) => obj(what).and_then(|()| maybe(zone.of.as_ref(), who)),
        Cond::WasCast(what) | Cond::OnBattlefield(what) | Cond::EnteredObj(what) => obj(what),
        Cond::NewlyYours(what) => obj(what),
        Cond::GainedLife(w) | Cond::LostLife(w) | Cond::Attacked(w) | Cond::Blessing(w) => who(w),
        Cond::DealtDamage(w) => who(w),
        Cond::CastThisTurn(w, n, f) | Cond::EnteredThisTurn(w, n, f) => {
            who(w)?;
            count(n)?;
            if of_kind(f) { filter(f) } else { no("this condition on earlier events of the turn") }
        }
        Cond::DiedThisTurn(f) => {
            let creature = Head::typed(Kind::Permanent, CardType::Creature);
            let plain = f.post.is_empty() && f.nouns.iter().all(|noun| noun.adj.is_empty() && noun.head == creature);
            if plain { Ok(()) } else { no("this condition on creatures that died this turn") }
        }
        Cond::Compare(a, _, b) => amount(a).and_then(|()| amount(b)),
        Cond::TypesInGraveyard(n) => count(n),
        Cond::NoSpellsLastTurn | Cond::TwoSpellsLastTurn => Ok(()),
        Cond::Greater(one, other) => obj(one).and_then(|()| obj(other)),
        Cond::And(a, b) => cond(a).and_then(|()| cond(b)),
        _ => no("this kind of condition"),
    }
}
