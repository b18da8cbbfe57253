//! Scenarios: text files with a position, moves and expectations. `conformance/mtg/README.md` describes the format.

mod audit;
mod expect;
mod play;
mod position;
mod read;

use super::compiled_cards::CompiledCards;
use super::state::DuelState;
use super::{Deck, Duel, Engine, SealedState};
use crate::compile::compile;
use crate::database::RawCard;
use crate::lexicon::Lexicon;
pub use audit::{CardAudit, Flag, FlagKind, audit, audit_changed};
use position::Item;
use rulebook_kernel::Seat;

/// A page of scenarios, and the cards that they share.
#[derive(Clone, Debug, Default)]
pub struct Page {
    cards: Vec<RawCard>,
    /// The scenarios in order.
    pub scenarios: Vec<Scenario>,
}

/// One scenario.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// The title of the scenario.
    pub name: String,
    /// The line of its title.
    pub line: usize,
    /// The numbers of the rules that it tests.
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

/// An error in a page, with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The line number.
    pub line: usize,
    /// The message.
    pub why: String,
}

/// The match in which a scenario is played.
struct ScenarioMatch<'a> {
    r: &'a Duel,
    s: DuelState,
}

impl Page {
    /// Parses a page.
    ///
    /// # Errors
    ///
    /// Returns the first line that cannot be parsed.
    pub fn read(text: &str) -> Result<Page, Wrong> {
        read::page(text)
    }

    /// Plays a scenario with the cards of this page and the shipped cards.
    ///
    /// # Errors
    ///
    /// Returns the first line with an impossible move or a failed expectation.
    pub fn play(&self, scenario: &Scenario, shipped: &[RawCard]) -> Result<(), Wrong> {
        self.reach(scenario, shipped).map(drop)
    }

    /// Plays a scenario. Returns the rules and the match after its last line.
    ///
    /// # Errors
    ///
    /// Returns the first line with an impossible move or a failed expectation.
    pub fn reach(&self, scenario: &Scenario, shipped: &[RawCard]) -> Result<(Duel, SealedState), Wrong> {
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
        let mut lab = ScenarioMatch::set_up(&rules, scenario).map_err(at)?;
        for (line, what) in &scenario.lines {
            let done = match what {
                Line::Do(text) => lab.act(text),
                Line::Is(text) => lab.check(text),
            };
            done.and_then(|()| lab.sound()).map_err(|why| Wrong { line: *line, why })?;
        }
        let reached = SealedState(lab.s);
        Ok((rules, reached))
    }
}

impl ScenarioMatch<'_> {
    fn sound(&self) -> Result<(), String> {
        self.r.sound(&self.s)
    }
}

impl<'a> ScenarioMatch<'a> {
    fn run(&mut self, f: impl FnOnce(&mut Engine<'_>)) {
        f(&mut Engine::new(self.r, &mut self.s, None));
    }

    fn cards(&self) -> &'a CompiledCards {
        &self.r.cards
    }
}
