//! Writes the texts of Kasino for players.

use super::legal::{Sight, picked};
use super::sums::{high, low};
use super::{BACK, Decision, Kasino, Note, TARGET, What, any_takes, value_button};
use crate::module::{Action, Card, Intent, Shown};
use rulebook_kernel::Seat;
use rulebook_scene::Scoreboard;

pub(super) fn words(note: &Note) -> String {
    let cards = |count: &u8| if *count == 1 { "a card".to_owned() } else { format!("{count} cards") };
    match note {
        Note::Trailed(seat, card) => format!("{seat} trails the {}", card.name()),
        Note::Took(seat, card, value, count) if high(*card).is_some() => {
            format!("{seat} takes {} with the {} as {value}", cards(count), card.name())
        }
        Note::Took(seat, card, _, count) => format!("{seat} takes {} with the {}", cards(count), card.name()),
        Note::Sweep(seat) => format!("{seat} sweeps the table"),
        Note::Builds(seat, card, value) => format!("{seat} builds {value} with the {}", card.name()),
        Note::Added(seat, card, value) => format!("{seat} adds the {} to the build of {value}", card.name()),
        Note::Raised(seat, card, from, to) => {
            format!("{seat} raises the build of {from} to {to} with the {}", card.name())
        }
        Note::Rest(seat, count) => format!("{seat} gets {} from the table, having taken last", cards(count)),
        Note::Most(what, Some(seat)) => format!("most {}: {seat}", name(*what)),
        Note::Most(what, None) => format!("most {}: nobody", name(*what)),
        Note::Total(seat, gained, score) => format!("{seat} gets {gained}, {score} in all"),
    }
}

const fn name(what: What) -> &'static str {
    match what {
        What::Cards => "cards",
        What::Spades => "spades",
    }
}

fn played(game: &Kasino, shown: &Shown<'_, Kasino>) -> String {
    shown.cards(game.played).next().map_or_else(|| "card".to_owned(), Card::name)
}

pub(super) fn prompt(game: &Kasino, shown: &Shown<'_, Kasino>) -> String {
    let open = picked(shown.rules(), shown.cards(game.played)).1.is_some();
    match shown.rules().step {
        Decision::Play => "Trail a card on the table, take with one, or build with one.".to_owned(),
        Decision::TakeValue => format!("As what does the {} take?", played(game, shown)),
        Decision::BuildValue(_) => format!("Which value do you build with the {}?", played(game, shown)),
        Decision::Take { value, .. } | Decision::Build { value, .. } if open => format!("Add cards up to {value}."),
        Decision::Take { value, taken: 0 } => format!("Choose what to take: cards or a build worth {value}."),
        Decision::Take { value, .. } if own_build_waits(game, shown, value) => {
            format!("Take your own build of {value}, too: no other card of yours will.")
        }
        Decision::Take { value, .. } => format!("Take more that is worth {value}, or be done."),
        Decision::Build { value, first: true, .. } => {
            format!("Add cards to the {} up to {value}.", played(game, shown))
        }
        Decision::Build { value, alone: true, .. } => format!("Add another set worth {value}."),
        Decision::Build { value, .. } => format!("Add another set worth {value}, or be done."),
    }
}

/// Whether the player must first take their own build, because no other card of the hand can take it.
fn own_build_waits(game: &Kasino, shown: &Shown<'_, Kasino>, value: u8) -> bool {
    let Some(seat) = shown.current_player() else { return false };
    let own = shown.rules().build_of(seat).is_some_and(|build| build.value == value);
    own && shown.viewer().seat() == Some(seat) && !any_takes(shown.cards(game.hand.of(seat)).collect(), value as usize)
}

/// The value that a button chooses. `None` for other buttons.
fn declared(action: Action) -> Option<usize> {
    (1..=16).find(|&value| value_button(value) == action)
}

/// The name of a build: `your build of 9`.
fn build_name(shown: &Shown<'_, Kasino>, owner: Seat) -> String {
    let of = shown.rules().build_of(owner).map_or_else(String::new, |build| format!(" of {}", build.value));
    if shown.viewer().seat() == Some(owner) { format!("your build{of}") } else { format!("{owner}'s build{of}") }
}

/// The label for playing a card onto a build: "add", "raise", or "build on" if the value is chosen later.
fn on_build(game: &Kasino, shown: &Shown<'_, Kasino>, card: Card, on: Seat) -> String {
    let (name, build) = (card.name(), build_name(shown, on));
    let worth = shown.rules().build_of(on).map_or(0, |build| build.value as usize);
    let seat = shown.current_player().unwrap_or(on);
    let (loose, hand) = (shown.cards(game.table).collect(), shown.cards(game.hand.of(seat)).collect());
    let values: Vec<usize> = Sight::new(shown.rules(), seat, loose, hand).builds(card, on).collect();
    match values[..] {
        [value] if value == worth => format!("add the {name} to {build}"),
        [value] => format!("raise {build} to {value} with the {name}"),
        _ => format!("build on {build} with the {name}"),
    }
}

pub(super) fn label(game: &Kasino, shown: &Shown<'_, Kasino>, intent: &Intent) -> String {
    let owner = |pile| Seat::all(shown.seats()).find(|&seat| game.build.of(seat) == pile);
    let step = shown.rules().step;
    match intent {
        Intent::Action(BACK) if picked(shown.rules(), shown.cards(game.played)).1.is_none() => {
            format!("take the {} back", played(game, shown))
        }
        Intent::Action(action) => match (step, declared(*action)) {
            (Decision::TakeValue, Some(value)) => format!("take as {value}"),
            (Decision::BuildValue(on), Some(value)) => match shown.rules().build_of(on) {
                Some(build) if build.value as usize != value => format!("raise {} to {value}", build_name(shown, on)),
                Some(_) => format!("add to {}", build_name(shown, on)),
                None => format!("build {value}"),
            },
            _ => shown.plain_label(intent),
        },
        Intent::Move { from, to, cards } => {
            let Some(card) = cards.single() else { return shown.plain_label(intent) };
            let name = card.name();
            match (owner(*from), owner(*to)) {
                (Some(from), _) => format!("take {}", build_name(shown, from)),
                _ if *from == game.table && matches!(step, Decision::Take { .. }) => format!("take the {name}"),
                _ if *from == game.table => format!("add the {name}"),
                (_, Some(on)) if shown.rules().build_of(on).is_some() => on_build(game, shown, card, on),
                (_, Some(_)) => format!("build with the {name}"),
                _ if *to == game.table => format!("trail the {name}"),
                _ => format!("take with the {name}"),
            }
        }
    }
}

pub(super) fn scoreboards(game: &Kasino, shown: &Shown<'_, Kasino>) -> Vec<Scoreboard> {
    let deal = shown.rules();
    let row = |seat: Seat| {
        let nth = seat.index();
        let (won, build) = (shown.size(game.won.of(seat)), deal.build_of(seat));
        let build = build.map_or_else(|| "-".to_owned(), |build| build.value.to_string());
        vec![seat.to_string(), shown.scores()[nth].to_string(), won.to_string(), deal.sweeps[nth].to_string(), build]
    };
    vec![Scoreboard {
        title: format!("To {TARGET} points"),
        columns: ["seat", "points", "cards won", "sweeps", "build"].map(str::to_owned).to_vec(),
        rows: Seat::all(shown.seats()).map(row).collect(),
    }]
}

pub(super) fn facts(game: &Kasino, shown: &Shown<'_, Kasino>) -> Vec<(&'static str, String)> {
    let deal = shown.rules();
    let ids = |cards: &mut dyn Iterator<Item = Card>| cards.map(Card::id).collect::<Vec<_>>().join(" ");
    let builds = Seat::all(shown.seats()).filter_map(|seat| {
        let build = deal.build_of(seat)?;
        let how = if build.many { "several sets" } else { "one set" };
        Some(format!("{} of {seat}, {how}: {}", build.value, ids(&mut shown.cards(game.build.of(seat)))))
    });
    let held: usize = Seat::all(shown.seats()).map(|seat| shown.size(game.hand.of(seat))).sum();
    let sum: usize = shown.cards(game.table).map(low).sum();
    vec![
        ("table", ids(&mut shown.cards(game.table))),
        ("sumOfTable", sum.to_string()),
        ("builds", builds.collect::<Vec<_>>().join("; ")),
        ("played", ids(&mut shown.cards(game.played))),
        ("tookLast", deal.last.map_or_else(String::new, |seat| seat.to_string())),
        ("cardsInHands", held.to_string()),
        ("cardsToDeal", shown.size(game.deck).to_string()),
        ("sweepsCount", (shown.size(game.deck) > 0).to_string()),
    ]
}
