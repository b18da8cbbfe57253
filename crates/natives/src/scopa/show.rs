//! Writes the texts of Scopa for players.

use super::capture::{captures, count, worth};
use super::score::SIDES;
use super::{Note, Scopa, TARGET, What, side, sides};
use crate::module::{Card, CardSet, Intent, Shown};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

pub(super) fn words(note: &Note) -> String {
    let cards = |count: &u8| if *count == 1 { "a card".to_owned() } else { format!("{count} cards") };
    match note {
        Note::Kings => "three kings would lie on the table: the cards are shuffled again".to_owned(),
        Note::Laid(seat, card) => format!("{seat} lays down the {}", card.name()),
        Note::Took(seat, card, count) => format!("{seat} takes {} with the {}", cards(count), card.name()),
        Note::Scopa(seat) => format!("scopa: {seat} sweeps the table"),
        Note::Rest(seat, count) => format!("{seat} gets {} from the table, having taken last", cards(count)),
        Note::Point(what, Some(side)) => format!("{}: a point for {side}'s side", name(*what)),
        Note::Point(what, None) => format!("{}: nobody's point", name(*what)),
        Note::Total(side, gained, score) => format!("{side}'s side gets {gained} and has {score}"),
    }
}

const fn name(what: What) -> &'static str {
    match what {
        What::Cards => "most cards",
        What::Coins => "most coins",
        What::Settebello => "settebello",
        What::Primiera => "primiera",
    }
}

fn list(set: impl Iterator<Item = Card>) -> String {
    let names: Vec<String> = set.map(|card| format!("the {}", card.name())).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}

/// The short texts of the sets that a card can take, for example `4C 5H or 2D 7S` for a queen.
fn choices(table: CardSet, card: Card) -> String {
    let mut sets = Vec::new();
    captures(table, worth(card), |set| sets.push(set.iter().map(Card::id).collect::<Vec<_>>().join(" ")));
    let more = if sets.len() > MOST_CHOICES { " or others" } else { "" };
    sets.truncate(MOST_CHOICES);
    format!("{}{more}", sets.join(" or "))
}

/// The maximum number of sets that one line lists.
const MOST_CHOICES: usize = 4;

pub(super) fn prompt(game: &Scopa, shown: &Shown<'_, Scopa>) -> String {
    let picked: usize = shown.cards(game.played).skip(1).map(worth).sum();
    match shown.cards(game.played).next() {
        Some(card) if picked > 0 => format!("Choose more cards: you have {picked} of {}.", worth(card)),
        Some(card) => format!("Choose what the {} takes.", card.name()),
        None => "Play a card. Move it to your won cards if it takes something, otherwise to the table.".to_owned(),
    }
}

/// Whether the move puts the played card back into the hand. All other moves from the pile `played` put a picked card
/// back.
pub(super) fn takes_played_card(game: &Scopa, shown: &Shown<'_, Scopa>, intent: &Intent) -> bool {
    let Intent::Move { to, cards, .. } = intent else { return false };
    *to != game.table && cards.single().is_some_and(|card| shown.cards(game.played).next() == Some(card))
}

pub(super) fn label(game: &Scopa, shown: &Shown<'_, Scopa>, intent: &Intent) -> String {
    let Intent::Move { from, to, cards } = intent else { return shown.plain_label(intent) };
    let waiting = shown.cards(game.played).next();
    let picked: usize = shown.cards(game.played).skip(1).map(worth).sum();
    let Some(card) = cards.single().filter(|_| *from != game.table) else {
        let sum: usize = picked + cards.iter().map(worth).sum::<usize>();
        let whole = waiting.is_none_or(|card| worth(card) == sum);
        return format!("{} {}", if whole { "take" } else { "choose" }, list(cards.iter()));
    };
    if *from == game.played {
        return if takes_played_card(game, shown, intent) {
            format!("take the {} back", card.name())
        } else {
            format!("put the {} back", card.name())
        };
    }
    if *to == game.table {
        return format!("lay down the {}", card.name());
    }
    let table: CardSet = shown.cards(game.table).collect();
    match count(table, worth(card)) {
        (1, only) => format!("take {} with the {}", list(only.iter()), card.name()),
        _ => format!("take with the {}: {}", card.name(), choices(table, card)),
    }
}

/// The seats of a side: `seat 1`, or `seat 1 and seat 3`.
fn members(nth: usize, seats: usize) -> String {
    let members = Seat::all(seats).filter(|&seat| side(seat, seats) == nth).map(|seat| seat.to_string());
    members.collect::<Vec<_>>().join(" and ")
}

pub(super) fn scoreboards(game: &Scopa, shown: &Shown<'_, Scopa>) -> Vec<Scoreboard> {
    let seats = shown.seats();
    let (mut cards, mut scope) = ([0; SIDES], [0; SIDES]);
    for seat in Seat::all(seats) {
        cards[side(seat, seats)] += shown.size(game.won.of(seat));
        scope[side(seat, seats)] += usize::from(shown.rules().scope[seat.index()]);
    }
    let row = |nth: usize| {
        let numbers = [shown.scores()[nth].to_string(), cards[nth].to_string(), scope[nth].to_string()];
        [members(nth, seats)].into_iter().chain(numbers).collect()
    };
    vec![Scoreboard {
        title: format!("To {TARGET} points"),
        columns: ["side", "points", "cards won", "scope"].map(str::to_owned).to_vec(),
        rows: (0..sides(seats)).map(row).collect(),
    }]
}

pub(super) fn facts(game: &Scopa, shown: &Shown<'_, Scopa>) -> Vec<(&'static str, String)> {
    let left: usize = Seat::all(shown.seats()).map(|seat| shown.size(game.hand.of(seat))).sum();
    let waiting = shown.cards(game.played).next().map_or_else(String::new, Card::id);
    let chosen: Vec<String> = shown.cards(game.played).skip(1).map(Card::id).collect();
    vec![
        ("table", shown.cards(game.table).map(Card::id).collect::<Vec<_>>().join(" ")),
        ("cardThatTakes", waiting),
        ("chosenSoFar", chosen.join(" ")),
        ("tookLast", shown.rules().last.map_or_else(String::new, |seat| seat.to_string())),
        ("cardsInHands", left.to_string()),
        ("cardsToDeal", shown.size(game.deck).to_string()),
        ("partner", if shown.seats() == 4 { partner(shown) } else { String::new() }),
    ]
}

fn partner(shown: &Shown<'_, Scopa>) -> String {
    shown.viewer().seat().map_or_else(String::new, |seat| seat.after(2, 4).to_string())
}
