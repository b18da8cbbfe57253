//! Checks that each crate depends only on crates of lower layers. The real dependencies come from `cargo metadata`, and
//! the layers from `rows`.
//!
//! Dev-dependencies obey the same rule. Only `testkit` is always allowed. A test that needs a higher crate must be
//! moved to that crate.

use serde_json::Value;

use super::repo::Repo;
use super::report::{Finding, Report};
use super::rows;

pub fn check(repo: &Repo) -> Report {
    match repo.metadata() {
        Ok(metadata) => Report { errors: judge(&metadata), notes: Vec::new() },
        Err(why) => Report::broken("arrows", why),
    }
}

fn judge(metadata: &Value) -> Vec<Finding> {
    let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().collect();
    if packages.is_empty() {
        return vec![Finding::of("arrows", "cargo metadata lists no packages")];
    }
    let ours: Vec<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut errors = Vec::new();
    for package in &packages {
        let name = package["name"].as_str().unwrap_or_default();
        let from = short(name);
        if !rows::is_known(from) {
            let text = "not in the map of crates: give it a row in xtask/src/tidy/rows.rs and in ARCHITECTURE.md";
            errors.push(Finding::of(name, text));
            continue;
        }
        errors.extend(misnamed(package, name, from));
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let on = dependency["name"].as_str().unwrap_or_default();
            let to = short(on);
            // Our crates are recognised by name, even if they are not members of the workspace. A copy from git or from
            // a registry counts, too.
            let is_ours = ours.contains(&on) || (on.starts_with(PREFIX) && rows::is_known(to));
            if !is_ours {
                continue;
            }
            let dev = dependency["kind"] == "dev";
            if let Some(why) = rows::forbids(from, to, dev) {
                let kind = if dev { "dev-depends" } else { "depends" };
                errors.push(Finding::of(name, format!("{kind} on {on}: {why}")));
            }
        }
    }
    errors
}

const PREFIX: &str = "rulebook-";

fn short(package: &str) -> &str {
    package.strip_prefix(PREFIX).unwrap_or(package)
}

/// Checks that the folder and the crate have the same name. For example, `crates/table` must contain `rulebook-table`.
fn misnamed(package: &Value, name: &str, short: &str) -> Option<Finding> {
    let manifest = package["manifest_path"].as_str()?.replace('\\', "/");
    let folder = manifest.rsplit('/').nth(1)?;
    let expected = if short == "xtask" { "xtask".to_string() } else { format!("{PREFIX}{folder}") };
    (name != expected).then(|| Finding::of(name, format!("lives in the folder `{folder}`: name it {expected}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The findings for a workspace in which the crate `from` depends on the crate `to`.
    fn arrow(from: &str, to: &str, kind: Option<&str>) -> Vec<String> {
        let package = |name: &str, dependencies: Value| {
            let folder = short(name);
            json!({"name": name, "manifest_path": format!("crates/{folder}/Cargo.toml"), "dependencies": dependencies})
        };
        let mut packages = vec![package(from, json!([{"name": to, "kind": kind}, {"name": "serde", "kind": null}]))];
        if to != from {
            packages.push(package(to, json!([])));
        }
        judge(&json!({"packages": packages})).iter().map(Finding::to_string).collect()
    }

    fn fine(from: &str, to: &str) -> bool {
        arrow(&format!("rulebook-{from}"), &format!("rulebook-{to}"), None).is_empty()
    }

    #[test]
    fn arrows_point_strictly_down() {
        assert!(fine("table", "kernel"));
        assert!(fine("cgml", "table"));
        assert!(fine("catalog", "bots"));
        assert!(fine("cli", "server"));
        assert!(!fine("kernel", "diag"), "neighbours");
        assert!(fine("table", "scene"));
        assert!(!fine("matches", "table"), "neighbours");
        assert!(!fine("cgml", "mtg"), "neighbours");
        assert!(!fine("host-boards", "host-cgml"), "neighbours");
        assert!(!fine("host", "boards"), "host knows no family");
        assert!(!fine("table", "cgml"), "upwards");
    }

    #[test]
    fn narrow_crates_use_less_than_their_row_allows() {
        assert!(fine("bots", "kernel"));
        assert!(!fine("bots", "matches"));
        assert!(!fine("bots", "diag"));
        assert!(fine("room", "matches"));
        assert!(!fine("room", "table"));
        assert!(!fine("room", "cgml"));
        assert!(!fine("room", "catalog"));
        assert!(fine("boards", "diag"));
        assert!(!fine("boards", "table"));
    }

    #[test]
    fn testkit_is_for_tests() {
        assert!(arrow("rulebook-cgml", "rulebook-testkit", Some("dev")).is_empty());
        assert!(arrow("rulebook-kernel", "rulebook-testkit", Some("dev")).is_empty());
        assert!(!arrow("rulebook-cgml", "rulebook-testkit", None).is_empty());
        assert!(!arrow("rulebook-cgml", "rulebook-testkit", Some("build")).is_empty());
        assert!(fine("testkit", "table"));
        assert!(!fine("testkit", "diag"));
        assert!(!fine("testkit", "natives"));
    }

    #[test]
    fn bench_uses_anything_and_nothing_uses_bench() {
        assert!(fine("bench", "cli"));
        assert!(fine("bench", "testkit"));
        assert!(!fine("cli", "bench"));
        assert!(!arrow("rulebook-cli", "rulebook-bench", Some("dev")).is_empty());
        assert!(!arrow("rulebook-cli", "xtask", Some("dev")).is_empty());
    }

    #[test]
    fn xtask_stays_light() {
        assert!(!arrow("xtask", "rulebook-kernel", None).is_empty());
        assert!(!arrow("xtask", "rulebook-scene", Some("dev")).is_empty());
    }

    #[test]
    fn dev_dependencies_obey_the_arrows() {
        assert!(arrow("rulebook-table", "rulebook-kernel", Some("dev")).is_empty());
        let told = arrow("rulebook-bots", "rulebook-natives", Some("dev"));
        assert!(told[0].contains("dev-depends on rulebook-natives"), "{told:?}");
    }

    #[test]
    fn an_unknown_crate_is_refused_with_the_place_to_register_it() {
        let told = arrow("rulebook-dice", "rulebook-kernel", None);
        assert!(told[0].contains("xtask/src/tidy/rows.rs"), "{told:?}");
    }

    #[test]
    fn a_folder_and_its_package_have_one_name() {
        let odd = json!({"packages": [{"name": "rulebook-table", "manifest_path": "crates/tables/Cargo.toml"}]});
        assert!(judge(&odd)[0].text.contains("rulebook-tables"));
    }

    #[test]
    fn empty_metadata_is_no_pass() {
        assert!(!judge(&json!({})).is_empty());
    }
}
