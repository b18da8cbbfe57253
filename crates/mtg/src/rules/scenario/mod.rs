//! Scenarios as data: a position, what is done, what must be so. A page is text; see `conformance/mtg/README.md`.

mod expect;
mod play;
mod position;
mod read;

use super::compiled_cards::CompiledCards;
use super::state::DuelState;
use super::{Deck, Duel, Engine, Match};
use crate::compile::compile;
use crate::database::RawCard;
use crate::lexicon::Lexicon;
use position::Item;
use rulebook_kernel::Seat;

/// A page: cards of its own, and scenarios.
#[derive(Clone, Debug, Default)]
pub struct Page {
    cards: Vec<RawCard>,
    /// What it asserts, one after the other.
    pub scenarios: Vec<Scenario>,
}

/// One scenario.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// What it shows.
    pub name: String,
    /// The line where it begins.
    pub line: usize,
    /// The rules that it cites, by number.
    pub rules: Vec<String>,
    given: Vec<(Seat, Item)>,
    turn: usize,
    lines: Vec<(usize, Line)>,
}

#[derive(Clone, Debug)]
enum Line {
    Do(String),
    Is(String),
}

/// What went wrong, with the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Where.
    pub line: usize,
    /// What.
    pub why: String,
}

/// A match in the hands of a scenario.
struct Lab<'a> {
    r: &'a Duel,
    s: DuelState,
}

impl Page {
    /// Reads a page.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn read(text: &str) -> Result<Page, Wrong> {
        read::page(text)
    }

    /// Plays a scenario of this page with cards of its own and these.
    ///
    /// # Errors
    /// The first line that cannot be done or does not hold.
    pub fn play(&self, scenario: &Scenario, shipped: &[RawCard]) -> Result<(), Wrong> {
        self.reach(scenario, shipped).map(drop)
    }

    /// The rules that a scenario is played with, and the match as it is after its last line.
    ///
    /// # Errors
    /// The first line that cannot be done or does not hold.
    pub fn reach(&self, scenario: &Scenario, shipped: &[RawCard]) -> Result<(Duel, Match), Wrong> {
        let at = |why: String| Wrong { line: scenario.line, why };
        let cards: Vec<RawCard> = self.cards.iter().chain(shipped).cloned().collect();
        let lexicon = Lexicon::of(&cards);
        let mut used: Vec<usize> = Vec::new();
        let mut decks: Vec<Deck> = (1..=2).map(|n| Deck { name: format!("p{n}"), cards: Vec::new() }).collect();
        let filler = [(Seat::new(0), "Forest"), (Seat::new(1), "Forest")];
        let named = scenario.given.iter().filter_map(|(seat, item)| Some((*seat, item.card()?, item.count())));
        for (seat, name, count) in named.chain(filler.map(|(seat, name)| (seat, name, position::FILLER))) {
            let found = cards.iter().position(|card| card.name.eq_ignore_ascii_case(name));
            let found = found.ok_or_else(|| at(format!("there is no card `{name}`")))?;
            let place = used.iter().position(|other| *other == found).unwrap_or_else(|| {
                used.push(found);
                used.len() - 1
            });
            decks[seat.index()].cards.push((place, count));
        }
        let mut typed = Vec::new();
        for card in &used {
            let name = &cards[*card].name;
            let card = compile(&cards[*card], &lexicon).map_err(|why| at(format!("{name}: {why}")))?;
            super::supported(&card).map_err(|why| at(format!("{name}: {why}")))?;
            typed.push(card);
        }
        let rules = Duel::new("scenario", "scenario", &typed, decks, &lexicon);
        let mut lab = Lab::set_up(&rules, scenario).map_err(at)?;
        for (line, what) in &scenario.lines {
            let done = match what {
                Line::Do(text) => lab.act(text),
                Line::Is(text) => lab.check(text),
            };
            done.and_then(|()| lab.sound()).map_err(|why| Wrong { line: *line, why })?;
        }
        let reached = Match(lab.s);
        Ok((rules, reached))
    }
}

impl Lab<'_> {
    fn sound(&self) -> Result<(), String> {
        self.r.sound(&self.s)
    }
}

impl<'a> Lab<'a> {
    fn run(&mut self, f: impl FnOnce(&mut Engine<'_>)) {
        f(&mut Engine::new(self.r, &mut self.s, None));
    }

    fn pool(&self) -> &'a CompiledCards {
        &self.r.pool
    }
}
