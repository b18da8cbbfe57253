//! Playing a land (CR 305).

use super::Engine;
use super::compiled_cards::{AbilityId, CompiledAbility, DefId};
use super::fact::Note;
use super::state::{Flow, Frame, Id, Ids, Item, Resolving, TriggerEvent, Zone};
use crate::ir::Static;
use rulebook_kernel::Seat;
use rulebook_table::Entry;
use smallvec::SmallVec;

impl Engine<'_> {
    pub(crate) fn play_land(&mut self, seat: Seat, entry: Entry) {
        let id = self.show_land(entry, None);
        self.put_land(seat, id);
    }

    /// Moves a land card out of its zone as it is played. By the rules, a land never uses the stack (CR 305.1). The
    /// engine keeps it there only while a player chooses how it enters. `side` is the face to play, if it is not the
    /// front face.
    pub(super) fn show_land(&mut self, entry: Entry, side: Option<DefId>) -> Id {
        let r = self.r;
        let (owner, def) = r.face(self.s, self.s.table.face(r.shape(self.s), entry));
        let asks = |ab: &AbilityId| match &r.cards.abilities[*ab as usize] {
            CompiledAbility::Static(Static::Replace(replacement)) => super::mid_step_choices::chooses(replacement),
            _ => false,
        };
        if r.reorders || r.cards.defs[side.unwrap_or(def) as usize].abilities.iter().any(asks) {
            return self.lift(entry, Zone::Stack);
        }
        let mut obj = r.blank(def, owner, Zone::Stack);
        obj.entry = Some(entry);
        obj.time = self.tick();
        self.alloc(obj)
    }

    pub(crate) fn play_land_from(&mut self, seat: Seat, id: Id) {
        let Some(entry) = self.s.live(id).and_then(|o| o.entry) else { return };
        self.depart(id);
        self.s.permits.retain(|permit| permit.id != id);
        let new = self.show_land(entry, None);
        self.s.objs[id.slot as usize].next = new;
        self.put_land(seat, new);
    }

    pub(super) fn put_land(&mut self, seat: Seat, id: Id) {
        self.s.players[seat.index()].lands += 1;
        let def = self.s.obj(id).face;
        self.note(|| Note::Land(seat, def));
        let item = Item {
            id,
            ability: None,
            source: id,
            controller: seat,
            parts: SmallVec::new(),
            targets: SmallVec::new(),
            x: 0,
            kicked: 0,
            paid: Ids::new(),
            occasion: TriggerEvent::default(),
            copy: false,
            born: 0,
        };
        self.s.flow = Flow::Settle;
        self.s.priority = seat;
        self.push(Frame::Resolve(Box::new(Resolving { quick: true, ..Resolving::new(item) })));
    }
}
