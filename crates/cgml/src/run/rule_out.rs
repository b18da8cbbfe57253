//! `RULE_OUT` and `RULE_IN` note what play has revealed about hidden cards, for example that a hand has no hearts.
//! Samples agree with the notes, and bots use samples. No expression reads the notes, so they do not change play.

use super::eval::Eval;
use super::fact::{Fact, Reason};
use super::machine::{Here, Machine};
use super::sets::WORDS;
use crate::code::{Cards, Expr, MISSING, NoteSubject, Test};
use rulebook_kernel::{Sink, Via};
use rulebook_table::Entry;

impl<S: Sink<Fact>> Machine<'_, S> {
    /// Adds a note that no card passes a test, or that at least `least` cards pass it. Fails if the note is false. Adds
    /// no note unless everybody can evaluate the test.
    #[inline(never)]
    pub(super) fn note(
        &mut self,
        here: Here,
        of: &NoteSubject,
        such: &Test,
        least: Option<&Expr>,
    ) -> Result<(), Reason> {
        match self.eval(here).words() {
            0 | 1 => self.note_in::<1>(here, of, such, least),
            2 => self.note_in::<2>(here, of, such, least),
            _ => self.note_in::<WORDS>(here, of, such, least),
        }
    }

    /// Does the same as `note` for sets of `W` words.
    #[inline(always)]
    fn note_in<const W: usize>(
        &mut self,
        here: Here,
        of: &NoteSubject,
        such: &Test,
        least: Option<&Expr>,
    ) -> Result<(), Reason> {
        let zone = match of {
            NoteSubject::Zone(zone) => zone,
            NoteSubject::Cards(cards) => return self.note_of::<W>(here, cards, such, least),
        };
        let mut eval = self.eval(here);
        let place = eval.zone(zone).ok_or(Reason::NoZone)?;
        let wanted = wanted(&mut eval, least)?;
        let cards = eval.wherever::<W>(such);
        let there = cards.and(self.s.table.set(&self.p.shape, place));
        if wanted.map_or(!there.is_empty(), |wanted| there.len() < wanted) {
            return Err(Reason::NotSo);
        }
        if !self.s.table.has_lore() {
            return Ok(());
        }
        let counted = least.map_or(self.p.shape.everyone(), |least| eval.audience(least));
        if eval.audience(zone).and(eval.audience_of_filter(such)).and(counted) != self.p.shape.everyone() {
            return Ok(());
        }
        // No expression reads notes, so cached values stay valid.
        let mut out = Via::<S, Fact>::new(self.out);
        self.s.table.atoms(&self.p.shape, &mut out).note_like(place, cards.words(), wanted);
        Ok(())
    }

    /// Adds a note about particular cards. Adds no note unless everybody knows which cards are meant. In an unordered
    /// zone no viewer can know which card is meant.
    #[inline(never)]
    fn note_of<const W: usize>(
        &mut self,
        here: Here,
        of: &Cards,
        such: &Test,
        least: Option<&Expr>,
    ) -> Result<(), Reason> {
        let mut eval = self.eval(here);
        let wanted = wanted(&mut eval, least)?;
        let (cards, named) = (eval.wherever::<W>(such), eval.bits::<W>(of));
        let there = cards.and(named.words());
        if wanted.map_or(!there.is_empty(), |wanted| there.len() < wanted) {
            return Err(Reason::NotSo);
        }
        if !self.s.table.has_lore() {
            return Ok(());
        }
        let everyone = self.p.shape.everyone();
        let counted = least.map_or(everyone, |least| eval.audience(least));
        let known = eval.audience_of_cards(of).and(eval.audience_of_filter(such)).and(counted);
        let told_apart = |card: Entry| self.s.table.zone(card).is_some_and(|zone| self.p.shape.zone(zone).ordered);
        if known != everyone || !named.iter().all(told_apart) {
            return Ok(());
        }
        let mut out = Via::<S, Fact>::new(self.out);
        self.s.table.atoms(&self.p.shape, &mut out).note_of(named.words(), cards.words(), wanted);
        Ok(())
    }
}

/// The minimum number of cards for `RULE_IN`. `None` for `RULE_OUT`.
#[inline(always)]
fn wanted(eval: &mut Eval<'_>, least: Option<&Expr>) -> Result<Option<usize>, Reason> {
    match least.map(|least| eval.scalar(least)) {
        None => Ok(None),
        Some(MISSING) => Err(Reason::NoValue),
        Some(least) => Ok(Some(least.max(0) as usize)),
    }
}
