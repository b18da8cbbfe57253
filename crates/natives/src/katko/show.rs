//! Writes the texts of Katko for players.

use super::{Card, HAND, Katko, Note, TARGET, best};
use crate::cards::SUITS;
use crate::module::{Intent, Shown};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

pub(super) fn words(note: &Note) -> String {
    match note {
        Note::Trick(seat, card, nth) => format!("{seat} wins trick {nth} with the {}", card.name()),
        Note::Last(seat, card, 1) => format!("katko: {seat} wins the last trick with the {}", card.name()),
        Note::Last(seat, card, points) => {
            format!("katko: {seat} wins the last trick with the {}, for {points} points", card.name())
        }
    }
}

pub(super) fn trick_number(game: &Katko, shown: &Shown<'_, Katko>) -> usize {
    let held = shown.current_player().map_or(0, |seat| shown.size(game.hand.of(seat)));
    HAND.saturating_sub(held) + 1
}

pub(super) fn prompt(game: &Katko, shown: &Shown<'_, Katko>) -> String {
    match shown.cards(game.trick).next() {
        None if trick_number(game, shown) == HAND => "Lead to the last trick: this one counts.".to_owned(),
        None => format!("Lead to trick {} of {HAND}.", trick_number(game, shown)),
        Some(led) => format!("Follow {} if you can.", SUITS[led.suit()].1),
    }
}

pub(super) fn label(game: &Katko, shown: &Shown<'_, Katko>, intent: &Intent) -> String {
    let Intent::Move { cards, .. } = intent else { return shown.plain_label(intent) };
    let Some(card) = cards.single() else { return shown.plain_label(intent) };
    match shown.cards(game.trick).next() {
        None => format!("lead the {}", card.name()),
        Some(led) if led.suit() == card.suit() => format!("play the {}", card.name()),
        Some(_) => format!("throw away the {}", card.name()),
    }
}

pub(super) fn scoreboards(shown: &Shown<'_, Katko>) -> Vec<Scoreboard> {
    let rows = Seat::all(shown.seats()).zip(shown.scores());
    vec![Scoreboard {
        title: format!("To {TARGET} points"),
        columns: ["seat", "points"].map(str::to_owned).to_vec(),
        rows: rows.map(|(seat, score)| vec![seat.to_string(), score.to_string()]).collect(),
    }]
}

pub(super) fn facts(game: &Katko, shown: &Shown<'_, Katko>) -> Vec<(&'static str, String)> {
    let trick: Vec<Card> = shown.cards(game.trick).collect();
    let led = trick.first().map(|card| card.suit());
    let mine = shown.viewer().seat().map(|seat| game.hand.of(seat));
    let follows = led.is_some_and(|suit| mine.is_some_and(|hand| shown.cards(hand).any(|card| card.suit() == suit)));
    let winning = (!trick.is_empty()).then(|| best(&trick));
    let seat = winning.map(|place| shown.rules().leader.after(place, shown.seats()));
    vec![
        ("trick", trick_number(game, shown).to_string()),
        ("ledSuit", led.map_or("", |suit| SUITS[suit].1).to_owned()),
        ("mustFollowSuit", follows.to_string()),
        ("currentWinning", winning.map_or_else(String::new, |place| trick[place].id())),
        ("winningSeat", seat.map_or_else(String::new, |seat| seat.to_string())),
    ]
}
