//! Checks documents and manifests, and refuses text that fits only one machine. Each rule has its own file.

mod changelog;
mod decisions;
mod licences;
mod links;
mod manifests;
mod map;
mod paths;
mod registries;

use super::repo::Repo;
use super::report::{Finding, Report};

pub fn check(repo: &Repo) -> Report {
    let mut errors = changelog::judge(repo.text("CHANGELOG.md").as_deref());
    errors.extend(decisions::judge(repo.files()));
    errors.extend(licences::judge(|file| repo.text(file)));
    errors.extend(links::PAGES.iter().flat_map(|page| links::judge(page, repo.text(page).as_deref(), repo.files())));
    errors.extend(map::judge(repo.text("ARCHITECTURE.md").as_deref()));
    errors.extend(manifests::judge_workspace("Cargo.toml", &repo.text("Cargo.toml").unwrap_or_default()));
    for file in repo.files() {
        // Files that are not text, such as pictures, fonts and archives, are skipped.
        let Some(text) = repo.text(file) else { continue };
        errors.extend(paths::judge(file, &text));
        errors.extend(registries::judge(file, &text));
    }
    match members(repo) {
        Ok(members) => errors.extend(members.iter().flat_map(|(file, text)| manifests::judge(file, text))),
        Err(why) => errors.push(Finding::of("papers", why)),
    }
    Report { errors, notes: Vec::new() }
}

/// The manifests of all workspace members, each with its path.
fn members(repo: &Repo) -> Result<Vec<(String, String)>, String> {
    let metadata = repo.metadata()?;
    let root = metadata["workspace_root"].as_str().unwrap_or_default();
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let path = package["manifest_path"].as_str().unwrap_or_default();
        let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
        let file = path.strip_prefix(root).unwrap_or(path).trim_start_matches(['/', '\\']);
        found.push((file.to_string(), text));
    }
    Ok(found)
}
