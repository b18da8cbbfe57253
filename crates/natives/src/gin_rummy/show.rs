//! Writes the texts of Gin Rummy for players.

use super::{Ended, GinRummy, Note, Phase, melds};
use crate::module::{Card, CardSet, Intent, Shown};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

pub(super) fn words(note: &Note) -> String {
    match note {
        Note::Passed(seat) => format!("{seat} leaves the upcard"),
        Note::Turn(seat, None, card) => format!("{seat} discards the {} after a draw from the stock", card.name()),
        Note::Turn(seat, Some(taken), card) => {
            format!("{seat} discards the {} after taking the {}", card.name(), taken.name())
        }
        Note::Knocks(seat) => format!("{seat} knocks"),
        Note::BigGin(seat) => format!("{seat} has big gin"),
        Note::Laid(seat, 0) => format!("{seat} has no deadwood"),
        Note::Laid(seat, points) => format!("{seat} has {points} of deadwood"),
        Note::Gin(seat, points) => format!("{seat} goes gin for {points}"),
        Note::Won(seat, points) => format!("{seat} wins the hand with {points}"),
        Note::Undercut(seat, points) => format!("{seat} undercuts for {points}"),
        Note::Void => "nobody knocked: the hand is void".to_owned(),
        Note::Game(seat, points, false) => format!("{seat} wins the game: {points} more"),
        Note::Game(seat, points, true) => format!("{seat} wins the game, the other being shut out: {points} more"),
        Note::Hands(seat, 1, points) => format!("{seat} has won a hand: {points} more"),
        Note::Hands(seat, hands, points) => format!("{seat} has won {hands} hands: {points} more"),
    }
}

pub(super) fn prompt(shown: &Shown<'_, GinRummy>) -> String {
    match shown.rules().phase {
        Phase::Upcard => "Take the upcard, or leave it to the dealer.",
        Phase::DealersUpcard => "Take the upcard, or leave it.",
        Phase::Stock => "Nobody wanted the upcard. Draw from the stock.",
        Phase::Draw => "Draw from the stock, or take the discard.",
        Phase::Discard => "Discard a card, or knock with it.",
        Phase::Lay => "Lay your melds.",
        Phase::Answer => "Lay your melds, and lay off what you can.",
    }
    .to_owned()
}

pub(super) fn phase(shown: &Shown<'_, GinRummy>) -> &'static str {
    match shown.rules().phase {
        Phase::Upcard | Phase::DealersUpcard => "the first upcard",
        Phase::Stock | Phase::Draw => "draw",
        Phase::Discard => "discard",
        Phase::Lay => "laying melds",
        Phase::Answer => "laying off",
    }
}

pub(super) fn scoreboards(shown: &Shown<'_, GinRummy>) -> Vec<Scoreboard> {
    let rules = shown.rules();
    let row = |seat: Seat| {
        let points = shown.scores()[seat.index()];
        let dealer = if rules.dealer == seat { "deals" } else { "" };
        vec![seat.to_string(), points.to_string(), rules.boxes[seat.index()].to_string(), dealer.to_owned()]
    };
    vec![Scoreboard {
        title: "Score".to_owned(),
        columns: ["seat", "points", "hands won", "deal"].map(str::to_owned).to_vec(),
        rows: Seat::all(2).map(row).collect(),
    }]
}

pub(super) fn label(game: &GinRummy, shown: &Shown<'_, GinRummy>, intent: &Intent) -> String {
    let Intent::Move { from, to, cards } = intent else { return shown.plain_label(intent) };
    let names: Vec<String> = cards.iter().map(|card| format!("the {}", card.name())).collect();
    let names = match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "a card".to_owned(),
    };
    match () {
        () if *from == game.stock => "draw from the stock".to_owned(),
        () if *from == game.discard => format!("take {names}"),
        () if *to == game.discard => format!("discard {names}"),
        () if *to == game.knock => format!("knock with {names}"),
        () if shown.size(*to) == 0 => format!("lay {names}"),
        () if shown.viewer().seat().is_some_and(|seat| game.melds.iter().any(|piles| piles.of(seat) == *to)) => {
            format!("add {names} to your meld of {}", meld_name(shown, *to))
        }
        () => format!("lay off {names} on {}", meld_name(shown, *to)),
    }
}

fn meld_name(shown: &Shown<'_, GinRummy>, pile: crate::module::Pile) -> String {
    let cards: Vec<String> = shown.cards(pile).map(Card::id).collect();
    cards.join(" ")
}

pub(super) fn facts(game: &GinRummy, shown: &Shown<'_, GinRummy>) -> Vec<(&'static str, String)> {
    let rules = shown.rules();
    let mut facts = vec![
        ("phase", phase(shown).to_owned()),
        ("dealer", rules.dealer.to_string()),
        ("cardsInStock", shown.size(game.stock).to_string()),
    ];
    if let Some(top) = shown.cards(game.discard).last() {
        facts.push(("topDiscardCard", top.id()));
    }
    if let Some(card) = rules.taken {
        facts.push(("mayNotDiscard", card.id()));
    }
    if let Some(ended) = rules.ended {
        facts.push((if matches!(ended, Ended::Knock(_)) { "knocker" } else { "bigGin" }, ended.by().to_string()));
    }
    if let Some(seat) = shown.viewer().seat() {
        // After a knock, the cards of a hand lie open until the player has laid its melds.
        let unlaid: CardSet = shown.cards(game.hand.of(seat)).chain(shown.cards(game.open.of(seat))).collect();
        facts.push(("ownDeadwood", melds::deadwood(unlaid).to_string()));
    }
    facts
}
