//! Runs the pages of `conformance/deck-behaviours`. They show and check each clause of the deck-behaviour language.
//!
//! ` ```yaml zones ` (or `json`) declares zones: `scope`, `ordering` and `behavior` of each. There are four seats in
//! two teams of two. The blocks after it refer to these zones, up to the next declaration:
//!
//! ` ```error ` and ` ```warning ` list the diagnostics, each as its code and the text of its span. A line `> words`
//! must occur in the report. Without such a block there must be no diagnostic.
//!
//! The lines of an ` ```assert ` block are run one by one on a table of its own. Cards are words, and the bottom of a
//! zone comes first.
//!
//! * `lay ZONE: CARDS` puts cards into a zone, before any draw.
//! * `seed WORD` seeds the generator.
//! * `draw N from ZONE to ZONE` draws cards. Without zones it draws from `deck` to `hand`.
//! * `ZONE: CARDS` asserts the cards of a zone. `ZONE in any order: CARDS` ignores their order. `nothing` means an
//!   empty zone.
//! * `drawn: N`, `words used: N` and `facts: moved, shuffled, …` are about the last draw. `moved 3` is a move of three
//!   cards at once. `ran out 2` is a draw that lacked two cards.

use rulebook_diag::{Diagnostics, Fields, Limits, Paint, Severity, Sources, parse};
use rulebook_kernel::{Rng, Seat};
use rulebook_table::behavior::{self, Declared, Written};
use rulebook_table::{Entry, Fact, Ordering, Scope, Shape, Table, ZoneDef, ZoneId};
use rulebook_testkit::pages::{self, Block, Page};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

/// The zone of cards that no `lay` line has put into another zone yet.
const BOX: &str = "(box)";

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/deck-behaviours")
}

#[test]
fn every_page_is_true() {
    let pages = pages::run(&folder(), &["assert", "error", "warning"], check).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(pages >= 17, "there are {pages} pages");
}

fn check(page: &Page) -> Result<(), String> {
    let at: Vec<usize> = (0..page.blocks.len()).filter(|&index| page.blocks[index].is("zones")).collect();
    if at.first() != Some(&0) {
        return Err("a page begins with a block `zones`".into());
    }
    for (n, &begin) in at.iter().enumerate() {
        let end = at.get(n + 1).copied().unwrap_or(page.blocks.len());
        let (zones, about) = (&page.blocks[begin], &page.blocks[begin + 1..end]);
        if about.is_empty() {
            return Err(page.at(zones, 0, "nothing is said about these zones"));
        }
        declared_and_played(page, zones, about)?;
    }
    Ok(())
}

fn declared_and_played(page: &Page, zones: &Block, about: &[Block]) -> Result<(), String> {
    let mut sources = Sources::new();
    let name = if zones.is("json") { "zones.json" } else { "zones.yaml" };
    let file = sources.add(name, zones.text.clone());
    let (node, found) = parse(&sources, file, &Limits::default());
    let mut diags = Diagnostics::new();
    diags.extend(found);
    let defs = node.map(|node| read(&node, &mut diags)).unwrap_or_default();
    let report = diags.to_text(&sources, Paint::Plain);
    for (word, severity) in [("error", Severity::Error), ("warning", Severity::Warning)] {
        let mistakes: Vec<String> = diags
            .sorted()
            .iter()
            .filter(|mistake| mistake.severity == severity)
            .map(|mistake| format!("{} {}", mistake.code, words(sources.slice(mistake.primary.span)).join(" ")))
            .collect();
        let mut expected = Vec::new();
        for block in about.iter().filter(|block| block.is(word)) {
            for (n, line) in block.text.lines().enumerate() {
                match line.strip_prefix("> ") {
                    Some(said) if !report.contains(said) => {
                        return Err(page.at(block, n, &format!("it is not said\n{report}")));
                    }
                    Some(_) => {}
                    None => expected.push(line.to_owned()),
                }
            }
        }
        if mistakes != expected {
            return Err(page.at(zones, 0, &format!("the {word}s are {mistakes:?}, not {expected:?}\n{report}")));
        }
    }
    for block in about {
        match block.info.as_str() {
            "error" | "warning" => {}
            "assert" if diags.has_errors() => return Err(page.at(block, 0, "zones with errors are not played on")),
            "assert" => Play::new(&defs, &block.text)
                .and_then(|play| play.lines(&block.text))
                .map_err(|(n, why)| page.at(block, n, &why))?,
            info => return Err(page.at(block, 0, &format!("a block `{info}` means nothing here"))),
        }
    }
    Ok(())
}

/// Reads the zones of a page with the same checks as the zones of a game.
fn read(node: &rulebook_diag::Node, diags: &mut Diagnostics) -> Vec<ZoneDef> {
    let zones = node.as_map().unwrap_or_default();
    let mut read: Vec<(ZoneDef, Option<Written>)> = Vec::new();
    for (key, zone) in zones {
        let mut fields = Fields::of(zone, diags);
        let scopes = [("shared", Scope::Shared), ("seat", Scope::Seat), ("team", Scope::Team)];
        let scope = fields.optional("scope").choice(&scopes).unwrap_or(Scope::Shared);
        let orders = [
            ("unordered", Ordering::Unordered),
            ("fifo", Ordering::Fifo),
            ("lifo", Ordering::Lifo),
            ("shuffled", Ordering::Shuffled),
        ];
        let ordering = fields.optional("ordering").choice(&orders).unwrap_or(Ordering::Lifo);
        let behavior = fields.optional("behavior").node();
        fields.finish();
        let written = behavior.and_then(|behavior| behavior::read(behavior, diags));
        let mut def = match scope {
            Scope::Shared => ZoneDef::shared(&key.text),
            Scope::Seat => ZoneDef::per_seat(&key.text),
            Scope::Team => ZoneDef::per_team(&key.text),
        };
        def = def.ordered(ordering);
        def.behavior = written.as_ref().map(|written| written.behavior.clone());
        read.push((def, written));
    }
    let declared: Vec<Declared<'_>> = read
        .iter()
        .map(|(def, written)| Declared {
            id: &def.id,
            ordering: def.ordering,
            scope: def.scope,
            written: written.as_ref(),
        })
        .collect();
    behavior::check(&declared, diags);
    read.into_iter().map(|(def, _)| def).collect()
}

/// The table of one `assert` block.
struct Play {
    shape: Shape,
    table: Table,
    rng: Rng,
    /// All facts since the start. `told` is the number of facts before the last draw.
    facts: Vec<Fact>,
    told: usize,
    /// The number of random words that were used before the last draw.
    used: u64,
    drawn: Option<usize>,
}

type Wrong = (usize, String);

impl Play {
    /// Creates a table that has each card of the `lay` lines once. The card named first has the lowest number.
    fn new(defs: &[ZoneDef], text: &str) -> Result<Play, Wrong> {
        let mut build = Shape::build(4);
        build.teams(&[0, 1, 0, 1]);
        defs.iter().for_each(|def| {
            build.zone(def.clone());
        });
        let away = build.zone(ZoneDef::shared(BOX).internal());
        let back = build.back("back");
        let mut seen = BTreeSet::new();
        for (n, line) in text.lines().enumerate() {
            let Some((_, cards)) = line.strip_prefix("lay ").and_then(|rest| rest.split_once(':')) else { continue };
            for card in words(cards) {
                if !seen.insert(card) {
                    return Err((n, format!("`{card}` is laid twice")));
                }
                let face = build.face(card, back);
                build.card(face, away, Seat::new(0), None);
            }
        }
        let shape = build.finish();
        let table = Table::new(&shape);
        Ok(Play { shape, table, rng: Rng::seeded("page"), facts: Vec::new(), told: 0, used: 0, drawn: None })
    }

    fn lines(mut self, text: &str) -> Result<(), Wrong> {
        let mut asserted = false;
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            asserted = !self.line(line.trim()).map_err(|why| (n, why))?;
        }
        if !asserted {
            return Err((0, "the last line asserts nothing".into()));
        }
        let folded = Table::folded(&self.shape, &self.facts);
        if folded == self.table { Ok(()) } else { Err((0, "the facts do not rebuild the table".into())) }
    }

    /// Runs a line. Returns `true` if it is a command, and `false` if it is an assertion.
    fn line(&mut self, line: &str) -> Result<bool, String> {
        if let Some(word) = line.strip_prefix("seed ") {
            self.rng = Rng::seeded(word);
            return Ok(true);
        }
        if let Some(rest) = line.strip_prefix("draw ") {
            self.draw(&words(rest))?;
            return Ok(true);
        }
        let (what, value) = line.split_once(':').ok_or_else(|| format!("`{line}` is no line of a page"))?;
        let listed = words(value);
        if let Some(zone) = what.strip_prefix("lay ") {
            if self.drawn.is_some() {
                return Err("cards are laid before the first draw".into());
            }
            let zone = self.zone(zone)?;
            for card in listed {
                let entry = (0..self.shape.entries()).map(|entry| Entry(entry as u16));
                let entry = entry.into_iter().find(|&entry| self.name(entry) == card).expect("made before");
                self.table.atoms(&self.shape, &mut self.facts).move_to(entry, zone);
            }
            return Ok(true);
        }
        let drawn = self.drawn.ok_or("nothing was drawn yet");
        let found = match what {
            "drawn" => drawn?.to_string(),
            "words used" => drawn.map(|_| self.rng.used() - self.used)?.to_string(),
            "facts" => drawn.map(|_| self.facts[self.told..].iter().map(fact).collect::<Vec<_>>().join(", "))?,
            _ => return self.lies(what, &listed).map(|()| false),
        };
        let found = if found.is_empty() { "nothing".to_owned() } else { found };
        if found == value.trim() { Ok(false) } else { Err(format!("it is `{found}`")) }
    }

    fn draw(&mut self, words: &[&str]) -> Result<(), String> {
        let (count, from, to) = match *words {
            [count] => (count, "deck", "hand"),
            [count, "from", from, "to", to] => (count, from, to),
            _ => return Err("`draw N` or `draw N from ZONE to ZONE`".into()),
        };
        let count = count.parse().map_err(|_| format!("`{count}` is no number"))?;
        let (from, to) = (self.zone(from)?, self.zone(to)?);
        (self.told, self.used) = (self.facts.len(), self.rng.used());
        self.drawn = Some(self.table.atoms(&self.shape, &mut self.facts).draw(from, to, count, &mut self.rng));
        Ok(())
    }

    fn lies(&self, what: &str, expected: &[&str]) -> Result<(), String> {
        let (zone, any_order) = match what.strip_suffix(" in any order") {
            Some(zone) => (zone, true),
            None => (what, false),
        };
        let zone = self.zone(zone)?;
        let mut found: Vec<&str> = self.table.order(&self.shape, zone).map(|entry| self.name(entry)).collect();
        let mut expected = if expected == ["nothing"] { Vec::new() } else { expected.to_vec() };
        let told = found.join(" ");
        if any_order || !self.shape.zone(zone).ordered {
            found.sort_unstable();
            expected.sort_unstable();
        }
        if found == expected { Ok(()) } else { Err(format!("there lies `{told}`")) }
    }

    fn zone(&self, id: &str) -> Result<ZoneId, String> {
        self.shape.find_zone(id).ok_or_else(|| format!("there is no zone `{id}`"))
    }

    fn name(&self, entry: Entry) -> &str {
        self.shape.face_id(self.table.face(&self.shape, entry))
    }
}

fn fact(fact: &Fact) -> String {
    match fact {
        Fact::Moved(motions) if motions.len() == 1 => "moved".into(),
        Fact::Moved(motions) => format!("moved {}", motions.len()),
        Fact::Shuffled { .. } => "shuffled".into(),
        Fact::Reshuffling { .. } => "reshuffling".into(),
        Fact::RanOut { missing, .. } => format!("ran out {missing}"),
        other => format!("{other:?}"),
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

// ---- Every clause of the language has a page ----

/// The words of the language, taken from the source of `behavior.rs`: its keys, their values and its error codes.
fn language() -> (Vec<&'static str>, Vec<&'static str>, Vec<&'static str>) {
    let source = include_str!("../../src/behavior.rs");
    let quoted = |line: &'static str| line.split('"').skip(1).step_by(2);
    let reader = source.split("pub fn read(").nth(1).and_then(|rest| rest.split("\n}").next()).expect("the reader");
    let (keys, rest): (Vec<&str>, Vec<&str>) = reader.lines().partition(|line| line.contains("= fields."));
    let keys: Vec<&str> = keys.into_iter().flat_map(quoted).collect();
    let values = rest.into_iter().flat_map(|line| line.split("(\"").skip(1)).filter_map(|rest| rest.split('"').next());
    let codes = source.lines().filter(|line| line.starts_with("pub const")).flat_map(quoted);
    (keys, values.collect(), codes.collect())
}

#[test]
fn every_key_word_and_code_of_the_language_has_a_page_and_a_line_in_the_docs() {
    let (keys, values, codes) = language();
    assert!(keys.contains(&"type") && keys.contains(&"keepTop") && keys.len() >= 8, "{keys:?}");
    assert!(values.contains(&"deck") && values.contains(&"when_empty") && values.len() >= 6, "{values:?}");
    assert!(codes.contains(&"T0001") && codes.len() >= 7, "{codes:?}");
    // A page covers a word if its prose names the word and an example uses it. It covers an error code if a block lists
    // it.
    let about = RefCell::new(BTreeSet::new());
    let collect = |page: &Page| {
        for word in page.blocks("zones").flat_map(|block| block.text.split(|c: char| c != '_' && !c.is_alphanumeric()))
        {
            if page.prose.contains(&format!("`{word}`")) {
                about.borrow_mut().insert(word.to_owned());
            }
        }
        let listed = page.blocks("error").chain(page.blocks("warning"));
        about.borrow_mut().extend(listed.flat_map(|block| words(&block.text)).map(str::to_owned));
        Ok(())
    };
    pages::run(&folder(), &["assert", "error", "warning"], collect).expect("pages");
    let about = about.into_inner();
    let docs = include_str!("../../../../docs/deck-behaviours.md");
    for word in keys.iter().chain(&values).chain(&codes) {
        assert!(about.contains(*word), "no page is about `{word}`");
        assert!(docs.contains(&format!("`{word}`")), "docs/deck-behaviours.md does not mention `{word}`");
    }
}

// ---- A false page is refused ----

const ZONES: &str = "deck: {behavior: {type: deck, reshuffle_from: discard}}\ndiscard: {}\nhand: {}\n";

fn wrong(zones: &str, block: &str) -> String {
    let text = format!("# Title\n\n```yaml zones\n{zones}```\n\n{block}\n```\n");
    let page = Page::parse(Path::new("page.md"), &text).expect("a page");
    check(&page).expect_err("this page is not true")
}

#[test]
fn a_false_assertion_is_refused_with_its_line() {
    let begin = "```assert\nlay deck: a b c\nlay discard: x y\ndraw 2\n";
    for (line, told) in [
        ("hand: b c", "there lies `c b`"),
        ("hand: c", "there lies `c b`"),
        ("hand in any order: a b", "there lies `c b`"),
        ("discard: nothing", "there lies `x y`"),
        ("drawn: 3", "it is `2`"),
        ("words used: 1", "it is `0`"),
        ("facts: moved", "it is `moved, moved`"),
        ("facts: nothing", "it is `moved, moved`"),
        ("pile: a", "no zone `pile`"),
        ("hands up", "no line of a page"),
        ("draw many", "no number"),
        ("draw 1 from hand", "`draw N`"),
        ("lay deck: z", "before the first draw"),
    ] {
        let why = wrong(ZONES, &format!("{begin}{line}"));
        assert!(why.contains(told) && why.starts_with("page.md:13: "), "{line}: {why}");
    }
}

#[test]
fn a_block_that_asserts_nothing_is_refused() {
    assert!(wrong(ZONES, "```assert\nlay deck: a\ndraw 1").contains("asserts nothing"));
    assert!(wrong(ZONES, "```assert\nlay deck: a a\ndraw 1\ndrawn: 1").contains("laid twice"));
    assert!(wrong(ZONES, "```assert\nlay deck: a\ndrawn: 0").contains("nothing was drawn"));
    assert!(wrong(ZONES, "```text\nlay deck: a").contains("means nothing"));
    let page = |text: &str| Page::parse(Path::new("page.md"), text).expect("a page");
    assert!(check(&page("# T\n```assert\ndraw 1\n```\n")).is_err_and(|why| why.contains("`zones`")));
    let alone = format!("# T\n```yaml zones\n{ZONES}```\n");
    assert!(check(&page(&alone)).is_err_and(|why| why.contains("nothing is said")));
}

#[test]
fn mistakes_must_be_listed_as_they_are() {
    let misspelled = ZONES.replace("from: discard", "from: discrad");
    assert!(wrong(&misspelled, "```assert\nlay deck: a\ndraw 1\nhand: a").contains("T0003 discrad"));
    assert!(wrong(&misspelled, "```error\nT0003 discard").contains("T0003 discrad"));
    assert!(wrong(&misspelled, "```warning\nT0003 discrad").contains("the errors are"));
    assert!(wrong(&misspelled, "```error\nT0003 discrad\n> did you mean `deck`?").contains("it is not said"));
    assert!(wrong(ZONES, "```error\nT0003 discard").contains("the errors are []"));
    assert!(wrong("deck: {scpoe: seat}\n", "```assert\nlay deck: a\ndraw 1\ndrawn: 1").contains("unknown key `scpoe`"));
}
