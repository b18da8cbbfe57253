//! Checks of instructions.

use super::phrases::{amount, filter, obj, one_player, who};
use super::{Unsupported, duration, mods, range, token};
use crate::ir::{
    Ability, Act, Amount, Choice, Color, CounterKind, DamageTo, DigTo, Duration, Entering, Filter, Head, KeywordAct,
    Kind, Link, Mana, Mod, Noun, NumberAct, Obj, Players, Pred, SpendOnly, Static, Where, Who, Zone, ZoneOf,
};

type Gate = Result<(), Unsupported>;

fn no(what: &'static str) -> Gate {
    Err(Unsupported(what))
}

pub(super) fn act(a: &Act) -> Gate {
    match a {
        Act::Modify { what, mods: list, until } => {
            on_field(what)?;
            let plain: Vec<Mod> = list.iter().map(|m| m.with_color(Color::White)).collect();
            mods(&plain)?;
            duration(until)
        }
        Act::Damage { from, amount: n, to, .. } => {
            single(from)?;
            if matches!(to, DamageTo::Divided(_)) && !matches!(from, Obj::Source | Obj::Back { .. } | Obj::Target(_)) {
                return no("this division of damage");
            }
            amount(n)?;
            damage_to(to)
        }
        Act::Fight { a, b } => {
            if [Some(a), b.as_ref()].into_iter().flatten().any(|what| matches!(what, Obj::Every { .. })) {
                return no("a fight of several creatures");
            }
            // In a fight, `that creature` can also mean a creature that does not fight. The typed form does not say
            // which creature is meant.
            if let (Obj::Target(one), Some(Obj::Back { to: Link::Target(other), .. })) = (a, b)
                && one == other
            {
                return no("a fight with a creature named before");
            }
            single(a).and_then(|()| b.as_ref().map_or(Ok(()), single))
        }
        Act::Destroy { what } | Act::Regenerate(what) | Act::Tap(what) | Act::Untap(what) | Act::Goad(what) => {
            on_field(what)
        }
        Act::Exile { what, until, face_down: false, who: w } => {
            chooser(w, what)?;
            if let Obj::TopOf { count, of } = what {
                return amount(count).and_then(|()| who(of));
            }
            until.as_ref().map_or(Ok(()), duration)?;
            // The engine cannot return cards to a hand when a duration ends.
            if until.is_none() && hidden(what) == Some(Zone::Hand) { moved(what) } else { on_field(what) }
        }
        Act::Counter { what } | Act::TapOrUntap(what) => single(what),
        Act::Move { who: w, what, to, .. } => {
            chooser(w, what)?;
            moved(what).and_then(|()| place(to))
        }
        Act::Draw { who: w, amount: n, .. } | Act::Mill { who: w, amount: n } => who(w).and_then(|()| amount(n)),
        Act::GainLife { who: w, amount: n, .. } | Act::LoseLife { who: w, amount: n, .. } => {
            who(w).and_then(|()| amount(n))
        }
        Act::SetLife { who: w, to } => who(w).and_then(|()| amount(to)),
        Act::Discard { who: w, what, random } => {
            who(w)?;
            match what {
                // The chosen cards are hidden until all players have chosen. Samples replace the chosen cards by random
                // cards of the hand, so the filter must accept every card.
                Obj::Choose { filter: f, .. }
                    if !random && matches!(w, Who::Each(Players::Any) | Who::Both(_)) && !any_card(f) =>
                {
                    no("several players discarding a chosen card of a certain kind")
                }
                Obj::HandOf(_) => Ok(()),
                Obj::Choose { count, .. } if *random && !matches!(count, Choice::One | Choice::Exactly(_)) => {
                    no("a number of random cards that a player chooses")
                }
                Obj::Choose { count, filter: f } => range(count).and_then(|()| filter(f)),
                _ => no("this kind of discard"),
            }
        }
        Act::Scry(w, n) | Act::Surveil(w, n) => who(w).and_then(|()| amount(n)),
        Act::PutCounters { count, on, who: w, .. } => {
            if *w != Who::You && matches!(on, Obj::Choose { .. }) {
                return no("a choice by another player");
            }
            who(w)?;
            amount(count).and_then(|()| on_field(on))
        }
        Act::RemoveCounters { count: Choice::Exactly(Amount::AnyNumber), kind: Some(_), from } => on_field(from),
        Act::Amass(_, n) => amount(n),
        Act::RemoveCounters { count: count @ (Choice::One | Choice::Exactly(_)), kind: Some(_), from } => {
            range(count).and_then(|()| on_field(from))
        }
        Act::Distribute { count, among: Obj::Target(_), .. } => amount(count),
        Act::DoubleCounters(_, what) => single(what),
        Act::GetCounters { who: w, count, kind: None | Some(CounterKind::Poison) } => {
            who(w).and_then(|()| amount(count))
        }
        Act::Create { who: w, count, token: t, entering: e, .. } => {
            who(w)?;
            amount(count)?;
            token(t)?;
            let so = e.counters.is_some() || e.attached.is_some() || e.transformed;
            if so { no("tokens that enter transformed, attached or with counters") } else { Ok(()) }
        }
        Act::Sacrifice { who: w, what } => who(w).and_then(|()| on_field(what)),
        Act::AddMana { who: w, mana, spend } => {
            one_player(w)?;
            match spend {
                None | Some(SpendOnly::Activate) => {}
                Some(SpendOnly::Cast(f, _) | SpendOnly::NotCast(f)) => filter(f)?,
                Some(SpendOnly::CastOrActivate(f, _, source, _)) => {
                    filter(f)?;
                    filter(source)?;
                }
            }
            match mana {
                Mana::Symbols(_) => Ok(()),
                Mana::OneOf(list) if list.iter().all(|symbols| symbols.len() == 1) => Ok(()),
                Mana::AnyColor(n) | Mana::Combination(n, _) | Mana::ForEach(_, n) => amount(n),
                Mana::AmountOf(_, n) | Mana::ChosenColor(n) => amount(n),
                _ => no("this kind of mana production"),
            }
        }
        Act::Search(search) => {
            who(&search.who)?;
            filter(&search.filter)?;
            range(&search.count)?;
            if search.library.is_some() {
                return no("a search of another player's library");
            }
            let so = |e: &Entering| e.counters.is_some() || e.transformed;
            if matches!(&search.to, Where::Battlefield { entering, .. } if so(entering)) {
                return no("this way of entering the battlefield");
            }
            place(&search.to)
        }
        Act::LookTop { count, of } => amount(count).and_then(|()| who(of)),
        Act::DigUntil(dig) => match dig.rest {
            DigTo::Graveyard | DigTo::BottomRandom => filter(&dig.filter),
            _ => no("several cards put into a library at once"),
        },
        // The choice is stored on the source.
        Act::ChooseType | Act::ChooseColor => Ok(()),
        Act::ExchangeControl(what) => single(what),
        Act::Shuffle(w) | Act::ExtraTurn(w) | Act::Win(w) | Act::Lose(w) => who(w),
        Act::LookAtHand(w) | Act::RevealHand(w) => who(w),
        Act::ShuffleInto { what, .. } => on_field(what),
        Act::Dig(dig) => {
            amount(&dig.count)?;
            range(&dig.take)?;
            dig.filter.as_ref().map_or(Ok(()), filter)
        }
        Act::ChooseObj { who: w, what } => who(w).and_then(|()| on_field(what)),
        Act::Attach { what, to } => single(what).and_then(|()| single(to)),
        Act::ExtraCombat { .. } | Act::Unpreventable => Ok(()),
        Act::ExileIfDies(what) | Act::Transform(what) => single(what),
        Act::Emblem(list) => list.iter().try_for_each(|one| match one {
            Ability::Triggered(_) | Ability::Static(Static::Continuous { .. }) => super::ability(one),
            _ => no("this kind of emblem"),
        }),
        Act::MayPlay { what: what @ (Obj::Back { .. } | Obj::Target(_)), until, .. } => match until {
            // The player would have to cast the card while the effect resolves (CR 608.2g).
            Duration::Always => no("casting a card while an effect resolves"),
            Duration::EndOfTurn { .. } | Duration::ThisTurn => single(what),
            Duration::YourNextTurn { .. } | Duration::EndOfYourNextTurn { .. } => single(what),
            _ => no("this duration of a permission to play a card"),
        },
        Act::ExtraLand(n) => amount(n),
        Act::Keyword(KeywordAct::Investigate | KeywordAct::Populate | KeywordAct::Proliferate) => Ok(()),
        Act::KeywordNumber(NumberAct::Bolster | NumberAct::Adapt, n) => amount(n),
        Act::Connives(what) | Act::Explores(what) => match what {
            Obj::Source | Obj::Target(_) => Ok(()),
            Obj::Back { to: Link::Source | Link::Target(_) | Link::Event, .. } => Ok(()),
            _ => no("this kind of instruction"),
        },
        Act::CopySpell { what, .. } => single(what),
        Act::PreventNext { by, to } => {
            filter(by)?;
            match to {
                DamageTo::Who(Who::You | Who::Target(_)) | DamageTo::Obj(Obj::Target(_)) => Ok(()),
                _ => no("this recipient of prevented damage"),
            }
        }
        Act::Prevent(p) => {
            p.amount.as_ref().map_or(Ok(()), amount)?;
            // Refuse a filter for all objects: it would have to be evaluated when the damage is dealt, not when the
            // effect begins (CR 611.2c, 615.1a).
            let open = |what: &Obj| matches!(what, Obj::Every { .. });
            let to_all = |to: &DamageTo| match to {
                DamageTo::Obj(what) | DamageTo::Divided(what) => open(what),
                DamageTo::Both(what, _) | DamageTo::WhoAndObj(_, what) => open(what),
                DamageTo::Who(_) => false,
            };
            if p.by.as_ref().is_some_and(open) || p.to.as_ref().is_some_and(to_all) {
                return no("preventing damage from or to all objects of a kind");
            }
            p.by.as_ref().map_or(Ok(()), single)?;
            p.to.as_ref().map_or(Ok(()), damage_to)
        }
        _ => no("this kind of instruction"),
    }
}

fn any_card(f: &Filter) -> bool {
    let plain = |noun: &Noun| noun.adj.is_empty() && noun.head == Head::of(Kind::Card);
    f.post.is_empty() && f.nouns.iter().all(plain)
}

/// Checks the acting player. Accepts only a single player if that player must choose objects.
fn chooser(w: &Who, what: &Obj) -> Gate {
    if matches!(what, Obj::Choose { .. }) { one_player(w) } else { who(w) }
}

fn damage_to(to: &DamageTo) -> Gate {
    match to {
        DamageTo::Obj(what) => single(what),
        DamageTo::Who(w) => who(w),
        DamageTo::Both(what, w) | DamageTo::WhoAndObj(w, what) => single(what).and_then(|()| who(w)),
        DamageTo::Divided(what) => match what {
            Obj::Target(_) => Ok(()),
            _ => no("this division of damage"),
        },
    }
}

/// Checks a phrase that must leave no choice of objects.
fn single(what: &Obj) -> Gate {
    match what {
        Obj::Choose { .. } => no("a choice of objects in this place"),
        Obj::EachOf(inner) | Obj::Apiece(inner) => single(inner),
        other => obj(other),
    }
}

fn hidden(what: &Obj) -> Option<Zone> {
    let Obj::Choose { filter, .. } = what else { return None };
    filter.post.iter().chain(filter.nouns.iter().flat_map(|noun| &noun.adj)).find_map(|pred| match pred {
        Pred::In(ZoneOf { zone: zone @ (Zone::Hand | Zone::Library), .. }) => Some(*zone),
        _ => None,
    })
}

/// Checks a phrase that must not choose cards in a hand or library.
fn on_field(what: &Obj) -> Gate {
    if hidden(what).is_some() { no("a card from a hand in this place") } else { obj(what) }
}

fn moved(what: &Obj) -> Gate {
    match what {
        Obj::TopOf { count, of } => amount(count).and_then(|()| who(of)),
        Obj::Choose { count: Choice::OrMore(_), .. } => no("this number of objects"),
        other if hidden(other) == Some(Zone::Library) => no("a card from a library in this place"),
        other => obj(other),
    }
}

fn place(to: &Where) -> Gate {
    match to {
        Where::Battlefield { under, entering, .. } => {
            let Entering { attacking, attached, .. } = entering;
            if *attacking || attached.is_some() {
                return no("this way of entering the battlefield");
            }
            under.as_ref().map_or(Ok(()), who)
        }
        Where::Hand(_) | Where::Graveyard(_) | Where::Exile => Ok(()),
        Where::LibraryTop(_) | Where::LibraryBottom(..) | Where::LibraryFromTop(..) | Where::TopOrBottom(_) => Ok(()),
    }
}
