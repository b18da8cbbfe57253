//! The layers of the crates: the row of each crate, and further restrictions. A new crate must be added here first.

/// The row of each crate. A crate may use only crates of lower rows, so crates of the same row never use each other.
const ROWS: [(&str, u8); 34] = [
    ("kernel", 0),
    ("diag", 0),
    ("scene", 1),
    ("spaces", 1),
    ("matches", 2),
    ("table", 2),
    ("matchlog", 3),
    ("policy", 3),
    ("scenario", 3),
    ("cgml-compiler", 3),
    ("mtg-cards", 3),
    ("sheets", 3),
    ("cgml", 4),
    ("boards", 4),
    ("mtg", 4),
    ("natives", 4),
    ("bots", 4),
    ("room", 5),
    ("llm", 5),
    ("tui", 5),
    ("host", 5),
    ("report", 5),
    ("print", 5),
    ("variants", 5),
    ("lsp", 5),
    ("host-boards", 6),
    ("host-cgml", 6),
    ("host-mtg", 6),
    ("host-natives", 6),
    ("embedded", 7),
    ("catalog", 7),
    ("python", 8),
    ("server", 8),
    ("cli", 9),
];

/// Crates that may use fewer crates than their row allows, with the reason.
const NARROW: [(&str, &[&str], &str); 11] = [
    ("bots", &["kernel"], "bots knows only the traits"),
    ("host", &["kernel", "scene", "matches", "matchlog", "bots"], "host knows no family"),
    ("lsp", &["diag", "cgml", "boards", "sheets"], "lsp reads the written languages and plays nothing"),
    ("variants", &["kernel", "diag", "boards"], "variants writes board games; only its example plays them"),
    ("sheets", &[], "sheets turns workbooks into text and knows no game"),
    ("print", &["scene"], "print draws faces of scenes and knows no game"),
    ("report", &[], "report draws numbers and knows no game"),
    ("llm", &["kernel", "scene", "policy"], "llm speaks to models and knows no game"),
    ("tui", &["kernel", "scene"], "tui draws scenes and knows no game"),
    ("room", &["kernel", "diag", "scene", "matches", "matchlog", "policy"], "room knows no family"),
    (
        "boards",
        &["kernel", "diag", "scene", "spaces", "matches"],
        "boards has its own dense state and does without table",
    ),
];

/// Crates outside the rows, with the crates they may use. `None` means any crate.
const DEV: [(&str, Option<&[&str]>); 4] = [
    ("testkit", Some(&["kernel", "scene", "spaces", "matches", "matchlog", "policy", "scenario", "table"])),
    // xtask is compiled before every ci run, so it must be small. Code that needs other crates is in a package of its
    // own.
    ("xtask", Some(&["testkit"])),
    ("bench", None),
    // The load test talks to a server over sockets, and uses none of the crates.
    ("load", Some(&[])),
];

pub fn row(name: &str) -> Option<u8> {
    ROWS.iter().find(|(known, _)| *known == name).map(|(_, row)| *row)
}

/// All crates of the rows, each with its row.
pub fn all() -> impl Iterator<Item = (&'static str, u8)> {
    ROWS.iter().copied()
}

pub fn is_dev(name: &str) -> bool {
    DEV.iter().any(|(known, _)| *known == name)
}

pub fn is_known(name: &str) -> bool {
    row(name).is_some() || is_dev(name)
}

/// The crates whose results may depend only on their input. `bots` is not one of these crates, because it may use
/// floats, threads and time; nor is `sheets`, because the numbers of a workbook are floats.
pub fn pure() -> impl Iterator<Item = &'static str> {
    ROWS.iter()
        .filter(|(name, row)| (*row <= 4 && !["bots", "sheets"].contains(name)) || *name == "room")
        .map(|(name, _)| *name)
}

/// The reason why a dependency is forbidden, or `None` if it is allowed. `dev` says whether it is in
/// `[dev-dependencies]`.
pub fn forbids(from: &str, to: &str, dev: bool) -> Option<String> {
    if let Some((_, allowed)) = DEV.iter().find(|(name, _)| *name == from) {
        return match allowed {
            Some(allowed) if !allowed.contains(&to) => Some(format!("{from} may use only {}", allowed.join(", "))),
            _ if matches!(to, "xtask" | "bench") => Some(format!("nothing may use {to}")),
            _ => None,
        };
    }
    match to {
        "testkit" if dev => return None,
        "testkit" => return Some("testkit may only be a dev-dependency".into()),
        "xtask" | "bench" => return Some(format!("nothing may use {to}")),
        _ => {}
    }
    if let Some((_, allowed, why)) = NARROW.iter().find(|(name, ..)| *name == from)
        && !allowed.contains(&to)
    {
        return Some(format!("{why}: it may use only {}", allowed.join(", ")));
    }
    let (above, below) = (row(from)?, row(to)?);
    (below >= above)
        .then(|| format!("{from} is in row {above}, {to} in row {below}: only rows strictly below may be used"))
}
