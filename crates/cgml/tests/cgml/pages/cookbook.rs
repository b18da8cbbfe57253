//! Tests the recipes of `docs/cookbook`. Each page has one complete game and plays it. The index lists every recipe.

use rulebook_cgml::page::{self, ASSERTS};
use rulebook_testkit::pages::{self, Page};
use std::fs;
use std::path::{Path, PathBuf};

/// Minimum number of recipes.
const RECIPES: usize = 40;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

#[test]
fn every_recipe_is_true() {
    let check = |recipe: &Page| {
        let games = recipe.blocks.iter().filter(|block| block.is("yaml")).count();
        let whole = recipe.blocks.iter().filter(|block| block.is("whole")).count();
        if (games, whole) != (1, 1) {
            return Err(format!("a recipe has one block `yaml whole`, not {whole} of {games} programs"));
        }
        page::check(recipe, page::programs(recipe, "")?)
    };
    let recipes = pages::run(&docs().join("cookbook"), &ASSERTS, check).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(recipes >= RECIPES, "there are {recipes} recipes");
}

#[test]
fn the_index_lists_every_recipe() {
    let index = fs::read_to_string(docs().join("cookbook.md")).expect("the index of the cookbook");
    let look = |recipe: &Page| {
        let file = recipe.path.file_name().unwrap_or_default().to_string_lossy();
        let link = format!("[{}](cookbook/{file})", recipe.title);
        if index.contains(&link) { Ok(()) } else { Err(format!("docs/cookbook.md does not have {link}")) }
    };
    pages::run(&docs().join("cookbook"), &ASSERTS, look).unwrap_or_else(|wrong| panic!("{wrong}"));
}
