//! Invariants: conditions that every state must meet while it waits for an answer.

use super::compiled_cards::{CompiledAbility, Op};
use super::state::{DuelState, Question, Zone};
use super::{Duel, Engine, SealedState};
use crate::ir::Act;
use rulebook_kernel::Seat;
use rulebook_table::Entry;

impl Duel {
    /// Checks the invariants of a state. Zones contain each card once, the cached characteristics match the layers, and
    /// no player has priority while a state-based action is due (CR 704.3).
    ///
    /// # Errors
    ///
    /// Returns a description of the first violation.
    pub fn consistent(&self, SealedState(s): &SealedState) -> Result<(), String> {
        self.sound(s)
    }

    /// Checks that no mana stayed in a pool beyond its step or phase (CR 106.4).
    ///
    /// # Errors
    ///
    /// Returns an error that names the player who kept the mana.
    pub fn follows(&self, SealedState(before): &SealedState, SealedState(after): &SealedState) -> Result<(), String> {
        // When a new step begins, every mana pool is empty, except for mana that a triggered ability has added.
        let gives = |ab: &CompiledAbility| match ab {
            CompiledAbility::Triggered { code, .. } => {
                let adds = |op: &Op| matches!(op, Op::Act(Act::AddMana { .. }, _));
                self.cards.codes[*code as usize].ops.iter().any(adds)
            }
            _ => false,
        };
        let same = (before.turn, before.step) == (after.turn, after.step);
        if same || after.over.is_some() || self.cards.abilities.iter().any(gives) {
            return Ok(());
        }
        match Seat::all(after.seats()).find(|seat| after.player(*seat).pool != [0; 6]) {
            Some(seat) => Err(format!("{seat} has mana from the step before")),
            None => Ok(()),
        }
    }

    /// The number of permanents.
    #[must_use]
    pub fn permanents(&self, SealedState(s): &SealedState) -> usize {
        s.field.len()
    }

    pub(crate) fn sound(&self, s: &DuelState) -> Result<(), String> {
        if s.over.is_some() {
            return Ok(());
        }
        self.zones_agree(s)?;
        // While attackers or blockers are being declared, they do not count as attacking or blocking (CR 508.1, 509.1).
        if s.ask.is_some_and(|ask| matches!(ask.what, Question::Attack | Question::Block)) {
            return Ok(());
        }
        let mut again = s.clone();
        self.layers(&mut again);
        for (id, o) in s.permanents() {
            let fresh = &again.objs[id.slot as usize].chars;
            if o.chars != *fresh {
                return Err(format!("{} is {:?}, not {fresh:?}", self.name_of(s, id), o.chars));
            }
        }
        if again.granted != s.granted {
            return Err("the granted abilities do not match the layers".to_owned());
        }
        if s.ask.is_some_and(|ask| ask.what == Question::Priority) {
            if Engine::new(self, &mut again, None).state_based() {
                return Err("a state-based action is pending although a player has priority".to_owned());
            }
            if !s.waiting.is_empty() {
                return Err("a trigger is pending although a player has priority".to_owned());
            }
        }
        Ok(())
    }

    /// Checks that every card in a public zone has exactly one object. Also checks that every object with a card is in
    /// the zone of its card.
    fn zones_agree(&self, s: &DuelState) -> Result<(), String> {
        let (shape, board) = (self.shape(s), self.board(s));
        let mut seen: Vec<Entry> = Vec::new();
        for (id, o) in s.all() {
            let Some(entry) = o.entry else { continue };
            let i = o.owner.index();
            let wanted = match o.zone {
                Zone::Battlefield => board.battlefield[i],
                Zone::Stack => board.stack,
                Zone::Graveyard => board.graveyard[i],
                _ => board.exile,
            };
            if s.table.zone(entry) != Some(wanted) {
                return Err(format!("{} is in another zone than its card", self.name_of(s, id)));
            }
            seen.push(entry);
        }
        seen.sort_unstable();
        if seen.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two objects have the same card".to_owned());
        }
        let open = board.battlefield.iter().chain(&board.graveyard).chain([&board.exile, &board.stack]);
        let cards: usize = open.map(|zone| s.table.count(shape, *zone)).sum();
        if cards != seen.len() {
            return Err(format!("{cards} cards lie open, but {} objects have a card", seen.len()));
        }
        let hidden = board.hand.iter().chain(&board.library).map(|zone| s.table.count(shape, *zone));
        let all = cards + hidden.sum::<usize>();
        if all != shape.entries() {
            return Err(format!("the zones hold {all} cards, but the match has {}", shape.entries()));
        }
        let on_field = s.all().filter(|(_, o)| o.zone == Zone::Battlefield).count();
        if on_field != s.field.len() {
            return Err(format!("there are {on_field} permanents, but {} in the list", s.field.len()));
        }
        Ok(())
    }
}
