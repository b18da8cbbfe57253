//! Views and samples of the duel.

use super::duel::{Duel, Fact, State};
use super::fault::Fault;
use super::table::{Table, blank};
use rulebook_kernel::{Hidden, Rng, Seat, Viewer};
use serde::Serialize;

#[derive(Clone, Debug, Eq, Serialize)]
pub struct View {
    pub who: Viewer,
    pub table: Table,
    pub drawer: Option<Seat>,
    pub extra: u32,
    /// A field that equality ignores. Only a fault sets it.
    #[serde(skip)]
    pub peek: u32,
}

impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        (self.who, &self.table, self.drawer, self.extra) == (other.who, &other.table, other.drawer, other.extra)
    }
}

impl Hidden for Duel {
    type View = View;

    fn view(&self, state: &State, who: Viewer) -> View {
        let (table, drawer) = (&state.table, state.table.drawer());
        let mut seen = table.seen_by(who, drawer);
        if self.has(Fault::SpectatorsSee) && who == Viewer::Spectator {
            seen.hands[0].clone_from(&table.hands[0]);
        }
        if self.has(Fault::ViewLeaksHonestly) {
            seen.high.clone_from(&table.seen_by(Viewer::God, None).high);
            let top = seen.high.len().saturating_sub(1);
            seen.high[..top].iter_mut().for_each(|card| *card = blank(*card));
            seen.looking = table.looking;
        }
        if self.has(Fault::SealedIsSeen) {
            seen.sealed.clone_from(&table.sealed);
        }
        let others = Seat::all(table.seats()).filter(|seat| who != Viewer::Seat(*seat));
        let sum = others.flat_map(|seat| &table.hands[seat.index()]).map(|card| u32::from(*card)).sum();
        let extra = match self.fault {
            Some(Fault::ViewVariableLeaks) => sum,
            Some(Fault::SealedIsCounted) => table.sealed.iter().flatten().count() as u32,
            _ => 0,
        };
        let peek = if self.has(Fault::SceneLeaks) { sum } else { 0 };
        View { who, table: seen, drawer, extra, peek }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        let cross = self.has(Fault::SampleCrossesPools);
        let mut table = view.table.filled(rng, cross, !self.has(Fault::SampleIsOne));
        let forgets = [Fault::SampleForgetsEffect, Fault::SampleForgetsEffectUnnoticed];
        if forgets.iter().any(|fault| self.has(*fault)) && view.drawer.map(Viewer::Seat) != Some(view.who) {
            table.looking = table.looking.and(table.high.first().copied());
        }
        if self.has(Fault::SampleLosesCards) {
            table.low.clear();
        }
        State { table, rng: rng.split(), unsaved: 0, uncopied: 0 }
    }

    fn witness(&self, fact: &Fact, who: Viewer) -> Option<Fact> {
        let mut fact = fact.clone();
        if let Fact::Dealt(seat, card) | Fact::Looked(seat, card) | Fact::Kept { seat, card, .. } = &mut fact
            && who != Viewer::Seat(*seat)
            && who != Viewer::God
            && !self.has(Fault::FactNamesCard)
        {
            *card = blank(*card);
        }
        Some(fact)
    }
}
