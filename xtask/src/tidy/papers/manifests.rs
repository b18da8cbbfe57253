//! Every member takes the lints and the licence of the workspace: a crate cannot quietly have its own.

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

/// Whether `<key>.workspace = true` is set, in any of the ways TOML can write it. Reads lines, not TOML: manifests
/// are ours and plain, and a TOML parser is not worth compiling for this.
fn inherits(manifest: &str, key: &str) -> bool {
    let mut section = String::new();
    for line in manifest.lines() {
        let line: String = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').to_string();
        } else if let Some((name, value)) = line.split_once('=') {
            let path = if section.is_empty() { name.to_string() } else { format!("{section}.{name}") };
            if (path == format!("{key}.workspace") && value == "true") || (path == key && value == "{workspace=true}") {
                return true;
            }
        }
    }
    false
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
}
