//! Prevention shields (CR 615), and the order of effects that change the amount of damage (CR 616.1).

use super::Engine;
use super::compiled_cards::Op;
use super::damage::{Hit, Hits};
use super::eval::EvalContext;
use super::state::{Id, Ids, ObjectOrPlayer, Pick, Question, Shield};
use crate::ir::{Act, DoubledKind, PlayerRule, Replacement};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// The part of one hit that a shield prevents. Such parts are needed only if the shield cannot prevent all damage that
/// is dealt at the same time.
#[derive(Clone, Copy, Debug)]
struct Share {
    shield: usize,
    hit: usize,
    /// The damage that the shield prevents at most.
    most: i32,
}

type Shares = SmallVec<[Share; 4]>;

impl Engine<'_> {
    /// Whether damage cannot be prevented now (CR 615.12).
    pub(super) fn unpreventable(&self) -> bool {
        let (r, s) = (self.r, &*self.s);
        // Search for this rule only if the decks contain rules for players or cost changes (`cost_matters`).
        let held = || r.player_rules(s, s.active).any(|rule| *rule == PlayerRule::Unpreventable);
        s.shields.iter().any(|shield| shield.bars) || r.cost_matters && held()
    }

    fn fits(&self, shield: &Shield, &(from, to, _): &Hit, combat: bool) -> bool {
        !shield.bars
            && shield.to.is_none_or(|aim| aim == to)
            && (shield.by.is_none() || shield.by == from)
            && (!shield.combat || combat)
            && self.still_fits(shield, from)
    }

    /// Whether the source still has the properties that the text of the shield names (CR 609.7b).
    fn still_fits(&self, shield: &Shield, from: Id) -> bool {
        let Some((code, op)) = shield.once else { return true };
        let op = self.r.cards.codes[code as usize].ops.get(usize::from(op));
        let Some(Op::Act(Act::PreventNext { by, .. }, _)) = op else { return false };
        let you = self.s.known(shield.source).map_or(self.s.active, |o| o.chars.controller);
        self.r.matches(self.s, &EvalContext::of(shield.source, you), by, from)
    }

    /// Whether a shield prevents this damage completely, whatever the amount.
    pub(super) fn fully_shielded(&self, hit: Hit, combat: bool) -> bool {
        self.s.shields.iter().any(|shield| shield.left.is_none() && self.fits(shield, &hit, combat))
    }

    /// Applies doubling effects and prevention shields to damage that is dealt at the same time. If `stands` is set, no
    /// damage can be prevented, so the shields are not used up.
    pub(super) fn meet_shields(&mut self, hits: &mut Hits, combat: bool, stands: bool) {
        if stands {
            for hit in hits.iter_mut() {
                hit.2 = hit.2.saturating_mul(1 << self.damage_doublers(hit.0).len().min(10));
            }
            return;
        }
        let shares = self.divide_shields(hits, combat);
        for at in 0..hits.len() {
            hits[at].2 = self.damage_after(hits[at], at, combat, &shares);
        }
        self.s.shields.retain(|shield| shield.left != Some(0));
        hits.retain(|hit| hit.2 > 0);
    }

    /// The player who is dealt the damage, or who controls the permanent that is dealt the damage.
    fn affected(&self, to: ObjectOrPlayer) -> Seat {
        match to {
            ObjectOrPlayer::Seat(seat) => seat,
            ObjectOrPlayer::Obj(id) => self.s.obj(id).chars.controller,
        }
    }

    /// The sources of effects that double this damage.
    fn damage_doublers(&self, from: Id) -> SmallVec<[Id; 4]> {
        let by = self.s.known(from).map(|o| o.chars.controller);
        let doubles = |(source, you, replacement): (Id, Seat, &Replacement)| {
            (by == Some(you) && *replacement == Replacement::Doubled(DoubledKind::Damage)).then_some(source)
        };
        self.r.replacements(self.s).filter_map(doubles).collect()
    }

    /// Divides shields that cannot prevent all damage dealt at the same time. The affected player, or the controller of
    /// the affected permanent, chooses which damage is prevented (CR 615.7).
    fn divide_shields(&mut self, hits: &[Hit], combat: bool) -> Shares {
        let mut shares = Shares::new();
        if hits.len() < 2 || self.s.shields.is_empty() {
            return shares;
        }
        let mut open: SmallVec<[i32; 8]> =
            hits.iter().map(|hit| hit.2.saturating_mul(1 << self.damage_doublers(hit.0).len().min(10))).collect();
        for shield in 0..self.s.shields.len() {
            let Some(mut left) = self.s.shields[shield].left else { continue };
            let meets = |at: &usize| open[*at] > 0 && self.fits(&self.s.shields[shield], &hits[*at], combat);
            let met: SmallVec<[usize; 8]> = (0..hits.len()).filter(meets).collect();
            let mut rest = met.iter().fold(0, |sum: i32, at| sum.saturating_add(open[*at]));
            if rest <= left {
                met.iter().for_each(|at| open[*at] = 0);
                continue;
            }
            for at in met {
                rest -= open[at];
                let (least, most) = ((left - rest).max(0), left.min(open[at]));
                let share = if least == most { most } else { self.ask_share(hits[at], least, most) };
                shares.push(Share { shield, hit: at, most: share });
                open[at] -= share;
                left -= share;
            }
        }
        shares
    }

    fn ask_share(&mut self, (from, to, _): Hit, least: i32, most: i32) -> i32 {
        let small = |n: i32| n.clamp(0, 9999) as i16;
        let what = Question::Number { least: small(least), most: small(most) };
        match self.want(self.affected(to), what, Ids::from_slice(&[from])) {
            Some(Pick::Number(n)) => i32::from(n).clamp(least, most),
            _ => most,
        }
    }

    /// The damage of one hit after doubling effects and shields. The affected player, or the controller of the affected
    /// permanent, chooses their order (CR 616.1).
    fn damage_after(&mut self, hit: Hit, at: usize, combat: bool, shares: &[Share]) -> i32 {
        let (from, to, mut n) = hit;
        let doublers = self.damage_doublers(from);
        let mut effects: SmallVec<[(Id, Option<usize>); 4]> = doublers.into_iter().map(|id| (id, None)).collect();
        let shields = self.s.shields.iter().enumerate().filter(|(_, shield)| self.fits(shield, &hit, combat));
        effects.extend(shields.map(|(at, shield)| (shield.source, Some(at))));
        while !effects.is_empty() && n > 0 {
            let mixed = effects.iter().any(|(_, shield)| shield.is_some() != effects[0].1.is_some());
            let options: Ids = effects.iter().map(|(id, _)| *id).collect();
            let first = if mixed { self.which_first(self.affected(to), options) } else { 0 };
            match effects.remove(first).1 {
                None => n = n.saturating_mul(2),
                Some(shield) => {
                    let share = shares.iter().find(|share| (share.shield, share.hit) == (shield, at));
                    let most = share.map_or(i32::MAX, |share| share.most);
                    let once = self.s.shields[shield].once.is_some();
                    if let Some(left) = &mut self.s.shields[shield].left {
                        let taken = n.min(*left).min(most);
                        *left = if once { 0 } else { *left - taken };
                        n -= taken;
                    }
                }
            }
        }
        n
    }
}
