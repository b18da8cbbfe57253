//! Tries one intent: finds the offer with the same gesture, or uses the move text. The move must be played, or be
//! refused as the scenario expects.

use super::{Intent, IntentKind, Seats};
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::{CardSpot, Gesture, Scene};

/// The action that deals the cards in the card engine. Here the cards are dealt when the match is created.
const START: &str = "start-game";

impl Intent {
    /// A short description of the intent, for messages.
    pub(super) fn words(&self) -> String {
        let or_any = |pile: &Option<String>| pile.clone().unwrap_or_else(|| "anywhere".to_owned());
        match self.kind {
            IntentKind::Text => format!("text {:?}", self.text.as_deref().unwrap_or_default()),
            IntentKind::Action => format!("action {:?}", self.action.as_deref().unwrap_or_default()),
            IntentKind::Move => {
                let (from, to) = (or_any(&self.from_pile_id), or_any(&self.to_pile_id));
                format!("move [{}] from {from} to {to}", self.cards().join(" "))
            }
        }
    }

    fn cards(&self) -> Vec<String> {
        self.card_id.iter().chain(&self.card_ids).map(|card| card.text()).collect()
    }
}

/// Tries an intent. The move must be played. If the scenario expects an error, the move must be refused, and the state
/// must not change.
pub(super) fn try_one(game: &mut dyn AnyMatch, seats: &Seats, nth: usize, intent: &Intent) -> Result<(), String> {
    if intent.action.as_deref() == Some(START) && nth == 0 {
        return Ok(());
    }
    let seat = match &intent.player_id {
        Some(name) => seats.find(name)?,
        None => game.turn().seats().lowest().ok_or("nobody is due: the match is over")?,
    };
    let before = (game.digest(), game.log_head());
    let result = find_text(game, seat, intent)?.and_then(|text| {
        let played = game.play(seat, &text).map(drop);
        played.map_err(|why| why.to_string())
    });
    match (result, &intent.expected_error) {
        (Ok(()), None) => Ok(()),
        (Ok(()), Some(error)) => Err(format!("it was accepted, but should be refused with {error:?}")),
        (Err(reason), None) => Err(format!("refused: {reason}")),
        (Err(_), Some(_)) if (game.digest(), game.log_head()) != before => {
            Err("it was refused, and yet the state changed".to_owned())
        }
        (Err(reason), Some(error)) if reason.contains(error.as_str()) => Ok(()),
        (Err(reason), Some(error)) => Err(format!("refused with {reason:?}, which does not contain {error:?}")),
    }
}

/// The move text of an intent. The inner error says why no legal move matches. The outer error is a mistake in the
/// scenario.
fn find_text(game: &dyn AnyMatch, seat: Seat, intent: &Intent) -> Result<Result<String, String>, String> {
    if let (IntentKind::Text, text) = (intent.kind, &intent.text) {
        return text.clone().map(Ok).ok_or_else(|| "an intent of type `text` needs `text`".to_owned());
    }
    if intent.kind == IntentKind::Action && intent.action.is_none() {
        return Err("an intent of type `action` needs `action`".to_owned());
    }
    let Some(ask) = game.ask(seat) else {
        let why = game.check(seat, "").err().map_or_else(|| format!("{seat} is not due"), |why| why.to_string());
        return Ok(Err(why));
    };
    let scenes = Scenes { own: game.scene(Viewer::Seat(seat)), god: game.scene(Viewer::God) };
    let meant: Vec<_> = ask.offers.iter().filter(|offer| scenes.means(intent, &offer.gesture, &offer.text)).collect();
    match &meant[..] {
        [offer] => Ok(Ok(offer.text.clone())),
        [] => {
            // No offer matches. If the intent also has a text, use the text, to get the reason of the refusal.
            let texts: Vec<&str> = ask.offers.iter().map(|offer| offer.text.as_str()).collect();
            let none = format!("it matches no legal move; the legal moves are {}", texts.join(" | "));
            Ok(intent.text.clone().ok_or(none))
        }
        several => {
            let texts: Vec<&str> = several.iter().map(|offer| offer.text.as_str()).collect();
            match intent.text.as_ref().filter(|text| texts.contains(&text.as_str())) {
                Some(text) => Ok(Ok(text.clone())),
                None => Err(format!("it could mean {}; add `text`", texts.join(" | "))),
            }
        }
    }
}

struct Scenes {
    own: Scene,
    god: Scene,
}

impl Scenes {
    fn means(&self, intent: &Intent, gesture: &Gesture, text: &str) -> bool {
        let is = |wanted: &Option<String>, id: &str| wanted.as_ref().is_none_or(|wanted| wanted == id);
        if intent.kind == IntentKind::Action {
            let action = intent.action.as_deref().unwrap_or_default();
            return text == action || matches!(gesture, Gesture::Button { id } if id == action);
        }
        match gesture {
            Gesture::Drag { cards, to } => is(&intent.to_pile_id, to) && self.are(intent, cards),
            Gesture::Card { card } => self.are(intent, std::slice::from_ref(card)),
            // A click on a pile plays its top card. The intent may name that card.
            Gesture::Zone { zone } => {
                let from_here = is(&intent.from_pile_id, zone) && intent.from_pile_id.is_some();
                let to_here = is(&intent.to_pile_id, zone) && intent.to_pile_id.is_some();
                match &intent.cards()[..] {
                    [] => from_here || to_here,
                    [card] if from_here => self.top(zone).is_none_or(|top| top == card),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether these are the cards of the intent, in any order, and all lie in the pile of the intent.
    fn are(&self, intent: &Intent, spots: &[CardSpot]) -> bool {
        let mut wanted = intent.cards();
        let from = |spot: &CardSpot| {
            let zone = self.own.zones.get(spot.zone);
            zone.is_some_and(|zone| intent.from_pile_id.as_ref().is_none_or(|id| *id == zone.id))
        };
        if !spots.iter().all(from) || spots.len() != wanted.len() {
            return false;
        }
        spots.iter().all(|spot| {
            let found = self.face(spot).and_then(|face| wanted.iter().position(|card| card == face));
            found.map(|at| wanted.swap_remove(at)).is_some()
        })
    }

    /// The face of a card. If the seat does not see it, the face is taken from the god view, but only in an ordered
    /// zone.
    fn face(&self, spot: &CardSpot) -> Option<&str> {
        let face = |scene: &'_ Scene| -> Option<String> {
            Some(scene.zones.get(spot.zone)?.cards.get(spot.at)?.face.as_ref()?.id.clone())
        };
        let zone = self.own.zones.get(spot.zone)?;
        let scene = if face(&self.own).is_some() || !zone.ordered { &self.own } else { &self.god };
        Some(scene.zones.get(spot.zone)?.cards.get(spot.at)?.face.as_ref()?.id.as_str())
    }

    fn top(&self, zone: &str) -> Option<&str> {
        let zone = self.god.zones.iter().find(|other| other.id == zone)?;
        Some(zone.cards.last()?.face.as_ref()?.id.as_str())
    }
}
