//! Intents in the shape of the card engine (card engine 1.1): cards and piles instead of a move text. The room finds
//! the offer that the intent means, and then handles the intent like any other answer.

use crate::effect::Effect;
use crate::input::{Answer, CardIntent, CardName, IntentAction, Refusal, RefusalCode, Sender};
use crate::play::check_key;
use crate::room::{Phase, Room};
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::{CardMove, CardSpot, EngineIds, Gesture, Offer, START_HAND, Scene, action_offers};

/// A text that is never a legal move. It stands for an intent that will be refused, for example because the seat is not
/// asked.
const NOTHING: &str = "?";

impl Room {
    /// Handles an intent. The idempotency key works as for an [`Answer`]: a repeated intent gets the earlier reply, even
    /// if its cards have moved since.
    pub(crate) fn intent(&mut self, who: Sender, intent: CardIntent, now: u64, out: &mut Vec<Effect>) {
        let (Sender::Seat(seat) | Sender::Machine(seat)) = who else {
            let answer = Answer { ask: 0, moves: Vec::new(), key: intent.key };
            return self.answer(who, answer, now, out);
        };
        let is_other = |player: &&String| self.rules.engine_ids().seat(player) != Some(seat.index());
        if let Some(player) = intent.player.as_ref().filter(is_other) {
            let why = format!("You do not play {}.", shortened(player));
            return out.push(Effect::Reply(Err(Refusal::new(RefusalCode::NotYours, why))));
        }
        let starts =
            matches!(&intent.action, IntentAction::Press(text) | IntentAction::Text(text) if text == START_HAND);
        if self.phase == Phase::Lobby && starts {
            // The first deal is the start of the match.
            let result = check_key(&intent.key).and_then(|()| self.start(who, intent.key, now, out));
            return out.push(Effect::Reply(result));
        }
        let known = self.replies.get(seat.index()).is_some_and(|replies| replies.get(&intent.key).is_some());
        let game = self.live.as_ref().filter(|_| self.phase == Phase::Playing).map(|live| &*live.game);
        let number = game.map_or(0, |game| game.answered(seat));
        let ask = intent.ask.unwrap_or(number);
        let open = game.filter(|_| !known && !self.paused && ask == number);
        let text = match (open.map(|game| (game, game.ask(seat))), &intent.action) {
            (Some((game, Some(ask))), action) => match self.meant(game, seat, action, &ask.offers) {
                Ok(text) => text,
                Err(refusal) => {
                    if refusal.code == RefusalCode::Illegal
                        && let Some(replies) = self.replies.get_mut(seat.index())
                    {
                        replies.put(intent.key, Err(refusal.clone()));
                    }
                    return out.push(Effect::Reply(Err(refusal)));
                }
            },
            // The seat is not asked. The player of the seat may still press a button to deal the next hand for another
            // seat.
            (_, IntentAction::Press(action) | IntentAction::Text(action)) => action.clone(),
            _ => NOTHING.to_owned(),
        };
        self.answer(who, Answer { ask, moves: vec![text], key: intent.key }, now, out);
    }

    /// The text of the offer that an intent means.
    fn meant(
        &self,
        game: &dyn AnyMatch,
        seat: Seat,
        action: &IntentAction,
        offers: &[Offer],
    ) -> Result<String, Refusal> {
        let illegal = |why: String| Refusal::new(RefusalCode::Illegal, why);
        let ids = self.rules.engine_ids();
        let (found, why) = match action {
            IntentAction::Text(text) => return Ok(text.clone()),
            IntentAction::Press(action) => {
                (action_offers(offers, action), format!("There is no button {} now.", shortened(action)))
            }
            IntentAction::Move { from, to, cards } => {
                let scene = game.scene(Viewer::Seat(seat));
                let zone = |pile: &str| {
                    let found = ids.zone_of(&scene.zones, pile, seat);
                    found.ok_or_else(|| illegal(format!("There is no pile {}.", shortened(pile))))
                };
                let (from, to) = (zone(from)?, zone(to)?);
                if from == to {
                    return Err(illegal("The cards lie there already.".to_owned()));
                }
                let is_twice = |at: usize| matches!(cards[at], CardName::Key(_)) && cards[..at].contains(&cards[at]);
                if (1..cards.len()).any(is_twice) {
                    return Err(illegal("A card is named twice.".to_owned()));
                }
                let spots = spots(&scene, &ids, from, cards);
                let spots = spots.ok_or_else(|| illegal("This card is not in that pile.".to_owned()))?;
                let moved = CardMove { from: Some(from), to: Some(to), cards: &spots };
                let is = |spot: &CardSpot, card: &CardSpot| is_same(&scene, spot, card);
                let is_top = |zone: usize, card: &CardSpot| top(&scene, zone) == Some((card.zone, card.at));
                let gesture = Gesture::Drag { cards: spots.clone(), to: to.to_owned() };
                let why =
                    || game.why_not(seat, &gesture).unwrap_or_else(|| "That move is not possible now.".to_owned());
                let found = moved.offers(&scene, offers, is, is_top);
                // No single offer fits, but several cards may mean several moves, such as a meld that the game takes
                // card by card.
                if found.is_empty()
                    && spots.len() > 1
                    && let Some(text) = game.meant(seat, &gesture)
                    && game.row(seat, &text).is_ok()
                {
                    return Ok(text);
                }
                let why = if found.is_empty() { why() } else { String::new() };
                (found, why)
            }
        };
        match &found[..] {
            [] => Err(illegal(why)),
            [offer] => Ok(offer.text.clone()),
            several => {
                let texts: Vec<&str> = several.iter().map(|offer| offer.text.as_str()).collect();
                Err(illegal(format!("This could mean several moves: {}. Send one of these texts.", texts.join(" | "))))
            }
        }
    }
}

/// The places of the named cards. Each place is used once, so two copies of a card need two names. At least one card
/// must lie in `zone`. The other cards may lie in other zones: for example, a card from the hand can take cards from the
/// table. `None` if the player does not see a card.
fn spots(scene: &Scene, ids: &EngineIds, zone: &str, cards: &[CardName]) -> Option<Vec<CardSpot>> {
    let first = scene.zones.iter().position(|other| other.id == zone)?;
    let others = (0..scene.zones.len()).filter(|index| *index != first);
    let mut spots: Vec<CardSpot> = Vec::with_capacity(cards.len());
    for name in cards {
        let in_zone = |index: usize| {
            let at = scene.zones[index].cards.iter().enumerate().position(|(at, card)| {
                let face = || card.face.as_ref().map(|face| face.id.as_str());
                let is = match name {
                    CardName::Key(key) => card.key == *key,
                    CardName::Face(id) => face() == Some(ids.face_in(scene, id)),
                };
                is && spots.iter().all(|spot| (spot.zone, spot.at) != (index, at))
            })?;
            Some(CardSpot { key: scene.zones[index].cards[at].key, ..CardSpot::new(index, at) })
        };
        let spot = in_zone(first).or_else(|| others.clone().find_map(in_zone))?;
        spots.push(spot);
    }
    if !spots.is_empty() && spots.iter().all(|spot| spot.zone != first) {
        return None;
    }
    // The cards are a set, so they move in the order of their pile (card engine 4.1).
    spots.sort_by_key(|spot| (spot.zone != first, spot.zone, spot.at));
    Some(spots)
}

/// Whether two places hold the same card, as far as the player can tell. In an unordered zone, copies of a card are the
/// same.
fn is_same(scene: &Scene, one: &CardSpot, other: &CardSpot) -> bool {
    let Some(zone) = scene.zones.get(one.zone).filter(|_| one.zone == other.zone) else { return false };
    let face = |spot: &CardSpot| zone.cards.get(spot.at).and_then(|card| card.face.as_ref()).map(|face| &face.id);
    one.at == other.at || !zone.ordered && face(one).is_some() && face(one) == face(other)
}

/// The place of the top card of a zone.
fn top(scene: &Scene, zone: usize) -> Option<(usize, usize)> {
    let pile = scene.zones.get(zone)?;
    let last = pile.cards.len().checked_sub(1)?;
    Some((zone, if pile.top_first { 0 } else { last }))
}

/// The text that a client sent, cut to 40 visible characters for a message.
fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}
