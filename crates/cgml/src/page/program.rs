//! A program of a page: merged onto its base and compiled, with its diagnostics.

use crate::load::{MemoryFiles, load_or_rest};
use crate::run::Cgml;
use crate::syntax::{self, Action, Document};
use crate::{code, compile};
use rulebook_diag::{Diagnostic, Diagnostics, Limits, Paint, Severity, Sources, parse};
use rulebook_kernel::Digest;
use rulebook_scenario::page::{Block, Page};

/// The name of the program's file. A page must list the warnings of this file, but not those of the base.
const PAGE: &str = "page.cgml";
const BASE: &str = "base.cgml";
/// The file with the rules of a game.
const GAME: &str = "game.cgml";

/// The part that a block `values` adds to a program.
const VALUES: &str = "values.cgml";

/// A program of a page.
pub struct Program<'a> {
    /// The block of the program. If the base game is tested without a program, this is the first block that tests it.
    pub block: &'a Block,
    files: Vec<&'a Block>,
    text: &'a str,
    base: Base<'a>,
}

/// The base that a program is merged onto.
#[derive(Clone, Copy)]
enum Base<'a> {
    /// No base: the program is a complete game.
    Nothing,
    /// The small game that the pages of the language use.
    Small(&'a str),
    /// An included game, with its files.
    Game(&'a [(String, String)]),
}

/// A compiled program with its diagnostics. It cannot be played if there are errors.
pub struct Compiled {
    document: Option<Document>,
    sources: Sources,
    diags: Diagnostics,
    given: GivenSource,
}

/// The source of given cards.
enum GivenSource {
    /// The deck of the small game. Its zone `box` holds the cards while they are placed.
    Small,
    /// The zone that holds the deck of a complete game.
    Deck,
}

impl<'a> Program<'a> {
    /// A program merged onto the game `small`, or a complete game if the block says `whole`.
    pub fn new(block: &'a Block, files: Vec<&'a Block>, small: &'a str) -> Program<'a> {
        let base = if block.is("whole") { Base::Nothing } else { Base::Small(small) };
        Program { block, files, text: &block.text, base }
    }

    /// A complete game.
    pub fn whole(block: &'a Block) -> Program<'a> {
        Program { block, files: Vec::new(), text: &block.text, base: Base::Nothing }
    }

    /// The game `small` alone.
    pub fn base(block: &'a Block, small: &'a str) -> Program<'a> {
        Program { block, files: Vec::new(), text: "", base: Base::Small(small) }
    }

    /// The program merged onto a game of the shelf.
    pub fn of_game(self, files: &'a [(String, String)]) -> Program<'a> {
        Program { base: Base::Game(files), ..self }
    }

    /// Returns whether the base is an included game.
    pub fn is_of_game(&self) -> bool {
        matches!(self.base, Base::Game(_))
    }

    /// Reads and compiles the program.
    pub fn compile(&self) -> Compiled {
        self.compile_with(None)
    }

    /// Compiles the program with the document `over` merged onto it.
    pub fn compile_with(&self, over: Option<String>) -> Compiled {
        let inherits = self.text.lines().any(|line| line.starts_with("inherit:"));
        let (under, given) = match self.base {
            Base::Nothing => (None, GivenSource::Deck),
            Base::Small(_) => (Some(BASE), GivenSource::Small),
            Base::Game(_) => (Some(GAME), GivenSource::Deck),
        };
        let tail = under.filter(|_| !inherits).map(|under| format!("inherit: {under}\n")).unwrap_or_default();
        let text = self.text.to_owned() + &tail;
        let root = if over.is_some() { VALUES } else { PAGE };
        let over = over.map(|over| over + &format!("inherit: {PAGE}\n")).unwrap_or_default();
        let named =
            self.files.iter().filter_map(|file| Some((file.info.split_whitespace().nth(2)?, file.text.as_str())));
        let small = if let Base::Small(small) = self.base { small } else { "" };
        let shelf = if let Base::Game(files) = self.base { files } else { &[] };
        let shelf = shelf.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let all = [(BASE, small), (PAGE, text.as_str()), (VALUES, over.as_str())].into_iter().chain(named).chain(shelf);
        let mut files = MemoryFiles::from_iter(all);
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let document = match load_or_rest(root, &mut files, &mut sources, &mut diags) {
            Ok(merged) => syntax::read(&merged.node, &sources, &mut diags),
            Err(rest) => {
                rest.iter().for_each(|rest| syntax::read_rest(rest, &sources, &mut diags));
                None
            }
        };
        let mut compiled = Compiled { document, sources, diags, given };
        if let Some(document) = &compiled.document {
            compile::compile(document, &mut compiled.diags);
        }
        compiled
    }
}

impl Compiled {
    /// The first phase of a match.
    pub fn first_phase(&self) -> Option<&str> {
        let flow = &self.document()?.flow;
        Some(flow.states.get(flow.initial_state.as_str())?.phases.first()?.as_str())
    }

    /// The document.
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// The errors as text; `None` if there are none.
    pub fn errors(&self) -> Option<String> {
        self.diags.has_errors().then(|| self.diags.to_text(&self.sources, Paint::Plain))
    }

    /// Compares the diagnostics with the diagnostics that the page lists.
    pub fn report(&self, page: &Page, program: &Block, reports: &[&Block]) -> Result<(), String> {
        let text = self.diags.to_text(&self.sources, Paint::Plain);
        let found: Vec<String> = self
            .diags
            .sorted()
            .into_iter()
            .filter(|found| self.counts(found, !reports.is_empty()))
            .map(|d| self.line(d))
            .collect();
        let mut expected = Vec::new();
        for block in reports {
            for (n, line) in block.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                match line.strip_prefix("> ") {
                    Some(said) if !text.contains(said) => {
                        return Err(page.at(block, n, &format!("the report does not say this:\n{text}")));
                    }
                    Some(_) => {}
                    None => expected.push(line.trim().to_owned()),
                }
            }
        }
        let mut sorted = (found.clone(), expected.clone());
        sorted.0.sort();
        sorted.1.sort();
        if sorted.0 == sorted.1 {
            return Ok(());
        }
        let only = |these: &[String], those: &[String]| -> String {
            let missing = these.iter().filter(|line| !those.contains(line));
            missing.map(|line| format!("\n    {line}")).collect()
        };
        let (unlisted, missing) = (only(&found, &expected), only(&expected, &found));
        let why = format!(
            "the reported mistakes differ from the list\n  found, but not listed:{unlisted}\n  listed, but not found:{missing}\n{text}"
        );
        Err(page.at(program, 0, &why))
    }

    /// Whether a page must list this diagnostic. It must list every error. It must list a warning only if `warnings` is
    /// true and the warning is not about the base game.
    fn counts(&self, found: &Diagnostic, warnings: bool) -> bool {
        let here = self.sources.name(found.primary.span.file) != BASE;
        found.severity == Severity::Error || warnings && here
    }

    fn line(&self, found: &Diagnostic) -> String {
        let span = found.primary.span;
        let name = self.sources.name(span.file);
        let place = if name == PAGE { String::new() } else { format!("{name} ") };
        let line = self.sources.position(span.file, span.start).line;
        let words = self.sources.slice(span).lines().next().unwrap_or_default().trim();
        format!("{} {} {place}line {line}: {words}", found.severity.name(), found.code).trim_end().to_owned()
    }

    /// Tests that the explanation contains these lines.
    pub fn explain(&self, page: &Page, block: &Block) -> Result<(), String> {
        let Some(document) = &self.document else { return Err(page.at(block, 0, "there is no document")) };
        let told = compile::explain(document);
        for (n, line) in block.text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            if !told.iter().any(|told| told.trim() == line.trim()) {
                return Err(page.at(
                    block,
                    n,
                    &format!("the explanation does not contain this line. It contains\n    {}", told.join("\n    ")),
                ));
            }
        }
        Ok(())
    }

    /// The rules, in which the setup first places the given cards. Also returns the number of actions that place them.
    pub fn rules(&self, given: &[(String, Vec<String>)]) -> Result<(Cgml, usize), String> {
        let mut document = self.document.clone().ok_or("there is no document")?;
        let before = match self.given {
            _ if given.is_empty() => Vec::new(),
            GivenSource::Small => given_actions(given)?,
            GivenSource::Deck => given_to_game(&document, given)?,
        };
        let count = before.len();
        document.setup.splice(0..0, before);
        let mut diags = Diagnostics::new();
        let programs: Option<Vec<code::Program>> = compile::compile(&document, &mut diags);
        let programs = programs.ok_or_else(|| diags.to_text(&self.sources, Paint::Plain))?;
        Ok((Cgml::new("page", "Page", Digest::of(b"page"), programs), count))
    }
}

/// The ending of the name of a deck that gets the given cards and no other cards.
const EXACTLY: &str = " exactly";

/// Places given cards with CGML actions: moves all cards to the box, moves each given card to its zone, and moves the
/// remaining cards back below them. After `deck exactly` they stay in the box.
fn given_actions(given: &[(String, Vec<String>)]) -> Result<Vec<Action>, String> {
    // Shuffle, because otherwise everybody would know the order of the cards from the file.
    let mut lines = vec![
        "{ action: MOVE_ALL, from: $.zones.deck, to: $.zones.box }".to_owned(),
        "{ action: SHUFFLE, target: $.zones.box }".to_owned(),
    ];
    for (zone, cards) in given {
        let path = path(zone.strip_suffix(EXACTLY).unwrap_or(zone), "zones.")?;
        lines.extend(cards.iter().map(|card| {
            format!("{{ action: MOVE, from: $.zones.box, to: '{path}', count: 1, filter: \"$.card.id == '{card}'\" }}")
        }));
    }
    let names = || given.iter().map(|(zone, _)| zone.as_str());
    if names().all(|zone| zone.strip_suffix(EXACTLY) != Some("deck")) {
        let below = if names().any(|zone| zone == "deck") { ", position: bottom" } else { "" };
        lines.push(format!("{{ action: MOVE_ALL, from: $.zones.box, to: $.zones.deck{below} }}"));
    }
    lines.iter().map(|line| action(line)).collect()
}

/// `$.zones.deck` for `deck`, `$.players[0].zones.hand` for `p1 hand`.
fn path(name: &str, among: &str) -> Result<String, String> {
    Ok(match name.split_once(' ') {
        None => format!("$.{among}{name}"),
        Some((owner, name)) => {
            let seat: usize = owner.trim_start_matches('p').parse().map_err(|_| format!("no player `{owner}`"))?;
            format!("$.players[{}].{among}{name}", seat.wrapping_sub(1))
        }
    })
}

/// Places given cards of the deck into zones or on top of the deck, and sets variables. `deck exactly` removes all other
/// cards of the deck.
fn given_to_game(document: &Document, given: &[(String, Vec<String>)]) -> Result<Vec<Action>, String> {
    let holds = document.components.zones.iter().find(|zone| zone.of_deck.is_some());
    let holds = holds.map(|zone| zone.name.text.as_str());
    // Shuffle, because otherwise everybody would know the order of the cards from the file.
    let shuffle = holds.map(|deck| format!("{{ action: SHUFFLE, target: $.zones.{deck} }}"));
    let mut lines: Vec<String> = shuffle.into_iter().collect();
    let mut removals = Vec::new();
    for (name, cards) in given {
        let (name, is_exact) = match name.strip_suffix(EXACTLY) {
            Some(name) => (name, true),
            None => (name.as_str(), false),
        };
        let last = name.rsplit(' ').next().unwrap_or_default();
        if document.components.variables.iter().any(|variable| variable.name.text == last) {
            let (path, value) = (path(name, "")?, cards.join(" "));
            let plain = value.parse::<i32>().is_ok() || value == "true" || value == "false";
            let value = if plain { value } else { format!("\"'{value}'\"") };
            lines.push(format!("{{ action: SET_VARIABLE, path: '{path}', value: {value} }}"));
            continue;
        }
        let deck = holds.ok_or("the game has no deck")?;
        if is_exact && name != deck {
            return Err(format!("`exactly` is only for the deck: `given {deck}{EXACTLY}: CARDS`"));
        }
        let path = path(name, "zones.")?;
        lines.extend(cards.iter().enumerate().map(|(placed, card)| {
            let zone = format!("$.zones.{deck}");
            if name != deck {
                let filter = format!("filter: \"$.card.id == '{card}'\"");
                return format!("{{ action: MOVE, from: {zone}, to: '{path}', count: 1, {filter} }}");
            }
            // The cards that are already on top stay there, also if several cards look alike.
            let below = format!("take({zone}, count({zone}) - {placed})");
            let card = format!("last({below}, $.card.id == '{card}')");
            format!("{{ action: MOVE, from: \"{card}\", to: {zone}, position: top }}")
        }));
        if is_exact {
            let more = format!("count($.zones.{deck}) - {}", cards.len());
            let below = format!("take($.zones.{deck}, {more})");
            removals.push(format!("{{ action: DESTROY_CARD, condition: '{more} > 0', target: '{below}' }}"));
        }
    }
    lines.append(&mut removals);
    lines.iter().map(|line| action(line)).collect()
}

fn action(text: &str) -> Result<Action, String> {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let file = sources.add("given.yaml", text);
    let (node, found) = parse(&sources, file, &Limits::default());
    diags.extend(found);
    let action = node.and_then(|node| syntax::read_action(&node, &sources, &mut diags));
    action.filter(|_| diags.is_empty()).ok_or_else(|| diags.to_text(&sources, Paint::Plain))
}
