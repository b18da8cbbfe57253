//! Checks that every crate inherits the lints and the licence of the workspace. Also checks that the workspace keeps
//! the lints on which other checks rely.

use super::Finding;

pub fn judge(file: &str, manifest: &str) -> Vec<Finding> {
    let mut errors = Vec::new();
    if !inherits(manifest, "lints") {
        errors.push(Finding::of(file, "add `[lints]` with `workspace = true`"));
    }
    if !inherits(manifest, "package.license") {
        errors.push(Finding::of(file, "add `license.workspace = true` to `[package]`"));
    }
    errors
}

/// Lints that the workspace must have, with their levels.
const LINTS: [(&str, &str, &str); 4] = [
    ("rust", "unsafe_code", "forbid"),
    ("clippy", "dbg_macro", "deny"),
    ("clippy", "todo", "deny"),
    // The order of a hash map is random, so rules that depend on it would give different results.
    ("clippy", "iter_over_hash_type", "deny"),
];

/// Checks the manifest of the workspace.
pub fn judge_workspace(file: &str, manifest: &str) -> Vec<Finding> {
    let missing = LINTS.iter().filter(|(tool, lint, level)| {
        let key = format!("workspace.lints.{tool}.{lint}");
        !settings(manifest).iter().any(|(path, value)| *path == key && *value == format!("\"{level}\""))
    });
    missing
        .map(|(tool, lint, level)| {
            Finding::of(file, format!("`[workspace.lints.{tool}]` needs `{lint} = \"{level}\"`"))
        })
        .collect()
}

/// Whether the manifest sets `<key>.workspace = true`, in any notation of TOML.
fn inherits(manifest: &str, key: &str) -> bool {
    settings(manifest).iter().any(|(path, value)| {
        (*path == format!("{key}.workspace") && value == "true") || (path == key && value == "{workspace=true}")
    })
}

/// Every setting of a manifest as its full key and its value, without spaces. Lines are read without a TOML parser,
/// because our manifests are simple and a parser would slow down the build.
fn settings(manifest: &str) -> Vec<(String, String)> {
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in manifest.lines() {
        let line: String = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').to_string();
        } else if let Some((name, value)) = line.split_once('=') {
            let path = if section.is_empty() { name.to_string() } else { format!("{section}.{name}") };
            found.push((path, value.to_string()));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"x\"\nlicense.workspace = true\n\n[lints]\nworkspace = true\n";

    #[test]
    fn a_good_manifest_passes() {
        assert!(judge("Cargo.toml", GOOD).is_empty());
        let inline = "lints.workspace = true\n[package]\nlicense = { workspace = true } # ours\n";
        assert!(judge("Cargo.toml", inline).is_empty());
    }

    #[test]
    fn missing_lints_are_an_error() {
        let without = GOOD.replace("[lints]\nworkspace = true\n", "");
        assert!(judge("Cargo.toml", &without)[0].text.contains("[lints]"));
        assert_eq!(judge("Cargo.toml", &GOOD.replace("workspace = true\n", "workspace = false\n")).len(), 2);
        assert_eq!(judge("Cargo.toml", &GOOD.replace("[lints]", "[lints.rust]")).len(), 1);
        assert_eq!(judge("Cargo.toml", &GOOD.replace("[lints]", "# [lints]\n[features]")).len(), 1);
    }

    #[test]
    fn a_licence_of_its_own_is_an_error() {
        let own = GOOD.replace("license.workspace = true", "license = \"GPL-3.0\"");
        assert!(judge("Cargo.toml", &own)[0].text.contains("license.workspace"));
    }

    const LINTED: &str = "[workspace.lints.rust]\nunsafe_code = \"forbid\"\n\n[workspace.lints.clippy]\n\
                          dbg_macro = \"deny\"\ntodo = \"deny\"\niter_over_hash_type = \"deny\"\n";

    #[test]
    fn the_lints_of_the_workspace_stay() {
        assert!(judge_workspace("Cargo.toml", LINTED).is_empty());
        for (_, lint, level) in LINTS {
            let line = format!("{lint} = \"{level}\"");
            assert!(LINTED.contains(&line));
            for weaker in
                [format!("# {line}"), format!("{lint} = \"allow\""), format!("{lint} = \"warn\""), String::new()]
            {
                let told = judge_workspace("Cargo.toml", &LINTED.replace(&line, &weaker));
                assert!(told.len() == 1 && told[0].text.contains(lint), "{weaker}: {told:?}");
            }
        }
        assert_eq!(judge_workspace("Cargo.toml", &LINTED.replace("lints.rust", "lints.clippy")).len(), 1);
        assert_eq!(judge_workspace("Cargo.toml", "").len(), LINTS.len());
    }
}
