//! What play has shown of hidden cards (`RULE_OUT`, `RULE_IN`), for those who guess them. It changes nothing for anybody else:
//! no expression reads it.

use super::fact::{Fact, Reason};
use super::machine::{Here, Machine};
use super::sets::WORDS;
use crate::code::{Expr, MISSING, Test};
use rulebook_kernel::{Sink, Via};

impl<S: Sink<Fact>> Machine<'_, S> {
    /// Notes that no card of a zone passes a test, or that at least so many do: where everybody knows what is tested.
    #[inline(never)]
    pub(super) fn note(&mut self, here: Here, zone: &Expr, such: &Test, least: Option<&Expr>) -> Result<(), Reason> {
        match self.eval(here).words() {
            0 | 1 => self.note_in::<1>(here, zone, such, least),
            2 => self.note_in::<2>(here, zone, such, least),
            _ => self.note_in::<WORDS>(here, zone, such, least),
        }
    }

    /// With sets of so many words.
    #[inline(always)]
    fn note_in<const W: usize>(
        &mut self,
        here: Here,
        zone: &Expr,
        such: &Test,
        least: Option<&Expr>,
    ) -> Result<(), Reason> {
        let mut eval = self.eval(here);
        let place = eval.zone(zone).ok_or(Reason::NoZone)?;
        let wanted = match least.map(|least| eval.scalar(least)) {
            None => None,
            Some(MISSING) => return Err(Reason::NoValue),
            Some(least) => Some(least.max(0) as usize),
        };
        let cards = eval.wherever::<W>(such);
        let there = cards.and(self.s.table.set(&self.p.shape, place));
        if wanted.map_or(!there.is_empty(), |wanted| there.len() < wanted) {
            return Err(Reason::NotSo);
        }
        let counted = least.map_or(self.p.shape.everyone(), |least| eval.audience(least));
        if eval.audience(zone).and(eval.audience_of_filter(such)).and(counted) != self.p.shape.everyone() {
            return Ok(());
        }
        // Nothing that is computed from the table depends on it: what was computed stands.
        let mut out = Via::<S, Fact>::new(self.out);
        self.s.table.atoms(&self.p.shape, &mut out).note_like(place, cards.words(), wanted);
        Ok(())
    }
}
