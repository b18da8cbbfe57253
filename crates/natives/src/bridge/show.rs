//! Writes the texts of bridge for players.

use super::auction::{CALLS, FIRST_BID, side};
use super::score::Contract;
use super::{Bridge, Note};
use crate::cards::SUITS;
use crate::module::{Card, Intent, Shown, trick};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

fn call(call: u8) -> &'static str {
    CALLS.get(usize::from(call)).map_or("", |call| call.1)
}

fn bid(bid: u8) -> &'static str {
    call(FIRST_BID + bid)
}

/// The members of a seat's side: `seats 1 and 3`.
fn members(seat: Seat) -> &'static str {
    ["seats 1 and 3", "seats 2 and 4"][side(seat)]
}

fn contract_words(contract: Contract) -> String {
    let number = (contract.level.max(1) - 1) * 5 + contract.strain;
    let doubled = ["", " doubled", " redoubled"].get(usize::from(contract.doubled)).copied().unwrap_or("");
    format!("{}{doubled}", bid(number))
}

pub(super) fn words(note: &Note) -> String {
    match note {
        Note::Deals(seat) => format!("{seat} deals"),
        Note::Calls(seat, made) if *made >= FIRST_BID => format!("{seat} bids {}", call(*made)),
        Note::Calls(seat, made) => format!("{seat}: {}", call(*made).to_lowercase()),
        Note::PassedOut => "everybody has passed".to_owned(),
        Note::Plays(seat, contract) => format!("{seat} plays {}", contract_words(*contract)),
        Note::Trick(seat) => format!("{seat} wins the trick"),
        Note::Made(seat, 0, points) => format!("{seat} has made the contract: {points}"),
        Note::Made(seat, over @ 1.., points) => format!("{seat} has made {over} more than the contract: {points}"),
        Note::Made(seat, down, points) => format!("{seat} is {} down: {points}", down.unsigned_abs()),
        Note::Honours(seat, points) => format!("{seat} had honours: {points}"),
        Note::Game(seat) => format!("{} win a game, and are vulnerable", members(*seat)),
        Note::Rubber(seat, points) => format!("{} win the rubber: {points}", members(*seat)),
        Note::BrokenOff(seat, game, 0) => format!("{} have won the only game: {game}", members(*seat)),
        Note::BrokenOff(seat, 0, part) => format!("{} have the only part score: {part}", members(*seat)),
        Note::BrokenOff(seat, game, part) => {
            format!("{} have won the only game: {game}, and have the only part score: {part}", members(*seat))
        }
    }
}

pub(super) fn prompt(game: &Bridge, shown: &Shown<'_, Bridge>) -> String {
    let rules = shown.rules();
    let Some(dummy) = rules.dummy() else { return call_prompt(shown) };
    let in_trick = shown.size(game.trick);
    let whose = if rules.next(in_trick) == dummy { "of the dummy" } else { "of your hand" };
    match shown.cards(game.trick).next() {
        None => format!("Lead a card {whose}."),
        Some(led) => format!("Play a card {whose}: {} were led.", SUITS.get(led.suit()).map_or("", |suit| suit.1)),
    }
}

/// The prompt for a call. It names the bid that the next bid must beat.
fn call_prompt(shown: &Shown<'_, Bridge>) -> String {
    let auction = &shown.rules().auction;
    let Some((last, by)) = auction.bid else { return "Make a call: nobody has bid.".to_owned() };
    let by = if shown.viewer().seat() == Some(by) { "you".to_owned() } else { by.to_string() };
    let doubled = ["", ", doubled", ", redoubled"].get(usize::from(auction.doubled)).copied().unwrap_or("");
    format!("Make a call: {} by {by}{doubled} is the last bid.", bid(last))
}

pub(super) fn phase(shown: &Shown<'_, Bridge>) -> String {
    match shown.rules().contract {
        None => "auction".to_owned(),
        Some((contract, declarer)) => format!("{} by {declarer}", contract_words(contract)),
    }
}

/// The auction as a table: one column for each seat, starting with the dealer's first call.
fn auction(shown: &Shown<'_, Bridge>) -> Option<Scoreboard> {
    let notes = shown.notes();
    let from = notes.iter().rposition(|note| matches!(note, Note::Deals(_)))?;
    let mut cells = vec![String::new(); shown.rules().dealer.index()];
    cells.extend(notes[from..].iter().filter_map(|note| match note {
        Note::Calls(_, made) => Some(call(*made).to_owned()),
        _ => None,
    }));
    let row = |row: &[String]| (0..4).map(|i| row.get(i).cloned().unwrap_or_default()).collect();
    Some(Scoreboard {
        title: "Auction".to_owned(),
        columns: Seat::all(4).map(|seat| seat.to_string()).collect(),
        rows: cells.chunks(4).map(row).collect(),
    })
}

pub(super) fn scoreboards(shown: &Shown<'_, Bridge>) -> Vec<Scoreboard> {
    let rules = shown.rules();
    let sheet = &rules.sheet;
    let line = |what: &str, values: [String; 2]| {
        let [ours, theirs] = values;
        vec![what.to_owned(), ours, theirs]
    };
    let vulnerable = [0, 1].map(|side| rules.vulnerable(shown.deal_number(), side));
    let mut rows = vec![line("vulnerable", vulnerable.map(|is| if is { "yes" } else { "no" }.to_owned()))];
    if rules.contract.is_some() {
        rows.push(line("tricks", rules.won.map(|won| won.to_string())));
    }
    if rules.boards.is_none() {
        rows.push(line("games", sheet.games.map(|games| games.to_string())));
        rows.push(line("below the line", sheet.below.map(|points| points.to_string())));
    }
    rows.push(line("points", sheet.total.map(|points| points.to_string())));
    let title = match rules.boards {
        Some(boards) => format!("Board {} of {boards}", shown.deal_number()),
        None => "Rubber".to_owned(),
    };
    let columns = ["", "seats 1 and 3", "seats 2 and 4"].map(str::to_owned).to_vec();
    let score = Scoreboard { title, columns, rows };
    auction(shown).into_iter().chain([score]).collect()
}

pub(super) fn label(game: &Bridge, shown: &Shown<'_, Bridge>, intent: &Intent) -> String {
    match intent {
        Intent::Action(made) if made.0 >= FIRST_BID => format!("bid {}", call(made.0)),
        Intent::Action(_) => shown.plain_label(intent).to_lowercase(),
        Intent::Move { from, cards, .. } => {
            let names: Vec<String> = cards.iter().map(|card| format!("the {}", card.name())).collect();
            let dummy = if *from == game.dummy { " of the dummy" } else { "" };
            format!("play {}{dummy}", names.join(", "))
        }
    }
}

pub(super) fn facts(game: &Bridge, shown: &Shown<'_, Bridge>) -> Vec<(&'static str, String)> {
    let rules = shown.rules();
    let vulnerable = (0..2).filter(|&side| rules.vulnerable(shown.deal_number(), side));
    let sides: Vec<&str> = vulnerable.map(|side| ["seats 1 and 3", "seats 2 and 4"][side]).collect();
    let mut facts = vec![("dealer", rules.dealer.to_string()), ("vulnerable", sides.join(", "))];
    let Some((contract, declarer)) = rules.contract else {
        if let Some((last, by)) = rules.auction.bid {
            facts.push(("lastBid", format!("{} by {by}", bid(last))));
        }
        return facts;
    };
    let trumps = contract.trump().and_then(|suit| SUITS.get(suit)).map_or("none", |suit| suit.1);
    facts.push(("contract", contract_words(contract)));
    facts.push(("declarer", declarer.to_string()));
    facts.push(("trumpSuit", trumps.to_owned()));
    facts.push((
        "tricksWon",
        format!("{} by the declarer's side, {} by the other", rules.won[side(declarer)], rules.won[1 - side(declarer)]),
    ));
    let cards: Vec<Card> = shown.cards(game.trick).collect();
    if let Some(led) = cards.first() {
        facts.push(("ledSuit", SUITS.get(led.suit()).map_or("", |suit| suit.1).to_owned()));
        if let Some(at) = trick::winner(&cards, contract.trump()) {
            facts.push(("currentWinning", format!("{} by {}", cards[at].id(), rules.next(at))));
        }
    }
    facts
}
