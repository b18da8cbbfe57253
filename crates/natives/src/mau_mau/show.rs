//! Writes the texts of Mau-Mau for players.

use super::{JACK, MauMau, Note, PASS, Phase, TAKE, TARGET, WISH};
use crate::cards::{RANKS, SUITS, article};
use crate::module::{Action, Card, Intent, Shown};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

/// The name of a suit. A damaged save can hold any number, so there is also a name for an unknown suit.
fn suit(number: u8) -> &'static str {
    SUITS.get(usize::from(number)).map_or("no suit", |suit| suit.1)
}

fn cards(count: u8) -> String {
    if count == 1 { "a card".to_owned() } else { format!("{count} cards") }
}

pub(super) fn words(note: &Note) -> String {
    match note {
        Note::Wish(seat, suit) => format!("{seat} names {}", self::suit(*suit)),
        Note::Take(seat, 0) => format!("{seat} takes no card: the stock is empty"),
        Note::Take(seat, count) => format!("{seat} takes {}", cards(*count)),
        Note::Pass(seat) => format!("{seat} passes"),
        Note::Skip(seat) => format!("{seat} misses a turn"),
        Note::Mau(seat) => format!("{seat} has one card left: mau"),
        Note::Win(seat) => format!("{seat} wins the hand: mau-mau"),
        Note::Blocked => "nobody can play: the hand is over".to_owned(),
        Note::Points(seat, 1) => format!("{seat} gets a point"),
        Note::Points(seat, points) => format!("{seat} gets {points} points"),
    }
}

fn top(game: &MauMau, shown: &Shown<'_, MauMau>) -> Option<Card> {
    shown.cards(game.discard).last()
}

/// The suit that was named with the jack on top of the discard pile. `None` if the top card is not a jack, or if the
/// suit is not chosen yet.
pub(super) fn named(game: &MauMau, shown: &Shown<'_, MauMau>) -> Option<&'static str> {
    let hand = shown.rules();
    let jack = top(game, shown)?.rank() == JACK && hand.phase != Phase::Wish && !shown.is_over();
    (jack && !shown.between_hands()).then(|| suit(hand.suit))
}

pub(super) fn prompt(game: &MauMau, shown: &Shown<'_, MauMau>) -> String {
    let hand = shown.rules();
    let suit = suit(hand.suit);
    let rank = top(game, shown).map_or(0, Card::rank);
    match hand.phase {
        Phase::Wish => "Name a suit.".to_owned(),
        Phase::Play if hand.pending > 0 => format!("Play a seven, or take {}.", cards(hand.pending)),
        Phase::Play if rank == JACK => format!("Play {suit}, or draw if you cannot."),
        Phase::Play => {
            format!("Play {suit}, {} {} or a jack, or draw if you cannot.", article(rank), RANKS[rank].1)
        }
        Phase::Drawn => "Play the card you drew if it matches, or pass.".to_owned(),
    }
}

pub(super) fn label(game: &MauMau, shown: &Shown<'_, MauMau>, intent: &Intent) -> String {
    match intent {
        Intent::Action(TAKE) => format!("take {}", cards(shown.rules().pending)),
        Intent::Action(PASS) => "pass".to_owned(),
        Intent::Action(Action(suit)) if (WISH.0..WISH.0 + 4).contains(suit) => {
            format!("name {}", self::suit(suit - WISH.0))
        }
        Intent::Move { from, .. } if *from == game.stock => "draw a card".to_owned(),
        Intent::Move { cards, .. } => match cards.single() {
            Some(card) => format!("play the {}", card.name()),
            None => shown.plain_label(intent),
        },
        Intent::Action(_) => shown.plain_label(intent),
    }
}

pub(super) fn scoreboards(shown: &Shown<'_, MauMau>) -> Vec<Scoreboard> {
    let rows = Seat::all(shown.seats()).zip(shown.scores());
    vec![Scoreboard {
        title: format!("Penalty points, to {TARGET}"),
        columns: ["seat", "points"].map(str::to_owned).to_vec(),
        rows: rows.map(|(seat, score)| vec![seat.to_string(), score.to_string()]).collect(),
    }]
}

pub(super) fn facts(game: &MauMau, shown: &Shown<'_, MauMau>) -> Vec<(&'static str, String)> {
    let hand = shown.rules();
    let fewest = Seat::all(shown.seats()).map(|seat| shown.size(game.hand.of(seat))).min();
    vec![
        ("topCard", top(game, shown).map_or_else(String::new, Card::id)),
        ("suitToFollow", suit(hand.suit).to_owned()),
        ("cardsToTake", hand.pending.to_string()),
        ("fewestCardsInAHand", fewest.unwrap_or(0).to_string()),
    ]
}
