//! Tests that recaps do not change play. Every included game runs the same way, state by state, with a recap for every
//! card, phase and turn as without any recap.

use rulebook_cgml::load::{MemoryFiles, load};
use rulebook_cgml::run::{Cgml, Fact};
use rulebook_cgml::{compile, syntax};
use rulebook_diag::{Diagnostics, Sources};
use rulebook_kernel::{Digest, Rng, Rules, Setup};
use rulebook_table::Fact as TableFact;
use std::fs;
use std::path::{Path, PathBuf};

const TOLD: &str = r#"
presentation:
  recap:
    - { trigger: on.move, text: "{$.card} went to {$.to.name}" }
    - { trigger: on.turn.begin, text: "turn {$.turn_index}" }
inherit: game.cgml
"#;
const UNTOLD: &str = "presentation: { recap: [] }\ninherit: game.cgml\n";

/// The number of answers after which a match is stopped.
const ANSWERS: usize = 400;

/// The folders of the shelf. `RULEBOOK_GAMES=war,hearts` tests only these games.
fn folders() -> Vec<PathBuf> {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut folders: Vec<_> = fs::read_dir(&shelf).expect("the shelf").flatten().map(|entry| entry.path()).collect();
    folders.sort();
    if let Ok(only) = std::env::var("RULEBOOK_GAMES") {
        folders.retain(|folder| only.split(',').any(|id| folder.ends_with(id)));
    }
    folders.retain(|folder| folder.join("game.cgml").is_file());
    folders
}

/// The files of a game, by their names.
fn files(folder: &Path) -> Vec<(String, String)> {
    let paths = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let written = paths.filter(|path| path.extension().is_some_and(|ending| ending == "cgml" || ending == "yaml"));
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("a game can be read"))
    };
    written.map(read).collect()
}

fn compile(text: &str, files: &[(String, String)]) -> Cgml {
    let named = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let mut files = MemoryFiles::from_iter([("told.cgml", text)].into_iter().chain(named));
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let merged = load("told.cgml", &mut files, &mut sources, &mut diags);
    let document = merged.and_then(|merged| syntax::read(&merged.node, &sources, &mut diags)).expect("a document");
    let programs = compile::compile(&document, &mut diags).expect("a game of the shelf");
    Cgml::new("told", "Told", Digest::of_bytes(b"told"), programs)
}

fn words(facts: &[Fact]) -> usize {
    facts.iter().filter(|fact| matches!(fact, Fact::Table(TableFact::Said { .. }))).count()
}

#[test]
fn announcements_do_not_change_the_game() {
    for folder in folders() {
        let files = files(&folder);
        let simultaneous = files.iter().any(|(_, text)| text.contains("player_order: simultaneous"));
        let told = if simultaneous { TOLD.replace("on.turn.begin", "on.move") } else { TOLD.to_owned() };
        let told = if simultaneous { told.replace("turn {$.turn_index}", "a card") } else { told };
        let (told, untold) = (compile(&told, &files), compile(UNTOLD, &files));
        let name = folder.display();
        let mut said = 0;
        for seed in ["one", "two"] {
            let setup = Setup::seats(told.info().min_seats);
            let (mut loud, mut plain): (Vec<Fact>, Vec<Fact>) = (Vec::new(), Vec::new());
            let mut a = told.start(&setup, Rng::seeded(seed), &mut loud);
            let mut b = untold.start(&setup, Rng::seeded(seed), &mut plain);
            let mut draws = Rng::seeded(seed).draws();
            for at in 0..ANSWERS {
                assert_eq!(a, b, "{name}, seed {seed}, after {at} answers");
                let Some(seat) = told.turn(&a).seats().lowest() else { break };
                let (mut moves, mut others) = (Vec::new(), Vec::new());
                told.moves(&a, seat, &mut moves);
                untold.moves(&b, seat, &mut others);
                assert_eq!(moves, others, "{name}, seed {seed}, after {at} answers");
                let mv = moves[draws.below(moves.len() as u32) as usize];
                told.play(&mut a, seat, &mv, &mut loud);
                untold.play(&mut b, seat, &mv, &mut plain);
            }
            assert_eq!(a, b, "{name}, seed {seed}");
            said += words(&loud) - words(&plain);
        }
        assert!(said > 0, "{name}: nothing was said");
    }
}
