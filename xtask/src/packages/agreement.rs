//! Tests that the files of a release agree with each other. GitHub and Docker read them, so no compiler compares them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::tidy::repo::Repo;

fn root() -> PathBuf {
    crate::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// The texts between `before` and `after`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(after).next()).collect()
}

#[test]
fn every_build_uses_the_minimum_rust() {
    let manifest = read("Cargo.toml");
    let minimum = between(&manifest, "rust-version = \"", "\"")[0];
    let release = read(".github/workflows/release.yml");
    assert_eq!(between(&release, "RUSTUP_TOOLCHAIN: \"", "\""), [minimum]);
    assert_eq!(between(&release, "rust-toolchain: \"", "\""), [minimum]);
    assert_eq!(between(&read(".github/workflows/ci.yml"), "rust: [stable, \"", "\""), [minimum, minimum]);
    assert_eq!(between(&read("deploy/Dockerfile"), "FROM rust:", "-"), [minimum]);
    for page in ["README.md", "docs/install.md"] {
        assert!(read(page).contains(&format!("Rust {minimum}")), "{page} does not name Rust {minimum}");
    }
}

#[test]
fn every_platform_of_a_release_has_an_archive_a_wheel_and_a_licence_check() {
    let release = read(".github/workflows/release.yml");
    let built = between(&release, "{ target: ", ",");
    let platforms: BTreeSet<&str> = built.iter().copied().collect();
    assert_eq!(built.len(), 2 * platforms.len(), "each platform needs an archive and a wheel: {built:?}");
    let deny = read("deny.toml");
    let checked = between(&deny, "targets = [", "]")[0].split('"').skip(1).step_by(2);
    assert_eq!(checked.collect::<BTreeSet<_>>(), platforms);
    let scripted: BTreeSet<&str> = platforms.into_iter().filter(|name| !name.contains("windows")).collect();
    let formula = read("packaging/formula.sh");
    let formula = between(&formula, "for target in ", ";")[0].split_whitespace();
    assert_eq!(formula.collect::<BTreeSet<_>>(), scripted);
}

#[test]
fn every_fuzz_target_runs_at_night() {
    let folder = root().join("fuzz/fuzz_targets").read_dir().expect("the fuzz targets");
    let files = folder.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let targets: BTreeSet<String> = files.filter_map(|name| name.strip_suffix(".rs").map(str::to_owned)).collect();
    let nightly = read(".github/workflows/nightly.yml");
    let run = between(&nightly, "target: [", "]")[0].split(',').map(|name| name.trim().to_owned());
    assert_eq!(run.collect::<BTreeSet<_>>(), targets);
}

#[test]
fn dependabot_looks_at_every_folder_with_packages() {
    let text = read(".github/dependabot.yml");
    let watched: BTreeSet<&str> = text.split([' ', ',', '[', ']', '\n']).filter(|word| word.starts_with('/')).collect();
    let repo = Repo::open(root());
    for file in repo.files() {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file.as_str()));
        let requires = match name {
            "package-lock.json" | "Dockerfile" => true,
            "Cargo.toml" => read(file).lines().any(|line| line == "[workspace]"),
            name => name.starts_with("requirements") && name.ends_with(".txt"),
        };
        assert!(!requires || watched.contains(format!("/{folder}").as_str()), "dependabot.yml leaves out /{folder}");
    }
}

/// `cargo binstall` and the install script must find the archive under the name that `cargo xtask dist` gives it.
#[test]
fn archives_have_one_name() {
    let name = "rulebook-{ version }-{ target }";
    let manifest = read("crates/cli/Cargo.toml");
    let url = format!("{{ repo }}/releases/download/v{{ version }}/{name}.tar.gz");
    assert_eq!(between(&manifest, "pkg-url = \"", "\""), [&url]);
    assert_eq!(between(&manifest, "bin-dir = \"", "\""), [format!("{name}/{{ bin }}{{ binary-ext }}")]);
    let plan = super::Plan {
        root: root(),
        target: PathBuf::new(),
        version: "1.2.3".into(),
        triple: "a-b-c".into(),
        profile: "dist".into(),
        parts: Vec::new(),
    };
    assert_eq!(plan.name(), name.replace("{ version }", "1.2.3").replace("{ target }", "a-b-c"));
}

/// The addresses in the installation pages lead to the repository of the manifest.
#[test]
fn install_commands_name_this_repository() {
    let manifest = read("Cargo.toml");
    let repository = between(&manifest, "repository = \"", "\"")[0].to_owned();
    let image = format!("ghcr.io/{}", repository.trim_start_matches("https://github.com/"));
    for page in ["README.md", "docs/install.md"] {
        let text = read(page);
        assert!(text.contains(&format!("{repository}/releases/latest/download/install.sh")), "{page}");
        assert!(text.contains(&image) && text.contains("pip install rulebook-games"), "{page}");
    }
}

/// Every path that the Dockerfile copies from the repository exists. Lines that copy from another stage are skipped.
#[test]
fn the_image_is_built_from_files_of_the_repository() {
    for line in read("deploy/Dockerfile").lines().filter(|line| line.starts_with("COPY ") && !line.contains("--from")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        for path in &words[1..words.len() - 1] {
            assert!(root().join(path).exists(), "{line}: there is no {path}");
        }
    }
}

/// The front page is short, and its parts have the order in which a new user needs them.
#[test]
fn the_front_page_is_short_and_in_order() {
    let text = read("README.md");
    assert!(text.lines().count() < 120, "{} lines", text.lines().count());
    let parts = [
        "# Rulebook\n\nRulebook plays ",
        "![A table",
        "in the terminal](",
        "## Install",
        "install.sh | sh",
        "pip install rulebook-games",
        "docker run",
        "cargo run --release",
        "cargo xtask ci",
        "## For players",
        "## For designers",
        "## For researchers",
        "## How it compares",
        "## Figures",
        "cargo xtask bench",
        "## Where next",
    ];
    let places: Vec<Option<usize>> = parts.iter().map(|part| text.find(part)).collect();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{:?}",
        parts.iter().zip(places).collect::<Vec<_>>()
    );
    for name in ["Ludii", "OpenSpiel", "boardgame.io", "Fairy-Stockfish", "Forge"] {
        assert!(text.contains(&format!("[{name}](https://")), "the comparison names no source for {name}");
    }
}

/// All pages name the same number of games, and it is the number of game folders.
#[test]
fn pages_count_the_games() {
    let folders = root().join("games").read_dir().expect("the games").flatten();
    let count = folders.filter(|entry| entry.path().join("meta.json").is_file()).count();
    for (page, words) in
        [("README.md", "games are included"), ("llms.txt", "games are included"), ("CHANGELOG.md", "games: ")]
    {
        assert!(read(page).contains(&format!("{count} {words}")), "{page} does not say \"{count} {words}\"");
    }
}
