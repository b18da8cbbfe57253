//! What a viewer knows (DESIGN: a state with numbered blanks), and states that fit it.

use super::state::State;
use super::{Duel, Fact, Match};
use rulebook_kernel::{Corrupt, Hidden, Key, Rng, Viewer};
use rulebook_table::{Entry, Naming, TableView, sample};
use serde::Serialize;

/// What one viewer may know. Objects are public; the card behind one is given by its number on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub(crate) who: Viewer,
    pub(crate) table: TableView,
    /// The state without table and generator, its entries replaced by numbers.
    pub(crate) open: State,
}

impl Duel {
    /// The state without what is secret: the table is another matter, and no generator is left.
    fn bare(&self, s: &State, number: impl Fn(Entry) -> Entry) -> State {
        let mut open = s.clone();
        open.table = rulebook_table::Table::new(self.shape(s));
        open.rng = Rng::new(Key::from_bytes([0; 32]));
        for obj in &mut open.objs {
            obj.entry = obj.entry.map(|entry| if obj.gone { Entry(0) } else { number(entry) });
        }
        open
    }
}

impl Hidden for Duel {
    type View = View;

    fn view(&self, Match(s): &Match, who: Viewer) -> View {
        let naming = Naming::new(self.shape(s), who, &s.table, &[], &[]);
        let open = self.bare(s, |entry| Entry(naming.number(entry).unwrap_or(0)));
        View { who, table: naming.view(), open }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> Match {
        let shape = self.shape(&view.open);
        let sampled = sample(shape, &view.table, &[], rng);
        let mut state = view.open.clone();
        state.table = sampled.table;
        state.rng = rng.split();
        for obj in &mut state.objs {
            obj.entry = obj.entry.map(|number| if obj.gone { Entry(0) } else { sampled.entries[number.index()] });
        }
        Match(state)
    }

    fn witness(&self, fact: &Fact, who: Viewer) -> Option<Fact> {
        match fact {
            Fact::Table(fact) => fact.witness(who).map(Fact::Table),
            Fact::Note(note) => Some(Fact::Note(note.clone())),
        }
    }
}

/// Is this a state that these rules can go on with?
pub(crate) fn admit(rules: &Duel, s: &State) -> Result<(), Corrupt> {
    let decks = rules.decks.len();
    if s.decks.len() != 2 || s.decks.iter().any(|deck| usize::from(*deck) >= decks) {
        return Err(Corrupt::new("decks that are not in the pool"));
    }
    if s.players.len() != 2 {
        return Err(Corrupt::new("two players"));
    }
    s.table.admit(rules.shape(s))?;
    Ok(())
}
