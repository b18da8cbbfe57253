//! Tests of `conformance/mtg/`: every scenario passes and cites existing rules, and the table of cited rules is up to
//! date.

use rulebook_mtg::database::read_cards;
use rulebook_mtg::rules::scenario::Page;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/mtg")
}

fn pages() -> Vec<(String, Page)> {
    let entries = fs::read_dir(folder()).unwrap().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let page = Page::read(&fs::read_to_string(path).unwrap());
        (name.clone(), page.unwrap_or_else(|wrong| panic!("{name}:{}: {}", wrong.line, wrong.why)))
    };
    paths.iter().map(read).collect()
}

/// The rule numbers in the list. `510.1a-e` means 510.1 and 510.1a to 510.1e. The list never uses the letters l and o.
fn numbers() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for word in fs::read_to_string(folder().join("rules.list")).unwrap().split_whitespace() {
        match word.split_once('-') {
            None => drop(all.insert(word.to_owned())),
            Some((from, last)) => {
                let number = from.trim_end_matches(|c: char| c.is_ascii_lowercase());
                let (first, last) = (from.as_bytes()[number.len()], last.as_bytes()[0]);
                all.insert(number.to_owned());
                let letters = (first..=last).filter(|letter| !matches!(letter, b'l' | b'o'));
                all.extend(letters.map(|letter| format!("{number}{}", char::from(letter))));
            }
        }
    }
    all
}

#[test]
fn every_scenario_holds() {
    let (shipped, _) = read_cards(include_str!("../../../../../games/duel/cards.json"));
    let basics: Vec<_> = shipped.iter().filter(|card| card.type_line.starts_with("Basic Land")).cloned().collect();
    let mut wrong = Vec::new();
    for (name, page) in pages() {
        let cards = if name == "shipped.txt" { &shipped } else { &basics };
        for scenario in &page.scenarios {
            if let Err(why) = page.play(scenario, cards) {
                wrong.push(format!("{name}:{}: {}: {}", why.line, scenario.name, why.why));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_failing_scenario_is_reported() {
    let (shipped, _) = read_cards(include_str!("../../../../../games/duel/cards.json"));
    let text = "== No\nrules 1\np1: Forest\n- p1 taps Forest\n= p1 mana G\n= p1 life 19\n";
    let page = Page::read(text).unwrap();
    let wrong = page.play(&page.scenarios[0], &shipped).unwrap_err();
    assert_eq!((wrong.line, wrong.why.as_str()), (6, "`p1 life 19`, but it is 20"));
    for (line, text) in
        [("- p1 casts Bear", "is not a legal move"), ("= p1 may not pass", "the moves are"), ("- so", "who does")]
    {
        let page = Page::read(&format!("== No\np1: Forest\n{line}\n")).unwrap();
        let why = page.play(&page.scenarios[0], &shipped).unwrap_err().why;
        assert!(why.contains(text), "{line}: {why}");
    }
    let text = "card Pup | {G} | Creature — Dog | 1/1 |\n== No\np1: Pup in hand; Forest\n- p1 casts Pup | kicked\n";
    let page = Page::read(text).unwrap();
    let why = page.play(&page.scenarios[0], &shipped).unwrap_err().why;
    assert!(why.contains("did not ask whether"), "{why}");
    assert!(Page::read("what").is_err() && Page::read("== No\nwhat").is_err() && Page::read("card Bear").is_err());
}

#[test]
fn every_scenario_cites_rules_that_exist() {
    let known = numbers();
    let (mut by_section, mut unknown, mut count) = (BTreeMap::<String, BTreeSet<String>>::new(), Vec::new(), 0);
    let mut scenarios = BTreeMap::<String, usize>::new();
    for (name, page) in pages() {
        for scenario in &page.scenarios {
            count += 1;
            if scenario.rules.is_empty() {
                unknown.push(format!("{name}:{}: cites nothing", scenario.line));
            }
            let mut sections = BTreeSet::new();
            for rule in &scenario.rules {
                if !known.contains(rule) {
                    unknown.push(format!("{name}:{}: there is no {rule}", scenario.line));
                }
                let section = rule.split('.').next().unwrap().to_owned();
                by_section.entry(section.clone()).or_default().insert(rule.clone());
                sections.insert(section);
            }
            for section in sections {
                *scenarios.entry(section).or_default() += 1;
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    let mut table = format!(
        "# Rules that scenarios cite\n\n{count} scenarios.\n\n| section | scenarios | rules |\n|---|---|---|\n"
    );
    for (section, rules) in by_section {
        let rules: Vec<String> = rules.into_iter().collect();
        table += &format!("| {section} | {} | `{}` |\n", scenarios[&section], rules.join(" "));
    }
    rulebook_testkit::bless::check_or_bless(&folder().join("COVERAGE.md"), &table).unwrap();
}

/// Bots are not offered spells that would be wasted.
#[test]
fn bots_are_not_offered_useless_spells() {
    let (shipped, _) = read_cards(include_str!("../../../../../games/duel/cards.json"));
    let cards = "card Edict | {B} | Instant | | Target player sacrifices a creature.\n\
                 card Sweep | {B} | Sorcery | | Destroy all creatures.\n\
                 card Bear | {G} | Creature — Bear | 2/2 |\n";
    let nobody = "== Nobody has a creature\np1: Edict in hand; Sweep in hand; Swamp\n\
                  = p1 may cast Edict\n= p1 may cast Sweep\n\
                  = p1 may not as bot cast Edict\n= p1 may not as bot cast Sweep\n= p1 may as bot pass\n";
    let own = "== Only the caster has one\np1: Edict in hand; Sweep in hand; Swamp; Bear\n\
               = p1 may not as bot cast Edict\n= p1 may as bot cast Sweep\n";
    let other = "== The other has one\np1: Edict in hand; Sweep in hand; Swamp\np2: Bear\n\
                 = p1 may as bot cast Edict\n= p1 may as bot cast Sweep\n";
    let page = Page::read(&format!("{cards}{nobody}{own}{other}")).unwrap();
    for scenario in &page.scenarios {
        page.play(scenario, &shipped).unwrap_or_else(|wrong| panic!("{}:{}: {}", scenario.name, wrong.line, wrong.why));
    }
    assert_eq!(page.scenarios.len(), 3);
}
