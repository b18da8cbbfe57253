//! Builds the starting position of a scenario.

use super::super::Duel;
use super::super::state::{Flow, Id, TurnStep, Zone};
use super::super::zones::Enter;
use super::{Scenario, ScenarioMatch};
use crate::ir::CounterKind;
use rulebook_kernel::{Rng, Seat};
use rulebook_table::Entry;
use smallvec::SmallVec;

/// Number of extra cards at the bottom of every library, so that no library runs out by accident.
pub(super) const FILLER: u8 = 20;

/// One line of the starting position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Life(i32),
    Poison(i16),
    /// The library has no extra cards: only the named ones.
    EmptyLibrary,
    Card {
        name: String,
        count: u8,
        zone: Zone,
        notes: Vec<String>,
    },
}

impl Item {
    pub(super) fn read(text: &str) -> Result<Item, String> {
        if let Some(n) = text.strip_prefix("life ") {
            return n.parse().map(Item::Life).map_err(|_| format!("`{text}`: no number"));
        }
        if let Some(n) = text.strip_prefix("poison ") {
            return n.parse().map(Item::Poison).map_err(|_| format!("`{text}`: no number"));
        }
        if text == "empty library" {
            return Ok(Item::EmptyLibrary);
        }
        let (text, notes) = match text.split_once('(') {
            Some((text, notes)) => {
                (text.trim(), notes.trim_end_matches(')').split(',').map(|note| note.trim().to_owned()).collect())
            }
            None => (text, Vec::new()),
        };
        let zones = [
            (" in hand", Zone::Hand),
            (" in graveyard", Zone::Graveyard),
            (" in exile", Zone::Exile),
            (" in library", Zone::Library),
        ];
        let found = zones.iter().find_map(|(end, zone)| Some((text.strip_suffix(end)?, *zone)));
        let (text, zone) = found.unwrap_or((text, Zone::Battlefield));
        let (count, name) = match text.split_once(' ') {
            Some((n, rest)) if n.parse::<u8>().is_ok() => (n.parse().unwrap_or(1), rest),
            _ => (1, text),
        };
        Ok(Item::Card { name: name.to_owned(), count, zone, notes })
    }

    pub(super) fn card(&self) -> Option<&str> {
        if let Item::Card { name, .. } = self { Some(name) } else { None }
    }

    pub(super) fn count(&self) -> u8 {
        if let Item::Card { count, .. } = self { *count } else { 0 }
    }
}

impl<'a> ScenarioMatch<'a> {
    pub(super) fn set_up(rules: &'a Duel, scenario: &Scenario) -> Result<ScenarioMatch<'a>, String> {
        let decks: SmallVec<[u8; 4]> = SmallVec::from_slice(&[0, 1]);
        let mut lab = ScenarioMatch { r: rules, s: rules.fresh(decks, true, Rng::seeded(&scenario.name)) };
        for player in &mut lab.s.players {
            player.kept = true;
        }
        let active = Seat::new(scenario.turn);
        (lab.s.first, lab.s.active, lab.s.priority) = (active, active, active);
        (lab.s.turn, lab.s.step, lab.s.flow) = (3, TurnStep::Main, Flow::Settle);
        // The first card in the list is the top card, so put the cards there in reverse order.
        for (seat, item) in scenario.given.iter().rev() {
            if let Item::Card { name, count, zone: Zone::Library, .. } = item {
                for _ in 0..*count {
                    let entry = lab.card(*seat, name)?;
                    let library = rules.board(&lab.s).library[seat.index()];
                    lab.run(|g| g.atom(entry, library, None));
                }
            }
        }
        for (seat, item) in &scenario.given {
            lab.give(*seat, item)?;
        }
        lab.run(|g| g.refresh());
        (lab.s.waiting, lab.s.delayed) = (Vec::new(), Vec::new());
        lab.run(|g| g.run());
        Ok(lab)
    }

    /// The lowest card with this name in the library.
    fn card(&self, seat: Seat, name: &str) -> Result<Entry, String> {
        let shape = self.r.shape(&self.s);
        let library = self.r.board(&self.s).library[seat.index()];
        let mut cards = self.s.table.order(shape, library);
        let fits = |entry: &Entry| {
            let face = self.s.table.face(shape, *entry);
            self.r.face_name(&self.s, face).eq_ignore_ascii_case(name)
        };
        cards.find(fits).ok_or_else(|| format!("no more `{name}` to give"))
    }

    fn give(&mut self, seat: Seat, item: &Item) -> Result<(), String> {
        let (name, count, zone, notes) = match item {
            Item::Life(n) => {
                self.s.players[seat.index()].life = *n;
                return Ok(());
            }
            Item::Poison(n) => {
                self.s.players[seat.index()].poison = *n;
                return Ok(());
            }
            Item::EmptyLibrary => {
                let (shape, library) = (self.r.shape(&self.s), self.r.board(&self.s).library[seat.index()]);
                let all: Vec<Entry> = self.s.table.entries(shape, library).collect();
                for entry in all {
                    self.run(|g| {
                        g.lift(entry, Zone::Exile);
                    });
                }
                return Ok(());
            }
            Item::Card { zone: Zone::Library, .. } => return Ok(()),
            Item::Card { name, count, zone, notes } => (name, *count, *zone, notes),
        };
        for _ in 0..count {
            let entry = self.card(seat, name)?;
            let hand = self.r.board(&self.s).hand[seat.index()];
            match zone {
                Zone::Hand => self.run(|g| g.atom(entry, hand, None)),
                Zone::Battlefield => {
                    let mut id = Id::NONE;
                    self.run(|g| {
                        let lifted = g.lift(entry, Zone::Exile);
                        // Enter without asking what an Aura enchants. The line says to which object it is attached.
                        id = g.enter(lifted, Enter { host: lifted, ..Enter::under(seat) });
                    });
                    self.s.objs[id.slot as usize].host = Id::NONE;
                    self.s.dirty = true;
                    self.s.objs[id.slot as usize].sick = false;
                    self.s.objs[id.slot as usize].entered = 0;
                    for note in notes {
                        self.note(id, note)?;
                    }
                }
                other => self.run(|g| {
                    g.lift(entry, other);
                }),
            }
        }
        Ok(())
    }

    fn note(&mut self, id: Id, note: &str) -> Result<(), String> {
        if let Some(host) = note.strip_prefix("on ") {
            match super::read::seat(host) {
                Some(seat) => self.s.objs[id.slot as usize].on_seat = Some(seat),
                None => self.s.objs[id.slot as usize].host = self.find(host)?,
            }
        } else if let Some(n) = note.strip_prefix("damage ") {
            self.s.objs[id.slot as usize].damage = n.parse().map_err(|_| format!("`{note}`: no number"))?;
        } else if let Some((n, kind)) = note.split_once(' ').filter(|(n, _)| n.parse::<i16>().is_ok()) {
            let kind = self.kind(kind)?;
            let n = n.parse().map_err(|_| format!("`{note}`: no number"))?;
            let had = self.s.count(id, kind);
            self.s.add_counters(id.slot, kind, -had);
            self.s.add_counters(id.slot, kind, n);
        } else {
            let obj = &mut self.s.objs[id.slot as usize];
            match note {
                "tapped" => obj.tapped = true,
                "sick" => (obj.sick, obj.entered) = (true, 3),
                _ => return Err(format!("`{note}` is not a note for a permanent")),
            }
        }
        self.s.dirty = true;
        Ok(())
    }

    pub(super) fn kind(&self, word: &str) -> Result<u8, String> {
        if let Some(at) = self.cards().kind_names.iter().position(|name| name == word) {
            return Ok(at as u8);
        }
        let kind = match word {
            "+1/+1" => CounterKind::PlusOne,
            "-1/-1" => CounterKind::MinusOne,
            "loyalty" => return Ok(super::super::compiled_cards::LOYALTY),
            "age" => CounterKind::Age,
            "fade" => CounterKind::Fade,
            "lore" => CounterKind::Lore,
            "time" => CounterKind::Time,
            _ => return Err(format!("no kind of counter: `{word}`")),
        };
        Ok(self.cards().kind_of(kind))
    }
}
