//! Tests that all mistakes in a game folder are reported, with their positions.

use rulebook_catalog::{Catalog, KEPT_PACKAGES, Report, packages};
use rulebook_kernel::{Key, Setup};
use rulebook_testkit::scratch::Folder;
use std::fs;
use std::ops::Deref;
use std::path::Path;

const INITIAL_STATE: &str = include_str!("../../../../games/mau-mau/initial-state.json");

const META: &str = r#"{
  "rulesId": "mau-mau",
  "gameName": "Mau-Mau",
  "minPlayers": 2,
  "maxPlayers": 5
}
"#;

/// A temporary folder of games for one test.
struct Games {
    root: Folder,
}

impl Games {
    fn new() -> Games {
        Games { root: Folder::new("folders") }
    }

    /// Adds a game with these files. Other required files get a default text. The text `-` omits a file.
    fn with(self, id: &str, files: &[(&str, &str)]) -> Games {
        let folder = self.0.join(id);
        fs::create_dir_all(&folder).unwrap();
        let defaults = [("meta.json", META), ("rules.md", "# Rules\n"), ("initial-state.json", INITIAL_STATE)];
        for (name, text) in defaults.iter().chain(files) {
            fs::write(folder.join(name), text).unwrap();
            if *text == "-" {
                fs::remove_file(folder.join(name)).unwrap();
            }
        }
        self
    }

    fn report(&self) -> Report {
        Catalog::open(&self.0).list().1
    }

    /// One line for each mistake: file, code and message.
    fn mistakes(&self) -> Vec<String> {
        let report = self.report();
        let line = |d: &&rulebook_diag::Diagnostic| {
            let name = Path::new(report.sources.name(d.primary.span.file)).file_name().unwrap_or_default();
            format!("{} {} {}", name.to_string_lossy(), d.code, d.message)
        };
        report.diagnostics.sorted().iter().map(line).collect()
    }
}

impl Deref for Games {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.root
    }
}

#[test]
fn a_good_folder_is_a_game() {
    let games = Games::new().with("mau-mau", &[]);
    let (found, report) = Catalog::open(&games.0).list();
    assert!(report.diagnostics.is_empty(), "{report}");
    let game = &found[0];
    assert_eq!((game.id.as_str(), game.meta.min_players, game.meta.max_players), ("mau-mau", 2, 5));
    assert_eq!(&*game.rules_text, "# Rules\n");
    let by_file = games.0.join("mau-mau/rules.md");
    assert!(Catalog::open("/nowhere").find(by_file.to_str().unwrap()).is_ok(), "a file stands for its folder");
    assert!(Catalog::open("/nowhere").find(games.0.join("mau-mau").to_str().unwrap()).is_ok());
}

// clause: Cards 6.6-2
#[test]
fn missing_meta_keys_come_from_the_rules() {
    let games = Games::new().with("mau-mau", &[("meta.json", r#"{"rulesId": "mau-mau", "gameName": "C"}"#)]);
    let game = Catalog::open(&games.0).find("mau-mau").unwrap();
    assert_eq!((game.meta.min_players, game.meta.max_players, game.meta.description.as_str()), (2, 5, ""));
}

#[test]
fn every_mistake_of_every_game_in_one_run() {
    let meta = r#"{"rulesId": "mau-mua", "gameName": "", "minPlayers": 3, "maxPlayers": 2, "colour": "red"}"#;
    let games = Games::new()
        .with("mau-mau", &[("meta.json", meta), ("rules.md", " \n")])
        .with("empty", &[("meta.json", "-"), ("rules.md", "-")])
        .with("mau-mai", &[("meta.json", r#"{"rulesId": "mau-mai", "gameName": "N"}"#)])
        .with("war", &[("meta.json", r#"{"rulesId": "war", "gameName": "War"}"#), ("game.cgml", "x")])
        .with(
            "both",
            &[("meta.json", r#"{"rulesId": "both", "gameName": "B"}"#), ("game.cgml", ""), ("game.json", "")],
        );
    let expected = [
        "both G0013 game.cgml and game.json in one folder; a game must have exactly one rules file",
        "game.cgml C0009 a document must be a map of sections, not text",
        "meta.json D0023 unknown key `colour`",
        "meta.json G0004 this file is missing: every game has one",
        "meta.json G0005 the rules id is `mau-mua`, the folder is `mau-mau`",
        "meta.json G0007 `minPlayers` is 3, more than `maxPlayers`, which is 2",
        "meta.json G0009 `gameName` is empty",
        "meta.json G0012 the engine has no rules called `mau-mai`",
        "rules.md G0009 the rules for people are empty",
    ];
    let mut mistakes = games.mistakes();
    mistakes.sort();
    assert_eq!(mistakes, expected);
    let text = games.report().to_string();
    assert!(text.contains("did you mean `mau-mau`?"), "{text}");
    assert!(text.ends_with("9 errors\n"), "{text}");
}

/// Each language has a file of its own. A file whose name has no language code is ignored.
#[test]
fn rules_for_people_are_translated_by_files() {
    let german = "# Regeln\n";
    let games = Games::new()
        .with("mau-mau", &[("rules.de.md", german), ("rules.Old.md", "\n"), ("mau-mau.rules.fi.md", "# Säännöt\n")]);
    let (found, report) = Catalog::open(&games.0).list();
    assert!(report.diagnostics.is_empty(), "{report}");
    let texts = &found[0].meta.rules_texts;
    assert_eq!(texts.keys().collect::<Vec<_>>(), ["de", "fi"]);
    assert_eq!((&*found[0].rules_text, texts["de"].as_str()), ("# Rules\n", german));
    let games = Games::new().with("mau-mau", &[("rules.de.md", " \n")]);
    assert_eq!(games.mistakes(), ["rules.de.md G0009 the rules for people are empty"]);
}

/// The shelf is complete in German: each game has its rules, with the same headings, tables and lists as in English.
#[test]
fn every_game_of_the_shelf_has_german_rules() {
    let outline = |text: &str| -> Vec<String> {
        let sign =
            |line: &str| line.split(' ').next().filter(|sign| sign.starts_with(['#', '|', '-'])).map(str::to_owned);
        text.lines().filter_map(sign).collect()
    };
    for game in Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")).list().0 {
        let german = game.meta.rules_texts.get("de").unwrap_or_else(|| panic!("{} has no rules.de.md", game.id));
        assert_eq!(outline(german), outline(&game.rules_text), "{}", game.id);
    }
}

#[test]
fn meta_is_plain_json() {
    use rulebook_diag::codes::{COMMENT, DUPLICATE_KEY, TRAILING_COMMA, YAML};
    let found = |meta: &str| {
        let report = Games::new().with("mau-mau", &[("meta.json", meta)]).report();
        report.diagnostics.sorted().iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert!(found(META).is_empty());
    assert_eq!(found("rulesId: mau-mau\ngameName: Mau-Mau\n"), [YAML]);
    assert_eq!(found("{\"rulesId\": \"mau-mau\", \"gameName\": \"Mau-Mau\",}\n"), [TRAILING_COMMA]);
    for comment in ["# no", "// no", "/* no */"] {
        let report = Games::new().with("mau-mau", &[("meta.json", &format!("{comment}\n{META}"))]).report();
        assert!(report.has_errors());
        assert_eq!(report.diagnostics.sorted()[0].code, COMMENT);
        assert!(report.to_string().contains("JSON has no comments"), "{report}");
    }
    let twice = META.replace("\"minPlayers\"", "\"gameName\": \"Mau\", \"minPlayers\"");
    assert_eq!(found(&twice), [DUPLICATE_KEY]);
}

#[test]
fn seats_agree_with_the_rules() {
    let meta = META.replace(": 2", ": 3").replace(": 5", ": 9");
    let games = Games::new().with("mau-mau", &[("meta.json", &meta)]);
    let expected =
        ["meta.json G0008 the rules have 2 seats at least", "meta.json G0008 the rules have 5 seats at most"];
    assert_eq!(games.mistakes(), expected);
}

#[test]
fn texts_that_would_break_a_terminal_are_refused() {
    let long = "x".repeat(61);
    for (name, code) in [("A\\u001b[2J", "G0010"), ("two\\nlines", "G0010"), (&long, "G0010"), ("  ", "G0009")] {
        let meta = META.replace("Mau-Mau", name);
        let games = Games::new().with("mau-mau", &[("meta.json", &meta)]);
        let mistakes = games.mistakes();
        assert!(mistakes.len() == 1 && mistakes[0].contains(code), "{mistakes:?}");
        assert!(!games.report().to_string().contains('\x1b'));
    }
}

#[test]
fn layouts_are_checked_against_the_game() {
    let layout = |pile: &str| {
        let zones = format!(
            r#"{{"id": "a", "row": 0, "col": 0, "piles": ["{pile}"]}}, {{"id": "b", "row": 0, "col": 1, "widget": "actions"}}"#
        );
        format!(r#"{{"rows": 1, "cols": 2, "zones": [{zones}]}}"#)
    };
    let (good, bad) = (layout("stock"), layout("stok"));
    let games = Games::new().with("mau-mau", &[("layout.json", &good), ("layout-portrait.json", &bad)]);
    let mistakes = games.mistakes();
    let errors: Vec<&String> = mistakes.iter().filter(|line| !line.contains("L0009")).collect();
    assert!(errors.len() == 1 && errors[0].starts_with("layout-portrait.json L0004"), "{mistakes:?}");

    let yaml = format!("{good} # a comment");
    let games = Games::new().with("mau-mau", &[("layout.json", &yaml), ("layout-protrait.json", &good)]);
    let mistakes = games.mistakes();
    assert!(mistakes.iter().any(|line| line.starts_with("layout.json D0027")), "{mistakes:?}");
    assert!(mistakes.iter().any(|line| line.starts_with("layout-protrait.json G0016")), "{mistakes:?}");
}

#[test]
fn an_unknown_game_suggests_the_nearest_and_lists_the_others() {
    let games = Games::new().with("mau-mau", &[]);
    let text = Catalog::open(&games.0).find("mau-ma").unwrap_err().to_string();
    assert!(text.contains("there is no game `mau-ma`"), "{text}");
    assert!(text.contains("did you mean `mau-mau`? the games are mau-mau"), "{text}");
    // A name with a slash is a path, not an id.
    let rules = games.0.join("mau-mau/rulse.md").display().to_string();
    let text = Catalog::open(&games.0).find(&rules).unwrap_err().to_string();
    assert!(text.contains("no folder or file") && text.contains("mau-mau/rules.md`?"), "{text}");
    let text = Catalog::open(&games.0).find("nowhere-to-be-found.cgml").unwrap_err().to_string();
    assert!(text.contains("no folder or file") && text.contains("rulebook list"), "{text}");
    for path in ["../mau-mau", "no/such/path", ""] {
        assert!(Catalog::open(&games.0).find(path).is_err(), "{path}");
    }
    let text = Catalog::open("/no/such/folder").list().1.to_string();
    assert!(text.contains("G0001") && text.contains("/no/such/folder"), "{text}");
}

#[test]
fn unreadable_files_cause_no_panic() {
    let games = Games::new().with("mau-mau", &[("meta.json", "-")]).with("raw", &[]);
    fs::create_dir_all(games.0.join("mau-mau/meta.json")).unwrap();
    fs::write(games.0.join("raw/meta.json"), [0xff, 0xfe]).unwrap();
    fs::write(games.0.join("raw/rules.md"), vec![b'x'; (1 << 20) + 1]).unwrap();
    let mistakes = games.mistakes().join("\n");
    for code in ["G0003", "D0001", "G0014"] {
        assert!(mistakes.contains(code), "{code} in {mistakes}");
    }
}

#[test]
fn bots_play_what_they_were_made_for() {
    let games = Games::new().with("mau-mau", &[]);
    let game = Catalog::open(&games.0).find("mau-mau").unwrap();
    let mut table = game.rules.start(&Setup::seats(3), Key::from_seed("1")).unwrap();
    let specs = ["random", "first", "ismcts:20"];
    let mut bots: Vec<_> = specs.iter().map(|spec| game.bot(spec, Key::from_seed("2")).unwrap()).collect();
    while let Some(seat) = table.turn().seats().lowest() {
        let choice = bots[seat.index()].pick(&*table, seat);
        table.play_nth(seat, choice).unwrap();
    }
    assert!(table.outcome().is_some());
    let wrong = game.bot("ismtcs", Key::from_seed("2")).err().unwrap();
    assert!(wrong.contains("did you mean \"ismcts\""), "{wrong}");
}

/// The first file of a new game has no other files beside it.
#[test]
fn a_single_rules_file_is_a_game() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tic-tac-toe/game.json");
    let games = Games::new();
    let alone = games.0.join("mine.json");
    fs::copy(rules, &alone).unwrap();
    let game = Catalog::open(&games.0).find(alone.to_str().unwrap()).unwrap();
    assert_eq!(game.id, "mine");
    assert!(game.board().is_some());
    assert!(game.rules.start(&Setup::seats(2), Key::from_seed("1")).is_ok());
}

#[test]
fn card_games_in_yaml_are_read_and_checked() {
    let wrong = "cgml_version: '1.3'\nmeta: {name: X, players: {min: 2, max: 2}}\ncomponents: {zoens: []}\n\
                 setup: [{action: SHUFLE, target: {path: '$.zones.deck'}}]\n\
                 flow: {states: {Go: {phases: []}}, initial_state: Go}\nrules: []\n";
    let games = Games::new().with("x", &[("meta.json", r#"{"rulesId": "x", "gameName": "X"}"#), ("game.cgml", wrong)]);
    let mistakes = games.mistakes();
    assert!(mistakes.iter().any(|line| line.contains("unknown key `zoens`")), "{mistakes:?}");
    assert!(mistakes.iter().any(|line| line.contains("`SHUFLE` is not an action")), "{mistakes:?}");
    let (text, place) = (games.report().to_string(), games.0.join("x/game.cgml"));
    assert!(text.contains(&format!("--> {}:3:", place.display())), "the file is named: {text}");
    // A link out of the folder is not followed.
    let outside = games.0.join("secret.yaml");
    fs::write(&outside, "meta: {}\n").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, games.0.join("x/link.yaml")).unwrap();
        fs::write(games.0.join("x/game.cgml"), "imports: [!include link.yaml]\n").unwrap();
        assert!(
            games.mistakes().iter().any(|line| line.contains("a link out of the game's folder")),
            "{:?}",
            games.mistakes()
        );
    }
}

#[test]
fn the_name_of_a_single_file_is_printable() {
    let games = Games::new();
    let text = include_str!("../../../../docs/tutorial/01-one-card.cgml");
    let file = games.0.join("lone.cgml");
    fs::write(&file, text.replace("name: Lanterns", "name: \"Lan\\e[31mterns\"")).unwrap();
    let game = Catalog::open("/nowhere").find(file.to_str().unwrap()).unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(game.meta.game_name, "Lan[31mterns");
}

/// The CGML specification calls its own example `war.yml`.
// clause: CGML 3-1
#[test]
fn a_single_file_may_have_a_yaml_ending() {
    let games = Games::new();
    for name in ["war.yml", "war.yaml"] {
        let file = games.0.join(name);
        fs::write(&file, include_str!("../../../../docs/tutorial/01-one-card.cgml")).unwrap();
        let game = Catalog::open("/nowhere").find(file.to_str().unwrap()).unwrap_or_else(|report| panic!("{report}"));
        assert!(game.cgml().is_some(), "{name}");
    }
}

#[test]
fn explain_names_the_base_of_each_changed_rule() {
    let games = Games::new();
    fs::write(games.0.join("base.cgml"), include_str!("../../../../docs/tutorial/01-one-card.cgml")).unwrap();
    let child = "cgml_version: \"1.3\"\ninherit: base.cgml\nrules:\n  - { id: show_your_card, priority: 3 }\n";
    fs::write(games.0.join("child.cgml"), child).unwrap();
    let file = games.0.join("child.cgml");
    let game = Catalog::open("/nowhere").find(file.to_str().unwrap()).unwrap_or_else(|report| panic!("{report}"));
    let told = game.explain();
    let change = told.first().map(String::as_str).unwrap_or_default();
    assert!(
        change.starts_with("rule `show_your_card` of ") && change.contains("base.cgml:30 is changed in "),
        "{told:?}"
    );
    assert!(change.ends_with("child.cgml:4"), "{change}");
}

/// A copy of a shipped game with a change.
fn changed(id: &str, change: impl Fn(&Path)) -> (Games, String) {
    let games = Games::new();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(id);
    let to = games.0.join(id);
    fs::create_dir_all(to.join("scenarios")).unwrap();
    for folder in ["", "scenarios"] {
        // Some games have no scenarios.
        let entries = fs::read_dir(from.join(folder)).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.path().is_file()) {
            fs::copy(entry.path(), to.join(folder).join(entry.file_name())).unwrap();
        }
    }
    change(&to);
    let path = to.to_str().unwrap().to_owned();
    (games, path)
}

#[test]
fn a_match_needs_the_rules_and_nothing_beside_them() {
    let (games, path) = changed("high-card", |folder| {
        fs::write(folder.join("layout.json"), "{").unwrap();
        fs::remove_file(folder.join("rules.md")).unwrap();
        fs::write(folder.join("meta.json"), "[]").unwrap();
    });
    let catalog = Catalog::open(&games.0);
    assert!(catalog.find(&path).is_err());
    let game = catalog.find_rules("high-card").unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    assert_eq!(game.rules.info().source, Catalog::open(here).find("high-card").unwrap().rules.info().source);
    assert_eq!(game.id, "high-card");
    fs::remove_file(games.0.join("high-card/game.cgml")).unwrap();
    assert!(catalog.find_rules("high-card").unwrap_err().to_string().contains("no rules in this folder"));
    assert!(catalog.find_rules("no-such-game").is_err());
}

#[test]
fn a_game_brings_along_the_packages_that_it_was_made_with() {
    let source = |text: Option<&str>| {
        let (games, path) = changed("high-card", |folder| {
            let kept = folder.join(KEPT_PACKAGES);
            if let Some(text) = text {
                fs::create_dir_all(&kept).unwrap();
                fs::write(kept.join("standard_52.yaml"), text).unwrap();
            }
        });
        Catalog::open(&games.0).find(&path).unwrap().rules.info().source
    };
    let text = packages().find(|(name, _)| *name == "standard_52").unwrap().1;
    assert_eq!(source(Some(text)), source(None), "the same text is the same game");
    let other = text.replacen("J, Q, K, A]", "J, Q, A, K]", 1);
    assert_ne!(other, text);
    assert_ne!(source(Some(&other)), source(None));
}

/// The diagnostic codes that `check` reports for such a copy.
fn checked(id: &str, change: impl Fn(&Path)) -> Vec<String> {
    let (games, path) = changed(id, change);
    let (good, report) = Catalog::open(&games.0).check(&[path]);
    assert_eq!(good.is_empty(), report.has_errors(), "{report}");
    report.diagnostics.sorted().iter().map(|found| found.code.to_owned()).collect()
}

#[test]
fn failing_scenarios_are_reported_with_their_line() {
    let told = |id: &str, file: &'static str, text: &'static str| {
        let (games, path) = changed(id, |to| fs::write(to.join("scenarios").join(file), text).unwrap());
        let (good, mut report) = Catalog::open(&games.0).check(&[path]);
        let fine = good[0].play_scenarios(&mut report);
        assert_eq!(fine, !report.has_errors(), "{report}");
        report.to_string()
    };
    let page = "# A score\n\nNobody begins with points.\n\n```play\nseed 1\np1 score: 0\n```\n";
    assert_eq!(told("spades", "zz.md", page), "");
    let wrong = told("spades", "zz.md", "# A score\n\nFalse.\n\n```play\nseed 1\np1 score: 777\n```\n");
    assert!(wrong.contains("G0021") && wrong.contains("zz.md:7:") && wrong.contains("it is `0`"), "{wrong}");
    let wrong = told("spades", "zz.md", "# Nothing\n\nOnly words.\n");
    assert!(wrong.contains("G0021") && wrong.contains("without an assertion"), "{wrong}");
    let expects =
        r#"{"id": "zz", "rulesId": "katko", "seed": "1", "mode": "scripted", "expect": {"currentPlayer": "P9"}}"#;
    let wrong = told("katko", "zz.json", expects);
    assert!(wrong.contains("G0021") && wrong.contains("P9"), "{wrong}");
    let moves = r#"{"id": "zz", "rulesId": "katko", "seed": "1", "mode": "scripted", "players": 9999999999,
        "intents": [{"type": "move", "playerId": "P1", "cardId": "2C", "fromPileId": "nowhere", "toPileId": "here"}]}"#;
    assert!(told("katko", "zz.json", moves).contains("G0021"));
}

// clause: Cards 6.5-1 6.6-1
#[test]
fn everything_beside_a_rule_module_is_checked() {
    let write = |file: &'static str, text: &'static str| move |to: &Path| fs::write(to.join(file), text).unwrap();
    let replace = |file: &'static str, old: &'static str, new: &'static str| {
        move |to: &Path| {
            let text = fs::read_to_string(to.join(file)).unwrap();
            assert!(text.contains(old), "{file}");
            fs::write(to.join(file), text.replacen(old, new, 1)).unwrap();
        }
    };
    assert!(checked("katko", |_| {}).is_empty());
    assert!(!checked("katko", write("initial-state.json", "[[[")).is_empty());
    assert!(!checked("katko", write("initial-state.json", "{}")).is_empty());
    assert_eq!(checked("katko", |to| fs::remove_file(to.join("initial-state.json")).unwrap()), ["G0004"]);
    let scenario = "scenarios/a-two-counts-double.json";
    assert!(!checked("katko", write(scenario, "[[[")).is_empty());
    assert_eq!(checked("katko", replace(scenario, "\"katko\"", "\"kotka\"")), ["G0020"]);
    assert_eq!(checked("katko", replace(scenario, "\"type\": \"text\", ", "")), ["G0020"]);
    let actions = "\"supportsActions\": true, \"gameName\"";
    assert_eq!(checked("katko", replace("meta.json", "\"gameName\"", actions)), ["G0017"]);
    assert!(!checked("katko", replace("meta.json", "\"minutes\": ", "\"minutes\": 99")).is_empty());
    let bare = |to: &Path| {
        for file in ["layout.json", "layout-wide.json", "layout-portrait.json"] {
            fs::remove_file(to.join(file)).unwrap();
        }
    };
    assert_eq!(checked("katko", bare), ["G0019"]);
    assert_eq!(checked("katko", |to| fs::remove_file(to.join("rules.md")).unwrap()), ["G0027"]);
    assert_eq!(checked("katko", replace("initial-state.json", "false }", "false, \"phase\": \"play\" }")), ["N0014"]);
    // An initial state is refused if the rules cannot be played from it.
    assert_eq!(checked("katko", replace("initial-state.json", "{", "{ ")), [""; 0]);
    assert_eq!(checked("katko", replace("initial-state.json", "\"gone\"", "\"lost\"")), ["G0018"]);
}

/// Values only make bots stronger, so a game without usable values is still a game.
#[test]
fn values_that_do_not_fit_are_a_warning() {
    assert_eq!(checked("breakthrough", |_| ()), [""; 0]);
    assert_eq!(checked("breakthrough", |to| fs::write(to.join("values.json"), "{}").unwrap()), ["G0026"]);
    let other_name = |to: &Path| {
        let text = fs::read_to_string(to.join("game.json")).unwrap();
        fs::write(to.join("game.json"), text.replacen("Breakthrough", "Breakout", 1)).unwrap();
    };
    let (games, path) = changed("breakthrough", other_name);
    let (good, report) = Catalog::open(&games.0).check(&[path]);
    assert_eq!(good.len(), 1, "{report}");
    assert!(report.to_string().contains("another version of the game file"), "{report}");
    assert_eq!(checked("breakthrough", |to| fs::remove_file(to.join("values.json")).unwrap()), [""; 0]);
}

/// The initial state of Katko for this many players, with the ranks from the seven up.
fn short_katko(players: usize) -> String {
    let ranks = ["7", "8", "9", "10", "J", "Q", "K", "A"];
    let faces = ["C", "D", "H", "S"].into_iter().flat_map(|suit| ranks.map(|rank| (rank, suit)));
    let cards: Vec<String> = faces
        .zip(101..)
        .map(|((rank, suit), id)| format!(r#""{id}": {{"rank": "{rank}", "suit": "{suit}"}}"#))
        .collect();
    let ids: Vec<String> = (101..101 + cards.len()).map(|id| id.to_string()).collect();
    let owners: Vec<String> = (1..=players).map(|n| format!(r#""S{n}""#)).collect();
    let hand = |n: usize| format!(r#""S{n}-hand": {{"ownerId": "S{n}", "visibility": "owner"}}"#);
    let hands: Vec<String> = (1..=players).map(hand).collect();
    format!(
        r#"{{"rulesId": "katko", "players": [{}], "cards": {{{}}}, "piles": {{
            "deck": {{"visibility": "hidden", "shuffle": true, "cardIds": [{}]}},
            "trick": {{"visibility": "public"}}, "gone": {{"visibility": "hidden"}}, {}}}}}"#,
        owners.join(", "),
        cards.join(", "),
        ids.join(", "),
        hands.join(", ")
    )
}

/// Card engine 6.1: the initial state is a file. The rules decide whether they can be played from it.
// clause: Cards 6.1-8
#[test]
fn an_edited_initial_state_is_used_or_refused_with_a_reason() {
    let edited = |file: &'static str, text: String| {
        move |to: &Path| {
            fs::remove_file(to.join("initial-state.json")).unwrap();
            fs::write(to.join(file), &text).unwrap();
            // The scenarios are about the full deck.
            fs::remove_dir_all(to.join("scenarios")).unwrap();
        }
    };
    for file in ["initial-state.json", "katko.initial-state.json"] {
        let (games, path) = changed("katko", edited(file, short_katko(6)));
        let (good, report) = Catalog::open(&games.0).check(&[path]);
        assert_eq!(report.to_string(), "");
        let rules = &good[0].rules;
        let built_in = Catalog::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")).find("katko").unwrap();
        assert_ne!(rules.info().source, built_in.rules.info().source, "matches of the two do not mix");
        let mut game = rules.start(&Setup::seats(3), Key::from_seed("short")).unwrap();
        let cards = |game: &dyn rulebook_matches::AnyMatch| {
            let god = game.scene(rulebook_kernel::Viewer::God);
            god.zones.iter().map(|zone| zone.cards.len()).sum::<usize>()
        };
        assert_eq!(cards(&*game), 32);
        while let Some(seat) = game.turn().seats().lowest() {
            let text = game.nth_text(seat, 0).unwrap();
            game.play(seat, &text).unwrap();
        }
        assert_eq!(cards(&*game), 32);
        // Texts may name piles and cards as the initial state does: the ids 101 to 132, and the players S1 to S6.
        let game = rules.start(&Setup::seats(2), Key::from_seed("named")).unwrap();
        let seat = game.turn().seats().lowest().unwrap();
        let text = game.nth_text(seat, 0).unwrap();
        let face = text.split(' ').next().unwrap();
        let id = rules.engine_ids().cards.into_iter().find(|(_, other)| other == face).unwrap().0;
        assert_eq!(game.check(seat, &format!("{id} S{}-hand->trick", seat.index() + 1)), Ok(()));
    }
    let why = |text: String| {
        let (games, path) = changed("katko", edited("initial-state.json", text));
        let (good, report) = Catalog::open(&games.0).check(&[path]);
        assert!(good.is_empty());
        report.to_string()
    };
    assert!(why(short_katko(7)).contains("7 players need at least 35 cards"), "{}", why(short_katko(7)));
    let open = short_katko(6).replace(r#""deck": {"visibility": "hidden""#, r#""deck": {"visibility": "public""#);
    assert!(why(open).contains("the rules need the pile `deck` with `\"visibility\": \"hidden\"`"));
    let extra = short_katko(6).replace(r#""gone": "#, r#""box": {"visibility": "public"}, "gone": "#);
    assert!(why(extra).contains("the rules do not use a pile `box`"));
    // Rules that do not declare support for other cards can be played only with their own cards.
    let (games, path) = changed("scopa", |to| {
        let text = fs::read_to_string(to.join("initial-state.json")).unwrap();
        fs::write(to.join("initial-state.json"), text.replacen("\"rank\": \"A\"", "\"rank\": \"9\"", 1)).unwrap();
    });
    let (_, report) = Catalog::open(&games.0).check(&[path]);
    assert!(report.to_string().contains("with exactly the 40 cards of this game"), "{report}");
}

/// Card engine 6.2: layouts are called `<rulesId>.layout*.json`.
// clause: Cards 6.2-12
#[test]
fn layouts_with_the_id_of_the_game_are_read() {
    let renamed = |to: &Path| {
        for file in ["layout.json", "layout-wide.json", "layout-portrait.json", "rules.md"] {
            fs::rename(to.join(file), to.join(format!("katko.{file}"))).unwrap();
        }
    };
    let (games, path) = changed("katko", renamed);
    let (good, report) = Catalog::open(&games.0).check(&[path]);
    assert_eq!(report.to_string(), "");
    let layouts = &good[0].layouts;
    assert!(layouts.plain.is_some() && layouts.wide.is_some() && layouts.portrait.is_some());
    assert!(good[0].rules_text.contains("Katko"));
    let both = |to: &Path| {
        fs::copy(to.join("layout.json"), to.join("katko.layout.json")).unwrap();
    };
    assert_eq!(checked("katko", both), ["G0024"]);
    // A layout may name the piles as the initial state does.
    let named = |own: &'static str| {
        move |to: &Path| {
            let text = fs::read_to_string(to.join("layout.json")).unwrap();
            let others: Vec<String> = (2..=6).map(|n| format!("\"P{n}-hand\"")).collect();
            let text = text.replacen("[\"hand.others\"]", &format!("[{}]", others.join(", ")), 1);
            fs::write(to.join("layout.json"), text.replacen("[\"hand.self\"]", &format!("[\"{own}\"]"), 1)).unwrap();
        }
    };
    let (games, path) = changed("katko", named("P1-hand"));
    let (good, report) = Catalog::open(&games.0).check(&[path]);
    assert_eq!(report.to_string(), "");
    let plain = good[0].layouts.plain.as_ref().unwrap();
    assert!(plain.zones.iter().any(|zone| zone.piles == ["hand.0"]), "{plain:?}");
    let (games, path) = changed("katko", named("P1-hnad"));
    let (_, report) = Catalog::open(&games.0).check(&[path]);
    assert!(report.to_string().contains("there is no pile `P1-hnad`"), "{report}");
}

/// Card engine 2.1: a step of a scenario has `cardId` or `cardIds`.
#[test]
fn a_scenario_with_one_card_and_several_cards_is_refused() {
    let text = r#"{"id": "zz", "rulesId": "katko", "seed": "1", "mode": "scripted", "intents": [
        {"type": "move", "fromPileId": "P1-hand", "toPileId": "trick", "cardId": 1, "cardIds": [1, 2]}]}"#;
    assert_eq!(checked("katko", |to| fs::write(to.join("scenarios/zz.json"), text).unwrap()), ["G0020"]);
}

/// A card game with its cards in a sheet.
const WITH_SHEET: &str = r#"cgml_version: "1.3"
meta: { name: Trees, players: { min: 2, max: 2 } }
components:
  component_types: { deck_types: { trees: { composition: [ { type: cards, cards: !include SHEET } ] } } }
  decks: { trees: { type: trees } }
  zones:
    - { name: deck, type: deck, of_deck: trees }
    - { name: hand, type: hand, per_player: true }
setup: [ { action: DEAL_ROUND_ROBIN, from: $.zones.deck, to: "$.players[*].zones.hand", count: 1 } ]
flow:
  initial_state: Playing
  player_order: clockwise
  states: { Playing: { phases: [Play] }, Over: {} }
  transitions: [ { from: Playing, to: Over, condition: "true" } ]
  win_condition: { evaluator: "max($.players, count($player.zones.hand))" }
rules:
  - { id: show, trigger: on.phase.Play, effect: [ { action: ANNOUNCE, text: "{$currentPlayer}" } ] }
"#;

fn meta_of(id: &str) -> String {
    META.replace("mau-mau", id).replace("\"maxPlayers\": 5", "\"maxPlayers\": 2")
}

#[test]
fn a_workbook_is_read_and_kept_as_text() {
    let meta = meta_of("trees");
    let rules = WITH_SHEET.replace("SHEET", "'cards.xlsx#Trees'");
    let games = Games::new().with("trees", &[("meta.json", &meta), ("game.cgml", &rules), ("initial-state.json", "-")]);
    fs::write(games.0.join("trees/cards.xlsx"), include_bytes!("../../../sheets/tests/workbooks/cards.xlsx")).unwrap();
    let game = Catalog::open(&games.0).find("trees").map_err(|report| report.to_string()).unwrap();
    let (_, document) = game.cgml().expect("a card game");
    let cards = document.to_nested().to_string();
    assert!(cards.contains("Sapling") && cards.contains("Draw a card,\\nthen discard \\\"one\\\"."), "{cards}");
    // The copies that a server keeps are texts, one for each sheet, and give the same game.
    let kept = game.files();
    assert!(kept.contains_key("cards.xlsx") && kept.contains_key("cards.xlsx#Promo"), "{:?}", kept.keys());
    let again = Catalog::in_memory("trees", kept).find("trees").map_err(|report| report.to_string()).unwrap();
    assert_eq!(again.rules.info().source, game.rules.info().source);
}

#[test]
fn a_picture_that_cannot_be_shown_is_a_warning_at_its_cell() {
    let meta = meta_of("trees");
    let rules = WITH_SHEET.replace("SHEET", "cards.csv");
    let sheet = "name,art\nOak,oak.png\nFir,fir.png\nYew,../yew.png\nAsh,ash.svg\nElm,\n";
    let games = Games::new().with(
        "trees",
        &[("meta.json", &meta), ("game.cgml", &rules), ("cards.csv", sheet), ("initial-state.json", "-")],
    );
    fs::write(games.0.join("trees/oak.png"), b"\x89PNG\r\n\x1a\nrest").unwrap();
    let told: Vec<String> = games.mistakes().into_iter().filter(|line| line.contains("G0025")).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    for words in [
        "cards.csv G0025 the picture `fir.png` does not exist",
        "`../yew.png` is not a path inside",
        "`ash.svg` is not a PNG",
    ] {
        assert!(told.iter().any(|line| line.contains(words)), "{words}: {told:?}");
    }
    let game = Catalog::open(&games.0).find("trees").map_err(|report| report.to_string()).unwrap();
    assert_eq!(game.picture("oak.png").map(|(kind, _)| kind), Some("image/png"));
    assert!(game.picture("game.cgml").is_none() && game.picture("../trees/oak.png").is_none());
}
