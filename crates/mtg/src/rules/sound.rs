//! What must be so in every state that waits for an answer.

use super::state::{State, What, Zone};
use super::{Duel, G, Match};
use rulebook_table::Entry;

impl Duel {
    /// Does the state agree with itself? Zones hold each card once, characteristics are what the layers give, and nobody has
    /// priority while a state-based action waits (CR 704.3).
    ///
    /// # Errors
    /// What does not hold.
    pub fn consistent(&self, Match(s): &Match) -> Result<(), String> {
        self.sound(s)
    }

    pub(crate) fn sound(&self, s: &State) -> Result<(), String> {
        if s.over.is_some() {
            return Ok(());
        }
        self.zones_agree(s)?;
        // Attacks and blocks that are being declared are none yet (CR 508.1, 509.1).
        if s.ask.is_some_and(|ask| matches!(ask.what, What::Attack | What::Block)) {
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
            return Err("abilities that were given are not those that are".to_owned());
        }
        if s.ask.is_some_and(|ask| ask.what == What::Priority) {
            if G::new(self, &mut again, None).state_based() {
                return Err("a state-based action waits while somebody has priority".to_owned());
            }
            if !s.waiting.is_empty() {
                return Err("a trigger waits while somebody has priority".to_owned());
            }
        }
        Ok(())
    }

    /// Every card in a public zone is one object, and every object with a card lies where it says.
    fn zones_agree(&self, s: &State) -> Result<(), String> {
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
                return Err(format!("{} is not where its card lies", self.name_of(s, id)));
            }
            seen.push(entry);
        }
        seen.sort_unstable();
        if seen.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("a card is two objects".to_owned());
        }
        let open = board.battlefield.iter().chain(&board.graveyard).chain([&board.exile, &board.stack]);
        let cards: usize = open.map(|zone| s.table.count(shape, *zone)).sum();
        if cards != seen.len() {
            return Err(format!("{cards} cards lie open, {} objects have one", seen.len()));
        }
        let on_field = s.all().filter(|(_, o)| o.zone == Zone::Battlefield).count();
        if on_field != s.field.len() {
            return Err(format!("{on_field} permanents, {} in the list", s.field.len()));
        }
        Ok(())
    }
}
