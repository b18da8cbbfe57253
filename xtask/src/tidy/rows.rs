//! The map of crates: which row each stands in, and who has rules of its own. A new crate is added here first.

/// A crate may use only rows strictly below its own, so neighbours never import each other.
const ROWS: [(&str, u8); 23] = [
    ("kernel", 0),
    ("diag", 0),
    ("stage", 1),
    ("table", 2),
    ("cgml", 3),
    ("boards", 3),
    ("mtg", 3),
    ("natives", 3),
    ("bots", 3),
    ("room", 4),
    ("llm", 4),
    ("tui", 4),
    ("host", 4),
    ("report", 4),
    ("lsp", 4),
    ("host-boards", 5),
    ("host-cgml", 5),
    ("host-mtg", 5),
    ("host-natives", 5),
    ("catalog", 6),
    ("python", 7),
    ("server", 7),
    ("cli", 8),
];

/// Crates that may use less than their row allows.
const NARROW: [(&str, &[&str], &str); 8] = [
    ("bots", &["kernel"], "bots knows only the traits"),
    ("host", &["kernel", "stage", "bots"], "host knows no family"),
    ("lsp", &["diag", "cgml", "boards"], "lsp reads the written languages and plays nothing"),
    ("report", &[], "report draws numbers and knows no game"),
    ("llm", &["kernel", "stage"], "llm speaks to models and knows no game"),
    ("tui", &["kernel", "stage"], "tui draws scenes and knows no game"),
    ("room", &["kernel", "stage", "diag"], "room knows no family"),
    ("boards", &["kernel", "stage", "diag"], "boards has its own dense state and does without table"),
];

/// Crates that stand beside the rows. `None`: may use anything.
const DEV: [(&str, Option<&[&str]>); 4] = [
    ("testkit", Some(&["kernel", "stage", "table"])),
    // Compiled before every ci run. What needs the crates runs as its own package.
    ("xtask", Some(&["testkit"])),
    ("bench", None),
    // Talks to a server over sockets, and to none of the crates.
    ("load", Some(&[])),
];

pub fn row(name: &str) -> Option<u8> {
    ROWS.iter().find(|(known, _)| *known == name).map(|(_, row)| *row)
}

pub fn is_dev(name: &str) -> bool {
    DEV.iter().any(|(known, _)| *known == name)
}

pub fn is_known(name: &str) -> bool {
    row(name).is_some() || is_dev(name)
}

/// The crates whose code must be a pure function of its input. `bots` may use floats, threads and time.
pub fn pure() -> impl Iterator<Item = &'static str> {
    ROWS.iter().filter(|(name, row)| (*row <= 3 && *name != "bots") || *name == "room").map(|(name, _)| *name)
}

/// Why the arrow is forbidden, or `None` if it is fine. `dev`: an arrow of `[dev-dependencies]`.
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
