//! Finds the legal moves that match typed text or a click.

use rulebook_scene::{Gesture, Offer, Square};

/// Whether the move uses this card.
pub(crate) fn has_card(offer: &Offer, zone: usize, at: usize) -> bool {
    cards(offer).contains(&(zone, at))
}

/// The cards that a move uses, each by its zone and its index in the zone.
pub(crate) fn cards(offer: &Offer) -> Vec<(usize, usize)> {
    match &offer.gesture {
        Gesture::Drag { cards, .. } => cards.iter().map(|spot| (spot.zone, spot.at)).collect(),
        Gesture::Card { card } | Gesture::Place { card, .. } => vec![(card.zone, card.at)],
        _ => Vec::new(),
    }
}

/// The numbers such as `#4` with which the label of a move refers to cards.
pub(crate) fn numbers(offer: &Offer) -> impl Iterator<Item = String> {
    offer.label.split('#').skip(1).filter_map(|after| {
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| format!("#{}", &after[..digits]))
    })
}

pub(crate) fn zone(offer: &Offer) -> Option<&str> {
    match &offer.gesture {
        Gesture::Drag { to, .. } => Some(to),
        Gesture::Zone { zone } => Some(zone),
        _ => None,
    }
}

/// Whether the text of a move is worth showing beside its label. For example, `e2e4` is shown. `JH@pile6`, `#4` and a
/// bare card code are not shown, because players cannot read them or the label says the same.
pub(crate) fn is_said(offer: &Offer) -> bool {
    let short = offer.text.len() < 8 && offer.text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let card = crate::cards::standard(&offer.text).is_some();
    short && !card && !offer.label.eq_ignore_ascii_case(&offer.text)
}

/// The square from which a move starts, and the square to which it leads.
pub(crate) fn squares(offer: &Offer) -> (Option<Square>, Option<Square>) {
    match &offer.gesture {
        Gesture::Squares { from, to } => (Some(*from), Some(*to)),
        Gesture::Square { at } | Gesture::Place { at, .. } => (None, Some(*at)),
        _ => (None, None),
    }
}

/// The indexes of the moves that match the typed text. Moves that start with it come first, then moves that contain it.
/// If the text of a move is typed exactly, no other move matches. A number that occurs in no move is a position in the
/// list.
pub(crate) fn typed(offers: &[Offer], typed: &str) -> Vec<usize> {
    let wanted = typed.trim().to_lowercase();
    let all = 0..offers.len();
    if wanted.is_empty() {
        return all.collect();
    }
    let exact: Vec<usize> = all.clone().filter(|&at| offers[at].text.to_lowercase() == wanted).collect();
    if !exact.is_empty() {
        return exact;
    }
    let begins = |at: &usize| {
        offers[*at].text.to_lowercase().starts_with(&wanted) || offers[*at].label.to_lowercase().starts_with(&wanted)
    };
    let has = |at: &usize| {
        offers[*at].text.to_lowercase().contains(&wanted) || offers[*at].label.to_lowercase().contains(&wanted)
    };
    let mut found: Vec<usize> = all.clone().filter(begins).collect();
    found.extend(all.clone().filter(|at| has(at) && !begins(at)));
    if found.is_empty() {
        let number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        found.extend(number.filter(|at| all.contains(at)));
    }
    found
}
