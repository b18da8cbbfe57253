//! Checks that the repository names no package registry, because each machine chooses its own mirror.
//!
//! Lock files must name the source of a package. In lock files the public registry is allowed, because every mirror
//! accepts its address. Any other host is the mirror of one machine.

use super::Finding;

/// The hosts of registries. Each is written in two parts, so that this file passes its own check.
const HOSTS: [(&str, &str); 8] = [
    ("index.", "crates.io"),
    ("static.", "crates.io"),
    ("registry.", "npmjs.org"),
    ("registry.", "npmmirror.com"),
    ("registry.", "yarnpkg.com"),
    ("npm.pkg.", "github.com"),
    ("pypi.", "org/simple"),
    ("files.", "pythonhosted.org"),
];

/// For each kind of lock file: the text that comes before a source, and the allowed sources.
const LOCKS: [(&str, &str, &[&str]); 4] = [
    ("Cargo.lock", "source = \"", &["registry+https://github.com/rust-lang/crates.io-index"]),
    ("package-lock.json", "\"resolved\": \"", &[concat!("https://registry.", "npmjs.org/")]),
    ("pnpm-lock.yaml", "tarball: ", &[concat!("https://registry.", "npmjs.org/")]),
    (
        "yarn.lock",
        "resolved \"",
        &[concat!("https://registry.", "yarnpkg.com/"), concat!("https://registry.", "npmjs.org/")],
    ),
];

/// Settings that choose a registry, by file name.
const SETTINGS: [(&str, &[&str]); 3] = [
    (".cargo/config.toml", &["replace-with", "[source", "[registr"]),
    (".npmrc", &["registry"]),
    ("pip.conf", &["index-url"]),
];

pub fn judge(file: &str, text: &str) -> Vec<Finding> {
    let name = file.rsplit('/').next().unwrap_or(file);
    let lock = LOCKS.iter().find(|(lock, ..)| *lock == name);
    let settings = SETTINGS.iter().find(|(ending, _)| file.ends_with(ending)).map_or(&[][..], |(_, words)| words);
    let problem = |line: &str| match lock {
        Some((_, mark, public)) => foreign_source(line, mark, public),
        None => named_host(line).or_else(|| setting(line, settings)),
    };
    let lines = text.lines().enumerate();
    lines.filter_map(|(n, line)| problem(line).map(|text| Finding::at(file, n + 1, text))).collect()
}

fn foreign_source(line: &str, mark: &str, public: &[&str]) -> Option<String> {
    let source = line.split_once(mark)?.1;
    // A source without a host is a folder in this repository.
    if !source.contains("://") || public.iter().any(|known| source.starts_with(known)) {
        return None;
    }
    let source = source.trim_end_matches([',', '"']);
    Some(format!(
        "`{source}` is not the public registry: use that in lock files, and configure mirrors outside the repository"
    ))
}

fn named_host(line: &str) -> Option<String> {
    let (head, tail) = HOSTS.iter().find(|(head, tail)| line.contains(&format!("{head}{tail}")))?;
    Some(format!("names the registry host `{head}{tail}`: configure registries outside the repository"))
}

fn setting(line: &str, words: &[&str]) -> Option<String> {
    let word = words.iter().find(|word| line.trim_start().starts_with(*word))?;
    Some(format!("`{word}` chooses a registry: configure registries outside the repository"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(file: &str, line: &str) -> usize {
        judge(file, &line.replace('@', ".")).len()
    }

    #[test]
    fn hosts_are_refused_anywhere() {
        assert_eq!(count("README.md", "fetch from https://index@crates.io/"), 1);
        assert_eq!(count("web/vite.config.ts", "\"https://registry@npmjs.org/x\""), 1);
        assert_eq!(count("README.md", "see https://crates.io/crates/serde"), 0);
    }

    #[test]
    fn lock_files_name_only_public_registries() {
        assert_eq!(count("Cargo.lock", "source = \"registry+https://github.com/rust-lang/crates.io-index\""), 0);
        assert_eq!(count("Cargo.lock", "source = \"sparse+https://mirror.example/index/\""), 1);
        assert_eq!(count("Cargo.lock", "source = \"git+https://example.org/x#0123\""), 1);
        assert_eq!(count("web/package-lock.json", "\"resolved\": \"https://registry@npmjs.org/x/-/x-1.tgz\","), 0);
        assert_eq!(count("web/package-lock.json", "\"resolved\": \"http://mirror.example/x-1.tgz\","), 1);
        assert_eq!(count("web/package-lock.json", "\"resolved\": \"packages/table\","), 0);
        assert_eq!(count("web/package-lock.json", "\"url\": \"https://example.org/funding\""), 0);
    }

    #[test]
    fn settings_that_choose_a_registry_are_refused() {
        assert_eq!(count(".cargo/config.toml", "[source.crates-io]"), 1);
        assert_eq!(count(".cargo/config.toml", "replace-with = \"mirror\""), 1);
        assert_eq!(count(".cargo/config.toml", "[alias]"), 0);
        assert_eq!(count("web/.npmrc", "registry=https://mirror.example/"), 1);
    }
}
