//! Damage that a spell or ability deals (CR 120.1). All damage of one sentence is dealt at the same time.

use super::Engine;
use super::compiled_cards::Op;
use super::damage::Hits;
use super::eval::EvalContext;
use super::state::{Id, ObjectOrPlayer, Resolving};
use crate::ir::{Act, Amount, DamageSay, DamageTo, Link, Obj, Who};
use smallvec::SmallVec;

impl Engine<'_> {
    /// Deals the damage of one sentence, for example `2 damage to any target and 1 damage to each other creature`.
    pub(super) fn damage(&mut self, f: &mut Resolving) {
        let r = self.r;
        let again = |op: Option<&Op>| matches!(op, Some(Op::Act(Act::Damage { say: DamageSay::Again, .. }, _)));
        let Some(code) = f.item.parts.get(usize::from(f.part)) else { return };
        let ops = &r.cards.codes[*code as usize].ops;
        let at = usize::from(f.at);
        if again(ops.get(at + 1)) {
            return;
        }
        let mut first = at;
        while first > 0 && again(ops.get(first)) {
            first -= 1;
        }
        let mut hits = Hits::new();
        for op in &ops[first..=at] {
            if let Op::Act(Act::Damage { from, amount, to, .. }, _) = op {
                self.hits(f, from, amount, to, &mut hits);
            }
        }
        f.done = self.deal_all(&hits, false);
    }

    fn hits(&self, f: &Resolving, from: &Obj, amount: &Amount, to: &DamageTo, hits: &mut Hits) {
        let r = self.r;
        let sources = self.named(f, from);
        let Some(&source) = sources.first() else { return };
        if sources.len() > 1 || matches!(from, Obj::Every { .. } | Obj::EachOf(_) | Obj::Apiece(_)) {
            return self.hits_of_many(f, &sources, amount, to, hits);
        }
        // If the state no longer holds the source, not even as a ghost, the spell or ability itself counts as the
        // source.
        let source = if self.s.known(source).is_some() { source } else { f.item.id };
        let mut aims: SmallVec<[ObjectOrPlayer; 8]> = SmallVec::new();
        match to {
            DamageTo::Obj(what) => aims.extend(self.aims(f, what)),
            DamageTo::Who(who) => aims.extend(r.players(self.s, &f.cx(), who).into_iter().map(ObjectOrPlayer::Seat)),
            DamageTo::Both(what, who) | DamageTo::WhoAndObj(who, what) => {
                aims.extend(self.aims(f, what));
                aims.extend(r.players(self.s, &f.cx(), who).into_iter().map(ObjectOrPlayer::Seat));
            }
            DamageTo::Divided(_) => {
                let shares = f.item.targets.iter().filter(|t| t.part == f.part && t.share > 0);
                hits.extend(shares.map(|t| (source, t.aim, i32::from(t.share))));
                return;
            }
        }
        for aim in aims {
            // For each recipient, the amount is evaluated with this recipient as `each`.
            let (subject, each) = match aim {
                ObjectOrPlayer::Seat(seat) => (Some(seat), source),
                ObjectOrPlayer::Obj(id) => (None, id),
            };
            hits.push((source, aim, r.amount(self.s, &EvalContext { each, subject, ..f.cx() }, amount)));
        }
    }

    /// Adds the damage of several sources. `Their power` means the power of each source.
    fn hits_of_many(&self, f: &Resolving, sources: &[Id], amount: &Amount, to: &DamageTo, hits: &mut Hits) {
        let r = self.r;
        for &source in sources {
            let cx = EvalContext { each: source, ..f.cx() };
            let n = match amount {
                Amount::StatOf(stat, what) | Amount::StatOfLong(stat, what) if self.named(f, what)[..] == *sources => {
                    r.thing(self.s, source).map_or(0, |thing| r.stat(self.s, &thing, *stat))
                }
                other => r.amount(self.s, &cx, other),
            };
            let to_what = |what: &Obj| -> SmallVec<[ObjectOrPlayer; 8]> {
                match what {
                    Obj::Back { to: Link::Each, .. } => SmallVec::from_slice(&[ObjectOrPlayer::Obj(source)]),
                    other => self.aims(f, other),
                }
            };
            let to_whom = |who: &Who| r.players(self.s, &cx, who).into_iter().map(ObjectOrPlayer::Seat);
            let mut aims: SmallVec<[ObjectOrPlayer; 8]> = SmallVec::new();
            match to {
                DamageTo::Obj(what) => aims.extend(to_what(what)),
                DamageTo::Who(who) => aims.extend(to_whom(who)),
                DamageTo::Both(what, who) | DamageTo::WhoAndObj(who, what) => {
                    aims.extend(to_what(what));
                    aims.extend(to_whom(who));
                }
                // `supported` refuses divided damage from several sources.
                DamageTo::Divided(_) => {}
            }
            hits.extend(aims.into_iter().map(|aim| (source, aim, n)));
        }
    }
}
