//! Tests that the generated descriptions of the messages are current. `cargo xtask bless` generates them again.

use std::path::Path;

fn same(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("RULEBOOK_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{} is not what the types say: `cargo xtask bless` writes it", path.display());
}

#[test]
fn the_schema_is_that_of_the_types() {
    let text = serde_json::to_string_pretty(&rulebook_server::typescript::schema()).unwrap() + "\n";
    same("docs/messages.schema.json", &text);
}

#[test]
fn the_typescript_is_that_of_the_types() {
    same("web/src/messages.ts", &rulebook_server::typescript::types());
}
