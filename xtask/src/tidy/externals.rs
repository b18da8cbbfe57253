//! Checks the external dependencies of the pure crates, whose results may depend only on their input. Only listed
//! crates are allowed, so that no thread pool, clock or random generator gets in. Tests may use any crate. `arrows`
//! checks the dependencies between our own crates.
//!
//! Build scripts and sources outside `src/` are refused, because the check `purity` does not read them.

use serde_json::Value;

use super::repo::Repo;
use super::report::{Finding, Report};
use super::rows;

/// The list of users for an external crate that every pure crate may use.
const ANY: &[&str] = &[];

/// The allowed crates. Each has a list of our crates that may use it, and the reason why it is safe.
const ALLOWED: [(&str, &[&str], &str); 11] = [
    ("serde", ANY, "states and facts are written and read; traits only"),
    ("serde_json", ANY, "text to values and back, in memory"),
    ("smallvec", ANY, "short lists without an allocation"),
    ("postcard", &["kernel", "matches"], "the bytes of saves and digests"),
    ("blake3", &["kernel", "scene"], "digests and commitments"),
    ("rand_chacha", &["kernel"], "the stream behind `Rng`, the only random generator"),
    ("annotate-snippets", &["diag"], "diagnostics as text"),
    ("granit-parser", &["diag"], "YAML with spans"),
    ("schemars", &["scene", "policy", "room"], "types described as JSON Schema; derives only"),
    ("unicode-security", &["room"], "names that look alike; tables of Unicode only"),
    ("winnow", &["cgml-compiler"], "parser combinators for text that the caller passes"),
];

pub fn check(repo: &Repo) -> Report {
    match repo.metadata() {
        Ok(metadata) => Report { errors: judge(&metadata), notes: Vec::new() },
        Err(why) => Report::broken("externals", why),
    }
}

fn judge(metadata: &Value) -> Vec<Finding> {
    let packages: Vec<&Value> = metadata["packages"].as_array().into_iter().flatten().collect();
    if packages.is_empty() {
        return vec![Finding::of("externals", "cargo metadata lists no packages")];
    }
    packages.iter().flat_map(|package| of_package(package)).collect()
}

fn of_package(package: &Value) -> Vec<Finding> {
    let name = package["name"].as_str().unwrap_or_default();
    let Some(short) = name.strip_prefix("rulebook-").filter(|short| rows::pure().any(|pure| pure == *short)) else {
        return Vec::new();
    };
    let mut errors = Vec::new();
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let on = dependency["name"].as_str().unwrap_or_default();
        let ours = on.strip_prefix("rulebook-").is_some_and(rows::is_known);
        // Optional dependencies, build dependencies and dependencies for one platform count, too.
        if dependency["kind"] != "dev" && !ours && !allowed(short, on) {
            let text =
                format!("depends on {on}: a pure crate may have only what xtask/src/tidy/externals.rs allows it");
            errors.push(Finding::of(name, text));
        }
    }
    errors.extend(package["targets"].as_array().into_iter().flatten().filter_map(|target| misplaced(short, target)));
    errors
}

fn allowed(short: &str, on: &str) -> bool {
    ALLOWED.iter().any(|(known, users, _)| *known == on && (users.is_empty() || users.contains(&short)))
}

/// The finding for a build script, or for shipped code outside `src/`.
fn misplaced(short: &str, target: &Value) -> Option<Finding> {
    let kinds: Vec<&str> = target["kind"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let path = target["src_path"].as_str().unwrap_or_default().replace('\\', "/");
    let name = format!("rulebook-{short}");
    if kinds.contains(&"custom-build") {
        return Some(Finding::of(name, "has a build script: a pure crate is built from its sources alone"));
    }
    let shipped = !kinds.iter().any(|kind| matches!(*kind, "test" | "bench" | "example"));
    let text = format!("`{path}` is outside crates/{short}/src/, where purity is checked");
    (shipped && !path.contains(&format!("crates/{short}/src/"))).then(|| Finding::of(name, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(package: &str, dependencies: Value, targets: Value) -> Vec<String> {
        let metadata = json!({"packages": [{"name": package, "dependencies": dependencies, "targets": targets}]});
        judge(&metadata).iter().map(Finding::to_string).collect()
    }

    fn depends(package: &str, on: &str, kind: Option<&str>) -> Vec<String> {
        told(package, json!([{"name": on, "kind": kind, "target": null}]), json!([]))
    }

    #[test]
    fn a_thread_pool_in_the_table_is_refused() {
        for on in ["rayon", "tokio", "rand", "chrono"] {
            let told = depends("rulebook-table", on, None);
            assert!(told.len() == 1 && told[0].contains(on) && told[0].contains("externals.rs"), "{told:?}");
        }
    }

    #[test]
    fn build_and_target_dependencies_count_and_dev_dependencies_do_not() {
        assert_eq!(depends("rulebook-kernel", "cc", Some("build")).len(), 1);
        assert!(depends("rulebook-kernel", "proptest", Some("dev")).is_empty());
        let only_there = json!([{"name": "winapi", "kind": null, "target": "cfg(windows)"}]);
        assert_eq!(told("rulebook-scene", only_there, json!([])).len(), 1);
        let renamed = json!([{"name": "rayon", "rename": "serde", "kind": null, "optional": true}]);
        assert_eq!(told("rulebook-scene", renamed, json!([])).len(), 1);
    }

    #[test]
    fn a_listed_dependency_passes_for_its_crates_only() {
        assert!(depends("rulebook-table", "serde", None).is_empty());
        assert!(depends("rulebook-kernel", "rand_chacha", None).is_empty());
        assert_eq!(depends("rulebook-table", "rand_chacha", None).len(), 1, "there is one generator");
        assert!(depends("rulebook-table", "rulebook-kernel", None).is_empty(), "an arrow, not an external");
        assert_eq!(depends("rulebook-table", "rulebook-threads", None).len(), 1, "ours by name only");
    }

    #[test]
    fn other_crates_may_have_anything() {
        for package in ["rulebook-bots", "rulebook-cli", "rulebook-testkit", "xtask"] {
            assert!(depends(package, "rayon", None).is_empty(), "{package}");
        }
    }

    #[test]
    fn code_that_purity_would_not_read_is_refused() {
        let target =
            |kind: &str, path: &str| told("rulebook-table", json!([]), json!([{"kind": [kind], "src_path": path}]));
        assert!(target("lib", "any/crates/table/src/lib.rs").is_empty());
        assert!(target("test", "any/crates/table/tests/pools.rs").is_empty());
        assert!(target("custom-build", "any/crates/table/src/make.rs")[0].contains("build script"));
        assert!(target("lib", "any/crates/table/lib.rs")[0].contains("outside"));
        assert!(target("proc-macro", "any/crates/bots/src/lib.rs")[0].contains("outside"));
    }

    #[test]
    fn every_permission_has_a_reason_and_pure_users() {
        for (name, users, why) in ALLOWED {
            assert!(!why.is_empty(), "{name}");
            assert!(users.iter().all(|user| rows::pure().any(|pure| pure == *user)), "{name}");
        }
    }

    #[test]
    fn empty_metadata_is_no_pass() {
        assert!(!judge(&json!({})).is_empty());
    }
}
