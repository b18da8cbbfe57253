//! Writes the texts of Durak for players.

use super::{Durak, Note, Phase};
use crate::cards::SUITS;
use crate::module::{Card, Intent, Shown};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

pub(super) fn words(note: &Note) -> String {
    let cards = |count: &u8| if *count == 1 { "a card".to_owned() } else { format!("{count} cards") };
    match note {
        Note::Begins(seat, card) => format!("{seat} begins, with the lowest trump: the {}", card.name()),
        Note::NoTrumps(seat) => format!("nobody holds a trump: {seat} begins"),
        Note::Passed(seat) => format!("{seat} passes"),
        Note::Takes(seat) => format!("{seat} takes"),
        Note::Beaten(seat, count) => format!("{seat} has beaten {}", cards(count)),
        Note::Took(seat, count) => format!("{seat} takes up {}", cards(count)),
        Note::Out(seat) => format!("{seat} is out"),
        Note::Fool(seat) => format!("{seat} is the fool"),
    }
}

pub(super) fn prompt(game: &Durak, shown: &Shown<'_, Durak>) -> String {
    let bout = shown.rules();
    let lead = shown.size(game.slots[0]) == 0;
    match bout.phase {
        Phase::Attack if lead => format!("Attack {} with a card, or several of a rank.", bout.defender),
        Phase::Attack => "Throw in a rank that lies on the table, or pass.".to_owned(),
        Phase::Defend => "Beat every card, or take them all.".to_owned(),
        Phase::Add => format!("{} takes: give cards along, or pass.", bout.defender),
    }
}

pub(super) fn label(game: &Durak, shown: &Shown<'_, Durak>, intent: &Intent) -> String {
    let Intent::Move { to, cards, .. } = intent else { return shown.plain_label(intent) };
    let names: Vec<String> = cards.iter().map(|card| format!("the {}", card.name())).collect();
    let names = names.join(" and ");
    match shown.rules().phase {
        Phase::Defend => {
            let attack = shown.cards(*to).next().map_or_else(|| "it".to_owned(), |card| format!("the {}", card.name()));
            format!("beat {attack} with {names}")
        }
        Phase::Attack if shown.size(game.slots[0]) == 0 => format!("attack with {names}"),
        Phase::Attack => format!("throw in {names}"),
        Phase::Add => format!("give along {names}"),
    }
}

/// Two scoreboards: for each seat its number of cards and its part in the bout, then the trump suit and the number of
/// cards to draw. All these fields are public.
pub(super) fn scoreboards(game: &Durak, shown: &Shown<'_, Durak>) -> Vec<Scoreboard> {
    let bout = shown.rules();
    let trump = SUITS.get(bout.trump as usize).map_or("", |suit| suit.1);
    let left = shown.size(game.talon) + shown.size(game.trump);
    let part = |seat: Seat| match () {
        () if !bout.playing.has(seat) => "out",
        () if shown.is_over() && bout.playing.single() == Some(seat) => "fool",
        () if shown.is_over() => "",
        () if seat == bout.defender => "defends",
        () if seat == bout.attacker => "attacks",
        () => "",
    };
    let row = |seat: Seat| vec![seat.to_string(), shown.size(game.hand.of(seat)).to_string(), part(seat).to_owned()];
    vec![
        Scoreboard {
            title: "Players".to_owned(),
            columns: ["seat", "cards left", "bout"].map(str::to_owned).to_vec(),
            rows: Seat::all(shown.seats()).map(row).collect(),
        },
        Scoreboard {
            title: "Deck".to_owned(),
            columns: ["trumps", "cards to draw"].map(str::to_owned).to_vec(),
            rows: vec![vec![trump.to_owned(), left.to_string()]],
        },
    ]
}

pub(super) fn facts(game: &Durak, shown: &Shown<'_, Durak>) -> Vec<(&'static str, String)> {
    let bout = shown.rules();
    let open = game.slots.iter().filter(|&&slot| shown.size(slot) == 1);
    let open: Vec<String> = open.flat_map(|&slot| shown.cards(slot)).map(Card::id).collect();
    let laid = game.slots.iter().filter(|&&slot| shown.size(slot) > 0).count();
    let phase = match bout.phase {
        Phase::Attack => "attack",
        Phase::Defend => "defend",
        Phase::Add => "give along",
    };
    vec![
        ("trumpSuit", SUITS.get(bout.trump as usize).map_or("", |suit| suit.1).to_owned()),
        ("phase", phase.to_owned()),
        ("attacker", bout.attacker.to_string()),
        ("defender", bout.defender.to_string()),
        ("cardsToBeat", open.join(" ")),
        ("attackCardsLeft", (bout.limit as usize).saturating_sub(laid).to_string()),
        ("cardsToDraw", (shown.size(game.talon) + shown.size(game.trump)).to_string()),
    ]
}
