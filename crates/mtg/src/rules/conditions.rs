//! Evaluates conditions.

use super::Duel;
use super::compiled_cards::is_own;
use super::eval::{EvalContext, compare, zone_of};
use super::state::{DuelState, Id, Zone};
use crate::ir::{Cond, Count, Filter, Is, Obj, Who};
use rulebook_kernel::Seat;

impl Duel {
    pub(crate) fn counted(&self, s: &DuelState, cx: &EvalContext<'_>, n: i32, count: &Count) -> bool {
        match count {
            Count::One => n >= 1,
            Count::OrMore(amount) => n >= self.amount(s, cx, amount),
            Count::OrFewer(amount) => n <= self.amount(s, cx, amount),
            Count::Exactly(amount) => n == self.amount(s, cx, amount),
            Count::No => n == 0,
        }
    }

    pub(crate) fn is(&self, s: &DuelState, cx: &EvalContext<'_>, id: Id, is: &Is) -> bool {
        let Some(thing) = self.thing(s, id) else { return false };
        match is {
            // `if it's a creature card` tests the object in any zone, although `card` otherwise means a zone other than
            // the battlefield.
            Is::A(filter) => {
                filter
                    .nouns
                    .iter()
                    .any(|n| self.head_fits(&thing, n.head, true) && n.adj.iter().all(|p| self.holds(s, cx, p, &thing)))
                    && filter.post.iter().all(|p| self.holds(s, cx, p, &thing))
            }
            Is::Being(pred) => self.holds(s, cx, pred, &thing),
        }
    }

    pub(crate) fn cond(&self, s: &DuelState, cx: &EvalContext<'_>, cond: &Cond) -> bool {
        let any = |what: &Obj, test: &dyn Fn(Id) -> bool| self.objects(s, cx, what).iter().any(|id| test(*id));
        let some = |who: &Who, test: &dyn Fn(&super::state::Player) -> bool| {
            self.players(s, cx, who).iter().any(|seat| test(s.player(*seat)))
        };
        let controls = |who: &Who, filter: &Filter| {
            let seats = self.players(s, cx, who);
            let ids = self.every(s, cx, filter);
            ids.iter().filter(|id| seats.contains(&s.obj(**id).chars.controller)).count() as i32
        };
        match cond {
            Cond::Controls(who, count, filter) => self.counted(s, cx, controls(who, filter), count),
            Cond::ControlsNo(who, filter) | Cond::ControlsNone(who, filter) => controls(who, filter) == 0,
            Cond::ControlsEither(who, filter) => controls(who, filter) > 0,
            Cond::InGraveyard(what) => any(what, &|id| s.live(id).is_some_and(|o| o.zone == Zone::Graveyard)),
            Cond::GainedAtLeast(who, least) => some(who, &|player| player.gained >= *least),
            Cond::DiedUnder(who) => some(who, &|player| player.died > 0),
            Cond::Opponents(count) => self.counted(s, cx, s.opponents(cx.you).len() as i32, count),
            Cond::Drawn(who, count) => {
                let seats = self.players(s, cx, who);
                seats.iter().any(|seat| self.counted(s, cx, i32::from(s.player(*seat).drawn), count))
            }
            Cond::Poison(who, count) => {
                let seats = self.players(s, cx, who);
                seats.iter().any(|seat| self.counted(s, cx, i32::from(s.player(*seat).poison), count))
            }
            Cond::Graveyard(who, count) => {
                let lies = |seat: Seat| s.all().filter(|(_, o)| o.zone == Zone::Graveyard && o.owner == seat).count();
                let seats = self.players(s, cx, who);
                seats.iter().any(|seat| self.counted(s, cx, lies(*seat) as i32, count))
            }
            Cond::Total(filter, stat, least) => {
                let ids = self.every(s, cx, filter);
                let things = ids.iter().filter_map(|id| self.thing(s, *id));
                let total: i32 = things.map(|thing| self.stat(s, &thing, *stat)).sum();
                total >= self.amount(s, cx, least)
            }
            Cond::LeftThisTurn(who, filter, _) => self.left_this_turn(s, cx, who.as_ref(), filter),
            Cond::XAtLeast(least) => cx.x >= i32::from(*least),
            Cond::ControlsMore(who, filter, than) => controls(who, filter) > controls(than, filter),
            Cond::Exists(count, filter) => self.counted(s, cx, self.count(s, cx, filter), count),
            Cond::Is(what, is) | Cond::Was(what, is) => any(what, &|id| self.is(s, cx, id, is)),
            Cond::IsNot(what, is, ..) => !any(what, &|id| self.is(s, cx, id, is)),
            Cond::HasCounters(what, kind, count) | Cond::HadCounters(what, kind, count) => {
                any(what, &|id| s.known(id).is_some() && self.counted(s, cx, self.counters(s, id, *kind), count))
            }
            Cond::StatOf(what, stat, cmp, amount) => any(what, &|id| {
                let right = self.amount(s, cx, amount);
                self.thing(s, id).is_some_and(|thing| compare(self.stat(s, &thing, *stat), *cmp, right))
            }),
            Cond::Life(who, cmp, amount) => {
                let right = self.amount(s, cx, amount);
                some(who, &|player| compare(player.life, *cmp, right))
            }
            Cond::Hand(who, count) => {
                let seats = self.players(s, cx, who);
                seats.iter().any(|seat| self.counted(s, cx, self.hand_size(s, *seat) as i32, count))
            }
            Cond::YourTurn => s.active == cx.you,
            Cond::NotYourTurn => s.active != cx.you,
            Cond::Kicked(what) if !is_own(what) => any(what, &|id| s.known(id).is_some_and(|o| o.kicked > 0)),
            Cond::Kicked(_) => cx.kicked > 0 || s.known(cx.source).is_some_and(|o| o.kicked > 0),
            Cond::WasCast(what) => any(what, &|id| s.known(id).is_some_and(|o| o.cast)),
            Cond::CastFrom(what, zone) => any(what, &|id| {
                let whose = |owner| zone.of.as_ref().is_none_or(|who| self.is_who(s, cx, who, owner));
                s.known(id).is_some_and(|o| o.cast && o.from == zone_of(zone.zone) && whose(o.owner))
            }),
            Cond::DiedThisTurn(_) => s.players.iter().any(|player| player.died > 0),
            Cond::GainedLife(who) => some(who, &|player| player.gained > 0),
            Cond::LostLife(who) => some(who, &|player| player.lost_life > 0),
            Cond::Attacked(who) => some(who, &|player| player.attacked),
            Cond::Did { not, .. } => cx.did != *not,
            Cond::Cannot(_) => !cx.did,
            Cond::OnBattlefield(what) => any(what, &|id| s.there(id).is_some()),
            Cond::Compare(left, cmp, right) => compare(self.amount(s, cx, left), *cmp, self.amount(s, cx, right)),
            Cond::EnteredObj(what) => any(what, &|id| s.known(id).is_some_and(|o| o.entered == s.turn)),
            Cond::TypesInGraveyard(count) => {
                let types = crate::ir::Amount::TypesInGraveyard(Who::You);
                self.counted(s, cx, self.amount(s, cx, &types), count)
            }
            Cond::Greater(one, other) => {
                let sizes = |what: &Obj| {
                    let id = self.objects(s, cx, what).first().copied()?;
                    self.thing(s, id).map(|thing| (thing.chars.power, thing.chars.toughness))
                };
                sizes(one).zip(sizes(other)).is_some_and(|(one, other)| one.0 > other.0 || one.1 > other.1)
            }
            Cond::CastThisTurn(who, count, filter) => {
                self.counted(s, cx, self.cast_this_turn(s, cx, who, filter), count)
            }
            Cond::EnteredThisTurn(who, count, filter) => {
                self.counted(s, cx, self.entered_this_turn(s, cx, who, filter), count)
            }
            Cond::DealtDamage(who) => self.players(s, cx, who).iter().any(|seat| s.past.struck.contains(seat)),
            Cond::NewlyYours(what) => any(what, &|id| self.is_newly_controlled(s, id)),
            Cond::Blessing(who) => some(who, &|player| player.blessed),
            Cond::NoSpellsLastTurn => s.players.iter().all(|player| player.before == 0),
            Cond::TwoSpellsLastTurn => s.players.iter().any(|player| player.before >= 2),
            Cond::And(a, b) => self.cond(s, cx, a) && self.cond(s, cx, b),
            // `supported` refuses cards with these conditions.
            Cond::Monarch(_) | Cond::AttackedOrBlocked(_) => false,
        }
    }
}
