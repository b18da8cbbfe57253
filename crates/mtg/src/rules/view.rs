//! The view of a seat, and states that are sampled from it. In a view, hidden cards are replaced by numbers.

use super::compiled_cards::Op;
use super::state::{DuelState, Frame, Resolving};
use super::{Duel, Fact, SealedState};
use crate::ir::{Act, Obj};
use rulebook_kernel::{Corrupt, Hidden, Key, Rng, Seat, Viewer};
use rulebook_table::{CardNumbering, Entry, Face, TableView, ZoneId, sample};
use serde::Serialize;

/// The information of one viewer. All objects are public. An object names its card by the card's number in the view of
/// the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub(crate) who: Viewer,
    pub(crate) table: TableView,
    /// The state without the table and the random generator. Cards are replaced by their numbers in the view.
    pub(crate) open: DuelState,
}

impl Duel {
    /// The state without secrets: without the table and the random generator, and with cards replaced by numbers.
    fn bare(&self, s: &DuelState, number: impl Fn(Entry) -> Entry) -> DuelState {
        let mut open = s.clone();
        open.table = rulebook_table::Table::new(self.shape(s));
        open.rng = Rng::new(Key::from_bytes([0; 32]));
        for obj in &mut open.objs {
            obj.entry = obj.entry.map(|entry| if obj.gone { Entry(0) } else { number(entry) });
        }
        open
    }

    /// Whether the resolution holds cards that players have chosen from their hands and that are hidden until all have
    /// chosen (CR 101.4).
    fn is_sealed(&self, f: &Resolving) -> bool {
        !f.chosen.is_empty() && matches!(self.op(f), Some(Op::Act(Act::Discard { what: Obj::Choose { .. }, .. }, _)))
    }

    /// Replaces each hidden choice of a player other than the viewer by the face that `put` returns.
    fn each_sealed(&self, s: &mut DuelState, who: Viewer, mut put: impl FnMut(Seat) -> Face) {
        let faces = &self.board(s).faces;
        for frame in &mut s.frames {
            let Frame::Resolve(f) = frame else { continue };
            if !self.is_sealed(f) {
                continue;
            }
            for face in &mut f.chosen {
                let (seat, _) = faces[face.index()];
                if who != Viewer::Seat(seat) && who != Viewer::God {
                    *face = put(seat);
                }
            }
        }
    }
}

impl Duel {
    /// Replaces the hidden choices of other players by random cards from their hands.
    fn refill(&self, s: &mut DuelState, who: Viewer, rng: &mut Rng) {
        if !s.frames.iter().any(|frame| matches!(frame, Frame::Resolve(f) if self.is_sealed(f))) {
            return;
        }
        let (shape, board) = (self.shape(s), self.board(s));
        let faces = |hand: &ZoneId| {
            s.table.entries(shape, *hand).map(|entry| s.table.face(shape, entry)).collect::<Vec<Face>>()
        };
        let mut hands: Vec<Vec<Face>> = board.hand.iter().map(faces).collect();
        self.each_sealed(s, who, |seat| {
            let hand = &mut hands[seat.index()];
            if hand.is_empty() { Face(0) } else { hand.swap_remove(rng.below(hand.len() as u32) as usize) }
        });
    }
}

impl Hidden for Duel {
    type View = View;

    fn view(&self, SealedState(s): &SealedState, who: Viewer) -> View {
        let naming = CardNumbering::new(self.shape(s), who, &s.table, &[], &[]);
        let mut open = self.bare(s, |entry| Entry(naming.number(entry).unwrap_or(0)));
        let faces = &self.board(s).faces;
        let blank = |seat: Seat| faces.iter().position(|(owner, _)| *owner == seat).unwrap_or(0);
        self.each_sealed(&mut open, who, |seat| Face(blank(seat) as u16));
        View { who, table: naming.view(), open }
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> SealedState {
        let shape = self.shape(&view.open);
        let sampled = sample(shape, &view.table, &[], rng);
        let mut state = view.open.clone();
        state.table = sampled.table;
        state.rng = rng.split();
        for obj in &mut state.objs {
            obj.entry = obj.entry.map(|number| if obj.gone { Entry(0) } else { sampled.entries[number.index()] });
        }
        self.refill(&mut state, view.who, rng);
        SealedState(state)
    }

    fn witness(&self, fact: &Fact, who: Viewer) -> Option<Fact> {
        match fact {
            Fact::Table(fact) => fact.witness(who).map(Fact::Table),
            Fact::Note(note) => Some(Fact::Note(note.clone())),
        }
    }
}

/// Checks whether these rules can continue a match from this state.
pub(crate) fn validate_state(rules: &Duel, s: &DuelState) -> Result<(), Corrupt> {
    let decks = rules.decks.len();
    if s.decks.len() != 2 || s.decks.iter().any(|deck| usize::from(*deck) >= decks) {
        return Err(Corrupt::new("the decks of the match are unknown"));
    }
    if s.players.len() != 2 {
        return Err(Corrupt::new("a duel has two players"));
    }
    s.table.validate_state(rules.shape(s))?;
    Ok(())
}
