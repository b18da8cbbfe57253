//! Collects the licences of the packages in the binary: crates, and the npm packages of the web table.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use super::{Plan, output};
use crate::cargo::cargo;

/// The beginnings of the names of licence files, in lower case.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];

/// The name of a package, and the licence that its manifest names.
type Named = (String, String);

/// Writes one file with the licences of all packages.
pub fn write(plan: &Plan, file: &Path) -> Result<(), String> {
    let mut texts: BTreeMap<String, BTreeSet<Named>> = BTreeMap::new();
    crates(plan, &mut texts)?;
    npm_packages(plan, &mut texts)?;
    std::fs::write(file, shown(&texts)).map_err(|e| e.to_string())
}

fn crates(plan: &Plan, texts: &mut BTreeMap<String, BTreeSet<Named>>) -> Result<(), String> {
    let mut metadata = cargo(&plan.root);
    metadata.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", &plan.triple]);
    let metadata: Value = serde_json::from_slice(&output(metadata)?).map_err(|e| e.to_string())?;
    let linked = linked(&metadata, "rulebook-cli");
    let packages = metadata["packages"].as_array().into_iter().flatten();
    for package in packages.filter(|package| !package["source"].is_null()) {
        if !package["id"].as_str().is_some_and(|id| linked.contains(id)) {
            continue;
        }
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        add(texts, (name, text(&package["license"])), manifest.parent().unwrap_or(manifest));
    }
    Ok(())
}

fn npm_packages(plan: &Plan, texts: &mut BTreeMap<String, BTreeSet<Named>>) -> Result<(), String> {
    let web = plan.root.join("web");
    let lock = std::fs::read(web.join("package-lock.json")).map_err(|e| format!("web/package-lock.json: {e}"))?;
    let lock: Value = serde_json::from_slice(&lock).map_err(|e| e.to_string())?;
    for (path, package) in lock["packages"].as_object().into_iter().flatten() {
        // The first entry, with an empty path, is the web table itself.
        if path.is_empty() || package["dev"] == true || package["optional"] == true {
            continue;
        }
        let name = format!("{} {}", path.trim_start_matches("node_modules/"), text(&package["version"]));
        add(texts, (name, text(&package["license"])), &web.join(path));
    }
    Ok(())
}

/// The ids of all packages that are compiled into the program. Dependencies of tests and build scripts are left out.
fn linked(metadata: &Value, program: &str) -> BTreeSet<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let first = packages.filter(|package| package["name"] == program).map(|package| text(&package["id"]));
    let nodes = metadata["resolve"]["nodes"].as_array().into_iter().flatten();
    let nodes: BTreeMap<&str, &Value> = nodes.map(|node| (node["id"].as_str().unwrap_or_default(), node)).collect();
    let (mut found, mut open) = (BTreeSet::new(), first.collect::<Vec<String>>());
    while let Some(id) = open.pop() {
        let node = nodes.get(id.as_str());
        if !found.insert(id) {
            continue;
        }
        for dependency in node.and_then(|node| node["deps"].as_array()).into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array();
            if kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null())) {
                open.push(text(&dependency["pkg"]));
            }
        }
    }
    found
}

/// Adds the licence files of a package. If it has none, the name of its licence is listed.
fn add(texts: &mut BTreeMap<String, BTreeSet<Named>>, package: Named, folder: &Path) {
    let mut files: Vec<_> = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.file_name().is_some_and(|name| is_licence(&name.to_string_lossy())));
    files.sort();
    let mut found = files.iter().filter_map(|path| std::fs::read_to_string(path).ok()).peekable();
    if found.peek().is_none() {
        texts.entry(String::new()).or_default().insert(package);
        return;
    }
    for text in found {
        let text = text.replace("\r\n", "\n").trim_end().to_owned();
        texts.entry(text).or_default().insert(package.clone());
    }
}

fn is_licence(name: &str) -> bool {
    let name = name.to_lowercase();
    NAMES.iter().any(|begin| name.starts_with(begin)) && !name.ends_with(".rs")
}

/// Writes each licence text once, after the list of packages that have it.
fn shown(texts: &BTreeMap<String, BTreeSet<Named>>) -> String {
    let mut all = String::from("Rulebook contains these packages. Each list of packages comes before its licence.\n");
    for (text, packages) in texts {
        all.push_str(&format!("\n{}\n\n", "=".repeat(80)));
        for (name, licence) in packages {
            let _ = writeln!(all, "{name} ({licence})");
        }
        let text = if text.is_empty() { "These packages come without a licence file." } else { text };
        let _ = writeln!(all, "\n{text}");
    }
    all
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_linked_packages_are_listed() {
        let to = |pkg: &str, kind: Value| json!({ "pkg": pkg, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [{ "name": "program", "id": "p" }],
            "resolve": { "nodes": [
                { "id": "p", "deps": [to("a", Value::Null), to("t", json!("dev")), to("b", json!("build"))] },
                { "id": "a", "deps": [to("c", Value::Null)] },
                { "id": "c", "deps": [] },
            ] },
        });
        let linked: Vec<String> = linked(&metadata, "program").into_iter().collect();
        assert_eq!(linked, ["a", "c", "p"]);
    }

    #[test]
    fn licence_files_are_known_by_name() {
        assert!(is_licence("LICENSE-MIT") && is_licence("LICENCE.md") && is_licence("COPYING") && is_licence("NOTICE"));
        assert!(!is_licence("lib.rs") && !is_licence("README.md") && !is_licence("license.rs"));
    }

    #[test]
    fn a_shared_text_is_written_once() {
        let named = |name: &str| (name.to_owned(), "MIT".to_owned());
        let texts = BTreeMap::from([("Do as you like.".to_owned(), BTreeSet::from([named("a 1"), named("b 2")]))]);
        let all = shown(&texts);
        assert_eq!(all.matches("Do as you like.").count(), 1);
        assert!(all.contains("a 1 (MIT)\nb 2 (MIT)\n"), "{all}");
    }
}
