//! Finds zones by their role, and records which zones receive cards.

use super::super::{Compiler, codes};
use crate::code::{Expr, Zones};
use crate::syntax::{Name, Role};
use rulebook_diag::{Diagnostic, Span};

impl<'a> Compiler<'a> {
    /// The definition of the only zone with a role. Each player has such a zone, or all players share it.
    pub(super) fn role_def(&mut self, role: Role, owned: bool, span: Span) -> Option<usize> {
        let fits = |def: &usize| {
            let zone = &self.game.zones[*def];
            zone.role == Some(role) && (!owned || !zone.is_shared())
        };
        let found: Vec<usize> = (0..self.game.zones.len()).filter(fits).collect();
        // Prefer zones with a written role to zones with an inferred role, and zones of players to shared zones.
        let written: Vec<usize> = found.iter().copied().filter(|d| self.game.zones[*d].inferred.is_none()).collect();
        let found = if written.is_empty() { found } else { written };
        let own: Vec<usize> = found.iter().copied().filter(|d| !self.game.zones[*d].is_shared()).collect();
        let found = if own.is_empty() { found } else { own };
        // If several zones are left, take the zone whose name is the role, such as `hand`.
        let word = role.word();
        let only = match found.as_slice() {
            [only] => Some(*only),
            several => several.iter().copied().find(|d| self.game.zones[*d].name == word),
        };
        if only.is_some() {
            return only;
        }
        let message = match found.len() {
            0 => format!("no zone has the role `{word}`"),
            _ => format!("several zones have the role `{word}`"),
        };
        let help = format!("write `role: {word}` in the zone you mean, or name a zone here");
        self.report(Diagnostic::error(codes::NO_ROLE, span, message).label("which zone?").help(help));
        None
    }

    /// The zone with a role. If each player has such a zone, returns the zone of `player`.
    pub(super) fn zone_for(&mut self, role: Role, player: &Expr, span: Span) -> Expr {
        match self.role_def(role, role == Role::Hand, span) {
            Some(def) if self.game.zones[def].is_shared() => Expr::Const(self.game.shared_zone(def)),
            Some(def) => Expr::ZoneOf(def, Box::new(player.clone())),
            None => super::super::value::missing(),
        }
    }

    /// The number of a declared event. Reports an unknown name.
    pub(super) fn event(&mut self, name: &Name) -> Option<usize> {
        let events = &self.document.components.events;
        let found = events.iter().position(|event| event.name.text == name.text);
        if found.is_none() {
            let known = events.iter().map(|event| event.name.as_str());
            self.report(super::super::unknown_names::unknown_event(name, known));
        }
        found
    }

    pub(super) fn event_is_heard(&self, number: usize) -> bool {
        let name = self.document.components.events[number].name.as_str();
        let mut rules = self.document.rules.iter().filter(|rule| !rule.disabled).map(|rule| &rule.trigger);
        rules.any(|trigger| matches!(&trigger.event, crate::syntax::Event::Custom(heard) if heard.as_str() == name))
    }

    /// Records that cards can enter this zone.
    pub(super) fn note_filled(&mut self, to: &Expr) {
        match self.def_of(to) {
            Some(def) => {
                self.filled.insert(def);
            }
            None => self.filled.extend(0..self.game.zones.len()),
        }
    }

    pub(super) fn note_filled_zones(&mut self, to: &Zones) {
        match to {
            Zones::OfSeats(def, _) => {
                self.filled.insert(*def);
            }
            Zones::One(zone) => self.note_filled(zone),
            _ => self.filled.extend(0..self.game.zones.len()),
        }
    }
}
