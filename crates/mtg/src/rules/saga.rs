//! Sagas (CR 714): lore counters, chapter abilities, and the sacrifice after the last chapter.

use super::compiled_cards::{AbilityId, CardDef, CompiledAbility, CompiledCards, Words};
use super::state::{DuelState, Frame, GameObject, Id};
use super::{Duel, Engine};
use crate::ir::{Body, CounterKind, Event};
use rulebook_kernel::Seat;

impl CompiledCards {
    /// Compiles a chapter line to one triggered ability for each chapter number (CR 714.2b).
    pub(super) fn chapter(&mut self, numbers: &[u8], body: &Body, def: &mut CardDef, words: &dyn Words) {
        let code = self.body(body, words);
        for number in numbers {
            let event = Event::Chapter(*number);
            let ab = self.ability(CompiledAbility::Triggered { event, cond: None, code, once: false });
            def.abilities.push(ab);
            def.chapters = def.chapters.max(*number);
        }
        self.lore = Some(self.kind(CounterKind::Lore));
    }
}

impl Duel {
    fn is_chapter(&self, ab: Option<AbilityId>) -> bool {
        let ab = ab.and_then(|ab| self.cards.abilities.get(ab as usize));
        matches!(ab, Some(CompiledAbility::Triggered { event: Event::Chapter(_), .. }))
    }

    /// The number of chapters and the number of lore counters of a Saga. `None` for other permanents.
    fn story(&self, s: &DuelState, id: Id) -> Option<(i16, i16)> {
        let o = s.obj(id);
        let lore = self.cards.lore?;
        let chapters = i16::from(self.cards.defs[o.face as usize].chapters);
        (chapters > 0 && !o.chars.lost).then(|| (chapters, s.count(id, lore)))
    }

    /// Whether the Saga must be sacrificed: it has reached its last chapter, and none of its chapter abilities is on
    /// the stack (CR 714.4).
    pub(super) fn is_told(&self, s: &DuelState, id: Id) -> bool {
        let told = self.story(s, id).is_some_and(|(chapters, lore)| lore >= chapters);
        told && !s.stack.iter().any(|item| item.source == id && self.is_chapter(item.ability))
            && !s.waiting.iter().any(|w| w.source == id && self.is_chapter(w.ability))
            && !s.frames.iter().any(|frame| match frame {
                Frame::Cast(casting) => casting.item.source == id && self.is_chapter(casting.item.ability),
                _ => false,
            })
    }

    /// Whether putting these lore counters on the Saga reaches the chapter.
    pub(super) fn reaches(&self, s: &DuelState, id: Id, kind: u8, n: i32, chapter: u8) -> bool {
        let now = s.known(id).map_or(0, |_| i32::from(s.count(id, kind)));
        self.cards.lore == Some(kind) && now - n < i32::from(chapter) && i32::from(chapter) <= now
    }
}

impl Engine<'_> {
    /// Puts the first lore counter on a Saga as it enters (CR 714.3a).
    pub(super) fn begin_story(&mut self, id: Id) {
        if let Some(kind) = self.r.cards.lore
            && self.r.story(self.s, id).is_some()
        {
            let seat = self.s.obj(id).chars.controller;
            self.put_counters(id, kind, 1, seat);
        }
    }

    /// Adds a lore counter to each Saga of the player as the main phase after the draw step begins (CR 714.3b).
    pub(super) fn tell_on(&mut self, seat: Seat) {
        let Some(kind) = self.r.cards.lore else { return };
        let mine = |id: Id, o: &GameObject| o.chars.controller == seat && self.r.story(self.s, id).is_some();
        let sagas: Vec<Id> = self.s.permanents().filter(|(id, o)| mine(*id, o)).map(|(id, _)| id).collect();
        for id in sagas {
            self.put_counters(id, kind, 1, seat);
        }
    }
}
