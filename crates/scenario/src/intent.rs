//! Tries one intent: finds the offer with the same gesture, or uses the move text. The move must be played, or be
//! refused as the scenario expects.

use super::{CardId, Intent, IntentKind, Seats};
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::{CardMove, CardSpot, Gesture, Offer, START_HAND, Scene, action_offers};

impl Intent {
    /// A short description of the intent, for messages.
    pub(super) fn words(&self) -> String {
        let or_any = |pile: &Option<String>| pile.clone().unwrap_or_else(|| "anywhere".to_owned());
        match self.kind {
            IntentKind::Text => format!("text {:?}", self.text.as_deref().unwrap_or_default()),
            IntentKind::Action => format!("action {:?}", self.action.as_deref().unwrap_or_default()),
            IntentKind::Move => {
                let (from, to) = (or_any(&self.from_pile_id), or_any(&self.to_pile_id));
                let cards: Vec<String> = self.cards().map(CardId::text).collect();
                format!("move [{}] from {from} to {to}", cards.join(" "))
            }
        }
    }

    /// Checks that the intent names its cards in one way (card engine 2.1). A move may name no card if the player cannot
    /// see which card it is.
    pub(super) fn check(&self) -> Result<(), String> {
        match (&self.card_id, &self.card_ids) {
            (Some(_), Some(_)) => Err(
                "`cardId` and `cardIds` exclude each other: name one card with `cardId`, or all of them with `cardIds`"
                    .to_owned(),
            ),
            (None, Some(cards)) if cards.is_empty() => Err("`cardIds` is empty: name at least one card".to_owned()),
            _ => Ok(()),
        }
    }

    fn cards(&self) -> impl Iterator<Item = &CardId> {
        self.card_id.iter().chain(self.card_ids.iter().flatten())
    }
}

/// Tries an intent. Returns an error if its move is refused. If the scenario expects an error, the move must be refused
/// and the state must not change.
pub(super) fn try_one(game: &mut dyn AnyMatch, seats: &Seats, nth: usize, intent: &Intent) -> Result<(), String> {
    // The cards are dealt when the match is created, so an intent that deals them at the start does nothing.
    if intent.action.as_deref() == Some(START_HAND) && nth == 0 {
        return Ok(());
    }
    let seat = match &intent.player_id {
        Some(name) => seats.find(name)?,
        None => game.turn().seats().lowest().ok_or("nobody is due: the match is over")?,
    };
    let before = (game.digest(), game.log_head());
    let result = find_text(game, seats, seat, intent)?.and_then(|text| {
        // A text may mean several moves. `row` has checked all of them, so they are played together or not at all.
        let row = game.row(seat, &text).map_err(|why| why.to_string())?;
        row.iter().try_for_each(|text| game.play(seat, text).map(drop)).map_err(|why| why.to_string())
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
fn find_text(
    game: &dyn AnyMatch,
    seats: &Seats,
    seat: Seat,
    intent: &Intent,
) -> Result<Result<String, String>, String> {
    intent.check()?;
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
    let meant = match (intent.kind, &intent.action) {
        (IntentKind::Action, Some(action)) => action_offers(&ask.offers, action),
        _ => match scenes.meant(seats, seat, intent, &ask.offers) {
            Ok(meant) => meant,
            Err(why) => return Ok(intent.text.clone().ok_or(why)),
        },
    };
    match &meant[..] {
        [offer] => Ok(Ok(offer.text.clone())),
        [] => {
            // No single offer matches. The cards of the intent may stand for several moves, one for each card.
            if let Some(text) = scenes.drag(seats, seat, intent).and_then(|drag| game.meant(seat, &drag)) {
                return Ok(Ok(text));
            }
            // If the intent also has a text, use the text, to get the reason of the refusal.
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
    /// The gesture that drags several cards at once. At least one card lies in the pile of the intent. Other cards may lie
    /// in other piles. `None` if the intent is not such a move, or if the player does not see a card.
    fn drag(&self, seats: &Seats, seat: Seat, intent: &Intent) -> Option<Gesture> {
        let from = seats.zone_of(&self.god.zones, intent.from_pile_id.as_ref()?, seat)?;
        let to = seats.zone_of(&self.god.zones, intent.to_pile_id.as_ref()?, seat)?;
        let first = self.own.zones.iter().position(|zone| zone.id == from)?;
        let others = (0..self.own.zones.len()).filter(|zone| *zone != first);
        let mut spots: Vec<CardSpot> = Vec::new();
        for card in intent.cards().map(|card| seats.face(&self.god, card)) {
            let in_zone = |zone: usize| {
                let mut places = (0..self.own.zones[zone].cards.len()).map(|at| CardSpot::new(zone, at));
                places.find(|spot| self.face(spot) == Some(&card) && !spots.contains(spot))
            };
            let spot = in_zone(first).or_else(|| others.clone().find_map(in_zone))?;
            spots.push(spot);
        }
        if spots.iter().all(|spot| spot.zone != first) {
            return None;
        }
        // The cards are a set, so they move in the order of their pile (card engine 4.1).
        spots.sort_by_key(|spot| (spot.zone != first, spot.zone, spot.at));
        (spots.len() > 1).then(|| Gesture::Drag { cards: spots, to: to.to_owned() })
    }

    /// The offers that a move stands for. An error if the intent names a pile that does not exist.
    fn meant<'o>(
        &self,
        seats: &Seats,
        seat: Seat,
        intent: &Intent,
        offers: &'o [Offer],
    ) -> Result<Vec<&'o Offer>, String> {
        let zone = |pile: &Option<String>| -> Result<Option<&str>, String> {
            let Some(pile) = pile else { return Ok(None) };
            let ids = || self.god.zones.iter().map(|zone| zone.id.as_str()).collect::<Vec<_>>().join(", ");
            let found = seats.zone_of(&self.god.zones, pile, seat);
            found.map(Some).ok_or_else(|| format!("there is no pile {pile:?}, only [{}]", ids()))
        };
        let cards: Vec<String> = intent.cards().map(|card| seats.face(&self.god, card)).collect();
        let moved = CardMove { from: zone(&intent.from_pile_id)?, to: zone(&intent.to_pile_id)?, cards: &cards };
        let is = |spot: &CardSpot, card: &String| self.face(spot) == Some(card);
        Ok(moved.offers(&self.own, offers, is, |at, card| self.top(at).is_none_or(|top| top == card)))
    }

    /// The face of a card. If the seat does not see the card, its face comes from the god view, but only in an ordered
    /// zone.
    fn face(&self, spot: &CardSpot) -> Option<&str> {
        let face = |scene: &'_ Scene| -> Option<String> {
            Some(scene.zones.get(spot.zone)?.cards.get(spot.at)?.face.as_ref()?.id.clone())
        };
        let zone = self.own.zones.get(spot.zone)?;
        let scene = if face(&self.own).is_some() || !zone.ordered { &self.own } else { &self.god };
        Some(scene.zones.get(spot.zone)?.cards.get(spot.at)?.face.as_ref()?.id.as_str())
    }

    fn top(&self, zone: usize) -> Option<&str> {
        Some(self.god.zones.get(zone)?.cards.last()?.face.as_ref()?.id.as_str())
    }
}
