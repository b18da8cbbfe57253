//! Handles keys and mouse clicks.

use crate::cards::face_text;
use crate::overlay::Overlay;
use crate::screen::{Hit, PlayerRequest, Screen};
use crate::{card_text, moves};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Position;
use rulebook_scene::{Gesture, Square};

/// Number of lines that the mouse wheel or a page key scrolls.
const PAGE: usize = 8;
/// Maximum number of lines by which the help can be scrolled.
const HELP_ROWS: usize = 20;
/// Maximum length of a reason, in characters.
const MOST_REASON: usize = 300;
/// Maximum length of typed text, in characters. A move of many cards is the longest text.
const MOST_TYPED: usize = 400;

impl Screen {
    /// Handles an event. Returns the request that the event means, if any.
    pub fn input(&mut self, event: &Event) -> Option<PlayerRequest> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => {
                let at = Position::new(mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) if self.overlay.is_none() => self.click(at),
                    MouseEventKind::Down(MouseButton::Right) if self.overlay.is_none() => self.look_at(at),
                    MouseEventKind::ScrollUp => self.step(-1),
                    MouseEventKind::ScrollDown => self.step(1),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn key(&mut self, key: &KeyEvent) -> Option<PlayerRequest> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            if let Some(Overlay::Reason(_)) = self.overlay {
                self.overlay = None;
                return Some(PlayerRequest::Reason(String::new()));
            }
            return self.leave();
        }
        if self.overlay.is_some() {
            return self.over(key);
        }
        match key.code {
            KeyCode::Char('z') if control => Some(PlayerRequest::Undo),
            KeyCode::Char(_) if control => None,
            KeyCode::Char('?') if self.typed.is_empty() => self.open(Overlay::Help(0)),
            // A capital `Q` starts a search, for queens.
            KeyCode::Char('q') if self.typed.is_empty() => self.leave(),
            KeyCode::Char(letter) => {
                if self.typed.chars().count() < MOST_TYPED && !(letter == ' ' && self.typed.is_empty()) {
                    self.typed.push(letter);
                    self.chosen = 0;
                }
                None
            }
            KeyCode::Backspace => {
                self.typed.pop();
                self.chosen = 0;
                None
            }
            KeyCode::Esc => {
                self.forget();
                None
            }
            KeyCode::Enter => self.chosen_move(),
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            KeyCode::Left => self.step(-self.list_rows),
            KeyCode::Right => self.step(self.list_rows),
            KeyCode::Home => self.step(isize::MIN / 2),
            KeyCode::End => self.step(isize::MAX / 2),
            KeyCode::PageUp => {
                self.log_up += PAGE;
                None
            }
            KeyCode::PageDown => {
                self.log_up = self.log_up.saturating_sub(PAGE);
                None
            }
            KeyCode::F(1) => self.open(Overlay::Help(0)),
            KeyCode::F(2) | KeyCode::Tab => Some(PlayerRequest::Hint).filter(|_| !self.offers.is_empty()),
            KeyCode::F(3) => Some(PlayerRequest::Undo),
            KeyCode::F(4) => self.open(Overlay::Rules(0)),
            KeyCode::F(5) => {
                self.flipped = !self.flipped;
                None
            }
            KeyCode::F(6) => self.show_card(self.chosen_card()),
            KeyCode::F(10) => self.leave(),
            _ => None,
        }
    }

    /// The card that belongs to the chosen move, as an index into the visible cards with text. 0 if the move has no
    /// such card.
    fn chosen_card(&self) -> usize {
        let offer = self.listed().get(self.chosen).map(|&at| &self.offers[at]);
        let card = offer.and_then(|offer| moves::cards(offer).first().copied());
        card.and_then(|(zone, at)| self.printed_at(zone, at)).unwrap_or(0)
    }

    /// The index of a card among the visible cards with text. The card is given by its zone and its index in the zone.
    fn printed_at(&self, zone: usize, at: usize) -> Option<usize> {
        let face = self.scene.zones.get(zone)?.cards.get(at)?.face.as_ref()?;
        card_text::faces(&self.scene).iter().position(|other| *other == face)
    }

    /// Shows the card with this index over the table. After the last card comes the first.
    fn show_card(&mut self, number: usize) -> Option<PlayerRequest> {
        let faces = card_text::faces(&self.scene);
        let Some(number) = number.checked_rem(faces.len()) else {
            self.note("These cards have no more text.");
            return None;
        };
        let face = faces[number];
        let (title, text) = (face_text(face).0, card_text::lines(face).join("\n"));
        self.open(Overlay::Card(number, title, text))
    }

    fn open(&mut self, overlay: Overlay) -> Option<PlayerRequest> {
        self.overlay = Some(overlay);
        None
    }

    /// Handles the key for leaving: the first press asks, the second press leaves.
    fn leave(&mut self) -> Option<PlayerRequest> {
        if self.overlay == Some(Overlay::Leave) || self.scene.outcome.is_some() {
            return Some(PlayerRequest::Quit);
        }
        self.open(Overlay::Leave)
    }

    /// Handles a key while an overlay is open.
    fn over(&mut self, key: &KeyEvent) -> Option<PlayerRequest> {
        if let Some(Overlay::Card(number, ..)) = &self.overlay {
            let (number, all) = (*number, card_text::faces(&self.scene).len());
            match key.code {
                KeyCode::Down | KeyCode::Right => return self.show_card(number + 1),
                KeyCode::Up | KeyCode::Left => return self.show_card((number + all).saturating_sub(1)),
                _ => {}
            }
        }
        let last = self.last_line();
        let Some(overlay) = &mut self.overlay else { return None };
        let wish = match (overlay, key.code) {
            (Overlay::Rules(from) | Overlay::Help(from), KeyCode::Down | KeyCode::Char(' ') | KeyCode::PageDown) => {
                *from = (*from + if key.code == KeyCode::Down { 1 } else { PAGE }).min(last);
                return None;
            }
            (Overlay::Rules(from) | Overlay::Help(from), KeyCode::Up | KeyCode::PageUp) => {
                *from = from.saturating_sub(if key.code == KeyCode::Up { 1 } else { PAGE });
                return None;
            }
            (Overlay::Cover(_) | Overlay::Notice(..), KeyCode::Enter) => Some(PlayerRequest::Next),
            (Overlay::Cover(_) | Overlay::Notice(..), KeyCode::Esc | KeyCode::F(10)) => Some(PlayerRequest::Quit),
            (Overlay::Cover(_) | Overlay::Notice(..), _) => return None,
            (Overlay::Leave, KeyCode::Enter | KeyCode::Char('y' | 'Y') | KeyCode::F(10)) => Some(PlayerRequest::Quit),
            (Overlay::Leave, KeyCode::Char('r' | 'R')) => Some(PlayerRequest::Resign),
            (Overlay::Reason(typed), KeyCode::Char(letter)) => {
                if typed.chars().count() < MOST_REASON {
                    typed.push(letter);
                }
                return None;
            }
            (Overlay::Reason(typed), KeyCode::Backspace) => {
                typed.pop();
                return None;
            }
            (Overlay::Reason(typed), KeyCode::Enter) => Some(PlayerRequest::Reason(typed.trim().to_owned())),
            (Overlay::Reason(_), KeyCode::Esc) => Some(PlayerRequest::Reason(String::new())),
            (Overlay::Reason(_), _) => return None,
            (Overlay::Leave, KeyCode::Esc | KeyCode::Char('n' | 'N')) => None,
            (Overlay::Leave, _) => return None,
            (Overlay::Help(_) | Overlay::Rules(_) | Overlay::Card(..), _) => None,
        };
        self.overlay = None;
        wish
    }

    /// The largest number of lines by which the overlay can be scrolled.
    fn last_line(&self) -> usize {
        match &self.overlay {
            Some(Overlay::Help(_)) => HELP_ROWS,
            _ => self.rules.len().saturating_sub(1),
        }
    }

    fn step(&mut self, by: isize) -> Option<PlayerRequest> {
        let last = self.last_line();
        if let Some(Overlay::Rules(from) | Overlay::Help(from)) = &mut self.overlay {
            *from = from.saturating_add_signed(by).min(last);
            return None;
        }
        let last = self.listed().len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(by).min(last);
        None
    }

    fn chosen_move(&mut self) -> Option<PlayerRequest> {
        let at = self.listed().get(self.chosen).copied();
        // The typed text may be a legal move in another spelling. The caller checks it, and explains why it is refused.
        let text = match at {
            Some(at) => self.offers[at].text.clone(),
            None if self.offers.is_empty() || self.typed.is_empty() => return None,
            None => self.typed.clone(),
        };
        Some(PlayerRequest::Play(text))
    }

    /// The clickable area under the mouse. If areas overlap, the area that was drawn last counts.
    fn hit(&self, at: Position) -> Option<Hit> {
        self.hits.iter().rev().find(|(place, _)| place.contains(at)).map(|(_, hit)| hit.clone())
    }

    /// Shows the card under the mouse.
    fn look_at(&mut self, at: Position) -> Option<PlayerRequest> {
        let Hit::Card(zone, at) = self.hit(at)? else { return None };
        let number = self.printed_at(zone, at)?;
        self.show_card(number)
    }

    fn click(&mut self, at: Position) -> Option<PlayerRequest> {
        match self.hit(at)? {
            Hit::Row(place) if place == self.chosen => self.chosen_move(),
            Hit::Row(place) => {
                self.chosen = place;
                None
            }
            Hit::Card(zone, card) => {
                let found = self.with(|offer| moves::has_card(offer, zone, card));
                if found.is_empty() {
                    let zone = self.scene.zones.get(zone).map(|zone| zone.id.clone()).unwrap_or_default();
                    return self.click_zone(&zone);
                }
                self.narrow(found, false)
            }
            Hit::Zone(zone) => self.click_zone(&zone),
            Hit::Button(id) => {
                let found = self.with(|offer| matches!(&offer.gesture, Gesture::Button { id: other } if *other == id));
                self.narrow(found, true)
            }
            Hit::Square(square) => self.click_square(square),
        }
    }

    /// The listed moves that satisfy a condition, as indexes into all offers.
    fn with(&self, fits: impl Fn(&rulebook_scene::Offer) -> bool) -> Vec<usize> {
        self.listed().into_iter().filter(|at| fits(&self.offers[*at])).collect()
    }

    fn click_zone(&mut self, zone: &str) -> Option<PlayerRequest> {
        let found = self.with(|offer| moves::zone(offer) == Some(zone));
        let at_once = self.narrowed.is_some();
        self.narrow(found, at_once)
    }

    fn click_square(&mut self, square: Square) -> Option<PlayerRequest> {
        if let Some(from) = self.from.take() {
            let found = self.with(|offer| moves::squares(offer) == (Some(from), Some(square)));
            self.narrowed = None;
            if !found.is_empty() {
                return self.narrow(found, true);
            }
        }
        let placed = self.with(|offer| moves::squares(offer) == (None, Some(square)));
        if !placed.is_empty() {
            return self.narrow(placed, true);
        }
        let leaving = self.with(|offer| moves::squares(offer).0 == Some(square));
        if leaving.is_empty() {
            self.forget();
            return None;
        }
        self.from = Some(square);
        self.narrow(leaving, false)
    }

    /// Limits the list to these moves. If only one move is left, it is played if `at_once` is set, or if it was the
    /// only one before.
    fn narrow(&mut self, found: Vec<usize>, at_once: bool) -> Option<PlayerRequest> {
        let again = self.narrowed.as_ref() == Some(&found);
        match found[..] {
            [] => self.forget(),
            [only] if at_once || again => return Some(PlayerRequest::Play(self.offers[only].text.clone())),
            _ => {
                self.narrowed = Some(found);
                self.chosen = 0;
            }
        }
        None
    }
}
