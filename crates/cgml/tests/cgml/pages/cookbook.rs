//! Tests the recipes of `docs/cookbook`. Each page has one complete game and plays it. The index lists every recipe. The
//! tasks in `bench/authoring` have the same form.

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

/// The tasks of `rulebook write`: the reference solution of each passes its hidden scenarios.
#[test]
fn every_task_of_the_authoring_benchmark_can_be_solved() {
    let folder = docs().join("../bench/authoring/tasks");
    let check = |task: &Page| page::check(task, page::programs(task, "")?);
    let tasks = pages::run(&folder, &ASSERTS, check).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(tasks, 30);
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
