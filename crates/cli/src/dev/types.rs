//! Writes the TypeScript types of the answers of `rulebook dev` to `web/src/devMessages.ts`. `cargo xtask bless` runs
//! this.

use super::answer::Look;
use super::background_games::Told;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use std::path::Path;

/// The severity of a mistake, as in `Severity::name` of the crate `diag`.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// The answer to `/why`.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Why {
    /// Why the gesture is not a legal move, or null if the rules give no reason.
    why: Option<String>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct DevMessages {
    look: Look,
    runs: Told,
    why: Why,
}

#[test]
fn the_typescript_matches_the_types() {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<DevMessages>().to_value();
    let text = rulebook_server::typescript::types_beside(&schema);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/devMessages.ts");
    if std::env::var_os("RULEBOOK_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{} is out of date. Run `cargo xtask bless`.", path.display());
}
